#include "gpu/pipeline/graphics_builder.h"

#include "vk/device.h"

#include <algorithm>
#include <bit>

namespace hendeca::gpu {

using spirv::Stage;

namespace {

constexpr VkShaderStageFlagBits kStageBits[] = {
    VK_SHADER_STAGE_VERTEX_BIT, VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
    VK_SHADER_STAGE_GEOMETRY_BIT, VK_SHADER_STAGE_FRAGMENT_BIT};

VkFormat zeroFormat(spirv::NumericType type) {
    switch (type) {
    case spirv::NumericType::Sint: return VK_FORMAT_R32G32B32A32_SINT;
    case spirv::NumericType::Uint: return VK_FORMAT_R32G32B32A32_UINT;
    case spirv::NumericType::Float: break;
    }
    return VK_FORMAT_R32G32B32A32_SFLOAT;
}

// Of a target whose alpha lies in red: what D3D11 says of alpha is said of colour.
VkBlendFactor inRed(VkBlendFactor factor) {
    switch (factor) {
    case VK_BLEND_FACTOR_SRC_COLOR: return VK_BLEND_FACTOR_SRC_ALPHA;
    case VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR: return VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    case VK_BLEND_FACTOR_DST_ALPHA: return VK_BLEND_FACTOR_DST_COLOR;
    case VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA: return VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
    case VK_BLEND_FACTOR_CONSTANT_COLOR: return VK_BLEND_FACTOR_CONSTANT_ALPHA;
    case VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR: return VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
    case VK_BLEND_FACTOR_SRC1_COLOR: return VK_BLEND_FACTOR_SRC1_ALPHA;
    case VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR: return VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
    case VK_BLEND_FACTOR_SRC_ALPHA_SATURATE: return VK_BLEND_FACTOR_ONE;
    default: return factor;
    }
}

// Of a target whose alpha counts as one whatever its bits are.
VkBlendFactor withOpaqueTarget(VkBlendFactor factor) {
    switch (factor) {
    case VK_BLEND_FACTOR_DST_ALPHA: return VK_BLEND_FACTOR_ONE;
    case VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA:
    case VK_BLEND_FACTOR_SRC_ALPHA_SATURATE: return VK_BLEND_FACTOR_ZERO;
    default: return factor;
    }
}

VkColorComponentFlags writeMaskOf(const BlendTarget& target, uint32_t color) {
    if (!(color & kAlphaInRed))
        return target.writeMask;
    return target.writeMask & VK_COLOR_COMPONENT_A_BIT ? VkColorComponentFlags(VK_COLOR_COMPONENT_R_BIT) : 0;
}

VkPipelineColorBlendAttachmentState attachmentOf(const BlendTarget& from, uint32_t color, VkColorComponentFlags mask) {
    if (color & kAlphaInRed) {
        const VkBlendFactor source = inRed(from.srcAlpha), target = inRed(from.dstAlpha);
        return {VK_TRUE, source, target, from.alphaOp, source, target, from.alphaOp, mask};
    }
    if (color & kAlphaIsOne)
        return {VK_TRUE, withOpaqueTarget(from.srcColor), withOpaqueTarget(from.dstColor), from.colorOp,
                VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ZERO, VK_BLEND_OP_ADD, mask};
    return {VK_TRUE, from.srcColor, from.dstColor, from.colorOp, from.srcAlpha, from.dstAlpha, from.alphaOp, mask};
}

template <class T>
void chain(const void*& head, T& item) {
    item.pNext = const_cast<void*>(head); // some of Vulkan's structures have it without const
    head = &item;
}

} // namespace

VertexInputs matchVertexInputs(const spirv::ShaderBinary& shader, const VertexLayout* layout, uint32_t maxBindings,
                               uint32_t maxDivisor) {
    VertexInputs made;
    uint32_t missing = shader.inputRegisters;
    if (layout) {
        for (const VertexElement& element : layout->elements) {
            if (element.location >= 32 || !(shader.inputRegisters >> element.location & 1) || element.slot >= maxBindings)
                continue;
            made.attributes.push_back({element.location, element.slot, element.format, element.offset});
            made.slots |= 1u << element.slot;
            missing &= ~(1u << element.location);
        }
    }
    for (uint32_t mask = made.slots; mask; mask &= mask - 1) {
        const uint32_t slot = static_cast<uint32_t>(std::countr_zero(mask));
        const bool instanced = layout->instanceSlotMask >> slot & 1;
        made.bindings.push_back(
            {slot, 0, instanced ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX}); // stride is dynamic
        if (instanced && layout->stepRate[slot] != 1)
            made.divisors.push_back({slot, std::min(layout->stepRate[slot], maxDivisor)});
    }
    if (!missing)
        return made;
    // The highest binding that is free: low ones are what programs use.
    for (uint32_t slot = std::min(maxBindings, 32u); slot-- > 0 && made.nullBinding == ~0u;) {
        if (!(made.slots >> slot & 1))
            made.nullBinding = slot;
    }
    if (made.nullBinding == ~0u)
        return made;
    made.bindings.push_back({made.nullBinding, 0, VK_VERTEX_INPUT_RATE_VERTEX});
    for (const spirv::IoElement& input : shader.inputs) {
        if (input.systemValue || input.reg >= 32 || !(missing >> input.reg & 1))
            continue;
        made.attributes.push_back({input.reg, made.nullBinding, zeroFormat(input.type), 0});
        missing &= ~(1u << input.reg);
    }
    return made;
}

GraphicsBuilder::GraphicsBuilder(vk::Device& device) : device_(device) {
    stages_.reserve(5);
}

void GraphicsBuilder::addStage(const CompiledShader& shader, VkShaderStageFlagBits stage, const GraphicsParts& parts) {
    VkPipelineShaderStageCreateInfo& made = stages_.emplace_back();
    made.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    made.stage = stage;
    made.module = shader.module;
    made.pName = "main";
    Specialisation& constants = specialisations_[stages_.size() - 1];
    auto add = [&](uint32_t id, uint32_t value) {
        constants.entries.push_back({id, static_cast<uint32_t>(constants.values.size() * 4), 4});
        constants.values.push_back(value);
    };
    if (shader.binary.has(spirv::kReadsSampleCountSpec))
        add(spirv::kSampleCountSpecId, parts.key.samples);
    if (parts.offsets) {
        for (const OffsetConstants::Item& item : parts.offsets->items) {
            if (item.stage == static_cast<uint16_t>(shader.binary.stage))
                add(item.specId, item.words);
        }
    }
    if (constants.entries.empty())
        return;
    constants.info.mapEntryCount = static_cast<uint32_t>(constants.entries.size());
    constants.info.pMapEntries = constants.entries.data();
    constants.info.dataSize = constants.values.size() * 4;
    constants.info.pData = constants.values.data();
    made.pSpecializationInfo = &constants.info;
}

void GraphicsBuilder::addVertexInput(const VertexInputs& inputs, TopologyClass topology) {
    vertexInput_.vertexBindingDescriptionCount = static_cast<uint32_t>(inputs.bindings.size());
    vertexInput_.pVertexBindingDescriptions = inputs.bindings.data();
    vertexInput_.vertexAttributeDescriptionCount = static_cast<uint32_t>(inputs.attributes.size());
    vertexInput_.pVertexAttributeDescriptions = inputs.attributes.data();
    if (!inputs.divisors.empty()) {
        divisors_.vertexBindingDivisorCount = static_cast<uint32_t>(inputs.divisors.size());
        divisors_.pVertexBindingDivisors = inputs.divisors.data();
        chain(vertexInput_.pNext, divisors_);
    }
    switch (topology) { // only the class counts, the rest is dynamic
    case TopologyClass::Point: assembly_.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST; break;
    case TopologyClass::Line: assembly_.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST; break;
    case TopologyClass::Triangle: assembly_.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST; break;
    case TopologyClass::Patch: assembly_.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST; break;
    }
    info_.pVertexInputState = &vertexInput_;
    info_.pInputAssemblyState = &assembly_;
}

void GraphicsBuilder::addPreRaster(const GraphicsParts& parts) {
    for (uint32_t i = 0; i < 4; i++) {
        if (parts.shaders[i])
            addStage(*parts.shaders[i], kStageBits[i], parts);
    }
    if (parts.shaders[static_cast<size_t>(Stage::Hull)]) {
        tessellation_.patchControlPoints = parts.key.patchControlPoints;
        info_.pTessellationState = &tessellation_;
    }
    info_.pViewportState = &viewport_;

    // D3D clamps the depth that is written to the viewport's range always; clipping is its own switch.
    raster_.depthClampEnable = VK_TRUE;
    for (const CompiledShader* shader : parts.shaders)
        discards_ |= shader && shader->binary.has(spirv::kNoRasterization);
    const CompiledShader* geometry = parts.shaders[static_cast<size_t>(Stage::Geometry)];
    if (geometry && geometry->binary.rasterizedStream) {
        stream_.rasterizationStream = geometry->binary.rasterizedStream;
        chain(raster_.pNext, stream_);
    }
    raster_.polygonMode = static_cast<VkPolygonMode>(parts.key.raster & kRasterPolygonMask);
    raster_.lineWidth = 1;
    depthClip_.depthClipEnable = (parts.key.raster & kRasterDepthClip) != 0;
    chain(raster_.pNext, depthClip_);
    if (parts.key.raster & kRasterConservative) {
        conservative_.conservativeRasterizationMode = VK_CONSERVATIVE_RASTERIZATION_MODE_OVERESTIMATE_EXT;
        chain(raster_.pNext, conservative_);
    }
    info_.pRasterizationState = &raster_;
}

bool GraphicsBuilder::runsPerSample(const GraphicsParts& parts) const {
    const CompiledShader* shader = parts.shaders[static_cast<size_t>(Stage::Pixel)];
    return shader && shader->binary.has(spirv::kUsesSampleRateShading) && device_.caps().has(vk::Cap::SampleRateShading);
}

void GraphicsBuilder::addFragment(const GraphicsParts& parts) {
    if (const CompiledShader* shader = parts.shaders[static_cast<size_t>(Stage::Pixel)])
        addStage(*shader, VK_SHADER_STAGE_FRAGMENT_BIT, parts);
    if (runsPerSample(parts)) {
        multisample_.sampleShadingEnable = VK_TRUE;
        multisample_.minSampleShading = 1;
    }
    depthStencil_.maxDepthBounds = 1;
    info_.pDepthStencilState = &depthStencil_; // all of it is dynamic
}

bool GraphicsBuilder::blendable(VkFormat format) const {
    return device_.adapter().formatProperties(format).optimalTilingFeatures &
           VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT;
}

void GraphicsBuilder::addOutput(const GraphicsParts& parts, uint32_t written) {
    static const BlendState kDefault;
    const BlendState& state = parts.blend ? *parts.blend : kDefault;
    uint32_t count = 0;
    const bool logicOp = state.logicOpEnable && device_.caps().has(vk::Cap::LogicOp);
    for (uint32_t i = 0; i < kMaxTargets; i++) {
        formats_[i] = parts.key.colorFormat(i);
        if (formats_[i] == VK_FORMAT_UNDEFINED)
            continue;
        count = i + 1;
        const BlendTarget& from = state.targets[i];
        VkPipelineColorBlendAttachmentState& to = attachments_[i];
        // What the shader does not write must keep its value.
        to.colorWriteMask = written >> i & 1 ? writeMaskOf(from, parts.key.colors[i]) : 0;
        if (!from.enable || logicOp || !blendable(formats_[i]))
            continue;
        to = attachmentOf(from, parts.key.colors[i], to.colorWriteMask);
    }
    blend_.logicOpEnable = logicOp;
    blend_.logicOp = state.logicOp;
    blend_.attachmentCount = count;
    blend_.pAttachments = attachments_.data();
    info_.pColorBlendState = &blend_;

    multisample_.rasterizationSamples = static_cast<VkSampleCountFlagBits>(parts.key.samples);
    sampleMask_ = parts.key.sampleMask;
    multisample_.pSampleMask = &sampleMask_;
    multisample_.alphaToCoverageEnable = state.alphaToCoverage;
    info_.pMultisampleState = &multisample_;

    rendering_.colorAttachmentCount = count;
    rendering_.pColorAttachmentFormats = formats_.data();
    rendering_.depthAttachmentFormat = static_cast<VkFormat>(parts.key.depth);
    rendering_.stencilAttachmentFormat = static_cast<VkFormat>(parts.key.stencil);
    chain(info_.pNext, rendering_);
}

Result<VkPipeline> GraphicsBuilder::create(VkPipelineLayout layout, VkPipelineCache cache,
                                           VkGraphicsPipelineLibraryFlagsEXT part) {
    if (part) {
        info_.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR | VK_PIPELINE_CREATE_RETAIN_LINK_TIME_OPTIMIZATION_INFO_BIT_EXT;
        library_.flags = part;
        chain(info_.pNext, library_);
    }
    info_.layout = layout;
    info_.stageCount = static_cast<uint32_t>(stages_.size());
    info_.pStages = stages_.data();
    const std::span<const VkDynamicState> usual = dynamicStates();
    std::vector<VkDynamicState> states(usual.begin(), usual.end());
    // Dynamic, since a pipeline that always discards has no fragment part and none of its dynamic states.
    if (discards_)
        states.push_back(VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE);
    dynamic_.dynamicStateCount = static_cast<uint32_t>(states.size());
    dynamic_.pDynamicStates = states.data();
    info_.pDynamicState = &dynamic_;
    info_.basePipelineIndex = -1;
    VkPipeline made = VK_NULL_HANDLE;
    HENDECA_TRY(device_.check(device_.fn().CreateGraphicsPipelines(device_.handle(), cache, 1, &info_, nullptr, &made),
                              part ? "make a pipeline library" : "make a graphics pipeline"));
    return made;
}

} // namespace hendeca::gpu
