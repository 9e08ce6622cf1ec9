#include "gpu/format/texel_code.h"

#include <gtest/gtest.h>

#include <array>

namespace hendeca::gpu {
namespace {

TEST(TexelCode, RowsAreWholeWords) {
    EXPECT_EQ(wordsOf(TexelCode::PairRgbg, 1), 1u);
    EXPECT_EQ(wordsOf(TexelCode::PairGrgb, 4), 2u);
    EXPECT_EQ(wordsOf(TexelCode::AlphaOfFour, 5), 2u);
    EXPECT_EQ(codedRowBytes(TexelCode::PairRgbg, 3), 8u);
    EXPECT_EQ(codedRowBytes(TexelCode::AlphaOfFour, 5), 5u);
    EXPECT_FALSE(isWordCode(TexelCode::FloatDepth));
}

// The left texel keeps the block's bytes; the right one has the greens exchanged, so that one swizzle shows both.
TEST(TexelCode, PairsKeepEveryByte) {
    const uint8_t row[] = {1, 2, 3, 4, 5, 6, 7, 8};
    std::array<uint8_t, 12> texels{};
    expandRow(TexelCode::PairRgbg, row, 3, texels.data());
    EXPECT_EQ(texels, (std::array<uint8_t, 12>{1, 2, 3, 4, 1, 4, 3, 2, 5, 6, 7, 8}));
    expandRow(TexelCode::PairGrgb, row, 3, texels.data());
    EXPECT_EQ(texels, (std::array<uint8_t, 12>{1, 2, 3, 4, 3, 2, 1, 4, 5, 6, 7, 8}));
}

TEST(TexelCode, AlphasHaveNoColor) {
    const uint8_t row[] = {9, 8};
    std::array<uint8_t, 8> texels{};
    texels.fill(0xcd);
    expandRow(TexelCode::AlphaOfFour, row, 2, texels.data());
    EXPECT_EQ(texels, (std::array<uint8_t, 8>{0, 0, 0, 9, 0, 0, 0, 8}));
}

} // namespace
} // namespace hendeca::gpu
