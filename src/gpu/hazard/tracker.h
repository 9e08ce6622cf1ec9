#pragma once
// Told of a use, answers with the barrier that it needs, or none. Answers collect in a BarrierBatch, which is issued once
// before the command that needs it. Worker only; knows Vulkan's enums and opaque handles, calls nothing.
//
// Epochs: newEpoch() asks for one barrier from all uses so far to everything that follows. It must be issued before the
// first command of the new epoch (with other answers or alone). Uses of an earlier epoch then need no barrier any more,
// except transitions, which wait for the last uses themselves, so that they may share a dependency with that barrier.

#include "gpu/hazard/state.h"

#include <vector>

namespace hendeca::gpu::hazard {

struct ImageRange {
    uint32_t firstMip = 0, mipCount = 1, firstLayer = 0, layerCount = 1;
    VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
};

class BarrierBatch {
public:
    bool empty() const { return !memory_ && images_.empty(); }
    void addMemory(VkPipelineStageFlags2 srcStages, VkAccessFlags2 srcAccess, VkPipelineStageFlags2 dstStages,
                   VkAccessFlags2 dstAccess);
    void addImage(const VkImageMemoryBarrier2& barrier); // joined with a neighbour where it can be
    // Lets further readers wait for the transitions of the range that are in the batch; true if that serves all of it.
    bool widen(VkImage image, const VkImageSubresourceRange& range, VkPipelineStageFlags2 dstStages,
               VkAccessFlags2 dstAccess);
    // The one dependency that holds everything; valid until clear().
    const VkDependencyInfo& dependency();
    void clear();

private:
    void joinOthers(size_t grown);
    bool memory_ = false;
    VkMemoryBarrier2 global_{};
    std::vector<VkImageMemoryBarrier2> images_;
    VkDependencyInfo info_{};
};

class Tracker {
public:
    // Adds what the use needs to `batch` and remembers the use. True if a barrier was added.
    bool use(BufferState& state, uint64_t offset, uint64_t size, Access access, BarrierBatch& batch);
    // `discard`: what the range holds need not be kept (a clear, a whole overwrite).
    bool use(ImageState& state, VkImage image, const ImageRange& range, Access access, BarrierBatch& batch,
             bool discard = false);
    // As use(), but only asks; nothing is remembered.
    bool needsBarrier(const BufferState& state, uint64_t offset, uint64_t size, Access access) const;
    bool needsBarrier(const ImageState& state, const ImageRange& range, Access access) const;
    // A submission begins: what the earlier ones did is settled by one barrier, added to `batch`.
    void newEpoch(BarrierBatch& batch);
    // A renamed buffer's backing has no history.
    void forget(BufferState& state);
    VkImageLayout layout(const ImageState& state, uint32_t mip, uint32_t layer, VkImageAspectFlags aspect) const;

private:
    static bool useParts(ImageState& state, VkImage image, const VkImageSubresourceRange& range, const AccessInfo& info,
                         BarrierBatch& batch, bool discard);
    void noteUse(const AccessInfo& info);
    void enterEpoch(BufferState& state) const;
    void enterEpoch(ImageState& state) const;

    uint32_t epoch_ = 1;
    VkPipelineStageFlags2 usedStages_ = 0; // of this epoch
    VkAccessFlags2 writtenAccess_ = 0;
};

} // namespace hendeca::gpu::hazard
