// resinfo, bufinfo, sampleinfo and samplepos: of every kind of view, of levels that are not there, of nothing at all,
// in each return type and swizzled. Microsoft Learn, "resinfo (sm4)", "bufinfo (sm5)", "sampleinfo", "samplepos".
#include "shader_test.h"

#include <limits>

namespace conformance {
namespace {

constexpr UINT kRead = D3D11_BIND_SHADER_RESOURCE, kAccess = D3D11_BIND_UNORDERED_ACCESS;

class ResourceInfo : public ShaderTest {
protected:
    Com<ID3D11Texture1D> line(uint32_t layers, uint32_t mips) {
        const D3D11_TEXTURE1D_DESC desc = {8, mips, layers, DXGI_FORMAT_R32_FLOAT, D3D11_USAGE_DEFAULT, kRead | kAccess,
                                           0, 0};
        Com<ID3D11Texture1D> made;
        EXPECT_HR(S_OK, device->CreateTexture1D(&desc, nullptr, made.out()));
        return made;
    }
    Com<ID3D11Texture2D> plane(uint32_t layers, uint32_t mips, uint32_t samples = 1, UINT misc = 0) {
        const uint32_t height = misc ? 16 : 8;
        const D3D11_TEXTURE2D_DESC desc = {16,
                                           height,
                                           mips,
                                           layers,
                                           DXGI_FORMAT_R32_FLOAT,
                                           {samples, 0},
                                           D3D11_USAGE_DEFAULT,
                                           kRead | (samples > 1 ? UINT(D3D11_BIND_RENDER_TARGET) : kAccess),
                                           0,
                                           misc};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        return made;
    }
    Com<ID3D11Texture3D> volume() {
        const D3D11_TEXTURE3D_DESC desc = {8, 4, 4, 3, DXGI_FORMAT_R32_FLOAT, D3D11_USAGE_DEFAULT, kRead | kAccess,
                                           0, 0};
        Com<ID3D11Texture3D> made;
        EXPECT_HR(S_OK, device->CreateTexture3D(&desc, nullptr, made.out()));
        return made;
    }
};

struct InfoRow {
    const char* name;
    const char* text; // leaves its result in r0
    Uint4 wanted;     // bits
};

std::string storesOf(std::span<const InfoRow> rows) {
    std::string body;
    for (size_t i = 0; i < rows.size(); i++)
        body += std::string("mov r0.xyzw, l(77, 77, 77, 77)\n") + rows[i].text + "\nstore_raw u0.xyzw, l(" +
                std::to_string(i * 16) + "), r0.xyzw\n";
    return body;
}

void expectRows(const std::vector<uint32_t>& found, std::span<const InfoRow> rows) {
    for (size_t i = 0; i < rows.size(); i++)
        for (size_t c = 0; c < 4; c++)
            EXPECT_EQ(rows[i].wanted[c], found[i * 4 + c]) << rows[i].name << ", component " << c;
}

constexpr uint32_t kOne = 0x3f800000, kTwo = 0x40000000, kThree = 0x40400000, kFour = 0x40800000, kEight = 0x41000000,
                   kSixteen = 0x41800000, kHalf = 0x3f000000, kQuarter = 0x3e800000, kEighth = 0x3e000000,
                   kSixteenth = 0x3d800000, kInfinity = 0x7f800000;

constexpr const char* kTextures = "dcl_resource_texture1d (float,float,float,float) t0\n"
                                  "dcl_resource_texture1darray (float,float,float,float) t1\n"
                                  "dcl_resource_texture2d (float,float,float,float) t2\n"
                                  "dcl_resource_texture2darray (float,float,float,float) t3\n"
                                  "dcl_resource_texture3d (float,float,float,float) t4\n"
                                  "dcl_resource_texturecube (float,float,float,float) t5\n"
                                  "dcl_resource_texturecubearray (float,float,float,float) t6\n"
                                  "dcl_resource_texture2dms(0) (float,float,float,float) t7\n"
                                  "dcl_resource_texture2dmsarray(0) (float,float,float,float) t8\n"
                                  "dcl_resource_texture2d (float,float,float,float) t9\n"
                                  "dcl_resource_texture2d (float,float,float,float) t10\n"
                                  "dcl_resource_texture3d (float,float,float,float) t11\n"
                                  "dcl_resource_texture2dms(0) (float,float,float,float) t12";

constexpr InfoRow kSizes[] = {
    {"1D", "resinfo_uint r0.xyzw, l(0), t0.xyzw", {8, 0, 0, 4}},
    {"1D, level 2", "resinfo_uint r0.xyzw, l(2), t0.xyzw", {2, 0, 0, 4}},
    {"1D array", "resinfo_uint r0.xyzw, l(0), t1.xyzw", {8, 3, 0, 2}},
    {"1D array, level 1", "resinfo_uint r0.xyzw, l(1), t1.xyzw", {4, 3, 0, 2}},
    {"2D", "resinfo_uint r0.xyzw, l(0), t2.xyzw", {16, 8, 0, 3}},
    {"2D, level 2", "resinfo_uint r0.xyzw, l(2), t2.xyzw", {4, 2, 0, 3}},
    {"2D, a level that is not there", "resinfo_uint r0.xyzw, l(3), t2.xyzw", {0, 0, 0, 3}},
    {"2D, the last level that can be named", "resinfo_uint r0.xyzw, l(0xffffffff), t2.xyzw", {0, 0, 0, 3}},
    {"2D swizzled", "resinfo_uint r0.xyzw, l(0), t2.wyxz", {3, 8, 16, 0}},
    {"2D masked", "resinfo_uint r0.yw, l(1), t2.xyzw", {77, 4, 77, 3}},
    {"2D, floats", "resinfo r0.xyzw, l(0), t2.xyzw", {kSixteen, kEight, 0, kThree}},
    {"2D, floats, a level that is not there", "resinfo r0.xyzw, l(7), t2.xyzw", {0, 0, 0, kThree}},
    {"2D, reciprocals", "resinfo_rcpFloat r0.xyw, l(0), t2.xyzw", {kSixteenth, kEighth, 77, kThree}},
    {"2D, reciprocals of level 1", "resinfo_rcpFloat r0.xy, l(1), t2.xyzw", {kEighth, kQuarter, 77, 77}},
    {"2D, reciprocals of nothing", "resinfo_rcpFloat r0.xyw, l(9), t2.xyzw", {kInfinity, kInfinity, 77, kThree}},
    {"2D array", "resinfo_uint r0.xyzw, l(1), t3.xyzw", {8, 4, 5, 2}},
    {"2D array, reciprocals leave the layers alone",
     "resinfo_rcpFloat r0.xyz, l(2), t3.xyzw",
     {kInfinity, kInfinity, 0, 77}},
    {"3D", "resinfo_uint r0.xyzw, l(0), t4.xyzw", {8, 4, 4, 3}},
    {"3D, level 2", "resinfo_uint r0.xyzw, l(2), t4.xyzw", {2, 1, 1, 3}},
    {"3D, reciprocals", "resinfo_rcpFloat r0.xyzw, l(0), t4.xyzw", {kEighth, kQuarter, kQuarter, kThree}},
    {"cube", "resinfo_uint r0.xyzw, l(0), t5.xyzw", {16, 16, 0, 2}},
    {"cube array", "resinfo_uint r0.xyzw, l(1), t6.xyzw", {8, 8, 2, 2}},
    {"2D multisampled", "resinfo_uint r0.xyzw, l(0), t7.xyzw", {16, 8, 0, 1}},
    {"2D multisampled array", "resinfo_uint r0.xyzw, l(0), t8.xyzw", {16, 8, 3, 1}},
    {"a view of levels 1 and 2", "resinfo_uint r0.xyzw, l(0), t9.xyzw", {8, 4, 0, 2}},
    {"a view of levels 1 and 2, its last", "resinfo_uint r0.xyzw, l(1), t9.xyzw", {4, 2, 0, 2}},
    {"a view of levels 1 and 2, beyond", "resinfo_uint r0.xyzw, l(2), t9.xyzw", {0, 0, 0, 2}},
    {"nothing, 2D", "resinfo_uint r0.xyzw, l(0), t10.xyzw", {0, 0, 0, 0}},
    {"nothing, 2D, floats", "resinfo r0.xyzw, l(0), t10.xyzw", {0, 0, 0, 0}},
    {"nothing, 3D", "resinfo_uint r0.xyzw, l(0), t11.xyzw", {0, 0, 0, 0}},
    {"nothing, multisampled", "resinfo_uint r0.xyz, l(0), t12.xyzw", {0, 0, 0, 77}},
    {"samples", "sampleinfo_uint r0.xyzw, t7.xyzw", {4, 0, 0, 0}},
    {"samples, floats, swizzled", "sampleinfo r0.xyzw, t8.yxxx", {0, kFour, kFour, kFour}},
    {"samples of nothing", "sampleinfo_uint r0.xyzw, t12.xyzw", {0, 0, 0, 0}},
    {"place of sample 1", "samplepos r0.xyzw, t7.xyzw, l(1)", {0x3ec00000, 0xbe000000, 0, 0}},
    {"place of sample 2, swizzled", "samplepos r0.xyzw, t7.yxzw, l(2)", {0x3e000000, 0xbec00000, 0, 0}},
    {"place of a sample that is not there", "samplepos r0.xyzw, t7.xyzw, l(4)", {0, 0, 0, 0}},
    {"place of a sample of nothing", "samplepos r0.xyzw, t12.xyzw, l(0)", {0, 0, 0, 0}},
};

TEST_F(ResourceInfo, TexturesOfEveryKind) {
    D3D11_SHADER_RESOURCE_VIEW_DESC part = {};
    part.Format = DXGI_FORMAT_R32_FLOAT;
    part.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    part.Texture2D = {1, 2};
    auto flat = plane(1, 3);
    Com<ID3D11ShaderResourceView> lower;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(flat.get(), &part, lower.out()));
    const Com<ID3D11ShaderResourceView> views[] = {resourceView(line(1, 4).get()),
                                                   resourceView(line(3, 2).get()),
                                                   resourceView(flat.get()),
                                                   resourceView(plane(5, 2).get()),
                                                   resourceView(volume().get()),
                                                   resourceView(plane(6, 2, 1, D3D11_RESOURCE_MISC_TEXTURECUBE).get()),
                                                   resourceView(plane(12, 2, 1, D3D11_RESOURCE_MISC_TEXTURECUBE).get()),
                                                   resourceView(plane(1, 1, 4).get()),
                                                   resourceView(plane(3, 1, 4).get()),
                                                   lower};
    for (UINT i = 0; i < std::size(views); i++)
        context->CSSetShaderResources(i, 1, views[i].array());
    expectRows(compute(kTextures, storesOf(kSizes), std::size(kSizes) * 4), kSizes);
}

TEST_F(ResourceInfo, UnorderedAccessViews) {
    auto flat = plane(5, 3);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R32_FLOAT;
    desc.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2DARRAY;
    desc.Texture2DArray = {1, 1, 3};
    Com<ID3D11UnorderedAccessView> layers;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(flat.get(), &desc, layers.out()));
    auto whole = accessView(line(1, 1).get());
    context->CSSetUnorderedAccessViews(1, 1, layers.array(), nullptr);
    context->CSSetUnorderedAccessViews(2, 1, whole.array(), nullptr);
    constexpr InfoRow kRows[] = {
        {"layers 1 to 3 of level 1", "resinfo_uint r0.xyzw, l(0), u1.xyzw", {8, 4, 3, 1}},
        {"1D, floats", "resinfo r0.xw, l(0), u2.xyzw", {kEight, 77, 77, kOne}},
        {"nothing", "resinfo_uint r0.xy, l(0), u3.xyzw", {0, 0, 77, 77}},
    };
    expectRows(compute("dcl_uav_typed_texture2darray (float,float,float,float) u1\n"
                       "dcl_uav_typed_texture1d (float,float,float,float) u2\n"
                       "dcl_uav_typed_texture2d (float,float,float,float) u3",
                       storesOf(kRows), 12),
               kRows);
}

TEST_F(ResourceInfo, Buffers) {
    auto raw = rawBuffer(64), structured = structuredBuffer(10, 24);
    auto typed = buffer(256, kRead | kAccess);
    context->CSSetShaderResources(0, 1, rawResource(raw.get(), 4, 20).array());
    context->CSSetShaderResources(1, 1, resourceView(structured.get()).array());
    context->CSSetShaderResources(2, 1, typedResource(typed.get(), DXGI_FORMAT_R16G16_FLOAT, 3, 17).array());
    context->CSSetUnorderedAccessViews(1, 1, rawAccess(rawBuffer(64).get(), 8, 12).array(), nullptr);
    context->CSSetUnorderedAccessViews(2, 1, accessView(structuredBuffer(9, 8).get()).array(), nullptr);
    context->CSSetUnorderedAccessViews(3, 1, typedAccess(buffer(64, kAccess).get(), DXGI_FORMAT_R32_UINT, 2, 5).array(),
                                       nullptr);
    constexpr InfoRow kRows[] = {
        {"raw, in bytes", "bufinfo r0.x, t0.x", {80, 77, 77, 77}},
        {"structured, in structures", "bufinfo r0.x, t1.x", {10, 77, 77, 77}},
        {"typed, in elements", "bufinfo r0.x, t2.x", {17, 77, 77, 77}},
        {"raw, swizzled", "bufinfo r0.yz, t0.xxxx", {77, 80, 80, 77}},
        {"no raw buffer", "bufinfo r0.x, t3.x", {0, 77, 77, 77}},
        {"no structured buffer", "bufinfo r0.x, t4.x", {0, 77, 77, 77}},
        {"no typed buffer", "bufinfo r0.x, t5.x", {0, 77, 77, 77}},
        {"raw UAV", "bufinfo r0.x, u1.x", {48, 77, 77, 77}},
        {"structured UAV", "bufinfo r0.x, u2.x", {9, 77, 77, 77}},
        {"typed UAV", "bufinfo r0.x, u3.x", {5, 77, 77, 77}},
        {"no raw UAV", "bufinfo r0.x, u4.x", {0, 77, 77, 77}},
    };
    expectRows(
        compute(
            "dcl_resource_raw t0\ndcl_resource_structured t1, 24\ndcl_resource_buffer (float,float,float,float) t2\n"
            "dcl_resource_raw t3\ndcl_resource_structured t4, 16\ndcl_resource_buffer (float,float,float,float) t5\n"
            "dcl_uav_raw u1\ndcl_uav_structured u2, 8\ndcl_uav_typed_buffer (uint,uint,uint,uint) u3\ndcl_uav_raw u4",
            storesOf(kRows), std::size(kRows) * 4),
        kRows);
}

// What the render targets have.
TEST_F(ResourceInfo, SamplesOfTheRasterizer) {
    const char* body = "sampleinfo_uint r0.x, rasterizer.x\nutof o0.x, r0.x\nsampleinfo o0.y, rasterizer.x\n"
                       "samplepos o0.zw, rasterizer.xxxy, l(3)";
    EXPECT_TRUE(close({1, 1, 0, 0}, pixels("", body).at<Float4>(1, 1)));
    auto samples = [&] {
        const D3D11_TEXTURE2D_DESC desc = {
            4, 4, 1, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, {4, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        return made;
    }();
    auto plain = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    bindTarget(target(samples.get()));
    viewport(4, 4);
    auto shader = ps(std::string("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
                                 "dcl_output o0.xyzw\ndcl_temps 1\n") +
                     body + "\nret\n");
    drawFullscreen(shader.get());
    context->ResolveSubresource(plain.get(), 0, samples.get(), 0, DXGI_FORMAT_R32G32B32A32_FLOAT);
    EXPECT_TRUE(close({4, 4, 0.125f, 0.375f}, read(plain.get()).at<Float4>(1, 1)));
}

} // namespace
} // namespace conformance
