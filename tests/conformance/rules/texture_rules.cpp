// CreateTexture1D, 2D and 3D.
#include "rule.h"

namespace conformance::rules {
namespace {

constexpr D3D11_USAGE kDefault = D3D11_USAGE_DEFAULT;

using Desc1 = D3D11_TEXTURE1D_DESC;
using Desc2 = D3D11_TEXTURE2D_DESC;
using Desc3 = D3D11_TEXTURE3D_DESC;

Desc1 plain1(UINT bind = kSrv) {
    return {16, 1, 1, kRgba, kDefault, bind, 0, 0};
}
Desc2 plain2(UINT bind = kSrv, DXGI_FORMAT format = kRgba) {
    return {16, 16, 1, 1, format, {1, 0}, kDefault, bind, 0, 0};
}
Desc3 plain3(UINT bind = kSrv, DXGI_FORMAT format = kRgba) {
    return {16, 16, 4, 1, format, kDefault, bind, 0, 0};
}

const D3D11_SUBRESOURCE_DATA* data() {
    static const uint8_t zeros[16384] = {};
    static const D3D11_SUBRESOURCE_DATA made[6] = {{zeros, 64, 1024}, {zeros, 64, 1024}, {zeros, 64, 1024},
                                                   {zeros, 64, 1024}, {zeros, 64, 1024}, {zeros, 64, 1024}};
    return made;
}

HRESULT make(Rig& r, const Desc1& desc, const D3D11_SUBRESOURCE_DATA* given = nullptr) {
    return r->CreateTexture1D(&desc, given, r.out<ID3D11Texture1D>());
}
HRESULT make(Rig& r, const Desc2& desc, const D3D11_SUBRESOURCE_DATA* given = nullptr, ID3D11Device* device = nullptr) {
    return (device ? device : r.device())->CreateTexture2D(&desc, given, r.out<ID3D11Texture2D>());
}
HRESULT make(Rig& r, const Desc3& desc, const D3D11_SUBRESOURCE_DATA* given = nullptr) {
    return r->CreateTexture3D(&desc, given, r.out<ID3D11Texture3D>());
}

// `desc` with some fields changed.
template <class Desc, class Change>
Desc with(Desc desc, Change change) {
    change(desc);
    return desc;
}

Desc2 cube(UINT layers) {
    return with(plain2(), [&](Desc2& d) { d.ArraySize = layers, d.MiscFlags = D3D11_RESOURCE_MISC_TEXTURECUBE; });
}
Desc2 samples(UINT count, UINT quality) {
    return with(plain2(kRtv), [&](Desc2& d) { d.SampleDesc = {count, quality}; });
}
Desc2 misc(UINT flags, UINT bind = kSrv, DXGI_FORMAT format = kRgba) {
    return with(plain2(bind, format), [&](Desc2& d) { d.MiscFlags = flags; });
}
Desc2 used(D3D11_USAGE usage, UINT bind, UINT access) {
    return with(plain2(bind), [&](Desc2& d) { d.Usage = usage, d.CPUAccessFlags = access; });
}

constexpr const char *kName1 = "ID3D11Device::CreateTexture1D", *kName2 = "ID3D11Device::CreateTexture2D",
                     *kName3 = "ID3D11Device::CreateTexture3D";
constexpr DXGI_FORMAT kD24 = DXGI_FORMAT_D24_UNORM_S8_UINT, kD32 = DXGI_FORMAT_D32_FLOAT,
                      kR32 = DXGI_FORMAT_R32_TYPELESS;
constexpr const char* kNullData = "initial data with NULL memory pointer";
constexpr const char* kNullOut = "texture output NULL, rest valid";
constexpr const char* kBufferBinds = "VERTEX, INDEX or CONSTANT_BUFFER bind";
constexpr const char* kNoMips = "0 mip levels: the full chain, read back in the description";
constexpr const char* kNoSize = "zero width, height or depth";

const Rule kRules[] = {
    {58, kName1, kNullData, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const D3D11_SUBRESOURCE_DATA none{};
         return make(r, plain1(), &none);
     }},
    {59, kName1, "description NULL", E_INVALIDARG, Out::Null,
     [](Rig& r) { return r->CreateTexture1D(nullptr, nullptr, r.out<ID3D11Texture1D>()); }},
    {60, kName1, kNullOut, S_FALSE, Out::Any,
     [](Rig& r) {
         const Desc1 desc = plain1();
         return r->CreateTexture1D(&desc, nullptr, nullptr);
     }},
    {61, kName1, kBufferBinds, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain1(kVertex)), make(r, plain1(kIndex)), make(r, plain1(kConstant)),
                        make(r, plain1(kSrv | kVertex))});
     }},
    {62, kName1, kNoMips, S_OK, Out::Made,
     [](Rig& r) {
         const HRESULT hr = make(r, with(plain1(), [](Desc1& d) { d.MipLevels = 0; }));
         Desc1 found{};
         if (SUCCEEDED(hr))
             r.made<ID3D11Texture1D>()->GetDesc(&found);
         EXPECT_EQ(5u, found.MipLevels);
         return hr;
     }},
    {63, kName1, "IMMUTABLE without initial data", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, with(plain1(), [](Desc1& d) { d.Usage = D3D11_USAGE_IMMUTABLE; })); }},
    {64, kName1, kNoSize, E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, with(plain1(), [](Desc1& d) { d.Width = 0; })); }},

    {65, kName2, kNullData, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const D3D11_SUBRESOURCE_DATA none{};
         return make(r, plain2(), &none);
     }},
    {66, kName2, "description NULL", E_INVALIDARG, Out::Null,
     [](Rig& r) { return r->CreateTexture2D(nullptr, nullptr, r.out<ID3D11Texture2D>()); }},
    {67, kName2, kNullOut, S_FALSE, Out::Any,
     [](Rig& r) {
         const Desc2 desc = plain2();
         return r->CreateTexture2D(&desc, nullptr, nullptr);
     }},
    {68, kName2, kBufferBinds, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain2(kVertex)), make(r, plain2(kIndex)), make(r, plain2(kConstant)),
                        make(r, plain2(kSrv | kIndex))});
     }},
    {69, kName2, kNoMips, S_OK, Out::Made,
     [](Rig& r) {
         const HRESULT hr = make(r, with(plain2(), [](Desc2& d) { d.MipLevels = 0; }));
         Desc2 found{};
         if (SUCCEEDED(hr))
             r.made<ID3D11Texture2D>()->GetDesc(&found);
         EXPECT_EQ(5u, found.MipLevels);
         return hr;
     }},
    {70, kName2, "IMMUTABLE without initial data", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, used(D3D11_USAGE_IMMUTABLE, kSrv, 0)); }},
    {71, kName2, kNoSize, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, with(plain2(), [](Desc2& d) { d.Width = 0; })),
                        make(r, with(plain2(), [](Desc2& d) { d.Height = 0; }))});
     }},

    {72, kName3, kNullData, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const D3D11_SUBRESOURCE_DATA none{};
         return make(r, plain3(), &none);
     }},
    {73, kName3, "description NULL", E_INVALIDARG, Out::Null,
     [](Rig& r) { return r->CreateTexture3D(nullptr, nullptr, r.out<ID3D11Texture3D>()); }},
    {74, kName3, kNullOut, S_FALSE, Out::Any,
     [](Rig& r) {
         const Desc3 desc = plain3();
         return r->CreateTexture3D(&desc, nullptr, nullptr);
     }},
    {75, kName3, kBufferBinds, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain3(kVertex)), make(r, plain3(kIndex)), make(r, plain3(kConstant))});
     }},
    {76, kName3, kNoMips, S_OK, Out::Made,
     [](Rig& r) {
         const HRESULT hr = make(r, with(plain3(), [](Desc3& d) { d.MipLevels = 0; }));
         Desc3 found{};
         if (SUCCEEDED(hr))
             r.made<ID3D11Texture3D>()->GetDesc(&found);
         EXPECT_EQ(5u, found.MipLevels);
         return hr;
     }},
    {77, kName3, "IMMUTABLE without initial data", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, with(plain3(), [](Desc3& d) { d.Usage = D3D11_USAGE_IMMUTABLE; })); }},
    {78, kName3, kNoSize, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, with(plain3(), [](Desc3& d) { d.Width = 0; })),
                        make(r, with(plain3(), [](Desc3& d) { d.Height = 0; })),
                        make(r, with(plain3(), [](Desc3& d) { d.Depth = 0; }))});
     }},

    {79, kName1, "array size 0", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, with(plain1(), [](Desc1& d) { d.ArraySize = 0; })); }},
    {80, kName1, "width over 16384 at level 11_0", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, with(plain1(), [](Desc1& d) { d.Width = 16385; })); }},
    {81, kName2, "array size 0", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, with(plain2(), [](Desc2& d) { d.ArraySize = 0; })); }},
    {82, kName2, "TEXTURECUBE with fewer than 6 slices", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, cube(1)), make(r, cube(3)), make(r, cube(5))});
     }},
    {83, kName2, "TEXTURECUBE with 7, 9 or 10 slices at level 10_1 and up", S_OK, Out::Made,
     [](Rig& r) {
         return r.same({make(r, cube(7)), make(r, cube(9)), make(r, cube(10)),
                        make(r, cube(7), nullptr, r.at(D3D_FEATURE_LEVEL_10_1))});
     }},
    {84, kName2, "TEXTURECUBE with more than 6 slices at level 10_0 or below", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, cube(7), nullptr, r.at(D3D_FEATURE_LEVEL_10_0)),
                        make(r, cube(12), nullptr, r.at(D3D_FEATURE_LEVEL_10_0)),
                        make(r, cube(7), nullptr, r.at(D3D_FEATURE_LEVEL_9_3))});
     }},
    {85, kName2, "sample quality at or over the number of quality levels", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         UINT levels = 0;
         r->CheckMultisampleQualityLevels(kRgba, 4, &levels);
         return r.same({make(r, samples(4, levels)), make(r, samples(4, levels + 9)), make(r, samples(1, 1))});
     }},
    {86, kName2, "sample count that is not supported (15)", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, samples(15, 0)), make(r, samples(3, 0)), make(r, samples(0, 0))});
     }},
    {87, kName2, "initial data for a multisampled texture", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, samples(4, 0), data()); }},
    {88, kName2, "typed colour, or typeless of another family, as DEPTH_STENCIL", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain2(kDsv, kRgba)), make(r, plain2(kDsv, DXGI_FORMAT_R8G8B8A8_TYPELESS)),
                        make(r, plain2(kDsv, DXGI_FORMAT_R32G32B32A32_TYPELESS)),
                        make(r, plain2(kDsv, DXGI_FORMAT_R32G32B32A32_FLOAT)),
                        make(r, plain2(kDsv, DXGI_FORMAT_R32_FLOAT)), make(r, plain2(kDsv, DXGI_FORMAT_R16_UNORM))});
     }},
    {89, kName2, "typed depth format with SHADER_RESOURCE or RENDER_TARGET", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain2(kSrv, kD24)), make(r, plain2(kRtv, kD24)), make(r, plain2(kDsv | kSrv, kD24)),
                        make(r, plain2(kSrv, kD32)), make(r, plain2(kRtv, kD32)), make(r, plain2(kDsv | kSrv, kD32))});
     }},
    {90, kName2, "R32_TYPELESS with RENDER_TARGET and DEPTH_STENCIL", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, plain2(kRtv | kDsv, kR32)); }},
    {91, kName2, "R32_TYPELESS with DEPTH_STENCIL and UNORDERED_ACCESS", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, plain2(kUav | kDsv, kR32)); }},
    {92, kName2, "R24G8 or R32G8X24 family with UNORDERED_ACCESS", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain2(kUav, DXGI_FORMAT_R24G8_TYPELESS)),
                        make(r, plain2(kUav, DXGI_FORMAT_R24_UNORM_X8_TYPELESS)),
                        make(r, plain2(kUav, DXGI_FORMAT_X24_TYPELESS_G8_UINT)), make(r, plain2(kUav, kD24)),
                        make(r, plain2(kUav, DXGI_FORMAT_R32G8X24_TYPELESS)),
                        make(r, plain2(kUav, DXGI_FORMAT_R32_FLOAT_X8X24_TYPELESS)),
                        make(r, plain2(kUav, DXGI_FORMAT_X32_TYPELESS_G8X24_UINT)),
                        make(r, plain2(kUav, DXGI_FORMAT_D32_FLOAT_S8X24_UINT))});
     }},
    {93, kName2, "R9G9B9E5 as RENDER_TARGET or DEPTH_STENCIL", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain2(kRtv, DXGI_FORMAT_R9G9B9E5_SHAREDEXP)),
                        make(r, plain2(kDsv, DXGI_FORMAT_R9G9B9E5_SHAREDEXP))});
     }},
    {94, kName2, "SHARED and SHARED_KEYEDMUTEX together", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         constexpr UINT kBoth = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX;
         return r.same({make(r, misc(kBoth, kSrv | kRtv)),
                        make(r, misc(kBoth | D3D11_RESOURCE_MISC_SHARED_NTHANDLE, kSrv | kRtv))});
     }},
    {95, kName2, "SHARED_NTHANDLE without SHARED or SHARED_KEYEDMUTEX", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, misc(D3D11_RESOURCE_MISC_SHARED_NTHANDLE, kSrv | kRtv)); }},
    {96, kName2, "SHARED with SHARED_NTHANDLE", S_OK, Out::Made,
     [](Rig& r) {
         return make(r, misc(D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_NTHANDLE, kSrv | kRtv));
     }},
    {97, kName2, "a sharing flag below level 10_0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         ID3D11Device* low = r.at(D3D_FEATURE_LEVEL_9_3);
         return r.same({make(r, misc(D3D11_RESOURCE_MISC_SHARED, kSrv | kRtv), nullptr, low),
                        make(r, misc(D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX, kSrv | kRtv), nullptr, low),
                        make(r, misc(D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_NTHANDLE, kSrv | kRtv),
                             nullptr, low)});
     }},
    {98, kName2, "GDI_COMPATIBLE with STAGING usage", kFailure, Out::Null,
     [](Rig& r) {
         return make(r, with(misc(D3D11_RESOURCE_MISC_GDI_COMPATIBLE, 0, DXGI_FORMAT_B8G8R8A8_UNORM),
                             [](Desc2& d) { d.Usage = D3D11_USAGE_STAGING, d.CPUAccessFlags = kCpuRead; }));
     }},
    {99, kName2, "GDI_COMPATIBLE with a B8G8R8X8 format", kFailure, Out::Null,
     [](Rig& r) {
         EXPECT_HR(E_INVALIDARG, make(r, misc(D3D11_RESOURCE_MISC_GDI_COMPATIBLE, kRtv, DXGI_FORMAT_R8G8B8A8_UNORM)));
         return make(r, misc(D3D11_RESOURCE_MISC_GDI_COMPATIBLE, kRtv, DXGI_FORMAT_B8G8R8X8_UNORM));
     }},
    {100, kName2, "GENERATE_MIPS without both RENDER_TARGET and SHADER_RESOURCE", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         constexpr UINT kMips = D3D11_RESOURCE_MISC_GENERATE_MIPS;
         return r.same({make(r, misc(kMips, 0)), make(r, misc(kMips, kSrv)), make(r, misc(kMips, kRtv))});
     }},
    {101, kName2, "TILE_POOL on a texture", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, misc(D3D11_RESOURCE_MISC_TILE_POOL)); }},
    {102, kName2, "TILED with sharing, GDI flag, CPU access or another usage than DEFAULT", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         constexpr UINT kTiled = D3D11_RESOURCE_MISC_TILED;
         return r.same({make(r, misc(kTiled | D3D11_RESOURCE_MISC_SHARED)),
                        make(r, misc(kTiled | D3D11_RESOURCE_MISC_GDI_COMPATIBLE, kRtv, DXGI_FORMAT_B8G8R8A8_UNORM)),
                        make(r, with(misc(kTiled), [](Desc2& d) { d.CPUAccessFlags = kCpuRead; })),
                        make(r, with(misc(kTiled),
                                     [](Desc2& d) { d.Usage = D3D11_USAGE_DYNAMIC, d.CPUAccessFlags = kCpuWrite; }))});
     }},
    {103, kName2, "width or height over 16384, or over 2048 slices, at level 11_0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, with(plain2(), [](Desc2& d) { d.Width = 16385; })),
                        make(r, with(plain2(), [](Desc2& d) { d.Height = 16385; })),
                        make(r, with(plain2(), [](Desc2& d) { d.ArraySize = 2049; }))});
     }},
    {104, kName2, "usage, bind and CPU access that do not go together, as for buffers", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         constexpr D3D11_USAGE kImmutable = D3D11_USAGE_IMMUTABLE, kDynamic = D3D11_USAGE_DYNAMIC,
                               kStaging = D3D11_USAGE_STAGING;
         return r.same({make(r, used(kImmutable, 0, 0), data()), make(r, used(kImmutable, kRtv, 0), data()),
                        make(r, used(kImmutable, kUav, 0), data()), make(r, used(kImmutable, kSrv, kCpuRead), data()),
                        make(r, used(kDynamic, 0, kCpuWrite)), make(r, used(kDynamic, kRtv, kCpuWrite)),
                        make(r, used(kDynamic, kUav, kCpuWrite)), make(r, used(kDynamic, kSrv, 0)),
                        make(r, used(kDynamic, kSrv, kCpuRead | kCpuWrite)), make(r, used(kStaging, kSrv, kCpuRead)),
                        make(r, used(kStaging, kRtv, kCpuRead)), make(r, used(kStaging, 0, 0)),
                        make(r, used(kDefault, kSrv, kCpuRead)), make(r, used(kDefault, kSrv, kCpuWrite))});
     }},
    {105, "ID3D11Device3::CreateTexture2D1", "row-major layout with a bind, several mips or samples", E_INVALIDARG,
     Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT bind, UINT mips, UINT count) {
             const D3D11_TEXTURE2D_DESC1 desc{
                 16, 16, mips, 1, kRgba, {count, 0}, kDefault, bind, 0, 0, D3D11_TEXTURE_LAYOUT_ROW_MAJOR};
             return r.deviceAs<ID3D11Device3>()->CreateTexture2D1(&desc, nullptr, r.out<ID3D11Texture2D1>());
         };
         return r.same({one(kSrv, 1, 1), one(0, 2, 1), one(0, 1, 4)});
     }},
    {106, kName3, "DEPTH_STENCIL bind", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain3(kDsv)), make(r, plain3(kDsv, kD24)), make(r, plain3(kDsv, kD32)),
                        make(r, plain3(kDsv, kR32)), make(r, plain3(kDsv, DXGI_FORMAT_D16_UNORM))});
     }},
    {107, kName3, "depth format as RENDER_TARGET", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, plain3(kRtv, kD24)), make(r, plain3(kRtv, kD32))});
     }},
    {108, kName3, "R9G9B9E5 as RENDER_TARGET", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, plain3(kRtv, DXGI_FORMAT_R9G9B9E5_SHAREDEXP)); }},
    {109, kName3, "a side over 2048 at level 11_0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, with(plain3(), [](Desc3& d) { d.Width = 2049; })),
                        make(r, with(plain3(), [](Desc3& d) { d.Height = 2049; })),
                        make(r, with(plain3(), [](Desc3& d) { d.Depth = 2049; }))});
     }},
    {110, kName3, "GENERATE_MIPS without both binds", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT bind) {
             return make(r, with(plain3(bind), [](Desc3& d) { d.MiscFlags = D3D11_RESOURCE_MISC_GENERATE_MIPS; }));
         };
         return r.same({one(0), one(kSrv), one(kRtv)});
     }},
};

} // namespace

std::span<const Rule> textureRules() {
    return kRules;
}

} // namespace conformance::rules
