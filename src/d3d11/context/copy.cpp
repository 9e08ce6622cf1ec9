// Copies between resources, resolves, mip generation. What is not allowed is ignored, as on Windows.
#include "d3d11/context/context_base.h"
#include "d3d11/context/copy_rules.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"
#include "gpu/format/format_support.h"
#include "gpu/resource/image.h"
#include "util/log.h"

#include <algorithm>

namespace hendeca::d3d11 {

using namespace gpu::packet;

void ContextBase::CopyResource(ID3D11Resource* targetCom, ID3D11Resource* sourceCom) {
    Lock lock(*this);
    if (!targetCom || !sourceCom)
        return;
    relieve();
    ResourceBase& target = *toBase(targetCom);
    ResourceBase& source = *toBase(sourceCom);
    if (!copyResourceAllowed(target, source)) {
        HENDECA_WARN_ONCE("CopyResource: the two resources do not match; the call is ignored");
        return;
    }
    if (target.isBuffer()) {
        copyBufferRegion(target, 0, source, nullptr, 0);
        return;
    }
    keep(&target);
    keep(&source);
    for (uint32_t i = 0; i < source.subresourceCount(); i++)
        copyTextureRegion(target, i, {0, 0, 0}, source, i, subresourceBox(source, i));
}

void ContextBase::CopySubresourceRegion(ID3D11Resource* target, UINT targetSubresource, UINT x, UINT y, UINT z,
                                        ID3D11Resource* source, UINT sourceSubresource, const D3D11_BOX* box) {
    CopySubresourceRegion1(target, targetSubresource, x, y, z, source, sourceSubresource, box, 0);
}

void ContextBase::CopySubresourceRegion1(ID3D11Resource* targetCom, UINT targetSubresource, UINT x, UINT y, UINT z,
                                         ID3D11Resource* sourceCom, UINT sourceSubresource, const D3D11_BOX* box,
                                         UINT flags) {
    Lock lock(*this);
    if (!targetCom || !sourceCom)
        return;
    ResourceBase& target = *toBase(targetCom);
    ResourceBase& source = *toBase(sourceCom);
    relieve();
    copyRegion(target, targetSubresource, {x, y, z}, source, sourceSubresource, box, flags);
}

void ContextBase::copyRegion(ResourceBase& target, uint32_t targetSubresource, gpu::Offset at, ResourceBase& source,
                             uint32_t sourceSubresource, const D3D11_BOX* box, UINT flags) {
    if (target.usage() == D3D11_USAGE_IMMUTABLE || target.isBuffer() != source.isBuffer() ||
        targetSubresource >= target.subresourceCount() || sourceSubresource >= source.subresourceCount()) {
        HENDECA_WARN_ONCE("CopySubresourceRegion: resources or subresources that do not match; the call is ignored");
        return;
    }
    if (target.isBuffer()) {
        copyBufferRegion(target, at.x, source, box, flags);
        return;
    }
    gpu::Box from;
    if (target.sampleCount() != source.sampleCount() || !copyFormatsAllowed(target, source) ||
        !sourceBox(source, sourceSubresource, box, from) ||
        copyIsPartialWhereForbidden(target, at, source, sourceSubresource, from)) {
        HENDECA_WARN_ONCE("CopySubresourceRegion: formats, samples or box are not allowed; the call is ignored");
        return;
    }
    // In the target's texels: a block of the one may be a texel of the other.
    const gpu::FormatInfo& targetFormat = target.asTexture().formatInfo();
    const gpu::FormatInfo& sourceFormat = source.asTexture().formatInfo();
    const auto inBlocks = [](uint32_t texels, uint32_t block) { return (texels + block - 1) / block; };
    const gpu::Box whole = subresourceBox(target, targetSubresource);
    if (targetFormat.has(gpu::kFormatVideo) && (at.x % targetFormat.blockWidth || at.y % targetFormat.blockHeight)) {
        HENDECA_WARN_ONCE("CopySubresourceRegion: a place within a chroma sample; the call is ignored");
        return;
    }
    const uint64_t right = uint64_t(at.x) / targetFormat.blockWidth + inBlocks(from.width, sourceFormat.blockWidth);
    const uint64_t bottom = uint64_t(at.y) / targetFormat.blockHeight + inBlocks(from.height, sourceFormat.blockHeight);
    if (right > inBlocks(whole.width, targetFormat.blockWidth) ||
        bottom > inBlocks(whole.height, targetFormat.blockHeight) || uint64_t(at.z) + from.depth > whole.depth) {
        HENDECA_WARN_ONCE("CopySubresourceRegion: the target region lies outside; the call is ignored");
        return;
    }
    keep(&target);
    keep(&source);
    copyTextureRegion(target, targetSubresource, at, source, sourceSubresource, from);
}

void ContextBase::copyBufferRegion(ResourceBase& target, uint32_t x, ResourceBase& source, const D3D11_BOX* box, UINT flags) {
    const uint64_t targetSize = target.asBuffer().size(), sourceSize = source.asBuffer().size();
    uint64_t from = 0, bytes = sourceSize;
    if (box) {
        if (box->left >= box->right || box->top >= box->bottom || box->front >= box->back || box->left >= sourceSize)
            return;
        from = box->left;
        bytes = std::min<uint64_t>(box->right, sourceSize) - from;
    }
    if (x >= targetSize)
        return;
    bytes = std::min(bytes, targetSize - x);
    keep(&target);
    keep(&source);
    auto* made = writer_.add<gpu::packet::CopyBuffer>();
    made->target = target.gpuBuffer();
    made->targetOffset = x;
    made->source = source.gpuBuffer();
    made->sourceOffset = from;
    made->size = bytes;
    noteUse(target, true);
    noteUse(source, false);
}

namespace {

// Where a texel of a plane lies in a staging texture's buffer. `at` in texels of the texture.
uint64_t offsetIn(const TextureBase& texture, uint32_t subresource, uint32_t plane, gpu::Offset at) {
    const SubresourceFootprint& footprint = texture.footprint(subresource);
    const TexturePlane part = texture.plane(plane);
    const gpu::Offset in = part.offset(at);
    return footprint.offset + TextureBase::planeStart(plane, footprint.height, footprint.rowPitch) +
           uint64_t(in.z) * footprint.slicePitch + uint64_t(in.y / part.blockHeight) * footprint.rowPitch +
           uint64_t(in.x / part.blockWidth) * part.bytes;
}

// A box of the source in texels of the target: a block of the one may be a texel of the other. What lies beyond a target
// level's edge is cut off by the backend.
gpu::Box targetBox(const TexturePlane& target, gpu::Offset at, const TexturePlane& source, const gpu::Box& box) {
    return {at.x, at.y, at.z, (box.width + source.blockWidth - 1) / source.blockWidth * target.blockWidth,
            source.rows(box.height) * target.blockHeight, box.depth};
}

} // namespace

void ContextBase::copyTextureRegion(ResourceBase& targetBase, uint32_t targetSubresource, gpu::Offset at,
                                    ResourceBase& sourceBase, uint32_t sourceSubresource, const gpu::Box& box) {
    TextureBase& target = targetBase.asTexture();
    TextureBase& source = sourceBase.asTexture();
    for (uint32_t plane = 0; plane < source.planeCount(); plane++)
        copyPlane(target, targetSubresource, at, source, sourceSubresource, box, plane);
    if (target.stagingBuffer())
        noteUse(target, true);
    if (source.stagingBuffer())
        noteUse(source, false);
}

void ContextBase::copyPlane(TextureBase& target, uint32_t targetSubresource, gpu::Offset targetAt, TextureBase& source,
                            uint32_t sourceSubresource, const gpu::Box& box, uint32_t plane) {
    const TexturePlane to = target.plane(plane), from = source.plane(plane);
    const gpu::Offset at = to.offset(targetAt);
    const gpu::Box part = from.box(box);
    if (to.image && from.image) {
        auto* made = writer_.add<gpu::packet::CopyImage>();
        made->target = to.image;
        made->targetSubresource = targetSubresource;
        made->targetOffset = at;
        made->source = from.image;
        made->sourceSubresource = sourceSubresource;
        made->box = part;
    } else if (to.image) {
        const SubresourceFootprint& footprint = source.footprint(sourceSubresource);
        auto* made = writer_.add<gpu::packet::CopyBufferToImage>();
        made->image = to.image;
        made->subresource = targetSubresource;
        made->box = targetBox(to, at, from, part);
        made->aspects = to.image->desc().aspects;
        made->buffer = source.stagingBuffer();
        made->offset = offsetIn(source, sourceSubresource, plane, {box.x, box.y, box.z});
        made->rowPitch = footprint.rowPitch;
        made->slicePitch = footprint.slicePitch;
    } else if (from.image) {
        const SubresourceFootprint& footprint = target.footprint(targetSubresource);
        auto* made = writer_.add<gpu::packet::CopyImageToBuffer>();
        made->image = from.image;
        made->subresource = sourceSubresource;
        made->box = part;
        made->aspects = from.image->desc().aspects;
        made->buffer = target.stagingBuffer();
        made->offset = offsetIn(target, targetSubresource, plane, targetAt);
        made->rowPitch = footprint.rowPitch;
        made->slicePitch = footprint.slicePitch;
    } else {
        copyStaging(target, targetSubresource, targetAt, source, sourceSubresource, box, plane);
    }
}

void ContextBase::copyStaging(TextureBase& target, uint32_t targetSubresource, gpu::Offset at, TextureBase& source,
                              uint32_t sourceSubresource, const gpu::Box& box, uint32_t plane) {
    const SubresourceFootprint& to = target.footprint(targetSubresource);
    const SubresourceFootprint& from = source.footprint(sourceSubresource);
    const TexturePlane part = source.plane(plane);
    const gpu::Box inPlane = part.box(box);
    const uint32_t rows = part.rows(inPlane.height), rowBytes = part.rowBytes(inPlane.width);
    // Of overlapping regions (D3D11.1's CopyWithOverlap) each row is read before it is written: towards the end, last
    // row first.
    const uint64_t targetAt = offsetIn(target, targetSubresource, plane, at);
    const uint64_t sourceAt = offsetIn(source, sourceSubresource, plane, {box.x, box.y, box.z});
    const bool backwards = &target == &source && targetAt > sourceAt;
    for (uint32_t i = 0; i < box.depth * rows; i++) {
        const uint32_t index = backwards ? box.depth * rows - 1 - i : i;
        const uint64_t z = index / rows, row = index % rows;
        auto* made = writer_.add<gpu::packet::CopyBuffer>();
        made->target = target.stagingBuffer();
        made->targetOffset = targetAt + z * to.slicePitch + row * to.rowPitch;
        made->source = source.stagingBuffer();
        made->sourceOffset = sourceAt + z * from.slicePitch + row * from.rowPitch;
        made->size = rowBytes;
    }
}

void ContextBase::CopyStructureCount(ID3D11Buffer* targetCom, UINT offset, ID3D11UnorderedAccessView* viewCom) {
    Lock lock(*this);
    auto* target = static_cast<Buffer*>(targetCom);
    auto* view = static_cast<UnorderedAccessView*>(viewCom);
    if (!target || !view || !view->hasCounter() || offset % 4 || uint64_t(offset) + 4 > target->size()) {
        HENDECA_WARN_ONCE("CopyStructureCount: bad target, offset or a view without a counter; the call is ignored");
        return;
    }
    keep(target);
    keep(view);
    auto* made = writer_.add<CopyUavCounter>();
    made->target = &target->gpu();
    made->targetOffset = offset;
    made->view = view->gpu();
    noteUse(*target, true);
}

void ContextBase::ResolveSubresource(ID3D11Resource* targetCom, UINT targetSubresource, ID3D11Resource* sourceCom,
                                     UINT sourceSubresource, DXGI_FORMAT format) {
    Lock lock(*this);
    if (!targetCom || !sourceCom)
        return;
    ResourceBase& target = *toBase(targetCom);
    ResourceBase& source = *toBase(sourceCom);
    const bool kinds = target.kind() == ResourceKind::Texture2D && source.kind() == ResourceKind::Texture2D;
    if (!kinds || target.usage() != D3D11_USAGE_DEFAULT || targetSubresource >= target.subresourceCount() ||
        sourceSubresource >= source.subresourceCount() || target.sampleCount() != 1 ||
        !gpu::isCastable(target.format(), format) || !gpu::isCastable(source.format(), format)) {
        HENDECA_WARN_ONCE("ResolveSubresource: resources, subresources or format do not match; the call is ignored");
        return;
    }
    if (source.sampleCount() == 1) {
        copyRegion(target, targetSubresource, {0, 0, 0}, source, sourceSubresource, nullptr, 0);
        return;
    }
    if (target.gpuImage()->desc().code != source.gpuImage()->desc().code) {
        HENDECA_WARN_ONCE("ResolveSubresource: into A8_UNORM with unordered access is not implemented; the call is ignored");
        return;
    }
    keep(&target);
    keep(&source);
    auto* made = writer_.add<Resolve>();
    made->target = target.gpuImage();
    made->targetSubresource = targetSubresource;
    made->source = source.gpuImage();
    made->sourceSubresource = sourceSubresource;
    made->format = device().formats().viewFormat(format, false);
}

void ContextBase::GenerateMips(ID3D11ShaderResourceView* viewCom) {
    Lock lock(*this);
    auto* view = static_cast<ShaderResourceView*>(viewCom);
    if (!view || !view->gpu()->isImage() || !(view->resource()->miscFlags() & D3D11_RESOURCE_MISC_GENERATE_MIPS)) {
        HENDECA_WARN_ONCE("GenerateMips: a view of a resource without D3D11_RESOURCE_MISC_GENERATE_MIPS; ignored");
        return;
    }
    if (view->gpu()->imageDesc().mipCount < 2)
        return;
    // Integers have no averages: such formats lack D3D11_FORMAT_SUPPORT_MIP_AUTOGEN.
    const gpu::ComponentType type = gpu::formatInfo(view->format()).type;
    if (type == gpu::ComponentType::Uint || type == gpu::ComponentType::Sint) {
        HENDECA_WARN_ONCE("GenerateMips: a view of integers; ignored");
        return;
    }
    keep(view);
    writer_.add<gpu::packet::GenerateMips>()->view = view->gpu();
}

void ContextBase::SetResourceMinLOD(ID3D11Resource* resourceCom, FLOAT minLod) {
    Lock lock(*this);
    ResourceBase* resource = resourceCom ? toBase(resourceCom) : nullptr;
    if (!resource || resource->isBuffer() || !(resource->miscFlags() & D3D11_RESOURCE_MISC_RESOURCE_CLAMP)) {
        HENDECA_WARN_ONCE("SetResourceMinLOD: a resource without D3D11_RESOURCE_MISC_RESOURCE_CLAMP; the call is ignored");
        return;
    }
    TextureBase& texture = resource->asTexture();
    texture.minLod = minLod > 0 ? minLod : 0; // not a number, too
    if (!texture.image())
        return;
    if (!device().caps().has(vk::Cap::ImageViewMinLod)) {
        HENDECA_WARN_ONCE("SetResourceMinLOD: the driver has no minimum LOD of views; all mips stay in use");
        return;
    }
    keep(resource);
    auto* made = writer_.add<gpu::packet::SetMinLod>();
    made->image = texture.image();
    made->value = texture.minLod;
}

FLOAT ContextBase::GetResourceMinLOD(ID3D11Resource* resourceCom) {
    Lock lock(*this);
    ResourceBase* resource = resourceCom ? toBase(resourceCom) : nullptr;
    return resource && !resource->isBuffer() ? resource->asTexture().minLod : 0;
}

} // namespace hendeca::d3d11
