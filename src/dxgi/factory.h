#pragma once
// IDXGIFactory7: enumerates adapters, makes swap chains, keeps registrations. Any thread.

#include "dxgi/chain_rules.h"
#include "dxgi/object.h"
#include "dxgi/occlusion.h"
#include "vk/device.h"

#include <atomic>

namespace hendeca::dxgi {

class Adapter;

class Factory final : public DxgiObject<IDXGIFactory7, IDXGIDisplayControl> {
public:
    // `legacy`: made by CreateDXGIFactory, and so without IDXGIFactory1, as Windows has it.
    Factory(UINT flags, bool legacy);
    ~Factory() override;

    OcclusionNotifier& occlusion() { return occlusion_; }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override;
    // IDXGIObject
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override;
    // IDXGIFactory
    HRESULT STDMETHODCALLTYPE EnumAdapters(UINT index, IDXGIAdapter** adapter) override;
    HRESULT STDMETHODCALLTYPE MakeWindowAssociation(HWND window, UINT flags) override;
    HRESULT STDMETHODCALLTYPE GetWindowAssociation(HWND* window) override;
    HRESULT STDMETHODCALLTYPE CreateSwapChain(IUnknown* device, DXGI_SWAP_CHAIN_DESC* desc, IDXGISwapChain** chain) override;
    HRESULT STDMETHODCALLTYPE CreateSoftwareAdapter(HMODULE module, IDXGIAdapter** adapter) override;
    // IDXGIFactory1
    HRESULT STDMETHODCALLTYPE EnumAdapters1(UINT index, IDXGIAdapter1** adapter) override;
    BOOL STDMETHODCALLTYPE IsCurrent() override { return TRUE; }
    // IDXGIFactory2
    BOOL STDMETHODCALLTYPE IsWindowedStereoEnabled() override { return FALSE; }
    HRESULT STDMETHODCALLTYPE CreateSwapChainForHwnd(IUnknown* device, HWND window, const DXGI_SWAP_CHAIN_DESC1* desc,
                                                     const DXGI_SWAP_CHAIN_FULLSCREEN_DESC* fullscreen,
                                                     IDXGIOutput* restrictTo, IDXGISwapChain1** chain) override;
    HRESULT STDMETHODCALLTYPE CreateSwapChainForCoreWindow(IUnknown* device, IUnknown* window,
                                                           const DXGI_SWAP_CHAIN_DESC1* desc, IDXGIOutput* restrictTo,
                                                           IDXGISwapChain1** chain) override;
    HRESULT STDMETHODCALLTYPE GetSharedResourceAdapterLuid(HANDLE resource, LUID* luid) override;
    HRESULT STDMETHODCALLTYPE RegisterStereoStatusWindow(HWND window, UINT message, DWORD* cookie) override;
    HRESULT STDMETHODCALLTYPE RegisterStereoStatusEvent(HANDLE event, DWORD* cookie) override;
    void STDMETHODCALLTYPE UnregisterStereoStatus(DWORD cookie) override {}
    HRESULT STDMETHODCALLTYPE RegisterOcclusionStatusWindow(HWND window, UINT message, DWORD* cookie) override;
    HRESULT STDMETHODCALLTYPE RegisterOcclusionStatusEvent(HANDLE event, DWORD* cookie) override;
    void STDMETHODCALLTYPE UnregisterOcclusionStatus(DWORD cookie) override;
    HRESULT STDMETHODCALLTYPE CreateSwapChainForComposition(IUnknown* device, const DXGI_SWAP_CHAIN_DESC1* desc,
                                                            IDXGIOutput* restrictTo, IDXGISwapChain1** chain) override;
    // IDXGIFactory3 to 7
    UINT STDMETHODCALLTYPE GetCreationFlags() override { return flags_; }
    HRESULT STDMETHODCALLTYPE EnumAdapterByLuid(LUID luid, REFIID iid, void** adapter) override;
    HRESULT STDMETHODCALLTYPE EnumWarpAdapter(REFIID iid, void** adapter) override;
    HRESULT STDMETHODCALLTYPE CheckFeatureSupport(DXGI_FEATURE feature, void* data, UINT size) override;
    HRESULT STDMETHODCALLTYPE EnumAdapterByGpuPreference(UINT index, DXGI_GPU_PREFERENCE preference, REFIID iid,
                                                         void** adapter) override;
    HRESULT STDMETHODCALLTYPE RegisterAdaptersChangedEvent(HANDLE event, DWORD* cookie) override;
    HRESULT STDMETHODCALLTYPE UnregisterAdaptersChangedEvent(DWORD cookie) override;
    // IDXGIDisplayControl
    BOOL STDMETHODCALLTYPE IsStereoEnabled() override { return FALSE; }
    void STDMETHODCALLTYPE SetStereoEnabled(BOOL enabled) override {}

private:
    const char* className() const override { return "IDXGIFactory"; }
    ComPtr<Adapter> makeAdapter(std::shared_ptr<vk::Adapter> adapter, bool software);
    HRESULT makeChain(IUnknown* device, HWND window, ChainTarget target, const DXGI_SWAP_CHAIN_DESC1& desc,
                      const DXGI_SWAP_CHAIN_FULLSCREEN_DESC& fullscreen, IDXGIOutput* restrictTo, IDXGISwapChain1** chain);

    UINT flags_;
    bool legacy_;
    std::atomic<HWND> associated_{nullptr};
    std::atomic<uint32_t> nextCookie_{1};
    OcclusionNotifier occlusion_;
};

} // namespace hendeca::dxgi
