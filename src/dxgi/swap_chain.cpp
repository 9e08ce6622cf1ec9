#include "dxgi/swap_chain.h"

#include "dxgi/latency_waitable.h"
#include "dxgi/output.h"
#include "util/config.h"

#include <algorithm>

namespace hendeca::dxgi {

HendecaChainDesc toContract(const DXGI_SWAP_CHAIN_DESC1& desc) {
    HendecaChainDesc out{};
    out.width = desc.Width;
    out.height = desc.Height;
    out.format = desc.Format;
    out.samples = desc.SampleDesc;
    out.bufferCount = desc.BufferCount;
    out.usage = desc.BufferUsage;
    out.swapEffect = desc.SwapEffect;
    out.flags = desc.Flags;
    out.strictDiscard = config().boolean(Option::DxgiStrictDiscardBuffers);
    return out;
}

SwapChain::SwapChain(ChainParts parts) : parts_(std::move(parts)) {
    if (waitable())
        waitable_ = LatencyWaitable::create(parts_.chain.get(), latency_);
    if (parts_.desc.Format == DXGI_FORMAT_R16G16B16A16_FLOAT)
        colorSpace_ = DXGI_COLOR_SPACE_RGB_FULL_G10_NONE_P709;
}

SwapChain::~SwapChain() {
    waitable_.reset();
    releaseMonitor(this);
    // A program that forgets to leave full screen would leave the user with a changed desktop.
    if (fullscreen_)
        parts_.window->leaveFullscreen();
}

bool SwapChain::ready() const {
    return !waitable() || waitable_;
}

HRESULT SwapChain::GetParent(REFIID iid, void** parent) {
    return parts_.factory->QueryInterface(iid, parent);
}

HRESULT SwapChain::GetDevice(REFIID iid, void** device) {
    return parts_.device->QueryInterface(iid, device);
}

HRESULT SwapChain::GetBuffer(UINT index, REFIID iid, void** surface) {
    if (!surface)
        return DXGI_ERROR_INVALID_CALL;
    *surface = nullptr;
    std::lock_guard lock(mutex_);
    if (index >= parts_.desc.BufferCount)
        return DXGI_ERROR_INVALID_CALL;
    // Windows keeps the buffers behind a discarding chain to itself. Programs that ask for them all the same want the last
    // frame, so they get it unless the user wants Windows' answer.
    const bool discards =
        parts_.desc.SwapEffect == DXGI_SWAP_EFFECT_DISCARD || parts_.desc.SwapEffect == DXGI_SWAP_EFFECT_FLIP_DISCARD;
    if (index > 0 && discards && config().boolean(Option::DxgiStrictDiscardBuffers))
        return DXGI_ERROR_INVALID_CALL;
    return parts_.chain->GetBuffer(index, iid, surface);
}

HRESULT SwapChain::GetDesc(DXGI_SWAP_CHAIN_DESC* desc) {
    if (!desc)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *desc = {};
    desc->BufferDesc.Width = parts_.desc.Width;
    desc->BufferDesc.Height = parts_.desc.Height;
    desc->BufferDesc.RefreshRate = parts_.fullscreen.RefreshRate;
    desc->BufferDesc.Format = parts_.desc.Format;
    desc->BufferDesc.ScanlineOrdering = parts_.fullscreen.ScanlineOrdering;
    desc->BufferDesc.Scaling = parts_.fullscreen.Scaling;
    desc->SampleDesc = parts_.desc.SampleDesc;
    desc->BufferUsage = parts_.desc.BufferUsage;
    desc->BufferCount = parts_.desc.BufferCount;
    desc->OutputWindow = static_cast<HWND>(parts_.window->native());
    desc->Windowed = !fullscreen_;
    desc->SwapEffect = parts_.desc.SwapEffect;
    desc->Flags = parts_.desc.Flags;
    return S_OK;
}

HRESULT SwapChain::GetDesc1(DXGI_SWAP_CHAIN_DESC1* desc) {
    if (!desc)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *desc = parts_.desc;
    return S_OK;
}

HRESULT SwapChain::GetFullscreenDesc(DXGI_SWAP_CHAIN_FULLSCREEN_DESC* desc) {
    if (!desc)
        return E_INVALIDARG;
    if (composition())
        return DXGI_ERROR_INVALID_CALL;
    std::lock_guard lock(mutex_);
    *desc = parts_.fullscreen;
    desc->Windowed = !fullscreen_;
    return S_OK;
}

HRESULT SwapChain::GetHwnd(HWND* window) {
    if (!window)
        return DXGI_ERROR_INVALID_CALL;
    *window = composition() ? nullptr : static_cast<HWND>(parts_.window->native());
    return composition() ? DXGI_ERROR_INVALID_CALL : S_OK;
}

HRESULT SwapChain::GetCoreWindow(REFIID iid, void** window) {
    if (window)
        *window = nullptr;
    return DXGI_ERROR_INVALID_CALL;
}

HRESULT SwapChain::GetRestrictToOutput(IDXGIOutput** output) {
    if (!output)
        return DXGI_ERROR_INVALID_CALL;
    *output = parts_.restrictTo.ref();
    return S_OK;
}

HRESULT SwapChain::ResizeBuffers(UINT count, UINT width, UINT height, DXGI_FORMAT format, UINT flags) {
    const ContextLock context(*parts_.contract);
    std::lock_guard lock(mutex_);
    if (!parts_.window->alive())
        return DXGI_ERROR_INVALID_CALL;
    DXGI_SWAP_CHAIN_DESC1 next = parts_.desc;
    // These two are laid down when the chain is made.
    constexpr UINT kFixed = DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT | DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING;
    if ((flags ^ next.Flags) & kFixed)
        return DXGI_ERROR_INVALID_CALL;
    next.Flags = flags;
    if (count)
        next.BufferCount = count;
    if (format != DXGI_FORMAT_UNKNOWN)
        next.Format = format;
    const wsi::Size client = parts_.window->clientSize();
    if (width)
        next.Width = width;
    else if (composition())
        return DXGI_ERROR_INVALID_CALL;
    else if (client.width)
        next.Width = std::max(client.width, 8u);
    if (height)
        next.Height = height;
    else if (composition())
        return DXGI_ERROR_INVALID_CALL;
    else if (client.height)
        next.Height = std::max(client.height, 8u);
    const HRESULT allowed = checkChainDesc(next, parts_.target);
    if (FAILED(allowed))
        return allowed;
    if (parts_.chain->BuffersReferenced()) {
        HENDECA_WARN_ONCE("ResizeBuffers refused: the program still holds a back buffer or a view of one");
        return DXGI_ERROR_INVALID_CALL;
    }
    const HendecaChainDesc wanted = toContract(next);
    const HRESULT hr = parts_.chain->Resize(&wanted);
    if (FAILED(hr))
        return hr;
    parts_.desc = next;
    needsResize_ = false;
    statsRead_ = false;
    return S_OK;
}

HRESULT SwapChain::ResizeBuffers1(UINT count, UINT width, UINT height, DXGI_FORMAT format, UINT flags, const UINT* nodeMasks,
                                  IUnknown* const* queues) {
    if (nodeMasks || queues)
        return DXGI_ERROR_INVALID_CALL; // Direct3D 12 only
    return ResizeBuffers(count, width, height, format, flags);
}

HRESULT SwapChain::SetBackgroundColor(const DXGI_RGBA* color) {
    if (!color)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    background_ = *color;
    return S_OK;
}

HRESULT SwapChain::GetBackgroundColor(DXGI_RGBA* color) {
    if (!color)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *color = background_;
    return S_OK;
}

HRESULT SwapChain::SetRotation(DXGI_MODE_ROTATION rotation) {
    if (!isFlip(parts_.desc.SwapEffect) || rotation < DXGI_MODE_ROTATION_IDENTITY || rotation > DXGI_MODE_ROTATION_ROTATE270)
        return DXGI_ERROR_INVALID_CALL;
    if (rotation != DXGI_MODE_ROTATION_IDENTITY)
        return HENDECA_DXGI_MISSING(DXGI_ERROR_UNSUPPORTED, "IDXGISwapChain1::SetRotation to anything but IDENTITY");
    return S_OK;
}

HRESULT SwapChain::GetRotation(DXGI_MODE_ROTATION* rotation) {
    if (!rotation)
        return E_INVALIDARG;
    *rotation = rotation_;
    return isFlip(parts_.desc.SwapEffect) ? S_OK : DXGI_ERROR_INVALID_CALL;
}

HRESULT SwapChain::SetSourceSize(UINT width, UINT height) {
    std::lock_guard lock(mutex_);
    if (!width || !height || width > parts_.desc.Width || height > parts_.desc.Height)
        return E_INVALIDARG;
    if (width == parts_.desc.Width && height == parts_.desc.Height)
        return S_OK;
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGISwapChain2::SetSourceSize to a part of the buffer");
}

HRESULT SwapChain::GetSourceSize(UINT* width, UINT* height) {
    if (!width || !height)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *width = parts_.desc.Width;
    *height = parts_.desc.Height;
    return S_OK;
}

HRESULT SwapChain::SetMatrixTransform(const DXGI_MATRIX_3X2_F* matrix) {
    if (!matrix)
        return E_INVALIDARG;
    if (!composition())
        return DXGI_ERROR_INVALID_CALL;
    std::lock_guard lock(mutex_);
    matrix_ = *matrix; // for whoever composes; a chain that is not shown has no use for it
    return S_OK;
}

HRESULT SwapChain::GetMatrixTransform(DXGI_MATRIX_3X2_F* matrix) {
    if (!matrix)
        return E_INVALIDARG;
    if (!composition())
        return DXGI_ERROR_INVALID_CALL;
    std::lock_guard lock(mutex_);
    *matrix = matrix_;
    return S_OK;
}

HRESULT SwapChain::CheckColorSpaceSupport(DXGI_COLOR_SPACE_TYPE space, UINT* support) {
    if (!support)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *support = supportsColorSpace(parts_.desc.Format, space) ? DXGI_SWAP_CHAIN_COLOR_SPACE_SUPPORT_FLAG_PRESENT : 0;
    return S_OK;
}

HRESULT SwapChain::SetColorSpace1(DXGI_COLOR_SPACE_TYPE space) {
    std::lock_guard lock(mutex_);
    if (!supportsColorSpace(parts_.desc.Format, space))
        return E_INVALIDARG;
    colorSpace_ = space;
    return S_OK;
}

// No screen of ours is an HDR screen, for which the hint is meant; a well-formed one is taken, as on Windows.
HRESULT SwapChain::SetHDRMetaData(DXGI_HDR_METADATA_TYPE type, UINT size, void* data) {
    switch (type) {
    case DXGI_HDR_METADATA_TYPE_NONE:
        return S_OK;
    case DXGI_HDR_METADATA_TYPE_HDR10:
        return size == sizeof(DXGI_HDR_METADATA_HDR10) && data ? S_OK : E_INVALIDARG;
    default:
        return E_INVALIDARG;
    }
}

ComPtr<IDXGIAdapter> SwapChain::adapter() {
    ComPtr<IDXGIDevice> dxgiDevice;
    ComPtr<IDXGIAdapter> found;
    if (SUCCEEDED(parts_.device->QueryInterface(__uuidof(IDXGIDevice), dxgiDevice.putVoid())))
        dxgiDevice->GetAdapter(found.put());
    return found;
}

} // namespace hendeca::dxgi
