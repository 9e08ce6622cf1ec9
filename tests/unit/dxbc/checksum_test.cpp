// The container's checksum, against a file of another compiler and against the rule for each length of the last block.

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "dxbc/container.h"
#include "sample_shader.h"

namespace hendeca::dxbc {
namespace {

Checksum stored(std::span<const uint8_t> bytes) {
    Checksum checksum;
    std::memcpy(checksum.data(), bytes.data() + 4, sizeof(checksum));
    return checksum;
}

TEST(Checksum, EqualsThatOfAnotherCompiler) {
    EXPECT_EQ(computeChecksum(kSampleShader), stored(kSampleShader));
}

TEST(Checksum, ChangesWithEveryByteBehindIt) {
    const std::vector<uint8_t> original(std::begin(kSampleShader), std::end(kSampleShader));
    for (size_t i = 20; i < original.size(); i += 13) {
        std::vector<uint8_t> changed = original;
        changed[i] ^= 1;
        EXPECT_NE(computeChecksum(changed), stored(original)) << "byte " << i;
    }
}

TEST(Checksum, DoesNotCoverItself) {
    std::vector<uint8_t> changed(std::begin(kSampleShader), std::end(kSampleShader));
    changed[7] ^= 0xff;
    EXPECT_EQ(computeChecksum(changed), computeChecksum(kSampleShader));
}

// 56 bytes is where the rest of the data no longer fits beside the lengths.
TEST(Checksum, DiffersForEachLengthAroundABlock) {
    std::vector<Checksum> seen;
    for (size_t length = 0; length < 200; ++length) {
        const std::vector<uint8_t> zeros(length, 0);
        const Checksum checksum = computeChecksum(zeros);
        if (length > 20) {
            for (const Checksum& other : seen)
                EXPECT_NE(checksum, other) << length;
        }
        if (length >= 20)
            seen.push_back(checksum);
    }
}

TEST(Checksum, OfTooFewBytesIsThatOfNothing) {
    EXPECT_EQ(computeChecksum({}), computeChecksum(std::span(kSampleShader, 20)));
}

} // namespace
} // namespace hendeca::dxbc
