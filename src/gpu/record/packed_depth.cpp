#include "gpu/record/packed_depth.h"

#include "gpu/format/footprint.h"
#include "gpu/record/record_context.h"
#include "gpu/record/transfer_batch.h"
#include "util/log.h"

namespace hendeca::gpu {

using hazard::Access;

namespace {

constexpr uint64_t kMostTexels = 1 << 16; // each is a region or two

} // namespace

// False when there is nothing to do, or it cannot be done.
bool PackedDepth::accept(Copy& copy) const {
    copy.box = TransferBatch::clampToLevel(*copy.image, copy.subresource, copy.box);
    const Box& box = copy.box;
    if (!box.width || !box.height || box.depth != 1)
        return false;
    const uint64_t bytes = uint64_t(copy.rowPitch) * (box.height - 1) + uint64_t(box.width) * texelBytes_;
    const bool narrow = box.height > 1 && copy.rowPitch < uint64_t(box.width) * texelBytes_;
    if (copy.offset > copy.buffer->size() || bytes > copy.buffer->size() - copy.offset || narrow ||
        copy.rowPitch % texelBytes_) {
        HENDECA_WARN_ONCE("a copy between a depth-stencil texture and a staging texture of another texel size is not "
                          "implemented");
        return false;
    }
    if (uint64_t(box.width) * box.height > kMostTexels) {
        HENDECA_WARN_ONCE("a copy of more than 65536 texels between a depth-stencil texture and a staging texture is not "
                          "implemented");
        return false;
    }
    return true;
}

bool PackedDepth::takeScratch(const Copy& copy) {
    const uint64_t texels = uint64_t(copy.box.width) * copy.box.height;
    stencil_ = context_.scratch(texels);
    depth_ = texelBytes_ == 8 ? context_.scratch(texels * 4) : Slice{};
    return stencil_.backing.buffer && (texelBytes_ == 4 || depth_.backing.buffer);
}

void PackedDepth::copyAspect(VkCommandBuffer commands, const Copy& copy, VkImageAspectFlags aspect,
                             const BufferBacking& linear, uint32_t rowLength, bool toImage) {
    const Box& box = copy.box;
    const uint32_t mips = copy.image->desc().mipLevels;
    VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
    region.bufferOffset = linear.offset;
    region.bufferRowLength = rowLength;
    region.imageSubresource = {aspect, copy.subresource % mips, copy.subresource / mips, 1};
    region.imageOffset = {static_cast<int32_t>(box.x), static_cast<int32_t>(box.y), 0};
    region.imageExtent = {box.width, box.height, 1};
    if (toImage) {
        VkCopyBufferToImageInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
        info.srcBuffer = linear.buffer;
        info.dstImage = copy.image->handle();
        info.dstImageLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        info.regionCount = 1;
        info.pRegions = &region;
        context_.fn().CmdCopyBufferToImage2(commands, &info);
        return;
    }
    VkCopyImageToBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
    info.srcImage = copy.image->handle();
    info.srcImageLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    info.dstBuffer = linear.buffer;
    info.regionCount = 1;
    info.pRegions = &region;
    context_.fn().CmdCopyImageToBuffer2(commands, &info);
}

// Between the packed texels and the scratch memory of each aspect.
void PackedDepth::copyTexels(VkCommandBuffer commands, const Copy& copy, bool toImage) {
    const BufferBacking& packed = copy.buffer->backing();
    const auto run = [&](const Slice& slice, uint32_t bytes, uint32_t at) {
        regions_.clear();
        for (uint32_t y = 0; y < copy.box.height; y++)
            for (uint32_t x = 0; x < copy.box.width; x++) {
                const uint64_t texel = packed.offset + copy.offset + uint64_t(y) * copy.rowPitch + x * texelBytes_ + at;
                const uint64_t tight = slice.backing.offset + (uint64_t(y) * copy.box.width + x) * bytes;
                regions_.push_back({VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, toImage ? texel : tight,
                                    toImage ? tight : texel, bytes});
            }
        VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
        info.srcBuffer = toImage ? packed.buffer : slice.backing.buffer;
        info.dstBuffer = toImage ? slice.backing.buffer : packed.buffer;
        info.regionCount = static_cast<uint32_t>(regions_.size());
        info.pRegions = regions_.data();
        context_.fn().CmdCopyBuffer2(commands, &info);
    };
    if (texelBytes_ == 8)
        run(depth_, 4, 0);
    run(stencil_, 1, texelBytes_ == 8 ? 4 : 3);
}

void PackedDepth::barrier(VkCommandBuffer commands) {
    const VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                   nullptr,
                                   VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                   VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                   VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                   VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    context_.fn().CmdPipelineBarrier2(commands, &dependency);
}

void PackedDepth::copy(const packet::CopyImageToBuffer& packet) {
    Copy copy{packet.image,  packet.subresource, packet.box,       packet.buffer,
              packet.offset, packet.rowPitch,    packet.slicePitch};
    texelBytes_ = packet.image->desc().format == VK_FORMAT_D24_UNORM_S8_UINT ? 4 : 8;
    if (!accept(copy) || !takeScratch(copy))
        return;
    const Place place = context_.place(*copy.image, *copy.buffer);
    context_.use(place, *copy.image, RecordContext::rangeOf(*copy.image, copy.subresource, copy.image->desc().aspects),
                 Access::TransferRead);
    context_.use(place, *copy.buffer, copy.offset, copy.buffer->size() - copy.offset, Access::TransferWrite);
    VkCommandBuffer commands = context_.begin(place);
    BufferBacking target = copy.buffer->backing();
    target.offset += copy.offset;
    copyAspect(commands, copy, VK_IMAGE_ASPECT_STENCIL_BIT, stencil_.backing, 0, false);
    if (texelBytes_ == 8)
        copyAspect(commands, copy, VK_IMAGE_ASPECT_DEPTH_BIT, depth_.backing, 0, false);
    else // leaves room for stencil in the high byte
        copyAspect(commands, copy, VK_IMAGE_ASPECT_DEPTH_BIT, target, copy.rowPitch / 4, false);
    barrier(commands);
    copyTexels(commands, copy, false);
}

void PackedDepth::copy(const packet::CopyBufferToImage& packet) {
    Copy copy{packet.image,  packet.subresource, packet.box,       packet.buffer,
              packet.offset, packet.rowPitch,    packet.slicePitch};
    texelBytes_ = packet.image->desc().format == VK_FORMAT_D24_UNORM_S8_UINT ? 4 : 8;
    if (!accept(copy) || !takeScratch(copy))
        return;
    const Place place = context_.place(*copy.image, *copy.buffer);
    context_.use(place, *copy.buffer, copy.offset, copy.buffer->size() - copy.offset, Access::TransferRead);
    context_.use(place, *copy.image, RecordContext::rangeOf(*copy.image, copy.subresource, copy.image->desc().aspects),
                 Access::TransferWrite);
    VkCommandBuffer commands = context_.begin(place);
    BufferBacking source = copy.buffer->backing();
    source.offset += copy.offset;
    copyTexels(commands, copy, true);
    barrier(commands);
    copyAspect(commands, copy, VK_IMAGE_ASPECT_STENCIL_BIT, stencil_.backing, 0, true);
    if (texelBytes_ == 8)
        copyAspect(commands, copy, VK_IMAGE_ASPECT_DEPTH_BIT, depth_.backing, 0, true);
    else
        copyAspect(commands, copy, VK_IMAGE_ASPECT_DEPTH_BIT, source, copy.rowPitch / 4, true);
}

} // namespace hendeca::gpu
