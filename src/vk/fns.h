#pragma once
// The Vulkan functions as a table of pointers, filled through vkGet*ProcAddr; nothing links to the loader. A test may fill
// it with functions of its own. Immutable after load, so any thread may call through it (Vulkan's own rules on external
// synchronisation still hold). Members have Vulkan's names without the prefix: fns.CmdDraw(...).

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan_core.h>

namespace hendeca::vk {

#define HENDECA_VK_MEMBER(name) PFN_vk##name name = nullptr;
#define HENDECA_VK_NONE(name)

// Functions that need no device.
struct InstanceFns {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
#define HENDECA_VK_GLOBAL HENDECA_VK_MEMBER
#define HENDECA_VK_INSTANCE HENDECA_VK_MEMBER
#define HENDECA_VK_INSTANCE_OPT HENDECA_VK_MEMBER
#define HENDECA_VK_DEVICE HENDECA_VK_NONE
#define HENDECA_VK_DEVICE_OPT HENDECA_VK_NONE
#include "vk/fns.inc"
#undef HENDECA_VK_GLOBAL
#undef HENDECA_VK_INSTANCE
#undef HENDECA_VK_INSTANCE_OPT
#undef HENDECA_VK_DEVICE
#undef HENDECA_VK_DEVICE_OPT
};

// Functions of one device.
struct Fns {
#define HENDECA_VK_GLOBAL HENDECA_VK_NONE
#define HENDECA_VK_INSTANCE HENDECA_VK_NONE
#define HENDECA_VK_INSTANCE_OPT HENDECA_VK_NONE
#define HENDECA_VK_DEVICE HENDECA_VK_MEMBER
#define HENDECA_VK_DEVICE_OPT HENDECA_VK_MEMBER
#include "vk/fns.inc"
#undef HENDECA_VK_GLOBAL
#undef HENDECA_VK_INSTANCE
#undef HENDECA_VK_INSTANCE_OPT
#undef HENDECA_VK_DEVICE
#undef HENDECA_VK_DEVICE_OPT
};

} // namespace hendeca::vk
