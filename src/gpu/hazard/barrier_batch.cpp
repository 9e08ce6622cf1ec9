#include "gpu/hazard/tracker.h"

namespace hendeca::gpu::hazard {

namespace {

bool sameLayers(const VkImageSubresourceRange& a, const VkImageSubresourceRange& b) {
    return a.baseArrayLayer == b.baseArrayLayer && a.layerCount == b.layerCount;
}

bool sameMips(const VkImageSubresourceRange& a, const VkImageSubresourceRange& b) {
    return a.baseMipLevel == b.baseMipLevel && a.levelCount == b.levelCount;
}

bool contains(const VkImageSubresourceRange& outer, const VkImageSubresourceRange& inner) {
    return (inner.aspectMask & ~outer.aspectMask) == 0 && outer.baseMipLevel <= inner.baseMipLevel &&
           outer.baseMipLevel + outer.levelCount >= inner.baseMipLevel + inner.levelCount &&
           outer.baseArrayLayer <= inner.baseArrayLayer &&
           outer.baseArrayLayer + outer.layerCount >= inner.baseArrayLayer + inner.layerCount;
}

bool overlap(const VkImageSubresourceRange& a, const VkImageSubresourceRange& b) {
    return (a.aspectMask & b.aspectMask) && a.baseMipLevel < b.baseMipLevel + b.levelCount &&
           b.baseMipLevel < a.baseMipLevel + a.levelCount && a.baseArrayLayer < b.baseArrayLayer + b.layerCount &&
           b.baseArrayLayer < a.baseArrayLayer + a.layerCount;
}

// Joins b to a when together they are one box of subresources.
bool joinRange(VkImageSubresourceRange& a, const VkImageSubresourceRange& b) {
    if (sameLayers(a, b) && sameMips(a, b) && !(a.aspectMask & b.aspectMask)) {
        a.aspectMask |= b.aspectMask;
        return true;
    }
    if (a.aspectMask != b.aspectMask)
        return false;
    if (sameMips(a, b) && a.baseArrayLayer + a.layerCount == b.baseArrayLayer) {
        a.layerCount += b.layerCount;
        return true;
    }
    if (sameLayers(a, b) && a.baseMipLevel + a.levelCount == b.baseMipLevel) {
        a.levelCount += b.levelCount;
        return true;
    }
    return false;
}

void addMasks(VkImageMemoryBarrier2& to, const VkImageMemoryBarrier2& from) {
    to.srcStageMask |= from.srcStageMask;
    to.srcAccessMask |= from.srcAccessMask;
    to.dstStageMask |= from.dstStageMask;
    to.dstAccessMask |= from.dstAccessMask;
}

// Joins b to a when both are the same transition and together one box.
bool join(VkImageMemoryBarrier2& a, const VkImageMemoryBarrier2& b) {
    if (a.image != b.image || a.oldLayout != b.oldLayout || a.newLayout != b.newLayout ||
        overlap(a.subresourceRange, b.subresourceRange) || !joinRange(a.subresourceRange, b.subresourceRange))
        return false;
    addMasks(a, b);
    return true;
}

} // namespace

void BarrierBatch::addMemory(VkPipelineStageFlags2 srcStages, VkAccessFlags2 srcAccess, VkPipelineStageFlags2 dstStages,
                             VkAccessFlags2 dstAccess) {
    memory_ = true;
    global_.srcStageMask |= srcStages;
    global_.srcAccessMask |= srcAccess;
    global_.dstStageMask |= dstStages;
    global_.dstAccessMask |= dstAccess;
}

void BarrierBatch::addImage(const VkImageMemoryBarrier2& barrier) {
    for (size_t i = 0; i < images_.size(); i++) {
        VkImageMemoryBarrier2& pending = images_[i];
        if (pending.image != barrier.image)
            continue;
        // Two transitions of the same subresources in one dependency have no order; together they are one.
        const VkImageSubresourceRange &a = pending.subresourceRange, &b = barrier.subresourceRange;
        if (sameLayers(a, b) && sameMips(a, b) && a.aspectMask == b.aspectMask && pending.newLayout == barrier.oldLayout) {
            addMasks(pending, barrier);
            pending.newLayout = barrier.newLayout;
            return;
        }
        if (join(pending, barrier)) {
            joinOthers(i);
            return;
        }
    }
    images_.push_back(barrier);
}

// A barrier that has grown may now fit to another: a layer whose last mip came to one whose mips are all there.
void BarrierBatch::joinOthers(size_t grown) {
    for (size_t i = 0; i < images_.size(); i++) {
        if (i != grown && join(images_[i], images_[grown])) {
            images_.erase(images_.begin() + static_cast<ptrdiff_t>(grown));
            return;
        }
    }
}

bool BarrierBatch::widen(VkImage image, const VkImageSubresourceRange& range, VkPipelineStageFlags2 dstStages,
                         VkAccessFlags2 dstAccess) {
    bool all = false;
    for (VkImageMemoryBarrier2& pending : images_) {
        if (pending.image != image || !overlap(pending.subresourceRange, range))
            continue;
        pending.dstStageMask |= dstStages;
        pending.dstAccessMask |= dstAccess;
        all = all || contains(pending.subresourceRange, range);
    }
    return all;
}

const VkDependencyInfo& BarrierBatch::dependency() {
    global_.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2;
    info_ = {VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    info_.memoryBarrierCount = memory_ ? 1 : 0;
    info_.pMemoryBarriers = &global_;
    info_.imageMemoryBarrierCount = static_cast<uint32_t>(images_.size());
    info_.pImageMemoryBarriers = images_.data();
    return info_;
}

void BarrierBatch::clear() {
    memory_ = false;
    global_ = {};
    images_.clear();
}

} // namespace hendeca::gpu::hazard
