#include "dxgi/factory.h"

#include "dxgi/adapter.h"
#include "dxgi/instance.h"

#include <algorithm>

namespace hendeca::dxgi {

namespace {

bool isCpu(const vk::Adapter& adapter) {
    return adapter.properties().deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

// The flag SOFTWARE makes programs look for another adapter; it is set where there is one.
bool toldAsSoftware(const vk::Adapter& adapter) {
    return isCpu(adapter) && !isCpu(*vulkanDevices().adapters.front());
}

} // namespace

Factory::Factory(UINT flags, bool legacy) : flags_(flags), legacy_(legacy) {}

Factory::~Factory() = default;

HRESULT Factory::QueryInterface(REFIID iid, void** object) {
    if (object && legacy_ && IsEqualGUID(iid, __uuidof(IDXGIFactory1))) {
        *object = nullptr;
        return E_NOINTERFACE;
    }
    return DxgiObject::QueryInterface(iid, object);
}

HRESULT Factory::GetParent(REFIID iid, void** parent) {
    if (!parent)
        return DXGI_ERROR_INVALID_CALL;
    *parent = nullptr;
    return E_NOINTERFACE;
}

ComPtr<Adapter> Factory::makeAdapter(std::shared_ptr<vk::Adapter> adapter, bool software) {
    return makeCom<Adapter>(this, std::move(adapter), software);
}

HRESULT Factory::EnumAdapters1(UINT index, IDXGIAdapter1** adapter) {
    if (!adapter)
        return DXGI_ERROR_INVALID_CALL;
    *adapter = nullptr;
    const auto& adapters = vulkanDevices().adapters;
    if (index >= adapters.size())
        return DXGI_ERROR_NOT_FOUND;
    *adapter = makeAdapter(adapters[index], toldAsSoftware(*adapters[index])).detach();
    return S_OK;
}

HRESULT Factory::EnumAdapters(UINT index, IDXGIAdapter** adapter) {
    if (!adapter)
        return DXGI_ERROR_INVALID_CALL;
    *adapter = nullptr;
    IDXGIAdapter1* found = nullptr;
    const HRESULT hr = EnumAdapters1(index, &found);
    *adapter = found;
    return hr;
}

HRESULT Factory::EnumAdapterByLuid(LUID luid, REFIID iid, void** adapter) {
    if (!adapter)
        return DXGI_ERROR_INVALID_CALL;
    *adapter = nullptr;
    const VulkanDevices& devices = vulkanDevices();
    for (const auto& candidate : devices.adapters) {
        const LUID own = luidOf(*candidate);
        if (own.LowPart == luid.LowPart && own.HighPart == luid.HighPart)
            return makeAdapter(candidate, toldAsSoftware(*candidate))->QueryInterface(iid, adapter);
    }
    return DXGI_ERROR_NOT_FOUND;
}

HRESULT Factory::EnumWarpAdapter(REFIID iid, void** adapter) {
    if (!adapter)
        return DXGI_ERROR_INVALID_CALL;
    *adapter = nullptr;
    const VulkanDevices& devices = vulkanDevices();
    if (!devices.software) {
        HENDECA_WARN_ONCE("EnumWarpAdapter: there is no software Vulkan driver");
        return DXGI_ERROR_NOT_FOUND;
    }
    return makeAdapter(devices.software, true)->QueryInterface(iid, adapter);
}

HRESULT Factory::EnumAdapterByGpuPreference(UINT index, DXGI_GPU_PREFERENCE preference, REFIID iid, void** adapter) {
    if (!adapter)
        return DXGI_ERROR_INVALID_CALL;
    *adapter = nullptr;
    std::vector<std::shared_ptr<vk::Adapter>> order = vulkanDevices().adapters;
    const VkPhysicalDeviceType first = preference == DXGI_GPU_PREFERENCE_HIGH_PERFORMANCE ? VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
                                                                                          : VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    if (preference != DXGI_GPU_PREFERENCE_UNSPECIFIED)
        std::stable_partition(order.begin(), order.end(),
                              [first](const auto& a) { return a->properties().deviceType == first; });
    if (index >= order.size())
        return DXGI_ERROR_NOT_FOUND;
    return makeAdapter(order[index], toldAsSoftware(*order[index]))->QueryInterface(iid, adapter);
}

HRESULT Factory::CreateSoftwareAdapter(HMODULE module, IDXGIAdapter** adapter) {
    if (!adapter)
        return DXGI_ERROR_INVALID_CALL;
    *adapter = nullptr;
    return HENDECA_DXGI_MISSING(DXGI_ERROR_UNSUPPORTED, "IDXGIFactory::CreateSoftwareAdapter");
}

// Alt+Enter and the watch over the window's messages that these flags switch off do not exist here, so every wish is met.
HRESULT Factory::MakeWindowAssociation(HWND window, UINT flags) {
    if (flags & ~UINT(DXGI_MWA_VALID))
        return DXGI_ERROR_INVALID_CALL;
    associated_.store(window, std::memory_order_relaxed);
    return S_OK;
}

HRESULT Factory::GetWindowAssociation(HWND* window) {
    if (!window)
        return DXGI_ERROR_INVALID_CALL;
    *window = associated_.load(std::memory_order_relaxed);
    return S_OK;
}

HRESULT Factory::GetSharedResourceAdapterLuid(HANDLE resource, LUID* luid) {
    if (!luid)
        return DXGI_ERROR_INVALID_CALL;
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIFactory2::GetSharedResourceAdapterLuid");
}

// Stereo never changes and adapters neither come nor go, so these registrations are kept by number only.
HRESULT Factory::RegisterStereoStatusWindow(HWND window, UINT message, DWORD* cookie) {
    if (!window || !cookie)
        return DXGI_ERROR_INVALID_CALL;
    *cookie = nextCookie_.fetch_add(1, std::memory_order_relaxed);
    return S_OK;
}

HRESULT Factory::RegisterStereoStatusEvent(HANDLE event, DWORD* cookie) {
    if (!event || !cookie)
        return DXGI_ERROR_INVALID_CALL;
    *cookie = nextCookie_.fetch_add(1, std::memory_order_relaxed);
    return S_OK;
}

HRESULT Factory::RegisterAdaptersChangedEvent(HANDLE event, DWORD* cookie) {
    if (!event || !cookie)
        return DXGI_ERROR_INVALID_CALL;
    *cookie = nextCookie_.fetch_add(1, std::memory_order_relaxed);
    return S_OK;
}

HRESULT Factory::UnregisterAdaptersChangedEvent(DWORD cookie) {
    return S_OK;
}

HRESULT Factory::RegisterOcclusionStatusWindow(HWND window, UINT message, DWORD* cookie) {
    if (!window || !cookie)
        return DXGI_ERROR_INVALID_CALL;
    *cookie = occlusion_.addWindow(window, message);
    return S_OK;
}

HRESULT Factory::RegisterOcclusionStatusEvent(HANDLE event, DWORD* cookie) {
    if (!event || !cookie)
        return DXGI_ERROR_INVALID_CALL;
    *cookie = occlusion_.addEvent(event);
    return S_OK;
}

void Factory::UnregisterOcclusionStatus(DWORD cookie) {
    occlusion_.remove(cookie);
}

HRESULT Factory::CheckFeatureSupport(DXGI_FEATURE feature, void* data, UINT size) {
    if (feature != DXGI_FEATURE_PRESENT_ALLOW_TEARING || !data || size != sizeof(BOOL))
        return DXGI_ERROR_INVALID_CALL;
    const BOOL supported = TRUE;
    std::memcpy(data, &supported, sizeof(supported));
    return S_OK;
}

} // namespace hendeca::dxgi
