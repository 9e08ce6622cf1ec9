#pragma once
// What the Binder remembers of one set number at one bind point, and the sets that this submission has written already.
// Worker only.

#include "gpu/descriptor/layout_cache.h"

#include <array>
#include <cstdint>
#include <memory>
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

// Sets of one layout written in this submission, by contents: a small direct-mapped table. Only within one submission may
// a set be taken again without asking whether its resources still live, and only then are handles not used again.
class RecentSets {
public:
    explicit RecentSets(uint32_t descriptors);

    // Null when there is none with these contents.
    VkDescriptorSet find(uint64_t submission, uint64_t hash, const DescriptorData* data) const;
    void add(uint64_t submission, uint64_t hash, const DescriptorData* data, VkDescriptorSet set);

private:
    struct Entry {
        uint64_t submission = ~uint64_t{0};
        uint64_t hash = 0;
        VkDescriptorSet set = VK_NULL_HANDLE;
    };
    uint32_t place(uint64_t hash) const { return static_cast<uint32_t>(hash ^ hash >> 32) & mask_; }

    uint32_t descriptors_;
    uint32_t mask_;
    std::vector<Entry> entries_;
    std::vector<DescriptorData> data_;
};

} // namespace hendeca::gpu
