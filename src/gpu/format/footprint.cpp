#include "gpu/format/footprint.h"

#include <algorithm>
#include <bit>

namespace hendeca::gpu {

uint32_t fullMipCount(uint32_t width, uint32_t height, uint32_t depth) {
    return static_cast<uint32_t>(std::bit_width(std::max({width, height, depth, 1u})));
}

Footprint footprint(const FormatInfo& format, uint32_t width, uint32_t height, uint32_t depth) {
    Footprint result;
    if (format.has(kFormatPlanar)) {
        // D3D11 lays the planes of a 4:2:0 or 4:2:2 image one below the other, all with the pitch of the first
        // (Microsoft: "Recommended 8-Bit YUV Formats for Video Rendering").
        const uint32_t lumaBytes = format.key == 104 || format.key == 105 ? 2 : 1;
        const uint32_t chromaRows = format.blockHeight == 2 ? (height + 1) / 2 : height;
        result.rowPitch = width * lumaBytes;
        result.rows = height + (format.key == 132 ? 2 * height : chromaRows);
    } else {
        result.rowPitch = (width + format.blockWidth - 1) / format.blockWidth * format.bytes;
        result.rows = (height + format.blockHeight - 1) / format.blockHeight;
    }
    result.slicePitch = uint64_t(result.rowPitch) * result.rows;
    result.size = result.slicePitch * depth;
    return result;
}

uint32_t aspectBytes(VkFormat format, VkImageAspectFlags aspect) {
    if (aspect == VK_IMAGE_ASPECT_STENCIL_BIT)
        return 1;
    switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_D16_UNORM_S8_UINT:
        return 2;
    case VK_FORMAT_S8_UINT:
        return 1;
    case VK_FORMAT_D32_SFLOAT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
        return 4;
    default:
        return blockBytes(format);
    }
}

uint32_t blockBytes(VkFormat format) {
    const FormatInfo* info = formatInfoOf(format);
    return info ? info->bytes : 0;
}

const FormatInfo* formatInfoOf(VkFormat format) {
    if (format == VK_FORMAT_UNDEFINED)
        return nullptr;
    if (format == VK_FORMAT_B4G4R4A4_UNORM_PACK16) // stands in for its relative
        return &formatInfo(115);
    if (format == kFormatA8)
        return &formatInfo(65);
    for (const FormatInfo& info : formatTable())
        if (info.format == format || info.depthFormat == format)
            return &info;
    return nullptr;
}

} // namespace hendeca::gpu
