#include "util/config.h"
#include "util/log.h"
#include "vk/check.h"
#include "vk/device.h"
#include "vk/driver_quirks.h"
#include "vk/validation.h"
#include "vk/feature_chain.h"

#include <algorithm>

namespace hendeca::vk {

namespace {

bool hasAll(FeatureChain& chain, const CapRow& row) {
    for (const uint16_t offset : row.features)
        if (offset && !chain.bit(offset))
            return false;
    return true;
}

} // namespace

Result<std::shared_ptr<Adapter>> Adapter::open(std::shared_ptr<Instance> instance, VkPhysicalDevice handle) {
    return open(std::move(instance), handle, {});
}

Result<std::shared_ptr<Adapter>> Adapter::open(std::shared_ptr<Instance> instance, VkPhysicalDevice handle,
                                               const std::bitset<static_cast<size_t>(Cap::Count)>& disabled) {
    if (!instance || !handle)
        return makeError(ErrorCode::InvalidArgument, "no Vulkan device to open");
    std::shared_ptr<Adapter> adapter(new Adapter());
    adapter->instance_ = std::move(instance);
    adapter->handle_ = handle;
    VkPhysicalDeviceProperties2 plain{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    adapter->instance_->fn_.GetPhysicalDeviceProperties2(handle, &plain);
    adapter->properties_ = plain.properties;
    VkPhysicalDeviceMemoryProperties2 memory{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    adapter->instance_->fn_.GetPhysicalDeviceMemoryProperties2(handle, &memory);
    adapter->memory_ = memory.memoryProperties;
    HENDECA_TRY(adapter->readExtensions());

    if (!adapter->readQueues())
        adapter->missing_.push_back("a queue for graphics and compute");
    const uint32_t version = adapter->properties_.apiVersion;
    if (version < VK_API_VERSION_1_3) {
        // Its structures could not even be asked for.
        adapter->missing_.push_back(formatText("Vulkan 1.3 (the driver has %u.%u)", VK_API_VERSION_MAJOR(version),
                                               VK_API_VERSION_MINOR(version)));
        return adapter;
    }
    adapter->readFeatures(disabled);
    adapter->readProperties();
    return adapter;
}

Status Adapter::readExtensions() {
    const InstanceFns& fn = instance_->fn_;
    uint32_t count = 0;
    HENDECA_TRY(check(fn.EnumerateDeviceExtensionProperties(handle_, nullptr, &count, nullptr), "list device extensions"));
    std::vector<VkExtensionProperties> list(count);
    HENDECA_TRY(
        check(fn.EnumerateDeviceExtensionProperties(handle_, nullptr, &count, list.data()), "list device extensions"));
    list.resize(count);
    for (const VkExtensionProperties& extension : list)
        extensions_.emplace_back(extension.extensionName);
    return Ok{};
}

bool Adapter::readQueues() {
    const InstanceFns& fn = instance_->fn_;
    uint32_t count = 0;
    fn.GetPhysicalDeviceQueueFamilyProperties2(handle_, &count, nullptr);
    std::vector<VkQueueFamilyProperties2> families(count, {VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2});
    fn.GetPhysicalDeviceQueueFamilyProperties2(handle_, &count, families.data());
    constexpr VkQueueFlags kNeeded = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (uint32_t i = 0; i < count; i++) {
        const VkQueueFamilyProperties& family = families[i].queueFamilyProperties;
        if ((family.queueFlags & kNeeded) == kNeeded && family.queueCount > 0) {
            graphicsFamily_ = i;
            timestampValidBits_ = family.timestampValidBits;
            sparseQueue_ = family.queueFlags & VK_QUEUE_SPARSE_BINDING_BIT;
            return true;
        }
    }
    return false;
}

void Adapter::readFeatures(const std::bitset<static_cast<size_t>(Cap::Count)>& disabled) {
    FeatureChain chain;
    chain.link(extensions_);
    instance_->fn_.GetPhysicalDeviceFeatures2(handle_, &chain.core);
    const DriverInfo info{properties_.apiVersion, &properties_.limits, instance_->surface_, instance_->surface2_,
                          instance_->debugUtils_, sparseQueue_};
    auto hasExtension = [&](const char* name) {
        return !name || std::find(extensions_.begin(), extensions_.end(), name) != extensions_.end();
    };
    for (const CapRow& row : capTable()) {
        bool found = hasExtension(row.extensions[0]) && hasExtension(row.extensions[1]) && hasAll(chain, row) &&
                     (!row.found || row.found(info));
        if (!row.required && found) {
            const bool off = disabled.test(static_cast<size_t>(row.key)) ||
                             config().booleanByName(std::string("gpu.disable") + row.name);
            found = !off;
        }
        caps_.enabled.set(static_cast<size_t>(row.key), found);
        if (row.required && !found) {
            const char* extension = row.extensions[0] && !hasExtension(row.extensions[0]) ? row.extensions[0] : nullptr;
            missing_.push_back(extension ? formatText("%s (extension %s)", row.name, extension) : std::string(row.name));
        }
    }
    for (const CapRow& row : capTable())
        if (row.needs != Cap::Count && !caps_.has(row.needs))
            caps_.enabled.reset(static_cast<size_t>(row.key));
    for (const uint16_t offset : extraFeatures())
        if (chain.bit(offset))
            extraFeatures_.push_back(offset);
    if (caps_.has(Cap::SparseResidency)) {
        const VkPhysicalDeviceFeatures& core = chain.core.features;
        caps_.shaderResidency = core.shaderResourceResidency;
        caps_.tiled4Samples = core.sparseResidency4Samples;
        sparseImage3D_ = core.sparseResidencyImage3D;
        filterMinmax_ = chain.v12.samplerFilterMinmax;
    }
}

void Adapter::readProperties() {
    VkPhysicalDeviceVulkan13Properties v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES};
    VkPhysicalDeviceMultiDrawPropertiesEXT multiDraw{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_PROPERTIES_EXT};
    VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT divisor{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT};
    VkPhysicalDeviceGraphicsPipelineLibraryPropertiesEXT gpl{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_PROPERTIES_EXT};
    VkPhysicalDeviceTransformFeedbackPropertiesEXT feedback{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT};
    properties11_ = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
    properties12_ = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &properties11_};
    properties11_.pNext = &properties12_;
    properties12_.pNext = &v13;
    void** end = &v13.pNext;
    auto chainIf = [&](Cap cap, auto& structure) {
        if (caps_.has(cap)) {
            *end = &structure;
            end = &structure.pNext;
        }
    };
    chainIf(Cap::MultiDraw, multiDraw);
    chainIf(Cap::VertexAttributeDivisor, divisor);
    chainIf(Cap::GraphicsPipelineLibrary, gpl);
    chainIf(Cap::TransformFeedback, feedback);
    instance_->fn_.GetPhysicalDeviceProperties2(handle_, &all);
    properties11_.pNext = nullptr;
    properties12_.pNext = nullptr;

    const VkPhysicalDeviceLimits& limits = properties_.limits;
    caps_.limits = limits;
    caps_.maxDynamicUniformBuffers = limits.maxDescriptorSetUniformBuffersDynamic;
    caps_.maxMultiDraw = multiDraw.maxMultiDrawCount;
    caps_.maxVertexAttribDivisor = std::max(divisor.maxVertexAttribDivisor, 1u);
    // With "single texel alignment" a texel of at most 16 bytes needs no more than its own size.
    const VkDeviceSize uniform =
        v13.uniformTexelBufferOffsetSingleTexelAlignment ? 0 : v13.uniformTexelBufferOffsetAlignmentBytes;
    const VkDeviceSize storage =
        v13.storageTexelBufferOffsetSingleTexelAlignment ? 0 : v13.storageTexelBufferOffsetAlignmentBytes;
    caps_.texelBufferAlignment = std::max(uniform, storage);
    caps_.gplFastLinking = gpl.graphicsPipelineLibraryFastLinking;
    setQuirks(caps_, properties12_.driverID, properties_.driverVersion);
    noteQuirks(caps_);
    caps_.shaderResidency = caps_.shaderResidency && !caps_.residencyCrashes;
    chooseTiledTier();
    const bool freeDenorms = properties12_.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    const bool freeRounding = properties12_.roundingModeIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    // Asked for in both widths at once, where there are doubles.
    caps_.signedZeroInfNanPreserve32 =
        properties12_.shaderSignedZeroInfNanPreserveFloat32 &&
        (properties12_.shaderSignedZeroInfNanPreserveFloat64 || !caps_.has(Cap::Float64));
    caps_.roundToNearestEven32 = freeRounding && properties12_.shaderRoundingModeRTEFloat32;
    caps_.denormFlushToZero32 = freeDenorms && properties12_.shaderDenormFlushToZeroFloat32;
    caps_.denormPreserve64 = freeDenorms && properties12_.shaderDenormPreserveFloat64;
    caps_.rasterizationStreamSelect = feedback.transformFeedbackRasterizationStreamSelect;
    caps_.cpuDevice = properties_.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    caps_.unifiedMemory = true;
    for (uint32_t i = 0; i < memory_.memoryHeapCount; i++) {
        if (!(memory_.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT))
            caps_.unifiedMemory = false;
    }
}

// D3D11.3 specification 5.9.7, in Vulkan's words.
void Adapter::chooseTiledTier() {
    const VkPhysicalDeviceSparseProperties& sparse = properties_.sparseProperties;
    caps_.tiledTier = 0;
    if (!caps_.has(Cap::SparseResidency) || !sparse.residencyStandard2DBlockShape ||
        !instance_->fn_.GetPhysicalDeviceSparseImageFormatProperties2)
        return;
    caps_.tiledTier = 1;
    if (!sparse.residencyNonResidentStrict || sparse.residencyAlignedMipSize || !caps_.shaderResidency ||
        !caps_.has(Cap::ShaderResourceMinLod) || !filterMinmax_ || !properties12_.filterMinmaxSingleComponentFormats)
        return;
    // Minimum and maximum filters belong to tier 2, of the usual formats, too.
    for (const VkFormat format : {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT})
        if (!(formatProperties(format).optimalTilingFeatures & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_MINMAX_BIT))
            return;
    caps_.tiledTier = sparseImage3D_ && sparse.residencyStandard3DBlockShape ? 3 : 2;
}

namespace {

bool isSnorm(VkFormat format) {
    switch (format) {
    case VK_FORMAT_R8_SNORM:
    case VK_FORMAT_R8G8_SNORM:
    case VK_FORMAT_R8G8B8A8_SNORM:
    case VK_FORMAT_R16_SNORM:
    case VK_FORMAT_R16G16_SNORM:
    case VK_FORMAT_R16G16B16A16_SNORM: return true;
    default: return false;
    }
}

} // namespace

VkFormatProperties3 Adapter::formatProperties(VkFormat format) const {
    VkFormatProperties3 properties{VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 outer{VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, &properties};
    instance_->fn_.GetPhysicalDeviceFormatProperties2(handle_, format, &outer);
    properties.pNext = nullptr;
    if (caps_.snormBlendUnsaid && isSnorm(format) &&
        properties.optimalTilingFeatures & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT)
        properties.optimalTilingFeatures |= VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT;
    return properties;
}

} // namespace hendeca::vk
