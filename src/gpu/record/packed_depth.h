#pragma once
// Copies between depth-stencil images and buffers. D3D11 packs both aspects into one texel of 4 or 8 bytes, Vulkan copies
// each by itself: depth and stencil go by way of scratch memory, and are put together there texel by texel. That is
// slow, and meant for what programs read back of depth, which is little. Worker only.

#include "gpu/stream/packets.h"

#include <vector>

namespace hendeca::gpu {

class RecordContext;

class PackedDepth {
public:
    explicit PackedDepth(RecordContext& context) : context_(context) {}

    static bool concerns(VkImageAspectFlags aspects) {
        return (aspects & VK_IMAGE_ASPECT_DEPTH_BIT) && (aspects & VK_IMAGE_ASPECT_STENCIL_BIT);
    }
    void copy(const packet::CopyImageToBuffer& packet);
    void copy(const packet::CopyBufferToImage& packet);

private:
    // Both packets in one form.
    struct Copy {
        Image* image;
        uint32_t subresource;
        Box box;
        Buffer* buffer;
        uint64_t offset;
        uint32_t rowPitch, slicePitch;
    };
    bool accept(Copy& copy) const;
    bool takeScratch(const Copy& copy);
    void copyAspect(VkCommandBuffer commands, const Copy& copy, VkImageAspectFlags aspect, const BufferBacking& linear,
                    uint32_t rowLength, bool toImage);
    void copyTexels(VkCommandBuffer commands, const Copy& copy, bool toImage);
    void barrier(VkCommandBuffer commands);

    RecordContext& context_;
    uint32_t texelBytes_ = 4;  // in the buffer
    Slice depth_, stencil_;    // rows tight; depth_ only where texels have 8 bytes
    std::vector<VkBufferCopy2> regions_;
};

} // namespace hendeca::gpu
