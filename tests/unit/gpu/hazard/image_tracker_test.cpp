#include "gpu/hazard/tracker.h"

#include <gtest/gtest.h>

#include <vector>

namespace hendeca::gpu::hazard {
namespace {

const VkImage kImage = (VkImage)uintptr_t(0x100);

struct ImageTracker : testing::Test {
    Tracker tracker;
    ImageState state;
    BarrierBatch batch;

    ImageTracker() { state.init(4, 3, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED); }

    ImageRange all() const { return {0, state.mipLevels(), 0, state.arrayLayers(), state.aspects()}; }
    static ImageRange one(uint32_t mip, uint32_t layer) { return {mip, 1, layer, 1, VK_IMAGE_ASPECT_COLOR_BIT}; }

    struct Answer {
        bool memory = false;
        VkMemoryBarrier2 global{};
        std::vector<VkImageMemoryBarrier2> images;
        bool none() const { return !memory && images.empty(); }
    };
    Answer flush() {
        const VkDependencyInfo& info = batch.dependency();
        Answer answer;
        answer.memory = info.memoryBarrierCount != 0;
        answer.global = answer.memory ? info.pMemoryBarriers[0] : VkMemoryBarrier2{};
        answer.images.assign(info.pImageMemoryBarriers, info.pImageMemoryBarriers + info.imageMemoryBarrierCount);
        batch.clear();
        return answer;
    }
    Answer use(const ImageRange& range, Access access, bool discard = false) {
        const bool asked = tracker.needsBarrier(state, range, access);
        EXPECT_EQ(asked, tracker.use(state, kImage, range, access, batch, discard)) << accessInfo(access).name;
        return flush();
    }
};

std::vector<Access> imageAccesses() {
    std::vector<Access> all;
    for (uint32_t i = 1; i < static_cast<uint32_t>(Access::Count); i++)
        if (accessInfo(static_cast<Access>(i)).layout != VK_IMAGE_LAYOUT_UNDEFINED)
            all.push_back(static_cast<Access>(i));
    return all;
}

TEST_F(ImageTracker, AFirstUseMovesItToTheLayout) {
    for (const Access access : imageAccesses()) {
        state.init(4, 3, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED);
        const Answer answer = use(all(), access);
        ASSERT_EQ(answer.images.size(), 1u);
        EXPECT_FALSE(answer.memory);
        const VkImageMemoryBarrier2& barrier = answer.images[0];
        EXPECT_EQ(barrier.oldLayout, VK_IMAGE_LAYOUT_UNDEFINED);
        EXPECT_EQ(barrier.newLayout, accessInfo(access).layout);
        EXPECT_EQ(barrier.srcStageMask, 0u);
        EXPECT_EQ(barrier.dstStageMask, accessInfo(access).stages);
        EXPECT_EQ(barrier.dstAccessMask, accessInfo(access).access);
        EXPECT_EQ(barrier.image, kImage);
        EXPECT_EQ(barrier.srcQueueFamilyIndex, VK_QUEUE_FAMILY_IGNORED);
        EXPECT_EQ(barrier.subresourceRange.levelCount, 4u);
        EXPECT_EQ(barrier.subresourceRange.layerCount, 3u);
        EXPECT_EQ(tracker.layout(state, 2, 1, VK_IMAGE_ASPECT_COLOR_BIT), accessInfo(access).layout);
    }
}

// The written rule: another layout is a transition after everything before; in the same layout as with buffers.
TEST_F(ImageTracker, EveryPairFollowsTheRule) {
    for (const Access first : imageAccesses()) {
        for (const Access second : imageAccesses()) {
            const AccessInfo &a = accessInfo(first), &b = accessInfo(second);
            SCOPED_TRACE(std::string(a.name) + " then " + b.name);
            state.init(4, 3, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED);
            use(all(), first);
            const Answer answer = use(all(), second);
            if (a.layout != b.layout) {
                ASSERT_EQ(answer.images.size(), 1u);
                EXPECT_EQ(answer.images[0].oldLayout, a.layout);
                EXPECT_EQ(answer.images[0].newLayout, b.layout);
                EXPECT_EQ(answer.images[0].srcStageMask, a.stages);
                EXPECT_EQ(answer.images[0].dstStageMask, b.stages);
                EXPECT_EQ(answer.images[0].dstAccessMask, b.access);
                if (a.write) {
                    EXPECT_NE(answer.images[0].srcAccessMask, 0u);
                }
                continue;
            }
            EXPECT_TRUE(answer.images.empty());
            const bool sameReader = !a.write && !b.write && a.stages == b.stages && a.access == b.access;
            EXPECT_EQ(answer.memory, !sameReader);
            if (answer.memory) {
                EXPECT_EQ(answer.global.srcStageMask & a.stages, a.stages);
                EXPECT_EQ(answer.global.dstStageMask & b.stages, b.stages);
            }
        }
    }
}

TEST_F(ImageTracker, AReaderInAnotherStageIsOrderedAfterTheTransition) {
    use(all(), Access::ColorAttachment);
    use(all(), Access::SampledPixel);
    const Answer second = use(all(), Access::SampledVertex);
    ASSERT_TRUE(second.memory);
    EXPECT_EQ(second.global.srcStageMask, accessInfo(Access::SampledPixel).stages); // it waited for the transition
    EXPECT_TRUE(second.global.dstStageMask & accessInfo(Access::SampledVertex).stages);
    EXPECT_TRUE(use(all(), Access::SampledPixel).none());
    EXPECT_TRUE(use(all(), Access::SampledVertex).none());
}

TEST_F(ImageTracker, TwoReadersInOneBatchShareTheTransition) {
    use(all(), Access::ColorAttachment);
    tracker.use(state, kImage, all(), Access::SampledVertex, batch);
    tracker.use(state, kImage, all(), Access::SampledPixel, batch);
    const Answer answer = flush();
    ASSERT_EQ(answer.images.size(), 1u);
    EXPECT_FALSE(answer.memory);
    EXPECT_EQ(answer.images[0].dstStageMask,
              accessInfo(Access::SampledVertex).stages | accessInfo(Access::SampledPixel).stages);
    EXPECT_TRUE(use(all(), Access::SampledPixel).none());
}

TEST_F(ImageTracker, OnlyTheSubresourceMoves) {
    use(all(), Access::SampledPixel);
    const Answer answer = use(one(2, 1), Access::ColorAttachment);
    ASSERT_EQ(answer.images.size(), 1u);
    const VkImageSubresourceRange& range = answer.images[0].subresourceRange;
    EXPECT_EQ(range.baseMipLevel, 2u);
    EXPECT_EQ(range.levelCount, 1u);
    EXPECT_EQ(range.baseArrayLayer, 1u);
    EXPECT_EQ(range.layerCount, 1u);
    EXPECT_EQ(tracker.layout(state, 2, 1, VK_IMAGE_ASPECT_COLOR_BIT), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    EXPECT_EQ(tracker.layout(state, 2, 0, VK_IMAGE_ASPECT_COLOR_BIT), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    EXPECT_TRUE(use(one(1, 1), Access::SampledPixel).none());
    // The whole comes back with a barrier for that one alone.
    const Answer back = use(all(), Access::SampledPixel);
    ASSERT_EQ(back.images.size(), 1u);
    EXPECT_EQ(back.images[0].subresourceRange.baseMipLevel, 2u);
    EXPECT_EQ(back.images[0].subresourceRange.layerCount, 1u);
    EXPECT_TRUE(use(all(), Access::SampledPixel).none());
}

TEST_F(ImageTracker, MipsOfAChainAreReadAndWrittenSideBySide) {
    use(all(), Access::TransferWrite);
    use(one(0, 0), Access::SampledPixel);
    EXPECT_FALSE(use(one(1, 0), Access::ColorAttachment).none());
    EXPECT_TRUE(use(one(0, 0), Access::SampledPixel).none());
}

TEST_F(ImageTracker, AWriteToOneSubresourceDoesNotConcernTheOthers) {
    use(all(), Access::StorageReadCompute);
    EXPECT_TRUE(use(one(1, 0), Access::StorageWriteCompute).memory);
    EXPECT_TRUE(use(one(0, 0), Access::StorageReadCompute).none());
    EXPECT_TRUE(use(one(2, 0), Access::StorageReadCompute).none());
    EXPECT_TRUE(use(one(1, 0), Access::StorageReadCompute).memory);
}

TEST_F(ImageTracker, NeighbouringSubresourcesShareABarrier) {
    use(all(), Access::SampledPixel);
    use(one(0, 0), Access::TransferWrite); // now each has a state of its own
    flush();
    const Answer answer = use({1, 3, 0, 3, VK_IMAGE_ASPECT_COLOR_BIT}, Access::TransferWrite);
    ASSERT_EQ(answer.images.size(), 1u);
    EXPECT_EQ(answer.images[0].subresourceRange.baseMipLevel, 1u);
    EXPECT_EQ(answer.images[0].subresourceRange.levelCount, 3u);
    EXPECT_EQ(answer.images[0].subresourceRange.layerCount, 3u);
}

TEST_F(ImageTracker, DiscardedContentsAreNotKept) {
    use(all(), Access::SampledPixel);
    const Answer answer = use(all(), Access::TransferWrite, true);
    ASSERT_EQ(answer.images.size(), 1u);
    EXPECT_EQ(answer.images[0].oldLayout, VK_IMAGE_LAYOUT_UNDEFINED);
    EXPECT_EQ(answer.images[0].srcStageMask, accessInfo(Access::SampledPixel).stages); // still waited for
}

TEST_F(ImageTracker, ADiscardInTheSameLayoutIsAnOrdinaryWrite) {
    use(all(), Access::ColorAttachment);
    const Answer answer = use(all(), Access::ColorAttachment, true);
    EXPECT_TRUE(answer.images.empty());
    EXPECT_TRUE(answer.memory);
}

TEST_F(ImageTracker, DepthAndStencilHaveLayoutsOfTheirOwn) {
    constexpr VkImageAspectFlags kBoth = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    state.init(1, 1, kBoth, VK_IMAGE_LAYOUT_UNDEFINED);
    use(all(), Access::DepthAttachment);
    const Answer depth = use({0, 1, 0, 1, VK_IMAGE_ASPECT_DEPTH_BIT}, Access::DepthReadSampled);
    ASSERT_EQ(depth.images.size(), 1u);
    EXPECT_EQ(depth.images[0].subresourceRange.aspectMask, VkImageAspectFlags(VK_IMAGE_ASPECT_DEPTH_BIT));
    EXPECT_EQ(tracker.layout(state, 0, 0, VK_IMAGE_ASPECT_STENCIL_BIT), VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
    EXPECT_FALSE(use({0, 1, 0, 1, VK_IMAGE_ASPECT_STENCIL_BIT}, Access::DepthAttachment).none()); // write after write
    const Answer both = use(all(), Access::DepthAttachment);
    ASSERT_EQ(both.images.size(), 1u);
    EXPECT_TRUE(both.memory);
}

TEST_F(ImageTracker, BothAspectsMoveInOneBarrier) {
    constexpr VkImageAspectFlags kBoth = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    state.init(2, 1, kBoth, VK_IMAGE_LAYOUT_UNDEFINED);
    use({0, 1, 0, 1, kBoth}, Access::DepthAttachment);
    const Answer answer = use({0, 1, 0, 1, kBoth}, Access::SampledPixel);
    ASSERT_EQ(answer.images.size(), 1u);
    EXPECT_EQ(answer.images[0].subresourceRange.aspectMask, kBoth);
}

TEST_F(ImageTracker, RangesAreClampedToTheImage) {
    const Answer answer = use({0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS, VK_IMAGE_ASPECT_COLOR_BIT},
                              Access::SampledPixel);
    ASSERT_EQ(answer.images.size(), 1u);
    EXPECT_EQ(answer.images[0].subresourceRange.levelCount, 4u);
    EXPECT_EQ(answer.images[0].subresourceRange.layerCount, 3u);
    // A slice of a 3D image: it has one layer only.
    state.init(1, 1, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED);
    const Answer slice = use({0, 1, 5, 1, VK_IMAGE_ASPECT_COLOR_BIT}, Access::ColorAttachment);
    ASSERT_EQ(slice.images.size(), 1u);
    EXPECT_EQ(slice.images[0].subresourceRange.baseArrayLayer, 0u);
}

TEST_F(ImageTracker, AnAspectThatItHasNotIsNoUse) {
    EXPECT_TRUE(use({0, 1, 0, 1, VK_IMAGE_ASPECT_STENCIL_BIT}, Access::SampledPixel).none());
}

} // namespace
} // namespace hendeca::gpu::hazard
