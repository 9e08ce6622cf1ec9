#include "gpu/hazard/tracker.h"

#include <gtest/gtest.h>

namespace hendeca::gpu::hazard {
namespace {

VkImageMemoryBarrier2 barrier(uint64_t image, VkImageLayout from, VkImageLayout to, uint32_t mip, uint32_t layer) {
    VkImageMemoryBarrier2 result{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
    result.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    result.dstStageMask = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;
    result.oldLayout = from;
    result.newLayout = to;
    result.image = (VkImage)static_cast<uintptr_t>(image);
    result.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, mip, 1, layer, 1};
    return result;
}

constexpr VkImageLayout kA = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kB = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
constexpr VkImageLayout kC = VK_IMAGE_LAYOUT_GENERAL;

TEST(BarrierBatch, IsEmptyUntilSomethingIsAdded) {
    BarrierBatch batch;
    EXPECT_TRUE(batch.empty());
    batch.addMemory(1, 2, 4, 8);
    EXPECT_FALSE(batch.empty());
    batch.clear();
    EXPECT_TRUE(batch.empty());
    EXPECT_EQ(batch.dependency().memoryBarrierCount, 0u);
    batch.addImage(barrier(1, kA, kB, 0, 0));
    EXPECT_FALSE(batch.empty());
}

TEST(BarrierBatch, MemoryBarriersAreOne) {
    BarrierBatch batch;
    batch.addMemory(1, 2, 4, 8);
    batch.addMemory(16, 32, 64, 128);
    const VkDependencyInfo& info = batch.dependency();
    ASSERT_EQ(info.memoryBarrierCount, 1u);
    EXPECT_EQ(info.sType, VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
    EXPECT_EQ(info.pMemoryBarriers->sType, VK_STRUCTURE_TYPE_MEMORY_BARRIER_2);
    EXPECT_EQ(info.pMemoryBarriers->srcStageMask, 17u);
    EXPECT_EQ(info.pMemoryBarriers->srcAccessMask, 34u);
    EXPECT_EQ(info.pMemoryBarriers->dstStageMask, 68u);
    EXPECT_EQ(info.pMemoryBarriers->dstAccessMask, 136u);
}

TEST(BarrierBatch, NeighboursOfOneImageAreJoined) {
    BarrierBatch batch;
    for (uint32_t layer = 0; layer < 2; layer++)
        for (uint32_t mip = 0; mip < 3; mip++)
            batch.addImage(barrier(1, kA, kB, mip, layer));
    const VkDependencyInfo& info = batch.dependency();
    ASSERT_EQ(info.imageMemoryBarrierCount, 1u);
    EXPECT_EQ(info.pImageMemoryBarriers[0].subresourceRange.levelCount, 3u);
    EXPECT_EQ(info.pImageMemoryBarriers[0].subresourceRange.layerCount, 2u);
}

TEST(BarrierBatch, OtherImagesAndOtherLayoutsStayApart) {
    BarrierBatch batch;
    batch.addImage(barrier(1, kA, kB, 0, 0));
    batch.addImage(barrier(2, kA, kB, 1, 0));
    batch.addImage(barrier(1, kC, kB, 1, 0));
    EXPECT_EQ(batch.dependency().imageMemoryBarrierCount, 3u);
}

TEST(BarrierBatch, TwoTransitionsOfOneSubresourceAreOne) {
    BarrierBatch batch;
    batch.addImage(barrier(1, kA, kB, 0, 0));
    batch.addImage(barrier(1, kB, kC, 0, 0));
    const VkDependencyInfo& info = batch.dependency();
    ASSERT_EQ(info.imageMemoryBarrierCount, 1u);
    EXPECT_EQ(info.pImageMemoryBarriers[0].oldLayout, kA);
    EXPECT_EQ(info.pImageMemoryBarriers[0].newLayout, kC);
}

TEST(BarrierBatch, WideningServesReadersOfPendingTransitions) {
    BarrierBatch batch;
    batch.addImage(barrier(1, kA, kB, 0, 0));
    const VkImage image = (VkImage)uintptr_t(1), other = (VkImage)uintptr_t(2);
    EXPECT_TRUE(batch.widen(image, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, 1));
    EXPECT_FALSE(batch.widen(image, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 2, 0, 1}, VK_PIPELINE_STAGE_2_HOST_BIT, 1)); // part
    EXPECT_FALSE(batch.widen(other, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}, VK_PIPELINE_STAGE_2_COPY_BIT, 1));
    EXPECT_EQ(batch.dependency().pImageMemoryBarriers[0].dstStageMask,
              VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT |
                  VK_PIPELINE_STAGE_2_HOST_BIT);
}

} // namespace
} // namespace hendeca::gpu::hazard
