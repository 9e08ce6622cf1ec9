// The Create methods of resources, views, shaders, states and queries: from the interface's form to our classes'
// create(), which judge and make.
#include "d3d11/device/device.h"

#include "d3d11/debug/creation.h"
#include "d3d11/query/query.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/shader/shader.h"
#include "d3d11/state/state_tables.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"
#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

namespace {

// The end of each method of a device with the debug layer: `tell(layer, result)` explains a failure or takes note of
// the object.
template <class Tell>
HRESULT told(Device& device, HRESULT hr, Tell&& tell) {
    if (DebugLayer* debug = device.debug()) [[unlikely]]
        tell(*debug, hr);
    return hr;
}

// Runs create(T** or null), and hands what it made to the application. An output that is not null is always written.
template <class T, class I, class Create>
HRESULT makeObject(Device& device, I** out, Create&& create) {
    if (out)
        *out = nullptr;
    if constexpr (std::is_base_of_v<ViewBase, T>) {
        if (out && device.states().views.load(std::memory_order_relaxed) >= StateTables::kMaxViews)
            return D3D11_ERROR_TOO_MANY_UNIQUE_VIEW_OBJECTS;
    }
    T* made = nullptr;
    const HRESULT hr = create(out ? &made : static_cast<T**>(nullptr));
    if (FAILED(hr))
        return device.backend().lost() ? device.removedReason() : hr;
    return made ? returnNew(made, out) : hr;
}

// As above for interned states, which come with their reference.
template <class T, class I, class Create>
HRESULT makeState(I** out, Create&& create) {
    if (out)
        *out = nullptr;
    T* made = nullptr;
    const HRESULT hr = create(out ? &made : static_cast<T**>(nullptr));
    if (made)
        *out = made;
    return hr;
}

// A description of an older version is a prefix of the newer one, but for plane slices, which are zero. Null stays
// null.
template <class Old, class New>
const New* widen(const Old* from, New& to) {
    if (!from)
        return nullptr;
    to = {};
    std::memcpy(&to, from, sizeof(*from));
    // The dimensions with planes have the same numbers in the views that have them.
    static_assert(int(D3D11_SRV_DIMENSION_TEXTURE2D) == int(D3D11_RTV_DIMENSION_TEXTURE2D) &&
                  int(D3D11_SRV_DIMENSION_TEXTURE2D) == int(D3D11_UAV_DIMENSION_TEXTURE2D) &&
                  int(D3D11_SRV_DIMENSION_TEXTURE2DARRAY) == int(D3D11_RTV_DIMENSION_TEXTURE2DARRAY) &&
                  int(D3D11_SRV_DIMENSION_TEXTURE2DARRAY) == int(D3D11_UAV_DIMENSION_TEXTURE2DARRAY));
    if constexpr (requires { from->ViewDimension; }) {
        if (int(from->ViewDimension) == D3D11_SRV_DIMENSION_TEXTURE2D)
            to.Texture2D.PlaneSlice = 0;
        else if (int(from->ViewDimension) == D3D11_SRV_DIMENSION_TEXTURE2DARRAY)
            to.Texture2DArray.PlaneSlice = 0;
    }
    return &to;
}

// `tell` has the form of creation::texture2D. It sees a newer description as the older one, its prefix.
template <class T, class Desc, class I, class Old, class Main>
HRESULT makeTexture(Device& device, const Desc* desc, const D3D11_SUBRESOURCE_DATA* data, I** texture,
                    void (*tell)(DebugLayer&, const Old*, const D3D11_SUBRESOURCE_DATA*, HRESULT, Main*)) {
    return told(device, makeObject<T>(device, texture, [&](T** out) { return T::create(device, desc, data, out); }),
                [&](DebugLayer& debug, HRESULT hr) {
                    tell(debug, reinterpret_cast<const Old*>(desc), data, hr, texture ? *texture : nullptr);
                });
}

// `tell` has the form of creation::shaderResourceView. It sees a newer description as the older one, its prefix.
template <class T, class Desc, class I, class Old, class Main>
HRESULT makeView(Device& device, ID3D11Resource* resource, const Desc* desc, I** view,
                 void (*tell)(DebugLayer&, ID3D11Resource*, const Old*, HRESULT, Main*)) {
    return told(device, makeObject<T>(device, view, [&](T** out) { return T::create(device, resource, desc, out); }),
                [&](DebugLayer& debug, HRESULT hr) {
                    tell(debug, resource, reinterpret_cast<const Old*>(desc), hr, view ? *view : nullptr);
                });
}

template <class T, class I>
HRESULT makeShader(Device& device, spirv::Stage stage, const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                   const StreamOutputDesc* streamOutput, I** out) {
    if (out)
        *out = nullptr;
    ShaderParts parts;
    const HRESULT hr = createGpuShader(device, stage, bytecode, length, streamOutput,
                                       static_cast<ClassLinkage*>(linkage), out != nullptr, parts);
    T* const made = SUCCEEDED(hr) && out ? new T(device, std::move(parts)) : nullptr;
    if (made)
        returnNew(made, out);
    if (DebugLayer* debug = device.debug()) [[unlikely]]
        creation::shader(*debug, stage, bytecode, length, streamOutput, hr, made, made);
    if (FAILED(hr))
        return device.backend().lost() ? device.removedReason() : hr;
    return made ? S_OK : S_FALSE;
}

} // namespace

// --- resources

HRESULT Device::CreateBuffer(const D3D11_BUFFER_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, ID3D11Buffer** buffer) {
    return told(*this, Buffer::create(*this, desc, data, buffer),
                [&](DebugLayer& debug, HRESULT hr) { creation::buffer(debug, desc, data, hr, buffer); });
}

HRESULT Device::CreateTexture1D(const D3D11_TEXTURE1D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                                ID3D11Texture1D** texture) {
    return told(*this, Texture1D::create(*this, desc, data, texture),
                [&](DebugLayer& debug, HRESULT hr) { creation::texture1D(debug, desc, data, hr, texture); });
}

HRESULT Device::CreateTexture2D(const D3D11_TEXTURE2D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                                ID3D11Texture2D** texture) {
    D3D11_TEXTURE2D_DESC1 wide;
    return makeTexture<Texture2D>(*this, widen(desc, wide), data, texture, creation::texture2D);
}

HRESULT Device::CreateTexture2D1(const D3D11_TEXTURE2D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                                 ID3D11Texture2D1** texture) {
    return makeTexture<Texture2D>(*this, desc, data, texture, creation::texture2D);
}

HRESULT Device::CreateTexture3D(const D3D11_TEXTURE3D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                                ID3D11Texture3D** texture) {
    D3D11_TEXTURE3D_DESC1 wide;
    return makeTexture<Texture3D>(*this, widen(desc, wide), data, texture, creation::texture3D);
}

HRESULT Device::CreateTexture3D1(const D3D11_TEXTURE3D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                                 ID3D11Texture3D1** texture) {
    return makeTexture<Texture3D>(*this, desc, data, texture, creation::texture3D);
}

// --- views

HRESULT Device::CreateShaderResourceView1(ID3D11Resource* resource, const D3D11_SHADER_RESOURCE_VIEW_DESC1* desc,
                                          ID3D11ShaderResourceView1** view) {
    return makeView<ShaderResourceView>(*this, resource, desc, view, creation::shaderResourceView);
}

HRESULT Device::CreateShaderResourceView(ID3D11Resource* resource, const D3D11_SHADER_RESOURCE_VIEW_DESC* desc,
                                         ID3D11ShaderResourceView** view) {
    D3D11_SHADER_RESOURCE_VIEW_DESC1 wide;
    return makeView<ShaderResourceView>(*this, resource, widen(desc, wide), view, creation::shaderResourceView);
}

HRESULT Device::CreateRenderTargetView1(ID3D11Resource* resource, const D3D11_RENDER_TARGET_VIEW_DESC1* desc,
                                        ID3D11RenderTargetView1** view) {
    return makeView<RenderTargetView>(*this, resource, desc, view, creation::renderTargetView);
}

HRESULT Device::CreateRenderTargetView(ID3D11Resource* resource, const D3D11_RENDER_TARGET_VIEW_DESC* desc,
                                       ID3D11RenderTargetView** view) {
    D3D11_RENDER_TARGET_VIEW_DESC1 wide;
    return makeView<RenderTargetView>(*this, resource, widen(desc, wide), view, creation::renderTargetView);
}

HRESULT Device::CreateDepthStencilView(ID3D11Resource* resource, const D3D11_DEPTH_STENCIL_VIEW_DESC* desc,
                                       ID3D11DepthStencilView** view) {
    return makeView<DepthStencilView>(*this, resource, desc, view, creation::depthStencilView);
}

HRESULT Device::CreateUnorderedAccessView1(ID3D11Resource* resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc,
                                           ID3D11UnorderedAccessView1** view) {
    return makeView<UnorderedAccessView>(*this, resource, desc, view, creation::unorderedAccessView);
}

HRESULT Device::CreateUnorderedAccessView(ID3D11Resource* resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC* desc,
                                          ID3D11UnorderedAccessView** view) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC1 wide;
    return makeView<UnorderedAccessView>(*this, resource, widen(desc, wide), view, creation::unorderedAccessView);
}

// --- shaders

HRESULT Device::CreateVertexShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                   ID3D11VertexShader** shader) {
    return makeShader<VertexShader>(*this, spirv::Stage::Vertex, bytecode, length, linkage, nullptr, shader);
}

HRESULT Device::CreateHullShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                 ID3D11HullShader** shader) {
    return makeShader<HullShader>(*this, spirv::Stage::Hull, bytecode, length, linkage, nullptr, shader);
}

HRESULT Device::CreateDomainShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                   ID3D11DomainShader** shader) {
    return makeShader<DomainShader>(*this, spirv::Stage::Domain, bytecode, length, linkage, nullptr, shader);
}

HRESULT Device::CreateGeometryShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                     ID3D11GeometryShader** shader) {
    return makeShader<GeometryShader>(*this, spirv::Stage::Geometry, bytecode, length, linkage, nullptr, shader);
}

HRESULT Device::CreateGeometryShaderWithStreamOutput(const void* bytecode, SIZE_T length,
                                                     const D3D11_SO_DECLARATION_ENTRY* entries, UINT entryCount,
                                                     const UINT* strides, UINT strideCount, UINT rasterizedStream,
                                                     ID3D11ClassLinkage* linkage, ID3D11GeometryShader** shader) {
    const StreamOutputDesc streamOutput{entries, entryCount, strides, strideCount, rasterizedStream};
    return makeShader<GeometryShader>(*this, spirv::Stage::Geometry, bytecode, length, linkage, &streamOutput, shader);
}

HRESULT Device::CreatePixelShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                  ID3D11PixelShader** shader) {
    return makeShader<PixelShader>(*this, spirv::Stage::Pixel, bytecode, length, linkage, nullptr, shader);
}

HRESULT Device::CreateComputeShader(const void* bytecode, SIZE_T length, ID3D11ClassLinkage* linkage,
                                    ID3D11ComputeShader** shader) {
    return makeShader<ComputeShader>(*this, spirv::Stage::Compute, bytecode, length, linkage, nullptr, shader);
}

// --- states

HRESULT Device::CreateInputLayout(const D3D11_INPUT_ELEMENT_DESC* elements, UINT count, const void* bytecode,
                                  SIZE_T length, ID3D11InputLayout** layout) {
    return told(*this,
                makeState<InputLayout>(layout,
                                       [&](InputLayout** out) {
                                           return InputLayout::create(*this, elements, count, bytecode, length, out);
                                       }),
                [&](DebugLayer& debug, HRESULT hr) {
                    creation::inputLayout(debug, *this, elements, count, bytecode, length, hr, layout);
                });
}

HRESULT Device::CreateBlendState1(const D3D11_BLEND_DESC1* desc, ID3D11BlendState1** state) {
    return told(
        *this, makeState<BlendState>(state, [&](BlendState** out) { return BlendState::create(*this, desc, out); }),
        [&](DebugLayer& debug, HRESULT hr) { creation::blendState(debug, desc, hr, state ? *state : nullptr); });
}

HRESULT Device::CreateBlendState(const D3D11_BLEND_DESC* desc, ID3D11BlendState** state) {
    D3D11_BLEND_DESC1 wide{};
    if (desc) {
        wide.AlphaToCoverageEnable = desc->AlphaToCoverageEnable;
        wide.IndependentBlendEnable = desc->IndependentBlendEnable;
        for (uint32_t i = 0; i < gpu::kMaxTargets; i++) {
            const D3D11_RENDER_TARGET_BLEND_DESC& from = desc->RenderTarget[i];
            wide.RenderTarget[i] = {from.BlendEnable,    FALSE,
                                    from.SrcBlend,       from.DestBlend,
                                    from.BlendOp,        from.SrcBlendAlpha,
                                    from.DestBlendAlpha, from.BlendOpAlpha,
                                    D3D11_LOGIC_OP_NOOP, from.RenderTargetWriteMask};
        }
    }
    return told(*this,
                makeState<BlendState>(
                    state, [&](BlendState** out) { return BlendState::create(*this, desc ? &wide : nullptr, out); }),
                [&](DebugLayer& debug, HRESULT hr) {
                    creation::blendState(debug, desc ? &wide : nullptr, hr, state ? *state : nullptr);
                });
}

HRESULT Device::CreateDepthStencilState(const D3D11_DEPTH_STENCIL_DESC* desc, ID3D11DepthStencilState** state) {
    return told(
        *this,
        makeState<DepthStencilState>(
            state, [&](DepthStencilState** out) { return DepthStencilState::create(*this, desc, out); }),
        [&](DebugLayer& debug, HRESULT hr) { creation::depthStencilState(debug, desc, hr, state ? *state : nullptr); });
}

HRESULT Device::CreateRasterizerState2(const D3D11_RASTERIZER_DESC2* desc, ID3D11RasterizerState2** state) {
    return told(
        *this,
        makeState<RasterizerState>(state,
                                   [&](RasterizerState** out) { return RasterizerState::create(*this, desc, out); }),
        [&](DebugLayer& debug, HRESULT hr) { creation::rasterizerState(debug, desc, hr, state ? *state : nullptr); });
}

HRESULT Device::CreateRasterizerState1(const D3D11_RASTERIZER_DESC1* desc, ID3D11RasterizerState1** state) {
    D3D11_RASTERIZER_DESC2 wide{};
    if (desc)
        std::memcpy(&wide, desc, sizeof(*desc));
    return told(
        *this,
        makeState<RasterizerState>(
            state, [&](RasterizerState** out) { return RasterizerState::create(*this, desc ? &wide : nullptr, out); }),
        [&](DebugLayer& debug, HRESULT hr) {
            creation::rasterizerState(debug, desc ? &wide : nullptr, hr, state ? *state : nullptr);
        });
}

HRESULT Device::CreateRasterizerState(const D3D11_RASTERIZER_DESC* desc, ID3D11RasterizerState** state) {
    D3D11_RASTERIZER_DESC2 wide{};
    if (desc)
        std::memcpy(&wide, desc, sizeof(*desc));
    return told(
        *this,
        makeState<RasterizerState>(
            state, [&](RasterizerState** out) { return RasterizerState::create(*this, desc ? &wide : nullptr, out); }),
        [&](DebugLayer& debug, HRESULT hr) {
            creation::rasterizerState(debug, desc ? &wide : nullptr, hr, state ? *state : nullptr);
        });
}

HRESULT Device::CreateSamplerState(const D3D11_SAMPLER_DESC* desc, ID3D11SamplerState** state) {
    return told(
        *this,
        makeState<SamplerState>(state, [&](SamplerState** out) { return SamplerState::create(*this, desc, out); }),
        [&](DebugLayer& debug, HRESULT hr) { creation::samplerState(debug, desc, hr, state ? *state : nullptr); });
}

// --- queries

HRESULT Device::CreateQuery1(const D3D11_QUERY_DESC1* desc, ID3D11Query1** query) {
    return told(
        *this, makeObject<Query>(*this, query, [&](Query** out) { return Query::create(*this, desc, false, out); }),
        [&](DebugLayer& debug, HRESULT hr) { creation::query(debug, desc, false, hr, query ? *query : nullptr); });
}

HRESULT Device::CreateQuery(const D3D11_QUERY_DESC* desc, ID3D11Query** query) {
    D3D11_QUERY_DESC1 wide{};
    if (desc)
        wide = {desc->Query, desc->MiscFlags, D3D11_CONTEXT_TYPE_ALL};
    return told(
        *this,
        makeObject<Query>(*this, query,
                          [&](Query** out) { return Query::create(*this, desc ? &wide : nullptr, false, out); }),
        [&](DebugLayer& debug, HRESULT hr) {
            creation::query(debug, desc ? &wide : nullptr, false, hr, query ? *query : nullptr);
        });
}

HRESULT Device::CreatePredicate(const D3D11_QUERY_DESC* desc, ID3D11Predicate** predicate) {
    if (predicate)
        *predicate = nullptr;
    D3D11_QUERY_DESC1 wide{};
    if (desc)
        wide = {desc->Query, desc->MiscFlags, D3D11_CONTEXT_TYPE_ALL};
    Query* made = nullptr;
    const HRESULT hr = Query::create(*this, desc ? &wide : nullptr, true, predicate ? &made : nullptr);
    if (debug_) [[unlikely]]
        creation::query(*debug_, desc ? &wide : nullptr, true, hr, made);
    if (!made)
        return hr;
    made->AddRef();
    *predicate = toPredicate(made);
    return S_OK;
}

HRESULT Device::CreateCounter(const D3D11_COUNTER_DESC* desc, ID3D11Counter** counter) {
    if (counter)
        *counter = nullptr;
    if (debug_) [[unlikely]]
        creation::counter(*debug_, desc);
    if (!desc)
        return E_INVALIDARG;
    // No counters of any device are offered (CheckCounterInfo).
    return UINT(desc->Counter) >= UINT(D3D11_COUNTER_DEVICE_DEPENDENT_0) ? E_INVALIDARG : DXGI_ERROR_UNSUPPORTED;
}

} // namespace hendeca::d3d11
