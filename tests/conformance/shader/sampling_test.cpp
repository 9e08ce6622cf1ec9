// Sampling, gathering and loading of textures, with numbers: every form of the sample instructions, offsets, levels,
// the order of gathered texels, comparisons, cubes and arrays, samples of multisampled arrays.
#include "shader_test.h"

namespace conformance {
namespace {

constexpr uint32_t kSize = 8;

// The texel (x, y) of level m is x + 10 y + 100 m in red, half of that in green, and is its own negative in blue.
std::vector<Float4> ramp(uint32_t size, uint32_t level, float base = 0) {
    std::vector<Float4> texels;
    for (uint32_t y = 0; y < size; y++)
        for (uint32_t x = 0; x < size; x++) {
            const float value = base + float(x) + 10 * float(y) + 100 * float(level);
            texels.push_back({value, value / 2, -value, 1});
        }
    return texels;
}

class Sampling : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        std::vector<std::vector<Float4>> levels;
        std::vector<D3D11_SUBRESOURCE_DATA> data;
        for (uint32_t m = 0; m < 4; m++)
            levels.push_back(ramp(kSize >> m, m));
        for (uint32_t m = 0; m < 4; m++)
            data.push_back({levels[m].data(), (kSize >> m) * 16, 0});
        const D3D11_TEXTURE2D_DESC desc = {
            kSize, kSize, 4, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE,
            0,     0};
        ASSERT_HR(S_OK, device->CreateTexture2D(&desc, data.data(), ramp_.out()));
        context->PSSetShaderResources(0, 1, resourceView(ramp_.get()).array());
        // The depth texture: 0.1 x + 0.01 y.
        std::vector<float> depths[1];
        for (uint32_t y = 0; y < kSize; y++)
            for (uint32_t x = 0; x < kSize; x++)
                depths[0].push_back(0.1f * float(x) + 0.01f * float(y));
        context->PSSetShaderResources(1, 1, depthView(kSize, depths, 0, D3D11_SRV_DIMENSION_TEXTURE2D).array());
        context->PSSetSamplers(0, 1, sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP).array());
        context->PSSetSamplers(1, 1, sampler(D3D11_FILTER_MIN_MAG_MIP_LINEAR, D3D11_TEXTURE_ADDRESS_CLAMP).array());
        D3D11_SAMPLER_DESC compare = {};
        compare.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_POINT;
        compare.AddressU = compare.AddressV = compare.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
        compare.ComparisonFunc = D3D11_COMPARISON_LESS;
        compare.MaxLOD = D3D11_FLOAT32_MAX;
        Com<ID3D11SamplerState> comparing;
        ASSERT_HR(S_OK, device->CreateSamplerState(&compare, comparing.out()));
        context->PSSetSamplers(2, 1, comparing.array());
    }
    // Comparisons are for depths: a typeless texture that may be a depth buffer, seen as numbers. One array of floats a
    // layer.
    Com<ID3D11ShaderResourceView> depthView(uint32_t size, std::span<const std::vector<float>> layers, UINT misc,
                                            D3D11_SRV_DIMENSION dimension) {
        std::vector<D3D11_SUBRESOURCE_DATA> data;
        for (const auto& layer : layers)
            data.push_back({layer.data(), size * 4, 0});
        const D3D11_TEXTURE2D_DESC desc = {size,
                                           size,
                                           1,
                                           static_cast<UINT>(layers.size()),
                                           DXGI_FORMAT_R32_TYPELESS,
                                           {1, 0},
                                           D3D11_USAGE_DEFAULT,
                                           D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_DEPTH_STENCIL,
                                           0,
                                           misc};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, data.data(), made.out()));
        D3D11_SHADER_RESOURCE_VIEW_DESC view = {};
        view.Format = DXGI_FORMAT_R32_FLOAT;
        view.ViewDimension = dimension;
        if (dimension == D3D11_SRV_DIMENSION_TEXTURECUBEARRAY)
            view.TextureCubeArray = {0, 1, 0, desc.ArraySize / 6};
        else
            view.Texture2D = {0, 1};
        Com<ID3D11ShaderResourceView> seen;
        EXPECT_HR(S_OK, device->CreateShaderResourceView(made.get(), &view, seen.out()));
        return seen;
    }
    Com<ID3D11Texture2D> ramp_;
};

constexpr const char* kDeclarations = "dcl_sampler s0, mode_default\ndcl_sampler s1, mode_default\n"
                                      "dcl_sampler s2, mode_comparison\n"
                                      "dcl_resource_texture2d (float,float,float,float) t0\n"
                                      "dcl_resource_texture2d (float,float,float,float) t1\n"
                                      "dcl_resource_texture2d (float,float,float,float) t2";

struct SampleRow {
    const char* name;
    const char* body;
    Float4 wanted;
    float tolerance = 1e-3f;
};

// (2.1, 3.1) texels lies in texel (2, 3), and (1, 2) to (2, 3) are around it.
#define AT "l(0.2625, 0.3875, 0.0, 0.0)"

constexpr SampleRow kRows[] = {
    {"level 0", "sample_l o0.xyzw, " AT ", t0.xyzw, s0, l(0.0)", {32, 16, -32, 1}},
    {"level 1", "sample_l o0.xyzw, " AT ", t0.xyzw, s0, l(1.0)", {111, 55.5f, -111, 1}},
    {"beyond the last level", "sample_l o0.xyzw, " AT ", t0.xyzw, s0, l(9.0)", {300, 150, -300, 1}},
    {"between levels",
     "sample_l o0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s1, l(2.5)",
     {252.75f, 126.375f, -252.75f, 1},
     0.5f},
    {"swizzled", "sample_l o0.xyzw, " AT ", t0.zxwy, s0, l(0.0)", {-32, 32, 1, 16}},
    {"masked", "mov o0.xyzw, l(5.0, 6.0, 7.0, 8.0)\nsample_l o0.xz, " AT ", t0.xyzw, s0, l(0.0)", {32, 6, -32, 8}},
    {"offset", "sample_l_aoffimmi(1,-2,0) o0.xyzw, " AT ", t0.xyzw, s0, l(0.0)", {13, 6.5f, -13, 1}},
    {"offset over the edge", "sample_l_aoffimmi(7,-8,0) o0.xyzw, " AT ", t0.xyzw, s0, l(0.0)", {7, 3.5f, -7, 1}},
    {"gradients of one texel",
     "sample_d o0.xyzw, " AT ", t0.xyzw, s0, l(0.125, 0, 0, 0), l(0, 0.125, 0, 0)",
     {32, 16, -32, 1}},
    {"gradients of two texels",
     "sample_d o0.xyzw, " AT ", t0.xyzw, s0, l(0.25, 0, 0, 0), l(0, 0.25, 0, 0)",
     {111, 55.5f, -111, 1}},
    {"gradients and offset",
     "sample_d_aoffimmi(1,1,0) o0.xyzw, " AT ", t0.xyzw, s0, l(0, 0.5, 0, 0), l(0, 0, 0, 0)",
     {211, 105.5f, -211, 1}},
    {"implicit, one texel a pixel",
     "mul r0.xy, v0.xyxx, l(0.125, 0.125, 0, 0)\nsample o0.xyzw, r0.xyxx, t0.xyzw, s0",
     {11, 5.5f, -11, 1}},
    {"implicit, two texels a pixel",
     "mul r0.xy, v0.xyxx, l(0.25, 0.25, 0, 0)\nsample o0.xyzw, r0.xyxx, t0.xyzw, s0",
     {111, 55.5f, -111, 1}},
    {"implicit with offset",
     "mul r0.xy, v0.xyxx, l(0.125, 0.125, 0, 0)\nsample_aoffimmi(-1,2,0) o0.xyzw, r0.xyxx, t0.xyzw, s0",
     {30, 15, -30, 1}},
    {"bias",
     "mul r0.xy, v0.xyxx, l(0.125, 0.125, 0, 0)\nsample_b o0.xyzw, r0.xyxx, t0.xyzw, s0, l(2.0)",
     {200, 100, -200, 1}},
    {"negative bias",
     "mul r0.xy, v0.xyxx, l(0.25, 0.25, 0, 0)\nsample_b o0.xyzw, r0.xyxx, t0.xyzw, s0, l(-1.0)",
     {33, 16.5f, -33, 1}},
    {"load", "ld o0.xyzw, l(2, 3, 0, 0), t0.xyzw", {32, 16, -32, 1}},
    {"load of level 2", "ld o0.xyzw, l(1, 1, 0, 2), t0.xyzw", {211, 105.5f, -211, 1}},
    {"load with offset", "ld_aoffimmi(-2,4,0) o0.xyzw, l(2, 3, 0, 0), t0.xyzw", {70, 35, -70, 1}},
    {"load beyond the edge", "ld o0.xyzw, l(8, 3, 0, 0), t0.xyzw", {0, 0, 0, 0}},
    {"load before the edge", "ld o0.xyzw, l(-1, 0, 0, 0), t0.xyzw", {0, 0, 0, 0}},
    {"load beyond the edge by the offset", "ld_aoffimmi(7,0,0) o0.xyzw, l(2, 3, 0, 0), t0.xyzw", {0, 0, 0, 0}},
    {"load of a level that is not there", "ld o0.xyzw, l(0, 0, 0, 4), t0.xyzw", {0, 0, 0, 0}},
    {"load of nothing", "ld o0.xyzw, l(0, 0, 0, 0), t2.xyzw", {0, 0, 0, 0}},
    {"sample of nothing", "sample_l o0.xyzw, " AT ", t2.xyzw, s0, l(0.0)", {0, 0, 0, 0}},
    {"gather", "gather4 o0.xyzw, " AT ", t0.xyzw, s0.x", {31, 32, 22, 21}},
    {"gather of green", "gather4 o0.xyzw, " AT ", t0.xyzw, s0.y", {15.5f, 16, 11, 10.5f}},
    {"gather of blue, swizzled", "gather4 o0.xyzw, " AT ", t0.wzyx, s0.z", {-21, -22, -32, -31}},
    {"gather with offset", "gather4_aoffimmi(2,-1,0) o0.xyzw, " AT ", t0.xyzw, s0.x", {23, 24, 14, 13}},
    {"gather with a computed offset",
     "mov r0.xy, l(-1, 3, 0, 0)\ngather4_po o0.xyzw, " AT ", r0.xyxx, t0.xyzw, s0.x",
     {60, 61, 51, 50}},
    {"six bits of a computed offset",
     "mov r0.xy, l(65, 62, 0, 0)\ngather4_po o0.xyzw, " AT ", r0.xyxx, t0.xyzw, s0.x",
     {12, 13, 3, 2}},
    {"gather over the edge", "gather4 o0.xyzw, l(0.99, 0.01, 0, 0), t0.xyzw, s0.x", {7, 7, 7, 7}},
    // Depths: (1,3) 0.13, (2,3) 0.23, (2,2) 0.22, (1,2) 0.12; the reference is less than ...
    {"gather and compare", "gather4_c o0.xyzw, " AT ", t1.xyzw, s2.x, l(0.125)", {1, 1, 1, 0}},
    {"gather and compare with offset",
     "gather4_c_aoffimmi(1,0,0) o0.xyzw, " AT ", t1.xyzw, s2.x, l(0.225)",
     {1, 1, 1, 0}},
    {"gather and compare with a computed offset",
     "mov r0.xy, l(0, 1, 0, 0)\ngather4_po_c o0.xyzw, " AT ", r0.xyxx, t1.xyzw, s2.x, l(0.235)",
     {0, 1, 0, 0}},
    {"compare, less", "sample_c_lz o0.xyzw, " AT ", t1.xyzw, s2, l(0.2)", {1, 1, 1, 1}},
    {"compare, not less", "sample_c_lz o0.xyzw, " AT ", t1.xyzw, s2, l(0.24)", {0, 0, 0, 0}},
    {"compare with offset", "sample_c_lz_aoffimmi(1,0,0) o0.xyzw, " AT ", t1.xyzw, s2, l(0.24)", {1, 1, 1, 1}},
    {"compare, implicit",
     "mul r0.xy, v0.xyxx, l(0.125, 0.125, 0, 0)\nsample_c o0.xyzw, r0.xyxx, t1.xyzw, s2, l(0.1)",
     {1, 1, 1, 1}},
};

// The forms with a status: all is mapped, what is read is what the plain form reads, and the LOD is no less than the
// clamp.
constexpr SampleRow kFeedback[] = {
    {"load",
     "ld_s o0.xy, r1.x, l(2, 3, 0, 0), t0.xyzw\ncheck_access_fully_mapped r2.x, r1.x\nand o0.z, r2.x, l(1.0)\nmov "
     "o0.w, l(0)",
     {32, 16, 1, 0}},
    {"load without asking", "ld_s o0.xyzw, null, l(2, 3, 0, 1), t0.xyzw", {132, 66, -132, 1}},
    {"level",
     "sample_l_s o0.xy, r1.x, " AT
     ", t0.xyzw, s0, l(1.0)\ncheck_access_fully_mapped r2.x, r1.x\nand o0.z, r2.x, l(1.0)\nmov o0.w, l(0)",
     {111, 55.5f, 1, 0}},
    {"clamp above the LOD",
     "mul r0.xy, v0.xyxx, l(0.125, 0.125, 0, 0)\nsample_cl_s o0.xyzw, r1.x, r0.xyxx, t0.xyzw, s0, l(2.0)",
     {200, 100, -200, 1}},
    {"clamp below the LOD",
     "mul r0.xy, v0.xyxx, l(0.25, 0.25, 0, 0)\nsample_cl_s o0.xyzw, r1.x, r0.xyxx, t0.xyzw, s0, l(0.0)",
     {111, 55.5f, -111, 1}},
    {"no clamp",
     "mul r0.xy, v0.xyxx, l(0.25, 0.25, 0, 0)\nsample_cl_s o0.xyzw, r1.x, r0.xyxx, t0.xyzw, s0, null",
     {111, 55.5f, -111, 1}},
    {"clamp and bias",
     "mul r0.xy, v0.xyxx, l(0.125, 0.125, 0, 0)\nsample_b_cl_s o0.xyzw, null, r0.xyxx, t0.xyzw, s0, l(-1.0), l(1.0)",
     {100, 50, -100, 1}},
    {"bias above the clamp",
     "mul r0.xy, v0.xyxx, l(0.125, 0.125, 0, 0)\nsample_b_cl_s o0.xyzw, null, r0.xyxx, t0.xyzw, s0, l(2.0), l(1.0)",
     {200, 100, -200, 1}},
    {"clamp and gradients",
     "sample_d_cl_s o0.xyzw, null, " AT ", t0.xyzw, s0, l(0.125, 0, 0, 0), l(0, 0.125, 0, 0), l(1.0)",
     {111, 55.5f, -111, 1}},
    {"gradients above the clamp",
     "sample_d_cl_s o0.xyzw, null, " AT ", t0.xyzw, s0, l(0.5, 0, 0, 0), l(0, 0.125, 0, 0), l(1.0)",
     {200, 100, -200, 1}},
    {"gather", "gather4_s o0.xyzw, r1.x, " AT ", t0.xyzw, s0.x", {31, 32, 22, 21}},
    {"compare", "sample_c_lz_s o0.xyzw, null, " AT ", t1.xyzw, s2, l(0.2)", {1, 1, 1, 1}},
};

TEST_F(Sampling, FormsWithAStatus) {
    for (const SampleRow& row : kFeedback)
        EXPECT_TRUE(close(row.wanted, pixels(kDeclarations, row.body).at<Float4>(1, 1), row.tolerance)) << row.name;
}

// The pixel (1, 1) of a target of 4 by 4.
TEST_F(Sampling, EveryForm) {
    for (const SampleRow& row : kRows) {
        const Readback found = pixels(kDeclarations, row.body);
        EXPECT_TRUE(close(row.wanted, found.at<Float4>(1, 1), row.tolerance)) << row.name;
    }
}

// lod gives the clamped LOD in x and the unclamped one in y, whatever the swizzle of the resource makes of them.
TEST_F(Sampling, LodOfClampedSamplers) {
    D3D11_SAMPLER_DESC desc = {};
    desc.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR;
    desc.AddressU = desc.AddressV = desc.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
    desc.ComparisonFunc = D3D11_COMPARISON_NEVER;
    desc.MinLOD = 2;
    desc.MaxLOD = 3;
    Com<ID3D11SamplerState> clamping;
    ASSERT_HR(S_OK, device->CreateSamplerState(&desc, clamping.out()));
    context->PSSetSamplers(0, 1, clamping.array());
    // Two texels a pixel: LOD 1.
    const char* scale = "mul r0.xy, v0.xyxx, l(0.25, 0.25, 0, 0)\n";
    const auto found = [&](const char* lod) {
        return pixels(kDeclarations, std::string(scale) + lod).at<Float4>(1, 1);
    };
    EXPECT_TRUE(close({2, 1, 0, 0}, found("lod o0.xyzw, r0.xyxx, t0.xyzw, s0"), 0.01f));
    EXPECT_TRUE(close({1, 2, 1, 2}, found("lod o0.xyzw, r0.xyxx, t0.yxyx, s0"), 0.01f));
    EXPECT_TRUE(
        close({1, 9, 9, 9}, found("mov o0.xyzw, l(9.0, 9.0, 9.0, 9.0)\nlod o0.x, r0.xyxx, t0.yxyx, s0"), 0.01f));
}

// Offsets of textures with one dimension and with three; arrays are not moved by them.
TEST_F(Sampling, OffsetsInEveryDimension) {
    std::vector<float> values(64);
    for (size_t i = 0; i < 64; i++)
        values[i] = float(i);
    D3D11_SUBRESOURCE_DATA data[2] = {{values.data(), 0, 0}, {values.data() + 8, 0, 0}};
    D3D11_TEXTURE1D_DESC line = {8, 1, 1, DXGI_FORMAT_R32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    Com<ID3D11Texture1D> one, lines;
    ASSERT_HR(S_OK, device->CreateTexture1D(&line, data, one.out()));
    line.ArraySize = 2;
    ASSERT_HR(S_OK, device->CreateTexture1D(&line, data, lines.out()));
    const D3D11_TEXTURE3D_DESC cube = {
        4, 4, 4, 1, DXGI_FORMAT_R32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    const D3D11_SUBRESOURCE_DATA block = {values.data(), 16, 64};
    Com<ID3D11Texture3D> volume;
    ASSERT_HR(S_OK, device->CreateTexture3D(&cube, &block, volume.out()));
    context->PSSetShaderResources(4, 1, resourceView(one.get()).array());
    context->PSSetShaderResources(5, 1, resourceView(lines.get()).array());
    context->PSSetShaderResources(6, 1, resourceView(volume.get()).array());
    const char* declarations = "dcl_sampler s0, mode_default\ndcl_resource_texture1d (float,float,float,float) t4\n"
                               "dcl_resource_texture1darray (float,float,float,float) t5\n"
                               "dcl_resource_texture3d (float,float,float,float) t6";
    constexpr SampleRow kOffsets[] = {
        {"1D",
         "sample_l_aoffimmi(2,0,0) o0.xyzw, l(0.4375), t4.xyzw, s0, l(0.0)\nld_aoffimmi(2,0,0) o0.y, l(3, 0, 0, 0), "
         "t4.xxxx\n"
         "sample_aoffimmi(-1,0,0) o0.z, l(0.4375), t4.xxxx, s0\nmov o0.w, l(0)",
         {5, 5, 2, 0}},
        {"1D array",
         "sample_l_aoffimmi(2,0,0) o0.xyzw, l(0.4375, 1.0, 0, 0), t5.xyzw, s0, l(0.0)\n"
         "ld_aoffimmi(2,0,0) o0.y, l(3, 1, 0, 0), t5.xxxx\nld_aoffimmi(-3,0,0) o0.z, l(3, 0, 0, 0), t5.xxxx\n"
         "sample_l_aoffimmi(2,0,0) o0.w, l(0.4375, 7.0, 0, 0), t5.xxxx, s0, l(0.0)",
         {13, 13, 0, 13}},
        {"3D",
         "sample_l_aoffimmi(1,-1,2) o0.xyzw, l(0.375, 0.375, 0.375, 0), t6.xyzw, s0, l(0.0)\n"
         "ld_aoffimmi(1,-1,2) o0.y, l(1, 1, 1, 0), t6.xxxx\nmov o0.zw, l(0, 0, 0, 0)",
         {50, 50, 0, 0}},
    };
    for (const SampleRow& row : kOffsets)
        EXPECT_TRUE(close(row.wanted, pixels(declarations, row.body).at<Float4>(1, 1))) << row.name;
}

// Layers are chosen by the nearest whole number and held within the view.
TEST_F(Sampling, LayersAreRoundedAndClamped) {
    std::vector<Float4> layers[3];
    D3D11_SUBRESOURCE_DATA data[3];
    for (uint32_t i = 0; i < 3; i++) {
        layers[i] = ramp(4, 0, 1000 * float(i));
        data[i] = {layers[i].data(), 64, 0};
    }
    const D3D11_TEXTURE2D_DESC desc = {
        4, 4, 1, 3, DXGI_FORMAT_R32G32B32A32_FLOAT, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    Com<ID3D11Texture2D> array;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, data, array.out()));
    context->PSSetShaderResources(4, 1, resourceView(array.get()).array());
    const char* declarations = "dcl_sampler s0, mode_default\ndcl_resource_texture2darray (float,float,float,float) t4";
    struct Row {
        const char* layer;
        float wanted;
    };
    for (const Row& row : {Row{"0.4", 0}, Row{"0.6", 1000}, Row{"1.4", 1000}, Row{"5.0", 2000}, Row{"-3.0", 0}}) {
        const auto found = pixels(declarations, std::string("sample_l o0.xyzw, l(0.1, 0.1, ") + row.layer +
                                                    ", 0), t4.xyzw, s0, l(0.0)");
        EXPECT_FLOAT_EQ(row.wanted, found.at<Float4>(1, 1)[0]) << row.layer;
    }
    const auto gathered = pixels(declarations, "gather4 o0.xyzw, l(0.525, 0.525, 2.0, 0), t4.xyzw, s0.x");
    EXPECT_TRUE(close({2021, 2022, 2012, 2011}, gathered.at<Float4>(1, 1)));
    EXPECT_TRUE(close({0, 0, 0, 0}, pixels(declarations, "ld o0.xyzw, l(0, 0, 3, 0), t4.xyzw").at<Float4>(1, 1)));
}

// Two cubes whose faces are one depth each: a tenth for the second cube, and a hundredth of the face's number.
TEST_F(Sampling, CubeArrays) {
    std::vector<std::vector<float>> faces;
    for (uint32_t i = 0; i < 12; i++)
        faces.emplace_back(16, float(i / 6 * 10 + i % 6) / 100);
    context->PSSetShaderResources(
        4, 1, depthView(4, faces, D3D11_RESOURCE_MISC_TEXTURECUBE, D3D11_SRV_DIMENSION_TEXTURECUBEARRAY).array());
    const char* declarations = "dcl_sampler s0, mode_default\ndcl_sampler s2, mode_comparison\n"
                               "dcl_resource_texturecubearray (float,float,float,float) t4";
    struct Row {
        const char* direction;
        float face;
    };
    constexpr Row kFaces[] = {{"1.0, 0, 0", 0},  {"-1.0, 0, 0", 1}, {"0, 1.0, 0", 2},
                              {"0, -1.0, 0", 3}, {"0, 0, 1.0", 4},  {"0, 0, -1.0", 5}};
    for (const Row& row : kFaces) {
        const std::string one = std::string("l(") + row.direction + ", 1.0)",
                          zero = std::string("l(") + row.direction + ", 0)";
        const auto found = pixels(declarations, "sample_l o0.xyzw, " + zero +
                                                    ", t4.xyzw, s0, l(0.0)\n"
                                                    "sample_l o0.y, " +
                                                    one +
                                                    ", t4.xxxx, s0, l(0.0)\n"
                                                    "gather4 r0.xyzw, " +
                                                    one +
                                                    ", t4.xyzw, s0.x\nmov o0.z, r0.x\n"
                                                    "sample_c_lz o0.w, " +
                                                    one + ", t4.xxxx, s2, l(0.125)");
        const float first = row.face / 100, second = (row.face + 10) / 100;
        EXPECT_TRUE(close({first, second, second, second > 0.125f ? 1.0f : 0.0f}, found.at<Float4>(1, 1)))
            << row.direction;
    }
}

// Every sample of every layer has a number of its own, which a pixel shader that runs for each sample wrote.
TEST_F(Sampling, SamplesOfMultisampledArrays) {
    const D3D11_TEXTURE2D_DESC desc = {4,
                                       4,
                                       1,
                                       3,
                                       DXGI_FORMAT_R32G32B32A32_FLOAT,
                                       {4, 0},
                                       D3D11_USAGE_DEFAULT,
                                       D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET,
                                       0,
                                       0};
    Com<ID3D11Texture2D> samples;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, samples.out()));
    auto numbers =
        ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.in SV_SampleIndex 0 1 x uint sv=SAMPLE rw=x\n"
           ".out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
           "dcl_constantbuffer cb0[1], immediateIndexed\n"
           "dcl_input_ps_siv linear noperspective v0.xyzw, position\ndcl_input_ps_sgv constant v1.x, sampleIndex\n"
           "dcl_output o0.xyzw\ndcl_temps 1\nutof r0.x, v1.x\nadd o0.x, r0.x, cb0[0].x\nround_ni o0.yz, v0.xxyx\n"
           "mov o0.w, l(1.0)\nret\n");
    for (uint32_t layer = 0; layer < 3; layer++) {
        D3D11_RENDER_TARGET_VIEW_DESC view = {};
        view.Format = desc.Format;
        view.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY;
        view.Texture2DMSArray = {layer, 1};
        Com<ID3D11RenderTargetView> one;
        ASSERT_HR(S_OK, device->CreateRenderTargetView(samples.get(), &view, one.out()));
        bindTarget(one);
        viewport(4, 4);
        const Float4 base = {10 * float(layer), 0, 0, 0};
        context->PSSetConstantBuffers(0, 1, buffer(16, D3D11_BIND_CONSTANT_BUFFER, base.data()).array());
        drawFullscreen(numbers.get());
    }
    context->OMSetRenderTargets(0, nullptr, nullptr);
    context->PSSetShaderResources(4, 1, resourceView(samples.get()).array());
    const char* declarations = "dcl_resource_texture2dmsarray(4) (float,float,float,float) t4";
    for (uint32_t layer = 0; layer < 3; layer++)
        for (uint32_t sample = 0; sample < 4; sample++) {
            const auto found = pixels(declarations, "ld2dms o0.xyzw, l(2, 1, " + std::to_string(layer) +
                                                        ", 0), t4.xyzw, l(" + std::to_string(sample) + ")");
            EXPECT_TRUE(close({float(10 * layer + sample), 2, 1, 1}, found.at<Float4>(1, 1)))
                << layer << ", " << sample;
        }
    const auto moved = pixels(declarations, "ld2dms_aoffimmi(1,-1,0) o0.xyzw, l(2, 1, 1, 0), t4.wzyx, l(3)");
    EXPECT_TRUE(close({1, 0, 3, 13}, moved.at<Float4>(1, 1)));
    EXPECT_TRUE(
        close({0, 0, 0, 0}, pixels(declarations, "ld2dms o0.xyzw, l(4, 1, 1, 0), t4.xyzw, l(0)").at<Float4>(1, 1)));
}

} // namespace
} // namespace conformance
