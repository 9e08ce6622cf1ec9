#pragma once
// The Vulkan objects that the recorder's own shaders need (mips, packed depth, video, indirect draws): one descriptor set of
// which each binding is one DescriptorData of the update template, its pipeline layout, shader modules, pipelines.
// Handles that are there already are kept, so that what failed half-way can be tried again. `what` says in an error what was to
// be made. The caller owns what is made. Worker only.

#include "gpu/descriptor/layout_cache.h"
#include "util/result.h"

#include <span>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

Status makeOpSet(vk::Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings, SetLayout& set,
                 const char* what);
void destroyOpSet(vk::Device& device, const SetLayout& set);
// Push constants of `pushBytes` in `pushStage`; none with 0 bytes.
Status makeOpLayout(vk::Device& device, const SetLayout& set, VkShaderStageFlags pushStage, uint32_t pushBytes,
                    VkPipelineLayout& layout, const char* what);
Result<VkShaderModule> makeOpModule(vk::Device& device, std::span<const uint32_t> words, const char* what);
Result<VkPipeline> makeOpCompute(vk::Device& device, VkPipelineLayout layout, std::span<const uint32_t> words,
                                 const char* what);

// A pipeline of triangles without vertex buffers, viewport and scissor dynamic, to one target: a colour or a depth format.
struct OpDraw {
    VkShaderModule vertex = VK_NULL_HANDLE, pixel = VK_NULL_HANDLE;
    const VkSpecializationInfo* constants = nullptr; // of the pixel shader
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkFormat color = VK_FORMAT_UNDEFINED, depth = VK_FORMAT_UNDEFINED;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkSampleMask sampleMask = ~0u;
    VkPipelineColorBlendAttachmentState blend{.colorWriteMask = 0xf};
};
Result<VkPipeline> makeOpDraw(vk::Device& device, const OpDraw& draw, const char* what);

} // namespace hendeca::gpu
