// Shared resources, keyed mutexes, fences, device contexts of GDI.
#include "rule.h"

namespace conformance::rules {
namespace {

constexpr UINT kShared = D3D11_RESOURCE_MISC_SHARED, kNtHandle = D3D11_RESOURCE_MISC_SHARED_NTHANDLE;
constexpr const char *kGet = "IDXGIResource::GetSharedHandle", *kCreate = "IDXGIResource1::CreateSharedHandle",
                     *kOpen = "ID3D11Device::OpenSharedResource", *kOpen1 = "ID3D11Device1::OpenSharedResource1",
                     *kAcquire = "IDXGIKeyedMutex::AcquireSync", *kRelease = "IDXGIKeyedMutex::ReleaseSync";
constexpr NotYet kNoSharing{"sharing: the call fails with E_NOTIMPL"};
constexpr NotYet kNoMutex{"keyed mutexes: the texture does not offer the interface"};
constexpr Elsewhere kRights{"a test has all rights"};

const HANDLE kUntouched = reinterpret_cast<HANDLE>(uintptr_t(0x7a7a));

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
    {312, kGet, "texture shared in the old way", S_OK, kNoSharing},
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
    {314, kCreate, "another invalid parameter", DXGI_ERROR_INVALID_CALL, kNoSharing},
    {315, kCreate, "name already taken", DXGI_ERROR_NAME_ALREADY_EXISTS, kNoSharing},
    {316, kCreate, "name in a protected namespace", E_ACCESSDENIED, kRights},
    {317, kCreate, "second call for the same resource", kFailure, kNoSharing},
    {318, kCreate, "Windows 7 with its platform update", E_NOTIMPL, Elsewhere{"about an old Windows"}},
    {319, kOpen, "NT handle given", E_INVALIDARG, kNoSharing},
    {320, kOpen, "interface that the resource lacks", E_NOINTERFACE, kNoSharing},
    {321, kOpen, "output NULL, handle of the right kind", S_FALSE, kNoSharing},
    {322, kOpen1, "old-style handle given", E_INVALIDARG, kNoSharing},
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
    {327, kAcquire, "fresh resource, key 0", S_OK, kNoMutex},
    {328, kAcquire, "key differs from the one released last, timeout 0 or elapsed", HRESULT(0x102), kNoMutex},
    {329, kAcquire, "already held by this device, any key", DXGI_ERROR_INVALID_CALL, kNoMutex},
    {330, kAcquire, "held by another device, timeout 0", HRESULT(0x102), kNoMutex},
    {331, kAcquire, "the device that held it was destroyed", HRESULT(0x80), kNoMutex},
    {332, kAcquire, "owner made a second keyed mutex on the same resource", E_FAIL, kNoMutex},
    {333, kRelease, "not held by this device", DXGI_ERROR_INVALID_CALL, kNoMutex},
    {334, kRelease, "after WAIT_ABANDONED", DXGI_ERROR_INVALID_CALL, kNoMutex},
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
