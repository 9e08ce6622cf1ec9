// Output merger: blending, depth, stencil, clears, dual sources, sample masks.
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"
#include "shaders/constant_rect.vs.h"
#include "shaders/dual_source.ps.h"

namespace conformance {
namespace {

class OutputTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (HasFatalFailure())
            return;
        color = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        view = target(color.get());
        tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
        ps = pixelShader(constant_color_ps);
        context->PSSetConstantBuffers(0, 1, tint.array());
        bindTarget(view);
        viewport(8, 8);
    }
    void TearDown() override {
        color.reset(), view.reset(), tint.reset(), ps.reset();
        DeviceTest::TearDown();
    }
    void draw(float r, float g, float b, float a) {
        const float values[4] = {r, g, b, a};
        mapDiscard(tint.get(), values, sizeof values);
        drawFullscreen(ps.get());
    }
    Com<ID3D11BlendState> blend(D3D11_BLEND source, D3D11_BLEND target, D3D11_BLEND_OP op) {
        D3D11_BLEND_DESC desc = {};
        desc.RenderTarget[0] = {TRUE, source, target, op, D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_BLEND_OP_ADD,
                                D3D11_COLOR_WRITE_ENABLE_ALL};
        Com<ID3D11BlendState> state;
        EXPECT_HR(S_OK, device->CreateBlendState(&desc, state.out()));
        return state;
    }
    void clear(float r, float g, float b, float a) {
        const float values[4] = {r, g, b, a};
        context->ClearRenderTargetView(view.get(), values);
    }
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> view;
    Com<ID3D11Buffer> tint;
    Com<ID3D11PixelShader> ps;
};

TEST_F(OutputTest, ClearConvertsToTheFormat) {
    clear(0.5f, 1, 2, -1);
    EXPECT_TRUE(near({128, 255, 255, 0}, read(color.get()).rgba(7, 7)));
    auto integers = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UINT, D3D11_BIND_RENDER_TARGET);
    auto integerView = target(integers.get());
    const float values[4] = {3, 200, 0, 17.9f};
    context->ClearRenderTargetView(integerView.get(), values);
    EXPECT_EQ((Rgba8{3, 200, 0, 17}), read(integers.get()).rgba(2, 2));
}

TEST_F(OutputTest, AlphaBlending) {
    clear(0, 0, 1, 1);
    auto state = blend(D3D11_BLEND_SRC_ALPHA, D3D11_BLEND_INV_SRC_ALPHA, D3D11_BLEND_OP_ADD);
    context->OMSetBlendState(state.get(), nullptr, ~0u);
    draw(1, 0, 0, 0.25f);
    EXPECT_TRUE(near({64, 0, 191, 64}, read(color.get()).rgba(3, 3)));
}

TEST_F(OutputTest, BlendFactorIsDynamic) {
    clear(0, 0, 0, 0);
    auto state = blend(D3D11_BLEND_BLEND_FACTOR, D3D11_BLEND_ZERO, D3D11_BLEND_OP_ADD);
    const float first[4] = {0.5f, 0.25f, 1, 1}, second[4] = {0.25f, 1, 0, 1};
    context->OMSetBlendState(state.get(), first, ~0u);
    draw(1, 1, 1, 1);
    EXPECT_TRUE(near({128, 64, 255, 255}, read(color.get()).rgba(3, 3)));
    context->OMSetBlendState(state.get(), second, ~0u);
    draw(1, 1, 1, 1);
    EXPECT_TRUE(near({64, 255, 0, 255}, read(color.get()).rgba(3, 3)));
}

TEST_F(OutputTest, DualSourceBlending) {
    clear(1, 1, 1, 1);
    auto state = blend(D3D11_BLEND_ZERO, D3D11_BLEND_SRC1_COLOR, D3D11_BLEND_OP_ADD);
    context->OMSetBlendState(state.get(), nullptr, ~0u);
    auto dual = pixelShader(dual_source_ps);
    drawFullscreen(dual.get());
    EXPECT_TRUE(near({64, 128, 191, 255}, read(color.get()).rgba(3, 3)));
}

class DepthTest : public OutputTest {
protected:
    void SetUp() override {
        OutputTest::SetUp();
        if (HasFatalFailure())
            return;
        rect = buffer(32, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
        vs = vertexShader(constant_rect_vs);
        D3D11_RASTERIZER_DESC desc = {};
        desc.FillMode = D3D11_FILL_SOLID;
        desc.CullMode = D3D11_CULL_NONE;
        desc.DepthClipEnable = TRUE;
        ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, noCull.out()));
        context->RSSetState(noCull.get());
    }
    void TearDown() override {
        rect.reset(), vs.reset(), noCull.reset();
        OutputTest::TearDown();
    }
    void drawAt(float depth, float r, float g, float b) {
        const float where[8] = {-1, -1, 2, 2, depth, 0, 0, 0};
        const float shade[4] = {r, g, b, 1};
        mapDiscard(rect.get(), where, sizeof where);
        mapDiscard(tint.get(), shade, sizeof shade);
        context->IASetInputLayout(nullptr);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
        context->VSSetShader(vs.get(), nullptr, 0);
        context->VSSetConstantBuffers(0, 1, rect.array());
        context->PSSetShader(ps.get(), nullptr, 0);
        context->Draw(4, 0);
    }
    Com<ID3D11DepthStencilView> depthView(DXGI_FORMAT format) {
        auto depth = texture(8, 8, format, D3D11_BIND_DEPTH_STENCIL);
        Com<ID3D11DepthStencilView> made;
        EXPECT_HR(S_OK, device->CreateDepthStencilView(depth.get(), nullptr, made.out()));
        return made;
    }
    Com<ID3D11Buffer> rect;
    Com<ID3D11VertexShader> vs;
    Com<ID3D11RasterizerState> noCull;
};

TEST_F(DepthTest, NearerWinsByDefault) {
    for (DXGI_FORMAT format : {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D24_UNORM_S8_UINT, DXGI_FORMAT_D16_UNORM,
                               DXGI_FORMAT_D32_FLOAT_S8X24_UINT}) {
        auto depth = depthView(format);
        clear(0, 0, 0, 0);
        bindTarget(view, depth.get());
        context->ClearDepthStencilView(depth.get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 1, 0);
        drawAt(0.5f, 1, 0, 0);
        drawAt(0.75f, 0, 1, 0);
        EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(4, 4)) << "format " << format;
        drawAt(0.25f, 0, 0, 1);
        EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(color.get()).rgba(4, 4)) << "format " << format;
        drawAt(0.25f, 1, 1, 1); // LESS, not LESS_EQUAL
        EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(color.get()).rgba(4, 4)) << "format " << format;
    }
}

TEST_F(DepthTest, DepthClipCutsAtTheRange) {
    clear(0, 0, 0, 0);
    drawAt(1.5f, 1, 0, 0);
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(color.get()).rgba(4, 4));
    D3D11_RASTERIZER_DESC desc = {};
    desc.FillMode = D3D11_FILL_SOLID;
    desc.CullMode = D3D11_CULL_NONE;
    desc.DepthClipEnable = FALSE;
    Com<ID3D11RasterizerState> noClip;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, noClip.out()));
    context->RSSetState(noClip.get());
    drawAt(1.5f, 1, 0, 0);
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(4, 4));
}

TEST_F(DepthTest, StencilMarksAndTests) {
    auto depth = depthView(DXGI_FORMAT_D24_UNORM_S8_UINT);
    clear(0, 0, 0, 0);
    bindTarget(view, depth.get());
    context->ClearDepthStencilView(depth.get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 1, 3);
    D3D11_DEPTH_STENCIL_DESC desc = {};
    desc.DepthEnable = FALSE;
    desc.StencilEnable = TRUE;
    desc.StencilReadMask = desc.StencilWriteMask = 0xff;
    desc.FrontFace = desc.BackFace = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_INCR_SAT,
                                      D3D11_COMPARISON_EQUAL};
    Com<ID3D11DepthStencilState> state;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&desc, state.out()));
    context->OMSetDepthStencilState(state.get(), 3);
    drawAt(0.5f, 1, 0, 0); // equal: drawn, becomes 4
    drawAt(0.5f, 0, 1, 0); // no longer equal
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(4, 4));
    context->OMSetDepthStencilState(state.get(), 4);
    drawAt(0.5f, 0, 0, 1);
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(color.get()).rgba(4, 4));
}

TEST_F(DepthTest, ClearOfOneAspectKeepsTheOther) {
    auto depth = depthView(DXGI_FORMAT_D24_UNORM_S8_UINT);
    clear(0, 0, 0, 0);
    bindTarget(view, depth.get());
    context->ClearDepthStencilView(depth.get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 0.25f, 9);
    context->ClearDepthStencilView(depth.get(), D3D11_CLEAR_STENCIL, 1, 5);
    drawAt(0.5f, 1, 0, 0);
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(color.get()).rgba(4, 4)) << "depth is still 0.25";
    context->ClearDepthStencilView(depth.get(), D3D11_CLEAR_DEPTH, 1, 0);
    drawAt(0.5f, 1, 0, 0);
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(4, 4));
}

// Depth read as a shader resource while it was written before.
TEST_F(DepthTest, DepthCanBeReadBack) {
    auto depth = texture(8, 8, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL);
    Com<ID3D11DepthStencilView> made;
    ASSERT_HR(S_OK, device->CreateDepthStencilView(depth.get(), nullptr, made.out()));
    bindTarget(view, made.get());
    context->ClearDepthStencilView(made.get(), D3D11_CLEAR_DEPTH, 1, 0);
    drawAt(0.375f, 1, 0, 0);
    EXPECT_EQ(0.375f, read(depth.get()).at<float>(3, 5));
}

// DepthBias counts least steps of UNORM formats; of floats, steps of the largest depth of the primitive. Microsoft Learn,
// "Depth Bias". The same state serves targets of several formats.
TEST_F(DepthTest, DepthBiasCountsLeastSteps) {
    struct Row {
        INT bias;
        float clamp;
        int32_t d16, d24; // what is added to 0.125, in steps of the format
        float d32;
    };
    constexpr float kStep32 = 1.0f / (1 << 26); // of 0.125
    for (const Row& row : {Row{-1000, 0, -1000, -1000, -1000 * kStep32}, Row{1000, 0, 1000, 1000, 1000 * kStep32},
                           Row{-10000, 0, -8192, -10000, -10000 * kStep32},
                           Row{-1000, -0.00001f, -1, -168, -0.00001f}, Row{1, 0, 1, 1, kStep32}}) {
        SCOPED_TRACE(::testing::Message() << "bias " << row.bias << ", clamp " << row.clamp);
        D3D11_RASTERIZER_DESC desc = {D3D11_FILL_SOLID, D3D11_CULL_NONE};
        desc.DepthClipEnable = TRUE;
        desc.DepthBias = row.bias;
        desc.DepthBiasClamp = row.clamp;
        Com<ID3D11RasterizerState> state;
        ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, state.out()));
        context->RSSetState(state.get());
        for (DXGI_FORMAT format : {DXGI_FORMAT_D16_UNORM, DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D24_UNORM_S8_UINT}) {
            auto image = texture(8, 8, format, D3D11_BIND_DEPTH_STENCIL);
            Com<ID3D11DepthStencilView> depth;
            ASSERT_HR(S_OK, device->CreateDepthStencilView(image.get(), nullptr, depth.out()));
            bindTarget(view, depth.get());
            context->ClearDepthStencilView(depth.get(), D3D11_CLEAR_DEPTH, 1, 0);
            drawAt(0.125f, 1, 0, 0);
            const Readback found = read(image.get());
            if (format == DXGI_FORMAT_D16_UNORM)
                EXPECT_NEAR(8192 + row.d16, found.at<uint16_t>(4, 4), 1);
            else if (format == DXGI_FORMAT_D32_FLOAT)
                EXPECT_NEAR(0.125f + row.d32, found.at<float>(4, 4), kStep32);
            else
                EXPECT_NEAR(0x200000 + row.d24, int32_t(found.at<uint32_t>(4, 4) & 0xffffff), 1);
        }
    }
}

// ClearView with rectangles touches nothing else.
TEST_F(OutputTest, ClearViewRectangles) {
    clear(0, 0, 0, 1);
    auto context1 = context.as<ID3D11DeviceContext1>();
    ASSERT_TRUE(context1);
    const D3D11_RECT rects[] = {{1, 1, 3, 4}, {6, 6, 100, 100}};
    const float green[4] = {0, 1, 0, 1};
    context1->ClearView(view.get(), green, rects, 2);
    const Readback found = read(color.get());
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), found.rgba(1, 1));
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), found.rgba(2, 3));
    EXPECT_EQ((Rgba8{0, 0, 0, 255}), found.rgba(3, 3));
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), found.rgba(7, 7));
    EXPECT_EQ((Rgba8{0, 0, 0, 255}), found.rgba(5, 7));
}

} // namespace
} // namespace conformance
