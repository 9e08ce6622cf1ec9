// DXGI: entry points, factories, adapters, the device's side.
#include "rule.h"

// Entry points that dxgi's headers of some SDKs leave out.
extern "C" HRESULT WINAPI DXGIDeclareAdapterRemovalSupport();

namespace conformance::rules {
namespace {

constexpr GUID kD3D10Device = {0x9b7e4c0f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};
constexpr GUID kD3D10Device1 = {0x9b7e4c8f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};

void** any(Rig& r) {
    return reinterpret_cast<void**>(r.out<IUnknown>());
}
UINT adapterCount(IDXGIFactory6* factory) {
    UINT count = 0;
    Com<IDXGIAdapter1> adapter;
    while (SUCCEEDED(factory->EnumAdapters1(count, adapter.out())))
        count++;
    return count;
}

constexpr const char* kLatency = "IDXGIDevice1::Set/GetMaximumFrameLatency";

const Rule kRules[] = {
    {345, "CreateDXGIFactory", "interface that is no factory's", E_NOINTERFACE, Out::Null,
     [](Rig& r) { return CreateDXGIFactory(__uuidof(IDXGIDevice), any(r)); }},
    {346, "CreateDXGIFactory", "IDXGIFactory1 asked; a 1.0 factory also refuses it later", E_NOINTERFACE, Out::Null,
     [](Rig& r) {
         Com<IDXGIFactory> old;
         EXPECT_HR(S_OK, CreateDXGIFactory(__uuidof(IDXGIFactory), old.outVoid()));
         return r.same({CreateDXGIFactory(__uuidof(IDXGIFactory1), any(r)),
                        old->QueryInterface(__uuidof(IDXGIFactory1), any(r))});
     }},
    {347, "CreateDXGIFactory", "IDXGIFactory2 asked", S_OK, Out::Made,
     [](Rig& r) { return CreateDXGIFactory(__uuidof(IDXGIFactory2), any(r)); }},
    {348, "CreateDXGIFactory", "called in DllMain", kFailure,
     Elsewhere{"a factory is made all the same; the Vulkan loader's own rules decide"}},
    {349, "CreateDXGIFactory1", "interface that is no factory's", E_NOINTERFACE, Out::Null,
     [](Rig& r) { return CreateDXGIFactory1(__uuidof(IDXGIDevice), any(r)); }},
    {350, "CreateDXGIFactory1",
     "IUnknown, IDXGIObject, IDXGIFactory to IDXGIFactory2: the object answers to IDXGIFactory1", S_OK, Out::Made,
     [](Rig& r) {
         HRESULT hr = S_OK;
         for (const IID& iid : {__uuidof(IUnknown), __uuidof(IDXGIObject), __uuidof(IDXGIFactory),
                                __uuidof(IDXGIFactory1), __uuidof(IDXGIFactory2)}) {
             hr = CreateDXGIFactory1(iid, any(r));
             if (FAILED(hr))
                 return hr;
             Com<IDXGIFactory1> newer;
             EXPECT_HR(S_OK, r.made<IUnknown>()->QueryInterface(__uuidof(IDXGIFactory1), newer.outVoid()));
         }
         return hr;
     }},
    {351, "CreateDXGIFactory2", "any factory interface, flags 0 or DEBUG: answers up to IDXGIFactory3 at least", S_OK,
     Out::Made,
     [](Rig& r) {
         HRESULT hr = S_OK;
         for (UINT flags : {0u, UINT(DXGI_CREATE_FACTORY_DEBUG)}) {
             hr = CreateDXGIFactory2(flags, __uuidof(IDXGIFactory), any(r));
             if (FAILED(hr))
                 return hr;
             Com<IDXGIFactory3> newer;
             EXPECT_HR(S_OK, r.made<IUnknown>()->QueryInterface(__uuidof(IDXGIFactory3), newer.outVoid()));
         }
         return hr;
     }},
    {352, "DXGIDeclareAdapterRemovalSupport", "second call", DXGI_ERROR_ALREADY_EXISTS,
     Elsewhere{
         "the call is once a process and must come before the first device (row 353); a test program has one by then"}},
    {353, "DXGIDeclareAdapterRemovalSupport", "called after a device exists", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig&) { return DXGIDeclareAdapterRemovalSupport(); }},
    {354, "IDXGIFactory::EnumAdapters", "output NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return r.same({r.factory()->EnumAdapters(0, nullptr), r.factory()->EnumAdapters1(0, nullptr)});
     }},
    {355, "IDXGIFactory::EnumAdapters", "index past the last adapter: output NULL", DXGI_ERROR_NOT_FOUND, Out::Null,
     [](Rig& r) {
         auto factory = r.factory();
         const UINT count = adapterCount(factory.get());
         return r.same({factory->EnumAdapters(count, r.out<IDXGIAdapter>()),
                        factory->EnumAdapters1(count, r.out<IDXGIAdapter1>()),
                        factory->EnumAdapters(~0u, r.out<IDXGIAdapter>())});
     }},
    {356, "IDXGIFactory4::EnumAdapterByLuid", "output NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         DXGI_ADAPTER_DESC desc{};
         r.adapter()->GetDesc(&desc);
         return r.factory()->EnumAdapterByLuid(desc.AdapterLuid, __uuidof(IDXGIAdapter), nullptr);
     }},
    {357, "IDXGIFactory4::EnumAdapterByLuid", "unknown LUID", DXGI_ERROR_NOT_FOUND, Out::Any,
     [](Rig& r) {
         return r.factory()->EnumAdapterByLuid(LUID{0xdeadbeef, 0x1234567}, __uuidof(IDXGIAdapter), any(r));
     }},
    {358, "IDXGIFactory5::CheckFeatureSupport", "unknown feature", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         BOOL data = FALSE;
         return r.factory()->CheckFeatureSupport(static_cast<DXGI_FEATURE>(0x12345), &data, sizeof data);
     }},
    {359, "IDXGIFactory5::CheckFeatureSupport", "data NULL, or size off by one", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         BOOL data[2]{};
         constexpr auto kTearing = DXGI_FEATURE_PRESENT_ALLOW_TEARING;
         auto factory = r.factory();
         return r.same({factory->CheckFeatureSupport(kTearing, nullptr, sizeof(BOOL)),
                        factory->CheckFeatureSupport(kTearing, data, sizeof(BOOL) - 1),
                        factory->CheckFeatureSupport(kTearing, data, sizeof(BOOL) + 1)});
     }},
    {360, "IDXGIFactory::MakeWindowAssociation", "flags above DXGI_MWA_VALID", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return r.factory()->MakeWindowAssociation(nullptr, DXGI_MWA_VALID + 1); }},
    {361, "IDXGIFactory::GetWindowAssociation", "output NULL; a valid call gives a NULL window",
     DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         HWND window = reinterpret_cast<HWND>(uintptr_t(16));
         EXPECT_HR(S_OK, r.factory()->GetWindowAssociation(&window));
         EXPECT_EQ(nullptr, window);
         return r.factory()->GetWindowAssociation(nullptr);
     }},
    {362, "IDXGIAdapter::GetDesc", "output NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         auto adapter = r.adapter();
         return r.same({adapter->GetDesc(nullptr), adapter->GetDesc1(nullptr), adapter->GetDesc2(nullptr),
                        adapter->GetDesc3(nullptr)});
     }},
    {363, "IDXGIAdapter::CheckInterfaceSupport", "ID3D11Device: version untouched", DXGI_ERROR_UNSUPPORTED, Out::Any,
     [](Rig& r) {
         LARGE_INTEGER version;
         version.QuadPart = -7;
         const HRESULT hr = r.adapter()->CheckInterfaceSupport(__uuidof(ID3D11Device), &version);
         EXPECT_EQ(-7, version.QuadPart);
         return hr;
     }},
    {364, "IDXGIAdapter::CheckInterfaceSupport", "IDXGIDevice, ID3D10Device, ID3D10Device1: the driver's version", S_OK,
     Out::Any,
     [](Rig& r) {
         const auto one = [&](const GUID& iid) {
             LARGE_INTEGER version{};
             const HRESULT hr = r.adapter()->CheckInterfaceSupport(iid, &version);
             EXPECT_GT(version.QuadPart, 0);
             return hr;
         };
         return r.same({one(__uuidof(IDXGIDevice)), one(kD3D10Device), one(kD3D10Device1)});
     }},
    {365, "IDXGIAdapter::EnumOutputs", "output NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) { return r.adapter()->EnumOutputs(0, nullptr); }},
    {366, "IDXGIAdapter::EnumOutputs", "index past the last output", DXGI_ERROR_NOT_FOUND, Out::Any,
     [](Rig& r) {
         return r.same({r.adapter()->EnumOutputs(100, r.out<IDXGIOutput>()),
                        r.adapter()->EnumOutputs(~0u, r.out<IDXGIOutput>())});
     }},
    {367, "IDXGIAdapter3::QueryVideoMemoryInfo", "segment group out of range", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         DXGI_QUERY_VIDEO_MEMORY_INFO info;
         return r.adapter()->QueryVideoMemoryInfo(0, static_cast<DXGI_MEMORY_SEGMENT_GROUP>(2), &info);
     }},
    {368, "IDXGIAdapter3::RegisterVideoMemoryBudgetChangeNotificationEvent", "event or cookie NULL",
     DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         DWORD cookie = 0;
         return r.same({r.adapter()->RegisterVideoMemoryBudgetChangeNotificationEvent(nullptr, &cookie),
                        r.adapter()->RegisterVideoMemoryBudgetChangeNotificationEvent(
                            reinterpret_cast<HANDLE>(uintptr_t(16)), nullptr)});
     }},
    {369, "IDXGIObject::GetParent", "factory asked for its parent", E_NOINTERFACE, Out::Null,
     [](Rig& r) { return r.factory()->GetParent(__uuidof(IUnknown), any(r)); }},
    {452, kLatency, "get with NULL output", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return r.deviceAs<IDXGIDevice1>()->GetMaximumFrameLatency(nullptr); }},
    {453, kLatency, "set above 16: value unchanged", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         auto device = r.deviceAs<IDXGIDevice1>();
         UINT before = 0, after = 0;
         device->GetMaximumFrameLatency(&before);
         const HRESULT hr = r.same({device->SetMaximumFrameLatency(17), device->SetMaximumFrameLatency(~0u)});
         device->GetMaximumFrameLatency(&after);
         EXPECT_EQ(before, after);
         return hr;
     }},
    {454, kLatency, "set 0: back to 3", S_OK, Out::Any,
     [](Rig& r) {
         auto device = r.deviceAs<IDXGIDevice1>();
         EXPECT_HR(S_OK, device->SetMaximumFrameLatency(1));
         const HRESULT hr = device->SetMaximumFrameLatency(0);
         UINT found = 0;
         device->GetMaximumFrameLatency(&found);
         EXPECT_EQ(3u, found);
         return hr;
     }},
};

} // namespace

std::span<const Rule> factoryRules() {
    return kRules;
}

} // namespace conformance::rules
