// Tessellation: where the points lie that each domain, partitioning and output primitive gives, seen by stream output
// behind the domain shader; phases of hull shaders, with and without one for control points; patch constants. D3D11.3
// functional specification, sections 10 to 12.
#include "shader_test.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace conformance {
namespace {

struct FactorNames {
    const char* semantic;
    const char* systemValue;
    const char* declared;
};
constexpr FactorNames kTri[] = {{"SV_TessFactor 0", "TRIEDGE", "finalTriUeq0EdgeTessFactor"},
                                {"SV_TessFactor 1", "TRIEDGE", "finalTriVeq0EdgeTessFactor"},
                                {"SV_TessFactor 2", "TRIEDGE", "finalTriWeq0EdgeTessFactor"},
                                {"SV_InsideTessFactor 0", "TRIINT", "finalTriInsideTessFactor"}};
constexpr FactorNames kQuad[] = {{"SV_TessFactor 0", "QUADEDGE", "finalQuadUeq0EdgeTessFactor"},
                                 {"SV_TessFactor 1", "QUADEDGE", "finalQuadVeq0EdgeTessFactor"},
                                 {"SV_TessFactor 2", "QUADEDGE", "finalQuadUeq1EdgeTessFactor"},
                                 {"SV_TessFactor 3", "QUADEDGE", "finalQuadVeq1EdgeTessFactor"},
                                 {"SV_InsideTessFactor 0", "QUADINT", "finalQuadUInsideTessFactor"},
                                 {"SV_InsideTessFactor 1", "QUADINT", "finalQuadVInsideTessFactor"}};
constexpr FactorNames kLine[] = {{"SV_TessFactor 0", "LINEDEN", "finalLineDensityTessFactor"},
                                 {"SV_TessFactor 1", "LINEDET", "finalLineDetailTessFactor"}};

std::span<const FactorNames> factorsOf(const std::string& domain) {
    if (domain == "tri")
        return kTri;
    if (domain == "quad")
        return kQuad;
    return kLine;
}

struct Point {
    float u, v, w;
    bool operator<(const Point& other) const { return std::tie(u, v, w) < std::tie(other.u, other.v, other.w); }
};

class Tessellation : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        // Control point i carries i.
        vertex_ =
            vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out A 0 0 xy float\n"
               "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\ndcl_output o0.xy\ndcl_temps 1\n"
               "utof r0.x, v0.x\nadd o0.xy, r0.xxxx, l(0.0, 100.0, 0, 0)\nret\n");
    }

    std::string signatures(const std::string& domain, const char* kind) {
        std::string text;
        uint32_t reg = 0;
        for (const FactorNames& factor : factorsOf(domain))
            text += std::string(kind) + " " + factor.semantic + " " + std::to_string(reg++) +
                    " x float sv=" + factor.systemValue + "\n";
        return text;
    }
    // Factors from cb0, one vector each; extra phases may follow.
    Com<ID3D11HullShader> hull(const std::string& domain, const char* partitioning, const char* output,
                               const std::string& extraSignature = "", const std::string& before = "",
                               const std::string& after = "", uint32_t outPoints = 4) {
        const auto factors = factorsOf(domain);
        std::string text =
            "hs_5_0\n.in A 0 0 xy float\n.out A 0 0 xy float\n" + signatures(domain, ".patch") + extraSignature +
            "hs_decls\ndcl_input_control_point_count 4\ndcl_output_control_point_count " + std::to_string(outPoints) +
            "\ndcl_tessellator_domain domain_" + domain + "\ndcl_tessellator_partitioning partitioning_" +
            partitioning + "\ndcl_tessellator_output_primitive output_" + output +
            "\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[6], immediateIndexed\n" + before +
            "hs_fork_phase\n";
        for (size_t i = 0; i < factors.size(); i++)
            text += "dcl_output_siv o" + std::to_string(i) + ".x, " + factors[i].declared + "\n";
        for (size_t i = 0; i < factors.size(); i++)
            text += "mov o" + std::to_string(i) + ".x, cb0[" + std::to_string(i) + "].x\n";
        return hs(text + "ret\n" + after);
    }
    // Gives its place in xyz and, in w, what `body` makes of r0.
    Com<ID3D11DomainShader> domainShader(const std::string& domain, const std::string& extraSignature = "",
                                         const std::string& declarations = "", const std::string& body = "") {
        const bool tri = domain == "tri";
        return ds("ds_5_0\n.in A 0 0 xy float\n" + signatures(domain, ".patch") + extraSignature +
                  ".out P 0 0 xyzw float\ndcl_input_control_point_count 4\ndcl_tessellator_domain domain_" + domain +
                  "\ndcl_globalFlags refactoringAllowed\ndcl_input vDomain." + (tri ? "xyz" : "xy") +
                  "\ndcl_input vicp[4][0].xy\n" + declarations + "dcl_output o0.xyzw\ndcl_temps 2\nmov r0.x, l(0)\n" +
                  body + "mov o0.xy, vDomain.xyxx\n" + (tri ? "mov o0.z, vDomain.z\n" : "mov o0.z, l(0)\n") +
                  "mov o0.w, r0.x\nret\n");
    }
    // A geometry shader of the primitive that comes out, and all its vertices.
    std::vector<Float4> run(const std::string& domain, ID3D11HullShader* hull, ID3D11DomainShader* made,
                            const char* primitive, std::initializer_list<float> factors) {
        const uint32_t vertices = primitive[0] == 'p' ? 1 : primitive[0] == 'l' ? 2 : 3;
        std::string text =
            "gs_5_0\n.in P 0 0 xyzw float rw=xyzw\n.out P 0 0 xyzw float\ndcl_globalFlags refactoringAllowed\n"
            "dcl_input v[" +
            std::to_string(vertices) + "][0].xyzw\ndcl_inputPrimitive " + primitive + "\ndcl_outputTopology " +
            (vertices == 1   ? "pointlist"
             : vertices == 2 ? "linestrip"
                             : "trianglestrip") +
            "\ndcl_output o0.xyzw\ndcl_maxOutputVertexCount 3\n";
        for (uint32_t i = 0; i < vertices; i++)
            text += "mov o0.xyzw, v[" + std::to_string(i) + "][0].xyzw\nemit\n";
        const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "P", 0, 0, 4, 0}};
        const UINT stride = 16, offset = 0;
        auto geometry =
            gsWithOutput(assembled(text + "ret\n"), entries, std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
        constexpr uint32_t kCapacity = 2048;
        auto target = buffer(kCapacity * 16, D3D11_BIND_STREAM_OUTPUT);
        std::vector<Float4> constants;
        for (float factor : factors)
            constants.push_back({factor, 0, 0, 0});
        constants.resize(6);
        context->HSSetConstantBuffers(0, 1, buffer(96, D3D11_BIND_CONSTANT_BUFFER, constants.data()).array());
        context->VSSetShader(vertex_.get(), nullptr, 0);
        context->HSSetShader(hull, nullptr, 0);
        context->DSSetShader(made, nullptr, 0);
        context->GSSetShader(geometry.get(), nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_4_CONTROL_POINT_PATCHLIST);
        auto statistics = query(D3D11_QUERY_SO_STATISTICS);
        context->SOSetTargets(1, target.array(), &offset);
        context->Begin(statistics.get());
        context->Draw(4, 0);
        context->End(statistics.get());
        context->SOSetTargets(0, nullptr, nullptr);
        const auto written = result<D3D11_QUERY_DATA_SO_STATISTICS>(statistics.get()).NumPrimitivesWritten;
        auto all = read<Float4>(target.get());
        all.resize(std::min<size_t>(all.size(), static_cast<size_t>(written) * vertices));
        return all;
    }
    static std::set<Point> places(const std::vector<Float4>& vertices) {
        std::set<Point> found;
        const auto rounded = [](float x) { return std::round(x * 4096) / 4096; };
        for (const Float4& vertex : vertices)
            found.insert({rounded(vertex[0]), rounded(vertex[1]), rounded(vertex[2])});
        return found;
    }

    Com<ID3D11VertexShader> vertex_;
};

struct CountRow {
    const char* domain;
    const char* partitioning;
    const char* output;
    const char* primitive;
    std::initializer_list<float> factors;
    size_t vertices, places; // all that come out; different ones
};

// Numbers of vertices that follow from the factors.
TEST_F(Tessellation, CountsOfEveryDomainPartitioningAndOutput) {
    const CountRow rows[] = {
        {"tri", "integer", "triangle_cw", "triangle", {1, 1, 1, 1}, 3, 3},
        {"tri", "integer", "triangle_ccw", "triangle", {2, 2, 2, 2}, 18, 7},
        {"tri", "integer", "triangle_cw", "triangle", {3, 3, 3, 3}, 39, 12},
        {"tri", "integer", "point", "point", {3, 3, 3, 3}, 12, 12},
        {"tri", "integer", "triangle_cw", "triangle", {2.5f, 1.2f, 2, 3}, 33, 10}, // rounded up: 3, 2, 2, 3
        {"tri", "fractional_odd", "triangle_cw", "triangle", {1, 1, 1, 1}, 3, 3},
        {"tri", "fractional_odd", "triangle_cw", "triangle", {3, 3, 3, 3}, 39, 12},
        {"tri", "fractional_even", "triangle_cw", "triangle", {2, 2, 2, 2}, 18, 7},
        {"tri", "fractional_even", "point", "point", {1, 1, 1, 1}, 7, 7},  // not below 2
        {"tri", "integer", "triangle_cw", "triangle", {0, 1, 1, 1}, 0, 0}, // culled
        {"tri", "integer", "triangle_cw", "triangle", {-1, 1, 1, 1}, 0, 0},
        {"quad", "integer", "triangle_cw", "triangle", {1, 1, 1, 1, 1, 1}, 6, 4},
        {"quad", "integer", "triangle_ccw", "triangle", {2, 2, 2, 2, 2, 2}, 24, 9},
        {"quad", "integer", "triangle_cw", "triangle", {3, 4, 3, 4, 4, 3}, 72, 20},
        {"quad", "pow2", "triangle_cw", "triangle", {4, 4, 4, 4, 4, 4}, 96, 25},
        {"quad", "integer", "point", "point", {3, 3, 3, 3, 3, 3}, 16, 16},
        {"quad", "fractional_odd", "triangle_cw", "triangle", {3, 3, 3, 3, 3, 3}, 54, 16},
        {"quad", "fractional_even", "triangle_cw", "triangle", {4, 4, 4, 4, 4, 4}, 96, 25},
        {"isoline", "integer", "line", "line", {4, 1}, 8, 8},
        {"isoline", "integer", "line", "line", {1, 4}, 8, 5},
        {"isoline", "integer", "line", "line", {2, 3}, 12, 8},
        {"isoline", "integer", "point", "point", {2, 3}, 8, 8},
        {"isoline", "fractional_odd", "line", "line", {2, 3}, 12, 8},
        {"isoline", "fractional_even", "line", "line", {2, 4}, 16, 10},
    };
    for (const CountRow& row : rows) {
        std::string name = std::string(row.domain) + " " + row.partitioning + " " + row.output;
        for (float factor : row.factors)
            name += " " + std::to_string(factor);
        auto first = hull(row.domain, row.partitioning, row.output);
        auto second = domainShader(row.domain);
        const auto found = run(row.domain, first.get(), second.get(), row.primitive, row.factors);
        EXPECT_EQ(row.vertices, found.size()) << name;
        EXPECT_EQ(row.places, places(found).size()) << name;
    }
}

// The places themselves, and that the order of corners is what the output primitive says.
TEST_F(Tessellation, PlacesAndWinding) {
    for (const bool clockwise : {true, false}) {
        auto first = hull("quad", "integer", clockwise ? "triangle_cw" : "triangle_ccw");
        auto second = domainShader("quad");
        const auto found = run("quad", first.get(), second.get(), "triangle", {2, 2, 2, 2, 2, 2});
        std::set<Point> wanted;
        for (float u : {0.0f, 0.5f, 1.0f})
            for (float v : {0.0f, 0.5f, 1.0f})
                wanted.insert({u, v, 0});
        const auto all = places(found);
        EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), all.begin(), all.end(),
                               [](const Point& a, const Point& b) { return a.u == b.u && a.v == b.v; }));
        for (size_t i = 0; i + 2 < found.size(); i += 3) {
            const float area = (found[i + 1][0] - found[i][0]) * (found[i + 2][1] - found[i][1]) -
                               (found[i + 2][0] - found[i][0]) * (found[i + 1][1] - found[i][1]);
            // With u to the right and v down, clockwise is positive.
            EXPECT_TRUE(clockwise ? area > 0 : area < 0) << "triangle " << i / 3 << ", area " << area;
        }
    }
    auto first = hull("tri", "integer", "triangle_cw");
    auto second = domainShader("tri");
    for (const Float4& vertex : run("tri", first.get(), second.get(), "triangle", {3, 3, 3, 3}))
        EXPECT_NEAR(1, vertex[0] + vertex[1] + vertex[2], 1e-4f);
}

// Density is the number of lines, detail that of segments; lines lie along u, and none at v = 1.
TEST_F(Tessellation, IsolinesHaveDensityThenDetail) {
    auto first = hull("isoline", "integer", "line");
    auto second = domainShader("isoline");
    const auto lines = run("isoline", first.get(), second.get(), "line", {4, 1});
    std::set<float> heights;
    for (size_t i = 0; i + 1 < lines.size(); i += 2) {
        EXPECT_EQ(lines[i][1], lines[i + 1][1]);
        EXPECT_EQ(1, std::abs(lines[i][0] - lines[i + 1][0]));
        heights.insert(lines[i][1]);
    }
    EXPECT_EQ((std::set<float>{0, 0.25f, 0.5f, 0.75f}), heights);
    const auto segments = run("isoline", first.get(), second.get(), "line", {1, 4});
    ASSERT_EQ(8u, segments.size());
    for (const Float4& vertex : segments)
        EXPECT_EQ(0, vertex[1]);
}

// Control points go through when there is no phase for them, and through the phase when there is one, which may be of
// another number.
TEST_F(Tessellation, ControlPoints) {
    auto through = hull("tri", "integer", "point");
    auto sum = domainShader("tri", "", "", "add r0.x, vicp[1][0].x, vicp[3][0].y\n"); // 1 + 103
    for (const Float4& vertex : run("tri", through.get(), sum.get(), "point", {1, 1, 1, 1}))
        EXPECT_EQ(104, vertex[3]);
    // Three points out of four: each the double of the one after it.
    auto changed =
        hull("tri", "integer", "point", "",
             "hs_control_point_phase\ndcl_input vOutputControlPointID\ndcl_input vicp[4][0].xy\ndcl_output "
             "o0.xy\ndcl_temps 1\n"
             "iadd r0.x, vOutputControlPointID, l(1)\nadd o0.xy, vicp[r0.x][0].xyxx, vicp[r0.x][0].xyxx\nret\n",
             "", 3);
    auto three =
        ds("ds_5_0\n.in A 0 0 xy float\n" + signatures("tri", ".patch") +
           ".out P 0 0 xyzw float\ndcl_input_control_point_count 3\ndcl_tessellator_domain domain_tri\n"
           "dcl_globalFlags refactoringAllowed\ndcl_input vDomain.xyz\ndcl_input vicp[3][0].xy\ndcl_output o0.xyzw\n"
           "mov o0.xyz, vDomain.xyzx\nadd o0.w, vicp[0][0].x, vicp[2][0].y\nret\n"); // 2 + 206
    for (const Float4& vertex : run("tri", changed.get(), three.get(), "point", {1, 1, 1, 1}))
        EXPECT_EQ(208, vertex[3]);
}

// Fork instances each write the register of their number, a join phase reads what they wrote, and the domain shader
// chooses by an index.
TEST_F(Tessellation, PatchConstantsByIndex) {
    const std::string extra =
        ".patch B 0 4 x float\n.patch B 1 5 x float\n.patch B 2 6 x float\n.patch C 0 7 x float\n";
    auto first =
        hull("tri", "integer", "point", extra, "",
             "hs_fork_phase\ndcl_hs_fork_phase_instance_count 3\ndcl_input vForkInstanceID\ndcl_input vicp[4][0].xy\n"
             "dcl_output o4.x\ndcl_output o5.x\ndcl_output o6.x\ndcl_temps 1\ndcl_indexRange o4.x, 3\n"
             "mov r0.x, vForkInstanceID.x\nadd o[r0.x + 4].x, vicp[r0.x][0].y, l(0.5)\nret\n"
             "hs_join_phase\ndcl_input vpc4.x\ndcl_input vpc6.x\ndcl_output o7.x\nadd o7.x, vpc4.x, vpc6.x\nret\n");
    auto second = domainShader(
        "tri", extra,
        "dcl_input vpc4.x\ndcl_input vpc5.x\ndcl_input vpc6.x\ndcl_input vpc7.x\ndcl_indexRange vpc4.x, 3\n",
        // Corner u = 1 takes B[0], v = 1 B[1], w = 1 B[2]; all add C.
        "mad r0.x, vDomain.z, l(2.0), vDomain.y\nftoi r0.x, r0.x\nadd r0.x, vpc[r0.x + 4].x, vpc7.x\n");
    const float c = 100.5f + 102.5f;
    const auto found = run("tri", first.get(), second.get(), "point", {1, 1, 1, 1});
    ASSERT_EQ(3u, found.size());
    for (const Float4& vertex : found)
        EXPECT_EQ((vertex[0] == 1 ? 100.5f : vertex[1] == 1 ? 101.5f : 102.5f) + c, vertex[3]);
}

// The number of the patch in every stage behind the input assembler.
TEST_F(Tessellation, PrimitiveNumbers) {
    const std::string extra = ".patch B 0 4 x float\n";
    auto first = hull("tri", "integer", "point", extra, "",
                      "hs_fork_phase\ndcl_input vPrim\ndcl_output o4.x\nutof o4.x, vPrim\nret\n");
    auto second = domainShader("tri", extra, "dcl_input vpc4.x\ndcl_input vPrim\n",
                               "utof r0.x, vPrim\nmad r0.x, r0.x, l(10.0), vpc4.x\n");
    (void)run("tri", first.get(), second.get(), "point", {1, 1, 1, 1});
    // Two patches more, with the same state.
    auto target = buffer(1024, D3D11_BIND_STREAM_OUTPUT);
    const UINT offset = 0;
    context->SOSetTargets(1, target.array(), &offset);
    context->Draw(8, 0);
    context->SOSetTargets(0, nullptr, nullptr);
    const auto found = read<Float4>(target.get());
    for (uint32_t i = 0; i < 6; i++)
        EXPECT_EQ(i < 3 ? 0 : 11, found[i][3]) << i;
}

} // namespace
} // namespace conformance
