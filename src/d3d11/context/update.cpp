// UpdateSubresource: the application's data goes into a slice that the stream reads once, or, for a constant buffer that is
// updated whole, into a fresh slice that becomes the buffer.
#include "d3d11/context/context_base.h"
#include "d3d11/context/copy_rules.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

using namespace gpu::packet;

void ContextBase::UpdateSubresource(ID3D11Resource* target, UINT subresource, const D3D11_BOX* box, const void* data,
                                    UINT rowPitch, UINT slicePitch) {
    UpdateSubresource1(target, subresource, box, data, rowPitch, slicePitch, 0);
}

void ContextBase::UpdateSubresource1(ID3D11Resource* targetCom, UINT subresource, const D3D11_BOX* box, const void* data,
                                     UINT rowPitch, UINT slicePitch, UINT flags) {
    Lock lock(*this);
    if (!targetCom || !data)
        return;
    relieve();
    ResourceBase& target = *toBase(targetCom);
    if (subresource >= target.subresourceCount() || target.usage() == D3D11_USAGE_IMMUTABLE ||
        target.usage() == D3D11_USAGE_DYNAMIC || (target.isBuffer() && target.usage() == D3D11_USAGE_STAGING) ||
        target.sampleCount() > 1 ||
        target.bindFlags() & D3D11_BIND_DEPTH_STENCIL) {
        HENDECA_WARN_ONCE("UpdateSubresource: a resource that cannot be updated so; the call is ignored");
        return;
    }
    keep(&target);
    if (target.isBuffer())
        updateBuffer(target.asBuffer(), box, data);
    else
        updateTexture(target, subresource, box, data, rowPitch, slicePitch);
}

void ContextBase::updateBuffer(Buffer& buffer, const D3D11_BOX* box, const void* data) {
    uint64_t offset = 0, bytes = buffer.size();
    if (box) {
        if (box->left >= box->right || box->top >= box->bottom || box->front >= box->back || box->right > bytes)
            return;
        offset = box->left;
        bytes = box->right - box->left;
        // Part of a constant buffer, too: D3D11.1's ConstantBufferPartialUpdate is always offered. Only whole constants
        // (Microsoft Learn, UpdateSubresource1: other extents are dropped).
        if (buffer.bindFlags() & D3D11_BIND_CONSTANT_BUFFER && bytes != buffer.size() && (offset % 16 || bytes % 16)) {
            HENDECA_WARN_ONCE("UpdateSubresource: part of a constant in a constant buffer; the call is ignored");
            return;
        }
    }
    if (bytes == buffer.size() && buffer.renamesOnUpdate()) {
        if (uint8_t* mapped = renameBuffer(buffer, true))
            std::memcpy(mapped, data, bytes);
        return;
    }
    const gpu::Slice slice = takeUploadSlice(bytes);
    if (!slice.backing.mapped)
        return;
    std::memcpy(slice.backing.mapped, data, bytes);
    auto* made = writer_.add<UploadBuffer>();
    made->buffer = &buffer.gpu();
    made->offset = offset;
    made->size = bytes;
    made->source = slice;
    noteUse(buffer, true);
}

void ContextBase::updateTexture(ResourceBase& target, uint32_t subresource, const D3D11_BOX* box, const void* data,
                                UINT rowPitch, UINT slicePitch) {
    TextureBase& texture = target.asTexture();
    gpu::Box region;
    if (!sourceBox(target, subresource, box, region)) {
        if (box && (box->left >= box->right || box->top >= box->bottom || box->front >= box->back))
            return; // an empty box is no mistake
        HENDECA_WARN_ONCE("UpdateSubresource: a box that does not lie inside; the call is ignored");
        return;
    }
    // In the slice all planes have the tight pitch of the first, as footprints have it.
    const TexturePlane first = texture.plane(0);
    const uint32_t tight = first.rowBytes(region.width >> first.widthShift);
    uint32_t rows = 0;
    for (uint32_t i = 0; i < texture.planeCount(); i++) {
        const TexturePlane plane = texture.plane(i);
        rows += plane.rows(region.height >> plane.heightShift);
    }
    const uint64_t sliceBytes = uint64_t(tight) * rows;
    const gpu::Slice slice = takeUploadSlice(sliceBytes * region.depth);
    if (!slice.backing.mapped)
        return;
    const auto* from = static_cast<const uint8_t*>(data);
    if (rowPitch == tight && (region.depth == 1 || slicePitch == sliceBytes)) {
        std::memcpy(slice.backing.mapped, from, sliceBytes * region.depth);
    } else {
        for (uint32_t z = 0; z < region.depth; z++)
            for (uint32_t row = 0; row < rows; row++)
                std::memcpy(slice.backing.mapped + z * sliceBytes + uint64_t(row) * tight,
                            from + uint64_t(z) * slicePitch + uint64_t(row) * rowPitch, tight);
    }
    if (texture.image())
        uploadPlanes(texture, subresource, region, tight, static_cast<uint32_t>(sliceBytes), slice, true);
    else
        updateStaging(texture, subresource, region, slice, tight);
}

void ContextBase::uploadPlanes(TextureBase& texture, uint32_t subresource, const gpu::Box& box, uint32_t rowPitch,
                               uint32_t slicePitch, const gpu::Slice& slice, bool predicated) {
    for (uint32_t i = 0; i < texture.planeCount(); i++) {
        const TexturePlane plane = texture.plane(i);
        const uint64_t start = TextureBase::planeStart(i, box.height, rowPitch);
        auto* made = writer_.add<UploadImage>();
        made->image = plane.image;
        made->subresource = subresource;
        made->box = plane.box(box);
        made->rowPitch = rowPitch;
        made->slicePitch = slicePitch;
        made->aspects = plane.image->desc().aspects;
        made->predicated = predicated;
        made->source = slice;
        made->source.backing.offset += start;
        made->source.backing.mapped += start;
        if (i + 1 < texture.planeCount())
            made->source.page = nullptr; // the last one gives it back
    }
}

// Staging textures are buffers: one upload a row.
void ContextBase::updateStaging(TextureBase& texture, uint32_t subresource, const gpu::Box& region,
                                const gpu::Slice& slice, uint32_t rowPitch) {
    const SubresourceFootprint& footprint = texture.footprint(subresource);
    uint64_t at = 0; // in the slice
    for (uint32_t z = 0; z < region.depth; z++) {
        for (uint32_t i = 0; i < texture.planeCount(); i++) {
            const TexturePlane plane = texture.plane(i);
            const gpu::Box part = plane.box(region);
            const uint64_t base = footprint.offset + TextureBase::planeStart(i, footprint.height, footprint.rowPitch) +
                                  uint64_t(region.z + z) * footprint.slicePitch + part.x / plane.blockWidth * plane.bytes;
            for (uint32_t row = 0; row < plane.rows(part.height); row++, at += rowPitch) {
                auto* made = writer_.add<UploadBuffer>();
                made->buffer = texture.stagingBuffer();
                made->offset = base + uint64_t(part.y / plane.blockHeight + row) * footprint.rowPitch;
                made->size = plane.rowBytes(part.width);
                made->source = slice;
                made->source.backing.offset += at;
                made->source.backing.mapped += at;
                made->source.page = nullptr; // the slice is given back below, once
            }
        }
    }
    if (slice.page)
        writer_.add<RetireSlice>()->slice = slice;
    noteUse(texture, true);
}

} // namespace hendeca::d3d11
