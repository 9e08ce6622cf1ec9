#pragma once
// What tile pools and tiled resources may be. Pure judgements, any thread; what they refuse is E_INVALIDARG.
// Sources: D3D11.3 functional specification 5.9.2.3, 5.9.2.4 and 5.9.7; Microsoft Learn, "Tiled resource creation parameters".

#include "d3d11/resource/resource.h"

#include <d3d11_4.h>

namespace hendeca::d3d11 {

class Device;

// The tier that this device offers, as a number; 0: none.
uint32_t tiledTier(const Device& device);

// For descriptions that have the flag; judged beside the rules that hold for all.
bool tilePoolAllowed(const Device& device, const D3D11_BUFFER_DESC& desc, const D3D11_SUBRESOURCE_DATA* data);
bool tiledBufferAllowed(const Device& device, const D3D11_BUFFER_DESC& desc, const D3D11_SUBRESOURCE_DATA* data);
bool tiledTextureAllowed(const Device& device, const ResourceFacts& facts, const D3D11_SUBRESOURCE_DATA* data);

} // namespace hendeca::d3d11
