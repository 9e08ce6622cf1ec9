#pragma once
// What the debug layer says about calls on a context other than draws: outputs set while they are inputs, copies,
// updates and maps that are refused, queries used out of order. Each is asked with the state before the call, but for
// map, which comes after it with its result. The context's thread. Source of the rules: the methods' own pages on
// Microsoft Learn.

#include "d3d11/context/shadow_state.h"

#include <d3d11_4.h>

namespace hendeca::d3d11 {

class DebugLayer;
class ResourceBase;
class Query;

namespace checks {

void targets(DebugLayer& debug, const ShadowState& shadow, const char* call, UINT count,
             ID3D11RenderTargetView* const* targets, ID3D11DepthStencilView* depthStencil);
void graphicsUavs(DebugLayer& debug, const ShadowState& shadow, UINT start, UINT count,
                  ID3D11UnorderedAccessView* const* uavs);
void computeUavs(DebugLayer& debug, const ShadowState& shadow, UINT start, UINT count,
                 ID3D11UnorderedAccessView* const* uavs);
void streamOut(DebugLayer& debug, const ShadowState& shadow, UINT count, ID3D11Buffer* const* targets,
               const UINT* offsets);
void resources(DebugLayer& debug, const ShadowState& shadow, spirv::Stage stage, UINT start, UINT count,
               ID3D11ShaderResourceView* const* views);
void vertexBuffers(DebugLayer& debug, const ShadowState& shadow, UINT start, UINT count, ID3D11Buffer* const* buffers,
                   const UINT* strides, const UINT* offsets);
void indexBuffer(DebugLayer& debug, const ShadowState& shadow, ID3D11Buffer* buffer, DXGI_FORMAT format, UINT offset);
void topology(DebugLayer& debug, D3D11_PRIMITIVE_TOPOLOGY topology);
void viewports(DebugLayer& debug, UINT count, const D3D11_VIEWPORT* viewports);
void scissors(DebugLayer& debug, UINT count, const D3D11_RECT* rects);
void indirect(DebugLayer& debug, const char* call, bool dispatch, ID3D11Buffer* arguments, UINT offset, UINT bytes);

void copyResource(DebugLayer& debug, ID3D11Resource* target, ID3D11Resource* source);
void copyRegion(DebugLayer& debug, ID3D11Resource* target, UINT targetSubresource, UINT x, UINT y, UINT z,
                ID3D11Resource* source, UINT sourceSubresource, const D3D11_BOX* box);
void update(DebugLayer& debug, ID3D11Resource* target, UINT subresource, const D3D11_BOX* box);
void copyCount(DebugLayer& debug, ID3D11Buffer* target, UINT offset, ID3D11UnorderedAccessView* view);
void resolve(DebugLayer& debug, ID3D11Resource* target, UINT targetSubresource, ID3D11Resource* source,
             UINT sourceSubresource, DXGI_FORMAT format);
void mips(DebugLayer& debug, ID3D11ShaderResourceView* view);
void clearUavFloat(DebugLayer& debug, ID3D11UnorderedAccessView* view);
void clearDepth(DebugLayer& debug, ID3D11DepthStencilView* view, UINT flags);
// `before`: whether the subresource was mapped already.
void map(DebugLayer& debug, ID3D11Resource* resource, UINT subresource, D3D11_MAP type, UINT flags, bool before,
         bool deferred, HRESULT hr);
void unmap(DebugLayer& debug, ID3D11Resource* resource, UINT subresource);
bool isMapped(ID3D11Resource* resource, UINT subresource);

void begin(DebugLayer& debug, ID3D11Asynchronous* async, bool deferred);
void end(DebugLayer& debug, ID3D11Asynchronous* async, bool deferred);
void getData(DebugLayer& debug, ID3D11Asynchronous* async, UINT size, UINT flags, bool deferred);

} // namespace checks
} // namespace hendeca::d3d11
