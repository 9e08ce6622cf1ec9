// Blend, depth-stencil, rasterizer and sampler states.
#include "rule.h"

namespace conformance::rules {
namespace {

// The four kinds of state, with descriptions that differ by number.
struct Sampler {
    using State = ID3D11SamplerState;
    using Desc = D3D11_SAMPLER_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateSamplerState";
    static Desc desc(UINT number = 0) {
        constexpr auto kWrap = D3D11_TEXTURE_ADDRESS_WRAP;
        return {D3D11_FILTER_MIN_MAG_MIP_LINEAR, kWrap, kWrap,          kWrap, 0, 1,
                D3D11_COMPARISON_NEVER,          {},    -float(number), 1000};
    }
    static HRESULT make(ID3D11Device* device, const Desc* desc, State** out) {
        return device->CreateSamplerState(desc, out);
    }
};
struct Blend {
    using State = ID3D11BlendState;
    using Desc = D3D11_BLEND_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateBlendState";
    static Desc desc(UINT number = 0) {
        Desc made{};
        made.IndependentBlendEnable = TRUE;
        for (auto& target : made.RenderTarget)
            target = {FALSE,           D3D11_BLEND_ONE,  D3D11_BLEND_ZERO,   D3D11_BLEND_OP_ADD,
                      D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_BLEND_OP_ADD, UINT8(number & 15)};
        for (UINT i = 0; i < 7; i++, number >>= 4)
            made.RenderTarget[i].RenderTargetWriteMask = UINT8(number & 15);
        return made;
    }
    static HRESULT make(ID3D11Device* device, const Desc* desc, State** out) {
        return device->CreateBlendState(desc, out);
    }
};
struct Depth {
    using State = ID3D11DepthStencilState;
    using Desc = D3D11_DEPTH_STENCIL_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateDepthStencilState";
    static Desc desc(UINT number = 0) {
        constexpr D3D11_DEPTH_STENCILOP_DESC kFace{D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP,
                                                   D3D11_COMPARISON_ALWAYS};
        return {TRUE, D3D11_DEPTH_WRITE_MASK_ALL, D3D11_COMPARISON_LESS, TRUE, UINT8(number), UINT8(number >> 8), kFace,
                kFace};
    }
    static HRESULT make(ID3D11Device* device, const Desc* desc, State** out) {
        return device->CreateDepthStencilState(desc, out);
    }
};
struct Raster {
    using State = ID3D11RasterizerState;
    using Desc = D3D11_RASTERIZER_DESC;
    static constexpr const char* kName = "ID3D11Device::CreateRasterizerState";
    static Desc desc(UINT number = 0) {
        return {D3D11_FILL_SOLID, D3D11_CULL_BACK, FALSE, INT(number), 0, 0, TRUE, FALSE, FALSE, FALSE};
    }
    static HRESULT make(ID3D11Device* device, const Desc* desc, State** out) {
        return device->CreateRasterizerState(desc, out);
    }
};

template <class K>
HRESULT noDescription(Rig& r) {
    return K::make(r.device(), nullptr, r.out<typename K::State>());
}
template <class K>
HRESULT twice(Rig& r) {
    const auto desc = K::desc();
    Com<typename K::State> first;
    EXPECT_HR(S_OK, K::make(r.device(), &desc, first.out()));
    const HRESULT hr = K::make(r.device(), &desc, r.out<typename K::State>());
    EXPECT_EQ(static_cast<void*>(first.get()), static_cast<void*>(r.made<typename K::State>()));
    EXPECT_EQ(2u, refCount(first.get()));
    return hr;
}
// 4096 of a kind may be alive on a device (Resource Limits).
template <class K>
HRESULT tooMany(Rig& r) {
    Com<ID3D11Device> own;
    EXPECT_HR(S_OK, D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION,
                                      own.out(), nullptr, nullptr));
    std::vector<Com<typename K::State>> kept(4096);
    for (UINT i = 0; i < kept.size(); i++) {
        const auto desc = K::desc(i);
        const HRESULT hr = K::make(own.get(), &desc, kept[i].out());
        if (FAILED(hr)) {
            ADD_FAILURE() << "state " << i << ": 0x" << std::hex << static_cast<unsigned long>(hr);
            return hr;
        }
    }
    const auto again = K::desc(5);
    Com<typename K::State> known;
    EXPECT_HR(S_OK, K::make(own.get(), &again, known.out())) << "an object that is there is no new one";
    const auto desc = K::desc(4096);
    return K::make(own.get(), &desc, r.out<typename K::State>());
}

HRESULT logicBlend(Rig& r, ID3D11Device* device, bool independent, bool blending) {
    D3D11_BLEND_DESC1 desc{};
    desc.IndependentBlendEnable = independent;
    for (auto& target : desc.RenderTarget)
        target = {blending,           TRUE,
                  D3D11_BLEND_ONE,    D3D11_BLEND_ZERO,
                  D3D11_BLEND_OP_ADD, D3D11_BLEND_ONE,
                  D3D11_BLEND_ZERO,   D3D11_BLEND_OP_ADD,
                  D3D11_LOGIC_OP_XOR, 15};
    Com<ID3D11Device1> newer;
    EXPECT_HR(S_OK, device->QueryInterface(__uuidof(ID3D11Device1), newer.outVoid()));
    return newer->CreateBlendState1(&desc, r.out<ID3D11BlendState1>());
}

template <class K, class Change>
HRESULT with(Rig& r, Change change) {
    auto desc = K::desc();
    change(desc);
    return K::make(r.device(), &desc, r.out<typename K::State>());
}

HRESULT blendTarget(Rig& r, void (*change)(D3D11_RENDER_TARGET_BLEND_DESC&)) {
    return with<Blend>(r, [&](D3D11_BLEND_DESC& d) {
        d.IndependentBlendEnable = FALSE;
        d.RenderTarget[0].BlendEnable = TRUE;
        d.RenderTarget[0].RenderTargetWriteMask = 15;
        change(d.RenderTarget[0]);
    });
}

const Rule kRules[] = {
    {180, Sampler::kName, "description NULL", E_INVALIDARG, Out::Any, noDescription<Sampler>},
    {181, Sampler::kName, "same description twice: same object, one more reference", S_OK, Out::Made, twice<Sampler>},
    {182, Sampler::kName, "more than 4096 unique objects alive", D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS, Out::Any,
     tooMany<Sampler>},
    {183, Blend::kName, "description NULL", E_INVALIDARG, Out::Any, noDescription<Blend>},
    {184, Blend::kName, "same description twice: same object, one more reference", S_OK, Out::Made, twice<Blend>},
    {185, Blend::kName, "more than 4096 unique objects alive", D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS, Out::Any,
     tooMany<Blend>},
    {186, Depth::kName, "description NULL", E_INVALIDARG, Out::Any, noDescription<Depth>},
    {187, Depth::kName, "same description twice: same object, one more reference", S_OK, Out::Made, twice<Depth>},
    {188, Depth::kName, "more than 4096 unique objects alive", D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS, Out::Any,
     tooMany<Depth>},
    {189, Raster::kName, "description NULL", E_INVALIDARG, Out::Any, noDescription<Raster>},
    {190, Raster::kName, "same description twice: same object, one more reference", S_OK, Out::Made, twice<Raster>},
    {191, Raster::kName, "more than 4096 unique objects alive", D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS, Out::Any,
     tooMany<Raster>},
    {192, Sampler::kName, "fields that the filter does not use: read back as comparison NEVER, anisotropy 0, border 0",
     S_OK, Out::Made,
     [](Rig& r) {
         const HRESULT hr = with<Sampler>(r, [](D3D11_SAMPLER_DESC& d) {
             d.MaxAnisotropy = 8;
             d.ComparisonFunc = D3D11_COMPARISON_LESS;
             d.BorderColor[0] = d.BorderColor[3] = 1;
         });
         D3D11_SAMPLER_DESC found{};
         found.MaxAnisotropy = 99;
         if (SUCCEEDED(hr))
             r.made<ID3D11SamplerState>()->GetDesc(&found);
         EXPECT_EQ(0u, found.MaxAnisotropy);
         EXPECT_EQ(D3D11_COMPARISON_NEVER, found.ComparisonFunc);
         EXPECT_EQ(0.0f, found.BorderColor[0] + found.BorderColor[3]);
         return hr;
     }},
    {193, "ID3D11Device1::CreateBlendState1", "logic op together with independent blend", E_INVALIDARG, Out::Null,
     [](Rig& r) { return logicBlend(r, r.device(), true, false); }},
    {194, "ID3D11Device1::CreateBlendState1", "logic op together with blending", E_INVALIDARG, Out::Null,
     [](Rig& r) { return logicBlend(r, r.device(), false, true); }},
    {195, "ID3D11Device1::CreateBlendState1", "logic op on a device without OutputMergerLogicOp", E_INVALIDARG,
     Out::Null,
     [](Rig& r) {
         ID3D11Device* low = r.at(D3D_FEATURE_LEVEL_9_3);
         D3D11_FEATURE_DATA_D3D11_OPTIONS options{};
         EXPECT_HR(S_OK, low->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof options));
         EXPECT_FALSE(options.OutputMergerLogicOp);
         return logicBlend(r, low, false, false);
     }},
    {196, Sampler::kName, "filter, comparison function or address mode not in the enumerations", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({with<Sampler>(r, [](auto& d) { d.Filter = static_cast<D3D11_FILTER>(2); }),
                        with<Sampler>(r, [](auto& d) { d.Filter = static_cast<D3D11_FILTER>(0x1000); }),
                        with<Sampler>(r,
                                      [](auto& d) {
                                          d.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_LINEAR;
                                          d.ComparisonFunc = static_cast<D3D11_COMPARISON_FUNC>(9);
                                      }),
                        with<Sampler>(r, [](auto& d) { d.AddressU = static_cast<D3D11_TEXTURE_ADDRESS_MODE>(0); }),
                        with<Sampler>(r, [](auto& d) { d.AddressV = static_cast<D3D11_TEXTURE_ADDRESS_MODE>(6); }),
                        with<Sampler>(r, [](auto& d) { d.AddressW = static_cast<D3D11_TEXTURE_ADDRESS_MODE>(77); })});
     }},
    {197, Sampler::kName, "anisotropy above 16", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return with<Sampler>(r, [](auto& d) { d.Filter = D3D11_FILTER_ANISOTROPIC, d.MaxAnisotropy = 17; });
     }},
    {198, Sampler::kName, "minimum or maximum filter without tier 2 of tiled resources", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         D3D11_FEATURE_DATA_D3D11_OPTIONS1 options{};
         r->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS1, &options, sizeof options);
         if (options.MinMaxFiltering)
             return E_INVALIDARG; // the rule is about devices without
         return r.same({with<Sampler>(r, [](auto& d) { d.Filter = D3D11_FILTER_MINIMUM_MIN_MAG_MIP_LINEAR; }),
                        with<Sampler>(r, [](auto& d) { d.Filter = D3D11_FILTER_MAXIMUM_MIN_MAG_MIP_POINT; })});
     }},
    {199, Blend::kName, "factor, operation or write mask not in the enumerations; a colour factor for alpha",
     E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({blendTarget(r, [](auto& t) { t.SrcBlend = static_cast<D3D11_BLEND>(0); }),
                        blendTarget(r, [](auto& t) { t.DestBlend = static_cast<D3D11_BLEND>(12); }),
                        blendTarget(r, [](auto& t) { t.BlendOp = static_cast<D3D11_BLEND_OP>(6); }),
                        blendTarget(r, [](auto& t) { t.BlendOpAlpha = static_cast<D3D11_BLEND_OP>(0); }),
                        blendTarget(r, [](auto& t) { t.RenderTargetWriteMask = 16; }),
                        blendTarget(r, [](auto& t) { t.SrcBlendAlpha = D3D11_BLEND_SRC_COLOR; }),
                        blendTarget(r, [](auto& t) { t.DestBlendAlpha = D3D11_BLEND_INV_SRC1_COLOR; })});
     }},
    {200, Depth::kName, "comparison function, stencil operation or write mask not in the enumerations", E_INVALIDARG,
     Out::Any,
     [](Rig& r) {
         return r.same({with<Depth>(r, [](auto& d) { d.DepthFunc = static_cast<D3D11_COMPARISON_FUNC>(0); }),
                        with<Depth>(r, [](auto& d) { d.DepthFunc = static_cast<D3D11_COMPARISON_FUNC>(9); }),
                        with<Depth>(r, [](auto& d) { d.FrontFace.StencilFailOp = static_cast<D3D11_STENCIL_OP>(0); }),
                        with<Depth>(r, [](auto& d) { d.BackFace.StencilPassOp = static_cast<D3D11_STENCIL_OP>(9); }),
                        with<Depth>(r, [](auto& d) { d.BackFace.StencilFunc = static_cast<D3D11_COMPARISON_FUNC>(9); }),
                        with<Depth>(r, [](auto& d) { d.DepthWriteMask = static_cast<D3D11_DEPTH_WRITE_MASK>(2); })});
     }},
    {201, Raster::kName, "fill or cull mode not in the enumerations", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({with<Raster>(r, [](auto& d) { d.FillMode = static_cast<D3D11_FILL_MODE>(0); }),
                        with<Raster>(r, [](auto& d) { d.FillMode = static_cast<D3D11_FILL_MODE>(4); }),
                        with<Raster>(r, [](auto& d) { d.CullMode = static_cast<D3D11_CULL_MODE>(0); }),
                        with<Raster>(r, [](auto& d) { d.CullMode = static_cast<D3D11_CULL_MODE>(4); })});
     }},
    {202, "ID3D11Device3::CreateRasterizerState2", "conservative mode without the tier", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         D3D11_FEATURE_DATA_D3D11_OPTIONS2 options{};
         r->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS2, &options, sizeof options);
         if (options.ConservativeRasterizationTier)
             return E_INVALIDARG; // the rule is about devices without
         D3D11_RASTERIZER_DESC2 desc{};
         desc.FillMode = D3D11_FILL_SOLID;
         desc.CullMode = D3D11_CULL_NONE;
         desc.ConservativeRaster = D3D11_CONSERVATIVE_RASTERIZATION_MODE_ON;
         return r.deviceAs<ID3D11Device3>()->CreateRasterizerState2(&desc, r.out<ID3D11RasterizerState2>());
     }},
    {203, "QueryInterface of state objects", "the state interfaces of Direct3D 10", S_OK, Out::Made,
     [](Rig& r) {
         // ID3D10BlendState. Windows answers with S_OK on most of its versions.
         constexpr GUID kBlend10 = {0xedad8d19, 0x8a35, 0x4d6d, {0x85, 0x66, 0x2e, 0xa2, 0x76, 0xcd, 0xe1, 0x61}};
         const auto desc = Blend::desc();
         Com<ID3D11BlendState> state;
         EXPECT_HR(S_OK, r->CreateBlendState(&desc, state.out()));
         return state->QueryInterface(kBlend10, reinterpret_cast<void**>(r.out<IUnknown>()));
     }},
};

} // namespace

std::span<const Rule> stateRules() {
    return kRules;
}

} // namespace conformance::rules
