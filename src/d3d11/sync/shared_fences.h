#pragma once
// The fences of this process that have shared handles, found by any handle to the same object or by their name. An
// entry ends with its fence. Any thread.

#include <memory>
#include <string>

namespace hendeca::gpu {
class FenceState;
}

namespace hendeca::d3d11 {

enum class ShareOutcome { Done, NameTaken, Failed };

// A new handle for the caller.
ShareOutcome shareFence(const std::shared_ptr<gpu::FenceState>& fence, const std::wstring& name, void*& handle);
// Null when the handle is none of ours.
std::shared_ptr<gpu::FenceState> findSharedFence(void* handle);

} // namespace hendeca::d3d11
