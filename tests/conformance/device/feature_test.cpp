// CheckFeatureSupport, CheckFormatSupport, CheckMultisampleQualityLevels, counters, the DXGI side of a device.
#include "support/fixture.h"

namespace conformance {
namespace {

class Features : public DeviceTest {};

TEST_F(Features, TheSizeOfTheStructureMustFit) {
    D3D11_FEATURE_DATA_THREADING data[2] = {};
    EXPECT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_THREADING, data, sizeof data[0]));
    for (UINT size : {0u, 4u, 7u, 9u, 16u})
        EXPECT_HR(E_INVALIDARG, device->CheckFeatureSupport(D3D11_FEATURE_THREADING, data, size)) << size;
    EXPECT_HR(E_INVALIDARG, device->CheckFeatureSupport(D3D11_FEATURE_THREADING, nullptr, sizeof data[0]));
    EXPECT_HR(E_INVALIDARG, device->CheckFeatureSupport(static_cast<D3D11_FEATURE>(1000), data, sizeof data[0]));
}

TEST_F(Features, WhatLevel11Promises) {
    D3D11_FEATURE_DATA_D3D10_X_HARDWARE_OPTIONS compute{};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D10_X_HARDWARE_OPTIONS, &compute, sizeof compute));
    EXPECT_TRUE(compute.ComputeShaders_Plus_RawAndStructuredBuffers_Via_Shader_4_x);
    D3D11_FEATURE_DATA_D3D11_OPTIONS options{};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof options));
    EXPECT_TRUE(options.ConstantBufferOffsetting);
    EXPECT_TRUE(options.MapNoOverwriteOnDynamicConstantBuffer);
    if (device->GetFeatureLevel() >= D3D_FEATURE_LEVEL_11_1) {
        EXPECT_TRUE(options.OutputMergerLogicOp);
    }
}

TEST_F(Features, Formats) {
    UINT support = 7;
    EXPECT_HR(E_FAIL, device->CheckFormatSupport(static_cast<DXGI_FORMAT>(~0u), &support));
    EXPECT_EQ(0u, support);
    ASSERT_HR(S_OK, device->CheckFormatSupport(DXGI_FORMAT_R8G8B8A8_UNORM, &support));
    constexpr UINT kWanted = D3D11_FORMAT_SUPPORT_TEXTURE2D | D3D11_FORMAT_SUPPORT_RENDER_TARGET |
                             D3D11_FORMAT_SUPPORT_SHADER_SAMPLE | D3D11_FORMAT_SUPPORT_BLENDABLE |
                             D3D11_FORMAT_SUPPORT_IA_VERTEX_BUFFER;
    EXPECT_EQ(kWanted, support & kWanted);
    D3D11_FEATURE_DATA_FORMAT_SUPPORT query{DXGI_FORMAT_R8G8B8A8_UNORM, 0};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT, &query, sizeof query));
    EXPECT_EQ(support, query.OutFormatSupport);
    query = {static_cast<DXGI_FORMAT>(~0u), 7};
    EXPECT_HR(E_FAIL, device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT, &query, sizeof query));
    EXPECT_EQ(0u, query.OutFormatSupport);
    // Formats of level 11_0 that every device has.
    for (DXGI_FORMAT format : {DXGI_FORMAT_BC1_UNORM, DXGI_FORMAT_BC3_UNORM_SRGB, DXGI_FORMAT_BC5_SNORM,
                               DXGI_FORMAT_BC6H_UF16, DXGI_FORMAT_BC7_UNORM}) {
        ASSERT_HR(S_OK, device->CheckFormatSupport(format, &support)) << format;
        EXPECT_TRUE(support & D3D11_FORMAT_SUPPORT_SHADER_SAMPLE) << format;
    }
    ASSERT_HR(S_OK, device->CheckFormatSupport(DXGI_FORMAT_D24_UNORM_S8_UINT, &support));
    EXPECT_TRUE(support & D3D11_FORMAT_SUPPORT_DEPTH_STENCIL);
}

TEST_F(Features, MultisampleQualityLevels) {
    UINT levels = 7;
    EXPECT_HR(E_INVALIDARG, device->CheckMultisampleQualityLevels(DXGI_FORMAT_R8G8B8A8_UNORM, 2, nullptr));
    EXPECT_HR(E_INVALIDARG, device->CheckMultisampleQualityLevels(static_cast<DXGI_FORMAT>(65536), 2, &levels));
    EXPECT_EQ(7u, levels) << "an unknown format leaves the output alone";
    const struct {
        DXGI_FORMAT format;
        UINT samples;
        HRESULT hr;
        UINT levels;
    } cases[] = {
        {DXGI_FORMAT_UNKNOWN, 2, S_OK, 0},           {DXGI_FORMAT_R8G8B8A8_UNORM, 0, E_FAIL, 0},
        {DXGI_FORMAT_R8G8B8A8_UNORM, 1, S_OK, 1},    {DXGI_FORMAT_R8G8B8A8_UNORM, 15, S_OK, 0},
        {DXGI_FORMAT_R8G8B8A8_UNORM, 33, E_FAIL, 0}, {DXGI_FORMAT_R8G8B8A8_UNORM, 64, E_FAIL, 0},
        {DXGI_FORMAT_BC3_UNORM, 2, S_OK, 0},
    };
    for (const auto& one : cases) {
        levels = 7;
        EXPECT_HR(one.hr, device->CheckMultisampleQualityLevels(one.format, one.samples, &levels)) << one.samples;
        EXPECT_EQ(one.levels, levels) << one.samples;
    }
    // Four samples are a must at 10_1 and above.
    EXPECT_HR(S_OK, device->CheckMultisampleQualityLevels(DXGI_FORMAT_R8G8B8A8_UNORM, 4, &levels));
    EXPECT_GE(levels, 1u);
}

TEST_F(Features, NoCounters) {
    D3D11_COUNTER_INFO info{};
    device->CheckCounterInfo(&info);
    Com<ID3D11Counter> counter;
    EXPECT_HR(E_INVALIDARG, device->CreateCounter(nullptr, counter.out()));
    if (!info.LastDeviceDependentCounter) {
        const D3D11_COUNTER_DESC desc{D3D11_COUNTER_DEVICE_DEPENDENT_0, 0};
        EXPECT_HR(E_INVALIDARG, device->CreateCounter(&desc, counter.out()));
    }
}

TEST_F(Features, ExceptionMode) {
    EXPECT_EQ(0u, device->GetExceptionMode());
    EXPECT_HR(S_OK, device->SetExceptionMode(D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR));
    EXPECT_EQ(UINT(D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR), device->GetExceptionMode());
    EXPECT_HR(S_OK, device->SetExceptionMode(0));
}

TEST_F(Features, RemovedReasonOfAHealthyDevice) {
    EXPECT_HR(S_OK, device->GetDeviceRemovedReason());
}

class DxgiDevice : public DeviceTest {};

TEST_F(DxgiDevice, FrameLatency) {
    auto dxgi = device.as<IDXGIDevice1>();
    ASSERT_TRUE(bool(dxgi));
    UINT latency = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, dxgi->GetMaximumFrameLatency(nullptr));
    EXPECT_HR(S_OK, dxgi->GetMaximumFrameLatency(&latency));
    EXPECT_EQ(3u, latency);
    EXPECT_HR(S_OK, dxgi->SetMaximumFrameLatency(1));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, dxgi->SetMaximumFrameLatency(17));
    EXPECT_HR(S_OK, dxgi->GetMaximumFrameLatency(&latency));
    EXPECT_EQ(1u, latency) << "a refused value changes nothing";
    EXPECT_HR(S_OK, dxgi->SetMaximumFrameLatency(0));
    EXPECT_HR(S_OK, dxgi->GetMaximumFrameLatency(&latency));
    EXPECT_EQ(3u, latency);
}

TEST_F(DxgiDevice, OneObjectWithTheDevice) {
    auto dxgi = device.as<IDXGIDevice>();
    auto back = dxgi.as<ID3D11Device>();
    EXPECT_EQ(device.get(), back.get());
    EXPECT_EQ(device.as<IUnknown>().get(), dxgi.as<IUnknown>().get());
    auto threads = device.as<ID3D11Multithread>();
    ASSERT_TRUE(bool(threads));
    EXPECT_FALSE(threads->SetMultithreadProtected(TRUE));
    EXPECT_TRUE(threads->GetMultithreadProtected());
    context->Flush();
    EXPECT_TRUE(threads->SetMultithreadProtected(FALSE));
}

TEST_F(DxgiDevice, SurfacesAreTexturesOfOneSubresource) {
    auto single = texture(16, 8, DXGI_FORMAT_B8G8R8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto surface = single.as<IDXGISurface>();
    ASSERT_TRUE(bool(surface));
    DXGI_SURFACE_DESC desc{};
    EXPECT_HR(S_OK, surface->GetDesc(&desc));
    EXPECT_EQ(16u, desc.Width);
    EXPECT_EQ(8u, desc.Height);
    EXPECT_EQ(DXGI_FORMAT_B8G8R8A8_UNORM, desc.Format);
    auto mipped = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 2);
    EXPECT_FALSE(bool(mipped.as<IDXGISurface>()));
    Com<ID3D11Device> parent;
    EXPECT_HR(S_OK, surface->GetDevice(__uuidof(ID3D11Device), parent.outVoid()));
    EXPECT_EQ(device.get(), parent.get());
}

} // namespace
} // namespace conformance
