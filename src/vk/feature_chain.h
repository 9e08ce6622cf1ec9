#pragma once
// All feature structures that are asked for and enabled, in one plain object, so that a row of the capability table can
// name a feature bit by its offset. Used by adapter.cpp, device.cpp and caps_table.cpp only.

#include "vk/caps.h"
#include "vk/fns.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hendeca::vk {

// VK_KHR_maintenance5's, which not all headers have.
struct Maintenance5Features {
    VkStructureType sType;
    void* pNext;
    VkBool32 maintenance5;
};
inline constexpr auto kMaintenance5Features = static_cast<VkStructureType>(1000470000);

struct FeatureChain {
    VkPhysicalDeviceFeatures2 core;
    VkPhysicalDeviceVulkan11Features v11;
    VkPhysicalDeviceVulkan12Features v12;
    VkPhysicalDeviceVulkan13Features v13;
    VkPhysicalDeviceRobustness2FeaturesEXT robustness2;
    VkPhysicalDeviceTransformFeedbackFeaturesEXT xfb;
    VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor;
    VkPhysicalDeviceDepthClipEnableFeaturesEXT depthClip;
    VkPhysicalDeviceTexelBufferAlignmentFeaturesEXT texelAlignment;
    VkPhysicalDeviceMultiDrawFeaturesEXT multiDraw;
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT gpl;
    VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT vertexInput;
    VkPhysicalDeviceExtendedDynamicState2FeaturesEXT eds2;
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT eds3;
    VkPhysicalDeviceCustomBorderColorFeaturesEXT borderColor;
    VkPhysicalDeviceConditionalRenderingFeaturesEXT conditional;
    VkPhysicalDeviceMemoryPriorityFeaturesEXT priority;
    VkPhysicalDeviceFaultFeaturesEXT fault;
    VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT interlock;
    VkPhysicalDeviceImageViewMinLodFeaturesEXT viewMinLod;
    VkPhysicalDeviceSwapchainMaintenance1FeaturesEXT swapchain1;
    Maintenance5Features maintenance5;

    FeatureChain() { clear(); }
    FeatureChain(const FeatureChain&) = delete;
    FeatureChain& operator=(const FeatureChain&) = delete;

    void clear(); // no feature set, nothing linked
    // Chains the core structures, and those of the extensions in `extensions`.
    void link(const std::vector<std::string>& extensions);
    VkBool32& bit(size_t offset) { return *reinterpret_cast<VkBool32*>(reinterpret_cast<char*>(this) + offset); }
};

struct DriverInfo;

struct CapRow {
    Cap key;
    const char* name;            // in logs; "gpu.disable" + name is the option, of optional ones
    bool required;
    const char* extensions[2];   // null: none
    uint16_t features[10];       // offsets in FeatureChain, 0 ends; all must be there
    Cap needs = Cap::Count;      // another that must be there first
    // A fact that is neither extension nor feature bit; null: none.
    bool (*found)(const DriverInfo&) = nullptr;
};

// What `found` may look at.
struct DriverInfo {
    uint32_t apiVersion;
    const VkPhysicalDeviceLimits* limits;
    bool instanceSurface;       // VK_KHR_surface is enabled
    bool instanceSurface2;      // VK_KHR_get_surface_capabilities2, and so VK_EXT_surface_maintenance1
    bool instanceDebugUtils;
    bool sparseQueue;           // the graphics queue binds sparse memory
};

std::span<const CapRow> capTable();
const CapRow& capRow(Cap cap);
// Features without a name of their own: enabled where they are there (offsets in FeatureChain).
std::span<const uint16_t> extraFeatures();

} // namespace hendeca::vk
