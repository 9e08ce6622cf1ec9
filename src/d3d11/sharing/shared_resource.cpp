#include "d3d11/sharing/shared_resource.h"

#include "d3d11/debug/debug_layer.h"
#include "d3d11/device/device.h"
#include "d3d11/resource/texture.h"
#include "d3d11/sharing/keyed_mutex.h"
#include "util/log.h"
#include "util/platform_event.h"

#include <algorithm>
#include <mutex>

namespace hendeca::d3d11 {

namespace {

// Numbers as the system's own old-style handles have them: larger than any handle to a kernel object.
constexpr uintptr_t kFirstNumber = 0x40000002, kNumberStep = 0x40, kNumberEnd = 0x80000000;

struct Table {
    std::mutex mutex;
    std::vector<std::weak_ptr<SharedResource>> all; // those with a handle
    uintptr_t nextNumber = kFirstNumber;

    template <class Fits>
    std::shared_ptr<SharedResource> find(Fits&& fits) {
        std::erase_if(all, [](const auto& entry) { return entry.expired(); });
        for (const auto& entry : all)
            if (std::shared_ptr<SharedResource> shared = entry.lock(); shared && fits(*shared))
                return shared;
        return nullptr;
    }
};

Table& table() {
    static Table* const made = new Table; // other threads may still share while the process ends
    return *made;
}

// Under the table's lock.
SharedObject& objectOf(ResourceBase& object, std::shared_ptr<SharedResource> shared = nullptr) {
    if (object.sharing)
        return *object.sharing;
    if (!shared)
        shared = std::make_shared<SharedResource>();
    shared->objects.push_back(&object);
    object.sharing = std::make_shared<SharedObject>(std::move(shared));
    if (object.kind() == ResourceKind::Texture2D && object.miscFlags() & D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX)
        object.sharing->mutex = std::make_unique<KeyedMutex>(static_cast<Texture2D&>(object.asTexture()));
    return *object.sharing;
}

Texture2D& ownerOf(ResourceBase& object) {
    return static_cast<Texture2D&>(object.asTexture()).imageOwner();
}

bool opensElsewhere(ResourceBase& object) {
    return object.kind() == ResourceKind::Texture2D && object.miscFlags() & D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX &&
           isTransportable(static_cast<Texture2D&>(object.asTexture()));
}

// What was found of a shared resource; from the table's lock.
struct Found {
    std::shared_ptr<SharedResource> shared;
    ResourceBase* here = nullptr;  // an object of the device that asks, with a private reference
    D3D11_TEXTURE2D_DESC1 desc{};  // of what other devices have
    bool elsewhere = false;        // there is one, and it can be opened on another device
};

template <class Fits>
Found look(Device& device, Fits&& fits) {
    Found found;
    std::lock_guard lock(table().mutex);
    found.shared = table().find(fits);
    if (!found.shared)
        return found;
    for (ResourceBase* object : found.shared->objects) {
        if (&object->device() == &device) {
            object->addPrivateRef();
            found.here = object;
            break;
        }
        if (!opensElsewhere(*object))
            continue;
        static_cast<Texture2D&>(object->asTexture()).GetDesc1(&found.desc);
        found.elsewhere = true;
    }
    return found;
}

HRESULT openTexture(Device& device, const Found& found, REFIID iid, void** out) {
    Texture2D* made = nullptr;
    const HRESULT hr = found.here ? Texture2D::createAlias(ownerOf(*found.here), &made)
                                  : Texture2D::create(device, &found.desc, nullptr, &made);
    if (FAILED(hr))
        return hr;
    made->addPrivateRef();
    {
        std::lock_guard lock(table().mutex);
        objectOf(*made, found.shared);
    }
    const HRESULT given = made->QueryInterface(iid, out);
    if (DebugLayer* debug = device.debug(); debug && SUCCEEDED(given)) [[unlikely]]
        debug->track(ObjectKind::Texture2D, made, *made);
    made->releasePrivateRef();
    return given;
}

template <class Fits>
HRESULT open(Device& device, REFIID iid, void** out, Fits&& fits) {
    if (out)
        *out = nullptr;
    if (const HRESULT hr = device.removedReason(); FAILED(hr))
        return hr;
    const Found found = look(device, fits);
    if (!found.here && !found.elsewhere) {
        if (found.shared)
            HENDECA_WARN_ONCE("only textures with a keyed mutex can be opened on a device other than their own");
        else
            HENDECA_WARN_ONCE("a shared resource of no handle or name of this process; others cannot be opened");
        return E_INVALIDARG;
    }
    HRESULT hr = S_FALSE;
    if (out && found.here && found.here->kind() != ResourceKind::Texture2D)
        hr = found.here->com()->QueryInterface(iid, out);
    else if (out)
        hr = openTexture(device, found, iid, out);
    if (found.here)
        found.here->releasePrivateRef();
    return hr;
}

} // namespace

SharedResource::~SharedResource() {
    if (identity)
        closeHandle(identity);
}

SharedObject::SharedObject(std::shared_ptr<SharedResource> shared) : resource(std::move(shared)) {}
SharedObject::~SharedObject() = default;

SharedObject& sharingOf(ResourceBase& object) {
    std::lock_guard lock(table().mutex);
    return objectOf(object);
}

// An unreferenced object leaves the table, so that it cannot be opened any more, unless somebody has done so meanwhile.
bool ResourceBase::claim() {
    if (!sharing)
        return claimState();
    std::lock_guard lock(table().mutex);
    if (!claimState())
        return false;
    std::erase(sharing->resource->objects, this);
    return true;
}

void leaveShared(ResourceBase& object) {
    SharedObject& own = *object.sharing;
    own.resource->keys.leave(&object);
    bool lastOne;
    {
        std::lock_guard lock(table().mutex);
        lastOne = own.resource->objects.empty();
    }
    if (&ownerOf(object) == &object)
        endTransport(ownerOf(object), lastOne);
}

HRESULT openShared(Device& device, HandleKind kind, HANDLE handle, REFIID iid, void** out) {
    const auto number = reinterpret_cast<uintptr_t>(handle);
    return open(device, iid, out, [&](const SharedResource& shared) {
        return kind == HandleKind::Number ? number && shared.number == number
                                          : shared.identity && handle && sameObject(shared.identity, handle);
    });
}

HRESULT openSharedByName(Device& device, const WCHAR* name, REFIID iid, void** out) {
    return open(device, iid, out,
                [&](const SharedResource& shared) { return shared.identity && !shared.name.empty() && shared.name == name; });
}

HRESULT sharedNumber(ResourceBase& object, HANDLE& handle) {
    Table& all = table();
    std::lock_guard lock(all.mutex);
    SharedObject& own = objectOf(object);
    SharedResource& shared = *own.resource;
    if (!shared.number) {
        if (all.nextNumber >= kNumberEnd)
            return E_OUTOFMEMORY;
        shared.number = all.nextNumber;
        all.nextNumber += kNumberStep;
        all.all.push_back(own.resource);
    }
    handle = reinterpret_cast<HANDLE>(shared.number);
    return S_OK;
}

HRESULT sharedKernelHandle(ResourceBase& object, const WCHAR* name, HANDLE& handle) {
    Table& all = table();
    std::lock_guard lock(all.mutex);
    SharedObject& own = objectOf(object);
    SharedResource& shared = *own.resource;
    if (shared.identity) // one only; more are made with DuplicateHandle
        return DXGI_ERROR_INVALID_CALL;
    if (name && *name && all.find([&](const SharedResource& other) { return other.name == name; }))
        return DXGI_ERROR_NAME_ALREADY_EXISTS;
    void* const identity = createIdentityHandle();
    void* const given = identity ? duplicateHandle(identity) : nullptr;
    if (!given) {
        if (identity)
            closeHandle(identity);
        return E_OUTOFMEMORY;
    }
    shared.identity = identity;
    shared.name = name ? name : L"";
    all.all.push_back(own.resource);
    handle = given;
    return S_OK;
}

} // namespace hendeca::d3d11
