#include "dxgi/output.h"

#include "dxgi/adapter.h"
#include "dxgi/modes.h"
#include "util/platform.h"
#include "util/text.h"

#include <cstring>
#include <mutex>
#include <string>
#include <vector>

namespace hendeca::dxgi {

namespace {

// Tells our own outputs from wrappers'.
constexpr GUID kOutputTag = {0x6f1a52c0, 0x3b8d, 0x4c57, {0x9a, 0x11, 0x0e, 0x61, 0x4b, 0x7d, 0x20, 0x11}};

struct Owner {
    std::string monitor;
    const void* chain;
};
std::mutex ownersMutex;
std::vector<Owner>& owners() {
    static auto* list = new std::vector<Owner>();
    return *list;
}

DXGI_MODE_DESC1 widen(const DXGI_MODE_DESC& mode) {
    DXGI_MODE_DESC1 wide{};
    wide.Width = mode.Width;
    wide.Height = mode.Height;
    wide.RefreshRate = mode.RefreshRate;
    wide.Format = mode.Format;
    wide.ScanlineOrdering = mode.ScanlineOrdering;
    wide.Scaling = mode.Scaling;
    return wide;
}

DXGI_MODE_DESC narrow(const DXGI_MODE_DESC1& mode) {
    return {mode.Width, mode.Height, mode.RefreshRate, mode.Format, mode.ScanlineOrdering, mode.Scaling};
}

} // namespace

bool claimMonitor(const wsi::Monitor& monitor, const void* chain) {
    std::lock_guard lock(ownersMutex);
    for (const Owner& owner : owners()) {
        if (owner.monitor == monitor.name && owner.chain != chain)
            return false;
    }
    std::erase_if(owners(), [&](const Owner& owner) { return owner.chain == chain; });
    owners().push_back({monitor.name, chain});
    return true;
}

void releaseMonitor(const void* chain) {
    std::lock_guard lock(ownersMutex);
    std::erase_if(owners(), [&](const Owner& owner) { return owner.chain == chain; });
}

const void* monitorOwner(const wsi::Monitor& monitor) {
    std::lock_guard lock(ownersMutex);
    for (const Owner& owner : owners()) {
        if (owner.monitor == monitor.name)
            return owner.chain;
    }
    return nullptr;
}

Output::Output(Adapter* adapter, wsi::Monitor monitor) : adapter_(adapter), monitor_(std::move(monitor)) {
    Output* self = this;
    SetPrivateData(kOutputTag, sizeof(self), &self);
}

Output::~Output() = default;

Output* Output::from(IDXGIOutput* output) {
    Output* self = nullptr;
    UINT size = sizeof(self);
    if (!output || FAILED(output->GetPrivateData(kOutputTag, &size, &self)) || size != sizeof(self))
        return nullptr;
    return self;
}

HRESULT Output::GetParent(REFIID iid, void** parent) {
    return adapter_->QueryInterface(iid, parent);
}

HRESULT Output::GetDesc(DXGI_OUTPUT_DESC* desc) {
    if (!desc)
        return E_INVALIDARG;
    DXGI_OUTPUT_DESC1 full{};
    GetDesc1(&full);
    *desc = {};
    std::memcpy(desc->DeviceName, full.DeviceName, sizeof(desc->DeviceName));
    desc->DesktopCoordinates = full.DesktopCoordinates;
    desc->AttachedToDesktop = full.AttachedToDesktop;
    desc->Rotation = full.Rotation;
    desc->Monitor = full.Monitor;
    return S_OK;
}

HRESULT Output::GetDesc1(DXGI_OUTPUT_DESC1* desc) {
    if (!desc)
        return E_INVALIDARG;
    *desc = {};
    copyWide(desc->DeviceName, std::size(desc->DeviceName), monitor_.name);
    // A program may have changed the mode since this object was made.
    wsi::Rect area = monitor_.area;
    for (const wsi::Monitor& now : wsi::monitors()) {
        if (now.name == monitor_.name)
            area = now.area;
    }
    desc->DesktopCoordinates = {area.left, area.top, area.right, area.bottom};
    desc->AttachedToDesktop = TRUE;
    desc->Rotation = static_cast<DXGI_MODE_ROTATION>(DXGI_MODE_ROTATION_IDENTITY + static_cast<int>(monitor_.rotation));
    desc->Monitor = static_cast<HMONITOR>(monitor_.handle);
    // The colours of an ordinary sRGB screen: the window system tells nothing of the real ones.
    desc->BitsPerColor = 8;
    desc->ColorSpace = DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709;
    const float primaries[4][2] = {{0.640f, 0.330f}, {0.300f, 0.600f}, {0.150f, 0.060f}, {0.3127f, 0.3290f}};
    std::memcpy(desc->RedPrimary, primaries[0], sizeof(primaries[0]));
    std::memcpy(desc->GreenPrimary, primaries[1], sizeof(primaries[1]));
    std::memcpy(desc->BluePrimary, primaries[2], sizeof(primaries[2]));
    std::memcpy(desc->WhitePoint, primaries[3], sizeof(primaries[3]));
    desc->MinLuminance = 0.5f; // nits
    desc->MaxLuminance = 270.0f;
    desc->MaxFullFrameLuminance = 270.0f;
    return S_OK;
}

HRESULT Output::GetDisplayModeList(DXGI_FORMAT format, UINT flags, UINT* count, DXGI_MODE_DESC* modes) {
    if (!count)
        return DXGI_ERROR_INVALID_CALL;
    const std::vector<DXGI_MODE_DESC1> list = listModes(wsi::modes(monitor_), format, flags);
    const UINT room = *count;
    if (!modes) {
        *count = static_cast<UINT>(list.size());
        return S_OK;
    }
    for (UINT i = 0; i < room && i < list.size(); i++)
        modes[i] = narrow(list[i]);
    if (room < list.size())
        return DXGI_ERROR_MORE_DATA;
    *count = static_cast<UINT>(list.size());
    return S_OK;
}

HRESULT Output::GetDisplayModeList1(DXGI_FORMAT format, UINT flags, UINT* count, DXGI_MODE_DESC1* modes) {
    if (!count)
        return DXGI_ERROR_INVALID_CALL;
    const std::vector<DXGI_MODE_DESC1> list = listModes(wsi::modes(monitor_), format, flags);
    const UINT room = *count;
    if (!modes) {
        *count = static_cast<UINT>(list.size());
        return S_OK;
    }
    for (UINT i = 0; i < room && i < list.size(); i++)
        modes[i] = list[i];
    if (room < list.size())
        return DXGI_ERROR_MORE_DATA;
    *count = static_cast<UINT>(list.size());
    return S_OK;
}

HRESULT Output::FindClosestMatchingMode(const DXGI_MODE_DESC* wanted, DXGI_MODE_DESC* closest, IUnknown* device) {
    if (!wanted || !closest)
        return DXGI_ERROR_INVALID_CALL;
    const DXGI_MODE_DESC1 wide = widen(*wanted);
    DXGI_MODE_DESC1 found{};
    const HRESULT hr = FindClosestMatchingMode1(&wide, &found, device);
    if (SUCCEEDED(hr))
        *closest = narrow(found);
    return hr;
}

HRESULT Output::FindClosestMatchingMode1(const DXGI_MODE_DESC1* wanted, DXGI_MODE_DESC1* closest, IUnknown* device) {
    if (!wanted || !closest || (wanted->Format == DXGI_FORMAT_UNKNOWN && !device))
        return DXGI_ERROR_INVALID_CALL;
    // With a device any of its formats will do.
    const DXGI_FORMAT format = wanted->Format == DXGI_FORMAT_UNKNOWN ? DXGI_FORMAT_R8G8B8A8_UNORM : wanted->Format;
    const std::vector<DXGI_MODE_DESC1> list = listModes(wsi::modes(monitor_), format, DXGI_ENUM_MODES_INTERLACED);
    if ((wanted->Width == 0) != (wanted->Height == 0))
        return DXGI_ERROR_INVALID_CALL;
    if (!closestMode(list, wsi::currentMode(monitor_), *wanted, *closest))
        return isScanoutFormat(format) ? DXGI_ERROR_NOT_FOUND : DXGI_ERROR_INVALID_CALL;
    return S_OK;
}

// The window system gives no such event; the time between two of them is known, their phase is not.
HRESULT Output::WaitForVBlank() {
    const wsi::Mode mode = wsi::currentMode(monitor_);
    const uint64_t period = 1'000'000'000ull * mode.refreshDenominator / std::max(mode.refreshNumerator, 1u);
    sleepNanoseconds(period - monotonicNanoseconds() % period);
    return S_OK;
}

HRESULT Output::TakeOwnership(IUnknown* device, BOOL exclusive) {
    if (!device)
        return DXGI_ERROR_INVALID_CALL;
    if (!exclusive)
        return E_INVALIDARG;
    if (monitorOwner(monitor_))
        return DXGI_ERROR_NOT_CURRENTLY_AVAILABLE;
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIOutput::TakeOwnership");
}

void Output::ReleaseOwnership() {}

HRESULT Output::GetGammaControlCapabilities(DXGI_GAMMA_CONTROL_CAPABILITIES* caps) {
    if (!caps)
        return E_INVALIDARG;
    *caps = {};
    if (!monitorOwner(monitor_))
        return DXGI_ERROR_INVALID_CALL;
    // A curve of 1025 points over 0..1, without scale and offset, is what drivers offer.
    caps->MaxConvertedValue = 1.0f;
    caps->NumGammaControlPoints = 1025;
    for (UINT i = 0; i < caps->NumGammaControlPoints; i++)
        caps->ControlPointPositions[i] = static_cast<float>(i) / 1024.0f;
    return S_OK;
}

HRESULT Output::SetGammaControl(const DXGI_GAMMA_CONTROL* gamma) {
    if (!gamma)
        return E_INVALIDARG;
    if (!monitorOwner(monitor_))
        return DXGI_ERROR_INVALID_CALL;
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIOutput::SetGammaControl");
}

HRESULT Output::GetGammaControl(DXGI_GAMMA_CONTROL* gamma) {
    return gamma ? DXGI_ERROR_INVALID_CALL : E_INVALIDARG; // nothing was ever set
}

HRESULT Output::SetDisplaySurface(IDXGISurface* surface) {
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIOutput::SetDisplaySurface");
}

HRESULT Output::GetDisplaySurfaceData(IDXGISurface* surface) {
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIOutput::GetDisplaySurfaceData");
}

HRESULT Output::GetDisplaySurfaceData1(IDXGIResource* resource) {
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIOutput1::GetDisplaySurfaceData1");
}

HRESULT Output::GetFrameStatistics(DXGI_FRAME_STATISTICS* stats) {
    return HENDECA_DXGI_MISSING(E_NOTIMPL, "IDXGIOutput::GetFrameStatistics");
}

HRESULT Output::DuplicateOutput(IUnknown* device, IDXGIOutputDuplication** duplication) {
    if (!device || !duplication)
        return E_INVALIDARG;
    *duplication = nullptr;
    return HENDECA_DXGI_MISSING(DXGI_ERROR_UNSUPPORTED, "Desktop duplication");
}

HRESULT Output::DuplicateOutput1(IUnknown* device, UINT flags, UINT count, const DXGI_FORMAT* formats,
                                 IDXGIOutputDuplication** duplication) {
    return DuplicateOutput(device, duplication);
}

HRESULT Output::CheckOverlaySupport(DXGI_FORMAT format, IUnknown* device, UINT* flags) {
    if (!device || !flags)
        return E_INVALIDARG;
    *flags = 0;
    return S_OK;
}

HRESULT Output::CheckOverlayColorSpaceSupport(DXGI_FORMAT format, DXGI_COLOR_SPACE_TYPE space, IUnknown* device, UINT* flags) {
    if (!device || !flags)
        return E_INVALIDARG;
    *flags = 0;
    return S_OK;
}

HRESULT Output::CheckHardwareCompositionSupport(UINT* flags) {
    if (!flags)
        return E_INVALIDARG;
    *flags = 0;
    return S_OK;
}

} // namespace hendeca::dxgi
