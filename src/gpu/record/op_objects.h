#pragma once
// The Vulkan objects that the recorder's own shaders need (mips, packed depth, video, indirect draws): one descriptor set of
// which each binding is one DescriptorData of the update template, its pipeline layout, shader modules, compute pipelines.
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

} // namespace hendeca::gpu
