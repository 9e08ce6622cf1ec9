#pragma once
// Fills the function tables. Each answers with the name of a needed function that is missing, or null.

#include "vk/fns.h"

namespace hendeca::vk {

void loadGlobal(InstanceFns& fn, PFN_vkGetInstanceProcAddr getProc);
const char* loadInstance(InstanceFns& fn, VkInstance instance);
const char* loadDevice(Fns& fn, PFN_vkGetDeviceProcAddr getProc, VkDevice device);

} // namespace hendeca::vk
