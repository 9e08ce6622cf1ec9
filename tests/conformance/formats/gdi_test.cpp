// IDXGISurface1::GetDC and ReleaseDC, IDXGISurface::Map. Microsoft Learn, IDXGISurface1, D3D11_RESOURCE_MISC_FLAG.
#include "dxgi/chain_fixture.h"

namespace conformance {
namespace {

constexpr UINT kRtv = D3D11_BIND_RENDER_TARGET, kGdi = D3D11_RESOURCE_MISC_GDI_COMPATIBLE;

class GdiTest : public DeviceTest {
protected:
    Com<IDXGISurface1> surfaceOf(ID3D11Texture2D* texture) {
        Com<IDXGISurface1> made;
        EXPECT_HR(S_OK, texture->QueryInterface(__uuidof(IDXGISurface1), reinterpret_cast<void**>(made.out())));
        return made;
    }
    HRESULT create(const D3D11_TEXTURE2D_DESC& desc) {
        Com<ID3D11Texture2D> made;
        return device->CreateTexture2D(&desc, nullptr, made.out());
    }
};

TEST_F(GdiTest, CreationRules) {
    D3D11_TEXTURE2D_DESC desc{16, 16, 1, 1, DXGI_FORMAT_B8G8R8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, kRtv, 0, kGdi};
    EXPECT_HR(S_OK, create(desc));
    desc.Format = DXGI_FORMAT_B8G8R8A8_UNORM_SRGB;
    EXPECT_HR(S_OK, create(desc));
    desc.Format = DXGI_FORMAT_B8G8R8A8_TYPELESS;
    EXPECT_HR(S_OK, create(desc));
    for (DXGI_FORMAT format : {DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_B8G8R8X8_UNORM, DXGI_FORMAT_B8G8R8X8_UNORM_SRGB,
                               DXGI_FORMAT_B5G6R5_UNORM, DXGI_FORMAT_R10G10B10A2_UNORM}) {
        desc.Format = format;
        EXPECT_HR(E_INVALIDARG, create(desc)) << format;
    }
    desc.Format = DXGI_FORMAT_B8G8R8A8_UNORM;
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "not in staging memory";
}

TEST_F(GdiTest, CallsOutOfTurn) {
    auto plain = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, kRtv);
    auto surface = surfaceOf(plain.get());
    HDC dc{};
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surface->GetDC(FALSE, &dc)) << "without the flag";
    auto marked = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, kRtv, nullptr, 0, 1, 1, kGdi);
    surface = surfaceOf(marked.get());
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surface->ReleaseDC(nullptr)) << "none is out";
#ifdef _WIN32
    ASSERT_HR(S_OK, surface->GetDC(FALSE, &dc));
    HDC second = reinterpret_cast<HDC>(this);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surface->GetDC(FALSE, &second)) << "one at a time";
    EXPECT_EQ(reinterpret_cast<HDC>(this), second);
    EXPECT_HR(S_OK, surface->ReleaseDC(nullptr));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surface->ReleaseDC(nullptr));
#else
    EXPECT_HR(DXGI_ERROR_UNSUPPORTED, surface->GetDC(FALSE, &dc)) << "there is no GDI";
#endif
}

#ifdef _WIN32
TEST_F(GdiTest, PixelsGoThereAndBack) {
    const std::vector<Rgba8> texels(256, Rgba8{10, 20, 30, 40}); // blue, green, red, alpha
    auto marked = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, kRtv, texels.data(), 0, 1, 1, kGdi);
    auto surface = surfaceOf(marked.get());
    HDC dc{};
    ASSERT_HR(S_OK, surface->GetDC(FALSE, &dc));
    EXPECT_EQ(OBJ_MEMDC, GetObjectType(dc));
    EXPECT_EQ(RGB(30, 20, 10), GetPixel(dc, 3, 3));
    SetPixel(dc, 3, 3, RGB(1, 2, 3));
    SetPixel(dc, 12, 12, RGB(4, 5, 6));
    RECT dirty{0, 0, 8, 8};
    EXPECT_HR(S_OK, surface->ReleaseDC(&dirty));
    Readback seen = read(marked.get());
    EXPECT_EQ(3, seen.rgba(3, 3).r);
    EXPECT_EQ(2, seen.rgba(3, 3).g);
    EXPECT_EQ(1, seen.rgba(3, 3).b);
    EXPECT_EQ((Rgba8{10, 20, 30, 40}), seen.rgba(12, 12)) << "outside of the dirty rectangle";
    // What Direct3D drew meanwhile is seen by the next one.
    const float red[4] = {1, 0, 0, 1};
    context->ClearRenderTargetView(target(marked.get()).get(), red);
    ASSERT_HR(S_OK, surface->GetDC(FALSE, &dc));
    EXPECT_EQ(RGB(255, 0, 0), GetPixel(dc, 12, 12));
    const RECT half{0, 0, 8, 16};
    const HBRUSH brush = CreateSolidBrush(RGB(0, 255, 0));
    FillRect(dc, &half, brush);
    DeleteObject(brush);
    EXPECT_HR(S_OK, surface->ReleaseDC(nullptr));
    seen = read(marked.get());
    EXPECT_EQ(255, seen.rgba(7, 15).g);
    EXPECT_EQ(255, seen.rgba(8, 0).b);
    RECT none{5, 5, 5, 5};
    ASSERT_HR(S_OK, surface->GetDC(TRUE, &dc));
    EXPECT_HR(S_OK, surface->ReleaseDC(&none));
    EXPECT_EQ(255, read(marked.get()).rgba(7, 15).g) << "an empty rectangle changes nothing";
}
#endif

class GdiChainTest : public ChainTest {};

TEST_F(GdiChainTest, BackBuffersOfAGdiCompatibleChain) {
    auto desc = chainDesc(DXGI_SWAP_EFFECT_DISCARD, 1, 64, 64, DXGI_FORMAT_B8G8R8A8_UNORM);
    auto plain = makeChain(desc);
    ASSERT_TRUE(plain);
    desc.Flags = DXGI_SWAP_CHAIN_FLAG_GDI_COMPATIBLE;
    auto chain = makeChain(desc);
    ASSERT_TRUE(chain);
    const auto surfaceOf = [](IDXGISwapChain* from) {
        Com<IDXGISurface1> made;
        EXPECT_HR(S_OK, from->GetBuffer(0, __uuidof(IDXGISurface1), reinterpret_cast<void**>(made.out())));
        return made;
    };
    HDC dc{};
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surfaceOf(plain.get())->GetDC(FALSE, &dc));
    auto surface = surfaceOf(chain.get());
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surface->ReleaseDC(nullptr));
#ifdef _WIN32
    ASSERT_HR(S_OK, surface->GetDC(TRUE, &dc));
    const RECT all{0, 0, 64, 64};
    const HBRUSH brush = CreateSolidBrush(RGB(255, 0, 0));
    FillRect(dc, &all, brush);
    DeleteObject(brush);
    EXPECT_HR(S_OK, surface->ReleaseDC(nullptr));
    EXPECT_EQ(255, pixel(chain.get(), 0).b) << "red is the third byte";
    EXPECT_HR(S_OK, chain->Present(0, 0));
#endif
}

TEST_F(GdiTest, SurfacesOfStagingTexturesAreMapped) {
    const std::vector<Rgba8> texels(256, Rgba8{1, 2, 3, 4});
    const D3D11_TEXTURE2D_DESC desc{16, 16, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_STAGING, 0,
                                    D3D11_CPU_ACCESS_READ, 0};
    const D3D11_SUBRESOURCE_DATA data{texels.data(), 64, 0};
    Com<ID3D11Texture2D> staging;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, &data, staging.out()));
    auto surface = surfaceOf(staging.get());
    DXGI_MAPPED_RECT mapped{};
    EXPECT_HR(E_INVALIDARG, surface->Map(nullptr, DXGI_MAP_READ));
    EXPECT_HR(E_INVALIDARG, surface->Map(&mapped, DXGI_MAP_WRITE)) << "it was made for reading";
    ASSERT_HR(S_OK, surface->Map(&mapped, DXGI_MAP_READ));
    EXPECT_EQ(3, mapped.pBits[mapped.Pitch + 2]);
    EXPECT_HR(S_OK, surface->Unmap());
    DXGI_SURFACE_DESC found{};
    EXPECT_HR(S_OK, surface->GetDesc(&found));
    EXPECT_EQ(16u, found.Height);
    auto usual = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, kRtv);
    EXPECT_TRUE(FAILED(surfaceOf(usual.get())->Map(&mapped, DXGI_MAP_READ)));
}

} // namespace
} // namespace conformance
