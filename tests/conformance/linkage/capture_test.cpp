// Stream output of a vertex or domain shader: CreateGeometryShaderWithStreamOutput takes their byte code, too, and the
// geometry stage then passes everything through. Rules: Microsoft Learn, CreateGeometryShaderWithStreamOutput; D3D11.3
// functional specification 14.

#include "../shader/shader_test.h"

#include <algorithm>

namespace conformance {

namespace {

// The vertex's number as its position (x from it) and twice it as a colour.
constexpr const char* kVertex = R"(vs_5_0
.in SV_VertexID 0 0 x uint sv=VERTID rw=x
.out SV_Position 0 0 xyzw float sv=POS
.out COLOR 0 1 xyzw float
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 1
utof r0.x, v0.x
mad o0.x, r0.x, l(2.0), l(-1.0)
mul o0.y, r0.x, l(0.0)
mov o0.zw, l(0, 0, 0.5, 1.0)
mul o1.xyzw, r0.xxxx, l(2.0, 4.0, 8.0, 16.0)
ret
)";

constexpr const char* kWhite = R"(ps_5_0
.in SV_Position 0 0 xyzw float sv=POS
.in COLOR 0 1 xyzw float rw=xyzw
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
mov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)
ret
)";

class Capture : public ShaderTest {
protected:
    Com<ID3D11Buffer> outputBuffer(uint32_t bytes) {
        const std::vector<uint8_t> zeros(bytes, 0);
        return buffer(bytes, D3D11_BIND_STREAM_OUTPUT, zeros.data());
    }
    void bindOutput(ID3D11Buffer* to) {
        const UINT offset = 0;
        context->SOSetTargets(to ? 1 : 0, &to, &offset);
    }
};

const D3D11_SO_DECLARATION_ENTRY kColorAndX[] = {{0, "COLOR", 0, 1, 2, 0}, {0, "SV_Position", 0, 0, 1, 0}};

} // namespace

TEST_F(Capture, AVertexShaderAsGeometryCodePassesThrough) {
    const UINT stride = 12;
    const auto code = assembled(kVertex);
    auto pass = gsWithOutput(code, kColorAndX, {&stride, 1}, 0);
    ASSERT_TRUE(pass.get());
    auto vertex = vertexShader(code);
    auto output = outputBuffer(256);
    auto color = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    bindTarget(view);
    viewport(4, 4);
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->GSSetShader(pass.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    bindOutput(output.get());
    context->Draw(3, 0);
    bindOutput(nullptr);
    const auto found = read<float>(output.get());
    for (int i = 0; i < 3; i++) {
        EXPECT_EQ(4.0f * i, found[3 * i]);
        EXPECT_EQ(8.0f * i, found[3 * i + 1]);
        EXPECT_EQ(2.0f * i - 1.0f, found[3 * i + 2]);
    }
    EXPECT_EQ(0.0f, found[9]);
}

TEST_F(Capture, StripsAreWrittenAsLists) {
    const D3D11_SO_DECLARATION_ENTRY x[] = {{0, "SV_Position", 0, 0, 1, 0}};
    const UINT stride = 4;
    const auto code = assembled(kVertex);
    auto pass = gsWithOutput(code, x, {&stride, 1}, D3D11_SO_NO_RASTERIZED_STREAM);
    ASSERT_TRUE(pass.get());
    auto vertex = vertexShader(code);
    auto output = outputBuffer(64);
    viewport(4, 4);
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->GSSetShader(pass.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP);
    bindOutput(output.get());
    context->Draw(3, 0);
    bindOutput(nullptr);
    const auto found = read<float>(output.get());
    const float wanted[] = {-1, 1, 1, 3, 0};
    for (size_t i = 0; i < std::size(wanted); i++)
        EXPECT_EQ(wanted[i], found[i]) << i;
}

// The same vertex shader with and without capture, and what is rasterised besides.
TEST_F(Capture, RasterisationGoesOnUnlessNoStreamIsRasterised) {
    const UINT stride = 12;
    const auto code = assembled(kVertex);
    auto vertex = vertexShader(code);
    auto white = ps(kWhite);
    auto color = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    auto output = outputBuffer(256);
    const auto draw = [&](ID3D11GeometryShader* geometry) {
        const float black[4] = {};
        context->ClearRenderTargetView(view.get(), black);
        bindTarget(view);
        viewport(4, 4);
        context->VSSetShader(vertex.get(), nullptr, 0);
        context->GSSetShader(geometry, nullptr, 0);
        context->PSSetShader(white.get(), nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_LINELIST);
        bindOutput(output.get());
        context->Draw(2, 0);
        bindOutput(nullptr);
        return read(color.get()).at<Float4>(1, 2)[0] + read(color.get()).at<Float4>(1, 1)[0];
    };
    EXPECT_EQ(1.0f, draw(nullptr));
    EXPECT_EQ(1.0f, draw(gsWithOutput(code, kColorAndX, {&stride, 1}, 0).get()));
    EXPECT_EQ(0.0f, draw(gsWithOutput(code, kColorAndX, {&stride, 1}, D3D11_SO_NO_RASTERIZED_STREAM).get()));
    EXPECT_EQ(1.0f, draw(nullptr));
}

TEST_F(Capture, ADomainShaderAsGeometryCodeCapturesWhatTheTessellatorMakes) {
    auto hull = hs(R"(hs_5_0
.in SV_Position 0 0 xyzw float sv=POS
.in COLOR 0 1 xyzw float rw=x
.out COLOR 0 1 xyzw float
.patch SV_TessFactor 0 0 x float sv=TRIEDGE
.patch SV_TessFactor 1 1 x float sv=TRIEDGE
.patch SV_TessFactor 2 2 x float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x float sv=TRIINT
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_cw
dcl_globalFlags refactoringAllowed
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[3][1].xyzw
dcl_output o1.xyzw
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o1.xyzw, v[r0.x + 0][1].xyzw
ret
hs_fork_phase
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_output_siv o3.x, finalTriInsideTessFactor
mov o0.x, l(1.0)
mov o1.x, l(1.0)
mov o2.x, l(1.0)
mov o3.x, l(1.0)
ret
)");
    const auto code = assembled(R"(ds_5_0
.in COLOR 0 1 xyzw float rw=x
.patch SV_TessFactor 0 0 x float sv=TRIEDGE
.patch SV_TessFactor 1 1 x float sv=TRIEDGE
.patch SV_TessFactor 2 2 x float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x float sv=TRIINT
.out SV_Position 0 0 xyzw float sv=POS
.out SUM 0 1 x float
dcl_input_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xyz
dcl_input vicp[3][1].xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.x
dcl_temps 1
mov o0.xyzw, l(0, 0, 0, 1.0)
mul r0.x, vDomain.x, vicp[0][1].x
mad r0.x, vDomain.y, vicp[1][1].x, r0.x
mad o1.x, vDomain.z, vicp[2][1].x, r0.x
ret
)");
    const D3D11_SO_DECLARATION_ENTRY sum[] = {{0, "SUM", 0, 0, 1, 0}};
    const UINT stride = 4;
    auto pass = gsWithOutput(code, sum, {&stride, 1}, D3D11_SO_NO_RASTERIZED_STREAM);
    ASSERT_TRUE(pass.get());
    Com<ID3D11DomainShader> domain;
    ASSERT_HR(S_OK, device->CreateDomainShader(code.data(), code.size(), nullptr, domain.out()));
    auto vertex = vs(kVertex);
    auto output = outputBuffer(64);
    viewport(4, 4);
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->HSSetShader(hull.get(), nullptr, 0);
    context->DSSetShader(domain.get(), nullptr, 0);
    context->GSSetShader(pass.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST);
    bindOutput(output.get());
    context->Draw(3, 0);
    bindOutput(nullptr);
    auto found = read<float>(output.get());
    std::sort(found.begin(), found.begin() + 3); // where a triangle begins is the driver's choice
    EXPECT_EQ(0.0f, found[0]);
    EXPECT_EQ(2.0f, found[1]);
    EXPECT_EQ(4.0f, found[2]);
    EXPECT_EQ(0.0f, found[3]);
}

// A geometry shader takes patches of the input assembler when there is no tessellation.
TEST_F(Capture, GeometryShadersTakePatches) {
    const D3D11_SO_DECLARATION_ENTRY x[] = {{0, "OUT", 0, 0, 1, 0}};
    const UINT stride = 4;
    struct Row {
        int points;
        const char* primitive;
    };
    for (const Row& row : {Row{1, "patch_1"}, Row{2, "patch_2"}, Row{3, "patch_3"}, Row{4, "patch_4"}, Row{6, "patch_6"}}) {
        const std::string count = std::to_string(row.points);
        // Point n of the patch counts with weight 10 to the power of n.
        std::string body;
        for (int i = 0; i < row.points; i++)
            body += "mad r0.x, v[" + std::to_string(i) + "][1].x, l(" + std::to_string(i + 1) + ".0), r0.x\n";
        const auto code = assembled("gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in COLOR 0 1 xyzw float rw=x\n"
                                    ".out OUT 0 0 x float\ndcl_globalFlags refactoringAllowed\n"
                                    "dcl_input v[" + count + "][1].x\ndcl_temps 1\ndcl_inputprimitive " + row.primitive +
                                    "\ndcl_outputtopology pointlist\ndcl_output o0.x\ndcl_maxout 1\n"
                                    "mov r0.x, l(0.5)\n" + body + "mov o0.x, r0.x\nemit\nret\n");
        auto geometry = gsWithOutput(code, x, {&stride, 1}, D3D11_SO_NO_RASTERIZED_STREAM);
        ASSERT_TRUE(geometry.get());
        auto vertex = vs(kVertex);
        auto output = outputBuffer(64);
        viewport(4, 4);
        context->VSSetShader(vertex.get(), nullptr, 0);
        context->GSSetShader(geometry.get(), nullptr, 0);
        context->IASetPrimitiveTopology(static_cast<D3D11_PRIMITIVE_TOPOLOGY>(
            D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST + row.points - 1));
        bindOutput(output.get());
        context->Draw(static_cast<UINT>(2 * row.points), 0);
        bindOutput(nullptr);
        const auto found = read<float>(output.get());
        for (int patch = 0; patch < 2; patch++) {
            float wanted = 0.5f;
            for (int i = 0; i < row.points; i++)
                wanted += 2.0f * static_cast<float>(patch * row.points + i) * static_cast<float>(i + 1);
            EXPECT_EQ(wanted, found[patch]) << row.primitive;
        }
        EXPECT_EQ(0.0f, found[2]) << row.primitive;
    }
}

} // namespace conformance
