#pragma once
// What the Binder remembers of one set number at one bind point, and the sets that this submission has written already.
// Worker only.

#include "gpu/descriptor/layout_cache.h"

#include <cstdint>
#include <vector>

namespace hendeca::gpu {

inline constexpr uint32_t kMaxDynamicOffsets = 16;

struct BoundSet {
    const SetLayout* layout = nullptr; // what `data` was gathered for
    VkDescriptorSet set = VK_NULL_HANDLE; // null: to be found or written
    std::vector<DescriptorData> data;
    uint32_t offsets[kMaxDynamicOffsets] = {}; // bytes
    uint32_t renames = 0; // of uniform buffers, that it has seen
};

// Sets of one layout written in this submission, by contents. Only within one submission may a set be taken again without
// asking whether its resources still live, and only then are handles not used again. The table grows with what a
// submission needs; entries of earlier submissions count as empty.
class RecentSets {
public:
    explicit RecentSets(uint32_t descriptors) : descriptors_(descriptors) {}

    // Null when there is none with these contents.
    VkDescriptorSet find(uint64_t submission, uint64_t hash, const DescriptorData* data) const;
    // Only after find() has said that there is none.
    void add(uint64_t submission, uint64_t hash, const DescriptorData* data, VkDescriptorSet set);

    static constexpr uint32_t kLargest = 8192; // entries; half of them are used

private:
    struct Entry {
        uint64_t submission = ~uint64_t{0};
        uint64_t hash = 0;
        VkDescriptorSet set = VK_NULL_HANDLE;
    };
    void grow(uint64_t submission);
    // Where an entry of this hash is, or the empty place where it belongs.
    uint32_t freePlace(uint64_t submission, uint64_t hash) const;

    uint32_t descriptors_;
    uint32_t live_ = 0; // entries of submission_
    uint64_t submission_ = 0;
    std::vector<Entry> entries_; // a power of two, or none yet
    std::vector<DescriptorData> data_;
};

} // namespace hendeca::gpu
