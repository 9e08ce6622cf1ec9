#pragma once
// ID3D10Device1 over a device of this DLL: each call becomes that of the immediate context or of the device. Offered once the
// device has been asked for a context state (Microsoft Learn, ID3D11Device1::CreateDeviceContextState), and by devices that
// D3D10CoreCreateDevice wanted. No object of its own: it counts with the device. As thread-safe as the immediate context.

#include "d3d11/d3d10/interfaces.h"

#include <memory>

namespace hendeca::d3d11 {

class Debug10;
class Device;

class Device10 final : public ID3D10Device1, public ID3D10Multithread {
public:
    explicit Device10(Device& device);
    ~Device10();
    // ID3D10Debug or ID3D10InfoQueue, without a reference; null for any other, and where there is no debug layer.
    void* debugInterface(REFIID iid);
    // D3D10_CREATE_DEVICE_FLAG, before a program has the device.
    void setCreationFlags(UINT flags) { creationFlags_ = flags; }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override;
    ULONG STDMETHODCALLTYPE AddRef() override;
    ULONG STDMETHODCALLTYPE Release() override;

    // --- ID3D10Multithread
    void STDMETHODCALLTYPE Enter() override;
    void STDMETHODCALLTYPE Leave() override;
    WINBOOL STDMETHODCALLTYPE SetMultithreadProtected(WINBOOL protect) override;
    WINBOOL STDMETHODCALLTYPE GetMultithreadProtected() override;

    // --- state (state10.cpp)
#define HENDECA_STAGE10(S, Shader)                                                                                     \
    void STDMETHODCALLTYPE S##SetConstantBuffers(UINT start, UINT count, ID3D10Buffer* const* buffers) override;       \
    void STDMETHODCALLTYPE S##GetConstantBuffers(UINT start, UINT count, ID3D10Buffer** buffers) override;             \
    void STDMETHODCALLTYPE S##SetShaderResources(UINT start, UINT count, ID3D10ShaderResourceView* const* views)       \
        override;                                                                                                      \
    void STDMETHODCALLTYPE S##GetShaderResources(UINT start, UINT count, ID3D10ShaderResourceView** views) override;   \
    void STDMETHODCALLTYPE S##SetSamplers(UINT start, UINT count, ID3D10SamplerState* const* samplers) override;       \
    void STDMETHODCALLTYPE S##GetSamplers(UINT start, UINT count, ID3D10SamplerState** samplers) override;             \
    void STDMETHODCALLTYPE S##SetShader(Shader* shader) override;                                                      \
    void STDMETHODCALLTYPE S##GetShader(Shader** shader) override;
    HENDECA_STAGE10(VS, ID3D10VertexShader)
    HENDECA_STAGE10(GS, ID3D10GeometryShader)
    HENDECA_STAGE10(PS, ID3D10PixelShader)
#undef HENDECA_STAGE10
    void STDMETHODCALLTYPE IASetInputLayout(ID3D10InputLayout* layout) override;
    void STDMETHODCALLTYPE IAGetInputLayout(ID3D10InputLayout** layout) override;
    void STDMETHODCALLTYPE IASetVertexBuffers(UINT start, UINT count, ID3D10Buffer* const* buffers, const UINT* strides,
                                              const UINT* offsets) override;
    void STDMETHODCALLTYPE IAGetVertexBuffers(UINT start, UINT count, ID3D10Buffer** buffers, UINT* strides,
                                              UINT* offsets) override;
    void STDMETHODCALLTYPE IASetIndexBuffer(ID3D10Buffer* buffer, DXGI_FORMAT format, UINT offset) override;
    void STDMETHODCALLTYPE IAGetIndexBuffer(ID3D10Buffer** buffer, DXGI_FORMAT* format, UINT* offset) override;
    void STDMETHODCALLTYPE IASetPrimitiveTopology(D3D10_PRIMITIVE_TOPOLOGY topology) override;
    void STDMETHODCALLTYPE IAGetPrimitiveTopology(D3D10_PRIMITIVE_TOPOLOGY* topology) override;
    void STDMETHODCALLTYPE OMSetRenderTargets(UINT count, ID3D10RenderTargetView* const* targets,
                                              ID3D10DepthStencilView* depthStencil) override;
    void STDMETHODCALLTYPE OMGetRenderTargets(UINT count, ID3D10RenderTargetView** targets,
                                              ID3D10DepthStencilView** depthStencil) override;
    void STDMETHODCALLTYPE OMSetBlendState(ID3D10BlendState* state, const FLOAT factor[4], UINT mask) override;
    void STDMETHODCALLTYPE OMGetBlendState(ID3D10BlendState** state, FLOAT factor[4], UINT* mask) override;
    void STDMETHODCALLTYPE OMSetDepthStencilState(ID3D10DepthStencilState* state, UINT reference) override;
    void STDMETHODCALLTYPE OMGetDepthStencilState(ID3D10DepthStencilState** state, UINT* reference) override;
    void STDMETHODCALLTYPE SOSetTargets(UINT count, ID3D10Buffer* const* targets, const UINT* offsets) override;
    void STDMETHODCALLTYPE SOGetTargets(UINT count, ID3D10Buffer** targets, UINT* offsets) override;
    void STDMETHODCALLTYPE RSSetState(ID3D10RasterizerState* state) override;
    void STDMETHODCALLTYPE RSGetState(ID3D10RasterizerState** state) override;
    void STDMETHODCALLTYPE RSSetViewports(UINT count, const D3D10_VIEWPORT* viewports) override;
    void STDMETHODCALLTYPE RSGetViewports(UINT* count, D3D10_VIEWPORT* viewports) override;
    void STDMETHODCALLTYPE RSSetScissorRects(UINT count, const D3D10_RECT* rects) override;
    void STDMETHODCALLTYPE RSGetScissorRects(UINT* count, D3D10_RECT* rects) override;
    void STDMETHODCALLTYPE SetPredication(ID3D10Predicate* predicate, WINBOOL value) override;
    void STDMETHODCALLTYPE GetPredication(ID3D10Predicate** predicate, WINBOOL* value) override;
    void STDMETHODCALLTYPE ClearState() override;

    // --- work (device10.cpp)
    void STDMETHODCALLTYPE DrawIndexed(UINT indexCount, UINT firstIndex, INT baseVertex) override;
    void STDMETHODCALLTYPE Draw(UINT vertexCount, UINT firstVertex) override;
    void STDMETHODCALLTYPE DrawIndexedInstanced(UINT indexCount, UINT instanceCount, UINT firstIndex, INT baseVertex,
                                                UINT firstInstance) override;
    void STDMETHODCALLTYPE DrawInstanced(UINT vertexCount, UINT instanceCount, UINT firstVertex,
                                         UINT firstInstance) override;
    void STDMETHODCALLTYPE DrawAuto() override;
    void STDMETHODCALLTYPE CopySubresourceRegion(ID3D10Resource* target, UINT targetSubresource, UINT x, UINT y, UINT z,
                                                 ID3D10Resource* source, UINT sourceSubresource,
                                                 const D3D10_BOX* box) override;
    void STDMETHODCALLTYPE CopyResource(ID3D10Resource* target, ID3D10Resource* source) override;
    void STDMETHODCALLTYPE UpdateSubresource(ID3D10Resource* target, UINT subresource, const D3D10_BOX* box,
                                             const void* data, UINT rowPitch, UINT slicePitch) override;
    void STDMETHODCALLTYPE ClearRenderTargetView(ID3D10RenderTargetView* view, const FLOAT color[4]) override;
    void STDMETHODCALLTYPE ClearDepthStencilView(ID3D10DepthStencilView* view, UINT flags, FLOAT depth,
                                                 UINT8 stencil) override;
    void STDMETHODCALLTYPE GenerateMips(ID3D10ShaderResourceView* view) override;
    void STDMETHODCALLTYPE ResolveSubresource(ID3D10Resource* target, UINT targetSubresource, ID3D10Resource* source,
                                              UINT sourceSubresource, DXGI_FORMAT format) override;
    void STDMETHODCALLTYPE Flush() override;
    HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override;
    HRESULT STDMETHODCALLTYPE SetExceptionMode(UINT flags) override;
    UINT STDMETHODCALLTYPE GetExceptionMode() override;
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override;
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override;
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* data) override;

    // --- creation (create10.cpp)
    HRESULT STDMETHODCALLTYPE CreateBuffer(const D3D10_BUFFER_DESC* desc, const D3D10_SUBRESOURCE_DATA* data,
                                           ID3D10Buffer** buffer) override;
    HRESULT STDMETHODCALLTYPE CreateTexture1D(const D3D10_TEXTURE1D_DESC* desc, const D3D10_SUBRESOURCE_DATA* data,
                                              ID3D10Texture1D** texture) override;
    HRESULT STDMETHODCALLTYPE CreateTexture2D(const D3D10_TEXTURE2D_DESC* desc, const D3D10_SUBRESOURCE_DATA* data,
                                              ID3D10Texture2D** texture) override;
    HRESULT STDMETHODCALLTYPE CreateTexture3D(const D3D10_TEXTURE3D_DESC* desc, const D3D10_SUBRESOURCE_DATA* data,
                                              ID3D10Texture3D** texture) override;
    HRESULT STDMETHODCALLTYPE CreateShaderResourceView(ID3D10Resource* resource,
                                                       const D3D10_SHADER_RESOURCE_VIEW_DESC* desc,
                                                       ID3D10ShaderResourceView** view) override;
    HRESULT STDMETHODCALLTYPE CreateRenderTargetView(ID3D10Resource* resource, const D3D10_RENDER_TARGET_VIEW_DESC* desc,
                                                     ID3D10RenderTargetView** view) override;
    HRESULT STDMETHODCALLTYPE CreateDepthStencilView(ID3D10Resource* resource, const D3D10_DEPTH_STENCIL_VIEW_DESC* desc,
                                                     ID3D10DepthStencilView** view) override;
    HRESULT STDMETHODCALLTYPE CreateInputLayout(const D3D10_INPUT_ELEMENT_DESC* elements, UINT count,
                                                const void* bytecode, SIZE_T length,
                                                ID3D10InputLayout** layout) override;
    HRESULT STDMETHODCALLTYPE CreateVertexShader(const void* bytecode, SIZE_T length,
                                                 ID3D10VertexShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateGeometryShader(const void* bytecode, SIZE_T length,
                                                   ID3D10GeometryShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateGeometryShaderWithStreamOutput(const void* bytecode, SIZE_T length,
                                                                   const D3D10_SO_DECLARATION_ENTRY* entries, UINT count,
                                                                   UINT stride, ID3D10GeometryShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreatePixelShader(const void* bytecode, SIZE_T length, ID3D10PixelShader** shader) override;
    HRESULT STDMETHODCALLTYPE CreateBlendState(const D3D10_BLEND_DESC* desc, ID3D10BlendState** state) override;
    HRESULT STDMETHODCALLTYPE CreateDepthStencilState(const D3D10_DEPTH_STENCIL_DESC* desc,
                                                      ID3D10DepthStencilState** state) override;
    HRESULT STDMETHODCALLTYPE CreateRasterizerState(const D3D10_RASTERIZER_DESC* desc,
                                                    ID3D10RasterizerState** state) override;
    HRESULT STDMETHODCALLTYPE CreateSamplerState(const D3D10_SAMPLER_DESC* desc, ID3D10SamplerState** state) override;
    HRESULT STDMETHODCALLTYPE CreateQuery(const D3D10_QUERY_DESC* desc, ID3D10Query** query) override;
    HRESULT STDMETHODCALLTYPE CreatePredicate(const D3D10_QUERY_DESC* desc, ID3D10Predicate** predicate) override;
    HRESULT STDMETHODCALLTYPE CreateCounter(const D3D10_COUNTER_DESC* desc, ID3D10Counter** counter) override;
    HRESULT STDMETHODCALLTYPE CreateShaderResourceView1(ID3D10Resource* resource,
                                                        const D3D10_SHADER_RESOURCE_VIEW_DESC1* desc,
                                                        ID3D10ShaderResourceView1** view) override;
    HRESULT STDMETHODCALLTYPE CreateBlendState1(const D3D10_BLEND_DESC1* desc, ID3D10BlendState1** state) override;
    HRESULT STDMETHODCALLTYPE CheckFormatSupport(DXGI_FORMAT format, UINT* support) override;
    HRESULT STDMETHODCALLTYPE CheckMultisampleQualityLevels(DXGI_FORMAT format, UINT samples, UINT* levels) override;
    void STDMETHODCALLTYPE CheckCounterInfo(D3D10_COUNTER_INFO* info) override;
    HRESULT STDMETHODCALLTYPE CheckCounter(const D3D10_COUNTER_DESC* desc, D3D10_COUNTER_TYPE* type, UINT* active,
                                           char* name, UINT* nameLength, char* units, UINT* unitsLength,
                                           char* description, UINT* descriptionLength) override;
    UINT STDMETHODCALLTYPE GetCreationFlags() override;
    HRESULT STDMETHODCALLTYPE OpenSharedResource(HANDLE handle, REFIID iid, void** resource) override;
    void STDMETHODCALLTYPE SetTextFilterSize(UINT width, UINT height) override;
    void STDMETHODCALLTYPE GetTextFilterSize(UINT* width, UINT* height) override;
    D3D10_FEATURE_LEVEL1 STDMETHODCALLTYPE GetFeatureLevel() override;

private:
    Device& device_;
    std::unique_ptr<Debug10> debug_;
    UINT creationFlags_;
    UINT textWidth_ = 0, textHeight_ = 0;
};

// The device's, with a reference; null while it does not offer Direct3D 10.
ID3D10Device* device10(Device& device);

// The Direct3D 10 interface of an object whose reference is given; null for null.
template <class I10, class I11>
I10* give10(I11* object) {
    I10* made = nullptr;
    if (object) {
        object->QueryInterface(__uuidof(I10), reinterpret_cast<void**>(&made));
        object->Release();
    }
    return made;
}

// The Direct3D 11 interface behind one of Direct3D 10, without a reference: the caller's holds the object.
template <class I11, class I10>
I11* take11(I10* object) {
    I11* made = nullptr;
    if (object && SUCCEEDED(object->QueryInterface(__uuidof(I11), reinterpret_cast<void**>(&made))))
        made->Release();
    return made;
}

} // namespace hendeca::d3d11
