#include "d3d11/sharing/keyed_mutex.h"

#include "d3d11/device/device.h"
#include "d3d11/sharing/shared_resource.h"

namespace hendeca::d3d11 {

HRESULT KeyedMutex::AcquireSync(UINT64 key, DWORD milliseconds) {
    Device& device = texture_.device();
    if (const HRESULT hr = device.removedReason(); FAILED(hr))
        return hr;
    const HRESULT hr = sharingOf(texture_).resource->keys.acquire(self(), &device, key, milliseconds);
    if (hr == S_OK)
        receive(texture_.imageOwner());
    return hr;
}

HRESULT KeyedMutex::ReleaseSync(UINT64 key) {
    KeyState& keys = sharingOf(texture_).resource->keys;
    if (!keys.heldBy(self()))
        return DXGI_ERROR_INVALID_CALL;
    publish(texture_.imageOwner());
    return keys.release(self(), key);
}

} // namespace hendeca::d3d11
