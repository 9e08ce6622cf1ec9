#include "gpu/record/packed_depth.h"

#include "gpu/descriptor/arena.h"
#include "gpu/descriptor/layout_cache.h"
#include "gpu/record/op_objects.h"
#include "gpu/record/record_context.h"
#include "gpu/record/transfer_batch.h"
#include "util/log.h"
#include "vk/device.h"

#include "gpu/pipeline/shader_pack_depth1_comp.h"
#include "gpu/pipeline/shader_pack_depth1f_comp.h"
#include "gpu/pipeline/shader_pack_depth2_comp.h"
#include "gpu/pipeline/shader_unpack_depth1_comp.h"
#include "gpu/pipeline/shader_unpack_depth1f_comp.h"
#include "gpu/pipeline/shader_unpack_depth2_comp.h"

#include <algorithm>
#include <span>

namespace hendeca::gpu {

using hazard::Access;

namespace {

constexpr uint32_t kGroup = 64, kMostGroups = 1 << 14; // invocations of a group, groups in a row
constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr const char* kWhat = "make what packed depth needs";

struct PackingConstants {
    uint32_t texels;
    uint32_t perRow;
};

} // namespace

// The pipelines, and what they are made of.
struct PackedDepth::Packing {
    explicit Packing(vk::Device& device) : device(device), arena(device) {}
    ~Packing();

    Status prepare();
    Result<VkPipeline> pipeline(uint32_t form, bool toImage);

    vk::Device& device;
    DescriptorArena arena;
    SetLayout set;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipelines[3][2] = {}; // form of the texels; packing or unpacking
};

PackedDepth::Packing::~Packing() {
    const vk::Fns& fn = device.fn();
    for (auto& pair : pipelines)
        for (VkPipeline handle : pair)
            fn.DestroyPipeline(device.handle(), handle, nullptr);
    fn.DestroyPipelineLayout(device.handle(), layout, nullptr);
    destroyOpSet(device, set);
}

Status PackedDepth::Packing::prepare() {
    if (layout)
        return Ok{};
    VkDescriptorSetLayoutBinding bindings[3];
    for (uint32_t i = 0; i < 3; i++)
        bindings[i] = {i, kStorage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    HENDECA_TRY(makeOpSet(device, bindings, set, kWhat));
    return makeOpLayout(device, set, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(PackingConstants), layout, kWhat);
}

Result<VkPipeline> PackedDepth::Packing::pipeline(uint32_t form, bool toImage) {
    VkPipeline& made = pipelines[form][toImage];
    if (made)
        return made;
    using Words = std::span<const uint32_t>;
    const Words code[3][2] = {{kShader_pack_depth1_comp, kShader_unpack_depth1_comp},
                              {kShader_pack_depth1f_comp, kShader_unpack_depth1f_comp},
                              {kShader_pack_depth2_comp, kShader_unpack_depth2_comp}};
    HENDECA_TRY_ASSIGN(made, makeOpCompute(device, layout, code[form][toImage], kWhat));
    return made;
}

PackedDepth::PackedDepth(RecordContext& context) : context_(context) {}

PackedDepth::~PackedDepth() {
    // Descriptor sets that wait in the queue point into the arena.
    if (packing_)
        context_.retire().collect(~uint64_t{0});
}

// False when there is nothing to do, or it cannot be done.
bool PackedDepth::accept(Copy& copy) const {
    copy.box = TransferBatch::clampToLevel(*copy.image, copy.subresource, copy.box);
    const Box& box = copy.box;
    // D24S8 that the driver stores as D32S8 has four bytes too.
    copy.floats = copy.image->desc().code == TexelCode::FloatDepth;
    copy.texelBytes = copy.floats || copy.image->desc().format == VK_FORMAT_D24_UNORM_S8_UINT ? 4 : 8;
    if (!box.width || !box.height || box.depth != 1)
        return false;
    if (!copy.buffer)
        return true;
    // The front-end has compared formats and boxes already.
    const uint64_t bytes = uint64_t(copy.rowPitch) * (box.height - 1) + uint64_t(box.width) * copy.texelBytes;
    return copy.offset <= copy.buffer->size() && bytes <= copy.buffer->size() - copy.offset;
}

bool PackedDepth::takeScratch(const Copy& copy) {
    const uint64_t texels = copy.texels();
    depth_ = context_.scratch(texels * 4);
    stencil_ = context_.scratch((texels + 3) & ~uint64_t{3});
    packed_ = context_.scratch(texels * copy.texelBytes);
    return depth_.backing.buffer && stencil_.backing.buffer && packed_.backing.buffer;
}

void PackedDepth::copyAspect(VkCommandBuffer commands, const Copy& copy, VkImageAspectFlags aspect,
                             const BufferBacking& linear, bool toImage) {
    const Box& box = copy.box;
    const uint32_t mips = copy.image->desc().mipLevels;
    VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
    region.bufferOffset = linear.offset;
    region.imageSubresource = {aspect, copy.subresource % mips, copy.subresource / mips, 1};
    region.imageOffset = {static_cast<int32_t>(box.x), static_cast<int32_t>(box.y), 0};
    region.imageExtent = {box.width, box.height, 1};
    if (toImage) {
        VkCopyBufferToImageInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
        info.srcBuffer = linear.buffer;
        info.dstImage = copy.image->handle();
        info.dstImageLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        info.regionCount = 1;
        info.pRegions = &region;
        context_.fn().CmdCopyBufferToImage2(commands, &info);
        return;
    }
    VkCopyImageToBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
    info.srcImage = copy.image->handle();
    info.srcImageLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    info.dstBuffer = linear.buffer;
    info.regionCount = 1;
    info.pRegions = &region;
    context_.fn().CmdCopyImageToBuffer2(commands, &info);
}

// Between the buffer, whose rows have a pitch, and the packed texels in scratch memory.
void PackedDepth::copyRows(VkCommandBuffer commands, const Copy& copy, bool toScratch) {
    const VkBuffer own = copy.buffer ? copy.buffer->backing().buffer : copy.handle;
    const uint64_t row = uint64_t(copy.box.width) * copy.texelBytes;
    const uint64_t at = copy.offset + (copy.buffer ? copy.buffer->backing().offset : 0);
    const bool tight = copy.rowPitch == row;
    const uint32_t count = tight ? 1 : copy.box.height;
    const uint64_t bytes = tight ? row * copy.box.height : row;
    regions_.clear();
    for (uint32_t y = 0; y < count; y++) {
        const uint64_t there = at + uint64_t(y) * copy.rowPitch, here = packed_.backing.offset + y * row;
        regions_.push_back(
            {VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, toScratch ? there : here, toScratch ? here : there, bytes});
    }
    VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
    info.srcBuffer = toScratch ? own : packed_.backing.buffer;
    info.dstBuffer = toScratch ? packed_.backing.buffer : own;
    info.regionCount = count;
    info.pRegions = regions_.data();
    context_.fn().CmdCopyBuffer2(commands, &info);
}

void PackedDepth::barrier(VkCommandBuffer commands, bool beforeCompute) {
    constexpr VkPipelineStageFlags2 kTransfer = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                    kCompute = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    VkMemoryBarrier2 memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    memory.srcStageMask = beforeCompute ? kTransfer : kCompute;
    memory.srcAccessMask = beforeCompute ? VK_ACCESS_2_TRANSFER_WRITE_BIT : VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    memory.dstStageMask = beforeCompute ? kCompute : kTransfer;
    memory.dstAccessMask = beforeCompute ? VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT
                                         : VK_ACCESS_2_TRANSFER_READ_BIT;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &memory;
    context_.fn().CmdPipelineBarrier2(commands, &dependency);
}

Status PackedDepth::pack(VkCommandBuffer commands, const Copy& copy, bool toImage) {
    HENDECA_TRY_ASSIGN(const VkPipeline pipeline, packing_->pipeline(copy.texelBytes == 8 ? 2 : copy.floats ? 1 : 0, toImage));
    HENDECA_TRY_ASSIGN(const VkDescriptorSet set, packing_->arena.take(packing_->set));
    const uint64_t texels = copy.texels();
    DescriptorData data[3]{};
    data[0].buffer = {packed_.backing.buffer, packed_.backing.offset, texels * copy.texelBytes};
    data[1].buffer = {depth_.backing.buffer, depth_.backing.offset, texels * 4};
    data[2].buffer = {stencil_.backing.buffer, stencil_.backing.offset, (texels + 3) & ~uint64_t{3}};
    const vk::Fns& fn = context_.fn();
    fn.UpdateDescriptorSetWithTemplate(context_.device().handle(), set, packing_->set.updateTemplate, data);
    const uint64_t groups = ((texels + 3) / 4 + kGroup - 1) / kGroup;
    const auto perRow = static_cast<uint32_t>(std::min<uint64_t>(groups, kMostGroups));
    const PackingConstants constants{static_cast<uint32_t>(texels), perRow * kGroup};
    fn.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    fn.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, packing_->layout, 0, 1, &set, 0, nullptr);
    fn.CmdPushConstants(commands, packing_->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(constants), &constants);
    barrier(commands, true);
    fn.CmdDispatch(commands, perRow, static_cast<uint32_t>((groups + perRow - 1) / perRow), 1);
    barrier(commands, false);
    packing_->arena.submissionEnded(context_.submission(), context_.retire());
    return Ok{};
}

void PackedDepth::run(Copy& copy, bool toImage) {
    if (!accept(copy))
        return;
    if (!packing_)
        packing_ = std::make_unique<Packing>(context_.device());
    if (Status status = packing_->prepare(); !status || !takeScratch(copy)) {
        HENDECA_ERROR_ONCE("a depth-stencil copy is not made: %s", status ? "no memory" : status.error().what.c_str());
        return;
    }
    const Place place = copy.buffer ? context_.place(*copy.image, *copy.buffer) : context_.place(*copy.image);
    context_.use(place, *copy.image, RecordContext::rangeOf(*copy.image, copy.subresource, copy.image->desc().aspects),
                 toImage ? Access::TransferWrite : Access::TransferRead);
    if (copy.buffer)
        context_.use(place, *copy.buffer, copy.offset, copy.buffer->size() - copy.offset,
                     toImage ? Access::TransferRead : Access::TransferWrite);
    VkCommandBuffer commands = context_.begin(place, kDisturbsCompute);
    if (toImage) {
        copyRows(commands, copy, true);
    } else {
        copyAspect(commands, copy, VK_IMAGE_ASPECT_DEPTH_BIT, depth_.backing, false);
        copyAspect(commands, copy, VK_IMAGE_ASPECT_STENCIL_BIT, stencil_.backing, false);
    }
    if (Status status = pack(commands, copy, toImage); !status) {
        HENDECA_ERROR_ONCE("a depth-stencil copy is not made: %s", status.error().what.c_str());
        return;
    }
    if (toImage) {
        copyAspect(commands, copy, VK_IMAGE_ASPECT_DEPTH_BIT, depth_.backing, true);
        copyAspect(commands, copy, VK_IMAGE_ASPECT_STENCIL_BIT, stencil_.backing, true);
    } else {
        copyRows(commands, copy, false);
    }
}

void PackedDepth::copy(const packet::CopyImageToBuffer& packet) {
    Copy copy{packet.image,  packet.subresource, packet.box,        packet.buffer,
              packet.offset, packet.rowPitch,    packet.slicePitch};
    run(copy, false);
}

void PackedDepth::copy(const packet::CopyBufferToImage& packet) {
    Copy copy{packet.image,  packet.subresource, packet.box,        packet.buffer,
              packet.offset, packet.rowPitch,    packet.slicePitch};
    run(copy, true);
}

void PackedDepth::upload(const packet::UploadImage& packet) {
    const Slice& source = packet.source;
    if (source.page)
        context_.retire().add(context_.submission(), source);
    if (!source.backing.buffer)
        return;
    Copy copy{packet.image, packet.subresource, packet.box, nullptr, source.backing.offset, packet.rowPitch,
              packet.slicePitch, source.backing.buffer};
    run(copy, true);
}

} // namespace hendeca::gpu
