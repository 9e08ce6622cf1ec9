// Failures: each Vulkan call that can fail does so once, in turn. Nothing may hang, crash or stay behind, and a loss shows.
#include "record_fixture.h"

#include "util/log.h"

namespace hendeca::gpu {

namespace {

// A little of everything, then the end.
void runAll(test::FakeVk& vk) {
    RecordWorld world(vk);
    if (!world.ok())
        return;
    View* target = world.drawSetup();
    Image* image = world.image(4, VK_IMAGE_USAGE_SAMPLED_BIT);
    View* texture = world.view(image, VK_IMAGE_USAGE_SAMPLED_BIT);
    Buffer* buffer = world.storage(256);
    for (uint32_t i = 0; i < 3; i++) {
        if (target)
            world.clear(target);
        world.upload(image);
        world.texture(texture);
        world.writer->draw(3, 0, 1, 0);
        if (buffer) {
            auto* copy = world.writer->add<packet::CopyBuffer>();
            copy->target = copy->source = buffer;
            copy->targetOffset = 128;
            copy->sourceOffset = 0;
            copy->size = 64;
        }
        world.submit();
        world.backend->wait(world.submissions);
    }
    world.run();
}

void silent(LogLevel, std::string_view) {}

} // namespace

class FailureTest : public RecordTest {
protected:
    void SetUp() override { setLogCapture(silent); }
    void TearDown() override {
        setLogCapture(nullptr);
        RecordTest::TearDown();
    }
};

TEST_F(FailureTest, EveryCallMayFailOnce) {
    runAll(vk);
    const uint64_t calls = vk.failable();
    ASSERT_GT(calls, 20u);
    EXPECT_EQ(leftovers(vk), "");
    for (const VkResult result : {VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_DEVICE_LOST})
        for (uint64_t n = 1; n <= calls; n++) {
            vk.failAfter(n, result);
            runAll(vk);
            vk.heal();
            ASSERT_EQ(leftovers(vk), "") << "call " << n;
        }
}

TEST_F(FailureTest, ALostDeviceEndsAllWaits) {
    vk.failAlways("QueueSubmit2", VK_ERROR_DEVICE_LOST);
    vk.timelineValue = 0;
    start();
    world->drawSetup();
    world->writer->draw(3, 0, 1, 0);
    world->submit();
    EXPECT_FALSE(world->backend->wait(world->submissions));
    EXPECT_TRUE(world->backend->lost());
    EXPECT_STRNE(world->backend->lostReason(), "");
    EXPECT_GE(world->backend->completed(), world->submissions);
    world->submit();
    world->run();
    EXPECT_FALSE(world->backend->wait(world->submissions + 100)); // never written
}

} // namespace hendeca::gpu
