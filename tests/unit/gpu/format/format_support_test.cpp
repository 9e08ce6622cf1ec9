#include "gpu/format/format_support.h"

#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hendeca::gpu {
namespace {

struct FormatSupportTest : testing::Test {
    test::FakeVk driver;
    FormatSupport ask() { return FormatSupport(*driver.adapter().value()); }
};

// All that feature level 11_0 demands, but for video and what hangs on it.
TEST_F(FormatSupportTest, ADriverThatCanDoAllMeetsTheRequirements) {
    const FormatSupport formats = ask();
    constexpr uint32_t kVideo = 0x38000000;
    for (const FormatInfo& row : formatTable()) {
        if (row.has(kFormatVideo) || row.has(kFormatYcbcr) || row.format == VK_FORMAT_UNDEFINED)
            continue;
        EXPECT_EQ(row.support & ~kVideo & ~formats.support(row.key), 0u) << row.name << std::hex << " has " << formats.support(row.key);
        EXPECT_EQ(row.support2 & 0x1ff & ~formats.support2(row.key), 0u) << row.name;
    }
}

TEST_F(FormatSupportTest, WhatADriverCannotDoIsNotClaimed) {
    driver.missingFormat = VK_FORMAT_B10G11R11_UFLOAT_PACK32;
    const FormatSupport formats = ask();
    EXPECT_EQ(formats.support(26), 0u);
    EXPECT_EQ(formats.imageFormat(26, false), VK_FORMAT_UNDEFINED);
    EXPECT_NE(formats.support(28), 0u);
}

TEST_F(FormatSupportTest, MissingD24S8BecomesD32S8) {
    driver.missingFormat = VK_FORMAT_D24_UNORM_S8_UINT;
    const FormatSupport formats = ask();
    EXPECT_EQ(formats.imageFormat(45, true), VK_FORMAT_D32_SFLOAT_S8_UINT);
    EXPECT_EQ(formats.imageFormat(44, false), VK_FORMAT_D32_SFLOAT_S8_UINT);
    EXPECT_EQ(formats.viewFormat(46, true), VK_FORMAT_D32_SFLOAT_S8_UINT);
    EXPECT_TRUE(formats.support(45) & kUseDepthStencil);
    EXPECT_EQ(formats.swizzle(47).g, VK_COMPONENT_SWIZZLE_R);
}

TEST_F(FormatSupportTest, MissingA4R4G4B4IsReadThroughASwizzle) {
    driver.missingFormat = VK_FORMAT_A4R4G4B4_UNORM_PACK16;
    const FormatSupport formats = ask();
    EXPECT_EQ(formats.imageFormat(115, false), VK_FORMAT_B4G4R4A4_UNORM_PACK16);
    EXPECT_EQ(formats.swizzle(115).a, VK_COMPONENT_SWIZZLE_B);
}

TEST_F(FormatSupportTest, ViewsOfDepthImagesKeepTheDepthFormat) {
    const FormatSupport formats = ask();
    EXPECT_EQ(formats.viewFormat(41, true), VK_FORMAT_D32_SFLOAT);
    EXPECT_EQ(formats.viewFormat(41, false), VK_FORMAT_R32_SFLOAT);
    EXPECT_EQ(formats.viewFormat(46, false), VK_FORMAT_D24_UNORM_S8_UINT); // never stored otherwise
}

TEST_F(FormatSupportTest, ViewFormatsAreAllThatTheDriverHas) {
    driver.missingFormat = VK_FORMAT_R8G8B8A8_SNORM;
    const FormatSupport formats = ask();
    const auto list = formats.viewFormats(27, false);
    EXPECT_EQ(list.size(), 4u);
    EXPECT_EQ(std::count(list.begin(), list.end(), VK_FORMAT_R8G8B8A8_SNORM), 0);
    EXPECT_EQ(formats.viewFormats(39, true), (std::vector<VkFormat>{VK_FORMAT_D32_SFLOAT}));
}

TEST_F(FormatSupportTest, SampleCountsAreOfTargets) {
    const FormatSupport formats = ask();
    EXPECT_TRUE(formats.sampleCounts(28) & VK_SAMPLE_COUNT_4_BIT);
    EXPECT_TRUE(formats.sampleCounts(45) & VK_SAMPLE_COUNT_4_BIT);
    EXPECT_EQ(formats.sampleCounts(27), 0u); // typeless
}

TEST_F(FormatSupportTest, LogicOperationsHangOnTheCapability) {
    EXPECT_TRUE(ask().support2(42) & kUse2LogicOp);
    driver.lack(vk::Cap::LogicOp);
    EXPECT_FALSE(ask().support2(42) & kUse2LogicOp);
}

TEST_F(FormatSupportTest, NumbersBeyondTheTableHaveNothing) {
    const FormatSupport formats = ask();
    EXPECT_EQ(formats.support(5000), 0u);
    EXPECT_EQ(formats.imageFormat(5000, false), VK_FORMAT_UNDEFINED);
}

} // namespace
} // namespace hendeca::gpu
