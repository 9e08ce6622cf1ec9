#pragma once
// A Vulkan driver that does nothing but remember: an entry point for vk::Instance with settable features, memory and
// limits, a record of all calls, and a counter that makes one call fail. The newest one answers all calls of the process
// (functions of Vulkan have no place for a pointer to it); made and destroyed on the test's thread, its functions may be called from any.

#include "vk/device.h"
#include "vk/feature_chain.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace hendeca::test {

class FakeVk {
public:
    FakeVk(); // a driver that has everything that the capability table knows
    ~FakeVk();

    static PFN_vkVoidFunction VKAPI_CALL getProc(VkInstance instance, const char* name);

    // --- what it has; set before it is asked
    uint32_t apiVersion = VK_API_VERSION_1_3;
    uint32_t loaderVersion = VK_API_VERSION_1_3;
    std::set<std::string> extensions;
    std::set<std::string> instanceExtensions{"VK_KHR_surface"};
    vk::FeatureChain features; // all bits of the table are set at first
    VkPhysicalDeviceLimits limits{};
    VkPhysicalDeviceMemoryProperties memory{};
    uint64_t heapLeft[VK_MAX_MEMORY_HEAPS]; // bytes until AllocateMemory fails
    bool dedicatedImages = false;           // images want memory of their own
    bool hasQueue = true;
    VkFormatFeatureFlags formatFeatures = ~0u;
    VkFormat missingFormat = VK_FORMAT_UNDEFINED; // no features at all
    uint64_t timelineValue = 0;             // of all semaphores
    std::set<std::string> missingFunctions; // "vkCmdDraw"

    void lack(vk::Cap cap); // as if the driver did not have it
    // Memory as of a discrete card: 8 GiB local, 16 GiB host, a window of `window` bytes on the local one.
    void discreteMemory(uint64_t window);

    // --- failures: the n-th call from now (1 = next) of a function that can fail does so.
    void failAfter(uint64_t n, VkResult result);
    // Every call of that function ("AllocateMemory") fails.
    void failAlways(const std::string& name, VkResult result);
    void heal();

    // --- what happened
    uint64_t count(const std::string& name) const; // calls of "CreateBuffer"
    uint64_t failable() const;                     // calls that could have failed
    void forgetCalls();
    // Objects made and not destroyed, by kind ("Buffer", "Image", "Sampler", "Memory", "Device", ...).
    std::map<std::string, int64_t> live() const;
    bool clean() const; // nothing is alive
    std::vector<std::string> enabledExtensions;   // of the last CreateDevice
    VkSamplerCreateInfo lastSampler{};
    VkImageViewCreateInfo lastImageView{};
    VkBufferCreateInfo lastBuffer{};
    uint32_t lastMemoryType = 0;
    VkPipelineStageFlags2 barrierSources = 0; // stages that memory barriers waited for

    Result<std::shared_ptr<vk::Adapter>> adapter();
    Result<std::shared_ptr<vk::Device>> device(); // null adapter errors pass through

    // --- for its functions
    struct Calls;
    std::unique_ptr<Calls> calls;

private:
    FakeVk* outer_; // the one before, which is back when this one goes
};

} // namespace hendeca::test
