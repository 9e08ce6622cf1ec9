// D3D11CreateDevice and D3D11CreateDeviceAndSwapChain: arguments, outputs, feature levels.
#include "support/fixture.h"

namespace conformance {
namespace {

HRESULT create(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, const D3D_FEATURE_LEVEL* levels, UINT count,
               ID3D11Device** device, D3D_FEATURE_LEVEL* level, ID3D11DeviceContext** context,
               HMODULE module = nullptr) {
    return D3D11CreateDevice(adapter, type, module, 0, levels, count, D3D11_SDK_VERSION, device, level, context);
}

TEST(CreateDevice, OutputsAreOptional) {
    D3D_FEATURE_LEVEL level{};
    EXPECT_HR(S_FALSE, create(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, &level, nullptr));
    EXPECT_GE(level, D3D_FEATURE_LEVEL_9_1);
    EXPECT_HR(S_FALSE, create(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, nullptr, nullptr));
    Com<ID3D11DeviceContext> context;
    ASSERT_HR(S_OK, create(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, nullptr, context.out()));
    // The context holds the device.
    Com<ID3D11Device> device;
    context->GetDevice(device.out());
    EXPECT_TRUE(bool(device));
}

TEST(CreateDevice, DriverTypeUnknownNeedsAnAdapter) {
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
    EXPECT_HR(E_INVALIDARG, create(nullptr, D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, device.out(), &level, context.out()));
    EXPECT_EQ(0, static_cast<int>(level));
    EXPECT_FALSE(bool(device));
    EXPECT_FALSE(bool(context));
}

TEST(CreateDevice, AnAdapterNeedsDriverTypeUnknown) {
    Com<IDXGIFactory1> factory;
    ASSERT_HR(S_OK, CreateDXGIFactory1(__uuidof(IDXGIFactory1), factory.outVoid()));
    Com<IDXGIAdapter> adapter;
    ASSERT_HR(S_OK, factory->EnumAdapters(0, adapter.out()));
    Com<ID3D11Device> device;
    EXPECT_HR(E_INVALIDARG,
              create(adapter.get(), D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, device.out(), nullptr, nullptr));
    ASSERT_HR(S_OK, create(adapter.get(), D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, device.out(), nullptr, nullptr));
    // The device's adapter is the one given.
    Com<IDXGIAdapter> found;
    auto dxgi = device.as<IDXGIDevice>();
    ASSERT_TRUE(bool(dxgi));
    EXPECT_HR(S_OK, dxgi->GetAdapter(found.out()));
    EXPECT_EQ(adapter.get(), found.get());
    EXPECT_HR(S_OK, dxgi->GetParent(__uuidof(IDXGIAdapter), found.outVoid()));
}

TEST(CreateDevice, LevelsAreTriedInTheirOrder) {
    const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_10_0, D3D_FEATURE_LEVEL_11_0};
    Com<ID3D11Device> device;
    D3D_FEATURE_LEVEL level{};
    ASSERT_HR(S_OK, create(nullptr, D3D_DRIVER_TYPE_HARDWARE, levels, 2, device.out(), &level, nullptr));
    EXPECT_EQ(D3D_FEATURE_LEVEL_10_0, level);
    EXPECT_EQ(D3D_FEATURE_LEVEL_10_0, device->GetFeatureLevel());
    // Without a list it is 11_0, never 11_1.
    ASSERT_HR(S_OK, create(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, device.out(), &level, nullptr));
    EXPECT_EQ(D3D_FEATURE_LEVEL_11_0, level);
}

TEST(CreateDevice, SoftwareNeedsAModule) {
    Com<ID3D11Device> device;
    EXPECT_HR(E_INVALIDARG, create(nullptr, D3D_DRIVER_TYPE_SOFTWARE, nullptr, 0, device.out(), nullptr, nullptr));
}

TEST(CreateDevice, WarpIsASoftwareDevice) {
    Com<ID3D11Device> device;
    EXPECT_HR(S_OK, create(nullptr, D3D_DRIVER_TYPE_WARP, nullptr, 0, device.out(), nullptr, nullptr));
}

TEST(CreateDeviceAndSwapChain, AChainNeedsADescription) {
    Com<IDXGISwapChain> chain;
    Com<ID3D11Device> device;
    EXPECT_TRUE(
        FAILED(D3D11CreateDeviceAndSwapChain(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0,
                                             D3D11_SDK_VERSION, nullptr, chain.out(), device.out(), nullptr, nullptr)));
    EXPECT_FALSE(bool(device));
    D3D_FEATURE_LEVEL level{};
    EXPECT_HR(S_FALSE, D3D11CreateDeviceAndSwapChain(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0,
                                                     D3D11_SDK_VERSION, nullptr, nullptr, nullptr, &level, nullptr));
    EXPECT_HR(S_OK, D3D11CreateDeviceAndSwapChain(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0,
                                                  D3D11_SDK_VERSION, nullptr, nullptr, device.out(), nullptr, nullptr));
    EXPECT_TRUE(bool(device));
}

} // namespace
} // namespace conformance
