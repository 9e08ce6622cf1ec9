#include "support/fakevk/fake_vk.h"
#include "util/log.h"

#include <gtest/gtest.h>

namespace hendeca::vk {
namespace {

using test::FakeVk;

TEST(Device, WaitsAndDestroysAllAtTheEnd) {
    FakeVk driver;
    driver.device().value().reset();
    EXPECT_EQ(driver.count("DeviceWaitIdle"), 1u);
    EXPECT_TRUE(driver.clean());
}

TEST(Device, AFailedCreationIsAnErrorAndLeaksNothing) {
    FakeVk driver;
    driver.failAlways("CreateDevice", VK_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_EQ(driver.device().error().code, ErrorCode::OutOfMemory);
    EXPECT_TRUE(driver.clean());
}

TEST(Device, ADriverWithoutANeededFunctionIsRefused) {
    FakeVk driver;
    driver.missingFunctions.insert("vkCmdDraw");
    EXPECT_EQ(driver.device().error().code, ErrorCode::Unsupported);
    EXPECT_TRUE(driver.clean());
}

TEST(Device, FunctionsOfAbsentExtensionsMayBeMissing) {
    FakeVk driver;
    driver.missingFunctions.insert("vkCmdDrawMultiEXT");
    auto device = driver.device();
    ASSERT_TRUE(device.ok());
    EXPECT_EQ((*device)->fn().CmdDrawMultiEXT, nullptr);
}

std::string captured;

TEST(Device, ALossIsLoggedWithTheDriversReport) {
    FakeVk driver;
    auto device = driver.device().value();
    captured.clear();
    setLogCapture([](LogLevel, std::string_view message) { captured += message; });
    device->markLost(makeError(ErrorCode::DeviceLost, "submit"));
    setLogCapture(nullptr);
    EXPECT_NE(captured.find("a fault of the fake"), std::string::npos) << captured;
    EXPECT_NE(captured.find("0xabcd"), std::string::npos) << captured;
    driver.lack(Cap::DeviceFault);
    driver.device().value()->markLost(makeError(ErrorCode::DeviceLost, "submit"));
    EXPECT_EQ(driver.count("GetDeviceFaultInfoEXT"), 2u); // those of the first
}

TEST(Device, OnlyALossMarksItLostAndTheFirstReasonStays) {
    FakeVk driver;
    auto device = driver.device().value();
    (void)device->check(VK_ERROR_OUT_OF_DEVICE_MEMORY, "allocate").ok();
    EXPECT_FALSE(device->lost());
    EXPECT_TRUE(device->lostReason().empty());
    EXPECT_EQ(device->check(VK_ERROR_DEVICE_LOST, "submit").error().code, ErrorCode::DeviceLost);
    EXPECT_TRUE(device->lost());
    device->markLost(makeError(ErrorCode::DeviceLost, "second"));
    EXPECT_EQ(device->lostReason(), "submit: VK_ERROR_DEVICE_LOST");
}

} // namespace
} // namespace hendeca::vk
