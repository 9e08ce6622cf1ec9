#include "dxgi/adapter.h"
#include "dxgi/modes.h"
#include "dxgi/output.h"
#include "dxgi/swap_chain.h"

namespace hendeca::dxgi {

namespace {

wsi::Mode toMode(const DXGI_MODE_DESC1& desc) {
    wsi::Mode mode;
    mode.width = desc.Width;
    mode.height = desc.Height;
    mode.refreshNumerator = desc.RefreshRate.Numerator;
    mode.refreshDenominator = desc.RefreshRate.Denominator;
    return mode;
}

// Sets a flag for as long as a change of state runs.
class ChangeGuard {
public:
    explicit ChangeGuard(std::atomic<bool>& flag) : flag_(flag), mine_(!flag.exchange(true)) {}
    ~ChangeGuard() {
        if (mine_)
            flag_.store(false);
    }
    bool mine() const { return mine_; }

private:
    std::atomic<bool>& flag_;
    bool mine_;
};

} // namespace

ComPtr<IDXGIOutput> SwapChain::outputOf(void* monitor) {
    ComPtr<IDXGIAdapter> owner = adapter();
    for (UINT i = 0; owner; i++) {
        ComPtr<IDXGIOutput> output;
        DXGI_OUTPUT_DESC desc{};
        if (FAILED(owner->EnumOutputs(i, output.put())) || FAILED(output->GetDesc(&desc)))
            break;
        if (!monitor || desc.Monitor == static_cast<HMONITOR>(monitor))
            return output;
    }
    return {};
}

HRESULT SwapChain::GetContainingOutput(IDXGIOutput** output) {
    if (!output)
        return DXGI_ERROR_INVALID_CALL;
    *output = nullptr;
    {
        std::lock_guard lock(mutex_);
        if (fullscreen_) {
            *output = fullscreenOutput_.ref();
            return S_OK;
        }
    }
    // A window that shows nothing is taken to be on the first monitor, if there is one.
    ComPtr<IDXGIOutput> found = parts_.window->alive() ? outputOf(parts_.window->monitor()) : nullptr;
    *output = found.detach();
    return *output ? S_OK : DXGI_ERROR_UNSUPPORTED;
}

HRESULT SwapChain::SetFullscreenState(BOOL fullscreen, IDXGIOutput* target) {
    if (!fullscreen && target)
        return DXGI_ERROR_INVALID_CALL;
    if (fullscreen && composition())
        return DXGI_ERROR_INVALID_CALL;
    return fullscreen ? enterFullscreen(target) : leaveFullscreen();
}

HRESULT SwapChain::startFullscreen(IDXGIOutput* target) {
    const HRESULT hr = enterFullscreen(target);
    std::lock_guard lock(mutex_);
    needsResize_ = false;
    return hr;
}

HRESULT SwapChain::enterFullscreen(IDXGIOutput* target) {
    ChangeGuard guard(changing_);
    if (!guard.mine())
        return DXGI_STATUS_MODE_CHANGE_IN_PROGRESS;
    if (!parts_.window->alive() || !parts_.window->native())
        return DXGI_ERROR_NOT_CURRENTLY_AVAILABLE;
    ComPtr<IDXGIOutput> chosen(target);
    if (!chosen && parts_.restrictTo)
        chosen = parts_.restrictTo;
    if (!chosen)
        chosen = outputOf(parts_.window->monitor());
    Output* output = Output::from(chosen.get());
    if (!output)
        return target ? DXGI_ERROR_INVALID_CALL : DXGI_ERROR_NOT_CURRENTLY_AVAILABLE;
    if (!claimMonitor(output->monitor(), this))
        return DXGI_ERROR_NOT_CURRENTLY_AVAILABLE;

    wsi::Mode mode = wsi::currentMode(output->monitor());
    bool change = false;
    DXGI_SWAP_CHAIN_DESC1 desc;
    DXGI_SWAP_CHAIN_FULLSCREEN_DESC wish;
    {
        std::lock_guard lock(mutex_);
        desc = parts_.desc;
        wish = parts_.fullscreen;
    }
    if (desc.Flags & DXGI_SWAP_CHAIN_FLAG_ALLOW_MODE_SWITCH) {
        DXGI_MODE_DESC1 wanted{};
        wanted.Width = desc.Width;
        wanted.Height = desc.Height;
        wanted.RefreshRate = wish.RefreshRate;
        wanted.ScanlineOrdering = wish.ScanlineOrdering;
        DXGI_MODE_DESC1 closest{};
        const auto modes = listModes(wsi::modes(output->monitor()), DXGI_FORMAT_R8G8B8A8_UNORM, 0);
        if (closestMode(modes, mode, wanted, closest) && !(toMode(closest) == mode)) {
            mode = toMode(closest);
            change = true;
        }
    }
    // The buffers of a chain that flips must be made anew for the new state: until then Present refuses. The window's thread
    // may do so (ResizeBuffers from WM_SIZE) while the window changes, so no lock is held.
    const bool raised = setNeedsResize();
    if (!parts_.window->enterFullscreen(output->monitor(), change ? &mode : nullptr) &&
        !(change && parts_.window->enterFullscreen(output->monitor(), nullptr))) {
        releaseMonitor(this);
        std::lock_guard lock(mutex_);
        if (raised)
            needsResize_ = false;
        return DXGI_ERROR_NOT_CURRENTLY_AVAILABLE;
    }
    std::lock_guard lock(mutex_);
    fullscreen_ = true;
    wasForeground_ = false;
    fullscreenOutput_ = chosen;
    fullscreenMode_ = mode;
    statsRead_ = false;
    return S_OK;
}

HRESULT SwapChain::leaveFullscreen() {
    {
        std::lock_guard lock(mutex_);
        if (!fullscreen_)
            return S_OK;
    }
    ChangeGuard guard(changing_);
    if (!guard.mine())
        return DXGI_STATUS_MODE_CHANGE_IN_PROGRESS;
    {
        std::lock_guard lock(mutex_);
        fullscreen_ = false;
        fullscreenOutput_.reset();
        statsRead_ = false;
    }
    releaseMonitor(this);
    if (parts_.window->alive())
        setNeedsResize();
    parts_.window->leaveFullscreen();
    return S_OK;
}

// True if the flag was raised by this call.
bool SwapChain::setNeedsResize() {
    std::lock_guard lock(mutex_);
    const bool raised = isFlip(parts_.desc.SwapEffect) && !needsResize_;
    needsResize_ = needsResize_ || raised;
    return raised;
}

HRESULT SwapChain::GetFullscreenState(BOOL* fullscreen, IDXGIOutput** target) {
    std::lock_guard lock(mutex_);
    if (fullscreen)
        *fullscreen = fullscreen_;
    if (target)
        *target = fullscreen_ ? fullscreenOutput_.ref() : nullptr;
    return S_OK;
}

HRESULT SwapChain::ResizeTarget(const DXGI_MODE_DESC* mode) {
    if (!mode)
        return DXGI_ERROR_INVALID_CALL;
    if (composition() || !parts_.window->alive())
        return DXGI_ERROR_INVALID_CALL;
    if (!parts_.window->native())
        return S_OK; // nothing to resize
    bool fullscreen;
    ComPtr<IDXGIOutput> on;
    bool switches;
    {
        std::lock_guard lock(mutex_);
        fullscreen = fullscreen_;
        on = fullscreenOutput_;
        switches = (parts_.desc.Flags & DXGI_SWAP_CHAIN_FLAG_ALLOW_MODE_SWITCH) != 0;
        if (mode->RefreshRate.Denominator)
            parts_.fullscreen.RefreshRate = mode->RefreshRate;
        parts_.fullscreen.ScanlineOrdering = mode->ScanlineOrdering;
        parts_.fullscreen.Scaling = mode->Scaling;
    }
    if (!fullscreen) {
        parts_.window->resizeClient({mode->Width, mode->Height});
        return S_OK;
    }
    Output* output = Output::from(on.get());
    if (!output || !switches)
        return S_OK; // the screen keeps its mode, and the window covers it
    DXGI_MODE_DESC1 wanted{};
    wanted.Width = mode->Width;
    wanted.Height = mode->Height;
    wanted.RefreshRate = mode->RefreshRate;
    DXGI_MODE_DESC1 closest{};
    const wsi::Mode now = wsi::currentMode(output->monitor());
    const auto modes = listModes(wsi::modes(output->monitor()), DXGI_FORMAT_R8G8B8A8_UNORM, 0);
    if (!closestMode(modes, now, wanted, closest))
        return DXGI_ERROR_NOT_CURRENTLY_AVAILABLE;
    const wsi::Mode next = toMode(closest);
    if (next == now)
        return S_OK;
    if (!parts_.window->enterFullscreen(output->monitor(), &next))
        return DXGI_ERROR_NOT_CURRENTLY_AVAILABLE;
    std::lock_guard lock(mutex_);
    fullscreenMode_ = next;
    statsRead_ = false;
    return S_OK;
}

} // namespace hendeca::dxgi
