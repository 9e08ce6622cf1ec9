#include "d3d11/resource/texture_rules.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/tiled_rules.h"
#include "d3d11/tables/resource_rules.h"
#include "gpu/format/format_support.h"
#include "gpu/format/video_table.h"
#include "util/log.h"

namespace hendeca::d3d11 {

namespace {

constexpr uint32_t kTextureBinds = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL |
                                   D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_DECODER | D3D11_BIND_VIDEO_ENCODER;
constexpr uint32_t kShared = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX;
constexpr uint32_t kTextureMisc = D3D11_RESOURCE_MISC_GENERATE_MIPS | kShared | D3D11_RESOURCE_MISC_TEXTURECUBE |
                                  D3D11_RESOURCE_MISC_RESOURCE_CLAMP | D3D11_RESOURCE_MISC_GDI_COMPATIBLE |
                                  D3D11_RESOURCE_MISC_SHARED_NTHANDLE | D3D11_RESOURCE_MISC_RESTRICTED_CONTENT |
                                  D3D11_RESOURCE_MISC_RESTRICT_SHARED_RESOURCE |
                                  D3D11_RESOURCE_MISC_RESTRICT_SHARED_RESOURCE_DRIVER | D3D11_RESOURCE_MISC_GUARDED |
                                  D3D11_RESOURCE_MISC_TILED;

bool extentAllowed(const ResourceFacts& facts, const LevelLimits& limits) {
    if (!facts.width || !facts.height || !facts.depth || !facts.arrayLayers || facts.arrayLayers > limits.arrayLayers)
        return false;
    switch (facts.kind) {
    case ResourceKind::Texture1D:
        return facts.width <= limits.texture1D;
    case ResourceKind::Texture2D: {
        const bool cube = facts.miscFlags & D3D11_RESOURCE_MISC_TEXTURECUBE;
        const uint32_t most = cube ? limits.cube : limits.texture2D;
        return facts.width <= most && facts.height <= most;
    }
    default:
        return facts.width <= limits.texture3D && facts.height <= limits.texture3D && facts.depth <= limits.texture3D;
    }
}

bool cubeAllowed(const ResourceFacts& facts, const LevelLimits& limits) {
    if (!(facts.miscFlags & D3D11_RESOURCE_MISC_TEXTURECUBE))
        return true;
    return facts.kind == ResourceKind::Texture2D && facts.width == facts.height && facts.sampleCount == 1 &&
           facts.arrayLayers >= 6 && (limits.cubeArrays || facts.arrayLayers == 6);
}

bool miscAllowed(const ResourceFacts& facts, D3D_FEATURE_LEVEL level) {
    const uint32_t misc = facts.miscFlags;
    if (misc & ~kTextureMisc)
        return false;
    if ((misc & kShared) == kShared || (misc & D3D11_RESOURCE_MISC_SHARED_NTHANDLE && !(misc & kShared)))
        return false;
    if (misc & kShared && level < D3D_FEATURE_LEVEL_10_0)
        return false;
    constexpr uint32_t kMipBinds = D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE;
    if (misc & D3D11_RESOURCE_MISC_GENERATE_MIPS && (facts.bindFlags & kMipBinds) != kMipBinds)
        return false;
    if (misc & D3D11_RESOURCE_MISC_GDI_COMPATIBLE) {
        if (facts.usage != D3D11_USAGE_DEFAULT || facts.kind != ResourceKind::Texture2D || facts.sampleCount > 1)
            return false;
        if (gpu::formatInfo(facts.format).parent != DXGI_FORMAT_B8G8R8A8_TYPELESS)
            return false;
    }
    return true;
}

bool samplesAllowed(Device& device, const ResourceFacts& facts, const D3D11_SUBRESOURCE_DATA* data) {
    if (facts.sampleCount == 1)
        return facts.sampleQuality == 0 || facts.sampleQuality == UINT(D3D11_STANDARD_MULTISAMPLE_PATTERN) ||
               facts.sampleQuality == UINT(D3D11_CENTER_MULTISAMPLE_PATTERN);
    if (!facts.sampleCount || facts.sampleCount > 32 || (facts.sampleCount & (facts.sampleCount - 1)))
        return false;
    if (facts.mipLevels != 1 || data || facts.usage != D3D11_USAGE_DEFAULT)
        return false;
    if (facts.sampleQuality && facts.sampleQuality != UINT(D3D11_STANDARD_MULTISAMPLE_PATTERN))
        return false;
    return device.formats().sampleCounts(facts.format) & facts.sampleCount; // VkSampleCountFlagBits have the counts as values
}

// Video formats are plain 2D textures of whole chroma samples (Microsoft Learn, DXGI_FORMAT).
bool videoAllowed(Device& device, const ResourceFacts& facts, const gpu::VideoFormat& video) {
    const uint32_t support = device.formats().support(facts.format);
    if (facts.kind != ResourceKind::Texture2D || facts.sampleCount != 1 ||
        facts.miscFlags & D3D11_RESOURCE_MISC_TEXTURECUBE || !(support & gpu::kUseTexture2D))
        return false;
    if (facts.mipLevels > 1 && !(support & gpu::kUseMip))
        return false;
    if (facts.cpuAccess && !(support & gpu::kUseCpuLockable))
        return false;
    for (uint32_t i = 0; i < video.planeCount; i++) {
        const gpu::VideoPlane& plane = video.planes[i];
        if (facts.width & ((1u << plane.widthShift) - 1) || facts.height & ((1u << plane.heightShift) - 1))
            return false;
    }
    return true;
}

// The binds that a format can have, and those that exclude each other.
bool formatAllowed(Device& device, const ResourceFacts& facts) {
    const gpu::FormatInfo& info = gpu::formatInfo(facts.format);
    const uint32_t bind = facts.bindFlags;
    if (facts.format == DXGI_FORMAT_UNKNOWN || info.key != uint32_t(facts.format))
        return false;
    const gpu::VideoFormat* video = gpu::videoFormat(facts.format);
    if (video ? !videoAllowed(device, facts, *video) : info.has(gpu::kFormatPlanar))
        return false;
    const bool depth = bind & D3D11_BIND_DEPTH_STENCIL;
    if (facts.usage != D3D11_USAGE_STAGING && device.formats().imageFormat(facts.format, depth) == VK_FORMAT_UNDEFINED)
        return false;
    if (info.has(gpu::kFormatBlock) && facts.kind == ResourceKind::Texture1D)
        return false;
    // Compressed textures are whole blocks at the top level (specification 19.1.4).
    if (info.has(gpu::kFormatBlock) && (facts.width % info.blockWidth || facts.height % info.blockHeight))
        return false;
    if (info.has(gpu::kFormatPacked422) && facts.width % info.blockWidth)
        return false;
    constexpr uint32_t kOutputs = D3D11_BIND_RENDER_TARGET | D3D11_BIND_UNORDERED_ACCESS;
    if (depth) {
        if (bind & kOutputs || facts.kind == ResourceKind::Texture3D || info.depthFormat == VK_FORMAT_UNDEFINED)
            return false;
        if (!info.typeless() && !info.has(gpu::kFormatDepth))
            return false;
    }
    if (info.has(gpu::kFormatDepthFamily) && bind & kOutputs)
        return false;
    if (info.has(gpu::kFormatDepth) && bind & (D3D11_BIND_SHADER_RESOURCE | kOutputs))
        return false;
    const uint32_t support = familySupport(device, facts.format);
    if (bind & D3D11_BIND_RENDER_TARGET &&
        (!(support & gpu::kUseRenderTarget) || facts.format == DXGI_FORMAT_R9G9B9E5_SHAREDEXP))
        return false;
    // An sRGB texture may have the flag that its linear relative can use, though no view can be made with it.
    const uint32_t uavSupport = info.has(gpu::kFormatSrgb) ? familySupport(device, DXGI_FORMAT(info.parent)) : support;
    if (bind & D3D11_BIND_UNORDERED_ACCESS && !(uavSupport & gpu::kUseTypedUav))
        return false;
    if (bind & D3D11_BIND_SHADER_RESOURCE && !(support & (gpu::kUseShaderLoad | gpu::kUseShaderSample)))
        return false;
    return true;
}

} // namespace

uint32_t familySupport(Device& device, DXGI_FORMAT format) {
    if (!gpu::formatInfo(format).typeless())
        return device.formats().support(format);
    uint32_t support = 0;
    for (uint16_t member : gpu::formatFamily(format))
        support |= device.formats().support(member);
    return support;
}

HRESULT judgeTexture(Device& device, ResourceFacts& facts, D3D11_TEXTURE_LAYOUT layout,
                     const D3D11_SUBRESOURCE_DATA* data) {
    const LevelLimits& limits = levelLimits(device.featureLevel());
    if (!extentAllowed(facts, limits) || facts.bindFlags & ~kTextureBinds)
        return E_INVALIDARG;
    const uint32_t chain = mipChainLength(facts.width, facts.height, facts.depth);
    if (!facts.mipLevels)
        facts.mipLevels = facts.sampleCount > 1 ? 1 : chain;
    if (facts.mipLevels > chain)
        return E_INVALIDARG;
    if (layout != D3D11_TEXTURE_LAYOUT_UNDEFINED &&
        (layout != D3D11_TEXTURE_LAYOUT_ROW_MAJOR || facts.bindFlags || facts.mipLevels > 1 || facts.sampleCount > 1))
        return E_INVALIDARG;
    if (!cubeAllowed(facts, limits) || !miscAllowed(facts, device.featureLevel()) || !formatAllowed(device, facts) ||
        !samplesAllowed(device, facts, data))
        return E_INVALIDARG;
    if (!usageAllowed(facts.usage, facts.bindFlags, facts.cpuAccess, false) ||
        !initialDataAllowed(facts.usage, data, facts.mipLevels * facts.arrayLayers))
        return E_INVALIDARG;
    if (facts.miscFlags & D3D11_RESOURCE_MISC_TILED && !tiledTextureAllowed(device, facts, data))
        return E_INVALIDARG;
    return S_OK;
}

} // namespace hendeca::d3d11
