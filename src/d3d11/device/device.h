#pragma once
// ID3D11Device5, and on the same object IDXGIDevice4, ID3D11Multithread and what dxgi asks of a device. Owns the
// backend, the immediate context, the tables of interned states and the list of unreferenced objects. Creation is
// free-threaded. It lives while the application holds it or any object that it made; its destructor waits for the
// worker and destroys what is left.

#include "d3d11/device/device_object.h"
#include "d3d11/device/interfaces.h"
#include "d3d11/device/removal_watch.h"
#include "gpu/backend.h"
#include "util/com_object.h"
#include "util/config.h"
#include "util/private_data.h"
#include "vk/caps.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace hendeca::gpu {
class FormatSupport;
}

namespace hendeca::d3d11 {

class DebugLayer;
class ImmediateContext;
class VideoDevice;
struct StateTables;

struct DeviceDesc {
    ComPtr<IDXGIAdapter> adapter;
    D3D_FEATURE_LEVEL featureLevel = D3D_FEATURE_LEVEL_11_0;
    UINT flags = 0; // D3D11_CREATE_DEVICE_FLAG
};

class Device10;

class Device final : public ComObject<ID3D11Device5, IDXGIDevice4, ID3D11Multithread, IHendecaDevice> {
public:
    // HRESULT as D3D11CreateDevice gives it; what is wrong has been logged.
    static HRESULT create(const DeviceDesc& desc, std::unique_ptr<gpu::Backend> backend, ComPtr<Device>& out);

    gpu::Backend& backend() const { return *backend_; }
    const vk::Caps& caps() const { return backend_->caps(); }
    const gpu::FormatSupport& formats() const { return *formats_; }
    ImmediateContext& immediate() const { return *immediate_; }
    D3D_FEATURE_LEVEL featureLevel() const { return featureLevel_; }
    UnreferencedList& unreferenced() { return unreferenced_; }
    StateTables& states() { return *states_; }
    // The debug layer of a device made with D3D11_CREATE_DEVICE_DEBUG; null of all others.
    DebugLayer* debug() const { return debug_.get(); }
    // Direct3D 10 over this device: offered from the first context state on.
    Device10& direct3D10() const { return *direct3D10_; }
    bool offersDirect3D10() const { return offersDirect3D10_.load(std::memory_order_acquire); }
    void offerDirect3D10() { offersDirect3D10_.store(true, std::memory_order_release); }

    // Identity of backend state objects; never used again.
    uint32_t nextStateId() { return nextStateId_.fetch_add(1, std::memory_order_relaxed); }

    // The lock that ID3D11Multithread and, while it is protected, the immediate context take.
    std::recursive_mutex& contextMutex() { return contextMutex_; }
    bool multithreadProtected() const { return multithreadProtected_.load(std::memory_order_relaxed); }

    // S_OK, or what a call on a lost device returns.
    HRESULT removedReason();
    IDXGIAdapter* adapter() const { return adapter_.get(); }

    // --- ID3D11Device (create_resources.cpp, create_states.cpp, create_shaders.cpp, create_views.cpp)
    HRESULT STDMETHODCALLTYPE CreateBuffer(const D3D11_BUFFER_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                                           ID3D11Buffer** buffer) override;
    HRESULT STDMETHODCALLTYPE CreateTexture1D(const D3D11_TEXTURE1D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                                              ID3D11Texture1D** texture) override;
    HRESULT STDMETHODCALLTYPE CreateTexture2D(const D3D11_TEXTURE2D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                                              ID3D11Texture2D** texture) override;
    HRESULT STDMETHODCALLTYPE CreateTexture3D(const D3D11_TEXTURE3D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                                              ID3D11Texture3D** texture) override;
    HRESULT STDMETHODCALLTYPE CreateShaderResourceView(ID3D11Resource* resource,
                                                       const D3D11_SHADER_RESOURCE_VIEW_DESC* desc,
                                                       ID3D11ShaderResourceView** view) override;
    HRESULT STDMETHODCALLTYPE CreateUnorderedAccessView(ID3D11Resource* resource,
                                                        const D3D11_UNORDERED_ACCESS_VIEW_DESC* desc,
                                                        ID3D11UnorderedAccessView** view) override;
    HRESULT STDMETHODCALLTYPE CreateRenderTargetView(ID3D11Resource* resource,
                                                     const D3D11_RENDER_TARGET_VIEW_DESC* desc,
                                                     ID3D11RenderTargetView** view) override;
    HRESULT STDMETHODCALLTYPE CreateDepthStencilView(ID3D11Resource* resource,
                                                     const D3D11_DEPTH_STENCIL_VIEW_DESC* desc,
                                                     ID3D11DepthStencilView** view) override;
    HRESULT STDMETHODCALLTYPE CreateInputLayout(const D3D11_INPUT_ELEMENT_DESC* elements, UINT count,
                                                const void* bytecode, SIZE_T length,
                                                ID3D11InputLayout** layout) override;
    HRESULT STDMETHODCALLTYPE CreateVertexShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                                 ID3D11VertexShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateGeometryShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                                   ID3D11GeometryShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateGeometryShaderWithStreamOutput(const void* bytecode, SIZE_T length,
                                                                   const D3D11_SO_DECLARATION_ENTRY* entries,
                                                                   UINT entryCount, const UINT* strides,
                                                                   UINT strideCount, UINT rasterizedStream,
                                                                   ID3D11ClassLinkage* linkage,
                                                                   ID3D11GeometryShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreatePixelShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                                ID3D11PixelShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateHullShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                               ID3D11HullShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateDomainShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                                 ID3D11DomainShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateComputeShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                                  ID3D11ComputeShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateClassLinkage(ID3D11ClassLinkage** linkage) override;
    HRESULT STDMETHODCALLTYPE CreateBlendState(const D3D11_BLEND_DESC* desc, ID3D11BlendState** state) override;
    HRESULT STDMETHODCALLTYPE CreateDepthStencilState(const D3D11_DEPTH_STENCIL_DESC* desc,
                                                      ID3D11DepthStencilState** state) override;
    HRESULT STDMETHODCALLTYPE CreateRasterizerState(const D3D11_RASTERIZER_DESC* desc,
                                                    ID3D11RasterizerState** state) override;
    HRESULT STDMETHODCALLTYPE CreateSamplerState(const D3D11_SAMPLER_DESC* desc, ID3D11SamplerState** state) override;
    HRESULT STDMETHODCALLTYPE CreateQuery(const D3D11_QUERY_DESC* desc, ID3D11Query** query) override;
    HRESULT STDMETHODCALLTYPE CreatePredicate(const D3D11_QUERY_DESC* desc, ID3D11Predicate** predicate) override;
    HRESULT STDMETHODCALLTYPE CreateCounter(const D3D11_COUNTER_DESC* desc, ID3D11Counter** counter) override;
    HRESULT STDMETHODCALLTYPE CreateDeferredContext(UINT flags, ID3D11DeviceContext** context) override;
    HRESULT STDMETHODCALLTYPE OpenSharedResource(HANDLE handle, REFIID iid, void** resource) override;
    HRESULT STDMETHODCALLTYPE CheckFormatSupport(DXGI_FORMAT format, UINT* support) override;
    HRESULT STDMETHODCALLTYPE CheckMultisampleQualityLevels(DXGI_FORMAT format, UINT samples, UINT* levels) override;
    void STDMETHODCALLTYPE CheckCounterInfo(D3D11_COUNTER_INFO* info) override;
    HRESULT STDMETHODCALLTYPE CheckCounter(const D3D11_COUNTER_DESC* desc, D3D11_COUNTER_TYPE* type, UINT* active,
                                           LPSTR name, UINT* nameLength, LPSTR units, UINT* unitsLength,
                                           LPSTR description, UINT* descriptionLength) override;
    HRESULT STDMETHODCALLTYPE CheckFeatureSupport(D3D11_FEATURE feature, void* data, UINT size) override;
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override {
        return privateData_.get(guid, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override {
        return privateData_.set(guid, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override {
        return privateData_.setInterface(guid, object);
    }
    D3D_FEATURE_LEVEL STDMETHODCALLTYPE GetFeatureLevel() override { return featureLevel_; }
    UINT STDMETHODCALLTYPE GetCreationFlags() override { return flags_; }
    HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override;
    void STDMETHODCALLTYPE GetImmediateContext(ID3D11DeviceContext** context) override;
    HRESULT STDMETHODCALLTYPE SetExceptionMode(UINT flags) override;
    UINT STDMETHODCALLTYPE GetExceptionMode() override { return exceptionMode_; }

    // --- ID3D11Device1
    void STDMETHODCALLTYPE GetImmediateContext1(ID3D11DeviceContext1** context) override;
    HRESULT STDMETHODCALLTYPE CreateDeferredContext1(UINT flags, ID3D11DeviceContext1** context) override;
    HRESULT STDMETHODCALLTYPE CreateBlendState1(const D3D11_BLEND_DESC1* desc, ID3D11BlendState1** state) override;
    HRESULT STDMETHODCALLTYPE CreateRasterizerState1(const D3D11_RASTERIZER_DESC1* desc,
                                                     ID3D11RasterizerState1** state) override;
    HRESULT STDMETHODCALLTYPE CreateDeviceContextState(UINT flags, const D3D_FEATURE_LEVEL* levels, UINT levelCount,
                                                       UINT sdkVersion, REFIID emulated, D3D_FEATURE_LEVEL* chosen,
                                                       ID3DDeviceContextState** state) override;
    HRESULT STDMETHODCALLTYPE OpenSharedResource1(HANDLE handle, REFIID iid, void** resource) override;
    HRESULT STDMETHODCALLTYPE OpenSharedResourceByName(LPCWSTR name, DWORD access, REFIID iid,
                                                       void** resource) override;

    // --- ID3D11Device2
    void STDMETHODCALLTYPE GetImmediateContext2(ID3D11DeviceContext2** context) override;
    HRESULT STDMETHODCALLTYPE CreateDeferredContext2(UINT flags, ID3D11DeviceContext2** context) override;
    void STDMETHODCALLTYPE GetResourceTiling(ID3D11Resource* resource, UINT* tileCount, D3D11_PACKED_MIP_DESC* mips,
                                             D3D11_TILE_SHAPE* shape, UINT* tilingCount, UINT firstTiling,
                                             D3D11_SUBRESOURCE_TILING* tiling) override;
    HRESULT STDMETHODCALLTYPE CheckMultisampleQualityLevels1(DXGI_FORMAT format, UINT samples, UINT flags,
                                                             UINT* levels) override;

    // --- ID3D11Device3
    HRESULT STDMETHODCALLTYPE CreateTexture2D1(const D3D11_TEXTURE2D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                                               ID3D11Texture2D1** texture) override;
    HRESULT STDMETHODCALLTYPE CreateTexture3D1(const D3D11_TEXTURE3D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                                               ID3D11Texture3D1** texture) override;
    HRESULT STDMETHODCALLTYPE CreateRasterizerState2(const D3D11_RASTERIZER_DESC2* desc,
                                                     ID3D11RasterizerState2** state) override;
    HRESULT STDMETHODCALLTYPE CreateShaderResourceView1(ID3D11Resource* resource,
                                                        const D3D11_SHADER_RESOURCE_VIEW_DESC1* desc,
                                                        ID3D11ShaderResourceView1** view) override;
    HRESULT STDMETHODCALLTYPE CreateUnorderedAccessView1(ID3D11Resource* resource,
                                                         const D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc,
                                                         ID3D11UnorderedAccessView1** view) override;
    HRESULT STDMETHODCALLTYPE CreateRenderTargetView1(ID3D11Resource* resource,
                                                      const D3D11_RENDER_TARGET_VIEW_DESC1* desc,
                                                      ID3D11RenderTargetView1** view) override;
    HRESULT STDMETHODCALLTYPE CreateQuery1(const D3D11_QUERY_DESC1* desc, ID3D11Query1** query) override;
    void STDMETHODCALLTYPE GetImmediateContext3(ID3D11DeviceContext3** context) override;
    HRESULT STDMETHODCALLTYPE CreateDeferredContext3(UINT flags, ID3D11DeviceContext3** context) override;
    void STDMETHODCALLTYPE WriteToSubresource(ID3D11Resource* target, UINT subresource, const D3D11_BOX* box,
                                              const void* data, UINT rowPitch, UINT slicePitch) override;
    void STDMETHODCALLTYPE ReadFromSubresource(void* data, UINT rowPitch, UINT slicePitch, ID3D11Resource* source,
                                               UINT subresource, const D3D11_BOX* box) override;

    // --- ID3D11Device4, ID3D11Device5
    HRESULT STDMETHODCALLTYPE RegisterDeviceRemovedEvent(HANDLE event, DWORD* cookie) override;
    void STDMETHODCALLTYPE UnregisterDeviceRemoved(DWORD cookie) override;
    HRESULT STDMETHODCALLTYPE OpenSharedFence(HANDLE handle, REFIID iid, void** fence) override;
    HRESULT STDMETHODCALLTYPE CreateFence(UINT64 value, D3D11_FENCE_FLAG flags, REFIID iid, void** fence) override;

    // --- IDXGIDevice4 (dxgi_device.cpp)
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override;
    HRESULT STDMETHODCALLTYPE GetAdapter(IDXGIAdapter** adapter) override;
    HRESULT STDMETHODCALLTYPE CreateSurface(const DXGI_SURFACE_DESC* desc, UINT count, DXGI_USAGE usage,
                                            const DXGI_SHARED_RESOURCE* shared, IDXGISurface** surface) override;
    HRESULT STDMETHODCALLTYPE QueryResourceResidency(IUnknown* const* resources, DXGI_RESIDENCY* residency,
                                                     UINT count) override;
    HRESULT STDMETHODCALLTYPE SetGPUThreadPriority(INT priority) override;
    HRESULT STDMETHODCALLTYPE GetGPUThreadPriority(INT* priority) override;
    HRESULT STDMETHODCALLTYPE SetMaximumFrameLatency(UINT latency) override;
    HRESULT STDMETHODCALLTYPE GetMaximumFrameLatency(UINT* latency) override;
    HRESULT STDMETHODCALLTYPE OfferResources(UINT count, IDXGIResource* const* resources,
                                             DXGI_OFFER_RESOURCE_PRIORITY priority) override;
    HRESULT STDMETHODCALLTYPE ReclaimResources(UINT count, IDXGIResource* const* resources, BOOL* discarded) override;
    HRESULT STDMETHODCALLTYPE EnqueueSetEvent(HANDLE event) override;
    void STDMETHODCALLTYPE Trim() override {}
    HRESULT STDMETHODCALLTYPE OfferResources1(UINT count, IDXGIResource* const* resources,
                                              DXGI_OFFER_RESOURCE_PRIORITY priority, UINT flags) override;
    HRESULT STDMETHODCALLTYPE ReclaimResources1(UINT count, IDXGIResource* const* resources,
                                                DXGI_RECLAIM_RESOURCE_RESULTS* results) override;

    // --- ID3D11Multithread
    void STDMETHODCALLTYPE Enter() override { contextMutex_.lock(); }
    void STDMETHODCALLTYPE Leave() override { contextMutex_.unlock(); }
    BOOL STDMETHODCALLTYPE SetMultithreadProtected(BOOL protect) override;
    BOOL STDMETHODCALLTYPE GetMultithreadProtected() override { return multithreadProtected(); }

    // --- IHendecaDevice
    uint32_t STDMETHODCALLTYPE GetBuildId() override { return kContractBuildId; }
    HRESULT STDMETHODCALLTYPE CreatePresentChain(const HendecaChainDesc* desc, IHendecaSurfaceSource* source,
                                                 IHendecaPresentChain** chain) override;
    uint32_t STDMETHODCALLTYPE GetFrameLatency() override { return frameLatency_.load(std::memory_order_relaxed); }
    BOOL STDMETHODCALLTYPE LockContext() override {
        if (!multithreadProtected())
            return FALSE;
        contextMutex_.lock();
        return TRUE;
    }
    void STDMETHODCALLTYPE UnlockContext() override { contextMutex_.unlock(); }
    uint32_t STDMETHODCALLTYPE GetFloatFacts() override {
        return (caps().denormFlushToZero32 ? uint32_t(kFloatFactFlushes32) : 0u) |
               (caps().denormPreserve64 ? uint32_t(kFloatFactKeeps64) : 0u);
    }
    void STDMETHODCALLTYPE OfferDirect3D10(uint32_t flags) override;

private:
    template <class T, class... Args>
    friend ComPtr<T> hendeca::makeCom(Args&&...);
    Device(const DeviceDesc& desc, std::unique_ptr<gpu::Backend> backend);
    ~Device() override;
    HRESULT start(); // makes the immediate context
    HRESULT queryOtherInterface(REFIID iid, void** object) override;
    const char* className() const override { return "ID3D11Device"; }

    ComPtr<IDXGIAdapter> adapter_;
    D3D_FEATURE_LEVEL featureLevel_;
    UINT flags_;
    PrivateData privateData_;
    std::unique_ptr<DebugLayer> debug_; // outlives all objects
    std::unique_ptr<gpu::Backend> backend_;
    RemovalWatch removalWatch_;
    std::unique_ptr<gpu::FormatSupport> formats_;
    std::unique_ptr<StateTables> states_;
    std::unique_ptr<VideoDevice> video_;
    std::unique_ptr<Device10> direct3D10_;
    std::atomic<bool> offersDirect3D10_{false};
    UnreferencedList unreferenced_;
    std::unique_ptr<ImmediateContext> immediate_;
    std::atomic<uint32_t> nextStateId_{1};
    std::recursive_mutex contextMutex_;
    std::atomic<bool> multithreadProtected_{false};
    std::atomic<uint32_t> frameLatency_{3};
    std::atomic<int> gpuThreadPriority_{0};
    std::atomic<UINT> exceptionMode_{0};
    std::atomic<bool> removalLogged_{false};
};

} // namespace hendeca::d3d11
