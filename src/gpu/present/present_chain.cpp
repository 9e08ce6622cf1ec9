#include "gpu/present/present_impl.h"

#include "util/log.h"
#include "util/platform.h"
#include "vk/device.h"

#include <algorithm>

namespace hendeca::gpu {

namespace {

// A window that refuses surfaces is asked again after this time.
constexpr uint64_t kRetryDelay = 250'000'000; // nanoseconds

enum class ColorClass : uint8_t { Unorm8, Srgb8, Unorm10 };

// Which kind of surface shows a back buffer of this format right when it is copied without a shader: a blit to an sRGB
// format encodes linear colours (sRGB and float back buffers), one between UNORM formats keeps the bits' meaning.
ColorClass classOf(VkFormat format) {
    switch (format) {
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_B8G8R8A8_SRGB:
    case VK_FORMAT_R16G16B16A16_SFLOAT:
    case VK_FORMAT_R32G32B32A32_SFLOAT:
        return ColorClass::Srgb8;
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
        return ColorClass::Unorm10;
    default:
        return ColorClass::Unorm8;
    }
}

struct FormatRank {
    ColorClass key;
    VkFormat formats[5]; // best first
};

constexpr FormatRank kRanks[] = {
    {ColorClass::Unorm8, {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A8B8G8R8_UNORM_PACK32,
                          VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_A2R10G10B10_UNORM_PACK32}},
    {ColorClass::Srgb8, {VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_A8B8G8R8_SRGB_PACK32,
                         VK_FORMAT_UNDEFINED, VK_FORMAT_UNDEFINED}},
    {ColorClass::Unorm10, {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_A2R10G10B10_UNORM_PACK32,
                           VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A8B8G8R8_UNORM_PACK32}},
};

} // namespace

bool PresenterImpl::makeSurface() {
    const uint64_t now = monotonicNanoseconds();
    if (now < nextAttempt_)
        return false;
    nextAttempt_ = now + kRetryDelay;
    surface_ = desc_.source->create();
    if (!surface_)
        return false;

    vk::Device& device = host_.device();
    const vk::InstanceFns& fn = device.adapter().instance().fn();
    VkPhysicalDevice physical = device.adapter().handle();
    VkBool32 supported = VK_FALSE;
    VkResult result = fn.GetPhysicalDeviceSurfaceSupportKHR(physical, device.queueFamily(), surface_, &supported);
    if (result != VK_SUCCESS || !supported) {
        HENDECA_WARN_ONCE("The GPU cannot present to this window (result %d)", static_cast<int>(result));
        destroySurface();
        return false;
    }
    uint32_t count = 0;
    result = fn.GetPhysicalDeviceSurfacePresentModesKHR(physical, surface_, &count, nullptr);
    modes_.resize(result == VK_SUCCESS ? count : 0);
    if (count)
        result = fn.GetPhysicalDeviceSurfacePresentModesKHR(physical, surface_, &count, modes_.data());
    if (result != VK_SUCCESS)
        modes_.assign(1, VK_PRESENT_MODE_FIFO_KHR); // always there
    state_ = State::OutOfDate;
    return true;
}

VkPresentModeKHR PresenterImpl::chooseMode(uint32_t syncInterval, bool tearing) const {
    const auto has = [&](VkPresentModeKHR mode) { return std::find(modes_.begin(), modes_.end(), mode) != modes_.end(); };
    if (syncInterval == 0) {
        const VkPresentModeKHR first = tearing ? VK_PRESENT_MODE_IMMEDIATE_KHR : VK_PRESENT_MODE_MAILBOX_KHR;
        const VkPresentModeKHR second = tearing ? VK_PRESENT_MODE_MAILBOX_KHR : VK_PRESENT_MODE_IMMEDIATE_KHR;
        if (has(first))
            return first;
        if (has(second))
            return second;
    }
    return VK_PRESENT_MODE_FIFO_KHR;
}

Result<VkSurfaceFormatKHR> PresenterImpl::chooseFormat(VkFormat sourceFormat) {
    vk::Device& device = host_.device();
    const vk::InstanceFns& fn = device.adapter().instance().fn();
    uint32_t count = 0;
    VkResult result = fn.GetPhysicalDeviceSurfaceFormatsKHR(device.adapter().handle(), surface_, &count, nullptr);
    std::vector<VkSurfaceFormatKHR> formats(count);
    if (result == VK_SUCCESS && count)
        result = fn.GetPhysicalDeviceSurfaceFormatsKHR(device.adapter().handle(), surface_, &count, formats.data());
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
        return makeError(ErrorCode::SurfaceLost, "the window's formats cannot be read");

    // Only formats that a blit may write.
    std::erase_if(formats, [&](const VkSurfaceFormatKHR& f) {
        return f.colorSpace != VK_COLOR_SPACE_SRGB_NONLINEAR_KHR ||
               !(device.adapter().formatProperties(f.format).optimalTilingFeatures & VK_FORMAT_FEATURE_2_BLIT_DST_BIT);
    });
    const ColorClass wanted = classOf(sourceFormat);
    for (const FormatRank& rank : kRanks) {
        if (rank.key != wanted)
            continue;
        for (VkFormat candidate : rank.formats) {
            for (const VkSurfaceFormatKHR& f : formats) {
                if (candidate != VK_FORMAT_UNDEFINED && f.format == candidate)
                    return f;
            }
        }
    }
    if (formats.empty())
        return makeError(ErrorCode::Unsupported, "the window offers no format that a blit can write");
    if (!formatFallbackLogged_) {
        formatFallbackLogged_ = true;
        logWarn("No window format suits back buffers of VkFormat %d; colours may be off", static_cast<int>(sourceFormat));
    }
    return formats.front();
}

Status PresenterImpl::makeChain(VkFormat sourceFormat, VkPresentModeKHR mode) {
    vk::Device& device = host_.device();
    const vk::InstanceFns& ifn = device.adapter().instance().fn();
    VkSurfaceCapabilitiesKHR caps{};
    const VkResult asked = ifn.GetPhysicalDeviceSurfaceCapabilitiesKHR(device.adapter().handle(), surface_, &caps);
    if (asked != VK_SUCCESS)
        return makeError(ErrorCode::SurfaceLost, "the window's capabilities cannot be read");
    if (!(caps.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT))
        return makeError(ErrorCode::Unsupported, "the window's images cannot be copied to");
    HENDECA_TRY_ASSIGN(const VkSurfaceFormatKHR format, chooseFormat(sourceFormat));

    VkExtent2D extent = caps.currentExtent;
    if (extent.width == UINT32_MAX) {
        extent = desc_.source->size();
        extent.width = std::clamp(extent.width, caps.minImageExtent.width, caps.maxImageExtent.width);
        extent.height = std::clamp(extent.height, caps.minImageExtent.height, caps.maxImageExtent.height);
    }
    if (extent.width == 0 || extent.height == 0) {
        state_ = State::OutOfDate;
        status_.store(PresentStatus::Occluded, std::memory_order_release);
        return Ok{};
    }

    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = surface_;
    info.minImageCount = std::max({caps.minImageCount, desc_.imageCount, mode == VK_PRESENT_MODE_MAILBOX_KHR ? 3u : 2u});
    if (caps.maxImageCount)
        info.minImageCount = std::min(info.minImageCount, caps.maxImageCount);
    info.imageFormat = format.format;
    info.imageColorSpace = format.colorSpace;
    info.imageExtent = extent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    info.imageSharingMode = VK_SHARING_MODE_EXCLUSIVE;
    info.preTransform = caps.currentTransform;
    info.compositeAlpha = caps.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                              ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                              : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
    info.presentMode = mode;
    info.clipped = VK_TRUE;
    info.oldSwapchain = chain_.handle;

    // The old chain's semaphores may still be waited for; with the queue idle all of it can go.
    if (chain_.handle)
        host_.waitQueueIdle();
    Chain next;
    const VkResult made = device.fn().CreateSwapchainKHR(device.handle(), &info, nullptr, &next.handle);
    destroyChain(chain_);
    state_ = State::OutOfDate;
    if (made == VK_ERROR_DEVICE_LOST)
        return device.check(made, "creating a swap chain");
    if (made != VK_SUCCESS)
        return makeError(made == VK_ERROR_SURFACE_LOST_KHR || made == VK_ERROR_NATIVE_WINDOW_IN_USE_KHR
                             ? ErrorCode::SurfaceLost
                             : ErrorCode::Unsupported,
                         formatText("a Vulkan swap chain cannot be made (result %d)", static_cast<int>(made)));
    next.format = format.format;
    next.extent = extent;
    next.mode = mode;

    uint32_t count = 0;
    VkResult result = device.fn().GetSwapchainImagesKHR(device.handle(), next.handle, &count, nullptr);
    next.images.resize(count);
    if (result == VK_SUCCESS)
        result = device.fn().GetSwapchainImagesKHR(device.handle(), next.handle, &count, next.images.data());
    next.rendered.resize(count);
    const VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    for (VkSemaphore& s : next.rendered)
        if (result == VK_SUCCESS)
            result = device.fn().CreateSemaphore(device.handle(), &semaphore, nullptr, &s);
    for (VkSemaphore& s : next.acquired)
        if (result == VK_SUCCESS)
            result = device.fn().CreateSemaphore(device.handle(), &semaphore, nullptr, &s);
    if (result != VK_SUCCESS) {
        destroyChain(next);
        return device.check(result, "setting up a swap chain");
    }
    chain_ = std::move(next);
    chainSource_ = sourceFormat;
    state_ = State::Ready;
    logDebug("Vulkan swap chain: %u x %u, %zu images, VkFormat %d, present mode %d", extent.width, extent.height,
             chain_.images.size(), static_cast<int>(format.format), static_cast<int>(mode));
    return Ok{};
}

void PresenterImpl::destroyChain(Chain& chain) {
    if (!chain.handle)
        return;
    vk::Device& device = host_.device();
    for (VkSemaphore s : chain.rendered)
        device.fn().DestroySemaphore(device.handle(), s, nullptr);
    for (VkSemaphore s : chain.acquired)
        device.fn().DestroySemaphore(device.handle(), s, nullptr);
    device.fn().DestroySwapchainKHR(device.handle(), chain.handle, nullptr);
    chain = Chain{};
}

void PresenterImpl::destroySurface() {
    if (surface_)
        desc_.source->destroy(surface_);
    surface_ = VK_NULL_HANDLE;
    state_ = State::None;
}

// The surface is of no use any more; a new one is tried at the next present.
void PresenterImpl::loseSurface(const char* what) {
    logDebug("The window's surface was lost: %s", what);
    if (chain_.handle)
        host_.waitQueueIdle();
    destroyChain(chain_);
    destroySurface();
    state_ = State::Lost;
    status_.store(PresentStatus::Lost, std::memory_order_release);
}

} // namespace hendeca::gpu
