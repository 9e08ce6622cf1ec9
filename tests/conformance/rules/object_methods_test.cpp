// Newer interfaces of objects, and methods that have no rule of their own elsewhere: descriptions read back, newer
// creation methods, annotations, tiles, refusals that are documented (docs/coverage.md).
#include "rule.h"

namespace conformance {
namespace {

constexpr DXGI_FORMAT kColor = DXGI_FORMAT_R8G8B8A8_UNORM;

class ObjectMethods : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        device5 = device.as<ID3D11Device5>();
        context4 = context.as<ID3D11DeviceContext4>();
        ASSERT_TRUE(device5 && context4);
    }
    void TearDown() override {
        device5.reset(), context4.reset();
        DeviceTest::TearDown();
    }
    Com<ID3D11Device5> device5;
    Com<ID3D11DeviceContext4> context4;
};

TEST_F(ObjectMethods, StateDescriptions) {
    D3D11_BLEND_DESC desc{};
    desc.RenderTarget[0].RenderTargetWriteMask = 5;
    Com<ID3D11BlendState> blend;
    ASSERT_HR(S_OK, device->CreateBlendState(&desc, blend.out()));
    D3D11_BLEND_DESC found{};
    blend->GetDesc(&found);
    EXPECT_EQ(5, found.RenderTarget[0].RenderTargetWriteMask);
    EXPECT_EQ(5, found.RenderTarget[7].RenderTargetWriteMask)
        << "without independent blend all targets read as the first";
    EXPECT_EQ(D3D11_BLEND_ONE, found.RenderTarget[0].SrcBlend);
    auto blend1 = blend.as<ID3D11BlendState1>();
    ASSERT_TRUE(blend1);
    D3D11_BLEND_DESC1 found1{};
    blend1->GetDesc1(&found1);
    EXPECT_EQ(5, found1.RenderTarget[0].RenderTargetWriteMask);
    EXPECT_FALSE(found1.RenderTarget[0].LogicOpEnable);

    const D3D11_RASTERIZER_DESC1 desc1{D3D11_FILL_SOLID, D3D11_CULL_FRONT, TRUE, 3, 0, 0, TRUE, FALSE, FALSE, FALSE, 0};
    Com<ID3D11RasterizerState1> raster;
    ASSERT_HR(S_OK, device5->CreateRasterizerState1(&desc1, raster.out()));
    auto raster2 = raster.as<ID3D11RasterizerState2>();
    ASSERT_TRUE(raster2);
    D3D11_RASTERIZER_DESC2 desc2{};
    raster2->GetDesc2(&desc2);
    EXPECT_EQ(D3D11_CULL_FRONT, desc2.CullMode);
    EXPECT_EQ(3, desc2.DepthBias);
    EXPECT_EQ(D3D11_CONSERVATIVE_RASTERIZATION_MODE_OFF, desc2.ConservativeRaster);
}

TEST_F(ObjectMethods, NewerResourcesAndViews) {
    const D3D11_TEXTURE2D_DESC1 flat{16,
                                     8,
                                     2,
                                     3,
                                     kColor,
                                     {1, 0},
                                     D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_RENDER_TARGET | D3D11_BIND_UNORDERED_ACCESS,
                                     0,
                                     0,
                                     D3D11_TEXTURE_LAYOUT_UNDEFINED};
    Com<ID3D11Texture2D1> texture;
    ASSERT_HR(S_OK, device5->CreateTexture2D1(&flat, nullptr, texture.out()));
    D3D11_TEXTURE2D_DESC1 foundFlat{};
    texture->GetDesc1(&foundFlat);
    EXPECT_EQ(0, std::memcmp(&flat, &foundFlat, sizeof flat));

    const D3D11_TEXTURE3D_DESC1 deep{
        16, 8, 4, 1, kColor, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0, D3D11_TEXTURE_LAYOUT_UNDEFINED};
    Com<ID3D11Texture3D1> volume;
    ASSERT_HR(S_OK, device5->CreateTexture3D1(&deep, nullptr, volume.out()));
    D3D11_TEXTURE3D_DESC1 foundDeep{};
    volume->GetDesc1(&foundDeep);
    EXPECT_EQ(0, std::memcmp(&deep, &foundDeep, sizeof deep));

    Com<ID3D11RenderTargetView1> target;
    ASSERT_HR(S_OK, device5->CreateRenderTargetView1(texture.get(), nullptr, target.out()));
    D3D11_RENDER_TARGET_VIEW_DESC1 targetDesc{};
    target->GetDesc1(&targetDesc);
    EXPECT_EQ(D3D11_RTV_DIMENSION_TEXTURE2DARRAY, targetDesc.ViewDimension);
    EXPECT_EQ(3u, targetDesc.Texture2DArray.ArraySize);
    EXPECT_EQ(0u, targetDesc.Texture2DArray.PlaneSlice);

    D3D11_UNORDERED_ACCESS_VIEW_DESC1 accessDesc{kColor, D3D11_UAV_DIMENSION_TEXTURE2DARRAY, {}};
    accessDesc.Texture2DArray = {1, 1, 2, 0};
    Com<ID3D11UnorderedAccessView1> access;
    ASSERT_HR(S_OK, device5->CreateUnorderedAccessView1(texture.get(), &accessDesc, access.out()));
    D3D11_UNORDERED_ACCESS_VIEW_DESC1 foundAccess{};
    access->GetDesc1(&foundAccess);
    EXPECT_EQ(1u, foundAccess.Texture2DArray.MipSlice);
    EXPECT_EQ(2u, foundAccess.Texture2DArray.ArraySize);

    auto depth = DeviceTest::texture(8, 8, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL, nullptr, 0, 2);
    Com<ID3D11DepthStencilView> view;
    D3D11_DEPTH_STENCIL_VIEW_DESC depthDesc{
        DXGI_FORMAT_D32_FLOAT, D3D11_DSV_DIMENSION_TEXTURE2D, D3D11_DSV_READ_ONLY_DEPTH, {}};
    depthDesc.Texture2D.MipSlice = 1;
    ASSERT_HR(S_OK, device->CreateDepthStencilView(depth.get(), &depthDesc, view.out()));
    D3D11_DEPTH_STENCIL_VIEW_DESC foundDepth{};
    view->GetDesc(&foundDepth);
    EXPECT_EQ(UINT(D3D11_DSV_READ_ONLY_DEPTH), foundDepth.Flags);
    EXPECT_EQ(1u, foundDepth.Texture2D.MipSlice);
}

TEST_F(ObjectMethods, NewerQueriesAndContexts) {
    const D3D11_QUERY_DESC1 desc{D3D11_QUERY_TIMESTAMP, 0, D3D11_CONTEXT_TYPE_3D};
    Com<ID3D11Query1> query;
    ASSERT_HR(S_OK, device5->CreateQuery1(&desc, query.out()));
    D3D11_QUERY_DESC1 found{};
    query->GetDesc1(&found);
    EXPECT_EQ(D3D11_QUERY_TIMESTAMP, found.Query);
    EXPECT_EQ(D3D11_CONTEXT_TYPE_3D, found.ContextType);

    Com<ID3D11DeviceContext1> immediate1;
    Com<ID3D11DeviceContext2> immediate2;
    Com<ID3D11DeviceContext3> immediate3;
    device5->GetImmediateContext1(immediate1.out());
    device5->GetImmediateContext2(immediate2.out());
    device5->GetImmediateContext3(immediate3.out());
    EXPECT_EQ(context.as<IUnknown>().get(), immediate1.as<IUnknown>().get());
    EXPECT_EQ(context.as<IUnknown>().get(), immediate2.as<IUnknown>().get());
    EXPECT_EQ(context.as<IUnknown>().get(), immediate3.as<IUnknown>().get());
    EXPECT_EQ(0u, context->GetContextFlags());

    Com<ID3D11DeviceContext1> deferred1;
    Com<ID3D11DeviceContext2> deferred2;
    Com<ID3D11DeviceContext3> deferred3;
    ASSERT_HR(S_OK, device5->CreateDeferredContext1(0, deferred1.out()));
    ASSERT_HR(S_OK, device5->CreateDeferredContext2(0, deferred2.out()));
    ASSERT_HR(S_OK, device5->CreateDeferredContext3(0, deferred3.out()));
    EXPECT_EQ(D3D11_DEVICE_CONTEXT_DEFERRED, deferred1->GetType());
    EXPECT_EQ(D3D11_DEVICE_CONTEXT_DEFERRED, deferred3->GetType());
    EXPECT_HR(E_INVALIDARG, device5->CreateDeferredContext2(1, deferred2.out()));
    Com<ID3D11CommandList> list;
    ASSERT_HR(S_OK, deferred1->FinishCommandList(FALSE, list.out()));
    EXPECT_EQ(0u, list->GetContextFlags());
}

TEST_F(ObjectMethods, QualityLevelsOfTiledResources) {
    UINT levels = 7;
    EXPECT_HR(S_OK, device5->CheckMultisampleQualityLevels1(kColor, 1, 0, &levels));
    EXPECT_EQ(1u, levels);
    EXPECT_HR(E_INVALIDARG, device5->CheckMultisampleQualityLevels1(kColor, 4, 0x80, &levels));
    D3D11_FEATURE_DATA_D3D11_OPTIONS1 options{};
    device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS1, &options, sizeof options);
    if (!options.TiledResourcesTier) {
        EXPECT_HR(S_OK, device5->CheckMultisampleQualityLevels1(
                            kColor, 4, D3D11_CHECK_MULTISAMPLE_QUALITY_LEVELS_TILED_RESOURCE, &levels));
        EXPECT_EQ(0u, levels);
    }
}

TEST_F(ObjectMethods, PrivateDataOfTheDevice) {
    constexpr GUID kKey = {0x2f4e7b1a, 0x5b0c, 0x4cde, {0x9f, 0x02, 0x77, 0x11, 0x30, 0xab, 0xcd, 0x05}};
    const uint32_t value = 42;
    uint32_t found = 0;
    UINT size = sizeof found;
    EXPECT_HR(S_OK, device->SetPrivateData(kKey, sizeof value, &value));
    EXPECT_HR(S_OK, device->GetPrivateData(kKey, &size, &found));
    EXPECT_EQ(42u, found);
    auto held = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    EXPECT_HR(S_OK, device->SetPrivateDataInterface(kKey, held.get()));
    EXPECT_EQ(2u, refCount(held.get())) << "the device keeps it";
    EXPECT_HR(S_OK, device->SetPrivateData(kKey, 0, nullptr));
    EXPECT_EQ(1u, refCount(held.get()));
}

// What is discarded may be anything afterwards; what is not, stays.
TEST_F(ObjectMethods, DiscardLeavesTheRestAlone) {
    const std::vector<Rgba8> texels(16, Rgba8{1, 2, 3, 4});
    auto kept = texture(4, 4, kColor, D3D11_BIND_RENDER_TARGET, texels.data(), 16);
    auto gone = texture(4, 4, kColor, D3D11_BIND_RENDER_TARGET, texels.data(), 16);
    auto keptView = target(kept.get()), goneView = target(gone.get());
    context4->DiscardResource(gone.get());
    context4->DiscardView(goneView.get());
    const D3D11_RECT rect{0, 0, 2, 2};
    context4->DiscardView1(goneView.get(), &rect, 1);
    context4->DiscardView1(goneView.get(), nullptr, 0);
    const float red[4] = {1, 0, 0, 1};
    context->ClearRenderTargetView(goneView.get(), red);
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(gone.get()).rgba(1, 1)) << "and it can be drawn to again";
    EXPECT_EQ((Rgba8{1, 2, 3, 4}), read(kept.get()).rgba(1, 1));
}

TEST_F(ObjectMethods, Annotations) {
    Com<ID3DUserDefinedAnnotation> annotation;
    ASSERT_HR(S_OK, context->QueryInterface(__uuidof(ID3DUserDefinedAnnotation), annotation.outVoid()));
    if (annotation->GetStatus()) {
        EXPECT_EQ(0, annotation->BeginEvent(L"outer")) << "the depth before";
        EXPECT_EQ(1, annotation->BeginEvent(L"inner"));
        annotation->SetMarker(L"here");
        EXPECT_EQ(1, annotation->EndEvent());
        EXPECT_EQ(0, annotation->EndEvent());
    } else {
        EXPECT_EQ(-1, annotation->BeginEvent(L"nobody listens"));
        annotation->SetMarker(L"here");
        EXPECT_EQ(-1, annotation->EndEvent());
    }
    EXPECT_EQ(annotation->GetStatus(), context4->IsAnnotationEnabled());
    context4->BeginEventInt(L"numbered", 3);
    context4->SetMarkerInt(L"here", 4);
    context4->EndEvent();
}

TEST_F(ObjectMethods, HardwareProtectionStaysOffWhereThereIsNone) {
    BOOL enabled = TRUE;
    context4->GetHardwareProtectionState(&enabled);
    EXPECT_FALSE(enabled);
    context4->SetHardwareProtectionState(FALSE);
    context4->GetHardwareProtectionState(&enabled);
    EXPECT_FALSE(enabled);
}

TEST_F(ObjectMethods, WhatIsNotTiledHasNoTiles) {
    auto plain = texture(64, 64, kColor, D3D11_BIND_SHADER_RESOURCE);
    auto data = buffer(65536, D3D11_BIND_VERTEX_BUFFER);
    UINT tiles = 7, tilings = 1;
    D3D11_PACKED_MIP_DESC packed{};
    D3D11_TILE_SHAPE shape{};
    D3D11_SUBRESOURCE_TILING tiling{};
    device5->GetResourceTiling(plain.get(), &tiles, &packed, &shape, &tilings, 0, &tiling);
    EXPECT_EQ(0u, tiles);
    const D3D11_TILED_RESOURCE_COORDINATE at{};
    const D3D11_TILE_REGION_SIZE size{1, FALSE, 0, 0, 0};
    const std::vector<uint8_t> tile(65536);
    context4->CopyTiles(plain.get(), &at, &size, data.get(), 0, 0); // dropped
    context4->UpdateTiles(plain.get(), &at, &size, tile.data(), 0);
    context4->TiledResourceBarrier(nullptr, nullptr);
    EXPECT_HR(S_OK, device->GetDeviceRemovedReason());
}

TEST_F(ObjectMethods, TexturesInDefaultMemoryAreNotMapped) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS2 options{};
    device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS2, &options, sizeof options);
    if (options.MapOnDefaultTextures)
        GTEST_SKIP() << "they are";
    const std::vector<Rgba8> texels(16, Rgba8{1, 2, 3, 4}), other(16, Rgba8{9, 9, 9, 9});
    auto plain = texture(4, 4, kColor, D3D11_BIND_SHADER_RESOURCE, texels.data(), 16);
    device5->WriteToSubresource(plain.get(), 0, nullptr, other.data(), 16, 64);
    EXPECT_EQ((Rgba8{1, 2, 3, 4}), read(plain.get()).rgba(1, 1));
    Rgba8 found[16] = {};
    device5->ReadFromSubresource(found, 16, 64, plain.get(), 0, nullptr);
}

TEST_F(ObjectMethods, TheLeastMipIsNoneAtFirst) {
    auto plain = texture(16, 16, kColor, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 3);
    EXPECT_EQ(0.0f, context->GetResourceMinLOD(plain.get()));
    context->SetResourceMinLOD(plain.get(), 0);
    EXPECT_EQ(0.0f, context->GetResourceMinLOD(plain.get()));
}

TEST_F(ObjectMethods, SharedHandlesThatAreNone) {
    Com<ID3D11Texture2D> texture;
    void* const handle = reinterpret_cast<void*>(uintptr_t(0x12340));
    EXPECT_TRUE(FAILED(device->OpenSharedResource(handle, __uuidof(ID3D11Texture2D), texture.outVoid())));
    EXPECT_TRUE(FAILED(device->OpenSharedResource(nullptr, __uuidof(ID3D11Texture2D), texture.outVoid())));
    EXPECT_TRUE(FAILED(device5->OpenSharedResource1(nullptr, __uuidof(ID3D11Texture2D), texture.outVoid())));
    EXPECT_TRUE(FAILED(device5->OpenSharedResourceByName(L"no such name", DXGI_SHARED_RESOURCE_READ,
                                                         __uuidof(ID3D11Texture2D), texture.outVoid())));
    EXPECT_FALSE(texture);
}

} // namespace
} // namespace conformance
