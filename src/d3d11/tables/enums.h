#pragma once
// D3D11's enumerations of fixed-function state as Vulkan's values: one table each. A lookup fails for values that are
// not in the enumeration. Pure functions, any thread. Sources: d3d11.h; Vulkan 1.3, chapters 27 to 29; D3D11.3
// functional specification, chapters 15 to 17.

#include "vk/fns.h"

#include <d3d11_4.h>

#include <optional>

namespace hendeca::d3d11 {

std::optional<VkCompareOp> compareOp(D3D11_COMPARISON_FUNC value);
std::optional<VkStencilOp> stencilOp(D3D11_STENCIL_OP value);
std::optional<VkBlendOp> blendOp(D3D11_BLEND_OP value);
// `alpha`: the slot is one of the two alpha factors, where colour factors are refused.
std::optional<VkBlendFactor> blendFactor(D3D11_BLEND value, bool alpha);
std::optional<VkLogicOp> logicOp(D3D11_LOGIC_OP value);
std::optional<VkPolygonMode> polygonMode(D3D11_FILL_MODE value);
std::optional<VkCullModeFlags> cullMode(D3D11_CULL_MODE value);
std::optional<VkSamplerAddressMode> addressMode(D3D11_TEXTURE_ADDRESS_MODE value);

// The factor reads the second output of the pixel shader.
bool isDualSource(D3D11_BLEND value);

} // namespace hendeca::d3d11
