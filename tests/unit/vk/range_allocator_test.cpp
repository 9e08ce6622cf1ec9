#include "vk/range_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hendeca::vk {
namespace {

constexpr uint64_t kMiB = 1024 * 1024;

TEST(RangeAllocator, GivesWholeRangeAndThenNothing) {
    RangeAllocator ranges(kMiB, 256);
    const auto all = ranges.take(kMiB, 1);
    ASSERT_TRUE(all);
    EXPECT_EQ(all.offset, 0u);
    EXPECT_EQ(all.size, kMiB);
    EXPECT_FALSE(ranges.take(1, 1));
    ranges.give(all.node);
    EXPECT_TRUE(ranges.empty());
    EXPECT_EQ(ranges.largestFree(), kMiB);
}

TEST(RangeAllocator, RoundsSizesUpToTheGranularity) {
    RangeAllocator ranges(4096, 256);
    EXPECT_EQ(ranges.take(1, 1).size, 256u);
    EXPECT_EQ(ranges.take(257, 1).size, 512u);
    EXPECT_EQ(ranges.used(), 768u);
}

TEST(RangeAllocator, ANullSizeStillHasAPlace) {
    RangeAllocator ranges(4096, 256);
    EXPECT_EQ(ranges.take(0, 1).size, 256u);
}

TEST(RangeAllocator, AlignsLargerThanTheGranularity) {
    RangeAllocator ranges(64 * 1024, 256);
    const auto first = ranges.take(256, 256);
    const auto aligned = ranges.take(1000, 4096);
    ASSERT_TRUE(aligned);
    EXPECT_EQ(aligned.offset % 4096, 0u);
    // The gap before it can still be used.
    const auto gap = ranges.take(2048, 256);
    EXPECT_LT(gap.offset, aligned.offset);
    EXPECT_TRUE(ranges.consistent());
    for (const auto& range : {first, aligned, gap})
        ranges.give(range.node);
    EXPECT_EQ(ranges.largestFree(), 64u * 1024);
}

TEST(RangeAllocator, AnExactFitWithAlignmentIsFound) {
    RangeAllocator ranges(8192, 256);
    EXPECT_TRUE(ranges.take(8192, 4096));
}

TEST(RangeAllocator, NeighboursAreJoinedWhateverTheOrderOfGiving) {
    for (const auto& order : {std::array{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
        RangeAllocator ranges(768, 256);
        uint32_t nodes[3];
        for (uint32_t& node : nodes)
            node = ranges.take(256, 1).node;
        for (const int i : order)
            ranges.give(nodes[i]);
        EXPECT_EQ(ranges.largestFree(), 768u);
        EXPECT_TRUE(ranges.consistent());
    }
}

TEST(RangeAllocator, MoreThanThereIsFails) {
    RangeAllocator ranges(4096, 256);
    EXPECT_FALSE(ranges.take(4097, 1));
    EXPECT_FALSE(ranges.take(UINT64_MAX, 1));
}

TEST(RangeAllocator, AnEmptyRangeGivesNothing) {
    RangeAllocator ranges(100, 256);
    EXPECT_EQ(ranges.size(), 0u);
    EXPECT_FALSE(ranges.take(1, 1));
    EXPECT_TRUE(ranges.consistent());
}

// Whatever is taken and given, ranges do not overlap, and the books are right.
TEST(RangeAllocator, StaysSoundUnderRandomUse) {
    std::mt19937 random(7);
    RangeAllocator ranges(16 * kMiB, 256);
    std::vector<RangeAllocator::Range> held;
    for (int step = 0; step < 20000; step++) {
        if (held.empty() || random() % 5 < 3) {
            const uint64_t size = uint64_t(1) << (random() % 20);
            const uint64_t alignment = uint64_t(256) << (random() % 8);
            const auto range = ranges.take(size + random() % 100, alignment);
            if (!range)
                continue;
            EXPECT_EQ(range.offset % alignment, 0u);
            held.push_back(range);
        } else {
            const size_t i = random() % held.size();
            ranges.give(held[i].node);
            held[i] = held.back();
            held.pop_back();
        }
        if (step % 500 == 0) {
            ASSERT_TRUE(ranges.consistent());
            auto sorted = held;
            std::sort(sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.offset < b.offset; });
            for (size_t i = 1; i < sorted.size(); i++)
                ASSERT_LE(sorted[i - 1].offset + sorted[i - 1].size, sorted[i].offset);
        }
    }
    for (const auto& range : held)
        ranges.give(range.node);
    EXPECT_TRUE(ranges.empty());
    EXPECT_TRUE(ranges.consistent());
    EXPECT_EQ(ranges.largestFree(), 16 * kMiB);
}

} // namespace
} // namespace hendeca::vk
