// Factories: which interfaces they answer to, what they enumerate, and what they refuse.
#include "support/fixture.h"

namespace conformance {
namespace {

TEST(DxgiFactory, EntryPointsAndInterfaces) {
    Com<IUnknown> object;
    EXPECT_HR(E_NOINTERFACE, CreateDXGIFactory(__uuidof(IDXGIDevice), object.outVoid()));
    EXPECT_FALSE(object);
    EXPECT_HR(E_NOINTERFACE, CreateDXGIFactory(__uuidof(IDXGIFactory1), object.outVoid())) << "a factory of DXGI 1.0";
    EXPECT_HR(S_OK, CreateDXGIFactory(__uuidof(IDXGIFactory), object.outVoid()));
    Com<IUnknown> newer;
    EXPECT_HR(E_NOINTERFACE, object->QueryInterface(__uuidof(IDXGIFactory1), newer.outVoid()));
    EXPECT_HR(S_OK, CreateDXGIFactory(__uuidof(IDXGIFactory2), object.outVoid()));

    EXPECT_HR(E_NOINTERFACE, CreateDXGIFactory1(__uuidof(IDXGIDevice), object.outVoid()));
    const IID* const iids[] = {&__uuidof(IUnknown), &__uuidof(IDXGIObject), &__uuidof(IDXGIFactory), &__uuidof(IDXGIFactory1),
                               &__uuidof(IDXGIFactory2)};
    for (const IID* iid : iids) {
        EXPECT_HR(S_OK, CreateDXGIFactory1(*iid, object.outVoid()));
        EXPECT_TRUE(object && object.as<IDXGIFactory1>());
        EXPECT_HR(S_OK, CreateDXGIFactory2(0, *iid, object.outVoid()));
        EXPECT_TRUE(object && object.as<IDXGIFactory3>());
    }
}

TEST(DxgiFactory, CreationFlagsComeBack) {
    Com<IDXGIFactory3> factory;
    ASSERT_HR(S_OK, CreateDXGIFactory2(DXGI_CREATE_FACTORY_DEBUG, __uuidof(IDXGIFactory3), factory.outVoid()));
    EXPECT_EQ(UINT(DXGI_CREATE_FACTORY_DEBUG), factory->GetCreationFlags());
    ASSERT_HR(S_OK, CreateDXGIFactory2(0, __uuidof(IDXGIFactory3), factory.outVoid()));
    EXPECT_EQ(0u, factory->GetCreationFlags());
}

class FactoryObject : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_HR(S_OK, CreateDXGIFactory1(__uuidof(IDXGIFactory6), factory.outVoid())); }
    Com<IDXGIFactory6> factory;
};

TEST_F(FactoryObject, HasNoParent) {
    Com<IUnknown> parent;
    EXPECT_HR(E_NOINTERFACE, factory->GetParent(__uuidof(IUnknown), parent.outVoid()));
    EXPECT_FALSE(parent);
}

TEST_F(FactoryObject, EnumeratesAdapters) {
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->EnumAdapters1(0, nullptr));
    UINT count = 0;
    Com<IDXGIAdapter1> adapter;
    while (SUCCEEDED(factory->EnumAdapters1(count, adapter.out()))) {
        Com<IDXGIFactory1> parent;
        EXPECT_HR(S_OK, adapter->GetParent(__uuidof(IDXGIFactory1), parent.outVoid()));
        EXPECT_EQ(factory.as<IUnknown>().get(), parent.as<IUnknown>().get());
        count++;
    }
    EXPECT_GT(count, 0u);
    IDXGIAdapter1* past = reinterpret_cast<IDXGIAdapter1*>(intptr_t(16));
    EXPECT_HR(DXGI_ERROR_NOT_FOUND, factory->EnumAdapters1(count, &past));
    EXPECT_EQ(nullptr, past);
    for (DXGI_GPU_PREFERENCE wish : {DXGI_GPU_PREFERENCE_UNSPECIFIED, DXGI_GPU_PREFERENCE_MINIMUM_POWER,
                                     DXGI_GPU_PREFERENCE_HIGH_PERFORMANCE}) {
        EXPECT_HR(S_OK, factory->EnumAdapterByGpuPreference(0, wish, __uuidof(IDXGIAdapter1), adapter.outVoid()));
        EXPECT_HR(DXGI_ERROR_NOT_FOUND, factory->EnumAdapterByGpuPreference(count, wish, __uuidof(IDXGIAdapter1), adapter.outVoid()));
    }
}

TEST_F(FactoryObject, FindsAdaptersByLuid) {
    Com<IDXGIAdapter1> first, found;
    ASSERT_HR(S_OK, factory->EnumAdapters1(0, first.out()));
    DXGI_ADAPTER_DESC1 desc, other;
    ASSERT_HR(S_OK, first->GetDesc1(&desc));
    ASSERT_HR(S_OK, factory->EnumAdapterByLuid(desc.AdapterLuid, __uuidof(IDXGIAdapter1), found.outVoid()));
    ASSERT_HR(S_OK, found->GetDesc1(&other));
    EXPECT_EQ(desc.DeviceId, other.DeviceId);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->EnumAdapterByLuid(desc.AdapterLuid, __uuidof(IDXGIAdapter1), nullptr));
    const LUID unknown = {0xdeadbeef, 0x1234567};
    EXPECT_HR(DXGI_ERROR_NOT_FOUND, factory->EnumAdapterByLuid(unknown, __uuidof(IDXGIAdapter1), found.outVoid()));
}

TEST_F(FactoryObject, TearingIsSupported) {
    BOOL tearing = FALSE;
    EXPECT_HR(S_OK, factory->CheckFeatureSupport(DXGI_FEATURE_PRESENT_ALLOW_TEARING, &tearing, sizeof(tearing)));
    EXPECT_TRUE(tearing);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CheckFeatureSupport(DXGI_FEATURE_PRESENT_ALLOW_TEARING, &tearing, sizeof(tearing) - 1));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CheckFeatureSupport(DXGI_FEATURE_PRESENT_ALLOW_TEARING, &tearing, sizeof(tearing) + 1));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CheckFeatureSupport(DXGI_FEATURE_PRESENT_ALLOW_TEARING, nullptr, sizeof(tearing)));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CheckFeatureSupport(static_cast<DXGI_FEATURE>(0x12345), &tearing, sizeof(tearing)));
}

TEST_F(FactoryObject, WindowAssociation) {
    HWND window = reinterpret_cast<HWND>(intptr_t(16));
    EXPECT_HR(S_OK, factory->MakeWindowAssociation(nullptr, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->MakeWindowAssociation(nullptr, DXGI_MWA_VALID + 1));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->GetWindowAssociation(nullptr));
    EXPECT_HR(S_OK, factory->GetWindowAssociation(&window));
    EXPECT_EQ(nullptr, window);
}

TEST_F(FactoryObject, IsCurrentAndNotStereo) {
    EXPECT_TRUE(factory->IsCurrent());
    EXPECT_FALSE(factory->IsWindowedStereoEnabled());
}

TEST_F(FactoryObject, PrivateDataIsKept) {
    const GUID key = {0x12345678, 1, 2, {3, 4, 5, 6, 7, 8, 9, 10}};
    const int value = 42;
    int back = 0;
    UINT size = sizeof(back);
    EXPECT_HR(DXGI_ERROR_NOT_FOUND, factory->GetPrivateData(key, &size, &back));
    EXPECT_HR(S_OK, factory->SetPrivateData(key, sizeof(value), &value));
    size = sizeof(back);
    EXPECT_HR(S_OK, factory->GetPrivateData(key, &size, &back));
    EXPECT_EQ(42, back);
}

TEST(DxgiDebug, ThereIsNoDebugLayer) {
    Com<IUnknown> debug;
    EXPECT_TRUE(FAILED(DXGIGetDebugInterface1(0, __uuidof(IUnknown), debug.outVoid())));
    EXPECT_FALSE(debug);
}

} // namespace
} // namespace conformance
