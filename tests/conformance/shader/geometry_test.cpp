// Geometry shaders: each input primitive with the vertices that it has, primitive and instance numbers, cuts, layers
// and viewports. D3D11.3 functional specification, section 13.
#include "shader_test.h"

namespace conformance {
namespace {

// Vertex i carries i.
constexpr const char* kVertex = "vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out A 0 0 x float\n"
                                "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\ndcl_output o0.x\n"
                                "utof o0.x, v0.x\nret\n";

struct PrimitiveRow {
    const char* name;
    D3D11_PRIMITIVE_TOPOLOGY topology;
    uint32_t vertices; // of the shader's primitive
    UINT drawn;
    std::vector<std::vector<float>> wanted; // by primitive
};

class Geometry : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        auto vertex = vs(kVertex);
        context->VSSetShader(vertex.get(), nullptr, 0);
    }
    // Streams the primitive's number, then all vertices, six places a primitive.
    Com<ID3D11GeometryShader> listing(const char* primitive, uint32_t vertices) {
        std::string text = "gs_5_0\n.in A 0 0 x float rw=x\n.in SV_PrimitiveID 0 - x uint sv=PRIMID\n.out N 0 0 xyzw "
                           "float\n.out N 1 1 xyzw float\n"
                           "dcl_globalFlags refactoringAllowed\ndcl_input v[" +
                           std::to_string(vertices) + "][0].x\ndcl_input vPrim\ndcl_temps 1\ndcl_inputPrimitive " +
                           primitive +
                           "\ndcl_stream m0\ndcl_outputTopology pointlist\ndcl_output o0.xyzw\ndcl_output o1.xyzw\n"
                           "dcl_maxOutputVertexCount 1\nmov o0.xyzw, l(-1.0, -1.0, -1.0, -1.0)\nmov o1.xyzw, l(-1.0, "
                           "-1.0, -1.0, -1.0)\n";
        for (uint32_t i = 0; i < vertices; i++)
            text += std::string("mov o") + char('0' + i / 4) + "." + "xyzw"[i % 4] + ", v[" + std::to_string(i) +
                    "][0].x\n";
        text += "utof o1.w, vPrim\nemit_stream m0\nret\n";
        const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "N", 0, 0, 4, 0}, {0, "N", 1, 0, 4, 0}};
        const UINT stride = 32;
        return gsWithOutput(assembled(text), entries, std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
    }
};

TEST_F(Geometry, EveryInputPrimitive) {
    const PrimitiveRow rows[] = {
        {"point", D3D11_PRIMITIVE_TOPOLOGY_POINTLIST, 1, 3, {{0}, {1}, {2}}},
        {"line", D3D11_PRIMITIVE_TOPOLOGY_LINELIST, 2, 5, {{0, 1}, {2, 3}}},
        {"line", D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP, 2, 4, {{0, 1}, {1, 2}, {2, 3}}},
        {"lineadj", D3D11_PRIMITIVE_TOPOLOGY_LINELIST_ADJ, 4, 8, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
        {"lineadj", D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP_ADJ, 4, 6, {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}}},
        {"triangle", D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST, 3, 7, {{0, 1, 2}, {3, 4, 5}}},
        {"triangle", D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP, 3, 5, {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}},
        {"triangleadj", D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST_ADJ, 6, 12, {{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}},
        {"triangleadj",
         D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP_ADJ,
         6,
         10,
         {{0, 1, 2, 6, 4, 3}, {2, 5, 6, 8, 4, 0}, {4, 2, 6, 9, 8, 7}}},
    };
    for (const PrimitiveRow& row : rows) {
        SCOPED_TRACE(std::string(row.name) + ", " + std::to_string(row.topology));
        const std::vector<float> before(8 * 8, -2);
        auto target = buffer(8 * 8 * 4, D3D11_BIND_STREAM_OUTPUT, before.data());
        auto shader = listing(row.name, row.vertices);
        context->GSSetShader(shader.get(), nullptr, 0);
        context->IASetPrimitiveTopology(row.topology);
        const UINT offset = 0;
        context->SOSetTargets(1, target.array(), &offset);
        context->Draw(row.drawn, 0);
        context->SOSetTargets(0, nullptr, nullptr);
        const auto found = read<float>(target.get());
        for (size_t p = 0; p < row.wanted.size(); p++) {
            for (size_t i = 0; i < row.wanted[p].size(); i++)
                EXPECT_EQ(row.wanted[p][i], found[p * 8 + i]) << "primitive " << p << ", vertex " << i;
            EXPECT_EQ(float(p), found[p * 8 + 7]) << "number of primitive " << p;
        }
        EXPECT_EQ(-2, found[row.wanted.size() * 8]) << "one primitive too many";
    }
}

// Four instances of the shader each draw a square: instance i into layer i and through viewport i, with the number in
// red and the primitive's number that they give, not the one that they got, in green.
TEST_F(Geometry, LayersAndViewports) {
    auto shader =
        gs("gs_5_0\n.in A 0 0 x float\n.out SV_Position 0 0 xyzw float sv=POS\n.out A 0 1 x float\n"
           ".out SV_RenderTargetArrayIndex 0 2 x uint sv=RTINDEX\n.out SV_ViewportArrayIndex 0 2 y uint sv=VPINDEX\n"
           ".out SV_PrimitiveID 0 3 x uint sv=PRIMID\n"
           "dcl_globalFlags refactoringAllowed\ndcl_input v[1][0].x\ndcl_input vGSInstanceID\ndcl_temps 2\n"
           "dcl_gs_instance_count 4\ndcl_inputPrimitive point\ndcl_stream m0\ndcl_outputTopology trianglestrip\n"
           "dcl_output_siv o0.xyzw, position\ndcl_output o1.x\ndcl_output_siv o2.x, rendertarget_array_index\n"
           "dcl_output_siv o2.y, viewport_array_index\ndcl_output_sgv o3.x, primitive_id\ndcl_maxOutputVertexCount 4\n"
           "utof r0.x, vGSInstanceID.x\niadd r0.y, vGSInstanceID.x, l(20)\n"
           "mov r1.x, l(0)\nloop\nige r0.z, r1.x, l(4)\nbreakc_nz r0.z\n"
           "and r0.zw, r1.xxxx, l(0, 0, 1, 2)\nutof r0.zw, r0.zzzw\n"
           "mad o0.x, r0.z, l(2.0), l(-1.0)\nadd o0.y, l(1.0), -r0.w\nmov o0.zw, l(0, 0, 0, 1.0)\n" // corners, top left
                                                                                                    // first
           "mov o1.x, r0.x\nmov o2.x, vGSInstanceID.x\nmov o2.y, vGSInstanceID.x\nmov o3.x, r0.y\n"
           "emit_stream m0\niadd r1.x, r1.x, l(1)\nendloop\nret\n");
    auto pixel = ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in A 0 1 x float rw=x\n"
                    ".in SV_RenderTargetArrayIndex 0 2 x uint sv=RTINDEX rw=x\n.in SV_ViewportArrayIndex 0 2 y uint "
                    "sv=VPINDEX rw=y\n"
                    ".in SV_PrimitiveID 0 3 x uint sv=PRIMID rw=x\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
                    "dcl_globalFlags refactoringAllowed\ndcl_input_ps linear v1.x\n"
                    "dcl_input_ps_siv constant v2.x, rendertarget_array_index\ndcl_input_ps_siv constant v2.y, "
                    "viewport_array_index\n"
                    "dcl_input_ps_sgv constant v3.x, primitive_id\ndcl_output o0.xyzw\n"
                    "mov o0.x, v1.x\nutof o0.y, v3.x\nutof o0.zw, v2.xxxy\nret\n");
    auto layers = texture(8, 2, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET, nullptr, 0, 1, 4);
    auto view = target(layers.get());
    const float before[4] = {-1, -1, -1, -1};
    context->ClearRenderTargetView(view.get(), before);
    bindTarget(view);
    const D3D11_VIEWPORT areas[4] = {{0, 0, 2, 2, 0, 1}, {2, 0, 2, 2, 0, 1}, {4, 0, 2, 2, 0, 1}, {6, 0, 2, 2, 0, 1}};
    context->RSSetViewports(4, areas);
    context->GSSetShader(shader.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    context->Draw(1, 0);
    for (uint32_t layer = 0; layer < 4; layer++) {
        const Readback found = read(layers.get(), layer);
        const float n = float(layer);
        for (uint32_t x = 0; x < 8; x++) // the strip covers the upper half
            EXPECT_TRUE(
                close(x / 2 == layer ? Float4{n, 20 + n, n, n} : Float4{-1, -1, -1, -1}, found.at<Float4>(x, 0)))
                << "layer " << layer << ", column " << x;
    }
}

// Without a geometry shader the pixel shader reads zero.
TEST_F(Geometry, WithoutOneTheIndexIsZero) {
    auto pixel =
        ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in SV_RenderTargetArrayIndex 0 1 x uint sv=RTINDEX rw=x\n"
           ".out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
           "dcl_input_ps_siv constant v1.x, rendertarget_array_index\ndcl_output o0.xyzw\ndcl_temps 1\n"
           "utof r0.x, v1.x\nadd o0.xyzw, r0.xxxx, l(5.0, 5.0, 5.0, 5.0)\nret\n");
    auto color = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    bindTarget(target(color.get()));
    viewport(4, 4);
    drawFullscreen(pixel.get());
    EXPECT_TRUE(close({5, 5, 5, 5}, read(color.get()).at<Float4>(1, 1)));
}

// A cut begins a new strip; what is left of one that is too short draws nothing.
TEST_F(Geometry, Cuts) {
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "N", 0, 0, 1, 0}};
    const UINT stride = 4, offset = 0;
    auto shader = gsWithOutput(
        assembled(
            "gs_5_0\n.in A 0 0 x float\n.out N 0 0 x float\ndcl_globalFlags refactoringAllowed\ndcl_input v[1][0].x\n"
            "dcl_inputPrimitive point\ndcl_outputTopology linestrip\ndcl_output o0.x\ndcl_maxOutputVertexCount 8\n"
            "mov o0.x, l(1.0)\nemit\nmov o0.x, l(2.0)\nemit\nmov o0.x, l(3.0)\nemitThenCut\n"
            "mov o0.x, l(4.0)\nemit\ncut\nmov o0.x, l(5.0)\nemit\nmov o0.x, l(6.0)\nemit\nret\n"),
        entries, std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
    const std::vector<float> before(8, -2);
    auto target = buffer(32, D3D11_BIND_STREAM_OUTPUT, before.data());
    context->GSSetShader(shader.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    context->SOSetTargets(1, target.array(), &offset);
    context->Draw(1, 0);
    context->SOSetTargets(0, nullptr, nullptr);
    EXPECT_EQ((std::vector<float>{1, 2, 2, 3, 5, 6, -2, -2}), read<float>(target.get()));
}

} // namespace
} // namespace conformance
