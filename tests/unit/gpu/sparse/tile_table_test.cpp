#include "gpu/sparse/tile_table.h"

#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

struct TileTableTest : testing::Test {
    test::FakeVk driver;
    std::shared_ptr<vk::Device> device = driver.device().value();
    TileHeap heap{device->memory(), ~0u, 1};
    BindBatch::Target binds;
    std::vector<std::shared_ptr<TileBlock>> dropped;

    TileTableTest() { EXPECT_TRUE(heap.resize(8).ok()); }
    // 300 x 200 texels: 3 x 2 tiles, the last of each row cut off; then a packed tile.
    static TileTable image() {
        TileLayout layout;
        layout.shape = {128, 128, 1};
        layout.mips = 2;
        layout.standardMips = 1;
        layout.packedTiles = 1;
        EXPECT_TRUE(layOutTiles(layout, 300, 200, 1));
        TileOwner owner;
        owner.image = reinterpret_cast<VkImage>(uintptr_t(16));
        owner.aspect = VK_IMAGE_ASPECT_COLOR_BIT;
        owner.extent = {300, 200, 1};
        owner.tailOffset = 1 << 20;
        return TileTable(std::move(layout), owner);
    }
};

TEST_F(TileTableTest, TilesBecomeBinds) {
    TileTable table = image();
    table.set(5, heap.find(7), binds, dropped);
    ASSERT_EQ(1u, binds.tiles.size());
    const VkSparseImageMemoryBind& bind = binds.tiles[0];
    EXPECT_EQ(256, bind.offset.x);
    EXPECT_EQ(128, bind.offset.y);
    EXPECT_EQ(44u, bind.extent.width); // to the edge
    EXPECT_EQ(72u, bind.extent.height);
    EXPECT_EQ(heap.find(7).block->offsetOf(7), bind.memoryOffset);
    EXPECT_EQ(heap.find(7).block->memory(), bind.memory);
    table.set(6, heap.find(0), binds, dropped); // packed
    ASSERT_EQ(1u, binds.ranges.size());
    EXPECT_EQ(1u << 20, binds.ranges[0].resourceOffset);
    EXPECT_EQ(kTileBytes, binds.ranges[0].size);
}

TEST_F(TileTableTest, OnlyChangesAreBound) {
    TileTable table = image();
    table.set(0, {}, binds, dropped); // was unmapped
    table.set(0, heap.find(1), binds, dropped);
    table.set(0, heap.find(1), binds, dropped);
    EXPECT_EQ(1u, binds.tiles.size());
    EXPECT_TRUE(dropped.empty());
    table.set(0, heap.find(2), binds, dropped);
    EXPECT_EQ(2u, binds.tiles.size());
    EXPECT_EQ(1u, dropped.size());
    EXPECT_EQ(2u, table.at(0).tile);
    table.clear(binds, dropped);
    ASSERT_EQ(3u, binds.tiles.size());
    EXPECT_TRUE(binds.tiles[2].memory == VK_NULL_HANDLE);
    EXPECT_FALSE(table.at(0).block);
}

TEST_F(TileTableTest, BuffersAreBoundByBytes) {
    TileLayout layout;
    layout.shape = {kTileBytes, 1, 1};
    layout.standardMips = 1;
    ASSERT_TRUE(layOutTiles(layout, 3 * kTileBytes, 1, 1));
    TileOwner owner;
    owner.buffer = reinterpret_cast<VkBuffer>(uintptr_t(16));
    TileTable table(std::move(layout), owner);
    table.set(2, heap.find(3), binds, dropped);
    ASSERT_EQ(1u, binds.ranges.size());
    EXPECT_EQ(2u * kTileBytes, binds.ranges[0].resourceOffset);
}

} // namespace
} // namespace hendeca::gpu
