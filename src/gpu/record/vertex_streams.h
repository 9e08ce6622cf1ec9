#pragma once
// Vertex and index buffers: what the stream bound, and what the command buffer has. Only what the pipeline reads and what
// changed is bound. Worker only. Offsets and strides in bytes.

#include "gpu/stream/packets.h"
#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu {

class RecordContext;
struct GraphicsPipeline;

class VertexStreams {
public:
    explicit VertexStreams(RecordContext& context);

    void setVertexBuffers(const packet::SetVertexBuffers& packet);
    void setIndexBuffer(const packet::SetIndexBuffer& packet);
    void reset();
    void renamed(Buffer& buffer);
    // A new command buffer: nothing is bound, all must be checked.
    void invalidate();
    void recheck(bool vertex, bool index);

    // Vulkan takes no offset beyond the end. Indices there would all be zero: nothing that could be seen.
    bool hasIndexBuffer() const { return index_.buffer && index_.offset < index_.buffer->size(); }
    // Indices from the bound offset to the end of the buffer. What lies behind belongs to others in the same VkBuffer.
    uint64_t indexCount() const {
        return hasIndexBuffer() ? (index_.buffer->size() - index_.offset) >> (indexBytes() >> 1) : 0;
    }
    // The number of the bound index in its VkBuffer. Backing and bound offset are multiples of an index.
    uint32_t firstIndex() const {
        return static_cast<uint32_t>((index_.buffer->backing().offset + index_.offset) >> (indexBytes() >> 1));
    }
    // Draws that read further get a copy, with zeros behind the end (D3D11.3 specification 8.4): made before the draw is
    // prepared, in slot `copy`; then bound in place of the buffer. False: no memory.
    bool copyIndices(uint32_t first, uint32_t count, Slice& copy);
    void bindIndices(VkCommandBuffer commands, const Slice& copy);
    void checkUses(const GraphicsPipeline& pipeline, bool indexed);
    void bind(VkCommandBuffer commands, const GraphicsPipeline& pipeline, bool indexed);

private:
    // VK_KHR_maintenance5's vkCmdBindIndexBuffer2KHR, which not all headers have: indices behind the size are zeros.
    using BindIndexBuffer2 = void(VKAPI_PTR*)(VkCommandBuffer, VkBuffer, VkDeviceSize, VkDeviceSize, VkIndexType);
    uint32_t indexBytes() const { return index_.type == VK_INDEX_TYPE_UINT16 ? 2 : 4; }
    void bindVertexBuffers(VkCommandBuffer commands, uint32_t slots, uint32_t nullBinding);

    RecordContext& context_;
    BindIndexBuffer2 bindIndexBuffer2_ = nullptr;
    VertexBufferBinding vertex_[kMaxVertexBuffers] = {};
    struct {
        Buffer* buffer = nullptr;
        uint64_t offset = 0;
        VkIndexType type = VK_INDEX_TYPE_UINT16;
    } index_;
    uint32_t set_ = 0;              // slots that hold a buffer
    uint32_t dirty_ = ~0u;          // not bound in the command buffer as they are wanted
    uint32_t unchecked_ = 0;        // hazards
    uint32_t nullBound_ = 0;        // slots that hold a null buffer because a pipeline wanted it
    bool strideSet_ = false;        // the command buffer has had its first CmdBindVertexBuffers2
    bool indexDirty_ = true, indexUnchecked_ = false;
};

} // namespace hendeca::gpu
