#include "gpu/record/indirect_indices.h"

#include "gpu/descriptor/arena.h"
#include "gpu/descriptor/layout_cache.h"
#include "gpu/record/op_objects.h"
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
    destroyOpSet(device, set);
}

Status IndirectIndices::Adding::prepare() {
    if (pipeline)
        return Ok{};
    constexpr const char* kWhat = "make what indirect draws need";
    const VkDescriptorSetLayoutBinding binding{0, kStorage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    HENDECA_TRY(makeOpSet(device, {&binding, 1}, set, kWhat));
    HENDECA_TRY(makeOpLayout(device, set, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(uint32_t), layout, kWhat));
    HENDECA_TRY_ASSIGN(pipeline, makeOpCompute(device, layout, kShader_indirect_indices_comp, kWhat));
    return Ok{};
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
