#pragma once
// Descriptor set layouts by contents, and pipeline layouts by their sets. Made on any thread, immutable afterwards (but
// for the arena's part, which is the worker's), and alive as long as the cache. Sets: 0 uniform buffers, 1 everything
// else of the pre-rasterisation stages or of compute; 2 and 3 likewise of the pixel stage (spirv/shader_binary.h).

#include "spirv/shader_binary.h"
#include "util/result.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

inline constexpr uint32_t kSetCount = 4;

// The slots of one stage that a set reads.
struct SlotMasks {
    uint64_t srvs[2] = {};
    uint64_t uavs = 0;
    uint16_t uniforms = 0;
    uint16_t samplers = 0;
    bool any() const { return srvs[0] | srvs[1] | uavs | uniforms | samplers; }
};

struct SetBinding : spirv::Binding {
    spirv::Stage stage = spirv::Stage::Vertex;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_MAX_ENUM;
    uint16_t dynamicIndex = 0xffff; // of UNIFORM_BUFFER_DYNAMIC: place among the set's dynamic offsets
};

struct SetLayout {
    uint32_t id = 0;
    uint32_t index = 0; // set number
    VkDescriptorSetLayout handle = VK_NULL_HANDLE;
    VkDescriptorUpdateTemplate updateTemplate = VK_NULL_HANDLE; // one DescriptorData for each binding; null if empty
    std::vector<SetBinding> bindings;                           // in the order of binding numbers
    uint32_t dynamicCount = 0;
    SlotMasks masks[spirv::kStageCount];
    uint32_t stageMask = 0; // bit: spirv::Stage
    bool writesUavs = false;
    bool hasOffsets = false; // some binding has an offsetSpecId
    bool push = false;       // written into the command buffer (PipelineLayout::pushTemplate), never allocated
    std::vector<VkDescriptorPoolSize> poolSizes; // of one set

    bool empty() const { return bindings.empty(); }
};

// One descriptor as the update template reads it.
union DescriptorData {
    VkDescriptorImageInfo image;
    VkDescriptorBufferInfo buffer;
    VkBufferView texel;
    uint64_t raw[3];
};

struct PipelineLayout {
    uint32_t id = 0;
    VkPipelineLayout handle = VK_NULL_HANDLE;
    VkDescriptorUpdateTemplate pushTemplate = VK_NULL_HANDLE; // of the one set that is pushed, if any
    const SetLayout* sets[kSetCount] = {}; // never null up to setCount (but for library parts); empty ones need no set
    uint32_t setCount = kSetCount;         // compute: 2
    VkPipelineBindPoint bindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
};

class LayoutCache {
public:
    // `independentSets`: for graphics pipeline libraries. `push`: the resources of the pixel stage and of compute, which
    // change most, are push descriptors (a pipeline layout can have one such set).
    LayoutCache(std::shared_ptr<vk::Device> device, bool independentSets, bool push = false);
    ~LayoutCache();

    // Sets 2 * group and 2 * group + 1 of the shaders given: group 0 pre-rasterisation or compute, 1 pixel.
    struct Group {
        const SetLayout* uniforms = nullptr;
        const SetLayout* resources = nullptr;
    };
    Result<Group> group(uint32_t group, std::span<const spirv::ShaderBinary* const> shaders);
    Result<const PipelineLayout*> graphics(const Group& preRaster, const Group& pixel);
    Result<const PipelineLayout*> compute(const Group& group);
    // For one half of a graphics pipeline library (needs independent sets): the other half's sets are null in it.
    Result<const PipelineLayout*> part(uint32_t group, const Group& contents);
    // An empty group; for stages that are not there.
    Result<Group> emptyGroup(uint32_t group);

    vk::Device& device() const { return *device_; }
    // Dynamic uniform buffers that a group may have.
    uint32_t dynamicBudget(uint32_t group, bool compute) const;

private:
    struct Maps;
    Result<const SetLayout*> setLayout(uint32_t index, std::vector<SetBinding> bindings);
    Result<const PipelineLayout*> pipelineLayout(VkPipelineBindPoint point, const SetLayout* const (&sets)[kSetCount]);
    std::shared_ptr<vk::Device> device_;
    bool independentSets_, push_;
    Status makePushTemplate(PipelineLayout& layout) const;
    std::unique_ptr<Maps> maps_;
};

// Binding kinds to descriptor types; uniform buffers by `dynamic`.
VkDescriptorType descriptorType(spirv::BindingKind kind, bool dynamic);
// The bindings of one set, in order, with dynamic indices given out by budget. No device needed.
std::vector<SetBinding> collectBindings(uint32_t set, std::span<const spirv::ShaderBinary* const> shaders,
                                        uint32_t dynamicBudget);

} // namespace hendeca::gpu
