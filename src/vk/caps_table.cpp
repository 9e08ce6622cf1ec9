#include "vk/feature_chain.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hendeca::vk {

namespace {

// The offset of a feature bit, as the table stores it.
#define F(member) static_cast<uint16_t>(offsetof(FeatureChain, member))
#define CORE(feature) F(core.features.feature)

constexpr bool kRequired = true, kOptional = false;

bool hasVulkan13(const DriverInfo& info) { return info.apiVersion >= VK_API_VERSION_1_3; }
bool hasManyViewports(const DriverInfo& info) { return info.limits->maxViewports >= 16; }
bool hasSurface(const DriverInfo& info) { return info.instanceSurface; }
bool hasSurface2(const DriverInfo& info) { return info.instanceSurface2; }
bool sparseQueue(const DriverInfo& info) { return info.sparseQueue; }
bool hasDebugUtils(const DriverInfo& info) { return info.instanceDebugUtils; }

// clang-format off
constexpr auto kRows = std::to_array<CapRow>({
    // required
    {Cap::Vulkan13, "Vulkan13", kRequired, {},
     {F(v13.dynamicRendering), F(v13.synchronization2), F(v13.maintenance4), F(v12.timelineSemaphore), F(v12.separateDepthStencilLayouts),
      F(v12.uniformBufferStandardLayout), F(v11.shaderDrawParameters)}, Cap::Count, hasVulkan13},
    {Cap::NullDescriptor, "NullDescriptor", kRequired, {VK_EXT_ROBUSTNESS_2_EXTENSION_NAME}, {F(robustness2.nullDescriptor)}},
    {Cap::RobustBufferAccess2, "RobustBufferAccess2", kRequired, {VK_EXT_ROBUSTNESS_2_EXTENSION_NAME}, {F(robustness2.robustBufferAccess2), CORE(robustBufferAccess)}},
    {Cap::TransformFeedback, "TransformFeedback", kRequired, {VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME}, {F(xfb.transformFeedback), F(xfb.geometryStreams)}},
    {Cap::GeometryShader, "GeometryShader", kRequired, {}, {CORE(geometryShader)}},
    {Cap::TessellationShader, "TessellationShader", kRequired, {}, {CORE(tessellationShader)}},
    {Cap::SamplerAnisotropy, "SamplerAnisotropy", kRequired, {}, {CORE(samplerAnisotropy)}},
    {Cap::IndependentBlend, "IndependentBlend", kRequired, {}, {CORE(independentBlend)}},
    {Cap::DepthClamp, "DepthClamp", kRequired, {}, {CORE(depthClamp), CORE(depthBiasClamp)}},
    {Cap::DualSrcBlend, "DualSrcBlend", kRequired, {}, {CORE(dualSrcBlend)}},
    {Cap::ImageCubeArray, "ImageCubeArray", kRequired, {}, {CORE(imageCubeArray)}},
    {Cap::FragmentStoresAndAtomics, "FragmentStoresAndAtomics", kRequired, {}, {CORE(fragmentStoresAndAtomics)}},
    {Cap::DrawIndirectFirstInstance, "DrawIndirectFirstInstance", kRequired, {}, {CORE(drawIndirectFirstInstance)}},
    {Cap::FillModeNonSolid, "FillModeNonSolid", kRequired, {}, {CORE(fillModeNonSolid)}},
    {Cap::ClipDistance, "ClipDistance", kRequired, {}, {CORE(shaderClipDistance)}},
    {Cap::HostQueryReset, "HostQueryReset", kRequired, {}, {F(v12.hostQueryReset)}},
    {Cap::OcclusionQueryPrecise, "OcclusionQueryPrecise", kRequired, {}, {CORE(occlusionQueryPrecise)}},
    {Cap::PipelineStatisticsQuery, "PipelineStatisticsQuery", kRequired, {}, {CORE(pipelineStatisticsQuery)}},
    {Cap::FullDrawIndexUint32, "FullDrawIndexUint32", kRequired, {}, {CORE(fullDrawIndexUint32)}},
    {Cap::StorageWriteWithoutFormat, "StorageWriteWithoutFormat", kRequired, {}, {CORE(shaderStorageImageWriteWithoutFormat)}},
    {Cap::VertexAttributeDivisor, "VertexAttributeDivisor", kRequired, {VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME},
     {F(divisor.vertexAttributeInstanceRateDivisor), F(divisor.vertexAttributeInstanceRateZeroDivisor)}},
    {Cap::DepthClipEnable, "DepthClipEnable", kRequired, {VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME}, {F(depthClip.depthClipEnable)}},
    // optional
    {Cap::MultiViewport, "MultiViewport", kOptional, {}, {CORE(multiViewport)}, Cap::Count, hasManyViewports},
    {Cap::LogicOp, "LogicOp", kOptional, {}, {CORE(logicOp)}},
    {Cap::DepthBounds, "DepthBounds", kOptional, {}, {CORE(depthBounds)}},
    {Cap::SampleRateShading, "SampleRateShading", kOptional, {}, {CORE(sampleRateShading)}},
    {Cap::CullDistance, "CullDistance", kOptional, {}, {CORE(shaderCullDistance)}},
    {Cap::VertexPipelineStores, "VertexPipelineStores", kOptional, {}, {CORE(vertexPipelineStoresAndAtomics)}},
    {Cap::Float64, "Float64", kOptional, {}, {CORE(shaderFloat64)}},
    {Cap::Int64, "Int64", kOptional, {}, {CORE(shaderInt64)}},
    {Cap::StorageReadWithoutFormat, "StorageReadWithoutFormat", kOptional, {}, {CORE(shaderStorageImageReadWithoutFormat)}},
    {Cap::ShaderOutputLayerViewport, "ShaderOutputLayerViewport", kOptional, {}, {F(v12.shaderOutputLayer), F(v12.shaderOutputViewportIndex)}},
    {Cap::MultiDraw, "MultiDraw", kOptional, {VK_EXT_MULTI_DRAW_EXTENSION_NAME}, {F(multiDraw.multiDraw)}},
    {Cap::PushDescriptor, "PushDescriptor", kOptional, {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}, {}},
    {Cap::GraphicsPipelineLibrary, "GraphicsPipelineLibrary", kOptional,
     {VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME, VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME}, {F(gpl.graphicsPipelineLibrary)}},
    {Cap::VertexInputDynamicState, "VertexInputDynamicState", kOptional, {VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME}, {F(vertexInput.vertexInputDynamicState)}},
    {Cap::ExtendedDynamicState3, "ExtendedDynamicState3", kOptional,
     {VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME},
     {F(eds3.extendedDynamicState3DepthClipEnable), F(eds3.extendedDynamicState3PolygonMode), F(eds3.extendedDynamicState3SampleMask),
      F(eds3.extendedDynamicState3RasterizationSamples), F(eds3.extendedDynamicState3AlphaToCoverageEnable), F(eds3.extendedDynamicState3LogicOpEnable),
      F(eds3.extendedDynamicState3ColorBlendEnable), F(eds3.extendedDynamicState3ColorBlendEquation), F(eds3.extendedDynamicState3ColorWriteMask),
      F(eds2.extendedDynamicState2LogicOp)}},
    {Cap::CustomBorderColor, "CustomBorderColor", kOptional, {VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME},
     {F(borderColor.customBorderColors), F(borderColor.customBorderColorWithoutFormat)}},
    {Cap::ConditionalRendering, "ConditionalRendering", kOptional, {VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME}, {F(conditional.conditionalRendering)}},
    {Cap::MemoryBudget, "MemoryBudget", kOptional, {VK_EXT_MEMORY_BUDGET_EXTENSION_NAME}, {}},
    {Cap::MemoryPriority, "MemoryPriority", kOptional, {VK_EXT_MEMORY_PRIORITY_EXTENSION_NAME}, {F(priority.memoryPriority)}},
    {Cap::DeviceFault, "DeviceFault", kOptional, {VK_EXT_DEVICE_FAULT_EXTENSION_NAME}, {F(fault.deviceFault)}},
    {Cap::ExternalMemoryHost, "ExternalMemoryHost", kOptional, {VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME}, {}},
    {Cap::ExternalMemoryFd, "ExternalMemoryFd", kOptional, {VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME}, {}},
    {Cap::ExternalMemoryWin32, "ExternalMemoryWin32", kOptional, {"VK_KHR_external_memory_win32"}, {}},
    {Cap::StencilExport, "StencilExport", kOptional, {VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME}, {}},
    {Cap::ConservativeRasterization, "ConservativeRasterization", kOptional, {VK_EXT_CONSERVATIVE_RASTERIZATION_EXTENSION_NAME}, {}},
    {Cap::FragmentShaderInterlock, "FragmentShaderInterlock", kOptional, {VK_EXT_FRAGMENT_SHADER_INTERLOCK_EXTENSION_NAME},
     {F(interlock.fragmentShaderPixelInterlock), F(interlock.fragmentShaderSampleInterlock)}},
    {Cap::SparseResidency, "SparseResidency", kOptional, {},
     {CORE(sparseBinding), CORE(sparseResidencyBuffer), CORE(sparseResidencyImage2D), CORE(sparseResidencyAliased)}, Cap::Count, sparseQueue},
    {Cap::ShaderResourceMinLod, "ShaderResourceMinLod", kOptional, {}, {CORE(shaderResourceMinLod)}},
    {Cap::ImageViewMinLod, "ImageViewMinLod", kOptional, {VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME}, {F(viewMinLod.minLod)}},
    {Cap::LatePointSize, "LatePointSize", kOptional, {}, {CORE(shaderTessellationAndGeometryPointSize)}},
    {Cap::TexelBufferAlignment, "TexelBufferAlignment", kOptional, {VK_EXT_TEXEL_BUFFER_ALIGNMENT_EXTENSION_NAME},
     {F(texelAlignment.texelBufferAlignment)}},
    {Cap::SwapchainMaintenance1, "SwapchainMaintenance1", kOptional, {VK_EXT_SWAPCHAIN_MAINTENANCE_1_EXTENSION_NAME},
     {F(swapchain1.swapchainMaintenance1)}, Cap::Swapchain, hasSurface2},
    {Cap::Swapchain, "Swapchain", kOptional, {VK_KHR_SWAPCHAIN_EXTENSION_NAME}, {}, Cap::Count, hasSurface},
    {Cap::TextureCompressionBC, "TextureCompressionBC", kOptional, {}, {CORE(textureCompressionBC)}},
    {Cap::MultisampledStorage, "MultisampledStorage", kOptional, {}, {CORE(shaderStorageImageMultisample)}},
    {Cap::DebugUtils, "DebugUtils", kOptional, {}, {}, Cap::Count, hasDebugUtils},
    {Cap::PipelineCreationCacheControl, "PipelineCreationCacheControl", kOptional, {}, {F(v13.pipelineCreationCacheControl)}},
    {Cap::DescriptorIndexing, "DescriptorIndexing", kOptional, {},
     {F(v12.descriptorIndexing), F(v12.runtimeDescriptorArray), F(v12.descriptorBindingPartiallyBound),
      F(v12.descriptorBindingUpdateUnusedWhilePending), F(v12.shaderSampledImageArrayNonUniformIndexing)}},
    {Cap::Maintenance5, "Maintenance5", kOptional, {"VK_KHR_maintenance5"}, {F(maintenance5.maintenance5)}},
});

constexpr uint16_t kExtraFeatures[] = {
    CORE(shaderResourceResidency), CORE(sparseResidencyImage3D), CORE(sparseResidency4Samples),
    CORE(multiDrawIndirect), CORE(shaderImageGatherExtended), CORE(shaderStorageImageExtendedFormats),
    CORE(shaderUniformBufferArrayDynamicIndexing), CORE(shaderStorageBufferArrayDynamicIndexing),
    F(v12.samplerMirrorClampToEdge), F(v12.samplerFilterMinmax), F(v12.drawIndirectCount), F(v12.scalarBlockLayout), F(v12.vulkanMemoryModel),
    F(v12.vulkanMemoryModelDeviceScope), F(v13.robustImageAccess), F(robustness2.robustImageAccess2), F(v13.shaderDemoteToHelperInvocation),
    F(v13.shaderTerminateInvocation), F(v13.subgroupSizeControl), F(v13.computeFullSubgroups), F(v13.shaderZeroInitializeWorkgroupMemory),
    F(v13.inlineUniformBlock),
};
// clang-format on

constexpr bool rowsAreSound() {
    for (size_t i = 0; i < kRows.size(); i++)
        if (kRows[i].key != static_cast<Cap>(i))
            return false;
    return kRows.size() == static_cast<size_t>(Cap::Count);
}
static_assert(rowsAreSound());

// The structures of FeatureChain in order, each with the extension that brings it (null: Vulkan 1.3 itself).
struct ChainEntry {
    size_t offset;
    VkStructureType type;
    const char* extension;
};
constexpr ChainEntry kChain[] = {
    {offsetof(FeatureChain, core), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, nullptr},
    {offsetof(FeatureChain, v11), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, nullptr},
    {offsetof(FeatureChain, v12), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, nullptr},
    {offsetof(FeatureChain, v13), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, nullptr},
    {offsetof(FeatureChain, robustness2), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT,
     VK_EXT_ROBUSTNESS_2_EXTENSION_NAME},
    {offsetof(FeatureChain, xfb), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT,
     VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME},
    {offsetof(FeatureChain, divisor), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT,
     VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME},
    {offsetof(FeatureChain, depthClip), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT,
     VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME},
    {offsetof(FeatureChain, texelAlignment), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TEXEL_BUFFER_ALIGNMENT_FEATURES_EXT,
     VK_EXT_TEXEL_BUFFER_ALIGNMENT_EXTENSION_NAME},
    {offsetof(FeatureChain, multiDraw), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT,
     VK_EXT_MULTI_DRAW_EXTENSION_NAME},
    {offsetof(FeatureChain, gpl), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT,
     VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME},
    {offsetof(FeatureChain, vertexInput), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT,
     VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME},
    {offsetof(FeatureChain, eds2), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT,
     VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME},
    {offsetof(FeatureChain, eds3), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT,
     VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME},
    {offsetof(FeatureChain, borderColor), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT,
     VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME},
    {offsetof(FeatureChain, conditional), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT,
     VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME},
    {offsetof(FeatureChain, priority), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PRIORITY_FEATURES_EXT,
     VK_EXT_MEMORY_PRIORITY_EXTENSION_NAME},
    {offsetof(FeatureChain, fault), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT,
     VK_EXT_DEVICE_FAULT_EXTENSION_NAME},
    {offsetof(FeatureChain, interlock), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_INTERLOCK_FEATURES_EXT,
     VK_EXT_FRAGMENT_SHADER_INTERLOCK_EXTENSION_NAME},
    {offsetof(FeatureChain, viewMinLod), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_VIEW_MIN_LOD_FEATURES_EXT,
     VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME},
    {offsetof(FeatureChain, swapchain1), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SWAPCHAIN_MAINTENANCE_1_FEATURES_EXT,
     VK_EXT_SWAPCHAIN_MAINTENANCE_1_EXTENSION_NAME},
    {offsetof(FeatureChain, maintenance5), kMaintenance5Features, "VK_KHR_maintenance5"},
};

} // namespace

void FeatureChain::clear() {
    std::memset(static_cast<void*>(this), 0, sizeof(*this));
    for (const ChainEntry& entry : kChain)
        reinterpret_cast<VkBaseOutStructure*>(reinterpret_cast<char*>(this) + entry.offset)->sType = entry.type;
}

void FeatureChain::link(const std::vector<std::string>& extensions) {
    VkBaseOutStructure* last = nullptr;
    for (const ChainEntry& entry : kChain) {
        if (entry.extension && std::find(extensions.begin(), extensions.end(), entry.extension) == extensions.end())
            continue;
        auto* structure = reinterpret_cast<VkBaseOutStructure*>(reinterpret_cast<char*>(this) + entry.offset);
        structure->pNext = nullptr;
        if (last)
            last->pNext = structure;
        last = structure;
    }
}

std::span<const CapRow> capTable() {
    return kRows;
}

const CapRow& capRow(Cap cap) {
    return kRows[static_cast<size_t>(cap)];
}

std::span<const uint16_t> extraFeatures() {
    return kExtraFeatures;
}

} // namespace hendeca::vk
