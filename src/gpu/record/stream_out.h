#pragma once
// Stream output on VK_EXT_transform_feedback. It runs within a pass only: begun before the first draw that needs it, paused
// when the pass ends (the counter buffers keep the place), and goes on in the next. Buffers are bound from their start; a
// given offset is written into the counter. Worker only.
// Without buffers it runs while a query counts what they would have to hold, into a buffer that is full.

#include "gpu/stream/packets.h"
#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu {

class QueryPool;
class RecordContext;
struct GraphicsPipeline;

class StreamOut {
public:
    StreamOut(RecordContext& context, const QueryPool& queries) : context_(context), queries_(queries) {}

    void set(const packet::SetStreamOut& packet);
    void reset();
    bool bound() const { return count_ != 0; }

    // Before a draw, outside a pass or in one that goes on: hazards of what is bound; true if Main got barriers.
    void checkUses(bool all);
    // Within the pass: runs or not, as the pipeline asks.
    void prepare(VkCommandBuffer commands, const GraphicsPipeline& pipeline);
    void pause(VkCommandBuffer commands); // before the pass ends, and before the buffers change
    bool running() const { return running_; }

    // DrawAuto: the counter of a buffer that was written before is read.
    void useCounter(Buffer& counter);

private:
    void bindBuffers(VkCommandBuffer commands);
    bool beginFull(VkCommandBuffer commands);

    RecordContext& context_;
    const QueryPool& queries_;
    StreamOutBinding bindings_[4] = {};
    uint32_t count_ = 0;
    bool fresh_ = false; // hazards not yet checked
    bool running_ = false;
};

} // namespace hendeca::gpu
