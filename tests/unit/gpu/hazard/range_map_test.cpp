#include "gpu/hazard/range_map.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace hendeca::gpu::hazard {
namespace {

using Map = RangeMap<int>;
using Entries = std::vector<Map::Entry>;

TEST(RangeMap, IsEmptyAtFirstAndReadsAsTheDefault) {
    Map map;
    EXPECT_TRUE(map.empty());
    EXPECT_EQ(map.at(5), 0);
    EXPECT_EQ(map.begin(), 0u);
    EXPECT_EQ(map.end(), 0u);
}

TEST(RangeMap, AValueHoldsFromBeginUpToEnd) {
    Map map;
    map.set(10, 20, 1);
    EXPECT_EQ(map.at(9), 0);
    EXPECT_EQ(map.at(10), 1);
    EXPECT_EQ(map.at(19), 1);
    EXPECT_EQ(map.at(20), 0);
}

TEST(RangeMap, AnEmptyRangeChangesNothing) {
    Map map;
    map.set(10, 10, 1);
    map.set(20, 10, 1);
    EXPECT_TRUE(map.empty());
}

TEST(RangeMap, EqualNeighboursAreOneEntry) {
    Map map;
    map.set(0, 10, 1);
    map.set(20, 30, 1);
    EXPECT_EQ(map.size(), 2u);
    map.set(10, 20, 1);
    EXPECT_EQ(map.entries(), (Entries{{0, 30, 1}}));
}

TEST(RangeMap, DifferentNeighboursStayApart) {
    Map map;
    map.set(0, 10, 1);
    map.set(10, 20, 2);
    EXPECT_EQ(map.entries(), (Entries{{0, 10, 1}, {10, 20, 2}}));
}

TEST(RangeMap, APartInTheMiddleSplitsAnEntry) {
    Map map;
    map.set(0, 30, 1);
    map.set(10, 20, 2);
    EXPECT_EQ(map.entries(), (Entries{{0, 10, 1}, {10, 20, 2}, {20, 30, 1}}));
    map.set(10, 20, 1);
    EXPECT_EQ(map.size(), 1u);
}

TEST(RangeMap, TheDefaultIsNotStored) {
    Map map;
    map.set(0, 30, 1);
    map.set(10, 20, 0);
    EXPECT_EQ(map.entries(), (Entries{{0, 10, 1}, {20, 30, 1}}));
    map.set(0, 30, 0);
    EXPECT_TRUE(map.empty());
}

TEST(RangeMap, UpdateSeesGapsAndPartsInOrder) {
    Map map;
    map.set(10, 20, 1);
    map.set(30, 40, 2);
    std::vector<int> seen;
    map.update(5, 35, [&](int& value) { seen.push_back(value++); });
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 0, 2}));
    EXPECT_EQ(map.entries(), (Entries{{5, 10, 1}, {10, 20, 2}, {20, 30, 1}, {30, 35, 3}, {35, 40, 2}}));
}

TEST(RangeMap, VisitClipsAndLeavesGapsOut) {
    Map map;
    map.set(10, 20, 1);
    map.set(30, 40, 2);
    Entries seen;
    map.visit(15, 35, [&](uint64_t begin, uint64_t end, int value) { seen.push_back({begin, end, value}); });
    EXPECT_EQ(seen, (Entries{{15, 20, 1}, {30, 35, 2}}));
}

TEST(RangeMap, TheHighestRangeCanBeUsed) {
    Map map;
    map.set(UINT64_MAX - 1, UINT64_MAX, 1);
    EXPECT_EQ(map.at(UINT64_MAX - 1), 1);
}

// Against an array that has a value for every place.
TEST(RangeMap, AgreesWithAnArrayUnderRandomUse) {
    std::mt19937 random(3);
    Map map;
    std::array<int, 64> truth{};
    for (int step = 0; step < 5000; step++) {
        const uint64_t begin = random() % 64, end = begin + random() % (65 - begin);
        if (random() % 2) {
            const int value = static_cast<int>(random() % 4);
            map.set(begin, end, value);
            std::fill(truth.begin() + static_cast<long>(begin), truth.begin() + static_cast<long>(end), value);
        } else {
            map.update(begin, end, [](int& value) { value = (value + 1) % 4; });
            for (uint64_t i = begin; i < end; i++)
                truth[i] = (truth[i] + 1) % 4;
        }
        for (uint64_t i = 0; i < truth.size(); i++)
            ASSERT_EQ(map.at(i), truth[i]) << step;
        const auto& entries = map.entries();
        for (size_t i = 0; i < entries.size(); i++) {
            ASSERT_LT(entries[i].begin, entries[i].end);
            ASSERT_NE(entries[i].value, 0);
            if (i) {
                ASSERT_LE(entries[i - 1].end, entries[i].begin);
                ASSERT_FALSE(entries[i - 1].end == entries[i].begin && entries[i - 1].value == entries[i].value);
            }
        }
    }
}

} // namespace
} // namespace hendeca::gpu::hazard
