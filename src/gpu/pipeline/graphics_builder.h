#pragma once
// The create-info structures of a graphics pipeline or of one of its four library parts, filled from shaders and state.
// A builder is used once, on one thread. What it reads must live until create() has returned.

#include "gpu/descriptor/binder.h"
#include "gpu/pipeline/pipeline_key.h"
#include "gpu/pipeline/shader_store.h"
#include "util/result.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hendeca::gpu {

// Vertex inputs of a shader against a vertex layout: what is read from where, and which registers get zeros.
struct VertexInputs {
    uint32_t slots = 0; // vertex buffers that are read
    uint32_t nullBinding = ~0u;
    std::vector<VkVertexInputBindingDescription> bindings;
    std::vector<VkVertexInputAttributeDescription> attributes;
    std::vector<VkVertexInputBindingDivisorDescriptionEXT> divisors;
};
VertexInputs matchVertexInputs(const spirv::ShaderBinary& shader, const VertexLayout* layout, uint32_t maxBindings,
                               uint32_t maxDivisor);

// Everything that a whole pipeline is made of. Shaders by spirv::Stage.
struct GraphicsParts {
    const CompiledShader* shaders[5] = {};
    const VertexLayout* vertexLayout = nullptr;
    const BlendState* blend = nullptr;
    const OffsetConstants* offsets = nullptr;
    GraphicsKey key;
    VkPipelineLayout layout = VK_NULL_HANDLE;
};

class GraphicsBuilder {
public:
    explicit GraphicsBuilder(vk::Device& device);

    void addVertexInput(const VertexInputs& inputs, TopologyClass topology);
    void addPreRaster(const GraphicsParts& parts);
    void addFragment(const GraphicsParts& parts);
    // `written`: targets that the pixel shader writes.
    void addOutput(const GraphicsParts& parts, uint32_t written);

    // A whole pipeline, or (part is not 0) the library part VkGraphicsPipelineLibraryFlagsEXT.
    Result<VkPipeline> create(VkPipelineLayout layout, VkPipelineCache cache, VkGraphicsPipelineLibraryFlagsEXT part);

private:
    // The pixel shader runs for each sample.
    bool runsPerSample(const GraphicsParts& parts) const;
    void addStage(const CompiledShader& shader, VkShaderStageFlagBits stage, const GraphicsParts& parts);
    bool blendable(VkFormat format) const;

    struct Specialisation {
        std::vector<VkSpecializationMapEntry> entries;
        std::vector<uint32_t> values;
        VkSpecializationInfo info{};
    };

    vk::Device& device_;
    VkGraphicsPipelineCreateInfo info_{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    std::vector<VkPipelineShaderStageCreateInfo> stages_;
    std::array<Specialisation, 5> specialisations_;
    VkPipelineVertexInputStateCreateInfo vertexInput_{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisors_{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT};
    VkPipelineInputAssemblyStateCreateInfo assembly_{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineTessellationStateCreateInfo tessellation_{VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO};
    VkPipelineViewportStateCreateInfo viewport_{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    bool discards_ = false; // nothing is rasterized: whoever draws says so (GraphicsPipeline::rasterizes)
    VkPipelineRasterizationStateCreateInfo raster_{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineRasterizationDepthClipStateCreateInfoEXT depthClip_{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationStateStreamCreateInfoEXT stream_{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_STREAM_CREATE_INFO_EXT};
    VkPipelineRasterizationConservativeStateCreateInfoEXT conservative_{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_CONSERVATIVE_STATE_CREATE_INFO_EXT};
    VkPipelineMultisampleStateCreateInfo multisample_{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    uint32_t sampleMask_ = ~0u;
    VkPipelineDepthStencilStateCreateInfo depthStencil_{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendStateCreateInfo blend_{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    std::array<VkPipelineColorBlendAttachmentState, kMaxTargets> attachments_{};
    VkPipelineDynamicStateCreateInfo dynamic_{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    VkPipelineRenderingCreateInfo rendering_{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    std::array<VkFormat, kMaxTargets> formats_{};
    VkGraphicsPipelineLibraryCreateInfoEXT library_{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT};
};

} // namespace hendeca::gpu
