#include "gpu/record/clear_ops.h"

#include "gpu/format/footprint.h"
#include "gpu/record/pass_state.h"
#include "gpu/record/record_context.h"
#include "gpu/resource/view.h"

#include <algorithm>
#include <array>

namespace hendeca::gpu {

using hazard::Access;

namespace {

bool sameParts(const View& a, const View& b) {
    const ImageViewDesc &x = a.imageDesc(), &y = b.imageDesc();
    return x.firstMip == y.firstMip && x.firstLayer == y.firstLayer && x.layerCount == y.layerCount &&
           x.format == y.format;
}

bool overlap(const View& a, const View& b) {
    const ImageViewDesc &x = a.imageDesc(), &y = b.imageDesc();
    return x.firstMip == y.firstMip && x.firstLayer < y.firstLayer + y.layerCount &&
           y.firstLayer < x.firstLayer + x.layerCount;
}

VkExtent2D extentOf(const View& view) {
    const VkExtent3D& extent = view.image()->desc().extent;
    const uint32_t mip = view.imageDesc().firstMip;
    return {mipExtent(extent.width, mip), mipExtent(extent.height, mip)};
}

uint32_t toUint(float value) {
    if (!(value > 0))
        return 0;
    return value >= 4294967296.0f ? ~0u : static_cast<uint32_t>(value);
}

int32_t toSint(float value) {
    if (value != value)
        return 0;
    return static_cast<int32_t>(std::clamp(static_cast<double>(value), -2147483648.0, 2147483647.0));
}

// Component types by VkFormat. Typeless rows share their VkFormat with a typed one, which is the one that counts.
constexpr size_t kCoreFormats = 256;
std::array<ComponentType, kCoreFormats> makeTypes() {
    std::array<ComponentType, kCoreFormats> types{};
    for (const FormatInfo& info : formatTable())
        if (!info.typeless() && static_cast<size_t>(info.format) < kCoreFormats)
            types[info.format] = info.type;
    return types;
}

ComponentType typeOf(VkFormat format) {
    static const std::array<ComponentType, kCoreFormats> types = makeTypes();
    return static_cast<size_t>(format) < kCoreFormats ? types[format] : ComponentType::None;
}

} // namespace

bool ClearOps::isUint(VkFormat format) {
    return typeOf(format) == ComponentType::Uint;
}

bool ClearOps::isSint(VkFormat format) {
    return typeOf(format) == ComponentType::Sint;
}

bool ClearOps::clip(const VkRect2D& rect, VkExtent2D extent, VkRect2D& out) {
    const int64_t left = std::max<int64_t>(rect.offset.x, 0), top = std::max<int64_t>(rect.offset.y, 0);
    const int64_t right = std::min<int64_t>(int64_t(rect.offset.x) + rect.extent.width, extent.width);
    const int64_t bottom = std::min<int64_t>(int64_t(rect.offset.y) + rect.extent.height, extent.height);
    if (left >= right || top >= bottom)
        return false;
    out.offset = {static_cast<int32_t>(left), static_cast<int32_t>(top)};
    out.extent = {static_cast<uint32_t>(right - left), static_cast<uint32_t>(bottom - top)};
    return true;
}

VkClearColorValue ClearOps::colorOf(VkFormat format, const Float4& value) {
    VkClearColorValue color{};
    for (uint32_t i = 0; i < 4; i++) {
        if (isUint(format))
            color.uint32[i] = toUint(value.v[i]);
        else if (isSint(format))
            color.int32[i] = toSint(value.v[i]);
        else
            color.float32[i] = value.v[i];
    }
    return color;
}

bool ClearOps::coversAll(const View& view) {
    const ImageDesc& image = view.image()->desc();
    const ImageViewDesc& desc = view.imageDesc();
    if (image.kind != ImageKind::Image3D)
        return true; // all layers of the hazard range are the view's
    return desc.firstLayer == 0 && desc.layerCount >= mipExtent(image.extent.depth, desc.firstMip);
}

void ClearOps::clearTarget(const packet::ClearTarget& packet) {
    if (!packet.view || !packet.view->isImage())
        return;
    VkClearValue value{};
    value.color = colorOf(packet.view->imageDesc().format, packet.value);
    clear(*packet.view, VK_IMAGE_ASPECT_COLOR_BIT, value, packet::tail(&packet), packet.count);
}

void ClearOps::clearDepthStencil(const packet::ClearDepthStencil& packet) {
    if (!packet.view || !packet.view->isImage())
        return;
    VkClearValue value{};
    value.depthStencil = {std::clamp(packet.depth, 0.0f, 1.0f), packet.stencil & 0xff};
    const VkImageAspectFlags aspects = packet.aspects & packet.view->image()->desc().aspects;
    if (aspects)
        clear(*packet.view, aspects, value, packet::tail(&packet), packet.count);
}

void ClearOps::clear(View& view, VkImageAspectFlags aspects, const VkClearValue& value, const VkRect2D* rects,
                     uint32_t count) {
    if (count == 1 && view.imageDesc().layerCount) {
        const VkExtent2D extent = extentOf(view);
        VkRect2D clipped{};
        if (!clip(rects[0], extent, clipped))
            return;
        if (clipped.extent.width == extent.width && clipped.extent.height == extent.height)
            count = 0;
    }
    if (pass_.clearInside(view, aspects, value, count ? rects : nullptr, count))
        return;
    if (pass_.attached(*view.image()))
        pass_.suspend();
    if (count)
        clearRects(view, aspects, value, rects, count);
    else
        wait(view, aspects, value);
}

void ClearOps::wait(View& view, VkImageAspectFlags aspects, const VkClearValue& value) {
    Image& image = *view.image();
    if (image.bindMask & kPendingClear) {
        for (Pending& pending : pending_) {
            if (pending.image != &image || !overlap(*pending.view, view))
                continue;
            if (!sameParts(*pending.view, view)) {
                resolve(image);
                break;
            }
            pending.aspects |= aspects;
            if (aspects & VK_IMAGE_ASPECT_COLOR_BIT)
                pending.value.color = value.color;
            if (aspects & VK_IMAGE_ASPECT_DEPTH_BIT)
                pending.value.depthStencil.depth = value.depthStencil.depth;
            if (aspects & VK_IMAGE_ASPECT_STENCIL_BIT)
                pending.value.depthStencil.stencil = value.depthStencil.stencil;
            return;
        }
    }
    pending_.push_back({&view, &image, aspects, value});
    context_.addRecheck(image.bindMask & ~kPendingClear);
    image.bindMask |= kPendingClear;
}

VkImageAspectFlags ClearOps::take(const View& view, VkImageAspectFlags aspects, VkClearValue& value, bool& whole) {
    Image& image = *view.image();
    if (!(image.bindMask & kPendingClear))
        return 0;
    for (size_t i = 0; i < pending_.size(); i++) {
        Pending& pending = pending_[i];
        if (pending.image != &image || !sameParts(*pending.view, view))
            continue;
        const VkImageAspectFlags taken = pending.aspects & aspects;
        value = pending.value;
        whole = coversAll(view);
        pending_.erase(pending_.begin() + static_cast<ptrdiff_t>(i));
        updateMark(image);
        return taken;
    }
    return 0;
}

void ClearOps::updateMark(Image& image) {
    if (std::none_of(pending_.begin(), pending_.end(), [&](const Pending& p) { return p.image == &image; }))
        image.bindMask &= ~kPendingClear;
}

void ClearOps::resolve(Image& image) {
    // Taken out first: running one uses the image, which asks for pending clears again.
    image.bindMask &= ~kPendingClear;
    for (size_t i = 0; i < pending_.size();) {
        if (pending_[i].image != &image) {
            i++;
            continue;
        }
        const Pending clear = pending_[i];
        pending_.erase(pending_.begin() + static_cast<ptrdiff_t>(i));
        run(clear);
    }
}

void ClearOps::resolveAll() {
    while (!pending_.empty())
        resolve(*pending_.back().image);
}

void ClearOps::forget(Image& image) {
    if (!(image.bindMask & kPendingClear))
        return;
    std::erase_if(pending_, [&](const Pending& pending) { return pending.image == &image; });
    image.bindMask &= ~kPendingClear;
}

void ClearOps::run(const Pending& clear) {
    View& view = *clear.view;
    Image& image = *clear.image;
    const bool color = clear.aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    const Access access = color ? Access::ColorAttachment : Access::DepthAttachment;
    const hazard::ImageRange range = RecordContext::rangeOf(view);
    const Place place = context_.place(image);
    context_.use(place, image, range, access, coversAll(view) && clear.aspects == range.aspects);
    VkCommandBuffer commands = context_.begin(place);

    VkRenderingAttachmentInfo attachment{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    attachment.imageView = view.imageView(spirv::ImageDim::None);
    attachment.imageLayout = hazard::accessInfo(access).layout;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    attachment.clearValue = clear.value;
    if (!attachment.imageView)
        return;

    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = extentOf(view);
    info.layerCount = std::max(view.imageDesc().layerCount, 1u);
    info.colorAttachmentCount = color ? 1 : 0;
    info.pColorAttachments = color ? &attachment : nullptr;
    info.pDepthAttachment = clear.aspects & VK_IMAGE_ASPECT_DEPTH_BIT ? &attachment : nullptr;
    info.pStencilAttachment = clear.aspects & VK_IMAGE_ASPECT_STENCIL_BIT ? &attachment : nullptr;
    context_.fn().CmdBeginRendering(commands, &info);
    context_.fn().CmdEndRendering(commands);
}

void ClearOps::clearRects(View& view, VkImageAspectFlags aspects, const VkClearValue& value, const VkRect2D* rects,
                          uint32_t count) {
    Image& image = *view.image();
    const bool color = aspects & VK_IMAGE_ASPECT_COLOR_BIT;
    const Access access = color ? Access::ColorAttachment : Access::DepthAttachment;
    if (image.bindMask & kPendingClear)
        resolve(image);
    const Place place = context_.place(image);
    context_.use(place, image, RecordContext::rangeOf(view), access);
    VkCommandBuffer commands = context_.begin(place);

    VkRenderingAttachmentInfo attachment{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    attachment.imageView = view.imageView(spirv::ImageDim::None);
    attachment.imageLayout = hazard::accessInfo(access).layout;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    if (!attachment.imageView)
        return;

    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = extentOf(view);
    info.layerCount = std::max(view.imageDesc().layerCount, 1u);
    info.colorAttachmentCount = color ? 1 : 0;
    info.pColorAttachments = color ? &attachment : nullptr;
    info.pDepthAttachment = aspects & VK_IMAGE_ASPECT_DEPTH_BIT ? &attachment : nullptr;
    info.pStencilAttachment = aspects & VK_IMAGE_ASPECT_STENCIL_BIT ? &attachment : nullptr;
    context_.fn().CmdBeginRendering(commands, &info);
    const VkClearAttachment clear{aspects, 0, value};
    for (uint32_t i = 0; i < count; i++) {
        VkClearRect area{{}, 0, info.layerCount};
        if (clip(rects[i], info.renderArea.extent, area.rect))
            context_.fn().CmdClearAttachments(commands, 1, &clear, 1, &area);
    }
    context_.fn().CmdEndRendering(commands);
}

} // namespace hendeca::gpu
