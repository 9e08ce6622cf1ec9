#include "gpu/present/present_impl.h"

#include "gpu/record/record_context.h"
#include "gpu/resource/factory.h"
#include "util/log.h"
#include "vk/device.h"

namespace hendeca::gpu {

namespace {

constexpr VkImageSubresourceRange kWhole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
constexpr VkImageSubresourceLayers kLayers{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};

VkOffset3D corner(uint32_t width, uint32_t height) {
    return {static_cast<int32_t>(width), static_cast<int32_t>(height), 1};
}

// Moves the window's image from one layout to the next. The acquire semaphore is waited for before transfers, so the first
// change follows it; the present waits for the submission's semaphore, which makes the last one visible.
void changeLayout(const vk::Fns& fn, VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
    const bool written = from != VK_IMAGE_LAYOUT_UNDEFINED;
    const bool presented = to == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    barrier.srcAccessMask = written ? VK_ACCESS_2_TRANSFER_WRITE_BIT : 0;
    barrier.dstStageMask = presented ? VK_PIPELINE_STAGE_2_NONE : VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    barrier.dstAccessMask = presented ? 0 : VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.oldLayout = from;
    barrier.newLayout = to;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = kWhole;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.imageMemoryBarrierCount = 1;
    dependency.pImageMemoryBarriers = &barrier;
    fn.CmdPipelineBarrier2(commands, &dependency);
}

} // namespace

void PresenterImpl::blit(RecordContext& context, Image& source, VkImage target) {
    if (source.desc().samples != VK_SAMPLE_COUNT_1_BIT) {
        resolveThenBlit(context, source, target);
        return;
    }
    const vk::Fns& fn = context.fn();
    const VkExtent3D size = source.desc().extent;
    context.use(Place::Main, source, {}, hazard::Access::TransferRead);
    VkCommandBuffer commands = context.begin(Place::Main);
    changeLayout(fn, commands, target, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);

    const VkImageLayout sourceLayout = hazard::accessInfo(hazard::Access::TransferRead).layout;
    const bool sameSize = size.width == chain_.extent.width && size.height == chain_.extent.height;
    if (sameSize && source.desc().format == chain_.format) {
        VkImageCopy2 region{VK_STRUCTURE_TYPE_IMAGE_COPY_2};
        region.srcSubresource = region.dstSubresource = kLayers;
        region.extent = {size.width, size.height, 1};
        VkCopyImageInfo2 copy{VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2};
        copy.srcImage = source.handle();
        copy.srcImageLayout = sourceLayout;
        copy.dstImage = target;
        copy.dstImageLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        copy.regionCount = 1;
        copy.pRegions = &region;
        fn.CmdCopyImage2(commands, &copy);
    } else {
        const VkFormatFeatureFlags2 features =
            host_.device().adapter().formatProperties(source.desc().format).optimalTilingFeatures;
        const bool linear = !sameSize && (features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
        VkImageBlit2 region{VK_STRUCTURE_TYPE_IMAGE_BLIT_2};
        region.srcSubresource = region.dstSubresource = kLayers;
        region.srcOffsets[1] = corner(size.width, size.height);
        region.dstOffsets[1] = corner(chain_.extent.width, chain_.extent.height);
        VkBlitImageInfo2 info{VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2};
        info.srcImage = source.handle();
        info.srcImageLayout = sourceLayout;
        info.dstImage = target;
        info.dstImageLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        info.regionCount = 1;
        info.pRegions = &region;
        info.filter = linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
        fn.CmdBlitImage2(commands, &info);
    }
    changeLayout(fn, commands, target, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
}

// A multisampled back buffer is resolved into an image of its own first: neither may a blit read it, nor need the window's
// format be the same.
void PresenterImpl::resolveThenBlit(RecordContext& context, Image& source, VkImage target) {
    ImageDesc desc;
    desc.format = source.desc().format;
    desc.extent = source.desc().extent;
    desc.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    auto made = context.factory().createImage(desc);
    if (!made.ok()) {
        // The acquired image must still be presented: its contents stay undefined.
        HENDECA_ERROR_ONCE("No memory to resolve a multisampled back buffer: %s", made.error().what.c_str());
        changeLayout(context.fn(), context.begin(Place::Main), target, VK_IMAGE_LAYOUT_UNDEFINED,
                     VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
        return;
    }
    Image* single = std::move(made).value().release();
    context.use(Place::Main, source, {}, hazard::Access::ResolveRead);
    context.use(Place::Main, *single, {}, hazard::Access::ResolveWrite, true);
    VkCommandBuffer commands = context.begin(Place::Main);

    VkImageResolve2 region{VK_STRUCTURE_TYPE_IMAGE_RESOLVE_2};
    region.srcSubresource = region.dstSubresource = kLayers;
    region.extent = {desc.extent.width, desc.extent.height, 1};
    VkResolveImageInfo2 info{VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2};
    info.srcImage = source.handle();
    info.srcImageLayout = hazard::accessInfo(hazard::Access::ResolveRead).layout;
    info.dstImage = single->handle();
    info.dstImageLayout = hazard::accessInfo(hazard::Access::ResolveWrite).layout;
    info.regionCount = 1;
    info.pRegions = &region;
    context.fn().CmdResolveImage2(commands, &info);
    blit(context, *single, target);
    context.retireObject(single);
}

} // namespace hendeca::gpu
