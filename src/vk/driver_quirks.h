#pragma once
// What single drivers do wrong or leave unsaid, by driver and version: one table, which sets members of Caps.

#include "vk/caps.h"

#include <span>

namespace hendeca::vk {

struct DriverQuirk {
    bool Caps::*member; // caps.h says what it means
    VkDriverId driver;
    uint32_t mendedIn; // driverVersion as the driver encodes it; 0: in none yet
};

std::span<const DriverQuirk> driverQuirks();
void setQuirks(Caps& caps, VkDriverId driver, uint32_t driverVersion);

} // namespace hendeca::vk
