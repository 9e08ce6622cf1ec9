#include "gpu/resource/factory.h"
#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace hendeca::gpu {
namespace {

struct BufferTest : testing::Test {
    test::FakeVk driver;
    std::unique_ptr<ResourceFactory> factory = std::make_unique<ResourceFactory>(driver.device().value());
    Result<std::unique_ptr<Buffer>> make(uint64_t size, MemoryKind kind = MemoryKind::Device) {
        BufferDesc desc;
        desc.size = size;
        desc.memory = kind;
        return factory->createBuffer(desc);
    }
};

TEST_F(BufferTest, SmallOnesShareAVkBufferAndDoNotOverlap) {
    auto a = make(1000).value(), b = make(1000).value();
    EXPECT_EQ(a->backing().buffer, b->backing().buffer);
    EXPECT_GE(b->backing().offset, a->backing().offset + 1000);
    EXPECT_EQ(b->backing().offset % 256, 0u);
    EXPECT_EQ(driver.count("CreateBuffer"), 1u);
}

TEST_F(BufferTest, LargeOnesHaveTheirOwn) {
    auto a = make(3 << 20).value(), b = make(1000).value();
    EXPECT_NE(a->backing().buffer, b->backing().buffer);
    EXPECT_EQ(a->backing().offset, 0u);
}

TEST_F(BufferTest, KindsDoNotShare) {
    auto a = make(1000, MemoryKind::Device).value(), b = make(1000, MemoryKind::Readback).value();
    EXPECT_NE(a->backing().buffer, b->backing().buffer);
}

TEST_F(BufferTest, UnifiedMemoryIsMappedForAllKinds) {
    for (const MemoryKind kind : {MemoryKind::Device, MemoryKind::Upload, MemoryKind::Readback})
        EXPECT_NE(make(1000, kind).value()->initialMapping(), nullptr);
}

TEST_F(BufferTest, OnACardWithASmallWindowOnlyStagingIsMapped) {
    driver.discreteMemory(256 << 20);
    factory = std::make_unique<ResourceFactory>(driver.device().value());
    EXPECT_EQ(make(1000, MemoryKind::Device).value()->initialMapping(), nullptr);
    EXPECT_NE(make(1000, MemoryKind::Upload).value()->initialMapping(), nullptr);
    EXPECT_NE(make(1000, MemoryKind::Readback).value()->initialMapping(), nullptr);
}

TEST_F(BufferTest, HasEveryUsageThatTheDeviceKnows) {
    auto a = make(1000).value();
    EXPECT_TRUE(driver.lastBuffer.usage & VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT);
    EXPECT_TRUE(driver.lastBuffer.usage & VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT);
    driver.lack(vk::Cap::ConditionalRendering);
    ResourceFactory other(driver.device().value());
    BufferDesc desc;
    desc.size = 16;
    auto b = other.createBuffer(desc).value();
    EXPECT_FALSE(driver.lastBuffer.usage & VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT);
}

TEST_F(BufferTest, NoBytesAreAnError) {
    EXPECT_EQ(make(0).error().code, ErrorCode::InvalidArgument);
}

TEST_F(BufferTest, LargeOnesEndInWholeWordsSoThatTheyCanBeFilled) {
    auto a = make((2 << 20) + 1).value();
    EXPECT_EQ(driver.lastBuffer.size % 4, 0u);
    EXPECT_GT(driver.lastBuffer.size, uint64_t(2 << 20));
}

TEST_F(BufferTest, ReplacingTheBackingRaisesTheGeneration) {
    auto a = make(1000).value();
    const uint32_t before = a->generation();
    a->setBacking({a->backing().buffer, 512, nullptr});
    EXPECT_NE(a->generation(), before);
    EXPECT_EQ(a->backing().offset, 512u);
    EXPECT_NE(a->initialMapping(), nullptr); // the first one's stays
}

TEST_F(BufferTest, ComingAndGoingMakesNothingNew) {
    for (int i = 0; i < 1000; i++)
        make(1000).value();
    EXPECT_EQ(driver.count("CreateBuffer"), 1u);
}

TEST_F(BufferTest, BlocksThatEmptyAreGivenBackButOne) {
    std::vector<std::unique_ptr<Buffer>> many;
    for (int i = 0; i < 64; i++)
        many.push_back(make(512 << 10).value());
    EXPECT_GT(driver.live().at("Buffer"), 4);
    many.clear();
    EXPECT_EQ(driver.live().at("Buffer"), 1);
}

TEST_F(BufferTest, EveryFailureIsAnErrorAndLeaksNothing) {
    for (const uint64_t size : {uint64_t(1000), uint64_t(3) << 20}) {
        for (uint64_t n = 1; n < 10; n++) {
            test::FakeVk own;
            {
                ResourceFactory fresh(own.device().value());
                own.failAfter(n, VK_ERROR_OUT_OF_DEVICE_MEMORY);
                BufferDesc desc;
                desc.size = size;
                auto made = fresh.createBuffer(desc);
                if (!made.ok()) {
                    EXPECT_EQ(made.error().code, ErrorCode::OutOfMemory);
                }
            }
            EXPECT_TRUE(own.clean()) << "call " << n;
        }
    }
}

TEST_F(BufferTest, AllIsGivenBackAtTheEnd) {
    make(1000).value();
    make(3 << 20).value();
    factory.reset();
    EXPECT_TRUE(driver.clean());
}

TEST_F(BufferTest, ThreadsMayCreateAndReleaseAtOnce) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([&, t] {
            for (int round = 0; round < 20; round++) {
                std::vector<std::unique_ptr<Buffer>> mine;
                for (int i = 0; i < 50; i++) {
                    mine.push_back(make(64u << (i % 10), MemoryKind::Upload).value());
                    std::fill_n(mine.back()->initialMapping(), 64, uint8_t(t));
                }
                for (auto& buffer : mine)
                    EXPECT_EQ(buffer->initialMapping()[63], t);
            }
        });
    for (auto& thread : threads)
        thread.join();
}

} // namespace
} // namespace hendeca::gpu
