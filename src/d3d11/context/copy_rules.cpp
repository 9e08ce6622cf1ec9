#include "d3d11/context/copy_rules.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "gpu/format/format_table.h"

namespace hendeca::d3d11 {

gpu::Box subresourceBox(ResourceBase& resource, uint32_t subresource) {
    if (resource.isBuffer())
        return {0, 0, 0, resource.asBuffer().size(), 1, 1};
    TextureBase& texture = resource.asTexture();
    const uint32_t mip = texture.mipOf(subresource);
    return {0, 0, 0, texture.mipWidth(mip), texture.mipHeight(mip), texture.mipDepth(mip)};
}

bool copyFormatsAllowed(ResourceBase& target, ResourceBase& source) {
    if (target.format() == source.format())
        return true;
    const gpu::FormatInfo& a = gpu::formatInfo(target.format());
    const gpu::FormatInfo& b = gpu::formatInfo(source.format());
    if (a.parent == b.parent)
        return true;
    // Compressed blocks to and from plain texels of the same size: feature level 10.1 on (Microsoft Learn,
    // "Format conversion using Direct3D 10.1").
    const bool oneCompressed = a.has(gpu::kFormatBlock) != b.has(gpu::kFormatBlock);
    const bool depth = a.has(gpu::kFormatDepthFamily) || b.has(gpu::kFormatDepthFamily);
    return oneCompressed && !depth && a.bytes == b.bytes;
}

bool copyResourceAllowed(ResourceBase& target, ResourceBase& source) {
    const ResourceFacts& a = target.facts();
    const ResourceFacts& b = source.facts();
    if (&target == &source || a.usage == D3D11_USAGE_IMMUTABLE || a.kind != b.kind)
        return false;
    if (a.kind == ResourceKind::Buffer)
        return a.width == b.width;
    return a.width == b.width && a.height == b.height && a.depth == b.depth && a.mipLevels == b.mipLevels &&
           a.arrayLayers == b.arrayLayers && a.sampleCount == b.sampleCount && copyFormatsAllowed(target, source);
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
