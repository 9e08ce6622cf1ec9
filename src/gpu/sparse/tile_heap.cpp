#include "gpu/sparse/tile_heap.h"

#include <algorithm>

namespace hendeca::gpu {

namespace {

// Drivers limit one allocation (maxMemoryAllocationSize is at least 1 GiB).
constexpr uint32_t kLargestBlock = (256u << 20) / kTileBytes; // tiles

} // namespace

uint32_t TileHeap::size() const {
    std::lock_guard lock(mutex_);
    return size_;
}

Result<std::shared_ptr<TileBlock>> TileHeap::makeBlock(uint32_t tiles) {
    vk::AllocationDesc desc;
    desc.requirements.size = uint64_t(tiles) * kTileBytes;
    desc.requirements.alignment = kTileBytes;
    desc.requirements.memoryTypeBits = memoryTypes_;
    desc.use = vk::MemoryUse::DeviceOnly;
    desc.image = true;
    HENDECA_TRY_ASSIGN(const vk::Allocation memory, allocator_.allocate(desc));
    return std::make_shared<TileBlock>(allocator_, memory);
}

Status TileHeap::resize(uint32_t tiles) {
    // More than there is: drivers that only count what is used would say yes.
    uint64_t most = 0;
    for (uint32_t i = 0; i < allocator_.heapCount(); i++)
        most = std::max(most, allocator_.heap(i).size);
    if (uint64_t(tiles) * kTileBytes > most)
        return makeError(ErrorCode::OutOfMemory, "a tile pool larger than the memory");
    std::lock_guard lock(mutex_);
    // What is there, or still kept by mappings, first; all or nothing.
    std::vector<std::pair<size_t, std::shared_ptr<TileBlock>>> back;
    uint32_t end = 0;
    for (size_t i = 0; i < parts_.size() && parts_[i].first < tiles; i++) {
        end = parts_[i].first + parts_[i].tiles;
        if (parts_[i].block)
            continue;
        std::shared_ptr<TileBlock> block = parts_[i].former.lock();
        if (!block) {
            HENDECA_TRY_ASSIGN(block, makeBlock(parts_[i].tiles));
        }
        back.emplace_back(i, std::move(block));
    }
    std::vector<Part> more;
    while (end < tiles) {
        const uint32_t count = std::min(tiles - end, kLargestBlock);
        HENDECA_TRY_ASSIGN(auto block, makeBlock(count));
        more.push_back({end, count, std::move(block), {}});
        end += count;
    }
    for (auto& [index, block] : back)
        parts_[index].block = std::move(block);
    for (Part& part : more)
        parts_.push_back(std::move(part));
    size_ = tiles;
    return Ok{};
}

TileRef TileHeap::find(uint32_t tile) const {
    std::lock_guard lock(mutex_);
    const auto after = std::upper_bound(parts_.begin(), parts_.end(), tile,
                                        [](uint32_t t, const Part& part) { return t < part.first; });
    if (after == parts_.begin())
        return {};
    const Part& part = *(after - 1);
    if (tile - part.first >= part.tiles)
        return {};
    return {part.block, tile - part.first};
}

void TileHeap::trim() {
    std::lock_guard lock(mutex_);
    for (Part& part : parts_) {
        if (part.first < size_ || !part.block)
            continue;
        part.former = part.block;
        part.block.reset();
    }
    // Parts at the end that nobody keeps need not come back in the same sizes.
    while (!parts_.empty() && !parts_.back().block && parts_.back().former.expired())
        parts_.pop_back();
}

} // namespace hendeca::gpu
