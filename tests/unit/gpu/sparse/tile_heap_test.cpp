#include "gpu/sparse/tile_heap.h"

#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

struct TileHeapTest : testing::Test {
    test::FakeVk driver;
    std::shared_ptr<vk::Device> device = driver.device().value();
    std::unique_ptr<TileHeap> heap = std::make_unique<TileHeap>(device->memory(), ~0u, 1);
};

TEST_F(TileHeapTest, GrowsByBlocksAndKeepsWhatThereIs) {
    ASSERT_TRUE(heap->resize(4).ok());
    const TileRef first = heap->find(3);
    ASSERT_TRUE(first.block);
    EXPECT_EQ(3u, first.tile);
    EXPECT_FALSE(heap->find(4).block);
    ASSERT_TRUE(heap->resize(6).ok());
    EXPECT_EQ(first.block, heap->find(3).block);
    EXPECT_NE(first.block, heap->find(4).block);
    EXPECT_EQ(0u, heap->find(4).tile);
    EXPECT_EQ(0u, first.block->offsetOf(3) % kTileBytes);
}

// What the program took away goes with the next trim, and not before: mappings that were asked for earlier need it.
TEST_F(TileHeapTest, ShrinksWithTheNextTrim) {
    ASSERT_TRUE(heap->resize(2).ok());
    ASSERT_TRUE(heap->resize(4).ok());
    ASSERT_TRUE(heap->resize(1).ok());
    EXPECT_EQ(1u, heap->size());
    EXPECT_TRUE(heap->find(3).block);
    heap->trim();
    EXPECT_FALSE(heap->find(3).block);
    EXPECT_TRUE(heap->find(1).block); // the first block is still needed
    // Grown again before the trim came: nothing goes.
    ASSERT_TRUE(heap->resize(4).ok());
    ASSERT_TRUE(heap->resize(0).ok());
    ASSERT_TRUE(heap->resize(4).ok());
    const auto block = heap->find(3).block;
    heap->trim();
    EXPECT_EQ(block, heap->find(3).block);
}

// Memory that mappings keep alive is used first when the pool grows again (specification 5.9.2.2.2).
TEST_F(TileHeapTest, KeptMemoryComesBack) {
    ASSERT_TRUE(heap->resize(1).ok());
    ASSERT_TRUE(heap->resize(5).ok());
    const TileRef mapped = heap->find(2);
    ASSERT_TRUE(heap->resize(1).ok());
    heap->trim();
    ASSERT_TRUE(heap->resize(3).ok());
    EXPECT_EQ(mapped.block, heap->find(2).block);
}

TEST_F(TileHeapTest, FailuresChangeNothing) {
    ASSERT_TRUE(heap->resize(2).ok());
    EXPECT_EQ(ErrorCode::OutOfMemory, heap->resize(0x7fffffff).error().code);
    EXPECT_EQ(2u, heap->size());
    driver.failAlways("AllocateMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_EQ(ErrorCode::OutOfMemory, heap->resize(4096).error().code);
    EXPECT_EQ(2u, heap->size());
    EXPECT_TRUE(heap->find(1).block);
    EXPECT_FALSE(heap->find(2).block);
    driver.heal();
    EXPECT_TRUE(heap->resize(4096).ok());
}

// Blocks outlive the heap as long as somebody points to them.
TEST_F(TileHeapTest, MappingsKeepMemory) {
    ASSERT_TRUE(heap->resize(8192).ok()); // large enough for memory of its own
    TileRef mapped = heap->find(0);
    const int64_t before = driver.live()["Memory"];
    heap.reset();
    EXPECT_LE(1, driver.live()["Memory"]);
    mapped = {};
    EXPECT_GT(before, driver.live()["Memory"]);
}

} // namespace
} // namespace hendeca::gpu
