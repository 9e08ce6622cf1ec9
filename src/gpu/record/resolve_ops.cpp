#include "gpu/record/resolve_ops.h"

#include "gpu/format/footprint.h"
#include "gpu/record/clear_ops.h"
#include "gpu/record/record_context.h"
#include "gpu/resource/factory.h"

namespace hendeca::gpu {

using hazard::Access;

namespace {

hazard::ImageRange rangeOf(const Image& image, uint32_t subresource) {
    return RecordContext::rangeOf(image, subresource, image.desc().aspects);
}

bool isInteger(VkFormat format) {
    return ClearOps::isUint(format) || ClearOps::isSint(format);
}

} // namespace

void ResolveOps::resolve(const packet::Resolve& packet) {
    const ImageDesc &source = packet.source->desc(), &target = packet.target->desc();
    const bool color = source.aspects == VK_IMAGE_ASPECT_COLOR_BIT;
    const bool sameFormat = source.format == target.format &&
                            (packet.format == source.format || packet.format == VK_FORMAT_UNDEFINED);
    if (color && sameFormat && !isInteger(source.format))
        resolveByCommand(packet);
    else
        resolveByPass(packet);
}

void ResolveOps::resolveByCommand(const packet::Resolve& packet) {
    Image &source = *packet.source, &target = *packet.target;
    const Place place = context_.place(source, target);
    context_.use(place, source, rangeOf(source, packet.sourceSubresource), Access::ResolveRead);
    context_.use(place, target, rangeOf(target, packet.targetSubresource), Access::ResolveWrite, true);
    VkCommandBuffer commands = context_.begin(place);

    const ImageDesc& desc = target.desc();
    const uint32_t mip = packet.targetSubresource % desc.mipLevels;
    VkImageResolve2 region{VK_STRUCTURE_TYPE_IMAGE_RESOLVE_2};
    region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, packet.sourceSubresource % source.desc().mipLevels,
                             packet.sourceSubresource / source.desc().mipLevels, 1};
    region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, packet.targetSubresource / desc.mipLevels, 1};
    region.extent = {mipExtent(desc.extent.width, mip), mipExtent(desc.extent.height, mip), 1};
    VkResolveImageInfo2 info{VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2};
    info.srcImage = source.handle();
    info.srcImageLayout = hazard::accessInfo(Access::ResolveRead).layout;
    info.dstImage = target.handle();
    info.dstImageLayout = hazard::accessInfo(Access::ResolveWrite).layout;
    info.regionCount = 1;
    info.pRegions = &region;
    context_.fn().CmdResolveImage2(commands, &info);
}

void ResolveOps::resolveByPass(const packet::Resolve& packet) {
    Image &source = *packet.source, &target = *packet.target;
    const VkImageAspectFlags aspects = source.desc().aspects & target.desc().aspects;
    const bool color = aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    if (!aspects)
        return;
    const VkFormat format = color && packet.format != VK_FORMAT_UNDEFINED ? packet.format : source.desc().format;
    const auto makeView = [&](Image& image, uint32_t subresource) {
        ImageViewDesc desc;
        desc.dim = image.desc().samples == VK_SAMPLE_COUNT_1_BIT ? spirv::ImageDim::D2 : spirv::ImageDim::D2Ms;
        desc.format = color ? format : image.desc().format;
        desc.aspects = image.desc().aspects;
        desc.firstMip = subresource % image.desc().mipLevels;
        desc.firstLayer = subresource / image.desc().mipLevels;
        desc.usage = color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        View* view = context_.factory().createView(image, desc).release();
        context_.retireObject(view);
        return view->imageView(spirv::ImageDim::None);
    };

    const Place place = context_.place(source, target);
    const Access access = color ? Access::ColorAttachment : Access::DepthAttachment;
    context_.use(place, source, rangeOf(source, packet.sourceSubresource), access);
    context_.use(place, target, rangeOf(target, packet.targetSubresource), access);
    VkCommandBuffer commands = context_.begin(place);

    VkRenderingAttachmentInfo attachment{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    attachment.imageView = makeView(source, packet.sourceSubresource);
    attachment.imageLayout = hazard::accessInfo(access).layout;
    attachment.resolveMode =
        color && !isInteger(format) ? VK_RESOLVE_MODE_AVERAGE_BIT : VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
    attachment.resolveImageView = makeView(target, packet.targetSubresource);
    attachment.resolveImageLayout = attachment.imageLayout;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    if (!attachment.imageView || !attachment.resolveImageView)
        return;

    const ImageDesc& desc = target.desc();
    const uint32_t mip = packet.targetSubresource % desc.mipLevels;
    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = {mipExtent(desc.extent.width, mip), mipExtent(desc.extent.height, mip)};
    info.layerCount = 1;
    info.colorAttachmentCount = color ? 1 : 0;
    info.pColorAttachments = color ? &attachment : nullptr;
    info.pDepthAttachment = aspects & VK_IMAGE_ASPECT_DEPTH_BIT ? &attachment : nullptr;
    info.pStencilAttachment = aspects & VK_IMAGE_ASPECT_STENCIL_BIT ? &attachment : nullptr;
    // Vulkan does depth resolves, too, in the color attachment output stage.
    const auto depthBarrier = [&](VkPipelineStageFlags2 source, VkPipelineStageFlags2 target) {
        const VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, source,
                                       VK_ACCESS_2_MEMORY_WRITE_BIT, target,
                                       VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT};
        VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
        dependency.memoryBarrierCount = 1;
        dependency.pMemoryBarriers = &barrier;
        if (!color)
            context_.fn().CmdPipelineBarrier2(commands, &dependency);
    };
    constexpr VkPipelineStageFlags2 kDepthStages =
        VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
    depthBarrier(kDepthStages, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT);
    context_.fn().CmdBeginRendering(commands, &info);
    context_.fn().CmdEndRendering(commands);
    depthBarrier(VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, kDepthStages);
}

} // namespace hendeca::gpu
