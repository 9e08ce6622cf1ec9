#pragma once
// Makes buffers, images, views and samplers, and takes their memory back. Thread-safe. Vulkan handles are destroyed when
// the object is (see object.h); the factory outlives all that it made.

#include "gpu/resource/buffer.h"
#include "gpu/resource/image.h"
#include "gpu/resource/view.h"
#include "util/result.h"

#include <atomic>
#include <memory>

namespace hendeca::vk {
class Device;
struct Allocation;
}

namespace hendeca::gpu {

struct SlicePage;
class TileHeap;

class ResourceFactory {
public:
    explicit ResourceFactory(std::shared_ptr<vk::Device> device);
    ~ResourceFactory();

    Result<std::unique_ptr<Buffer>> createBuffer(const BufferDesc& desc);
    Result<std::unique_ptr<Image>> createImage(const ImageDesc& desc);
    // The memory of a tile pool (gpu/sparse/tile_heap.h).
    Result<std::unique_ptr<TileHeap>> createTileHeap(uint32_t tiles);
    std::unique_ptr<View> createView(Buffer& buffer, const BufferViewDesc& desc);
    std::unique_ptr<View> createView(Image& image, const ImageViewDesc& desc);
    Result<std::unique_ptr<Sampler>> createSampler(const SamplerDesc& desc); // equal descriptions share a VkSampler

    vk::Device& device() const { return *device_; }

private:
    friend class Buffer;
    friend class Image;
    friend class View;
    friend class Sampler;
    friend class SliceRing;
    struct Pools; // buffer blocks, sampler cache
    // An Image that owns the handle and the memory.
    std::unique_ptr<Image> takeImage(const ImageDesc& desc, VkImage handle, const vk::Allocation& memory);
    std::shared_ptr<vk::Device> device_;
    std::unique_ptr<Pools> pools_;
    std::atomic<uint32_t> nextBackingId_{1};
    std::atomic<uint64_t> nextHeapId_{1};
};

} // namespace hendeca::gpu
