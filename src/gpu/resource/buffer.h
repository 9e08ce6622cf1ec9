#pragma once
// A buffer: an identity that the command stream names, and a backing (a range of some VkBuffer) that a discard replaces.
// Small buffers are carved out of large VkBuffers. Description and size are immutable and any thread may read them;
// backing, hazard state and bind mask belong to the worker.

#include "gpu/hazard/state.h"
#include "gpu/resource/object.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>

namespace hendeca::gpu {

enum class MemoryKind : uint8_t {
    Device,   // device-local; mapped as well where that costs nothing
    Upload,   // host writes, device reads: device-local if it can be, write-combined
    Readback, // host reads: cached
};

struct BufferDesc {
    uint64_t size = 0; // bytes
    MemoryKind memory = MemoryKind::Device;
    bool storage = false;     // may be bound as UAV (hazards are tracked by range)
    bool xfb = false;         // stream output
    bool indirect = false;
    bool uniform = false;     // constant buffer
    bool tiled = false;       // without memory of its own: tiles are mapped to it
    bool discardable = false; // may get RenameBuffer: dynamic buffers, and constant buffers updated whole
};

// A range of a VkBuffer, with the address where the host sees it (or null).
struct BufferBacking {
    VkBuffer buffer = VK_NULL_HANDLE;
    uint64_t offset = 0; // bytes
    uint8_t* mapped = nullptr;
};

// A backing that came from a SliceRing and goes back to it by itself, through the RetireQueue.
struct SlicePage;
struct Slice {
    BufferBacking backing;
    SlicePage* page = nullptr;
    uint32_t sizeClass = 0;
    uint32_t pageId = 0; // of the page, never used again; 0: none
};

// How a buffer is bound now, so that a rename marks only what it must. Worker only.
enum BindBit : uint32_t {
    kBoundVertex = 1u << 0,
    kBoundIndex = 1u << 1,
    kBoundUniformGraphics = 1u << 2,
    kBoundUniformCompute = 1u << 3,
    kBoundViewGraphics = 1u << 4,
    kBoundViewCompute = 1u << 5,
    kBoundUavGraphics = 1u << 6,
    kBoundUavCompute = 1u << 7,
    kBoundStreamOut = 1u << 8,
    kBoundAttachment = 1u << 9, // images
};

class TileTable;

class Buffer : public Object {
public:
    Buffer();
    ~Buffer() override; // gives the memory back to its pool

    const BufferDesc& desc() const { return desc_; }
    uint64_t size() const { return desc_.size; }
    // The first backing's host address, or null: immutable, any thread. Staging and mapped initial data use it.
    uint8_t* initialMapping() const { return initial_.mapped; }
    const BufferBacking& initialBacking() const { return initial_; }
    TileTable* tiles() const { return tiles_.get(); } // null: not tiled

    // --- worker only below
    const BufferBacking& backing() const { return backing_; }
    void setBacking(const BufferBacking& backing, uint32_t pageId = 0) {
        backing_ = backing;
        pageId_ = pageId;
        generation_++;
    }
    // Of the ring page that the backing lies in; 0: it is the first one's VkBuffer. A VkBuffer's handle may come back for
    // another one, this number does not.
    uint32_t pageId() const { return pageId_; }
    Slice& slice() { return slice_; } // page is null while the first backing is in use
    uint32_t generation() const { return generation_; } // of the backing; views compare it
    hazard::BufferState& hazard() { return hazard_; }
    bool listBacked = false;           // the backing is a slice of a command list, which stays as it was recorded
    uint32_t bindMask = 0;             // BindBit, bits are set at bind and cleared lazily
    uint64_t lastMainUse = 0;          // submission in whose main command buffer it was last used

private:
    friend class ResourceFactory;
    BufferDesc desc_;
    BufferBacking initial_;
    BufferBacking backing_;
    Slice slice_;
    uint32_t generation_ = 0;
    uint32_t pageId_ = 0;
    hazard::BufferState hazard_;
    class ResourceFactory* factory_ = nullptr;
    void* allocation_ = nullptr; // the factory's
    uint64_t allocationSize_ = 0;
    std::unique_ptr<TileTable> tiles_;
};

} // namespace hendeca::gpu
