// CreateShaderResourceView, RenderTargetView, DepthStencilView and UnorderedAccessView.
#include "rule.h"

namespace conformance::rules {
namespace {

// The four kinds of views, so that the rules which all of them have are written once.
struct Srv {
    using View = ID3D11ShaderResourceView;
    using Desc = D3D11_SHADER_RESOURCE_VIEW_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateShaderResourceView";
    static constexpr UINT kBind = kSrv, kOther = kRtv;
    static constexpr DXGI_FORMAT kFormat = kRgba, kTypeless = DXGI_FORMAT_R8G8B8A8_TYPELESS;
    static HRESULT make(Rig& r, ID3D11Resource* resource, const Desc* desc) {
        return r->CreateShaderResourceView(resource, desc, r.out<View>());
    }
    static HRESULT makeNothing(Rig& r, ID3D11Resource* resource) {
        return r->CreateShaderResourceView(resource, nullptr, nullptr);
    }
    static Desc plane(DXGI_FORMAT format, UINT mip) {
        Desc desc{format, D3D11_SRV_DIMENSION_TEXTURE2D, {}};
        desc.Texture2D = {mip, 1};
        return desc;
    }
    static Desc array(DXGI_FORMAT format, UINT first, UINT count) {
        Desc desc{format, D3D11_SRV_DIMENSION_TEXTURE2DARRAY, {}};
        desc.Texture2DArray = {0, 1, first, count};
        return desc;
    }
    static Desc line(DXGI_FORMAT format) {
        Desc desc{format, D3D11_SRV_DIMENSION_TEXTURE1D, {}};
        desc.Texture1D = {0, 1};
        return desc;
    }
    static UINT slices(const Desc& desc) { return desc.Texture2DArray.ArraySize; }
};

struct Rtv {
    using View = ID3D11RenderTargetView;
    using Desc = D3D11_RENDER_TARGET_VIEW_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateRenderTargetView";
    static constexpr UINT kBind = kRtv, kOther = kSrv;
    static constexpr DXGI_FORMAT kFormat = kRgba, kTypeless = DXGI_FORMAT_R8G8B8A8_TYPELESS;
    static HRESULT make(Rig& r, ID3D11Resource* resource, const Desc* desc) {
        return r->CreateRenderTargetView(resource, desc, r.out<View>());
    }
    static HRESULT makeNothing(Rig& r, ID3D11Resource* resource) {
        return r->CreateRenderTargetView(resource, nullptr, nullptr);
    }
    static Desc plane(DXGI_FORMAT format, UINT mip) {
        Desc desc{format, D3D11_RTV_DIMENSION_TEXTURE2D, {}};
        desc.Texture2D = {mip};
        return desc;
    }
    static Desc array(DXGI_FORMAT format, UINT first, UINT count) {
        Desc desc{format, D3D11_RTV_DIMENSION_TEXTURE2DARRAY, {}};
        desc.Texture2DArray = {0, first, count};
        return desc;
    }
    static Desc line(DXGI_FORMAT format) { return {format, D3D11_RTV_DIMENSION_TEXTURE1D, {}}; }
    static UINT slices(const Desc& desc) { return desc.Texture2DArray.ArraySize; }
};

struct Dsv {
    using View = ID3D11DepthStencilView;
    using Desc = D3D11_DEPTH_STENCIL_VIEW_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateDepthStencilView";
    static constexpr UINT kBind = kDsv, kOther = kSrv;
    static constexpr DXGI_FORMAT kFormat = DXGI_FORMAT_D24_UNORM_S8_UINT, kTypeless = DXGI_FORMAT_R24G8_TYPELESS;
    static HRESULT make(Rig& r, ID3D11Resource* resource, const Desc* desc) {
        return r->CreateDepthStencilView(resource, desc, r.out<View>());
    }
    static HRESULT makeNothing(Rig& r, ID3D11Resource* resource) {
        return r->CreateDepthStencilView(resource, nullptr, nullptr);
    }
    static Desc plane(DXGI_FORMAT format, UINT mip) {
        Desc desc{format, D3D11_DSV_DIMENSION_TEXTURE2D, 0, {}};
        desc.Texture2D = {mip};
        return desc;
    }
    static Desc array(DXGI_FORMAT format, UINT first, UINT count) {
        Desc desc{format, D3D11_DSV_DIMENSION_TEXTURE2DARRAY, 0, {}};
        desc.Texture2DArray = {0, first, count};
        return desc;
    }
    static Desc line(DXGI_FORMAT format) { return {format, D3D11_DSV_DIMENSION_TEXTURE1D, 0, {}}; }
    static UINT slices(const Desc& desc) { return desc.Texture2DArray.ArraySize; }
};

struct Uav {
    using View = ID3D11UnorderedAccessView;
    using Desc = D3D11_UNORDERED_ACCESS_VIEW_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateUnorderedAccessView";
    static constexpr UINT kBind = kUav, kOther = kSrv;
    static constexpr DXGI_FORMAT kFormat = kRgba, kTypeless = DXGI_FORMAT_R8G8B8A8_TYPELESS;
    static HRESULT make(Rig& r, ID3D11Resource* resource, const Desc* desc) {
        return r->CreateUnorderedAccessView(resource, desc, r.out<View>());
    }
    static HRESULT makeNothing(Rig& r, ID3D11Resource* resource) {
        return r->CreateUnorderedAccessView(resource, nullptr, nullptr);
    }
    static Desc plane(DXGI_FORMAT format, UINT mip) {
        Desc desc{format, D3D11_UAV_DIMENSION_TEXTURE2D, {}};
        desc.Texture2D = {mip};
        return desc;
    }
    static Desc array(DXGI_FORMAT format, UINT first, UINT count) {
        Desc desc{format, D3D11_UAV_DIMENSION_TEXTURE2DARRAY, {}};
        desc.Texture2DArray = {0, first, count};
        return desc;
    }
    static Desc line(DXGI_FORMAT format) { return {format, D3D11_UAV_DIMENSION_TEXTURE1D, {}}; }
    static UINT slices(const Desc& desc) { return desc.Texture2DArray.ArraySize; }
};

// --- the rules of every kind

template <class K>
HRESULT noOutput(Rig& r) {
    return K::makeNothing(r, r.texture(K::kFormat, K::kBind).get());
}
template <class K>
HRESULT noResource(Rig& r) {
    const auto desc = K::plane(K::kFormat, 0);
    return r.same({K::make(r, nullptr, &desc), K::make(r, nullptr, nullptr)});
}
template <class K>
HRESULT otherBind(Rig& r) {
    auto texture = r.texture(kRgba, K::kOther);
    const auto desc = K::plane(kRgba, 0);
    return r.same({K::make(r, texture.get(), &desc), K::make(r, texture.get(), nullptr)});
}
template <class K>
HRESULT unknownDimension(Rig& r) {
    auto desc = K::plane(K::kFormat, 0);
    desc.ViewDimension = {};
    return K::make(r, r.texture(K::kFormat, K::kBind).get(), &desc);
}
template <class K>
HRESULT wrongDimension(Rig& r) {
    const auto line = K::line(K::kFormat);
    const auto plane = K::plane(K::kFormat, 0);
    return r.same({K::make(r, r.texture(K::kFormat, K::kBind).get(), &line),
                   K::make(r, r.texture1(K::kFormat, K::kBind).get(), &plane)});
}
template <class K>
HRESULT typelessFormat(Rig& r) {
    const auto desc = K::plane(K::kTypeless, 0);
    return r.same({K::make(r, r.texture(K::kTypeless, K::kBind).get(), &desc),
                   K::make(r, r.texture(K::kFormat, K::kBind).get(), &desc)});
}
template <class K>
HRESULT typelessResource(Rig& r) {
    auto texture = r.texture(K::kTypeless, K::kBind);
    const auto desc = K::plane(DXGI_FORMAT_UNKNOWN, 0);
    return r.same({K::make(r, texture.get(), &desc), K::make(r, texture.get(), nullptr)});
}
template <class K>
HRESULT mipPastTheEnd(Rig& r) {
    auto texture = r.texture(K::kFormat, K::kBind, 2);
    const auto next = K::plane(K::kFormat, 2), far = K::plane(K::kFormat, ~0u);
    return r.same({K::make(r, texture.get(), &next), K::make(r, texture.get(), &far)});
}
template <class K>
HRESULT noSlices(Rig& r) {
    const auto desc = K::array(K::kFormat, 0, 0);
    return K::make(r, r.texture(K::kFormat, K::kBind, 1, 4).get(), &desc);
}
template <class K>
HRESULT slicesPastTheEnd(Rig& r) {
    auto texture = r.texture(K::kFormat, K::kBind, 1, 4);
    const auto one = [&](UINT first, UINT count) {
        const auto desc = K::array(K::kFormat, first, count);
        return K::make(r, texture.get(), &desc);
    };
    return r.same({one(4, 1), one(5, 1), one(0, 5), one(3, 2), one(1, 4), one(~0u, 2), one(4, ~0u)});
}
template <class K>
HRESULT remainingSlices(Rig& r) {
    const auto desc = K::array(K::kFormat, 1, ~0u);
    const HRESULT hr = K::make(r, r.texture(K::kFormat, K::kBind, 1, 4).get(), &desc);
    typename K::Desc found{};
    if (SUCCEEDED(hr))
        r.made<typename K::View>()->GetDesc(&found);
    EXPECT_EQ(3u, K::slices(found));
    return hr;
}

// --- particular ones

HRESULT srv(Rig& r, ID3D11Resource* resource, DXGI_FORMAT format, UINT mip = 0, UINT mips = 1) {
    auto desc = Srv::plane(format, mip);
    desc.Texture2D.MipLevels = mips;
    return Srv::make(r, resource, &desc);
}
HRESULT srvCubes(Rig& r, ID3D11Resource* resource, UINT first, UINT cubes) {
    D3D11_SHADER_RESOURCE_VIEW_DESC desc{kRgba, D3D11_SRV_DIMENSION_TEXTURECUBEARRAY, {}};
    desc.TextureCubeArray = {0, 1, first, cubes};
    return Srv::make(r, resource, &desc);
}
HRESULT srvBuffer(Rig& r, ID3D11Resource* resource, UINT elements) {
    D3D11_SHADER_RESOURCE_VIEW_DESC desc{DXGI_FORMAT_R32_FLOAT, D3D11_SRV_DIMENSION_BUFFER, {}};
    desc.Buffer.FirstElement = 0;
    desc.Buffer.NumElements = elements;
    return Srv::make(r, resource, &desc);
}
HRESULT rtvDepth(Rig& r, ID3D11Resource* resource, UINT mip, UINT first, UINT count) {
    D3D11_RENDER_TARGET_VIEW_DESC desc{kRgba, D3D11_RTV_DIMENSION_TEXTURE3D, {}};
    desc.Texture3D = {mip, first, count};
    return Rtv::make(r, resource, &desc);
}
HRESULT uavDepth(Rig& r, ID3D11Resource* resource, UINT mip, UINT first, UINT count) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc{kRgba, D3D11_UAV_DIMENSION_TEXTURE3D, {}};
    desc.Texture3D = {mip, first, count};
    return Uav::make(r, resource, &desc);
}
HRESULT uavBuffer(Rig& r, ID3D11Resource* resource, DXGI_FORMAT format, UINT elements, UINT flags) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc{format, D3D11_UAV_DIMENSION_BUFFER, {}};
    desc.Buffer = {0, elements, flags};
    return Uav::make(r, resource, &desc);
}
Com<ID3D11Buffer> structures(Rig& r, UINT bind) {
    return r.buffer(64, bind, D3D11_USAGE_DEFAULT, 0, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 16);
}

// A chain, in a window where there are windows.
struct Chain {
    TestWindow window;
    Com<IDXGISwapChain1> chain;
    Chain(Rig& r, DXGI_SWAP_EFFECT effect) {
        DXGI_SWAP_CHAIN_DESC1 desc{};
        desc.Width = desc.Height = 64;
        desc.Format = kRgba;
        desc.SampleDesc = {1, 0};
        desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT | DXGI_USAGE_SHADER_INPUT;
        desc.BufferCount = 2;
        desc.SwapEffect = effect;
        EXPECT_HR(S_OK, r.factory()->CreateSwapChainForHwnd(r.device(), window.handle(), &desc, nullptr, nullptr,
                                                            chain.out()));
    }
    ~Chain() { chain.reset(); }
    Com<ID3D11Texture2D> buffer(UINT index) {
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, chain->GetBuffer(index, __uuidof(ID3D11Texture2D), made.outVoid()));
        return made;
    }
};

constexpr const char* kNoOutput = "view output NULL, rest valid";
constexpr const char* kNoResource = "resource NULL";
constexpr const char* kOtherBind = "resource lacks the matching bind";
constexpr const char* kUnknownDimension = "dimension UNKNOWN in the description";
constexpr const char* kWrongDimension = "dimension does not fit the resource";
constexpr const char* kTypelessFormat = "typeless view format";
constexpr const char* kTypelessResource = "view format UNKNOWN, or NULL description, on a typeless resource";
constexpr const char* kMip = "mip level out of range";
constexpr const char* kNoSlices = "array view with 0 slices";
constexpr const char* kSlices = "first slice at or past the end, or first + count past the end";
constexpr const char* kRemaining = "slice count ~0: all that remain, read back resolved";

#define HENDECA_COMMON_VIEW_RULES(K, first)                                                                            \
    {first, K::kName, kNoOutput, S_FALSE, Out::Any, noOutput<K>},                                                      \
        {first + 1, K::kName, kNoResource, E_INVALIDARG, Out::Null, noResource<K>},                                    \
        {first + 2, K::kName, kOtherBind, E_INVALIDARG, Out::Null, otherBind<K>},                                      \
        {first + 3, K::kName, kUnknownDimension, E_INVALIDARG, Out::Null, unknownDimension<K>},                        \
        {first + 4, K::kName, kWrongDimension, E_INVALIDARG, Out::Null, wrongDimension<K>},                            \
        {first + 5, K::kName, kTypelessFormat, E_INVALIDARG, Out::Null, typelessFormat<K>},                            \
        {first + 6, K::kName, kTypelessResource, E_INVALIDARG, Out::Null, typelessResource<K>},                        \
        {first + 7, K::kName, kMip, E_INVALIDARG, Out::Null, mipPastTheEnd<K>},                                        \
        {first + 8, K::kName, kNoSlices, E_INVALIDARG, Out::Null, noSlices<K>},                                        \
        {first + 9, K::kName, kSlices, E_INVALIDARG, Out::Null, slicesPastTheEnd<K>}, {                                \
        first + 10, K::kName, kRemaining, S_OK, Out::Made, remainingSlices<K>                                          \
    }

const Rule kRules[] = {
    HENDECA_COMMON_VIEW_RULES(Srv, 111),
    HENDECA_COMMON_VIEW_RULES(Rtv, 122),
    HENDECA_COMMON_VIEW_RULES(Dsv, 133),
    HENDECA_COMMON_VIEW_RULES(Uav, 144),

    {155, Srv::kName, "NULL description on a plain buffer", E_INVALIDARG, Out::Null,
     [](Rig& r) { return Srv::make(r, r.buffer(64, kSrv).get(), nullptr); }},
    {156, Srv::kName, "NULL description on a structured buffer: format UNKNOWN, all elements", S_OK, Out::Made,
     [](Rig& r) {
         const HRESULT hr = Srv::make(r, structures(r, kSrv).get(), nullptr);
         D3D11_SHADER_RESOURCE_VIEW_DESC found{kRgba, {}, {}};
         if (SUCCEEDED(hr))
             r.made<ID3D11ShaderResourceView>()->GetDesc(&found);
         EXPECT_EQ(DXGI_FORMAT_UNKNOWN, found.Format);
         EXPECT_EQ(4u, found.Buffer.NumElements);
         return hr;
     }},
    {157, Srv::kName, "buffer view with 0 elements", E_INVALIDARG, Out::Null,
     [](Rig& r) { return srvBuffer(r, r.buffer(64, kSrv).get(), 0); }},
    {158, Srv::kName, "0 mip levels, or more than the texture has from the first", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture(kRgba, kSrv, 3);
         return r.same({srv(r, texture.get(), kRgba, 0, 0), srv(r, texture.get(), kRgba, 0, 4),
                        srv(r, texture.get(), kRgba, 2, 2)});
     }},
    {159, Srv::kName, "cube-array view with 0 cubes, or whose faces pass the end", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture(kRgba, kSrv, 1, 12, 1, D3D11_RESOURCE_MISC_TEXTURECUBE);
         return r.same({srvCubes(r, texture.get(), 0, 0), srvCubes(r, texture.get(), 0, 3),
                        srvCubes(r, texture.get(), 1, 2), srvCubes(r, texture.get(), 7, 1),
                        srvCubes(r, texture.get(), 12, 1)});
     }},
    {160, Srv::kName, "cast of a fully typed texture to another family", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture(kRgba, kSrv);
         return r.same({srv(r, texture.get(), DXGI_FORMAT_R8G8B8A8_UINT),
                        srv(r, texture.get(), DXGI_FORMAT_R8G8B8A8_UNORM_SRGB),
                        srv(r, texture.get(), DXGI_FORMAT_R32_UINT)});
     }},
    {161, Srv::kName, "sRGB view of a UNORM swap-chain buffer", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         Chain chain(r, DXGI_SWAP_EFFECT_FLIP_DISCARD);
         return srv(r, chain.buffer(0).get(), DXGI_FORMAT_R8G8B8A8_UNORM_SRGB);
     }},
    {162, Srv::kName, "stencil-plane format on a wrong parent", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same(
             {srv(r, r.texture(DXGI_FORMAT_R32G8X24_TYPELESS, kSrv | kDsv).get(), DXGI_FORMAT_X24_TYPELESS_G8_UINT),
              srv(r, r.texture(DXGI_FORMAT_R24G8_TYPELESS, kSrv | kDsv).get(), DXGI_FORMAT_X32_TYPELESS_G8X24_UINT),
              srv(r, r.texture(DXGI_FORMAT_R32_TYPELESS, kSrv | kDsv).get(), DXGI_FORMAT_X24_TYPELESS_G8_UINT)});
     }},
    {163, Srv::kName, "2^20 views alive at once", D3D11_ERROR_TOO_MANY_UNIQUE_VIEW_OBJECTS,
     Elsewhere{"a million live views are more than a test has memory for; the device counts them"}},
    {164, Rtv::kName, "3D view with 0 depth slices", E_INVALIDARG, Out::Null,
     [](Rig& r) { return rtvDepth(r, r.texture3(kRgba, kRtv).get(), 0, 0, 0); }},
    {165, Rtv::kName, "3D view whose first slice or count passes the depth of that mip", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture3(kRgba, kRtv, 2); // 8 and 4 slices
         return r.same({rtvDepth(r, texture.get(), 0, 0, 9), rtvDepth(r, texture.get(), 0, 8, 1),
                        rtvDepth(r, texture.get(), 0, 1, 8), rtvDepth(r, texture.get(), 1, 0, 5),
                        rtvDepth(r, texture.get(), 1, 3, 2)});
     }},
    {166, Rtv::kName, "3D view with the first slice equal to the depth, count ~0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture3(kRgba, kRtv, 2);
         return r.same({rtvDepth(r, texture.get(), 0, 8, ~0u), rtvDepth(r, texture.get(), 1, 4, ~0u)});
     }},
    {167, Rtv::kName, "swap-chain buffer of index 1 or more", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         Chain chain(r, DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL);
         return Rtv::make(r, chain.buffer(1).get(), nullptr);
     }},
    {168, Rtv::kName, "sRGB view of a UNORM swap-chain buffer 0", S_OK, Out::Made,
     [](Rig& r) {
         Chain chain(r, DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL);
         const auto desc = Rtv::plane(DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, 0);
         const HRESULT hr = Rtv::make(r, chain.buffer(0).get(), &desc);
         r.settle(hr);
         return hr;
     }},
    {169, Rtv::kName, "view format from another typeless family", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture(DXGI_FORMAT_R8G8B8A8_TYPELESS, kRtv);
         const auto half = Rtv::plane(DXGI_FORMAT_R16G16_FLOAT, 0), blue = Rtv::plane(DXGI_FORMAT_B8G8R8A8_UNORM, 0);
         return r.same({Rtv::make(r, texture.get(), &half), Rtv::make(r, texture.get(), &blue)});
     }},
    {170, Rtv::kName, "buffer resource", S_OK, Out::Made,
     [](Rig& r) {
         Rtv::Desc desc{kRgba, D3D11_RTV_DIMENSION_BUFFER, {}};
         desc.Buffer.NumElements = 16;
         return Rtv::make(r, r.buffer(64, kRtv).get(), &desc);
     }},
    {171, Dsv::kName, "1D dimension on a 2D texture, or array range past a multisampled array", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto line = Dsv::line(DXGI_FORMAT_D32_FLOAT);
         D3D11_DEPTH_STENCIL_VIEW_DESC range{DXGI_FORMAT_D32_FLOAT, D3D11_DSV_DIMENSION_TEXTURE2DMSARRAY, 0, {}};
         range.Texture2DMSArray = {1, 2};
         return r.same({Dsv::make(r, r.texture(DXGI_FORMAT_D32_FLOAT, kDsv).get(), &line),
                        Dsv::make(r, r.texture(DXGI_FORMAT_D32_FLOAT, kDsv, 1, 2, 4).get(), &range)});
     }},
    {172, Dsv::kName, "read-only flags below level 11_0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         ID3D11Device* low = r.at(D3D_FEATURE_LEVEL_10_1);
         const D3D11_TEXTURE2D_DESC desc{16,   16, 1, 1, DXGI_FORMAT_D24_UNORM_S8_UINT, {1, 0}, D3D11_USAGE_DEFAULT,
                                         kDsv, 0,  0};
         Com<ID3D11Texture2D> texture;
         EXPECT_HR(S_OK, low->CreateTexture2D(&desc, nullptr, texture.out()));
         auto view = Dsv::plane(desc.Format, 0);
         view.Flags = D3D11_DSV_READ_ONLY_DEPTH;
         return low->CreateDepthStencilView(texture.get(), &view, r.out<ID3D11DepthStencilView>());
     }},
    {173, Uav::kName, "NULL description on a plain buffer", E_INVALIDARG, Out::Null,
     [](Rig& r) { return Uav::make(r, r.buffer(64, kUav).get(), nullptr); }},
    {174, Uav::kName, "NULL description on a structured buffer: all elements", S_OK, Out::Made,
     [](Rig& r) {
         const HRESULT hr = Uav::make(r, structures(r, kUav).get(), nullptr);
         D3D11_UNORDERED_ACCESS_VIEW_DESC found{};
         if (SUCCEEDED(hr))
             r.made<ID3D11UnorderedAccessView>()->GetDesc(&found);
         EXPECT_EQ(4u, found.Buffer.NumElements);
         return hr;
     }},
    {175, Uav::kName, "cast of a fully typed texture to UINT or sRGB", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture(kRgba, kUav);
         const auto uints = Uav::plane(DXGI_FORMAT_R8G8B8A8_UINT, 0),
                    srgb = Uav::plane(DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, 0);
         return r.same({Uav::make(r, texture.get(), &uints), Uav::make(r, texture.get(), &srgb)});
     }},
    {176, Uav::kName, "3D view with 0 slices, or slices past the depth of that mip", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto texture = r.texture3(kRgba, kUav, 2);
         return r.same({uavDepth(r, texture.get(), 0, 0, 0), uavDepth(r, texture.get(), 0, 0, 9),
                        uavDepth(r, texture.get(), 0, 8, 1), uavDepth(r, texture.get(), 1, 0, 5),
                        uavDepth(r, texture.get(), 1, 4, ~0u)});
     }},
    {177, Uav::kName, "RAW flag on a buffer without ALLOW_RAW_VIEWS", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return uavBuffer(r, r.buffer(64, kUav).get(), DXGI_FORMAT_R32_TYPELESS, 16, D3D11_BUFFER_UAV_FLAG_RAW);
     }},
    {178, Uav::kName, "APPEND or COUNTER flag on a buffer that is not structured, or with a typed format", E_INVALIDARG,
     Out::Null,
     [](Rig& r) {
         auto plain = r.buffer(64, kUav);
         return r.same(
             {uavBuffer(r, plain.get(), DXGI_FORMAT_R32_UINT, 16, D3D11_BUFFER_UAV_FLAG_APPEND),
              uavBuffer(r, plain.get(), DXGI_FORMAT_R32_UINT, 16, D3D11_BUFFER_UAV_FLAG_COUNTER),
              uavBuffer(r, structures(r, kUav).get(), DXGI_FORMAT_R32_UINT, 4, D3D11_BUFFER_UAV_FLAG_COUNTER)});
     }},
    {179, Uav::kName, "multisampled texture", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const D3D11_TEXTURE2D_DESC desc{16, 16, 1, 1, kRgba, {4, 0}, D3D11_USAGE_DEFAULT, kUav | kRtv, 0, 0};
         Com<ID3D11Texture2D> texture;
         if (FAILED(r->CreateTexture2D(&desc, nullptr, texture.out())))
             texture = r.texture(kRgba, kRtv, 1, 1, 4);
         const auto view = Uav::plane(kRgba, 0);
         return r.same({Uav::make(r, texture.get(), &view), Uav::make(r, texture.get(), nullptr)});
     }},
};

} // namespace

std::span<const Rule> viewRules() {
    return kRules;
}

} // namespace conformance::rules
