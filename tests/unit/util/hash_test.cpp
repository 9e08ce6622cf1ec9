#include "util/hash.h"

#include <gtest/gtest.h>
#include <bit>
#include <set>
#include <vector>

namespace hendeca {
namespace {

TEST(Hash, EveryByteAndTheLengthCount) {
    std::vector<uint8_t> bytes(100, 0);
    std::set<uint64_t> seen;
    for (size_t size = 0; size <= bytes.size(); size++)
        EXPECT_TRUE(seen.insert(hashBytes(bytes.data(), size)).second) << size << " zero bytes";
    for (size_t i = 0; i < bytes.size(); i++) {
        bytes[i] = 1;
        EXPECT_TRUE(seen.insert(hashBytes(bytes.data(), bytes.size())).second) << "byte " << i;
        bytes[i] = 0;
    }
}

TEST(Hash, OneBitChangesAboutHalfOfTheResult) {
    uint8_t bytes[40] = {};
    const uint64_t before = hashBytes(bytes, sizeof(bytes));
    for (int bit = 0; bit < 320; bit += 7) {
        bytes[bit / 8] ^= static_cast<uint8_t>(1 << (bit % 8));
        const int changed = std::popcount(before ^ hashBytes(bytes, sizeof(bytes)));
        EXPECT_GT(changed, 10) << bit;
        EXPECT_LT(changed, 54) << bit;
        bytes[bit / 8] ^= static_cast<uint8_t>(1 << (bit % 8));
    }
}

TEST(Hash, SeedsGiveDifferentHashes) {
    EXPECT_NE(hashBytes("abc", 3, 0), hashBytes("abc", 3, 1));
    EXPECT_NE(hash128("abc", 3).low, hash128("abc", 3).high);
}

TEST(Hash, StoredValuesStayTheSameOnEveryPlatform) {
    const Hash128 hash = hash128("Hendeca stores this.", 20);
    EXPECT_EQ(hash.toString(), "e5e8b86a63961b45c78774f929a92146");
    EXPECT_EQ(hash.toString().size(), 32u);
    EXPECT_EQ(mixProduct(0xffffffffffffffffu, 0xfffffffffffffffdu), 3u ^ 0xfffffffffffffffcu);
}

} // namespace
} // namespace hendeca
