// Random uses, checked by a small model of Vulkan's memory model that knows nothing of the tracker: it replays the uses and
// the barriers, and says whether each use is ordered after, and sees, all that it must.

#include "gpu/hazard/tracker.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace hendeca::gpu::hazard {
namespace {

constexpr VkAccessFlags2 kWrites =
    VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT |
    VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT | VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT;

// One use in the past of one place, and how far barriers have carried it.
struct Past {
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 writes; // 0: a read, or a transition that has become available
    bool isWrite;
    bool available = false;
    VkPipelineStageFlags2 ordered = 0;                  // these stages of later commands run after it
    std::map<VkPipelineStageFlags2, VkAccessFlags2> visible; // per stage

    void barrier(VkMemoryBarrier2 b) {
        if (b.dstStageMask & VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT)
            b.dstStageMask = ~VK_PIPELINE_STAGE_2_HOST_BIT; // the host is no command
        if (b.dstAccessMask & VK_ACCESS_2_MEMORY_READ_BIT)
            b.dstAccessMask = ~VkAccessFlags2(0);
        if (!(b.srcStageMask & (stages | ordered)))
            return;
        if ((b.srcStageMask & stages) && (b.srcAccessMask & writes) == writes)
            available = true;
        ordered |= b.dstStageMask;
        if (!available)
            return;
        for (VkPipelineStageFlags2 left = b.dstStageMask; left; left &= left - 1)
            visible[left & ~(left - 1)] |= b.dstAccessMask;
    }
    bool orders(VkPipelineStageFlags2 by) const { return (by & ~ordered) == 0; }
    bool sees(const AccessInfo& info) const {
        for (VkPipelineStageFlags2 left = info.stages; left; left &= left - 1) {
            const auto found = visible.find(left & ~(left - 1));
            if (found == visible.end() || (info.access & ~kWrites & ~found->second))
                return false;
        }
        return true;
    }
};

// The history of one byte or subresource.
struct Place {
    std::vector<Past> past;
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;

    void barrier(const VkMemoryBarrier2& b) {
        for (Past& use : past)
            use.barrier(b);
    }
    void transition(const VkImageMemoryBarrier2& b) {
        EXPECT_TRUE(b.oldLayout == layout || b.oldLayout == VK_IMAGE_LAYOUT_UNDEFINED);
        VkMemoryBarrier2 memory{};
        memory.srcStageMask = b.srcStageMask;
        memory.srcAccessMask = b.srcAccessMask;
        memory.dstStageMask = b.dstStageMask;
        memory.dstAccessMask = b.dstAccessMask;
        for (Past& use : past) {
            use.barrier(memory);
            // The transition rewrites the image, so all before must be over and out of the caches.
            EXPECT_TRUE((b.srcStageMask & use.stages) || (b.srcStageMask & use.ordered)) << "transition not ordered";
            EXPECT_TRUE(!use.isWrite || use.available) << "transition before a write is available";
        }
        past.clear();
        Past made{0, 0, true};
        made.available = true;
        made.ordered = b.dstStageMask;
        for (VkPipelineStageFlags2 left = b.dstStageMask; left; left &= left - 1)
            made.visible[left & ~(left - 1)] = b.dstAccessMask;
        past.push_back(made);
        layout = b.newLayout;
    }
    void use(const AccessInfo& info) {
        const bool reads = (info.access & ~kWrites) != 0;
        for (const Past& before : past) {
            if (!before.isWrite && !info.write)
                continue;
            ASSERT_TRUE(before.orders(info.stages)) << "not ordered: " << info.name;
            if (!before.isWrite)
                continue;
            ASSERT_TRUE(before.available) << "not available: " << info.name;
            if (reads) {
                ASSERT_TRUE(before.sees(info)) << "not visible: " << info.name;
            }
        }
        if (info.write)
            past.clear();
        past.push_back({info.stages, info.access & kWrites, info.write});
    }
};

// The host's reads lie between submissions, where a wait for their end orders them.
std::vector<Access> accesses(bool images, bool host) {
    std::vector<Access> all;
    for (uint32_t i = 1; i < static_cast<uint32_t>(Access::Count); i++)
        if ((host || static_cast<Access>(i) != Access::HostRead) && (!images || accessInfo(static_cast<Access>(i)).layout != VK_IMAGE_LAYOUT_UNDEFINED))
            all.push_back(static_cast<Access>(i));
    return all;
}

TEST(TrackerModel, RandomUsesOfBuffersAreSafe) {
    for (uint32_t seed = 0; seed < 300; seed++) {
        const auto all = accesses(false, seed % 2 == 0);
        std::mt19937 random(seed);
        Tracker tracker;
        BufferState state;
        BarrierBatch batch;
        const uint64_t size = seed % 10 == 9 ? 160 : 16; // the large ones have more ranges than are told apart
        std::vector<Place> places(size);
        // Few kinds per round, so that histories grow deep; some rounds have many ranges, to see them taken together.
        std::vector<Access> some;
        for (int i = 0; i < 5; i++)
            some.push_back(all[random() % all.size()]);
        const uint64_t scale = seed % 3 ? 1 : 16;
        for (uint64_t step = 0; step < 150 + size * 2; step++) {
            if (seed % 2 && random() % 16 == 0)
                tracker.newEpoch(batch);
            const AccessInfo& info = accessInfo(some[random() % some.size()]);
            const uint64_t begin = random() % size, longest = size > 16 && random() % 8 ? 1 : size - begin;
            const uint64_t end = begin + 1 + random() % longest;
            tracker.use(state, begin * scale, (end - begin) * scale, info.key, batch);
            const VkDependencyInfo& dependency = batch.dependency();
            for (uint32_t b = 0; b < dependency.memoryBarrierCount; b++)
                for (Place& place : places)
                    place.barrier(dependency.pMemoryBarriers[b]);
            batch.clear();
            for (uint64_t i = begin; i < end; i++) {
                places[i].use(info);
                ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed << " step " << step;
            }
        }
    }
}

TEST(TrackerModel, RandomUsesOfImagesAreSafe) {
    constexpr uint32_t kMips = 3, kLayers = 2;
    for (uint32_t seed = 0; seed < 300; seed++) {
        const auto all = accesses(true, seed % 2 == 0);
        std::mt19937 random(seed);
        Tracker tracker;
        ImageState state;
        state.init(kMips, kLayers, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED);
        BarrierBatch batch;
        Place places[kLayers][kMips];
        const VkImage image = (VkImage)uintptr_t(1);
        std::vector<Access> some;
        for (int i = 0; i < 4; i++)
            some.push_back(all[random() % all.size()]);
        for (int step = 0; step < 150; step++) {
            // Its barrier may go out alone or with the next answer, in one dependency without order.
            if (seed % 2 && random() % 8 == 0) {
                tracker.newEpoch(batch);
                const VkDependencyInfo& alone = batch.dependency();
                if (random() % 2) {
                    for (uint32_t b = 0; b < alone.memoryBarrierCount; b++)
                        for (auto& layer : places)
                            for (Place& place : layer)
                                place.barrier(alone.pMemoryBarriers[b]);
                    batch.clear();
                }
            }
            const AccessInfo& info = accessInfo(some[random() % some.size()]);
            ImageRange range{0, kMips, 0, kLayers, VK_IMAGE_ASPECT_COLOR_BIT};
            if (random() % 3) {
                range.firstMip = random() % kMips;
                range.mipCount = 1 + random() % (kMips - range.firstMip);
                range.firstLayer = random() % kLayers;
                range.layerCount = 1 + random() % (kLayers - range.firstLayer);
            }
            tracker.use(state, image, range, info.key, batch, info.write && random() % 4 == 0);
            const VkDependencyInfo& dependency = batch.dependency();
            std::set<Place*> moved;
            for (uint32_t b = 0; b < dependency.imageMemoryBarrierCount; b++) {
                const auto& barrier = dependency.pImageMemoryBarriers[b];
                const auto& r = barrier.subresourceRange;
                for (uint32_t l = r.baseArrayLayer; l < r.baseArrayLayer + r.layerCount; l++)
                    for (uint32_t m = r.baseMipLevel; m < r.baseMipLevel + r.levelCount; m++) {
                        ASSERT_TRUE(moved.insert(&places[l][m]).second) << "two transitions of one subresource";
                        places[l][m].transition(barrier);
                    }
            }
            for (uint32_t b = 0; b < dependency.memoryBarrierCount; b++)
                for (auto& layer : places)
                    for (Place& place : layer)
                        if (!moved.count(&place)) // a memory barrier beside a transition has no order with it
                            place.barrier(dependency.pMemoryBarriers[b]);
            batch.clear();
            for (uint32_t l = range.firstLayer; l < range.firstLayer + range.layerCount; l++)
                for (uint32_t m = range.firstMip; m < range.firstMip + range.mipCount; m++) {
                    ASSERT_EQ(places[l][m].layout, info.layout) << "seed " << seed << " step " << step;
                    ASSERT_EQ(tracker.layout(state, m, l, VK_IMAGE_ASPECT_COLOR_BIT), info.layout);
                    places[l][m].use(info);
                    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << " step " << step;
                }
        }
    }
}

TEST(TrackerEpochs, UsesOfAnEarlierEpochNeedNoBarrierButTheOneBetween) {
    Tracker tracker;
    BufferState state;
    BarrierBatch batch;
    for (uint64_t i = 0; i < 8; i++)
        EXPECT_FALSE(tracker.use(state, i * 64, 64, Access::StorageWriteCompute, batch));
    tracker.newEpoch(batch);
    const VkDependencyInfo& between = batch.dependency();
    ASSERT_EQ(between.memoryBarrierCount, 1u);
    EXPECT_EQ(between.pMemoryBarriers[0].srcStageMask, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT);
    EXPECT_EQ(between.pMemoryBarriers[0].srcAccessMask, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT);
    EXPECT_EQ(between.pMemoryBarriers[0].dstStageMask, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    batch.clear();
    EXPECT_FALSE(tracker.needsBarrier(state, 0, 512, Access::IndirectBuffer));
    for (uint64_t i = 0; i < 8; i++)
        EXPECT_FALSE(tracker.use(state, i * 64, 64, Access::StorageWriteCompute, batch));
    EXPECT_TRUE(tracker.use(state, 0, 64, Access::StorageWriteCompute, batch));
}

TEST(TrackerEpochs, ATransitionStillWaitsForTheLastUsesOfItsImage) {
    Tracker tracker;
    ImageState state;
    state.init(1, 1, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED);
    BarrierBatch batch;
    const VkImage image = (VkImage)uintptr_t(1);
    tracker.use(state, image, {}, Access::ColorAttachment, batch);
    batch.clear();
    tracker.newEpoch(batch);
    EXPECT_FALSE(tracker.needsBarrier(state, {}, Access::ColorAttachment));
    EXPECT_TRUE(tracker.use(state, image, {}, Access::SampledPixel, batch));
    const VkDependencyInfo& both = batch.dependency();
    ASSERT_EQ(both.imageMemoryBarrierCount, 1u);
    EXPECT_EQ(both.pImageMemoryBarriers[0].oldLayout, accessInfo(Access::ColorAttachment).layout);
    EXPECT_EQ(both.pImageMemoryBarriers[0].srcStageMask, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT);
    EXPECT_EQ(both.pImageMemoryBarriers[0].srcAccessMask, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT);
}

TEST(TrackerEpochs, NothingUsedAsksForNothing) {
    Tracker tracker;
    BarrierBatch batch;
    tracker.newEpoch(batch);
    EXPECT_TRUE(batch.empty());
}

} // namespace
} // namespace hendeca::gpu::hazard
