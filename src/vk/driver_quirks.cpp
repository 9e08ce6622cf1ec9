#include "vk/driver_quirks.h"

namespace hendeca::vk {

namespace {

constexpr VkDriverId kLlvmpipe = VK_DRIVER_ID_MESA_LLVMPIPE;
// Seen in 22.3.6 and not in 26.2; what lies between was not tried.
constexpr uint32_t kMesa23 = VK_MAKE_API_VERSION(0, 23, 0, 0);

constexpr DriverQuirk kQuirks[] = {
    {&Caps::gplSharesBlending, kLlvmpipe, kMesa23},
    {&Caps::queriesOverflow, kLlvmpipe, kMesa23},
    {&Caps::indirectForgetsIndexOffset, kLlvmpipe, kMesa23},
    {&Caps::unormBiasDoubled, kLlvmpipe, kMesa23},
    {&Caps::snormKeepsNan, kLlvmpipe, 0},
    {&Caps::snormBlendUnsaid, kLlvmpipe, 0},
    {&Caps::tiledDrawsLinear, kLlvmpipe, 0},
    {&Caps::residencyCrashes, kLlvmpipe, 0},
};

} // namespace

std::span<const DriverQuirk> driverQuirks() {
    return kQuirks;
}

void setQuirks(Caps& caps, VkDriverId driver, uint32_t driverVersion) {
    for (const DriverQuirk& quirk : kQuirks) {
        if (quirk.driver == driver && (!quirk.mendedIn || driverVersion < quirk.mendedIn))
            caps.*quirk.member = true;
    }
}

} // namespace hendeca::vk
