#include "gpu/resource/buffer.h"

#include "gpu/resource/pools.h"
#include "gpu/sparse/tiled_resource.h"
#include "gpu/upload/slice_ring.h"
#include "util/log.h"

#include <algorithm>

namespace hendeca::gpu {

namespace {

vk::MemoryUse useOf(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::Upload:
        return vk::MemoryUse::Upload;
    case MemoryKind::Readback:
        return vk::MemoryUse::Readback;
    case MemoryKind::Device:
        break;
    }
    return vk::MemoryUse::Device;
}

} // namespace

// One VkBuffer serves many D3D11 buffers, so it has every usage; no driver makes a difference for buffers.
VkBufferUsageFlags allBufferUsages(const vk::Caps& caps) {
    VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
        VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
        VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    if (caps.has(vk::Cap::TransformFeedback))
        usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT |
                 VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT;
    if (caps.has(vk::Cap::ConditionalRendering))
        usage |= VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT;
    return usage;
}

ResourceFactory::Pools::~Pools() {
    for (auto& groups : blocks_)
        for (auto& blocks : groups)
            for (auto& block : blocks)
                destroyRaw(block->raw);
    for (auto& [key, entry] : samplers_)
        device_.fn().DestroySampler(device_.handle(), entry.handle, nullptr);
}

Result<RawBuffer> ResourceFactory::Pools::createRaw(uint64_t size, MemoryKind kind) {
    const vk::Fns& fn = device_.fn();
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size;
    info.usage = allBufferUsages(device_.caps());
    RawBuffer raw;
    HENDECA_TRY(device_.check(fn.CreateBuffer(device_.handle(), &info, nullptr, &raw.buffer), "create a buffer"));

    VkMemoryDedicatedRequirements dedicated{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
    VkMemoryRequirements2 requirements{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, &dedicated};
    const VkBufferMemoryRequirementsInfo2 query{VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, nullptr, raw.buffer};
    fn.GetBufferMemoryRequirements2(device_.handle(), &query, &requirements);
    vk::AllocationDesc desc;
    desc.requirements = requirements.memoryRequirements;
    desc.use = useOf(kind);
    desc.dedicated = dedicated.requiresDedicatedAllocation;
    desc.dedicatedBuffer = raw.buffer;
    Result<vk::Allocation> memory = device_.memory().allocate(desc);
    if (!memory.ok()) {
        fn.DestroyBuffer(device_.handle(), raw.buffer, nullptr);
        return std::move(memory).error();
    }
    raw.memory = memory.value();
    const VkBindBufferMemoryInfo bind{VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, nullptr, raw.buffer, raw.memory.memory,
                                      raw.memory.offset};
    const Status bound = device_.check(fn.BindBufferMemory2(device_.handle(), 1, &bind), "bind buffer memory");
    if (!bound.ok()) {
        destroyRaw(raw);
        return bound.error();
    }
    return raw;
}

Result<RawBuffer> ResourceFactory::Pools::createTiled(uint64_t size) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.flags = kTiledBufferFlags;
    info.size = size;
    info.usage = allBufferUsages(device_.caps());
    RawBuffer raw;
    HENDECA_TRY(device_.check(device_.fn().CreateBuffer(device_.handle(), &info, nullptr, &raw.buffer),
                              "create a tiled buffer"));
    return raw;
}

uint32_t ResourceFactory::Pools::tileMemory() {
    std::lock_guard lock(tileMutex_);
    if (!tileMemoryKnown_)
        tileMemory_ = tileMemoryTypes(device_);
    tileMemoryKnown_ = true;
    return tileMemory_;
}

void ResourceFactory::Pools::destroyRaw(const RawBuffer& raw) {
    device_.fn().DestroyBuffer(device_.handle(), raw.buffer, nullptr);
    device_.memory().free(raw.memory);
}

uint32_t ResourceFactory::Pools::newPage() {
    std::lock_guard lock(pageMutex_);
    pages_.push_back(++lastPage_);
    return lastPage_;
}

void ResourceFactory::Pools::pageGone(uint32_t id) {
    std::lock_guard lock(pageMutex_);
    std::erase(pages_, id);
}

bool ResourceFactory::Pools::pageLives(uint32_t id) {
    std::lock_guard lock(pageMutex_);
    return std::binary_search(pages_.begin(), pages_.end(), id);
}

Result<BufferBacking> ResourceFactory::Pools::allocate(const BufferDesc& desc, BufferAllocation& allocation) {
    const uint64_t size = desc.size;
    const MemoryKind kind = desc.memory;
    const CarveGroup group = carveGroup(desc);
    if (desc.tiled) { // whole tiles
        HENDECA_TRY_ASSIGN(allocation.own, createTiled((size + kTileBytes - 1) & ~uint64_t(kTileBytes - 1)));
        return BufferBacking{allocation.own.buffer, 0, nullptr};
    }
    if (size > kLargestCarved) {
        // Whole words, since fills know nothing smaller.
        HENDECA_TRY_ASSIGN(allocation.own, createRaw((size + 15) & ~uint64_t(15), kind));
        return BufferBacking{allocation.own.buffer, 0, allocation.own.memory.mapped};
    }
    std::lock_guard lock(bufferMutex_);
    auto& blocks = blocksOf(kind, group);
    auto takeFrom = [&](BufferBlock& block) {
        const auto range = block.ranges.take(size, kAlignment);
        allocation.block = range ? &block : nullptr;
        allocation.node = range.node;
        return range.offset;
    };
    BufferBlock* found = nullptr;
    uint64_t offset = 0;
    for (auto block = blocks.rbegin(); block != blocks.rend() && !found; ++block) {
        offset = takeFrom(**block);
        found = allocation.block;
    }
    if (!found) {
        HENDECA_TRY_ASSIGN(const RawBuffer raw, createRaw(kBlockBytes, kind));
        blocks.push_back(std::make_unique<BufferBlock>(
            BufferBlock{raw, vk::RangeAllocator(kBlockBytes, kAlignment), kind, group}));
        found = blocks.back().get();
        offset = takeFrom(*found);
    }
    uint8_t* mapped = found->raw.memory.mapped;
    return BufferBacking{found->raw.buffer, offset, mapped ? mapped + offset : nullptr};
}

void ResourceFactory::Pools::free(BufferAllocation& allocation) {
    if (!allocation.block) {
        destroyRaw(allocation.own);
        return;
    }
    RawBuffer gone;
    {
        std::lock_guard lock(bufferMutex_);
        BufferBlock& block = *allocation.block;
        block.ranges.give(allocation.node);
        auto& blocks = blocksOf(block.kind, block.group);
        auto empty = [](const auto& b) { return b->ranges.empty(); };
        if (!block.ranges.empty() || std::count_if(blocks.begin(), blocks.end(), empty) < 2)
            return;
        gone = block.raw;
        blocks.erase(std::find_if(blocks.begin(), blocks.end(), [&](const auto& b) { return b.get() == &block; }));
    }
    destroyRaw(gone);
}

Result<std::unique_ptr<Buffer>> ResourceFactory::createBuffer(const BufferDesc& desc) {
    if (!desc.size)
        return makeError(ErrorCode::InvalidArgument, "a buffer of no bytes");
    auto allocation = std::make_unique<BufferAllocation>();
    HENDECA_TRY_ASSIGN(const BufferBacking backing, pools_->allocate(desc, *allocation));
    auto buffer = std::make_unique<Buffer>();
    buffer->desc_ = desc;
    buffer->initial_ = backing;
    buffer->backing_ = backing;
    buffer->factory_ = this;
    buffer->allocation_ = allocation.release();
    buffer->allocationSize_ = desc.size;
    if (desc.tiled) {
        HENDECA_TRY_ASSIGN(buffer->tiles_, makeTileTable(*device_, backing.buffer, desc.size, pools_->tileMemory()));
    }
    return buffer;
}

Buffer::Buffer() = default;

Buffer::~Buffer() {
    if (slice_.page)
        SliceRing::give(slice_);
    if (!allocation_)
        return;
    std::unique_ptr<BufferAllocation> allocation(static_cast<BufferAllocation*>(allocation_));
    factory_->pools_->free(*allocation);
}

} // namespace hendeca::gpu
