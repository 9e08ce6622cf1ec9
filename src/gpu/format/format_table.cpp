#include "gpu/format/format_table.h"

#include <array>

namespace hendeca::gpu {

namespace {

using CT = ComponentType;

constexpr VkFormat kNone = VK_FORMAT_UNDEFINED;
constexpr VkImageAspectFlags C = VK_IMAGE_ASPECT_COLOR_BIT;
constexpr VkImageAspectFlags D = VK_IMAGE_ASPECT_DEPTH_BIT;
constexpr VkImageAspectFlags S = VK_IMAGE_ASPECT_STENCIL_BIT;
constexpr VkImageAspectFlags DS = D | S;

constexpr uint16_t Tl = kFormatTypeless, Sr = kFormatSrgb, Dp = kFormatDepth, St = kFormatStencil, Bl = kFormatBlock;
constexpr uint16_t P2 = kFormatPacked422, Pl = kFormatPlanar, Vd = kFormatVideo, Yc = kFormatYcbcr;
constexpr uint16_t Df = kFormatDepthFamily;

constexpr VkComponentSwizzle kI = VK_COMPONENT_SWIZZLE_IDENTITY, k0 = VK_COMPONENT_SWIZZLE_ZERO;
constexpr VkComponentSwizzle k1 = VK_COMPONENT_SWIZZLE_ONE, kR = VK_COMPONENT_SWIZZLE_R;
constexpr VkComponentSwizzle kG = VK_COMPONENT_SWIZZLE_G, kB = VK_COMPONENT_SWIZZLE_B, kA = VK_COMPONENT_SWIZZLE_A;
constexpr VkComponentMapping kIdentity = {kI, kI, kI, kI};
constexpr VkComponentMapping kAlphaFromRed = {k0, k0, k0, kR}; // A8: no plain Vulkan 1.3 format has alpha alone
constexpr VkComponentMapping kOpaque = {kR, kG, kB, k1};       // X8: the byte is there, but reads as one
constexpr VkComponentMapping kPairGrgb = {kG, kR, kA, k1};     // of a pair's word G R G B (texel_code.h)
constexpr VkComponentMapping kRedOnly = {kR, k0, k0, k1};      // drivers differ in what the others of a depth read give
constexpr VkComponentMapping kGreenFromRed = {k0, kR, k0, k1}; // D3D11 reads stencil from green

// clang-format off
constexpr std::array kRows = {
    FormatInfo{0, "UNKNOWN", kNone, kNone, 0, 0, 1, 1, CT::None, {0, 0, 0, 0}, 0x0, 0, kIdentity, 0, 0x00020001, 0x000},
    FormatInfo{1, "R32G32B32A32_TYPELESS", VK_FORMAT_R32G32B32A32_UINT, kNone, 1, 16, 1, 1, CT::Typeless, {32, 32, 32, 32}, 0xf, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{2, "R32G32B32A32_FLOAT", VK_FORMAT_R32G32B32A32_SFLOAT, kNone, 1, 16, 1, 1, CT::Float, {32, 32, 32, 32}, 0xf, C, kIdentity, 0, 0x02f6f3fb, 0x480},
    FormatInfo{3, "R32G32B32A32_UINT", VK_FORMAT_R32G32B32A32_UINT, kNone, 1, 16, 1, 1, CT::Uint, {32, 32, 32, 32}, 0xf, C, kIdentity, 0, 0x027251fb, 0x480},
    FormatInfo{4, "R32G32B32A32_SINT", VK_FORMAT_R32G32B32A32_SINT, kNone, 1, 16, 1, 1, CT::Sint, {32, 32, 32, 32}, 0xf, C, kIdentity, 0, 0x027251fb, 0x480},
    FormatInfo{5, "R32G32B32_TYPELESS", VK_FORMAT_R32G32B32_UINT, kNone, 5, 12, 1, 1, CT::Typeless, {32, 32, 32, 0}, 0x7, C, kIdentity, Tl, 0x001210f0, 0x000},
    FormatInfo{6, "R32G32B32_FLOAT", VK_FORMAT_R32G32B32_SFLOAT, kNone, 5, 12, 1, 1, CT::Float, {32, 32, 32, 0}, 0x7, C, kIdentity, 0, 0x005611fb, 0x000},
    FormatInfo{7, "R32G32B32_UINT", VK_FORMAT_R32G32B32_UINT, kNone, 5, 12, 1, 1, CT::Uint, {32, 32, 32, 0}, 0x7, C, kIdentity, 0, 0x005211fb, 0x000},
    FormatInfo{8, "R32G32B32_SINT", VK_FORMAT_R32G32B32_SINT, kNone, 5, 12, 1, 1, CT::Sint, {32, 32, 32, 0}, 0x7, C, kIdentity, 0, 0x005211fb, 0x000},
    FormatInfo{9, "R16G16B16A16_TYPELESS", VK_FORMAT_R16G16B16A16_UNORM, kNone, 9, 8, 1, 1, CT::Typeless, {16, 16, 16, 16}, 0xf, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{10, "R16G16B16A16_FLOAT", VK_FORMAT_R16G16B16A16_SFLOAT, kNone, 9, 8, 1, 1, CT::Float, {16, 16, 16, 16}, 0xf, C, kIdentity, 0, 0x12fef3f3, 0x480},
    FormatInfo{11, "R16G16B16A16_UNORM", VK_FORMAT_R16G16B16A16_UNORM, kNone, 9, 8, 1, 1, CT::Unorm, {16, 16, 16, 16}, 0xf, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{12, "R16G16B16A16_UINT", VK_FORMAT_R16G16B16A16_UINT, kNone, 9, 8, 1, 1, CT::Uint, {16, 16, 16, 16}, 0xf, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{13, "R16G16B16A16_SNORM", VK_FORMAT_R16G16B16A16_SNORM, kNone, 9, 8, 1, 1, CT::Snorm, {16, 16, 16, 16}, 0xf, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{14, "R16G16B16A16_SINT", VK_FORMAT_R16G16B16A16_SINT, kNone, 9, 8, 1, 1, CT::Sint, {16, 16, 16, 16}, 0xf, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{15, "R32G32_TYPELESS", VK_FORMAT_R32G32_UINT, kNone, 15, 8, 1, 1, CT::Typeless, {32, 32, 0, 0}, 0x3, C, kIdentity, Tl, 0x001210f0, 0x000},
    FormatInfo{16, "R32G32_FLOAT", VK_FORMAT_R32G32_SFLOAT, kNone, 15, 8, 1, 1, CT::Float, {32, 32, 0, 0}, 0x3, C, kIdentity, 0, 0x02f6f3fb, 0x080},
    FormatInfo{17, "R32G32_UINT", VK_FORMAT_R32G32_UINT, kNone, 15, 8, 1, 1, CT::Uint, {32, 32, 0, 0}, 0x3, C, kIdentity, 0, 0x027251fb, 0x080},
    FormatInfo{18, "R32G32_SINT", VK_FORMAT_R32G32_SINT, kNone, 15, 8, 1, 1, CT::Sint, {32, 32, 0, 0}, 0x3, C, kIdentity, 0, 0x027251fb, 0x080},
    FormatInfo{19, "R32G8X24_TYPELESS", VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, 19, 8, 1, 1, CT::Typeless, {32, 8, 0, 0}, 0x3, DS, kIdentity, Tl | St | Df, 0x001210b0, 0x000},
    FormatInfo{20, "D32_FLOAT_S8X24_UINT", VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, 19, 8, 1, 1, CT::Float, {32, 8, 0, 0}, 0x3, DS, kIdentity, Dp | St | Df, 0x003310b0, 0x000},
    FormatInfo{21, "R32_FLOAT_X8X24_TYPELESS", VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, 19, 8, 1, 1, CT::Float, {32, 0, 0, 0}, 0x1, D, kRedOnly, St | Df, 0x04d217b0, 0x000},
    FormatInfo{22, "X32_TYPELESS_G8X24_UINT", VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, 19, 8, 1, 1, CT::Uint, {0, 8, 0, 0}, 0x2, S, kGreenFromRed, St | Df, 0x005211b0, 0x000},
    FormatInfo{23, "R10G10B10A2_TYPELESS", VK_FORMAT_A2B10G10R10_UNORM_PACK32, kNone, 23, 4, 1, 1, CT::Typeless, {10, 10, 10, 2}, 0xf, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{24, "R10G10B10A2_UNORM", VK_FORMAT_A2B10G10R10_UNORM_PACK32, kNone, 23, 4, 1, 1, CT::Unorm, {10, 10, 10, 2}, 0xf, C, kIdentity, 0, 0x12fef3f3, 0x480},
    FormatInfo{25, "R10G10B10A2_UINT", VK_FORMAT_A2B10G10R10_UINT_PACK32, kNone, 23, 4, 1, 1, CT::Uint, {10, 10, 10, 2}, 0xf, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{26, "R11G11B10_FLOAT", VK_FORMAT_B10G11R11_UFLOAT_PACK32, kNone, 26, 4, 1, 1, CT::Float, {11, 11, 10, 0}, 0x7, C, kIdentity, 0, 0x02e6f3f3, 0x080},
    FormatInfo{27, "R8G8B8A8_TYPELESS", VK_FORMAT_R8G8B8A8_UNORM, kNone, 27, 4, 1, 1, CT::Typeless, {8, 8, 8, 8}, 0xf, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{28, "R8G8B8A8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, kNone, 27, 4, 1, 1, CT::Unorm, {8, 8, 8, 8}, 0xf, C, kIdentity, 0, 0x12fef3f3, 0x480},
    FormatInfo{29, "R8G8B8A8_UNORM_SRGB", VK_FORMAT_R8G8B8A8_SRGB, kNone, 27, 4, 1, 1, CT::Unorm, {8, 8, 8, 8}, 0xf, C, kIdentity, Sr, 0x10fef3f0, 0x400},
    FormatInfo{30, "R8G8B8A8_UINT", VK_FORMAT_R8G8B8A8_UINT, kNone, 27, 4, 1, 1, CT::Uint, {8, 8, 8, 8}, 0xf, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{31, "R8G8B8A8_SNORM", VK_FORMAT_R8G8B8A8_SNORM, kNone, 27, 4, 1, 1, CT::Snorm, {8, 8, 8, 8}, 0xf, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{32, "R8G8B8A8_SINT", VK_FORMAT_R8G8B8A8_SINT, kNone, 27, 4, 1, 1, CT::Sint, {8, 8, 8, 8}, 0xf, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{33, "R16G16_TYPELESS", VK_FORMAT_R16G16_UNORM, kNone, 33, 4, 1, 1, CT::Typeless, {16, 16, 0, 0}, 0x3, C, kIdentity, Tl, 0x001210f0, 0x000},
    FormatInfo{34, "R16G16_FLOAT", VK_FORMAT_R16G16_SFLOAT, kNone, 33, 4, 1, 1, CT::Float, {16, 16, 0, 0}, 0x3, C, kIdentity, 0, 0x02f6f3f3, 0x080},
    FormatInfo{35, "R16G16_UNORM", VK_FORMAT_R16G16_UNORM, kNone, 33, 4, 1, 1, CT::Unorm, {16, 16, 0, 0}, 0x3, C, kIdentity, 0, 0x02f6f3f3, 0x080},
    FormatInfo{36, "R16G16_UINT", VK_FORMAT_R16G16_UINT, kNone, 33, 4, 1, 1, CT::Uint, {16, 16, 0, 0}, 0x3, C, kIdentity, 0, 0x027251f3, 0x080},
    FormatInfo{37, "R16G16_SNORM", VK_FORMAT_R16G16_SNORM, kNone, 33, 4, 1, 1, CT::Snorm, {16, 16, 0, 0}, 0x3, C, kIdentity, 0, 0x02f6f3f3, 0x080},
    FormatInfo{38, "R16G16_SINT", VK_FORMAT_R16G16_SINT, kNone, 33, 4, 1, 1, CT::Sint, {16, 16, 0, 0}, 0x3, C, kIdentity, 0, 0x027251f3, 0x080},
    FormatInfo{39, "R32_TYPELESS", VK_FORMAT_R32_UINT, VK_FORMAT_D32_SFLOAT, 39, 4, 1, 1, CT::Typeless, {32, 0, 0, 0}, 0x1, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{40, "D32_FLOAT", VK_FORMAT_D32_SFLOAT, VK_FORMAT_D32_SFLOAT, 39, 4, 1, 1, CT::Float, {32, 0, 0, 0}, 0x1, D, kIdentity, Dp, 0x003310b0, 0x400},
    FormatInfo{41, "R32_FLOAT", VK_FORMAT_R32_SFLOAT, VK_FORMAT_D32_SFLOAT, 39, 4, 1, 1, CT::Float, {32, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x06f6f7fb, 0x4c8},
    FormatInfo{42, "R32_UINT", VK_FORMAT_R32_UINT, kNone, 39, 4, 1, 1, CT::Uint, {32, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x027251ff, 0x4ff},
    FormatInfo{43, "R32_SINT", VK_FORMAT_R32_SINT, kNone, 39, 4, 1, 1, CT::Sint, {32, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x027251fb, 0x4ff},
    FormatInfo{44, "R24G8_TYPELESS", VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D24_UNORM_S8_UINT, 44, 4, 1, 1, CT::Typeless, {24, 8, 0, 0}, 0x3, DS, kIdentity, Tl | St | Df, 0x001210b0, 0x000},
    FormatInfo{45, "D24_UNORM_S8_UINT", VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D24_UNORM_S8_UINT, 44, 4, 1, 1, CT::Unorm, {24, 8, 0, 0}, 0x3, DS, kIdentity, Dp | St | Df, 0x003310b0, 0x000},
    FormatInfo{46, "R24_UNORM_X8_TYPELESS", VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D24_UNORM_S8_UINT, 44, 4, 1, 1, CT::Unorm, {24, 0, 0, 0}, 0x1, D, kRedOnly, St | Df, 0x04d217b0, 0x000},
    FormatInfo{47, "X24_TYPELESS_G8_UINT", VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D24_UNORM_S8_UINT, 44, 4, 1, 1, CT::Uint, {0, 8, 0, 0}, 0x2, S, kGreenFromRed, St | Df, 0x005211b0, 0x000},
    FormatInfo{48, "R8G8_TYPELESS", VK_FORMAT_R8G8_UNORM, kNone, 48, 2, 1, 1, CT::Typeless, {8, 8, 0, 0}, 0x3, C, kIdentity, Tl, 0x001210f0, 0x000},
    FormatInfo{49, "R8G8_UNORM", VK_FORMAT_R8G8_UNORM, kNone, 48, 2, 1, 1, CT::Unorm, {8, 8, 0, 0}, 0x3, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{50, "R8G8_UINT", VK_FORMAT_R8G8_UINT, kNone, 48, 2, 1, 1, CT::Uint, {8, 8, 0, 0}, 0x3, C, kIdentity, 0, 0x027251f3, 0x080},
    FormatInfo{51, "R8G8_SNORM", VK_FORMAT_R8G8_SNORM, kNone, 48, 2, 1, 1, CT::Snorm, {8, 8, 0, 0}, 0x3, C, kIdentity, 0, 0x02f6f3f3, 0x080},
    FormatInfo{52, "R8G8_SINT", VK_FORMAT_R8G8_SINT, kNone, 48, 2, 1, 1, CT::Sint, {8, 8, 0, 0}, 0x3, C, kIdentity, 0, 0x027251f3, 0x080},
    FormatInfo{53, "R16_TYPELESS", VK_FORMAT_R16_UNORM, VK_FORMAT_D16_UNORM, 53, 2, 1, 1, CT::Typeless, {16, 0, 0, 0}, 0x1, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{54, "R16_FLOAT", VK_FORMAT_R16_SFLOAT, kNone, 53, 2, 1, 1, CT::Float, {16, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{55, "D16_UNORM", VK_FORMAT_D16_UNORM, VK_FORMAT_D16_UNORM, 53, 2, 1, 1, CT::Unorm, {16, 0, 0, 0}, 0x1, D, kIdentity, Dp, 0x003310b0, 0x400},
    FormatInfo{56, "R16_UNORM", VK_FORMAT_R16_UNORM, VK_FORMAT_D16_UNORM, 53, 2, 1, 1, CT::Unorm, {16, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x06f6f7f3, 0x480},
    FormatInfo{57, "R16_UINT", VK_FORMAT_R16_UINT, kNone, 53, 2, 1, 1, CT::Uint, {16, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x027251f7, 0x480},
    FormatInfo{58, "R16_SNORM", VK_FORMAT_R16_SNORM, kNone, 53, 2, 1, 1, CT::Snorm, {16, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{59, "R16_SINT", VK_FORMAT_R16_SINT, kNone, 53, 2, 1, 1, CT::Sint, {16, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{60, "R8_TYPELESS", VK_FORMAT_R8_UNORM, kNone, 60, 1, 1, 1, CT::Typeless, {8, 0, 0, 0}, 0x1, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{61, "R8_UNORM", VK_FORMAT_R8_UNORM, kNone, 60, 1, 1, 1, CT::Unorm, {8, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{62, "R8_UINT", VK_FORMAT_R8_UINT, kNone, 60, 1, 1, 1, CT::Uint, {8, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{63, "R8_SNORM", VK_FORMAT_R8_SNORM, kNone, 60, 1, 1, 1, CT::Snorm, {8, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x02f6f3f3, 0x480},
    FormatInfo{64, "R8_SINT", VK_FORMAT_R8_SINT, kNone, 60, 1, 1, 1, CT::Sint, {8, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x027251f3, 0x480},
    FormatInfo{65, "A8_UNORM", VK_FORMAT_R8_UNORM, kNone, 65, 1, 1, 1, CT::Unorm, {0, 0, 0, 8}, 0x8, C, kAlphaFromRed, 0, 0x02e6f3f0, 0x480},
    FormatInfo{66, "R1_UNORM", kNone, kNone, 66, 1, 8, 1, CT::Unorm, {1, 0, 0, 0}, 0x1, C, kIdentity, 0, 0x0, 0x0},
    FormatInfo{67, "R9G9B9E5_SHAREDEXP", VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, kNone, 67, 4, 1, 1, CT::Float, {9, 9, 9, 0}, 0x7, C, kIdentity, 0, 0x008213f0, 0x000},
    FormatInfo{68, "R8G8_B8G8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, kNone, 68, 4, 2, 1, CT::Unorm, {8, 8, 8, 0}, 0x7, C, kOpaque, P2, 0x008213f0, 0x000},
    FormatInfo{69, "G8R8_G8B8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, kNone, 69, 4, 2, 1, CT::Unorm, {8, 8, 8, 0}, 0x7, C, kPairGrgb, P2, 0x008213f0, 0x000},
    FormatInfo{70, "BC1_TYPELESS", VK_FORMAT_BC1_RGBA_UNORM_BLOCK, kNone, 70, 8, 4, 4, CT::Typeless, {0, 0, 0, 0}, 0xf, C, kIdentity, Tl | Bl, 0x001210e0, 0x400},
    FormatInfo{71, "BC1_UNORM", VK_FORMAT_BC1_RGBA_UNORM_BLOCK, kNone, 70, 8, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Bl, 0x009213e0, 0x400},
    FormatInfo{72, "BC1_UNORM_SRGB", VK_FORMAT_BC1_RGBA_SRGB_BLOCK, kNone, 70, 8, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Sr | Bl, 0x009213e0, 0x400},
    FormatInfo{73, "BC2_TYPELESS", VK_FORMAT_BC2_UNORM_BLOCK, kNone, 73, 16, 4, 4, CT::Typeless, {0, 0, 0, 0}, 0xf, C, kIdentity, Tl | Bl, 0x001210e0, 0x400},
    FormatInfo{74, "BC2_UNORM", VK_FORMAT_BC2_UNORM_BLOCK, kNone, 73, 16, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Bl, 0x009213e0, 0x400},
    FormatInfo{75, "BC2_UNORM_SRGB", VK_FORMAT_BC2_SRGB_BLOCK, kNone, 73, 16, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Sr | Bl, 0x009213e0, 0x400},
    FormatInfo{76, "BC3_TYPELESS", VK_FORMAT_BC3_UNORM_BLOCK, kNone, 76, 16, 4, 4, CT::Typeless, {0, 0, 0, 0}, 0xf, C, kIdentity, Tl | Bl, 0x001210e0, 0x400},
    FormatInfo{77, "BC3_UNORM", VK_FORMAT_BC3_UNORM_BLOCK, kNone, 76, 16, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Bl, 0x009213e0, 0x400},
    FormatInfo{78, "BC3_UNORM_SRGB", VK_FORMAT_BC3_SRGB_BLOCK, kNone, 76, 16, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Sr | Bl, 0x009213e0, 0x400},
    FormatInfo{79, "BC4_TYPELESS", VK_FORMAT_BC4_UNORM_BLOCK, kNone, 79, 8, 4, 4, CT::Typeless, {0, 0, 0, 0}, 0x1, C, kIdentity, Tl | Bl, 0x001210e0, 0x000},
    FormatInfo{80, "BC4_UNORM", VK_FORMAT_BC4_UNORM_BLOCK, kNone, 79, 8, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0x1, C, kIdentity, Bl, 0x009213e0, 0x000},
    FormatInfo{81, "BC4_SNORM", VK_FORMAT_BC4_SNORM_BLOCK, kNone, 79, 8, 4, 4, CT::Snorm, {0, 0, 0, 0}, 0x1, C, kIdentity, Bl, 0x009213e0, 0x000},
    FormatInfo{82, "BC5_TYPELESS", VK_FORMAT_BC5_UNORM_BLOCK, kNone, 82, 16, 4, 4, CT::Typeless, {0, 0, 0, 0}, 0x3, C, kIdentity, Tl | Bl, 0x001210e0, 0x000},
    FormatInfo{83, "BC5_UNORM", VK_FORMAT_BC5_UNORM_BLOCK, kNone, 82, 16, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0x3, C, kIdentity, Bl, 0x009213e0, 0x000},
    FormatInfo{84, "BC5_SNORM", VK_FORMAT_BC5_SNORM_BLOCK, kNone, 82, 16, 4, 4, CT::Snorm, {0, 0, 0, 0}, 0x3, C, kIdentity, Bl, 0x009213e0, 0x000},
    FormatInfo{85, "B5G6R5_UNORM", VK_FORMAT_R5G6B5_UNORM_PACK16, kNone, 85, 2, 1, 1, CT::Unorm, {5, 6, 5, 0}, 0x7, C, kIdentity, 0, 0x00e6f3f0, 0x000},
    FormatInfo{86, "B5G5R5A1_UNORM", VK_FORMAT_A1R5G5B5_UNORM_PACK16, kNone, 86, 2, 1, 1, CT::Unorm, {5, 5, 5, 1}, 0xf, C, kIdentity, 0, 0x008613f0, 0x000},
    FormatInfo{87, "B8G8R8A8_UNORM", VK_FORMAT_B8G8R8A8_UNORM, kNone, 90, 4, 1, 1, CT::Unorm, {8, 8, 8, 8}, 0xf, C, kIdentity, 0, 0x10fef3f3, 0x400},
    FormatInfo{88, "B8G8R8X8_UNORM", VK_FORMAT_B8G8R8A8_UNORM, kNone, 92, 4, 1, 1, CT::Unorm, {8, 8, 8, 0}, 0x7, C, kOpaque, 0, 0x00f6f3f3, 0x400},
    FormatInfo{89, "R10G10B10_XR_BIAS_A2_UNORM", VK_FORMAT_A2B10G10R10_UNORM_PACK32, kNone, 89, 4, 1, 1, CT::Unorm, {10, 10, 10, 2}, 0xf, C, kIdentity, 0, 0x101a0020, 0x400},
    FormatInfo{90, "B8G8R8A8_TYPELESS", VK_FORMAT_B8G8R8A8_UNORM, kNone, 90, 4, 1, 1, CT::Typeless, {8, 8, 8, 8}, 0xf, C, kIdentity, Tl, 0x001210f0, 0x400},
    FormatInfo{91, "B8G8R8A8_UNORM_SRGB", VK_FORMAT_B8G8R8A8_SRGB, kNone, 90, 4, 1, 1, CT::Unorm, {8, 8, 8, 8}, 0xf, C, kIdentity, Sr, 0x10fef3f0, 0x400},
    FormatInfo{92, "B8G8R8X8_TYPELESS", VK_FORMAT_B8G8R8A8_UNORM, kNone, 92, 4, 1, 1, CT::Typeless, {8, 8, 8, 0}, 0x7, C, kOpaque, Tl, 0x001210f0, 0x400},
    FormatInfo{93, "B8G8R8X8_UNORM_SRGB", VK_FORMAT_B8G8R8A8_SRGB, kNone, 92, 4, 1, 1, CT::Unorm, {8, 8, 8, 0}, 0x7, C, kOpaque, Sr, 0x00f6f3f0, 0x400},
    FormatInfo{94, "BC6H_TYPELESS", VK_FORMAT_BC6H_UFLOAT_BLOCK, kNone, 94, 16, 4, 4, CT::Typeless, {0, 0, 0, 0}, 0x7, C, kIdentity, Tl | Bl, 0x001210e0, 0x000},
    FormatInfo{95, "BC6H_UF16", VK_FORMAT_BC6H_UFLOAT_BLOCK, kNone, 94, 16, 4, 4, CT::Float, {0, 0, 0, 0}, 0x7, C, kIdentity, Bl, 0x009213e0, 0x000},
    FormatInfo{96, "BC6H_SF16", VK_FORMAT_BC6H_SFLOAT_BLOCK, kNone, 94, 16, 4, 4, CT::Float, {0, 0, 0, 0}, 0x7, C, kIdentity, Bl, 0x009213e0, 0x000},
    FormatInfo{97, "BC7_TYPELESS", VK_FORMAT_BC7_UNORM_BLOCK, kNone, 97, 16, 4, 4, CT::Typeless, {0, 0, 0, 0}, 0xf, C, kIdentity, Tl | Bl, 0x001210e0, 0x000},
    FormatInfo{98, "BC7_UNORM", VK_FORMAT_BC7_UNORM_BLOCK, kNone, 97, 16, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Bl, 0x009213e0, 0x000},
    FormatInfo{99, "BC7_UNORM_SRGB", VK_FORMAT_BC7_SRGB_BLOCK, kNone, 97, 16, 4, 4, CT::Unorm, {0, 0, 0, 0}, 0xf, C, kIdentity, Sr | Bl, 0x009213e0, 0x000},
    FormatInfo{100, "AYUV", VK_FORMAT_R8G8B8A8_UNORM, kNone, 100, 4, 1, 1, CT::Unorm, {8, 8, 8, 8}, 0xf, C, kIdentity, Vd, 0x2282f320, 0x480},
    FormatInfo{101, "Y410", VK_FORMAT_A2B10G10R10_UNORM_PACK32, kNone, 101, 4, 1, 1, CT::Unorm, {10, 10, 10, 2}, 0xf, C, kIdentity, Vd, 0x02820320, 0x480},
    FormatInfo{102, "Y416", VK_FORMAT_R16G16B16A16_UNORM, kNone, 102, 8, 1, 1, CT::Unorm, {16, 16, 16, 16}, 0xf, C, kIdentity, Vd, 0x02821320, 0x480},
    FormatInfo{103, "NV12", VK_FORMAT_G8_B8R8_2PLANE_420_UNORM, kNone, 103, 6, 2, 2, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd | Yc, 0x3a82c320, 0x480},
    FormatInfo{104, "P010", VK_FORMAT_G10X6_B10X6R10X6_2PLANE_420_UNORM_3PACK16, kNone, 104, 12, 2, 2, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd | Yc, 0x0282c320, 0x480},
    FormatInfo{105, "P016", VK_FORMAT_G16_B16R16_2PLANE_420_UNORM, kNone, 105, 12, 2, 2, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd | Yc, 0x0282c320, 0x480},
    FormatInfo{106, "420_OPAQUE", VK_FORMAT_G8_B8R8_2PLANE_420_UNORM, kNone, 106, 6, 2, 2, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd | Yc, 0x38000020, 0x400},
    FormatInfo{107, "YUY2", VK_FORMAT_G8B8G8R8_422_UNORM, kNone, 107, 4, 2, 1, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, P2 | Vd | Yc, 0x22820320, 0x480},
    FormatInfo{108, "Y210", VK_FORMAT_G10X6B10X6G10X6R10X6_422_UNORM_4PACK16, kNone, 108, 8, 2, 1, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, P2 | Vd | Yc, 0x02820320, 0x480},
    FormatInfo{109, "Y216", VK_FORMAT_G16B16G16R16_422_UNORM, kNone, 109, 8, 2, 1, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, P2 | Vd | Yc, 0x02820320, 0x480},
    FormatInfo{110, "NV11", kNone, kNone, 110, 6, 4, 1, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd, 0x0282c320, 0x480},
    FormatInfo{111, "AI44", kNone, kNone, 111, 1, 1, 1, CT::Uint, {8, 0, 0, 0}, 0x1, C, kIdentity, Vd, 0x20020020, 0x000},
    FormatInfo{112, "IA44", kNone, kNone, 112, 1, 1, 1, CT::Uint, {8, 0, 0, 0}, 0x1, C, kIdentity, Vd, 0x20020020, 0x000},
    FormatInfo{113, "P8", kNone, kNone, 113, 1, 1, 1, CT::Uint, {8, 0, 0, 0}, 0x1, C, kIdentity, Vd, 0x20020020, 0x000},
    FormatInfo{114, "A8P8", kNone, kNone, 114, 2, 1, 1, CT::Uint, {8, 8, 0, 0}, 0x3, C, kIdentity, Vd, 0x20020020, 0x000},
    FormatInfo{115, "B4G4R4A4_UNORM", VK_FORMAT_A4R4G4B4_UNORM_PACK16, kNone, 115, 2, 1, 1, CT::Unorm, {4, 4, 4, 4}, 0xf, C, kIdentity, 0, 0x008613f0, 0x000},
    FormatInfo{130, "P208", VK_FORMAT_G8_B8R8_2PLANE_422_UNORM, kNone, 130, 4, 2, 1, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd | Yc, 0x0, 0x0},
    FormatInfo{131, "V208", kNone, kNone, 131, 4, 1, 2, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd, 0x0, 0x0},
    FormatInfo{132, "V408", VK_FORMAT_G8_B8_R8_3PLANE_444_UNORM, kNone, 132, 3, 1, 1, CT::Unorm, {0, 0, 0, 0}, 0x7, C, kIdentity, Pl | Vd | Yc, 0x0, 0x0},
    FormatInfo{189, "SAMPLER_FEEDBACK_MIN_MIP_OPAQUE", kNone, kNone, 189, 0, 1, 1, CT::None, {0, 0, 0, 0}, 0x0, 0, kIdentity, 0, 0x0, 0x0},
    FormatInfo{190, "SAMPLER_FEEDBACK_MIP_REGION_USED_OPAQUE", kNone, kNone, 190, 0, 1, 1, CT::None, {0, 0, 0, 0}, 0x0, 0, kIdentity, 0, 0x0, 0x0},
    FormatInfo{191, "A4B4G4R4_UNORM", kNone, kNone, 191, 0, 1, 1, CT::Unorm, {4, 4, 4, 4}, 0xf, C, kIdentity, 0, 0x0, 0x0},
};
// clang-format on

constexpr uint32_t kNumbers = 192;

constexpr auto kIndex = [] {
    std::array<uint8_t, kNumbers> index{};
    for (size_t i = 0; i < kRows.size(); i++)
        index[kRows[i].key] = static_cast<uint8_t>(i);
    return index;
}();

constexpr const FormatInfo& at(uint32_t dxgi) { return kRows[kIndex[dxgi]]; }

// Keys rise, every parent is typeless or the format itself, a family shares size and block, and flags fit to formats.
constexpr bool rowsAreSound() {
    for (size_t i = 0; i < kRows.size(); i++) {
        const FormatInfo& row = kRows[i];
        if (row.key >= kNumbers || (i && kRows[i - 1].key >= row.key))
            return false;
        const FormatInfo& parent = at(row.parent);
        if (parent.key != row.parent || (row.parent != row.key && !parent.typeless()))
            return false;
        if (parent.bytes != row.bytes || parent.blockWidth != row.blockWidth || parent.blockHeight != row.blockHeight)
            return false;
        if (row.typeless() && row.parent != row.key)
            return false;
        if (row.has(kFormatDepth) && (row.depthFormat == kNone || !(row.aspects & D)))
            return false;
        if (row.has(kFormatBlock) && (row.blockWidth != 4 || row.blockHeight != 4))
            return false;
    }
    return true;
}
static_assert(rowsAreSound());

struct Family {
    std::array<uint16_t, 8> members{};
    uint8_t count = 0;
    std::array<VkFormat, 8> formats{};
    uint8_t formatCount = 0;
};

// Families by the row of their parent.
constexpr auto kFamilies = [] {
    std::array<Family, kRows.size()> families{};
    for (const FormatInfo& row : kRows) {
        Family& family = families[kIndex[row.parent]];
        family.members[family.count++] = static_cast<uint16_t>(row.key);
        bool known = row.format == kNone || (row.has(kFormatDepth) && !row.has(kFormatDepthFamily));
        for (uint8_t i = 0; i < family.formatCount; i++)
            known = known || family.formats[i] == row.format;
        if (!known)
            family.formats[family.formatCount++] = row.format;
    }
    return families;
}();

const Family& familyOf(uint32_t dxgi) { return kFamilies[kIndex[formatInfo(dxgi).parent]]; }

} // namespace

const FormatInfo& formatInfo(uint32_t dxgi) {
    return kRows[dxgi < kNumbers ? kIndex[dxgi] : 0];
}

bool isFormat(uint32_t dxgi) {
    return formatInfo(dxgi).key == dxgi;
}

std::span<const FormatInfo> formatTable() {
    return kRows;
}

std::span<const uint16_t> formatFamily(uint32_t dxgi) {
    const Family& family = familyOf(dxgi);
    return {family.members.data(), family.count};
}

std::span<const VkFormat> castableFormats(uint32_t dxgi) {
    const Family& family = familyOf(dxgi);
    return {family.formats.data(), family.formatCount};
}

bool isCastable(uint32_t resource, uint32_t view) {
    if (!isFormat(resource) || !isFormat(view))
        return false;
    const FormatInfo& from = formatInfo(resource);
    return resource == view || (from.typeless() && formatInfo(view).parent == from.key);
}

} // namespace hendeca::gpu
