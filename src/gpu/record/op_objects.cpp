#include "gpu/record/op_objects.h"

#include "vk/device.h"

#include <vector>

namespace hendeca::gpu {

Status makeOpSet(vk::Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings, SetLayout& set,
                 const char* what) {
    const auto count = static_cast<uint32_t>(bindings.size());
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = count;
    info.pBindings = bindings.data();
    if (!set.handle)
        HENDECA_TRY(device.check(device.fn().CreateDescriptorSetLayout(device.handle(), &info, nullptr, &set.handle), what));

    std::vector<VkDescriptorUpdateTemplateEntry> entries;
    set.poolSizes.clear();
    for (uint32_t i = 0; i < count; i++) {
        entries.push_back({bindings[i].binding, 0, 1, bindings[i].descriptorType, i * sizeof(DescriptorData),
                           sizeof(DescriptorData)});
        set.poolSizes.push_back({bindings[i].descriptorType, 1});
    }
    VkDescriptorUpdateTemplateCreateInfo update{VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO};
    update.descriptorUpdateEntryCount = count;
    update.pDescriptorUpdateEntries = entries.data();
    update.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
    update.descriptorSetLayout = set.handle;
    if (set.updateTemplate)
        return Ok{};
    return device.check(
        device.fn().CreateDescriptorUpdateTemplate(device.handle(), &update, nullptr, &set.updateTemplate), what);
}

void destroyOpSet(vk::Device& device, const SetLayout& set) {
    device.fn().DestroyDescriptorUpdateTemplate(device.handle(), set.updateTemplate, nullptr);
    device.fn().DestroyDescriptorSetLayout(device.handle(), set.handle, nullptr);
}

Status makeOpLayout(vk::Device& device, const SetLayout& set, VkShaderStageFlags pushStage, uint32_t pushBytes,
                    VkPipelineLayout& layout, const char* what) {
    if (layout)
        return Ok{};
    const VkPushConstantRange constants{pushStage, 0, pushBytes};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &set.handle;
    info.pushConstantRangeCount = pushBytes ? 1 : 0;
    info.pPushConstantRanges = pushBytes ? &constants : nullptr;
    return device.check(device.fn().CreatePipelineLayout(device.handle(), &info, nullptr, &layout), what);
}

Result<VkShaderModule> makeOpModule(vk::Device& device, std::span<const uint32_t> words, const char* what) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = words.size_bytes();
    info.pCode = words.data();
    VkShaderModule made = VK_NULL_HANDLE;
    HENDECA_TRY(device.check(device.fn().CreateShaderModule(device.handle(), &info, nullptr, &made), what));
    return made;
}

Result<VkPipeline> makeOpCompute(vk::Device& device, VkPipelineLayout layout, std::span<const uint32_t> words,
                                 const char* what) {
    HENDECA_TRY_ASSIGN(const VkShaderModule module, makeOpModule(device, words, what));
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = layout;
    VkPipeline made = VK_NULL_HANDLE;
    const Status status = device.check(
        device.fn().CreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &made), what);
    device.fn().DestroyShaderModule(device.handle(), module, nullptr);
    HENDECA_TRY(status);
    return made;
}

Result<VkPipeline> makeOpDraw(vk::Device& device, const OpDraw& draw, const char* what) {
    VkPipelineShaderStageCreateInfo stages[2] = {{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO},
                                                 {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO}};
    stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
    stages[0].module = draw.vertex;
    stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    stages[1].module = draw.pixel;
    stages[1].pSpecializationInfo = draw.constants;
    stages[0].pName = stages[1].pName = "main";
    VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    raster.lineWidth = 1;
    VkPipelineMultisampleStateCreateInfo multisample{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    multisample.rasterizationSamples = draw.samples;
    multisample.pSampleMask = &draw.sampleMask;
    VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    depth.depthTestEnable = depth.depthWriteEnable = draw.depth != VK_FORMAT_UNDEFINED;
    depth.depthCompareOp = VK_COMPARE_OP_ALWAYS;
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    blend.attachmentCount = draw.color != VK_FORMAT_UNDEFINED;
    blend.pAttachments = &draw.blend;
    const VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT, VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT};
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    dynamic.dynamicStateCount = 2;
    dynamic.pDynamicStates = states;
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    rendering.colorAttachmentCount = blend.attachmentCount;
    rendering.pColorAttachmentFormats = &draw.color;
    rendering.depthAttachmentFormat = draw.depth;

    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.pNext = &rendering;
    info.stageCount = 2;
    info.pStages = stages;
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &multisample;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = draw.layout;
    info.basePipelineIndex = -1;
    VkPipeline made = VK_NULL_HANDLE;
    HENDECA_TRY(device.check(
        device.fn().CreateGraphicsPipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &made), what));
    return made;
}

} // namespace hendeca::gpu
