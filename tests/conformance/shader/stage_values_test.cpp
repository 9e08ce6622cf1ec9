// System values, stage by stage, with numbers: those that other tests of this folder do not have. Vertex and instance
// numbers of draws with offsets, primitive numbers per instance and in each phase of a hull shader, tessellation
// factors in domain shaders, facing of points and lines, layers, viewports and distances from each stage that may write
// them, distances read by pixel shaders, coverage under a sample mask. D3D11.3 functional specification,
// sections 4.4, 8.16 to 8.18, 15.12, 16.3.
#include "shader_test.h"

namespace conformance {
namespace {

const std::string kFlags = "dcl_globalFlags refactoringAllowed\n";

class StageValues : public ShaderTest {
protected:
    Com<ID3D11Texture2D> clearedTarget(uint32_t width, uint32_t height, uint32_t layers = 1, uint32_t samples = 1) {
        const D3D11_TEXTURE2D_DESC desc = {width,
                                           height,
                                           1,
                                           layers,
                                           DXGI_FORMAT_R32G32B32A32_FLOAT,
                                           {samples, 0},
                                           D3D11_USAGE_DEFAULT,
                                           D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE,
                                           0,
                                           0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        auto view = target(made.get());
        const float before[4] = {-1, -1, -1, -1};
        context->ClearRenderTargetView(view.get(), before);
        bindTarget(view);
        viewport(static_cast<float>(width), static_cast<float>(height));
        return made;
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
    void use(ID3D11VertexShader* vertex, ID3D11PixelShader* pixel) {
        context->VSSetShader(vertex, nullptr, 0);
        context->PSSetShader(pixel, nullptr, 0);
    }
};

// A triangle over all of the target from three vertices; for those who need no more.
const std::string kWholeBody =
    "ieq r0.xy, v0.xxxx, l(2, 1, 0, 0)\nmovc o0.xy, r0.xyxx, l(3.0, 3.0, 0, 0), l(-1.0, -1.0, 0, 0)\n"
    "mov o0.zw, l(0, 0, 0.5, 1.0)\n";

// Vertex numbers count from 0 whatever the first vertex is, and are the bare indices of indexed draws; instance numbers
// count from 0 whatever the first instance is.
TEST_F(StageValues, VertexAndInstanceNumbers) {
    const auto code =
        assembled("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.in SV_InstanceID 0 1 x uint sv=INSTID rw=x\n"
                  ".out N 0 0 xy uint\n" +
                  kFlags +
                  "dcl_input_sgv v0.x, vertex_id\ndcl_input_sgv v1.x, instance_id\ndcl_output o0.xy\n"
                  "mov o0.x, v0.x\nmov o0.y, v1.x\nret\n");
    auto vertex = vertexShader(code);
    const D3D11_SO_DECLARATION_ENTRY entry = {0, "N", 0, 0, 2, 0};
    const UINT stride = 8, offset = 0;
    auto capture = gsWithOutput(code, std::span(&entry, 1), std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
    use(vertex.get(), nullptr);
    context->GSSetShader(capture.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    const uint16_t indices[] = {9, 9, 3, 1, 4, 65534};
    context->IASetIndexBuffer(buffer(sizeof indices, D3D11_BIND_INDEX_BUFFER, indices).get(), DXGI_FORMAT_R16_UINT, 0);
    const auto drawn = [&](auto&& draw) {
        const std::vector<uint32_t> before(16, 77);
        auto output = buffer(64, D3D11_BIND_STREAM_OUTPUT, before.data());
        context->SOSetTargets(1, output.array(), &offset);
        draw();
        context->SOSetTargets(0, nullptr, nullptr);
        auto found = read<uint32_t>(output.get());
        while (!found.empty() && found.back() == 77)
            found.pop_back();
        return found;
    };
    using Numbers = std::vector<uint32_t>;
    EXPECT_EQ((Numbers{0, 0, 1, 0, 2, 0}), drawn([&] { context->Draw(3, 100); }));
    EXPECT_EQ((Numbers{0, 0, 1, 0, 0, 1, 1, 1}), drawn([&] { context->DrawInstanced(2, 2, 7, 5); }));
    EXPECT_EQ((Numbers{3, 0, 1, 0, 4, 0, 65534, 0}), drawn([&] { context->DrawIndexed(4, 2, 0); }));
    EXPECT_EQ((Numbers{3, 0, 1, 0}), drawn([&] { context->DrawIndexed(2, 2, 1000); }));
    EXPECT_EQ((Numbers{1, 0, 4, 0, 1, 1, 4, 1}), drawn([&] { context->DrawIndexedInstanced(2, 2, 3, -1, 9); }));
    // The same from a buffer of arguments.
    const uint32_t arguments[] = {2, 2, 7, 5, 2, 2, 3, 50, 9};
    auto indirect = buffer(sizeof arguments, 0, arguments, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    EXPECT_EQ((Numbers{0, 0, 1, 0, 0, 1, 1, 1}), drawn([&] { context->DrawInstancedIndirect(indirect.get(), 0); }));
    EXPECT_EQ((Numbers{1, 0, 4, 0, 1, 1, 4, 1}),
              drawn([&] { context->DrawIndexedInstancedIndirect(indirect.get(), 16); }));
}

// Primitive numbers start again with each instance: for geometry shaders and for pixels.
TEST_F(StageValues, PrimitiveNumbersPerInstance) {
    // Point v of instance i: column v, row i.
    auto vertex =
        vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.in SV_InstanceID 0 1 x uint sv=INSTID rw=x\n"
           ".out SV_Position 0 0 xyzw float sv=POS\n" +
           kFlags +
           "dcl_input_sgv v0.x, vertex_id\ndcl_input_sgv v1.x, instance_id\ndcl_output_siv o0.xyzw, position\n"
           "dcl_temps 1\nutof r0.x, v0.x\nutof r0.y, v1.x\nmad o0.x, r0.x, l(0.5), l(-0.75)\n"
           "mad o0.y, r0.y, l(-0.5), l(0.75)\nmov o0.zw, l(0, 0, 0, 1.0)\nret\n");
    auto geometry =
        gs("gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.in SV_PrimitiveID 0 - x uint sv=PRIMID\n"
           ".out SV_Position 0 0 xyzw float sv=POS\n.out SV_PrimitiveID 0 1 x uint sv=PRIMID\n" +
           kFlags +
           "dcl_input_siv v[1][0].xyzw, position\ndcl_input vPrim\ndcl_temps 1\ndcl_inputPrimitive point\n"
           "dcl_outputTopology pointlist\ndcl_output_siv o0.xyzw, position\ndcl_output_sgv o1.x, primitive_id\n"
           "dcl_maxOutputVertexCount 1\nmov o0.xyzw, v[0][0].xyzw\niadd o1.x, vPrim, l(10)\nemit\nret\n");
    auto pixel = ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in SV_PrimitiveID 0 1 x uint sv=PRIMID rw=x\n"
                    ".out SV_Target 0 0 xyzw float sv=TARGET\n" +
                    kFlags +
                    "dcl_input_ps_sgv constant v1.x, primitive_id\ndcl_output o0.xyzw\ndcl_temps 1\n"
                    "utof r0.x, v1.x\nmov o0.xyzw, r0.xxxx\nret\n");
    use(vertex.get(), pixel.get());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    for (const bool with : {false, true}) {
        auto color = clearedTarget(4, 4);
        context->GSSetShader(with ? geometry.get() : nullptr, nullptr, 0);
        context->DrawInstanced(4, 4, 3, 2);
        const auto found = read(color.get());
        for (uint32_t y = 0; y < 4; y++)
            for (uint32_t x = 0; x < 4; x++)
                EXPECT_EQ(float(x + (with ? 10 : 0)), found.at<Float4>(x, y)[0]) << x << ", " << y;
    }
}

// Points and lines face the front, also where triangles of the same winding would not.
TEST_F(StageValues, PointsAndLinesFaceTheFront) {
    auto vertex =
        vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n" + kFlags +
           "dcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\ndcl_temps 1\n"
           "utof r0.x, v0.x\nmad o0.x, r0.x, l(-1.5), l(0.75)\nmov o0.yzw, l(0, 0.25, 0, 1.0)\nret\n");
    auto pixel =
        ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in SV_IsFrontFace 0 1 x uint sv=FFACE rw=x\n"
           ".out SV_Target 0 0 xyzw float sv=TARGET\n" +
           kFlags +
           "dcl_input_ps_sgv constant v1.x, is_front_face\ndcl_output o0.xyzw\ndcl_temps 1\n"
           "ieq r0.x, v1.x, l(-1)\nmovc o0.xyzw, r0.xxxx, l(1.0, 1.0, 1.0, 1.0), l(2.0, 2.0, 2.0, 2.0)\nret\n");
    use(vertex.get(), pixel.get());
    for (const BOOL counterClockwise : {FALSE, TRUE}) {
        D3D11_RASTERIZER_DESC desc = {};
        desc.FillMode = D3D11_FILL_SOLID;
        desc.CullMode = D3D11_CULL_BACK;
        desc.FrontCounterClockwise = counterClockwise;
        desc.DepthClipEnable = TRUE;
        Com<ID3D11RasterizerState> state;
        ASSERT_HR(S_OK, device->CreateRasterizerState(&desc, state.out()));
        for (const auto topology : {D3D11_PRIMITIVE_TOPOLOGY_POINTLIST, D3D11_PRIMITIVE_TOPOLOGY_LINELIST}) {
            auto color = clearedTarget(4, 4);
            context->RSSetState(state.get());
            context->IASetPrimitiveTopology(topology);
            context->Draw(2, 0);
            const uint32_t column = topology == D3D11_PRIMITIVE_TOPOLOGY_POINTLIST ? 3 : 2;
            EXPECT_EQ(1, read(color.get()).at<Float4>(column, 1)[0]) << topology << ", " << counterClockwise;
        }
    }
}

// A patch of the triangle domain with three control points.
const std::string kTriFactors =
    ".patch SV_TessFactor 0 0 x float sv=TRIEDGE\n.patch SV_TessFactor 1 1 x float sv=TRIEDGE\n"
    ".patch SV_TessFactor 2 2 x float sv=TRIEDGE\n.patch SV_InsideTessFactor 0 3 x float sv=TRIINT\n";
const std::string kTriPhase = "hs_fork_phase\ndcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\n"
                              "dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor\ndcl_output_siv o2.x, "
                              "finalTriWeq0EdgeTessFactor\ndcl_output_siv o3.x, finalTriInsideTessFactor\n";
const std::string kHullHead = "hs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 3\n"
                              "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_integer\n"
                              "dcl_tessellator_output_primitive output_triangle_cw\n" +
                              kFlags;
// Gives the weighted position of the control points.
const std::string kDomainPlace =
    "mul r0.xy, vDomain.xxxx, vicp[0][0].xyxx\nmad r0.xy, vDomain.yyyy, vicp[1][0].xyxx, r0.xyxx\n"
    "mad o0.xy, vDomain.zzzz, vicp[2][0].xyxx, r0.xyxx\nmov o0.zw, l(0, 0, 0.5, 1.0)\n";

// The patch's number in the control point phase, in fork and join phases and in the domain shader, whose pixels then
// have the sum in different places; the domain shader reads the factors as they are after the hull shader.
TEST_F(StageValues, PatchNumbersAndFactors) {
    auto vertex =
        vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.in SV_InstanceID 0 1 x uint sv=INSTID rw=x\n"
           ".out P 0 0 xy float\n" +
           kFlags +
           "dcl_input_sgv v0.x, vertex_id\ndcl_output o0.xy\ndcl_temps 1\nudiv null, r0.x, v0.x, l(3)\n"
           "ieq r0.xy, r0.xxxx, l(2, 1, 0, 0)\nmovc o0.xy, r0.xyxx, l(3.0, 3.0, 0, 0), l(-1.0, -1.0, 0, 0)\nret\n");
    auto hull =
        hs("hs_5_0\n.in P 0 0 xy float rw=xy\n.out P 0 0 xy float\n.out N 0 1 x float\n" + kTriFactors +
           ".patch B 0 4 x float\n.patch C 0 5 x float\n" + kHullHead +
           "hs_control_point_phase\ndcl_input vOutputControlPointID\ndcl_input vPrim\ndcl_input v[3][0].xy\n"
           "dcl_output o0.xy\ndcl_output o1.x\ndcl_temps 1\nmov r0.x, vOutputControlPointID\n"
           "mov o0.xy, v[r0.x + 0][0].xyxx\nutof o1.x, vPrim\nret\n" +
           kTriPhase +
           "dcl_input vPrim\ndcl_output o4.x\nmov o0.x, l(1.0)\nmov o1.x, l(2.0)\nmov o2.x, l(1.5)\nmov o3.x, l(1.25)\n"
           "utof o4.x, vPrim\nret\n"
           "hs_join_phase\ndcl_input vPrim\ndcl_output o5.x\nutof o5.x, vPrim\nret\n");
    const auto code =
        assembled("ds_5_0\n.in P 0 0 xy float rw=xy\n.in N 0 1 x float rw=x\n" + kTriFactors +
                  ".patch B 0 4 x float\n.patch C 0 5 x float\n.out F 0 0 xyzw float\n.out N 0 1 xyzw float\n"
                  "dcl_input_control_point_count 3\ndcl_tessellator_domain domain_tri\n" +
                  kFlags +
                  "dcl_input vDomain.xyz\ndcl_input vicp[3][0].xy\ndcl_input vicp[3][1].x\ndcl_input vPrim\n"
                  "dcl_input_siv vpc0.x, finalTriUeq0EdgeTessFactor\ndcl_input_siv vpc1.x, finalTriVeq0EdgeTessFactor\n"
                  "dcl_input_siv vpc2.x, finalTriWeq0EdgeTessFactor\ndcl_input_siv vpc3.x, finalTriInsideTessFactor\n"
                  "dcl_input vpc4.x\ndcl_input vpc5.x\ndcl_output o0.xyzw\ndcl_output o1.xyzw\n"
                  "mov o0.x, vpc0.x\nmov o0.y, vpc1.x\nmov o0.z, vpc2.x\nmov o0.w, vpc3.x\n"
                  "mov o1.x, vicp[2][1].x\nmov o1.y, vpc4.x\nmov o1.z, vpc5.x\nutof o1.w, vPrim\nret\n");
    Com<ID3D11DomainShader> domain;
    ASSERT_HR(S_OK, device->CreateDomainShader(code.data(), code.size(), nullptr, domain.out()));
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "F", 0, 0, 4, 0}, {0, "N", 0, 0, 4, 0}};
    const UINT stride = 32, offset = 0;
    auto capture = gsWithOutput(code, entries, std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
    use(vertex.get(), nullptr);
    context->HSSetShader(hull.get(), nullptr, 0);
    context->DSSetShader(domain.get(), nullptr, 0);
    context->GSSetShader(capture.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST);
    auto output = buffer(32 * 3 * 64, D3D11_BIND_STREAM_OUTPUT);
    auto statistics = query(D3D11_QUERY_SO_STATISTICS);
    context->SOSetTargets(1, output.array(), &offset);
    context->Begin(statistics.get());
    context->DrawInstanced(9, 2, 0, 0);
    context->End(statistics.get());
    context->SOSetTargets(0, nullptr, nullptr);
    const auto triangles = result<D3D11_QUERY_DATA_SO_STATISTICS>(statistics.get()).NumPrimitivesWritten;
    ASSERT_EQ(0u, triangles % 6);
    ASSERT_LT(6u, triangles);
    const auto found = read<Float4>(output.get());
    const size_t perPatch = static_cast<size_t>(triangles / 6) * 3;
    for (size_t i = 0; i < perPatch * 6; i++) {
        const float patch = float(i / perPatch % 3); // three of an instance, then three of the next
        EXPECT_TRUE(close({1, 2, 1.5f, 1.25f}, found[i * 2])) << i;
        EXPECT_TRUE(close({patch, patch, patch, patch}, found[i * 2 + 1])) << i;
    }
}

// Layer and viewport from the stage before the rasterizer, whichever it is; of geometry shaders always, of the others
// where the device says so.
TEST_F(StageValues, LayersAndViewportsFromEachStage) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS3 options = {};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS3, &options, sizeof options));
    const std::string where =
                          ".out SV_RenderTargetArrayIndex 0 1 x uint sv=RTINDEX\n.out SV_ViewportArrayIndex 0 1 y uint "
                          "sv=VPINDEX\n",
                      declared =
                          "dcl_output_siv o1.x, rendertarget_array_index\ndcl_output_siv o1.y, viewport_array_index\n";
    const std::string in = "vs_5_0\n.sfi0 0x2000\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n"
                           ".in SV_InstanceID 0 1 x uint sv=INSTID rw=x\n";
    const std::string sgv = "dcl_input_sgv v0.x, vertex_id\ndcl_input_sgv v1.x, instance_id\ndcl_temps 1\n";
    // Instance i goes to layer i and to viewport 3 - i.
    const std::string vertexText = in + ".out SV_Position 0 0 xyzw float sv=POS\n" + where + kFlags + sgv +
                                   "dcl_output_siv o0.xyzw, position\n" + declared + kWholeBody +
                                   "mov o1.x, v1.x\niadd o1.y, l(3), -v1.x\nret\n";
    const std::string feeding = in + ".out P 0 0 xy float\n.out I 0 1 x uint\n" + kFlags + sgv +
                                "dcl_output o0.xy\ndcl_output o1.x\nieq r0.xy, v0.xxxx, l(2, 1, 0, 0)\n"
                                "movc o0.xy, r0.xyxx, l(3.0, 3.0, 0, 0), l(-1.0, -1.0, 0, 0)\nmov o1.x, v1.x\nret\n";
    auto pixel =
        ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in SV_RenderTargetArrayIndex 0 1 x uint sv=RTINDEX rw=x\n"
           ".in SV_ViewportArrayIndex 0 1 y uint sv=VPINDEX rw=y\n.out SV_Target 0 0 xyzw float sv=TARGET\n" +
           kFlags +
           "dcl_input_ps_siv constant v1.x, rendertarget_array_index\ndcl_input_ps_siv constant v1.y, "
           "viewport_array_index\ndcl_output o0.xyzw\nutof o0.xy, v1.xyxx\nmov o0.zw, l(0, 0, 1.0, 1.0)\nret\n");
    for (const char stage : {'v', 'd', 'g'}) {
        SCOPED_TRACE(stage);
        Com<ID3D11HullShader> hull;
        Com<ID3D11DomainShader> domain;
        Com<ID3D11GeometryShader> geometry;
        if (stage == 'd') {
            const auto code =
                assembled("ds_5_0\n.sfi0 0x2000\n.in P 0 0 xy float rw=xy\n.in I 0 1 x uint rw=x\n" + kTriFactors +
                          ".out SV_Position 0 0 xyzw float sv=POS\n" + where +
                          "dcl_input_control_point_count 3\ndcl_tessellator_domain domain_tri\n" + kFlags +
                          "dcl_input vDomain.xyz\ndcl_input vicp[3][0].xy\ndcl_input vicp[3][1].x\ndcl_output_siv "
                          "o0.xyzw, position\n" +
                          declared + "dcl_temps 1\n" + kDomainPlace +
                          "mov o1.x, vicp[0][1].x\niadd o1.y, l(3), -vicp[0][1].x\nret\n");
            const HRESULT hr = device->CreateDomainShader(code.data(), code.size(), nullptr, domain.out());
            if (!options.VPAndRTArrayIndexFromAnyShaderFeedingRasterizer) {
                EXPECT_NE(S_OK, hr);
                continue;
            }
            ASSERT_HR(S_OK, hr);
            hull =
                hs("hs_5_0\n.in P 0 0 xy float rw=xy\n.in I 0 1 x uint rw=x\n.out P 0 0 xy float\n.out I 0 1 x uint\n" +
                   kTriFactors + kHullHead + kTriPhase +
                   "mov o0.x, l(2.0)\nmov o1.x, l(2.0)\nmov o2.x, l(2.0)\nmov o3.x, l(2.0)\nret\n");
        } else if (stage == 'g') {
            geometry =
                gs("gs_5_0\n.in P 0 0 xy float rw=xy\n.in I 0 1 x uint rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n" +
                   where + kFlags +
                   "dcl_input v[3][0].xy\ndcl_input v[3][1].x\ndcl_temps 1\ndcl_inputPrimitive triangle\n"
                   "dcl_outputTopology trianglestrip\ndcl_output_siv o0.xyzw, position\n" +
                   declared +
                   "dcl_maxOutputVertexCount 3\nmov r0.x, l(0)\nloop\nige r0.y, r0.x, l(3)\nbreakc_nz r0.y\n"
                   "mov o0.xy, v[r0.x + 0][0].xyxx\nmov o0.zw, l(0, 0, 0, 1.0)\nmov o1.x, v[0][1].x\n"
                   "iadd o1.y, l(3), -v[0][1].x\nemit\niadd r0.x, r0.x, l(1)\nendloop\nret\n");
        }
        const auto code = assembled(stage == 'v' ? vertexText : feeding);
        Com<ID3D11VertexShader> vertex;
        const HRESULT hr = device->CreateVertexShader(code.data(), code.size(), nullptr, vertex.out());
        if (stage == 'v' && !options.VPAndRTArrayIndexFromAnyShaderFeedingRasterizer) {
            EXPECT_NE(S_OK, hr);
            continue;
        }
        ASSERT_HR(S_OK, hr);
        auto layers = clearedTarget(8, 2, 4);
        noCulling();
        const D3D11_VIEWPORT areas[4] = {
            {0, 0, 2, 2, 0, 1}, {2, 0, 2, 2, 0, 1}, {4, 0, 2, 2, 0, 1}, {6, 0, 2, 2, 0, 1}};
        context->RSSetViewports(4, areas);
        use(vertex.get(), pixel.get());
        context->HSSetShader(hull.get(), nullptr, 0);
        context->DSSetShader(domain.get(), nullptr, 0);
        context->GSSetShader(geometry.get(), nullptr, 0);
        context->IASetPrimitiveTopology(stage == 'd' ? D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST
                                                     : D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        context->DrawInstanced(3, 4, 0, 0);
        for (uint32_t layer = 0; layer < 4; layer++) {
            const auto found = read(layers.get(), layer);
            for (uint32_t x = 0; x < 8; x++) {
                const float n = float(layer);
                EXPECT_TRUE(
                    close(x / 2 == 3 - layer ? Float4{n, 3 - n, 1, 1} : Float4{-1, -1, -1, -1}, found.at<Float4>(x, 1)))
                    << "layer " << layer << ", column " << x;
            }
        }
    }
}

// Clip and cull distances side by side over two registers, from each stage that may write them, and what a pixel shader
// reads of them: five that clip, three that cull; the fifth clips at the middle.
TEST_F(StageValues, DistancesFromEachStageAndInPixels) {
    const std::string
        outs = ".out SV_Position 0 0 xyzw float sv=POS\n.out SV_ClipDistance 0 1 xyzw float sv=CLIPDST\n"
               ".out SV_ClipDistance 1 2 x float sv=CLIPDST\n.out SV_CullDistance 0 2 yzw float sv=CULLDST\n",
        ins = ".in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.in SV_ClipDistance 0 1 xyzw float sv=CLIPDST "
              "rw=xyzw\n.in SV_ClipDistance 1 2 x float sv=CLIPDST rw=x\n"
              ".in SV_CullDistance 0 2 yzw float sv=CULLDST rw=yzw\n",
        declared = "dcl_output_siv o0.xyzw, position\ndcl_output_siv o1.xyzw, clip_distance\n"
                   "dcl_output_siv o2.x, clip_distance\ndcl_output_siv o2.yzw, cull_distance\n";
    // x of the position in r0.x: distances 1 to 4 grow with it, the fifth is it; those of culling are constants, one of
    // them below zero at one corner only.
    const std::string distances = "add o1.xyzw, r0.xxxx, l(10.0, 20.0, 30.0, 40.0)\nmov o2.x, r0.x\n"
                                  "mad o2.yzw, r0.xxxx, l(0, 1.0, 0, 0), l(0, 0, 5.0, 0.5)\n";
    const std::string head = "vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n";
    const std::string corner = "dcl_input_sgv v0.x, vertex_id\n";
    const std::string vertexText = head + outs + kFlags + corner + declared +
                                   "dcl_temps 2\nieq r1.xy, v0.xxxx, l(2, 1, 0, 0)\n"
                                   "movc r0.xy, r1.xyxx, l(3.0, 3.0, 0, 0), l(-1.0, -1.0, 0, 0)\nmov o0.xy, "
                                   "r0.xyxx\nmov o0.zw, l(0, 0, 0, 1.0)\n" +
                                   distances + "ret\n";
    const std::string feeding = head + ".out P 0 0 xy float\n" + kFlags + corner +
                                "dcl_output o0.xy\ndcl_temps 1\nieq r0.xy, v0.xxxx, l(2, 1, 0, 0)\n"
                                "movc o0.xy, r0.xyxx, l(3.0, 3.0, 0, 0), l(-1.0, -1.0, 0, 0)\nret\n";
    auto pixel = ps("ps_5_0\n" + ins +
                    ".out SV_Target 0 0 xyzw float sv=TARGET\n.out SV_Target 1 1 xyzw float sv=TARGET\n" + kFlags +
                    "dcl_input_ps_siv linear v1.xyzw, clip_distance\ndcl_input_ps_siv linear v2.x, clip_distance\n"
                    "dcl_input_ps_siv linear v2.yzw, cull_distance\ndcl_output o0.xyzw\ndcl_output o1.xyzw\n"
                    "mov o0.xyzw, v1.xyzw\nmov o1.xyzw, v2.xyzw\nret\n");
    for (const char stage : {'v', 'd', 'g'}) {
        SCOPED_TRACE(stage);
        Com<ID3D11HullShader> hull;
        Com<ID3D11DomainShader> domain;
        Com<ID3D11GeometryShader> geometry;
        if (stage == 'd') {
            hull = hs("hs_5_0\n.in P 0 0 xy float rw=xy\n.out P 0 0 xy float\n" + kTriFactors + kHullHead + kTriPhase +
                      "mov o0.x, l(2.0)\nmov o1.x, l(2.0)\nmov o2.x, l(2.0)\nmov o3.x, l(2.0)\nret\n");
            domain = ds(
                "ds_5_0\n.in P 0 0 xy float rw=xy\n" + kTriFactors + outs +
                "dcl_input_control_point_count 3\ndcl_tessellator_domain domain_tri\n" + kFlags +
                "dcl_input vDomain.xyz\ndcl_input vicp[3][0].xy\n" + declared +
                "dcl_temps 1\nmul r0.xy, vDomain.xxxx, vicp[0][0].xyxx\n"
                "mad r0.xy, vDomain.yyyy, vicp[1][0].xyxx, r0.xyxx\nmad r0.xy, vDomain.zzzz, vicp[2][0].xyxx, r0.xyxx\n"
                "mov o0.xy, r0.xyxx\nmov o0.zw, l(0, 0, 0, 1.0)\n" +
                distances + "ret\n");
        } else if (stage == 'g') {
            geometry = gs("gs_5_0\n.in P 0 0 xy float rw=xy\n" + outs + kFlags +
                          "dcl_input v[3][0].xy\ndcl_temps 2\ndcl_inputPrimitive triangle\n"
                          "dcl_outputTopology trianglestrip\n" +
                          declared +
                          "dcl_maxOutputVertexCount 3\nmov r1.x, l(0)\nloop\nige r1.y, r1.x, l(3)\nbreakc_nz r1.y\n"
                          "mov r0.xy, v[r1.x + 0][0].xyxx\nmov o0.xy, r0.xyxx\nmov o0.zw, l(0, 0, 0, 1.0)\n" +
                          distances + "emit\niadd r1.x, r1.x, l(1)\nendloop\nret\n");
        }
        auto vertex = vs(stage == 'v' ? vertexText : feeding);
        auto first = clearedTarget(8, 8), second = clearedTarget(8, 8);
        auto a = target(first.get()), b = target(second.get());
        ID3D11RenderTargetView* views[] = {a.get(), b.get()};
        context->OMSetRenderTargets(2, views, nullptr);
        noCulling();
        use(vertex.get(), pixel.get());
        context->HSSetShader(hull.get(), nullptr, 0);
        context->DSSetShader(domain.get(), nullptr, 0);
        context->GSSetShader(geometry.get(), nullptr, 0);
        context->IASetPrimitiveTopology(stage == 'd' ? D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST
                                                     : D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        context->Draw(3, 0);
        const auto found = read(first.get()), more = read(second.get());
        for (uint32_t x = 0; x < 8; x++) {
            const float place = (float(x) + 0.5f) / 4 - 1;
            const bool drawn = x >= 4;
            EXPECT_TRUE(close(drawn ? Float4{place + 10, place + 20, place + 30, place + 40} : Float4{-1, -1, -1, -1},
                              found.at<Float4>(x, 5), 1e-3f))
                << "column " << x;
            EXPECT_TRUE(
                close(drawn ? Float4{place, place, 5, 0.5f} : Float4{-1, -1, -1, -1}, more.at<Float4>(x, 5), 1e-3f))
                << "column " << x;
        }
    }
}

// Coverage is of the samples that the mask leaves.
TEST_F(StageValues, CoverageUnderASampleMask) {
    auto vertex =
        vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n" + kFlags +
           "dcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\ndcl_temps 1\n" + kWholeBody + "ret\n");
    auto pixel =
        ps("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\n" + kFlags +
           "dcl_input vCoverage\ndcl_output o0.xyzw\ndcl_temps 1\nutof r0.x, vCoverage.x\nmov o0.xyzw, r0.xxxx\nret\n");
    auto color = clearedTarget(4, 4, 1, 4);
    noCulling();
    use(vertex.get(), pixel.get());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->OMSetBlendState(nullptr, nullptr, 0xfffffff6);
    context->Draw(3, 0);
    context->OMSetBlendState(nullptr, nullptr, ~0u);
    for (uint32_t i = 0; i < 4; i++)
        EXPECT_EQ(i == 1 || i == 2 ? 6 : -1, sample(color.get(), 1, 1, i)[0]) << i;
}

} // namespace
} // namespace conformance
