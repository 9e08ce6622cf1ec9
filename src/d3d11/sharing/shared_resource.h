#pragma once
// What the resources of this process share, found by an old-style handle (a number, never a kernel object), by any handle
// to the object that stands for it, or by name. A shared thing lives as long as one resource object is open on it; handles
// do not keep it. On one device a second Texture2D is an object of its own onto the first one's image; other kinds of
// resource are given out again themselves. On another device only textures with a keyed mutex open: an image of its own,
// whose contents travel when the mutex changes hands (contents.h). Any thread. Source: Microsoft Learn,
// IDXGIResource::GetSharedHandle, IDXGIResource1::CreateSharedHandle, ID3D11Device(1)::OpenSharedResource(1).

#include "d3d11/sharing/contents.h"
#include "d3d11/sharing/key_state.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <d3d11_4.h>

namespace hendeca::d3d11 {

class Device;
class KeyedMutex;
class ResourceBase;

// Shared by all resource objects that are open on it.
struct SharedResource {
    ~SharedResource();

    KeyState keys;
    Contents contents;

    // --- under the table's lock
    std::vector<ResourceBase*> objects; // alive, and open on it
    uintptr_t number = 0;               // the old-style handle; 0: never asked for
    void* identity = nullptr;           // our own handle to the object that the program's handles name
    std::wstring name;
};

// One resource object's part in it.
struct SharedObject {
    explicit SharedObject(std::shared_ptr<SharedResource> shared);
    ~SharedObject();

    std::shared_ptr<SharedResource> resource;
    std::unique_ptr<KeyedMutex> mutex; // with SHARED_KEYEDMUTEX
    Transport transport;
};

inline constexpr uint32_t kSharedMisc = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX;

// Of a resource that was made with one of kSharedMisc; made when first asked for.
SharedObject& sharingOf(ResourceBase& object);

// For Texture2D, on the immediate context's thread, right before deletion.
void leaveShared(ResourceBase& object);

enum class HandleKind { Number, Kernel };
// As the methods of the same names. `out` may be null: the handle is judged only.
HRESULT openShared(Device& device, HandleKind kind, HANDLE handle, REFIID iid, void** out);
HRESULT openSharedByName(Device& device, const WCHAR* name, REFIID iid, void** out);
// The flags of the resource are judged already.
HRESULT sharedNumber(ResourceBase& object, HANDLE& handle);
HRESULT sharedKernelHandle(ResourceBase& object, const WCHAR* name, HANDLE& handle);

} // namespace hendeca::d3d11
