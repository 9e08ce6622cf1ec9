#include "support/fakevk/fake_vk.h"
#include "vk/timeline.h"

#include <gtest/gtest.h>

namespace hendeca::vk {
namespace {

using test::FakeVk;

struct TimelineTest : testing::Test {
    FakeVk driver;
    std::shared_ptr<Device> device = driver.device().value();
    std::unique_ptr<Timeline> timeline = Timeline::create(device).value();
};

TEST_F(TimelineTest, CompletedIsWhatTheSemaphoreSays) {
    EXPECT_EQ(timeline->completed(), 0u);
    driver.timelineValue = 7;
    EXPECT_EQ(timeline->known(), 0u);
    EXPECT_EQ(timeline->completed(), 7u);
    EXPECT_EQ(timeline->known(), 7u);
}

TEST_F(TimelineTest, AReachedValueIsNotAskedForAgain) {
    driver.timelineValue = 5;
    EXPECT_TRUE(timeline->wait(5));
    driver.forgetCalls();
    EXPECT_TRUE(timeline->wait(4));
    EXPECT_EQ(driver.count("WaitSemaphores"), 0u);
}

TEST_F(TimelineTest, AWaitEndsWithItsTime) {
    EXPECT_FALSE(timeline->wait(1, 1000));
    EXPECT_FALSE(device->lost());
}

TEST_F(TimelineTest, ALostDeviceEndsEveryWait) {
    driver.failAlways("WaitSemaphores", VK_ERROR_DEVICE_LOST);
    EXPECT_FALSE(timeline->wait(1));
    EXPECT_TRUE(device->lost());
    EXPECT_FALSE(timeline->wait(2));
}

TEST_F(TimelineTest, ALostDeviceKeepsTheLastKnownValue) {
    driver.timelineValue = 3;
    EXPECT_EQ(timeline->completed(), 3u);
    device->markLost(makeError(ErrorCode::DeviceLost, "test"));
    driver.timelineValue = UINT64_MAX;
    EXPECT_EQ(timeline->completed(), 3u);
}

TEST_F(TimelineTest, TheSemaphoreIsDestroyed) {
    timeline.reset();
    device.reset();
    EXPECT_TRUE(driver.clean());
}

} // namespace
} // namespace hendeca::vk
