#pragma once
// What a tiled image or buffer needs beside its handle: the layout of its tiles, checked against what Direct3D 11 fixes, and
// the memory types that tile pools are made of. Any thread.
// Errors: Unsupported where the driver cuts a resource in another way than Direct3D 11, or wants memory for metadata.

#include "gpu/resource/image.h"
#include "gpu/sparse/tile_table.h"
#include "util/result.h"

#include <cstdint>
#include <memory>

namespace hendeca::vk {
class Adapter;
class Device;
} // namespace hendeca::vk

namespace hendeca::gpu {

// Memory types that buffers and images of all kinds take; 0: there are none in common.
uint32_t tileMemoryTypes(vk::Device& device);

Result<std::unique_ptr<TileTable>> makeTileTable(vk::Device& device, VkImage image, const ImageDesc& desc,
                                                 uint32_t memoryTypes);
Result<std::unique_ptr<TileTable>> makeTileTable(vk::Device& device, VkBuffer buffer, uint64_t bytes,
                                                 uint32_t memoryTypes);

// Whether such an image can be tiled in the standard shape.
bool canBeTiled(const vk::Adapter& adapter, VkFormat format, VkImageType type, VkImageUsageFlags usage,
                VkSampleCountFlagBits samples);

constexpr VkImageCreateFlags kTiledImageFlags =
    VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT | VK_IMAGE_CREATE_SPARSE_ALIASED_BIT;
constexpr VkBufferCreateFlags kTiledBufferFlags =
    VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT | VK_BUFFER_CREATE_SPARSE_ALIASED_BIT;

} // namespace hendeca::gpu
