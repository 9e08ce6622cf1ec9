#include "dxgi/latency_waitable.h"
#include "dxgi/output.h"
#include "dxgi/swap_chain.h"
#include "util/config.h"
#include "wsi/sync.h"

#include <algorithm>

namespace hendeca::dxgi {

namespace {

// IDXGIDevice1's default.
constexpr UINT kDefaultLatency = 3;

} // namespace

HRESULT SwapChain::Present(UINT syncInterval, UINT flags) {
    return present(syncInterval, flags);
}

HRESULT SwapChain::Present1(UINT syncInterval, UINT flags, const DXGI_PRESENT_PARAMETERS* parameters) {
    // Dirty and scrolled rectangles say what may be left out; showing the whole frame is always right.
    if (!parameters)
        return DXGI_ERROR_INVALID_CALL;
    return present(syncInterval, flags);
}

// What a present would answer just now.
HRESULT SwapChain::statusNow(UINT flags) {
    const HRESULT status = parts_.chain->GetStatus();
    if (FAILED(status))
        return status;
    // Only a chain that copies is told of a minimised window; one that flips draws on.
    if (!isFlip(parts_.desc.SwapEffect) && parts_.window->alive() && parts_.window->minimized())
        return DXGI_STATUS_OCCLUDED;
    return S_OK;
}

UINT SwapChain::frameLatency() const {
    UINT latency = waitable() ? latency_ : parts_.contract->GetFrameLatency();
    if (!latency)
        latency = kDefaultLatency;
    const int64_t limit = config().integer(Option::DxgiMaxFrameLatency);
    if (limit > 0)
        latency = std::min(latency, static_cast<UINT>(limit));
    return latency;
}

wsi::Mode SwapChain::displayMode() const {
    if (fullscreen_)
        return fullscreenMode_;
    void* handle = parts_.window->monitor();
    for (const wsi::Monitor& monitor : wsi::monitors()) {
        if (handle && monitor.handle == handle)
            return wsi::currentMode(monitor);
    }
    return {};
}

void SwapChain::pace(UINT syncInterval) {
    uint64_t period = 0;
    const int64_t limit = config().integer(Option::DxgiMaxFrameRate);
    if (limit > 0)
        period = 1'000'000'000ull / static_cast<uint64_t>(limit);
    // An interval of 1 is Vulkan's own; longer ones are kept here. Nothing is shown without a window, so nobody waits.
    if (syncInterval > 1 && parts_.window->native()) {
        const wsi::Mode mode = displayMode();
        const uint64_t shown =
            uint64_t(syncInterval) * 1'000'000'000 * mode.refreshDenominator / std::max(mode.refreshNumerator, 1u);
        period = std::max(period, shown);
    }
    pacer_.wait(period);
}

HRESULT SwapChain::present(UINT syncInterval, UINT flags) {
    PresentFacts facts;
    {
        std::lock_guard lock(mutex_);
        facts.effect = parts_.desc.SwapEffect;
        facts.chainFlags = parts_.desc.Flags;
        facts.fullscreen = fullscreen_;
        facts.restrictedToOutput = static_cast<bool>(parts_.restrictTo);
        const HRESULT allowed = checkPresent(facts, syncInterval, flags);
        if (FAILED(allowed))
            return allowed;
        if (needsResize_)
            return DXGI_ERROR_INVALID_CALL;
        if (flags & DXGI_PRESENT_TEST)
            return statusNow(flags);
        const HRESULT status = statusNow(flags);
        if (status == DXGI_STATUS_OCCLUDED)
            parts_.factory->occlusion().watch(parts_.window);
        if (status != S_OK)
            return status;
    }
    // A full-screen program that the user has left gives the screen back; only then can it be entered again.
    if (facts.fullscreen && parts_.window->alive()) {
        const bool foreground = parts_.window->foreground();
        if (foreground)
            wasForeground_ = true;
        else if (wasForeground_) {
            leaveFullscreen();
            return DXGI_STATUS_OCCLUDED;
        }
    }

    const int64_t forced = config().integer(Option::DxgiSyncInterval);
    const UINT interval = forced >= 0 ? static_cast<UINT>(std::min<int64_t>(forced, 4)) : syncInterval;
    const UINT latency = frameLatency();
    if (flags & DXGI_PRESENT_DO_NOT_WAIT) {
        std::lock_guard lock(mutex_);
        if (parts_.chain->GetPresentedCount() + latency <= presentCount_)
            return DXGI_ERROR_WAS_STILL_DRAWING;
    } else {
        parts_.chain->WaitLatency(latency - 1);
    }
    pace(interval);

    const ContextLock context(*parts_.contract);
    std::lock_guard lock(mutex_);
    const UINT passed = interval == 0 ? flags : flags & ~UINT(DXGI_PRESENT_ALLOW_TEARING);
    const HRESULT hr = parts_.chain->Present(interval, passed);
    if (FAILED(hr))
        return hr;
    presentCount_++;
    lastPresentTime_ = wsi::performanceCounter();
    if (waitable_)
        waitable_->presented();
    return S_OK;
}

HRESULT SwapChain::GetLastPresentCount(UINT* count) {
    if (!count)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *count = presentCount_;
    return S_OK;
}

HRESULT SwapChain::GetFrameStatistics(DXGI_FRAME_STATISTICS* stats) {
    if (!stats)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *stats = {};
    if (!isFlip(parts_.desc.SwapEffect) && !fullscreen_)
        return DXGI_ERROR_FRAME_STATISTICS_DISJOINT;
    // The first question starts the series; so does the first after a change of mode.
    if (!statsRead_) {
        statsRead_ = true;
        return DXGI_ERROR_FRAME_STATISTICS_DISJOINT;
    }
    const wsi::Mode mode = displayMode();
    const int64_t frequency = wsi::performanceFrequency();
    const double seconds = static_cast<double>(lastPresentTime_) / static_cast<double>(frequency);
    const double rate = static_cast<double>(mode.refreshNumerator) / std::max(mode.refreshDenominator, 1u);
    stats->PresentCount = presentCount_;
    stats->PresentRefreshCount = static_cast<UINT>(static_cast<uint64_t>(seconds * rate));
    stats->SyncRefreshCount = stats->PresentRefreshCount;
    stats->SyncQPCTime.QuadPart = lastPresentTime_;
    return S_OK;
}

HRESULT SwapChain::SetMaximumFrameLatency(UINT latency) {
    std::lock_guard lock(mutex_);
    if (!waitable() || latency == 0 || latency > kMaxBuffers)
        return DXGI_ERROR_INVALID_CALL;
    waitable_->setLatency(latency);
    latency_ = latency;
    return S_OK;
}

HRESULT SwapChain::GetMaximumFrameLatency(UINT* latency) {
    std::lock_guard lock(mutex_);
    if (!latency || !waitable())
        return DXGI_ERROR_INVALID_CALL;
    *latency = latency_;
    return S_OK;
}

HANDLE SwapChain::GetFrameLatencyWaitableObject() {
    std::lock_guard lock(mutex_);
    return waitable_ ? waitable_->duplicate() : nullptr;
}

} // namespace hendeca::dxgi
