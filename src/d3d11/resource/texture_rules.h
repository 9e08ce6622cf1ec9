#pragma once
// Judges the description of a texture, whatever its dimension, and completes it. Pure functions of the device's level
// and formats, any thread. Sources: Microsoft Learn, CreateTexture2D, D3D11_RESOURCE_MISC_FLAG; D3D11.3 functional
// specification, chapter 5.

#include "d3d11/resource/resource.h"

namespace hendeca::d3d11 {

// S_OK or E_INVALIDARG. Resolves facts.mipLevels when it is 0.
HRESULT judgeTexture(Device& device, ResourceFacts& facts, D3D11_TEXTURE_LAYOUT layout,
                     const D3D11_SUBRESOURCE_DATA* data);

// Union of FormatSupport::support() over the family of a typeless format; that of the format itself otherwise.
uint32_t familySupport(Device& device, DXGI_FORMAT format);

} // namespace hendeca::d3d11
