// The table of driver quirks: what is mended ends with its version, and other drivers have none of it.
#include "vk/driver_quirks.h"

#include <gtest/gtest.h>

using namespace hendeca::vk;

TEST(DriverQuirks, EndWithTheVersionThatMendsThem) {
    Caps old, current;
    setQuirks(old, VK_DRIVER_ID_MESA_LLVMPIPE, VK_MAKE_API_VERSION(0, 22, 3, 6));
    setQuirks(current, VK_DRIVER_ID_MESA_LLVMPIPE, VK_MAKE_API_VERSION(0, 26, 2, 6));
    for (const DriverQuirk& quirk : driverQuirks()) {
        EXPECT_TRUE(old.*quirk.member);
        EXPECT_EQ(quirk.mendedIn == 0, current.*quirk.member);
    }
}

TEST(DriverQuirks, AreOneDriversOwn) {
    Caps other;
    setQuirks(other, VK_DRIVER_ID_NVIDIA_PROPRIETARY, 0);
    for (const DriverQuirk& quirk : driverQuirks())
        EXPECT_FALSE(other.*quirk.member);
}
