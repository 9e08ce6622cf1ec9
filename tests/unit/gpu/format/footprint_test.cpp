#include "gpu/format/footprint.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

TEST(Footprint, PlainFormatsAreTight) {
    const Footprint f = footprint(formatInfo(28), 5, 3, 2);
    EXPECT_EQ(f.rowPitch, 20u);
    EXPECT_EQ(f.rows, 3u);
    EXPECT_EQ(f.slicePitch, 60u);
    EXPECT_EQ(f.size, 120u);
}

TEST(Footprint, BlocksAreRoundedUp) {
    const Footprint f = footprint(formatInfo(71), 5, 1, 1); // BC1
    EXPECT_EQ(f.rowPitch, 16u);
    EXPECT_EQ(f.rows, 1u);
    EXPECT_EQ(footprint(formatInfo(98), 1, 1, 1).size, 16u); // BC7: one block
    EXPECT_EQ(footprint(formatInfo(68), 3, 1, 1).rowPitch, 8u); // two texels a block
}

TEST(Footprint, PlanesLieBelowEachOther) {
    const Footprint f = footprint(formatInfo(103), 16, 8, 1); // NV12
    EXPECT_EQ(f.rowPitch, 16u);
    EXPECT_EQ(f.rows, 12u);
    EXPECT_EQ(f.size, 192u);
    EXPECT_EQ(footprint(formatInfo(104), 16, 8, 1).rowPitch, 32u); // P010
}

TEST(Footprint, LargeImagesDoNotOverflow) {
    EXPECT_EQ(footprint(formatInfo(2), 16384, 16384, 1).size, uint64_t(16384) * 16384 * 16);
}

TEST(Footprint, MipExtentsNeverVanish) {
    EXPECT_EQ(mipExtent(16, 2), 4u);
    EXPECT_EQ(mipExtent(16, 9), 1u);
    EXPECT_EQ(mipExtent(5, 1), 2u);
    EXPECT_EQ(mipExtent(16, 40), 1u);
}

TEST(Footprint, FullMipCounts) {
    EXPECT_EQ(fullMipCount(1, 1, 1), 1u);
    EXPECT_EQ(fullMipCount(16, 1, 1), 5u);
    EXPECT_EQ(fullMipCount(17, 4, 1), 5u);
    EXPECT_EQ(fullMipCount(2, 2, 64), 7u);
    EXPECT_EQ(fullMipCount(0, 0, 0), 1u);
}

TEST(Footprint, AspectsHaveVulkansCopySizes) {
    EXPECT_EQ(aspectBytes(VK_FORMAT_D24_UNORM_S8_UINT, VK_IMAGE_ASPECT_STENCIL_BIT), 1u);
    EXPECT_EQ(aspectBytes(VK_FORMAT_D24_UNORM_S8_UINT, VK_IMAGE_ASPECT_DEPTH_BIT), 4u);
    EXPECT_EQ(aspectBytes(VK_FORMAT_D16_UNORM, VK_IMAGE_ASPECT_DEPTH_BIT), 2u);
    EXPECT_EQ(aspectBytes(VK_FORMAT_D32_SFLOAT_S8_UINT, VK_IMAGE_ASPECT_DEPTH_BIT), 4u);
    EXPECT_EQ(aspectBytes(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_ASPECT_COLOR_BIT), 4u);
}

TEST(Footprint, BlockBytesOfEveryFormatThatIsUsed) {
    for (const FormatInfo& row : formatTable()) {
        if (row.format != VK_FORMAT_UNDEFINED && !row.has(kFormatVideo) && !row.has(kFormatDepthFamily)) {
            EXPECT_EQ(blockBytes(row.format), row.bytes) << row.name;
        }
    }
    EXPECT_EQ(blockBytes(VK_FORMAT_UNDEFINED), 0u);
}

} // namespace
} // namespace hendeca::gpu
