#include "gpu/record/stream_out.h"

#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/record/record_context.h"

#include <algorithm>

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

void StreamOut::prepare(VkCommandBuffer commands, const GraphicsPipeline& pipeline) {
    const bool wanted = count_ && pipeline.usesXfb;
    if (wanted == running_)
        return;
    if (!wanted) {
        pause(commands);
        return;
    }
    VkBuffer counters[4] = {};
    VkDeviceSize counterOffsets[4] = {};
    for (uint32_t i = 0; i < count_; i++) {
        if (bindings_[i].buffer) {
            const BufferBacking& backing = bindings_[i].buffer->backing();
            const VkDeviceSize size = bindings_[i].buffer->size() & ~VkDeviceSize(3);
            context_.fn().CmdBindTransformFeedbackBuffersEXT(commands, i, 1, &backing.buffer, &backing.offset, &size);
        }
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
