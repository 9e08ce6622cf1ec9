#include "d3d11/device/device.h"

#include "d3d11/context/deferred_context.h"
#include "d3d11/context/immediate_context.h"
#include "d3d11/d3d10/device10.h"
#include "d3d11/debug/creation.h"
#include "d3d11/device/release.h"
#include "d3d11/shader/class_linkage.h"
#include "d3d11/sharing/shared_resource.h"
#include "d3d11/state/state_tables.h"
#include "d3d11/video/video_device.h"
#include "gpu/format/format_support.h"
#include "util/log.h"

namespace hendeca::d3d11 {

HRESULT errorResult(Device& device, const char* call, const Error& error) {
    if (device.backend().lost())
        return device.removedReason();
    logError("%s: %s", call, error.what.c_str());
    switch (error.code) {
    case ErrorCode::OutOfMemory:
        return E_OUTOFMEMORY;
    case ErrorCode::DeviceLost:
        return DXGI_ERROR_DEVICE_REMOVED;
    case ErrorCode::InvalidArgument:
    case ErrorCode::Corrupt:
    case ErrorCode::Unsupported:
        return E_INVALIDARG;
    default:
        return E_FAIL;
    }
}

HRESULT Device::create(const DeviceDesc& desc, std::unique_ptr<gpu::Backend> backend, ComPtr<Device>& out) {
    ComPtr<Device> device = makeCom<Device>(desc, std::move(backend));
    if (const HRESULT hr = device->start(); FAILED(hr))
        return hr;
    out = std::move(device);
    return S_OK;
}

Device::Device(const DeviceDesc& desc, std::unique_ptr<gpu::Backend> backend)
    : adapter_(desc.adapter), featureLevel_(desc.featureLevel), flags_(desc.flags),
      debug_(desc.flags & D3D11_CREATE_DEVICE_DEBUG ? std::make_unique<DebugLayer>(*this) : nullptr),
      backend_(std::move(backend)), removalWatch_(*backend_),
      formats_(std::make_unique<gpu::FormatSupport>(backend_->adapter())), states_(std::make_unique<StateTables>()),
      video_(std::make_unique<VideoDevice>(*this)), direct3D10_(std::make_unique<Device10>(*this)) {}

HRESULT Device::start() {
    immediate_ = createImmediateContext(*this);
    if (!immediate_)
        return E_OUTOFMEMORY;
    // The context is the device's: the application's last reference does not end it.
    immediate_->addPrivateRef();
    return S_OK;
}

Device::~Device() {
    if (immediate_) {
        // The application has nothing left of this device, so that whatever is alive hangs on the shadow and on objects
        // without references. What they hold becomes unreferenced in turn.
        backend_->abandonWaits();
        immediate_->ClearState();
        immediate_->drainUnreferenced(true);
        immediate_->submitNow();
        backend_->drain();
        immediate_.reset();
    }
    removalWatch_.stop();
    backend_.reset();
}

HRESULT Device::queryOtherInterface(REFIID iid, void** object) {
    *object = nullptr;
    if (VideoDevice::offers(iid)) {
        *object = static_cast<ID3D11VideoDevice*>(video_.get());
        AddRef();
        return S_OK;
    }
    if (comChainHas<ID3D10Device1>(iid) && offersDirect3D10()) {
        *object = static_cast<ID3D10Device1*>(direct3D10_.get());
        AddRef();
        return S_OK;
    }
    if (IsEqualGUID(iid, __uuidof(ID3D10Multithread))) {
        *object = static_cast<ID3D10Multithread*>(direct3D10_.get());
        AddRef();
        return S_OK;
    }
    if (IsEqualGUID(iid, __uuidof(ID3DDestructionNotifier)))
        return privateData_.queryNotifier(static_cast<ID3D11Device5&>(*this), object);
    if (!debug_)
        return E_NOINTERFACE;
    if (IsEqualGUID(iid, __uuidof(ID3D11Debug)))
        *object = static_cast<ID3D11Debug*>(debug_.get());
    else if (IsEqualGUID(iid, __uuidof(ID3D11InfoQueue)))
        *object = static_cast<ID3D11InfoQueue*>(&debug_->queue());
    else if (offersDirect3D10())
        *object = direct3D10_->debugInterface(iid);
    if (!*object)
        return E_NOINTERFACE;
    AddRef();
    return S_OK;
}

void Device::OfferDirect3D10(uint32_t flags) {
    direct3D10_->setCreationFlags(flags);
    if (!(flags & D3D10_CREATE_DEVICE_SINGLETHREADED))
        SetMultithreadProtected(TRUE);
    offerDirect3D10();
}

HRESULT Device::removedReason() {
    if (!backend_->lost())
        return S_OK;
    if (!removalLogged_.exchange(true, std::memory_order_relaxed)) {
        logError("The device is lost: %s", backend_->lostReason());
        if (debug_)
            debug_->say(D3D11_MESSAGE_ID_DEVICE_REMOVAL_PROCESS_AT_FAULT, "ID3D11Device::RemoveDevice", "%s", backend_->lostReason());
    }
    return DXGI_ERROR_DEVICE_REMOVED;
}

HRESULT Device::GetDeviceRemovedReason() {
    return SUCCEEDED(removedReason()) ? S_OK : DXGI_ERROR_DEVICE_HUNG;
}

void Device::GetImmediateContext(ID3D11DeviceContext** context) {
    if (context)
        returnRef(immediate_.get(), context);
}

void Device::GetImmediateContext1(ID3D11DeviceContext1** context) {
    if (context)
        returnRef(immediate_.get(), context);
}

void Device::GetImmediateContext2(ID3D11DeviceContext2** context) {
    if (context)
        returnRef(immediate_.get(), context);
}

void Device::GetImmediateContext3(ID3D11DeviceContext3** context) {
    if (context)
        returnRef(immediate_.get(), context);
}

namespace {

template <class I>
HRESULT makeUntold(Device& device, UINT deviceFlags, UINT flags, I** context) {
    if (context)
        *context = nullptr;
    if (flags)
        return E_INVALIDARG;
    if (deviceFlags & D3D11_CREATE_DEVICE_SINGLETHREADED)
        return DXGI_ERROR_INVALID_CALL;
    if (const HRESULT hr = device.removedReason(); FAILED(hr))
        return hr;
    if (!context)
        return S_FALSE;
    DeferredContext* made = createDeferredContext(device, flags);
    return made ? returnNew(made, context) : E_OUTOFMEMORY;
}

template <class I>
HRESULT makeDeferred(Device& device, UINT deviceFlags, UINT flags, I** context) {
    const HRESULT hr = makeUntold(device, deviceFlags, flags, context);
    if (DebugLayer* debug = device.debug()) [[unlikely]]
        creation::deferredContext(*debug, flags, deviceFlags, hr, context ? *context : nullptr);
    return hr;
}

} // namespace

HRESULT Device::CreateDeferredContext(UINT flags, ID3D11DeviceContext** context) {
    return makeDeferred(*this, flags_, flags, context);
}

HRESULT Device::CreateDeferredContext1(UINT flags, ID3D11DeviceContext1** context) {
    return makeDeferred(*this, flags_, flags, context);
}

HRESULT Device::CreateDeferredContext2(UINT flags, ID3D11DeviceContext2** context) {
    return makeDeferred(*this, flags_, flags, context);
}

HRESULT Device::CreateDeferredContext3(UINT flags, ID3D11DeviceContext3** context) {
    return makeDeferred(*this, flags_, flags, context);
}

HRESULT Device::CreateClassLinkage(ID3D11ClassLinkage** linkage) {
    if (!linkage)
        return E_INVALIDARG;
    auto* const made = new ClassLinkage(*this);
    returnNew(made, linkage);
    if (debug_) [[unlikely]]
        debug_->track(ObjectKind::ClassLinkage, made, *made);
    return S_OK;
}

HRESULT Device::SetExceptionMode(UINT flags) {
    if (flags & ~uint32_t(D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR)) {
        if (debug_)
            debug_->say(D3D11_MESSAGE_ID_SETEXCEPTIONMODE_UNRECOGNIZEDFLAGS, "ID3D11Device::SetExceptionMode",
                        "RaiseFlags is 0x%x.", flags);
        return E_INVALIDARG;
    }
    exceptionMode_ = flags;
    return S_OK;
}

BOOL Device::SetMultithreadProtected(BOOL protect) {
    const bool before = multithreadProtected_.exchange(protect != FALSE);
    immediate_->setProtected(protect != FALSE);
    return before;
}

// --- sharing

HRESULT Device::OpenSharedResource(HANDLE handle, REFIID iid, void** resource) {
    return openShared(*this, HandleKind::Number, handle, iid, resource);
}

HRESULT Device::OpenSharedResource1(HANDLE handle, REFIID iid, void** resource) {
    return openShared(*this, HandleKind::Kernel, handle, iid, resource);
}

HRESULT Device::OpenSharedResourceByName(LPCWSTR name, DWORD, REFIID iid, void** resource) {
    if (name)
        return openSharedByName(*this, name, iid, resource);
    if (resource)
        *resource = nullptr;
    return E_INVALIDARG;
}

// --- Not there yet: each says so once and fails.

void Device::WriteToSubresource(ID3D11Resource*, UINT, const D3D11_BOX*, const void*, UINT, UINT) {
    // Only textures that were made with DEFAULT usage and CPU access may be given here, and none can be made.
    HENDECA_WARN_ONCE("ID3D11Device3::WriteToSubresource: textures in default memory cannot be mapped");
}

void Device::ReadFromSubresource(void*, UINT, UINT, ID3D11Resource*, UINT, const D3D11_BOX*) {
    HENDECA_WARN_ONCE("ID3D11Device3::ReadFromSubresource: textures in default memory cannot be mapped");
}

HRESULT Device::RegisterDeviceRemovedEvent(HANDLE event, DWORD* cookie) {
    if (!cookie)
        return E_INVALIDARG;
    *cookie = 0;
    return removalWatch_.add(event, *cookie);
}

void Device::UnregisterDeviceRemoved(DWORD cookie) {
    removalWatch_.remove(cookie);
}

} // namespace hendeca::d3d11
