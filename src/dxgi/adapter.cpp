#include "dxgi/adapter.h"

#include "dxgi/factory.h"
#include "dxgi/output.h"
#include "util/config.h"
#include "util/text.h"
#include "vk/check.h"
#include "vk/memory_budget.h"
#include "wsi/sync.h"
#include "wsi/window.h"

#include <algorithm>
#include <charconv>

namespace hendeca::dxgi {

namespace {

constexpr uint64_t kMiB = 1024 * 1024;
// Programs of 32 bits add the two figures, and some of them in signed arithmetic of 64 bits on half-read values: neither the
// sum nor a single one may leave the range of a SIZE_T.
constexpr uint64_t kMaxDedicated32 = 3072 * kMiB;
constexpr uint64_t kMaxShared32 = 1023 * kMiB;

constexpr GUID kD3D10Device = {0x9b7e4c0f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};
constexpr GUID kD3D10Device1 = {0x9b7e4c8f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};

// A PCI id of the configuration, or the real one.
uint32_t idOption(Option option, uint32_t real) {
    const std::string& text = config().text(option);
    if (text.empty())
        return real;
    const size_t skip = text.starts_with("0x") || text.starts_with("0X") ? 2 : 0;
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + skip, text.data() + text.size(), value, 16);
    if (error == std::errc() && end == text.data() + text.size() && value <= 0xffff)
        return value;
    if (logFirst("dxgi.id", text))
        logWarn("%s = %s is no id of four hexadecimal digits", optionInfo(option).name, text.c_str());
    return real;
}

} // namespace

LUID luidOf(const vk::Adapter& adapter) {
    LUID luid{};
    const VkPhysicalDeviceVulkan11Properties& properties = adapter.properties11();
    if (properties.deviceLUIDValid) {
        static_assert(sizeof(luid) == VK_LUID_SIZE);
        std::memcpy(&luid, properties.deviceLUID, sizeof(luid));
        return luid;
    }
    // FNV-1a of the UUID; the high part is never 0, since programs take 0 for "none".
    uint64_t hash = 0xcbf29ce484222325ull;
    for (uint8_t byte : properties.deviceUUID)
        hash = (hash ^ byte) * 0x100000001b3ull;
    luid.LowPart = static_cast<DWORD>(hash);
    luid.HighPart = static_cast<LONG>((hash >> 33) | 1);
    return luid;
}

AdapterMemory memoryOf(const VkPhysicalDeviceMemoryProperties& memory, uint64_t maxDedicated, uint64_t maxShared) {
    AdapterMemory result;
    for (uint32_t i = 0; i < memory.memoryHeapCount; i++) {
        const bool local = (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
        (local ? result.dedicated : result.shared) += memory.memoryHeaps[i].size;
    }
    // One heap for all (integrated GPUs, CPU drivers): programs want both figures, so it is shared out.
    if (result.shared == 0 && result.dedicated != 0) {
        result.shared = result.dedicated / 2;
        result.dedicated -= result.shared;
    }
    if (maxDedicated)
        result.dedicated = std::min(result.dedicated, maxDedicated);
    if (maxShared)
        result.shared = std::min(result.shared, maxShared);
    if constexpr (sizeof(SIZE_T) == 4) {
        result.dedicated = std::min(result.dedicated, kMaxDedicated32);
        result.shared = std::min(result.shared, kMaxShared32);
    }
    return result;
}

Adapter::Adapter(Factory* factory, std::shared_ptr<vk::Adapter> adapter, bool software)
    : factory_(factory), adapter_(std::move(adapter)), software_(software) {}

Adapter::~Adapter() = default;

HRESULT Adapter::GetParent(REFIID iid, void** parent) {
    return factory_->QueryInterface(iid, parent);
}

HRESULT Adapter::EnumOutputs(UINT index, IDXGIOutput** output) {
    if (!output)
        return E_INVALIDARG;
    *output = nullptr;
    const std::vector<wsi::Monitor> monitors = wsi::monitors();
    if (index >= monitors.size())
        return DXGI_ERROR_NOT_FOUND;
    *output = makeCom<Output>(this, monitors[index]).detach();
    return S_OK;
}

HRESULT Adapter::GetDesc(DXGI_ADAPTER_DESC* desc) {
    if (!desc)
        return E_INVALIDARG;
    DXGI_ADAPTER_DESC3 full{};
    GetDesc3(&full);
    std::memcpy(desc->Description, full.Description, sizeof(desc->Description));
    desc->VendorId = full.VendorId;
    desc->DeviceId = full.DeviceId;
    desc->SubSysId = full.SubSysId;
    desc->Revision = full.Revision;
    desc->DedicatedVideoMemory = full.DedicatedVideoMemory;
    desc->DedicatedSystemMemory = full.DedicatedSystemMemory;
    desc->SharedSystemMemory = full.SharedSystemMemory;
    desc->AdapterLuid = full.AdapterLuid;
    return S_OK;
}

HRESULT Adapter::GetDesc1(DXGI_ADAPTER_DESC1* desc) {
    if (!desc)
        return E_INVALIDARG;
    DXGI_ADAPTER_DESC old{};
    GetDesc(&old);
    *desc = {};
    std::memcpy(desc, &old, sizeof(old)); // DESC1 is DESC and a field more
    desc->Flags = software_ ? DXGI_ADAPTER_FLAG_SOFTWARE : DXGI_ADAPTER_FLAG_NONE;
    return S_OK;
}

HRESULT Adapter::GetDesc2(DXGI_ADAPTER_DESC2* desc) {
    if (!desc)
        return E_INVALIDARG;
    DXGI_ADAPTER_DESC1 old{};
    GetDesc1(&old);
    *desc = {};
    std::memcpy(desc, &old, offsetof(DXGI_ADAPTER_DESC1, Flags) + sizeof(old.Flags));
    desc->GraphicsPreemptionGranularity = DXGI_GRAPHICS_PREEMPTION_DMA_BUFFER_BOUNDARY;
    desc->ComputePreemptionGranularity = DXGI_COMPUTE_PREEMPTION_DMA_BUFFER_BOUNDARY;
    return S_OK;
}

HRESULT Adapter::GetDesc3(DXGI_ADAPTER_DESC3* desc) {
    if (!desc)
        return E_INVALIDARG;
    const VkPhysicalDeviceProperties& properties = adapter_->properties();
    const AdapterMemory memory =
        memoryOf(adapter_->memory(), static_cast<uint64_t>(std::max<int64_t>(config().integer(Option::DxgiMaxDeviceMemory), 0)) * kMiB,
                 static_cast<uint64_t>(std::max<int64_t>(config().integer(Option::DxgiMaxSharedMemory), 0)) * kMiB);
    *desc = {};
    const std::string& custom = config().text(Option::DxgiCustomDeviceDesc);
    copyWide(desc->Description, std::size(desc->Description), custom.empty() ? properties.deviceName : custom.c_str());
    desc->VendorId = idOption(Option::DxgiCustomVendorId, properties.vendorID);
    desc->DeviceId = idOption(Option::DxgiCustomDeviceId, properties.deviceID);
    desc->DedicatedVideoMemory = static_cast<SIZE_T>(memory.dedicated);
    desc->SharedSystemMemory = static_cast<SIZE_T>(memory.shared);
    desc->AdapterLuid = luidOf(*adapter_);
    desc->Flags = software_ ? DXGI_ADAPTER_FLAG3_SOFTWARE : DXGI_ADAPTER_FLAG3_NONE;
    desc->GraphicsPreemptionGranularity = DXGI_GRAPHICS_PREEMPTION_DMA_BUFFER_BOUNDARY;
    desc->ComputePreemptionGranularity = DXGI_COMPUTE_PREEMPTION_DMA_BUFFER_BOUNDARY;
    return S_OK;
}

// Direct3D 10 only, as Windows has it: for a Direct3D 11 interface it says "unsupported".
HRESULT Adapter::CheckInterfaceSupport(REFGUID name, LARGE_INTEGER* version) {
    if (!IsEqualGUID(name, __uuidof(IDXGIDevice)) && !IsEqualGUID(name, kD3D10Device) && !IsEqualGUID(name, kD3D10Device1))
        return DXGI_ERROR_UNSUPPORTED;
    if (version) {
        // Four numbers of 16 bits, as a driver's file version. The first tells the driver model (31: WDDM 3.1).
        const uint32_t driver = adapter_->properties().driverVersion;
        version->QuadPart = static_cast<LONGLONG>((uint64_t(31) << 48) | (uint64_t(15) << 16 << 16) |
                                                  (uint64_t(VK_API_VERSION_MAJOR(driver) & 0xffff) << 16) |
                                                  (VK_API_VERSION_MINOR(driver) & 0xffff));
    }
    return S_OK;
}

HRESULT Adapter::RegisterHardwareContentProtectionTeardownStatusEvent(HANDLE event, DWORD* cookie) {
    return HENDECA_DXGI_MISSING(DXGI_ERROR_UNSUPPORTED, "Hardware content protection");
}

void Adapter::UnregisterHardwareContentProtectionTeardownStatus(DWORD cookie) {}

HRESULT Adapter::QueryVideoMemoryInfo(UINT node, DXGI_MEMORY_SEGMENT_GROUP group, DXGI_QUERY_VIDEO_MEMORY_INFO* info) {
    if (!info || node != 0 || (group != DXGI_MEMORY_SEGMENT_GROUP_LOCAL && group != DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL))
        return E_INVALIDARG;
    const vk::MemoryBudget budget = vk::memoryBudget(*adapter_);
    *info = {};
    const VkPhysicalDeviceMemoryProperties& memory = adapter_->memory();
    for (uint32_t i = 0; i < memory.memoryHeapCount; i++) {
        const bool local = (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
        if (local == (group == DXGI_MEMORY_SEGMENT_GROUP_LOCAL)) {
            info->Budget += budget.budget[i];
            info->CurrentUsage += budget.usage[i];
        }
    }
    // What Windows lets a program set aside: half of the budget.
    info->AvailableForReservation = info->Budget / 2;
    info->CurrentReservation = reservations_[group].load(std::memory_order_relaxed);
    return S_OK;
}

HRESULT Adapter::SetVideoMemoryReservation(UINT node, DXGI_MEMORY_SEGMENT_GROUP group, UINT64 reservation) {
    DXGI_QUERY_VIDEO_MEMORY_INFO info{};
    if (FAILED(QueryVideoMemoryInfo(node, group, &info)) || reservation > info.AvailableForReservation)
        return E_INVALIDARG;
    reservations_[group].store(reservation, std::memory_order_relaxed);
    return S_OK;
}

// The event is set once, upon which the program asks for the budget; Vulkan has no notice of later changes.
HRESULT Adapter::RegisterVideoMemoryBudgetChangeNotificationEvent(HANDLE event, DWORD* cookie) {
    if (!event || !cookie)
        return DXGI_ERROR_INVALID_CALL;
    *cookie = nextCookie_.fetch_add(1, std::memory_order_relaxed);
    wsi::signalEvent(event);
    return S_OK;
}

void Adapter::UnregisterVideoMemoryBudgetChangeNotification(DWORD cookie) {}

namespace {
std::atomic<bool> deviceWasMade{false};
}

bool Adapter::deviceMade() {
    return deviceWasMade.load(std::memory_order_relaxed);
}

// Called for each device.
void Adapter::GetVulkan(void** instance, void** physicalDevice, void** getInstanceProcAddr) {
    deviceWasMade.store(true, std::memory_order_relaxed);
    if (instance)
        *instance = adapter_->instance().handle();
    if (physicalDevice)
        *physicalDevice = adapter_->handle();
    if (getInstanceProcAddr)
        *getInstanceProcAddr = reinterpret_cast<void*>(adapter_->instance().fn().GetInstanceProcAddr);
}

BOOL Adapter::IsSoftware() {
    return adapter_->properties().deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

uint64_t Adapter::GetValidationMessages() {
    return vk::validationMessageCount();
}

} // namespace hendeca::dxgi
