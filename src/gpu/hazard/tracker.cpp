#include "gpu/hazard/tracker.h"

#include "gpu/hazard/parts.h"

#include <algorithm>

// The rules, per range of one history (Vulkan specification, chapter "Synchronization and Cache Control"):
//
//   read, nothing written before           nothing; the reader is remembered
//   read, the write was made visible here  nothing; the reader is remembered
//   read otherwise                         from the write to this reader, and to all that could see the write already: what
//                                          has been made visible is kept as stages x accesses, and only a dependency with
//                                          the whole product keeps that true
//   write, nothing before                  nothing
//   write after reads only                 execution only
//   write after a write, or one that also  execution and memory
//   reads what was written
//   other layout needed                    a transition: after all reads and writes before; it counts as a write that is
//                                          visible to the one who asked for it
//
// Uses of an earlier epoch count as nothing: newEpoch()'s barrier lies between. A transition still names the stages of its
// image's last uses, whatever their epoch, for it may be in the same dependency as that barrier, without order.
// What a write replaces is forgotten: whoever is ordered after the write is ordered after all that the write waited for.

namespace hendeca::gpu::hazard {

namespace {

constexpr VkAccessFlags2 kWrites =
    VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT |
    VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT | VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT;

// Ranges of one buffer that are told apart; beyond that they are taken together again.
constexpr size_t kMaxRanges = 64;

struct Need {
    VkPipelineStageFlags2 srcStages = 0;
    VkAccessFlags2 srcAccess = 0;
    VkPipelineStageFlags2 dstStages = 0;
    VkAccessFlags2 dstAccess = 0;
    VkImageLayout oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    bool needed = false;
    bool transition = false;

    void add(const Need& other) {
        srcStages |= other.srcStages;
        srcAccess |= other.srcAccess;
        dstStages |= other.dstStages;
        dstAccess |= other.dstAccess;
        needed = needed || other.needed;
    }
};

bool seen(const UseState& state, const AccessInfo& info) {
    return !(info.stages & ~state.visibleStages) && !(info.access & ~state.visibleAccess);
}

void setWrite(UseState& state, const AccessInfo& info) {
    state.writeStages = info.stages;
    state.writeAccess = info.access & kWrites;
    state.readStages = 0;
    state.visibleStages = 0;
    state.visibleAccess = 0;
}

Need read(UseState& state, const AccessInfo& info) {
    state.readStages |= info.stages;
    if (!state.writeStages || seen(state, info))
        return {};
    state.visibleStages |= info.stages;
    state.visibleAccess |= info.access;
    return {state.writeStages, state.writeAccess, state.visibleStages, state.visibleAccess, state.layout, true, false};
}

Need write(UseState& state, const AccessInfo& info) {
    Need need;
    need.needed = state.writeStages || state.readStages;
    need.dstStages = info.stages;
    // Readers waited for the write and made it available, so the next write need only wait for them, unless it reads too.
    const bool alsoReads = (info.access & ~kWrites) != 0;
    const bool shielded = state.readStages && !(state.readStages & ~state.visibleStages);
    if (!state.writeStages || (shielded && (!alsoReads || seen(state, info)))) {
        need.srcStages = state.readStages;
    } else if (need.needed) {
        need.srcStages = state.readStages | state.writeStages;
        need.srcAccess = state.writeAccess;
        need.dstAccess = info.access;
    }
    setWrite(state, info);
    return need;
}

Need transition(UseState& state, const AccessInfo& info, bool discard) {
    Need need;
    need.needed = need.transition = true;
    need.srcStages = state.readStages | state.writeStages;
    need.srcAccess = state.writeAccess;
    need.dstStages = info.stages;
    need.dstAccess = info.access;
    need.oldLayout = discard ? VK_IMAGE_LAYOUT_UNDEFINED : state.layout;
    state.layout = info.layout;
    state.settled = false;
    setWrite(state, info);
    if (!info.write) {
        // The transition itself is the write; it is done when the first reader's stages run.
        state.writeAccess = 0;
        state.readStages = state.visibleStages = info.stages;
        state.visibleAccess = info.access;
    }
    return need;
}

Need stepBuffer(UseState& state, const AccessInfo& info) { return info.write ? write(state, info) : read(state, info); }

Need stepImage(UseState& state, const AccessInfo& info, bool discard) {
    if (state.layout != info.layout && info.layout != VK_IMAGE_LAYOUT_UNDEFINED)
        return transition(state, info, discard);
    if (state.settled) {
        const VkImageLayout layout = state.layout;
        state = {};
        state.layout = layout;
        state.visibleStages = ~VkPipelineStageFlags2(0); // readers need not look further
        state.visibleAccess = ~VkAccessFlags2(0);
    }
    return stepBuffer(state, info);
}

bool hasHistory(const UseState& state) { return state.writeStages || state.readStages; }

bool emit(const Need& need, BarrierBatch& batch) {
    if (need.needed)
        batch.addMemory(need.srcStages, need.srcAccess, need.dstStages, need.dstAccess);
    return need.needed;
}

// A history that is true of all: every write and read of any, and visible only what all made visible.
UseState unite(const BufferRanges& ranges) {
    UseState result;
    result.visibleStages = ~VkPipelineStageFlags2(0);
    result.visibleAccess = ~VkAccessFlags2(0);
    for (const auto& entry : ranges.entries()) {
        result.writeStages |= entry.value.writeStages;
        result.writeAccess |= entry.value.writeAccess;
        result.readStages |= entry.value.readStages;
        if (entry.value.writeStages) {
            result.visibleStages &= entry.value.visibleStages;
            result.visibleAccess &= entry.value.visibleAccess;
        }
    }
    if (!result.writeStages || !result.visibleStages || !result.visibleAccess)
        result.visibleStages = result.visibleAccess = 0;
    return result;
}

// A range of subresources within the image, with the aspects that it has.
struct Box {
    uint32_t firstMip, endMip, firstLayer, endLayer;
    VkImageAspectFlags aspects;
    bool full;
};

Box clamp(const ImageState& state, const ImageRange& range) {
    Box box;
    const uint32_t mips = state.mipLevels(), layers = state.arrayLayers();
    box.firstMip = std::min(range.firstMip, mips - 1);
    box.endMip = range.mipCount >= mips - box.firstMip ? mips : box.firstMip + range.mipCount;
    // Slices of 3D images count as layers in views, but are one subresource.
    box.firstLayer = std::min(range.firstLayer, layers - 1);
    box.endLayer = range.layerCount >= layers - box.firstLayer ? layers : box.firstLayer + range.layerCount;
    box.aspects = range.aspects & state.aspects();
    box.full = !box.firstMip && box.endMip == mips && !box.firstLayer && box.endLayer == layers &&
               box.aspects == state.aspects();
    return box;
}

VkImageSubresourceRange vulkanRange(const Box& box) {
    return {box.aspects, box.firstMip, box.endMip - box.firstMip, box.firstLayer, box.endLayer - box.firstLayer};
}

// Stencil is the second aspect of images that have both.
uint32_t aspectIndex(VkImageAspectFlags all, VkImageAspectFlags one) { return (all & (one - 1)) ? 1 : 0; }
uint32_t aspectCount(VkImageAspectFlags all) { return (all & (all - 1)) ? 2 : 1; }

void emitTransition(const Need& need, VkImage image, VkImageLayout layout, const VkImageSubresourceRange& range,
                    BarrierBatch& batch) {
    VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
    barrier.srcStageMask = need.srcStages;
    barrier.srcAccessMask = need.srcAccess;
    barrier.dstStageMask = need.dstStages;
    barrier.dstAccessMask = need.dstAccess;
    barrier.oldLayout = need.oldLayout;
    barrier.newLayout = layout;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = range;
    batch.addImage(barrier);
}

// A reader that comes after a transition which is still in the batch is served by that very barrier; a memory barrier
// beside it would not be ordered after it.
bool emitImage(const Need& need, VkImage image, const AccessInfo& info, const VkImageSubresourceRange& range,
               BarrierBatch& batch) {
    if (!need.needed)
        return false;
    if (need.transition)
        emitTransition(need, image, info.layout, range, batch);
    else if (!batch.widen(image, range, need.dstStages, need.dstAccess))
        emit(need, batch);
    return true;
}

} // namespace

void Tracker::noteUse(const AccessInfo& info) {
    usedStages_ |= info.stages;
    writtenAccess_ |= info.access & kWrites;
}

void Tracker::newEpoch(BarrierBatch& batch) {
    epoch_++;
    const VkPipelineStageFlags2 stages = usedStages_ & ~VK_PIPELINE_STAGE_2_HOST_BIT;
    if (stages)
        batch.addMemory(stages, writtenAccess_, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                        VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT);
    usedStages_ = 0;
    writtenAccess_ = 0;
}

void Tracker::enterEpoch(BufferState& state) const {
    if (state.epoch_ == epoch_) [[likely]]
        return;
    state.epoch_ = epoch_;
    state.whole_ = {};
    state.begin_ = state.end_ = 0;
    if (state.ranges_)
        state.ranges_.reset();
}

void Tracker::enterEpoch(ImageState& state) const {
    if (state.epoch_ == epoch_) [[likely]]
        return;
    state.epoch_ = epoch_;
    state.whole_.settled = true;
    if (state.parts_)
        state.parts_->settle();
}

bool Tracker::use(BufferState& state, uint64_t offset, uint64_t size, Access access, BarrierBatch& batch) {
    const AccessInfo& info = accessInfo(access);
    noteUse(info);
    enterEpoch(state);
    const uint64_t end = size > UINT64_MAX - offset ? UINT64_MAX : offset + size;
    if (!state.ranges_) {
        UseState& whole = state.whole_;
        const bool fresh = !hasHistory(whole);
        const bool inside = offset >= state.begin_ && end <= state.end_;
        const bool covers = offset <= state.begin_ && end >= state.end_;
        if (fresh || (covers && info.write)) {
            state.begin_ = offset;
            state.end_ = end;
            return emit(stepBuffer(whole, info), batch);
        }
        // Reads of other bytes are taken together with the rest where that costs at most a wait too many.
        if (!info.write && (inside || covers || !whole.writeStages)) {
            state.begin_ = std::min(state.begin_, offset);
            state.end_ = std::max(state.end_, end);
            return emit(read(whole, info), batch);
        }
        // The next bytes, used in the same way: the usual order of those who use a buffer piece by piece.
        if (offset == state.end_ || end == state.begin_) {
            UseState first;
            stepBuffer(first, info);
            if (first == whole) {
                state.begin_ = std::min(state.begin_, offset);
                state.end_ = std::max(state.end_, end);
                return false;
            }
        }
        state.ranges_ = std::make_unique<BufferRanges>();
        state.ranges_->set(state.begin_, state.end_, whole);
    }
    Need need;
    state.ranges_->update(offset, end, [&](UseState& part) { need.add(stepBuffer(part, info)); });
    const bool readAll = !info.write && offset <= state.ranges_->begin() && end >= state.ranges_->end();
    if (readAll || state.ranges_->size() == 1 || state.ranges_->size() > kMaxRanges) {
        state.begin_ = state.ranges_->begin();
        state.end_ = state.ranges_->end();
        state.whole_ = unite(*state.ranges_);
        state.ranges_.reset();
    }
    return emit(need, batch);
}

bool Tracker::needsBarrier(const BufferState& state, uint64_t offset, uint64_t size, Access access) const {
    const AccessInfo& info = accessInfo(access);
    const uint64_t end = size > UINT64_MAX - offset ? UINT64_MAX : offset + size;
    if (state.epoch_ != epoch_)
        return false;
    bool needed = false;
    auto look = [&](uint64_t, uint64_t, UseState part) { needed = needed || stepBuffer(part, info).needed; };
    if (state.ranges_)
        state.ranges_->visit(offset, end, look);
    else if (offset < state.end_ && end > state.begin_)
        look(offset, end, state.whole_);
    return needed;
}

void Tracker::forget(BufferState& state) {
    state.ranges_.reset();
    state.whole_ = {};
    state.begin_ = state.end_ = 0;
}

bool Tracker::use(ImageState& state, VkImage image, const ImageRange& range, Access access, BarrierBatch& batch, bool discard) {
    const AccessInfo& info = accessInfo(access);
    noteUse(info);
    enterEpoch(state);
    if (!state.parts_ && !info.write && !state.whole_.settled && state.whole_.layout == info.layout && seen(state.whole_, info)) [[likely]] {
        state.whole_.readStages |= info.stages;
        return false;
    }
    const Box box = clamp(state, range);
    if (!box.aspects)
        return false;
    if (!state.parts_) {
        // A memory barrier is not limited to a range, so only transitions and writes tell subresources apart.
        const bool shared = !info.write && state.whole_.layout == info.layout;
        if (box.full || shared)
            return emitImage(stepImage(state.whole_, info, discard), image, info, vulkanRange(box), batch);
        state.parts_ = std::make_unique<SubresourceStates>(state.mipLevels_, state.arrayLayers_,
                                                           aspectCount(state.aspects_), state.whole_);
    }
    const bool added = useParts(state, image, vulkanRange(box), info, batch, discard);
    if (box.full && state.parts_->allEqual()) {
        state.whole_ = state.parts_->front();
        state.parts_.reset();
    }
    return added;
}

bool Tracker::useParts(ImageState& state, VkImage image, const VkImageSubresourceRange& range, const AccessInfo& info,
                       BarrierBatch& batch, bool discard) {
    bool added = false;
    for (VkImageAspectFlags left = range.aspectMask; left; left &= left - 1) {
        const VkImageAspectFlags aspect = left & ~(left - 1);
        const uint32_t index = aspectIndex(state.aspects_, aspect);
        for (uint32_t layer = range.baseArrayLayer; layer < range.baseArrayLayer + range.layerCount; layer++) {
            for (uint32_t mip = range.baseMipLevel; mip < range.baseMipLevel + range.levelCount; mip++) {
                const Need need = stepImage(state.parts_->at(index, layer, mip), info, discard);
                added = emitImage(need, image, info, {aspect, mip, 1, layer, 1}, batch) || added;
            }
        }
    }
    return added;
}

bool Tracker::needsBarrier(const ImageState& state, const ImageRange& range, Access access) const {
    const AccessInfo& info = accessInfo(access);
    const Box box = clamp(state, range);
    if (!state.parts_) {
        UseState copy = state.whole_;
        copy.settled = copy.settled || state.epoch_ != epoch_;
        return box.aspects && stepImage(copy, info, false).needed;
    }
    for (VkImageAspectFlags left = box.aspects; left; left &= left - 1) {
        const uint32_t index = aspectIndex(state.aspects_, left & ~(left - 1));
        for (uint32_t layer = box.firstLayer; layer < box.endLayer; layer++)
            for (uint32_t mip = box.firstMip; mip < box.endMip; mip++) {
                UseState copy = state.parts_->at(index, layer, mip);
                copy.settled = copy.settled || state.epoch_ != epoch_;
                if (stepImage(copy, info, false).needed)
                    return true;
            }
    }
    return false;
}

VkImageLayout Tracker::layout(const ImageState& state, uint32_t mip, uint32_t layer, VkImageAspectFlags aspect) const {
    if (!state.parts_)
        return state.whole_.layout;
    return state.parts_->at(aspectIndex(state.aspects_, aspect), layer, mip).layout;
}

} // namespace hendeca::gpu::hazard
