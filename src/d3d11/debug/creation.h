#pragma once
// What the debug layer does at the end of each Create method: a call that failed is looked at again to say why, with
// the message that Windows has for that mistake and the one of the result; a new object is tracked. The rules
// themselves are judged where objects are made; here their outcome is explained. Any thread.

#include "d3d11/debug/debug_layer.h"
#include "d3d11/resource/resource.h"
#include "d3d11/shader/shader.h"

namespace hendeca::d3d11::creation {

void buffer(DebugLayer& debug, const D3D11_BUFFER_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
            ID3D11Buffer** made);
void texture1D(DebugLayer& debug, const D3D11_TEXTURE1D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
               ID3D11Texture1D** made);
void texture2D(DebugLayer& debug, const D3D11_TEXTURE2D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
               ID3D11Texture2D* made);
void texture3D(DebugLayer& debug, const D3D11_TEXTURE3D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
               ID3D11Texture3D* made);

void shaderResourceView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_SHADER_RESOURCE_VIEW_DESC* desc,
                        HRESULT hr, ID3D11ShaderResourceView* made);
void renderTargetView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_RENDER_TARGET_VIEW_DESC* desc,
                      HRESULT hr, ID3D11RenderTargetView* made);
void depthStencilView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_DEPTH_STENCIL_VIEW_DESC* desc,
                      HRESULT hr, ID3D11DepthStencilView* made);
void unorderedAccessView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC* desc,
                         HRESULT hr, ID3D11UnorderedAccessView* made);

void inputLayout(DebugLayer& debug, Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT count,
                 const void* bytecode, SIZE_T length, HRESULT hr, ID3D11InputLayout** made);
// `com` is null when nothing was made.
void shader(DebugLayer& debug, spirv::Stage stage, const void* bytecode, SIZE_T length,
            const StreamOutputDesc* streamOutput, HRESULT hr, ID3D11DeviceChild* com, DeviceObject* object);
void blendState(DebugLayer& debug, const D3D11_BLEND_DESC1* desc, HRESULT hr, ID3D11BlendState* made);
void depthStencilState(DebugLayer& debug, const D3D11_DEPTH_STENCIL_DESC* desc, HRESULT hr,
                       ID3D11DepthStencilState* made);
void rasterizerState(DebugLayer& debug, const D3D11_RASTERIZER_DESC2* desc, HRESULT hr, ID3D11RasterizerState* made);
void samplerState(DebugLayer& debug, const D3D11_SAMPLER_DESC* desc, HRESULT hr, ID3D11SamplerState* made);
void query(DebugLayer& debug, const D3D11_QUERY_DESC1* desc, bool predicate, HRESULT hr, ID3D11Query* made);
void counter(DebugLayer& debug, const D3D11_COUNTER_DESC* desc);
void deferredContext(DebugLayer& debug, UINT flags, UINT deviceFlags, HRESULT hr, ID3D11DeviceContext* made);

} // namespace hendeca::d3d11::creation
