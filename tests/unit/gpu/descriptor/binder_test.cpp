// What the Binder asks of Vulkan for each kind of change, and what shaders then read.
#include "../pipeline/gpu_fixture.h"

#include "gpu/stream/packets.h"

#include <cstring>

namespace hendeca::gpu {
namespace {

using spirv::Stage;

class BinderTest : public test::GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped())
            return;
        start();
        const spirv::ShaderBinary vertex = test::placeVertex(), pixel = test::plainPixel(),
                                  textured = test::texturedPixel();
        const spirv::ShaderBinary *pre[] = {&vertex}, *plain[] = {&pixel}, *other[] = {&textured};
        auto group = layouts_->group(0, pre);
        plain_ = *layouts_->graphics(*group, *layouts_->group(1, plain));
        textured_ = *layouts_->graphics(*group, *layouts_->group(1, other));
        uniform_ = buffer(4096);
    }
    void TearDown() override {
        uniform_.reset();
        other_.reset();
        GpuTest::TearDown();
    }
    std::unique_ptr<View> rawView(Buffer& of, uint64_t offset = 0) {
        BufferViewDesc desc;
        desc.offset = offset;
        desc.size = of.size() - offset;
        return factory_->createView(of, desc);
    }
    // In a VkBuffer of its own: too large to share one.
    Buffer* otherBuffer() {
        if (!other_)
            other_ = buffer(64 << 20);
        return other_.get();
    }
    struct Spent {
        uint64_t written, reused, binds;
        bool operator==(const Spent&) const = default;
    };
    // What one bind() cost.
    Spent cost(VkCommandBuffer commands, const PipelineLayout& layout) {
        const Binder::Counters before = binder_->counters();
        EXPECT_TRUE(binder_->bind(commands, layout));
        const Binder::Counters& now = binder_->counters();
        return {now.setsWritten - before.setsWritten, now.setsReused - before.setsReused,
                now.bindCalls - before.bindCalls};
    }
    const PipelineLayout* plain_ = nullptr;
    const PipelineLayout* textured_ = nullptr;
    std::unique_ptr<Buffer> uniform_, other_;
};

TEST_F(BinderTest, AnUnchangedBindCallsNothing) {
    binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 0, 256});
    submit([&](VkCommandBuffer commands) {
        EXPECT_EQ(cost(commands, *plain_), (Spent{2, 0, 2}));
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 0}));
        binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 0, 256}); // the same again
        binder_->setResource(Stage::Pixel, 5, nullptr);
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 0}));
    });
}

TEST_F(BinderTest, ARenamedUniformBufferCostsOneDynamicOffset) {
    binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 0, 256});
    submit([&](VkCommandBuffer commands) {
        cost(commands, *plain_);
        BufferBacking backing = uniform_->backing();
        backing.offset += 256;
        uniform_->setBacking(backing);
        binder_->bufferRenamed(*uniform_);
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 1}));
        binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 512, 256}); // another part of it
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 1}));
        binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 512, 128}); // another size: the range is the descriptor's
        EXPECT_EQ(cost(commands, *plain_), (Spent{1, 0, 1}));
    });
}

TEST_F(BinderTest, SlotsThatThePipelineDoesNotReadCostNothing) {
    binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 0, 256});
    auto view = rawView(*uniform_);
    submit([&](VkCommandBuffer commands) {
        cost(commands, *plain_);
        binder_->setUniform(Stage::Vertex, 3, {uniform_.get(), 256, 256});
        binder_->setUniform(Stage::Compute, 0, {uniform_.get(), 256, 256});
        binder_->setResource(Stage::Pixel, 1, view.get());
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 0}));
    });
}

TEST_F(BinderTest, SwitchingBackToContentsOfThisSubmissionWritesNothing) {
    auto one = rawView(*uniform_), two = rawView(*uniform_, 256);
    submit([&](VkCommandBuffer commands) {
        binder_->setResource(Stage::Pixel, 1, one.get());
        cost(commands, *textured_);
        binder_->setResource(Stage::Pixel, 1, two.get());
        EXPECT_EQ(cost(commands, *textured_), (Spent{1, 0, 1}));
        for (int i = 0; i < 5; i++) {
            binder_->setResource(Stage::Pixel, 1, i & 1 ? two.get() : one.get());
            EXPECT_EQ(cost(commands, *textured_), (Spent{0, 1, 1}));
        }
    });
    submit([&](VkCommandBuffer commands) { // sets of another submission are not used again
        EXPECT_EQ(cost(commands, *textured_), (Spent{2, 0, 2}));
    });
}

TEST_F(BinderTest, OtherPipelinesWithEqualSetsKeepThem) {
    auto view = rawView(*uniform_);
    binder_->setResource(Stage::Pixel, 1, view.get());
    submit([&](VkCommandBuffer commands) {
        cost(commands, *plain_);
        EXPECT_EQ(cost(commands, *textured_), (Spent{1, 0, 1})); // set 0 is common
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 1})); // the pixel stage's set was only not bound
    });
}

TEST_F(BinderTest, ARenameIsSeenBySetsThatAreBoundLater) {
    binder_->setUniform(Stage::Pixel, 0, {uniform_.get(), 0, 256});
    submit([&](VkCommandBuffer commands) {
        cost(commands, *plain_);
        cost(commands, *textured_);
        BufferBacking backing = uniform_->backing();
        backing.buffer = otherBuffer()->backing().buffer;
        const BufferBacking before = uniform_->backing();
        uniform_->setBacking(backing);
        binder_->bufferRenamed(*uniform_);
        cost(commands, *textured_);
        EXPECT_EQ(cost(commands, *plain_).written, 1u);
        uniform_->setBacking(before);
    });
}

TEST_F(BinderTest, AfterSomebodyElsesBindingsAllIsBoundAgainAndNothingWritten) {
    submit([&](VkCommandBuffer commands) {
        cost(commands, *plain_);
        binder_->disturbed(VK_PIPELINE_BIND_POINT_GRAPHICS);
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 2}));
        binder_->disturbed(VK_PIPELINE_BIND_POINT_COMPUTE);
        EXPECT_EQ(cost(commands, *plain_), (Spent{0, 0, 0}));
    });
}

TEST_F(BinderTest, ResetUnbindsEverything) {
    auto view = rawView(*uniform_);
    binder_->setUniform(Stage::Vertex, 13, {uniform_.get(), 0, 256});
    binder_->setResource(Stage::Domain, 127, view.get());
    binder_->setUav(false, 63, view.get());
    binder_->setUav(true, 0, view.get());
    binder_->reset();
    EXPECT_EQ(binder_->uniform(Stage::Vertex, 13).buffer, nullptr);
    EXPECT_EQ(binder_->resource(Stage::Domain, 127), nullptr);
    EXPECT_EQ(binder_->uav(false, 63), nullptr);
    EXPECT_EQ(binder_->uav(true, 0), nullptr);
}

TEST_F(BinderTest, UsesAreVisitedWhenTheyAreNewAndWrittenOnesAlways) {
    auto view = rawView(*uniform_);
    binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 0, 256});
    binder_->setResource(Stage::Pixel, 1, view.get());
    auto visits = [&](const PipelineLayout& layout, bool all) {
        int uniforms = 0, views = 0;
        binder_->visitUses(layout, all, [&](const SetBinding&, const UniformBinding* uniform, View* seen) {
            uniforms += uniform != nullptr;
            views += seen != nullptr;
        });
        return std::pair(uniforms, views);
    };
    EXPECT_EQ(visits(*textured_, false), std::pair(1, 1));
    EXPECT_EQ(visits(*textured_, false), std::pair(0, 0));
    EXPECT_EQ(visits(*textured_, true), std::pair(1, 1));

    const spirv::ShaderBinary fill = test::fillCompute();
    const spirv::ShaderBinary* shaders[] = {&fill};
    const PipelineLayout* compute = *layouts_->compute(*layouts_->group(0, shaders));
    binder_->setUav(true, 0, view.get());
    EXPECT_EQ(visits(*compute, false), std::pair(0, 1));
    EXPECT_EQ(visits(*compute, false), std::pair(0, 1)); // written: each dispatch may depend on the one before
}

TEST_F(BinderTest, PushedResourcesCostOneCallAndNoSet) {
    if (!device_->caps().has(vk::Cap::PushDescriptor))
        GTEST_SKIP();
    LayoutCache pushing(device_, false, true);
    const spirv::ShaderBinary vertex = test::placeVertex(), textured = test::texturedPixel();
    const spirv::ShaderBinary *pre[] = {&vertex}, *pixel[] = {&textured};
    const PipelineLayout* layout = *pushing.graphics(*pushing.group(0, pre), *pushing.group(1, pixel));
    ASSERT_TRUE(layout->sets[3]->push);
    EXPECT_FALSE(layout->sets[1]->push);
    auto one = rawView(*uniform_), two = rawView(*uniform_, 256);
    const auto pushed = [&] { return binder_->counters().setsPushed; };
    submit([&](VkCommandBuffer commands) {
        binder_->setResource(Stage::Pixel, 1, one.get());
        cost(commands, *layout);
        EXPECT_EQ(pushed(), 1u);
        EXPECT_EQ(cost(commands, *layout), (Spent{0, 0, 0}));
        binder_->setResource(Stage::Pixel, 1, two.get());
        EXPECT_EQ(cost(commands, *layout), (Spent{0, 0, 0}));
        EXPECT_EQ(pushed(), 2u);
        binder_->setUniform(Stage::Vertex, 0, {uniform_.get(), 0, 256}); // a set below: what was pushed stays
        EXPECT_EQ(cost(commands, *layout).binds, 1u);
        EXPECT_EQ(pushed(), 2u);
        binder_->disturbed(VK_PIPELINE_BIND_POINT_GRAPHICS);
        cost(commands, *layout);
        EXPECT_EQ(pushed(), 3u);
    });
    binder_->reset();
    retire_.collect(~uint64_t{0});
    fn_->DeviceWaitIdle(device_->handle());
}

TEST_F(BinderTest, RenamedStorageBuffersAreWrittenAnew) {
    auto view = rawView(*uniform_);
    binder_->setResource(Stage::Pixel, 1, view.get());
    submit([&](VkCommandBuffer commands) {
        cost(commands, *textured_);
        BufferBacking backing = uniform_->backing();
        backing.offset += 256;
        uniform_->setBacking(backing);
        binder_->bufferRenamed(*uniform_);
        EXPECT_EQ(cost(commands, *textured_).written, 1u);
        backing.offset -= 256;
        uniform_->setBacking(backing);
    });
}

} // namespace
} // namespace hendeca::gpu
