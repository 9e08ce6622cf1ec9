#include "util/config.h"
#include "util/option_table.h"

#include <gtest/gtest.h>
#include <set>

namespace hendeca {
namespace {

TEST(OptionTable, NamesAreUniqueAndTextsAreSentences) {
    std::set<std::string> names;
    for (const OptionInfo& row : optionTable()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        const std::string text = row.text;
        EXPECT_EQ(text.back(), '.') << row.name;
        EXPECT_NE(std::string(row.name).find('.'), std::string::npos);
    }
}

TEST(OptionTable, EveryDefaultParses) {
    EXPECT_TRUE(Config().describeChanges().empty());
    Config again;
    for (const OptionInfo& row : optionTable()) {
        again.applyInline(std::string(row.name) + "=" + row.defaultValue, "test");
        EXPECT_TRUE(again.warnings().empty()) << row.name;
    }
}

TEST(OptionTable, FindsTheNearestName) {
    ASSERT_TRUE(nearestOption("dxgi.strictDiscardBufers"));
    EXPECT_STREQ(nearestOption("dxgi.strictDiscardBufers")->name, "dxgi.strictDiscardBuffers");
    EXPECT_STREQ(nearestOption("dxvk.maxFrameRate")->name, "dxgi.maxFrameRate");
    EXPECT_EQ(nearestOption("somethingElseEntirely"), nullptr);
}

TEST(OptionTable, SampleFileNamesEveryOptionAndReadsBackWithoutWarnings) {
    std::string sample = sampleConfig();
    for (const OptionInfo& row : optionTable())
        EXPECT_NE(sample.find(std::string("# ") + row.name + " = "), std::string::npos) << row.name;
    Config config;
    config.applyFile(sample, "game.exe", "sample");
    EXPECT_TRUE(config.warnings().empty());
    EXPECT_TRUE(config.describeChanges().empty());
}

} // namespace
} // namespace hendeca
