#include "fake_wsi.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace hendeca::test {

namespace {

FakeWsi* wsi = nullptr;

VkResult VKAPI_CALL GetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice, uint32_t, VkSurfaceKHR, VkBool32* supported) {
    *supported = wsi->supported;
    return VK_SUCCESS;
}

template <class T>
VkResult list(const std::vector<T>& from, uint32_t* count, T* to) {
    if (to)
        std::copy_n(from.begin(), std::min<size_t>(*count, from.size()), to);
    *count = static_cast<uint32_t>(from.size());
    return VK_SUCCESS;
}

VkResult VKAPI_CALL GetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count, VkSurfaceFormatKHR* to) {
    return list(wsi->formats, count, to);
}

VkResult VKAPI_CALL GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count, VkPresentModeKHR* to) {
    return list(wsi->modes, count, to);
}

VkResult VKAPI_CALL GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice, VkSurfaceKHR, VkSurfaceCapabilitiesKHR* caps) {
    *caps = {};
    caps->minImageCount = 2;
    caps->currentExtent = wsi->extent;
    caps->minImageExtent = {1, 1};
    caps->maxImageExtent = {4096, 4096};
    caps->supportedUsageFlags = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    caps->supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    caps->currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    return wsi->capsResult;
}

VkResult VKAPI_CALL CreateSwapchainKHR(VkDevice, const VkSwapchainCreateInfoKHR* info, const VkAllocationCallbacks*,
                                       VkSwapchainKHR* made) {
    if (wsi->createResult != VK_SUCCESS)
        return wsi->createResult;
    wsi->created.push_back(*info);
    wsi->chains++;
    *made = (VkSwapchainKHR)uint64_t(0x7000 + wsi->created.size());
    return VK_SUCCESS;
}

void VKAPI_CALL DestroySwapchainKHR(VkDevice, VkSwapchainKHR, const VkAllocationCallbacks*) {
    wsi->chains--;
}

VkResult VKAPI_CALL GetSwapchainImagesKHR(VkDevice, VkSwapchainKHR, uint32_t* count, VkImage* images) {
    for (uint32_t i = 0; images && i < wsi->imageCount; i++)
        images[i] = (VkImage)uint64_t(0x8000 + i);
    *count = wsi->imageCount;
    return VK_SUCCESS;
}

VkResult VKAPI_CALL AcquireNextImageKHR(VkDevice, VkSwapchainKHR, uint64_t, VkSemaphore, VkFence, uint32_t* index) {
    const VkResult result = wsi->acquireResult;
    if (wsi->acquireFailsOnce)
        wsi->acquireResult = VK_SUCCESS;
    *index = wsi->nextImage++ % wsi->imageCount;
    return result;
}

VkResult VKAPI_CALL QueuePresentKHR(VkQueue, const VkPresentInfoKHR* info) {
    wsi->presented.push_back(info->pImageIndices[0]);
    return wsi->presentResult;
}

PFN_vkVoidFunction own(const char* name);

PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice, const char* name) {
    PFN_vkVoidFunction found = own(name);
    return found ? found : FakeVk::getProc(nullptr, name);
}

PFN_vkVoidFunction own(const char* name) {
#define OWN(function)                                                                                                  \
    if (!std::strcmp(name, "vk" #function))                                                                            \
        return reinterpret_cast<PFN_vkVoidFunction>(static_cast<PFN_vk##function>(&function));
    OWN(GetDeviceProcAddr)
    OWN(GetPhysicalDeviceSurfaceSupportKHR)
    OWN(GetPhysicalDeviceSurfaceFormatsKHR)
    OWN(GetPhysicalDeviceSurfacePresentModesKHR)
    OWN(GetPhysicalDeviceSurfaceCapabilitiesKHR)
    OWN(CreateSwapchainKHR)
    OWN(DestroySwapchainKHR)
    OWN(GetSwapchainImagesKHR)
    OWN(AcquireNextImageKHR)
    OWN(QueuePresentKHR)
#undef OWN
    return nullptr;
}

PFN_vkVoidFunction VKAPI_CALL getProc(VkInstance instance, const char* name) {
    PFN_vkVoidFunction found = own(name);
    return found ? found : FakeVk::getProc(instance, name);
}

} // namespace

FakeWsi::FakeWsi() {
    wsi = this;
    driver.timelineValue = ~uint64_t(0); // the GPU is done with everything at once
}

FakeWsi::~FakeWsi() {
    wsi = nullptr;
}

Result<std::shared_ptr<vk::Device>> FakeWsi::device() {
    vk::InstanceOptions options;
    options.getProc = &getProc;
    options.surfaceExtensions = {"VK_KHR_surface"};
    HENDECA_TRY_ASSIGN(auto instance, vk::Instance::create(options));
    HENDECA_TRY_ASSIGN(auto devices, instance->physicalDevices());
    HENDECA_TRY_ASSIGN(auto adapter, vk::Adapter::open(std::move(instance), devices[0]));
    return vk::Device::create(std::move(adapter));
}

} // namespace hendeca::test
