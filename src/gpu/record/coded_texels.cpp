#include "gpu/record/coded_texels.h"

#include "gpu/descriptor/arena.h"
#include "gpu/descriptor/layout_cache.h"
#include "gpu/format/footprint.h"
#include "gpu/record/op_objects.h"
#include "gpu/record/record_context.h"
#include "gpu/record/transfer_batch.h"
#include "util/log.h"
#include "vk/device.h"

#include "gpu/pipeline/shader_coded_texels_comp.h"

#include <algorithm>

namespace hendeca::gpu {

using hazard::Access;

namespace {

constexpr uint32_t kGroup = 64, kMostGroups = 1 << 14; // invocations of a group, groups in a row
constexpr uint64_t kMostTexelBytes = 32 << 20; // of a part that is converted at once
constexpr const char* kWhat = "make what copies of coded texels need";

struct CodingConstants {
    uint32_t words, perRow, greens, expand;
};

uint32_t greensOf(TexelCode code) {
    return code == TexelCode::PairRgbg ? 0xff00ff00 : code == TexelCode::PairGrgb ? 0x00ff00ff : 0;
}

} // namespace

// The pipeline, and what it is made of.
struct CodedTexels::Coding {
    explicit Coding(vk::Device& device) : device(device), arena(device) {}
    ~Coding() {
        const vk::Fns& fn = device.fn();
        fn.DestroyPipeline(device.handle(), pipeline, nullptr);
        fn.DestroyPipelineLayout(device.handle(), layout, nullptr);
        destroyOpSet(device, set);
    }
    Status prepare();

    vk::Device& device;
    DescriptorArena arena;
    SetLayout set;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
};

Status CodedTexels::Coding::prepare() {
    if (pipeline)
        return Ok{};
    constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    const VkDescriptorSetLayoutBinding bindings[2] = {{0, kStorage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
                                                      {1, kStorage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    HENDECA_TRY(makeOpSet(device, bindings, set, kWhat));
    if (!layout)
        HENDECA_TRY(makeOpLayout(device, set, VK_SHADER_STAGE_COMPUTE_BIT, sizeof(CodingConstants), layout, kWhat));
    HENDECA_TRY_ASSIGN(pipeline, makeOpCompute(device, layout, kShader_coded_texels_comp, kWhat));
    return Ok{};
}

CodedTexels::CodedTexels(RecordContext& context) : context_(context) {}

CodedTexels::~CodedTexels() {
    // Descriptor sets that wait in the queue point into the arena.
    if (coding_)
        context_.retire().collect(~uint64_t{0});
}

CodedTexels::Area CodedTexels::areaOf(Image& image, uint32_t subresource, const Box& box) {
    Area area{&image, subresource, TransferBatch::clampToLevel(image, subresource, box), image.desc().code, 0};
    area.words = wordsOf(area.code, area.box.width);
    return area;
}

CodedTexels::Area CodedTexels::Area::part(uint32_t y, uint32_t z, uint32_t rows, uint32_t slices) const {
    Area made = *this;
    made.box.y += y;
    made.box.z += z;
    made.box.height = rows;
    made.box.depth = slices;
    return made;
}

template <class F>
void CodedTexels::forParts(const Area& area, F&& run) {
    if (area.texelBytes() <= kMostTexelBytes) {
        run(0u, 0u, area.box.height, area.box.depth);
        return;
    }
    const uint64_t row = uint64_t(area.words) * texelsOfWord(area.code) * 4;
    const auto rows = static_cast<uint32_t>(std::max<uint64_t>(kMostTexelBytes / row, 1));
    for (uint32_t z = 0; z < area.box.depth; z++)
        for (uint32_t y = 0; y < area.box.height; y += rows)
            run(y, z, std::min(rows, area.box.height - y), 1u);
}

bool CodedTexels::prepare() {
    if (!coding_)
        coding_ = std::make_unique<Coding>(context_.device());
    const Status status = coding_->prepare();
    if (!status)
        HENDECA_ERROR_ONCE("A copy is not made: %s", status.error().what.c_str());
    return status.ok();
}

// For the largest part of the area: convert()'s barriers let the parts use it one after the other.
bool CodedTexels::takeScratch(const Area& area) {
    uint64_t words = 0;
    forParts(area, [&](uint32_t, uint32_t, uint32_t rows, uint32_t slices) {
        words = std::max(words, uint64_t(area.words) * rows * slices);
    });
    memory_ = context_.scratch(words * 4);
    texels_ = context_.scratch(words * texelsOfWord(area.code) * 4);
    if (memory_.backing.buffer && texels_.backing.buffer)
        return true;
    HENDECA_ERROR_ONCE("A copy is not made: no memory");
    return false;
}

void CodedTexels::barrier(VkCommandBuffer commands) {
    constexpr VkPipelineStageFlags2 kBoth = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    constexpr VkAccessFlags2 kWrites = VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
    const VkMemoryBarrier2 memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, kBoth, kWrites, kBoth,
                                  kWrites | VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &memory;
    context_.fn().CmdPipelineBarrier2(commands, &dependency);
}

// Between D3D11's rows, which have pitches, and those in scratch memory, which are whole words.
void CodedTexels::copyRows(VkCommandBuffer commands, const Area& area, const Linear& linear, bool toScratch) {
    const uint64_t base = linear.offset + (linear.buffer ? linear.buffer->backing().offset : 0);
    const uint64_t rowBytes = codedRowBytes(area.code, area.box.width), stride = uint64_t(area.words) * 4;
    const bool tight = linear.rowPitch == stride && rowBytes == stride;
    const uint32_t rows = tight ? 1 : area.box.height;
    regions_.clear();
    for (uint32_t z = 0; z < area.box.depth; z++)
        for (uint32_t y = 0; y < rows; y++) {
            const uint64_t there = base + uint64_t(z) * linear.slicePitch + uint64_t(y) * linear.rowPitch;
            const uint64_t here = memory_.backing.offset + (uint64_t(z) * area.box.height + y) * stride;
            regions_.push_back({VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, toScratch ? there : here, toScratch ? here : there,
                                tight ? stride * area.box.height : rowBytes});
        }
    const VkBuffer own = linear.buffer ? linear.buffer->backing().buffer : linear.handle;
    VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
    info.srcBuffer = toScratch ? own : memory_.backing.buffer;
    info.dstBuffer = toScratch ? memory_.backing.buffer : own;
    info.regionCount = static_cast<uint32_t>(regions_.size());
    info.pRegions = regions_.data();
    context_.fn().CmdCopyBuffer2(commands, &info);
}

void CodedTexels::copyTexels(VkCommandBuffer commands, const Area& area, const Slice& slice, uint32_t rowTexels,
                             bool toImage) {
    const ImageDesc& desc = area.image->desc();
    const Box& box = area.box;
    VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
    region.bufferOffset = slice.backing.offset;
    region.bufferRowLength = rowTexels;
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, area.subresource % desc.mipLevels,
                               area.subresource / desc.mipLevels, 1};
    region.imageOffset = {static_cast<int32_t>(box.x), static_cast<int32_t>(box.y), static_cast<int32_t>(box.z)};
    region.imageExtent = {box.width, box.height, box.depth};
    if (toImage) {
        VkCopyBufferToImageInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
        info.srcBuffer = slice.backing.buffer;
        info.dstImage = area.image->handle();
        info.dstImageLayout = hazard::accessInfo(Access::TransferWrite).layout;
        info.regionCount = 1;
        info.pRegions = &region;
        context_.fn().CmdCopyBufferToImage2(commands, &info);
        return;
    }
    VkCopyImageToBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
    info.srcImage = area.image->handle();
    info.srcImageLayout = hazard::accessInfo(Access::TransferRead).layout;
    info.dstBuffer = slice.backing.buffer;
    info.regionCount = 1;
    info.pRegions = &region;
    context_.fn().CmdCopyImageToBuffer2(commands, &info);
}

// Between the two scratch slices.
bool CodedTexels::convert(VkCommandBuffer commands, const Area& area, bool expand) {
    Result<VkDescriptorSet> set = coding_->arena.take(coding_->set);
    if (!set) {
        HENDECA_ERROR_ONCE("A copy is not made: %s", set.error().what.c_str());
        return false;
    }
    DescriptorData data[2]{};
    data[0].buffer = {memory_.backing.buffer, memory_.backing.offset, area.allWords() * 4};
    data[1].buffer = {texels_.backing.buffer, texels_.backing.offset, area.texelBytes()};
    const vk::Fns& fn = context_.fn();
    fn.UpdateDescriptorSetWithTemplate(context_.device().handle(), *set, coding_->set.updateTemplate, data);
    const uint64_t groups = (area.allWords() + kGroup - 1) / kGroup;
    const auto perRow = static_cast<uint32_t>(std::min<uint64_t>(groups, kMostGroups));
    const CodingConstants constants{static_cast<uint32_t>(area.allWords()), perRow * kGroup, greensOf(area.code), expand};
    barrier(commands);
    fn.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, coding_->pipeline);
    fn.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, coding_->layout, 0, 1, &*set, 0, nullptr);
    fn.CmdPushConstants(commands, coding_->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(constants), &constants);
    fn.CmdDispatch(commands, perRow, static_cast<uint32_t>((groups + perRow - 1) / perRow), 1);
    barrier(commands);
    coding_->arena.submissionEnded(context_.submission(), context_.retire());
    return true;
}

void CodedTexels::store(const Area& area, const Linear& from) {
    if (!area.allWords() || !prepare() || !takeScratch(area))
        return;
    const Place place = from.buffer ? context_.place(*area.image, *from.buffer) : context_.place(*area.image);
    context_.use(place, *area.image, RecordContext::rangeOf(*area.image, area.subresource, VK_IMAGE_ASPECT_COLOR_BIT),
                 Access::TransferWrite);
    if (from.buffer)
        context_.use(place, *from.buffer, from.offset, from.buffer->size() - from.offset, Access::TransferRead);
    VkCommandBuffer commands = context_.begin(place, kDisturbsCompute);
    forParts(area, [&](uint32_t y, uint32_t z, uint32_t rows, uint32_t slices) {
        const Area part = area.part(y, z, rows, slices);
        copyRows(commands, part, from.from(y, z), true);
        if (convert(commands, part, true))
            copyTexels(commands, part, texels_, area.words * texelsOfWord(area.code), true);
    });
}

void CodedTexels::upload(const packet::UploadImage& packet) {
    const Slice& source = packet.source;
    if (source.page)
        context_.retire().add(context_.submission(), source);
    if (source.backing.buffer)
        store(areaOf(*packet.image, packet.subresource, packet.box),
              {nullptr, source.backing.buffer, source.backing.offset, packet.rowPitch, packet.slicePitch});
}

void CodedTexels::copy(const packet::CopyBufferToImage& packet) {
    if (packet.offset < packet.buffer->size())
        store(areaOf(*packet.image, packet.subresource, packet.box),
              {packet.buffer, VK_NULL_HANDLE, packet.offset, packet.rowPitch, packet.slicePitch});
}

void CodedTexels::copy(const packet::CopyImageToBuffer& packet) {
    const Area area = areaOf(*packet.image, packet.subresource, packet.box);
    if (packet.offset >= packet.buffer->size() || !area.allWords() || !prepare() || !takeScratch(area))
        return;
    const Place place = context_.place(*area.image, *packet.buffer);
    context_.use(place, *area.image, RecordContext::rangeOf(*area.image, area.subresource, VK_IMAGE_ASPECT_COLOR_BIT),
                 Access::TransferRead);
    context_.use(place, *packet.buffer, packet.offset, packet.buffer->size() - packet.offset, Access::TransferWrite);
    VkCommandBuffer commands = context_.begin(place, kDisturbsCompute);
    const Linear to{packet.buffer, VK_NULL_HANDLE, packet.offset, packet.rowPitch, packet.slicePitch};
    forParts(area, [&](uint32_t y, uint32_t z, uint32_t rows, uint32_t slices) {
        const Area part = area.part(y, z, rows, slices);
        copyTexels(commands, part, texels_, area.words * texelsOfWord(area.code), false);
        if (convert(commands, part, false))
            copyRows(commands, part, to.from(y, z), false);
    });
}

bool CodedTexels::concerns(const packet::CopyImage& packet) {
    const ImageDesc &source = packet.source->desc(), &target = packet.target->desc();
    if (source.code != target.code)
        return isWordCode(source.code) || isWordCode(target.code);
    if (!isWordCode(source.code) || source.code == TexelCode::AlphaOfFour)
        return false;
    // Half of a pair at an odd edge, where the other image has both texels.
    const Box box = TransferBatch::clampToLevel(*packet.source, packet.sourceSubresource, packet.box);
    const Offset& at = packet.targetOffset;
    const Box whole = {at.x, at.y, at.z, (box.width + 1) & ~1u, box.height, box.depth};
    return TransferBatch::clampToLevel(*packet.target, packet.targetSubresource, whole).width != box.width;
}

void CodedTexels::copy(const packet::CopyImage& packet) {
    Image &source = *packet.source, &target = *packet.target;
    Area from = areaOf(source, packet.sourceSubresource, packet.box);
    const TexelCode code = isWordCode(from.code) ? from.code : target.desc().code;
    const bool codedSource = isWordCode(from.code), codedTarget = isWordCode(target.desc().code);
    from.code = code;
    from.words = wordsOf(code, from.box.width);
    // Alphas are copied one by one, pairs whole.
    const uint32_t width = code == TexelCode::AlphaOfFour ? from.box.width : from.words * 2;
    Area to = areaOf(target, packet.targetSubresource,
                     {packet.targetOffset.x, packet.targetOffset.y, packet.targetOffset.z, width, from.box.height, from.box.depth});
    to.code = code;
    to.words = wordsOf(code, to.box.width);
    const bool same = from.words == to.words && from.box.height == to.box.height && from.box.depth == to.box.depth;
    if (!same || !from.allWords() || !prepare() || !takeScratch(from))
        return;
    const Place place = context_.place(source, target);
    const uint32_t rowTexels = from.words * texelsOfWord(code);
    forParts(from, [&](uint32_t y, uint32_t z, uint32_t rows, uint32_t slices) {
        const Area read = from.part(y, z, rows, slices), written = to.part(y, z, rows, slices);
        context_.use(place, source, RecordContext::rangeOf(source, packet.sourceSubresource, VK_IMAGE_ASPECT_COLOR_BIT),
                     Access::TransferRead);
        VkCommandBuffer commands = context_.begin(place, kDisturbsCompute);
        copyTexels(commands, read, codedSource ? texels_ : memory_, rowTexels, false);
        if ((codedSource && !convert(commands, read, false)) || (codedTarget && !convert(commands, written, true)))
            return;
        context_.use(place, target, RecordContext::rangeOf(target, packet.targetSubresource, VK_IMAGE_ASPECT_COLOR_BIT),
                     Access::TransferWrite);
        commands = context_.begin(place, kDisturbsCompute);
        copyTexels(commands, written, codedTarget ? texels_ : memory_, rowTexels, true);
    });
}

} // namespace hendeca::gpu
