#include "d3d11/sync/fence.h"

#include "d3d11/device/device.h"
#include "d3d11/sync/shared_fences.h"
#include "gpu/backend/fence_state.h"
#include "util/log.h"
#include "util/platform_event.h"

namespace hendeca::d3d11 {

namespace {

constexpr UINT kSharedFlags = D3D11_FENCE_FLAG_SHARED | D3D11_FENCE_FLAG_SHARED_CROSS_ADAPTER;
constexpr UINT kKnownFlags = D3D11_FENCE_FLAG_NONE | kSharedFlags | D3D11_FENCE_FLAG_NON_MONITORED;

class EventSignal final : public gpu::Completion {
public:
    explicit EventSignal(PlatformEvent event) : event_(std::move(event)) {}
    void completed() override { event_.signal(); }

private:
    PlatformEvent event_;
};

} // namespace

std::unique_ptr<gpu::Completion> signalLater(HANDLE handle) {
    PlatformEvent event = PlatformEvent::open(handle);
    return event ? std::make_unique<EventSignal>(std::move(event)) : nullptr;
}

Fence::Fence(Device& device, UINT flags, std::shared_ptr<gpu::FenceState> state)
    : DeviceChild(device), flags_(flags), state_(std::move(state)) {}

HRESULT Fence::create(Device& device, uint64_t value, UINT flags, REFIID iid, void** out) {
    if (!out)
        return E_INVALIDARG;
    *out = nullptr;
    if (flags & ~kKnownFlags)
        return E_INVALIDARG;
    if (const HRESULT hr = device.removedReason(); FAILED(hr))
        return hr;
    auto* fence = new Fence(device, flags, std::make_shared<gpu::FenceState>(value));
    fence->AddRef();
    const HRESULT hr = fence->QueryInterface(iid, out);
    fence->Release();
    return hr;
}

HRESULT Fence::open(Device& device, HANDLE handle, REFIID iid, void** out) {
    if (!out)
        return E_INVALIDARG;
    *out = nullptr;
    std::shared_ptr<gpu::FenceState> state = handle ? findSharedFence(handle) : nullptr;
    if (!state) {
        HENDECA_WARN_ONCE("OpenSharedFence: a handle of no fence of this process; those of others cannot be opened");
        return E_INVALIDARG;
    }
    auto* fence = new Fence(device, D3D11_FENCE_FLAG_SHARED, std::move(state));
    fence->AddRef();
    const HRESULT hr = fence->QueryInterface(iid, out);
    fence->Release();
    return hr;
}

HRESULT Fence::CreateSharedHandle(const SECURITY_ATTRIBUTES*, DWORD, const WCHAR* name, HANDLE* handle) {
    if (!handle)
        return E_INVALIDARG;
    *handle = nullptr;
    if (!(flags_ & kSharedFlags))
        return E_INVALIDARG;
    void* made = nullptr;
    switch (shareFence(state_, name ? std::wstring(name) : std::wstring(), made)) {
    case ShareOutcome::NameTaken:
        return DXGI_ERROR_NAME_ALREADY_EXISTS;
    case ShareOutcome::Failed:
        return E_OUTOFMEMORY;
    case ShareOutcome::Done:
        break;
    }
    *handle = made;
    return S_OK;
}

// Of a removed device every value is reached (Microsoft Learn, GetCompletedValue).
UINT64 Fence::GetCompletedValue() {
    return device().backend().lost() ? ~UINT64(0) : state_->completed();
}

// Without an event the call itself waits.
HRESULT Fence::SetEventOnCompletion(UINT64 value, HANDLE event) {
    if (!event) {
        while (GetCompletedValue() < value && !state_->waitShortly(value)) {
        }
        return S_OK;
    }
    std::unique_ptr<gpu::Completion> then = signalLater(event);
    if (!then)
        return E_INVALIDARG;
    state_->whenReached(value, std::move(then));
    return S_OK;
}

HRESULT Device::CreateFence(UINT64 value, D3D11_FENCE_FLAG flags, REFIID iid, void** fence) {
    return Fence::create(*this, value, static_cast<UINT>(flags), iid, fence);
}

HRESULT Device::OpenSharedFence(HANDLE handle, REFIID iid, void** fence) {
    return Fence::open(*this, handle, iid, fence);
}

} // namespace hendeca::d3d11
