#include "../pipeline/gpu_fixture.h"

#include "gpu/descriptor/arena.h"

#include <set>

namespace hendeca::gpu {
namespace {

class ArenaTest : public test::GpuTest {
protected:
    const SetLayout& layout() {
        const spirv::ShaderBinary binary = test::texturedPixel();
        const spirv::ShaderBinary* shaders[] = {&binary};
        return *layouts_->group(1, shaders)->resources;
    }
};

TEST_F(ArenaTest, SetsComeBackWhenTheirSubmissionHasPassed) {
    start();
    DescriptorArena arena(*device_);
    const SetLayout& wanted = layout();
    std::set<VkDescriptorSet> first, second;
    for (int i = 0; i < 10; i++)
        first.insert(*arena.take(wanted));
    EXPECT_EQ(first.size(), 10u); // all different
    arena.submissionEnded(1, retire_);
    const uint64_t allocated = arena.allocated();
    for (int i = 0; i < 2; i++)
        second.insert(*arena.take(wanted));
    for (VkDescriptorSet set : second)
        EXPECT_FALSE(first.contains(set)); // those of submission 1 may still be read
    arena.submissionEnded(2, retire_);
    retire_.collect(1);
    for (int i = 0; i < 10; i++)
        EXPECT_TRUE(arena.take(wanted));
    EXPECT_EQ(arena.allocated(), allocated);
    arena.submissionEnded(3, retire_);
    retire_.collect(3);
}

TEST_F(ArenaTest, AManyFramesLoopAllocatesNothingNew) {
    start();
    DescriptorArena arena(*device_);
    const SetLayout& wanted = layout();
    uint64_t warm = 0;
    for (uint64_t frame = 1; frame <= 100; frame++) {
        for (int i = 0; i < 50; i++)
            ASSERT_TRUE(arena.take(wanted));
        arena.submissionEnded(frame, retire_);
        retire_.collect(frame > 2 ? frame - 2 : 0);
        if (frame == 10)
            warm = arena.allocated();
    }
    EXPECT_EQ(arena.allocated(), warm);
    retire_.collect(100);
}

} // namespace
} // namespace hendeca::gpu
