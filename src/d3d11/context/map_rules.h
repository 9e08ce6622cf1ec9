#pragma once
// Which maps D3D11 allows, as one table (map_rules.cpp). Source: Microsoft Learn, ID3D11DeviceContext::Map and
// D3D11_USAGE; Windows' answers as tests have seen them.

#include "d3d11/resource/resource.h"

namespace hendeca::d3d11 {

// S_OK, or why a map of this subresource with this type is refused on the immediate context.
HRESULT judgeMap(const ResourceBase& resource, UINT subresource, D3D11_MAP type, UINT flags);
// As above, on a deferred context; whether a discard came before is the caller's to know.
HRESULT judgeDeferredMap(const ResourceBase& resource, UINT subresource, D3D11_MAP type);

} // namespace hendeca::d3d11
