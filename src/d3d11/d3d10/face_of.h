#pragma once
// The base of all faces (face.h): an interface of Direct3D 10 that stands for one of Direct3D 11. All objects of Direct3D 10
// that a program can have are of these classes, so that the way back to Direct3D 11 costs no call and no count. Any thread.

#include "d3d11/d3d10/device10.h"
#include "d3d11/d3d10/face.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/device/device.h"

namespace hendeca::d3d11 {

// IUnknown, the device and private data are the object's own.
template <class I10, class I11>
class FaceOf : public Direct3D10Face, public I10 {
public:
    FaceOf(DeviceObject& owner, I11& com) : owner_(owner), com_(com) {}
    I11* eleven() { return &com_; } // without a reference
    void* find(REFIID iid) override { return comChainHas<I10>(iid) ? static_cast<I10*>(this) : nullptr; }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        return com_.QueryInterface(iid, object);
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return com_.AddRef(); }
    ULONG STDMETHODCALLTYPE Release() override { return com_.Release(); }
    // Null as long as the device does not offer Direct3D 10 itself.
    void STDMETHODCALLTYPE GetDevice(ID3D10Device** device) override { *device = device10(owner_.device()); }
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override {
        return com_.GetPrivateData(guid, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override {
        return com_.SetPrivateData(guid, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* data) override {
        return com_.SetPrivateDataInterface(guid, data);
    }

protected:
    ID3D11DeviceContext& context() { return owner_.device().immediate(); }

    DeviceObject& owner_;
    I11& com_;
};

// The face that a pointer of Direct3D 10 belongs to, where all objects behind it are of one kind.
template <class I10>
struct FaceBehind;
#define HENDECA_FACE(Asked, I10, I11)                                                                                  \
    template <>                                                                                                        \
    struct FaceBehind<Asked> {                                                                                         \
        using Type = FaceOf<I10, I11>;                                                                                 \
    }
HENDECA_FACE(ID3D10Buffer, ID3D10Buffer, ID3D11Buffer);
HENDECA_FACE(ID3D10ShaderResourceView, ID3D10ShaderResourceView1, ID3D11ShaderResourceView);
HENDECA_FACE(ID3D10RenderTargetView, ID3D10RenderTargetView, ID3D11RenderTargetView);
HENDECA_FACE(ID3D10DepthStencilView, ID3D10DepthStencilView, ID3D11DepthStencilView);
HENDECA_FACE(ID3D10BlendState, ID3D10BlendState1, ID3D11BlendState);
HENDECA_FACE(ID3D10DepthStencilState, ID3D10DepthStencilState, ID3D11DepthStencilState);
HENDECA_FACE(ID3D10RasterizerState, ID3D10RasterizerState, ID3D11RasterizerState);
HENDECA_FACE(ID3D10SamplerState, ID3D10SamplerState, ID3D11SamplerState);
HENDECA_FACE(ID3D10InputLayout, ID3D10InputLayout, ID3D11InputLayout);
HENDECA_FACE(ID3D10VertexShader, ID3D10VertexShader, ID3D11VertexShader);
HENDECA_FACE(ID3D10GeometryShader, ID3D10GeometryShader, ID3D11GeometryShader);
HENDECA_FACE(ID3D10PixelShader, ID3D10PixelShader, ID3D11PixelShader);
#undef HENDECA_FACE

// The Direct3D 11 interface, without a reference; null for null.
template <class I10>
auto* behind(I10* object) {
    using Face = typename FaceBehind<I10>::Type;
    return object ? static_cast<Face*>(object)->eleven() : nullptr;
}

} // namespace hendeca::d3d11
