#include "d3d11/resource/tiled_rules.h"

#include "d3d11/device/device.h"
#include "gpu/format/format_support.h"
#include "gpu/sparse/tile_layout.h"
#include "util/log.h"
#include "vk/caps.h"

namespace hendeca::d3d11 {

namespace {

constexpr uint32_t kBufferBinds = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_RENDER_TARGET;
constexpr uint32_t kBufferMisc = D3D11_RESOURCE_MISC_TILED | D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS |
                                 D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | D3D11_RESOURCE_MISC_BUFFER_STRUCTURED |
                                 D3D11_RESOURCE_MISC_RESOURCE_CLAMP;
constexpr uint32_t kTextureBinds = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL |
                                   D3D11_BIND_UNORDERED_ACCESS;
constexpr uint32_t kTextureMisc = D3D11_RESOURCE_MISC_TILED | D3D11_RESOURCE_MISC_TEXTURECUBE |
                                  D3D11_RESOURCE_MISC_RESOURCE_CLAMP | D3D11_RESOURCE_MISC_GENERATE_MIPS;

bool offered(const Device& device) {
    if (tiledTier(device))
        return true;
    HENDECA_WARN_ONCE("tiled resources are not offered: the driver, or the configuration, has no sparse residency");
    return false;
}

// Layers have tiles of the standard shape only. Tier 1 promises that shape for levels of whole tiles, tier 2 for those that
// fill one tile at least.
bool layersAllowed(const ResourceFacts& facts, const gpu::TileShape& shape, uint32_t tier) {
    if (facts.arrayLayers == 1)
        return true;
    for (uint32_t mip = 0; mip < facts.mipLevels; mip++) {
        const uint32_t width = facts.width >> mip, height = facts.height >> mip;
        if (width < shape.width || height < shape.height)
            return false;
        if (tier < 2 && (width % shape.width || height % shape.height))
            return false;
    }
    return true;
}

} // namespace

uint32_t tiledTier(const Device& device) {
    const uint32_t tier = device.caps().tiledTier;
    if (device.featureLevel() < D3D_FEATURE_LEVEL_11_0)
        return 0;
    return device.featureLevel() < D3D_FEATURE_LEVEL_11_1 && tier > 1 ? 1 : tier;
}

bool tilePoolAllowed(const Device& device, const D3D11_BUFFER_DESC& desc, const D3D11_SUBRESOURCE_DATA* data) {
    if (!offered(device))
        return false;
    constexpr uint32_t kSharing = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX |
                                  D3D11_RESOURCE_MISC_SHARED_NTHANDLE;
    if (desc.MiscFlags & kSharing)
        HENDECA_WARN_ONCE("CreateBuffer: shared tile pools are not implemented");
    return desc.MiscFlags == D3D11_RESOURCE_MISC_TILE_POOL && desc.ByteWidth % gpu::kTileBytes == 0 &&
           desc.Usage == D3D11_USAGE_DEFAULT && !desc.BindFlags && !desc.CPUAccessFlags && !data;
}

bool tiledBufferAllowed(const Device& device, const D3D11_BUFFER_DESC& desc, const D3D11_SUBRESOURCE_DATA* data) {
    return offered(device) && desc.Usage == D3D11_USAGE_DEFAULT && !desc.CPUAccessFlags &&
           !(desc.BindFlags & ~kBufferBinds) && !(desc.MiscFlags & ~kBufferMisc) && !data;
}

bool tiledTextureAllowed(const Device& device, const ResourceFacts& facts, const D3D11_SUBRESOURCE_DATA* data) {
    if (!offered(device))
        return false;
    const uint32_t tier = tiledTier(device);
    if (facts.kind == ResourceKind::Texture1D || (facts.kind == ResourceKind::Texture3D && tier < 3))
        return false;
    if (facts.usage != D3D11_USAGE_DEFAULT || facts.cpuAccess || facts.bindFlags & ~kTextureBinds ||
        facts.miscFlags & ~kTextureMisc || data)
        return false;
    // Vulkan has no views of single slices of such images.
    if (facts.kind == ResourceKind::Texture3D && facts.bindFlags & D3D11_BIND_RENDER_TARGET) {
        HENDECA_WARN_ONCE("CreateTexture3D: tiled volumes as render targets are not implemented");
        return false;
    }
    const bool unordered = facts.bindFlags & D3D11_BIND_UNORDERED_ACCESS;
    const gpu::FormatSupport& formats = device.formats();
    if (!(formats.support2(facts.format) & gpu::kUse2Tiled) ||
        formats.texelCode(facts.format, unordered) != gpu::TexelCode::Same)
        return false;
    if (!(formats.tiledSampleCounts(facts.format) & facts.sampleCount))
        return false;
    const gpu::FormatInfo& info = gpu::formatInfo(facts.format);
    const gpu::TileShape shape = gpu::standardTileShape(info.bytes, info.blockWidth, info.blockHeight,
                                                        facts.kind == ResourceKind::Texture3D, facts.sampleCount);
    // Rows of a texture that is just one tile wide lie the same in both ways.
    constexpr uint32_t kTargets = D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL;
    if (device.caps().tiledDrawsLinear && facts.bindFlags & kTargets &&
        (facts.width != shape.width || facts.mipLevels > 1)) {
        HENDECA_WARN_ONCE("tiled textures that are drawn to have one level, one tile wide: this driver draws wrongly to others");
        return false;
    }
    return layersAllowed(facts, shape, tier);
}

} // namespace hendeca::d3d11
