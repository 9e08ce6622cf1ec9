#include "gpu/record/stream_out.h"

#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/query/query_pool.h"
#include "gpu/record/record_context.h"

#include <algorithm>
#include <cstring>

namespace hendeca::gpu {

using hazard::Access;

void StreamOut::set(const packet::SetStreamOut& packet) {
    if (running_)
        pause(context_.main());
    const StreamOutBinding* tail = packet::tail(&packet);
    count_ = std::min(packet.count, 4u);
    for (uint32_t i = 0; i < 4; i++) {
        bindings_[i] = i < count_ ? tail[i] : StreamOutBinding{};
        StreamOutBinding& binding = bindings_[i];
        if (!binding.buffer)
            continue;
        binding.buffer->bindMask |= kBoundStreamOut;
        if (!binding.counter || binding.offset == ~0u)
            continue;
        const Place place = context_.place(*binding.counter);
        context_.use(place, *binding.counter, 0, 4, Access::TransferWrite);
        const BufferBacking& backing = binding.counter->backing();
        context_.fn().CmdUpdateBuffer(context_.begin(place), backing.buffer, backing.offset, 4, &binding.offset);
    }
    while (count_ && !bindings_[count_ - 1].buffer)
        count_--;
    fresh_ = true;
}

void StreamOut::reset() {
    if (running_)
        pause(context_.main());
    for (StreamOutBinding& binding : bindings_)
        binding = {};
    count_ = 0;
}

void StreamOut::checkUses(bool all) {
    if (!count_ || (running_ && !all && !fresh_))
        return;
    for (uint32_t i = 0; i < count_; i++) {
        if (!bindings_[i].buffer)
            continue;
        context_.use(Place::Main, *bindings_[i].buffer, 0, bindings_[i].buffer->size(), Access::StreamOutWrite);
        if (bindings_[i].counter) {
            context_.use(Place::Main, *bindings_[i].counter, 0, 4, Access::StreamOutCounterRead);
            context_.use(Place::Main, *bindings_[i].counter, 0, 4, Access::StreamOutCounterWrite);
        }
    }
    fresh_ = false;
}

// Vulkan counts primitives only while transform feedback runs. Four bytes for all four slots, and a counter that says that
// they are written.
bool StreamOut::beginFull(VkCommandBuffer commands) {
    constexpr uint32_t kSize = 4, kCounterAt = 64;
    const Slice scratch = context_.scratch(kCounterAt + kSize);
    if (!scratch.backing.mapped)
        return false;
    std::memcpy(scratch.backing.mapped + kCounterAt, &kSize, sizeof(kSize));
    VkBuffer buffers[4], counters[4];
    VkDeviceSize offsets[4], sizes[4], counterOffsets[4];
    std::fill_n(buffers, 4, scratch.backing.buffer);
    std::fill_n(counters, 4, scratch.backing.buffer);
    std::fill_n(offsets, 4, scratch.backing.offset);
    std::fill_n(sizes, 4, VkDeviceSize(kSize));
    std::fill_n(counterOffsets, 4, scratch.backing.offset + kCounterAt);
    context_.fn().CmdBindTransformFeedbackBuffersEXT(commands, 0, 4, buffers, offsets, sizes);
    context_.fn().CmdBeginTransformFeedbackEXT(commands, 0, 4, counters, counterOffsets);
    return true;
}

// One call for each run of slots that have a buffer.
void StreamOut::bindBuffers(VkCommandBuffer commands) {
    VkBuffer buffers[4];
    VkDeviceSize offsets[4], sizes[4];
    uint32_t run = 0;
    for (uint32_t i = 0; i < count_; i++) {
        if (!bindings_[i].buffer)
            continue;
        const BufferBacking& backing = bindings_[i].buffer->backing();
        buffers[run] = backing.buffer;
        offsets[run] = backing.offset;
        sizes[run] = bindings_[i].buffer->size() & ~VkDeviceSize(3);
        run++;
        if (i + 1 < count_ && bindings_[i + 1].buffer)
            continue;
        context_.fn().CmdBindTransformFeedbackBuffersEXT(commands, i + 1 - run, run, buffers, offsets, sizes);
        run = 0;
    }
}

void StreamOut::prepare(VkCommandBuffer commands, const GraphicsPipeline& pipeline) {
    const bool wanted = pipeline.usesXfb && (count_ || queries_.streamsActive());
    if (wanted == running_)
        return;
    if (!wanted) {
        pause(commands);
        return;
    }
    if (!count_) {
        running_ = beginFull(commands);
        return;
    }
    bindBuffers(commands);
    VkBuffer counters[4] = {};
    VkDeviceSize counterOffsets[4] = {};
    for (uint32_t i = 0; i < count_; i++) {
        if (bindings_[i].counter) {
            counters[i] = bindings_[i].counter->backing().buffer;
            counterOffsets[i] = bindings_[i].counter->backing().offset;
        }
    }
    context_.fn().CmdBeginTransformFeedbackEXT(commands, 0, count_, counters, counterOffsets);
    running_ = true;
}

void StreamOut::pause(VkCommandBuffer commands) {
    if (!running_)
        return;
    VkBuffer counters[4] = {};
    VkDeviceSize counterOffsets[4] = {};
    for (uint32_t i = 0; i < count_; i++) {
        if (!bindings_[i].counter)
            continue;
        counters[i] = bindings_[i].counter->backing().buffer;
        counterOffsets[i] = bindings_[i].counter->backing().offset;
    }
    context_.fn().CmdEndTransformFeedbackEXT(commands, 0, count_, counters, counterOffsets);
    running_ = false;
}

void StreamOut::useCounter(Buffer& counter) {
    context_.use(Place::Main, counter, 0, 4, Access::StreamOutCounterRead);
    context_.use(Place::Main, counter, 0, 4, Access::IndirectBuffer);
}

} // namespace hendeca::gpu
