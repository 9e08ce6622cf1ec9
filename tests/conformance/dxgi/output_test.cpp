// Outputs: descriptions, modes, matching, gamma, ownership. Where there is no monitor, the tests skip.
#include "support/fixture.h"

#include <vector>

namespace conformance {
namespace {

class OutputObject : public ::testing::Test {
protected:
    void SetUp() override {
        Com<IDXGIFactory1> factory;
        ASSERT_HR(S_OK, CreateDXGIFactory1(__uuidof(IDXGIFactory1), factory.outVoid()));
        ASSERT_HR(S_OK, factory->EnumAdapters(0, adapter.out()));
        Com<IDXGIOutput> first;
        if (FAILED(adapter->EnumOutputs(0, first.out())))
            GTEST_SKIP() << "no monitor";
        output = first.as<IDXGIOutput6>();
        ASSERT_TRUE(output);
    }
    Com<IDXGIAdapter> adapter;
    Com<IDXGIOutput6> output;
};

TEST_F(OutputObject, Description) {
    DXGI_OUTPUT_DESC desc;
    DXGI_OUTPUT_DESC1 desc1;
    EXPECT_TRUE(FAILED(output->GetDesc(nullptr)));
    ASSERT_HR(S_OK, output->GetDesc(&desc));
    ASSERT_HR(S_OK, output->GetDesc1(&desc1));
    EXPECT_NE(L'\0', desc.DeviceName[0]);
    EXPECT_GT(desc.DesktopCoordinates.right, desc.DesktopCoordinates.left);
    EXPECT_TRUE(desc.AttachedToDesktop);
    EXPECT_EQ(desc.DesktopCoordinates.right, desc1.DesktopCoordinates.right);
    EXPECT_GT(desc1.MaxLuminance, desc1.MinLuminance);
    Com<IUnknown> parent;
    EXPECT_HR(S_OK, output->GetParent(__uuidof(IDXGIAdapter), parent.outVoid()));
}

TEST_F(OutputObject, ModeLists) {
    UINT count = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, output->GetDisplayModeList(DXGI_FORMAT_R8G8B8A8_UNORM, 0, nullptr, nullptr));
    ASSERT_HR(S_OK, output->GetDisplayModeList(DXGI_FORMAT_R8G8B8A8_UNORM, 0, &count, nullptr));
    ASSERT_GT(count, 0u);
    std::vector<DXGI_MODE_DESC> modes(count);
    UINT room = count;
    ASSERT_HR(S_OK, output->GetDisplayModeList(DXGI_FORMAT_R8G8B8A8_UNORM, 0, &room, modes.data()));
    EXPECT_EQ(count, room);
    for (size_t i = 0; i < modes.size(); i++) {
        EXPECT_GT(modes[i].RefreshRate.Numerator, 0u);
        EXPECT_GT(modes[i].RefreshRate.Denominator, 0u);
        EXPECT_EQ(DXGI_FORMAT_R8G8B8A8_UNORM, modes[i].Format);
        if (i) {
            EXPECT_GE(modes[i].Width, modes[i - 1].Width);
        }
    }
    if (count > 1) {
        room = count - 1;
        EXPECT_HR(DXGI_ERROR_MORE_DATA, output->GetDisplayModeList(DXGI_FORMAT_R8G8B8A8_UNORM, 0, &room, modes.data()));
        EXPECT_EQ(count - 1, room);
    }
    EXPECT_HR(S_OK, output->GetDisplayModeList(DXGI_FORMAT_UNKNOWN, 0, &count, nullptr));
    EXPECT_EQ(0u, count);
}

TEST_F(OutputObject, ClosestMode) {
    DXGI_MODE_DESC wanted = {}, closest = {};
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, output->FindClosestMatchingMode(&wanted, &closest, nullptr)) << "UNKNOWN without device";
    wanted.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    ASSERT_HR(S_OK, output->FindClosestMatchingMode(&wanted, &closest, nullptr)) << "nothing wanted: the desktop's mode";
    EXPECT_GT(closest.Width, 0u);
    wanted.Width = closest.Width;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, output->FindClosestMatchingMode(&wanted, &closest, nullptr)) << "a width alone";
    wanted.Height = closest.Height;
    wanted.RefreshRate = closest.RefreshRate;
    DXGI_MODE_DESC again = {};
    ASSERT_HR(S_OK, output->FindClosestMatchingMode(&wanted, &again, nullptr));
    EXPECT_EQ(wanted.Width, again.Width);
    EXPECT_EQ(wanted.Height, again.Height);
}

TEST_F(OutputObject, GammaNeedsFullScreen) {
    DXGI_GAMMA_CONTROL_CAPABILITIES caps;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, output->GetGammaControlCapabilities(&caps));
    DXGI_GAMMA_CONTROL gamma;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, output->GetGammaControl(&gamma));
}

TEST_F(OutputObject, OwnershipNeedsADevice) {
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, output->TakeOwnership(nullptr, FALSE));
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    ASSERT_HR(S_OK, makeDevice(0, device, context));
    EXPECT_HR(E_INVALIDARG, output->TakeOwnership(device.get(), FALSE));
}

} // namespace
} // namespace conformance
