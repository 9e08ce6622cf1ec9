// Blend, rasterizer, depth-stencil and sampler states and input layouts: arguments, read-back, one object for equal
// states.
#include "support/fixture.h"

#include "shaders/fullscreen.vs.h"
#include "shaders/vertex_color.vs.h"

namespace conformance {
namespace {

class StateRules : public DeviceTest {};

D3D11_BLEND_DESC blendDesc() {
    D3D11_BLEND_DESC desc{};
    desc.RenderTarget[0] = {TRUE,
                            D3D11_BLEND_SRC_ALPHA,
                            D3D11_BLEND_INV_SRC_ALPHA,
                            D3D11_BLEND_OP_ADD,
                            D3D11_BLEND_ONE,
                            D3D11_BLEND_ZERO,
                            D3D11_BLEND_OP_ADD,
                            D3D11_COLOR_WRITE_ENABLE_ALL};
    return desc;
}

TEST_F(StateRules, NullPointers) {
    EXPECT_HR(E_INVALIDARG, device->CreateBlendState(nullptr, nullptr));
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilState(nullptr, nullptr));
    EXPECT_HR(E_INVALIDARG, device->CreateRasterizerState(nullptr, nullptr));
    EXPECT_HR(E_INVALIDARG, device->CreateSamplerState(nullptr, nullptr));
    const D3D11_BLEND_DESC blend = blendDesc();
    EXPECT_HR(S_FALSE, device->CreateBlendState(&blend, nullptr));
    const D3D11_RASTERIZER_DESC raster{D3D11_FILL_SOLID, D3D11_CULL_BACK};
    EXPECT_HR(S_FALSE, device->CreateRasterizerState(&raster, nullptr));
}

TEST_F(StateRules, EqualStatesAreOneObject) {
    const D3D11_BLEND_DESC blend = blendDesc();
    Com<ID3D11BlendState> a, b;
    ASSERT_HR(S_OK, device->CreateBlendState(&blend, a.out()));
    ASSERT_HR(S_OK, device->CreateBlendState(&blend, b.out()));
    EXPECT_EQ(a.get(), b.get());
    EXPECT_EQ(2u, refCount(a.get()));
    // Fields that nothing reads make no difference.
    D3D11_BLEND_DESC other = blend;
    other.RenderTarget[3].SrcBlend = D3D11_BLEND_DEST_COLOR;
    ASSERT_HR(S_OK, device->CreateBlendState(&other, b.out()));
    EXPECT_EQ(a.get(), b.get());
    other.RenderTarget[0].BlendOp = D3D11_BLEND_OP_MAX;
    ASSERT_HR(S_OK, device->CreateBlendState(&other, b.out()));
    EXPECT_NE(a.get(), b.get());

    D3D11_SAMPLER_DESC sampler{D3D11_FILTER_MIN_MAG_MIP_LINEAR,
                               D3D11_TEXTURE_ADDRESS_WRAP,
                               D3D11_TEXTURE_ADDRESS_WRAP,
                               D3D11_TEXTURE_ADDRESS_WRAP,
                               0,
                               8,
                               D3D11_COMPARISON_LESS,
                               {1, 2, 3, 4},
                               0,
                               1000};
    Com<ID3D11SamplerState> s, t;
    ASSERT_HR(S_OK, device->CreateSamplerState(&sampler, s.out()));
    sampler.BorderColor[0] = 9;
    ASSERT_HR(S_OK, device->CreateSamplerState(&sampler, t.out()));
    EXPECT_EQ(s.get(), t.get());
    D3D11_SAMPLER_DESC found{};
    s->GetDesc(&found);
    EXPECT_EQ(D3D11_COMPARISON_NEVER, found.ComparisonFunc);
    EXPECT_EQ(0u, found.MaxAnisotropy);
    EXPECT_EQ(0.0f, found.BorderColor[1]);
}

TEST_F(StateRules, AStateCanBeMadeAgainAfterItWasGivenUp) {
    const D3D11_BLEND_DESC blend = blendDesc();
    for (int i = 0; i < 3; i++) {
        Com<ID3D11BlendState> state;
        ASSERT_HR(S_OK, device->CreateBlendState(&blend, state.out()));
        EXPECT_EQ(1u, refCount(state.get()));
        state.reset();
        context->Flush();
    }
}

TEST_F(StateRules, BlendValues) {
    Com<ID3D11BlendState> made;
    D3D11_BLEND_DESC desc = blendDesc();
    desc.RenderTarget[0].SrcBlendAlpha = D3D11_BLEND_SRC_COLOR;
    EXPECT_HR(E_INVALIDARG, device->CreateBlendState(&desc, made.out())) << "a colour factor for alpha";
    desc = blendDesc();
    desc.RenderTarget[0].BlendOp = static_cast<D3D11_BLEND_OP>(6);
    EXPECT_HR(E_INVALIDARG, device->CreateBlendState(&desc, made.out()));
    desc = blendDesc();
    desc.RenderTarget[0].RenderTargetWriteMask = 0x10;
    EXPECT_HR(E_INVALIDARG, device->CreateBlendState(&desc, made.out()));
    auto device1 = device.as<ID3D11Device1>();
    ASSERT_TRUE(bool(device1));
    D3D11_BLEND_DESC1 logic{};
    logic.IndependentBlendEnable = TRUE;
    for (auto& target : logic.RenderTarget) {
        target.LogicOpEnable = TRUE;
        target.LogicOp = D3D11_LOGIC_OP_XOR;
        target.RenderTargetWriteMask = 0xf;
    }
    Com<ID3D11BlendState1> made1;
    EXPECT_HR(E_INVALIDARG, device1->CreateBlendState1(&logic, made1.out())) << "logic with independent blend";
}

TEST_F(StateRules, RasterizerDepthStencilAndSamplerValues) {
    Com<ID3D11RasterizerState> raster;
    D3D11_RASTERIZER_DESC rasterDesc{static_cast<D3D11_FILL_MODE>(1), D3D11_CULL_NONE};
    EXPECT_HR(E_INVALIDARG, device->CreateRasterizerState(&rasterDesc, raster.out()));
    rasterDesc = {D3D11_FILL_SOLID, static_cast<D3D11_CULL_MODE>(4)};
    EXPECT_HR(E_INVALIDARG, device->CreateRasterizerState(&rasterDesc, raster.out()));
    rasterDesc = {D3D11_FILL_WIREFRAME, D3D11_CULL_FRONT, TRUE, 5, 1.0f, 2.0f, TRUE, FALSE, TRUE, FALSE};
    ASSERT_HR(S_OK, device->CreateRasterizerState(&rasterDesc, raster.out()));
    D3D11_RASTERIZER_DESC foundRaster{};
    raster->GetDesc(&foundRaster);
    EXPECT_EQ(0, std::memcmp(&rasterDesc, &foundRaster, sizeof rasterDesc));

    Com<ID3D11DepthStencilState> depth;
    D3D11_DEPTH_STENCIL_DESC depthDesc{};
    depthDesc.DepthEnable = TRUE;
    depthDesc.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilState(&depthDesc, depth.out())) << "no comparison function";
    depthDesc.DepthFunc = D3D11_COMPARISON_LESS;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&depthDesc, depth.out()));
    depthDesc.StencilEnable = TRUE;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilState(&depthDesc, depth.out())) << "no stencil operations";

    Com<ID3D11SamplerState> sampler;
    D3D11_SAMPLER_DESC samplerDesc{static_cast<D3D11_FILTER>(2),
                                   D3D11_TEXTURE_ADDRESS_WRAP,
                                   D3D11_TEXTURE_ADDRESS_WRAP,
                                   D3D11_TEXTURE_ADDRESS_WRAP,
                                   0,
                                   1,
                                   D3D11_COMPARISON_NEVER,
                                   {},
                                   0,
                                   1};
    EXPECT_HR(E_INVALIDARG, device->CreateSamplerState(&samplerDesc, sampler.out()));
    samplerDesc.Filter = D3D11_FILTER_ANISOTROPIC;
    samplerDesc.MaxAnisotropy = 17;
    EXPECT_HR(E_INVALIDARG, device->CreateSamplerState(&samplerDesc, sampler.out()));
    samplerDesc.MaxAnisotropy = 16;
    EXPECT_HR(S_OK, device->CreateSamplerState(&samplerDesc, sampler.out()));
    samplerDesc.AddressU = static_cast<D3D11_TEXTURE_ADDRESS_MODE>(6);
    EXPECT_HR(E_INVALIDARG, device->CreateSamplerState(&samplerDesc, sampler.out()));
    samplerDesc.AddressU = D3D11_TEXTURE_ADDRESS_WRAP;
    samplerDesc.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_LINEAR;
    samplerDesc.ComparisonFunc = static_cast<D3D11_COMPARISON_FUNC>(0);
    EXPECT_HR(E_INVALIDARG, device->CreateSamplerState(&samplerDesc, sampler.out()));
}

TEST_F(StateRules, NewerInterfacesAreTheSameObject) {
    const D3D11_RASTERIZER_DESC desc{D3D11_FILL_SOLID, D3D11_CULL_BACK};
    Com<ID3D11RasterizerState> state;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, state.out()));
    auto newer = state.as<ID3D11RasterizerState1>();
    ASSERT_TRUE(bool(newer));
    D3D11_RASTERIZER_DESC1 found{};
    newer->GetDesc1(&found);
    EXPECT_EQ(D3D11_CULL_BACK, found.CullMode);
    EXPECT_EQ(0u, found.ForcedSampleCount);
    EXPECT_FALSE(bool(state.as<ID3D11BlendState>()));
}

// --- input layouts

HRESULT layout(ID3D11Device* device, std::span<const D3D11_INPUT_ELEMENT_DESC> elements, Bytecode code) {
    Com<ID3D11InputLayout> made;
    return device->CreateInputLayout(elements.data(), static_cast<UINT>(elements.size()), code.data(), code.size(),
                                     made.out());
}

TEST_F(StateRules, InputLayouts) {
    const D3D11_INPUT_ELEMENT_DESC good[] = {
        {"POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"COLOR", 0, DXGI_FORMAT_R8G8B8A8_UNORM, 0, D3D11_APPEND_ALIGNED_ELEMENT, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"TEXCOORD", 3, DXGI_FORMAT_R32_FLOAT, 7, 0, D3D11_INPUT_PER_VERTEX_DATA, 0}, // the shader has no such input
    };
    ASSERT_HR(S_OK, layout(device.get(), good, vertex_color_vs));
    EXPECT_HR(E_INVALIDARG, layout(device.get(), std::span(good, 1), vertex_color_vs)) << "an input has no element";
    EXPECT_HR(E_INVALIDARG, layout(device.get(), {}, vertex_color_vs)) << "no array";
    EXPECT_HR(E_INVALIDARG, layout(device.get(), std::span(good, size_t(0)), vertex_color_vs));
    // Inputs that the hardware makes need no element.
    EXPECT_HR(S_OK, layout(device.get(), std::span(good, size_t(0)), fullscreen_vs));
    Com<ID3D11InputLayout> made;
    EXPECT_HR(S_FALSE, device->CreateInputLayout(good, 3, vertex_color_vs, sizeof vertex_color_vs, nullptr));
    EXPECT_HR(E_INVALIDARG, device->CreateInputLayout(good, 3, nullptr, 0, made.out()));
    EXPECT_HR(E_INVALIDARG, device->CreateInputLayout(good, 3, "nonsense", 8, made.out()));

    D3D11_INPUT_ELEMENT_DESC bad[3];
    const auto with = [&](auto change) {
        std::copy(std::begin(good), std::end(good), bad);
        change();
        return layout(device.get(), bad, vertex_color_vs);
    };
    EXPECT_HR(E_INVALIDARG, with([&] { bad[0].SemanticName = "POSITION0"; })) << "the index is no part of the name";
    EXPECT_HR(S_OK, with([&] { bad[0].SemanticName = "position"; })) << "case does not matter";
    EXPECT_HR(E_INVALIDARG, with([&] { bad[1].InputSlotClass = D3D11_INPUT_PER_INSTANCE_DATA; })) << "mixed slot";
    EXPECT_HR(E_INVALIDARG, with([&] { bad[1].InputSlot = 32; }));
    EXPECT_HR(E_INVALIDARG, with([&] { bad[0].InstanceDataStepRate = 1; })) << "vertex data has no step rate";
    EXPECT_HR(E_INVALIDARG, with([&] { bad[1].Format = DXGI_FORMAT_BC1_UNORM; }));
}

// The limit of 4096 objects is one of the fixed-function states (Microsoft Learn, Resource Limits), not of layouts.
TEST_F(StateRules, AnyNumberOfInputLayouts) {
    constexpr UINT kCount = 4100;
    std::vector<Com<ID3D11InputLayout>> kept(kCount);
    for (UINT i = 0; i < kCount; i++) {
        const D3D11_INPUT_ELEMENT_DESC elements[] = {
            {"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, i % 64 * 4, D3D11_INPUT_PER_VERTEX_DATA, 0},
            {"COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 1, i / 64 * 4, D3D11_INPUT_PER_VERTEX_DATA, 0},
        };
        ASSERT_HR(S_OK, device->CreateInputLayout(elements, 2, vertex_color_vs, sizeof vertex_color_vs, kept[i].out())) << i;
    }
}

} // namespace
} // namespace conformance
