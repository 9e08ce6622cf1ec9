// What pixel shaders are given and may give besides colours: coverage, facing, numbers of primitives, depth with a
// promise, stencil values, clip and cull distances, early tests, discarded pixels, two sources for blending.
#include "shader_test.h"

#include <cmath>

namespace conformance {
namespace {

// Corners of a strip from the vertex number and a rectangle in b0; z from b0[1].x, w 1; up to eight distances that grow
// to the right.
constexpr const char* kQuad =
    "vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n"
    "dcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[2], immediateIndexed\n"
    "dcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\ndcl_temps 1\n"
    "and r0.x, v0.x, l(1)\nushr r0.y, v0.x, l(1)\nutof r0.xy, r0.xyxx\n"
    "mad o0.xy, r0.xyxx, cb0[0].zwzz, cb0[0].xyxx\nmov o0.z, cb0[1].x\nmov o0.w, l(1.0)\nret\n";

class PixelValues : public ShaderTest {
protected:
    // The lower left corner, width and height in clip space.
    void quad(float x, float y, float width, float height, float z = 0.5f) {
        const float values[8] = {x, y, width, height, z, 0, 0, 0};
        context->VSSetConstantBuffers(0, 1, buffer(32, D3D11_BIND_CONSTANT_BUFFER, values).array());
        if (!quad_)
            quad_ = vs(kQuad);
        context->VSSetShader(quad_.get(), nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
        context->Draw(4, 0);
    }
    void noCulling() {
        D3D11_RASTERIZER_DESC desc = {};
        desc.FillMode = D3D11_FILL_SOLID;
        desc.CullMode = D3D11_CULL_NONE;
        desc.DepthClipEnable = TRUE;
        Com<ID3D11RasterizerState> state;
        ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, state.out()));
        context->RSSetState(state.get());
    }
    // Clears it too.
    Com<ID3D11Texture2D> floatTarget(uint32_t width, uint32_t height, uint32_t samples = 1,
                                     ID3D11DepthStencilView* depth = nullptr) {
        const D3D11_TEXTURE2D_DESC desc = {width,
                                           height,
                                           1,
                                           1,
                                           DXGI_FORMAT_R32G32B32A32_FLOAT,
                                           {samples, 0},
                                           D3D11_USAGE_DEFAULT,
                                           D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE,
                                           0,
                                           0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        auto view = target(made.get());
        const float zero[4] = {};
        context->ClearRenderTargetView(view.get(), zero);
        bindTarget(view, depth);
        viewport(static_cast<float>(width), static_cast<float>(height));
        return made;
    }
    Com<ID3D11DepthStencilView> depthView(Com<ID3D11Texture2D>& texture, uint32_t size, DXGI_FORMAT typeless,
                                          DXGI_FORMAT format) {
        texture = DeviceTest::texture(size, size, typeless, D3D11_BIND_DEPTH_STENCIL);
        D3D11_DEPTH_STENCIL_VIEW_DESC desc = {};
        desc.Format = format;
        desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
        Com<ID3D11DepthStencilView> made;
        EXPECT_HR(S_OK, device->CreateDepthStencilView(texture.get(), &desc, made.out()));
        return made;
    }
    void depthState(D3D11_COMPARISON_FUNC function, bool stencil = false) {
        D3D11_DEPTH_STENCIL_DESC desc = {};
        desc.DepthEnable = TRUE;
        desc.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
        desc.DepthFunc = function;
        desc.StencilEnable = stencil;
        desc.StencilReadMask = desc.StencilWriteMask = 0xff;
        desc.FrontFace = desc.BackFace = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_REPLACE,
                                          D3D11_COMPARISON_ALWAYS};
        Com<ID3D11DepthStencilState> state;
        ASSERT_HR(S_OK, device->CreateDepthStencilState(&desc, state.out()));
        context->OMSetDepthStencilState(state.get(), 7);
    }
    void setPixel(const std::string& text) {
        auto shader = ps(text);
        context->PSSetShader(shader.get(), nullptr, 0);
    }
    Com<ID3D11VertexShader> quad_;
};

const std::string kHead =
    "ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\ndcl_output o0.xyzw\n";

TEST_F(PixelValues, FrontFaces) {
    setPixel("ps_5_0\n.in SV_IsFrontFace 0 0 x uint sv=FFACE rw=x\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
             "dcl_globalFlags refactoringAllowed\ndcl_input_ps_sgv constant v0.x, is_front_face\ndcl_output "
             "o0.xyzw\ndcl_temps 1\n"
             "movc o0.x, v0.x, l(1.0), l(2.0)\nine r0.x, v0.x, l(0)\nieq r0.y, v0.x, l(-1)\nand o0.yz, r0.xxyx, l(1.0, "
             "1.0, 1.0, 1.0)\n"
             "mov o0.w, l(1.0)\nret\n" +
             std::string());
    auto color = floatTarget(8, 4);
    noCulling();
    quad(-1, -1, 1, 2); // anticlockwise on the screen: back
    quad(1, -1, -1, 2); // clockwise
    const auto found = read(color.get());
    EXPECT_EQ(2, found.at<Float4>(1, 1)[0]);
    EXPECT_TRUE(close({1, 1, 1, 1}, found.at<Float4>(6, 1)));
}

TEST_F(PixelValues, PrimitiveNumbers) {
    setPixel("ps_5_0\n.in SV_PrimitiveID 0 0 x uint sv=PRIMID rw=x\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
             "dcl_globalFlags refactoringAllowed\ndcl_input_ps_sgv constant v0.x, primitive_id\ndcl_output "
             "o0.xyzw\ndcl_temps 1\n"
             "utof r0.x, v0.x\nadd o0.xyzw, r0.xxxx, l(10.0, 20.0, 30.0, 40.0)\nret\n");
    auto color = floatTarget(8, 8);
    noCulling();
    quad(-1, -1, 2, 2);
    const auto found = read(color.get());
    EXPECT_TRUE(close({10, 20, 30, 40}, found.at<Float4>(1, 5))); // the lower left half comes first
    EXPECT_TRUE(close({11, 21, 31, 41}, found.at<Float4>(6, 1)));
}

// Coverage comes in as the samples of the pixel that the primitive covers, and what goes out is cut to them.
TEST_F(PixelValues, Coverage) {
    // One and a half pixels wide; the viewport is larger, so that neither the diagonal nor clipping cuts through the
    // target.
    const auto leftPart = [&] {
        const D3D11_VIEWPORT area = {-64, -64, 128, 128, 0, 1};
        context->RSSetViewports(1, &area);
        quad(-1, -1, 1.0234375f, 2);
    };
    auto color = floatTarget(4, 4, 4);
    noCulling();
    setPixel(
        "ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\ndcl_input vCoverage\n"
        "dcl_output o0.xyzw\ndcl_temps 1\nutof o0.x, vCoverage.x\nmov o0.yzw, l(0, 1.0, 1.0, 1.0)\nret\n");
    leftPart();
    EXPECT_EQ(15, sample(color.get(), 0, 1, 0)[0]);
    // The half-covered pixel: samples 0 and 2 lie left of its centre.
    EXPECT_EQ(5, sample(color.get(), 1, 1, 0)[0]);
    EXPECT_EQ(5, sample(color.get(), 1, 1, 2)[0]);
    EXPECT_EQ(0, sample(color.get(), 1, 1, 1)[1]);
    EXPECT_EQ(0, sample(color.get(), 2, 1, 0)[1]);

    color = floatTarget(4, 4, 4);
    noCulling();
    setPixel(
        "ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\n.out SV_Coverage 0 - x uint\n"
        "dcl_globalFlags refactoringAllowed\ndcl_output o0.xyzw\ndcl_output oMask\nmov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\n"
        "mov oMask, l(6)\nret\n");
    leftPart();
    constexpr float kWhole[4] = {0, 1, 1, 0}, kHalf[4] = {0, 0, 1, 0};
    for (uint32_t i = 0; i < 4; i++) {
        EXPECT_EQ(kWhole[i], sample(color.get(), 0, 1, i)[0]) << "sample " << i;
        EXPECT_EQ(kHalf[i], sample(color.get(), 1, 1, i)[0]) << "sample " << i;
    }
}

// Depth that the shader promises to be greater, or less, than the primitive's.
TEST_F(PixelValues, DepthWithAPromise) {
    struct Row {
        const char *semantic, *output, *value;
        float wanted;
    };
    constexpr Row kRows[] = {{"SV_Depth", "oDepth", "l(0.125)", 0.125f},
                             {"SV_DepthGreaterEqual", "oDepthGE", "l(0.875)", 0.875f},
                             {"SV_DepthLessEqual", "oDepthLE", "l(0.25)", 0.25f}};
    for (const Row& row : kRows) {
        Com<ID3D11Texture2D> depth;
        auto view = depthView(depth, 4, DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_D32_FLOAT);
        context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH, 1, 0);
        auto color = floatTarget(4, 4, 1, view.get());
        depthState(D3D11_COMPARISON_LESS);
        noCulling();
        setPixel(std::string("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\n.out ") + row.semantic +
                 " 0 - x float\ndcl_globalFlags refactoringAllowed\ndcl_output o0.xyzw\ndcl_output " + row.output +
                 "\nmov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\nmov " + row.output + ", " + row.value + "\nret\n");
        quad(-1, -1, 2, 2, 0.5f);
        EXPECT_EQ(row.wanted, read(depth.get()).at<float>(2, 2)) << row.semantic;
        EXPECT_EQ(1, read(color.get()).at<Float4>(2, 2)[0]) << row.semantic;
    }
}

// The stencil value of each pixel, where the driver has it; refused where it has not.
TEST_F(PixelValues, StencilReference) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS2 options = {};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS2, &options, sizeof options));
    const auto code = assembled(
        "ps_5_0\n.sfi0 0x200\n.in SV_Position 0 0 xyzw float sv=POS rw=x\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
        ".out SV_StencilRef 0 - x uint\ndcl_globalFlags refactoringAllowed\n"
        "dcl_input_ps_siv linear noperspective v0.x, position\ndcl_output o0.xyzw\ndcl_output oStencilRef\n"
        "dcl_temps 1\nmov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\nftou r0.x, v0.x\niadd r0.x, r0.x, l(0x130)\n"
        "mov oStencilRef, r0.x\nret\n");
    Com<ID3D11PixelShader> shader;
    const HRESULT hr = device->CreatePixelShader(code.data(), code.size(), nullptr, shader.out());
    if (!options.PSSpecifiedStencilRefSupported) {
        EXPECT_NE(S_OK, hr);
        return;
    }
    ASSERT_HR(S_OK, hr);
    Com<ID3D11Texture2D> depth;
    auto view = depthView(depth, 4, DXGI_FORMAT_R24G8_TYPELESS, DXGI_FORMAT_D24_UNORM_S8_UINT);
    context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 1, 0xff);
    auto color = floatTarget(4, 4, 1, view.get());
    depthState(D3D11_COMPARISON_ALWAYS, true);
    noCulling();
    context->PSSetShader(shader.get(), nullptr, 0);
    quad(-1, -1, 2, 2);
    const auto found = read(depth.get());
    for (uint32_t x = 0; x < 4; x++)
        EXPECT_EQ(0x30 + x, found.at<uint32_t>(x, 1) >> 24) << x; // eight bits are kept
}

// Distances over two registers, eight of them: a part where any clip distance is negative is cut away, a primitive
// where all corners of any cull distance are goes whole.
TEST_F(PixelValues, ClipAndCullDistances) {
    const auto vertex = [](const char* kind, const char* name, const char* sv) {
        return std::string(
                   "vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n.out ") +
               kind + " 0 1 xyzw float sv=" + sv + "\n.out " + kind + " 1 2 xyzw float sv=" + sv +
               "\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[4], immediateIndexed\n"
               "dcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\ndcl_output_siv o1.xyzw, " +
               name + "\ndcl_output_siv o2.xyzw, " + name +
               "\ndcl_temps 1\n"
               "and r0.x, v0.x, l(1)\nushr r0.y, v0.x, l(1)\nutof r0.xy, r0.xyxx\nmad r0.xy, r0.xyxx, l(2.0, 2.0, 0, "
               "0), l(-1.0, -1.0, 0, 0)\n"
               "mov o0.xy, r0.xyxx\nmov o0.zw, l(0, 0, 0.5, 1.0)\n"
               "mad o1.xyzw, r0.xxxx, cb0[0].xyzw, cb0[1].xyzw\nmad o2.xyzw, r0.xxxx, cb0[2].xyzw, cb0[3].xyzw\nret\n";
    };
    auto clip = vs(vertex("SV_ClipDistance", "clip_distance", "CLIPDST")),
         cull = vs(vertex("SV_CullDistance", "cull_distance", "CULLDST"));
    setPixel(kHead + "mov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\nret\n");
    noCulling();
    const auto columns = [&](ID3D11VertexShader* shader, uint32_t which, float slope, float base) {
        Float4 constants[4] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {0, 0, 0, 0}, {1, 1, 1, 1}};
        constants[which / 4 * 2][which % 4] = slope;
        constants[which / 4 * 2 + 1][which % 4] = base;
        context->VSSetConstantBuffers(0, 1, buffer(64, D3D11_BIND_CONSTANT_BUFFER, constants).array());
        auto color = floatTarget(8, 4);
        context->VSSetShader(shader, nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
        context->Draw(4, 0);
        const auto found = read(color.get());
        uint32_t drawn = 0;
        for (uint32_t x = 0; x < 8; x++)
            drawn |= found.at<Float4>(x, 1)[0] == 1 ? 1u << x : 0;
        return drawn;
    };
    for (uint32_t which : {0u, 3u, 4u, 7u}) {
        EXPECT_EQ(0xf0u, columns(clip.get(), which, 1, 0)) << "clip distance " << which;
        EXPECT_EQ(0x3fu, columns(clip.get(), which, -1, 0.5f)) << "clip distance " << which;
        EXPECT_EQ(0xffu, columns(cull.get(), which, 1, 0)) << "cull distance " << which << ", of one side";
        EXPECT_EQ(0x00u, columns(cull.get(), which, 1, -2)) << "cull distance " << which << ", of all corners";
    }
}

// With early tests a shader does not run where the test fails, nor does it change the depth that is written; without
// them its side effects come all the same.
TEST_F(PixelValues, EarlyDepthStencil) {
    for (const bool early : {false, true}) {
        auto hits = rawBuffer(1);
        const UINT zero[4] = {};
        auto access = rawAccess(hits.get(), 0, 1);
        context->ClearUnorderedAccessViewUint(access.get(), zero);
        Com<ID3D11Texture2D> depth;
        auto view = depthView(depth, 4, DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_D32_FLOAT);
        context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH, 0.25f, 0);
        auto color = floatTarget(4, 4);
        auto colorView = target(color.get());
        const UINT keep = ~0u;
        context->OMSetRenderTargetsAndUnorderedAccessViews(1, colorView.array(), view.get(), 1, 1, access.array(),
                                                           &keep);
        depthState(D3D11_COMPARISON_LESS);
        noCulling();
        setPixel(std::string("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed") +
                 (early ? " | forceEarlyDepthStencil" : "") +
                 "\ndcl_uav_raw u1\ndcl_output o0.xyzw\natomic_iadd u1, l(0), l(1)\nmov o0.xyzw, l(1.0, 1.0, 1.0, "
                 "1.0)\nret\n");
        quad(-1, -1, 2, 2, 0.5f); // behind what is there
        context->OMSetRenderTargets(0, nullptr, nullptr);
        EXPECT_EQ(early ? 0u : 16u, read<uint32_t>(hits.get())[0]) << (early ? "early" : "late");
        EXPECT_EQ(0, read(color.get()).at<Float4>(1, 1)[0]);
    }
}

// Discarded pixels write nothing, have no side effects afterwards, and still take part in the derivatives of their
// neighbours.
TEST_F(PixelValues, DiscardKeepsHelpers) {
    auto hits = rawBuffer(16);
    const UINT zero[4] = {};
    auto access = rawAccess(hits.get(), 0, 16);
    context->ClearUnorderedAccessViewUint(access.get(), zero);
    auto color = floatTarget(4, 4);
    auto view = target(color.get());
    const UINT keep = ~0u;
    context->OMSetRenderTargetsAndUnorderedAccessViews(1, view.array(), nullptr, 1, 1, access.array(), &keep);
    noCulling();
    setPixel(
        "ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xy\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
        "dcl_globalFlags refactoringAllowed\ndcl_uav_raw u1\ndcl_input_ps_siv linear noperspective v0.xy, position\n"
        "dcl_output o0.xyzw\ndcl_temps 3\n"
        "ftou r0.xy, v0.xyxx\niadd r0.z, r0.x, r0.y\nand r0.w, r0.z, l(1)\ndiscard_nz r0.w\n" // a chessboard
        "mul r1.xy, v0.xyxx, v0.xyxx\nderiv_rtx r1.z, r1.x\nderiv_rty r1.w, r1.y\n"
        "imad r0.z, r0.y, l(4), r0.x\nishl r0.z, r0.z, l(2)\nstore_raw u1.x, r0.z, l(1)\n"
        "mov o0.xy, r1.zwzz\nmov o0.zw, l(0, 0, 1.0, 1.0)\nret\n");
    quad(-1, -1, 2, 2);
    context->OMSetRenderTargets(0, nullptr, nullptr);
    const auto marks = read<uint32_t>(hits.get());
    const auto found = read(color.get());
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 4; x++) {
            const bool kept = (x + y) % 2 == 0;
            EXPECT_EQ(kept ? 1u : 0u, marks[y * 4 + x]) << x << ", " << y;
            // (x + 1.5)² - (x + 0.5)² of the pair of pixels.
            const float dx = float(x / 2 * 2) * 2 + 2, dy = float(y / 2 * 2) * 2 + 2;
            EXPECT_TRUE(close(kept ? Float4{dx, dy, 1, 1} : Float4{}, found.at<Float4>(x, y), 1e-3f)) << x << ", " << y;
        }
}

// The second colour of a shader is a factor of the first.
TEST_F(PixelValues, TwoSources) {
    auto color = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    const float half[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    context->ClearRenderTargetView(view.get(), half);
    bindTarget(view);
    viewport(4, 4);
    D3D11_BLEND_DESC desc = {};
    desc.RenderTarget[0] = {TRUE,
                            D3D11_BLEND_SRC1_COLOR,
                            D3D11_BLEND_INV_SRC1_COLOR,
                            D3D11_BLEND_OP_ADD,
                            D3D11_BLEND_SRC1_ALPHA,
                            D3D11_BLEND_ZERO,
                            D3D11_BLEND_OP_ADD,
                            D3D11_COLOR_WRITE_ENABLE_ALL};
    Com<ID3D11BlendState> blend;
    ASSERT_HR(S_OK, device->CreateBlendState(&desc, blend.out()));
    context->OMSetBlendState(blend.get(), nullptr, ~0u);
    noCulling();
    setPixel("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\n.out SV_Target 1 1 xyzw float sv=TARGET\n"
             "dcl_globalFlags refactoringAllowed\ndcl_output o0.xyzw\ndcl_output o1.xyzw\n"
             "mov o0.xyzw, l(1.0, 1.0, 0.0, 1.0)\nmov o1.xyzw, l(0.0, 0.5, 0.5, 0.25)\nret\n");
    quad(-1, -1, 2, 2);
    EXPECT_TRUE(near({128, 191, 64, 64}, read(color.get()).rgba(1, 1), 2));
}

} // namespace
} // namespace conformance
