#include "dxgi/instance.h"

#include "util/config.h"
#include "util/log.h"
#include "util/log_header.h"
#include "wsi/window.h"

#include <algorithm>

namespace hendeca::dxgi {

namespace {

bool isCpu(const vk::Adapter& adapter) {
    return adapter.properties().deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

bool passesFilter(const vk::Adapter& adapter) {
    const std::string& filter = config().text(Option::GpuDeviceFilter);
    return filter.empty() || std::string_view(adapter.properties().deviceName).find(filter) != std::string_view::npos;
}

// Everything that is missing in one message, so that one report tells the whole story.
void logUnusable(const vk::Adapter& adapter) {
    std::string text = formatText("Not used: %s lacks", adapter.properties().deviceName);
    for (const std::string& item : adapter.missing())
        text += "\n  " + item;
    logWarn("%s", text.c_str());
}

std::vector<std::shared_ptr<vk::Adapter>> openAdapters(const std::shared_ptr<vk::Instance>& instance) {
    std::vector<std::shared_ptr<vk::Adapter>> usable;
    auto handles = instance->physicalDevices();
    if (!handles.ok()) {
        logError("No Vulkan devices: %s", handles.error().what.c_str());
        return usable;
    }
    for (VkPhysicalDevice handle : handles.value()) {
        auto opened = vk::Adapter::open(instance, handle);
        if (!opened.ok()) {
            logWarn("A Vulkan device cannot be opened: %s", opened.error().what.c_str());
            continue;
        }
        std::shared_ptr<vk::Adapter> adapter = std::move(opened).value();
        if (!adapter->missing().empty())
            logUnusable(*adapter);
        else if (!passesFilter(*adapter))
            logInfo("Not used: %s (gpu.deviceFilter)", adapter->properties().deviceName);
        else
            usable.push_back(std::move(adapter));
    }
    return usable;
}

VulkanDevices load() {
    logHeader();
    VulkanDevices devices;
    vk::InstanceOptions options;
    options.surfaceExtensions = wsi::surfaceExtensions();
    options.validation = config().boolean(Option::GpuValidation);
    auto made = vk::Instance::create(options);
    if (!made.ok()) {
        logError("No Vulkan: %s", made.error().what.c_str());
        return devices;
    }
    devices.instance = std::move(made).value();
    devices.adapters = openAdapters(devices.instance);

    // GPUs first, in the loader's order, which is the user's choice.
    std::stable_partition(devices.adapters.begin(), devices.adapters.end(), [](const auto& a) { return !isCpu(*a); });
    const auto firstCpu = std::find_if(devices.adapters.begin(), devices.adapters.end(), [](const auto& a) { return isCpu(*a); });
    if (firstCpu != devices.adapters.end()) {
        devices.software = *firstCpu;
        const Tristate allowed = config().tristate(Option::GpuAllowSoftware);
        const bool alone = firstCpu == devices.adapters.begin();
        if (allowed == Tristate::False || (allowed == Tristate::Auto && !alone))
            devices.adapters.erase(firstCpu, devices.adapters.end());
    }
    for (const auto& adapter : devices.adapters)
        logInfo("Vulkan device: %s (%s %s)", adapter->properties().deviceName, adapter->properties12().driverName,
                adapter->properties12().driverInfo);
    if (devices.adapters.empty())
        logError("No usable Vulkan device: Vulkan 1.3 with the features named above is needed");
    return devices;
}

} // namespace

const VulkanDevices& vulkanDevices() {
    // Never destroyed: see the header.
    static const VulkanDevices* devices = new VulkanDevices(load());
    return *devices;
}

} // namespace hendeca::dxgi
