#pragma once
// An image: an identity that the command stream names, and a backing (VkImage and memory) that may be replaced or rotated
// (back buffers). Description is immutable; backing, layouts and hazard state belong to the worker.

#include "gpu/format/texel_code.h"
#include "gpu/hazard/state.h"
#include "gpu/resource/object.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hendeca::gpu {

enum class ImageKind : uint8_t { Image1D, Image2D, Image3D };

struct ImageDesc {
    ImageKind kind = ImageKind::Image2D;
    VkFormat format = VK_FORMAT_UNDEFINED; // of the VkImage; views may differ when mutableFormat
    VkExtent3D extent{1, 1, 1};            // texels
    uint32_t mipLevels = 1;
    uint32_t arrayLayers = 1;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkImageUsageFlags usage = 0;           // transfer bits are added
    bool mutableFormat = false;
    bool cube = false;
    bool tiled = false;                    // without memory of its own: tiles are mapped to it
    std::vector<VkFormat> viewFormats;     // with mutableFormat: all formats that views may have
    VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    TexelCode code = TexelCode::Same; // how D3D11's memory becomes texels of the VkImage
};

// VkImage with its memory and hazard state. Two images may swap backings (Image::swapBacking), views notice by `id`.
struct ImageBacking {
    VkImage image = VK_NULL_HANDLE;
    uint32_t id = 0; // unique in the device
    void* allocation = nullptr;
    hazard::ImageState hazard;
    uint64_t lastMainUse = 0;
    bool external = false; // belongs to somebody else (a Vulkan swap chain)
};

class TileTable;

class Image : public Object {
public:
    Image();
    ~Image() override;

    const ImageDesc& desc() const { return desc_; }
    uint32_t subresourceCount() const { return desc_.mipLevels * desc_.arrayLayers; } // D3D11: mip + layer * mipLevels

    TileTable* tiles() const { return tiles_.get(); } // null: not tiled

    // --- worker only below
    ImageBacking& backing() { return *backing_; }
    hazard::ImageState& hazard() { return backing_->hazard; }
    VkImage handle() const { return backing_->image; }
    // Rotates storage: images[i] takes what images[i + 1] had, the last takes the first's (Present).
    static void rotate(Image* const* images, uint32_t count);
    uint32_t bindMask = 0; // BindBit of buffer.h
    float minLod = 0;      // shaders read no level below it (Cap::ImageViewMinLod)

private:
    friend class ResourceFactory;
    ImageDesc desc_;
    std::unique_ptr<ImageBacking> backing_;
    std::unique_ptr<TileTable> tiles_; // goes after the VkImage
    class ResourceFactory* factory_ = nullptr;
};

} // namespace hendeca::gpu
