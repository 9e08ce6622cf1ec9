#include "gpu/record/transfer_batch.h"

#include "gpu/format/footprint.h"

#include <algorithm>

namespace hendeca::gpu {

using hazard::Access;

namespace {

VkImageSubresourceLayers layersOf(const TransferEnd& end) {
    const ImageDesc& desc = end.image->desc();
    return {end.aspects, end.subresource % desc.mipLevels, end.subresource / desc.mipLevels, 1};
}

VkOffset3D offsetOf(const Box& box) {
    return {static_cast<int32_t>(box.x), static_cast<int32_t>(box.y), static_cast<int32_t>(box.z)};
}

VkExtent3D extentOf(const Box& box) {
    return {box.width, box.height, box.depth};
}

bool boxesOverlap(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height &&
           a.z < b.z + b.depth && b.z < a.z + a.depth;
}

const void* resourceOf(const TransferEnd& end) {
    if (end.buffer)
        return end.buffer;
    return end.image;
}

const VkImageLayout kSourceLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
const VkImageLayout kTargetLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;

} // namespace

Box TransferBatch::clampToLevel(const Image& image, uint32_t subresource, const Box& box) {
    const ImageDesc& desc = image.desc();
    const uint32_t mip = subresource % desc.mipLevels;
    const auto clip = [](uint32_t at, uint32_t size, uint32_t limit) {
        return at >= limit ? 0 : std::min(size, limit - at);
    };
    Box out = box;
    out.width = clip(box.x, box.width, mipExtent(desc.extent.width, mip));
    out.height = clip(box.y, box.height, mipExtent(desc.extent.height, mip));
    out.depth = clip(box.z, box.depth, mipExtent(desc.extent.depth, mip));
    return out;
}

bool TransferBatch::sameSubresource(const TransferEnd& a, const TransferEnd& b) {
    return a.image && a.image == b.image && a.subresource == b.subresource && (a.aspects & b.aspects);
}

bool TransferBatch::overlap(const TransferEnd& a, const TransferEnd& b) {
    if (a.buffer)
        return a.buffer == b.buffer && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
    return sameSubresource(a, b) && boxesOverlap(a.box, b.box);
}

Place TransferBatch::placeOf(const Transfer& transfer) const {
    const auto unused = [&](const TransferEnd& end) {
        return end.buffer ? context_.unusedInMain(*end.buffer) : !end.image || context_.unusedInMain(*end.image);
    };
    return unused(transfer.source) && unused(transfer.target) ? Place::Early : Place::Main;
}

// Joins b to a when together they are one range or box.
bool TransferBatch::join(TransferEnd& a, const TransferEnd& b) {
    if (a.buffer) {
        if (a.offset + a.size != b.offset)
            return false;
        a.size += b.size;
        return true;
    }
    if (a.subresource != b.subresource || a.aspects != b.aspects || a.box.z != b.box.z || a.box.depth != b.box.depth)
        return false;
    Box &x = a.box;
    const Box& y = b.box;
    if (x.y == y.y && x.height == y.height && x.x + x.width == y.x) {
        x.width += y.width;
        return true;
    }
    if (x.x == y.x && x.width == y.width && x.y + x.height == y.y) {
        x.height += y.height;
        return true;
    }
    return false;
}

// Images that are read and written within one batch would need two layouts, whatever the boxes are.
TransferBatch::Relation TransferBatch::relation(const Transfer& transfer) const {
    const void* source = resourceOf(transfer.source);
    const void* target = resourceOf(transfer.target);
    Relation relation = Relation::None;
    for (const Part& part : targets_) {
        if (part.resource == target) {
            if (part.place != transfer.place || overlap(transfer.target, part.end))
                return Relation::Conflict;
            if (sameSubresource(transfer.target, part.end))
                relation = Relation::SameTarget;
        }
        if (part.resource == source && (part.place != transfer.place || overlap(transfer.source, part.end) ||
                                        sameSubresource(transfer.source, part.end)))
            return Relation::Conflict;
    }
    for (const Part& part : sources_) {
        if (part.resource == target && (part.place != transfer.place || overlap(transfer.target, part.end) ||
                                        sameSubresource(transfer.target, part.end)))
            return Relation::Conflict;
    }
    return relation;
}

void TransferBatch::noteTarget(const Transfer& transfer) {
    const void* resource = resourceOf(transfer.target);
    for (size_t i = targets_.size(); i-- > 0;) {
        if (targets_[i].resource != resource || !join(targets_[i].end, transfer.target))
            continue;
        // A row that is complete now may touch the block above it.
        for (size_t k = 0; k < i; k++) {
            if (targets_[k].resource != resource || !join(targets_[k].end, targets_[i].end))
                continue;
            targets_.erase(targets_.begin() + static_cast<ptrdiff_t>(i));
            break;
        }
        return;
    }
    targets_.push_back({resource, transfer.target, transfer.place, 0});
}

void TransferBatch::noteSource(const Transfer& transfer) {
    const void* resource = resourceOf(transfer.source);
    if (!resource)
        return; // a slice: nobody writes there
    const uint32_t index = static_cast<uint32_t>(pending_.size()) - 1;
    for (Part& part : sources_) {
        if (part.resource != resource || part.place != transfer.place)
            continue;
        if (!transfer.source.image) {
            if (!join(part.end, transfer.source))
                continue;
            return;
        }
        if (!sameSubresource(part.end, transfer.source) || part.end.aspects != transfer.source.aspects)
            continue;
        Transfer& before = pending_[part.last];
        if (transfer.target.image && before.target.image == transfer.target.image) {
            before.next = index;
            pending_[index].chained = true;
        }
        part.last = index;
        return;
    }
    sources_.push_back({resource, transfer.source, transfer.place, index});
}

void TransferBatch::add(const Transfer& transfer) {
    if (pending_.size() >= kMaxPending || sources_.size() >= kMaxParts || targets_.size() >= kMaxParts)
        run();
    Transfer added = transfer;
    added.place = placeOf(added);
    Relation relation = this->relation(added);
    if (relation == Relation::Conflict) {
        run();
        added.place = placeOf(added);
        relation = Relation::None;
    }
    added.useTarget = relation == Relation::None;
    pending_.push_back(added);
    noteTarget(added);
    noteSource(added);
}

void TransferBatch::use(const Transfer& transfer) {
    const TransferEnd &source = transfer.source, &target = transfer.target;
    if (source.buffer)
        context_.use(transfer.place, *source.buffer, source.offset, source.size, Access::TransferRead);
    else if (source.image)
        context_.use(transfer.place, *source.image,
                     RecordContext::rangeOf(*source.image, source.subresource, source.image->desc().aspects),
                     Access::TransferRead);
    if (!transfer.useTarget)
        return;
    if (target.buffer)
        context_.use(transfer.place, *target.buffer, target.offset, target.size, Access::TransferWrite);
    else if (target.image)
        context_.use(transfer.place, *target.image,
                     RecordContext::rangeOf(*target.image, target.subresource, target.image->desc().aspects),
                     Access::TransferWrite);
}

void TransferBatch::run() {
    bool early = false, main = false;
    // Clears that wait for an image are recorded by use(); they must not fall between the barriers and the copies.
    for (const Transfer& transfer : pending_) {
        use(transfer);
        (transfer.place == Place::Early ? early : main) = true;
    }
    VkCommandBuffer commands[2] = {};
    if (early)
        commands[0] = context_.begin(Place::Early);
    if (main)
        commands[1] = context_.begin(Place::Main);
    for (size_t i = 0; i < pending_.size(); i++) {
        const Transfer& transfer = pending_[i];
        VkCommandBuffer buffer = commands[transfer.place == Place::Early ? 0 : 1];
        if (transfer.chained)
            continue;
        if (transfer.source.image && transfer.target.image)
            runImageCopies(i, buffer);
        else
            runOne(transfer, buffer);
    }
    pending_.clear();
    sources_.clear();
    targets_.clear();
}

// Those chained to the first, between the same two images: they are independent of what stands between them.
void TransferBatch::runImageCopies(size_t first, VkCommandBuffer commands) {
    const Transfer& head = pending_[first];
    regions_.clear();
    for (size_t i = first; i || regions_.empty(); i = pending_[i].next) {
        const Transfer& transfer = pending_[i];
        VkImageCopy2 region{VK_STRUCTURE_TYPE_IMAGE_COPY_2};
        region.srcSubresource = layersOf(transfer.source);
        region.srcOffset = offsetOf(transfer.source.box);
        region.dstSubresource = layersOf(transfer.target);
        region.dstOffset = offsetOf(transfer.target.box);
        region.extent = extentOf(transfer.source.box);
        regions_.push_back(region);
    }
    VkCopyImageInfo2 info{VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2};
    info.srcImage = head.source.image->handle();
    info.srcImageLayout = kSourceLayout;
    info.dstImage = head.target.image->handle();
    info.dstImageLayout = kTargetLayout;
    info.regionCount = static_cast<uint32_t>(regions_.size());
    info.pRegions = regions_.data();
    context_.fn().CmdCopyImage2(commands, &info);
}

void TransferBatch::runOne(const Transfer& transfer, VkCommandBuffer commands) {
    const TransferEnd &source = transfer.source, &target = transfer.target;
    if (target.image) {
        copyBufferAndImage(transfer, commands, true);
        return;
    }
    if (source.image) {
        copyBufferAndImage(transfer, commands, false);
        return;
    }
    VkBufferCopy2 region{VK_STRUCTURE_TYPE_BUFFER_COPY_2};
    region.srcOffset = source.offset + (source.buffer ? source.buffer->backing().offset : 0);
    region.dstOffset = target.offset + target.buffer->backing().offset;
    region.size = target.size;
    VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
    info.srcBuffer = source.buffer ? source.buffer->backing().buffer : source.handle;
    info.dstBuffer = target.buffer->backing().buffer;
    info.regionCount = 1;
    info.pRegions = &region;
    context_.fn().CmdCopyBuffer2(commands, &info);
}

// Row pitches that are no whole number of blocks make a region of each row.
void TransferBatch::copyBufferAndImage(const Transfer& transfer, VkCommandBuffer commands, bool toImage) {
    const TransferEnd& linear = toImage ? transfer.source : transfer.target;
    const TransferEnd& end = toImage ? transfer.target : transfer.source;
    const FormatInfo* format = formatInfoOf(end.image->desc().format);
    const bool color = end.aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    const uint32_t bytes = color ? (format ? format->bytes : 4) : aspectBytes(end.image->desc().format, end.aspects);
    const uint32_t blockWidth = color && format ? format->blockWidth : 1;
    const uint32_t blockHeight = color && format ? format->blockHeight : 1;
    const uint64_t base = linear.offset + (linear.buffer ? linear.buffer->backing().offset : 0);
    if (base % bytes) [[unlikely]] {
        copyThroughScratch(transfer, commands, toImage, base, bytes);
        return;
    }

    rows_.clear();
    VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
    region.imageSubresource = layersOf(end);
    region.imageOffset = offsetOf(end.box);
    region.imageExtent = extentOf(end.box);
    region.bufferOffset = base;
    const uint32_t blockRows = (end.box.height + blockHeight - 1) / blockHeight;
    const bool regular = transfer.rowPitch % bytes == 0 &&
                         (end.box.depth == 1 || (transfer.rowPitch && transfer.slicePitch % transfer.rowPitch == 0));
    if (regular) {
        region.bufferRowLength = transfer.rowPitch / bytes * blockWidth;
        region.bufferImageHeight =
            end.box.depth == 1 || !transfer.rowPitch ? 0 : transfer.slicePitch / transfer.rowPitch * blockHeight;
        // Vulkan refuses a length below the width; one row needs none.
        if (region.bufferRowLength < end.box.width)
            region.bufferRowLength = 0;
        if (region.bufferImageHeight < end.box.height)
            region.bufferImageHeight = 0;
        rows_.push_back(region);
    } else {
        for (uint32_t z = 0; z < end.box.depth; z++)
            for (uint32_t row = 0; row < blockRows; row++) {
                region.bufferOffset = base + uint64_t(z) * transfer.slicePitch + uint64_t(row) * transfer.rowPitch;
                region.imageOffset.y = static_cast<int32_t>(end.box.y + row * blockHeight);
                region.imageOffset.z = static_cast<int32_t>(end.box.z + z);
                region.imageExtent.height = std::min(blockHeight, end.box.height - row * blockHeight);
                region.imageExtent.depth = 1;
                rows_.push_back(region);
            }
    }

    if (toImage) {
        VkCopyBufferToImageInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
        info.srcBuffer = linear.buffer ? linear.buffer->backing().buffer : linear.handle;
        info.dstImage = end.image->handle();
        info.dstImageLayout = kTargetLayout;
        info.regionCount = static_cast<uint32_t>(rows_.size());
        info.pRegions = rows_.data();
        context_.fn().CmdCopyBufferToImage2(commands, &info);
        return;
    }
    VkCopyImageToBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
    info.srcImage = end.image->handle();
    info.srcImageLayout = kSourceLayout;
    info.dstBuffer = linear.buffer ? linear.buffer->backing().buffer : linear.handle;
    info.regionCount = static_cast<uint32_t>(rows_.size());
    info.pRegions = rows_.data();
    context_.fn().CmdCopyImageToBuffer2(commands, &info);
}

// Offsets are whole texels in Vulkan. Ours are so for all but texels of three words, which go by way of scratch memory.
void TransferBatch::copyThroughScratch(const Transfer& transfer, VkCommandBuffer commands, bool toImage, uint64_t base,
                                       uint32_t bytes) {
    const TransferEnd& linear = toImage ? transfer.source : transfer.target;
    const Box& box = (toImage ? transfer.target : transfer.source).box;
    const uint64_t span = uint64_t(box.depth - 1) * transfer.slicePitch + uint64_t(box.height - 1) * transfer.rowPitch +
                          uint64_t(box.width) * bytes;
    const Slice scratch = context_.scratch(span + bytes);
    if (!scratch.backing.buffer)
        return;
    const VkBuffer own = linear.buffer ? linear.buffer->backing().buffer : linear.handle;
    Transfer other = transfer;
    TransferEnd& detour = toImage ? other.source : other.target;
    detour.buffer = nullptr;
    detour.handle = scratch.backing.buffer;
    detour.offset = (scratch.backing.offset + bytes - 1) / bytes * bytes;

    std::vector<VkBufferCopy2> regions;
    const auto add = [&](uint64_t at, uint64_t size) {
        VkBufferCopy2 region{VK_STRUCTURE_TYPE_BUFFER_COPY_2};
        region.srcOffset = at + (toImage ? base : detour.offset);
        region.dstOffset = at + (toImage ? detour.offset : base);
        region.size = size;
        regions.push_back(region);
    };
    if (toImage) {
        add(0, span);
    } else { // what lies between the rows stays
        for (uint32_t z = 0; z < box.depth; z++)
            for (uint32_t row = 0; row < box.height; row++)
                add(uint64_t(z) * transfer.slicePitch + uint64_t(row) * transfer.rowPitch, uint64_t(box.width) * bytes);
        copyBufferAndImage(other, commands, false);
    }
    const VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,   nullptr,
                                   VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                   VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
    info.srcBuffer = toImage ? own : scratch.backing.buffer;
    info.dstBuffer = toImage ? scratch.backing.buffer : own;
    info.regionCount = static_cast<uint32_t>(regions.size());
    info.pRegions = regions.data();
    if (!toImage)
        context_.fn().CmdPipelineBarrier2(commands, &dependency);
    context_.fn().CmdCopyBuffer2(commands, &info);
    if (toImage) {
        context_.fn().CmdPipelineBarrier2(commands, &dependency);
        copyBufferAndImage(other, commands, true);
    }
}

} // namespace hendeca::gpu
