#include "gpu/record/copy_ops.h"

#include "gpu/format/footprint.h"
#include "gpu/resource/view.h"

#include <algorithm>

namespace hendeca::gpu {

using hazard::Access;

void CopyOps::uploadBuffer(const packet::UploadBuffer& packet) {
    uploadBuffer(*packet.buffer, packet.offset, packet.size, packet.source);
}

void CopyOps::uploadBuffer(Buffer& buffer, uint64_t offset, uint64_t size, const Slice& source) {
    if (source.page)
        context_.retire().add(context_.submission(), source);
    if (offset >= buffer.size() || !size || !source.backing.buffer)
        return;
    Transfer transfer;
    transfer.source.handle = source.backing.buffer;
    transfer.source.offset = source.backing.offset;
    transfer.target.buffer = &buffer;
    transfer.target.offset = offset;
    transfer.source.size = transfer.target.size = std::min(size, buffer.size() - offset);
    batch_.add(transfer);
}

void CopyOps::uploadImage(const packet::UploadImage& packet) {
    uploadImage(*packet.image, packet.subresource, packet.box, packet.rowPitch, packet.slicePitch, packet.aspects,
                packet.source);
}

void CopyOps::uploadImage(Image& image, uint32_t subresource, const Box& box, uint32_t rowPitch, uint32_t slicePitch,
                          VkImageAspectFlags aspects, const Slice& source) {
    if (source.page)
        context_.retire().add(context_.submission(), source);
    Transfer transfer;
    transfer.source.handle = source.backing.buffer;
    transfer.source.offset = source.backing.offset;
    transfer.target.image = &image;
    transfer.target.subresource = subresource;
    transfer.target.aspects = aspects;
    transfer.target.box = TransferBatch::clampToLevel(image, subresource, box);
    transfer.rowPitch = rowPitch;
    transfer.slicePitch = slicePitch;
    const Box& clamped = transfer.target.box;
    if (source.backing.buffer && clamped.width && clamped.height && clamped.depth)
        batch_.add(transfer);
}

void CopyOps::copyBuffer(const packet::CopyBuffer& packet) {
    if (!packet.size || packet.sourceOffset >= packet.source->size() || packet.targetOffset >= packet.target->size())
        return;
    Transfer transfer;
    const uint64_t size = std::min({packet.size, packet.source->size() - packet.sourceOffset,
                                    packet.target->size() - packet.targetOffset});
    transfer.source.buffer = packet.source;
    transfer.source.offset = packet.sourceOffset;
    transfer.target.buffer = packet.target;
    transfer.target.offset = packet.targetOffset;
    transfer.source.size = transfer.target.size = size;
    if (packet.source != packet.target || packet.sourceOffset + size <= packet.targetOffset ||
        packet.targetOffset + size <= packet.sourceOffset) {
        batch_.add(transfer);
        return;
    }
    // Overlapping ranges of one buffer go through scratch memory.
    const Slice scratch = context_.scratch(size);
    if (!scratch.backing.buffer || packet.sourceOffset == packet.targetOffset)
        return;
    batch_.flush();
    const Place place = context_.place(*packet.source);
    context_.use(place, *packet.source, packet.sourceOffset, size, Access::TransferRead);
    VkCommandBuffer commands = context_.begin(place);
    const BufferBacking& backing = packet.source->backing();
    VkBufferCopy2 region{VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, backing.offset + packet.sourceOffset,
                         scratch.backing.offset, size};
    VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, nullptr, backing.buffer, scratch.backing.buffer, 1,
                           &region};
    context_.fn().CmdCopyBuffer2(commands, &info);
    const VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                   VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                   VK_ACCESS_2_TRANSFER_READ_BIT};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    context_.fn().CmdPipelineBarrier2(commands, &dependency);
    transfer.source = {};
    transfer.source.handle = scratch.backing.buffer;
    transfer.source.offset = scratch.backing.offset;
    batch_.add(transfer);
    batch_.flush();
}

namespace {

// The box of the target that a box of the source fills, block for block; cut off at the target level's edge.
Box targetBox(const packet::CopyImage& packet, const Box& box) {
    const FormatInfo* source = formatInfoOf(packet.source->desc().format);
    const FormatInfo* target = formatInfoOf(packet.target->desc().format);
    Box made{packet.targetOffset.x, packet.targetOffset.y, packet.targetOffset.z, box.width, box.height, box.depth};
    if (source && target) {
        made.width = (box.width + source->blockWidth - 1) / source->blockWidth * target->blockWidth;
        made.height = (box.height + source->blockHeight - 1) / source->blockHeight * target->blockHeight;
    }
    return TransferBatch::clampToLevel(*packet.target, packet.targetSubresource, made);
}

// vkCmdCopyImage has one extent for both ends. Where one end is a level smaller than a block, it cannot fit both.
bool needsTwoExtents(const packet::CopyImage& packet, const Box& from, const Box& to) {
    const FormatInfo* source = formatInfoOf(packet.source->desc().format);
    const FormatInfo* target = formatInfoOf(packet.target->desc().format);
    if (!source || !target || !(source->has(kFormatBlock) || target->has(kFormatBlock)))
        return false;
    if (source->blockWidth == target->blockWidth && source->blockHeight == target->blockHeight)
        return from.width != to.width || from.height != to.height;
    return from.width % source->blockWidth || from.height % source->blockHeight || to.width % target->blockWidth ||
           to.height % target->blockHeight;
}

} // namespace

void CopyOps::copyImage(const packet::CopyImage& packet) {
    const Box box = TransferBatch::clampToLevel(*packet.source, packet.sourceSubresource, packet.box);
    if (!box.width || !box.height || !box.depth)
        return;
    const Box to = targetBox(packet, box);
    if (!to.width || !to.height || !to.depth)
        return;
    const VkImageAspectFlags aspects = packet.source->desc().aspects;
    if (aspects != packet.target->desc().aspects || needsTwoExtents(packet, box, to)) {
        copyThroughBuffer(packet, box, to);
        return;
    }
    if (packet.source->desc().kind != packet.target->desc().kind &&
        (packet.source->desc().kind == ImageKind::Image1D || packet.target->desc().kind == ImageKind::Image1D)) {
        // Vulkan copies between images of one and of more dimensions only with maintenance5.
        copyThroughBuffer(packet, box, to);
        return;
    }
    if (packet.source == packet.target && packet.sourceSubresource == packet.targetSubresource) {
        // One subresource cannot be in two layouts; go by way of a buffer.
        copyThroughBuffer(packet, box, to);
        return;
    }
    Transfer transfer;
    transfer.source.image = packet.source;
    transfer.source.subresource = packet.sourceSubresource;
    transfer.source.box = box;
    transfer.target.image = packet.target;
    transfer.target.subresource = packet.targetSubresource;
    transfer.target.box = to;
    transfer.source.aspects = transfer.target.aspects = aspects;
    batch_.add(transfer);
}

void CopyOps::copyThroughBuffer(const packet::CopyImage& packet, const Box& box, const Box& targetBox) {
    Image &source = *packet.source, &target = *packet.target;
    batch_.flush();
    const VkImageAspectFlags both = source.desc().aspects & target.desc().aspects;
    VkImageAspectFlags from = both ? both : source.desc().aspects, to = both ? both : target.desc().aspects;
    for (uint32_t part = 0; part < 2 && from && to; part++) {
        // One aspect at a time: the lowest bit of each.
        const VkImageAspectFlags sourceAspect = from & (~from + 1), targetAspect = to & (~to + 1);
        from &= ~sourceAspect;
        to &= ~targetAspect;
        const FormatInfo* format = formatInfoOf(source.desc().format);
        const uint32_t bytes = sourceAspect & VK_IMAGE_ASPECT_COLOR_BIT
                                   ? (format ? format->bytes : 16)
                                   : aspectBytes(source.desc().format, sourceAspect);
        const uint32_t blockWidth = format ? format->blockWidth : 1, blockHeight = format ? format->blockHeight : 1;
        const uint64_t blocks = uint64_t((box.width + blockWidth - 1) / blockWidth) * ((box.height + blockHeight - 1) / blockHeight);
        const Slice scratch = context_.scratch(blocks * box.depth * bytes);
        if (!scratch.backing.buffer)
            return;
        const Place place = context_.place(source, target);
        context_.use(place, source, RecordContext::rangeOf(source, packet.sourceSubresource, source.desc().aspects),
                     Access::TransferRead);
        VkCommandBuffer commands = context_.begin(place);
        VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
        region.bufferOffset = scratch.backing.offset;
        region.imageSubresource = {sourceAspect, packet.sourceSubresource % source.desc().mipLevels,
                                   packet.sourceSubresource / source.desc().mipLevels, 1};
        region.imageOffset = {static_cast<int32_t>(box.x), static_cast<int32_t>(box.y), static_cast<int32_t>(box.z)};
        region.imageExtent = {box.width, box.height, box.depth};
        VkCopyImageToBufferInfo2 out{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
        out.srcImage = source.handle();
        out.srcImageLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        out.dstBuffer = scratch.backing.buffer;
        out.regionCount = 1;
        out.pRegions = &region;
        context_.fn().CmdCopyImageToBuffer2(commands, &out);

        const VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,   nullptr,
                                       VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                       VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};
        VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
        dependency.memoryBarrierCount = 1;
        dependency.pMemoryBarriers = &barrier;
        context_.fn().CmdPipelineBarrier2(commands, &dependency);

        context_.use(place, target, RecordContext::rangeOf(target, packet.targetSubresource, target.desc().aspects),
                     Access::TransferWrite);
        commands = context_.begin(place);
        region.imageSubresource = {targetAspect, packet.targetSubresource % target.desc().mipLevels,
                                   packet.targetSubresource / target.desc().mipLevels, 1};
        region.imageOffset = {static_cast<int32_t>(targetBox.x), static_cast<int32_t>(targetBox.y),
                              static_cast<int32_t>(targetBox.z)};
        region.imageExtent = {targetBox.width, targetBox.height, targetBox.depth};
        VkCopyBufferToImageInfo2 in{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
        in.srcBuffer = scratch.backing.buffer;
        in.dstImage = target.handle();
        in.dstImageLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        in.regionCount = 1;
        in.pRegions = &region;
        context_.fn().CmdCopyBufferToImage2(commands, &in);
    }
}

void CopyOps::copyBufferToImage(const packet::CopyBufferToImage& packet) {
    Transfer transfer;
    transfer.source.buffer = packet.buffer;
    transfer.source.offset = packet.offset;
    transfer.source.size = packet.buffer->size() - std::min(packet.offset, packet.buffer->size());
    transfer.target.image = packet.image;
    transfer.target.subresource = packet.subresource;
    transfer.target.aspects = packet.aspects;
    transfer.target.box = TransferBatch::clampToLevel(*packet.image, packet.subresource, packet.box);
    transfer.rowPitch = packet.rowPitch;
    transfer.slicePitch = packet.slicePitch;
    const Box& box = transfer.target.box;
    if (transfer.source.size && box.width && box.height && box.depth)
        batch_.add(transfer);
}

void CopyOps::copyImageToBuffer(const packet::CopyImageToBuffer& packet) {
    Transfer transfer;
    transfer.target.buffer = packet.buffer;
    transfer.target.offset = packet.offset;
    transfer.target.size = packet.buffer->size() - std::min(packet.offset, packet.buffer->size());
    transfer.source.image = packet.image;
    transfer.source.subresource = packet.subresource;
    transfer.source.aspects = packet.aspects;
    transfer.source.box = TransferBatch::clampToLevel(*packet.image, packet.subresource, packet.box);
    transfer.rowPitch = packet.rowPitch;
    transfer.slicePitch = packet.slicePitch;
    const Box& box = transfer.source.box;
    if (transfer.target.size && box.width && box.height && box.depth)
        batch_.add(transfer);
}

void CopyOps::setUavCounter(const packet::SetUavCounter& packet) {
    Buffer* counter = packet.view ? packet.view->bufferDesc().counter : nullptr;
    if (!counter)
        return;
    const Place place = context_.place(*counter);
    context_.use(place, *counter, 0, 4, Access::TransferWrite);
    const BufferBacking& backing = counter->backing();
    context_.fn().CmdUpdateBuffer(context_.begin(place), backing.buffer, backing.offset, 4, &packet.value);
}

void CopyOps::copyUavCounter(const packet::CopyUavCounter& packet) {
    Buffer* counter = packet.view ? packet.view->bufferDesc().counter : nullptr;
    if (!counter || packet.targetOffset + 4 > packet.target->size())
        return;
    Transfer transfer;
    transfer.source.buffer = counter;
    transfer.target.buffer = packet.target;
    transfer.target.offset = packet.targetOffset;
    transfer.source.size = transfer.target.size = 4;
    batch_.add(transfer);
}

} // namespace hendeca::gpu
