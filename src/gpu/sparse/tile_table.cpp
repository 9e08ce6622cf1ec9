#include "gpu/sparse/tile_table.h"

#include <algorithm>

namespace hendeca::gpu {

TileRef TileTable::at(uint32_t tile) const {
    const size_t page = tile / kPageTiles;
    return page < pages_.size() && pages_[page] ? (*pages_[page])[tile % kPageTiles] : TileRef{};
}

void TileTable::bind(uint32_t tile, const TileRef& to, BindBatch::Target& binds) const {
    const VkDeviceMemory memory = to.block ? to.block->memory() : VK_NULL_HANDLE;
    const uint64_t offset = to.block ? to.block->offsetOf(to.tile) : 0;
    if (target_.buffer) {
        binds.ranges.push_back({uint64_t(tile) * kTileBytes, kTileBytes, memory, offset, 0});
        return;
    }
    const TilePlace place = placeOfTile(layout_, tile);
    if (place.packed) {
        binds.ranges.push_back({target_.tailOffset + uint64_t(place.x) * kTileBytes, kTileBytes, memory, offset, 0});
        return;
    }
    VkSparseImageMemoryBind made{};
    const uint32_t mip = place.subresource % layout_.mips;
    made.subresource = {target_.aspect, mip, place.subresource / layout_.mips};
    const auto part = [mip](uint32_t index, uint32_t tileExtent, uint32_t whole, int32_t& at, uint32_t& extent) {
        at = static_cast<int32_t>(index * tileExtent);
        extent = std::min(tileExtent, std::max(whole >> mip, 1u) - index * tileExtent);
    };
    part(place.x, layout_.shape.width, target_.extent.width, made.offset.x, made.extent.width);
    part(place.y, layout_.shape.height, target_.extent.height, made.offset.y, made.extent.height);
    part(place.z, layout_.shape.depth, target_.extent.depth, made.offset.z, made.extent.depth);
    made.memory = memory;
    made.memoryOffset = offset;
    binds.tiles.push_back(made);
}

void TileTable::set(uint32_t tile, TileRef to, BindBatch::Target& binds,
                    std::vector<std::shared_ptr<TileBlock>>& dropped) {
    const size_t page = tile / kPageTiles;
    const bool there = page < pages_.size() && pages_[page];
    if (!there && !to.block)
        return;
    if (!there) {
        if (page >= pages_.size())
            pages_.resize(page + 1);
        pages_[page] = std::make_unique<Page>();
    }
    TileRef& entry = (*pages_[page])[tile % kPageTiles];
    if (entry.block == to.block && (!to.block || entry.tile == to.tile))
        return;
    bind(tile, to, binds);
    if (entry.block && (dropped.empty() || dropped.back() != entry.block))
        dropped.push_back(std::move(entry.block));
    entry = std::move(to);
}

void TileTable::clear(BindBatch::Target& binds, std::vector<std::shared_ptr<TileBlock>>& dropped) {
    for (size_t page = 0; page < pages_.size(); page++) {
        if (!pages_[page])
            continue;
        for (uint32_t i = 0; i < kPageTiles; i++)
            set(static_cast<uint32_t>(page) * kPageTiles + i, {}, binds, dropped);
        pages_[page].reset();
    }
}

} // namespace hendeca::gpu
