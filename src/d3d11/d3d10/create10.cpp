// ID3D10Device: creation, and questions about what the device can.
#include "d3d11/d3d10/conversions.h"
#include "d3d11/d3d10/device10.h"

#include "d3d11/device/device.h"

#include <algorithm>
#include <vector>

namespace hendeca::d3d11 {

namespace {

// Makes with `create(ID3D11X**)` and hands out the other face. A null `out` only judges, as in Direct3D 11.
template <class I11, class I10, class Create>
HRESULT made(I10** out, Create&& create) {
    if (!out)
        return create(static_cast<I11**>(nullptr));
    *out = nullptr;
    I11* own = nullptr;
    const HRESULT hr = create(&own);
    if (FAILED(hr))
        return hr;
    *out = give10<I10>(own);
    return *out ? S_OK : E_INVALIDARG;
}

const D3D11_SUBRESOURCE_DATA* data11(const D3D10_SUBRESOURCE_DATA* data) {
    static_assert(sizeof(D3D10_SUBRESOURCE_DATA) == sizeof(D3D11_SUBRESOURCE_DATA));
    return reinterpret_cast<const D3D11_SUBRESOURCE_DATA*>(data);
}

template <class Desc11, class Desc10>
Desc11 texture11(const Desc10& desc) {
    Desc11 own = sameLayout<Desc11>(desc);
    own.MiscFlags = miscFlags11(desc.MiscFlags);
    return own;
}

} // namespace

HRESULT Device10::CreateBuffer(const D3D10_BUFFER_DESC* desc, const D3D10_SUBRESOURCE_DATA* data, ID3D10Buffer** buffer) {
    D3D11_BUFFER_DESC own{};
    if (desc)
        own = to11(*desc);
    return made<ID3D11Buffer>(buffer, [&](ID3D11Buffer** to) {
        return device_.CreateBuffer(desc ? &own : nullptr, data11(data), to);
    });
}

HRESULT Device10::CreateTexture1D(const D3D10_TEXTURE1D_DESC* desc, const D3D10_SUBRESOURCE_DATA* data,
                                  ID3D10Texture1D** texture) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = texture11<D3D11_TEXTURE1D_DESC>(*desc);
    return made<ID3D11Texture1D>(
        texture, [&](ID3D11Texture1D** to) { return device_.CreateTexture1D(&own, data11(data), to); });
}

HRESULT Device10::CreateTexture2D(const D3D10_TEXTURE2D_DESC* desc, const D3D10_SUBRESOURCE_DATA* data,
                                  ID3D10Texture2D** texture) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = texture11<D3D11_TEXTURE2D_DESC>(*desc);
    return made<ID3D11Texture2D>(
        texture, [&](ID3D11Texture2D** to) { return device_.CreateTexture2D(&own, data11(data), to); });
}

HRESULT Device10::CreateTexture3D(const D3D10_TEXTURE3D_DESC* desc, const D3D10_SUBRESOURCE_DATA* data,
                                  ID3D10Texture3D** texture) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = texture11<D3D11_TEXTURE3D_DESC>(*desc);
    return made<ID3D11Texture3D>(
        texture, [&](ID3D11Texture3D** to) { return device_.CreateTexture3D(&own, data11(data), to); });
}

HRESULT Device10::CreateShaderResourceView(ID3D10Resource* resource, const D3D10_SHADER_RESOURCE_VIEW_DESC* desc,
                                           ID3D10ShaderResourceView** view) {
    D3D11_SHADER_RESOURCE_VIEW_DESC own{};
    if (desc)
        own = sameLayout<D3D11_SHADER_RESOURCE_VIEW_DESC>(*desc);
    return made<ID3D11ShaderResourceView>(view, [&](ID3D11ShaderResourceView** to) {
        return device_.CreateShaderResourceView(take11<ID3D11Resource>(resource), desc ? &own : nullptr, to);
    });
}

HRESULT Device10::CreateShaderResourceView1(ID3D10Resource* resource, const D3D10_SHADER_RESOURCE_VIEW_DESC1* desc,
                                            ID3D10ShaderResourceView1** view) {
    D3D11_SHADER_RESOURCE_VIEW_DESC own{};
    if (desc)
        own = sameLayout<D3D11_SHADER_RESOURCE_VIEW_DESC>(*desc);
    return made<ID3D11ShaderResourceView>(view, [&](ID3D11ShaderResourceView** to) {
        return device_.CreateShaderResourceView(take11<ID3D11Resource>(resource), desc ? &own : nullptr, to);
    });
}

HRESULT Device10::CreateRenderTargetView(ID3D10Resource* resource, const D3D10_RENDER_TARGET_VIEW_DESC* desc,
                                         ID3D10RenderTargetView** view) {
    D3D11_RENDER_TARGET_VIEW_DESC own{};
    if (desc)
        own = sameLayout<D3D11_RENDER_TARGET_VIEW_DESC>(*desc);
    return made<ID3D11RenderTargetView>(view, [&](ID3D11RenderTargetView** to) {
        return device_.CreateRenderTargetView(take11<ID3D11Resource>(resource), desc ? &own : nullptr, to);
    });
}

HRESULT Device10::CreateDepthStencilView(ID3D10Resource* resource, const D3D10_DEPTH_STENCIL_VIEW_DESC* desc,
                                         ID3D10DepthStencilView** view) {
    D3D11_DEPTH_STENCIL_VIEW_DESC own{};
    if (desc)
        own = to11(*desc);
    return made<ID3D11DepthStencilView>(view, [&](ID3D11DepthStencilView** to) {
        return device_.CreateDepthStencilView(take11<ID3D11Resource>(resource), desc ? &own : nullptr, to);
    });
}

HRESULT Device10::CreateInputLayout(const D3D10_INPUT_ELEMENT_DESC* elements, UINT count, const void* bytecode,
                                    SIZE_T length, ID3D10InputLayout** layout) {
    static_assert(sizeof(D3D10_INPUT_ELEMENT_DESC) == sizeof(D3D11_INPUT_ELEMENT_DESC));
    return made<ID3D11InputLayout>(layout, [&](ID3D11InputLayout** to) {
        return device_.CreateInputLayout(reinterpret_cast<const D3D11_INPUT_ELEMENT_DESC*>(elements), count, bytecode,
                                         length, to);
    });
}

HRESULT Device10::CreateVertexShader(const void* bytecode, SIZE_T length, ID3D10VertexShader** shader) {
    return made<ID3D11VertexShader>(
        shader, [&](ID3D11VertexShader** to) { return device_.CreateVertexShader(bytecode, length, nullptr, to); });
}

HRESULT Device10::CreateGeometryShader(const void* bytecode, SIZE_T length, ID3D10GeometryShader** shader) {
    return made<ID3D11GeometryShader>(
        shader, [&](ID3D11GeometryShader** to) { return device_.CreateGeometryShader(bytecode, length, nullptr, to); });
}

// A stride goes with entries that are all of slot 0 (Microsoft Learn, OutputStreamStride). It must be given then, and must not be
// otherwise: each element then has a buffer of its own.
HRESULT Device10::CreateGeometryShaderWithStreamOutput(const void* bytecode, SIZE_T length,
                                                       const D3D10_SO_DECLARATION_ENTRY* entries, UINT count,
                                                       UINT stride, ID3D10GeometryShader** shader) {
    if (shader)
        *shader = nullptr;
    if (count > D3D10_SO_BUFFER_SLOT_COUNT * D3D10_SO_SINGLE_BUFFER_COMPONENT_LIMIT || (count && !entries))
        return E_INVALIDARG;
    const bool oneBuffer =
        count && std::all_of(entries, entries + count, [](const D3D10_SO_DECLARATION_ENTRY& entry) { return !entry.OutputSlot; });
    if (oneBuffer != (stride != 0))
        return E_INVALIDARG;
    std::vector<D3D11_SO_DECLARATION_ENTRY> own(count);
    for (UINT i = 0; i < count; i++)
        own[i] = {0,
                  entries[i].SemanticName,
                  entries[i].SemanticIndex,
                  entries[i].StartComponent,
                  entries[i].ComponentCount,
                  entries[i].OutputSlot};
    return made<ID3D11GeometryShader>(shader, [&](ID3D11GeometryShader** to) {
        return device_.CreateGeometryShaderWithStreamOutput(bytecode, length, entries ? own.data() : nullptr, count,
                                                            stride ? &stride : nullptr, stride ? 1 : 0, 0, nullptr, to);
    });
}

HRESULT Device10::CreatePixelShader(const void* bytecode, SIZE_T length, ID3D10PixelShader** shader) {
    return made<ID3D11PixelShader>(
        shader, [&](ID3D11PixelShader** to) { return device_.CreatePixelShader(bytecode, length, nullptr, to); });
}

HRESULT Device10::CreateBlendState(const D3D10_BLEND_DESC* desc, ID3D10BlendState** state) {
    if (!desc)
        return E_INVALIDARG;
    const D3D11_BLEND_DESC own = to11(*desc);
    return made<ID3D11BlendState>(state, [&](ID3D11BlendState** to) { return device_.CreateBlendState(&own, to); });
}

HRESULT Device10::CreateBlendState1(const D3D10_BLEND_DESC1* desc, ID3D10BlendState1** state) {
    if (!desc)
        return E_INVALIDARG;
    const D3D11_BLEND_DESC own = to11(*desc);
    return made<ID3D11BlendState>(state, [&](ID3D11BlendState** to) { return device_.CreateBlendState(&own, to); });
}

HRESULT Device10::CreateDepthStencilState(const D3D10_DEPTH_STENCIL_DESC* desc, ID3D10DepthStencilState** state) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = sameLayout<D3D11_DEPTH_STENCIL_DESC>(*desc);
    return made<ID3D11DepthStencilState>(
        state, [&](ID3D11DepthStencilState** to) { return device_.CreateDepthStencilState(&own, to); });
}

HRESULT Device10::CreateRasterizerState(const D3D10_RASTERIZER_DESC* desc, ID3D10RasterizerState** state) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = sameLayout<D3D11_RASTERIZER_DESC>(*desc);
    return made<ID3D11RasterizerState>(
        state, [&](ID3D11RasterizerState** to) { return device_.CreateRasterizerState(&own, to); });
}

HRESULT Device10::CreateSamplerState(const D3D10_SAMPLER_DESC* desc, ID3D10SamplerState** state) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = sameLayout<D3D11_SAMPLER_DESC>(*desc);
    return made<ID3D11SamplerState>(state,
                                    [&](ID3D11SamplerState** to) { return device_.CreateSamplerState(&own, to); });
}

HRESULT Device10::CreateQuery(const D3D10_QUERY_DESC* desc, ID3D10Query** query) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = sameLayout<D3D11_QUERY_DESC>(*desc);
    return made<ID3D11Query>(query, [&](ID3D11Query** to) { return device_.CreateQuery(&own, to); });
}

HRESULT Device10::CreatePredicate(const D3D10_QUERY_DESC* desc, ID3D10Predicate** predicate) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = sameLayout<D3D11_QUERY_DESC>(*desc);
    return made<ID3D11Predicate>(predicate, [&](ID3D11Predicate** to) { return device_.CreatePredicate(&own, to); });
}

// No counters, as in Direct3D 11.
HRESULT Device10::CreateCounter(const D3D10_COUNTER_DESC* desc, ID3D10Counter** counter) {
    if (counter)
        *counter = nullptr;
    if (!desc)
        return E_INVALIDARG;
    const auto own = sameLayout<D3D11_COUNTER_DESC>(*desc);
    ComPtr<ID3D11Counter> never;
    return device_.CreateCounter(&own, never.put());
}

void Device10::CheckCounterInfo(D3D10_COUNTER_INFO* info) {
    D3D11_COUNTER_INFO own{};
    device_.CheckCounterInfo(&own);
    *info = {static_cast<D3D10_COUNTER>(own.LastDeviceDependentCounter), own.NumSimultaneousCounters,
             own.NumDetectableParallelUnits};
}

HRESULT Device10::CheckCounter(const D3D10_COUNTER_DESC* desc, D3D10_COUNTER_TYPE* type, UINT* active, char* name,
                               UINT* nameLength, char* units, UINT* unitsLength, char* description,
                               UINT* descriptionLength) {
    if (!desc)
        return E_INVALIDARG;
    const auto own = sameLayout<D3D11_COUNTER_DESC>(*desc);
    return device_.CheckCounter(&own, reinterpret_cast<D3D11_COUNTER_TYPE*>(type), active, name, nameLength, units,
                                unitsLength, description, descriptionLength);
}

HRESULT Device10::CheckFormatSupport(DXGI_FORMAT format, UINT* support) {
    return device_.CheckFormatSupport(format, support);
}

HRESULT Device10::CheckMultisampleQualityLevels(DXGI_FORMAT format, UINT samples, UINT* levels) {
    return device_.CheckMultisampleQualityLevels(format, samples, levels);
}

UINT Device10::GetCreationFlags() { return creationFlags_; }

HRESULT Device10::OpenSharedResource(HANDLE handle, REFIID iid, void** resource) {
    return device_.OpenSharedResource(handle, iid, resource);
}

// The one-bit text filter went with Direct3D 10.1's hardware: the size is remembered and has no effect.
void Device10::SetTextFilterSize(UINT width, UINT height) {
    textWidth_ = width;
    textHeight_ = height;
}

void Device10::GetTextFilterSize(UINT* width, UINT* height) {
    if (width)
        *width = textWidth_;
    if (height)
        *height = textHeight_;
}

D3D10_FEATURE_LEVEL1 Device10::GetFeatureLevel() {
    return static_cast<D3D10_FEATURE_LEVEL1>(
        std::min<UINT>(device_.featureLevel(), D3D10_FEATURE_LEVEL_10_1));
}

} // namespace hendeca::d3d11
