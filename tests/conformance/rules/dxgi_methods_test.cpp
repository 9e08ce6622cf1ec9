// Methods of DXGI that have no rule of their own elsewhere.
#include "dxgi/chain_fixture.h"

namespace conformance {
namespace {

class DxgiMethods : public ChainTest {
protected:
    Com<IDXGIAdapter4> adapter() {
        auto dxgi = device.as<IDXGIDevice>();
        Com<IDXGIAdapter> found;
        EXPECT_HR(S_OK, dxgi->GetAdapter(found.out()));
        return found.as<IDXGIAdapter4>();
    }
    Com<IDXGIOutput6> output() {
        Com<IDXGIOutput> first;
        adapter()->EnumOutputs(0, first.out());
        return first.as<IDXGIOutput6>();
    }
};

TEST_F(DxgiMethods, ChainsKeepWhatTheyAreTold) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2));
    ASSERT_TRUE(chain);
    const DXGI_PRESENT_PARAMETERS whole{};
    EXPECT_HR(S_OK, chain->Present1(0, 0, &whole));
    EXPECT_FALSE(chain->IsTemporaryMonoSupported()) << "no stereo";
    Com<IDXGIOutput> restricted;
    EXPECT_HR(S_OK, chain->GetRestrictToOutput(restricted.out()));
    EXPECT_FALSE(restricted);
    const DXGI_RGBA color{0.25f, 0.5f, 0.75f, 1};
    EXPECT_HR(S_OK, chain->SetBackgroundColor(&color));
    DXGI_RGBA foundColor{};
    EXPECT_HR(S_OK, chain->GetBackgroundColor(&foundColor));
    EXPECT_EQ(0.5f, foundColor.g);
    EXPECT_HR(E_INVALIDARG, chain->GetBackgroundColor(nullptr));
    EXPECT_HR(S_OK, chain->SetRotation(DXGI_MODE_ROTATION_IDENTITY));
    DXGI_MODE_ROTATION rotation{};
    EXPECT_HR(S_OK, chain->GetRotation(&rotation));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->SetRotation(static_cast<DXGI_MODE_ROTATION>(9)));
    UINT width = 0, height = 0;
    EXPECT_HR(S_OK, chain->GetSourceSize(&width, &height));
    EXPECT_EQ(64u, width);
    EXPECT_EQ(64u, height);
    EXPECT_LT(chain->GetCurrentBackBufferIndex(), 2u);
    const DXGI_MATRIX_3X2_F matrix{1, 0, 0, 1, 0, 0};
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->SetMatrixTransform(&matrix)) << "composition chains only";
    DXGI_MATRIX_3X2_F foundMatrix;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->GetMatrixTransform(&foundMatrix));
    EXPECT_HR(S_OK, chain->SetHDRMetaData(DXGI_HDR_METADATA_TYPE_NONE, 0, nullptr));
    EXPECT_HR(E_INVALIDARG, chain->SetHDRMetaData(DXGI_HDR_METADATA_TYPE_HDR10, 3, nullptr));
    Com<IUnknown> window;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->GetCoreWindow(__uuidof(IUnknown), window.outVoid()));
}

TEST_F(DxgiMethods, CompositionChainsHaveATransform) {
    const auto desc = chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2);
    Com<IDXGISwapChain1> chain;
    ASSERT_HR(S_OK, factory->CreateSwapChainForComposition(device.get(), &desc, nullptr, chain.out()));
    auto chain2 = chain.as<IDXGISwapChain2>();
    ASSERT_TRUE(chain2);
    const DXGI_MATRIX_3X2_F matrix{2, 0, 0, 2, 5, 6};
    EXPECT_HR(S_OK, chain2->SetMatrixTransform(&matrix));
    DXGI_MATRIX_3X2_F found{};
    EXPECT_HR(S_OK, chain2->GetMatrixTransform(&found));
    EXPECT_EQ(6, found._32);
}

TEST_F(DxgiMethods, FactoryRegistrations) {
    DWORD cookie = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->RegisterStereoStatusWindow(nullptr, 0, &cookie));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->RegisterStereoStatusEvent(nullptr, &cookie));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->RegisterOcclusionStatusWindow(nullptr, 0, &cookie));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->RegisterOcclusionStatusEvent(nullptr, &cookie));
    factory->UnregisterStereoStatus(cookie);
    factory->UnregisterOcclusionStatus(cookie);
    if (auto factory7 = factory.as<IDXGIFactory7>()) {
        EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory7->RegisterAdaptersChangedEvent(nullptr, &cookie));
        factory7->UnregisterAdaptersChangedEvent(cookie);
    }
    auto factory6 = factory.as<IDXGIFactory6>();
    ASSERT_TRUE(factory6);
    Com<IDXGIAdapter1> software;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory6->EnumWarpAdapter(__uuidof(IDXGIAdapter1), nullptr));
    if (SUCCEEDED(factory6->EnumWarpAdapter(__uuidof(IDXGIAdapter1), software.outVoid()))) {
        DXGI_ADAPTER_DESC1 desc{};
        EXPECT_HR(S_OK, software->GetDesc1(&desc));
        EXPECT_TRUE(desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE);
    }
    Com<IDXGIAdapter> module;
    EXPECT_TRUE(FAILED(factory->CreateSoftwareAdapter(nullptr, module.out())));
    LUID luid{};
    EXPECT_TRUE(FAILED(factory->GetSharedResourceAdapterLuid(nullptr, &luid)));
    const auto desc = chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2);
    Com<IDXGISwapChain1> chain;
    EXPECT_TRUE(FAILED(factory->CreateSwapChainForCoreWindow(device.get(), device.get(), &desc, nullptr, chain.out())));
}

TEST_F(DxgiMethods, AdapterMemoryAndProtection) {
    auto own = adapter();
    DXGI_QUERY_VIDEO_MEMORY_INFO info{};
    ASSERT_HR(S_OK, own->QueryVideoMemoryInfo(0, DXGI_MEMORY_SEGMENT_GROUP_LOCAL, &info));
    const UINT64 wanted = info.AvailableForReservation / 2;
    EXPECT_HR(S_OK, own->SetVideoMemoryReservation(0, DXGI_MEMORY_SEGMENT_GROUP_LOCAL, wanted));
    ASSERT_HR(S_OK, own->QueryVideoMemoryInfo(0, DXGI_MEMORY_SEGMENT_GROUP_LOCAL, &info));
    EXPECT_EQ(wanted, info.CurrentReservation);
    EXPECT_TRUE(FAILED(own->SetVideoMemoryReservation(0, DXGI_MEMORY_SEGMENT_GROUP_LOCAL, ~UINT64(0))));
    own->UnregisterVideoMemoryBudgetChangeNotification(12345);
    DWORD cookie = 0;
    EXPECT_TRUE(FAILED(own->RegisterHardwareContentProtectionTeardownStatusEvent(nullptr, &cookie)));
    own->UnregisterHardwareContentProtectionTeardownStatus(cookie);
}

TEST_F(DxgiMethods, PrivateDataKeepsAnInterface) {
    constexpr GUID kKey = {0x7e11e0c4, 0x1f5d, 0x4b6a, {0xa1, 0x4d, 0x66, 0x20, 0x18, 0x3f, 0xd5, 0x09}};
    auto held = DeviceTest::buffer(64, D3D11_BIND_VERTEX_BUFFER);
    Com<IDXGIObject> object = factory.as<IDXGIObject>();
    EXPECT_HR(S_OK, object->SetPrivateDataInterface(kKey, held.get()));
    EXPECT_EQ(2u, refCount(held.get()));
    IUnknown* found = nullptr;
    UINT size = sizeof found;
    EXPECT_HR(S_OK, object->GetPrivateData(kKey, &size, &found));
    EXPECT_EQ(static_cast<IUnknown*>(held.get()), found);
    if (found)
        found->Release(); // a getter gives a reference
    EXPECT_HR(S_OK, object->SetPrivateData(kKey, 0, nullptr));
    EXPECT_EQ(1u, refCount(held.get()));
}

TEST_F(DxgiMethods, DevicesMakeSurfaces) {
    auto dxgi = device.as<IDXGIDevice>();
    const DXGI_SURFACE_DESC desc{16, 8, DXGI_FORMAT_B8G8R8A8_UNORM, {1, 0}};
    Com<IDXGISurface> surface;
    ASSERT_HR(S_OK, dxgi->CreateSurface(&desc, 1, DXGI_USAGE_RENDER_TARGET_OUTPUT, nullptr, surface.out()));
    DXGI_SURFACE_DESC found{};
    EXPECT_HR(S_OK, surface->GetDesc(&found));
    EXPECT_EQ(16u, found.Width);
    EXPECT_EQ(8u, found.Height);
    EXPECT_EQ(DXGI_FORMAT_B8G8R8A8_UNORM, found.Format);
    EXPECT_TRUE(FAILED(dxgi->CreateSurface(nullptr, 1, DXGI_USAGE_RENDER_TARGET_OUTPUT, nullptr, surface.out())));
}

TEST_F(DxgiMethods, OutputsWithNewerMethods) {
    auto monitor = output();
    if (!monitor)
        GTEST_SKIP() << "no monitor";
    UINT count = 0, old = 0;
    EXPECT_HR(S_OK, monitor->GetDisplayModeList(DXGI_FORMAT_R8G8B8A8_UNORM, 0, &old, nullptr));
    EXPECT_HR(S_OK, monitor->GetDisplayModeList1(DXGI_FORMAT_R8G8B8A8_UNORM, 0, &count, nullptr));
    EXPECT_EQ(old, count);
    DXGI_MODE_DESC1 wanted{}, closest{};
    wanted.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    EXPECT_HR(S_OK, monitor->FindClosestMatchingMode1(&wanted, &closest, nullptr));
    EXPECT_GT(closest.Width, 0u);
    EXPECT_FALSE(closest.Stereo);
    EXPECT_HR(S_OK, monitor->WaitForVBlank());
    monitor->ReleaseOwnership(); // of what was never taken
    (void)monitor->SupportsOverlays();
    UINT flags = 7;
    EXPECT_HR(S_OK, monitor->CheckOverlaySupport(DXGI_FORMAT_R8G8B8A8_UNORM, device.get(), &flags));
    EXPECT_EQ(0u, flags);
    flags = 7;
    EXPECT_HR(S_OK, monitor->CheckOverlayColorSpaceSupport(
                        DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709, device.get(), &flags));
    EXPECT_EQ(0u, flags);
    flags = 7;
    EXPECT_HR(S_OK, monitor->CheckHardwareCompositionSupport(&flags));
    EXPECT_EQ(0u, flags);
    DXGI_GAMMA_CONTROL gamma{};
    EXPECT_TRUE(FAILED(monitor->SetGammaControl(&gamma))) << "not in full screen";
    Com<IDXGIOutputDuplication> duplication;
    EXPECT_TRUE(FAILED(monitor->DuplicateOutput1(device.get(), 0, 0, nullptr, duplication.out())));
    DXGI_FRAME_STATISTICS stats{};
    EXPECT_TRUE(FAILED(monitor->GetFrameStatistics(&stats)));
    EXPECT_TRUE(FAILED(monitor->SetDisplaySurface(nullptr)));
    EXPECT_TRUE(FAILED(monitor->GetDisplaySurfaceData(nullptr)));
    EXPECT_TRUE(FAILED(monitor->GetDisplaySurfaceData1(nullptr)));
}

} // namespace
} // namespace conformance
