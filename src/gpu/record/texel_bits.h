#pragma once
// The bits of one texel of colour formats that unordered access views have, from clear values and back. Pure functions,
// any thread. Source of the rules: ID3D11DeviceContext::ClearUnorderedAccessViewUint (low bits of each component, no
// conversion) and ...Float (as a store from a shader); Vulkan's "Fixed-Point Data Conversions" and "Floating-Point".

#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu {

struct Texel {
    uint8_t bytes[16] = {};
    uint32_t size = 0; // bytes; 0: the format is not known here
};

// `values`: floats as bits when isFloat.
Texel texelOf(VkFormat format, bool isFloat, const uint32_t values[4]);
// The colour that vkCmdClearColorImage turns into these bits in an image of this format; false when the format is not
// known or has another size.
bool clearColorOf(VkFormat format, const Texel& texel, VkClearColorValue& color);

uint16_t halfFromFloat(float value);
float floatFromHalf(uint16_t half);

} // namespace hendeca::gpu
