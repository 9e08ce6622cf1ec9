#pragma once
// ID3D11Fence, over a value that the devices of this process share (gpu/backend/fence_state.h). Contexts raise it and
// wait for it (context/immediate_context.cpp). A shared handle opens the fence on any device of this process; other
// processes are refused, with one log line. Any thread. Source: Microsoft Learn, ID3D11Fence, ID3D11Device5,
// ID3D11DeviceContext4.

#include "d3d11/device/device_child.h"

#include <d3d11_4.h>

#include <cstdint>
#include <memory>

namespace hendeca::gpu {
class Completion;
class FenceState;
} // namespace hendeca::gpu

namespace hendeca::d3d11 {

class Fence final : public DeviceChild<ID3D11Fence> {
public:
    static HRESULT create(Device& device, uint64_t value, UINT flags, REFIID iid, void** out);
    static HRESULT open(Device& device, HANDLE handle, REFIID iid, void** out);

    HRESULT STDMETHODCALLTYPE CreateSharedHandle(const SECURITY_ATTRIBUTES* attributes, DWORD access, const WCHAR* name,
                                                 HANDLE* handle) override;
    UINT64 STDMETHODCALLTYPE GetCompletedValue() override;
    HRESULT STDMETHODCALLTYPE SetEventOnCompletion(UINT64 value, HANDLE event) override;

    const std::shared_ptr<gpu::FenceState>& state() const { return state_; }

private:
    Fence(Device& device, UINT flags, std::shared_ptr<gpu::FenceState> state);
    const char* className() const override { return "ID3D11Fence"; }

    UINT flags_; // D3D11_FENCE_FLAG
    std::shared_ptr<gpu::FenceState> state_;
};

// Signals an event of the program's when it comes to that. Null when the handle is no event.
std::unique_ptr<gpu::Completion> signalLater(HANDLE event);

} // namespace hendeca::d3d11
