#include "d3d11/sharing/key_state.h"

#include <chrono>

namespace hendeca::d3d11 {

namespace {

constexpr HRESULT kTimeout = 0x102, kAbandoned = 0x80; // WAIT_TIMEOUT, WAIT_ABANDONED
constexpr uint32_t kForever = ~uint32_t(0);            // INFINITE

} // namespace

HRESULT KeyState::acquire(const void* object, const void* device, uint64_t key, uint32_t milliseconds) {
    std::unique_lock lock(mutex_);
    if (object_ == object)
        return DXGI_ERROR_INVALID_CALL;
    if (object_ && device_ == device)
        return E_FAIL;
    const auto ready = [&] { return abandoned_ || (!object_ && key_ == key); };
    if (milliseconds == kForever)
        changed_.wait(lock, ready);
    else if (!changed_.wait_for(lock, std::chrono::milliseconds(milliseconds), ready))
        return kTimeout;
    if (abandoned_)
        return kAbandoned;
    object_ = object;
    device_ = device;
    return S_OK;
}

bool KeyState::heldBy(const void* object) const {
    std::lock_guard lock(mutex_);
    return object_ == object;
}

HRESULT KeyState::release(const void* object, uint64_t key) {
    {
        std::lock_guard lock(mutex_);
        if (object_ != object)
            return DXGI_ERROR_INVALID_CALL;
        object_ = device_ = nullptr;
        key_ = key;
    }
    changed_.notify_all();
    return S_OK;
}

void KeyState::leave(const void* object) {
    {
        std::lock_guard lock(mutex_);
        if (object_ != object)
            return;
        object_ = device_ = nullptr;
        abandoned_ = true;
    }
    changed_.notify_all();
}

} // namespace hendeca::d3d11
