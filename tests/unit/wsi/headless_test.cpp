#include "wsi/headless/headless.h"
#include "wsi/sync.h"

#include <gtest/gtest.h>

namespace hendeca::wsi {
namespace {

TEST(ParseMode, TakesSizeAndRate) {
    const auto mode = parseMode("1920x1080@75");
    ASSERT_TRUE(mode);
    EXPECT_EQ(mode->width, 1920u);
    EXPECT_EQ(mode->height, 1080u);
    EXPECT_EQ(mode->refreshNumerator, 75u);
    ASSERT_TRUE(parseMode("640x480"));
    EXPECT_EQ(parseMode("640x480")->refreshNumerator, 60u);
}

TEST(ParseMode, RefusesAllElse) {
    for (const char* text : {"", "x", "640", "640x", "640x480@", "640x480@0", "0x480", "640x480 ", "640x480@60Hz", "-1x480", "99999x1"})
        EXPECT_FALSE(parseMode(text)) << text;
}

TEST(HeadlessWindow, IsAliveAndShowsNothing) {
    const auto window = openWindow(nullptr);
    ASSERT_TRUE(window);
    EXPECT_TRUE(window->alive());
    EXPECT_EQ(window->native(), nullptr);
    EXPECT_EQ(window->clientSize(), Size{});
    EXPECT_FALSE(window->enterFullscreen({}, nullptr));
}

TEST(Waitable, CountsUnits) {
    const auto waitable = Waitable::create(1);
    ASSERT_TRUE(waitable);
    EXPECT_TRUE(waitable->tryTake());
    EXPECT_FALSE(waitable->tryTake());
    waitable->release(2);
    EXPECT_TRUE(waitable->tryTake());
    EXPECT_TRUE(waitable->tryTake());
    EXPECT_FALSE(waitable->tryTake());
}

} // namespace
} // namespace hendeca::wsi
