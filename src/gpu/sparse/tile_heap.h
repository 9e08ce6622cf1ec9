#pragma once
// The memory of a tile pool: blocks of device memory, one for each time that the pool grew. A block lives as long as the
// pool or a page table needs it, so that mappings outlive a pool that shrinks or goes (D3D11.3 specification 5.9.2.2.2).
// Resizing is the program's thread's, look-ups and trimming are the worker's; a lock holds them apart. Sizes in tiles.
// Errors: OutOfMemory, and then nothing has changed.

#include "gpu/resource/object.h"
#include "gpu/sparse/tile_layout.h"
#include "util/result.h"
#include "vk/memory.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace hendeca::gpu {

// Tiles in one piece of memory.
class TileBlock {
public:
    TileBlock(vk::MemoryAllocator& allocator, const vk::Allocation& memory) : allocator_(allocator), memory_(memory) {}
    ~TileBlock() { allocator_.free(memory_); }
    TileBlock(const TileBlock&) = delete;

    VkDeviceMemory memory() const { return memory_.memory; }
    uint64_t offsetOf(uint32_t tile) const { return memory_.offset + uint64_t(tile) * kTileBytes; }

private:
    vk::MemoryAllocator& allocator_;
    vk::Allocation memory_;
};

struct TileRef {
    std::shared_ptr<TileBlock> block; // null: no memory
    uint32_t tile = 0;                // in the block
};

class TileHeap : public Object {
public:
    TileHeap(vk::MemoryAllocator& allocator, uint32_t memoryTypes, uint64_t id)
        : allocator_(allocator), memoryTypes_(memoryTypes), id_(id) {}

    uint64_t id() const { return id_; } // never used again
    uint32_t size() const;              // as resized last
    // Growing takes memory at once. What a smaller size gives free goes with the next trim().
    Status resize(uint32_t tiles);

    // --- worker
    TileRef find(uint32_t tile) const;
    void trim();

private:
    struct Part {
        uint32_t first, tiles;
        std::shared_ptr<TileBlock> block;
        std::weak_ptr<TileBlock> former; // of a pool that shrank: used again if mappings keep it
    };
    Result<std::shared_ptr<TileBlock>> makeBlock(uint32_t tiles);

    vk::MemoryAllocator& allocator_;
    const uint32_t memoryTypes_;
    const uint64_t id_;
    mutable std::mutex mutex_;
    std::vector<Part> parts_; // one after the other
    uint32_t size_ = 0;
};

} // namespace hendeca::gpu
