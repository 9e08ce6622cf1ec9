#pragma once
// The hazard state that a buffer or an image carries: who wrote which part last, who has read it since, and (images) in
// which layout it is. Worker only. Buffers keep one state until ranges are used differently, then a range map of bytes;
// images keep one state until subresources differ, then one per subresource. The rules are Tracker's (tracker.h). What
// happened in an earlier epoch (submission) is settled: buffers forget it, images keep it for their next transition.

#include "gpu/hazard/access.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hendeca::gpu::hazard {

// Last writes and the reads since, of one range.
struct UseState {
    VkPipelineStageFlags2 writeStages = 0;
    VkAccessFlags2 writeAccess = 0;
    VkPipelineStageFlags2 readStages = 0;   // of all reads since the write
    VkPipelineStageFlags2 visibleStages = 0; // the write has been made visible to these stages ...
    VkAccessFlags2 visibleAccess = 0;        // ... with these accesses
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
    bool settled = false; // images: all this was in an earlier epoch
    bool operator==(const UseState&) const = default;
};

class BufferRanges; // RangeMap<UseState> over bytes
class SubresourceStates;

class BufferState {
public:
    BufferState();
    ~BufferState();
    BufferState(BufferState&&) noexcept;
    BufferState& operator=(BufferState&&) noexcept;

private:
    friend class Tracker;
    UseState whole_;
    uint32_t epoch_ = 0;                   // of the last use
    uint64_t begin_ = 0, end_ = 0;         // the bytes that whole_ is about; the others were never used
    std::unique_ptr<BufferRanges> ranges_; // null: whole_ holds for them all
};

class ImageState {
public:
    ImageState();
    ~ImageState();
    ImageState(ImageState&&) noexcept;
    ImageState& operator=(ImageState&&) noexcept;

    void init(uint32_t mipLevels, uint32_t arrayLayers, VkImageAspectFlags aspects, VkImageLayout layout);
    uint32_t mipLevels() const { return mipLevels_; }
    uint32_t arrayLayers() const { return arrayLayers_; }
    VkImageAspectFlags aspects() const { return aspects_; }

private:
    friend class Tracker;
    UseState whole_;
    std::unique_ptr<SubresourceStates> parts_; // null: whole_ holds for all
    uint32_t epoch_ = 0;                      // of the last use
    uint32_t mipLevels_ = 1, arrayLayers_ = 1;
    VkImageAspectFlags aspects_ = VK_IMAGE_ASPECT_COLOR_BIT;
};

} // namespace hendeca::gpu::hazard
