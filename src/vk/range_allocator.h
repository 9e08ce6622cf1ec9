#pragma once
// Cuts up one linear range: two-level segregated free lists (TLSF), so that take and give cost the same however full it
// is. Knows nothing of Vulkan. Offsets and sizes are multiples of the granularity. One thread at a time. Units are bytes.

#include <cstdint>
#include <vector>

namespace hendeca::vk {

class RangeAllocator {
public:
    static constexpr uint64_t kFailed = UINT64_MAX;
    static constexpr uint32_t kNoNode = UINT32_MAX;

    struct Range {
        uint64_t offset = kFailed;
        uint64_t size = 0;
        uint32_t node = kNoNode; // names it in give()
        explicit operator bool() const { return offset != kFailed; }
    };

    // granularity: a power of two; size is rounded down to it.
    RangeAllocator(uint64_t size, uint64_t granularity);

    // alignment: a power of two. An empty range when there is no room.
    Range take(uint64_t size, uint64_t alignment);
    void give(uint32_t node);

    uint64_t size() const { return size_; }
    uint64_t used() const { return used_; }
    bool empty() const { return used_ == 0; }
    uint64_t largestFree() const;
    // For tests: the lists agree with the chain of neighbours, no two free neighbours stand side by side.
    bool consistent() const;

private:
    struct Node {
        uint64_t offset, size;
        uint32_t before, after;         // neighbours in the range
        uint32_t previousFree, nextFree; // in the free list of its class
        bool free;
    };
    static constexpr uint32_t kSecondBits = 4, kSecond = 1u << kSecondBits, kFirst = 64;

    struct Class {
        uint32_t first, second;
    };
    Class classOf(uint64_t units) const;     // the list in which a free node of this size stands
    uint32_t findFree(uint64_t units) const; // a node of at least this size, kNoNode if none
    void link(uint32_t node);
    void unlink(uint32_t node);
    uint32_t newNode();
    void split(uint32_t node, uint64_t size); // leaves `size` in node, the rest becomes a free node behind it

    uint64_t size_, granularity_, used_ = 0;
    uint32_t shift_;
    std::vector<Node> nodes_;
    std::vector<uint32_t> spare_;
    uint64_t firstMap_ = 0;
    uint32_t secondMap_[kFirst] = {};
    uint32_t heads_[kFirst][kSecond];
    uint32_t head_ = kNoNode; // the node at offset 0
};

} // namespace hendeca::vk
