#include "dxgi/factory.h"
#include "dxgi/instance.h"
#include "dxgi/surface_source.h"
#include "dxgi/swap_chain.h"

#include <algorithm>

namespace hendeca::dxgi {

namespace {

// Windows' least size of a back buffer that takes the window's size.
constexpr uint32_t kMinClient = 8;

DXGI_SWAP_CHAIN_DESC1 toDesc1(const DXGI_SWAP_CHAIN_DESC& old) {
    DXGI_SWAP_CHAIN_DESC1 desc{};
    desc.Width = old.BufferDesc.Width;
    desc.Height = old.BufferDesc.Height;
    desc.Format = old.BufferDesc.Format;
    desc.SampleDesc = old.SampleDesc;
    desc.BufferUsage = old.BufferUsage;
    desc.BufferCount = old.BufferCount;
    desc.Scaling = DXGI_SCALING_STRETCH;
    desc.SwapEffect = old.SwapEffect;
    desc.AlphaMode = DXGI_ALPHA_MODE_IGNORE;
    desc.Flags = old.Flags;
    return desc;
}

const char* effectName(DXGI_SWAP_EFFECT effect) {
    switch (effect) {
    case DXGI_SWAP_EFFECT_DISCARD: return "DISCARD";
    case DXGI_SWAP_EFFECT_SEQUENTIAL: return "SEQUENTIAL";
    case DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL: return "FLIP_SEQUENTIAL";
    case DXGI_SWAP_EFFECT_FLIP_DISCARD: return "FLIP_DISCARD";
    default: return "?";
    }
}

// The device behind what a program passed in; null (and the reason in the log) when it is none of ours.
ComPtr<IHendecaDevice> contractOf(IUnknown* device) {
    ComPtr<IHendecaDevice> contract;
    if (FAILED(device->QueryInterface(__uuidof(IHendecaDevice), contract.putVoid()))) {
        HENDECA_ERROR_ONCE("CreateSwapChain: the device was not made by Hendeca's d3d11.dll, which must be used together with "
                           "this dxgi.dll");
        return nullptr;
    }
    if (contract->GetBuildId() != kContractBuildId) {
        HENDECA_ERROR_ONCE("CreateSwapChain: d3d11.dll and dxgi.dll come from different versions of Hendeca");
        return nullptr;
    }
    return contract;
}

} // namespace

HRESULT Factory::makeChain(IUnknown* device, HWND window, ChainTarget target, const DXGI_SWAP_CHAIN_DESC1& desc,
                           const DXGI_SWAP_CHAIN_FULLSCREEN_DESC& fullscreen, IDXGIOutput* restrictTo,
                           IDXGISwapChain1** chain) {
    const HRESULT allowed = checkChainDesc(desc, target);
    if (FAILED(allowed))
        return allowed;

    ChainParts parts;
    parts.window = std::shared_ptr<wsi::Window>(wsi::openWindow(window));
    if (!parts.window) {
        HENDECA_WARN_ONCE("CreateSwapChain: %p is no window of a window system that is known here", static_cast<void*>(window));
        return DXGI_ERROR_INVALID_CALL;
    }
    parts.contract = contractOf(device);
    if (!parts.contract)
        return DXGI_ERROR_UNSUPPORTED;
    parts.factory = ComPtr<Factory>(this);
    parts.device = ComPtr<IUnknown>(device);
    parts.restrictTo = ComPtr<IDXGIOutput>(restrictTo);
    parts.target = target;
    parts.desc = desc;
    parts.fullscreen = fullscreen;
    const wsi::Size client = parts.window->clientSize();
    if (!parts.desc.Width)
        parts.desc.Width = std::max(client.width, kMinClient);
    if (!parts.desc.Height)
        parts.desc.Height = std::max(client.height, kMinClient);

    ComPtr<SurfaceSource> source;
    if (window && target == ChainTarget::Window && vulkanDevices().instance)
        source = makeCom<SurfaceSource>(parts.window, vulkanDevices().instance);
    const HendecaChainDesc wanted = toContract(parts.desc);
    const HRESULT hr = parts.contract->CreatePresentChain(&wanted, source.get(), parts.chain.put());
    if (FAILED(hr))
        return hr;
    logInfo("Swap chain: %u x %u, DXGI_FORMAT %d, %u buffers, %s, %u samples, flags 0x%x, %s%s", parts.desc.Width,
            parts.desc.Height, static_cast<int>(parts.desc.Format), parts.desc.BufferCount, effectName(parts.desc.SwapEffect),
            parts.desc.SampleDesc.Count, parts.desc.Flags, target == ChainTarget::Composition ? "composition" : window ? "window" : "no window",
            fullscreen.Windowed ? "" : ", full screen");
    if (desc.Scaling != DXGI_SCALING_STRETCH)
        HENDECA_WARN_ONCE("Swap chains are always stretched over the window (DXGI_SCALING %d was asked for)",
                          static_cast<int>(desc.Scaling));
    ComPtr<SwapChain> made = makeCom<SwapChain>(std::move(parts));
    if (!made->ready())
        return E_OUTOFMEMORY;
    HRESULT result = S_OK;
    // A screen that cannot be had now leaves the program with a windowed chain.
    if (!fullscreen.Windowed && target == ChainTarget::Window && FAILED(made->startFullscreen(restrictTo)))
        result = DXGI_STATUS_OCCLUDED;
    *chain = made.detach();
    return result;
}

HRESULT Factory::CreateSwapChain(IUnknown* device, DXGI_SWAP_CHAIN_DESC* desc, IDXGISwapChain** chain) {
    if (chain)
        *chain = nullptr;
    if (!device || !desc || !chain || (!desc->OutputWindow && !wsi::nullWindowMeansHeadless()))
        return DXGI_ERROR_INVALID_CALL;
    DXGI_SWAP_CHAIN_FULLSCREEN_DESC fullscreen{};
    fullscreen.RefreshRate = desc->BufferDesc.RefreshRate;
    fullscreen.ScanlineOrdering = desc->BufferDesc.ScanlineOrdering;
    fullscreen.Scaling = desc->BufferDesc.Scaling;
    fullscreen.Windowed = desc->Windowed;
    IDXGISwapChain1* made = nullptr;
    const HRESULT hr = makeChain(device, desc->OutputWindow, ChainTarget::Window, toDesc1(*desc), fullscreen, nullptr, &made);
    *chain = made;
    return hr;
}

HRESULT Factory::CreateSwapChainForHwnd(IUnknown* device, HWND window, const DXGI_SWAP_CHAIN_DESC1* desc,
                                        const DXGI_SWAP_CHAIN_FULLSCREEN_DESC* fullscreen, IDXGIOutput* restrictTo,
                                        IDXGISwapChain1** chain) {
    if (chain)
        *chain = nullptr;
    if (!device || !desc || !chain || (!window && !wsi::nullWindowMeansHeadless()))
        return DXGI_ERROR_INVALID_CALL;
    if (window && wsi::isDesktopWindow(window))
        return DXGI_ERROR_INVALID_CALL;
    DXGI_SWAP_CHAIN_FULLSCREEN_DESC wish{};
    wish.Windowed = TRUE;
    return makeChain(device, window, ChainTarget::Window, *desc, fullscreen ? *fullscreen : wish, restrictTo, chain);
}

HRESULT Factory::CreateSwapChainForComposition(IUnknown* device, const DXGI_SWAP_CHAIN_DESC1* desc, IDXGIOutput* restrictTo,
                                               IDXGISwapChain1** chain) {
    if (chain)
        *chain = nullptr;
    if (!device || !desc || !chain)
        return DXGI_ERROR_INVALID_CALL;
    DXGI_SWAP_CHAIN_FULLSCREEN_DESC wish{};
    wish.Windowed = TRUE;
    return makeChain(device, nullptr, ChainTarget::Composition, *desc, wish, restrictTo, chain);
}

// Windows Runtime windows are not to be had outside Windows.
HRESULT Factory::CreateSwapChainForCoreWindow(IUnknown* device, IUnknown* window, const DXGI_SWAP_CHAIN_DESC1* desc,
                                              IDXGIOutput* restrictTo, IDXGISwapChain1** chain) {
    if (chain)
        *chain = nullptr;
    if (!device || !window || !desc || !chain)
        return DXGI_ERROR_INVALID_CALL;
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIFactory2::CreateSwapChainForCoreWindow");
}

} // namespace hendeca::dxgi
