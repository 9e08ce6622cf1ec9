#include "gpu/descriptor/bound_set.h"

#include <gtest/gtest.h>

#include <cstring>

namespace hendeca::gpu {
namespace {

struct Contents {
    DescriptorData data[2];
    explicit Contents(uint64_t value) {
        std::memset(data, 0, sizeof(data));
        data[1].raw[2] = value;
    }
};
VkDescriptorSet setOf(uint64_t number) {
    return (VkDescriptorSet)(number + 1);
}

TEST(RecentSets, FindsEqualContentsOfTheSameSubmissionOnly) {
    RecentSets sets(2);
    const Contents one(1), two(2);
    EXPECT_EQ(sets.find(1, 77, one.data), VkDescriptorSet{});
    sets.add(1, 77, one.data, setOf(1));
    sets.add(1, 77, two.data, setOf(2)); // the same hash
    EXPECT_EQ(sets.find(1, 77, one.data), setOf(1));
    EXPECT_EQ(sets.find(1, 77, two.data), setOf(2));
    EXPECT_EQ(sets.find(2, 77, one.data), VkDescriptorSet{});
    sets.add(2, 77, one.data, setOf(3));
    EXPECT_EQ(sets.find(2, 77, one.data), setOf(3));
    EXPECT_EQ(sets.find(2, 77, two.data), VkDescriptorSet{});
}

TEST(RecentSets, GrowsWithoutForgettingAndStopsAtItsLimit) {
    RecentSets sets(2);
    for (uint64_t i = 0; i < 2 * RecentSets::kLargest; i++)
        sets.add(5, i * 0x9e3779b97f4a7c15u, Contents(i).data, setOf(i));
    for (uint64_t i = 0; i < RecentSets::kLargest / 2; i++)
        ASSERT_EQ(sets.find(5, i * 0x9e3779b97f4a7c15u, Contents(i).data), setOf(i));
    EXPECT_EQ(sets.find(5, (RecentSets::kLargest - 1) * 0x9e3779b97f4a7c15u, Contents(RecentSets::kLargest - 1).data),
              VkDescriptorSet{});
}

} // namespace
} // namespace hendeca::gpu
