// Adapters: descriptions, memory, and which interfaces they say they support.
#include "support/fixture.h"

#include <cstring>

namespace conformance {
namespace {

constexpr GUID kD3D10Device = {0x9b7e4c0f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};
constexpr GUID kD3D10Device1 = {0x9b7e4c8f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};

class AdapterTest : public ::testing::Test {
protected:
    void SetUp() override {
        Com<IDXGIFactory1> factory;
        ASSERT_HR(S_OK, CreateDXGIFactory1(__uuidof(IDXGIFactory1), factory.outVoid()));
        Com<IDXGIAdapter1> first;
        ASSERT_HR(S_OK, factory->EnumAdapters1(0, first.out()));
        adapter = first.as<IDXGIAdapter4>();
        ASSERT_TRUE(adapter);
    }
    Com<IDXGIAdapter4> adapter;
};

TEST_F(AdapterTest, DescriptionsAgree) {
    DXGI_ADAPTER_DESC old;
    DXGI_ADAPTER_DESC1 desc1;
    DXGI_ADAPTER_DESC2 desc2;
    DXGI_ADAPTER_DESC3 desc3;
    EXPECT_HR(E_INVALIDARG, adapter->GetDesc(nullptr));
    ASSERT_HR(S_OK, adapter->GetDesc(&old));
    ASSERT_HR(S_OK, adapter->GetDesc1(&desc1));
    ASSERT_HR(S_OK, adapter->GetDesc2(&desc2));
    ASSERT_HR(S_OK, adapter->GetDesc3(&desc3));
    EXPECT_NE(L'\0', old.Description[0]);
    EXPECT_EQ(0, std::memcmp(old.Description, desc1.Description, sizeof(old.Description)));
    EXPECT_EQ(0, std::memcmp(old.Description, desc3.Description, sizeof(old.Description)));
    EXPECT_EQ(old.VendorId, desc2.VendorId);
    EXPECT_EQ(old.DeviceId, desc3.DeviceId);
    EXPECT_EQ(old.DedicatedVideoMemory, desc1.DedicatedVideoMemory);
    EXPECT_EQ(old.AdapterLuid.LowPart, desc3.AdapterLuid.LowPart);
    EXPECT_GT(old.DedicatedVideoMemory, 0u);
    EXPECT_TRUE(old.AdapterLuid.LowPart || old.AdapterLuid.HighPart) << "0 is no adapter";
    EXPECT_EQ(desc1.Flags, static_cast<UINT>(desc3.Flags));
    EXPECT_FALSE(desc1.Flags & DXGI_ADAPTER_FLAG_SOFTWARE) << "programs pass such an adapter by; the first one must be usable";
}

TEST_F(AdapterTest, InterfaceSupportMeansDirect3D10) {
    LARGE_INTEGER version;
    version.QuadPart = -7;
    EXPECT_HR(DXGI_ERROR_UNSUPPORTED, adapter->CheckInterfaceSupport(__uuidof(ID3D11Device), &version));
    EXPECT_EQ(-7, version.QuadPart);
    for (const GUID& iid : {__uuidof(IDXGIDevice), kD3D10Device, kD3D10Device1}) {
        version.QuadPart = 0;
        EXPECT_HR(S_OK, adapter->CheckInterfaceSupport(iid, &version));
        EXPECT_GT(version.QuadPart, 0);
        EXPECT_HR(S_OK, adapter->CheckInterfaceSupport(iid, nullptr));
    }
}

TEST_F(AdapterTest, VideoMemoryInfo) {
    DXGI_QUERY_VIDEO_MEMORY_INFO info;
    EXPECT_HR(S_OK, adapter->QueryVideoMemoryInfo(0, DXGI_MEMORY_SEGMENT_GROUP_LOCAL, &info));
    EXPECT_GT(info.Budget, 0u);
    EXPECT_GE(info.Budget, info.AvailableForReservation);
    EXPECT_EQ(0u, info.CurrentReservation);
    EXPECT_HR(S_OK, adapter->QueryVideoMemoryInfo(0, DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL, &info));
    EXPECT_HR(E_INVALIDARG, adapter->QueryVideoMemoryInfo(0, static_cast<DXGI_MEMORY_SEGMENT_GROUP>(2), &info));
}

TEST_F(AdapterTest, BudgetNotification) {
    DWORD cookie = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, adapter->RegisterVideoMemoryBudgetChangeNotificationEvent(nullptr, &cookie));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, adapter->RegisterVideoMemoryBudgetChangeNotificationEvent(
                                           reinterpret_cast<HANDLE>(intptr_t(16)), nullptr));
}

TEST_F(AdapterTest, OutputsPastTheLastAreNotFound) {
    EXPECT_HR(E_INVALIDARG, adapter->EnumOutputs(0, nullptr));
    Com<IDXGIOutput> output;
    UINT count = 0;
    while (SUCCEEDED(adapter->EnumOutputs(count, output.out())))
        count++;
    EXPECT_HR(DXGI_ERROR_NOT_FOUND, adapter->EnumOutputs(count, output.out()));
    EXPECT_FALSE(output);
}

TEST_F(AdapterTest, MakesADevice) {
    Com<ID3D11Device> device;
    EXPECT_HR(S_OK, D3D11CreateDevice(adapter.get(), D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION,
                                      device.out(), nullptr, nullptr));
    auto dxgi = device.as<IDXGIDevice>();
    ASSERT_TRUE(dxgi);
    Com<IDXGIAdapter> own;
    ASSERT_HR(S_OK, dxgi->GetAdapter(own.out()));
    DXGI_ADAPTER_DESC wanted, got;
    adapter->GetDesc(&wanted);
    own->GetDesc(&got);
    EXPECT_EQ(wanted.AdapterLuid.LowPart, got.AdapterLuid.LowPart);
}

} // namespace
} // namespace conformance
