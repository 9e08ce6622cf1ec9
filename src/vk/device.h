#pragma once
// Instance, adapter and device as thin owners. The instance lies in dxgi.dll; d3d11.dll adopts its handles, so that no C++
// object crosses the border between the DLLs. A Device owns VkDevice, queue and memory allocator; any thread may read it;
// the queue is used by one submit thread only (Queue says so).
// Errors: Result with the VkResult's meaning; a missing required capability is Unsupported, and the log names them all in
// one block.

#include "util/result.h"
#include "vk/caps.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hendeca::vk {

// Turns a VkResult into a Status; `what` says what was being done. Counts failures for fault tests.
Status check(VkResult result, const char* what);

struct InstanceOptions {
    std::vector<const char*> surfaceExtensions; // wanted when present (VK_KHR_surface and the platform's)
    bool validation = false;                    // VK_LAYER_KHRONOS_validation with synchronization validation
    PFN_vkGetInstanceProcAddr getProc = nullptr; // for tests; null: the loader's
};

class Instance {
public:
    // Opens the loader and makes an instance of its own.
    static Result<std::shared_ptr<Instance>> create(const InstanceOptions& options);
    // Borrows an instance that another module owns.
    static Result<std::shared_ptr<Instance>> adopt(VkInstance handle, PFN_vkGetInstanceProcAddr getProc);
    ~Instance();

    VkInstance handle() const { return handle_; }
    const InstanceFns& fn() const { return fn_; }
    bool owned() const { return owned_; }
    Result<std::vector<VkPhysicalDevice>> physicalDevices() const;

private:
    friend class Adapter;
    Instance() = default;
    Status makeMessenger();
    VkInstance handle_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    InstanceFns fn_;
    bool owned_ = false;
    bool debugUtils_ = false;
    bool surface_ = false;  // VK_KHR_surface is enabled
    bool surface2_ = false; // VK_KHR_get_surface_capabilities2 and VK_EXT_surface_maintenance1 are
};

// A physical device with everything asked of it once.
class Adapter {
public:
    static Result<std::shared_ptr<Adapter>> open(std::shared_ptr<Instance> instance, VkPhysicalDevice handle);
    // As above, and works as if the driver lacked the optional capabilities in `disabled` (the options' are added).
    static Result<std::shared_ptr<Adapter>> open(std::shared_ptr<Instance> instance, VkPhysicalDevice handle,
                                                 const std::bitset<static_cast<size_t>(Cap::Count)>& disabled);

    VkPhysicalDevice handle() const { return handle_; }
    Instance& instance() const { return *instance_; }
    const std::shared_ptr<Instance>& instanceRef() const { return instance_; }
    const VkPhysicalDeviceProperties& properties() const { return properties_; }
    const VkPhysicalDeviceVulkan11Properties& properties11() const { return properties11_; } // LUID, UUID
    const VkPhysicalDeviceVulkan12Properties& properties12() const { return properties12_; } // driver name
    const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
    const Caps& caps() const { return caps_; }
    // Empty when the device can be used; otherwise every missing required item, one a line.
    const std::vector<std::string>& missing() const { return missing_; }
    uint32_t graphicsFamily() const { return graphicsFamily_; }
    uint32_t timestampValidBits() const { return timestampValidBits_; }
    VkFormatProperties3 formatProperties(VkFormat format) const;

private:
    friend class Device;
    Status readExtensions();
    void readProperties();
    void readFeatures(const std::bitset<static_cast<size_t>(Cap::Count)>& disabled);
    bool readQueues();
    void chooseTiledTier();
    std::shared_ptr<Instance> instance_;
    std::vector<std::string> extensions_;   // that the driver has
    std::vector<uint16_t> extraFeatures_;   // of extraFeatures(), those that the driver has
    VkPhysicalDevice handle_ = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties_{};
    VkPhysicalDeviceVulkan11Properties properties11_{};
    VkPhysicalDeviceVulkan12Properties properties12_{};
    VkPhysicalDeviceMemoryProperties memory_{};
    Caps caps_;
    std::vector<std::string> missing_;
    uint32_t graphicsFamily_ = 0;
    uint32_t timestampValidBits_ = 0;
    bool sparseImage3D_ = false, filterMinmax_ = false;
    bool sparseQueue_ = false; // the graphics queue binds sparse memory
};

class MemoryAllocator;

class Device {
public:
    static Result<std::shared_ptr<Device>> create(std::shared_ptr<Adapter> adapter);
    ~Device(); // waits for the device to be idle

    VkDevice handle() const { return handle_; }
    const Fns& fn() const { return fn_; }
    const Caps& caps() const { return adapter_->caps(); }
    Adapter& adapter() const { return *adapter_; }
    MemoryAllocator& memory() const { return *memory_; }
    VkQueue queue() const { return queue_; } // submit thread only
    uint32_t queueFamily() const { return adapter_->graphicsFamily(); }

    // Device loss is kept here, with release and acquire ordering; once lost, always lost.
    void markLost(const Error& cause);
    bool lost() const;
    std::string lostReason() const; // empty while not lost
    // As check(), and a lost device is marked so.
    Status check(VkResult result, const char* what);

private:
    Device();
    void logFault() const;
    std::shared_ptr<Adapter> adapter_;
    VkDevice handle_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    Fns fn_;
    std::unique_ptr<MemoryAllocator> memory_;
    struct LossState;
    std::unique_ptr<LossState> loss_;
};

} // namespace hendeca::vk
