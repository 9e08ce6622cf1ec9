// The pure rules of clears and transfers.
#include "gpu/record/clear_ops.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {

TEST(ClearRules, RectanglesAreClippedToTheTarget) {
    VkRect2D out{};
    EXPECT_TRUE(ClearOps::clip({{-4, 2}, {8, 100}}, {16, 8}, out));
    EXPECT_EQ(out.offset.x, 0);
    EXPECT_EQ(out.offset.y, 2);
    EXPECT_EQ(out.extent.width, 4u);
    EXPECT_EQ(out.extent.height, 6u);
    EXPECT_FALSE(ClearOps::clip({{16, 0}, {4, 4}}, {16, 8}, out));
    EXPECT_FALSE(ClearOps::clip({{0, 0}, {0, 4}}, {16, 8}, out));
    EXPECT_TRUE(ClearOps::clip({{1, 1}, {~0u, ~0u}}, {16, 8}, out)); // no overflow
    EXPECT_EQ(out.extent.width, 15u);
}

TEST(ClearRules, IntegerTargetsGetConvertedNumbers) {
    const Float4 value{{-1.5f, 3.9f, 1e20f, 0}};
    const VkClearColorValue unsignedValue = ClearOps::colorOf(VK_FORMAT_R32G32B32A32_UINT, value);
    EXPECT_EQ(unsignedValue.uint32[0], 0u);
    EXPECT_EQ(unsignedValue.uint32[1], 3u);
    EXPECT_EQ(unsignedValue.uint32[2], ~0u);
    const VkClearColorValue signedValue = ClearOps::colorOf(VK_FORMAT_R32G32B32A32_SINT, value);
    EXPECT_EQ(signedValue.int32[0], -1);
    EXPECT_EQ(signedValue.int32[2], INT32_MAX);
    EXPECT_EQ(ClearOps::colorOf(VK_FORMAT_R8G8B8A8_UNORM, value).float32[1], 3.9f);
    EXPECT_EQ(ClearOps::colorOf(VK_FORMAT_R32_SFLOAT, value).float32[0], -1.5f);
}

} // namespace hendeca::gpu
