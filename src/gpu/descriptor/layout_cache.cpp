#include "gpu/descriptor/layout_cache.h"

#include "vk/device.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace hendeca::gpu {

namespace {

VkShaderStageFlags stageFlag(spirv::Stage stage) {
    switch (stage) {
    case spirv::Stage::Vertex: return VK_SHADER_STAGE_VERTEX_BIT;
    case spirv::Stage::Hull: return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case spirv::Stage::Domain: return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case spirv::Stage::Geometry: return VK_SHADER_STAGE_GEOMETRY_BIT;
    case spirv::Stage::Pixel: return VK_SHADER_STAGE_FRAGMENT_BIT;
    case spirv::Stage::Compute: return VK_SHADER_STAGE_COMPUTE_BIT;
    }
    return 0;
}

// What makes two set layouts different, as one sequence of numbers. The writer of descriptors needs more than Vulkan's
// layout says (dimension, residual constants), so that is in it too.
std::vector<uint64_t> contentsKey(uint32_t index, const std::vector<SetBinding>& bindings) {
    std::vector<uint64_t> key;
    key.reserve(bindings.size() * 2 + 1);
    key.push_back(index);
    for (const SetBinding& b : bindings) {
        key.push_back(static_cast<uint64_t>(b.binding) | static_cast<uint64_t>(b.slot) << 16 |
                      static_cast<uint64_t>(b.offsetSpecId) << 32 | static_cast<uint64_t>(b.type) << 48);
        key.push_back(static_cast<uint64_t>(b.kind) | static_cast<uint64_t>(b.dim) << 8 |
                      static_cast<uint64_t>(b.type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC) << 16 |
                      static_cast<uint64_t>(b.written) << 17 | static_cast<uint64_t>(b.read) << 18 |
                      static_cast<uint64_t>(b.stage) << 24);
    }
    return key;
}

void noteSlot(SlotMasks& masks, const SetBinding& b) {
    switch (b.kind) {
    case spirv::BindingKind::UniformBuffer: masks.uniforms |= static_cast<uint16_t>(1u << b.slot); break;
    case spirv::BindingKind::Sampler: masks.samplers |= static_cast<uint16_t>(1u << b.slot); break;
    case spirv::BindingKind::SampledImage:
    case spirv::BindingKind::UniformTexelBuffer:
    case spirv::BindingKind::StorageBufferRead: masks.srvs[b.slot >> 6] |= uint64_t{1} << (b.slot & 63); break;
    default: masks.uavs |= uint64_t{1} << b.slot; break;
    }
}

bool slotInRange(const spirv::Binding& b) {
    switch (b.kind) {
    case spirv::BindingKind::UniformBuffer: return b.slot < spirv::kUniformSlots;
    case spirv::BindingKind::Sampler: return b.slot < spirv::kSamplerSlots;
    case spirv::BindingKind::SampledImage:
    case spirv::BindingKind::UniformTexelBuffer:
    case spirv::BindingKind::StorageBufferRead: return b.slot < spirv::kSrvSlots;
    default: return b.slot < spirv::kUavSlots;
    }
}

} // namespace

VkDescriptorType descriptorType(spirv::BindingKind kind, bool dynamic) {
    switch (kind) {
    case spirv::BindingKind::UniformBuffer:
        return dynamic ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case spirv::BindingKind::Sampler: return VK_DESCRIPTOR_TYPE_SAMPLER;
    case spirv::BindingKind::SampledImage: return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case spirv::BindingKind::UniformTexelBuffer: return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case spirv::BindingKind::StorageImage: return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case spirv::BindingKind::StorageTexelBuffer: return VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    case spirv::BindingKind::StorageBufferRead:
    case spirv::BindingKind::StorageBuffer:
    case spirv::BindingKind::UavCounter: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }
    return VK_DESCRIPTOR_TYPE_MAX_ENUM;
}

std::vector<SetBinding> collectBindings(uint32_t set, std::span<const spirv::ShaderBinary* const> shaders,
                                        uint32_t dynamicBudget) {
    std::vector<SetBinding> bindings;
    for (const spirv::ShaderBinary* shader : shaders) {
        if (!shader)
            continue;
        for (const spirv::Binding& from : shader->bindings) {
            if (from.set != set || !slotInRange(from))
                continue;
            SetBinding& made = bindings.emplace_back();
            static_cast<spirv::Binding&>(made) = from;
            made.stage = shader->stage;
        }
    }
    std::ranges::sort(bindings, {}, &SetBinding::binding);
    uint32_t dynamic = 0;
    for (SetBinding& b : bindings) {
        const bool isDynamic = b.kind == spirv::BindingKind::UniformBuffer && dynamic < dynamicBudget;
        b.type = descriptorType(b.kind, isDynamic);
        if (isDynamic)
            b.dynamicIndex = static_cast<uint16_t>(dynamic++);
    }
    return bindings;
}

namespace {

constexpr size_t kMaxPush = 32; // that many every driver takes

bool canPush(const SetLayout& layout) {
    if (layout.empty() || layout.bindings.size() > kMaxPush)
        return false;
    return layout.index == 3 || (layout.index == 1 && layout.bindings[0].stage == spirv::Stage::Compute);
}

} // namespace

struct LayoutCache::Maps {
    std::mutex mutex;
    std::map<std::vector<uint64_t>, std::unique_ptr<SetLayout>> sets;
    std::map<std::vector<uint32_t>, std::unique_ptr<PipelineLayout>> pipelines;
    uint32_t nextSet = 0, nextPipeline = 0;
};

LayoutCache::LayoutCache(std::shared_ptr<vk::Device> device, bool independentSets, bool push)
    : device_(std::move(device)), independentSets_(independentSets), push_(push), maps_(std::make_unique<Maps>()) {}

LayoutCache::~LayoutCache() {
    const vk::Fns& fn = device_->fn();
    for (auto& [key, layout] : maps_->pipelines) {
        if (layout->pushTemplate)
            fn.DestroyDescriptorUpdateTemplate(device_->handle(), layout->pushTemplate, nullptr);
        fn.DestroyPipelineLayout(device_->handle(), layout->handle, nullptr);
    }
    for (auto& [key, layout] : maps_->sets) {
        if (layout->updateTemplate)
            fn.DestroyDescriptorUpdateTemplate(device_->handle(), layout->updateTemplate, nullptr);
        fn.DestroyDescriptorSetLayout(device_->handle(), layout->handle, nullptr);
    }
}

uint32_t LayoutCache::dynamicBudget(uint32_t group, bool compute) const {
    // Eight of each is more than programs change per draw; every dynamic offset costs at each bind.
    const uint32_t limit = device_->caps().maxDynamicUniformBuffers;
    return std::min(compute && group == 0 ? limit : limit / 2, 8u);
}

Result<const SetLayout*> LayoutCache::setLayout(uint32_t index, std::vector<SetBinding> bindings) {
    std::vector<uint64_t> key = contentsKey(index, bindings);
    std::lock_guard lock(maps_->mutex);
    auto found = maps_->sets.find(key);
    if (found != maps_->sets.end())
        return found->second.get();

    auto layout = std::make_unique<SetLayout>();
    layout->id = maps_->nextSet;
    layout->index = index;
    std::vector<VkDescriptorSetLayoutBinding> vkBindings;
    std::vector<VkDescriptorUpdateTemplateEntry> entries;
    for (const SetBinding& b : bindings) {
        vkBindings.push_back({b.binding, b.type, 1, stageFlag(b.stage), nullptr});
        entries.push_back({b.binding, 0, 1, b.type, entries.size() * sizeof(DescriptorData), sizeof(DescriptorData)});
        noteSlot(layout->masks[static_cast<size_t>(b.stage)], b);
        layout->stageMask |= 1u << static_cast<uint32_t>(b.stage);
        layout->writesUavs |= b.written;
        layout->hasOffsets |= b.offsetSpecId != 0;
        layout->dynamicCount += b.type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
        auto size = std::ranges::find(layout->poolSizes, b.type, &VkDescriptorPoolSize::type);
        if (size != layout->poolSizes.end())
            size->descriptorCount++;
        else
            layout->poolSizes.push_back({b.type, 1});
    }
    layout->bindings = std::move(bindings);
    layout->push = push_ && canPush(*layout);

    const vk::Fns& fn = device_->fn();
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    if (layout->push)
        info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    info.bindingCount = static_cast<uint32_t>(vkBindings.size());
    info.pBindings = vkBindings.data();
    HENDECA_TRY(device_->check(fn.CreateDescriptorSetLayout(device_->handle(), &info, nullptr, &layout->handle),
                               "make a descriptor set layout"));
    if (!entries.empty() && !layout->push) {
        VkDescriptorUpdateTemplateCreateInfo update{VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO};
        update.descriptorUpdateEntryCount = static_cast<uint32_t>(entries.size());
        update.pDescriptorUpdateEntries = entries.data();
        update.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
        update.descriptorSetLayout = layout->handle;
        Status status = device_->check(
            fn.CreateDescriptorUpdateTemplate(device_->handle(), &update, nullptr, &layout->updateTemplate),
            "make a descriptor update template");
        if (!status) {
            fn.DestroyDescriptorSetLayout(device_->handle(), layout->handle, nullptr);
            return std::move(status).error();
        }
    }
    maps_->nextSet++;
    return maps_->sets.emplace(std::move(key), std::move(layout)).first->second.get();
}

Result<LayoutCache::Group> LayoutCache::group(uint32_t group, std::span<const spirv::ShaderBinary* const> shaders) {
    const bool compute = !shaders.empty() && shaders[0] && shaders[0]->stage == spirv::Stage::Compute;
    Group made;
    HENDECA_TRY_ASSIGN(made.uniforms,
                       setLayout(group * 2, collectBindings(group * 2, shaders, dynamicBudget(group, compute))));
    HENDECA_TRY_ASSIGN(made.resources, setLayout(group * 2 + 1, collectBindings(group * 2 + 1, shaders, 0)));
    return made;
}

Result<LayoutCache::Group> LayoutCache::emptyGroup(uint32_t index) {
    return group(index, {});
}

Result<const PipelineLayout*> LayoutCache::graphics(const Group& preRaster, const Group& pixel) {
    const SetLayout* sets[kSetCount] = {preRaster.uniforms, preRaster.resources, pixel.uniforms, pixel.resources};
    return pipelineLayout(VK_PIPELINE_BIND_POINT_GRAPHICS, sets);
}

Result<const PipelineLayout*> LayoutCache::compute(const Group& group) {
    const SetLayout* sets[kSetCount] = {group.uniforms, group.resources, nullptr, nullptr};
    return pipelineLayout(VK_PIPELINE_BIND_POINT_COMPUTE, sets);
}

Result<const PipelineLayout*> LayoutCache::part(uint32_t index, const Group& group) {
    const SetLayout* sets[kSetCount] = {};
    sets[index * 2] = group.uniforms;
    sets[index * 2 + 1] = group.resources;
    return pipelineLayout(VK_PIPELINE_BIND_POINT_GRAPHICS, sets);
}

Result<const PipelineLayout*> LayoutCache::pipelineLayout(VkPipelineBindPoint point,
                                                          const SetLayout* const (&sets)[kSetCount]) {
    const bool graphics = point == VK_PIPELINE_BIND_POINT_GRAPHICS;
    auto layout = std::make_unique<PipelineLayout>();
    layout->bindPoint = point;
    layout->setCount = graphics ? kSetCount : 2;
    std::vector<uint32_t> key{static_cast<uint32_t>(point)};
    VkDescriptorSetLayout handles[kSetCount] = {};
    for (uint32_t i = 0; i < layout->setCount; i++) {
        layout->sets[i] = sets[i];
        handles[i] = sets[i] ? sets[i]->handle : VK_NULL_HANDLE;
        key.push_back(sets[i] ? sets[i]->id : ~0u);
    }
    std::lock_guard lock(maps_->mutex);
    auto found = maps_->pipelines.find(key);
    if (found != maps_->pipelines.end())
        return found->second.get();
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    if (graphics && independentSets_)
        info.flags = VK_PIPELINE_LAYOUT_CREATE_INDEPENDENT_SETS_BIT_EXT;
    info.setLayoutCount = layout->setCount;
    info.pSetLayouts = handles;
    HENDECA_TRY(device_->check(
        device_->fn().CreatePipelineLayout(device_->handle(), &info, nullptr, &layout->handle), "make a pipeline layout"));
    if (Status status = makePushTemplate(*layout); !status) {
        device_->fn().DestroyPipelineLayout(device_->handle(), layout->handle, nullptr);
        return std::move(status).error();
    }
    layout->id = maps_->nextPipeline++;
    return maps_->pipelines.emplace(std::move(key), std::move(layout)).first->second.get();
}

// Layouts of library parts are never bound with, so they need none.
Status LayoutCache::makePushTemplate(PipelineLayout& layout) const {
    const SetLayout* pushed = nullptr;
    for (uint32_t i = 0; i < layout.setCount; i++) {
        if (!layout.sets[i])
            return Ok{};
        if (layout.sets[i]->push)
            pushed = layout.sets[i];
    }
    if (!pushed)
        return Ok{};
    std::vector<VkDescriptorUpdateTemplateEntry> entries;
    for (const SetBinding& b : pushed->bindings)
        entries.push_back({b.binding, 0, 1, b.type, entries.size() * sizeof(DescriptorData), sizeof(DescriptorData)});
    VkDescriptorUpdateTemplateCreateInfo update{VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO};
    update.descriptorUpdateEntryCount = static_cast<uint32_t>(entries.size());
    update.pDescriptorUpdateEntries = entries.data();
    update.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR;
    update.pipelineBindPoint = layout.bindPoint;
    update.pipelineLayout = layout.handle;
    update.set = pushed->index;
    return device_->check(
        device_->fn().CreateDescriptorUpdateTemplate(device_->handle(), &update, nullptr, &layout.pushTemplate),
        "make a template of pushed descriptors");
}

} // namespace hendeca::gpu
