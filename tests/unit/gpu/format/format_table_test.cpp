#include "gpu/format/format_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace hendeca::gpu {
namespace {

TEST(FormatTable, HasEveryNumberOfDxgi) {
    for (uint32_t i = 0; i <= 115; i++)
        EXPECT_TRUE(isFormat(i)) << i;
    for (const uint32_t i : {130u, 131u, 132u, 189u, 190u, 191u})
        EXPECT_TRUE(isFormat(i)) << i;
    for (const uint32_t i : {116u, 129u, 133u, 188u, 192u, 0xffffffffu})
        EXPECT_FALSE(isFormat(i)) << i;
}

TEST(FormatTable, AnUnknownNumberHasTheRowOfUnknown) {
    EXPECT_STREQ(formatInfo(1000).name, "UNKNOWN");
}

TEST(FormatTable, NamesAreUniqueAndKeysFindTheirRow) {
    std::set<std::string> names;
    for (const FormatInfo& row : formatTable()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_EQ(&formatInfo(row.key), &row);
    }
}

TEST(FormatTable, EveryParentListsItsChildren) {
    for (const FormatInfo& row : formatTable()) {
        const auto family = formatFamily(row.key);
        EXPECT_NE(std::find(family.begin(), family.end(), row.key), family.end()) << row.name;
        EXPECT_NE(std::find(family.begin(), family.end(), row.parent), family.end()) << row.name;
        for (const uint16_t member : family)
            EXPECT_EQ(formatInfo(member).parent, row.parent);
    }
    EXPECT_EQ(formatFamily(28).size(), 6u); // R8G8B8A8: typeless and five
    EXPECT_EQ(formatFamily(26).size(), 1u); // R11G11B10 stands alone
}

TEST(FormatTable, BitsMakeUpTheBytesOfPlainColours) {
    for (const FormatInfo& row : formatTable()) {
        const bool plain = row.bits[0] && row.aspects == VK_IMAGE_ASPECT_COLOR_BIT && row.blockWidth == 1 &&
                           row.flags == (row.flags & (kFormatTypeless | kFormatSrgb)) && row.bytes;
        const bool spare = row.key == 67 || (row.key >= 88 && row.key <= 93) || row.key == 46; // exponent, X8
        if (plain && !spare) {
            EXPECT_EQ(row.bits[0] + row.bits[1] + row.bits[2] + row.bits[3], row.bytes * 8) << row.name;
        }
    }
}

TEST(FormatTable, NamesAndFlagsAgree) {
    for (const FormatInfo& row : formatTable()) {
        const std::string name = row.name;
        EXPECT_EQ(row.has(kFormatSrgb), name.find("_SRGB") != std::string::npos) << name;
        EXPECT_EQ(row.has(kFormatBlock), name.rfind("BC", 0) == 0) << name;
        const bool ends = name.size() > 9 && name.compare(name.size() - 9, 9, "_TYPELESS") == 0;
        EXPECT_EQ(row.typeless(), ends && row.key != 21 && row.key != 46) << name;
        EXPECT_EQ(row.has(kFormatDepth), name[0] == 'D') << name;
    }
}

TEST(FormatTable, DepthFamiliesHaveTheirAspects) {
    EXPECT_EQ(formatInfo(45).depthFormat, VK_FORMAT_D24_UNORM_S8_UINT);
    EXPECT_EQ(formatInfo(45).aspects, VkImageAspectFlags(VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT));
    EXPECT_EQ(formatInfo(46).aspects, VkImageAspectFlags(VK_IMAGE_ASPECT_DEPTH_BIT));
    EXPECT_EQ(formatInfo(47).aspects, VkImageAspectFlags(VK_IMAGE_ASPECT_STENCIL_BIT));
    EXPECT_EQ(formatInfo(47).swizzle.g, VK_COMPONENT_SWIZZLE_R); // stencil is read from green
    EXPECT_EQ(formatInfo(39).depthFormat, VK_FORMAT_D32_SFLOAT);
    EXPECT_EQ(formatInfo(41).depthFormat, VK_FORMAT_D32_SFLOAT);
    EXPECT_EQ(formatInfo(53).depthFormat, VK_FORMAT_D16_UNORM);
    EXPECT_EQ(formatInfo(28).depthFormat, VK_FORMAT_UNDEFINED);
}

TEST(FormatTable, PackedFormatsHaveTheirBitsInVulkansOrder) {
    EXPECT_EQ(formatInfo(85).format, VK_FORMAT_R5G6B5_UNORM_PACK16);
    EXPECT_EQ(formatInfo(86).format, VK_FORMAT_A1R5G5B5_UNORM_PACK16);
    EXPECT_EQ(formatInfo(115).format, VK_FORMAT_A4R4G4B4_UNORM_PACK16);
    EXPECT_EQ(formatInfo(24).format, VK_FORMAT_A2B10G10R10_UNORM_PACK32);
    EXPECT_EQ(formatInfo(26).format, VK_FORMAT_B10G11R11_UFLOAT_PACK32);
    EXPECT_EQ(formatInfo(67).format, VK_FORMAT_E5B9G9R9_UFLOAT_PACK32);
}

TEST(FormatTable, FormatsWithoutARelativeInVulkanAreSwizzled) {
    EXPECT_EQ(formatInfo(65).format, VK_FORMAT_R8_UNORM); // A8
    EXPECT_EQ(formatInfo(65).swizzle.a, VK_COMPONENT_SWIZZLE_R);
    EXPECT_EQ(formatInfo(65).swizzle.r, VK_COMPONENT_SWIZZLE_ZERO);
    EXPECT_EQ(formatInfo(88).swizzle.a, VK_COMPONENT_SWIZZLE_ONE); // B8G8R8X8
    EXPECT_EQ(formatInfo(28).swizzle.r, VK_COMPONENT_SWIZZLE_IDENTITY);
}

TEST(FormatTable, TypelessResourcesCastWithinTheirFamilyOnly) {
    EXPECT_TRUE(isCastable(27, 28));
    EXPECT_TRUE(isCastable(27, 29));
    EXPECT_TRUE(isCastable(28, 28));
    EXPECT_FALSE(isCastable(28, 29)); // typed
    EXPECT_FALSE(isCastable(27, 87));
    EXPECT_TRUE(isCastable(44, 45));
    EXPECT_TRUE(isCastable(44, 46));
    EXPECT_TRUE(isCastable(39, 40));
    EXPECT_FALSE(isCastable(39, 1000));
    EXPECT_FALSE(isCastable(1000, 1000));
}

TEST(FormatTable, CastableFormatsAreDistinctAndWithoutDepth) {
    const auto formats = castableFormats(27);
    EXPECT_EQ(std::set<VkFormat>(formats.begin(), formats.end()).size(), formats.size());
    EXPECT_EQ(formats.size(), 5u);
    const auto words = castableFormats(39);
    EXPECT_EQ(std::find(words.begin(), words.end(), VK_FORMAT_D32_SFLOAT), words.end());
    EXPECT_NE(std::find(words.begin(), words.end(), VK_FORMAT_R32_SFLOAT), words.end());
}

TEST(FormatTable, RequiredSupportIsThatOfTheDocuments) {
    EXPECT_EQ(formatInfo(28).support & 0xc000, 0xc000u);  // R8G8B8A8_UNORM: render target, blendable
    EXPECT_EQ(formatInfo(45).support & 0x10000, 0x10000u); // D24S8: depth-stencil
    EXPECT_EQ(formatInfo(42).support2 & 0x3f, 0x3fu);      // R32_UINT: all atomics
    EXPECT_EQ(formatInfo(66).support, 0u);                 // R1: gone
}

} // namespace
} // namespace hendeca::gpu
