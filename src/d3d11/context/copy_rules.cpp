#include "d3d11/context/copy_rules.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "gpu/format/format_table.h"

#include <array>

namespace hendeca::d3d11 {

gpu::Box subresourceBox(ResourceBase& resource, uint32_t subresource) {
    if (resource.isBuffer())
        return {0, 0, 0, resource.asBuffer().size(), 1, 1};
    TextureBase& texture = resource.asTexture();
    const uint32_t mip = texture.mipOf(subresource);
    return {0, 0, 0, texture.mipWidth(mip), texture.mipHeight(mip), texture.mipDepth(mip)};
}

namespace {

struct Convertible {
    DXGI_FORMAT plain, packed; // families, by their typeless members; packed Unknown: any compressed format of the size
};
constexpr std::array kConvertible = {
    Convertible{DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_R9G9B9E5_SHAREDEXP},
    Convertible{DXGI_FORMAT_R16G16B16A16_TYPELESS, DXGI_FORMAT_UNKNOWN},
    Convertible{DXGI_FORMAT_R32G32_TYPELESS, DXGI_FORMAT_UNKNOWN},
    Convertible{DXGI_FORMAT_R32G32B32A32_TYPELESS, DXGI_FORMAT_UNKNOWN},
};

bool convertible(const gpu::FormatInfo& plain, const gpu::FormatInfo& packed) {
    for (const Convertible& row : kConvertible) {
        if (plain.parent != row.plain || plain.bytes != packed.bytes)
            continue;
        if (row.packed == DXGI_FORMAT_UNKNOWN ? packed.has(gpu::kFormatBlock) : packed.key == row.packed)
            return true;
    }
    return false;
}

// In texels; between a compressed and a plain format in blocks.
bool sameSize(ResourceBase& a, ResourceBase& b) {
    const gpu::FormatInfo &first = a.asTexture().formatInfo(), &second = b.asTexture().formatInfo();
    if (first.has(gpu::kFormatBlock) == second.has(gpu::kFormatBlock))
        return a.facts().width == b.facts().width && a.facts().height == b.facts().height;
    const auto blocks = [](uint32_t texels, uint32_t block) { return (texels + block - 1) / block; };
    return blocks(a.facts().width, first.blockWidth) == blocks(b.facts().width, second.blockWidth) &&
           blocks(a.facts().height, first.blockHeight) == blocks(b.facts().height, second.blockHeight);
}

} // namespace

bool copyFormatsAllowed(ResourceBase& target, ResourceBase& source) {
    if (target.format() == source.format())
        return true;
    const gpu::FormatInfo& a = gpu::formatInfo(target.format());
    const gpu::FormatInfo& b = gpu::formatInfo(source.format());
    if (a.parent == b.parent)
        return true;
    return target.device().featureLevel() >= D3D_FEATURE_LEVEL_10_1 && (convertible(a, b) || convertible(b, a));
}

bool copyResourceAllowed(ResourceBase& target, ResourceBase& source) {
    const ResourceFacts& a = target.facts();
    const ResourceFacts& b = source.facts();
    if (&target == &source || a.usage == D3D11_USAGE_IMMUTABLE || a.kind != b.kind)
        return false;
    if (a.kind == ResourceKind::Buffer)
        return a.width == b.width;
    return sameSize(target, source) && a.depth == b.depth && a.mipLevels == b.mipLevels &&
           a.arrayLayers == b.arrayLayers && a.sampleCount == b.sampleCount && copyFormatsAllowed(target, source);
}

bool copyIsPartialWhereForbidden(ResourceBase& target, gpu::Offset at, ResourceBase& source, uint32_t sourceSubresource,
                                 const gpu::Box& box) {
    if (!((target.bindFlags() | source.bindFlags()) & D3D11_BIND_DEPTH_STENCIL) && source.sampleCount() <= 1)
        return false;
    const gpu::Box whole = subresourceBox(source, sourceSubresource);
    return at.x || at.y || at.z || box.x || box.y || box.z || box.width != whole.width || box.height != whole.height ||
           box.depth != whole.depth;
}

bool sourceBox(ResourceBase& source, uint32_t subresource, const D3D11_BOX* box, gpu::Box& out) {
    const gpu::Box whole = subresourceBox(source, subresource);
    if (!box) {
        out = whole;
        return true;
    }
    if (box->left >= box->right || box->top >= box->bottom || box->front >= box->back)
        return false;
    uint32_t width = whole.width, height = whole.height;
    if (!source.isBuffer()) {
        // Of compressed formats the box may reach to the end of the last block.
        const gpu::FormatInfo& format = source.asTexture().formatInfo();
        width = (width + format.blockWidth - 1) / format.blockWidth * format.blockWidth;
        height = (height + format.blockHeight - 1) / format.blockHeight * format.blockHeight;
        if (box->left % format.blockWidth || box->top % format.blockHeight)
            return false;
        // ... and must not end within a block, but for the one that the level's own edge cuts.
        if ((box->right % format.blockWidth && box->right != whole.width) ||
            (box->bottom % format.blockHeight && box->bottom != whole.height))
            return false;
        // Of video formats it is whole chroma samples.
        if (format.has(gpu::kFormatVideo) && (box->right % format.blockWidth || box->bottom % format.blockHeight))
            return false;
    }
    if (box->right > width || box->bottom > height || box->back > whole.depth)
        return false;
    out = {box->left, box->top, box->front, box->right - box->left, box->bottom - box->top, box->back - box->front};
    if (out.x + out.width > whole.width)
        out.width = whole.width - out.x;
    if (out.y + out.height > whole.height)
        out.height = whole.height - out.y;
    return true;
}

} // namespace hendeca::d3d11
