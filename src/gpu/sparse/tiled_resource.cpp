#include "gpu/sparse/tiled_resource.h"

#include "gpu/format/footprint.h"
#include "gpu/resource/pools.h"
#include "vk/device.h"

#include <vector>

namespace hendeca::gpu {

namespace {

VkMemoryRequirements imageRequirements(vk::Device& device, VkImage image) {
    VkMemoryRequirements2 found{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    const VkImageMemoryRequirementsInfo2 query{VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, nullptr, image};
    device.fn().GetImageMemoryRequirements2(device.handle(), &query, &found);
    return found.memoryRequirements;
}

VkMemoryRequirements bufferRequirements(vk::Device& device, VkBuffer buffer) {
    VkMemoryRequirements2 found{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    const VkBufferMemoryRequirementsInfo2 query{VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, nullptr, buffer};
    device.fn().GetBufferMemoryRequirements2(device.handle(), &query, &found);
    return found.memoryRequirements;
}

uint32_t typesOfBuffers(vk::Device& device) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.flags = kTiledBufferFlags;
    info.size = kTileBytes;
    info.usage = allBufferUsages(device.caps());
    VkBuffer buffer = VK_NULL_HANDLE;
    if (!device.check(device.fn().CreateBuffer(device.handle(), &info, nullptr, &buffer), "create a tiled buffer").ok())
        return 0;
    const VkMemoryRequirements found = bufferRequirements(device, buffer);
    device.fn().DestroyBuffer(device.handle(), buffer, nullptr);
    return found.alignment <= kTileBytes ? found.memoryTypeBits : 0;
}

uint32_t typesOfImages(vk::Device& device, VkFormat format, VkImageUsageFlags usage) {
    if (!canBeTiled(device.adapter(), format, VK_IMAGE_TYPE_2D, usage, VK_SAMPLE_COUNT_1_BIT))
        return ~0u;
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.flags = kTiledImageFlags;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {512, 512, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = usage;
    VkImage image = VK_NULL_HANDLE;
    if (!device.check(device.fn().CreateImage(device.handle(), &info, nullptr, &image), "create a tiled image").ok())
        return 0;
    const VkMemoryRequirements found = imageRequirements(device, image);
    device.fn().DestroyImage(device.handle(), image, nullptr);
    return found.memoryTypeBits;
}

// Buffers may be bound in smaller pieces than tiles.
Status memoryFits(const VkMemoryRequirements& requirements, uint32_t memoryTypes, bool image) {
    if (image ? requirements.alignment != kTileBytes : kTileBytes % requirements.alignment != 0)
        return makeError(ErrorCode::Unsupported, "the driver's tiles are not of 64 KiB");
    if (!memoryTypes || (requirements.memoryTypeBits & memoryTypes) != memoryTypes)
        return makeError(ErrorCode::Unsupported, "a tiled resource that cannot lie in the memory of tile pools");
    return Ok{};
}

TileShape shapeOf(const VkExtent3D& extent) {
    return {extent.width, extent.height, extent.depth};
}

} // namespace

uint32_t tileMemoryTypes(vk::Device& device) {
    constexpr VkImageUsageFlags kCopies = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    return typesOfBuffers(device) &
           typesOfImages(device, VK_FORMAT_R8G8B8A8_UNORM, kCopies | VK_IMAGE_USAGE_SAMPLED_BIT) &
           typesOfImages(device, VK_FORMAT_R8G8B8A8_UNORM,
                         kCopies | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_STORAGE_BIT) &
           typesOfImages(device, VK_FORMAT_D32_SFLOAT, kCopies | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
}

bool canBeTiled(const vk::Adapter& adapter, VkFormat format, VkImageType type, VkImageUsageFlags usage,
                VkSampleCountFlagBits samples) {
    const FormatInfo* info = formatInfoOf(format);
    if (!adapter.caps().tiledTier || !info)
        return false;
    VkPhysicalDeviceSparseImageFormatInfo2 query{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2};
    query.format = format;
    query.type = type;
    query.samples = samples;
    query.usage = usage;
    query.tiling = VK_IMAGE_TILING_OPTIMAL;
    const auto ask = adapter.instance().fn().GetPhysicalDeviceSparseImageFormatProperties2;
    uint32_t count = 0;
    ask(adapter.handle(), &query, &count, nullptr);
    if (count != 1) // none, or depth and stencil apart
        return false;
    VkSparseImageFormatProperties2 found{VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2};
    ask(adapter.handle(), &query, &count, &found);
    return shapeOf(found.properties.imageGranularity) ==
           standardTileShape(info->bytes, info->blockWidth, info->blockHeight, type == VK_IMAGE_TYPE_3D, samples);
}

Result<std::unique_ptr<TileTable>> makeTileTable(vk::Device& device, VkImage image, const ImageDesc& desc,
                                                 uint32_t memoryTypes) {
    HENDECA_TRY(memoryFits(imageRequirements(device, image), memoryTypes, true));
    const VkImageSparseMemoryRequirementsInfo2 query{VK_STRUCTURE_TYPE_IMAGE_SPARSE_MEMORY_REQUIREMENTS_INFO_2, nullptr,
                                                     image};
    const auto ask = device.fn().GetImageSparseMemoryRequirements2;
    uint32_t count = 0;
    ask(device.handle(), &query, &count, nullptr);
    std::vector<VkSparseImageMemoryRequirements2> all(count, {VK_STRUCTURE_TYPE_SPARSE_IMAGE_MEMORY_REQUIREMENTS_2});
    ask(device.handle(), &query, &count, all.data());
    if (count != 1)
        return makeError(ErrorCode::Unsupported, "a tiled image of several aspects, or with metadata");
    const VkSparseImageMemoryRequirements& found = all[0].memoryRequirements;
    const FormatInfo* info = formatInfoOf(desc.format);
    TileLayout layout;
    layout.mips = desc.mipLevels;
    layout.layers = desc.arrayLayers;
    layout.standardMips = std::min(found.imageMipTailFirstLod, desc.mipLevels);
    layout.shape = shapeOf(found.formatProperties.imageGranularity);
    if (!info || layout.shape != standardTileShape(info->bytes, info->blockWidth, info->blockHeight,
                                                   desc.kind == ImageKind::Image3D, desc.samples))
        return makeError(ErrorCode::Unsupported, "tiles of another shape than Direct3D 11's");
    if (layout.standardMips < desc.mipLevels) {
        if (desc.arrayLayers > 1) // specification 5.9.7: no tier has them
            return makeError(ErrorCode::Unsupported, "tiled arrays with packed mips");
        layout.packedTiles = static_cast<uint32_t>((found.imageMipTailSize + kTileBytes - 1) / kTileBytes);
    }
    if (!layOutTiles(layout, desc.extent.width, desc.extent.height, desc.extent.depth))
        return makeError(ErrorCode::OutOfMemory, "a tiled image of too many tiles");
    if (!layout.standardMips)
        layout.shape = {};
    TileOwner owner;
    owner.image = image;
    owner.aspect = desc.aspects;
    owner.extent = desc.extent;
    owner.tailOffset = found.imageMipTailOffset;
    return std::make_unique<TileTable>(std::move(layout), owner);
}

Result<std::unique_ptr<TileTable>> makeTileTable(vk::Device& device, VkBuffer buffer, uint64_t bytes,
                                                 uint32_t memoryTypes) {
    HENDECA_TRY(memoryFits(bufferRequirements(device, buffer), memoryTypes, false));
    TileLayout layout;
    layout.standardMips = 1;
    layout.shape = {kTileBytes, 1, 1};
    (void)layOutTiles(layout, static_cast<uint32_t>(bytes), 1, 1); // D3D11's buffers have less than 4 GiB
    TileOwner owner;
    owner.buffer = buffer;
    return std::make_unique<TileTable>(std::move(layout), owner);
}

} // namespace hendeca::gpu
