#include "gpu/sparse/tile_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace hendeca::gpu {
namespace {

// 3 x 2 tiles and 2 x 1 tiles, then two packed mips in one tile.
TileLayout chain() {
    TileLayout layout;
    layout.shape = {128, 128, 1};
    layout.mips = 4;
    layout.standardMips = 2;
    layout.packedTiles = 1;
    EXPECT_TRUE(layOutTiles(layout, 384, 256, 1));
    return layout;
}

std::vector<uint32_t> numbers(const TileLayout& layout, const TileRegion& region) {
    std::vector<TileSpan> spans;
    std::vector<uint32_t> tiles;
    if (!tilesOf(layout, region, spans))
        return {~0u};
    for (const TileSpan& span : spans)
        for (uint32_t i = 0; i < span.count; i++)
            tiles.push_back(span.first + i);
    return tiles;
}

// All shapes hold 64 KiB (specification 5.9.2.8).
TEST(TileLayout, ShapesHoldOneTile) {
    for (uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
        for (bool volume : {false, true}) {
            const TileShape shape = standardTileShape(bytes, 1, 1, volume, 1);
            EXPECT_EQ(kTileBytes, shape.width * shape.height * shape.depth * bytes) << bytes;
        }
        const TileShape four = standardTileShape(bytes, 1, 1, false, 4);
        EXPECT_EQ(kTileBytes, four.width * four.height * 4 * bytes) << bytes;
    }
    EXPECT_EQ((TileShape{512, 256, 1}), standardTileShape(8, 4, 4, false, 1));
    EXPECT_EQ((TileShape{256, 256, 1}), standardTileShape(16, 4, 4, false, 1));
    EXPECT_EQ((TileShape{128, 256, 1}), standardTileShape(1, 1, 1, false, 2));
    EXPECT_EQ(TileShape{}, standardTileShape(12, 1, 1, false, 1));
}

TEST(TileLayout, CountsBySubresource) {
    const TileLayout layout = chain();
    EXPECT_EQ(6u + 2u + 1u, layout.total);
    EXPECT_EQ(6u, layout.subresources[1].first);
    EXPECT_EQ(2u, layout.subresources[1].width);
    EXPECT_EQ(1u, layout.subresources[1].height);
    EXPECT_EQ(0u, layout.subresources[2].width);
    EXPECT_EQ(8u, layout.firstPacked);
    TileLayout huge;
    huge.shape = {64, 64, 1};
    huge.layers = 65536;
    huge.standardMips = 1;
    EXPECT_FALSE(layOutTiles(huge, 16384, 16384, 1));
}

TEST(TileLayout, RegionsBecomeNumbers) {
    const TileLayout layout = chain();
    EXPECT_EQ((std::vector<uint32_t>{4, 5, 6, 7, 8}), numbers(layout, {1, 1, 0, 0, 5})); // spills over
    EXPECT_EQ((std::vector<uint32_t>{1, 2, 4, 5}), numbers(layout, {1, 0, 0, 0, 4, true, 2, 2, 1}));
    EXPECT_EQ((std::vector<uint32_t>{8}), numbers(layout, {0, 0, 0, 3, 1}));
    const std::vector<uint32_t> bad{~0u};
    EXPECT_EQ(bad, numbers(layout, {1, 1, 0, 0, 6}));                   // beyond the end
    EXPECT_EQ(bad, numbers(layout, {3, 0, 0, 0, 1}));                   // beside the level
    EXPECT_EQ(bad, numbers(layout, {0, 0, 0, 4, 1}));                   // no such subresource
    EXPECT_EQ(bad, numbers(layout, {0, 0, 0, 0, 0}));                   // nothing
    EXPECT_EQ(bad, numbers(layout, {1, 0, 0, 0, 3, true, 3, 1, 1}));    // reaches out
    EXPECT_EQ(bad, numbers(layout, {0, 0, 0, 0, 3, true, 2, 2, 1}));    // contradicts itself
    EXPECT_EQ(bad, numbers(layout, {0, 0, 0, 0, 2, true, 1, 1, 2}));    // no second layer
    EXPECT_EQ(bad, numbers(layout, {0, 0, 0, 2, 1, true, 1, 1, 1}));    // a box of packed mips
    EXPECT_EQ(bad, numbers(layout, {1, 0, 0, 2, 1}));                   // beyond the packed tiles
    EXPECT_EQ(bad, numbers(layout, {~0u, ~0u, ~0u, 0, ~0u, true, ~0u, ~0u, ~0u}));
}

// Of arrays a box goes through the same level of the layers.
TEST(TileLayout, BoxesOverLayersAndSlices) {
    TileLayout array;
    array.shape = {128, 128, 1};
    array.mips = 2;
    array.layers = 3;
    array.standardMips = 2;
    ASSERT_TRUE(layOutTiles(array, 256, 256, 1)); // 4 + 1 tiles a layer
    EXPECT_EQ((std::vector<uint32_t>{6, 8, 11, 13}), numbers(array, {1, 0, 0, 2, 4, true, 1, 2, 2}));
    EXPECT_EQ((std::vector<uint32_t>{~0u}), numbers(array, {0, 0, 0, 2, 3, true, 1, 1, 3}));
    TileLayout volume;
    volume.shape = {32, 32, 16};
    volume.standardMips = 1;
    ASSERT_TRUE(layOutTiles(volume, 64, 32, 48));
    EXPECT_EQ(6u, volume.total);
    EXPECT_EQ((std::vector<uint32_t>{3, 5}), numbers(volume, {1, 0, 1, 0, 2, true, 1, 1, 2}));
    EXPECT_EQ((std::vector<uint32_t>{~0u}), numbers(volume, {0, 0, 2, 0, 2, true, 1, 1, 2}));
}

TEST(TileLayout, NumbersHavePlaces) {
    const TileLayout layout = chain();
    const TilePlace last = placeOfTile(layout, 5);
    EXPECT_EQ(0u, last.subresource);
    EXPECT_EQ(2u, last.x);
    EXPECT_EQ(1u, last.y);
    EXPECT_FALSE(last.packed);
    EXPECT_EQ(1u, placeOfTile(layout, 7).subresource);
    EXPECT_EQ(1u, placeOfTile(layout, 7).x);
    EXPECT_TRUE(placeOfTile(layout, 8).packed);
    EXPECT_EQ(0u, placeOfTile(layout, 8).x);
}

} // namespace
} // namespace hendeca::gpu
