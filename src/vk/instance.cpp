#include "util/config.h"
#include "util/log.h"
#include "util/platform.h"
#include "vk/check.h"
#include "vk/device.h"
#include "vk/load.h"
#include "vk/validation.h"

#include <algorithm>
#include <cstring>

namespace hendeca::vk {

namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

bool validationWanted() {
    return getEnv("HENDECA_VALIDATION").value_or("0") == "1" || config().boolean(Option::GpuValidation);
}

// Opens the loader and keeps it: a driver that is unloaded at exit takes threads and handlers with it.
PFN_vkGetInstanceProcAddr openLoader(std::string& error) {
    for (const char* name : {"vulkan-1.dll", "libvulkan.so.1", "libvulkan.so"}) {
        std::string why;
        DynamicLibrary library = DynamicLibrary::open(name, &why);
        if (!library) {
            error += (error.empty() ? "" : "; ") + std::string(name) + ": " + why;
            continue;
        }
        auto getProc = library.function<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr");
        library.leak();
        if (getProc)
            return getProc;
    }
    return nullptr;
}

bool contains(const std::vector<VkExtensionProperties>& list, const char* name) {
    return std::any_of(list.begin(), list.end(), [&](const auto& e) { return std::strcmp(e.extensionName, name) == 0; });
}

Result<std::vector<VkExtensionProperties>> instanceExtensions(const InstanceFns& fn, const char* layer) {
    uint32_t count = 0;
    HENDECA_TRY(check(fn.EnumerateInstanceExtensionProperties(layer, &count, nullptr), "list instance extensions"));
    std::vector<VkExtensionProperties> list(count);
    HENDECA_TRY(check(fn.EnumerateInstanceExtensionProperties(layer, &count, list.data()), "list instance extensions"));
    list.resize(count);
    return list;
}

bool findValidationLayer(const InstanceFns& fn) {
    uint32_t count = 0;
    if (fn.EnumerateInstanceLayerProperties(&count, nullptr) < 0)
        return false;
    std::vector<VkLayerProperties> list(count);
    if (fn.EnumerateInstanceLayerProperties(&count, list.data()) < 0)
        return false;
    list.resize(count);
    for (const VkLayerProperties& layer : list) {
        if (std::strcmp(layer.layerName, kValidationLayer) == 0) {
            noteValidationLayer(layer.specVersion);
            return true;
        }
    }
    return false;
}

Status checkVersion(const InstanceFns& fn) {
    uint32_t version = VK_API_VERSION_1_0;
    if (fn.EnumerateInstanceVersion)
        HENDECA_TRY(check(fn.EnumerateInstanceVersion(&version), "ask for the loader's version"));
    if (version < VK_API_VERSION_1_3)
        return makeError(ErrorCode::Unsupported,
                         formatText("the Vulkan loader is of version %u.%u; 1.3 is needed", VK_API_VERSION_MAJOR(version),
                                    VK_API_VERSION_MINOR(version)));
    return Ok{};
}

} // namespace

Result<std::shared_ptr<Instance>> Instance::create(const InstanceOptions& options) {
    std::string error;
    PFN_vkGetInstanceProcAddr getProc = options.getProc ? options.getProc : openLoader(error);
    if (!getProc)
        return makeError(ErrorCode::Unsupported, "no Vulkan loader (" + error + ")");

    std::shared_ptr<Instance> instance(new Instance());
    instance->owned_ = true;
    InstanceFns& fn = instance->fn_;
    loadGlobal(fn, getProc);
    if (!fn.CreateInstance || !fn.EnumerateInstanceExtensionProperties || !fn.EnumerateInstanceLayerProperties)
        return makeError(ErrorCode::Unsupported, "the Vulkan loader lacks vkCreateInstance");
    HENDECA_TRY(checkVersion(fn));
    HENDECA_TRY_ASSIGN(auto available, instanceExtensions(fn, nullptr));

    const char* layers[] = {kValidationLayer};
    bool validation = options.validation || validationWanted();
    if (validation && !findValidationLayer(fn)) {
        logWarn("validation is wanted, but there is no %s", kValidationLayer);
        validation = false;
    }
    std::vector<const char*> extensions;
    for (const char* name : options.surfaceExtensions) {
        if (contains(available, name))
            extensions.push_back(name);
    }
    auto enabled = [&](const char* name) {
        return std::any_of(extensions.begin(), extensions.end(), [&](const char* e) { return !std::strcmp(e, name); });
    };
    instance->surface_ = enabled("VK_KHR_surface");
    if (instance->surface_ && contains(available, "VK_KHR_get_surface_capabilities2") &&
        contains(available, "VK_EXT_surface_maintenance1")) {
        for (const char* name : {"VK_KHR_get_surface_capabilities2", "VK_EXT_surface_maintenance1"})
            if (!enabled(name))
                extensions.push_back(name);
        instance->surface2_ = true;
    }
    const bool debug = validation || config().boolean(Option::GpuDebugMarkers);
    if (debug && (validation || contains(available, VK_EXT_DEBUG_UTILS_EXTENSION_NAME))) {
        extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        instance->debugUtils_ = true;
    }
    if (validation)
        extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);

    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pEngineName = "Hendeca";
    application.apiVersion = VK_API_VERSION_1_3;
    VkDebugUtilsMessengerCreateInfoEXT messenger = messengerInfo();
    const VkValidationFeatureEnableEXT features[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    VkValidationFeaturesEXT validationFeatures{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT, &messenger};
    validationFeatures.enabledValidationFeatureCount = 1;
    validationFeatures.pEnabledValidationFeatures = features;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pNext = validation ? &validationFeatures : nullptr;
    info.pApplicationInfo = &application;
    info.enabledLayerCount = validation ? 1 : 0;
    info.ppEnabledLayerNames = layers;
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    HENDECA_TRY(check(fn.CreateInstance(&info, nullptr, &instance->handle_), "create the Vulkan instance"));
    if (const char* missing = loadInstance(fn, instance->handle_))
        return makeError(ErrorCode::Unsupported, formatText("the Vulkan loader lacks %s", missing));
    if (validation)
        HENDECA_TRY(instance->makeMessenger());
    return instance;
}

Status Instance::makeMessenger() {
    if (!fn_.CreateDebugUtilsMessengerEXT)
        return Ok{};
    const VkDebugUtilsMessengerCreateInfoEXT info = messengerInfo();
    return check(fn_.CreateDebugUtilsMessengerEXT(handle_, &info, nullptr, &messenger_), "listen to the validation layer");
}

Result<std::shared_ptr<Instance>> Instance::adopt(VkInstance handle, PFN_vkGetInstanceProcAddr getProc) {
    if (!handle || !getProc)
        return makeError(ErrorCode::InvalidArgument, "no Vulkan instance to adopt");
    std::shared_ptr<Instance> instance(new Instance());
    instance->handle_ = handle;
    loadGlobal(instance->fn_, getProc);
    if (const char* missing = loadInstance(instance->fn_, handle))
        return makeError(ErrorCode::Unsupported, formatText("the Vulkan loader lacks %s", missing));
    // The loader gives a function only if its extension was enabled, so this tells what the owner enabled. What it cannot
    // tell (an extension without functions) counts as absent.
    instance->debugUtils_ = instance->fn_.CreateDebugUtilsMessengerEXT &&
                            (validationWanted() || config().boolean(Option::GpuDebugMarkers));
    instance->surface_ = instance->fn_.GetPhysicalDeviceSurfaceSupportKHR != nullptr;
    instance->surface2_ = false;
    return instance;
}

Instance::~Instance() {
    if (!owned_ || !handle_)
        return;
    if (messenger_ && fn_.DestroyDebugUtilsMessengerEXT)
        fn_.DestroyDebugUtilsMessengerEXT(handle_, messenger_, nullptr);
    if (fn_.DestroyInstance)
        fn_.DestroyInstance(handle_, nullptr);
}

Result<std::vector<VkPhysicalDevice>> Instance::physicalDevices() const {
    for (;;) {
        uint32_t count = 0;
        HENDECA_TRY(check(fn_.EnumeratePhysicalDevices(handle_, &count, nullptr), "list Vulkan devices"));
        std::vector<VkPhysicalDevice> devices(count);
        const VkResult result = fn_.EnumeratePhysicalDevices(handle_, &count, devices.data());
        if (result == VK_INCOMPLETE)
            continue;
        HENDECA_TRY(check(result, "list Vulkan devices"));
        devices.resize(count);
        return devices;
    }
}

} // namespace hendeca::vk
