#pragma once
// The render pass (dynamic rendering) of Main: closed, open, or suspended (closed for a while; it goes on with LOAD at the
// next draw). Opening takes the clears that wait for its targets as load operations, and checks the targets' hazards; while
// the pass is open they need no check. Worker only. Rendering without targets has the size that the viewports need.

#include "gpu/hazard/tracker.h"
#include "gpu/pipeline/pipeline_key.h"
#include "gpu/state.h"
#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu {

class ClearOps;
class Image;
class QueryPool;
class RecordContext;
class StreamOut;
class View;

class PassState {
public:
    PassState(RecordContext& context, QueryPool& queries) : context_(context), queries_(queries) {}
    void connect(ClearOps& clears, StreamOut& streamOut) {
        clears_ = &clears;
        streamOut_ = &streamOut;
    }

    void setTargets(View* depthStencil, View* const* colors, uint32_t count);
    const TargetFormats& formats() const { return formats_; }
    bool hasTargets() const { return colorCount_ || depth_.view; }
    bool depthReadOnly() const { return depthReadOnly_; }
    bool stencilReadOnly() const { return stencilReadOnly_; }

    bool isOpen() const { return open_; }
    VkExtent2D extent() const { return extent_; } // of the targets
    // Opens the pass if it is not open. Pending barriers of Main are issued.
    void begin();
    void suspend();
    // How large a pass without targets must be; an open one that is smaller is suspended.
    void needExtent(VkExtent2D extent);

    // While open: is a part of the image a target?
    bool attached(const Image& image) const;
    // A clear of a target within the open pass; `rects` null: all of it. False: it must be done in another way.
    bool clearInside(const View& view, VkImageAspectFlags aspects, const VkClearValue& value, const VkRect2D* rects,
                     uint32_t count);

private:
    struct Target {
        View* view = nullptr;
        Image* image = nullptr;
        hazard::ImageRange range;
        VkExtent2D extent{};
        uint32_t layers = 1;
    };
    static Target describe(View* view);
    bool sameTargets(const View* depthStencil, View* const* colors, uint32_t count) const;
    void includeExtent(const Target& target);
    bool fills(const Target& target) const;
    VkRenderingAttachmentInfo openColor(Target& target);
    void openDepth(VkRenderingAttachmentInfo& depth, VkRenderingAttachmentInfo& stencil);

    RecordContext& context_;
    QueryPool& queries_;
    ClearOps* clears_ = nullptr;
    StreamOut* streamOut_ = nullptr;

    Target colors_[kMaxTargets];
    Target depth_;
    uint32_t colorCount_ = 0;
    TargetFormats formats_;
    VkExtent2D extent_{};       // of the targets
    uint32_t layers_ = 1;
    VkExtent2D freeExtent_{1, 1}; // without targets
    bool depthReadOnly_ = false, stencilReadOnly_ = false;
    bool open_ = false;
};

} // namespace hendeca::gpu
