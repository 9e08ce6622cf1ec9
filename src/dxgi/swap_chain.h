#pragma once
// IDXGISwapChain4 over a present chain of d3d11.dll (IHendecaPresentChain): descriptions, rules, full screen, latency and
// statistics are here; back buffers, rotation and the window's surface are there. The vtable lies in dxgi.dll, which overlays
// check. One lock guards the description and the buffers; it is never held while the window is changed, since a window's
// thread may call back (ResizeBuffers from WM_SIZE), and where both are wanted the immediate context's lock is taken
// before it. Any thread, as the program orders its calls.

#include "dxgi/chain_rules.h"
#include "dxgi/factory.h"
#include "dxgi/object.h"
#include "dxgi/pacer.h"
#include "wsi/window.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace hendeca::wsi {
class Waitable;
}

namespace hendeca::dxgi {

class LatencyWaitable;

struct ChainParts {
    ComPtr<Factory> factory;
    ComPtr<IUnknown> device;
    ComPtr<IHendecaDevice> contract;
    ComPtr<IHendecaPresentChain> chain;
    ComPtr<IDXGIOutput> restrictTo;
    std::shared_ptr<wsi::Window> window;
    ChainTarget target = ChainTarget::Window;
    DXGI_SWAP_CHAIN_DESC1 desc{}; // with its final size
    DXGI_SWAP_CHAIN_FULLSCREEN_DESC fullscreen{};
};

HendecaChainDesc toContract(const DXGI_SWAP_CHAIN_DESC1& desc);

// Holds the immediate context's lock, if the program asked for protection.
class ContextLock {
public:
    explicit ContextLock(IHendecaDevice& device) : device_(device.LockContext() ? &device : nullptr) {}
    ~ContextLock() {
        if (device_)
            device_->UnlockContext();
    }
    ContextLock(const ContextLock&) = delete;

private:
    IHendecaDevice* device_;
};

class SwapChain final : public DxgiObject<IDXGISwapChain4> {
public:
    explicit SwapChain(ChainParts parts);
    ~SwapChain() override;
    // False when a waitable object was asked for and the system has none.
    bool ready() const;
    // A chain that is made in full screen has the right buffers from the start.
    HRESULT startFullscreen(IDXGIOutput* target);

    // IDXGIObject, IDXGIDeviceSubObject
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override;
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID iid, void** device) override;
    // IDXGISwapChain
    HRESULT STDMETHODCALLTYPE Present(UINT syncInterval, UINT flags) override;
    HRESULT STDMETHODCALLTYPE GetBuffer(UINT index, REFIID iid, void** surface) override;
    HRESULT STDMETHODCALLTYPE SetFullscreenState(BOOL fullscreen, IDXGIOutput* target) override;
    HRESULT STDMETHODCALLTYPE GetFullscreenState(BOOL* fullscreen, IDXGIOutput** target) override;
    HRESULT STDMETHODCALLTYPE GetDesc(DXGI_SWAP_CHAIN_DESC* desc) override;
    HRESULT STDMETHODCALLTYPE ResizeBuffers(UINT count, UINT width, UINT height, DXGI_FORMAT format, UINT flags) override;
    HRESULT STDMETHODCALLTYPE ResizeTarget(const DXGI_MODE_DESC* mode) override;
    HRESULT STDMETHODCALLTYPE GetContainingOutput(IDXGIOutput** output) override;
    HRESULT STDMETHODCALLTYPE GetFrameStatistics(DXGI_FRAME_STATISTICS* stats) override;
    HRESULT STDMETHODCALLTYPE GetLastPresentCount(UINT* count) override;
    // IDXGISwapChain1
    HRESULT STDMETHODCALLTYPE GetDesc1(DXGI_SWAP_CHAIN_DESC1* desc) override;
    HRESULT STDMETHODCALLTYPE GetFullscreenDesc(DXGI_SWAP_CHAIN_FULLSCREEN_DESC* desc) override;
    HRESULT STDMETHODCALLTYPE GetHwnd(HWND* window) override;
    HRESULT STDMETHODCALLTYPE GetCoreWindow(REFIID iid, void** window) override;
    HRESULT STDMETHODCALLTYPE Present1(UINT syncInterval, UINT flags, const DXGI_PRESENT_PARAMETERS* parameters) override;
    BOOL STDMETHODCALLTYPE IsTemporaryMonoSupported() override { return FALSE; }
    HRESULT STDMETHODCALLTYPE GetRestrictToOutput(IDXGIOutput** output) override;
    HRESULT STDMETHODCALLTYPE SetBackgroundColor(const DXGI_RGBA* color) override;
    HRESULT STDMETHODCALLTYPE GetBackgroundColor(DXGI_RGBA* color) override;
    HRESULT STDMETHODCALLTYPE SetRotation(DXGI_MODE_ROTATION rotation) override;
    HRESULT STDMETHODCALLTYPE GetRotation(DXGI_MODE_ROTATION* rotation) override;
    // IDXGISwapChain2
    HRESULT STDMETHODCALLTYPE SetSourceSize(UINT width, UINT height) override;
    HRESULT STDMETHODCALLTYPE GetSourceSize(UINT* width, UINT* height) override;
    HRESULT STDMETHODCALLTYPE SetMaximumFrameLatency(UINT latency) override;
    HRESULT STDMETHODCALLTYPE GetMaximumFrameLatency(UINT* latency) override;
    HANDLE STDMETHODCALLTYPE GetFrameLatencyWaitableObject() override;
    HRESULT STDMETHODCALLTYPE SetMatrixTransform(const DXGI_MATRIX_3X2_F* matrix) override;
    HRESULT STDMETHODCALLTYPE GetMatrixTransform(DXGI_MATRIX_3X2_F* matrix) override;
    // IDXGISwapChain3
    UINT STDMETHODCALLTYPE GetCurrentBackBufferIndex() override { return 0; } // Direct3D 11 always draws to buffer 0
    HRESULT STDMETHODCALLTYPE CheckColorSpaceSupport(DXGI_COLOR_SPACE_TYPE space, UINT* support) override;
    HRESULT STDMETHODCALLTYPE SetColorSpace1(DXGI_COLOR_SPACE_TYPE space) override;
    HRESULT STDMETHODCALLTYPE ResizeBuffers1(UINT count, UINT width, UINT height, DXGI_FORMAT format, UINT flags,
                                             const UINT* nodeMasks, IUnknown* const* queues) override;
    // IDXGISwapChain4
    HRESULT STDMETHODCALLTYPE SetHDRMetaData(DXGI_HDR_METADATA_TYPE type, UINT size, void* data) override;

private:
    const char* className() const override { return "IDXGISwapChain"; }

    bool waitable() const { return (parts_.desc.Flags & DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT) != 0; }
    bool composition() const { return parts_.target == ChainTarget::Composition; }
    HRESULT present(UINT syncInterval, UINT flags);
    HRESULT statusNow(UINT flags);
    UINT frameLatency() const;
    void pace(UINT syncInterval);
    HRESULT leaveFullscreen();
    HRESULT enterFullscreen(IDXGIOutput* target);
    bool setNeedsResize();
    ComPtr<IDXGIOutput> outputOf(void* monitor);
    ComPtr<IDXGIAdapter> adapter();
    wsi::Mode displayMode() const;

    ChainParts parts_;
    std::recursive_mutex mutex_;
    bool fullscreen_ = false;
    ComPtr<IDXGIOutput> fullscreenOutput_;
    wsi::Mode fullscreenMode_;              // of the monitor, for statistics and sync intervals
    std::atomic<bool> changing_{false};     // full screen, under way
    bool wasForeground_ = false;            // since full screen was entered
    bool needsResize_ = false;              // a flip chain's buffers do not fit the window's new state
    UINT presentCount_ = 0;
    int64_t lastPresentTime_ = 0;           // wsi::performanceCounter
    bool statsRead_ = false;
    UINT latency_ = 1;                      // of the waitable object
    std::unique_ptr<LatencyWaitable> waitable_;
    Pacer pacer_;
    DXGI_RGBA background_{};
    DXGI_MODE_ROTATION rotation_ = DXGI_MODE_ROTATION_IDENTITY;
    DXGI_MATRIX_3X2_F matrix_{1, 0, 0, 1, 0, 0};
    DXGI_COLOR_SPACE_TYPE colorSpace_ = DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709;
};

} // namespace hendeca::dxgi
