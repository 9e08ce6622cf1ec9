#include "dxgi/modes.h"
#include "dxgi/pacer.h"

#include <gtest/gtest.h>

namespace hendeca::dxgi {
namespace {

const std::vector<wsi::Mode> kModes = {
    {1920, 1080, 60, 1, 32, false}, {800, 600, 60, 1, 32, false},  {1920, 1080, 144, 1, 32, false},
    {800, 600, 60, 1, 32, false},   {1920, 1080, 60, 1, 16, false}, {1920, 1080, 30, 1, 32, true},
};

TEST(Modes, AreSortedUniqueAndOfThirtyTwoBits) {
    const auto list = listModes(kModes, DXGI_FORMAT_R8G8B8A8_UNORM, 0);
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list[0].Width, 800u);
    EXPECT_EQ(list[1].RefreshRate.Numerator, 60u);
    EXPECT_EQ(list[2].RefreshRate.Numerator, 144u);
    EXPECT_EQ(list[2].Format, DXGI_FORMAT_R8G8B8A8_UNORM);
    EXPECT_EQ(list[0].ScanlineOrdering, DXGI_MODE_SCANLINE_ORDER_PROGRESSIVE);
}

TEST(Modes, InterlacedOnesOnlyWhenAskedFor) {
    EXPECT_EQ(listModes(kModes, DXGI_FORMAT_B8G8R8A8_UNORM, DXGI_ENUM_MODES_INTERLACED).size(), 4u);
}

TEST(Modes, NoneForFormatsThatNoScreenShows) {
    EXPECT_TRUE(listModes(kModes, DXGI_FORMAT_UNKNOWN, 0).empty());
    EXPECT_TRUE(listModes(kModes, DXGI_FORMAT_D32_FLOAT, 0).empty());
}

TEST(Modes, ClosestBySizeThenRate) {
    const auto list = listModes(kModes, DXGI_FORMAT_R8G8B8A8_UNORM, 0);
    const wsi::Mode desktop{1920, 1080, 60, 1, 32, false};
    DXGI_MODE_DESC1 wanted{}, found{};
    wanted.Width = 1900;
    wanted.Height = 1000;
    wanted.RefreshRate = {120, 1};
    ASSERT_TRUE(closestMode(list, desktop, wanted, found));
    EXPECT_EQ(found.Width, 1920u);
    EXPECT_EQ(found.RefreshRate.Numerator, 144u);
    wanted = {};
    ASSERT_TRUE(closestMode(list, desktop, wanted, found)) << "nothing asked: the desktop's own";
    EXPECT_EQ(found.Width, 1920u);
    EXPECT_EQ(found.RefreshRate.Numerator, 60u);
    wanted.Width = 640;
    EXPECT_FALSE(closestMode(list, desktop, wanted, found)) << "a width without a height";
    wanted.Height = 480;
    ASSERT_TRUE(closestMode(list, desktop, wanted, found));
    EXPECT_EQ(found.Width, 800u);
    EXPECT_FALSE(closestMode({}, desktop, wanted, found));
}

TEST(Pacer, LateFramesAreShownAtOnceAndNoBurstFollows) {
    constexpr uint64_t kPeriod = 10;
    EXPECT_EQ(Pacer::nextTime(0, 1000, kPeriod), 1000u) << "the first frame";
    EXPECT_EQ(Pacer::nextTime(1010, 1004, kPeriod), 1010u) << "early: waits";
    EXPECT_EQ(Pacer::nextTime(1010, 1015, kPeriod), 1010u) << "a little late: keeps the rhythm";
    EXPECT_EQ(Pacer::nextTime(1010, 1200, kPeriod), 1200u) << "very late: a new rhythm";
    EXPECT_EQ(Pacer::nextTime(5000, 1000, kPeriod), 1000u) << "a period that was shortened does not wait for the old one";
}

} // namespace
} // namespace hendeca::dxgi
