// Failures: each Vulkan call that can fail does so once, in turn. Nothing may hang, crash or stay behind, and a loss shows.
#include "record_fixture.h"

#include "gpu/pipeline/shader_store.h"
#include "util/log.h"

#include <chrono>
#include <new>
#include <thread>

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
    // The fake's timeline is always there already: it is the loss that must come.
    for (int i = 0; i < 5000 && !world->backend->lost(); i++)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(world->backend->wait(world->submissions));
    EXPECT_TRUE(world->backend->lost());
    EXPECT_STRNE(world->backend->lostReason(), "");
    EXPECT_GE(world->backend->completed(), world->submissions);
    world->submit();
    world->run();
    EXPECT_FALSE(world->backend->wait(world->submissions + 100)); // never written
}

// A container that finds no memory costs the device, not the process: what follows is given back, and nobody hangs.
TEST_F(FailureTest, MemoryThatEndsInTheWorkerLosesTheDevice) {
    vk.timelineValue = 0;
    start();
    world->drawSetup();
    ShaderDesc desc;
    desc.stage = spirv::Stage::Pixel;
    desc.key[0] = 0xbadbad;
    spirv::ShaderBinary binary;
    binary.stage = spirv::Stage::Pixel;
    binary.words = {0x07230203, 0x00010600, 0, 1, 0};
    binary.inputRegisters = 1; // that nobody writes: a draw asks for a variant, on the worker
    desc.job = [binary](const ShaderVariant& variant) -> Result<spirv::ShaderBinary> {
        if (variant.undefinedInputs)
            throw std::bad_alloc();
        return binary;
    };
    auto made = world->backend->createShader(desc);
    world->owned.push_back(made.get());
    world->set(spirv::Stage::Pixel, made.release());
    world->writer->draw(3, 0, 1, 0);
    world->writer->add<packet::Release>()->object = world->backend->createBuffer({.size = 2 << 20}, nullptr).value().release();
    world->submit();
    // The fake's timeline is always there already: it is the loss that must come.
    for (int i = 0; i < 5000 && !world->backend->lost(); i++)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(world->backend->wait(world->submissions));
    EXPECT_TRUE(world->backend->lost());
    world->submit();
    world->run();
}

// Nothing may be destroyed that the GPU could be using: a device that is given up for want of memory is still at work.
TEST_F(FailureTest, ALostDeviceIsWaitedForBeforeItsObjectsGo) {
    start();
    world->drawSetup();
    world->submit();
    world->run();
    vk.failAlways("QueueSubmit2", VK_ERROR_OUT_OF_DEVICE_MEMORY);
    world->submit();
    // The fake's timeline is always there already: it is the loss that must come.
    for (int i = 0; i < 5000 && !world->backend->lost(); i++)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(world->backend->wait(world->submissions));
    world.reset();
    EXPECT_EQ(vk.count("DeviceWaitIdle"), 2u); // before the objects, and before the device
}

} // namespace hendeca::gpu
