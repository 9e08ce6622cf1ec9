#include "support/fakevk/fake_vk.h"
#include "vk/check.h"

#include <gtest/gtest.h>

namespace hendeca::vk {
namespace {

using test::FakeVk;

Result<std::shared_ptr<Instance>> create() {
    InstanceOptions options;
    options.getProc = &FakeVk::getProc;
    return Instance::create(options);
}

TEST(Instance, AnOwnOneIsDestroyed) {
    FakeVk driver;
    create().value().reset();
    EXPECT_EQ(driver.count("CreateInstance"), 1u);
    EXPECT_TRUE(driver.clean());
}

TEST(Instance, AnAdoptedOneIsNotDestroyed) {
    FakeVk driver;
    auto owner = create();
    ASSERT_TRUE(owner.ok());
    auto borrowed = Instance::adopt((*owner)->handle(), &FakeVk::getProc);
    ASSERT_TRUE(borrowed.ok());
    EXPECT_FALSE((*borrowed)->owned());
    EXPECT_EQ((*borrowed)->handle(), (*owner)->handle());
    borrowed.value().reset();
    EXPECT_EQ(driver.count("DestroyInstance"), 0u);
}

TEST(Instance, AdoptingNothingIsAnError) {
    EXPECT_EQ(Instance::adopt(nullptr, nullptr).error().code, ErrorCode::InvalidArgument);
}

TEST(Instance, AnOldLoaderIsRefused) {
    FakeVk driver;
    driver.loaderVersion = VK_API_VERSION_1_2;
    EXPECT_EQ(create().error().code, ErrorCode::Unsupported);
    EXPECT_EQ(driver.count("CreateInstance"), 0u);
}

TEST(Instance, ALoaderWithoutANeededFunctionIsRefusedAndNothingLeaks) {
    FakeVk driver;
    driver.missingFunctions.insert("vkGetPhysicalDeviceFeatures2");
    EXPECT_EQ(create().error().code, ErrorCode::Unsupported);
    EXPECT_TRUE(driver.clean());
}

TEST(Instance, EveryFailureOfTheDriverIsAnError) {
    FakeVk driver;
    ASSERT_TRUE(create().ok());
    const uint64_t calls = driver.failable();
    ASSERT_GE(calls, 4u);
    for (uint64_t n = 1; n <= calls; n++) {
        driver.failAfter(n, VK_ERROR_OUT_OF_HOST_MEMORY);
        auto instance = create();
        if (instance.ok())
            continue; // the last calls are not this function's
        EXPECT_EQ(instance.error().code, ErrorCode::OutOfMemory) << n;
    }
    driver.heal();
    EXPECT_TRUE(driver.clean());
}

TEST(Check, SuccessCodesPassAndFailuresHaveTheirMeaning) {
    EXPECT_TRUE(check(VK_SUCCESS, "x").ok());
    EXPECT_TRUE(check(VK_SUBOPTIMAL_KHR, "x").ok());
    EXPECT_EQ(check(VK_TIMEOUT, "x").error().code, ErrorCode::Timeout);
    EXPECT_EQ(check(VK_ERROR_OUT_OF_DEVICE_MEMORY, "x").error().code, ErrorCode::OutOfMemory);
    EXPECT_EQ(check(VK_ERROR_DEVICE_LOST, "x").error().code, ErrorCode::DeviceLost);
    EXPECT_EQ(check(VK_ERROR_SURFACE_LOST_KHR, "x").error().code, ErrorCode::SurfaceLost);
    EXPECT_EQ(check(VK_ERROR_OUT_OF_DATE_KHR, "x").error().code, ErrorCode::SurfaceLost);
    EXPECT_EQ(check(VK_ERROR_FORMAT_NOT_SUPPORTED, "x").error().code, ErrorCode::Unsupported);
    EXPECT_EQ(check(VK_ERROR_UNKNOWN, "x").error().code, ErrorCode::Internal);
}

TEST(Check, FailuresAreCountedAndNameWhatWasDone) {
    const uint64_t before = failureCount();
    const Status status = check(VK_ERROR_DEVICE_LOST, "make tea");
    EXPECT_EQ(failureCount(), before + 1);
    EXPECT_EQ(status.error().what, "make tea: VK_ERROR_DEVICE_LOST");
    (void)check(VK_SUCCESS, "x").ok();
    EXPECT_EQ(failureCount(), before + 1);
}

} // namespace
} // namespace hendeca::vk
