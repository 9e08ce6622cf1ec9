#include "gpu/descriptor/bound_set.h"

#include <cstring>

namespace hendeca::gpu {

VkDescriptorSet RecentSets::find(uint64_t submission, uint64_t hash, const DescriptorData* data) const {
    if (entries_.empty())
        return VK_NULL_HANDLE;
    const uint32_t mask = static_cast<uint32_t>(entries_.size()) - 1;
    for (uint32_t at = static_cast<uint32_t>(hash) & mask; entries_[at].submission == submission; at = (at + 1) & mask) {
        if (entries_[at].hash == hash &&
            std::memcmp(&data_[size_t{at} * descriptors_], data, descriptors_ * sizeof(DescriptorData)) == 0)
            return entries_[at].set;
    }
    return VK_NULL_HANDLE;
}

uint32_t RecentSets::freePlace(uint64_t submission, uint64_t hash) const {
    const uint32_t mask = static_cast<uint32_t>(entries_.size()) - 1;
    uint32_t at = static_cast<uint32_t>(hash) & mask;
    while (entries_[at].submission == submission)
        at = (at + 1) & mask;
    return at;
}

void RecentSets::grow(uint64_t submission) {
    std::vector<Entry> old(entries_.empty() ? 16 : entries_.size() * 2);
    std::vector<DescriptorData> oldData(old.size() * descriptors_);
    old.swap(entries_);
    oldData.swap(data_);
    for (size_t i = 0; i < old.size(); i++) {
        if (old[i].submission != submission)
            continue;
        const uint32_t at = freePlace(submission, old[i].hash);
        entries_[at] = old[i];
        std::memcpy(&data_[size_t{at} * descriptors_], &oldData[i * descriptors_], descriptors_ * sizeof(DescriptorData));
    }
}

void RecentSets::add(uint64_t submission, uint64_t hash, const DescriptorData* data, VkDescriptorSet set) {
    if (submission_ != submission) {
        submission_ = submission;
        live_ = 0;
    }
    if (live_ * 2 >= entries_.size()) {
        if (entries_.size() >= kLargest)
            return; // so many different ones will hardly come again
        grow(submission);
    }
    const uint32_t at = freePlace(submission, hash);
    entries_[at] = {submission, hash, set};
    std::memcpy(&data_[size_t{at} * descriptors_], data, descriptors_ * sizeof(DescriptorData));
    live_++;
}

} // namespace hendeca::gpu
