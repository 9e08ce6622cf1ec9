#pragma once
// A view of a buffer or an image as a shader resource, unordered access or attachment. Description immutable; Vulkan
// handles are made on first use by the worker, one for each backing (and view type) met, and live as long as the view.
// A view keeps no reference: whoever made it keeps the resource alive longer.

#include "gpu/resource/object.h"
#include "spirv/shader_binary.h"
#include "vk/fns.h"

#include <cstdint>
#include <vector>

namespace hendeca::gpu {

class Buffer;
class Image;

enum class ViewKind : uint8_t { TypedBuffer, RawBuffer, StructuredBuffer, Image };

struct BufferViewDesc {
    ViewKind kind = ViewKind::RawBuffer;
    VkFormat format = VK_FORMAT_UNDEFINED; // typed buffers
    uint64_t offset = 0;                   // bytes
    uint64_t size = 0;                     // bytes
    uint32_t stride = 0;                   // structured: bytes of a structure
    Buffer* counter = nullptr;             // append, consume and counter UAVs: 4 bytes, else null
    bool writable = false;                 // UAV
};

// What a colour attachment's alpha is, of formats that Vulkan has under another name.
enum class TargetAlpha : uint8_t {
    Own,
    InRed, // A8: an R8 image whose red is the alpha
    One,   // B8G8R8X8: the bits are there, but read as one
};

struct ImageViewDesc {
    spirv::ImageDim dim = spirv::ImageDim::D2;
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    uint32_t firstMip = 0, mipCount = 1;
    uint32_t firstLayer = 0, layerCount = 1; // of 3D images: depth slices of an attachment or UAV
    VkComponentMapping swizzle{};            // identity by default
    VkImageUsageFlags usage = 0;             // what this view is for (one bit)
    bool readOnlyDepth = false;              // attachment views: D3D11_DSV_READ_ONLY_DEPTH / _STENCIL
    bool readOnlyStencil = false;
    TargetAlpha alpha = TargetAlpha::Own;    // attachment views
};

class View : public Object {
public:
    ~View() override;

    ViewKind kind() const { return kind_; }
    bool isImage() const { return kind_ == ViewKind::Image; }
    Buffer* buffer() const { return buffer_; }
    Image* image() const { return image_; }
    const BufferViewDesc& bufferDesc() const { return bufferDesc_; }
    const ImageViewDesc& imageDesc() const { return imageDesc_; }

    // --- worker only below. Handles for the backing of now; VK_NULL_HANDLE if Vulkan refused (logged once).
    VkImageView imageView(spirv::ImageDim dim); // dim: what the shader declares; None: the view's own
    VkBufferView texelView();

    uint64_t lastUse = 0;

private:
    friend class ResourceFactory;
    struct Entry {
        uint64_t key, key2; // backing id and dim, or page and offset
        uint64_t handle;
    };
    uint64_t* find(uint64_t key, uint64_t key2);
    void remember(uint64_t key, uint64_t key2, uint64_t handle);
    void sweep();
    ViewKind kind_ = ViewKind::Image;
    Buffer* buffer_ = nullptr;
    Image* image_ = nullptr;
    BufferViewDesc bufferDesc_;
    ImageViewDesc imageDesc_;
    std::vector<Entry> entries_; // sorted by keys
    uint32_t last_ = 0;          // found last
    uint32_t sweepAt_ = 64;      // so many texel views: those of pages that are gone are looked for
    class ResourceFactory* factory_ = nullptr;
};

struct SamplerDesc {
    VkFilter magFilter = VK_FILTER_LINEAR, minFilter = VK_FILTER_LINEAR;
    VkSamplerMipmapMode mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    VkSamplerAddressMode addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    VkSamplerAddressMode addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    VkSamplerAddressMode addressW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    float mipLodBias = 0, minLod = 0, maxLod = 1000;
    float maxAnisotropy = 0; // 0: off
    bool compare = false;
    VkCompareOp compareOp = VK_COMPARE_OP_NEVER;
    VkSamplerReductionMode reduction = VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
    float borderColor[4] = {};
};

class Sampler : public Object {
public:
    ~Sampler() override;
    VkSampler handle() const { return handle_; }

private:
    friend class ResourceFactory;
    VkSampler handle_ = VK_NULL_HANDLE;
    class ResourceFactory* factory_ = nullptr;
};

} // namespace hendeca::gpu
