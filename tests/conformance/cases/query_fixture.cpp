#include "query_fixture.h"

#include "shaders/fullscreen.vs.h"

namespace conformance {

namespace {

std::string colorShader(const char* color) {
    return std::string("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
                       "dcl_output o0.xyzw\nmov o0.xyzw, ") +
           color + "\nret\n";
}

constexpr std::string_view kPoints = R"(vs_5_0
.in SV_VertexID 0 0 x___ uint sv=VERTID rw=x___
.out VALUE 0 0 x___ float rw=_yzw
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output o0.x
utof o0.x, v0.x
ret
)";

constexpr std::string_view kFourStreams = R"(gs_5_0
.in VALUE 0 0 x___ float rw=x___
.out FIRST 0 0 x___ float rw=_yzw stream=0
.out SECOND 0 0 x___ float rw=_yzw stream=1
.out THIRD 0 0 x___ float rw=_yzw stream=2
.out FOURTH 0 0 x___ float rw=_yzw stream=3
dcl_globalFlags refactoringAllowed
dcl_input v[1][0].x
dcl_inputPrimitive point
dcl_stream m0
dcl_outputTopology pointlist
dcl_output o0.x
dcl_stream m1
dcl_outputTopology pointlist
dcl_output o0.x
dcl_stream m2
dcl_outputTopology pointlist
dcl_output o0.x
dcl_stream m3
dcl_outputTopology pointlist
dcl_output o0.x
dcl_maxOutputVertexCount 4
mov o0.x, v[0][0].x
emit_stream m0
add o0.x, v[0][0].x, l(100.0)
emit_stream m1
add o0.x, v[0][0].x, l(200.0)
emit_stream m2
add o0.x, v[0][0].x, l(300.0)
emit_stream m3
ret
)";

} // namespace

void QueryCase::SetUp() {
    ShaderTest::SetUp();
    if (HasFatalFailure())
        return;
    color = texture(kSide, kSide, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE);
    view = target(color.get());
    depth = texture(kSide, kSide, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL);
    ASSERT_HR(S_OK, device->CreateDepthStencilView(depth.get(), nullptr, depthView.out()));
    D3D11_DEPTH_STENCIL_DESC state = {};
    state.DepthFunc = D3D11_COMPARISON_LESS;
    state.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ZERO;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&state, noDepth.out()));
    state.DepthEnable = TRUE;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&state, lessDepth.out()));
    red = ps(colorShader("l(1.0, 0, 0, 1.0)"));
    green = ps(colorShader("l(0, 1.0, 0, 1.0)"));
    full = vertexShader(fullscreen_vs);
    context->ClearDepthStencilView(depthView.get(), D3D11_CLEAR_DEPTH, 0, 0); // nothing is nearer
    clearBlack();
    bindState(context.get());
}

void QueryCase::TearDown() {
    color.reset(), depth.reset(), view.reset(), depthView.reset(), noDepth.reset(), lessDepth.reset();
    red.reset(), green.reset(), full.reset(), pointShader_.reset(), streamShader_.reset();
    ShaderTest::TearDown();
}

Com<ID3D11Query> QueryCase::issuedBy(D3D11_QUERY kind, UINT flags) {
    const D3D11_QUERY_DESC desc = {kind, flags};
    Com<ID3D11Query> made;
    EXPECT_HR(S_OK, device->CreateQuery(&desc, made.out()));
    return made;
}

// CreatePredicate refuses the predicates of one stream; CreateQuery makes them.
Com<ID3D11Predicate> QueryCase::predicate(D3D11_QUERY kind, UINT flags) {
    auto made = issuedBy(kind, flags).as<ID3D11Predicate>();
    EXPECT_TRUE(bool(made)) << kind;
    return made;
}

void QueryCase::bindState(ID3D11DeviceContext* on) {
    const D3D11_VIEWPORT area = {0, 0, float(kSide), float(kSide), 0, 1};
    on->RSSetViewports(1, &area);
    on->OMSetRenderTargets(1, view.array(), depthView.get());
    on->OMSetDepthStencilState(noDepth.get(), 0);
    on->IASetInputLayout(nullptr);
    on->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    on->VSSetShader(full.get(), nullptr, 0);
}

void QueryCase::draw(ID3D11DeviceContext* on, ID3D11PixelShader* pixel) {
    on->PSSetShader(pixel, nullptr, 0);
    on->Draw(3, 0);
}

void QueryCase::issueOn(ID3D11DeviceContext* on, ID3D11Predicate* which, bool seen) {
    on->OMSetDepthStencilState(seen ? noDepth.get() : lessDepth.get(), 0);
    on->Begin(which);
    draw(on, red.get());
    on->End(which);
    on->OMSetDepthStencilState(noDepth.get(), 0);
}

void QueryCase::clearBlack() {
    const float black[4] = {0, 0, 0, 1};
    context->ClearRenderTargetView(view.get(), black);
}

void QueryCase::streamPoints(uint32_t points, const std::array<uint32_t, 4>& capacity) {
    static const char* const kNames[4] = {"FIRST", "SECOND", "THIRD", "FOURTH"};
    if (!streamShader_) {
        D3D11_SO_DECLARATION_ENTRY entries[4];
        const UINT strides[4] = {4, 4, 4, 4};
        for (BYTE i = 0; i < 4; i++)
            entries[i] = {i, kNames[i], 0, 0, 1, i};
        streamShader_ = gsWithOutput(assembled(kFourStreams), entries, strides, D3D11_SO_NO_RASTERIZED_STREAM);
        pointShader_ = vs(kPoints);
    }
    Com<ID3D11Buffer> owners[4];
    ID3D11Buffer* buffers[4];
    const UINT offsets[4] = {};
    for (uint32_t i = 0; i < 4; i++) {
        owners[i] = buffer(capacity[i] * 4, D3D11_BIND_STREAM_OUTPUT);
        buffers[i] = owners[i].get();
    }
    context->SOSetTargets(4, buffers, offsets);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    context->VSSetShader(pointShader_.get(), nullptr, 0);
    context->GSSetShader(streamShader_.get(), nullptr, 0);
    context->PSSetShader(nullptr, nullptr, 0);
    context->Draw(points, 0);
    context->SOSetTargets(0, nullptr, nullptr);
    context->GSSetShader(nullptr, nullptr, 0);
    bindState(context.get());
}

} // namespace conformance
