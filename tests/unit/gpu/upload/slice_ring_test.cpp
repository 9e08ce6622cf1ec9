#include "gpu/resource/factory.h"
#include "gpu/upload/slice_ring.h"
#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>
#include <vector>

namespace hendeca::gpu {
namespace {

struct SliceRingTest : testing::Test {
    test::FakeVk driver;
    std::unique_ptr<ResourceFactory> factory = std::make_unique<ResourceFactory>(driver.device().value());
    std::unique_ptr<SliceRing> ring = std::make_unique<SliceRing>(*factory);
};

TEST_F(SliceRingTest, ASliceIsLargeEnoughMappedAndAligned) {
    for (const uint64_t size : {uint64_t(0), uint64_t(1), uint64_t(256), uint64_t(257), uint64_t(65536), uint64_t(1) << 20,
                                (uint64_t(1) << 20) + 1, uint64_t(5) << 20}) {
        const Slice slice = ring->take(size);
        ASSERT_NE(slice.backing.mapped, nullptr) << size;
        EXPECT_EQ(slice.backing.offset % 256, 0u);
        std::fill_n(slice.backing.mapped, size, uint8_t(1)); // a sanitizer would object
        SliceRing::give(slice);
    }
}

TEST_F(SliceRingTest, SlicesThatAreOutNeverOverlap) {
    std::map<std::pair<VkBuffer, uint64_t>, uint64_t> out;
    std::vector<Slice> slices;
    for (int i = 0; i < 3000; i++) {
        const uint64_t size = uint64_t(200) << (i % 12);
        const Slice slice = ring->take(size);
        ASSERT_TRUE(slice.page);
        out[{slice.backing.buffer, slice.backing.offset}] = size;
        slices.push_back(slice);
    }
    EXPECT_EQ(out.size(), 3000u);
    for (auto it = out.begin(); std::next(it) != out.end(); ++it)
        if (it->first.first == std::next(it)->first.first) {
            EXPECT_LE(it->first.second + it->second, std::next(it)->first.second);
        }
    SliceRing::give(slices.data(), slices.size());
}

TEST_F(SliceRingTest, SlicesOfAPageShareABufferAndRise) {
    const Slice a = ring->take(256), b = ring->take(256);
    EXPECT_EQ(a.backing.buffer, b.backing.buffer);
    EXPECT_EQ(b.backing.offset, a.backing.offset + 256);
    EXPECT_EQ(b.backing.mapped, a.backing.mapped + 256);
    SliceRing::give(a);
    SliceRing::give(b);
}

// The steady state of a frame loop: nothing is made.
TEST_F(SliceRingTest, WhatCameBackIsUsedAgain) {
    std::vector<Slice> frame;
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 500; i++)
            frame.push_back(ring->take(1000));
        SliceRing::give(frame.data(), frame.size());
        frame.clear();
    }
    EXPECT_EQ(driver.live().at("Buffer"), 1);
}

TEST_F(SliceRingTest, LargeOnesAreKeptForTheNextOfTheirSize) {
    for (int i = 0; i < 50; i++)
        SliceRing::give(ring->take(5 << 20));
    EXPECT_EQ(driver.count("CreateBuffer"), 1u);
    SliceRing::give(ring->take(20 << 20)); // too large for what waits
    EXPECT_EQ(driver.count("CreateBuffer"), 2u);
    // Beyond a limit the oldest go.
    std::vector<Slice> many;
    for (int i = 0; i < 20; i++)
        many.push_back(ring->take(10 << 20));
    SliceRing::give(many.data(), many.size());
    EXPECT_LE(driver.live().at("Buffer"), 6);
}

TEST_F(SliceRingTest, ExhaustedMemoryGivesANullSlice) {
    driver.failAlways("AllocateMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_EQ(ring->take(1000).backing.mapped, nullptr);
    EXPECT_EQ(ring->take(5 << 20).backing.mapped, nullptr);
    driver.heal();
    const Slice slice = ring->take(1000);
    EXPECT_NE(slice.backing.mapped, nullptr);
    SliceRing::give(slice);
}

TEST_F(SliceRingTest, PagesLiveOnUntilTheirLastSliceIsBack) {
    const Slice small = ring->take(1000), large = ring->take(5 << 20);
    ring.reset();
    EXPECT_EQ(driver.live().at("Buffer"), 2);
    small.backing.mapped[999] = 1;
    SliceRing::give(small);
    EXPECT_EQ(driver.live().at("Buffer"), 2);
    SliceRing::give(large);
    EXPECT_EQ(driver.live().count("Buffer"), 0u);
}

TEST_F(SliceRingTest, AllIsGivenBackWithTheRing) {
    SliceRing::give(ring->take(1000));
    SliceRing::give(ring->take(5 << 20));
    ring.reset();
    factory.reset();
    EXPECT_TRUE(driver.clean());
}

TEST_F(SliceRingTest, ANullSliceMayBeGivenBack) {
    SliceRing::give(Slice{});
    const Slice mixed[] = {Slice{}, ring->take(256), Slice{}};
    SliceRing::give(mixed, 3);
}

TEST_F(SliceRingTest, SlicesComeBackFromAnotherThread) {
    SliceRing other(*factory);
    std::vector<Slice> out;
    std::vector<std::thread> givers;
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < 100; i++) {
            out.push_back(ring->take(512));
            out.push_back(other.take(512));
        }
        givers.emplace_back([slices = std::move(out)] { SliceRing::give(slices.data(), slices.size()); });
        out.clear();
    }
    for (std::thread& giver : givers)
        giver.join();
}

} // namespace
} // namespace hendeca::gpu
