#pragma once
// The state of a keyed mutex: free with the key that it was released with (0 at first), held by a device, or abandoned for
// good. Any thread. Source: Microsoft Learn, IDXGIKeyedMutex.

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include <d3d11.h>

namespace hendeca::d3d11 {

class KeyState {
public:
    // `object` is what acquires, of `device`. S_OK; WAIT_TIMEOUT and WAIT_ABANDONED as HRESULTs; DXGI_ERROR_INVALID_CALL
    // when the object has it, E_FAIL when another object of its device has. Waits up to `milliseconds` (INFINITE: for ever).
    HRESULT acquire(const void* object, const void* device, uint64_t key, uint32_t milliseconds);
    bool heldBy(const void* object) const;
    // DXGI_ERROR_INVALID_CALL when the object does not hold it.
    HRESULT release(const void* object, uint64_t key);
    // The object goes away: whoever waits learns it if it held the mutex.
    void leave(const void* object);

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    const void* object_ = nullptr; // holds it
    const void* device_ = nullptr;
    uint64_t key_ = 0;
    bool abandoned_ = false;
};

} // namespace hendeca::d3d11
