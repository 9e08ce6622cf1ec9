#pragma once
// Small things that every kind of object needs: giving backend objects up, and the HRESULT of an Error.

#include "gpu/resource/object.h"
#include "gpu/stream/writer.h"
#include "util/result.h"

#include <memory>

#include <d3d11.h>

namespace hendeca::d3d11 {

class Device;

// A Release packet for what `object` owns; behind it the backend destroys it when the GPU is done. The immediate
// context's thread.
template <class T>
void release(gpu::Writer& writer, std::unique_ptr<T>& object) {
    if (object)
        writer.add<gpu::packet::Release>()->object = object.release();
}

// Logs the error and says what the call returns.
HRESULT errorResult(Device& device, const char* call, const Error& error);

} // namespace hendeca::d3d11
