#pragma once
// The page table of one tiled resource: which tile of which memory each of its tiles has. Storage grows with what is mapped.
// The layout is immutable, any thread; entries are the worker's. The owner (an image or a buffer) destroys its handle first.

#include "gpu/sparse/bind_batch.h"
#include "gpu/sparse/tile_heap.h"
#include "gpu/sparse/tile_layout.h"
#include "vk/fns.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace hendeca::gpu {

// What Vulkan must be told to bind a tile.
struct TileOwner {
    VkImage image = VK_NULL_HANDLE;
    VkBuffer buffer = VK_NULL_HANDLE;
    VkImageAspectFlags aspect = 0;
    VkExtent3D extent{1, 1, 1}; // texels of mip 0
    uint64_t tailOffset = 0;    // bytes: where the mip tail begins
};

class TileTable {
public:
    TileTable(TileLayout layout, const TileOwner& target) : layout_(std::move(layout)), target_(target) {}

    const TileLayout& layout() const { return layout_; }

    // --- worker
    // The submission that begins with the first transition of the image: binds must not go in front of it.
    uint64_t bornIn = 0;
    // The pool that the entries point into; 0: none yet.
    uint64_t heapId = 0;
    TileRef at(uint32_t tile) const;
    // Adds the change to `binds`; what was there before goes to `dropped`, which must live until the queue is done with it.
    void set(uint32_t tile, TileRef to, BindBatch::Target& binds, std::vector<std::shared_ptr<TileBlock>>& dropped);
    void clear(BindBatch::Target& binds, std::vector<std::shared_ptr<TileBlock>>& dropped);
    BindBatch::Target target() const { return {target_.image, target_.buffer, {}, {}}; }

private:
    static constexpr uint32_t kPageTiles = 512;
    using Page = std::array<TileRef, kPageTiles>;
    void bind(uint32_t tile, const TileRef& to, BindBatch::Target& binds) const;

    const TileLayout layout_;
    const TileOwner target_;
    std::vector<std::unique_ptr<Page>> pages_; // null: nothing mapped there
};

} // namespace hendeca::gpu
