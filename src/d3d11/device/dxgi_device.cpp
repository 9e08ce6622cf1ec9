// The DXGI side of the device.
#include "d3d11/device/device.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/present/present_chain.h"
#include "d3d11/resource/texture.h"
#include "d3d11/sync/fence.h"
#include "gpu/backend/completion.h"
#include "util/log.h"

#include <algorithm>

namespace hendeca::d3d11 {

namespace {

constexpr UINT kDefaultFrameLatency = 3;
constexpr UINT kMaxFrameLatency = 16;

bool isOfferPriority(DXGI_OFFER_RESOURCE_PRIORITY priority) {
    return priority >= DXGI_OFFER_RESOURCE_PRIORITY_LOW && priority <= DXGI_OFFER_RESOURCE_PRIORITY_HIGH;
}

UINT bindFlagsOf(DXGI_USAGE usage) {
    UINT flags = 0;
    if (usage & DXGI_USAGE_SHADER_INPUT)
        flags |= D3D11_BIND_SHADER_RESOURCE;
    if (usage & DXGI_USAGE_RENDER_TARGET_OUTPUT)
        flags |= D3D11_BIND_RENDER_TARGET;
    if (usage & DXGI_USAGE_UNORDERED_ACCESS)
        flags |= D3D11_BIND_UNORDERED_ACCESS;
    return flags;
}

} // namespace

HRESULT Device::GetParent(REFIID iid, void** parent) {
    return adapter_->QueryInterface(iid, parent);
}

HRESULT Device::GetAdapter(IDXGIAdapter** adapter) {
    if (!adapter)
        return DXGI_ERROR_INVALID_CALL;
    *adapter = adapter_.ref();
    return S_OK;
}

HRESULT Device::CreateSurface(const DXGI_SURFACE_DESC* desc, UINT count, DXGI_USAGE usage, const DXGI_SHARED_RESOURCE*,
                              IDXGISurface** surfaces) {
    if (!desc || (count && !surfaces))
        return E_INVALIDARG;
    std::fill_n(surfaces, count, nullptr);
    D3D11_TEXTURE2D_DESC texture{};
    texture.Width = desc->Width;
    texture.Height = desc->Height;
    texture.MipLevels = 1;
    texture.ArraySize = 1;
    texture.Format = desc->Format;
    texture.SampleDesc = desc->SampleDesc;
    texture.BindFlags = bindFlagsOf(usage);
    for (UINT i = 0; i < count; i++) {
        ComPtr<ID3D11Texture2D> made;
        HRESULT hr = CreateTexture2D(&texture, nullptr, made.put());
        if (SUCCEEDED(hr))
            hr = made->QueryInterface(__uuidof(IDXGISurface), reinterpret_cast<void**>(&surfaces[i]));
        if (FAILED(hr)) {
            for (UINT j = 0; j < i; j++) {
                surfaces[j]->Release();
                surfaces[j] = nullptr;
            }
            return hr;
        }
    }
    return S_OK;
}

HRESULT Device::QueryResourceResidency(IUnknown* const* resources, DXGI_RESIDENCY* residency, UINT count) {
    if (!resources || !residency)
        return E_INVALIDARG;
    // Vulkan keeps what is allocated where the driver sees fit, and does not tell.
    std::fill_n(residency, count, DXGI_RESIDENCY_FULLY_RESIDENT);
    return S_OK;
}

HRESULT Device::SetGPUThreadPriority(INT priority) {
    if (priority < -7 || priority > 7)
        return E_INVALIDARG;
    gpuThreadPriority_ = priority;
    return S_OK;
}

HRESULT Device::GetGPUThreadPriority(INT* priority) {
    if (!priority)
        return E_INVALIDARG;
    *priority = gpuThreadPriority_;
    return S_OK;
}

HRESULT Device::SetMaximumFrameLatency(UINT latency) {
    if (latency > kMaxFrameLatency)
        return DXGI_ERROR_INVALID_CALL;
    frameLatency_ = latency ? latency : kDefaultFrameLatency;
    return S_OK;
}

HRESULT Device::GetMaximumFrameLatency(UINT* latency) {
    if (!latency)
        return DXGI_ERROR_INVALID_CALL;
    *latency = frameLatency_;
    return S_OK;
}

// Offered memory may be kept as it is; nothing is ever discarded.
HRESULT Device::OfferResources(UINT count, IDXGIResource* const* resources, DXGI_OFFER_RESOURCE_PRIORITY priority) {
    return OfferResources1(count, resources, priority, 0);
}

HRESULT Device::OfferResources1(UINT count, IDXGIResource* const* resources, DXGI_OFFER_RESOURCE_PRIORITY priority,
                                UINT) {
    return (count && !resources) || !isOfferPriority(priority) ? E_INVALIDARG : S_OK;
}

HRESULT Device::ReclaimResources(UINT count, IDXGIResource* const* resources, BOOL* discarded) {
    if (count && !resources)
        return E_INVALIDARG;
    if (discarded)
        std::fill_n(discarded, count, FALSE);
    return S_OK;
}

HRESULT Device::ReclaimResources1(UINT count, IDXGIResource* const* resources, DXGI_RECLAIM_RESOURCE_RESULTS* results) {
    if (count && (!resources || !results))
        return E_INVALIDARG;
    if (results)
        std::fill_n(results, count, DXGI_RECLAIM_RESOURCE_RESULT_OK);
    return S_OK;
}

HRESULT Device::EnqueueSetEvent(HANDLE event) {
    std::unique_ptr<gpu::Completion> then = event ? signalLater(event) : nullptr;
    if (!then)
        return E_INVALIDARG;
    immediate_->flushAndThen(std::move(then));
    return S_OK;
}

HRESULT Device::CreatePresentChain(const HendecaChainDesc* desc, IHendecaSurfaceSource* source,
                                   IHendecaPresentChain** chain) {
    if (!desc || !chain)
        return E_INVALIDARG;
    return PresentChain::create(*this, *desc, source, chain);
}

} // namespace hendeca::d3d11
