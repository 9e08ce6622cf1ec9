#include "gpu/record/vertex_streams.h"

#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/record/record_context.h"

#include <bit>

namespace hendeca::gpu {

using hazard::Access;

void VertexStreams::setVertexBuffers(const packet::SetVertexBuffers& packet) {
    const VertexBufferBinding* tail = packet::tail(&packet);
    for (uint32_t i = 0; i < packet.count && packet.first + i < kMaxVertexBuffers; i++) {
        const uint32_t slot = packet.first + i, bit = 1u << slot;
        vertex_[slot] = tail[i];
        dirty_ |= bit;
        if (Buffer* buffer = tail[i].buffer) {
            set_ |= bit;
            unchecked_ |= bit;
            buffer->bindMask |= kBoundVertex;
        } else {
            set_ &= ~bit;
            unchecked_ &= ~bit;
        }
    }
}

void VertexStreams::setIndexBuffer(const packet::SetIndexBuffer& packet) {
    index_ = {packet.buffer, packet.offset, packet.type};
    indexDirty_ = true;
    indexUnchecked_ = packet.buffer != nullptr;
    if (packet.buffer)
        packet.buffer->bindMask |= kBoundIndex;
}

void VertexStreams::reset() {
    for (VertexBufferBinding& binding : vertex_)
        binding = {};
    index_ = {};
    set_ = unchecked_ = 0;
    dirty_ = ~0u;
    indexDirty_ = true;
    indexUnchecked_ = false;
}

void VertexStreams::renamed(Buffer& buffer) {
    if (buffer.bindMask & kBoundVertex) {
        uint32_t found = 0;
        for (uint32_t mask = set_; mask; mask &= mask - 1) {
            const uint32_t slot = static_cast<uint32_t>(std::countr_zero(mask));
            if (vertex_[slot].buffer == &buffer)
                found |= 1u << slot;
        }
        dirty_ |= found;
        if (!found)
            buffer.bindMask &= ~uint32_t(kBoundVertex);
    }
    if (buffer.bindMask & kBoundIndex) {
        if (index_.buffer == &buffer)
            indexDirty_ = true;
        else
            buffer.bindMask &= ~uint32_t(kBoundIndex);
    }
}

void VertexStreams::invalidate() {
    dirty_ = ~0u;
    nullBound_ = 0;
    strideSet_ = false;
    indexDirty_ = true;
    recheck(true, true);
}

void VertexStreams::recheck(bool vertex, bool index) {
    if (vertex)
        unchecked_ = set_;
    if (index)
        indexUnchecked_ = index_.buffer != nullptr;
}

void VertexStreams::checkUses(const GraphicsPipeline& pipeline, bool indexed) {
    for (uint32_t mask = unchecked_ & pipeline.vertexSlots; mask; mask &= mask - 1) {
        const VertexBufferBinding& binding = vertex_[std::countr_zero(mask)];
        context_.use(Place::Main, *binding.buffer, 0, binding.buffer->size(), Access::VertexBuffer);
    }
    unchecked_ &= ~pipeline.vertexSlots;
    if (indexed && indexUnchecked_) {
        context_.use(Place::Main, *index_.buffer, 0, index_.buffer->size(), Access::IndexBuffer);
        indexUnchecked_ = false;
    }
}

void VertexStreams::bind(VkCommandBuffer commands, const GraphicsPipeline& pipeline, bool indexed) {
    uint32_t slots = pipeline.vertexSlots;
    if (pipeline.nullVertexBinding < kMaxVertexBuffers)
        slots |= 1u << pipeline.nullVertexBinding;
    // A slot that a pipeline uses for zeros may hold a real buffer for another.
    const uint32_t nullBit = pipeline.nullVertexBinding < kMaxVertexBuffers ? 1u << pipeline.nullVertexBinding : 0;
    dirty_ |= (nullBit & ~nullBound_) | (slots & ~nullBit & nullBound_);
    // Strides are dynamic state, which must be set once in a command buffer even for draws that read no vertex buffer.
    if (!strideSet_ && !(slots & dirty_)) [[unlikely]]
        slots = 1;
    if (const uint32_t needed = slots & dirty_) [[unlikely]] {
        bindVertexBuffers(commands, needed, pipeline.nullVertexBinding);
        strideSet_ = true;
    }

    if (!indexed || !indexDirty_)
        return;
    const BufferBacking& backing = index_.buffer->backing();
    context_.fn().CmdBindIndexBuffer(commands, backing.buffer, backing.offset + index_.offset, index_.type);
    indexDirty_ = false;
}

void VertexStreams::bindVertexBuffers(VkCommandBuffer commands, uint32_t slots, uint32_t nullBinding) {
    while (slots) {
        const uint32_t first = static_cast<uint32_t>(std::countr_zero(slots));
        const uint32_t count = static_cast<uint32_t>(std::countr_one(slots >> first));
        VkBuffer buffers[kMaxVertexBuffers];
        VkDeviceSize offsets[kMaxVertexBuffers], sizes[kMaxVertexBuffers], strides[kMaxVertexBuffers];
        for (uint32_t i = 0; i < count; i++) {
            const VertexBufferBinding& binding = vertex_[first + i];
            const uint32_t bit = 1u << (first + i);
            if (!(set_ & bit) || binding.offset >= binding.buffer->size() || first + i == nullBinding) {
                buffers[i] = VK_NULL_HANDLE;
                offsets[i] = strides[i] = 0;
                sizes[i] = VK_WHOLE_SIZE;
                if (first + i == nullBinding)
                    nullBound_ |= bit;
                continue;
            }
            const BufferBacking& backing = binding.buffer->backing();
            buffers[i] = backing.buffer;
            offsets[i] = backing.offset + binding.offset;
            sizes[i] = binding.buffer->size() - binding.offset;
            strides[i] = binding.stride;
            nullBound_ &= ~bit;
        }
        context_.fn().CmdBindVertexBuffers2(commands, first, count, buffers, offsets, sizes, strides);
        const uint32_t done = (count == 32 ? ~0u : ((1u << count) - 1)) << first;
        dirty_ &= ~done;
        slots &= ~done;
    }
}

} // namespace hendeca::gpu
