// CreateShaderResourceView, RenderTargetView, DepthStencilView, UnorderedAccessView: which descriptions are accepted,
// and what GetDesc shows. Microsoft Learn; D3D11.3 functional specification 5.2.
#include "support/fixture.h"

namespace conformance {
namespace {

constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET, kDsv = D3D11_BIND_DEPTH_STENCIL;
constexpr UINT kUav = D3D11_BIND_UNORDERED_ACCESS, kRest = ~0u;
constexpr DXGI_FORMAT kColor = DXGI_FORMAT_R8G8B8A8_UNORM, kTypeless = DXGI_FORMAT_R8G8B8A8_TYPELESS;

class ViewRules : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        plain = texture(16, 16, kColor, kSrv | kRtv | kUav, nullptr, 0, 3, 4);
        typeless = texture(16, 16, kTypeless, kSrv | kRtv);
        const D3D11_TEXTURE3D_DESC desc{8, 8, 8, 2, kColor, D3D11_USAGE_DEFAULT, kSrv | kRtv | kUav, 0, 0};
        ASSERT_HR(S_OK, device->CreateTexture3D(&desc, nullptr, volume.out()));
    }
    void TearDown() override {
        plain.reset(), typeless.reset(), volume.reset();
        DeviceTest::TearDown();
    }
    HRESULT srv(ID3D11Resource* resource, const D3D11_SHADER_RESOURCE_VIEW_DESC& desc) {
        Com<ID3D11ShaderResourceView> made;
        return device->CreateShaderResourceView(resource, &desc, made.out());
    }
    HRESULT rtv(ID3D11Resource* resource, const D3D11_RENDER_TARGET_VIEW_DESC& desc) {
        Com<ID3D11RenderTargetView> made;
        return device->CreateRenderTargetView(resource, &desc, made.out());
    }
    HRESULT uav(ID3D11Resource* resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC& desc) {
        Com<ID3D11UnorderedAccessView> made;
        return device->CreateUnorderedAccessView(resource, &desc, made.out());
    }
    Com<ID3D11Texture2D> plain, typeless;
    Com<ID3D11Texture3D> volume;
};

D3D11_SHADER_RESOURCE_VIEW_DESC srvArray(DXGI_FORMAT format, UINT mip, UINT mips, UINT first, UINT count) {
    D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
    desc.Format = format;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DARRAY;
    desc.Texture2DArray = {mip, mips, first, count};
    return desc;
}

D3D11_SHADER_RESOURCE_VIEW_DESC srvPlain(DXGI_FORMAT format, UINT mip = 0, UINT mips = kRest) {
    D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
    desc.Format = format;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    desc.Texture2D = {mip, mips};
    return desc;
}

TEST_F(ViewRules, ResourceViewRanges) {
    EXPECT_HR(S_OK, srv(plain.get(), srvArray(kColor, 0, 3, 0, 4)));
    EXPECT_HR(S_OK, srv(plain.get(), srvArray(kColor, 2, kRest, 3, kRest)));
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvArray(kColor, 3, 1, 0, 1))) << "no such mip";
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvArray(kColor, 0, 0, 0, 1))) << "no mips";
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvArray(kColor, 1, 3, 0, 1))) << "too many mips";
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvArray(kColor, 0, 1, 0, 0))) << "no slices";
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvArray(kColor, 0, 1, 4, 1))) << "first slice past the end";
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvArray(kColor, 0, 1, 2, 3))) << "last slice past the end";
    EXPECT_HR(S_OK, srv(plain.get(), srvPlain(kColor))) << "the first slice of an array";
}

TEST_F(ViewRules, DescriptionsReadBackResolved) {
    const auto desc = srvArray(DXGI_FORMAT_UNKNOWN, 1, kRest, 1, kRest);
    Com<ID3D11ShaderResourceView> view;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(plain.get(), &desc, view.out()));
    D3D11_SHADER_RESOURCE_VIEW_DESC found{};
    view->GetDesc(&found);
    EXPECT_EQ(kColor, found.Format);
    EXPECT_EQ(2u, found.Texture2DArray.MipLevels);
    EXPECT_EQ(3u, found.Texture2DArray.ArraySize);
    // A null description is the whole resource.
    ASSERT_HR(S_OK, device->CreateShaderResourceView(plain.get(), nullptr, view.out()));
    view->GetDesc(&found);
    EXPECT_EQ(D3D11_SRV_DIMENSION_TEXTURE2DARRAY, found.ViewDimension);
    EXPECT_EQ(3u, found.Texture2DArray.MipLevels);
    EXPECT_EQ(4u, found.Texture2DArray.ArraySize);
    Com<ID3D11Resource> resource;
    view->GetResource(resource.out());
    EXPECT_EQ(static_cast<ID3D11Resource*>(plain.get()), resource.get());
}

TEST_F(ViewRules, DimensionsFitTheResource) {
    auto desc = srvPlain(kColor);
    desc.ViewDimension = D3D11_SRV_DIMENSION_UNKNOWN;
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), desc));
    for (D3D11_SRV_DIMENSION wrong :
         {D3D11_SRV_DIMENSION_BUFFER, D3D11_SRV_DIMENSION_TEXTURE1D,
          D3D11_SRV_DIMENSION_TEXTURE3D, D3D11_SRV_DIMENSION_TEXTURECUBE}) {
        desc.ViewDimension = wrong;
        EXPECT_HR(E_INVALIDARG, srv(plain.get(), desc)) << wrong;
    }
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DMS;
    EXPECT_HR(S_OK, srv(plain.get(), desc)) << "the number of samples is not looked at";
    D3D11_RENDER_TARGET_VIEW_DESC target{};
    target.Format = kColor;
    EXPECT_HR(E_INVALIDARG, rtv(plain.get(), target)) << "unknown dimension";
    target.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE3D;
    target.Texture3D = {0, 0, 1};
    EXPECT_HR(E_INVALIDARG, rtv(plain.get(), target));
    Com<ID3D11ShaderResourceView> view;
    EXPECT_HR(E_INVALIDARG, device->CreateShaderResourceView(nullptr, nullptr, view.out()));
    EXPECT_HR(S_FALSE, device->CreateShaderResourceView(plain.get(), nullptr, nullptr));
    EXPECT_HR(S_FALSE, device->CreateRenderTargetView(plain.get(), nullptr, nullptr));
    EXPECT_HR(S_FALSE, device->CreateUnorderedAccessView(plain.get(), nullptr, nullptr));
}

TEST_F(ViewRules, FormatsComeFromTheFamilyOfATypelessResource) {
    EXPECT_HR(S_OK, srv(typeless.get(), srvPlain(DXGI_FORMAT_R8G8B8A8_UNORM_SRGB)));
    EXPECT_HR(S_OK, srv(typeless.get(), srvPlain(DXGI_FORMAT_R8G8B8A8_UINT)));
    EXPECT_HR(E_INVALIDARG, srv(typeless.get(), srvPlain(kTypeless)));
    EXPECT_HR(E_INVALIDARG, srv(typeless.get(), srvPlain(DXGI_FORMAT_UNKNOWN)));
    EXPECT_HR(E_INVALIDARG, srv(typeless.get(), srvPlain(DXGI_FORMAT_B8G8R8A8_UNORM))) << "another family";
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvPlain(DXGI_FORMAT_R8G8B8A8_UNORM_SRGB))) << "a fully typed resource";
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvPlain(DXGI_FORMAT_R8G8B8A8_UINT)));
    Com<ID3D11RenderTargetView> view;
    EXPECT_HR(E_INVALIDARG, device->CreateRenderTargetView(typeless.get(), nullptr, view.out()));
    D3D11_RENDER_TARGET_VIEW_DESC target{};
    target.Format = DXGI_FORMAT_R8G8B8A8_UNORM_SRGB;
    target.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D;
    EXPECT_HR(S_OK, rtv(typeless.get(), target));
    EXPECT_HR(E_INVALIDARG, rtv(plain.get(), target));
}

TEST_F(ViewRules, TheBindFlagIsNeeded) {
    auto read = texture(16, 16, kColor, kSrv);
    Com<ID3D11RenderTargetView> view;
    EXPECT_HR(E_INVALIDARG, device->CreateRenderTargetView(read.get(), nullptr, view.out()));
    Com<ID3D11UnorderedAccessView> access;
    EXPECT_HR(E_INVALIDARG, device->CreateUnorderedAccessView(read.get(), nullptr, access.out()));
    Com<ID3D11DepthStencilView> depth;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilView(read.get(), nullptr, depth.out()));
    auto drawn = texture(16, 16, kColor, kRtv);
    Com<ID3D11ShaderResourceView> resource;
    EXPECT_HR(E_INVALIDARG, device->CreateShaderResourceView(drawn.get(), nullptr, resource.out()));
}

TEST_F(ViewRules, SlicesOfVolumes) {
    D3D11_RENDER_TARGET_VIEW_DESC desc{};
    desc.Format = kColor;
    desc.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE3D;
    desc.Texture3D = {0, 2, kRest};
    Com<ID3D11RenderTargetView> view;
    ASSERT_HR(S_OK, device->CreateRenderTargetView(volume.get(), &desc, view.out()));
    D3D11_RENDER_TARGET_VIEW_DESC found{};
    view->GetDesc(&found);
    EXPECT_EQ(6u, found.Texture3D.WSize);
    desc.Texture3D = {0, 8, kRest};
    EXPECT_HR(E_INVALIDARG, rtv(volume.get(), desc));
    desc.Texture3D = {0, 0, 0};
    EXPECT_HR(E_INVALIDARG, rtv(volume.get(), desc));
    desc.Texture3D = {1, 0, 5};
    EXPECT_HR(E_INVALIDARG, rtv(volume.get(), desc)) << "mip 1 has four slices";
    desc.Texture3D = {1, 0, 4};
    EXPECT_HR(S_OK, rtv(volume.get(), desc));
    D3D11_UNORDERED_ACCESS_VIEW_DESC access{};
    access.Format = kColor;
    access.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE3D;
    access.Texture3D = {0, 6, 3};
    EXPECT_HR(E_INVALIDARG, uav(volume.get(), access));
}

TEST_F(ViewRules, Cubes) {
    auto cubes = texture(8, 8, kColor, kSrv, nullptr, 0, 1, 13, D3D11_RESOURCE_MISC_TEXTURECUBE);
    D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
    desc.Format = kColor;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBEARRAY;
    desc.TextureCubeArray = {0, 1, 0, 2};
    EXPECT_HR(S_OK, srv(cubes.get(), desc));
    desc.TextureCubeArray = {0, 1, 1, kRest};
    EXPECT_HR(S_OK, srv(cubes.get(), desc));
    desc.TextureCubeArray = {0, 1, 2, 2};
    EXPECT_HR(E_INVALIDARG, srv(cubes.get(), desc)) << "the second cube is cut";
    desc.TextureCubeArray = {0, 1, 0, 0};
    EXPECT_HR(E_INVALIDARG, srv(cubes.get(), desc));
}

TEST_F(ViewRules, DepthViews) {
    auto depth = texture(16, 16, DXGI_FORMAT_R24G8_TYPELESS, kDsv | kSrv);
    D3D11_DEPTH_STENCIL_VIEW_DESC desc{};
    desc.Format = DXGI_FORMAT_D24_UNORM_S8_UINT;
    desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
    Com<ID3D11DepthStencilView> view;
    EXPECT_HR(S_OK, device->CreateDepthStencilView(depth.get(), &desc, view.out()));
    desc.Flags = D3D11_DSV_READ_ONLY_DEPTH;
    EXPECT_HR(S_OK, device->CreateDepthStencilView(depth.get(), &desc, view.out()));
    desc.Flags = 8;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilView(depth.get(), &desc, view.out()));
    desc.Flags = 0;
    desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE1D;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilView(depth.get(), &desc, view.out()));
    desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
    desc.Format = DXGI_FORMAT_R24_UNORM_X8_TYPELESS;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilView(depth.get(), &desc, view.out()));
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilView(depth.get(), nullptr, view.out())) << "typeless";
    EXPECT_HR(S_OK, srv(depth.get(), srvPlain(DXGI_FORMAT_R24_UNORM_X8_TYPELESS)));
    EXPECT_HR(S_OK, srv(depth.get(), srvPlain(DXGI_FORMAT_X24_TYPELESS_G8_UINT)));
    EXPECT_HR(E_INVALIDARG, srv(depth.get(), srvPlain(DXGI_FORMAT_D24_UNORM_S8_UINT)));
    EXPECT_HR(E_INVALIDARG, srv(plain.get(), srvPlain(DXGI_FORMAT_X24_TYPELESS_G8_UINT)));
}

TEST_F(ViewRules, Buffers) {
    auto typed = buffer(64, kSrv | kUav);
    auto structured = buffer(64, kSrv | kUav, nullptr, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 16);
    auto raw = buffer(64, kSrv | kUav, nullptr, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
    Com<ID3D11ShaderResourceView> view;
    EXPECT_HR(E_INVALIDARG, device->CreateShaderResourceView(typed.get(), nullptr, view.out()));
    ASSERT_HR(S_OK, device->CreateShaderResourceView(structured.get(), nullptr, view.out()));
    D3D11_SHADER_RESOURCE_VIEW_DESC found{};
    view->GetDesc(&found);
    EXPECT_EQ(DXGI_FORMAT_UNKNOWN, found.Format);
    EXPECT_EQ(4u, found.Buffer.NumElements);

    D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
    desc.Format = DXGI_FORMAT_R32_FLOAT;
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
    desc.Buffer.FirstElement = 0;
    desc.Buffer.NumElements = 16;
    EXPECT_HR(S_OK, srv(typed.get(), desc));
    desc.Buffer.NumElements = 17;
    EXPECT_HR(E_INVALIDARG, srv(typed.get(), desc));
    desc.Buffer.NumElements = 0;
    EXPECT_HR(E_INVALIDARG, srv(typed.get(), desc));
    desc = {};
    desc.Format = DXGI_FORMAT_R32_TYPELESS;
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
    desc.BufferEx = {0, 16, D3D11_BUFFEREX_SRV_FLAG_RAW};
    EXPECT_HR(S_OK, srv(raw.get(), desc));
    EXPECT_HR(E_INVALIDARG, srv(typed.get(), desc));

    D3D11_UNORDERED_ACCESS_VIEW_DESC access{};
    access.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    access.Buffer = {0, 4, D3D11_BUFFER_UAV_FLAG_COUNTER};
    EXPECT_HR(S_OK, uav(structured.get(), access));
    access.Buffer.Flags = D3D11_BUFFER_UAV_FLAG_APPEND;
    EXPECT_HR(S_OK, uav(structured.get(), access));
    access.Format = DXGI_FORMAT_R32_UINT;
    EXPECT_HR(E_INVALIDARG, uav(typed.get(), access)) << "only structures have counters";
    access.Format = DXGI_FORMAT_R32_TYPELESS;
    access.Buffer = {0, 16, D3D11_BUFFER_UAV_FLAG_RAW};
    EXPECT_HR(E_INVALIDARG, uav(typed.get(), access)) << "not made for raw views";
    EXPECT_HR(S_OK, uav(raw.get(), access));
    Com<ID3D11UnorderedAccessView> whole;
    EXPECT_HR(E_INVALIDARG, device->CreateUnorderedAccessView(typed.get(), nullptr, whole.out()));
    EXPECT_HR(S_OK, device->CreateUnorderedAccessView(structured.get(), nullptr, whole.out()));
}

TEST_F(ViewRules, NewerInterfaces) {
    auto device3 = device.as<ID3D11Device3>();
    if (!device3)
        GTEST_SKIP() << "no ID3D11Device3";
    D3D11_SHADER_RESOURCE_VIEW_DESC1 desc{};
    desc.Format = kColor;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    desc.Texture2D = {0, kRest, 0};
    Com<ID3D11ShaderResourceView1> view;
    ASSERT_HR(S_OK, device3->CreateShaderResourceView1(plain.get(), &desc, view.out()));
    D3D11_SHADER_RESOURCE_VIEW_DESC1 found{};
    view->GetDesc1(&found);
    EXPECT_EQ(3u, found.Texture2D.MipLevels);
    desc.Texture2D.PlaneSlice = 1;
    EXPECT_HR(E_INVALIDARG, device3->CreateShaderResourceView1(plain.get(), &desc, view.out())) << "one plane";
    EXPECT_TRUE(bool(plain.as<ID3D11Texture2D1>()));
}

} // namespace
} // namespace conformance
