#include "d3d11/device/create_device.h"

#include "util/config.h"
#include "util/log.h"
#include "util/log_header.h"
#include "util/platform.h"
#include "vk/device.h"

#include <array>

// dxgi's export; the one thing of it that is called by name.
extern "C" HRESULT WINAPI CreateDXGIFactory1(REFIID iid, void** factory);

namespace hendeca::d3d11 {

namespace {

struct LevelName {
    D3D_FEATURE_LEVEL level;
    const char* name;
};
constexpr std::array kLevels = {
    LevelName{D3D_FEATURE_LEVEL_11_1, "11_1"}, LevelName{D3D_FEATURE_LEVEL_11_0, "11_0"},
    LevelName{D3D_FEATURE_LEVEL_10_1, "10_1"}, LevelName{D3D_FEATURE_LEVEL_10_0, "10_0"},
    LevelName{D3D_FEATURE_LEVEL_9_3, "9_3"},   LevelName{D3D_FEATURE_LEVEL_9_2, "9_2"},
    LevelName{D3D_FEATURE_LEVEL_9_1, "9_1"},
};
// A null list means these (Microsoft Learn): never 11_1.
constexpr std::array kDefaultLevels = {D3D_FEATURE_LEVEL_11_0, D3D_FEATURE_LEVEL_10_1, D3D_FEATURE_LEVEL_10_0,
                                       D3D_FEATURE_LEVEL_9_3,  D3D_FEATURE_LEVEL_9_2,  D3D_FEATURE_LEVEL_9_1};

const char* levelName(D3D_FEATURE_LEVEL level) {
    for (const LevelName& row : kLevels) {
        if (row.level == level)
            return row.name;
    }
    return "unknown";
}

HRESULT findAdapter(D3D_DRIVER_TYPE type, ComPtr<IDXGIAdapter>& adapter) {
    ComPtr<IDXGIFactory4> factory;
    if (FAILED(CreateDXGIFactory1(__uuidof(IDXGIFactory4), factory.putVoid())) || !factory) {
        logError("D3D11CreateDevice: dxgi made no factory");
        return DXGI_ERROR_UNSUPPORTED;
    }
    if (type == D3D_DRIVER_TYPE_WARP || type == D3D_DRIVER_TYPE_REFERENCE) {
        if (SUCCEEDED(factory->EnumWarpAdapter(__uuidof(IDXGIAdapter), adapter.putVoid())) && adapter)
            return S_OK;
        logInfo("D3D11CreateDevice: no software Vulkan driver for this driver type; the first adapter is taken");
    }
    if (FAILED(factory->EnumAdapters(0, adapter.put())) || !adapter) {
        logError("D3D11CreateDevice: no usable Vulkan device");
        return DXGI_ERROR_UNSUPPORTED;
    }
    return S_OK;
}

// From dxgi's adapter to the Vulkan device behind it.
HRESULT openVulkan(AdapterChoice& choice) {
    ComPtr<IHendecaAdapter> ours = choice.dxgi.as<IHendecaAdapter>();
    if (!ours) {
        logError("The adapter is not of this Hendeca's dxgi: a foreign dxgi.dll is in use. Put our dxgi.dll beside "
                 "d3d11.dll");
        return DXGI_ERROR_UNSUPPORTED;
    }
    if (ours->GetBuildId() != kContractBuildId) {
        logError("dxgi.dll and d3d11.dll are of different versions of Hendeca (contract %u and %u)", ours->GetBuildId(),
                 kContractBuildId);
        return DXGI_ERROR_UNSUPPORTED;
    }
    void *instance = nullptr, *physicalDevice = nullptr, *getProc = nullptr;
    ours->GetVulkan(&instance, &physicalDevice, &getProc);
    auto adopted =
        vk::Instance::adopt(static_cast<VkInstance>(instance), reinterpret_cast<PFN_vkGetInstanceProcAddr>(getProc));
    if (!adopted) {
        logError("D3D11CreateDevice: %s", adopted.error().what.c_str());
        return DXGI_ERROR_UNSUPPORTED;
    }
    auto opened = vk::Adapter::open(std::move(adopted).value(), static_cast<VkPhysicalDevice>(physicalDevice));
    if (!opened) {
        logError("D3D11CreateDevice: %s", opened.error().what.c_str());
        return DXGI_ERROR_UNSUPPORTED;
    }
    choice.vulkan = std::move(opened).value();
    if (!choice.vulkan->missing().empty()) {
        std::string lines = formatText("%s cannot be used. It lacks:", choice.vulkan->properties().deviceName);
        for (const std::string& item : choice.vulkan->missing())
            lines += "\n  " + item;
        logError("%s", lines.c_str());
        return DXGI_ERROR_UNSUPPORTED;
    }
    return S_OK;
}

} // namespace

HRESULT judgeArguments(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, HMODULE software, UINT flags, UINT sdkVersion) {
    if (sdkVersion != D3D11_SDK_VERSION)
        return E_INVALIDARG;
    if (adapter)
        return type == D3D_DRIVER_TYPE_UNKNOWN && !software ? S_OK : E_INVALIDARG;
    if ((type == D3D_DRIVER_TYPE_SOFTWARE) != (software != nullptr))
        return E_INVALIDARG;
    switch (type) {
    case D3D_DRIVER_TYPE_HARDWARE:
    case D3D_DRIVER_TYPE_REFERENCE:
        return S_OK;
    case D3D_DRIVER_TYPE_WARP:
        return flags & D3D11_CREATE_DEVICE_VIDEO_SUPPORT ? DXGI_ERROR_UNSUPPORTED : S_OK;
    case D3D_DRIVER_TYPE_SOFTWARE:
    case D3D_DRIVER_TYPE_NULL:
        logError("D3D11CreateDevice: driver type %d is not supported", type);
        return DXGI_ERROR_UNSUPPORTED;
    default:
        return E_INVALIDARG;
    }
}

HRESULT chooseAdapter(IDXGIAdapter* given, D3D_DRIVER_TYPE type, AdapterChoice& choice) {
    if (given)
        choice.dxgi = ComPtr<IDXGIAdapter>(given);
    else if (const HRESULT hr = findAdapter(type, choice.dxgi); FAILED(hr))
        return hr;
    return openVulkan(choice);
}

D3D_FEATURE_LEVEL maxFeatureLevel(const vk::Caps& caps) {
    // 11_1 adds unordered access at every stage and logic operations; the rest of it is software.
    D3D_FEATURE_LEVEL most = caps.has(vk::Cap::VertexPipelineStores) && caps.has(vk::Cap::LogicOp)
                                 ? D3D_FEATURE_LEVEL_11_1
                                 : D3D_FEATURE_LEVEL_11_0;
    const std::string& option = config().text(Option::D3d11MaxFeatureLevel);
    if (option.empty())
        return most;
    for (const LevelName& row : kLevels) {
        if (option == row.name)
            return row.level < most ? row.level : most;
    }
    HENDECA_WARN_ONCE("d3d11.maxFeatureLevel: %s is no feature level", option.c_str());
    return most;
}

D3D_FEATURE_LEVEL negotiateLevel(std::span<const D3D_FEATURE_LEVEL> wanted, D3D_FEATURE_LEVEL most) {
    if (wanted.empty())
        wanted = kDefaultLevels;
    for (D3D_FEATURE_LEVEL level : wanted) {
        if (level >= D3D_FEATURE_LEVEL_9_1 && level <= most)
            return level;
    }
    return D3D_FEATURE_LEVEL(0);
}

HRESULT makeDevice(const AdapterChoice& choice, D3D_FEATURE_LEVEL level, UINT flags, ComPtr<Device>& device) {
    auto backend = gpu::Backend::create(choice.vulkan);
    if (!backend) {
        logError("D3D11CreateDevice: %s", backend.error().what.c_str());
        return backend.error().code == ErrorCode::OutOfMemory ? E_OUTOFMEMORY : DXGI_ERROR_UNSUPPORTED;
    }
    const HRESULT hr = Device::create({choice.dxgi, level, flags}, std::move(backend).value(), device);
    if (SUCCEEDED(hr))
        logInfo("Direct3D 11 device, feature level %s, on %s", levelName(level),
                choice.vulkan->properties().deviceName);
    return hr;
}

HRESULT createDevice(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, HMODULE software, UINT flags,
                     const D3D_FEATURE_LEVEL* levels, UINT levelCount, UINT sdkVersion, bool wanted,
                     D3D_FEATURE_LEVEL& level, ComPtr<Device>& device) {
    logHeader();
    if (const HRESULT hr = judgeArguments(adapter, type, software, flags, sdkVersion); FAILED(hr))
        return hr;
    if (levels && !levelCount)
        return E_INVALIDARG;
    AdapterChoice choice;
    if (const HRESULT hr = chooseAdapter(adapter, type, choice); FAILED(hr))
        return hr;
    const D3D_FEATURE_LEVEL found =
        negotiateLevel(levels ? std::span(levels, levelCount) : std::span<const D3D_FEATURE_LEVEL>(),
                       maxFeatureLevel(choice.vulkan->caps()));
    if (!found) {
        logError("D3D11CreateDevice: none of the wanted feature levels is supported (the highest is %s)",
                 levelName(maxFeatureLevel(choice.vulkan->caps())));
        return DXGI_ERROR_UNSUPPORTED;
    }
    if (wanted) {
        if (const HRESULT hr = makeDevice(choice, found, flags, device); FAILED(hr))
            return hr;
    }
    level = found;
    return S_OK;
}

} // namespace hendeca::d3d11
