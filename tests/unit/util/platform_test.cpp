#include "util/log.h"
#include "util/platform.h"
#include "util/version_info.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

namespace hendeca {
namespace {

TEST(Platform, KnowsThisProgram) {
    EXPECT_NE(executableName().find("unit-util"), std::string::npos);
    EXPECT_EQ(fileNameOf(executablePath()), executableName());
    EXPECT_EQ(moduleName().substr(0, 9), "unit-util");
    EXPECT_FALSE(directoryOf(executablePath()).empty());
}

TEST(Platform, TellsEmptyFromAbsentVariables) {
    EXPECT_EQ(getEnv("HENDECA_TEST_NO_SUCH_VARIABLE"), std::nullopt);
}

TEST(Platform, JoinsAndSplitsPaths) {
    const std::string path = joinPath("folder", "file.conf");
    EXPECT_EQ(directoryOf(path), "folder");
    EXPECT_EQ(fileNameOf(path), "file.conf");
    EXPECT_EQ(joinPath("", "file"), "file");
    EXPECT_EQ(directoryOf("file"), "");
}

TEST(Platform, MakesFoldersAndReadsFiles) {
    const std::string root = (std::filesystem::temp_directory_path() / "hendeca-platform-test").string();
    std::filesystem::remove_all(root);
    const std::string folder = joinPath(joinPath(root, "a"), "b\xc3\xa4");
    EXPECT_TRUE(createDirectories(folder));
    EXPECT_TRUE(createDirectories(folder)) << "being there already is no failure";
    const std::string file = joinPath(folder, "text");
    EXPECT_EQ(readTextFile(file), std::nullopt);
    std::FILE* out = openFile(file, "wb");
    ASSERT_TRUE(out);
    std::fputs("line\n", out);
    std::fclose(out);
    EXPECT_EQ(readTextFile(file), "line\n");
    EXPECT_EQ(readTextFile(folder), std::nullopt);
    std::filesystem::remove_all(root);
}

TEST(Platform, AMissingLibraryIsEmptyAndSaysWhy) {
    std::string error;
    const auto library = DynamicLibrary::open("no-such-library-of-hendeca", &error);
    EXPECT_FALSE(library);
    EXPECT_FALSE(error.empty());
    EXPECT_EQ(library.symbol("anything"), nullptr);
}

TEST(Platform, TimeGoesForwardAndSleepSleeps) {
    const uint64_t before = monotonicNanoseconds();
    sleepNanoseconds(2000000);
    EXPECT_GE(monotonicNanoseconds() - before, 1500000u);
}

TEST(Version, HasNumberCommitAndCompiler) {
    EXPECT_NE(std::string(versionString()).find('('), std::string::npos);
    EXPECT_NE(std::string(compilerString()).find(", "), std::string::npos);
    EXPECT_FALSE(systemName().empty());
}

} // namespace
} // namespace hendeca
