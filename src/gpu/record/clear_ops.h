#pragma once
// Clears of render targets and depth-stencil views. A clear of a whole view waits: it becomes the load operation of the pass
// that opens next with that view, or a pass of its own when its image is used in another way first, or at the end of the
// submission. A clear of a target of the open pass is done within it. Worker only.

#include "gpu/stream/packets.h"
#include "vk/fns.h"

#include <cstdint>
#include <vector>

namespace hendeca::gpu {

class PassState;
class RecordContext;

class ClearOps {
public:
    ClearOps(RecordContext& context, PassState& pass) : context_(context), pass_(pass) {}

    void clearTarget(const packet::ClearTarget& packet);
    void clearDepthStencil(const packet::ClearDepthStencil& packet);

    // What waits for exactly this view: fills in `value`, answers which of `aspects` are to be cleared, and forgets it.
    // `whole`: the clear covers all of the subresources, nothing before it is kept.
    VkImageAspectFlags take(const View& view, VkImageAspectFlags aspects, VkClearValue& value, bool& whole);
    void resolve(Image& image); // everything that waits for the image
    void resolveAll();
    // The contents are worthless: nothing needs to be cleared first.
    void forget(Image& image);
    bool empty() const { return pending_.empty(); }

    // The part of `rect` within 0, 0 ... extent; false when there is none.
    static bool clip(const VkRect2D& rect, VkExtent2D extent, VkRect2D& out);
    // D3D11 clears integer targets with the float values converted.
    static VkClearColorValue colorOf(VkFormat format, const Float4& value);
    static bool isUint(VkFormat format);
    static bool isSint(VkFormat format);

private:
    struct Pending {
        View* view;
        Image* image;
        VkImageAspectFlags aspects;
        VkClearValue value;
    };
    void clear(View& view, VkImageAspectFlags aspects, const VkClearValue& value, const VkRect2D* rects,
               uint32_t count);
    void wait(View& view, VkImageAspectFlags aspects, const VkClearValue& value);
    void run(const Pending& clear);
    void clearRects(View& view, VkImageAspectFlags aspects, const VkClearValue& value, const VkRect2D* rects,
                    uint32_t count);
    void updateMark(Image& image);
    static bool coversAll(const View& view);

    RecordContext& context_;
    PassState& pass_;
    std::vector<Pending> pending_;
};

} // namespace hendeca::gpu
