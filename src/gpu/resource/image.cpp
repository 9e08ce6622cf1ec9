#include "gpu/resource/image.h"

#include "gpu/resource/pools.h"
#include "gpu/sparse/tiled_resource.h"
#include "util/log.h"

#include <utility>

namespace hendeca::gpu {

namespace {

VkImageType typeOf(ImageKind kind) {
    switch (kind) {
    case ImageKind::Image1D:
        return VK_IMAGE_TYPE_1D;
    case ImageKind::Image3D:
        return VK_IMAGE_TYPE_3D;
    case ImageKind::Image2D:
        break;
    }
    return VK_IMAGE_TYPE_2D;
}

// The create info of an image and what hangs on it, in one place so that the query before and the creation agree.
struct CreateInfo {
    VkImageFormatListCreateInfo list{VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO};
    VkImageCreateInfo image{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};

    explicit CreateInfo(const ImageDesc& desc) {
        image.imageType = typeOf(desc.kind);
        image.format = desc.format;
        image.extent = desc.extent;
        image.mipLevels = desc.mipLevels;
        image.arrayLayers = desc.arrayLayers;
        image.samples = desc.samples;
        image.tiling = VK_IMAGE_TILING_OPTIMAL;
        image.usage = desc.usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        image.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
        if (desc.cube)
            image.flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
        if (desc.tiled)
            image.flags |= kTiledImageFlags;
        if (desc.kind == ImageKind::Image3D && (desc.usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT))
            image.flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT; // slices as render targets
        if (desc.mutableFormat) {
            // Extended usage: an sRGB image may have views of its UNORM relative that are written as UAVs.
            image.flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
            list.viewFormatCount = static_cast<uint32_t>(desc.viewFormats.size());
            list.pViewFormats = desc.viewFormats.data();
            image.pNext = list.viewFormatCount ? &list : nullptr;
        }
    }
};

Status checkSupported(const vk::Device& device, const CreateInfo& create) {
    const VkImageCreateInfo& image = create.image;
    VkPhysicalDeviceImageFormatInfo2 info{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2, image.pNext};
    info.format = image.format;
    info.type = image.imageType;
    info.tiling = image.tiling;
    info.usage = image.usage;
    info.flags = image.flags;
    VkImageFormatProperties2 properties{VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    vk::Adapter& adapter = device.adapter();
    HENDECA_TRY(vk::check(
        adapter.instance().fn().GetPhysicalDeviceImageFormatProperties2(adapter.handle(), &info, &properties),
        "ask for an image format"));
    const VkImageFormatProperties& limits = properties.imageFormatProperties;
    const bool fits = image.extent.width <= limits.maxExtent.width && image.extent.height <= limits.maxExtent.height &&
                      image.extent.depth <= limits.maxExtent.depth && image.mipLevels <= limits.maxMipLevels &&
                      image.arrayLayers <= limits.maxArrayLayers && (image.samples & limits.sampleCounts);
    if (!fits)
        return makeError(ErrorCode::Unsupported, "an image beyond the driver's limits");
    return Ok{};
}

} // namespace

Result<std::unique_ptr<Image>> ResourceFactory::createImage(const ImageDesc& desc) {
    CreateInfo create(desc);
    HENDECA_TRY(checkSupported(*device_, create));
    const vk::Fns& fn = device_->fn();
    VkImage handle = VK_NULL_HANDLE;
    HENDECA_TRY(device_->check(fn.CreateImage(device_->handle(), &create.image, nullptr, &handle), "create an image"));

    if (desc.tiled) {
        auto image = takeImage(desc, handle, {});
        HENDECA_TRY_ASSIGN(image->tiles_, makeTileTable(*device_, handle, desc, pools_->tileMemory()));
        return image;
    }

    VkMemoryDedicatedRequirements dedicated{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
    VkMemoryRequirements2 requirements{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, &dedicated};
    const VkImageMemoryRequirementsInfo2 query{VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, nullptr, handle};
    fn.GetImageMemoryRequirements2(device_->handle(), &query, &requirements);
    vk::AllocationDesc memoryDesc;
    memoryDesc.requirements = requirements.memoryRequirements;
    memoryDesc.use = vk::MemoryUse::DeviceOnly;
    memoryDesc.image = true;
    memoryDesc.dedicated = dedicated.requiresDedicatedAllocation || dedicated.prefersDedicatedAllocation;
    memoryDesc.dedicatedImage = handle;
    Result<vk::Allocation> memory = device_->memory().allocate(memoryDesc);
    if (!memory.ok()) {
        fn.DestroyImage(device_->handle(), handle, nullptr);
        return std::move(memory).error();
    }
    const VkBindImageMemoryInfo bind{VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, nullptr, handle, memory->memory,
                                     memory->offset};
    const Status bound = device_->check(fn.BindImageMemory2(device_->handle(), 1, &bind), "bind image memory");
    if (!bound.ok()) {
        fn.DestroyImage(device_->handle(), handle, nullptr);
        device_->memory().free(memory.value());
        return bound.error();
    }

    return takeImage(desc, handle, memory.value());
}

std::unique_ptr<Image> ResourceFactory::takeImage(const ImageDesc& desc, VkImage handle, const vk::Allocation& memory) {
    auto image = std::make_unique<Image>();
    image->desc_ = desc;
    image->factory_ = this;
    image->backing_ = std::make_unique<ImageBacking>();
    image->backing_->image = handle;
    image->backing_->id = nextBackingId_.fetch_add(1, std::memory_order_relaxed);
    image->backing_->allocation = new vk::Allocation(memory);
    image->backing_->hazard.init(desc.mipLevels, desc.arrayLayers, desc.aspects, VK_IMAGE_LAYOUT_UNDEFINED);
    return image;
}

Image::Image() = default;

Image::~Image() {
    if (!backing_)
        return;
    std::unique_ptr<vk::Allocation> allocation(static_cast<vk::Allocation*>(backing_->allocation));
    if (backing_->external)
        return;
    vk::Device& device = factory_->device();
    device.fn().DestroyImage(device.handle(), backing_->image, nullptr);
    if (allocation)
        device.memory().free(*allocation);
}

void Image::rotate(Image* const* images, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        std::swap(images[i - 1]->backing_, images[i]->backing_);
}

} // namespace hendeca::gpu
