#include "vk/device.h"

#include "util/log.h"
#include "vk/check.h"
#include "vk/feature_chain.h"
#include "vk/load.h"
#include "vk/memory.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>

namespace hendeca::vk {

struct Device::LossState {
    std::atomic<bool> lost{false};
    mutable std::mutex mutex;
    std::string reason;
};

Device::Device() : loss_(std::make_unique<LossState>()) {}

Result<std::shared_ptr<Device>> Device::create(std::shared_ptr<Adapter> adapter) {
    if (!adapter->missing().empty()) {
        std::string list;
        for (const std::string& item : adapter->missing())
            list += "\n  " + item;
        logError("%s cannot be used; its driver lacks:%s", adapter->properties().deviceName, list.c_str());
        return makeError(ErrorCode::Unsupported, "the driver lacks what is needed");
    }

    FeatureChain chain;
    std::vector<std::string> names;
    for (const CapRow& row : capTable()) {
        if (!adapter->caps_.has(row.key))
            continue;
        for (const uint16_t offset : row.features)
            if (offset)
                chain.bit(offset) = VK_TRUE;
        for (const char* extension : row.extensions)
            if (extension && std::find(names.begin(), names.end(), extension) == names.end())
                names.emplace_back(extension);
    }
    for (const uint16_t offset : adapter->extraFeatures_)
        chain.bit(offset) = VK_TRUE;
    chain.link(names);
    std::vector<const char*> extensions;
    for (const std::string& name : names)
        extensions.push_back(name.c_str());

    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = adapter->graphicsFamily();
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &chain.core};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();

    std::shared_ptr<Device> device(new Device());
    device->adapter_ = std::move(adapter);
    const InstanceFns& fn = device->adapter_->instance().fn();
    HENDECA_TRY(vk::check(fn.CreateDevice(device->adapter_->handle(), &info, nullptr, &device->handle_),
                          "create the Vulkan device"));
    if (const char* missing = loadDevice(device->fn_, fn.GetDeviceProcAddr, device->handle_))
        return makeError(ErrorCode::Unsupported, formatText("the driver lacks %s", missing));
    device->fn_.GetDeviceQueue(device->handle_, device->queueFamily(), 0, &device->queue_);
    device->memory_ = std::make_unique<MemoryAllocator>(*device);
    return device;
}

Device::~Device() {
    if (!handle_)
        return;
    // A lost device answers at once; nothing can be done about a failure here.
    if (fn_.DeviceWaitIdle)
        fn_.DeviceWaitIdle(handle_);
    memory_.reset();
    if (fn_.DestroyDevice)
        fn_.DestroyDevice(handle_, nullptr);
}

void Device::markLost(const Error& cause) {
    // Memory may be what is lacking: the mark comes first, and what is only said may fail.
    try {
        {
            std::lock_guard lock(loss_->mutex);
            if (loss_->lost.exchange(true, std::memory_order_acq_rel))
                return;
            loss_->reason = cause.what;
        }
        logError("the device is lost: %s", cause.what.c_str());
        logFault();
    } catch (const std::exception&) {
    }
}

// What VK_EXT_device_fault knows: a description, the addresses of bad accesses and the vendor's codes.
void Device::logFault() const {
    if (!fn_.GetDeviceFaultInfoEXT || !caps().has(Cap::DeviceFault))
        return;
    VkDeviceFaultCountsEXT counts{VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
    if (fn_.GetDeviceFaultInfoEXT(handle_, &counts, nullptr) < 0)
        return;
    std::vector<VkDeviceFaultAddressInfoEXT> addresses(counts.addressInfoCount);
    std::vector<VkDeviceFaultVendorInfoEXT> vendor(counts.vendorInfoCount);
    counts.vendorBinarySize = 0;
    VkDeviceFaultInfoEXT info{VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT};
    info.pAddressInfos = addresses.data();
    info.pVendorInfos = vendor.data();
    if (fn_.GetDeviceFaultInfoEXT(handle_, &counts, &info) < 0)
        return;
    std::string text = formatText("the driver's report: %s", info.description);
    for (uint32_t i = 0; i < counts.addressInfoCount; i++)
        text += formatText("\n  address 0x%llx, kind %d", static_cast<unsigned long long>(addresses[i].reportedAddress),
                           static_cast<int>(addresses[i].addressType));
    for (uint32_t i = 0; i < counts.vendorInfoCount; i++)
        text += formatText("\n  %s: code 0x%llx, data 0x%llx", vendor[i].description,
                           static_cast<unsigned long long>(vendor[i].vendorFaultCode),
                           static_cast<unsigned long long>(vendor[i].vendorFaultData));
    logError("%s", text.c_str());
}

bool Device::lost() const {
    return loss_->lost.load(std::memory_order_acquire);
}

std::string Device::lostReason() const {
    std::lock_guard lock(loss_->mutex);
    return loss_->reason;
}

Status Device::check(VkResult result, const char* what) {
    Status status = vk::check(result, what);
    if (result == VK_ERROR_DEVICE_LOST)
        markLost(status.error());
    return status;
}

} // namespace hendeca::vk
