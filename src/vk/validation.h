#pragma once
// What the Khronos validation layer says: counted, logged, and silenced by a table where the layer or the driver is
// wrong. The messenger hangs on the instance, so on the module that made it. Any thread.

#include "vk/caps.h"

#include <cstdint>

namespace hendeca::vk {

VkDebugUtilsMessengerCreateInfoEXT messengerInfo();
// The version of the layer that is loaded (VkLayerProperties::specVersion): some of its mistakes ended with a version.
void noteValidationLayer(uint32_t specVersion);
// Adapters with a quirk that the layer does not know of: from then on its messages about the quirk are left out.
void noteQuirks(const Caps& caps);

} // namespace hendeca::vk
