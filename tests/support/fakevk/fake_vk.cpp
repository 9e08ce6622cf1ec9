#include "support/fakevk/fake_vk.h"

#include <atomic>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace hendeca::test {

namespace {

FakeVk* current = nullptr;

enum class Fn : uint32_t {
#define ENTRY(name) name,
#define HENDECA_VK_GLOBAL ENTRY
#define HENDECA_VK_INSTANCE ENTRY
#define HENDECA_VK_INSTANCE_OPT ENTRY
#define HENDECA_VK_DEVICE ENTRY
#define HENDECA_VK_DEVICE_OPT ENTRY
#include "vk/fns.inc"
#undef ENTRY
    Count
};

constexpr const char* kNames[] = {
#define ENTRY(name) #name,
#include "vk/fns.inc"
#undef ENTRY
};

const VkPhysicalDevice kDevice = reinterpret_cast<VkPhysicalDevice>(uintptr_t(0x1000));

} // namespace

struct FakeVk::Calls {
    mutable std::mutex mutex;
    std::map<std::string, uint64_t> counts;
    std::map<std::string, int64_t> live;
    uint64_t failable = 0, failAt = 0;
    VkResult failResult = VK_SUCCESS;
    std::map<std::string, VkResult> failing;
    std::map<uint64_t, std::vector<uint8_t>> memory; // by handle; grown when mapped
    std::map<uint64_t, std::pair<uint64_t, uint32_t>> memorySize; // size, heap
    std::map<uint64_t, uint64_t> bufferSize;
    uint64_t nextHandle = 0x10000;

    // Counts the call; a failure, if one is due.
    VkResult enter(Fn fn, bool canFail) {
        std::lock_guard lock(mutex);
        const std::string name = kNames[static_cast<uint32_t>(fn)];
        counts[name]++;
        if (!canFail)
            return VK_SUCCESS;
        failable++;
        if (failAt && --failAt == 0)
            return failResult;
        const auto found = failing.find(name);
        return found == failing.end() ? VK_SUCCESS : found->second;
    }
    void born(const std::string& kind, int64_t change) {
        std::lock_guard lock(mutex);
        live[kind] += change;
    }
    uint64_t handle() {
        std::lock_guard lock(mutex);
        return nextHandle += 16;
    }
};

namespace {

template <class T>
constexpr bool kIsHandle = std::is_pointer_v<T> ? !std::is_void_v<std::remove_pointer_t<T>> : std::is_same_v<T, uint64_t>;

template <class T>
T handleOf(uint64_t value) {
    if constexpr (std::is_pointer_v<T>)
        return reinterpret_cast<T>(static_cast<uintptr_t>(value));
    else
        return value;
}

template <class T>
uint64_t valueOf(T handle) {
    if constexpr (std::is_pointer_v<T>)
        return reinterpret_cast<uintptr_t>(handle);
    else
        return handle;
}

// "Buffer" of "CreateBuffer", "DestroyBuffer"; null for others.
const char* createdKind(const char* name) {
    return !std::strncmp(name, "Create", 6) && std::strcmp(name, "CreateInstance") ? name + 6 : nullptr;
}
const char* destroyedKind(const char* name) { return !std::strncmp(name, "Destroy", 7) ? name + 7 : nullptr; }

// What every function does that has no code of its own: it is counted, may fail, and makes a handle if it is to make one.
template <Fn fn, class R, class... A>
R VKAPI_CALL stub(A... args) {
    const char* name = kNames[static_cast<uint32_t>(fn)];
    const VkResult failure = current->calls->enter(fn, std::is_same_v<R, VkResult>);
    if constexpr (std::is_same_v<R, VkResult>)
        if (failure != VK_SUCCESS)
            return failure;
    if constexpr (sizeof...(A) > 0) {
        using Last = std::tuple_element_t<sizeof...(A) - 1, std::tuple<A...>>;
        if constexpr (std::is_pointer_v<Last>) {
            using Made = std::remove_pointer_t<Last>;
            if constexpr (!std::is_const_v<Made> && kIsHandle<Made>) {
                *std::get<sizeof...(A) - 1>(std::tie(args...)) = handleOf<Made>(current->calls->handle());
                if (const char* kind = createdKind(name))
                    current->calls->born(kind, 1);
            }
        }
        if constexpr (sizeof...(A) == 3) {
            using Second = std::tuple_element_t<1, std::tuple<A...>>;
            if constexpr (kIsHandle<Second>)
                if (const char* kind = destroyedKind(name); kind && valueOf(std::get<1>(std::tie(args...))))
                    current->calls->born(kind, -1);
        }
    }
    if constexpr (!std::is_void_v<R>)
        return R{};
}

template <Fn fn, class R, class... A>
PFN_vkVoidFunction stubFor(R(VKAPI_PTR*)(A...)) {
    return reinterpret_cast<PFN_vkVoidFunction>(&stub<fn, R, A...>);
}

#define ENTER(name)                                                                                                    \
    if (const VkResult failure = current->calls->enter(Fn::name, true))                                                \
    return failure

// The usual two calls of an enumeration.
template <class T, class Fill>
VkResult list(uint32_t total, uint32_t* count, T* items, Fill fill) {
    if (!items) {
        *count = total;
        return VK_SUCCESS;
    }
    const uint32_t n = std::min(*count, total);
    for (uint32_t i = 0; i < n; i++)
        fill(i, items[i]);
    *count = n;
    return n < total ? VK_INCOMPLETE : VK_SUCCESS;
}

VkResult listNames(const std::set<std::string>& names, uint32_t* count, VkExtensionProperties* items) {
    auto at = names.begin();
    return list(static_cast<uint32_t>(names.size()), count, items, [&](uint32_t, VkExtensionProperties& item) {
        std::strncpy(item.extensionName, (at++)->c_str(), VK_MAX_EXTENSION_NAME_SIZE - 1);
    });
}

VkResult VKAPI_CALL EnumerateInstanceVersion(uint32_t* version) {
    ENTER(EnumerateInstanceVersion);
    *version = current->loaderVersion;
    return VK_SUCCESS;
}

VkResult VKAPI_CALL EnumerateInstanceExtensionProperties(const char*, uint32_t* count, VkExtensionProperties* items) {
    ENTER(EnumerateInstanceExtensionProperties);
    return listNames(current->instanceExtensions, count, items);
}

VkResult VKAPI_CALL EnumerateInstanceLayerProperties(uint32_t* count, VkLayerProperties*) {
    ENTER(EnumerateInstanceLayerProperties);
    *count = 0;
    return VK_SUCCESS;
}

VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo*, const VkAllocationCallbacks*, VkInstance* made) {
    ENTER(CreateInstance);
    *made = reinterpret_cast<VkInstance>(static_cast<uintptr_t>(current->calls->handle()));
    current->calls->born("Instance", 1);
    return VK_SUCCESS;
}

void VKAPI_CALL DestroyInstance(VkInstance, const VkAllocationCallbacks*) {
    current->calls->enter(Fn::DestroyInstance, false);
    current->calls->born("Instance", -1);
}

VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance, uint32_t* count, VkPhysicalDevice* items) {
    ENTER(EnumeratePhysicalDevices);
    return list(1, count, items, [](uint32_t, VkPhysicalDevice& item) { item = kDevice; });
}

VkResult VKAPI_CALL EnumerateDeviceExtensionProperties(VkPhysicalDevice, const char*, uint32_t* count,
                                                       VkExtensionProperties* items) {
    ENTER(EnumerateDeviceExtensionProperties);
    return listNames(current->extensions, count, items);
}

void VKAPI_CALL GetPhysicalDeviceProperties2(VkPhysicalDevice, VkPhysicalDeviceProperties2* properties) {
    current->calls->enter(Fn::GetPhysicalDeviceProperties2, false);
    properties->properties.apiVersion = current->apiVersion;
    properties->properties.limits = current->limits;
    std::strcpy(properties->properties.deviceName, "fake");
}

// Copies what follows the header of one structure.
template <class T>
void copyFeatures(VkBaseOutStructure* to, const T& from) {
    std::memcpy(reinterpret_cast<char*>(to) + sizeof(VkBaseOutStructure), reinterpret_cast<const char*>(&from) + sizeof(VkBaseOutStructure),
                sizeof(T) - sizeof(VkBaseOutStructure));
}

void VKAPI_CALL GetPhysicalDeviceFeatures2(VkPhysicalDevice, VkPhysicalDeviceFeatures2* asked) {
    current->calls->enter(Fn::GetPhysicalDeviceFeatures2, false);
    const vk::FeatureChain& have = current->features;
    for (auto* at = reinterpret_cast<VkBaseOutStructure*>(asked); at; at = at->pNext) {
        auto tryOne = [&](const auto& structure) {
            if (structure.sType == at->sType)
                copyFeatures(at, structure);
        };
        std::apply([&](const auto&... all) { (tryOne(all), ...); },
                   std::tie(have.core, have.v11, have.v12, have.v13, have.robustness2, have.xfb, have.divisor,
                            have.depthClip, have.viewMinLod, have.texelAlignment, have.multiDraw, have.gpl, have.vertexInput, have.eds2, have.eds3,
                            have.borderColor, have.conditional, have.priority, have.fault, have.interlock,
                            have.swapchain1, have.maintenance5));
    }
}

void VKAPI_CALL GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties2* properties) {
    current->calls->enter(Fn::GetPhysicalDeviceMemoryProperties2, false);
    properties->memoryProperties = current->memory;
}

void VKAPI_CALL GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice, uint32_t* count,
                                                        VkQueueFamilyProperties2* items) {
    current->calls->enter(Fn::GetPhysicalDeviceQueueFamilyProperties2, false);
    list(1, count, items, [](uint32_t, VkQueueFamilyProperties2& item) {
        item.queueFamilyProperties.queueFlags =
            current->hasQueue ? VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_SPARSE_BINDING_BIT : VK_QUEUE_TRANSFER_BIT;
        item.queueFamilyProperties.queueCount = 1;
        item.queueFamilyProperties.timestampValidBits = 64;
    });
}

void VKAPI_CALL GetPhysicalDeviceFormatProperties2(VkPhysicalDevice, VkFormat format, VkFormatProperties2* properties) {
    current->calls->enter(Fn::GetPhysicalDeviceFormatProperties2, false);
    const VkFormatFeatureFlags flags = format == current->missingFormat ? 0 : current->formatFeatures;
    properties->formatProperties = {flags, flags, flags};
    if (auto* third = static_cast<VkFormatProperties3*>(properties->pNext)) {
        third->linearTilingFeatures = third->optimalTilingFeatures = third->bufferFeatures =
            flags ? ~VkFormatFeatureFlags2(0) : 0;
    }
}

VkResult VKAPI_CALL GetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice, const VkPhysicalDeviceImageFormatInfo2* info,
                                                            VkImageFormatProperties2* properties) {
    ENTER(GetPhysicalDeviceImageFormatProperties2);
    if (info->format == current->missingFormat)
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    properties->imageFormatProperties = {{16384, 16384, 2048}, 15, 2048, VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT, 1u << 31};
    return VK_SUCCESS;
}

VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice, const VkDeviceCreateInfo* info, const VkAllocationCallbacks*, VkDevice* made) {
    ENTER(CreateDevice);
    current->enabledExtensions.assign(info->ppEnabledExtensionNames,
                                      info->ppEnabledExtensionNames + info->enabledExtensionCount);
    *made = reinterpret_cast<VkDevice>(static_cast<uintptr_t>(current->calls->handle()));
    current->calls->born("Device", 1);
    return VK_SUCCESS;
}

void VKAPI_CALL DestroyDevice(VkDevice, const VkAllocationCallbacks*) {
    current->calls->enter(Fn::DestroyDevice, false);
    current->calls->born("Device", -1);
}

VkResult VKAPI_CALL GetDeviceFaultInfoEXT(VkDevice, VkDeviceFaultCountsEXT* counts, VkDeviceFaultInfoEXT* info) {
    ENTER(GetDeviceFaultInfoEXT);
    counts->addressInfoCount = 1;
    counts->vendorInfoCount = 0;
    if (info) {
        std::strcpy(info->description, "a fault of the fake");
        info->pAddressInfos[0].reportedAddress = 0xabcd;
    }
    return VK_SUCCESS;
}

PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice, const char* name) {
    return FakeVk::getProc(VK_NULL_HANDLE, name);
}

VkResult VKAPI_CALL AllocateMemory(VkDevice, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks*, VkDeviceMemory* made) {
    ENTER(AllocateMemory);
    FakeVk::Calls& calls = *current->calls;
    const uint32_t heap = current->memory.memoryTypes[info->memoryTypeIndex].heapIndex;
    if (info->allocationSize > current->heapLeft[heap])
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    current->heapLeft[heap] -= info->allocationSize;
    current->lastMemoryType = info->memoryTypeIndex;
    const uint64_t handle = calls.handle();
    calls.memorySize[handle] = {info->allocationSize, heap};
    *made = handleOf<VkDeviceMemory>(handle);
    calls.born("Memory", 1);
    return VK_SUCCESS;
}

void VKAPI_CALL FreeMemory(VkDevice, VkDeviceMemory memory, const VkAllocationCallbacks*) {
    FakeVk::Calls& calls = *current->calls;
    calls.enter(Fn::FreeMemory, false);
    const auto found = calls.memorySize.find(valueOf(memory));
    if (found == calls.memorySize.end())
        return;
    current->heapLeft[found->second.second] += found->second.first;
    calls.memorySize.erase(found);
    calls.memory.erase(valueOf(memory));
    calls.born("Memory", -1);
}

VkResult VKAPI_CALL MapMemory(VkDevice, VkDeviceMemory memory, VkDeviceSize, VkDeviceSize, VkMemoryMapFlags, void** data) {
    ENTER(MapMemory);
    FakeVk::Calls& calls = *current->calls;
    auto& bytes = calls.memory[valueOf(memory)];
    bytes.resize(static_cast<size_t>(calls.memorySize[valueOf(memory)].first));
    *data = bytes.data();
    return VK_SUCCESS;
}

VkResult VKAPI_CALL CreateBuffer(VkDevice, const VkBufferCreateInfo* info, const VkAllocationCallbacks*, VkBuffer* made) {
    ENTER(CreateBuffer);
    current->lastBuffer = *info;
    const uint64_t handle = current->calls->handle();
    current->calls->bufferSize[handle] = info->size;
    *made = handleOf<VkBuffer>(handle);
    current->calls->born("Buffer", 1);
    return VK_SUCCESS;
}

void VKAPI_CALL GetBufferMemoryRequirements2(VkDevice, const VkBufferMemoryRequirementsInfo2* info,
                                             VkMemoryRequirements2* requirements) {
    current->calls->enter(Fn::GetBufferMemoryRequirements2, false);
    requirements->memoryRequirements = {current->calls->bufferSize[valueOf(info->buffer)], 64, ~0u};
}

void VKAPI_CALL GetImageMemoryRequirements2(VkDevice, const VkImageMemoryRequirementsInfo2*, VkMemoryRequirements2* requirements) {
    current->calls->enter(Fn::GetImageMemoryRequirements2, false);
    requirements->memoryRequirements = {1024 * 1024, 4096, ~0u};
    static_cast<VkMemoryDedicatedRequirements*>(requirements->pNext)->prefersDedicatedAllocation = current->dedicatedImages;
}

VkResult VKAPI_CALL CreateSampler(VkDevice, const VkSamplerCreateInfo* info, const VkAllocationCallbacks*, VkSampler* made) {
    ENTER(CreateSampler);
    current->lastSampler = *info;
    *made = handleOf<VkSampler>(current->calls->handle());
    current->calls->born("Sampler", 1);
    return VK_SUCCESS;
}

VkResult VKAPI_CALL CreateImageView(VkDevice, const VkImageViewCreateInfo* info, const VkAllocationCallbacks*, VkImageView* made) {
    ENTER(CreateImageView);
    current->lastImageView = *info;
    *made = handleOf<VkImageView>(current->calls->handle());
    current->calls->born("ImageView", 1);
    return VK_SUCCESS;
}

void VKAPI_CALL CmdPipelineBarrier2(VkCommandBuffer, const VkDependencyInfo* info) {
    (void)current->calls->enter(Fn::CmdPipelineBarrier2, false);
    for (uint32_t i = 0; i < info->memoryBarrierCount; i++)
        current->barrierSources |= info->pMemoryBarriers[i].srcStageMask;
}

VkResult VKAPI_CALL AllocateDescriptorSets(VkDevice, const VkDescriptorSetAllocateInfo* info, VkDescriptorSet* sets) {
    ENTER(AllocateDescriptorSets);
    for (uint32_t i = 0; i < info->descriptorSetCount; i++)
        sets[i] = handleOf<VkDescriptorSet>(current->calls->handle());
    return VK_SUCCESS;
}

VkResult VKAPI_CALL GetSemaphoreCounterValue(VkDevice, VkSemaphore, uint64_t* value) {
    ENTER(GetSemaphoreCounterValue);
    *value = current->timelineValue;
    return VK_SUCCESS;
}

VkResult VKAPI_CALL WaitSemaphores(VkDevice, const VkSemaphoreWaitInfo* info, uint64_t) {
    ENTER(WaitSemaphores);
    return current->timelineValue >= info->pValues[0] ? VK_SUCCESS : VK_TIMEOUT;
}

std::map<std::string, PFN_vkVoidFunction> makeTable() {
    std::map<std::string, PFN_vkVoidFunction> table;
#define ENTRY(name) table["vk" #name] = stubFor<Fn::name>(static_cast<PFN_vk##name>(nullptr));
#include "vk/fns.inc"
#undef ENTRY
#define OWN(name) table["vk" #name] = reinterpret_cast<PFN_vkVoidFunction>(static_cast<PFN_vk##name>(&name));
    OWN(EnumerateInstanceVersion)
    OWN(EnumerateInstanceExtensionProperties)
    OWN(EnumerateInstanceLayerProperties)
    OWN(CreateInstance)
    OWN(DestroyInstance)
    OWN(EnumeratePhysicalDevices)
    OWN(EnumerateDeviceExtensionProperties)
    OWN(GetPhysicalDeviceProperties2)
    OWN(GetPhysicalDeviceFeatures2)
    OWN(GetPhysicalDeviceMemoryProperties2)
    OWN(GetPhysicalDeviceQueueFamilyProperties2)
    OWN(GetPhysicalDeviceFormatProperties2)
    OWN(GetPhysicalDeviceImageFormatProperties2)
    OWN(CreateDevice)
    OWN(DestroyDevice)
    OWN(GetDeviceProcAddr)
    OWN(GetDeviceFaultInfoEXT)
    OWN(AllocateMemory)
    OWN(FreeMemory)
    OWN(MapMemory)
    OWN(CreateBuffer)
    OWN(GetBufferMemoryRequirements2)
    OWN(GetImageMemoryRequirements2)
    OWN(CreateSampler)
    OWN(CreateImageView)
    OWN(CmdPipelineBarrier2)
    OWN(AllocateDescriptorSets)
    OWN(GetSemaphoreCounterValue)
    OWN(WaitSemaphores)
#undef OWN
    return table;
}

constexpr uint64_t kGiB = uint64_t(1) << 30;

} // namespace

FakeVk::FakeVk() : calls(std::make_unique<Calls>()), outer_(current) {
    current = this;
    for (const vk::CapRow& row : vk::capTable()) {
        for (const char* extension : row.extensions)
            if (extension)
                extensions.insert(extension);
        for (const uint16_t offset : row.features)
            if (offset)
                features.bit(offset) = VK_TRUE;
    }
    for (const uint16_t offset : vk::extraFeatures())
        features.bit(offset) = VK_TRUE;
    limits.maxViewports = 16;
    limits.maxSamplerAnisotropy = 16;
    limits.maxSamplerLodBias = 15;
    limits.maxDescriptorSetUniformBuffersDynamic = 8;
    std::fill(std::begin(heapLeft), std::end(heapLeft), 64 * kGiB);
    memory.memoryHeapCount = 1;
    memory.memoryHeaps[0] = {2 * kGiB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    memory.memoryTypeCount = 1;
    memory.memoryTypes[0] = {0xf, 0}; // local, visible, coherent, cached
}

FakeVk::~FakeVk() {
    current = outer_;
}

PFN_vkVoidFunction VKAPI_CALL FakeVk::getProc(VkInstance, const char* name) {
    static const std::map<std::string, PFN_vkVoidFunction> table = makeTable();
    const auto found = table.find(name);
    return found == table.end() || current->missingFunctions.count(name) ? nullptr : found->second;
}

void FakeVk::lack(vk::Cap cap) {
    const vk::CapRow& row = vk::capRow(cap);
    if (row.features[0])
        features.bit(row.features[0]) = VK_FALSE;
    else if (row.extensions[0])
        extensions.erase(row.extensions[0]);
}

void FakeVk::discreteMemory(uint64_t window) {
    memory.memoryHeapCount = 3;
    memory.memoryHeaps[0] = {8 * kGiB, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    memory.memoryHeaps[1] = {16 * kGiB, 0};
    memory.memoryHeaps[2] = {window, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    memory.memoryTypeCount = 4;
    memory.memoryTypes[0] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
    memory.memoryTypes[1] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 1};
    memory.memoryTypes[2] = {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                                 VK_MEMORY_PROPERTY_HOST_CACHED_BIT, 1};
    memory.memoryTypes[3] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                 VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 2};
}

void FakeVk::failAfter(uint64_t n, VkResult result) {
    std::lock_guard lock(calls->mutex);
    calls->failAt = n;
    calls->failResult = result;
}

void FakeVk::failAlways(const std::string& name, VkResult result) {
    std::lock_guard lock(calls->mutex);
    calls->failing[name] = result;
}

void FakeVk::heal() {
    std::lock_guard lock(calls->mutex);
    calls->failAt = 0;
    calls->failing.clear();
}

uint64_t FakeVk::count(const std::string& name) const {
    std::lock_guard lock(calls->mutex);
    const auto found = calls->counts.find(name);
    return found == calls->counts.end() ? 0 : found->second;
}

uint64_t FakeVk::failable() const {
    std::lock_guard lock(calls->mutex);
    return calls->failable;
}

void FakeVk::forgetCalls() {
    std::lock_guard lock(calls->mutex);
    calls->counts.clear();
    calls->failable = 0;
}

std::map<std::string, int64_t> FakeVk::live() const {
    std::lock_guard lock(calls->mutex);
    std::map<std::string, int64_t> result;
    for (const auto& [kind, count] : calls->live)
        if (count)
            result[kind] = count;
    return result;
}

bool FakeVk::clean() const {
    return live().empty();
}

Result<std::shared_ptr<vk::Adapter>> FakeVk::adapter() {
    vk::InstanceOptions options;
    options.getProc = &FakeVk::getProc;
    options.surfaceExtensions = {"VK_KHR_surface"};
    HENDECA_TRY_ASSIGN(auto instance, vk::Instance::create(options));
    HENDECA_TRY_ASSIGN(auto devices, instance->physicalDevices());
    return vk::Adapter::open(std::move(instance), devices[0]);
}

Result<std::shared_ptr<vk::Device>> FakeVk::device() {
    HENDECA_TRY_ASSIGN(auto opened, adapter());
    return vk::Device::create(std::move(opened));
}

} // namespace hendeca::test
