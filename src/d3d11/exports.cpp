// The entry points of d3d11.dll. None of them calls another one: hooks on two of them must not see each other's calls.

#include "d3d11/device/create_device.h"
#include "util/log.h"

#if defined(_WIN32)
// Named, and numbered, in d3d11.def.
#define HENDECA_EXPORT extern "C"
#else
#define HENDECA_EXPORT extern "C" __attribute__((visibility("default")))
#endif

using namespace hendeca;
using namespace hendeca::d3d11;

namespace {

struct Outputs {
    IDXGISwapChain** chain;
    ID3D11Device** device;
    D3D_FEATURE_LEVEL* level;
    ID3D11DeviceContext** context;

    void clear() const {
        if (chain)
            *chain = nullptr;
        if (device)
            *device = nullptr;
        if (level)
            *level = D3D_FEATURE_LEVEL(0);
        if (context)
            *context = nullptr;
    }
    // Hands out what was made; S_FALSE when the program can do nothing with it.
    HRESULT give(Device* made, D3D_FEATURE_LEVEL found, bool chainGiven) const {
        if (level)
            *level = found;
        if (device)
            returnRef(made, device);
        if (context)
            made->GetImmediateContext(context);
        return device || context || chainGiven ? S_OK : S_FALSE;
    }
};

// The swap chain of a device's own factory, as CreateSwapChain makes it.
HRESULT createChain(Device& device, const DXGI_SWAP_CHAIN_DESC& desc, IDXGISwapChain** chain) {
    ComPtr<IDXGIFactory> factory;
    if (const HRESULT hr = device.adapter()->GetParent(__uuidof(IDXGIFactory), factory.putVoid()); FAILED(hr))
        return hr;
    DXGI_SWAP_CHAIN_DESC copy = desc; // the method may change it
    return factory->CreateSwapChain(static_cast<ID3D11Device5*>(&device), &copy, chain);
}

} // namespace

HENDECA_EXPORT HRESULT WINAPI D3D11CreateDevice(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, HMODULE software,
                                                UINT flags, const D3D_FEATURE_LEVEL* levels, UINT levelCount,
                                                UINT sdkVersion, ID3D11Device** device, D3D_FEATURE_LEVEL* level,
                                                ID3D11DeviceContext** context) {
    const Outputs outputs{nullptr, device, level, context};
    outputs.clear();
    ComPtr<Device> made;
    D3D_FEATURE_LEVEL found{};
    const HRESULT hr =
        createDevice(adapter, type, software, flags, levels, levelCount, sdkVersion, device || context, found, made);
    return FAILED(hr) ? hr : outputs.give(made.get(), found, false);
}

HENDECA_EXPORT HRESULT WINAPI D3D11CreateDeviceAndSwapChain(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type,
                                                            HMODULE software, UINT flags,
                                                            const D3D_FEATURE_LEVEL* levels, UINT levelCount,
                                                            UINT sdkVersion, const DXGI_SWAP_CHAIN_DESC* chainDesc,
                                                            IDXGISwapChain** chain, ID3D11Device** device,
                                                            D3D_FEATURE_LEVEL* level, ID3D11DeviceContext** context) {
    const Outputs outputs{chain, device, level, context};
    outputs.clear();
    if (chain && !chainDesc)
        return E_INVALIDARG;
    ComPtr<Device> made;
    D3D_FEATURE_LEVEL found{};
    HRESULT hr = createDevice(adapter, type, software, flags, levels, levelCount, sdkVersion,
                              device || context || chain, found, made);
    if (SUCCEEDED(hr) && chain)
        hr = createChain(*made, *chainDesc, chain);
    if (FAILED(hr)) {
        outputs.clear();
        return hr;
    }
    return outputs.give(made.get(), found, chain != nullptr);
}

// What d3d10core and overlays use. Not documented; import libraries of 32-bit programs say that it takes 40 bytes. The adapter is
// chosen already, whatever the driver type.
HENDECA_EXPORT HRESULT WINAPI D3D11CoreCreateDevice(IDXGIFactory* factory, IDXGIAdapter* adapter, D3D_DRIVER_TYPE type,
                                                    HMODULE software, UINT flags, const D3D_FEATURE_LEVEL* levels,
                                                    UINT levelCount, UINT sdkVersion, ID3D11Device** device,
                                                    D3D_FEATURE_LEVEL* level) {
    const Outputs outputs{nullptr, device, level, nullptr};
    outputs.clear();
    if (!device || !adapter)
        return E_INVALIDARG;
    ComPtr<Device> made;
    D3D_FEATURE_LEVEL found{};
    const HRESULT hr = createDevice(adapter, D3D_DRIVER_TYPE_UNKNOWN, nullptr, flags, levels, levelCount, sdkVersion, true,
                                    found, made);
    return FAILED(hr) ? hr : outputs.give(made.get(), found, false);
}

HENDECA_EXPORT HRESULT WINAPI D3D11On12CreateDevice(IUnknown* device12, UINT flags, const D3D_FEATURE_LEVEL* levels,
                                                    UINT levelCount, IUnknown* const* queues, UINT queueCount,
                                                    UINT nodeMask, ID3D11Device** device, ID3D11DeviceContext** context,
                                                    D3D_FEATURE_LEVEL* level) {
    Outputs{nullptr, device, level, context}.clear();
    HENDECA_WARN_ONCE("D3D11On12CreateDevice is not implemented");
    return E_NOTIMPL;
}
