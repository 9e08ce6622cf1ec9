#pragma once
// The inside of ResourceFactory: blocks from which small buffers are carved, and the samplers that are shared. Included by
// this folder's and upload's .cpp files only. Every member locks what it needs.

#include "gpu/resource/factory.h"
#include "vk/device.h"
#include "vk/memory.h"
#include "vk/range_allocator.h"

#include <map>
#include <mutex>
#include <vector>

namespace hendeca::gpu {

// A VkBuffer with all usages and its memory.
struct RawBuffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    vk::Allocation memory;
};

// What a Buffer's allocation_ points to: a part of a block, or a VkBuffer of its own.
// Buffers of one block share a VkBuffer. Constant buffers, and buffers that shaders write, have blocks of their own: the
// validation layer judges dynamic uniform buffers without their offset, and would see one's writes in the other's reads.
enum class CarveGroup : uint8_t { Ordinary, Uniform, Storage };
inline constexpr size_t kCarveGroups = 3;
inline CarveGroup carveGroup(const BufferDesc& desc) {
    return desc.storage ? CarveGroup::Storage : desc.uniform ? CarveGroup::Uniform : CarveGroup::Ordinary;
}

struct BufferBlock {
    RawBuffer raw;
    vk::RangeAllocator ranges;
    MemoryKind kind;
    CarveGroup group;
};
struct BufferAllocation {
    BufferBlock* block = nullptr; // null: `own`
    uint32_t node = 0;
    RawBuffer own;
};

struct ResourceFactory::Pools {
    explicit Pools(vk::Device& device) : device_(device) {}
    ~Pools();

    Result<RawBuffer> createRaw(uint64_t size, MemoryKind kind);
    void destroyRaw(const RawBuffer& raw);
    Result<RawBuffer> createTiled(uint64_t size); // without memory
    uint32_t tileMemory();                        // the types that tile pools are made of

    Result<BufferBacking> allocate(const BufferDesc& desc, BufferAllocation& allocation);
    void free(BufferAllocation& allocation);

    // Pages of slice rings: numbers that are never used again, so that views of them can be told from those of a later
    // VkBuffer with the same handle.
    uint32_t newPage();
    void pageGone(uint32_t id);
    bool pageLives(uint32_t id);

    Result<VkSampler> acquireSampler(const SamplerDesc& desc);
    void releaseSampler(VkSampler sampler);

    static constexpr uint64_t kBlockBytes = 4 * 1024 * 1024, kLargestCarved = 1024 * 1024;
    // Every way of binding is content with this alignment (Vulkan's limits are at most 256 bytes).
    static constexpr uint64_t kAlignment = 256;

private:
    struct SamplerEntry {
        VkSampler handle;
        uint32_t count;
    };
    Result<VkSampler> makeSampler(const SamplerDesc& desc);

    vk::Device& device_;
    std::mutex bufferMutex_;
    std::vector<std::unique_ptr<BufferBlock>>& blocksOf(MemoryKind kind, CarveGroup group) {
        return blocks_[static_cast<size_t>(kind)][static_cast<size_t>(group)];
    }
    std::vector<std::unique_ptr<BufferBlock>> blocks_[3][kCarveGroups]; // by MemoryKind
    std::mutex pageMutex_;
    std::vector<uint32_t> pages_; // alive, rising
    uint32_t lastPage_ = 0;
    std::mutex tileMutex_;
    uint32_t tileMemory_ = 0;
    bool tileMemoryKnown_ = false;
    std::mutex samplerMutex_;
    std::map<std::vector<uint32_t>, SamplerEntry> samplers_; // by the words of the description
};

VkBufferUsageFlags allBufferUsages(const vk::Caps& caps);

} // namespace hendeca::gpu
