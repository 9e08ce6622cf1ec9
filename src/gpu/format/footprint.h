#pragma once
// How a subresource lies in linear memory, as D3D11 counts it: rows of blocks, slices of rows. Pure functions, any thread.
// Sizes in bytes, extents in texels.

#include "gpu/format/format_table.h"

#include <cstdint>

namespace hendeca::gpu {

// VK_KHR_maintenance5's VK_FORMAT_A8_UNORM_KHR, which not all headers have.
inline constexpr auto kFormatA8 = static_cast<VkFormat>(1000470001);

struct Footprint {
    uint32_t rowPitch = 0;    // bytes of one row of blocks, tight
    uint32_t rows = 0;        // rows of blocks in a slice (all planes together for planar formats)
    uint64_t slicePitch = 0;  // rowPitch * rows
    uint64_t size = 0;        // of the whole box
};

// Extent of a mip level: never below 1.
constexpr uint32_t mipExtent(uint32_t extent, uint32_t mip) {
    const uint32_t size = mip < 32 ? extent >> mip : 0;
    return size ? size : 1;
}
// Levels of a full mip chain.
uint32_t fullMipCount(uint32_t width, uint32_t height, uint32_t depth);

Footprint footprint(const FormatInfo& format, uint32_t width, uint32_t height, uint32_t depth);
// Of the copy of one aspect in Vulkan: stencil has 1 byte a texel, depth 2 or 4, whatever the D3D11 format packs.
uint32_t aspectBytes(VkFormat format, VkImageAspectFlags aspect);
// Bytes per block of a colour format; 0 if it is not one that the table names.
uint32_t blockBytes(VkFormat format);
// The first row that has this VkFormat as its colour or depth format (facts such as block size hold for it), or null.
const FormatInfo* formatInfoOf(VkFormat format);

} // namespace hendeca::gpu
