// One class for each kind of object, and the table by which they are found.
#include "d3d11/d3d10/conversions.h"
#include "d3d11/d3d10/device10.h"
#include "d3d11/d3d10/face_of.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/device/device.h"
#include "d3d11/resource/resource.h"

#include <atomic>
#include <memory>

namespace hendeca::d3d11 {

namespace {

// An object's description.
template <class Desc, class I>
Desc descOf(I& com) {
    Desc desc;
    com.GetDesc(&desc);
    return desc;
}

template <class I10, class I11>
class ResourceFace : public FaceOf<I10, I11> {
public:
    using FaceOf<I10, I11>::FaceOf;
    void STDMETHODCALLTYPE GetType(D3D10_RESOURCE_DIMENSION* dimension) override {
        D3D11_RESOURCE_DIMENSION found;
        this->com_.GetType(&found);
        *dimension = static_cast<D3D10_RESOURCE_DIMENSION>(found);
    }
    void STDMETHODCALLTYPE SetEvictionPriority(UINT priority) override { this->com_.SetEvictionPriority(priority); }
    UINT STDMETHODCALLTYPE GetEvictionPriority() override { return this->com_.GetEvictionPriority(); }

protected:
    HRESULT map(UINT subresource, D3D10_MAP type, UINT flags, D3D11_MAPPED_SUBRESOURCE& mapped) {
        return this->context().Map(&this->com_, subresource, static_cast<D3D11_MAP>(type), flags, &mapped);
    }
    void unmap(UINT subresource) { this->context().Unmap(&this->com_, subresource); }
};

class BufferFace final : public ResourceFace<ID3D10Buffer, ID3D11Buffer> {
public:
    using ResourceFace::ResourceFace;
    HRESULT STDMETHODCALLTYPE Map(D3D10_MAP type, UINT flags, void** data) override {
        if (!data)
            return E_INVALIDARG;
        D3D11_MAPPED_SUBRESOURCE mapped{};
        const HRESULT hr = map(0, type, flags, mapped);
        *data = mapped.pData;
        return hr;
    }
    void STDMETHODCALLTYPE Unmap() override { unmap(0); }
    void STDMETHODCALLTYPE GetDesc(D3D10_BUFFER_DESC* desc) override { *desc = to10(descOf<D3D11_BUFFER_DESC>(com_)); }
};

// How a mapped subresource is told, by the kind of texture.
void give(const D3D11_MAPPED_SUBRESOURCE& from, void*& to) { to = from.pData; }
void give(const D3D11_MAPPED_SUBRESOURCE& from, D3D10_MAPPED_TEXTURE2D& to) { to = {from.pData, from.RowPitch}; }
void give(const D3D11_MAPPED_SUBRESOURCE& from, D3D10_MAPPED_TEXTURE3D& to) {
    to = {from.pData, from.RowPitch, from.DepthPitch};
}

template <class I10, class I11, class Desc10, class Desc11, class Mapped>
class TextureFace final : public ResourceFace<I10, I11> {
public:
    using ResourceFace<I10, I11>::ResourceFace;
    HRESULT STDMETHODCALLTYPE Map(UINT subresource, D3D10_MAP type, UINT flags, Mapped* mapped) override {
        if (!mapped)
            return E_INVALIDARG;
        D3D11_MAPPED_SUBRESOURCE made{};
        const HRESULT hr = this->map(subresource, type, flags, made);
        give(made, *mapped);
        return hr;
    }
    void STDMETHODCALLTYPE Unmap(UINT subresource) override { this->unmap(subresource); }
    void STDMETHODCALLTYPE GetDesc(Desc10* desc) override {
        *desc = sameLayout<Desc10>(descOf<Desc11>(this->com_));
        desc->MiscFlags = miscFlags10(desc->MiscFlags);
    }
};
using Texture1DFace =
    TextureFace<ID3D10Texture1D, ID3D11Texture1D, D3D10_TEXTURE1D_DESC, D3D11_TEXTURE1D_DESC, void*>;
using Texture2DFace = TextureFace<ID3D10Texture2D, ID3D11Texture2D, D3D10_TEXTURE2D_DESC, D3D11_TEXTURE2D_DESC,
                                  D3D10_MAPPED_TEXTURE2D>;
using Texture3DFace = TextureFace<ID3D10Texture3D, ID3D11Texture3D, D3D10_TEXTURE3D_DESC, D3D11_TEXTURE3D_DESC,
                                  D3D10_MAPPED_TEXTURE3D>;

template <class I10, class I11>
class ViewFace : public FaceOf<I10, I11> {
public:
    using FaceOf<I10, I11>::FaceOf;
    void STDMETHODCALLTYPE GetResource(ID3D10Resource** resource) override {
        ID3D11Resource* own = nullptr;
        this->com_.GetResource(&own);
        *resource = give10<ID3D10Resource>(own);
    }
};

class ShaderResourceViewFace final : public ViewFace<ID3D10ShaderResourceView1, ID3D11ShaderResourceView> {
public:
    using ViewFace::ViewFace;
    void STDMETHODCALLTYPE GetDesc(D3D10_SHADER_RESOURCE_VIEW_DESC* desc) override {
        *desc = sameLayout<D3D10_SHADER_RESOURCE_VIEW_DESC>(descOf<D3D11_SHADER_RESOURCE_VIEW_DESC>(com_));
    }
    void STDMETHODCALLTYPE GetDesc1(D3D10_SHADER_RESOURCE_VIEW_DESC1* desc) override {
        *desc = sameLayout<D3D10_SHADER_RESOURCE_VIEW_DESC1>(descOf<D3D11_SHADER_RESOURCE_VIEW_DESC>(com_));
    }
};

class RenderTargetViewFace final : public ViewFace<ID3D10RenderTargetView, ID3D11RenderTargetView> {
public:
    using ViewFace::ViewFace;
    void STDMETHODCALLTYPE GetDesc(D3D10_RENDER_TARGET_VIEW_DESC* desc) override {
        *desc = sameLayout<D3D10_RENDER_TARGET_VIEW_DESC>(descOf<D3D11_RENDER_TARGET_VIEW_DESC>(com_));
    }
};

class DepthStencilViewFace final : public ViewFace<ID3D10DepthStencilView, ID3D11DepthStencilView> {
public:
    using ViewFace::ViewFace;
    void STDMETHODCALLTYPE GetDesc(D3D10_DEPTH_STENCIL_VIEW_DESC* desc) override {
        *desc = to10(descOf<D3D11_DEPTH_STENCIL_VIEW_DESC>(com_));
    }
};

class BlendStateFace final : public FaceOf<ID3D10BlendState1, ID3D11BlendState> {
public:
    using FaceOf::FaceOf;
    void STDMETHODCALLTYPE GetDesc(D3D10_BLEND_DESC* desc) override { *desc = to10(descOf<D3D11_BLEND_DESC>(com_)); }
    void STDMETHODCALLTYPE GetDesc1(D3D10_BLEND_DESC1* desc) override {
        *desc = toBlend1(descOf<D3D11_BLEND_DESC>(com_));
    }
};

// Depth-stencil, rasterizer and sampler descriptions are the same in both.
template <class I10, class I11, class Desc10, class Desc11>
class StateFace final : public FaceOf<I10, I11> {
public:
    using FaceOf<I10, I11>::FaceOf;
    void STDMETHODCALLTYPE GetDesc(Desc10* desc) override { *desc = sameLayout<Desc10>(descOf<Desc11>(this->com_)); }
};
using DepthStencilStateFace =
    StateFace<ID3D10DepthStencilState, ID3D11DepthStencilState, D3D10_DEPTH_STENCIL_DESC, D3D11_DEPTH_STENCIL_DESC>;
using RasterizerStateFace =
    StateFace<ID3D10RasterizerState, ID3D11RasterizerState, D3D10_RASTERIZER_DESC, D3D11_RASTERIZER_DESC>;
using SamplerStateFace = StateFace<ID3D10SamplerState, ID3D11SamplerState, D3D10_SAMPLER_DESC, D3D11_SAMPLER_DESC>;

// Queries, which are predicates when the object is one. Kinds have the same numbers; pipeline statistics end before the
// stages that Direct3D 10 does not have.
class QueryFace final : public FaceOf<ID3D10Predicate, ID3D11Query> {
public:
    using FaceOf::FaceOf;
    void* find(REFIID iid) override {
        ComPtr<ID3D11Predicate> predicate;
        if (IsEqualGUID(iid, __uuidof(ID3D10Predicate)) &&
            FAILED(com_.QueryInterface(__uuidof(ID3D11Predicate), predicate.putVoid())))
            return nullptr;
        return FaceOf::find(iid);
    }
    void STDMETHODCALLTYPE Begin() override { context().Begin(&com_); }
    void STDMETHODCALLTYPE End() override { context().End(&com_); }
    HRESULT STDMETHODCALLTYPE GetData(void* data, UINT size, UINT flags) override {
        if (kind() != D3D11_QUERY_PIPELINE_STATISTICS || !data)
            return context().GetData(&com_, data, size, flags);
        if (size != sizeof(D3D10_QUERY_DATA_PIPELINE_STATISTICS))
            return E_INVALIDARG;
        D3D11_QUERY_DATA_PIPELINE_STATISTICS whole{};
        const HRESULT hr = context().GetData(&com_, &whole, sizeof whole, flags);
        if (hr == S_OK)
            std::memcpy(data, &whole, size);
        return hr;
    }
    UINT STDMETHODCALLTYPE GetDataSize() override {
        return kind() == D3D11_QUERY_PIPELINE_STATISTICS ? sizeof(D3D10_QUERY_DATA_PIPELINE_STATISTICS)
                                                         : com_.GetDataSize();
    }
    void STDMETHODCALLTYPE GetDesc(D3D10_QUERY_DESC* desc) override {
        *desc = sameLayout<D3D10_QUERY_DESC>(descOf<D3D11_QUERY_DESC>(com_));
    }

private:
    D3D11_QUERY kind() {
        return descOf<D3D11_QUERY_DESC>(com_).Query;
    }
};

// Casts, not QueryInterface, which would log each kind that the object is not. The face holds no reference: it lives in the
// object.
template <class Face, class I11>
std::unique_ptr<Direct3D10Face> make(DeviceObject& object) {
    auto* const com = dynamic_cast<I11*>(object.identity());
    return com ? std::make_unique<Face>(object, *com) : nullptr;
}

struct FaceRow {
    bool (*names)(REFIID iid);
    std::unique_ptr<Direct3D10Face> (*make)(DeviceObject& object);
};
template <class I10, class Face, class I11>
constexpr FaceRow row() {
    return {comChainHas<I10>, make<Face, I11>};
}
constexpr FaceRow kFaces[] = {
    row<ID3D10Buffer, BufferFace, ID3D11Buffer>(),
    row<ID3D10Texture1D, Texture1DFace, ID3D11Texture1D>(),
    row<ID3D10Texture2D, Texture2DFace, ID3D11Texture2D>(),
    row<ID3D10Texture3D, Texture3DFace, ID3D11Texture3D>(),
    row<ID3D10ShaderResourceView1, ShaderResourceViewFace, ID3D11ShaderResourceView>(),
    row<ID3D10RenderTargetView, RenderTargetViewFace, ID3D11RenderTargetView>(),
    row<ID3D10DepthStencilView, DepthStencilViewFace, ID3D11DepthStencilView>(),
    row<ID3D10BlendState1, BlendStateFace, ID3D11BlendState>(),
    row<ID3D10DepthStencilState, DepthStencilStateFace, ID3D11DepthStencilState>(),
    row<ID3D10RasterizerState, RasterizerStateFace, ID3D11RasterizerState>(),
    row<ID3D10SamplerState, SamplerStateFace, ID3D11SamplerState>(),
    row<ID3D10InputLayout, FaceOf<ID3D10InputLayout, ID3D11InputLayout>, ID3D11InputLayout>(),
    row<ID3D10VertexShader, FaceOf<ID3D10VertexShader, ID3D11VertexShader>, ID3D11VertexShader>(),
    row<ID3D10GeometryShader, FaceOf<ID3D10GeometryShader, ID3D11GeometryShader>, ID3D11GeometryShader>(),
    row<ID3D10PixelShader, FaceOf<ID3D10PixelShader, ID3D11PixelShader>, ID3D11PixelShader>(),
    row<ID3D10Predicate, QueryFace, ID3D11Query>(),
};

// Structured buffers and resources with a clamp are nothing that Direct3D 10 knows.
bool knownTo10(ID3D11DeviceChild& object) {
    constexpr UINT kUnknown = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED | D3D11_RESOURCE_MISC_RESOURCE_CLAMP;
    auto* const resource = dynamic_cast<ID3D11Resource*>(&object);
    return !resource || !(toBase(resource)->miscFlags() & kUnknown);
}

Direct3D10Face* faceOf(DeviceObject& object, REFIID iid) {
    std::atomic<Direct3D10Face*>& slot = object.direct3D10Face();
    if (Direct3D10Face* made = slot.load(std::memory_order_acquire))
        return made;
    for (const FaceRow& entry : kFaces) {
        if (!entry.names(iid))
            continue;
        std::unique_ptr<Direct3D10Face> made = entry.make(object);
        if (!made)
            continue; // one of the shared bases, of another kind
        if (!knownTo10(*object.identity()))
            return nullptr;
        Direct3D10Face* expected = nullptr;
        return slot.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel) ? made.release() : expected;
    }
    return nullptr;
}

} // namespace

HRESULT queryDirect3D10(DeviceObject& object, REFIID iid, void** out) {
    bool named = false;
    for (const FaceRow& entry : kFaces)
        named |= entry.names(iid);
    Direct3D10Face* face = named ? faceOf(object, iid) : nullptr;
    void* found = face ? face->find(iid) : nullptr;
    if (!found)
        return E_NOINTERFACE;
    object.identity()->AddRef();
    *out = found;
    return S_OK;
}

} // namespace hendeca::d3d11
