// Faults that translations of shaders have had in the field, each as the whole kind that it is one of: what lod gives,
// lanes of bit scans, subroutines, NaN in minima and at render targets, depth beyond the viewport's range, layers
// without a geometry shader. (Dynamic constant buffers are in buffer_access_test, offsets of 1D textures in
// sampling_test, isolines in tessellation_test, streams and DrawAuto in stream_output_test.)
#include "shader_test.h"

#include <cmath>
#include <limits>

namespace conformance {
namespace {

using TranslationCases = ShaderTest;

constexpr float kInf = std::numeric_limits<float>::infinity();

// 256 texels with nine levels, two texels a pixel, and a sampler that does not go below level 4.
TEST_F(TranslationCases, LodIsClampedInXAndNotInY) {
    auto image = texture(256, 256, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 9);
    D3D11_SAMPLER_DESC desc = {};
    desc.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR;
    desc.AddressU = desc.AddressV = desc.AddressW = D3D11_TEXTURE_ADDRESS_WRAP;
    desc.ComparisonFunc = D3D11_COMPARISON_NEVER;
    desc.MinLOD = 4;
    desc.MaxLOD = D3D11_FLOAT32_MAX;
    Com<ID3D11SamplerState> clamping;
    ASSERT_HR(S_OK, device->CreateSamplerState(&desc, clamping.out()));
    context->PSSetSamplers(0, 1, clamping.array());
    context->PSSetShaderResources(0, 1, resourceView(image.get()).array());
    const auto found =
        pixels("dcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0",
               "mul r0.xy, v0.xyxx, l(0.0078125, 0.0078125, 0, 0)\n"
               "lod r1.x, r0.xyxx, t0.xyzw, s0\nlod r1.y, r0.xyxx, t0.yyyy, s0\nlod r1.zw, r0.xyxx, t0.xxyx, s0\n"
               "mov o0.xyzw, r1.xyzw",
               16, 16);
    EXPECT_TRUE(close({4, 1, 1, 4}, found.at<Float4>(5, 5), 0.01f));
}

// Each lane by itself; nothing found is all ones.
TEST_F(TranslationCases, BitScansOfVectors) {
    const auto found = compute("",
                               "mov r0.xyzw, l(0, 1, 0x80000000, 0x10000)\nfirstbit_hi r1.xyzw, r0.xyzw\n"
                               "store_raw u0.xyzw, l(0), r1.xyzw\nfirstbit_lo r1.xyzw, r0.xyzw\n"
                               "store_raw u0.xyzw, l(16), r1.xyzw\nmov r0.xyzw, l(-1, 0, -2, 0x7fffffff)\n"
                               "firstbit_shi r1.xyzw, r0.xyzw\nstore_raw u0.xyzw, l(32), r1.xyzw\n"
                               "mov r0.xyzw, l(0x80000000, -5, 4, 1)\nfirstbit_shi r1.xyzw, r0.wzyx\n"
                               "store_raw u0.xyzw, l(48), r1.xyzw",
                               16);
    constexpr uint32_t kNone = 0xffffffff;
    EXPECT_EQ((std::vector<uint32_t>{kNone, 31, 0, 15, kNone, 0, 31, 16, kNone, kNone, 31, 1, 31, 29, 29, 1}), found);
}

// A switch whose cases are calls, one of which calls again, and a conditional call; registers are the caller's.
TEST_F(TranslationCases, Subroutines) {
    const auto found = pixels(
        "", "ftoi r0.x, v0.x\nmov r1.xyzw, l(9.0, 9.0, 9.0, 9.0)\n"
            "switch r0.x\ncase l(0)\ncall label0\nbreak\ncase l(1)\ncall label1\nbreak\n"
            "case l(2)\ncall label2\nbreak\ndefault\ncall label3\nbreak\nendswitch\n"
            "ftoi r0.y, v0.y\nieq r0.z, r0.y, l(2)\ncallc_nz r0.z, label0\n"
            "mov o0.xyzw, r1.xyzw\nret\n"
            "label label0\nmov r1.x, l(1.0)\nret\n"
            "label label1\nmov r1.x, l(2.0)\nif_z r0.x\nmov r1.x, l(0.0)\nret\nendif\nadd r1.y, r1.x, l(0.5)\nret\n"
            "label label2\ncall label1\nadd r1.x, r1.x, r1.x\nret\n"
            "label label3\nmov r1.xyzw, l(7.0, 6.0, 5.0, 4.0)");
    EXPECT_TRUE(close({1, 9, 9, 9}, found.at<Float4>(0, 1)));
    EXPECT_TRUE(close({2, 2.5f, 9, 9}, found.at<Float4>(1, 1)));
    EXPECT_TRUE(close({4, 2.5f, 9, 9}, found.at<Float4>(2, 1)));
    EXPECT_TRUE(close({7, 6, 5, 4}, found.at<Float4>(3, 1)));
    EXPECT_TRUE(close({1, 6, 5, 4}, found.at<Float4>(3, 2)));
}

struct NanRow {
    const char* text; // result in r1.x; r0 holds NaN, 1, -1, 0.5, from a buffer
    float wanted;
};

// The other operand of a minimum or maximum with NaN, and zero for what is saturated.
TEST_F(TranslationCases, MinimaAndSaturationOfNan) {
    constexpr NanRow kRows[] = {
        {"min r1.x, r0.x, r0.y", 1},        {"min r1.x, r0.y, r0.x", 1},
        {"max r1.x, r0.x, r0.z", -1},       {"max r1.x, r0.z, r0.x", -1},
        {"min_sat r1.x, r0.x, r0.w", 0.5f}, {"mov_sat r1.x, r0.x", 0},
        {"mov_sat r1.x, -r0.x", 0},         {"add_sat r1.x, r0.x, r0.y", 0},
        {"mul_sat r1.x, r0.x, r0.y", 0},    {"mad_sat r1.x, r0.w, r0.y, r0.x", 0},
        {"div_sat r1.x, r0.x, r0.y", 0},    {"log_sat r1.x, r0.z", 0}, // of a negative number: NaN
        {"sqrt_sat r1.x, r0.z", 0},                                    // likewise
        {"rsq_sat r1.x, r0.z", 0},          {"dp2_sat r1.x, r0.xyxx, r0.yyyy", 0},
    };
    const float values[4] = {std::numeric_limits<float>::quiet_NaN(), 1, -1, 0.5f};
    auto source = rawBuffer(4, values);
    context->CSSetShaderResources(0, 1, rawResource(source.get(), 0, 4).array());
    std::string body = "ld_raw r0.xyzw, l(0), t0.xyzw\n";
    for (size_t i = 0; i < std::size(kRows); i++)
        body += std::string(kRows[i].text) + "\nstore_raw u0.x, l(" + std::to_string(i * 4) + "), r1.x\n";
    // NaN with both: NaN, whichever.
    body += "min r1.x, r0.x, r0.x\nstore_raw u0.x, l(" + std::to_string(std::size(kRows) * 4) + "), r1.x\n";
    const auto found = compute("dcl_resource_raw t0", body, std::size(kRows) + 1);
    for (size_t i = 0; i < std::size(kRows); i++)
        EXPECT_EQ(asUint(kRows[i].wanted), found[i]) << kRows[i].text;
    EXPECT_TRUE(std::isnan(asFloat(found.back())));
}

struct TargetRow {
    const char* name;
    DXGI_FORMAT format;
    uint32_t wanted;
};

// Both of the lowest numbers of eight signed bits stand for -1.
uint32_t lowestAsOne(const TargetRow& row, uint32_t texel) {
    if (row.format != DXGI_FORMAT_R8G8B8A8_SNORM)
        return texel;
    for (uint32_t shift = 0; shift < 32; shift += 8)
        if ((texel >> shift & 0xff) == 0x80)
            texel += 1u << shift;
    return texel;
}

// (NaN, infinity, -infinity, 2) at targets and typed views that hold only a range.
TEST_F(TranslationCases, NanAndInfinityAtTargetsOfARange) {
    constexpr TargetRow kRows[] = {
        {"R8G8B8A8_UNORM", DXGI_FORMAT_R8G8B8A8_UNORM, 0xff00ff00},
        {"R8G8B8A8_SNORM", DXGI_FORMAT_R8G8B8A8_SNORM, 0x7f817f00},
        {"R10G10B10A2_UNORM", DXGI_FORMAT_R10G10B10A2_UNORM, 0xc00ffc00},
        {"R16G16_SNORM", DXGI_FORMAT_R16G16_SNORM, 0x7fff0000},
        {"R16G16_UNORM", DXGI_FORMAT_R16G16_UNORM, 0xffff0000},
    };
    const float values[4] = {std::numeric_limits<float>::quiet_NaN(), kInf, -kInf, 2};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, values);
    context->PSSetConstantBuffers(0, 1, constants.array());
    context->CSSetConstantBuffers(0, 1, constants.array());
    auto shader =
        ps("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
           "dcl_constantbuffer cb0[1], immediateIndexed\ndcl_output o0.xyzw\nmov o0.xyzw, cb0[0].xyzw\nret\n");
    auto store = cs("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
                    "dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0\ndcl_thread_group 1, 1, 1\n"
                    "store_uav_typed u0.xyzw, l(0, 0, 0, 0), cb0[0].xyzw\nret\n");
    for (const TargetRow& row : kRows) {
        auto color = texture(4, 4, row.format, D3D11_BIND_RENDER_TARGET | D3D11_BIND_UNORDERED_ACCESS);
        bindTarget(target(color.get()));
        viewport(4, 4);
        drawFullscreen(shader.get());
        EXPECT_EQ(row.wanted, lowestAsOne(row, read(color.get()).at<uint32_t>(2, 2))) << row.name << ", render target";
        context->OMSetRenderTargets(0, nullptr, nullptr);
        context->CSSetShader(store.get(), nullptr, 0);
        auto access = accessView(color.get());
        const float ones[4] = {0.3f, 0.3f, 0.3f, 0.3f};
        context->ClearUnorderedAccessViewFloat(access.get(), ones);
        context->CSSetUnorderedAccessViews(0, 1, access.array(), nullptr);
        context->Dispatch(1, 1, 1);
        EXPECT_EQ(row.wanted, lowestAsOne(row, read(color.get()).at<uint32_t>(0, 0))) << row.name << ", typed store";
        ID3D11UnorderedAccessView* none = nullptr;
        context->CSSetUnorderedAccessViews(0, 1, &none, nullptr);
    }
    // Numbers without a range keep them.
    auto wide = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    bindTarget(target(wide.get()));
    drawFullscreen(shader.get());
    EXPECT_TRUE(close({values[0], kInf, -kInf, 2}, read(wide.get()).at<Float4>(2, 2)));
}

// What a pixel shader gives as depth is held in the viewport's range; NaN becomes its lower end.
TEST_F(TranslationCases, DepthIsHeldInTheViewportsRange) {
    auto depth = texture(4, 4, DXGI_FORMAT_R32_TYPELESS, D3D11_BIND_DEPTH_STENCIL);
    D3D11_DEPTH_STENCIL_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_D32_FLOAT;
    desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
    Com<ID3D11DepthStencilView> view;
    ASSERT_HR(S_OK, device->CreateDepthStencilView(depth.get(), &desc, view.out()));
    D3D11_DEPTH_STENCIL_DESC always = {};
    always.DepthEnable = TRUE;
    always.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
    always.DepthFunc = D3D11_COMPARISON_ALWAYS;
    Com<ID3D11DepthStencilState> state;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&always, state.out()));
    context->OMSetDepthStencilState(state.get(), 0);
    context->OMSetRenderTargets(0, nullptr, view.get());
    const D3D11_VIEWPORT area = {0, 0, 4, 4, 0.25f, 0.75f};
    context->RSSetViewports(1, &area);
    auto shader = ps("ps_5_0\n.out SV_Depth 0 - x float\ndcl_globalFlags refactoringAllowed\n"
                     "dcl_constantbuffer cb0[1], immediateIndexed\ndcl_output oDepth\nmov oDepth, cb0[0].x\nret\n");
    const std::pair<float, float> rows[] = {{0.5f, 0.5f},
                                            {2, 0.75f},
                                            {-1, 0.25f},
                                            {0.8f, 0.75f},
                                            {0.1f, 0.25f},
                                            {kInf, 0.75f},
                                            {std::numeric_limits<float>::quiet_NaN(), 0.25f}};
    for (const auto& [given, wanted] : rows) {
        context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH, 0.6f, 0);
        const Float4 values = {given, 0, 0, 0};
        context->PSSetConstantBuffers(0, 1, buffer(16, D3D11_BIND_CONSTANT_BUFFER, values.data()).array());
        drawFullscreen(shader.get());
        EXPECT_FLOAT_EQ(wanted, read(depth.get()).at<float>(2, 2)) << given;
    }
}

// A vertex shader may choose the layer where the driver lets it, and is refused where it does not.
TEST_F(TranslationCases, LayerFromAVertexShader) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS3 options = {};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS3, &options, sizeof options));
    const auto code = assembled(
        "vs_5_0\n.sfi0 0x2000\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.in SV_InstanceID 0 1 x uint sv=INSTID rw=x\n"
        ".out SV_Position 0 0 xyzw float sv=POS\n.out SV_RenderTargetArrayIndex 0 1 x uint sv=RTINDEX\n"
        "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\ndcl_input_sgv v1.x, instance_id\n"
        "dcl_output_siv o0.xyzw, position\ndcl_output_siv o1.x, rendertarget_array_index\ndcl_temps 1\n"
        "ieq r0.xy, v0.xxxx, l(2, 1, 0, 0)\nmovc o0.xy, r0.xyxx, l(3.0, 3.0, 0, 0), l(-1.0, -1.0, 0, 0)\n"
        "mov o0.zw, l(0, 0, 0, 1.0)\nmov o1.x, v1.x\nret\n");
    Com<ID3D11VertexShader> vertex;
    const HRESULT hr = device->CreateVertexShader(code.data(), code.size(), nullptr, vertex.out());
    if (!options.VPAndRTArrayIndexFromAnyShaderFeedingRasterizer) {
        EXPECT_NE(S_OK, hr);
        return;
    }
    ASSERT_HR(S_OK, hr);
    auto layers = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET, nullptr, 0, 1, 4);
    auto view = target(layers.get());
    const float zero[4] = {};
    context->ClearRenderTargetView(view.get(), zero);
    bindTarget(view);
    viewport(4, 4);
    auto pixel =
        ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in SV_RenderTargetArrayIndex 0 1 x uint sv=RTINDEX rw=x\n"
           ".out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
           "dcl_input_ps_siv constant v1.x, rendertarget_array_index\ndcl_output o0.xyzw\ndcl_temps 1\n"
           "utof r0.x, v1.x\nadd o0.xyzw, r0.xxxx, l(10.0, 20.0, 30.0, 40.0)\nret\n");
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->DrawInstanced(3, 3, 0, 0); // the fourth layer keeps its zeros
    for (uint32_t i = 0; i < 4; i++) {
        const float n = float(i);
        EXPECT_TRUE(
            close(i < 3 ? Float4{n + 10, n + 20, n + 30, n + 40} : Float4{}, read(layers.get(), i).at<Float4>(2, 2)))
            << i;
    }
}

} // namespace
} // namespace conformance
