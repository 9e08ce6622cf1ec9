// Draws: vertex and index buffers, instances, constant buffers, several targets, topology.
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"
#include "shaders/constant_rect.vs.h"
#include "shaders/instance.vs.h"
#include "shaders/second_constant.ps.h"
#include "shaders/two_targets.ps.h"
#include "shaders/vertex_color.ps.h"
#include "shaders/vertex_color.vs.h"

namespace conformance {
namespace {

struct Vertex {
    float position[4];
    uint8_t color[4];
};

constexpr D3D11_INPUT_ELEMENT_DESC kVertexElements[] = {
    {"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
    {"COLOR", 0, DXGI_FORMAT_R8G8B8A8_UNORM, 0, 16, D3D11_INPUT_PER_VERTEX_DATA, 0}};

class DrawTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (HasFatalFailure())
            return;
        color = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE);
        view = target(color.get());
        const float black[4] = {0, 0, 0, 0};
        context->ClearRenderTargetView(view.get(), black);
        bindTarget(view);
        viewport(16, 16);
    }
    void useVertexColor() {
        ASSERT_HR(S_OK, device->CreateInputLayout(kVertexElements, 2, vertex_color_vs, sizeof vertex_color_vs, layout.out()));
        context->IASetInputLayout(layout.get());
        vs = vertexShader(vertex_color_vs);
        ps = pixelShader(vertex_color_ps);
        context->VSSetShader(vs.get(), nullptr, 0);
        context->PSSetShader(ps.get(), nullptr, 0);
    }
    void TearDown() override {
        color.reset(), view.reset(), layout.reset(), vs.reset(), ps.reset();
        DeviceTest::TearDown();
    }
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> view;
    Com<ID3D11InputLayout> layout;
    Com<ID3D11VertexShader> vs;
    Com<ID3D11PixelShader> ps;
};

// Clip space has y up, render targets have row 0 at the top.
TEST_F(DrawTest, TopLeftQuadLandsInTheFirstRows) {
    useVertexColor();
    const Vertex quad[] = {{{-1, 1, 0, 1}, {255, 0, 0, 255}},
                           {{0, 1, 0, 1}, {255, 0, 0, 255}},
                           {{-1, 0, 0, 1}, {255, 0, 0, 255}},
                           {{0, 0, 0, 1}, {255, 0, 0, 255}}};
    auto vertices = buffer(sizeof quad, D3D11_BIND_VERTEX_BUFFER, quad);
    const UINT stride = sizeof(Vertex), offset = 0;
    context->IASetVertexBuffers(0, 1, vertices.array(), &stride, &offset);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    context->Draw(4, 0);
    const Readback found = read(color.get());
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(0, 0));
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(7, 7));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), found.rgba(8, 7));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), found.rgba(7, 8));
}

// Clockwise triangles are the front; the default rasterizer state culls the back (D3D11_RASTERIZER_DESC defaults).
TEST_F(DrawTest, CounterClockwiseIsCulledByDefault) {
    useVertexColor();
    const Vertex quad[] = {{{-1, 1, 0, 1}, {0, 255, 0, 255}},
                           {{-1, -1, 0, 1}, {0, 255, 0, 255}},
                           {{1, 1, 0, 1}, {0, 255, 0, 255}},
                           {{1, -1, 0, 1}, {0, 255, 0, 255}}};
    auto vertices = buffer(sizeof quad, D3D11_BIND_VERTEX_BUFFER, quad);
    const UINT stride = sizeof(Vertex), offset = 0;
    context->IASetVertexBuffers(0, 1, vertices.array(), &stride, &offset);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    context->Draw(4, 0);
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(color.get()).rgba(8, 8));

    D3D11_RASTERIZER_DESC desc = {};
    desc.FillMode = D3D11_FILL_SOLID;
    desc.CullMode = D3D11_CULL_FRONT;
    desc.DepthClipEnable = TRUE;
    Com<ID3D11RasterizerState> cullFront;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, cullFront.out()));
    context->RSSetState(cullFront.get());
    context->Draw(4, 0);
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(color.get()).rgba(8, 8));
}

// Index buffers of both widths, with an offset in bytes, a first index and a base vertex.
TEST_F(DrawTest, IndexedWithOffsetAndBaseVertex) {
    useVertexColor();
    Vertex vertices[8] = {};
    const float corners[4][2] = {{-1, 1}, {1, 1}, {-1, -1}, {1, -1}};
    for (int i = 0; i < 4; i++)
        vertices[4 + i] = {{corners[i][0], corners[i][1], 0, 1}, {0, 0, 255, 255}};
    auto vertexBuffer = buffer(sizeof vertices, D3D11_BIND_VERTEX_BUFFER, vertices);
    const UINT stride = sizeof(Vertex), offset = 0;
    context->IASetVertexBuffers(0, 1, vertexBuffer.array(), &stride, &offset);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    const uint16_t narrow[] = {9, 9, 9, 9, 0, 1, 2, 2, 1, 3};
    auto narrowBuffer = buffer(sizeof narrow, D3D11_BIND_INDEX_BUFFER, narrow);
    context->IASetIndexBuffer(narrowBuffer.get(), DXGI_FORMAT_R16_UINT, 4);
    context->DrawIndexed(6, 2, 4);
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(color.get()).rgba(3, 12));

    const float black[4] = {0, 0, 0, 0};
    context->ClearRenderTargetView(view.get(), black);
    const uint32_t wide[] = {4, 5, 6, 6, 5, 7};
    auto wideBuffer = buffer(sizeof wide, D3D11_BIND_INDEX_BUFFER, wide);
    context->IASetIndexBuffer(wideBuffer.get(), DXGI_FORMAT_R32_UINT, 0);
    context->DrawIndexed(6, 0, 0);
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(color.get()).rgba(3, 12));
}

// Per-instance data with its own step, and a first instance; SV_VertexID counts from the first vertex of the draw.
TEST_F(DrawTest, InstancesStepThroughTheirBuffer) {
    const D3D11_INPUT_ELEMENT_DESC elements[] = {
        {"RECT", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 3, 0, D3D11_INPUT_PER_INSTANCE_DATA, 1},
        {"COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 3, D3D11_APPEND_ALIGNED_ELEMENT, D3D11_INPUT_PER_INSTANCE_DATA, 1}};
    ASSERT_HR(S_OK, device->CreateInputLayout(elements, 2, instance_vs, sizeof instance_vs, layout.out()));
    const float instances[][8] = {{-1, -1, 2, 2, 1, 1, 1, 1}, // not drawn: the first instance is 1
                                  {-1, 0, 1, 1, 1, 0, 0, 1},
                                  {0, -1, 1, 1, 0, 1, 0, 1}};
    auto data = buffer(sizeof instances, D3D11_BIND_VERTEX_BUFFER, instances);
    const UINT stride = 32, offset = 0;
    context->IASetInputLayout(layout.get());
    context->IASetVertexBuffers(3, 1, data.array(), &stride, &offset);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    D3D11_RASTERIZER_DESC desc = {};
    desc.FillMode = D3D11_FILL_SOLID;
    desc.CullMode = D3D11_CULL_NONE;
    desc.DepthClipEnable = TRUE;
    Com<ID3D11RasterizerState> noCull;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, noCull.out()));
    context->RSSetState(noCull.get());
    vs = vertexShader(instance_vs);
    ps = pixelShader(vertex_color_ps);
    context->VSSetShader(vs.get(), nullptr, 0);
    context->PSSetShader(ps.get(), nullptr, 0);
    context->DrawInstanced(4, 2, 0, 1);
    const Readback found = read(color.get());
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(2, 2));
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), found.rgba(12, 12));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), found.rgba(12, 2));
}

// Each draw sees what the constant buffer held when it was recorded: a discard does not reach back.
TEST_F(DrawTest, DiscardedConstantsPerDraw) {
    auto rect = buffer(32, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    auto tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    vs = vertexShader(constant_rect_vs);
    ps = pixelShader(constant_color_ps);
    context->VSSetShader(vs.get(), nullptr, 0);
    context->PSSetShader(ps.get(), nullptr, 0);
    context->VSSetConstantBuffers(0, 1, rect.array());
    context->PSSetConstantBuffers(0, 1, tint.array());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    D3D11_RASTERIZER_DESC desc = {};
    desc.FillMode = D3D11_FILL_SOLID;
    desc.CullMode = D3D11_CULL_NONE;
    Com<ID3D11RasterizerState> noCull;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, noCull.out()));
    context->RSSetState(noCull.get());
    for (int i = 0; i < 16; i++) {
        const float where[8] = {-1 + i * 0.125f, -1, 0.125f, 2, 0.5f, 0, 0, 0};
        const float shade[4] = {i / 15.0f, 1 - i / 15.0f, 0, 1};
        mapDiscard(rect.get(), where, sizeof where);
        mapDiscard(tint.get(), shade, sizeof shade);
        context->Draw(4, 0);
    }
    const Readback found = read(color.get());
    for (int i = 0; i < 16; i++) {
        const auto red = static_cast<uint8_t>(i * 17);
        EXPECT_TRUE(near({red, static_cast<uint8_t>(255 - red), 0, 255}, found.rgba(i, i))) << "column " << i;
    }
}

// NO_OVERWRITE keeps what is there, also right after creation.
TEST_F(DrawTest, NoOverwriteKeepsTheRest) {
    auto tint = buffer(64, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    auto which = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    const float colors[16] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1};
    mapDiscard(tint.get(), colors, sizeof colors);
    D3D11_MAPPED_SUBRESOURCE mapped;
    ASSERT_HR(S_OK, context->Map(tint.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped));
    const float yellow[4] = {1, 1, 0, 1};
    std::memcpy(static_cast<uint8_t*>(mapped.pData) + 16, yellow, 16);
    context->Unmap(tint.get(), 0);
    ps = pixelShader(second_constant_ps);
    context->PSSetConstantBuffers(3, 1, tint.array());
    context->PSSetConstantBuffers(1, 1, which.array());
    const Rgba8 expected[] = {{255, 0, 0, 255}, {255, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t index[4] = {i, 0, 0, 0};
        mapDiscard(which.get(), index, sizeof index);
        drawFullscreen(ps.get());
        EXPECT_EQ(expected[i], read(color.get()).rgba(5, 5)) << "constant " << i;
    }
}

// Reads beyond a constant buffer give zero, and so does an empty slot.
TEST_F(DrawTest, ConstantsOutOfBoundsAreZero) {
    const float colors[8] = {1, 0, 0, 1, 0, 1, 0, 1};
    auto tint = buffer(32, D3D11_BIND_CONSTANT_BUFFER, colors);
    const uint32_t index[4] = {3, 0, 0, 0};
    auto which = buffer(16, D3D11_BIND_CONSTANT_BUFFER, index);
    ps = pixelShader(second_constant_ps);
    context->PSSetConstantBuffers(3, 1, tint.array());
    context->PSSetConstantBuffers(1, 1, which.array());
    const float white[4] = {1, 1, 1, 1};
    context->ClearRenderTargetView(view.get(), white);
    drawFullscreen(ps.get());
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(color.get()).rgba(5, 5));
    context->ClearRenderTargetView(view.get(), white);
    ID3D11Buffer* none = nullptr;
    context->PSSetConstantBuffers(3, 1, &none);
    drawFullscreen(ps.get());
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(color.get()).rgba(5, 5));
}

// PSSetConstantBuffers1: offset and count in constants, multiples of 16.
TEST_F(DrawTest, ConstantBufferRanges) {
    std::vector<float> constants(16 * 4 * 4);
    for (int block = 0; block < 4; block++)
        constants[block * 64 + (block % 3)] = 1, constants[block * 64 + 3] = 1;
    auto data = buffer(static_cast<uint32_t>(constants.size() * 4), D3D11_BIND_CONSTANT_BUFFER, constants.data());
    auto context1 = context.as<ID3D11DeviceContext1>();
    ASSERT_TRUE(context1);
    ps = pixelShader(constant_color_ps);
    const Rgba8 expected[] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 0, 0, 255}};
    for (UINT block = 0; block < 4; block++) {
        const UINT first = block * 16, count = 16;
        context1->PSSetConstantBuffers1(0, 1, data.array(), &first, &count);
        drawFullscreen(ps.get());
        EXPECT_EQ(expected[block], read(color.get()).rgba(1, 1)) << "block " << block;
        ID3D11Buffer* bound = nullptr;
        UINT gotFirst = 0, gotCount = 0;
        context1->PSGetConstantBuffers1(0, 1, &bound, &gotFirst, &gotCount);
        EXPECT_EQ(data.get(), bound);
        EXPECT_EQ(first, gotFirst);
        EXPECT_EQ(count, gotCount);
        bound->Release();
    }
    const UINT bad = 3, count = 16;
    context1->PSSetConstantBuffers1(0, 1, data.array(), &bad, &count);
    UINT gotFirst = 0;
    context1->PSGetConstantBuffers1(0, 1, nullptr, &gotFirst, nullptr);
    EXPECT_EQ(48u, gotFirst) << "a first constant that is no multiple of 16 is ignored";
}

// A whole UpdateSubresource of a DEFAULT constant buffer takes effect for the draws after it only.
TEST_F(DrawTest, UpdatedConstantsPerDraw) {
    auto tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER);
    auto rect = buffer(32, D3D11_BIND_CONSTANT_BUFFER);
    vs = vertexShader(constant_rect_vs);
    ps = pixelShader(constant_color_ps);
    context->VSSetShader(vs.get(), nullptr, 0);
    context->PSSetShader(ps.get(), nullptr, 0);
    context->VSSetConstantBuffers(0, 1, rect.array());
    context->PSSetConstantBuffers(0, 1, tint.array());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    D3D11_RASTERIZER_DESC desc = {};
    desc.FillMode = D3D11_FILL_SOLID;
    desc.CullMode = D3D11_CULL_NONE;
    Com<ID3D11RasterizerState> noCull;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, noCull.out()));
    context->RSSetState(noCull.get());
    for (int i = 0; i < 4; i++) {
        const float where[8] = {-1 + i * 0.5f, -1, 0.5f, 2, 0.5f};
        const float shade[4] = {i == 0 || i == 3 ? 1.0f : 0, i == 1 ? 1.0f : 0, i == 2 ? 1.0f : 0, 1};
        context->UpdateSubresource(rect.get(), 0, nullptr, where, 0, 0);
        context->UpdateSubresource(tint.get(), 0, nullptr, shade, 0, 0);
        context->Draw(4, 0);
    }
    const Readback found = read(color.get());
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(1, 1));
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), found.rgba(5, 1));
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), found.rgba(9, 1));
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(13, 1));
}

// Two targets of different formats; the write mask of each is its own with independent blending.
TEST_F(DrawTest, TwoTargets) {
    auto second = texture(16, 16, DXGI_FORMAT_R32G32B32A32_UINT, D3D11_BIND_RENDER_TARGET);
    auto secondView = target(second.get());
    ID3D11RenderTargetView* views[] = {view.get(), secondView.get()};
    context->OMSetRenderTargets(2, views, nullptr);
    D3D11_BLEND_DESC desc = {};
    desc.IndependentBlendEnable = TRUE;
    for (auto& rt : desc.RenderTarget)
        rt = {FALSE, D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_BLEND_OP_ADD, D3D11_BLEND_ONE, D3D11_BLEND_ZERO,
              D3D11_BLEND_OP_ADD, D3D11_COLOR_WRITE_ENABLE_ALL};
    desc.RenderTarget[0].RenderTargetWriteMask = D3D11_COLOR_WRITE_ENABLE_GREEN;
    Com<ID3D11BlendState> blend;
    ASSERT_HR(S_OK, device->CreateBlendState(&desc, blend.out()));
    context->OMSetBlendState(blend.get(), nullptr, ~0u);
    ps = pixelShader(two_targets_ps);
    drawFullscreen(ps.get());
    EXPECT_TRUE(near({0, 128, 0, 0}, read(color.get()).rgba(3, 9)));
    struct Uint4 {
        uint32_t v[4];
    };
    const Readback found = read(second.get());
    const Uint4 texel = found.at<Uint4>(3, 9);
    EXPECT_EQ(3u, texel.v[0]);
    EXPECT_EQ(9u, texel.v[1]);
    EXPECT_EQ(7u, texel.v[2]);
    EXPECT_EQ(0xffffffffu, texel.v[3]);
}

// A scissor rectangle cuts only when the rasterizer state asks for it.
TEST_F(DrawTest, ScissorNeedsItsEnable) {
    const float red[4] = {1, 0, 0, 1};
    auto tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER, red);
    ps = pixelShader(constant_color_ps);
    context->PSSetConstantBuffers(0, 1, tint.array());
    const D3D11_RECT rect = {4, 2, 8, 12};
    context->RSSetScissorRects(1, &rect);
    drawFullscreen(ps.get());
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(0, 0));

    const float black[4] = {0, 0, 0, 0};
    context->ClearRenderTargetView(view.get(), black);
    D3D11_RASTERIZER_DESC desc = {};
    desc.FillMode = D3D11_FILL_SOLID;
    desc.CullMode = D3D11_CULL_BACK;
    desc.ScissorEnable = TRUE;
    desc.DepthClipEnable = TRUE;
    Com<ID3D11RasterizerState> scissor;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, scissor.out()));
    context->RSSetState(scissor.get());
    drawFullscreen(ps.get());
    const Readback found = read(color.get());
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(4, 2));
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(7, 11));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), found.rgba(8, 2));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), found.rgba(4, 12));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), found.rgba(3, 2));
}

// Without a vertex buffer in a slot that the layout names, its elements read as zero.
TEST_F(DrawTest, MissingVertexBufferReadsZero) {
    useVertexColor();
    ID3D11Buffer* none = nullptr;
    const UINT zero = 0;
    context->IASetVertexBuffers(0, 1, &none, &zero, &zero);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->Draw(3, 0);
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(color.get()).rgba(8, 8));
}

} // namespace
} // namespace conformance
