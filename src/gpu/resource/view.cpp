#include "gpu/resource/view.h"

#include "gpu/resource/pools.h"
#include "util/hash.h"
#include "util/log.h"
#include "vk/device.h"

#include <algorithm>

namespace hendeca::gpu {

namespace {

using spirv::ImageDim;

// The Vulkan view type of a shader's dimension, and the number of layers that it can have at most (0: as many as there are).
struct DimInfo {
    VkImageViewType type;
    ImageKind kind;
    uint32_t layers;
};

DimInfo dimInfo(ImageDim dim) {
    switch (dim) {
    case ImageDim::D1:
        return {VK_IMAGE_VIEW_TYPE_1D, ImageKind::Image1D, 1};
    case ImageDim::D1Array:
        return {VK_IMAGE_VIEW_TYPE_1D_ARRAY, ImageKind::Image1D, 0};
    case ImageDim::D2Array:
    case ImageDim::D2MsArray:
        return {VK_IMAGE_VIEW_TYPE_2D_ARRAY, ImageKind::Image2D, 0};
    case ImageDim::D3:
        return {VK_IMAGE_VIEW_TYPE_3D, ImageKind::Image3D, 1};
    case ImageDim::Cube:
        return {VK_IMAGE_VIEW_TYPE_CUBE, ImageKind::Image2D, 6};
    case ImageDim::CubeArray:
        return {VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, ImageKind::Image2D, 0};
    case ImageDim::None:
    case ImageDim::D2:
    case ImageDim::D2Ms:
        break;
    }
    return {VK_IMAGE_VIEW_TYPE_2D, ImageKind::Image2D, 1};
}

constexpr VkImageUsageFlags kAttachment =
    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;

bool sampled(ImageDim dim) { return dim == ImageDim::D2Ms || dim == ImageDim::D2MsArray; }

// Whether a shader that declares `dim` may read this image at all. Where not, D3D11 leaves the result undefined and a null
// descriptor is what we bind.
bool compatible(const Image& image, const ImageViewDesc& desc, ImageDim dim) {
    const ImageDesc& of = image.desc();
    const DimInfo info = dimInfo(dim);
    const bool slices = of.kind == ImageKind::Image3D && info.kind == ImageKind::Image2D && (desc.usage & kAttachment);
    if (info.kind != of.kind && !slices)
        return false;
    if (!(desc.usage & kAttachment) && sampled(dim) != (of.samples != VK_SAMPLE_COUNT_1_BIT))
        return false;
    if (dim == ImageDim::Cube || dim == ImageDim::CubeArray)
        return of.cube && desc.layerCount >= 6;
    return true;
}

} // namespace

View::~View() {
    if (!factory_)
        return;
    vk::Device& device = factory_->device();
    for (const Entry& entry : entries_) {
        if (!entry.handle)
            continue;
        if (isImage())
            device.fn().DestroyImageView(device.handle(), (VkImageView)entry.handle, nullptr);
        else
            device.fn().DestroyBufferView(device.handle(), (VkBufferView)entry.handle, nullptr);
    }
}

uint64_t* View::find(uint64_t key, uint64_t key2) {
    if (last_ < entries_.size() && entries_[last_].key == key && entries_[last_].key2 == key2) [[likely]]
        return &entries_[last_].handle;
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), std::pair(key, key2),
                                     [](const Entry& e, const auto& k) { return std::pair(e.key, e.key2) < k; });
    last_ = static_cast<uint32_t>(at - entries_.begin());
    return at != entries_.end() && at->key == key && at->key2 == key2 ? &at->handle : nullptr;
}

void View::remember(uint64_t key, uint64_t key2, uint64_t handle) {
    entries_.insert(entries_.begin() + last_, {key, key2, handle}); // find() left last_ where it belongs
}

// A page goes when all its slices have come back: no submission reads through its views any more.
void View::sweep() {
    vk::Device& device = factory_->device();
    std::erase_if(entries_, [&](const Entry& entry) {
        if (!entry.key || factory_->pools_->pageLives(static_cast<uint32_t>(entry.key)))
            return false;
        device.fn().DestroyBufferView(device.handle(), (VkBufferView)entry.handle, nullptr);
        return true;
    });
    sweepAt_ = static_cast<uint32_t>(entries_.size()) * 2 + 64;
}

VkImageView View::imageView(ImageDim dim) {
    if (!image_)
        return VK_NULL_HANDLE;
    if (dim == ImageDim::None)
        dim = imageDesc_.dim;
    if (dim == ImageDim::D3 && imageDesc_.usage & kAttachment)
        dim = ImageDim::D2Array; // slices of a volume are drawn to as layers
    // A minimum LOD makes another view; in 1/256.
    const bool clamped = image_->minLod > 0 && imageDesc_.usage & VK_IMAGE_USAGE_SAMPLED_BIT &&
                         factory_->device().caps().has(vk::Cap::ImageViewMinLod);
    const uint32_t last = imageDesc_.firstMip + imageDesc_.mipCount - 1;
    const bool nothingLeft = clamped && image_->minLod > static_cast<float>(last); // reads as zero
    const uint64_t lod = nothingLeft ? (last + 1) * 256u : clamped ? static_cast<uint64_t>(image_->minLod * 256) : 0;
    const uint64_t key = image_->backing().id, key2 = static_cast<uint64_t>(dim) | lod << 8;
    if (const uint64_t* handle = find(key, key2))
        return (VkImageView)*handle;
    VkImageView made = VK_NULL_HANDLE;
    if (!nothingLeft && compatible(*image_, imageDesc_, dim)) {
        const DimInfo info = dimInfo(dim);
        VkImageViewUsageCreateInfo usage{VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO, nullptr, imageDesc_.usage};
        VkImageViewCreateInfo create{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
        create.pNext = imageDesc_.usage ? &usage : nullptr;
        VkImageViewMinLodCreateInfoEXT minimum{VK_STRUCTURE_TYPE_IMAGE_VIEW_MIN_LOD_CREATE_INFO_EXT, create.pNext,
                                               static_cast<float>(lod) / 256};
        if (lod)
            create.pNext = &minimum;
        create.image = image_->handle();
        create.viewType = info.type;
        create.format = imageDesc_.format;
        create.components = imageDesc_.swizzle;
        create.subresourceRange = {imageDesc_.aspects, imageDesc_.firstMip, imageDesc_.mipCount, imageDesc_.firstLayer,
                                   imageDesc_.layerCount};
        if (info.kind == ImageKind::Image3D) {
            create.subresourceRange.baseArrayLayer = 0;
            create.subresourceRange.layerCount = 1;
        } else if (info.layers) {
            create.subresourceRange.layerCount = std::min(info.layers, imageDesc_.layerCount);
        } else if (dim == ImageDim::CubeArray) {
            create.subresourceRange.layerCount -= create.subresourceRange.layerCount % 6;
        }
        vk::Device& device = factory_->device();
        const Status status = device.check(
            device.fn().CreateImageView(device.handle(), &create, nullptr, &made), "create an image view");
        if (!status.ok())
            logError("%s", status.error().what.c_str());
    } else if (!nothingLeft) {
        HENDECA_WARN_ONCE("a view is bound where the shader declares another kind of texture; it reads as zero");
    }
    remember(key, key2, (uint64_t)made);
    return made;
}

VkBufferView View::texelView() {
    if (!buffer_)
        return VK_NULL_HANDLE;
    const BufferBacking& backing = buffer_->backing();
    const uint64_t key = buffer_->pageId(), key2 = backing.offset;
    if (const uint64_t* handle = find(key, key2))
        return (VkBufferView)*handle;
    if (entries_.size() >= sweepAt_) {
        sweep();
        (void)find(key, key2); // for where it belongs
    }
    VkBufferViewCreateInfo create{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    create.buffer = backing.buffer;
    create.format = bufferDesc_.format;
    create.offset = backing.offset + bufferDesc_.offset;
    create.range = bufferDesc_.size;
    VkBufferView made = VK_NULL_HANDLE;
    vk::Device& device = factory_->device();
    const Status status =
        device.check(device.fn().CreateBufferView(device.handle(), &create, nullptr, &made), "create a buffer view");
    if (!status.ok())
        logError("%s", status.error().what.c_str());
    remember(key, key2, (uint64_t)made);
    return made;
}

} // namespace hendeca::gpu
