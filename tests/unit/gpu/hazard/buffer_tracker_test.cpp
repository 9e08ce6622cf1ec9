#include "gpu/hazard/tracker.h"

#include <gtest/gtest.h>

#include <vector>

namespace hendeca::gpu::hazard {
namespace {

constexpr VkAccessFlags2 kWrites =
    VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT |
    VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT | VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT;

std::vector<Access> allAccesses() {
    std::vector<Access> all;
    for (uint32_t i = 1; i < static_cast<uint32_t>(Access::Count); i++)
        all.push_back(static_cast<Access>(i));
    return all;
}

struct BufferTracker : testing::Test {
    Tracker tracker;
    BufferState state;
    BarrierBatch batch;

    // The memory barrier that the use needs; nothing if none.
    std::vector<VkMemoryBarrier2> use(uint64_t offset, uint64_t size, Access access) {
        const bool asked = tracker.needsBarrier(state, offset, size, access);
        const bool added = tracker.use(state, offset, size, access, batch);
        EXPECT_EQ(asked, added) << accessInfo(access).name;
        const VkDependencyInfo& info = batch.dependency();
        EXPECT_EQ(added, !batch.empty());
        std::vector<VkMemoryBarrier2> result(info.pMemoryBarriers, info.pMemoryBarriers + info.memoryBarrierCount);
        batch.clear();
        return result;
    }
};

TEST_F(BufferTracker, EveryRowHasItsKeyAndItsName) {
    for (const Access access : allAccesses()) {
        EXPECT_EQ(accessInfo(access).key, access);
        EXPECT_NE(accessInfo(access).stages, 0u);
        EXPECT_NE(accessInfo(access).access, 0u);
        EXPECT_EQ(accessInfo(access).write, (accessInfo(access).access & kWrites) != 0) << accessInfo(access).name;
    }
}

TEST_F(BufferTracker, AFirstUseNeedsNothing) {
    for (const Access access : allAccesses()) {
        state = {};
        EXPECT_TRUE(use(0, 64, access).empty()) << accessInfo(access).name;
    }
}

// The written rule: nothing between reads; a write is waited for and made visible; a write after a read only waits.
TEST_F(BufferTracker, EveryPairFollowsTheRule) {
    for (const Access first : allAccesses()) {
        for (const Access second : allAccesses()) {
            const AccessInfo &a = accessInfo(first), &b = accessInfo(second);
            SCOPED_TRACE(std::string(a.name) + " then " + b.name);
            state = {};
            use(0, 64, first);
            const auto barriers = use(0, 64, second);
            if (!a.write && !b.write) {
                EXPECT_TRUE(barriers.empty());
                continue;
            }
            ASSERT_EQ(barriers.size(), 1u);
            EXPECT_EQ(barriers[0].srcStageMask, a.stages);
            EXPECT_EQ(barriers[0].dstStageMask, b.stages);
            EXPECT_EQ(barriers[0].srcAccessMask, a.write ? a.access & kWrites : 0);
            EXPECT_EQ(barriers[0].dstAccessMask, a.write ? b.access : 0);
        }
    }
}

TEST_F(BufferTracker, TheSameReaderAsksOnce) {
    use(0, 64, Access::TransferWrite);
    EXPECT_FALSE(use(0, 64, Access::VertexBuffer).empty());
    EXPECT_TRUE(use(0, 64, Access::VertexBuffer).empty());
    EXPECT_TRUE(use(16, 16, Access::VertexBuffer).empty());
}

TEST_F(BufferTracker, AReaderInAnotherStageGetsItsOwnAndTheFirstStaysServed) {
    use(0, 64, Access::TransferWrite);
    use(0, 64, Access::VertexBuffer);
    const auto second = use(0, 64, Access::UniformCompute);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(second[0].srcStageMask, accessInfo(Access::TransferWrite).stages);
    EXPECT_TRUE(second[0].dstStageMask & VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT);
    EXPECT_TRUE(use(0, 64, Access::VertexBuffer).empty());
    EXPECT_TRUE(use(0, 64, Access::UniformCompute).empty());
}

// Visibility is kept as stages x accesses; a pair that only the product claims must have been made visible, too.
TEST_F(BufferTracker, ALaterBarrierCoversTheWholeProductOfStagesAndAccesses) {
    use(0, 64, Access::StorageWriteCompute);
    use(0, 64, Access::UniformGraphics);
    const auto second = use(0, 64, Access::StorageReadCompute);
    ASSERT_EQ(second.size(), 1u);
    const VkPipelineStageFlags2 stages = accessInfo(Access::UniformGraphics).stages | accessInfo(Access::StorageReadCompute).stages;
    EXPECT_EQ(second[0].dstStageMask, stages);
    EXPECT_EQ(second[0].dstAccessMask, VK_ACCESS_2_UNIFORM_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT);
    EXPECT_TRUE(use(0, 64, Access::UniformCompute).empty()); // one of those pairs
}

TEST_F(BufferTracker, AWriteWaitsForAllReadersSinceTheLastWrite) {
    use(0, 64, Access::TransferWrite);
    use(0, 64, Access::VertexBuffer);
    use(0, 64, Access::IndexBuffer);
    const auto write = use(0, 64, Access::TransferWrite);
    ASSERT_EQ(write.size(), 1u);
    EXPECT_EQ(write[0].srcStageMask, accessInfo(Access::VertexBuffer).stages | accessInfo(Access::IndexBuffer).stages);
    EXPECT_EQ(write[0].srcAccessMask, 0u); // execution only: the readers made the first write available
    // And what came before the write is forgotten.
    const auto read = use(0, 64, Access::UniformCompute);
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0].srcStageMask, accessInfo(Access::TransferWrite).stages);
}

TEST_F(BufferTracker, AWriteThatAlsoReadsSeesTheWriteBeforeTheReads) {
    use(0, 64, Access::TransferWrite);
    use(0, 64, Access::VertexBuffer);
    const auto write = use(0, 64, Access::StorageWriteCompute);
    ASSERT_EQ(write.size(), 1u);
    EXPECT_TRUE(write[0].srcStageMask & accessInfo(Access::TransferWrite).stages);
    EXPECT_TRUE(write[0].srcAccessMask & VK_ACCESS_2_TRANSFER_WRITE_BIT);
    EXPECT_TRUE(write[0].dstAccessMask & VK_ACCESS_2_SHADER_STORAGE_READ_BIT);
}

TEST_F(BufferTracker, WritesToDifferentBytesDoNotWaitForEachOther) {
    EXPECT_TRUE(use(0, 64, Access::StorageWriteCompute).empty());
    EXPECT_TRUE(use(64, 64, Access::StorageWriteCompute).empty());
    EXPECT_TRUE(use(256, 64, Access::TransferWrite).empty());
    EXPECT_FALSE(use(60, 8, Access::StorageWriteCompute).empty());
}

TEST_F(BufferTracker, AReadOfUntouchedBytesNeedsNothing) {
    use(0, 64, Access::TransferWrite);
    EXPECT_TRUE(use(64, 64, Access::VertexBuffer).empty());
    EXPECT_FALSE(use(0, 128, Access::IndexBuffer).empty());
}

TEST_F(BufferTracker, AWriteToAPartWaitsForReadersOfTheWhole) {
    use(0, 256, Access::VertexBuffer);
    const auto write = use(64, 64, Access::TransferWrite);
    ASSERT_EQ(write.size(), 1u);
    EXPECT_EQ(write[0].srcStageMask, accessInfo(Access::VertexBuffer).stages);
    // The rest can be read on without a wait, the part cannot.
    EXPECT_TRUE(use(0, 64, Access::VertexBuffer).empty());
    EXPECT_FALSE(use(0, 256, Access::VertexBuffer).empty());
    EXPECT_TRUE(use(0, 256, Access::VertexBuffer).empty());
}

TEST_F(BufferTracker, ARangeMayEndBeyondAllNumbers) {
    use(16, UINT64_MAX, Access::TransferWrite);
    EXPECT_TRUE(use(0, 16, Access::VertexBuffer).empty());
    EXPECT_FALSE(use(1 << 20, 16, Access::VertexBuffer).empty());
}

TEST_F(BufferTracker, ManyRangesAreTakenTogetherAndStaySafe) {
    for (uint64_t i = 0; i < 200; i++)
        use(i * 512, 16, i % 2 ? Access::TransferWrite : Access::StorageWriteCompute);
    for (uint64_t i = 0; i < 200; i++)
        EXPECT_TRUE(tracker.needsBarrier(state, i * 512, 16, Access::VertexBuffer)) << i;
}

// Readers of some bytes shield a write from the write before only where they have read what it wrote.
TEST_F(BufferTracker, TakenTogetherReadersOfOtherBytesDoNotHideAWrite) {
    for (uint64_t i = 0; i < 100; i++) {
        use(i * 512, 16, Access::StorageWriteCompute);
        use(i * 512 + 256, 16, Access::TransferWrite);
        use(i * 512 + 256, 16, Access::VertexBuffer);
    }
    const auto write = use(0, 16, Access::TransferWrite); // only ever written
    ASSERT_EQ(write.size(), 1u);
    EXPECT_TRUE(write[0].srcStageMask & VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT);
    EXPECT_TRUE(write[0].srcAccessMask & VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT);
}

TEST_F(BufferTracker, ForgettingLeavesNoHistory) {
    use(0, 64, Access::TransferWrite);
    use(128, 64, Access::TransferWrite);
    tracker.forget(state);
    EXPECT_TRUE(use(0, 256, Access::StorageWriteCompute).empty());
}

TEST_F(BufferTracker, AskingRemembersNothing) {
    use(0, 64, Access::TransferWrite);
    EXPECT_TRUE(tracker.needsBarrier(state, 0, 64, Access::VertexBuffer));
    EXPECT_TRUE(tracker.needsBarrier(state, 0, 64, Access::VertexBuffer));
    EXPECT_FALSE(use(0, 64, Access::VertexBuffer).empty());
}

} // namespace
} // namespace hendeca::gpu::hazard
