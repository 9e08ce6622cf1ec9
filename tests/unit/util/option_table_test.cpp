#include "util/config.h"
#include "util/option_table.h"
#include "util/platform.h"

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
        EXPECT_NE(sample.find(std::string("# ") + row.name + " ="), std::string::npos) << row.name;
    Config config;
    config.applyFile(sample, "game.exe", "sample");
    EXPECT_TRUE(config.warnings().empty());
    EXPECT_TRUE(config.describeChanges().empty());
}

#ifdef HENDECA_SOURCE_ROOT
// The files that are printed from the table. HENDECA_WRITE_TABLES=1 in the environment writes them anew.
std::string readSource(const char* path) {
    return readTextFile(joinPath(HENDECA_SOURCE_ROOT, path)).value_or("");
}

void writeSource(const char* path, const std::string& text) {
    if (std::FILE* file = openFile(joinPath(HENDECA_SOURCE_ROOT, path), "wb")) {
        std::fwrite(text.data(), 1, text.size(), file);
        std::fclose(file);
    }
}

TEST(OptionTable, TheSampleFileIsPrintedFromIt) {
    if (getEnv("HENDECA_WRITE_TABLES"))
        writeSource("src/util/hendeca.conf", sampleConfig());
    EXPECT_EQ(readSource("src/util/hendeca.conf"), sampleConfig()) << "run unit-util with HENDECA_WRITE_TABLES=1";
}

TEST(OptionTable, TheReadmeHasItsRows) {
    const std::string begin = "<!-- options -->\n", end = "<!-- end of options -->\n";
    std::string readme = readSource("README.md");
    const size_t from = readme.find(begin), to = readme.find(end);
    ASSERT_TRUE(from != std::string::npos && to != std::string::npos && from < to);
    if (getEnv("HENDECA_WRITE_TABLES")) {
        readme.replace(from + begin.size(), to - from - begin.size(), optionMarkdown());
        writeSource("README.md", readme);
    }
    EXPECT_NE(readme.find(begin + optionMarkdown() + end), std::string::npos) << "run unit-util with HENDECA_WRITE_TABLES=1";
}
#endif

} // namespace
} // namespace hendeca
