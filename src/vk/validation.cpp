#include "vk/validation.h"

#include "util/log.h"
#include "vk/check.h"

#include <atomic>
#include <cstring>

namespace hendeca::vk {

namespace {

std::atomic<uint64_t> validationMessages{0};
std::atomic<uint32_t> layerVersion{0};
std::atomic<bool> snormBlendUnsaid{false};

bool always() {
    return true;
}
bool layerIsOld() {
    return layerVersion.load(std::memory_order_relaxed) <= VK_MAKE_API_VERSION(0, 1, 3, 239);
}
bool blendingIsUnsaid() {
    return snormBlendUnsaid.load(std::memory_order_relaxed);
}

// Messages that are wrong or not about us: each with its reason.
struct SilencedMessage {
    const char* id;   // part of pMessageIdName
    const char* text; // and what the message must say
    bool (*applies)();
    const char* reason;
};
constexpr SilencedMessage kSilenced[] = {
    {"UNASSIGNED-CoreValidation-Shader-InterfaceTypeMismatch", "of type `VK_FORMAT_UNDEFINED`", layerIsOld,
     "What a shader writes to a slot without attachment is dropped (Vulkan specification, VkPipelineRenderingCreateInfo): "
     "Direct3D 11 programs rely on it. Layers up to 1.3.239 warn all the same."},
    {"Undefined-Value-ShaderOutputNotConsumed-DynamicRendering", "this write is unused", always,
     "The same in newer layers, which say themselves that the write is just unused."},
    {"VUID-VkGraphicsPipelineCreateInfo-renderPass-06062", "blendEnable", blendingIsUnsaid,
     "llvmpipe blends signed-normalised targets without saying so (Caps::snormBlendUnsaid); for all other formats and "
     "drivers GraphicsBuilder::blendable() asks the same features that the layer does."},
    {"-blendEnable-04727", "doesn't support VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT", blendingIsUnsaid,
     "The same, said by newer layers at the draw."},
    {"WARNING-VkImageSubresourceRange-layerCount-compatibility", "maintenance9", always,
     "Advice for a feature that is not enabled."},
    {"VUID-VkWriteDescriptorSet-descriptorType-09506", "imageView is VK_NULL_HANDLE", always,
     "Forbids null views beside samplers with Y'CbCr conversion, of which there are none in this library. Seen with 1.4.363 "
     "in video blits."},
};

bool silenced(const VkDebugUtilsMessengerCallbackDataEXT& data) {
    if (!data.pMessageIdName || !data.pMessage)
        return false;
    for (const SilencedMessage& row : kSilenced)
        if (std::strstr(data.pMessageIdName, row.id) && std::strstr(data.pMessage, row.text) && row.applies())
            return true;
    return false;
}

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT type,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void*) {
    // Messages of the loader itself (a broken driver file somewhere) are not about what we do.
    if (type & VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT) {
        logDebug("vulkan: %s", data->pMessage ? data->pMessage : "");
        return VK_FALSE;
    }
    if (silenced(*data))
        return VK_FALSE;
    validationMessages.fetch_add(1, std::memory_order_relaxed);
    const LogLevel level = severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT ? LogLevel::Error : LogLevel::Warn;
    const char* const text = data->pMessage ? data->pMessage : "";
    // Newer layers leave the message's name out of its text.
    const bool named = !data->pMessageIdName || std::strstr(text, data->pMessageIdName);
    logMessage(level, "validation: %s%s%s", named ? "" : data->pMessageIdName, named ? "" : ": ", text);
    return VK_FALSE;
}

} // namespace

VkDebugUtilsMessengerCreateInfoEXT messengerInfo() {
    VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
    info.pfnUserCallback = onMessage;
    return info;
}

void noteValidationLayer(uint32_t specVersion) {
    layerVersion.store(specVersion, std::memory_order_relaxed);
}

void noteQuirks(const Caps& caps) {
    if (caps.snormBlendUnsaid)
        snormBlendUnsaid.store(true, std::memory_order_relaxed);
}

uint64_t validationMessageCount() {
    return validationMessages.load(std::memory_order_relaxed);
}

} // namespace hendeca::vk
