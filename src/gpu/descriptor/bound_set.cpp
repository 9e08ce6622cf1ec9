#include "gpu/descriptor/bound_set.h"

#include <cstring>

namespace hendeca::gpu {

RecentSets::RecentSets(uint32_t descriptors)
    : descriptors_(descriptors), mask_((descriptors <= 4 ? 64 : descriptors <= 16 ? 32 : 8) - 1), entries_(mask_ + 1),
      data_(size_t{mask_ + 1} * descriptors) {}

VkDescriptorSet RecentSets::find(uint64_t submission, uint64_t hash, const DescriptorData* data) const {
    const uint32_t at = place(hash);
    const Entry& entry = entries_[at];
    if (entry.submission != submission || entry.hash != hash ||
        std::memcmp(&data_[size_t{at} * descriptors_], data, descriptors_ * sizeof(DescriptorData)) != 0)
        return VK_NULL_HANDLE;
    return entry.set;
}

void RecentSets::add(uint64_t submission, uint64_t hash, const DescriptorData* data, VkDescriptorSet set) {
    const uint32_t at = place(hash);
    entries_[at] = {submission, hash, set};
    std::memcpy(&data_[size_t{at} * descriptors_], data, descriptors_ * sizeof(DescriptorData));
}

} // namespace hendeca::gpu
