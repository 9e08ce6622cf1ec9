#pragma once
// A monitor as an IDXGIOutput6. Many objects may stand for one monitor; which swap chain shows itself full screen on it is
// kept in one table for the process (FullscreenTable). Any thread.

#include "dxgi/object.h"
#include "wsi/window.h"

namespace hendeca::dxgi {

class Adapter;

// Which swap chain owns which monitor.
bool claimMonitor(const wsi::Monitor& monitor, const void* chain); // false: another chain has it
void releaseMonitor(const void* chain);
const void* monitorOwner(const wsi::Monitor& monitor);

class Output final : public DxgiObject<IDXGIOutput6> {
public:
    Output(Adapter* adapter, wsi::Monitor monitor);
    ~Output() override;

    const wsi::Monitor& monitor() const { return monitor_; }
    // The Output behind an interface that a program passed in; null for a foreign one.
    static Output* from(IDXGIOutput* output);

    // IDXGIObject
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override;
    // IDXGIOutput
    HRESULT STDMETHODCALLTYPE GetDesc(DXGI_OUTPUT_DESC* desc) override;
    HRESULT STDMETHODCALLTYPE GetDisplayModeList(DXGI_FORMAT format, UINT flags, UINT* count, DXGI_MODE_DESC* modes) override;
    HRESULT STDMETHODCALLTYPE FindClosestMatchingMode(const DXGI_MODE_DESC* wanted, DXGI_MODE_DESC* closest,
                                                      IUnknown* device) override;
    HRESULT STDMETHODCALLTYPE WaitForVBlank() override;
    HRESULT STDMETHODCALLTYPE TakeOwnership(IUnknown* device, BOOL exclusive) override;
    void STDMETHODCALLTYPE ReleaseOwnership() override;
    HRESULT STDMETHODCALLTYPE GetGammaControlCapabilities(DXGI_GAMMA_CONTROL_CAPABILITIES* caps) override;
    HRESULT STDMETHODCALLTYPE SetGammaControl(const DXGI_GAMMA_CONTROL* gamma) override;
    HRESULT STDMETHODCALLTYPE GetGammaControl(DXGI_GAMMA_CONTROL* gamma) override;
    HRESULT STDMETHODCALLTYPE SetDisplaySurface(IDXGISurface* surface) override;
    HRESULT STDMETHODCALLTYPE GetDisplaySurfaceData(IDXGISurface* surface) override;
    HRESULT STDMETHODCALLTYPE GetFrameStatistics(DXGI_FRAME_STATISTICS* stats) override;
    // IDXGIOutput1 to 6
    HRESULT STDMETHODCALLTYPE GetDisplayModeList1(DXGI_FORMAT format, UINT flags, UINT* count,
                                                  DXGI_MODE_DESC1* modes) override;
    HRESULT STDMETHODCALLTYPE FindClosestMatchingMode1(const DXGI_MODE_DESC1* wanted, DXGI_MODE_DESC1* closest,
                                                       IUnknown* device) override;
    HRESULT STDMETHODCALLTYPE GetDisplaySurfaceData1(IDXGIResource* resource) override;
    HRESULT STDMETHODCALLTYPE DuplicateOutput(IUnknown* device, IDXGIOutputDuplication** duplication) override;
    BOOL STDMETHODCALLTYPE SupportsOverlays() override { return FALSE; }
    HRESULT STDMETHODCALLTYPE CheckOverlaySupport(DXGI_FORMAT format, IUnknown* device, UINT* flags) override;
    HRESULT STDMETHODCALLTYPE CheckOverlayColorSpaceSupport(DXGI_FORMAT format, DXGI_COLOR_SPACE_TYPE space,
                                                            IUnknown* device, UINT* flags) override;
    HRESULT STDMETHODCALLTYPE DuplicateOutput1(IUnknown* device, UINT flags, UINT count, const DXGI_FORMAT* formats,
                                               IDXGIOutputDuplication** duplication) override;
    HRESULT STDMETHODCALLTYPE GetDesc1(DXGI_OUTPUT_DESC1* desc) override;
    HRESULT STDMETHODCALLTYPE CheckHardwareCompositionSupport(UINT* flags) override;

private:
    const char* className() const override { return "IDXGIOutput"; }

    ComPtr<Adapter> adapter_;
    wsi::Monitor monitor_;
};

} // namespace hendeca::dxgi
