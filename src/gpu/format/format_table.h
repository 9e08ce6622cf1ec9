#pragma once
// All facts of a format, one row per DXGI_FORMAT, by its plain number (no DXGI header is needed). The table is constant;
// any thread. What a driver can do with a format is FormatSupport's to say. Support bits have the values of
// D3D11_FORMAT_SUPPORT and D3D11_FORMAT_SUPPORT2; what is required is that of feature level 11_0
// (Microsoft: "Format support for Direct3D Feature Level 11.0 Hardware").

#include "vk/fns.h"

#include <cstdint>
#include <span>

namespace hendeca::gpu {

enum class ComponentType : uint8_t { None, Typeless, Float, Unorm, Snorm, Uint, Sint };

enum FormatFlag : uint16_t {
    kFormatTypeless = 1u << 0,
    kFormatSrgb = 1u << 1,
    kFormatDepth = 1u << 2,    // may be bound as depth-stencil itself: D16, D24S8, D32, D32S8
    kFormatStencil = 1u << 3,  // has a stencil part: those and their families
    kFormatBlock = 1u << 4,    // block compressed (BC)
    kFormatPacked422 = 1u << 5, // two texels in one block
    kFormatPlanar = 1u << 6,   // video formats of several planes
    kFormatVideo = 1u << 7,
    kFormatYcbcr = 1u << 8,    // Vulkan wants a sampler with Y'CbCr conversion to read it
    kFormatDepthFamily = 1u << 9, // always stored in a depth-stencil image: R24G8, R32G8X24 and theirs
};

struct FormatInfo {
    uint32_t key;          // DXGI_FORMAT
    const char* name;      // without DXGI_FORMAT_
    VkFormat format;       // of colour images and views; of typeless ones, one that stands for the family; UNDEFINED: none
    VkFormat depthFormat;  // when the image is bound as depth-stencil; UNDEFINED: cannot be
    uint16_t parent;       // the typeless format of the family, or key itself
    uint8_t bytes;         // per block
    uint8_t blockWidth, blockHeight; // texels
    ComponentType type;    // of colour, or of the depth part
    uint8_t bits[4];       // of red, green, blue, alpha; depth in [0], stencil in [1]; 0 in compressed formats
    uint8_t mask;          // which of r, g, b, a there are (bit 0 = r)
    VkImageAspectFlags aspects; // that a view of this format reads: colour, depth, stencil or both
    VkComponentMapping swizzle; // for shader resource views; identity for most
    uint16_t flags;        // FormatFlag
    uint32_t support;      // required D3D11_FORMAT_SUPPORT bits
    uint32_t support2;     // required D3D11_FORMAT_SUPPORT2 bits

    constexpr bool has(FormatFlag flag) const { return (flags & flag) != 0; }
    constexpr bool typeless() const { return has(kFormatTypeless); }
};

// DXGI_FORMAT numbers that the layers above may want by name; the table has them all.
enum : uint32_t { kFormatUnknown = 0 };

// The row of a number; that of UNKNOWN for numbers that have none (check key).
const FormatInfo& formatInfo(uint32_t dxgi);
bool isFormat(uint32_t dxgi); // has a row
std::span<const FormatInfo> formatTable();

// Members of the family of a format, itself included (DXGI numbers).
std::span<const uint16_t> formatFamily(uint32_t dxgi);
// Distinct formats that views of a typeless (or typed) image of this family may have, without depth formats.
std::span<const VkFormat> castableFormats(uint32_t dxgi);
// True if a view of format `view` may be made of a resource of format `resource`: equal, or the resource is typeless and
// of the same family.
bool isCastable(uint32_t resource, uint32_t view);

} // namespace hendeca::gpu
