// Minimum precision: operands and declarations that say 16 or 10 bits are enough. What both hold exactly comes out
// exactly; a device that says it has 32 bits only (D3D11_FEATURE_SHADER_MIN_PRECISION_SUPPORT) loses nothing at all.
// And "precise": what is marked is neither fused nor put together otherwise. D3D11.3 functional specification,
// sections 7.20 and 7.1 (refactoring).
#include "shader_test.h"

#include <cmath>

namespace conformance {
namespace {

class MinPrecision : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        D3D11_FEATURE_DATA_SHADER_MIN_PRECISION_SUPPORT support = {};
        ASSERT_HR(S_OK,
                  device->CheckFeatureSupport(D3D11_FEATURE_SHADER_MIN_PRECISION_SUPPORT, &support, sizeof support));
        pixelExact_ = support.PixelShaderMinPrecision == 0;
        otherExact_ = support.AllOtherShaderStagesMinPrecision == 0;
    }
    bool pixelExact_ = false, otherExact_ = false; // 32 bits, whatever shaders ask for
};

constexpr const char* kHead = "cs_5_0\ndcl_globalFlags refactoringAllowed | enableMinimumPrecision\n";

struct Row {
    const char* text; // from r0 to r1
    std::array<uint32_t, 4> wanted;
    bool wide; // needs more than the precision that is asked for
};

uint32_t f(float value) {
    return asUint(value);
}

// r0 of floats is (1.5, -2, 0.25, 3), or wide: (1/3, 70000, 1 + 2^-20, 1e-9); of integers (7, -3, 100, 2), or wide.
TEST_F(MinPrecision, Arithmetic) {
    const float third = 1.0f / 3, fine = 1 + std::ldexp(1.0f, -20);
    const auto floats = [](const char* text, float x, float y, float z, float w, bool wide = false) {
        return Row{text, {f(x), f(y), f(z), f(w)}, wide};
    };
    const Row rows[] = {
        floats("mov r1.xyzw {min16f}, r0.xyzw {min16f}", 1.5f, -2, 0.25f, 3),
        floats("mov r1.xyzw {min2_8f}, -|r0.xyzw| {min2_8f}", -1.5f, -2, -0.25f, -3),
        floats("add r1.xyzw {min16f}, r0.xyzw {min16f}, l(1.0, 2.0, -0.25, 0.5) {min16f}", 2.5f, 0, 0, 3.5f),
        floats("mul r1.xyzw {min2_8f}, r0.xyzw {min2_8f}, r0.wzyx", 4.5f, -0.5f, -0.5f, 4.5f),
        floats("mad r1.xyzw {min16f}, r0.xyzw {min16f}, r0.xyzw {min16f}, r0.xyzw {min16f}", 3.75f, 2, 0.3125f, 12),
        floats("dp4 r1.xyzw {min16f}, r0.xyzw {min16f}, l(2.0, 1.0, 4.0, 1.0)", 5, 5, 5, 5),
        floats("max_sat r1.xyzw {min16f}, r0.xyzw {min16f}, l(0.5, 0.5, 0.5, 0.5) {min16f}", 1, 0.5f, 0.5f, 1),
        floats("lt r2.xyzw, r0.xyzw {min16f}, l(1.0, 1.0, 1.0, 1.0)\n"
               "movc r1.xyzw {min16f}, r2.xyzw, l(1.0, 2.0, 3.0, 4.0) {min16f}, r0.xyzw {min16f}",
               1.5f, 2, 3, 3),
        floats("sqrt r1.xyzw {min16f}, l(4.0, 9.0, 16.0, 0.25) {min16f}", 2, 3, 4, 0.5f),
        {"ftoi r1.xyzw {min16i}, r0.xyzw {min16f}", {1, ~1u, 0, 3}, false},
        {"ftou r1.xyzw {min16u}, |r0.xyzw| {min16f}", {1, 2, 0, 3}, false},
        {"mov r2.xyzw {min16i}, l(7, -3, 100, 2) {min16i}\niadd r1.xyzw {min16i}, r2.xyzw {min16i}, -r2.wzyx {min16i}",
         {5, ~102u, 103, ~4u},
         false},
        {"mov r2.xyzw {min16i}, l(7, -3, 100, 2) {min16i}\nimax r1.xyzw {min16i}, r2.xyzw {min16i}, l(0, 0, 0, 3)",
         {7, 0, 100, 3},
         false},
        {"mov r2.xyzw {min16i}, l(-8, -3, 100, 2) {min16i}\nishr r1.xyzw {min16i}, r2.xyzw {min16i}, l(1)",
         {~3u, ~1u, 50, 1},
         false},
        {"mov r2.xyzw {min16u}, l(7, 3, 100, 2) {min16u}\nudiv r1.xyzw {min16u}, null, l(200, 200, 200, 200), r2.xyzw "
         "{min16u}",
         {28, 66, 2, 100},
         false},
        {"mov r2.xyzw {min16u}, l(7, 3, 100, 2) {min16u}\nutof r1.xyzw {min16f}, r2.xyzw {min16u}",
         {f(7), f(3), f(100), f(2)},
         false},
        {"mov r2.xyzw {min16u}, l(7, 3, 100, 2) {min16u}\nand r1.xyzw {min16u}, r2.xyzw {min16u}, l(3, 1, 0x64, 1)",
         {3, 1, 100, 0},
         false},
        {"mov r2.x {min16u}, l(2) {min16u}\nmov x0[0].x, l(40)\nmov x0[2].x, l(42)\nmov r1.xyzw, x0[r2.x].xxxx",
         {42, 42, 42, 42},
         false},
        // Beyond 16 bits.
        floats("add r1.xyzw {min16f}, cb0[0].xyzw {min16f}, l(0, 1.0, 0, 0) {min16f}", third, 70001, fine, 1e-9f, true),
        floats("mul r1.xyzw {min2_8f}, cb0[0].xyzw {min2_8f}, l(3.0, 2.0, 1.0, 1.0) {min2_8f}", third * 3, 140000, fine,
               1e-9f, true),
        {"mov r2.xyzw {min16i}, cb0[1].xyzw {min16i}\nimul null, r1.xyzw {min16i}, r2.xyzw {min16i}, l(3, 3, 3, 3)",
         {0x369d0368u, ~2u, 0x29d6cu, 0x1fffbu},
         true},
        {"mov r2.xyzw {min16u}, cb0[1].xyzw {min16u}\nushr r1.xyzw {min16u}, r2.xyzw {min16u}, l(4)",
         {0x1234567u, 0x0fffffffu, 0xdf2u, 0xaaau},
         true},
    };
    const uint32_t integers[4] = {0x12345678, ~0u, 0xdf24, 0xaaa9};
    float values[8] = {third, 70000, fine, 1e-9f};
    std::memcpy(values + 4, integers, sizeof integers);
    context->CSSetConstantBuffers(0, 1, buffer(32, D3D11_BIND_CONSTANT_BUFFER, values).array());
    for (const Row& row : rows) {
        if (row.wide && !otherExact_)
            continue;
        const auto found = dispatch(std::string(kHead) +
                                        "dcl_constantbuffer cb0[2], immediateIndexed\ndcl_uav_raw u0\n"
                                        "dcl_temps 3\ndcl_indexableTemp x0[4], 4\ndcl_thread_group 1, 1, 1\n"
                                        "mov r0.xyzw {min16f}, l(1.5, -2.0, 0.25, 3.0) {min16f}\n" +
                                        row.text + "\nstore_raw u0.xyzw, l(0), r1.xyzw\nret\n",
                                    4);
        for (size_t c = 0; c < 4; c++)
            EXPECT_EQ(row.wanted[c], found[c]) << row.text << ", component " << c;
    }
}

// Loads, samples, and stores to typed views.
TEST_F(MinPrecision, Resources) {
    const float texels[4] = {0.5f, -4, 1000, 0.125f};
    auto image = texture(1, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_SHADER_RESOURCE, texels, 16);
    const uint32_t words[4] = {5, 6, 7, 40000};
    auto numbers = typedResource(buffer(16, D3D11_BIND_SHADER_RESOURCE, words).get(), DXGI_FORMAT_R32_UINT, 0, 4);
    ID3D11ShaderResourceView* views[] = {nullptr, numbers.get()};
    auto view = resourceView(image.get());
    views[0] = view.get();
    auto point = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    auto stored = buffer(32, D3D11_BIND_UNORDERED_ACCESS);
    auto access = typedAccess(stored.get(), DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 2);
    context->CSSetShaderResources(0, 2, views);
    context->CSSetSamplers(0, 1, point.array());
    context->CSSetUnorderedAccessViews(1, 1, access.array(), nullptr);
    const auto found =
        dispatch(std::string(kHead) +
                     "dcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\n"
                     "dcl_resource_buffer (uint,uint,uint,uint) t1\n"
                     "dcl_uav_typed_buffer (float,float,float,float) u1\n"
                     "dcl_uav_raw u0\ndcl_temps 3\ndcl_thread_group 1, 1, 1\n"
                     "sample_l r0.xyzw {min16f}, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)\n"
                     "store_raw u0.xyzw, l(0), r0.xyzw\nstore_uav_typed u1.xyzw, l(1, 0, 0, 0), r0.wzyx {min16f}\n"
                     "ld r0.xyzw {min2_8f}, l(0, 0, 0, 0), t0.xyzw\nstore_raw u0.xyzw, l(16), r0.xyzw\n"
                     "mov r2.x {min16u}, l(3) {min16u}\nld r1.xyzw {min16u}, r2.xxxx {min16u}, t1.xyzw\n"
                     "store_raw u0.x, l(32), r1.x\nret\n",
                 9);
    for (size_t c = 0; c < 4; c++) {
        EXPECT_EQ(f(texels[c]), found[c]);
        EXPECT_EQ(f(texels[c]), found[4 + c]);
    }
    EXPECT_EQ(40000u, found[8]);
    ID3D11UnorderedAccessView* none = nullptr;
    context->CSSetUnorderedAccessViews(1, 1, &none, nullptr);
    EXPECT_EQ((std::vector<float>{0.125f, 1000, -4, 0.5f}), [&] {
        auto all = read<float>(stored.get());
        return std::vector<float>(all.begin() + 4, all.end());
    }());
}

// Registers between the stages: from the input layout on through vertex, hull, domain, geometry and pixel shaders, all
// of them declared with less than 32 bits, in the signatures and in the declarations.
TEST_F(MinPrecision, BetweenStages) {
    const auto vertexCode = assembled(
        "vs_5_0\n.in POSITION 0 0 xy float rw=xy min=1\n.in F 0 1 xyzw float rw=xyzw min=2\n.in I 0 2 xy int rw=xy "
        "min=4\n"
        ".in U 0 3 x uint rw=x min=5\n.out POSITION 0 0 xy float min=1\n.out F 0 1 xyzw float min=1\n.out I 0 2 xy int "
        "min=4\n"
        ".out U 0 3 x uint min=5\ndcl_globalFlags refactoringAllowed | enableMinimumPrecision\n"
        "dcl_input v0.xy {min16f}\ndcl_input v1.xyzw {min2_8f}\ndcl_input v2.xy {min16i}\ndcl_input v3.x {min16u}\n"
        "dcl_output o0.xy {min16f}\ndcl_output o1.xyzw {min16f}\ndcl_output o2.xy {min16i}\ndcl_output o3.x {min16u}\n"
        "mov o0.xy {min16f}, v0.xyxx {min16f}\nadd o1.xyzw {min16f}, v1.xyzw {min2_8f}, v1.xyzw {min2_8f}\n"
        "ineg o2.xy {min16i}, v2.xyxx {min16i}\niadd o3.x {min16u}, v3.x {min16u}, l(1)\nret\n");
    const std::string factors =
        ".patch SV_TessFactor 0 0 x float sv=TRIEDGE\n.patch SV_TessFactor 1 1 x float sv=TRIEDGE\n"
        ".patch SV_TessFactor 2 2 x float sv=TRIEDGE\n.patch SV_InsideTessFactor 0 3 x float sv=TRIINT\n"
        ".patch P 0 4 x float min=1\n";
    const auto four = [](const char* kind, const char* rw) {
        return std::string(kind) + " POSITION 0 0 xy float min=1" + (*rw ? " rw=xy" : "") + "\n" + kind +
               " F 0 1 xyzw float min=1" + (*rw ? " rw=xyzw" : "") + "\n" + kind + " I 0 2 xy int min=4" +
               (*rw ? " rw=xy" : "") + "\n" + kind + " U 0 3 x uint min=5" + (*rw ? " rw=x" : "") + "\n";
    };
    auto hull = hs("hs_5_0\n" + four(".in", "rw") + four(".out", "") + factors +
                   "hs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 3\n"
                   "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_integer\n"
                   "dcl_tessellator_output_primitive output_triangle_cw\n"
                   "dcl_globalFlags refactoringAllowed | enableMinimumPrecision\nhs_fork_phase\n"
                   "dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\ndcl_output_siv o1.x, finalTriVeq0EdgeTessFactor\n"
                   "dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor\ndcl_output_siv o3.x, finalTriInsideTessFactor\n"
                   "dcl_output o4.x {min16f}\nmov o0.x, l(1.0)\nmov o1.x, l(1.0)\nmov o2.x, l(1.0)\nmov o3.x, l(1.0)\n"
                   "mov o4.x {min16f}, l(0.5) {min16f}\nret\n");
    auto domain =
        ds("ds_5_0\n" + four(".in", "rw") + factors +
           ".out SV_Position 0 0 xyzw float sv=POS\n.out F 0 1 xyzw float min=1\n.out I 0 2 xy int min=4\n"
           ".out U 0 3 x uint min=5\ndcl_input_control_point_count 3\ndcl_tessellator_domain domain_tri\n"
           "dcl_globalFlags refactoringAllowed | enableMinimumPrecision\ndcl_input vDomain.xyz\ndcl_input "
           "vicp[3][0].xy {min16f}\n"
           "dcl_input vicp[3][1].xyzw {min16f}\ndcl_input vicp[3][2].xy {min16i}\ndcl_input vicp[3][3].x {min16u}\n"
           "dcl_input vpc4.x {min16f}\ndcl_output_siv o0.xyzw, position\ndcl_output o1.xyzw {min16f}\ndcl_output o2.xy "
           "{min16i}\n"
           "dcl_output o3.x {min16u}\ndcl_temps 1\n"
           "mul r0.xy, vDomain.xxxx, vicp[0][0].xyxx {min16f}\nmad r0.xy, vDomain.yyyy, vicp[1][0].xyxx {min16f}, "
           "r0.xyxx\n"
           "mad o0.xy, vDomain.zzzz, vicp[2][0].xyxx {min16f}, r0.xyxx\nmov o0.zw, l(0, 0, 0, 1.0)\n"
           "add o1.xyzw {min16f}, vicp[1][1].xyzw {min16f}, vpc4.xxxx {min16f}\nmov o2.xy {min16i}, vicp[1][2].xyxx "
           "{min16i}\n"
           "mov o3.x {min16u}, vicp[1][3].x {min16u}\nret\n");
    auto geometry = gs(
        "gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.in F 0 1 xyzw float rw=xyzw min=1\n"
        ".in I 0 2 xy int rw=xy min=4\n.in U 0 3 x uint rw=x min=5\n.out SV_Position 0 0 xyzw float sv=POS\n"
        ".out F 0 1 xyzw float min=1\n.out I 0 2 xy int min=4\n.out U 0 3 x uint min=5\n"
        "dcl_globalFlags refactoringAllowed | enableMinimumPrecision\ndcl_input_siv v[3][0].xyzw, position\n"
        "dcl_input v[3][1].xyzw {min16f}\ndcl_input v[3][2].xy {min16i}\ndcl_input v[3][3].x {min16u}\ndcl_temps 1\n"
        "dcl_inputPrimitive triangle\ndcl_stream m0\ndcl_outputTopology trianglestrip\ndcl_output_siv o0.xyzw, "
        "position\n"
        "dcl_output o1.xyzw {min16f}\ndcl_output o2.xy {min16i}\ndcl_output o3.x {min16u}\ndcl_maxOutputVertexCount 3\n"
        "mov r0.x, l(0)\nloop\nige r0.y, r0.x, l(3)\nbreakc_nz r0.y\nmov o0.xyzw, v[r0.x][0].xyzw\n"
        "mov o1.xyzw {min16f}, v[r0.x][1].xyzw {min16f}\nmov o2.xy {min16i}, v[r0.x][2].xyxx {min16i}\n"
        "mov o3.x {min16u}, v[r0.x][3].x {min16u}\nemit_stream m0\niadd r0.x, r0.x, l(1)\nendloop\nret\n");
    auto pixel =
        ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in F 0 1 xyzw float rw=xyzw min=1\n"
           ".in I 0 2 xy int rw=xy min=4\n.in U 0 3 x uint rw=x min=5\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
           ".out SV_Target 1 1 xyzw float sv=TARGET min=1\n"
           "dcl_globalFlags refactoringAllowed | enableMinimumPrecision\ndcl_input_ps linear v1.xyzw {min16f}\n"
           "dcl_input_ps constant v2.xy {min16i}\ndcl_input_ps constant v3.x {min16u}\ndcl_output o0.xyzw\n"
           "dcl_output o1.xyzw {min16f}\nitof o0.xy, v2.xyxx {min16i}\nutof o0.z, v3.x {min16u}\nmov o0.w, l(1.0)\n"
           "mov o1.xyzw {min16f}, v1.xyzw {min16f}\nret\n");
    auto vertex = vertexShader(vertexCode);
    struct Vertex {
        float x, y, f[4];
        int32_t i[2];
        uint32_t u;
    };
    const float wide = pixelExact_ && otherExact_ ? 70000.0f : 1000.0f;
    const int32_t large = pixelExact_ && otherExact_ ? 100000 : -20000;
    const Vertex vertices[] = {{-1, 3, {1, -2, 0.25f, wide}, {7, large}, 49999},
                               {-1, -1, {1, -2, 0.25f, wide}, {7, large}, 49999},
                               {3, -1, {1, -2, 0.25f, wide}, {7, large}, 49999}};
    const D3D11_INPUT_ELEMENT_DESC elements[] = {
        {"POSITION", 0, DXGI_FORMAT_R32G32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"F", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 8, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"I", 0, DXGI_FORMAT_R32G32_SINT, 0, 24, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"U", 0, DXGI_FORMAT_R32_UINT, 0, 32, D3D11_INPUT_PER_VERTEX_DATA, 0}};
    Com<ID3D11InputLayout> layout;
    ASSERT_HR(S_OK, device->CreateInputLayout(elements, 4, vertexCode.data(), vertexCode.size(), layout.out()));
    auto data = buffer(sizeof vertices, D3D11_BIND_VERTEX_BUFFER, vertices);
    const UINT stride = sizeof(Vertex), offset = 0;
    context->IASetVertexBuffers(0, 1, data.array(), &stride, &offset);
    context->IASetInputLayout(layout.get());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST);
    auto first = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET),
         second = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto firstView = target(first.get()), secondView = target(second.get());
    ID3D11RenderTargetView* views[] = {firstView.get(), secondView.get()};
    context->OMSetRenderTargets(2, views, nullptr);
    viewport(4, 4);
    D3D11_RASTERIZER_DESC desc = {};
    desc.FillMode = D3D11_FILL_SOLID;
    desc.CullMode = D3D11_CULL_NONE;
    Com<ID3D11RasterizerState> both;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, both.out()));
    context->RSSetState(both.get());
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->HSSetShader(hull.get(), nullptr, 0);
    context->DSSetShader(domain.get(), nullptr, 0);
    context->GSSetShader(geometry.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->Draw(3, 0);
    EXPECT_TRUE(close({-7, -float(large), 50000, 1}, read(first.get()).at<Float4>(1, 1)));
    EXPECT_TRUE(close({2.5f, -3.5f, 1, 2 * wide + 0.5f}, read(second.get()).at<Float4>(1, 1), 1e-2f));
}

// The values are such that a product with a sum made in one step, or a sum in another order, would show.
TEST_F(MinPrecision, PreciseIsNeitherFusedNorReordered) {
    const float a = 1 + std::ldexp(1.0f, -12),
                c = -(1 + std::ldexp(1.0f, -11)); // a * a + c is 2^-24, or 0 if rounded between
    const float values[8] = {a, c, 1, 1e9f, 3, 1.0f / 3, 0, -1e9f};
    context->CSSetConstantBuffers(0, 1, buffer(32, D3D11_BIND_CONSTANT_BUFFER, values).array());
    const auto found =
        compute("dcl_constantbuffer cb0[2], immediateIndexed",
                "mul [precise(xyzw)] r0.x, cb0[0].x, cb0[0].x\nadd [precise(xyzw)] r0.x, r0.x, cb0[0].y\n"
                "add [precise(y)] r0.y, cb0[0].z, cb0[0].w\nadd [precise(y)] r0.y, r0.y, cb0[1].w\n"
                "mul [precise(z)] r0.z, cb0[1].x, cb0[1].y\nadd [precise(z)] r0.z, r0.z, -cb0[0].z\n"
                "div [precise(w)] r0.w, cb0[0].z, cb0[1].x\n"
                "store_raw u0.xyzw, l(0), r0.xyzw\n"
                // One marked component, the others not: all must be right, the marked one exactly.
                "mul [precise(x)] r1.xyzw, cb0[0].xxxx, l(1.0, 2.0, 4.0, 8.0)\n"
                "store_raw u0.xyzw, l(16), r1.xyzw",
                8);
    EXPECT_EQ(f(0), found[0]);
    EXPECT_EQ(f(0), found[1]);
    EXPECT_EQ(f(0), found[2]); // 3 * (1/3 rounded up) is 1 + 2^-25, rounded 1
    EXPECT_EQ(f(1.0f / 3), found[3]);
    for (size_t i = 0; i < 4; i++)
        EXPECT_EQ(f(a * float(1 << i)), found[4 + i]);
}

} // namespace
} // namespace conformance
