#include "util/config.h"

#include <gtest/gtest.h>

namespace hendeca {
namespace {

TEST(Config, ReadsEachTypeFromAFile) {
    Config config;
    config.applyFile("\xef\xbb\xbf# comment\r\n"
                     "dxgi.strictDiscardBuffers = True\r\n"
                     "  dxgi.maxFrameLatency=3\n"
                     "dxgi.customDeviceDesc = \"A card = good\"\n"
                     "gpu.allowSoftware = False\n",
                     "game.exe", "test");
    EXPECT_TRUE(config.warnings().empty()) << config.warnings().front();
    EXPECT_TRUE(config.boolean(Option::DxgiStrictDiscardBuffers));
    EXPECT_EQ(config.integer(Option::DxgiMaxFrameLatency), 3);
    EXPECT_EQ(config.text(Option::DxgiCustomDeviceDesc), "A card = good");
    EXPECT_EQ(config.tristate(Option::GpuAllowSoftware), Tristate::False);
    EXPECT_EQ(config.describeChanges(), "dxgi.strictDiscardBuffers = True, dxgi.maxFrameLatency = 3, "
                                        "dxgi.customDeviceDesc = A card = good, gpu.allowSoftware = False");
}

TEST(Config, SectionsApplyToTheirProgramOnly) {
    constexpr const char* kFile = "dxgi.maxFrameRate = 1\n[other.exe]\ndxgi.maxFrameRate = 2\n[Game.exe]\ndxgi.maxFrameRate = 3\n";
    Config game, third;
    game.applyFile(kFile, "game.EXE", "test");
    third.applyFile(kFile, "third.exe", "test");
    EXPECT_EQ(game.integer(Option::DxgiMaxFrameRate), 3);
    EXPECT_EQ(third.integer(Option::DxgiMaxFrameRate), 1);
}

TEST(Config, InlineOptionsComeAfterTheFile) {
    Config config;
    config.applyFile("dxgi.maxFrameRate = 1\ndxgi.syncInterval = 2\n", "game.exe", "test");
    config.applyInline("dxgi.maxFrameRate=60; gpu.validation = true;", "HENDECA_CONFIG");
    EXPECT_EQ(config.integer(Option::DxgiMaxFrameRate), 60);
    EXPECT_EQ(config.integer(Option::DxgiSyncInterval), 2);
    EXPECT_TRUE(config.boolean(Option::GpuValidation));
    EXPECT_TRUE(config.warnings().empty());
}

TEST(Config, WarnsOfUnknownNamesWithTheNearestOne) {
    Config config;
    config.applyFile("\ndxgi.maxFrameRat = 60\n", "game.exe", "hendeca.conf");
    ASSERT_EQ(config.warnings().size(), 1u);
    EXPECT_EQ(config.warnings()[0], "hendeca.conf, line 2: unknown option dxgi.maxFrameRat; did you mean dxgi.maxFrameRate?");
}

TEST(Config, IllTypedValuesAreWarnedOfAndKeepTheDefault) {
    Config config;
    config.applyInline("dxgi.maxFrameLatency=three;dxgi.strictDiscardBuffers=1;novalue", "HENDECA_CONFIG");
    EXPECT_EQ(config.warnings().size(), 3u);
    EXPECT_EQ(config.integer(Option::DxgiMaxFrameLatency), 0);
    EXPECT_FALSE(config.boolean(Option::DxgiStrictDiscardBuffers));
}

TEST(Config, CapabilitiesAreLookedUpByName) {
    Config config;
    config.applyInline("gpu.disableGraphicsPipelineLibrary=True", "test");
    EXPECT_TRUE(config.booleanByName("gpu.disableGraphicsPipelineLibrary"));
    EXPECT_FALSE(config.booleanByName("gpu.disableMultiDraw"));
    EXPECT_FALSE(config.booleanByName("gpu.disableNoSuchThing"));
}

} // namespace
} // namespace hendeca
