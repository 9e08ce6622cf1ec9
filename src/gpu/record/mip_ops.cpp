#include "gpu/record/mip_ops.h"

#include "gpu/descriptor/arena.h"
#include "gpu/format/footprint.h"
#include "gpu/record/op_objects.h"
#include "gpu/record/record_context.h"
#include "gpu/resource/factory.h"
#include "gpu/resource/view.h"
#include "util/log.h"
#include "vk/device.h"

#include "gpu/pipeline/shader_fullscreen_vert.h"
#include "gpu/pipeline/shader_mip1_frag.h"
#include "gpu/pipeline/shader_mip2_frag.h"
#include "gpu/pipeline/shader_mip3_frag.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

namespace hendeca::gpu {

using hazard::Access;
using spirv::ImageDim;

// Layouts, sampler and pipelines (by dimensions and format) of the drawn way. Made on first use.
struct MipOps::Drawing {
    explicit Drawing(vk::Device& device) : device(device), arena(device) {}
    ~Drawing();

    Status prepare();
    Result<VkPipeline> pipeline(uint32_t dimensions, VkFormat format);
    Result<VkPipeline> makePipeline(uint32_t dimensions, VkFormat format);

    vk::Device& device;
    DescriptorArena arena;
    SetLayout set;
    VkSampler sampler = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkShaderModule vertex = VK_NULL_HANDLE, pixel[4] = {};
    std::map<std::pair<uint32_t, VkFormat>, VkPipeline> pipelines;
    bool ready = false;
};

MipOps::MipOps(RecordContext& context) : context_(context) {}

MipOps::~MipOps() {
    // Descriptor sets that wait in the queue point into the arena.
    if (drawing_)
        context_.retire().collect(~uint64_t{0});
}

MipOps::Drawing::~Drawing() {
    const vk::Fns& fn = device.fn();
    for (auto& [key, handle] : pipelines)
        fn.DestroyPipeline(device.handle(), handle, nullptr);
    for (VkShaderModule handle : pixel)
        fn.DestroyShaderModule(device.handle(), handle, nullptr);
    fn.DestroyShaderModule(device.handle(), vertex, nullptr);
    fn.DestroyPipelineLayout(device.handle(), layout, nullptr);
    destroyOpSet(device, set);
    fn.DestroySampler(device.handle(), sampler, nullptr);
}

Status MipOps::Drawing::prepare() {
    if (ready)
        return Ok{};
    const vk::Fns& fn = device.fn();
    VkSamplerCreateInfo samplerInfo{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    samplerInfo.magFilter = samplerInfo.minFilter = VK_FILTER_LINEAR;
    samplerInfo.addressModeU = samplerInfo.addressModeV = samplerInfo.addressModeW =
        VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    HENDECA_TRY(device.check(fn.CreateSampler(device.handle(), &samplerInfo, nullptr, &sampler), "make a sampler for mips"));

    constexpr VkDescriptorType kType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    const VkDescriptorSetLayoutBinding binding{0, kType, 1, VK_SHADER_STAGE_FRAGMENT_BIT, &sampler};
    constexpr const char* kWhat = "make what mips need";
    HENDECA_TRY(makeOpSet(device, {&binding, 1}, set, kWhat));
    HENDECA_TRY(makeOpLayout(device, set, VK_SHADER_STAGE_FRAGMENT_BIT, sizeof(float), layout, kWhat));
    HENDECA_TRY_ASSIGN(vertex, makeOpModule(device, kShader_fullscreen_vert, kWhat));
    HENDECA_TRY_ASSIGN(pixel[1], makeOpModule(device, kShader_mip1_frag, kWhat));
    HENDECA_TRY_ASSIGN(pixel[2], makeOpModule(device, kShader_mip2_frag, kWhat));
    HENDECA_TRY_ASSIGN(pixel[3], makeOpModule(device, kShader_mip3_frag, kWhat));
    ready = true;
    return Ok{};
}

Result<VkPipeline> MipOps::Drawing::pipeline(uint32_t dimensions, VkFormat format) {
    auto found = pipelines.find({dimensions, format});
    if (found != pipelines.end())
        return found->second;
    HENDECA_TRY_ASSIGN(VkPipeline made, makePipeline(dimensions, format));
    return pipelines.emplace(std::pair(dimensions, format), made).first->second;
}

Result<VkPipeline> MipOps::Drawing::makePipeline(uint32_t dimensions, VkFormat format) {
    OpDraw draw;
    draw.vertex = vertex;
    draw.pixel = pixel[dimensions];
    draw.layout = layout;
    draw.color = format;
    return makeOpDraw(device, draw, "make a pipeline for mips");
}

// --- the operation

bool MipOps::generate(View& view) {
    if (!view.isImage() || view.imageDesc().mipCount < 2)
        return true;
    if (!canBlit(view))
        return draw(view);
    blit(view);
    return true;
}

bool MipOps::canBlit(const View& view) const {
    const VkFormat format = view.image()->desc().format;
    constexpr VkFormatFeatureFlags2 kNeeded = VK_FORMAT_FEATURE_2_BLIT_SRC_BIT | VK_FORMAT_FEATURE_2_BLIT_DST_BIT |
                                              VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    return view.imageDesc().format == format &&
           (context_.device().adapter().formatProperties(format).optimalTilingFeatures & kNeeded) == kNeeded;
}

void MipOps::blit(View& view) {
    Image& image = *view.image();
    const ImageDesc& desc = image.desc();
    const ImageViewDesc& viewDesc = view.imageDesc();
    hazard::ImageRange range = RecordContext::rangeOf(view);
    range.mipCount = 1;
    const Place place = context_.place(image);
    auto end = [&](uint32_t mip) {
        return VkOffset3D{static_cast<int32_t>(mipExtent(desc.extent.width, mip)),
                          static_cast<int32_t>(mipExtent(desc.extent.height, mip)),
                          static_cast<int32_t>(mipExtent(desc.extent.depth, mip))};
    };
    for (uint32_t mip = viewDesc.firstMip + 1; mip < viewDesc.firstMip + viewDesc.mipCount; mip++) {
        range.firstMip = mip - 1;
        context_.use(place, image, range, Access::TransferRead);
        range.firstMip = mip;
        context_.use(place, image, range, Access::TransferWrite, true);
        VkCommandBuffer commands = context_.begin(place);
        VkImageBlit2 region{VK_STRUCTURE_TYPE_IMAGE_BLIT_2};
        region.srcSubresource = {range.aspects, mip - 1, range.firstLayer, range.layerCount};
        region.srcOffsets[1] = end(mip - 1);
        region.dstSubresource = {range.aspects, mip, range.firstLayer, range.layerCount};
        region.dstOffsets[1] = end(mip);
        VkBlitImageInfo2 info{VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2};
        info.srcImage = info.dstImage = image.handle();
        info.srcImageLayout = hazard::accessInfo(Access::TransferRead).layout;
        info.dstImageLayout = hazard::accessInfo(Access::TransferWrite).layout;
        info.regionCount = 1;
        info.pRegions = &region;
        info.filter = VK_FILTER_LINEAR;
        context_.fn().CmdBlitImage2(commands, &info);
    }
}

bool MipOps::draw(View& view) {
    Image& image = *view.image();
    const ImageDesc& desc = image.desc();
    const ImageViewDesc& viewDesc = view.imageDesc();
    if (!(desc.usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT))
        return false; // D3D11 wants a render target

    if (!drawing_)
        drawing_ = std::make_unique<Drawing>(context_.device());
    const bool volume = desc.kind == ImageKind::Image3D;
    const uint32_t dimensions = desc.kind == ImageKind::Image1D ? 1 : volume ? 3 : 2;
    const ImageDim flat = dimensions == 1 ? ImageDim::D1 : ImageDim::D2;
    Status prepared = drawing_->prepare();
    Result<VkPipeline> pipeline = prepared ? drawing_->pipeline(dimensions, viewDesc.format)
                                           : Result<VkPipeline>(prepared.error());
    if (!pipeline) {
        HENDECA_ERROR_ONCE("Mips are not generated: %s", pipeline.error().what.c_str());
        return false;
    }
    const vk::Fns& fn = context_.fn();
    const Place place = context_.place(image);
    auto makeView = [&](uint32_t mip, uint32_t layer, VkImageUsageFlags usage) {
        ImageViewDesc made;
        made.dim = usage == VK_IMAGE_USAGE_SAMPLED_BIT && volume ? ImageDim::D3 : flat;
        made.format = viewDesc.format;
        made.firstMip = mip;
        made.firstLayer = layer;
        made.usage = usage;
        View* handle = context_.factory().createView(image, made).release();
        context_.retireObject(handle);
        return handle->imageView(ImageDim::None);
    };
    hazard::ImageRange range = RecordContext::rangeOf(view);
    range.mipCount = 1;
    for (uint32_t mip = viewDesc.firstMip + 1; mip < viewDesc.firstMip + viewDesc.mipCount; mip++) {
        range.firstMip = mip - 1;
        context_.use(place, image, range, Access::SampledPixel);
        range.firstMip = mip;
        context_.use(place, image, range, Access::ColorAttachment, true);
        VkCommandBuffer commands = context_.begin(place, kDisturbsGraphics);

        const VkExtent2D extent{mipExtent(desc.extent.width, mip), mipExtent(desc.extent.height, mip)};
        const VkViewport viewport{0, 0, static_cast<float>(extent.width), static_cast<float>(extent.height), 0, 1};
        const VkRect2D area{{0, 0}, extent};
        fn.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, *pipeline);
        fn.CmdSetViewportWithCount(commands, 1, &viewport);
        fn.CmdSetScissorWithCount(commands, 1, &area);
        const uint32_t slices = volume ? mipExtent(desc.extent.depth, mip) : range.layerCount;
        const uint32_t firstSlice = volume ? 0 : range.firstLayer;
        for (uint32_t slice = 0; slice < slices; slice++) {
            Result<VkDescriptorSet> set = drawing_->arena.take(drawing_->set);
            if (!set) {
                HENDECA_ERROR_ONCE("Mips are not generated: %s", set.error().what.c_str());
                return false;
            }
            DescriptorData data{};
            data.image.imageView = makeView(mip - 1, volume ? 0 : firstSlice + slice, VK_IMAGE_USAGE_SAMPLED_BIT);
            data.image.imageLayout = hazard::accessInfo(Access::SampledPixel).layout;
            fn.UpdateDescriptorSetWithTemplate(context_.device().handle(), *set, drawing_->set.updateTemplate, &data);
            fn.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, drawing_->layout, 0, 1, &*set, 0,
                                     nullptr);
            const float depth = (static_cast<float>(slice) + 0.5f) / static_cast<float>(slices);
            fn.CmdPushConstants(commands, drawing_->layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(depth), &depth);

            VkRenderingAttachmentInfo target{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
            target.imageView = makeView(mip, firstSlice + slice, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
            target.imageLayout = hazard::accessInfo(Access::ColorAttachment).layout;
            target.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
            target.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
            VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
            rendering.renderArea = area;
            rendering.layerCount = 1;
            rendering.colorAttachmentCount = 1;
            rendering.pColorAttachments = &target;
            fn.CmdBeginRendering(commands, &rendering);
            fn.CmdDraw(commands, 3, 1, 0, 0);
            fn.CmdEndRendering(commands);
        }
    }
    drawing_->arena.submissionEnded(context_.submission(), context_.retire());
    return true;
}

} // namespace hendeca::gpu
