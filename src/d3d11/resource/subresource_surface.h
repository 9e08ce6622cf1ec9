#pragma once
// IDXGISurface2 of one subresource of a texture that has several (IDXGIResource1::CreateSubresourceSurface). It keeps
// the texture alive by a public reference. Any thread, but for Map and Unmap: those are the immediate context's.

#include "d3d11/resource/resource.h"

namespace hendeca::d3d11 {

// `index` must be one of the texture's. With a reference.
IDXGISurface2* createSubresourceSurface(ResourceBase& texture, UINT index);

} // namespace hendeca::d3d11
