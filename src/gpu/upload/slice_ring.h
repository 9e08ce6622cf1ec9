#pragma once
// Fresh host-visible slices for WRITE_DISCARD maps, updates and uploads. A ring belongs to one context's thread: take()
// there takes no lock, unless its free list for that size class is empty. Slices go back through give() (worker, when the
// submission that last could use them has passed): any thread, batched. Size classes are powers of two from 256 bytes
// up; slices of a class lie in large pages, so that slices of one page share a VkBuffer. Sizes in bytes.

#include "gpu/resource/buffer.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace hendeca::gpu {

class ResourceFactory;

class SliceRing {
public:
    explicit SliceRing(ResourceFactory& factory);
    ~SliceRing(); // pages still in use live on until their slices came back

    // A slice of at least `size` bytes, aligned for every use. mapped is null only when memory is exhausted.
    Slice take(uint64_t size) {
        const uint32_t sizeClass = classOf(size);
        if (sizeClass < kClasses && free_[sizeClass].count) [[likely]]
            return pop(sizeClass);
        return takeSlow(size);
    }
    // Any thread. Gives a slice back to the ring that it came from, wherever that is.
    static void give(const Slice& slice);
    static void give(const Slice* slices, size_t count);

    static constexpr uint32_t kClasses = 13; // 256 B ... 1 MiB; larger ones have pages of their own

    struct Shared; // returned slices, pages; outlives the ring while slices are out

private:
    struct FreeList {
        Slice* items = nullptr;
        uint32_t count = 0, capacity = 0;
    };
    static uint32_t classOf(uint64_t size) {
        if (size <= 256)
            return 0;
        return 64 - 8 - static_cast<uint32_t>(__builtin_clzll((size - 1)));
    }
    Slice pop(uint32_t sizeClass) {
        FreeList& list = free_[sizeClass];
        return list.items[--list.count];
    }
    Slice takeSlow(uint64_t size);

    FreeList free_[kClasses];
    std::shared_ptr<Shared> shared_;
};

} // namespace hendeca::gpu
