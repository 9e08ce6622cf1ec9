#include "vk/memory.h"

#include "util/log.h"
#include "vk/device.h"
#include "vk/range_allocator.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <vector>

namespace hendeca::vk {

namespace {

constexpr uint64_t kMiB = 1024 * 1024;
constexpr uint64_t kFirstBlock = 8 * kMiB, kLargestBlock = 64 * kMiB;
constexpr uint64_t kGranularity = 256;
constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kMapped =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
// Kinds that are never for us.
constexpr VkMemoryPropertyFlags kForeign =
    VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |
    VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD;

} // namespace

struct MemoryBlock {
    VkDeviceMemory memory = VK_NULL_HANDLE;
    uint64_t size = 0;
    uint8_t* mapped = nullptr;
    uint32_t type = 0, pool = 0;
    std::optional<RangeAllocator> ranges; // empty: one allocation has all
};

struct MemoryAllocator::State {
    explicit State(Device& owner) : device(owner), properties(owner.adapter().memory()) {}

    // Blocks of one memory type, of buffers or of images.
    struct Pool {
        std::vector<std::unique_ptr<MemoryBlock>> blocks;
        uint64_t nextSize = kFirstBlock;
    };

    Device& device;
    const VkPhysicalDeviceMemoryProperties& properties;
    mutable std::mutex mutex;
    std::array<Pool, VK_MAX_MEMORY_TYPES * 2> pools;
    std::vector<std::unique_ptr<MemoryBlock>> own; // dedicated
    std::array<uint64_t, VK_MAX_MEMORY_HEAPS> allocated{}, used{};
    bool deviceMapped = false;
    // Types to try per use, best first.
    std::array<std::vector<uint32_t>, 4> order;

    void chooseOrders();
    bool fits(uint32_t type, uint64_t size) const;
    Result<std::unique_ptr<MemoryBlock>> newBlock(uint32_t type, uint64_t size, const AllocationDesc* dedicated);
    Result<Allocation> allocateOwn(uint32_t type, const AllocationDesc& desc);
    Result<Allocation> allocateShared(uint32_t type, const AllocationDesc& desc);
    void release(MemoryBlock& block);
    uint32_t heapOf(uint32_t type) const { return properties.memoryTypes[type].heapIndex; }
};

// A score per type and use; negative: unfit. Higher is better, the driver's own order decides among equals.
void MemoryAllocator::State::chooseOrders() {
    uint64_t localSize = 0;
    for (uint32_t i = 0; i < properties.memoryHeapCount; i++)
        if (properties.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
            localSize = std::max<uint64_t>(localSize, properties.memoryHeaps[i].size);
    for (uint32_t use = 0; use < order.size(); use++) {
        std::vector<std::pair<int, uint32_t>> scored;
        for (uint32_t type = 0; type < properties.memoryTypeCount; type++) {
            const VkMemoryPropertyFlags flags = properties.memoryTypes[type].propertyFlags;
            const bool local = flags & kLocal, mapped = (flags & kMapped) == kMapped, cached = flags & kCached;
            // The host's window on device memory counts as roomy when it shows most of it (resizable BAR). A program of
            // 32 bits has no addresses to spare for that.
            const bool roomy = properties.memoryHeaps[heapOf(type)].size >= localSize / 4 * 3 && sizeof(void*) == 8;
            int score = -1;
            switch (static_cast<MemoryUse>(use)) {
            case MemoryUse::DeviceOnly:
                score = (local ? 8 : 0) + (mapped ? 0 : 2) + (cached ? 0 : 1);
                break;
            case MemoryUse::Device:
                score = (local ? 8 : 0) + (mapped ? (roomy ? 2 : -2) : 0) + 2;
                break;
            case MemoryUse::Upload:
                score = !mapped ? -1 : (local ? (roomy || device.caps().unifiedMemory ? 4 : -1) : 2) + (cached ? 0 : 1);
                // A small window is still better than nothing.
                score = mapped && score < 0 ? 0 : score;
                break;
            case MemoryUse::Readback:
                score = !mapped ? -1 : (cached ? 4 : 0) + (local ? 0 : 2);
                break;
            }
            if (score >= 0 && !(flags & kForeign))
                scored.emplace_back(-score, type);
        }
        std::sort(scored.begin(), scored.end());
        for (const auto& [score, type] : scored)
            order[use].push_back(type);
    }
    const auto& buffers = order[static_cast<size_t>(MemoryUse::Device)];
    deviceMapped = !buffers.empty() && (properties.memoryTypes[buffers[0]].propertyFlags & kMapped) == kMapped;
}

// A heap that is nearly full is left alone while others would do.
bool MemoryAllocator::State::fits(uint32_t type, uint64_t size) const {
    const uint64_t heap = properties.memoryHeaps[heapOf(type)].size;
    return allocated[heapOf(type)] + size <= heap - heap / 10;
}

Result<std::unique_ptr<MemoryBlock>> MemoryAllocator::State::newBlock(uint32_t type, uint64_t size,
                                                                      const AllocationDesc* dedicated) {
    VkMemoryDedicatedAllocateInfo dedicatedInfo{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO};
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    if (dedicated && dedicated->dedicated && (dedicated->dedicatedBuffer || dedicated->dedicatedImage)) {
        dedicatedInfo.buffer = dedicated->dedicatedBuffer;
        dedicatedInfo.image = dedicated->dedicatedImage;
        info.pNext = &dedicatedInfo;
    }
    info.allocationSize = size;
    info.memoryTypeIndex = type;
    auto block = std::make_unique<MemoryBlock>();
    block->size = size;
    block->type = type;
    const Fns& fn = device.fn();
    HENDECA_TRY(device.check(fn.AllocateMemory(device.handle(), &info, nullptr, &block->memory), "allocate memory"));
    if ((properties.memoryTypes[type].propertyFlags & kMapped) == kMapped) {
        void* address = nullptr;
        const Status mapped = device.check(
            fn.MapMemory(device.handle(), block->memory, 0, VK_WHOLE_SIZE, 0, &address), "map memory");
        if (!mapped.ok()) {
            fn.FreeMemory(device.handle(), block->memory, nullptr);
            return mapped.error();
        }
        block->mapped = static_cast<uint8_t*>(address);
    }
    allocated[heapOf(type)] += size;
    return block;
}

void MemoryAllocator::State::release(MemoryBlock& block) {
    allocated[heapOf(block.type)] -= block.size;
    device.fn().FreeMemory(device.handle(), block.memory, nullptr); // unmaps as well
}

Result<Allocation> MemoryAllocator::State::allocateOwn(uint32_t type, const AllocationDesc& desc) {
    HENDECA_TRY_ASSIGN(auto block, newBlock(type, desc.requirements.size, &desc));
    used[heapOf(type)] += block->size;
    const Allocation result{block->memory, 0, block->size, block->mapped, block.get(), 0};
    own.push_back(std::move(block));
    return result;
}

Result<Allocation> MemoryAllocator::State::allocateShared(uint32_t type, const AllocationDesc& desc) {
    const uint32_t index = type * 2 + (desc.image ? 1 : 0);
    Pool& pool = pools[index];
    auto takeFrom = [&](MemoryBlock& block) -> Allocation {
        const auto range = block.ranges->take(desc.requirements.size, desc.requirements.alignment);
        if (!range)
            return {};
        used[heapOf(type)] += range.size;
        return {block.memory, range.offset, range.size, block.mapped ? block.mapped + range.offset : nullptr, &block,
                range.node};
    };
    // The newest block first: older ones are fuller.
    for (auto block = pool.blocks.rbegin(); block != pool.blocks.rend(); ++block)
        if (Allocation found = takeFrom(**block))
            return found;
    const uint64_t heap = properties.memoryHeaps[heapOf(type)].size;
    uint64_t size = std::min(std::max(pool.nextSize, desc.requirements.size * 2), std::max(heap / 16, kFirstBlock));
    size = std::max(size, (desc.requirements.size + kGranularity) & ~(kGranularity - 1));
    HENDECA_TRY_ASSIGN(auto block, newBlock(type, size, nullptr));
    pool.nextSize = std::min(kLargestBlock, pool.nextSize * 2);
    block->pool = index;
    block->ranges.emplace(size, kGranularity);
    pool.blocks.push_back(std::move(block));
    if (Allocation made = takeFrom(*pool.blocks.back()))
        return made;
    return makeError(ErrorCode::OutOfMemory, "a fresh memory block has no room");
}

MemoryAllocator::MemoryAllocator(Device& device) : state_(std::make_unique<State>(device)) {
    state_->chooseOrders();
}

MemoryAllocator::~MemoryAllocator() {
    for (auto& pool : state_->pools)
        for (auto& block : pool.blocks)
            state_->release(*block);
    for (auto& block : state_->own)
        state_->release(*block);
}

Result<Allocation> MemoryAllocator::allocate(const AllocationDesc& desc) {
    std::lock_guard lock(state_->mutex);
    Error last = makeError(ErrorCode::OutOfMemory, "no memory type fits");
    const bool own = desc.dedicated || desc.requirements.size > kLargestBlock / 4;
    // First round: heaps with room; second: whatever the driver still gives.
    for (const bool careful : {true, false}) {
        for (const uint32_t type : state_->order[static_cast<size_t>(desc.use)]) {
            if (!(desc.requirements.memoryTypeBits & (1u << type)))
                continue;
            if (careful && !state_->fits(type, desc.requirements.size))
                continue;
            Result<Allocation> result = own ? state_->allocateOwn(type, desc) : state_->allocateShared(type, desc);
            if (!result.ok() && !own && result.error().code == ErrorCode::OutOfMemory)
                result = state_->allocateOwn(type, desc); // no room for a block, perhaps for this one thing
            if (result.ok() || result.error().code == ErrorCode::DeviceLost)
                return result;
            last = result.error();
        }
    }
    return last;
}

void MemoryAllocator::free(const Allocation& allocation) {
    if (!allocation)
        return;
    std::lock_guard lock(state_->mutex);
    MemoryBlock& block = *allocation.block;
    state_->used[state_->heapOf(block.type)] -= allocation.size;
    auto& list = block.ranges ? state_->pools[block.pool].blocks : state_->own;
    if (block.ranges) {
        block.ranges->give(allocation.node);
        // One empty block of a pool is kept, so that a resource that comes and goes costs no driver call.
        auto empty = [](const auto& b) { return b->ranges->empty(); };
        if (!block.ranges->empty() || std::count_if(list.begin(), list.end(), empty) < 2)
            return;
    }
    state_->release(block);
    list.erase(std::find_if(list.begin(), list.end(), [&](const auto& b) { return b.get() == &block; }));
}

uint32_t MemoryAllocator::heapCount() const {
    return state_->properties.memoryHeapCount;
}

HeapStats MemoryAllocator::heap(uint32_t index) const {
    HeapStats stats;
    const VkMemoryHeap& heap = state_->properties.memoryHeaps[index];
    stats.size = heap.size;
    stats.deviceLocal = heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
    {
        std::lock_guard lock(state_->mutex);
        stats.allocated = state_->allocated[index];
        stats.used = state_->used[index];
    }
    stats.usage = stats.allocated;
    stats.budget = heap.size - heap.size / 10;
    if (state_->device.caps().has(Cap::MemoryBudget)) {
        VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
        VkPhysicalDeviceMemoryProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, &budget};
        Adapter& adapter = state_->device.adapter();
        adapter.instance().fn().GetPhysicalDeviceMemoryProperties2(adapter.handle(), &properties);
        stats.budget = budget.heapBudget[index];
        stats.usage = budget.heapUsage[index];
    }
    return stats;
}

uint32_t MemoryAllocator::blockCount() const {
    std::lock_guard lock(state_->mutex);
    size_t count = state_->own.size();
    for (const auto& pool : state_->pools)
        count += pool.blocks.size();
    return static_cast<uint32_t>(count);
}

bool MemoryAllocator::deviceMapped() const {
    return state_->deviceMapped;
}

} // namespace hendeca::vk
