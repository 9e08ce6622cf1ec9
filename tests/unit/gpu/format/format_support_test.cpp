#include "gpu/format/format_support.h"

#include "gpu/format/footprint.h"

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

// How D3D11's texels become those of the image.
TEST_F(FormatSupportTest, SomeFormatsAreStoredInAnotherForm) {
    driver.lack(vk::Cap::Maintenance5);
    const FormatSupport formats = ask();
    EXPECT_EQ(formats.imageFormat(68, false), VK_FORMAT_R8G8B8A8_UNORM);
    EXPECT_EQ(formats.texelCode(68, false), TexelCode::PairRgbg);
    EXPECT_EQ(formats.texelCode(69, false), TexelCode::PairGrgb);
    EXPECT_FALSE(formats.support(68) & (kUseRenderTarget | kUseTypedUav | kUseBuffer)) << "what the image can is not offered";
    EXPECT_EQ(formats.imageFormat(65, false, false), VK_FORMAT_R8_UNORM);
    EXPECT_EQ(formats.texelCode(65, false), TexelCode::Same);
    EXPECT_EQ(formats.imageFormat(65, false, true), VK_FORMAT_R8G8B8A8_UNORM);
    EXPECT_EQ(formats.texelCode(65, true), TexelCode::AlphaOfFour);
    EXPECT_FALSE(formats.support2(65) & kUse2TypedLoad);
    EXPECT_EQ(formats.texelCode(45, false), TexelCode::Same);
    driver.missingFormat = VK_FORMAT_D24_UNORM_S8_UINT;
    EXPECT_EQ(ask().texelCode(45, false), TexelCode::FloatDepth);
    EXPECT_EQ(ask().texelCode(44, true), TexelCode::FloatDepth);
    EXPECT_EQ(ask().texelCode(20, false), TexelCode::Same) << "D32S8 itself";
}

TEST_F(FormatSupportTest, AFormatOfAlphaAloneNeedsNoOtherForm) {
    const FormatSupport formats = ask();
    EXPECT_EQ(formats.imageFormat(65, false, true), kFormatA8);
    EXPECT_EQ(formats.texelCode(65, true), TexelCode::Same);
    EXPECT_EQ(formats.swizzle(65).a, VK_COMPONENT_SWIZZLE_IDENTITY);
    EXPECT_TRUE(formats.support2(65) & kUse2TypedLoad);
    EXPECT_EQ(formatInfoOf(kFormatA8)->key, 65u);
}

TEST_F(FormatSupportTest, MissingA4R4G4B4IsReadThroughASwizzle) {
    driver.missingFormat = VK_FORMAT_A4R4G4B4_UNORM_PACK16;
    const FormatSupport formats = ask();
    EXPECT_FALSE(formats.support(115) & (kUseRenderTarget | kUseTypedUav)) << "a target would have them in another order";
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
    EXPECT_EQ(formats.sampleCounts(27), formats.sampleCounts(28)); // typeless: as any of its family
    EXPECT_EQ(formats.sampleCounts(68), 0u);
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
