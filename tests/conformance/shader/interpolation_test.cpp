// Interpolation of pixel shader inputs: each mode over a triangle in perspective, places within a pixel on multisampled
// targets, and the evaluate-at instructions. D3D11.3 functional specification, sections 16.6 and 22.5.
#include "shader_test.h"

#include <cmath>

namespace conformance {
namespace {

constexpr uint32_t kSize = 8;

// One triangle over all of the target; vertex i has w = 1, 2 or 4, and carries A = (1, 0, 0), (0, 1, 0), (0, 0, 1).
constexpr const char* kVertex =
    "vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n"
    ".out A 0 1 xyz float\n.out B 0 2 xyz float\n.out C 0 3 xyz float\n"
    "dcl_globalFlags refactoringAllowed\ndcl_immediateConstantBuffer { {-0.8125, 0.875, 0, 1.0}, "
    "{0.625, 1.625, 0, 2.0}, {-2.75, -1.5, 0, 4.0} }\n"
    "dcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\ndcl_output o1.xyz\n"
    "dcl_output o2.xyz\ndcl_output o3.xyz\ndcl_temps 2\n"
    "mov r0.x, v0.x\nmov o0.xyzw, icb[r0.x + 0].xyzw\n"
    "ieq r1.xyz, r0.xxxx, l(0, 1, 2, 0)\nand r1.xyz, r1.xyzx, l(1.0, 1.0, 1.0, 0)\n"
    "mov o1.xyz, r1.xyzx\nmov o2.xyz, r1.xyzx\nmov o3.xyz, r1.xyzx\nret\n";
// The corners on the screen, in pixels, and their w.
struct Corner {
    double x, y, w;
};
constexpr Corner kCorners[3] = {{-1, -2, 1}, {17, -1, 2}, {1, 18, 4}};

Float4 weightsAt(double x, double y, bool perspective) {
    const auto twiceArea = [](double ax, double ay, double bx, double by, double cx, double cy) {
        return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    };
    double weights[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        const Corner &b = kCorners[(i + 1) % 3], &c = kCorners[(i + 2) % 3];
        weights[i] = twiceArea(x, y, b.x, b.y, c.x, c.y) / twiceArea(kCorners[0].x, kCorners[0].y, kCorners[1].x,
                                                                     kCorners[1].y, kCorners[2].x, kCorners[2].y);
    }
    if (perspective)
        for (int i = 0; i < 3; i++)
            weights[i] /= kCorners[i].w;
    for (double weight : weights)
        sum += weight;
    return {float(weights[0] / sum), float(weights[1] / sum), float(weights[2] / sum), 1};
}

// Standard places of four samples.
constexpr double kSamples[4][2] = {{-0.125, -0.375}, {0.375, -0.125}, {-0.375, 0.125}, {0.125, 0.375}};

class Interpolation : public ShaderTest {
protected:
    std::string pixelText(const char* modes, const char* body, const char* extra = "") {
        return std::string("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.in A 0 1 xyz float rw=xyz\n"
                           ".in B 0 2 xyz float rw=xyz\n.in C 0 3 xyz float rw=xyz\n") +
               extra + ".out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n" + modes +
               "\ndcl_output o0.xyzw\ndcl_temps 4\n" + body + "\nret\n";
    }
    void draw(const std::string& pixel, ID3D11Texture2D* into) {
        auto view = target(into);
        const float before[4] = {-1, -1, -1, -1};
        context->ClearRenderTargetView(view.get(), before);
        bindTarget(view);
        // Larger than the target, so that the triangle is not clipped, which some drivers do inexactly.
        const D3D11_VIEWPORT area = {shift_ - 4, -4, 32, 32, 0, 1};
        context->RSSetViewports(1, &area);
        auto vertex = vs(kVertex);
        auto shader = ps(pixel);
        context->VSSetShader(vertex.get(), nullptr, 0);
        context->PSSetShader(shader.get(), nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        D3D11_RASTERIZER_DESC desc = {};
        desc.FillMode = D3D11_FILL_SOLID;
        desc.CullMode = D3D11_CULL_NONE;
        desc.DepthClipEnable = TRUE;
        Com<ID3D11RasterizerState> state;
        ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, state.out()));
        context->RSSetState(state.get());
        context->Draw(3, 0);
        context->OMSetRenderTargets(0, nullptr, nullptr);
    }
    Readback single(const char* modes, const char* body) {
        auto color = texture(kSize, kSize, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
        draw(pixelText(modes, body), color.get());
        return read(color.get());
    }
    // Four samples a pixel, each read for itself: [sample].
    std::array<Readback, 4> sampled(const std::string& pixel) {
        const D3D11_TEXTURE2D_DESC desc = {kSize,
                                           kSize,
                                           1,
                                           1,
                                           DXGI_FORMAT_R32G32B32A32_FLOAT,
                                           {4, 0},
                                           D3D11_USAGE_DEFAULT,
                                           D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE,
                                           0,
                                           0};
        Com<ID3D11Texture2D> samples;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, samples.out()));
        draw(pixel, samples.get());
        context->PSSetShaderResources(0, 1, resourceView(samples.get()).array());
        std::array<Readback, 4> found;
        for (uint32_t i = 0; i < 4; i++)
            found[i] = pixels("dcl_resource_texture2dms(4) (float,float,float,float) t0",
                              "ftoi r0.xy, v0.xyxx\nmov r0.zw, l(0, 0, 0, 0)\nld2dms o0.xyzw, r0.xyzw, t0.xyzw, l(" +
                                  std::to_string(i) + ")",
                              kSize, kSize);
        ID3D11ShaderResourceView* none = nullptr;
        context->PSSetShaderResources(0, 1, &none);
        return found;
    }
    float shift_ = 0; // of the triangle, to the right
};

TEST_F(Interpolation, ModesWithOneSample) {
    struct Row {
        const char* mode;
        int kind; // 0 perspective, 1 flat on the screen, 2 constant
    };
    constexpr Row kRows[] = {{"linear", 0},
                             {"linear centroid", 0},
                             {"linear sample", 0},
                             {"linear noperspective", 1},
                             {"linear noperspective centroid", 1},
                             {"linear noperspective sample", 1},
                             {"constant", 2}};
    for (const Row& row : kRows) {
        const auto found = single((std::string("dcl_input_ps ") + row.mode + " v1.xyz").c_str(),
                                  "mov o0.xyz, v1.xyzx\nmov o0.w, l(1.0)");
        for (const auto& [x, y] : {std::pair{0, 0}, std::pair{5, 1}, std::pair{2, 4}}) {
            const Float4 wanted = row.kind == 2 ? Float4{1, 0, 0, 1} : weightsAt(x + 0.5, y + 0.5, row.kind == 0);
            EXPECT_TRUE(close(wanted, found.at<Float4>(x, y), 2e-4f)) << row.mode << ", " << x << ", " << y;
        }
    }
}

// Modes that differ only in where they are taken may stand side by side, as may both kinds.
TEST_F(Interpolation, ModesSideBySide) {
    const auto found =
        single("dcl_input_ps linear v1.xyz\ndcl_input_ps linear noperspective v2.xyz\ndcl_input_ps constant v3.xyz",
               "mov o0.x, v1.x\nmov o0.y, v2.x\nmov o0.z, v3.x\nmov o0.w, v1.z");
    const Float4 p = weightsAt(5.5, 1.5, true), n = weightsAt(5.5, 1.5, false);
    EXPECT_TRUE(close({p[0], n[0], 1, p[2]}, found.at<Float4>(5, 1), 2e-4f));
}

// SV_Position is the pixel's centre and the vertex's own w.
TEST_F(Interpolation, Position) {
    const auto found = single("dcl_input_ps_siv linear noperspective v0.xyzw, position", "mov o0.xyzw, v0.xyzw");
    const Float4 n = weightsAt(5.5, 1.5, false);
    const float w = 1 / float(n[0] / 1 + n[1] / 2 + n[2] / 4);
    EXPECT_TRUE(close({5.5f, 1.5f, 0, w}, found.at<Float4>(5, 1), 1e-3f));
}

// A shader that runs for each sample sees its inputs there.
TEST_F(Interpolation, SampleModeAndSampleIndex) {
    const auto by =
        sampled(pixelText("dcl_input_ps linear noperspective sample v1.xyz", "mov o0.xyz, v1.xyzx\nmov o0.w, l(1.0)"));
    const auto index =
        sampled(pixelText("dcl_input_ps linear noperspective v1.xyz\ndcl_input_ps_sgv constant v4.x, sampleIndex",
                          "mov o0.xyz, v1.xyzx\nutof o0.w, v4.x", ".in SV_SampleIndex 0 4 x uint sv=SAMPLE rw=x\n"));
    for (uint32_t i = 0; i < 4; i++) {
        const Float4 wanted = weightsAt(3.5 + kSamples[i][0], 2.5 + kSamples[i][1], false);
        EXPECT_TRUE(close(wanted, by[i].at<Float4>(3, 2), 2e-3f)) << "sample " << i;
        EXPECT_EQ(float(i), index[i].at<Float4>(3, 2)[3]) << "sample " << i;
    }
}

// Without it, all samples get what the centre has.
TEST_F(Interpolation, CentreForAllSamples) {
    const auto found =
        sampled(pixelText("dcl_input_ps linear noperspective v1.xyz", "mov o0.xyz, v1.xyzx\nmov o0.w, l(1.0)"));
    for (uint32_t i = 0; i < 4; i++)
        EXPECT_TRUE(close(weightsAt(3.5, 2.5, false), found[i].at<Float4>(3, 2), 2e-3f)) << i;
}

// An input at another place of the pixel than its own: sixteenths from the centre, a sample, the centroid.
TEST_F(Interpolation, EvaluateAt) {
    const char* mode = "dcl_input_ps linear noperspective v1.xyz";
    struct Row {
        const char* body;
        double x, y; // from the centre
    };
    constexpr Row kRows[] = {
        {"eval_snapped r0.xyz, v1.xyzx, l(4, -8, 0, 0)", 0.25, -0.5},
        {"eval_snapped r0.xyz, v1.xyzx, l(-8, 7, 0, 0)", -0.5, 0.4375},
        {"eval_snapped r0.xyz, v1.xyzx, l(0, 0, 0, 0)", 0, 0},
        {"eval_snapped r0.xyz, v1.xyzx, l(0x100007, 0x20, 0, 0)", 0.4375, 0}, // four bits count
        {"eval_centroid r0.xyz, v1.xyzx", 0, 0},                              // all of the pixel is covered
        {"eval_sample_index r0.xyz, v1.xyzx, l(1)", 0.375, -0.125},
        {"eval_sample_index r0.xyz, v1.xyzx, l(2)", -0.375, 0.125},
    };
    for (const Row& row : kRows) {
        const auto found =
            sampled(pixelText(mode, (std::string(row.body) + "\nmov o0.xyz, r0.xyzx\nmov o0.w, l(1.0)").c_str()));
        EXPECT_TRUE(close(weightsAt(3.5 + row.x, 2.5 + row.y, false), found[0].at<Float4>(3, 2), 2e-3f)) << row.body;
    }
    // With one sample all are the centre, but the snapped place.
    const auto one = single(mode, "eval_sample_index o0.x, v1.xyzx, l(0)\neval_centroid o0.y, v1.xxxx\n"
                                  "eval_snapped o0.zw, v1.xxxx, l(8, 0, 0, 0)");
    const float centre = weightsAt(3.5, 2.5, false)[0], right = weightsAt(3.0, 2.5, false)[0]; // 8 of four bits is -8
    EXPECT_TRUE(close({centre, centre, right, right}, one.at<Float4>(3, 2), 1e-3f));
}

// The same in perspective, and with a sample that a register chooses.
TEST_F(Interpolation, EvaluateAtInPerspective) {
    struct Row {
        const char* body;
        double x, y; // from the centre
    };
    constexpr Row kRows[] = {
        {"eval_snapped r0.xyz, v1.xyzx, l(4, -8, 0, 0)", 0.25, -0.5},
        {"mov r1.xy, l(-3, 6, 0, 0)\neval_snapped r0.xyz, v1.xyzx, r1.xyxx", -0.1875, 0.375},
        {"eval_centroid r0.xyz, v1.xyzx", 0, 0},
        {"eval_sample_index r0.xyz, v1.xyzx, l(3)", 0.125, 0.375},
        {"mov r1.x, l(2)\neval_sample_index r0.xyz, v1.xyzx, r1.x", -0.375, 0.125},
    };
    for (const char* mode : {"dcl_input_ps linear v1.xyz", "dcl_input_ps linear centroid v1.xyz"})
        for (const Row& row : kRows) {
            const auto found =
                sampled(pixelText(mode, (std::string(row.body) + "\nmov o0.xyz, r0.xyzx\nmov o0.w, l(1.0)").c_str()));
            EXPECT_TRUE(close(weightsAt(3.5 + row.x, 2.5 + row.y, true), found[0].at<Float4>(3, 2), 2e-3f))
                << mode << ", " << row.body;
        }
}

// Inputs at the sample, in perspective and not, beside one that stays at the centre.
TEST_F(Interpolation, SampleModeBesideCentre) {
    const auto found =
        sampled(pixelText("dcl_input_ps linear sample v1.xyz\ndcl_input_ps linear noperspective sample v2.xyz\n"
                          "dcl_input_ps linear noperspective v3.xyz",
                          "mov o0.x, v1.x\nmov o0.y, v2.x\nmov o0.z, v3.x\nmov o0.w, l(1.0)"));
    for (uint32_t i = 0; i < 4; i++) {
        const double x = 3.5 + kSamples[i][0], y = 2.5 + kSamples[i][1];
        EXPECT_TRUE(close({weightsAt(x, y, true)[0], weightsAt(x, y, false)[0], weightsAt(3.5, 2.5, false)[0], 1},
                          found[i].at<Float4>(3, 2), 2e-3f))
            << i;
    }
}

// SV_Position is where its own mode says: at the sample, or at the centre also when the shader runs for each sample.
TEST_F(Interpolation, PositionAtSamplesAndAtTheCentre) {
    const std::string in = ".in SV_SampleIndex 0 4 x uint sv=SAMPLE rw=x\n";
    const auto at =
        sampled(pixelText("dcl_input_ps_siv linear noperspective sample v0.xyzw, position", "mov o0.xyzw, v0.xyzw"));
    const auto centre = sampled(pixelText("dcl_input_ps_siv linear noperspective v0.xyzw, position\n"
                                          "dcl_input_ps_sgv constant v4.x, sampleIndex",
                                          "mov o0.xy, v0.xyxx\nutof o0.z, v4.x\nmov o0.w, l(1.0)", in.c_str()));
    for (uint32_t i = 0; i < 4; i++) {
        const Float4 found = at[i].at<Float4>(3, 2);
        EXPECT_NEAR(3.5 + kSamples[i][0], found[0], 1e-4) << i;
        EXPECT_NEAR(2.5 + kSamples[i][1], found[1], 1e-4) << i;
        EXPECT_TRUE(close({3.5f, 2.5f, float(i), 1}, centre[i].at<Float4>(3, 2), 1e-4f)) << i;
    }
}

// One sample of a pixel is covered, its centre is not: what is at the centroid is there, by declaration or by
// instruction, and what is at the centre lies outside of the triangle.
TEST_F(Interpolation, CentroidOfAPixelThatIsPartlyCovered) {
    shift_ = 3.2f; // the left edge passes pixel (2, 2) between sample 1 and the others
    const auto outside = sampled(
                   pixelText("dcl_input_ps linear noperspective v1.xyz", "mov o0.xyz, v1.xyzx\nmov o0.w, l(1.0)")),
               centroid = sampled(pixelText("dcl_input_ps linear noperspective centroid v1.xyz",
                                            "mov o0.xyz, v1.xyzx\nmov o0.w, l(1.0)")),
               evaluated = sampled(pixelText("dcl_input_ps linear noperspective v1.xyz",
                                             "eval_centroid r0.xyz, v1.xyzx\nmov o0.xyz, r0.xyzx\nmov o0.w, l(1.0)"));
    for (uint32_t i : {0u, 2u, 3u})
        EXPECT_EQ(-1, centroid[i].at<Float4>(2, 2)[3]) << i;
    const Float4 there = weightsAt(2.875 - 3.2, 2.375, false);
    EXPECT_TRUE(close(weightsAt(2.5 - 3.2, 2.5, false), outside[1].at<Float4>(2, 2), 2e-3f));
    EXPECT_TRUE(close(there, centroid[1].at<Float4>(2, 2), 2e-3f));
    EXPECT_TRUE(close(there, evaluated[1].at<Float4>(2, 2), 2e-3f));
}

} // namespace
} // namespace conformance
