// Indices beyond the end of the index buffer are zeros, of indirect draws too, whatever lies behind it in memory.
// D3D11.3 functional specification 8.4.
#include "shader/shader_test.h"

namespace conformance {
namespace {

class IndexReads : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        vertex_ = vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n"
                     "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\n"
                     "utof o0.x, v0.x\nmov o0.yzw, l(0, 0, 0, 1.0)\nret\n");
        const auto code = assembled(
            "gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.out SV_Position 0 0 xyzw float sv=POS\n"
            "dcl_globalFlags refactoringAllowed\ndcl_input_siv v[1][0].xyzw, position\ndcl_inputPrimitive point\n"
            "dcl_stream m0\ndcl_outputTopology pointlist\ndcl_output_siv o0.xyzw, position\ndcl_maxOutputVertexCount 1\n"
            "mov o0.xyzw, v[0][0].xyzw\nemit_stream m0\nret\n");
        const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "SV_Position", 0, 0, 1, 0}};
        const UINT stride = 4;
        geometry_ = gsWithOutput(code, entries, std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
        context->VSSetShader(vertex_.get(), nullptr, 0);
        context->GSSetShader(geometry_.get(), nullptr, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    }
    void TearDown() override {
        vertex_.reset(), geometry_.reset();
        ShaderTest::TearDown();
    }
    static constexpr UINT kCount = 2048;
    // The vertex numbers of a draw of so many.
    template <class Draw>
    std::vector<float> numbers(Draw&& draw) {
        auto output = buffer(kCount * 4, D3D11_BIND_STREAM_OUTPUT);
        ID3D11Buffer* target = output.get();
        const UINT zero = 0;
        context->SOSetTargets(1, &target, &zero);
        draw();
        context->SOSetTargets(0, nullptr, nullptr);
        return read<float>(output.get());
    }
    Com<ID3D11VertexShader> vertex_;
    Com<ID3D11GeometryShader> geometry_;
};

TEST_F(IndexReads, BeyondTheEndAreZeros) {
    const uint32_t first[] = {11, 12, 13, 14}, second[] = {21, 22, 23, 24}, third[] = {31, 32, 33, 34};
    // Neighbours, if anything is.
    Com<ID3D11Buffer> buffers[3] = {buffer(16, D3D11_BIND_INDEX_BUFFER, first), buffer(16, D3D11_BIND_INDEX_BUFFER, second),
                                    buffer(16, D3D11_BIND_INDEX_BUFFER, third)};
    const D3D11_DRAW_INDEXED_INSTANCED_INDIRECT_ARGS arguments{kCount, 1, 0, 0, 0};
    auto indirect = buffer(sizeof arguments, 0, &arguments, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    for (UINT i = 0; i < 3; i++) {
        const float base = 10 * float(i + 1);
        for (const UINT offset : {0u, 8u}) {
            context->IASetIndexBuffer(buffers[i].get(), DXGI_FORMAT_R32_UINT, offset);
            std::vector<float> expected{base + 1, base + 2, base + 3, base + 4};
            expected.erase(expected.begin(), expected.begin() + offset / 4);
            expected.resize(kCount, 0);
            EXPECT_EQ(expected, numbers([&] { context->DrawIndexed(kCount, 0, 0); })) << "direct, " << i << ", from " << offset;
            EXPECT_EQ(expected, numbers([&] { context->DrawIndexedInstancedIndirect(indirect.get(), 0); }))
                << "indirect, " << i << ", from " << offset;
        }
    }
}

} // namespace
} // namespace conformance
