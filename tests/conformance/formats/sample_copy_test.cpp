// Copies between multisampled depth buffers and multisampled colour textures of the same family: every sample is copied. Microsoft
// Learn, ID3D11DeviceContext::CopyResource (one type group, whole resources); D3D11.3 functional specification 5.5.
#include "shader/shader_test.h"

#include "shaders/constant_color.ps.h"

namespace conformance {
namespace {

constexpr UINT kSamples = 4, kWidth = 8, kHeight = 4;
constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kDsv = D3D11_BIND_DEPTH_STENCIL, kRtv = D3D11_BIND_RENDER_TARGET;

struct Pair {
    DXGI_FORMAT depth, depthView, depthSeen; // resource, target, what a shader reads
    DXGI_FORMAT color;                       // the other resource
    DXGI_FORMAT colorSeen;
    const char* kind;  // of numbers that a shader reads from it
    const char* value; // r1.x as a depth
    UINT colorBind;
};
constexpr Pair kPairs[] = {
    {DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_R32_FLOAT, DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_R32_FLOAT, "float", "", kSrv | kRtv},
    {DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_R32_FLOAT, DXGI_FORMAT_R32_FLOAT, DXGI_FORMAT_R32_FLOAT, "float", "", kSrv},
    {DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_R32_FLOAT, DXGI_FORMAT_R32_UINT, DXGI_FORMAT_R32_UINT, "uint", "", kSrv | kRtv},
    {DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_R32_FLOAT, DXGI_FORMAT_R32_SINT, DXGI_FORMAT_R32_SINT, "sint", "", kSrv | kRtv},
    {DXGI_FORMAT_R16_TYPELESS, DXGI_FORMAT_D16_UNORM, DXGI_FORMAT_R16_UNORM, DXGI_FORMAT_R16_TYPELESS, DXGI_FORMAT_R16_UNORM, "unorm", "", kSrv | kRtv},
    {DXGI_FORMAT_R16_TYPELESS, DXGI_FORMAT_D16_UNORM, DXGI_FORMAT_R16_UNORM, DXGI_FORMAT_R16_UINT, DXGI_FORMAT_R16_UINT, "uint",
     "utof r1.x, r1.x\nmul r1.x, r1.x, l(0.0000152590219)\n", kSrv | kRtv},
    {DXGI_FORMAT_R16_TYPELESS, DXGI_FORMAT_D16_UNORM, DXGI_FORMAT_R16_UNORM, DXGI_FORMAT_R16_SINT, DXGI_FORMAT_R16_SINT, "sint",
     "and r1.x, r1.x, l(0xffff)\nutof r1.x, r1.x\nmul r1.x, r1.x, l(0.0000152590219)\n", kSrv | kRtv},
    {DXGI_FORMAT_R16_TYPELESS, DXGI_FORMAT_D16_UNORM, DXGI_FORMAT_R16_UNORM, DXGI_FORMAT_R16_FLOAT, DXGI_FORMAT_R16_FLOAT, "float",
     "f32tof16 r1.x, r1.x\nutof r1.x, r1.x\nmul r1.x, r1.x, l(0.0000152590219)\n", kSrv | kRtv},
};

// Of the left and the right half, and each sample; none of them makes a half that is infinite or not a number.
float depthAt(UINT half, UINT sample) {
    return 0.0625f + 0.25f * float(sample) + 0.125f * float(half);
}

class SampleCopy : public ShaderTest {
protected:
    Com<ID3D11Texture2D> make(DXGI_FORMAT format, UINT bind, UINT layers = 1) {
        const D3D11_TEXTURE2D_DESC desc{kWidth, kHeight, 1, layers, format, {kSamples, 0}, D3D11_USAGE_DEFAULT, bind, 0, 0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out())) << format;
        return made;
    }
    bool offered(const Pair& pair) {
        UINT levels = 0;
        device->CheckMultisampleQualityLevels(pair.color == DXGI_FORMAT_R32_TYPELESS || pair.color == DXGI_FORMAT_R16_TYPELESS
                                                  ? pair.colorSeen : pair.color, kSamples, &levels);
        return levels;
    }
    // Draws each sample of both halves with its depth.
    void fill(ID3D11Texture2D* texture, DXGI_FORMAT format, UINT layer = 0) {
        const D3D11_DEPTH_STENCIL_VIEW_DESC desc = [&] {
            D3D11_DEPTH_STENCIL_VIEW_DESC made{format, D3D11_DSV_DIMENSION_TEXTURE2DMSARRAY, 0, {}};
            made.Texture2DMSArray = {layer, 1};
            return made;
        }();
        Com<ID3D11DepthStencilView> view;
        ASSERT_HR(S_OK, device->CreateDepthStencilView(texture, &desc, view.out()));
        D3D11_DEPTH_STENCIL_DESC always{};
        always.DepthEnable = TRUE;
        always.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
        always.DepthFunc = D3D11_COMPARISON_ALWAYS;
        Com<ID3D11DepthStencilState> state;
        ASSERT_HR(S_OK, device->CreateDepthStencilState(&always, state.out()));
        context->OMSetDepthStencilState(state.get(), 0);
        context->OMSetRenderTargets(0, nullptr, view.get());
        for (UINT half = 0; half < 2; half++)
            for (UINT sample = 0; sample < kSamples; sample++) {
                const float z = depthAt(half, sample);
                const D3D11_VIEWPORT port{half * float(kWidth / 2), 0, kWidth / 2, kHeight, z, z};
                context->RSSetViewports(1, &port);
                context->OMSetBlendState(nullptr, nullptr, 1u << sample);
                drawFullscreen(nullptr);
            }
        context->OMSetBlendState(nullptr, nullptr, ~0u);
        context->OMSetDepthStencilState(nullptr, 0);
        context->OMSetRenderTargets(0, nullptr, nullptr);
    }
    // All samples of a layer, as a shader reads them, against what fill() drew.
    void expectFilled(ID3D11Texture2D* texture, DXGI_FORMAT seen, const std::string& kind, const std::string& value,
                      const char* what, UINT layer = 0) {
        D3D11_SHADER_RESOURCE_VIEW_DESC desc{seen, D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY, {}};
        desc.Texture2DMSArray = {layer, 1};
        Com<ID3D11ShaderResourceView> view;
        ASSERT_HR(S_OK, device->CreateShaderResourceView(texture, &desc, view.out()));
        context->PSSetShaderResources(0, 1, view.array());
        const std::string four = "(" + kind + "," + kind + "," + kind + "," + kind + ")";
        std::string body = "ftoi r0.xy, v0.xyxx\nmov r0.zw, l(0, 0, 0, 0)\n";
        for (UINT i = 0; i < kSamples; i++)
            body += "ld2dms r1.xyzw, r0.xyzw, t0.xyzw, l(" + std::to_string(i) + ")\n" + value + "mov o0." + "xyzw"[i] + ", r1.x\n";
        const Readback found = pixels("dcl_resource_texture2dmsarray(4) " + four + " t0", body, kWidth, kHeight);
        for (UINT x = 0; x < kWidth; x++) {
            const UINT half = x / (kWidth / 2);
            const Float4 expected{depthAt(half, 0), depthAt(half, 1), depthAt(half, 2), depthAt(half, 3)};
            EXPECT_TRUE(close(expected, found.at<Float4>(x, x % kHeight), 2e-5f)) << what << ", column " << x;
        }
        ID3D11ShaderResourceView* none = nullptr;
        context->PSSetShaderResources(0, 1, &none);
    }
};

TEST_F(SampleCopy, DepthToColorAndBack) {
    UINT tried = 0;
    for (const Pair& pair : kPairs) {
        if (!offered(pair))
            continue;
        tried++;
        SCOPED_TRACE(pair.color);
        auto depth = make(pair.depth, kDsv | kSrv), color = make(pair.color, pair.colorBind), second = make(pair.depth, kDsv | kSrv);
        fill(depth.get(), pair.depthView);
        expectFilled(depth.get(), pair.depthSeen, "float", "", "what was drawn");
        context->CopyResource(color.get(), depth.get());
        expectFilled(color.get(), pair.colorSeen, pair.kind, pair.value, "the colour");
        context->CopySubresourceRegion(second.get(), 0, 0, 0, 0, color.get(), 0, nullptr);
        expectFilled(second.get(), pair.depthSeen, "float", "", "the second depth buffer");
    }
    EXPECT_GE(tried, 2u) << "four samples are required of R32_FLOAT and R16_UNORM";
}

// A typed depth buffer that no shader may read, layer by layer.
TEST_F(SampleCopy, LayersOfDepthBuffersThatAreNothingElse) {
    auto depth = make(DXGI_FORMAT_D32_FLOAT, kDsv, 2), color = make(DXGI_FORMAT_R32_FLOAT, kSrv | kRtv, 2);
    fill(depth.get(), DXGI_FORMAT_D32_FLOAT, 1);
    const float black[4] = {};
    context->ClearRenderTargetView(target(color.get()).get(), black);
    context->CopySubresourceRegion(color.get(), 0, 0, 0, 0, depth.get(), 1, nullptr);
    expectFilled(color.get(), DXGI_FORMAT_R32_FLOAT, "float", "", "layer 0", 0);
    context->CopySubresourceRegion(depth.get(), 0, 0, 0, 0, color.get(), 0, nullptr);
    context->CopySubresourceRegion(color.get(), 1, 0, 0, 0, depth.get(), 0, nullptr);
    expectFilled(color.get(), DXGI_FORMAT_R32_FLOAT, "float", "", "layer 1", 1);
}

TEST_F(SampleCopy, PartsAndOtherSampleCountsAreRefused) {
    auto depth = make(DXGI_FORMAT_R32_TYPELESS, kDsv | kSrv), color = make(DXGI_FORMAT_R32_FLOAT, kSrv | kRtv);
    fill(depth.get(), DXGI_FORMAT_D32_FLOAT);
    context->CopyResource(color.get(), depth.get());
    const float black[4] = {};
    auto other = make(DXGI_FORMAT_R32_FLOAT, kSrv | kRtv);
    context->ClearRenderTargetView(target(other.get()).get(), black);
    const D3D11_BOX box{0, 0, 0, 4, 4, 1};
    context->CopySubresourceRegion(depth.get(), 0, 0, 0, 0, other.get(), 0, &box);
    auto single = texture(kWidth, kHeight, DXGI_FORMAT_R32_FLOAT, kSrv);
    context->CopyResource(depth.get(), single.get());
    expectFilled(depth.get(), DXGI_FORMAT_R32_FLOAT, "float", "", "as before");
}

} // namespace
} // namespace conformance
