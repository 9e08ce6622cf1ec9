#include "gpu/format/format_support.h"

#include "gpu/format/footprint.h"
#include "gpu/format/video_table.h"
#include "gpu/sparse/tiled_resource.h"
#include "vk/device.h"

#include <algorithm>

namespace hendeca::gpu {

namespace {

constexpr VkFormatFeatureFlags2 kSampled = VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT;
constexpr uint32_t kR24G8 = 44, kA8 = 65, kRgbg = 68, kGrgb = 69, kB8G8R8X8 = 88, kX8 = 92; // DXGI formats that are stored in another form

// What to use where the driver cannot sample the format of the table.
struct Fallback {
    VkFormat from, to;
    VkComponentMapping swizzle;
};
constexpr Fallback kFallbacks[] = {
    // Vulkan demands one of the two of every driver.
    {VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, {}},
    // The same bits with other names: blue there is alpha here, and so on.
    {VK_FORMAT_A4R4G4B4_UNORM_PACK16,
     VK_FORMAT_B4G4R4A4_UNORM_PACK16,
     {VK_COMPONENT_SWIZZLE_G, VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_A, VK_COMPONENT_SWIZZLE_B}},
};

const Fallback* fallbackOf(VkFormat format) {
    for (const Fallback& fallback : kFallbacks)
        if (fallback.from == format)
            return &fallback;
    return nullptr;
}

// Extents, samples and mips that the driver takes for an image of this kind; zero samples: none.
VkImageFormatProperties limitsOf(const vk::Adapter& adapter, VkFormat format, VkImageType type, VkImageUsageFlags usage,
                                 VkImageCreateFlags flags) {
    VkPhysicalDeviceImageFormatInfo2 info{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2};
    info.format = format;
    info.type = type;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = usage;
    info.flags = flags;
    VkImageFormatProperties2 properties{VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    const VkResult result =
        adapter.instance().fn().GetPhysicalDeviceImageFormatProperties2(adapter.handle(), &info, &properties);
    return result == VK_SUCCESS ? properties.imageFormatProperties : VkImageFormatProperties{};
}

// Whether the driver has a format of alpha alone, and can do with it what D3D11 wants.
bool hasWholeA8(const vk::Adapter& adapter) {
    constexpr VkFormatFeatureFlags2 kNeeded =
        kSampled | VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT | VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT |
        VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT | VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT |
        VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT;
    return adapter.caps().has(vk::Cap::Maintenance5) &&
           (adapter.formatProperties(kFormatA8).optimalTilingFeatures & kNeeded) == kNeeded;
}

uint32_t bufferUses(const FormatInfo& info, VkFormatFeatureFlags2 buffer) {
    uint32_t uses = 0;
    if (buffer & VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT && !info.has(kFormatSrgb))
        uses |= kUseBuffer | kUseShaderLoad;
    if (buffer & VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT && !info.has(kFormatSrgb))
        uses |= kUseVertexBuffer;
    if (info.key == 57 || info.key == 42) // R16_UINT, R32_UINT
        uses |= kUseIndexBuffer;
    const bool words = info.bits[0] == 32 && (info.bits[1] == 32 || !info.bits[1]);
    if (words && info.aspects == VK_IMAGE_ASPECT_COLOR_BIT)
        uses |= kUseStreamOutBuffer;
    if (buffer & VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT)
        uses |= kUseTypedUav;
    return uses;
}

uint32_t shaderUses(const FormatInfo& info, VkFormatFeatureFlags2 image, bool depthView) {
    // Depth formats themselves and typeless ones are never seen by a shader; their relatives are.
    if (!(image & kSampled) || info.has(kFormatDepth) || info.typeless())
        return 0;
    uint32_t uses = kUseShaderLoad;
    if (info.type == ComponentType::Uint || info.type == ComponentType::Sint)
        return uses | kUseShaderGather;
    if (image & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT)
        uses |= kUseShaderSample | kUseShaderGather;
    if (depthView)
        uses |= kUseShaderSample | kUseShaderGather | kUseShaderSampleComparison | kUseShaderGatherComparison;
    return uses;
}

} // namespace

FormatSupport::FormatSupport(const vk::Adapter& adapter) {
    for (const FormatInfo& info : formatTable()) {
        ask(adapter, info, rows_[info.key]);
        if (adapter.caps().tiledTier)
            askTiled(adapter, info, rows_[info.key]);
    }
}

void FormatSupport::ask(const vk::Adapter& adapter, const FormatInfo& info, Row& row) const {
    row.swizzle = info.swizzle;
    row.support = info.key == kFormatUnknown ? uint32_t(kUseBuffer | kUseCpuLockable) : 0;
    if (const VideoFormat* video = videoFormat(info.key)) {
        askVideo(adapter, info, *video, row);
        return;
    }
    if (info.format == VK_FORMAT_UNDEFINED)
        return;
    row.format = info.format;
    row.depthFormat = info.depthFormat;
    VkFormatProperties3 properties = adapter.formatProperties(row.format);
    bool swizzled = false;
    if (const Fallback* fallback = fallbackOf(row.format); fallback && !(properties.optimalTilingFeatures & kSampled)) {
        row.format = fallback->to;
        if (row.depthFormat == fallback->from)
            row.depthFormat = fallback->to;
        if (info.swizzle.r == VK_COMPONENT_SWIZZLE_IDENTITY)
            row.swizzle = fallback->swizzle;
        swizzled = fallback->swizzle.r != VK_COMPONENT_SWIZZLE_IDENTITY;
        properties = adapter.formatProperties(row.format);
    }

    if (info.key == kA8 && hasWholeA8(adapter)) {
        row.format = kFormatA8;
        row.swizzle = {};
        properties = adapter.formatProperties(kFormatA8);
    }

    const bool typeless = info.typeless();
    const bool depthOnly = info.has(kFormatDepth);
    const bool depthStored = info.has(kFormatDepthFamily) || depthOnly;
    const VkFormatFeatureFlags2 image = properties.optimalTilingFeatures;
    // A compressed or odd format that no image can have, and those that need a conversion sampler (not done yet).
    if (info.has(kFormatYcbcr) || !(image & kSampled)) {
        row.support = typeless || depthStored ? 0 : bufferUses(info, properties.bufferFeatures);
        row.format = row.support ? row.format : VK_FORMAT_UNDEFINED;
        if (row.support & kUseTypedUav)
            row.support2 |= kUse2TypedStore;
        return;
    }

    const VkImageUsageFlags sampled = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    uint32_t uses = kUseCpuLockable | kUseMip;
    if (!info.has(kFormatBlock) && limitsOf(adapter, row.format, VK_IMAGE_TYPE_1D, sampled, 0).maxExtent.width)
        uses |= kUseTexture1D;
    if (limitsOf(adapter, row.format, VK_IMAGE_TYPE_2D, sampled, 0).maxExtent.width)
        uses |= kUseTexture2D;
    if (!depthStored && limitsOf(adapter, row.format, VK_IMAGE_TYPE_3D, sampled, 0).maxExtent.width)
        uses |= kUseTexture3D;
    if (limitsOf(adapter, row.format, VK_IMAGE_TYPE_2D, sampled, VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT).maxExtent.width)
        uses |= kUseTextureCube;
    if (info.parent != info.key || typeless)
        uses |= kUseCastWithinBitLayout;

    if (!typeless && !depthStored)
        uses |= bufferUses(info, properties.bufferFeatures);
    const bool comparison = info.key == 21 || info.key == 46 || info.key == 41 || info.key == 56;
    uses |= shaderUses(info, image, comparison);

    if (!typeless && !depthStored && (image & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT)) {
        uses |= kUseRenderTarget;
        if (image & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT)
            uses |= kUseBlendable;
        const bool filtered = (image & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT) != 0;
        const bool integer = info.type == ComponentType::Uint || info.type == ComponentType::Sint;
        if (filtered && !integer)
            uses |= kUseMipAutogen;
        row.samples = limitsOf(adapter, row.format, VK_IMAGE_TYPE_2D,
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT, 0)
                          .sampleCounts;
        if (row.samples & ~VkSampleCountFlags(VK_SAMPLE_COUNT_1_BIT))
            uses |= kUseMultisampleRenderTarget | kUseMultisampleLoad | (integer ? 0u : uint32_t(kUseMultisampleResolve));
        if (integer && adapter.caps().has(vk::Cap::LogicOp))
            row.support2 |= kUse2LogicOp;
        constexpr uint32_t kDisplay[] = {10, 24, 28, 29, 87, 91};
        if (std::find(std::begin(kDisplay), std::end(kDisplay), info.key) != std::end(kDisplay))
            uses |= kUseDisplay;
    }
    if (depthOnly) {
        const VkFormatFeatureFlags2 depth = adapter.formatProperties(row.depthFormat).optimalTilingFeatures;
        if (depth & VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT) {
            uses |= kUseDepthStencil;
            row.samples = limitsOf(adapter, row.depthFormat, VK_IMAGE_TYPE_2D,
                                   VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT, 0)
                              .sampleCounts;
            if (row.samples & ~VkSampleCountFlags(VK_SAMPLE_COUNT_1_BIT))
                uses |= kUseMultisampleRenderTarget;
        }
    } else if (depthStored && !typeless) {
        uses |= kUseMultisampleLoad;
    }
    if (!typeless && !depthStored && (image & VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT) && !info.has(kFormatSrgb))
        uses |= kUseTypedUav;
    if (uses & kUseTypedUav) {
        row.support2 |= kUse2TypedStore;
        const bool word = info.parent == 39 && info.bits[0] == 32;
        if (word || (image & VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT))
            row.support2 |= kUse2TypedLoad;
        if (info.key == 42 || info.key == 43)
            row.support2 |= 0x3f; // all atomics
        if (info.key == 41)
            row.support2 |= kUse2AtomicExchange;
    }
    // The image of another format can more than it may, since only shader resources see it right.
    if (info.key == kRgbg || info.key == kGrgb || swizzled) {
        uses &= info.support;
        row.support2 = 0;
        row.samples = 0;
    }
    // An attribute of three bytes gets an alpha of one. Where the driver has none, what lies there is read.
    if (info.key == kB8G8R8X8 && adapter.formatProperties(VK_FORMAT_B8G8R8_UNORM).bufferFeatures & VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT)
        row.vertexFormat = VK_FORMAT_B8G8R8_UNORM;
    if (info.parent == kX8) { // stores would keep an alpha that loads must not see
        uses &= ~uint32_t(kUseTypedUav);
        row.support2 &= ~uint32_t(kUse2TypedStore | kUse2TypedLoad);
    }
    if (info.key == kA8) {
        uses &= ~uint32_t(kUseBuffer | kUseVertexBuffer); // their elements would have red
        if (row.format == VK_FORMAT_R8_UNORM) {
            row.support2 &= ~uint32_t(kUse2TypedLoad); // what was stored beside the alpha would be seen
            const VkFormatFeatureFlags2 words = adapter.formatProperties(VK_FORMAT_R8G8B8A8_UNORM).optimalTilingFeatures;
            if (words & VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT) {
                uses |= kUseTypedUav;
                row.support2 |= kUse2TypedStore;
            }
        }
    }
    // The presenter decodes this one; it is no render target and no shader sees it (Microsoft: format table).
    if (info.key == 89)
        uses = kUseTexture2D | kUseCpuLockable | kUseDisplay | kUseCastWithinBitLayout;
    if (uses & kUseTexture2D && image & kSampled)
        uses |= videoProcessorUses(info.key) & (uses & kUseRenderTarget ? kUseVideoInput | kUseVideoOutput : kUseVideoInput);
    row.support = uses;
}

// Formats with stencil, of 96 bits and of video are never tiled; of the sample counts only 1 and 4, the latter not with 128
// bits (specification 5.9.2.8.2).
void FormatSupport::askTiled(const vk::Adapter& adapter, const FormatInfo& info, Row& row) const {
    if (info.key == kFormatUnknown) {
        row.support2 |= kUse2Tiled; // buffers
        return;
    }
    if (row.format == VK_FORMAT_UNDEFINED || !(row.support & kUseTexture2D) || info.has(kFormatStencil) ||
        info.has(kFormatVideo) || info.has(kFormatPacked422))
        return;
    const bool depth = info.has(kFormatDepth);
    const VkFormat format = depth ? row.depthFormat : row.format;
    const VkImageUsageFlags usage =
        VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
        (depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_SAMPLED_BIT);
    if (!canBeTiled(adapter, format, VK_IMAGE_TYPE_2D, usage, VK_SAMPLE_COUNT_1_BIT))
        return;
    row.support2 |= kUse2Tiled;
    row.tiledSamples = VK_SAMPLE_COUNT_1_BIT;
    const VkImageUsageFlags drawn =
        depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    if (adapter.caps().tiled4Samples && row.samples & VK_SAMPLE_COUNT_4_BIT && info.bytes < 16 &&
        canBeTiled(adapter, format, VK_IMAGE_TYPE_2D, usage | drawn, VK_SAMPLE_COUNT_4_BIT))
        row.tiledSamples |= VK_SAMPLE_COUNT_4_BIT;
}

// A video format can what all of its planes can, and D3D11's table names.
void FormatSupport::askVideo(const vk::Adapter& adapter, const FormatInfo& info, const VideoFormat& video, Row& row) const {
    constexpr VkFormatFeatureFlags2 kFiltered = kSampled | VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    uint32_t uses = kUseTexture2D | kUseCpuLockable | kUseMip | kUseShaderLoad | kUseShaderSample | kUseShaderGather |
                    kUseMipAutogen | kUseRenderTarget | kUseBlendable | kUseTypedUav;
    for (uint32_t i = 0; i < video.planeCount; i++) {
        const VkFormatFeatureFlags2 image = adapter.formatProperties(video.planes[i].format).optimalTilingFeatures;
        if ((image & kFiltered) != kFiltered)
            return;
        if (!(image & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT))
            uses &= ~uint32_t(kUseRenderTarget | kUseBlendable | kUseMipAutogen);
        if (!(image & VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT))
            uses &= ~uint32_t(kUseTypedUav);
    }
    row.format = video.planes[0].format;
    row.support = uses & info.support;
    // A target of the processor is drawn to, whether or not views may be.
    const uint32_t processor = uses & kUseRenderTarget ? kUseVideoInput | kUseVideoOutput : uint32_t(kUseVideoInput);
    row.support |= videoProcessorUses(info.key) & processor;
    if (row.support & kUseTypedUav)
        row.support2 |= kUse2TypedStore;
}

const FormatSupport::Row& FormatSupport::row(uint32_t dxgi) const {
    static constexpr Row kEmpty;
    return dxgi < rows_.size() ? rows_[dxgi] : kEmpty;
}

// A8_UNORM is alpha to a shader that writes it, and red to Vulkan's R8: where shaders write, a format that has an alpha.
bool FormatSupport::storesAlphaInWords(uint32_t dxgi, bool unordered) const {
    return unordered && dxgi == kA8 && row(dxgi).format == VK_FORMAT_R8_UNORM;
}

VkFormat FormatSupport::imageFormat(uint32_t dxgi, bool depth, bool unordered) const {
    if (storesAlphaInWords(dxgi, unordered))
        return VK_FORMAT_R8G8B8A8_UNORM;
    return depth ? row(dxgi).depthFormat : row(dxgi).format;
}

TexelCode FormatSupport::texelCode(uint32_t dxgi, bool unordered) const {
    if (dxgi == kRgbg || dxgi == kGrgb)
        return dxgi == kRgbg ? TexelCode::PairRgbg : TexelCode::PairGrgb;
    if (storesAlphaInWords(dxgi, unordered))
        return TexelCode::AlphaOfFour;
    const bool narrow = formatInfo(dxgi).parent == kR24G8 && row(dxgi).depthFormat == VK_FORMAT_D32_SFLOAT_S8_UINT;
    return narrow ? TexelCode::FloatDepth : TexelCode::Same;
}

VkFormat FormatSupport::viewFormat(uint32_t dxgi, bool depthImage) const {
    return depthImage || formatInfo(dxgi).has(kFormatDepthFamily) ? row(dxgi).depthFormat : row(dxgi).format;
}

VkComponentMapping FormatSupport::swizzle(uint32_t dxgi) const {
    return row(dxgi).swizzle;
}

std::vector<VkFormat> FormatSupport::viewFormats(uint32_t dxgi, bool depth) const {
    std::vector<VkFormat> formats;
    if (depth) {
        formats.push_back(row(dxgi).depthFormat);
        return formats;
    }
    for (const uint16_t member : formatFamily(dxgi)) {
        const FormatInfo& info = formatInfo(member);
        const VkFormat format = info.has(kFormatDepth) && !info.has(kFormatDepthFamily) ? VK_FORMAT_UNDEFINED : row(member).format;
        if (format != VK_FORMAT_UNDEFINED && std::find(formats.begin(), formats.end(), format) == formats.end())
            formats.push_back(format);
    }
    return formats;
}

VkFormat FormatSupport::vertexFormat(uint32_t dxgi) const {
    const Row& facts = row(dxgi);
    return facts.vertexFormat != VK_FORMAT_UNDEFINED ? facts.vertexFormat : formatInfo(dxgi).format;
}

uint32_t FormatSupport::support(uint32_t dxgi) const {
    return row(dxgi).support;
}

uint32_t FormatSupport::support2(uint32_t dxgi) const {
    return row(dxgi).support2;
}

VkSampleCountFlags FormatSupport::tiledSampleCounts(uint32_t dxgi) const {
    return row(dxgi).tiledSamples;
}

VkSampleCountFlags FormatSupport::sampleCounts(uint32_t dxgi) const {
    VkSampleCountFlags counts = row(dxgi).samples;
    if (formatInfo(dxgi).typeless())
        for (const uint16_t member : formatFamily(dxgi))
            counts |= row(member).samples;
    return counts;
}

} // namespace hendeca::gpu
