#pragma once
// The process's Vulkan instance and its devices, made at first use and kept until the process ends: drivers must not be
// unloaded while a DLL is, and programs make and drop factories often. Any thread.

#include "vk/device.h"

#include <memory>
#include <vector>

namespace hendeca::dxgi {

struct VulkanDevices {
    std::shared_ptr<vk::Instance> instance;               // null when there is no usable Vulkan
    std::vector<std::shared_ptr<vk::Adapter>> adapters;   // usable ones in DXGI's order: GPUs, then what is offered of CPUs
    std::shared_ptr<vk::Adapter> software;                // the first CPU device, whether it is offered or not
};

const VulkanDevices& vulkanDevices();

} // namespace hendeca::dxgi
