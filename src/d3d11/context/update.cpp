// UpdateSubresource: the application's data goes into a slice that the stream reads once, or, for a constant buffer that is
// updated whole, into a fresh slice that becomes the buffer.
#include "d3d11/context/context_base.h"
#include "d3d11/context/copy_rules.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "gpu/format/format_table.h"
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
        target.usage() == D3D11_USAGE_DYNAMIC || target.sampleCount() > 1 ||
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
        // Part of a constant buffer, too: D3D11.1's ConstantBufferPartialUpdate is always offered.
    }
    if (bytes == buffer.size() && buffer.renamesOnUpdate()) {
        if (uint8_t* mapped = renameBuffer(buffer))
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
    const gpu::FormatInfo& format = texture.formatInfo();
    const uint32_t rows = (region.height + format.blockHeight - 1) / format.blockHeight;
    const uint32_t rowBytes = (region.width + format.blockWidth - 1) / format.blockWidth * format.bytes;
    const uint64_t sliceBytes = uint64_t(rowBytes) * rows;
    const gpu::Slice slice = takeUploadSlice(sliceBytes * region.depth);
    if (!slice.backing.mapped)
        return;
    const auto* from = static_cast<const uint8_t*>(data);
    if (rowPitch == rowBytes && (region.depth == 1 || slicePitch == sliceBytes)) {
        std::memcpy(slice.backing.mapped, from, sliceBytes * region.depth);
    } else {
        for (uint32_t z = 0; z < region.depth; z++)
            for (uint32_t row = 0; row < rows; row++)
                std::memcpy(slice.backing.mapped + z * sliceBytes + uint64_t(row) * rowBytes,
                            from + uint64_t(z) * slicePitch + uint64_t(row) * rowPitch, rowBytes);
    }
    if (gpu::Image* image = texture.image()) {
        auto* made = writer_.add<UploadImage>();
        made->image = image;
        made->subresource = subresource;
        made->box = region;
        made->rowPitch = rowBytes;
        made->slicePitch = static_cast<uint32_t>(sliceBytes);
        made->aspects = image->desc().aspects;
        made->source = slice;
        return;
    }
    updateStaging(texture, subresource, region, slice, rowBytes, rows);
}

// Staging textures are buffers: one upload a row.
void ContextBase::updateStaging(TextureBase& texture, uint32_t subresource, const gpu::Box& region,
                                const gpu::Slice& slice, uint32_t rowBytes, uint32_t rows) {
    const gpu::FormatInfo& format = texture.formatInfo();
    const SubresourceFootprint& footprint = texture.footprint(subresource);
    for (uint32_t i = 0; i < rows * region.depth; i++) {
        const uint32_t z = i / rows, row = i % rows;
        auto* made = writer_.add<UploadBuffer>();
        made->buffer = texture.stagingBuffer();
        made->offset = footprint.offset + uint64_t(region.z + z) * footprint.slicePitch +
                       uint64_t(region.y / format.blockHeight + row) * footprint.rowPitch +
                       uint64_t(region.x / format.blockWidth) * format.bytes;
        made->size = rowBytes;
        made->source = slice;
        made->source.backing.offset += uint64_t(i) * rowBytes;
        made->source.backing.mapped += uint64_t(i) * rowBytes;
        made->source.page = nullptr; // the slice is given back below, once
    }
    if (slice.page)
        writer_.add<RetireSlice>()->slice = slice;
    noteUse(texture, true);
}

} // namespace hendeca::d3d11
