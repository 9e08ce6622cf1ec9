// The entry points of d3d10core.dll, which d3d10.dll and d3d10_1.dll call to make their devices: a device of our d3d11.dll,
// seen through its Direct3D 10 interfaces. What it can do is all in d3d11/d3d10. Any thread. The functions are not documented;
// their arguments are those that the two callers give. Flags and levels: Microsoft Learn, D3D10_CREATE_DEVICE_FLAG and
// D3D10CreateDevice1.

#include "dxgi/contract.h"
#include "util/log.h"

#include <d3d10_1.h>
#include <d3d11.h>

// d3d11's export.
extern "C" HRESULT WINAPI D3D11CoreCreateDevice(IDXGIFactory* factory, IDXGIAdapter* adapter, D3D_DRIVER_TYPE type,
                                                HMODULE software, UINT flags, const D3D_FEATURE_LEVEL* levels,
                                                UINT levelCount, UINT sdkVersion, ID3D11Device** device,
                                                D3D_FEATURE_LEVEL* level);

using namespace hendeca;

namespace {

struct FlagRow {
    UINT flag10, flag11;
};
// The others have no counterpart: they ask for what never happens here (exceptions in Map) or for checks that are always made.
constexpr FlagRow kFlags[] = {
    {D3D10_CREATE_DEVICE_SINGLETHREADED, D3D11_CREATE_DEVICE_SINGLETHREADED},
    {D3D10_CREATE_DEVICE_DEBUG, D3D11_CREATE_DEVICE_DEBUG},
    {D3D10_CREATE_DEVICE_SWITCH_TO_REF, D3D11_CREATE_DEVICE_SWITCH_TO_REF},
    {D3D10_CREATE_DEVICE_PREVENT_INTERNAL_THREADING_OPTIMIZATIONS,
     D3D11_CREATE_DEVICE_PREVENT_INTERNAL_THREADING_OPTIMIZATIONS},
    {D3D10_CREATE_DEVICE_BGRA_SUPPORT, D3D11_CREATE_DEVICE_BGRA_SUPPORT},
    {D3D10_CREATE_DEVICE_DEBUGGABLE, D3D11_CREATE_DEVICE_DEBUGGABLE},
    {D3D10_CREATE_DEVICE_PREVENT_ALTERING_LAYER_SETTINGS_FROM_REGISTRY,
     D3D11_CREATE_DEVICE_PREVENT_ALTERING_LAYER_SETTINGS_FROM_REGISTRY},
};

UINT flags11(UINT flags) {
    UINT made = 0;
    for (const FlagRow& row : kFlags)
        made |= flags & row.flag10 ? row.flag11 : 0;
    return made;
}

// The Direct3D 10 interface, with the reference that the caller has; or the failure, with nothing held.
HRESULT face10(ID3D11Device* device, UINT flags, ID3D10Device** face) {
    IHendecaDevice* ours = nullptr;
    if (FAILED(device->QueryInterface(__uuidof(IHendecaDevice), reinterpret_cast<void**>(&ours)))) {
        logError("D3D10CoreCreateDevice: a foreign d3d11.dll is in use. Put our d3d11.dll beside d3d10core.dll");
        return DXGI_ERROR_UNSUPPORTED;
    }
    HRESULT hr = DXGI_ERROR_UNSUPPORTED;
    if (ours->GetBuildId() == kContractBuildId) {
        ours->OfferDirect3D10(flags);
        hr = device->QueryInterface(__uuidof(ID3D10Device), reinterpret_cast<void**>(face));
    } else {
        logError("d3d10core.dll and d3d11.dll are of different versions of Hendeca (contract %u and %u)", kContractBuildId,
                 ours->GetBuildId());
    }
    ours->Release();
    return hr;
}

} // namespace

// Named in d3d10core.def.
extern "C" HRESULT WINAPI D3D10CoreCreateDevice(IDXGIFactory* factory, IDXGIAdapter* adapter, UINT flags,
                                                D3D_FEATURE_LEVEL level, ID3D10Device** device) {
    if (!device)
        return E_INVALIDARG;
    *device = nullptr;
    // Direct3D 10 ends at 10.1.
    if (!adapter || level < D3D_FEATURE_LEVEL_9_1 || level > D3D_FEATURE_LEVEL_10_1)
        return E_INVALIDARG;
    ID3D11Device* made = nullptr;
    HRESULT hr = D3D11CoreCreateDevice(factory, adapter, D3D_DRIVER_TYPE_UNKNOWN, nullptr, flags11(flags), &level, 1,
                                       D3D11_SDK_VERSION, &made, nullptr);
    if (FAILED(hr))
        return hr;
    hr = face10(made, flags, device);
    made->Release();
    return hr;
}

// Windows answers 10.1.4.6000, 16 bits each.
extern "C" UINT64 WINAPI D3D10CoreGetVersion() {
    return 0x000a'0001'0004'1770;
}

// The layers of Direct3D 10 (debug, switch to reference) came by this way; those of this implementation are d3d11's own.
extern "C" HRESULT WINAPI D3D10CoreRegisterLayers() {
    HENDECA_WARN_ONCE("D3D10CoreRegisterLayers is not implemented");
    return E_NOTIMPL;
}
