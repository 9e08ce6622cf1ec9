#include "gpu/record/vertex_streams.h"

#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/record/record_context.h"
#include "vk/device.h"

#include <algorithm>
#include <bit>

namespace hendeca::gpu {

using hazard::Access;

VertexStreams::VertexStreams(RecordContext& context) : context_(context) {
    const vk::Caps& caps = context.caps();
    if (!caps.has(vk::Cap::Maintenance5) || caps.indirectForgetsIndexOffset)
        return;
    vk::Device& device = context.device();
    const PFN_vkGetDeviceProcAddr find = device.adapter().instance().fn().GetDeviceProcAddr;
    bindIndexBuffer2_ = reinterpret_cast<BindIndexBuffer2>(find(device.handle(), "vkCmdBindIndexBuffer2KHR"));
}

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
    if (const uint64_t size = indexCount() * indexBytes(); bindIndexBuffer2_ && size)
        bindIndexBuffer2_(commands, backing.buffer, backing.offset + index_.offset, size, index_.type);
    else
        context_.fn().CmdBindIndexBuffer(commands, backing.buffer, backing.offset + index_.offset, index_.type);
    indexDirty_ = false;
}

bool VertexStreams::copyIndices(uint32_t first, uint32_t count, Slice& copy) {
    const uint64_t bytes = uint64_t(count) * indexBytes(), wanted = (bytes + 3) & ~uint64_t(3);
    copy = context_.scratch(wanted);
    if (!copy.backing.buffer)
        return false;
    const uint64_t there = indexCount();
    const uint64_t inside = first < there ? std::min<uint64_t>(count, there - first) * indexBytes() : 0;
    const vk::Fns& fn = context_.fn();
    if (inside)
        context_.use(Place::Main, *index_.buffer, 0, index_.buffer->size(), Access::TransferRead);
    VkCommandBuffer commands = context_.begin(Place::Main);
    fn.CmdFillBuffer(commands, copy.backing.buffer, copy.backing.offset, wanted, 0);
    const auto barrier = [&](VkPipelineStageFlags2 stages, VkAccessFlags2 access) {
        const VkMemoryBarrier2 memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                      VK_ACCESS_2_TRANSFER_WRITE_BIT, stages, access};
        VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
        dependency.memoryBarrierCount = 1;
        dependency.pMemoryBarriers = &memory;
        fn.CmdPipelineBarrier2(commands, &dependency);
    };
    if (inside) {
        barrier(VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT);
        const VkBufferCopy2 region{VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr,
                                   index_.buffer->backing().offset + index_.offset + uint64_t(first) * indexBytes(),
                                   copy.backing.offset, inside};
        const VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, nullptr, index_.buffer->backing().buffer,
                                     copy.backing.buffer, 1, &region};
        fn.CmdCopyBuffer2(commands, &info);
    }
    barrier(VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT, VK_ACCESS_2_INDEX_READ_BIT);
    indexUnchecked_ = index_.buffer != nullptr;
    return true;
}

void VertexStreams::bindIndices(VkCommandBuffer commands, const Slice& copy) {
    context_.fn().CmdBindIndexBuffer(commands, copy.backing.buffer, copy.backing.offset, index_.type);
    indexDirty_ = true;
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
