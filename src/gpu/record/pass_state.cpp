#include "gpu/record/pass_state.h"

#include "gpu/format/footprint.h"
#include "gpu/query/query_pool.h"
#include "gpu/record/clear_ops.h"
#include "gpu/record/record_context.h"
#include "gpu/record/stream_out.h"
#include "gpu/resource/view.h"
#include "vk/caps.h"

#include <algorithm>

namespace hendeca::gpu {

using hazard::Access;

PassState::Target PassState::describe(View* view) {
    Target target;
    if (!view || !view->isImage())
        return target;
    const ImageViewDesc& desc = view->imageDesc();
    const ImageDesc& image = view->image()->desc();
    target.view = view;
    target.image = view->image();
    target.range = RecordContext::rangeOf(*view);
    target.extent = {mipExtent(image.extent.width, desc.firstMip), mipExtent(image.extent.height, desc.firstMip)};
    target.layers = std::max(desc.layerCount, 1u);
    return target;
}

void PassState::includeExtent(const Target& target) {
    extent_.width = std::min(extent_.width, target.extent.width);
    extent_.height = std::min(extent_.height, target.extent.height);
    layers_ = std::min(layers_, target.layers);
    formats_.samples = target.image->desc().samples;
}

// Addresses tell while the pass is open: its views live at least until the submission has passed.
bool PassState::sameTargets(const View* depthStencil, View* const* colors, uint32_t count) const {
    if (depthStencil != depth_.view)
        return false;
    for (uint32_t i = 0; i < kMaxTargets; i++)
        if (colors_[i].view != (i < count ? colors[i] : nullptr))
            return false;
    return true;
}

void PassState::setTargets(View* depthStencil, View* const* colors, uint32_t count) {
    if (open_ && sameTargets(depthStencil, colors, count))
        return;
    suspend();
    formats_ = {};
    extent_ = {~0u, ~0u};
    layers_ = ~0u;
    colorCount_ = 0;
    for (uint32_t i = 0; i < kMaxTargets; i++) {
        colors_[i] = describe(i < count ? colors[i] : nullptr);
        if (!colors_[i].view)
            continue;
        colorCount_ = i + 1;
        formats_.colors[i] = colors_[i].view->imageDesc().format;
        const TargetAlpha alpha = colors_[i].view->imageDesc().alpha;
        if (alpha == TargetAlpha::InRed)
            formats_.alphaInRed |= static_cast<uint8_t>(1u << i);
        else if (alpha == TargetAlpha::One)
            formats_.alphaIsOne |= static_cast<uint8_t>(1u << i);
        colors_[i].image->bindMask |= kBoundAttachment;
        includeExtent(colors_[i]);
    }

    depth_ = describe(depthStencil);
    depthReadOnly_ = stencilReadOnly_ = false;
    if (depth_.view) {
        const ImageViewDesc& desc = depth_.view->imageDesc();
        const VkImageAspectFlags aspects = depth_.image->desc().aspects;
        if (aspects & VK_IMAGE_ASPECT_DEPTH_BIT)
            formats_.depth = desc.format;
        if (aspects & VK_IMAGE_ASPECT_STENCIL_BIT)
            formats_.stencil = desc.format;
        depthReadOnly_ = desc.readOnlyDepth || !formats_.depth;
        stencilReadOnly_ = desc.readOnlyStencil || !formats_.stencil;
        depth_.image->bindMask |= kBoundAttachment;
        includeExtent(depth_);
    }
}

// A load operation clears the render area of the pass, which is that of its smallest target. Clears of larger targets are
// left waiting: the use of the image does them in a pass of their own.
bool PassState::fills(const Target& target) const {
    return target.layers == layers_ && target.extent.width == extent_.width && target.extent.height == extent_.height;
}

VkRenderingAttachmentInfo PassState::openColor(Target& target) {
    VkRenderingAttachmentInfo info{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    if (!target.view)
        return info;
    bool whole = false;
    const bool cleared =
        fills(target) && clears_->take(*target.view, VK_IMAGE_ASPECT_COLOR_BIT, info.clearValue, whole) != 0;
    context_.use(Place::Main, *target.image, target.range, Access::ColorAttachment, cleared && whole);
    info.imageView = target.view->imageView(spirv::ImageDim::None);
    info.imageLayout = hazard::accessInfo(Access::ColorAttachment).layout;
    info.loadOp = cleared ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
    info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    return info;
}

void PassState::openDepth(VkRenderingAttachmentInfo& depth, VkRenderingAttachmentInfo& stencil) {
    if (!depth_.view)
        return;
    const VkImageAspectFlags aspects = depth_.range.aspects;
    VkClearValue value{};
    bool whole = false;
    // Read-only targets keep their clears for later: the layout forbids them here.
    VkImageAspectFlags writable = aspects;
    if (depthReadOnly_)
        writable &= ~VK_IMAGE_ASPECT_DEPTH_BIT;
    if (stencilReadOnly_)
        writable &= ~VK_IMAGE_ASPECT_STENCIL_BIT;
    const VkImageAspectFlags cleared =
        writable == aspects && fills(depth_) ? clears_->take(*depth_.view, aspects, value, whole) : 0;

    const VkImageView view = depth_.view->imageView(spirv::ImageDim::None);
    const auto open = [&](VkRenderingAttachmentInfo& info, VkImageAspectFlags aspect, bool readOnly) {
        info.imageView = view;
        info.imageLayout =
            hazard::accessInfo(readOnly ? Access::DepthAttachmentRead : Access::DepthAttachment).layout;
        info.loadOp = cleared & aspect ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
        info.storeOp = readOnly ? VK_ATTACHMENT_STORE_OP_NONE : VK_ATTACHMENT_STORE_OP_STORE;
        info.clearValue = value;
    };
    if (writable == aspects || writable == 0) {
        context_.use(Place::Main, *depth_.image, depth_.range,
                     writable ? Access::DepthAttachment : Access::DepthAttachmentRead, whole && cleared == aspects);
    } else {
        hazard::ImageRange part = depth_.range;
        part.aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
        context_.use(Place::Main, *depth_.image, part,
                     depthReadOnly_ ? Access::DepthAttachmentRead : Access::DepthAttachment);
        part.aspects = VK_IMAGE_ASPECT_STENCIL_BIT;
        context_.use(Place::Main, *depth_.image, part,
                     stencilReadOnly_ ? Access::DepthAttachmentRead : Access::DepthAttachment);
    }
    if (aspects & VK_IMAGE_ASPECT_DEPTH_BIT)
        open(depth, VK_IMAGE_ASPECT_DEPTH_BIT, depthReadOnly_);
    if (aspects & VK_IMAGE_ASPECT_STENCIL_BIT)
        open(stencil, VK_IMAGE_ASPECT_STENCIL_BIT, stencilReadOnly_);
}

void PassState::begin() {
    if (open_)
        return;
    VkRenderingAttachmentInfo colors[kMaxTargets];
    for (uint32_t i = 0; i < colorCount_; i++)
        colors[i] = openColor(colors_[i]);
    VkRenderingAttachmentInfo depth{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    VkRenderingAttachmentInfo stencil{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    openDepth(depth, stencil);
    context_.issueBarriers(Place::Main);

    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = hasTargets() ? extent_ : freeExtent_;
    info.layerCount = hasTargets() ? layers_ : 1;
    info.colorAttachmentCount = colorCount_;
    info.pColorAttachments = colors;
    info.pDepthAttachment = depth.imageView ? &depth : nullptr;
    info.pStencilAttachment = stencil.imageView ? &stencil : nullptr;

    context_.noteMainUsed();
    VkCommandBuffer commands = context_.main();
    queries_.suspend(commands);
    context_.fn().CmdBeginRendering(commands, &info);
    open_ = true;
    queries_.resume(commands, true);
}

void PassState::suspend() {
    if (!open_)
        return;
    VkCommandBuffer commands = context_.main();
    streamOut_->pause(commands);
    queries_.suspend(commands);
    context_.fn().CmdEndRendering(commands);
    open_ = false;
    queries_.resume(commands, false);
}

void PassState::needExtent(VkExtent2D extent) {
    const VkPhysicalDeviceLimits& limits = context_.caps().limits;
    extent.width = std::clamp(extent.width, 1u, limits.maxFramebufferWidth);
    extent.height = std::clamp(extent.height, 1u, limits.maxFramebufferHeight);
    if (extent.width <= freeExtent_.width && extent.height <= freeExtent_.height)
        return;
    if (!hasTargets())
        suspend();
    freeExtent_ = {std::max(extent.width, freeExtent_.width), std::max(extent.height, freeExtent_.height)};
}

bool PassState::attached(const Image& image) const {
    if (!open_)
        return false;
    if (depth_.image == &image)
        return true;
    return std::any_of(colors_, colors_ + colorCount_, [&](const Target& target) { return target.image == &image; });
}

bool PassState::clearInside(const View& view, VkImageAspectFlags aspects, const VkClearValue& value,
                            const VkRect2D* rects, uint32_t count) {
    if (!open_)
        return false;
    VkClearAttachment clear{aspects, 0, value};
    const Target* target = nullptr;
    if (depth_.view == &view) {
        if (((aspects & VK_IMAGE_ASPECT_DEPTH_BIT) && depthReadOnly_) ||
            ((aspects & VK_IMAGE_ASPECT_STENCIL_BIT) && stencilReadOnly_))
            return false;
        target = &depth_;
    }
    for (uint32_t i = 0; i < colorCount_ && !target; i++) {
        if (colors_[i].view != &view)
            continue;
        target = &colors_[i];
        clear.colorAttachment = i;
    }
    // The clear must lie within the render area, and reach all layers of the view.
    if (!target || !fills(*target))
        return false;

    VkClearRect area{{{0, 0}, extent_}, 0, layers_};
    if (!rects) {
        context_.fn().CmdClearAttachments(context_.main(), 1, &clear, 1, &area);
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!ClearOps::clip(rects[i], extent_, area.rect))
            continue;
        context_.fn().CmdClearAttachments(context_.main(), 1, &clear, 1, &area);
    }
    return true;
}

} // namespace hendeca::gpu
