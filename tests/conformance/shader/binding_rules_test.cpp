// Rules of binding that only what is drawn shows: null render targets before others, viewports that are not set, ranges of
// constant buffers, indirect draws with an offset index buffer into stream output. Microsoft Learn, the methods named.
#include "shader_test.h"

namespace conformance {
namespace {

class BindingRules : public ShaderTest {};

constexpr const char* kFullscreen =
    "vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n"
    "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\ndcl_temps 1\n"
    "and r0.x, v0.x, l(1)\nushr r0.y, v0.x, l(1)\nutof r0.xy, r0.xyxx\n"
    "mad o0.xy, r0.xyxx, l(2.0, -2.0, 0, 0), l(-1.0, 1.0, 0, 0)\nmov o0.zw, l(0, 0, 0, 1.0)\nret\n";

// OMSetRenderTargets: each slot may be null; the others are drawn to all the same.
TEST_F(BindingRules, TargetsBehindANullOneAreDrawn) {
    auto vertex = vs(kFullscreen);
    auto pixel = ps("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\n.out SV_Target 1 1 xyzw float sv=TARGET\n"
                    ".out SV_Target 2 2 xyzw float sv=TARGET\n"
                    "dcl_globalFlags refactoringAllowed\ndcl_output o0.xyzw\ndcl_output o1.xyzw\ndcl_output o2.xyzw\n"
                    "mov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\nmov o1.xyzw, l(0, 1.0, 0, 1.0)\nmov o2.xyzw, l(0, 0, 1.0, 1.0)\nret\n");
    Com<ID3D11Texture2D> textures[3];
    Com<ID3D11RenderTargetView> views[3];
    const float red[4] = {1, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
        textures[i] = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        views[i] = target(textures[i].get());
        context->ClearRenderTargetView(views[i].get(), red);
    }
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    viewport(8, 8);
    for (int i = 0; i < 3; i++) {
        ID3D11RenderTargetView* bound[3] = {};
        bound[i] = views[i].get();
        context->OMSetRenderTargets(3, bound, nullptr);
        context->Draw(4, 0);
    }
    EXPECT_EQ((Rgba8{255, 255, 255, 255}), read(textures[0].get()).rgba(4, 4));
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(textures[1].get()).rgba(4, 4));
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(textures[2].get()).rgba(4, 4));
}

// A primitive that chooses a viewport beyond those that are set is not drawn, whatever was set before.
TEST_F(BindingRules, ViewportsThatAreNotSetDrawNothing) {
    auto vertex = vs(kFullscreen);
    auto geometry =
        gs("gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.out SV_Position 0 0 xyzw float sv=POS\n"
           ".out SV_ViewportArrayIndex 0 1 x uint sv=VPINDEX\ndcl_globalFlags refactoringAllowed\n"
           "dcl_input_siv v[3][0].xyzw, position\ndcl_temps 1\ndcl_inputPrimitive triangle\ndcl_stream m0\n"
           "dcl_outputTopology trianglestrip\ndcl_output_siv o0.xyzw, position\n"
           "dcl_output_siv o1.x, viewport_array_index\ndcl_maxOutputVertexCount 3\n"
           "mov o0.xyzw, v[0][0].xyzw\nmov o1.x, l(1)\nemit_stream m0\nmov o0.xyzw, v[1][0].xyzw\nmov o1.x, l(1)\n"
           "emit_stream m0\nmov o0.xyzw, v[2][0].xyzw\nmov o1.x, l(1)\nemit_stream m0\ncut_stream m0\nret\n");
    auto pixel = ps("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
                    "dcl_output o0.xyzw\nmov o0.xyzw, l(0, 1.0, 0, 1.0)\nret\n");
    auto color = texture(16, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    bindTarget(view);
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->GSSetShader(geometry.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    const D3D11_VIEWPORT both[2] = {{0, 0, 8, 8, 0, 1}, {8, 0, 8, 8, 0, 1}};
    const Rgba8 green{0, 255, 0, 255}, red{255, 0, 0, 255};
    const float clear[4] = {1, 0, 0, 1};
    for (UINT count : {2u, 1u, 0u}) {
        context->ClearRenderTargetView(view.get(), clear);
        context->RSSetViewports(count, both);
        context->Draw(4, 0);
        const Readback found = read(color.get());
        EXPECT_EQ(red, found.rgba(4, 4)) << count;
        EXPECT_EQ(count == 2 ? green : red, found.rgba(12, 4)) << count;
    }
}

// PSSetConstantBuffers1: both arrays or none; multiples of 16 constants; one bad range and the whole call is ignored.
TEST_F(BindingRules, BadConstantRangesLeaveAllAsItWas) {
    Com<ID3D11DeviceContext1> one;
    ASSERT_HR(S_OK, context->QueryInterface(IID_PPV_ARGS(one.out())));
    auto constants = buffer(4096, D3D11_BIND_CONSTANT_BUFFER);
    ID3D11Buffer* both[2] = {constants.get(), constants.get()};
    const UINT first[2] = {0, 16}, count[2] = {16, 32};
    const auto check = [&](const char* what, UINT first0, UINT count0, UINT first1, UINT count1) {
        Com<ID3D11Buffer> found[2];
        ID3D11Buffer* raw[2] = {};
        UINT offsets[2] = {9, 9}, counts[2] = {9, 9};
        one->PSGetConstantBuffers1(1, 2, raw, offsets, counts);
        for (ID3D11Buffer* each : raw)
            if (each)
                each->Release();
        EXPECT_EQ(first0, offsets[0]) << what;
        EXPECT_EQ(count0, counts[0]) << what;
        EXPECT_EQ(first1, offsets[1]) << what;
        EXPECT_EQ(count1, counts[1]) << what;
    };
    one->PSSetConstantBuffers1(1, 2, both, first, count);
    check("set", 0, 16, 16, 32);
    const UINT odd[2] = {32, 1}, many[2] = {4112, 16};
    one->PSSetConstantBuffers1(1, 2, both, odd, count);
    check("an offset that is no multiple of 16", 0, 16, 16, 32);
    one->PSSetConstantBuffers1(1, 2, both, first, many);
    check("more than 4096", 0, 16, 16, 32);
    one->PSSetConstantBuffers1(1, 2, both, first, nullptr);
    check("no counts", 0, 16, 16, 32);
    one->PSSetConstantBuffers1(1, 2, both, nullptr, count);
    check("no offsets", 0, 16, 16, 32);
    one->PSSetConstantBuffers1(1, 2, both, nullptr, nullptr);
    check("neither", 0, 4096, 0, 4096);
}

// DrawIndexedInstancedIndirect reads indices from the bound offset on, as DrawIndexed does.
TEST_F(BindingRules, IndirectDrawsReadIndicesFromTheOffset) {
    auto vertex = vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n"
                     "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\n"
                     "utof o0.x, v0.x\nmov o0.yzw, l(0, 0, 0, 1.0)\nret\n");
    const auto code = assembled(
        "gs_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.out SV_Position 0 0 xyzw float sv=POS\n"
        "dcl_globalFlags refactoringAllowed\ndcl_input_siv v[1][0].xyzw, position\ndcl_inputPrimitive point\n"
        "dcl_stream m0\ndcl_outputTopology pointlist\ndcl_output_siv o0.xyzw, position\ndcl_maxOutputVertexCount 1\n"
        "mov o0.xyzw, v[0][0].xyzw\nemit_stream m0\nret\n");
    const D3D11_SO_DECLARATION_ENTRY entries[] = {{0, "SV_Position", 0, 0, 1, 0}};
    const UINT stride = 4, zero = 0;
    auto geometry = gsWithOutput(code, entries, std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
    const uint32_t indices[] = {0, 1, 2, 3, 9, 8, 7, 6, 21, 23, 22, 20};
    auto indexBuffer = buffer(sizeof indices, D3D11_BIND_INDEX_BUFFER, indices);
    const D3D11_DRAW_INDEXED_INSTANCED_INDIRECT_ARGS arguments{4, 1, 0, 0, 0};
    auto argumentBuffer = buffer(sizeof arguments, 0, &arguments, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    auto output = buffer(64, D3D11_BIND_STREAM_OUTPUT);
    ID3D11Buffer* target = output.get();
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->GSSetShader(geometry.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    for (bool indirect : {false, true}) {
        context->SOSetTargets(1, &target, &zero);
        for (UINT i = 0; i < 3; i++) {
            context->IASetIndexBuffer(indexBuffer.get(), DXGI_FORMAT_R32_UINT, i * 16);
            if (indirect)
                context->DrawIndexedInstancedIndirect(argumentBuffer.get(), 0);
            else
                context->DrawIndexed(4, 0, 0);
        }
        context->SOSetTargets(0, nullptr, nullptr);
        const auto found = read<float>(output.get());
        for (uint32_t i = 0; i < 12; i++)
            EXPECT_EQ(float(indices[i]), found[i]) << i << (indirect ? " indirect" : " direct");
    }
}

} // namespace
} // namespace conformance
