// Stream output: what of which vertices goes where. Gaps, several buffers, four streams, instances, what does not fit,
// appending, DrawAuto, and the counts that queries give. Microsoft Learn, "Stream-Output Stage" and
// "CreateGeometryShaderWithStreamOutput"; D3D11.3 functional specification, section 14.
#include "shader_test.h"

namespace conformance {
namespace {

// Vertex i is at position (i, 0, 0, 1).
constexpr const char* kVertex =
    "vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.in SV_InstanceID 0 1 x uint sv=INSTID rw=x\n"
    ".out SV_Position 0 0 xyzw float sv=POS\n.out A 0 1 xyzw float\n"
    "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\n"
    "dcl_input_sgv v1.x, instance_id\ndcl_output_siv o0.xyzw, position\ndcl_output o1.xyzw\ndcl_temps 1\n"
    "utof r0.x, v0.x\nutof r0.y, v1.x\nmov o0.x, r0.x\nmov o0.yzw, l(0, 0, 0, 1.0)\n"
    "mad r0.z, r0.y, l(100.0), r0.x\nadd o1.xyzw, r0.zzzz, l(0.0, 0.25, 0.5, 0.75)\nret\n";

// Takes points, and passes both registers on.
constexpr const char* kPass =
    "gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.in A 0 1 xyzw float rw=xyzw\n"
    ".out SV_Position 0 0 xyzw float sv=POS\n.out A 0 1 xyzw float\n"
    "dcl_globalFlags refactoringAllowed\ndcl_input_siv v[1][0].xyzw, position\ndcl_input v[1][1].xyzw\n"
    "dcl_inputPrimitive point\ndcl_stream m0\ndcl_outputTopology pointlist\n"
    "dcl_output_siv o0.xyzw, position\ndcl_output o1.xyzw\ndcl_maxOutputVertexCount 1\n"
    "mov o0.xyzw, v[0][0].xyzw\nmov o1.xyzw, v[0][1].xyzw\nemit_stream m0\nret\n";

class StreamOutput : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        vertex_ = vs(kVertex);
        context->VSSetShader(vertex_.get(), nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    }
    Com<ID3D11Buffer> output(uint32_t floats) {
        const std::vector<float> before(floats, -1);
        return buffer(floats * 4, D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_VERTEX_BUFFER, before.data());
    }
    void bind(std::initializer_list<ID3D11Buffer*> buffers, UINT offset = 0) {
        const UINT offsets[4] = {offset, offset, offset, offset};
        context->SOSetTargets(static_cast<UINT>(buffers.size()), buffers.begin(), offsets);
    }
    void unbind() { context->SOSetTargets(0, nullptr, nullptr); }

    Com<ID3D11VertexShader> vertex_;
};

TEST_F(StreamOutput, GapsAndPartsOfRegisters) {
    const auto code = assembled(kPass);
    // Two components of A, a gap of three, and the last component of A.
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "A", 0, 0, 2, 0}, {0, nullptr, 0, 0, 3, 0}, {0, "A", 0, 3, 1, 0}};
    const UINT stride = 28; // and four bytes more
    auto shader = gsWithOutput(code, entries, std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
    auto target = output(21);
    context->GSSetShader(shader.get(), nullptr, 0);
    bind({target.get()});
    context->Draw(3, 0);
    unbind();
    const auto found = read<float>(target.get());
    for (uint32_t i = 0; i < 3; i++) {
        const float n = float(i);
        const float wanted[7] = {n, n + 0.25f, -1, -1, -1, n + 0.75f, -1};
        for (uint32_t c = 0; c < 7; c++)
            EXPECT_EQ(wanted[c], found[i * 7 + c]) << "vertex " << i << ", word " << c;
    }
}

TEST_F(StreamOutput, SeveralBuffers) {
    const auto code = assembled(kPass);
    const D3D11_SO_DECLARATION_ENTRY entries[] = {
        {0, "SV_Position", 0, 0, 1, 0}, {0, "A", 0, 0, 1, 1}, {0, "A", 0, 1, 3, 2}, {0, "SV_Position", 0, 3, 1, 3}};
    const UINT strides[4] = {4, 8, 12, 12};
    auto shader = gsWithOutput(code, entries, strides, D3D11_SO_NO_RASTERIZED_STREAM);
    auto a = output(4), b = output(8), c = output(12), d = output(12);
    context->GSSetShader(shader.get(), nullptr, 0);
    bind({a.get(), b.get(), c.get(), d.get()});
    context->Draw(4, 0);
    unbind();
    const auto first = read<float>(a.get()), second = read<float>(b.get()), third = read<float>(c.get()),
               fourth = read<float>(d.get());
    for (uint32_t i = 0; i < 4; i++) {
        const float n = float(i);
        EXPECT_EQ(n, first[i]);
        EXPECT_EQ(n, second[i * 2]);
        EXPECT_EQ(-1, second[i * 2 + 1]);
        for (uint32_t k = 0; k < 3; k++)
            EXPECT_EQ(n + 0.25f * float(k + 1), third[i * 3 + k]);
        EXPECT_EQ(1, fourth[i * 3]);
        EXPECT_EQ(-1, fourth[i * 3 + 1]);
    }
}

// Instances follow one another; strips come apart into whole primitives.
TEST_F(StreamOutput, InstancesAndStrips) {
    const auto code =
        assembled("gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in A 0 1 xyzw float rw=x\n.out A 0 0 x float\n"
                  "dcl_globalFlags refactoringAllowed\ndcl_input v[1][1].x\ndcl_input vGSInstanceID\ndcl_temps 1\n"
                  "dcl_gs_instance_count 2\ndcl_inputPrimitive point\ndcl_stream m0\ndcl_outputTopology trianglestrip\n"
                  "dcl_output o0.x\ndcl_maxOutputVertexCount 4\n"
                  "utof r0.x, vGSInstanceID.x\nmad r0.x, r0.x, l(1000.0), v[0][1].x\nmov o0.x, r0.x\nemit_stream m0\n"
                  "add o0.x, r0.x, l(0.125)\nemit_stream m0\nadd o0.x, r0.x, l(0.25)\nemit_stream m0\n"
                  "add o0.x, r0.x, l(0.375)\nemit_stream m0\ncut_stream m0\nret\n");
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "A", 0, 0, 1, 0}};
    auto shader = gsWithOutput(code, entries, {}, D3D11_SO_NO_RASTERIZED_STREAM);
    auto target = output(26);
    context->GSSetShader(shader.get(), nullptr, 0);
    bind({target.get()});
    context->DrawInstanced(1, 2, 0, 0); // two draw instances of two shader instances with two triangles
    unbind();
    const auto found = read<float>(target.get());
    size_t at = 0;
    for (float base : {0.0f, 1000.0f, 100.0f, 1100.0f})
        for (float corner : {0.0f, 0.125f, 0.25f, 0.125f, 0.375f, 0.25f}) {
            EXPECT_EQ(base + corner, found[at]) << "vertex " << at;
            at++;
        }
    EXPECT_EQ(-1, found[24]);
}

// Without buffers nothing is written, but what they would have to hold is counted, also beside draws that have some. A
// shader without output counts nothing.
TEST_F(StreamOutput, NeedsAreCountedWithoutBuffers) {
    const auto code = assembled(kPass);
    for (UINT components : {1u, 4u}) {
        const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "A", 0, 0, static_cast<BYTE>(components), 0}};
        auto shader = gsWithOutput(code, entries, {}, D3D11_SO_NO_RASTERIZED_STREAM);
        auto target = output(4 * components);
        auto without = query(D3D11_QUERY_SO_STATISTICS), both = query(D3D11_QUERY_SO_STATISTICS);
        auto overflow = query(D3D11_QUERY_SO_OVERFLOW_PREDICATE), nothing = query(D3D11_QUERY_SO_STATISTICS);
        context->GSSetShader(shader.get(), nullptr, 0);
        context->Begin(both.get());
        context->Begin(without.get());
        context->Begin(overflow.get());
        context->Draw(5, 0);
        context->Draw(2, 0);
        context->End(overflow.get());
        context->End(without.get());
        context->Draw(1, 0);
        bind({target.get()});
        context->Draw(3, 0);
        unbind();
        context->Draw(2, 0);
        context->End(both.get());
        const auto alone = result<D3D11_QUERY_DATA_SO_STATISTICS>(without.get());
        EXPECT_EQ(0u, alone.NumPrimitivesWritten);
        EXPECT_EQ(7u, alone.PrimitivesStorageNeeded);
        EXPECT_EQ(TRUE, result<BOOL>(overflow.get()));
        const auto all = result<D3D11_QUERY_DATA_SO_STATISTICS>(both.get());
        EXPECT_EQ(3u, all.NumPrimitivesWritten);
        EXPECT_EQ(13u, all.PrimitivesStorageNeeded);
        const auto found = read<float>(target.get());
        EXPECT_EQ(2.0f, found[2 * components]);
        EXPECT_EQ(-1.0f, found[3 * components]);
        context->GSSetShader(nullptr, nullptr, 0);
        context->Begin(nothing.get());
        context->Draw(4, 0);
        context->End(nothing.get());
        EXPECT_EQ(0u, result<D3D11_QUERY_DATA_SO_STATISTICS>(nothing.get()).PrimitivesStorageNeeded);
    }
}

// What does not fit is not written at all, not even in part, and is counted as wanted.
TEST_F(StreamOutput, OverflowIsCounted) {
    const auto code = assembled(kPass);
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "A", 0, 0, 4, 0}};
    auto shader = gsWithOutput(code, entries, {}, D3D11_SO_NO_RASTERIZED_STREAM);
    auto target = output(10); // two and a half vertices
    auto statistics = query(D3D11_QUERY_SO_STATISTICS), overflow = query(D3D11_QUERY_SO_OVERFLOW_PREDICATE);
    context->GSSetShader(shader.get(), nullptr, 0);
    bind({target.get()});
    context->Begin(statistics.get());
    context->Begin(overflow.get());
    context->Draw(5, 0);
    context->End(overflow.get());
    context->End(statistics.get());
    unbind();
    const auto counts = result<D3D11_QUERY_DATA_SO_STATISTICS>(statistics.get());
    EXPECT_EQ(2u, counts.NumPrimitivesWritten);
    EXPECT_EQ(5u, counts.PrimitivesStorageNeeded);
    EXPECT_EQ(TRUE, result<BOOL>(overflow.get()));
    const auto found = read<float>(target.get());
    EXPECT_EQ(1.75f, found[7]);
    EXPECT_EQ(-1, found[8]);
    EXPECT_EQ(-1, found[9]);
}

// Offset -1 goes on where the last output to the buffer ended; another offset starts there.
TEST_F(StreamOutput, AppendsAfterTheLastOutput) {
    const auto code = assembled(kPass);
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "A", 0, 0, 1, 0}};
    auto shader = gsWithOutput(code, entries, {}, D3D11_SO_NO_RASTERIZED_STREAM);
    auto target = output(10);
    context->GSSetShader(shader.get(), nullptr, 0);
    bind({target.get()}, 4);
    context->Draw(2, 0);
    context->Draw(1, 7); // SV_VertexID counts from 0 in each draw
    unbind();
    bind({target.get()}, ~0u);
    context->Draw(3, 0);
    unbind();
    EXPECT_EQ((std::vector<float>{-1, 0, 1, 0, 0, 1, 2, -1, -1, -1}), read<float>(target.get()));
}

// A geometry shader makes 30 vertices of 10 points; DrawAuto draws those, those that were appended, and nothing of a
// buffer that no stream ever filled.
TEST_F(StreamOutput, DrawAutoDrawsWhatWasWritten) {
    const auto expand =
        assembled("gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=x\n.in A 0 1 xyzw float\n"
                  ".out POSITION 0 0 xyzw float\ndcl_globalFlags refactoringAllowed\n"
                  "dcl_input_siv v[1][0].xyzw, position\ndcl_temps 1\ndcl_inputPrimitive point\ndcl_stream m0\n"
                  "dcl_outputTopology trianglestrip\ndcl_output o0.xyzw\ndcl_maxOutputVertexCount 3\n"
                  "mad r0.x, v[0][0].x, l(0.2), l(-1.0)\nmov o0.zw, l(0, 0, 0, 1.0)\n" // a column a point
                  "mov o0.x, r0.x\nmov o0.y, l(3.0)\nemit_stream m0\n"
                  "add o0.x, r0.x, l(0.4)\nmov o0.y, l(-1.0)\nmov o0.zw, l(0, 0, 0, 1.0)\nemit_stream m0\n"
                  "mov o0.x, r0.x\nmov o0.y, l(-1.0)\nmov o0.zw, l(0, 0, 0, 1.0)\nemit_stream m0\nret\n");
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "POSITION", 0, 0, 4, 0}};
    auto shader = gsWithOutput(expand, entries, {}, D3D11_SO_NO_RASTERIZED_STREAM);
    auto target = output(4 * 200), never = output(64);
    context->GSSetShader(shader.get(), nullptr, 0);
    bind({target.get()});
    context->Draw(10, 0);
    unbind();
    context->GSSetShader(nullptr, nullptr, 0);

    const auto passCode =
        assembled("vs_5_0\n.in POSITION 0 0 xyzw float rw=xyzw\n.out SV_Position 0 0 xyzw float sv=POS\n"
                  "dcl_globalFlags refactoringAllowed\ndcl_input v0.xyzw\ndcl_output_siv o0.xyzw, position\n"
                  "mov o0.xyzw, v0.xyzw\nret\n");
    auto pass = vertexShader(passCode);
    const D3D11_INPUT_ELEMENT_DESC element = {
        "POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};
    Com<ID3D11InputLayout> layout;
    ASSERT_HR(S_OK, device->CreateInputLayout(&element, 1, passCode.data(), passCode.size(), layout.out()));
    auto white = ps("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
                    "dcl_output o0.xyzw\nmov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\nret\n");
    auto color = texture(20, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = DeviceTest::target(color.get());
    const float black[4] = {};
    context->ClearRenderTargetView(view.get(), black);
    bindTarget(view);
    viewport(20, 4);
    D3D11_RASTERIZER_DESC solid = {};
    solid.FillMode = D3D11_FILL_SOLID;
    solid.CullMode = D3D11_CULL_NONE;
    Com<ID3D11RasterizerState> both;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&solid, both.out()));
    context->RSSetState(both.get());
    context->IASetInputLayout(layout.get());
    context->VSSetShader(pass.get(), nullptr, 0);
    context->PSSetShader(white.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    const auto vertices = [&](ID3D11Buffer* source) {
        const UINT stride = 16, offset = 0;
        context->IASetVertexBuffers(0, 1, &source, &stride, &offset);
        auto statistics = query(D3D11_QUERY_PIPELINE_STATISTICS);
        context->Begin(statistics.get());
        context->DrawAuto();
        context->End(statistics.get());
        return result<D3D11_QUERY_DATA_PIPELINE_STATISTICS>(statistics.get()).IAVertices;
    };
    EXPECT_EQ(30u, vertices(target.get()));
    const Readback found = read(color.get());
    for (uint32_t x = 0; x < 19; x++)
        EXPECT_EQ(255, found.rgba(x, 3).r) << "column " << x;
    EXPECT_EQ(0u, vertices(never.get()));
    // Append two points more.
    ID3D11Buffer* none = nullptr;
    const UINT zero = 0;
    context->IASetVertexBuffers(0, 1, &none, &zero, &zero);
    context->IASetInputLayout(nullptr);
    context->VSSetShader(vertex_.get(), nullptr, 0);
    context->GSSetShader(shader.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    bind({target.get()}, ~0u);
    context->Draw(2, 0);
    unbind();
    context->GSSetShader(nullptr, nullptr, 0);
    context->IASetInputLayout(layout.get());
    context->VSSetShader(pass.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    EXPECT_EQ(36u, vertices(target.get()));
}

// Two registers on stream 0, one on each of the others; stream s gets a vertex for every point whose number has bit s,
// so that all counts differ. Stream 0 may be drawn meanwhile.
constexpr const char* kFourStreams =
    "gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=x\n.in A 0 1 xyzw float rw=xyzw\n"
    ".out SV_Position 0 0 xyzw float sv=POS\n.out A 0 1 xy float\n.out B 0 0 xyzw float stream=1\n.out C 0 0 xy float "
    "stream=2\n"
    ".out D 0 0 x float stream=3\n"
    "dcl_globalFlags refactoringAllowed\ndcl_input_siv v[1][0].xyzw, position\ndcl_input v[1][1].xyzw\ndcl_temps 2\n"
    "dcl_inputPrimitive point\ndcl_stream m0\ndcl_outputTopology pointlist\ndcl_output_siv o0.xyzw, "
    "position\ndcl_output o1.xy\n"
    "dcl_stream m1\ndcl_outputTopology pointlist\ndcl_output o0.xyzw\n"
    "dcl_stream m2\ndcl_outputTopology pointlist\ndcl_output o0.xy\n"
    "dcl_stream m3\ndcl_outputTopology pointlist\ndcl_output o0.x\ndcl_maxOutputVertexCount 4\n"
    "ftoi r0.x, v[0][0].x\n"
    "mad o0.x, v[0][0].x, l(0.25), l(-0.875)\nmov o0.yzw, l(0, 0, 0, 1.0)\nmov o1.xy, v[0][1].xyxx\nemit_stream m0\n"
    "and r0.y, r0.x, l(1)\nif_nz r0.y\nmov o0.xyzw, v[0][1].xyzw\nemit_stream m1\nendif\n"
    "and r0.y, r0.x, l(2)\nif_nz r0.y\nmov o0.xy, v[0][1].zwzz\nemit_stream m2\nendif\n"
    "and r0.y, r0.x, l(4)\nif_nz r0.y\nieq r0.z, r0.x, l(5)\nif_z r0.z\nmov o0.x, v[0][1].w\nemit_stream "
    "m3\nendif\nendif\nret\n";

class FourStreams : public StreamOutput {
protected:
    void runWith(UINT rasterized) {
        const auto code = assembled(kFourStreams);
        const D3D11_SO_DECLARATION_ENTRY entries[] = {
            {0, "A", 0, 0, 2, 0}, {1, "B", 0, 0, 4, 1}, {2, "C", 0, 0, 2, 2}, {3, "D", 0, 0, 1, 3}};
        const UINT strides[4] = {8, 16, 8, 4};
        auto shader = gsWithOutput(code, entries, strides, rasterized);
        ASSERT_TRUE(shader);
        auto white = ps("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
                        "dcl_output o0.xyzw\nmov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\nret\n");
        color_ = texture(8, 1, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        auto view = DeviceTest::target(color_.get());
        const float black[4] = {};
        context->ClearRenderTargetView(view.get(), black);
        bindTarget(view);
        viewport(8, 1);
        context->GSSetShader(shader.get(), nullptr, 0);
        context->PSSetShader(white.get(), nullptr, 0);
        for (auto& one : buffers_)
            one = output(64);
        constexpr D3D11_QUERY kKinds[] = {D3D11_QUERY_SO_STATISTICS_STREAM0, D3D11_QUERY_SO_STATISTICS_STREAM1,
                                          D3D11_QUERY_SO_STATISTICS_STREAM2, D3D11_QUERY_SO_STATISTICS_STREAM3};
        Com<ID3D11Query> queries[4];
        for (size_t i = 0; i < 4; i++) {
            queries[i] = query(kKinds[i]);
            context->Begin(queries[i].get());
        }
        bind({buffers_[0].get(), buffers_[1].get(), buffers_[2].get(), buffers_[3].get()});
        context->Draw(8, 0);
        unbind();
        constexpr uint64_t kWanted[] = {8, 4, 4, 3};
        for (size_t i = 0; i < 4; i++) {
            context->End(queries[i].get());
            const auto counts = result<D3D11_QUERY_DATA_SO_STATISTICS>(queries[i].get());
            EXPECT_EQ(kWanted[i], counts.NumPrimitivesWritten) << "stream " << i;
            EXPECT_EQ(kWanted[i], counts.PrimitivesStorageNeeded) << "stream " << i;
        }
    }
    void expectBuffers() {
        const auto a = read<float>(buffers_[0].get()), b = read<float>(buffers_[1].get()),
                   c = read<float>(buffers_[2].get()), d = read<float>(buffers_[3].get());
        for (uint32_t i = 0; i < 8; i++) {
            EXPECT_EQ(float(i), a[i * 2]);
            EXPECT_EQ(float(i) + 0.25f, a[i * 2 + 1]);
        }
        EXPECT_EQ(-1, a[16]);
        size_t at = 0;
        for (float n : {1.0f, 3.0f, 5.0f, 7.0f})
            for (float part : {0.0f, 0.25f, 0.5f, 0.75f})
                EXPECT_EQ(n + part, b[at++]);
        EXPECT_EQ(-1, b[at]);
        at = 0;
        for (float n : {2.0f, 3.0f, 6.0f, 7.0f})
            for (float part : {0.5f, 0.75f})
                EXPECT_EQ(n + part, c[at++]);
        EXPECT_EQ(-1, c[at]);
        EXPECT_EQ((std::vector<float>{4.75f, 6.75f, 7.75f, -1}), std::vector<float>(d.begin(), d.begin() + 4));
    }
    Com<ID3D11Buffer> buffers_[4];
    Com<ID3D11Texture2D> color_;
};

TEST_F(FourStreams, WithStreamZeroDrawn) {
    runWith(0);
    expectBuffers();
    const Readback found = read(color_.get());
    for (uint32_t x = 0; x < 8; x++)
        EXPECT_EQ(255, found.rgba(x, 0).r) << x;
}

TEST_F(FourStreams, WithNothingDrawn) {
    runWith(D3D11_SO_NO_RASTERIZED_STREAM);
    expectBuffers();
    const Readback found = read(color_.get());
    for (uint32_t x = 0; x < 8; x++)
        EXPECT_EQ(0, found.rgba(x, 0).r) << x;
}

// Vertex shader byte code in the place of a geometry shader's: its outputs are streamed as the primitives come.
TEST_F(StreamOutput, OutputsOfAVertexShader) {
    const auto code = assembled(kVertex);
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "A", 0, 0, 2, 0}};
    Com<ID3D11GeometryShader> shader;
    ASSERT_HR(S_OK, device->CreateGeometryShaderWithStreamOutput(code.data(), code.size(), entries, 1, nullptr, 0,
                                                                 D3D11_SO_NO_RASTERIZED_STREAM, nullptr, shader.out()));
    auto target = output(8);
    context->GSSetShader(shader.get(), nullptr, 0);
    bind({target.get()});
    context->Draw(3, 0);
    unbind();
    EXPECT_EQ((std::vector<float>{0, 0.25f, 1, 1.25f, 2, 2.25f, -1, -1}), read<float>(target.get()));
}

} // namespace
} // namespace conformance
