// Shared resources, keyed mutexes, fences, device contexts of GDI.
#include "rule.h"
#include "sync/event.h"

namespace conformance::rules {
namespace {

constexpr UINT kShared = D3D11_RESOURCE_MISC_SHARED, kNtHandle = D3D11_RESOURCE_MISC_SHARED_NTHANDLE;
constexpr const char *kGet = "IDXGIResource::GetSharedHandle", *kCreate = "IDXGIResource1::CreateSharedHandle",
                     *kOpen = "ID3D11Device::OpenSharedResource", *kOpen1 = "ID3D11Device1::OpenSharedResource1",
                     *kAcquire = "IDXGIKeyedMutex::AcquireSync", *kRelease = "IDXGIKeyedMutex::ReleaseSync";
constexpr Elsewhere kRights{"a test has all rights"};

const HANDLE kUntouched = reinterpret_cast<HANDLE>(uintptr_t(0x7a7a));

constexpr UINT kKeyed = D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX;

Com<ID3D11Texture2D> shared(Rig& r, UINT misc) {
    return r.texture(kRgba, kSrv | kRtv, 1, 1, 1, misc);
}

HANDLE numberOf(ID3D11Texture2D* texture) {
    Com<IDXGIResource> resource;
    HANDLE handle = nullptr;
    texture->QueryInterface(__uuidof(IDXGIResource), resource.outVoid());
    EXPECT_HR(S_OK, resource->GetSharedHandle(&handle));
    return handle;
}

// A handle to a kernel object, closed at the end.
struct Kernel {
    Kernel(ID3D11Texture2D* texture, const WCHAR* name = nullptr) {
        Com<IDXGIResource1> resource;
        texture->QueryInterface(__uuidof(IDXGIResource1), resource.outVoid());
        hr = resource->CreateSharedHandle(nullptr, DXGI_SHARED_RESOURCE_READ | DXGI_SHARED_RESOURCE_WRITE, name, &handle);
    }
    ~Kernel() {
        if (handle)
            closeShared(handle);
    }
    HANDLE handle = nullptr;
    HRESULT hr;
};

// A keyed mutex, and the same on another device.
struct Pair {
    explicit Pair(Rig& r) {
        Com<ID3D11Texture2D> texture = shared(r, kKeyed), opened;
        own = texture.as<IDXGIKeyedMutex>();
        EXPECT_HR(S_OK, makeDevice(0, device, context));
        EXPECT_HR(S_OK, device->OpenSharedResource(numberOf(texture.get()), __uuidof(ID3D11Texture2D), opened.outVoid()));
        other = opened.as<IDXGIKeyedMutex>();
    }
    void endOther() {
        other.reset();
        context.reset();
        device.reset();
    }
    ~Pair() { endOther(); }
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    Com<IDXGIKeyedMutex> own, other;
};

Com<IDXGIKeyedMutex> keyed(Rig& r) {
    return shared(r, kKeyed).as<IDXGIKeyedMutex>();
}

Com<IDXGISurface1> surface(Rig& r, UINT misc) {
    return r.texture(DXGI_FORMAT_B8G8R8A8_UNORM, kRtv, 1, 1, 1, misc).as<IDXGISurface1>();
}

const Rule kRules[] = {
    {310, kGet, "texture made with SHARED_NTHANDLE: handle untouched", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         auto resource = r.texture(kRgba, kSrv | kRtv, 1, 1, 1, kShared | kNtHandle).as<IDXGIResource>();
         HANDLE handle = kUntouched;
         const HRESULT hr = resource->GetSharedHandle(&handle);
         EXPECT_EQ(kUntouched, handle);
         return hr;
     }},
    {311, kGet, "texture that is not shared: handle NULL", S_OK, Out::Any,
     [](Rig& r) {
         auto resource = r.texture(kRgba, kSrv | kRtv).as<IDXGIResource>();
         HANDLE handle = kUntouched;
         const HRESULT hr = resource->GetSharedHandle(&handle);
         EXPECT_EQ(nullptr, handle);
         return hr;
     }},
    {312, kGet, "texture shared in the old way", S_OK, Out::Any,
     [](Rig& r) {
         HANDLE handle = nullptr;
         const HRESULT hr = shared(r, kShared).as<IDXGIResource>()->GetSharedHandle(&handle);
         EXPECT_NE(nullptr, handle);
         return hr;
     }},
    {313, kCreate, "texture made without SHARED_NTHANDLE: handle NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         const auto one = [&](UINT misc) {
             auto resource = r.texture(kRgba, kSrv | kRtv, 1, 1, 1, misc).as<IDXGIResource1>();
             HANDLE handle = kUntouched;
             const HRESULT hr = resource->CreateSharedHandle(nullptr, GENERIC_ALL, nullptr, &handle);
             EXPECT_EQ(nullptr, handle);
             return hr;
         };
         return r.same({one(0), one(kShared)});
     }},
    {314, kCreate, "another invalid parameter", DXGI_ERROR_INVALID_CALL, Elsewhere{"any rights and attributes are taken"}},
    {315, kCreate, "name already taken", DXGI_ERROR_NAME_ALREADY_EXISTS, Out::Any,
     [](Rig& r) {
         Com<ID3D11Texture2D> first = shared(r, kShared | kNtHandle), second = shared(r, kShared | kNtHandle);
         const Kernel one(first.get(), L"a name of a rule"), two(second.get(), L"a name of a rule");
         EXPECT_HR(S_OK, one.hr);
         return two.hr;
     }},
    {316, kCreate, "name in a protected namespace", E_ACCESSDENIED, kRights},
    {317, kCreate, "second call for the same resource", kFailure, Out::Any,
     [](Rig& r) {
         Com<ID3D11Texture2D> texture = shared(r, kShared | kNtHandle);
         const Kernel one(texture.get()), two(texture.get());
         EXPECT_HR(S_OK, one.hr);
         return two.hr;
     }},
    {318, kCreate, "Windows 7 with its platform update", E_NOTIMPL, Elsewhere{"about an old Windows"}},
    {319, kOpen, "NT handle given", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         Com<ID3D11Texture2D> texture = shared(r, kShared | kNtHandle);
         const Kernel kernel(texture.get());
         return r->OpenSharedResource(kernel.handle, __uuidof(ID3D11Texture2D),
                                      reinterpret_cast<void**>(r.out<IUnknown>()));
     }},
    {320, kOpen, "interface that the resource lacks", E_NOINTERFACE, Out::Null,
     [](Rig& r) {
         Com<ID3D11Texture2D> texture = shared(r, kShared);
         return r->OpenSharedResource(numberOf(texture.get()), __uuidof(ID3D11Buffer),
                                      reinterpret_cast<void**>(r.out<IUnknown>()));
     }},
    {321, kOpen, "output NULL, handle of the right kind", S_FALSE, Out::Any,
     [](Rig& r) {
         Com<ID3D11Texture2D> texture = shared(r, kShared);
         return r->OpenSharedResource(numberOf(texture.get()), __uuidof(ID3D11Texture2D), nullptr);
     }},
    {322, kOpen1, "old-style handle given", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         Com<ID3D11Texture2D> texture = shared(r, kShared);
         return r.deviceAs<ID3D11Device1>()->OpenSharedResource1(
             numberOf(texture.get()), __uuidof(ID3D11Texture2D), reinterpret_cast<void**>(r.out<IUnknown>()));
     }},
    {323, kOpen1, "no right to the resource", E_ACCESSDENIED, kRights},
    {324, kOpen1, "Windows 7 with its platform update", E_NOTIMPL, Elsewhere{"about an old Windows"}},
    {325, "ID3D11Device1::OpenSharedResourceByName", "no right to the resource", E_ACCESSDENIED, kRights},
    {326, "ID3D11Texture2D::QueryInterface", "IDXGIKeyedMutex without SHARED_KEYEDMUTEX", E_NOINTERFACE, Out::Null,
     [](Rig& r) {
         return r.same({r.texture(kRgba, kSrv)
                            ->QueryInterface(__uuidof(IDXGIKeyedMutex), reinterpret_cast<void**>(r.out<IUnknown>())),
                        r.texture(kRgba, kSrv | kRtv, 1, 1, 1, kShared)
                            ->QueryInterface(__uuidof(IDXGIKeyedMutex), reinterpret_cast<void**>(r.out<IUnknown>()))});
     }},
    {327, kAcquire, "fresh resource, key 0", S_OK, Out::Any,
     [](Rig& r) { return keyed(r)->AcquireSync(0, 0); }},
    {328, kAcquire, "key differs from the one released last, timeout 0 or elapsed", HRESULT(0x102), Out::Any,
     [](Rig& r) {
         Com<IDXGIKeyedMutex> mutex = keyed(r);
         return r.same({mutex->AcquireSync(1, 0), mutex->AcquireSync(1, 1)});
     }},
    {329, kAcquire, "already held by this device, any key", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Com<IDXGIKeyedMutex> mutex = keyed(r);
         EXPECT_HR(S_OK, mutex->AcquireSync(0, 0));
         return r.same({mutex->AcquireSync(0, 0), mutex->AcquireSync(1, 0)});
     }},
    {330, kAcquire, "held by another device, timeout 0", HRESULT(0x102), Out::Any,
     [](Rig& r) {
         Pair pair(r);
         EXPECT_HR(S_OK, pair.own->AcquireSync(0, 0));
         return r.same({pair.other->AcquireSync(0, 0), pair.other->AcquireSync(1, 0)});
     }},
    {331, kAcquire, "the device that held it was destroyed", HRESULT(0x80), Out::Any,
     [](Rig& r) {
         Pair pair(r);
         EXPECT_HR(S_OK, pair.other->AcquireSync(0, 0));
         pair.endOther();
         return r.same({pair.own->AcquireSync(0, 0), pair.own->AcquireSync(0, 0)});
     }},
    {332, kAcquire, "owner made a second keyed mutex on the same resource", E_FAIL, Out::Any,
     [](Rig& r) {
         Com<ID3D11Texture2D> texture = shared(r, kKeyed), opened;
         EXPECT_HR(S_OK, texture.as<IDXGIKeyedMutex>()->AcquireSync(0, 0));
         EXPECT_HR(S_OK, r->OpenSharedResource(numberOf(texture.get()), __uuidof(ID3D11Texture2D), opened.outVoid()));
         return opened.as<IDXGIKeyedMutex>()->AcquireSync(0, 0);
     }},
    {333, kRelease, "not held by this device", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Pair pair(r);
         const HRESULT fresh = pair.own->ReleaseSync(0);
         EXPECT_HR(S_OK, pair.own->AcquireSync(0, 0));
         return r.same({fresh, pair.other->ReleaseSync(0)});
     }},
    {334, kRelease, "after WAIT_ABANDONED", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Pair pair(r);
         EXPECT_HR(S_OK, pair.other->AcquireSync(0, 0));
         pair.endOther();
         EXPECT_HR(HRESULT(0x80), pair.own->AcquireSync(0, 0));
         return pair.own->ReleaseSync(0);
     }},
    {335, "IDXGISurface1::GetDC", "without GDI_COMPATIBLE", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         HDC dc = nullptr;
         return r.same({surface(r, 0)->GetDC(FALSE, &dc), surface(r, 0)->GetDC(TRUE, &dc)});
     }},
    {336, "IDXGISurface1::ReleaseDC", "without a DC out", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return r.same(
             {surface(r, 0)->ReleaseDC(nullptr), surface(r, D3D11_RESOURCE_MISC_GDI_COMPATIBLE)->ReleaseDC(nullptr)});
     }},
    {344, "ID3D11Device5::CreateFence", "interface that the fence lacks", E_NOINTERFACE, Out::Null,
     [](Rig& r) {
         return r.deviceAs<ID3D11Device5>()->CreateFence(0, D3D11_FENCE_FLAG_NONE, __uuidof(ID3D11Buffer),
                                                         reinterpret_cast<void**>(r.out<IUnknown>()));
     }},
};

} // namespace

std::span<const Rule> sharingRules() {
    return kRules;
}

} // namespace conformance::rules
