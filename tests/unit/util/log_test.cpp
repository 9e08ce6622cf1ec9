// The log's line format and its rules against flooding.

#include "util/log.h"

#include <gtest/gtest.h>
#include <vector>

namespace hendeca {
namespace {

std::vector<std::string> captured;

class LogTest : public testing::Test {
protected:
    void SetUp() override {
        captured.clear();
        setLogLevel(LogLevel::Info);
        setLogCapture([](LogLevel, std::string_view message) { captured.emplace_back(message); });
    }
    void TearDown() override { setLogCapture(nullptr); }
};

TEST_F(LogTest, DropsWhatIsBelowTheLevel) {
    logDebug("hidden");
    logInfo("shown %d", 1);
    setLogLevel(LogLevel::None);
    logError("hidden");
    EXPECT_EQ(captured, std::vector<std::string>{"shown 1"});
}

TEST_F(LogTest, KeepsLongMessagesWhole) {
    const std::string text(3000, 'x');
    logInfo("%s", text.c_str());
    ASSERT_EQ(captured.size(), 1u);
    EXPECT_EQ(captured[0], text);
}

TEST_F(LogTest, ACallSiteSpeaksOnce) {
    for (int i = 0; i < 3; i++)
        HENDECA_WARN_ONCE("once %d", i);
    EXPECT_EQ(captured, std::vector<std::string>{"once 0"});
}

TEST_F(LogTest, AKeySpeaksOncePerSite) {
    EXPECT_TRUE(logFirst("site", "key"));
    EXPECT_FALSE(logFirst("site", "key"));
    EXPECT_TRUE(logFirst("other site", "key"));
    int more = 0;
    for (int i = 0; i < 1000; i++)
        more += logFirst("flood", std::to_string(i));
    EXPECT_LE(more, 256);
}

TEST(LogFormat, EachLineHasAPrefixAndNoneIsTooLong) {
    EXPECT_EQ(formatLogLines(LogLevel::Warn, "a\nb", 100), "warn:  a\nwarn:  b\n");
    EXPECT_EQ(formatLogLines(LogLevel::Error, "", 100), "err:   \n");
    const std::string lines = formatLogLines(LogLevel::Info, std::string(50, 'x'), 20);
    EXPECT_EQ(lines.find('\n'), 19u);
    EXPECT_EQ(lines.substr(20, 7), "info:  ");
}

TEST(LogFormat, DoesNotTearCharacters) {
    // Room for 12 bytes after prefix and line end, which is the middle of the last character.
    EXPECT_EQ(formatLogLines(LogLevel::Info, "0123456789a\xe2\x82\xac", 20), "info:  0123456789a\ninfo:  \xe2\x82\xac\n");
}

TEST(LogFormat, FileNamesComeFromProgramAndLibrary) {
    EXPECT_EQ(logFileName("Game.EXE", "d3d11"), "Game_d3d11.log");
    EXPECT_EQ(logFileName("game", "dxgi"), "game_dxgi.log");
    EXPECT_EQ(logFileName("tool.exe", "tool"), "tool.log");
}

TEST(LogFormat, LevelNames) {
    LogLevel level = LogLevel::None;
    EXPECT_TRUE(parseLogLevel("Debug", level));
    EXPECT_EQ(level, LogLevel::Debug);
    EXPECT_FALSE(parseLogLevel("loud", level));
}

} // namespace
} // namespace hendeca
