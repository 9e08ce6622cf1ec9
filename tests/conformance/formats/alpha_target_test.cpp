// Render targets whose alpha lies elsewhere: A8_UNORM has nothing but alpha, B8G8R8X8_UNORM has none and counts as opaque.
// D3D11.3 functional specification 17.6 (blending with absent components), 19.1 (formats).
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"

namespace conformance {
namespace {

class AlphaTarget : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        pixel = pixelShader(constant_color_ps);
        constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DEFAULT);
    }
    void TearDown() override {
        pixel.reset(), constants.reset();
        DeviceTest::TearDown();
    }
    void draw(const Com<ID3D11RenderTargetView>& view, float r, float g, float b, float a) {
        const float color[4] = {r, g, b, a};
        context->UpdateSubresource(constants.get(), 0, nullptr, color, 0, 0);
        ID3D11Buffer* bound = constants.get();
        context->PSSetConstantBuffers(0, 1, &bound);
        viewport(4, 4);
        bindTarget(view);
        drawFullscreen(pixel.get());
    }
    void blend(D3D11_BLEND source, D3D11_BLEND target, D3D11_BLEND sourceAlpha, D3D11_BLEND targetAlpha, UINT8 mask = 0xf) {
        D3D11_BLEND_DESC desc{};
        desc.RenderTarget[0] = {TRUE, source, target, D3D11_BLEND_OP_ADD, sourceAlpha, targetAlpha, D3D11_BLEND_OP_ADD, mask};
        Com<ID3D11BlendState> state;
        ASSERT_HR(S_OK, device->CreateBlendState(&desc, state.out()));
        const float factor[4] = {0.1f, 0.1f, 0.1f, 0.5f};
        context->OMSetBlendState(state.get(), factor, ~0u);
    }
    int alphaOf(ID3D11Texture2D* texture) { return read(texture).at<uint8_t>(1, 1); }
    Com<ID3D11PixelShader> pixel;
    Com<ID3D11Buffer> constants;
};

TEST_F(AlphaTarget, A8TakesTheAlphaOfDrawsAndClears) {
    auto texture = this->texture(4, 4, DXGI_FORMAT_A8_UNORM, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE);
    auto view = target(texture.get());
    const float clear[4] = {1, 1, 1, 0.2f};
    context->ClearRenderTargetView(view.get(), clear);
    EXPECT_EQ(51, alphaOf(texture.get()));
    draw(view, 1, 1, 1, 0.4f);
    EXPECT_EQ(102, alphaOf(texture.get()));
    // A write mask of red is of nothing that there is; one of alpha is of everything.
    blend(D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_COLOR_WRITE_ENABLE_RED);
    draw(view, 1, 1, 1, 0.8f);
    EXPECT_EQ(102, alphaOf(texture.get()));
    blend(D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_COLOR_WRITE_ENABLE_ALPHA);
    draw(view, 0, 0, 0, 0.8f);
    EXPECT_EQ(204, alphaOf(texture.get()));
}

TEST_F(AlphaTarget, A8IsBlendedAsAlpha) {
    auto texture = this->texture(4, 4, DXGI_FORMAT_A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(texture.get());
    struct {
        D3D11_BLEND source, target;
        double expected; // of source alpha 0.4 over 0.5
    } const kCases[] = {
        {D3D11_BLEND_ONE, D3D11_BLEND_ONE, 0.9},
        {D3D11_BLEND_SRC_ALPHA, D3D11_BLEND_INV_SRC_ALPHA, 0.16 + 0.3},
        {D3D11_BLEND_DEST_ALPHA, D3D11_BLEND_ZERO, 0.2},
        {D3D11_BLEND_INV_DEST_ALPHA, D3D11_BLEND_ONE, 0.7},
        {D3D11_BLEND_BLEND_FACTOR, D3D11_BLEND_ZERO, 0.2},
    };
    for (const auto& one : kCases) {
        const float clear[4] = {0, 0, 0, 0.5f};
        context->ClearRenderTargetView(view.get(), clear);
        blend(D3D11_BLEND_ZERO, D3D11_BLEND_ZERO, one.source, one.target); // the colours' factors say nothing
        draw(view, 0.9f, 0.9f, 0.9f, 0.4f);
        EXPECT_NEAR(one.expected * 255, alphaOf(texture.get()), 2) << one.source << ' ' << one.target;
    }
}

TEST_F(AlphaTarget, B8G8R8X8CountsAsOpaque) {
    auto texture = this->texture(4, 4, DXGI_FORMAT_B8G8R8X8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(texture.get());
    const auto blueOf = [&] { return int(read(texture.get()).rgba(1, 1).r); }; // the first byte
    const float clear[4] = {0, 0, 0.2f, 0.25f};
    context->ClearRenderTargetView(view.get(), clear);
    blend(D3D11_BLEND_DEST_ALPHA, D3D11_BLEND_ZERO, D3D11_BLEND_ONE, D3D11_BLEND_ZERO);
    draw(view, 0, 0, 0.4f, 0);
    EXPECT_EQ(102, blueOf()) << "alpha of the target is one";
    blend(D3D11_BLEND_INV_DEST_ALPHA, D3D11_BLEND_ONE, D3D11_BLEND_ONE, D3D11_BLEND_ZERO);
    draw(view, 0, 0, 0.4f, 0);
    EXPECT_EQ(102, blueOf()) << "and one minus it nothing";
    blend(D3D11_BLEND_SRC_ALPHA_SAT, D3D11_BLEND_ONE, D3D11_BLEND_ONE, D3D11_BLEND_ZERO);
    draw(view, 0, 0, 0.4f, 1);
    EXPECT_EQ(102, blueOf());
}

TEST_F(AlphaTarget, BesideAnOrdinaryTarget) {
    auto color = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    draw(view, 0.2f, 0.4f, 0.6f, 0.8f);
    EXPECT_EQ((Rgba8{51, 102, 153, 204}), read(color.get()).rgba(1, 1)) << "the same shader, drawn elsewhere";
    auto alpha = texture(4, 4, DXGI_FORMAT_A8_UNORM, D3D11_BIND_RENDER_TARGET);
    draw(target(alpha.get()), 0.2f, 0.4f, 0.6f, 0.8f);
    EXPECT_EQ(204, alphaOf(alpha.get()));
    draw(view, 0.6f, 0.4f, 0.2f, 0.8f);
    EXPECT_EQ((Rgba8{153, 102, 51, 204}), read(color.get()).rgba(1, 1));
}

} // namespace
} // namespace conformance
