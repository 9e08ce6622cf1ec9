#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hendeca::vk {
namespace {

using test::FakeVk;

// As the driver lacks it, whatever kind of fact the row asks for.
void lackAny(FakeVk& driver, Cap cap) {
    driver.lack(cap);
    if (cap == Cap::Vulkan13)
        driver.apiVersion = VK_API_VERSION_1_2;
}

TEST(Caps, EachRowHasItsKeyAndAName) {
    for (size_t i = 0; i < static_cast<size_t>(Cap::Count); i++) {
        const CapRow& row = capTable()[i];
        EXPECT_EQ(row.key, static_cast<Cap>(i));
        EXPECT_NE(row.name, nullptr);
    }
}

TEST(Caps, ADriverWithAllHasNothingMissing) {
    FakeVk driver;
    auto adapter = driver.adapter();
    ASSERT_TRUE(adapter.ok());
    EXPECT_TRUE((*adapter)->missing().empty());
    for (const CapRow& row : capTable()) {
        // Two hang on the instance, which here has neither.
        const bool absent = row.key == Cap::DebugUtils || row.key == Cap::SwapchainMaintenance1;
        EXPECT_EQ((*adapter)->caps().has(row.key), !absent) << row.name;
    }
}

TEST(Caps, EachRequiredOneIsNamedWhenItIsMissing) {
    for (const CapRow& row : capTable()) {
        if (!row.required)
            continue;
        FakeVk driver;
        lackAny(driver, row.key);
        auto adapter = driver.adapter();
        ASSERT_TRUE(adapter.ok());
        const auto& missing = (*adapter)->missing();
        ASSERT_FALSE(missing.empty()) << row.name;
        const std::string name = row.key == Cap::Vulkan13 ? "Vulkan 1.3" : row.name;
        EXPECT_NE(missing[0].find(name), std::string::npos) << missing[0];
        EXPECT_FALSE(driver.device().ok());
    }
}

TEST(Caps, AllMissingOnesAreNamedAtOnce) {
    FakeVk driver;
    driver.lack(Cap::GeometryShader);
    driver.lack(Cap::DualSrcBlend);
    driver.extensions.erase(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME);
    auto adapter = driver.adapter();
    ASSERT_TRUE(adapter.ok());
    EXPECT_EQ((*adapter)->missing().size(), 4u); // robustness2 brings two
    EXPECT_TRUE(std::any_of((*adapter)->missing().begin(), (*adapter)->missing().end(), [](const std::string& text) {
        return text.find(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME) != std::string::npos;
    }));
}

TEST(Caps, WithoutEachOptionalOneTheDeviceStillComesUp) {
    for (const CapRow& row : capTable()) {
        if (row.required)
            continue;
        FakeVk driver;
        driver.lack(row.key);
        auto device = driver.device();
        ASSERT_TRUE(device.ok()) << row.name;
        EXPECT_FALSE((*device)->caps().has(row.key)) << row.name;
    }
}

TEST(Caps, EachOptionalOneCanBeSwitchedOff) {
    FakeVk driver;
    auto first = driver.adapter();
    ASSERT_TRUE(first.ok());
    for (const CapRow& row : capTable()) {
        std::bitset<static_cast<size_t>(Cap::Count)> off;
        off.set(static_cast<size_t>(row.key));
        auto adapter = Adapter::open((*first)->instanceRef(), (*first)->handle(), off);
        ASSERT_TRUE(adapter.ok());
        EXPECT_EQ((*adapter)->caps().has(row.key), row.required) << row.name;
        EXPECT_TRUE((*adapter)->missing().empty());
    }
}

TEST(Caps, OnlyExtensionsOfEnabledOnesAreEnabled) {
    FakeVk driver;
    driver.extensions.insert("VK_EXT_nobody_knows_this");
    driver.lack(Cap::MultiDraw);
    auto device = driver.device();
    ASSERT_TRUE(device.ok());
    const auto& enabled = driver.enabledExtensions;
    auto has = [&](const char* name) { return std::find(enabled.begin(), enabled.end(), name) != enabled.end(); };
    EXPECT_TRUE(has(VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME));
    EXPECT_TRUE(has(VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME));
    EXPECT_FALSE(has(VK_EXT_MULTI_DRAW_EXTENSION_NAME)); // its feature is missing
    EXPECT_FALSE(has("VK_EXT_nobody_knows_this"));
    auto sorted = enabled;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end()) << "an extension is named twice";
}

TEST(Caps, SwapchainNeedsTheInstancesSurface) {
    FakeVk driver;
    driver.instanceExtensions.clear();
    auto adapter = driver.adapter();
    ASSERT_TRUE(adapter.ok());
    EXPECT_FALSE((*adapter)->caps().has(Cap::Swapchain));
    EXPECT_FALSE((*adapter)->caps().has(Cap::SwapchainMaintenance1));
}

TEST(Adapter, AQueueForGraphicsAndComputeIsNeeded) {
    FakeVk driver;
    driver.hasQueue = false;
    auto adapter = driver.adapter();
    ASSERT_TRUE(adapter.ok());
    ASSERT_EQ((*adapter)->missing().size(), 1u);
}

TEST(Adapter, UnifiedMemoryIsWhereEveryHeapIsLocal) {
    FakeVk driver;
    EXPECT_TRUE((*driver.adapter())->caps().unifiedMemory);
    driver.discreteMemory(256 << 20);
    EXPECT_FALSE((*driver.adapter())->caps().unifiedMemory);
}

TEST(Adapter, FailedQueriesAreErrors) {
    FakeVk driver;
    driver.failAlways("EnumerateDeviceExtensionProperties", VK_ERROR_OUT_OF_HOST_MEMORY);
    auto adapter = driver.adapter();
    ASSERT_FALSE(adapter.ok());
    EXPECT_EQ(adapter.error().code, ErrorCode::OutOfMemory);
}

} // namespace
} // namespace hendeca::vk
