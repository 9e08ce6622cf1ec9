#include "util/text.h"

#include <gtest/gtest.h>

namespace hendeca {
namespace {

TEST(Strings, Utf8SurvivesTheRoundTripThroughWideText) {
    const std::string text = "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80";
    EXPECT_EQ(toUtf8(toWide(text)), text);
    EXPECT_EQ(toWide("\xe2\x82\xac"), L"\x20ac");
}

TEST(Strings, BrokenUtf8BecomesReplacementCharacters) {
    EXPECT_EQ(toWide("a\xff"), L"a\xfffd");
    EXPECT_EQ(toWide("\xc0\x80")[0], L'\xfffd') << "an overlong zero";
    EXPECT_EQ(toWide("\xe2\x82").back(), L'\xfffd') << "a character cut short";
    EXPECT_EQ(toWide("\xed\xa0\x80")[0], L'\xfffd') << "a surrogate written in UTF-8";
}

TEST(Strings, ALoneSurrogateBecomesAReplacementCharacter) {
    const wchar_t lone[] = {L'x', static_cast<wchar_t>(0xd800), L'y', 0};
    EXPECT_EQ(toUtf8(lone), "x\xef\xbf\xbdy");
}

TEST(Strings, CopyWideCutsAndFillsUp) {
    wchar_t target[4] = {L'z', L'z', L'z', L'z'};
    copyWide(target, 4, "abcdef");
    EXPECT_STREQ(target, L"abc");
    copyWide(target, 4, "a");
    EXPECT_EQ(target[3], L'\0');
}

TEST(Strings, TrimAndCompare) {
    EXPECT_EQ(trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(trim("  "), "");
    EXPECT_TRUE(equalsIgnoringCase("Game.EXE", "game.exe"));
    EXPECT_FALSE(equalsIgnoringCase("game", "games"));
}

TEST(Strings, EditDistanceStopsAtItsLimit) {
    EXPECT_EQ(editDistance("kitten", "sitting", 10), 3u);
    EXPECT_EQ(editDistance("kitten", "sitting", 2), 2u);
    EXPECT_EQ(editDistance("same", "same", 5), 0u);
}

} // namespace
} // namespace hendeca
