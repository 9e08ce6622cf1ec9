#include "vk/load.h"

namespace hendeca::vk {

namespace {

template <class F>
bool resolve(PFN_vkVoidFunction found, F& target) {
    target = reinterpret_cast<F>(found);
    return target != nullptr;
}

} // namespace

void loadGlobal(InstanceFns& fn, PFN_vkGetInstanceProcAddr getProc) {
    fn.GetInstanceProcAddr = getProc;
#define HENDECA_VK_GLOBAL(name) resolve(getProc(VK_NULL_HANDLE, "vk" #name), fn.name);
#define HENDECA_VK_INSTANCE HENDECA_VK_NONE
#define HENDECA_VK_INSTANCE_OPT HENDECA_VK_NONE
#define HENDECA_VK_DEVICE HENDECA_VK_NONE
#define HENDECA_VK_DEVICE_OPT HENDECA_VK_NONE
#include "vk/fns.inc"
#undef HENDECA_VK_GLOBAL
#undef HENDECA_VK_INSTANCE
#undef HENDECA_VK_INSTANCE_OPT
#undef HENDECA_VK_DEVICE
#undef HENDECA_VK_DEVICE_OPT
}

const char* loadInstance(InstanceFns& fn, VkInstance instance) {
    const char* missing = nullptr;
#define HENDECA_VK_GLOBAL HENDECA_VK_NONE
#define HENDECA_VK_INSTANCE(name)                                                                                      \
    if (!resolve(fn.GetInstanceProcAddr(instance, "vk" #name), fn.name))                                               \
        missing = "vk" #name;
#define HENDECA_VK_INSTANCE_OPT(name) resolve(fn.GetInstanceProcAddr(instance, "vk" #name), fn.name);
#define HENDECA_VK_DEVICE HENDECA_VK_NONE
#define HENDECA_VK_DEVICE_OPT HENDECA_VK_NONE
#include "vk/fns.inc"
#undef HENDECA_VK_GLOBAL
#undef HENDECA_VK_INSTANCE
#undef HENDECA_VK_INSTANCE_OPT
#undef HENDECA_VK_DEVICE
#undef HENDECA_VK_DEVICE_OPT
    return missing;
}

const char* loadDevice(Fns& fn, PFN_vkGetDeviceProcAddr getProc, VkDevice device) {
    const char* missing = nullptr;
#define HENDECA_VK_GLOBAL HENDECA_VK_NONE
#define HENDECA_VK_INSTANCE HENDECA_VK_NONE
#define HENDECA_VK_INSTANCE_OPT HENDECA_VK_NONE
#define HENDECA_VK_DEVICE(name)                                                                                        \
    if (!resolve(getProc(device, "vk" #name), fn.name))                                                                \
        missing = "vk" #name;
#define HENDECA_VK_DEVICE_OPT(name) resolve(getProc(device, "vk" #name), fn.name);
#include "vk/fns.inc"
#undef HENDECA_VK_GLOBAL
#undef HENDECA_VK_INSTANCE
#undef HENDECA_VK_INSTANCE_OPT
#undef HENDECA_VK_DEVICE
#undef HENDECA_VK_DEVICE_OPT
    return missing;
}

} // namespace hendeca::vk
