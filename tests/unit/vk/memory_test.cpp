#include "support/fakevk/fake_vk.h"
#include "vk/memory.h"

#include <gtest/gtest.h>

#include <thread>

namespace hendeca::vk {
namespace {

using test::FakeVk;

constexpr uint64_t kMiB = 1024 * 1024, kGiB = 1024 * kMiB;

AllocationDesc want(uint64_t size, MemoryUse use, bool image = false) {
    AllocationDesc desc;
    desc.requirements = {size, 256, ~0u};
    desc.use = use;
    desc.image = image;
    return desc;
}

struct MemoryTest : testing::Test {
    FakeVk driver;
    std::shared_ptr<Device> device;
    MemoryAllocator& open() {
        device = driver.device().value();
        return device->memory();
    }
    uint32_t typeOf(const AllocationDesc& desc) {
        MemoryAllocator& memory = open();
        const Allocation made = memory.allocate(desc).value();
        memory.free(made);
        return driver.lastMemoryType;
    }
};

TEST_F(MemoryTest, SmallThingsShareABlock) {
    MemoryAllocator& memory = open();
    const Allocation a = memory.allocate(want(1000, MemoryUse::Device)).value();
    const Allocation b = memory.allocate(want(1000, MemoryUse::Device)).value();
    EXPECT_EQ(a.memory, b.memory);
    EXPECT_GE(b.offset, a.offset + 1000);
    EXPECT_EQ(driver.count("AllocateMemory"), 1u);
    memory.free(a);
    memory.free(b);
}

TEST_F(MemoryTest, ImagesAndBuffersNeverShare) {
    MemoryAllocator& memory = open();
    const Allocation buffer = memory.allocate(want(1000, MemoryUse::Device)).value();
    const Allocation image = memory.allocate(want(1000, MemoryUse::DeviceOnly, true)).value();
    EXPECT_NE(buffer.memory, image.memory);
}

TEST_F(MemoryTest, LargeThingsHaveTheirOwnAndGiveItBackAtOnce) {
    MemoryAllocator& memory = open();
    const Allocation large = memory.allocate(want(100 * kMiB, MemoryUse::Device)).value();
    EXPECT_EQ(large.offset, 0u);
    EXPECT_EQ(memory.heap(0).allocated, 100 * kMiB);
    memory.free(large);
    EXPECT_EQ(memory.heap(0).allocated, 0u);
    EXPECT_EQ(memory.blockCount(), 0u);
}

TEST_F(MemoryTest, DedicatedIsHonoured) {
    MemoryAllocator& memory = open();
    AllocationDesc desc = want(4096, MemoryUse::DeviceOnly, true);
    desc.dedicated = true;
    const Allocation a = memory.allocate(desc).value(), b = memory.allocate(desc).value();
    EXPECT_NE(a.memory, b.memory);
    EXPECT_EQ(a.size, 4096u);
}

TEST_F(MemoryTest, HostVisibleMemoryIsMappedAtItsOffset) {
    MemoryAllocator& memory = open();
    const Allocation a = memory.allocate(want(1000, MemoryUse::Upload)).value();
    const Allocation b = memory.allocate(want(1000, MemoryUse::Upload)).value();
    ASSERT_NE(a.mapped, nullptr);
    EXPECT_EQ(b.mapped - a.mapped, static_cast<ptrdiff_t>(b.offset - a.offset));
    EXPECT_EQ(driver.count("MapMemory"), 1u);
}

TEST_F(MemoryTest, OneEmptyBlockIsKept) {
    MemoryAllocator& memory = open();
    for (int i = 0; i < 100; i++)
        memory.free(memory.allocate(want(1 * kMiB, MemoryUse::Device)).value());
    EXPECT_EQ(driver.count("AllocateMemory"), 1u);
    EXPECT_EQ(memory.blockCount(), 1u);
    EXPECT_EQ(memory.heap(0).used, 0u);
}

TEST_F(MemoryTest, OnACardWithASmallWindowBuffersAreNotMappedAndUploadsLieInHostMemory) {
    driver.discreteMemory(256 * kMiB);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::Device)), 0u);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::Upload)), 1u);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::Readback)), 2u);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::DeviceOnly, true)), 0u);
    EXPECT_FALSE(device->memory().deviceMapped());
}

TEST_F(MemoryTest, OnACardWithAFullWindowBuffersAreMappedDeviceMemory) {
    driver.discreteMemory(8 * kGiB);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::Device)), sizeof(void*) == 8 ? 3u : 0u);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::Upload)), sizeof(void*) == 8 ? 3u : 1u);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::Readback)), 2u);
    EXPECT_EQ(typeOf(want(1000, MemoryUse::DeviceOnly, true)), 0u);
    EXPECT_EQ(device->memory().deviceMapped(), sizeof(void*) == 8);
}

TEST_F(MemoryTest, OnlyTypesThatTheResourceAllowsAreTaken) {
    driver.discreteMemory(256 * kMiB);
    AllocationDesc desc = want(1000, MemoryUse::Device);
    desc.requirements.memoryTypeBits = 1u << 1;
    EXPECT_EQ(typeOf(desc), 1u);
    desc.requirements.memoryTypeBits = 1u << 9;
    EXPECT_EQ(device->memory().allocate(desc).error().code, ErrorCode::OutOfMemory);
}

TEST_F(MemoryTest, AFullHeapSendsBuffersToAnother) {
    driver.discreteMemory(256 * kMiB);
    driver.heapLeft[0] = driver.heapLeft[2] = 0;
    EXPECT_EQ(typeOf(want(1000, MemoryUse::Device)), 1u);
}

TEST_F(MemoryTest, WithoutRoomForABlockASmallThingGetsItsOwn) {
    driver.heapLeft[0] = 1 * kMiB;
    MemoryAllocator& memory = open();
    auto made = memory.allocate(want(64 * 1024, MemoryUse::Device));
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made->size, 64u * 1024);
}

TEST_F(MemoryTest, ExhaustionIsAnErrorAndLeavesTheBooksRight) {
    driver.heapLeft[0] = 0;
    MemoryAllocator& memory = open();
    EXPECT_EQ(memory.allocate(want(1000, MemoryUse::Device)).error().code, ErrorCode::OutOfMemory);
    EXPECT_EQ(memory.heap(0).allocated, 0u);
    EXPECT_EQ(memory.heap(0).used, 0u);
}

TEST_F(MemoryTest, AFailedMapGivesTheMemoryBack) {
    MemoryAllocator& memory = open();
    driver.failAlways("MapMemory", VK_ERROR_MEMORY_MAP_FAILED);
    EXPECT_EQ(memory.allocate(want(1000, MemoryUse::Upload)).error().code, ErrorCode::OutOfMemory);
    EXPECT_EQ(driver.live().count("Memory"), 0u);
}

TEST_F(MemoryTest, ALostDeviceEndsTheSearch) {
    driver.discreteMemory(256 * kMiB);
    MemoryAllocator& memory = open();
    driver.failAlways("AllocateMemory", VK_ERROR_DEVICE_LOST);
    EXPECT_EQ(memory.allocate(want(1000, MemoryUse::Device)).error().code, ErrorCode::DeviceLost);
    EXPECT_EQ(driver.count("AllocateMemory"), 1u);
    EXPECT_TRUE(device->lost());
}

TEST_F(MemoryTest, EverythingIsGivenBackWithTheDevice) {
    MemoryAllocator& memory = open();
    (void)memory.allocate(want(1000, MemoryUse::Device)).ok();
    (void)memory.allocate(want(100 * kMiB, MemoryUse::Device)).ok();
    device.reset();
    EXPECT_TRUE(driver.clean());
}

TEST_F(MemoryTest, ThreadsMayAllocateAtOnce) {
    MemoryAllocator& memory = open();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([&, t] {
            std::vector<Allocation> mine;
            for (int i = 0; i < 500; i++) {
                mine.push_back(memory.allocate(want(256u << (i % 8), MemoryUse::Upload)).value());
                mine.back().mapped[0] = static_cast<uint8_t>(t);
            }
            for (const Allocation& allocation : mine) {
                EXPECT_EQ(allocation.mapped[0], t);
                memory.free(allocation);
            }
        });
    for (auto& thread : threads)
        thread.join();
    EXPECT_EQ(memory.heap(0).used, 0u);
}

} // namespace
} // namespace hendeca::vk
