// CreateTexture1D, 2D and 3D: which descriptions are accepted. Microsoft Learn, ID3D11Device::CreateTexture2D,
// D3D11_RESOURCE_MISC_FLAG, Resource Limits; D3D11.3 functional specification, chapter 5.
#include "support/fixture.h"

namespace conformance {
namespace {

constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET, kDsv = D3D11_BIND_DEPTH_STENCIL;
constexpr UINT kUav = D3D11_BIND_UNORDERED_ACCESS;
constexpr UINT kCube = D3D11_RESOURCE_MISC_TEXTURECUBE, kMips = D3D11_RESOURCE_MISC_GENERATE_MIPS;

class TextureRules : public DeviceTest {
protected:
    HRESULT create(const D3D11_TEXTURE2D_DESC& desc) {
        Com<ID3D11Texture2D> made;
        const HRESULT hr = device->CreateTexture2D(&desc, nullptr, made.out());
        EXPECT_EQ(SUCCEEDED(hr), bool(made));
        return hr;
    }
};

D3D11_TEXTURE2D_DESC desc2D(UINT width, UINT height, UINT mips, UINT layers, DXGI_FORMAT format, UINT bind,
                            UINT misc = 0) {
    return {width, height, mips, layers, format, {1, 0}, D3D11_USAGE_DEFAULT, bind, 0, misc};
}

struct Case {
    const char* rule;
    D3D11_TEXTURE2D_DESC desc;
    HRESULT expected;
};

constexpr DXGI_FORMAT kColor = DXGI_FORMAT_R8G8B8A8_UNORM;

// clang-format off
const Case kCases[] = {
    {"a plain texture", desc2D(16, 16, 1, 1, kColor, kSrv), S_OK},
    {"no width", desc2D(0, 16, 1, 1, kColor, kSrv), E_INVALIDARG},
    {"no layers", desc2D(16, 16, 1, 0, kColor, kSrv), E_INVALIDARG},
    {"too wide", desc2D(16385, 16, 1, 1, kColor, kSrv), E_INVALIDARG},
    {"too many layers", desc2D(4, 4, 1, 2049, kColor, kSrv), E_INVALIDARG},
    {"too many mips", desc2D(16, 16, 6, 1, kColor, kSrv), E_INVALIDARG},
    {"no format", desc2D(16, 16, 1, 1, DXGI_FORMAT_UNKNOWN, kSrv), E_INVALIDARG},
    {"cubes have six faces", desc2D(16, 16, 1, 5, kColor, kSrv, kCube), E_INVALIDARG},
    {"a cube", desc2D(16, 16, 1, 6, kColor, kSrv, kCube), S_OK},
    {"layers beyond the last whole cube", desc2D(16, 16, 1, 9, kColor, kSrv, kCube), S_OK},
    {"cubes are square", desc2D(16, 8, 1, 6, kColor, kSrv, kCube), E_INVALIDARG},
    {"vertex buffers are no textures", desc2D(16, 16, 1, 1, kColor, D3D11_BIND_VERTEX_BUFFER), E_INVALIDARG},
    {"constant buffers are no textures", desc2D(16, 16, 1, 1, kColor, D3D11_BIND_CONSTANT_BUFFER), E_INVALIDARG},
    {"colour is no depth", desc2D(16, 16, 1, 1, kColor, kDsv), E_INVALIDARG},
    {"typeless colour is no depth", desc2D(16, 16, 1, 1, DXGI_FORMAT_R32G32B32A32_TYPELESS, kDsv), E_INVALIDARG},
    {"depth", desc2D(16, 16, 1, 1, DXGI_FORMAT_D24_UNORM_S8_UINT, kDsv), S_OK},
    {"typed depth is not read", desc2D(16, 16, 1, 1, DXGI_FORMAT_D24_UNORM_S8_UINT, kDsv | kSrv), E_INVALIDARG},
    {"typed depth is not read (D32)", desc2D(16, 16, 1, 1, DXGI_FORMAT_D32_FLOAT, kSrv), E_INVALIDARG},
    {"typed depth is no target", desc2D(16, 16, 1, 1, DXGI_FORMAT_D32_FLOAT, kRtv), E_INVALIDARG},
    {"typeless depth that is read", desc2D(16, 16, 1, 1, DXGI_FORMAT_R24G8_TYPELESS, kDsv | kSrv), S_OK},
    {"R32 typeless as depth that is read", desc2D(16, 16, 1, 1, DXGI_FORMAT_R32_TYPELESS, kDsv | kSrv), S_OK},
    {"target and depth", desc2D(16, 16, 1, 1, DXGI_FORMAT_R32_TYPELESS, kRtv | kDsv), E_INVALIDARG},
    {"depth and UAV", desc2D(16, 16, 1, 1, DXGI_FORMAT_R32_TYPELESS, kDsv | kUav), E_INVALIDARG},
    {"R24G8 as UAV", desc2D(16, 16, 1, 1, DXGI_FORMAT_R24G8_TYPELESS, kUav), E_INVALIDARG},
    {"R32G8X24 as UAV", desc2D(16, 16, 1, 1, DXGI_FORMAT_R32G8X24_TYPELESS, kUav), E_INVALIDARG},
    {"shared exponents are not drawn", desc2D(16, 16, 1, 1, DXGI_FORMAT_R9G9B9E5_SHAREDEXP, kRtv), E_INVALIDARG},
    {"shared exponents are read", desc2D(16, 16, 1, 1, DXGI_FORMAT_R9G9B9E5_SHAREDEXP, kSrv), S_OK},
    {"blocks are whole", desc2D(18, 16, 1, 1, DXGI_FORMAT_BC1_UNORM, kSrv), E_INVALIDARG},
    {"blocks are not drawn", desc2D(16, 16, 1, 1, DXGI_FORMAT_BC1_UNORM, kRtv), E_INVALIDARG},
    {"made mips are drawn and read", desc2D(16, 16, 0, 1, kColor, kSrv, kMips), E_INVALIDARG},
    {"made mips", desc2D(16, 16, 0, 1, kColor, kSrv | kRtv, kMips), S_OK},
    {"textures are no tile pool", desc2D(16, 16, 1, 1, kColor, kSrv, D3D11_RESOURCE_MISC_TILE_POOL), E_INVALIDARG},
    {"two ways of sharing",
     desc2D(16, 16, 1, 1, kColor, kSrv | kRtv, D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX), E_INVALIDARG},
    {"an NT handle alone", desc2D(16, 16, 1, 1, kColor, kSrv | kRtv, D3D11_RESOURCE_MISC_SHARED_NTHANDLE), E_INVALIDARG},
    {"GDI draws to B8G8R8A8 only", desc2D(16, 16, 1, 1, DXGI_FORMAT_B8G8R8X8_UNORM, kRtv, D3D11_RESOURCE_MISC_GDI_COMPATIBLE),
     E_INVALIDARG},
};
// clang-format on

TEST_F(TextureRules, Descriptions) {
    for (const Case& one : kCases)
        EXPECT_HR(one.expected, create(one.desc)) << one.rule;
}

TEST_F(TextureRules, UsageAndCpuAccess) {
    auto desc = desc2D(16, 16, 1, 1, kColor, kSrv);
    desc.Usage = D3D11_USAGE_IMMUTABLE;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "immutable needs data";
    desc.Usage = D3D11_USAGE_DYNAMIC;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "dynamic needs CPU write";
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_WRITE;
    EXPECT_HR(S_OK, create(desc));
    desc.BindFlags = kRtv;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "dynamic is no output";
    desc.Usage = D3D11_USAGE_STAGING;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "staging has no bind";
    desc.BindFlags = 0;
    EXPECT_HR(S_OK, create(desc));
    desc.CPUAccessFlags = 0;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "staging needs CPU access";
}

TEST_F(TextureRules, Samples) {
    auto desc = desc2D(16, 16, 1, 1, kColor, kRtv);
    desc.SampleDesc = {4, 0};
    EXPECT_HR(S_OK, create(desc));
    UINT levels = 0;
    device->CheckMultisampleQualityLevels(kColor, 4, &levels);
    desc.SampleDesc.Quality = levels;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "a quality that was not reported";
    desc.SampleDesc = {15, 0};
    EXPECT_HR(E_INVALIDARG, create(desc));
    desc.SampleDesc = {0, 0};
    EXPECT_HR(E_INVALIDARG, create(desc));
    desc.SampleDesc = {4, 0};
    desc.MipLevels = 2;
    EXPECT_HR(E_INVALIDARG, create(desc)) << "samples or mips";
    desc.MipLevels = 1;
    std::vector<uint8_t> zeros(16 * 16 * 4);
    const D3D11_SUBRESOURCE_DATA data{zeros.data(), 64, 0};
    Com<ID3D11Texture2D> made;
    EXPECT_HR(E_INVALIDARG, device->CreateTexture2D(&desc, &data, made.out()));
}

TEST_F(TextureRules, NullPointers) {
    const auto desc = desc2D(16, 16, 1, 1, kColor, kSrv);
    Com<ID3D11Texture2D> made;
    EXPECT_HR(E_INVALIDARG, device->CreateTexture2D(nullptr, nullptr, made.out()));
    EXPECT_HR(S_FALSE, device->CreateTexture2D(&desc, nullptr, nullptr));
    const D3D11_SUBRESOURCE_DATA none{};
    EXPECT_HR(E_INVALIDARG, device->CreateTexture2D(&desc, &none, made.out()));
    EXPECT_HR(E_INVALIDARG, device->CreateTexture1D(nullptr, nullptr, nullptr));
    EXPECT_HR(E_INVALIDARG, device->CreateTexture3D(nullptr, nullptr, nullptr));
}

TEST_F(TextureRules, NoMipLevelsMeansAllOfThem) {
    const auto desc = desc2D(32, 8, 0, 1, kColor, kSrv);
    Com<ID3D11Texture2D> made;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
    D3D11_TEXTURE2D_DESC found{};
    made->GetDesc(&found);
    EXPECT_EQ(6u, found.MipLevels);
    EXPECT_EQ(32u, found.Width);
    EXPECT_EQ(kColor, found.Format);
    const D3D11_TEXTURE1D_DESC line{16, 0, 2, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    Com<ID3D11Texture1D> madeLine;
    ASSERT_HR(S_OK, device->CreateTexture1D(&line, nullptr, madeLine.out()));
    D3D11_TEXTURE1D_DESC foundLine{};
    madeLine->GetDesc(&foundLine);
    EXPECT_EQ(5u, foundLine.MipLevels);
    const D3D11_TEXTURE3D_DESC volume{4, 4, 16, 0, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    Com<ID3D11Texture3D> madeVolume;
    ASSERT_HR(S_OK, device->CreateTexture3D(&volume, nullptr, madeVolume.out()));
    D3D11_TEXTURE3D_DESC foundVolume{};
    madeVolume->GetDesc(&foundVolume);
    EXPECT_EQ(5u, foundVolume.MipLevels);
}

TEST_F(TextureRules, Volumes) {
    const struct {
        const char* rule;
        D3D11_TEXTURE3D_DESC desc;
        HRESULT expected;
    } cases[] = {
        {"a volume", {8, 8, 8, 1, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, 0}, S_OK},
        {"no depth", {8, 8, 0, 1, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, 0}, E_INVALIDARG},
        {"too deep", {8, 8, 2049, 1, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, 0}, E_INVALIDARG},
        {"no depth-stencil",
         {8, 8, 8, 1, DXGI_FORMAT_D24_UNORM_S8_UINT, D3D11_USAGE_DEFAULT, kDsv, 0, 0},
         E_INVALIDARG},
        {"depth is no target", {8, 8, 8, 1, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT, kRtv, 0, 0}, E_INVALIDARG},
        {"made mips need both binds", {8, 8, 8, 0, kColor, D3D11_USAGE_DEFAULT, kRtv, 0, kMips}, E_INVALIDARG},
    };
    for (const auto& one : cases) {
        Com<ID3D11Texture3D> made;
        EXPECT_HR(one.expected, device->CreateTexture3D(&one.desc, nullptr, made.out())) << one.rule;
    }
}

TEST_F(TextureRules, Lines) {
    Com<ID3D11Texture1D> made;
    D3D11_TEXTURE1D_DESC desc{16, 1, 0, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    EXPECT_HR(E_INVALIDARG, device->CreateTexture1D(&desc, nullptr, made.out())) << "no layers";
    desc = {16385, 1, 1, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    EXPECT_HR(E_INVALIDARG, device->CreateTexture1D(&desc, nullptr, made.out())) << "too wide";
}

// What is not shared has no handle, which is no failure; what was not made for GDI has no device context.
TEST_F(TextureRules, HandlesOfPlainTextures) {
    auto plain = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, kSrv | kRtv);
    HANDLE handle = reinterpret_cast<HANDLE>(intptr_t(0x1234));
    auto resource = plain.as<IDXGIResource1>();
    ASSERT_TRUE(resource);
    EXPECT_HR(S_OK, resource->GetSharedHandle(&handle));
    EXPECT_EQ(nullptr, handle);
    handle = reinterpret_cast<HANDLE>(intptr_t(0x1234));
    EXPECT_HR(E_INVALIDARG, resource->CreateSharedHandle(nullptr, 0, nullptr, &handle));
    EXPECT_EQ(nullptr, handle);
    auto surface = plain.as<IDXGISurface1>();
    ASSERT_TRUE(surface);
    HDC context = nullptr;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surface->GetDC(FALSE, &context));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, surface->ReleaseDC(nullptr));
}

} // namespace
} // namespace conformance
