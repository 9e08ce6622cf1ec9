#include "fake_wsi.h"

#include "gpu/record/record_context.h"
#include "gpu/resource/factory.h"
#include "gpu/stream/packets.h"
#include "util/platform.h"

#include <gtest/gtest.h>

#include <optional>

namespace hendeca::gpu {
namespace {

using test::FakeWindow;
using test::FakeWsi;

class PresenterTest : public testing::Test, public PresentHost, public RecordHooks {
protected:
    void SetUp() override {
        auto made = wsi.device();
        ASSERT_TRUE(made.ok()) << made.error().what;
        vulkan = std::move(made).value();
        factory = std::make_unique<ResourceFactory>(vulkan);
        context = std::make_unique<RecordContext>(*vulkan, *factory, *this);
        source = makeSource(VK_FORMAT_B8G8R8A8_UNORM, 64, 48);
        presenter = make(&window);
    }
    void TearDown() override {
        presenter.reset();
        EXPECT_EQ(wsi.chains, 0) << "every swap chain is destroyed";
        EXPECT_EQ(window.surfaces, 0) << "and every surface";
        source.reset();
        context.reset();
        factory.reset();
        vulkan.reset();
        EXPECT_EQ(wsi.driver.live()["Semaphore"], 0);
    }

    // PresentHost, RecordHooks
    vk::Device& device() override { return *vulkan; }
    VkSemaphore timeline() override { return (VkSemaphore)uint64_t(0x4000); }
    void waitQueueIdle() override { idleWaits++; }
    void suspendPass() override {}
    void resolvePendingClears(Image&) override {}
    void disturbed(uint32_t) override {}

    std::unique_ptr<Presenter> make(SurfaceSource* from) {
        PresenterDesc desc;
        desc.source = from;
        auto made = PresenterImpl::create(*this, desc);
        EXPECT_TRUE(made.ok());
        return std::move(made).value();
    }
    PresenterImpl& impl() { return static_cast<PresenterImpl&>(*presenter); }

    std::unique_ptr<Image> makeSource(VkFormat format, uint32_t width, uint32_t height,
                                      VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT) {
        ImageDesc desc;
        desc.format = format;
        desc.extent = {width, height, 1};
        desc.samples = samples;
        desc.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        auto made = factory->createImage(desc);
        EXPECT_TRUE(made.ok());
        return std::move(made).value();
    }

    // One whole frame: recorded, submitted, handed over. True if something was shown.
    bool present(uint32_t interval = 0, bool tearing = false, bool submitted = true) {
        const PresentJob job = record(interval, tearing);
        impl().finish(job, VK_NULL_HANDLE, submitted);
        return job.acquired != VK_NULL_HANDLE;
    }
    PresentJob record(uint32_t interval = 0, bool tearing = false) {
        EXPECT_TRUE(context->beginSubmission(++submission));
        packet::Present packet{};
        packet.presenter = presenter.get();
        packet.presentId = ++id;
        packet.source = source.get();
        packet.syncInterval = interval;
        packet.tearing = tearing;
        const PresentJob job = impl().record(*context, packet);
        VkCommandBuffer early, main;
        EXPECT_TRUE(context->endSubmission(early, main));
        return job;
    }

    FakeWsi wsi;
    FakeWindow window;
    std::shared_ptr<vk::Device> vulkan;
    std::unique_ptr<ResourceFactory> factory;
    std::unique_ptr<RecordContext> context;
    std::unique_ptr<Image> source;
    std::unique_ptr<Presenter> presenter;
    uint64_t submission = 0, id = 0;
    int idleWaits = 0;
};

TEST_F(PresenterTest, FramesReachTheWindow) {
    for (int i = 0; i < 10; i++)
        EXPECT_TRUE(present());
    EXPECT_EQ(wsi.presented.size(), 10u);
    EXPECT_EQ(wsi.created.size(), 1u) << "one swap chain for all";
    EXPECT_EQ(presenter->presented(), 10u);
    EXPECT_EQ(presenter->status(), PresentStatus::Ok);
}

TEST_F(PresenterTest, WithoutAWindowPresentsAreCountedAndNothingElse) {
    presenter = make(nullptr);
    EXPECT_FALSE(present());
    EXPECT_FALSE(present());
    EXPECT_EQ(presenter->presented(), 2u);
    EXPECT_EQ(presenter->status(), PresentStatus::Ok);
    EXPECT_TRUE(presenter->waitPresented(2, 1000));
    EXPECT_TRUE(wsi.created.empty());
}

TEST_F(PresenterTest, ASecondPresentOfOneSubmissionIsCountedAndNotShown) {
    const PresentJob first = record();
    packet::Present again{};
    again.presentId = ++id;
    again.source = source.get();
    ASSERT_TRUE(context->beginSubmission(submission));
    const PresentJob second = impl().record(*context, again);
    EXPECT_TRUE(first.acquired != VK_NULL_HANDLE);
    EXPECT_TRUE(second.acquired == VK_NULL_HANDLE) << "waiting for the first one would never end";
    impl().finish(first, VK_NULL_HANDLE, true);
    impl().finish(second, VK_NULL_HANDLE, true);
    EXPECT_EQ(presenter->presented(), 2u);
}

TEST_F(PresenterTest, EqualSizeAndFormatIsCopiedElseBlitted) {
    present();
    EXPECT_EQ(wsi.driver.count("CmdCopyImage2"), 1u);
    EXPECT_EQ(wsi.driver.count("CmdBlitImage2"), 0u);
    source = makeSource(VK_FORMAT_B8G8R8A8_UNORM, 32, 32);
    present();
    EXPECT_EQ(wsi.driver.count("CmdBlitImage2"), 1u) << "another size";
    source = makeSource(VK_FORMAT_R8G8B8A8_UNORM, 64, 48);
    present();
    EXPECT_EQ(wsi.driver.count("CmdBlitImage2"), 2u) << "another format";
}

TEST_F(PresenterTest, MultisampledBuffersAreResolvedFirst) {
    source = makeSource(VK_FORMAT_B8G8R8A8_UNORM, 64, 48, VK_SAMPLE_COUNT_4_BIT);
    EXPECT_TRUE(present());
    EXPECT_EQ(wsi.driver.count("CmdResolveImage2"), 1u);
    EXPECT_EQ(wsi.driver.count("CmdCopyImage2"), 1u);
}

TEST_F(PresenterTest, LinearColoursGoToAnSrgbWindowFormat) {
    present();
    EXPECT_EQ(wsi.created.back().imageFormat, VK_FORMAT_B8G8R8A8_UNORM);
    source = makeSource(VK_FORMAT_R8G8B8A8_SRGB, 64, 48);
    present();
    EXPECT_EQ(wsi.created.back().imageFormat, VK_FORMAT_B8G8R8A8_SRGB);
    source = makeSource(VK_FORMAT_R16G16B16A16_SFLOAT, 64, 48);
    present();
    EXPECT_EQ(wsi.created.back().imageFormat, VK_FORMAT_B8G8R8A8_SRGB);
}

TEST_F(PresenterTest, IntervalAndTearingChooseTheMode) {
    present(1);
    EXPECT_EQ(wsi.created.back().presentMode, VK_PRESENT_MODE_FIFO_KHR);
    present(0);
    EXPECT_EQ(wsi.created.back().presentMode, VK_PRESENT_MODE_MAILBOX_KHR) << "no tearing";
    present(0, true);
    EXPECT_EQ(wsi.created.back().presentMode, VK_PRESENT_MODE_IMMEDIATE_KHR);
    present(2);
    EXPECT_EQ(wsi.created.back().presentMode, VK_PRESENT_MODE_FIFO_KHR);
}

TEST_F(PresenterTest, OnlyFifoIsCertain) {
    wsi.modes = {VK_PRESENT_MODE_FIFO_KHR};
    EXPECT_TRUE(present(0, true));
    EXPECT_EQ(wsi.created.back().presentMode, VK_PRESENT_MODE_FIFO_KHR);
}

TEST_F(PresenterTest, OutOfDateChainsAreMadeAnew) {
    EXPECT_TRUE(present());
    wsi.acquireResult = VK_ERROR_OUT_OF_DATE_KHR;
    wsi.acquireFailsOnce = true;
    EXPECT_TRUE(present()) << "the frame is shown by the new chain";
    EXPECT_EQ(wsi.created.size(), 2u);
    wsi.presentResult = VK_ERROR_OUT_OF_DATE_KHR;
    EXPECT_TRUE(present());
    wsi.presentResult = VK_SUCCESS;
    EXPECT_TRUE(present());
    EXPECT_EQ(wsi.created.size(), 3u);
    EXPECT_EQ(wsi.chains, 1);
}

TEST_F(PresenterTest, AResizedWindowGetsANewChain) {
    present();
    window.extent = wsi.extent = {100, 80};
    EXPECT_TRUE(present());
    EXPECT_EQ(wsi.created.back().imageExtent.width, 100u);
    EXPECT_EQ(wsi.driver.count("CmdBlitImage2"), 1u) << "and the buffer is stretched over it";
}

TEST_F(PresenterTest, ASurfaceThatDiffersFromTheWindowForGoodIsNotMadeAnewEachTime) {
    wsi.extent = {65, 49};
    present();
    present();
    present();
    EXPECT_EQ(wsi.created.size(), 1u);
}

TEST_F(PresenterTest, AMinimisedWindowIsOccludedUntilItComesBack) {
    present();
    window.extent = {0, 0};
    EXPECT_FALSE(present());
    EXPECT_EQ(presenter->status(), PresentStatus::Occluded);
    EXPECT_EQ(presenter->presented(), 2u) << "the frame is counted";
    window.extent = {64, 48};
    EXPECT_TRUE(present());
    EXPECT_EQ(presenter->status(), PresentStatus::Ok);
}

TEST_F(PresenterTest, ALostSurfaceIsReplaced) {
    present();
    wsi.presentResult = VK_ERROR_SURFACE_LOST_KHR;
    present();
    wsi.presentResult = VK_SUCCESS;
    sleepNanoseconds(300'000'000); // a window is not asked for surfaces all the time
    EXPECT_TRUE(present());
    EXPECT_EQ(window.asked, 2);
    EXPECT_EQ(window.surfaces, 1);
    EXPECT_FALSE(vulkan->lost()) << "the device is not concerned";
}

TEST_F(PresenterTest, AWindowThatIsGoneIsNoError) {
    present();
    window.alive = false;
    wsi.presentResult = VK_ERROR_SURFACE_LOST_KHR;
    present();
    for (int i = 0; i < 5; i++)
        EXPECT_FALSE(present());
    EXPECT_EQ(presenter->status(), PresentStatus::Lost);
    EXPECT_EQ(presenter->presented(), 7u);
    EXPECT_FALSE(vulkan->lost());
}

TEST_F(PresenterTest, FailuresOfTheWindowSystemDropFramesOnly) {
    wsi.capsResult = VK_ERROR_SURFACE_LOST_KHR;
    EXPECT_FALSE(present());
    wsi.capsResult = VK_SUCCESS;
    wsi.createResult = VK_ERROR_INITIALIZATION_FAILED;
    sleepNanoseconds(300'000'000);
    EXPECT_FALSE(present());
    wsi.createResult = VK_SUCCESS;
    EXPECT_TRUE(present());
    wsi.acquireResult = VK_TIMEOUT;
    EXPECT_FALSE(present()) << "a window that gives no image";
    wsi.acquireResult = VK_SUCCESS;
    EXPECT_TRUE(present());
    EXPECT_FALSE(vulkan->lost());
}

TEST_F(PresenterTest, AFrameThatWasNotSubmittedDoesNotReachTheWindow) {
    present();
    EXPECT_TRUE(present(0, false, false));
    EXPECT_EQ(wsi.presented.size(), 1u);
    EXPECT_EQ(presenter->presented(), 2u);
    EXPECT_TRUE(present());
    EXPECT_EQ(wsi.created.size(), 2u) << "the image that stayed acquired goes with its chain";
}

TEST_F(PresenterTest, ALostDeviceEndsWaits) {
    present();
    vulkan->markLost(makeError(ErrorCode::DeviceLost, "test"));
    EXPECT_FALSE(presenter->waitPresented(5, 10'000));
}

} // namespace
} // namespace hendeca::gpu
