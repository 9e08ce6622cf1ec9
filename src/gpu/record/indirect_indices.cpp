#include "gpu/record/indirect_indices.h"

#include "gpu/descriptor/arena.h"
#include "gpu/descriptor/layout_cache.h"
#include "gpu/record/record_context.h"
#include "util/log.h"
#include "vk/device.h"

#include "gpu/pipeline/shader_indirect_indices_comp.h"

namespace hendeca::gpu {

using hazard::Access;

namespace {

constexpr uint64_t kArgumentBytes = sizeof(VkDrawIndexedIndirectCommand);
constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

} // namespace

// The pipeline, and what it is made of.
struct IndirectIndices::Adding {
    explicit Adding(vk::Device& device) : device(device), arena(device) {}
    ~Adding();

    Status prepare();
    Status makeLayouts();

    vk::Device& device;
    DescriptorArena arena;
    SetLayout set;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
};

IndirectIndices::Adding::~Adding() {
    const vk::Fns& fn = device.fn();
    fn.DestroyPipeline(device.handle(), pipeline, nullptr);
    fn.DestroyPipelineLayout(device.handle(), layout, nullptr);
    fn.DestroyDescriptorUpdateTemplate(device.handle(), set.updateTemplate, nullptr);
    fn.DestroyDescriptorSetLayout(device.handle(), set.handle, nullptr);
}

Status IndirectIndices::Adding::makeLayouts() {
    const vk::Fns& fn = device.fn();
    const VkDescriptorSetLayoutBinding binding{0, kStorage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = 1;
    setInfo.pBindings = &binding;
    if (!set.handle)
        HENDECA_TRY(device.check(fn.CreateDescriptorSetLayout(device.handle(), &setInfo, nullptr, &set.handle),
                                 "make a set layout for indirect draws"));
    set.poolSizes = {{kStorage, 1}};
    const VkDescriptorUpdateTemplateEntry entry{0, 0, 1, kStorage, 0, sizeof(DescriptorData)};
    VkDescriptorUpdateTemplateCreateInfo update{VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO};
    update.descriptorUpdateEntryCount = 1;
    update.pDescriptorUpdateEntries = &entry;
    update.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
    update.descriptorSetLayout = set.handle;
    if (!set.updateTemplate)
        HENDECA_TRY(
            device.check(fn.CreateDescriptorUpdateTemplate(device.handle(), &update, nullptr, &set.updateTemplate),
                         "make an update template for indirect draws"));
    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(uint32_t)};
    VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layoutInfo.setLayoutCount = 1;
    layoutInfo.pSetLayouts = &set.handle;
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &constants;
    if (!layout)
        HENDECA_TRY(device.check(fn.CreatePipelineLayout(device.handle(), &layoutInfo, nullptr, &layout),
                                 "make a pipeline layout for indirect draws"));
    return Ok{};
}

Status IndirectIndices::Adding::prepare() {
    if (pipeline)
        return Ok{};
    HENDECA_TRY(makeLayouts());
    const vk::Fns& fn = device.fn();
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = sizeof(kShader_indirect_indices_comp);
    info.pCode = kShader_indirect_indices_comp;
    VkShaderModule module = VK_NULL_HANDLE;
    HENDECA_TRY(device.check(fn.CreateShaderModule(device.handle(), &info, nullptr, &module),
                             "make a shader module for indirect draws"));
    VkComputePipelineCreateInfo create{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    create.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    create.stage.module = module;
    create.stage.pName = "main";
    create.layout = layout;
    const Status status =
        device.check(fn.CreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &create, nullptr, &pipeline),
                     "make a pipeline for indirect draws");
    fn.DestroyShaderModule(device.handle(), module, nullptr);
    return status;
}

IndirectIndices::IndirectIndices(RecordContext& context) : context_(context) {}

IndirectIndices::~IndirectIndices() {
    // Descriptor sets that wait in the queue point into the arena.
    if (adding_)
        context_.retire().collect(~uint64_t{0});
}

Status IndirectIndices::add(VkCommandBuffer commands, const Slice& copy, uint32_t firstIndex) {
    HENDECA_TRY_ASSIGN(const VkDescriptorSet set, adding_->arena.take(adding_->set));
    DescriptorData data{};
    data.buffer = {copy.backing.buffer, copy.backing.offset, kArgumentBytes};
    const vk::Fns& fn = context_.fn();
    fn.UpdateDescriptorSetWithTemplate(context_.device().handle(), set, adding_->set.updateTemplate, &data);
    fn.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, adding_->pipeline);
    fn.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, adding_->layout, 0, 1, &set, 0, nullptr);
    fn.CmdPushConstants(commands, adding_->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(firstIndex), &firstIndex);
    fn.CmdDispatch(commands, 1, 1, 1);
    adding_->arena.submissionEnded(context_.submission(), context_.retire());
    return Ok{};
}

Slice IndirectIndices::moved(Buffer& arguments, uint64_t offset, uint32_t firstIndex) {
    if (!adding_)
        adding_ = std::make_unique<Adding>(context_.device());
    const Slice copy = context_.scratch(kArgumentBytes);
    Status status = adding_->prepare();
    if (!status || !copy.backing.buffer) {
        HENDECA_ERROR_ONCE("indirect draws are skipped: %s", status ? "no memory" : status.error().what.c_str());
        return {};
    }
    context_.use(Place::Main, arguments, offset, kArgumentBytes, Access::TransferRead);
    VkCommandBuffer commands = context_.begin(Place::Main, kDisturbsCompute);
    const vk::Fns& fn = context_.fn();
    const auto barrier = [&](VkPipelineStageFlags2 from, VkAccessFlags2 written, VkPipelineStageFlags2 to,
                             VkAccessFlags2 wanted) {
        const VkMemoryBarrier2 memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, from, written, to, wanted};
        VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
        dependency.memoryBarrierCount = 1;
        dependency.pMemoryBarriers = &memory;
        fn.CmdPipelineBarrier2(commands, &dependency);
    };
    const BufferBacking& from = arguments.backing();
    const VkBufferCopy2 region{VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, from.offset + offset, copy.backing.offset,
                               kArgumentBytes};
    const VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, nullptr, from.buffer, copy.backing.buffer, 1,
                                 &region};
    fn.CmdCopyBuffer2(commands, &info);
    barrier(VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
            VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT);
    status = add(commands, copy, firstIndex);
    barrier(VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
            VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    if (!status) {
        HENDECA_ERROR_ONCE("indirect draws are skipped: %s", status.error().what.c_str());
        return {};
    }
    return copy;
}

} // namespace hendeca::gpu
