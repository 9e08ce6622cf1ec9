#pragma once
// Copies between depth-stencil images and buffers. D3D11 packs both aspects into one texel of 4 or 8 bytes, Vulkan copies
// each by itself: depth, stencil and the packed texels lie in scratch memory, rows tight, and a compute shader
// (shaders/pack_depth.comp) goes from the one form to the other. Worker only. Pipelines are made on first use.

#include "gpu/stream/packets.h"
#include "util/result.h"

#include <memory>
#include <vector>

namespace hendeca::gpu {

class RecordContext;

class PackedDepth {
public:
    explicit PackedDepth(RecordContext& context);
    ~PackedDepth(); // the GPU must be idle

    static bool concerns(VkImageAspectFlags aspects) {
        return (aspects & VK_IMAGE_ASPECT_DEPTH_BIT) && (aspects & VK_IMAGE_ASPECT_STENCIL_BIT);
    }
    void copy(const packet::CopyImageToBuffer& packet);
    void copy(const packet::CopyBufferToImage& packet);
    void upload(const packet::UploadImage& packet);

private:
    // Both packets in one form.
    struct Copy {
        Image* image;
        uint32_t subresource;
        Box box;
        Buffer* buffer;
        uint64_t offset;
        uint32_t rowPitch, slicePitch;
        VkBuffer handle = VK_NULL_HANDLE; // without `buffer`: a slice that needs no hazards
        uint32_t texelBytes = 0;          // in the buffer
        bool floats = false;              // 24 bits there, 32-bit floats in the image
        uint64_t texels() const { return uint64_t(box.width) * box.height; }
    };
    struct Packing;
    bool accept(Copy& copy) const;
    bool takeScratch(const Copy& copy);
    void run(Copy& copy, bool toImage);
    Status pack(VkCommandBuffer commands, const Copy& copy, bool toImage);
    void copyAspect(VkCommandBuffer commands, const Copy& copy, VkImageAspectFlags aspect, const BufferBacking& linear,
                    bool toImage);
    void copyRows(VkCommandBuffer commands, const Copy& copy, bool toScratch);
    void barrier(VkCommandBuffer commands, bool beforeCompute);

    RecordContext& context_;
    std::unique_ptr<Packing> packing_;
    Slice depth_, stencil_, packed_;
    std::vector<VkBufferCopy2> regions_;
};

} // namespace hendeca::gpu
