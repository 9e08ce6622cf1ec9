// State that does not go together at a draw or dispatch, and outputs that are still inputs.
#include "debug_fixture.h"

#include "shaders/fill.cs.h"
#include "shaders/fullscreen.vs.h"
#include "shaders/load_2d.ps.h"
#include "shaders/sample_2d.ps.h"
#include "shaders/vertex_color.ps.h"
#include "shaders/vertex_color.vs.h"

namespace conformance {
namespace {

constexpr auto kColor = DXGI_FORMAT_R8G8B8A8_UNORM;
constexpr UINT kBoth = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;
constexpr auto kExecution = D3D11_MESSAGE_CATEGORY_EXECUTION;
constexpr auto kSetting = D3D11_MESSAGE_CATEGORY_STATE_SETTING;

class DebugDraw : public DebugTest {
public:
    void expectError(D3D11_MESSAGE_ID id) { expectSaid(id, kExecution, D3D11_MESSAGE_SEVERITY_ERROR); }
    void expectWarning(D3D11_MESSAGE_ID id, D3D11_MESSAGE_CATEGORY category = kExecution) {
        expectSaid(id, category, D3D11_MESSAGE_SEVERITY_WARNING);
    }
    // As a draw would be judged, without one: what does not fit together has no meaning for the GPU.
    void validate() {
        forget();
        EXPECT_HR(S_OK, device.as<ID3D11Debug>()->ValidateContext(context.get()));
    }
    // Two triangles' worth of vertices with position and colour, ready to draw without a message.
    void ready() {
        image = texture(8, 8, kColor, kBoth);
        view = target(image.get());
        bindTarget(view);
        viewport(8, 8);
        const std::vector<float> data(6 * 8);
        vertices = buffer(sizeof(float) * 48, D3D11_BIND_VERTEX_BUFFER, data.data());
        const uint16_t order[6] = {0, 1, 2, 3, 4, 5};
        indexes = buffer(12, D3D11_BIND_INDEX_BUFFER, order);
        const D3D11_INPUT_ELEMENT_DESC elements[] = {
            {"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
            {"COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 16, D3D11_INPUT_PER_VERTEX_DATA, 0}};
        ASSERT_HR(S_OK, device->CreateInputLayout(elements, 2, vertex_color_vs, sizeof vertex_color_vs, layout.out()));
        vs = vertexShader(vertex_color_vs);
        ps = pixelShader(vertex_color_ps);
        context->IASetInputLayout(layout.get());
        setVertices(32, 0);
        context->IASetIndexBuffer(indexes.get(), DXGI_FORMAT_R16_UINT, 0);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        context->VSSetShader(vs.get(), nullptr, 0);
        context->PSSetShader(ps.get(), nullptr, 0);
        forget();
    }
    void setVertices(UINT stride, UINT offset) {
        context->IASetVertexBuffers(0, 1, vertices.array(), &stride, &offset);
    }

    Com<ID3D11Texture2D> image;
    Com<ID3D11RenderTargetView> view;
    Com<ID3D11Buffer> vertices, indexes;
    Com<ID3D11InputLayout> layout;
    Com<ID3D11VertexShader> vs;
    Com<ID3D11PixelShader> ps;

protected:
    void TearDown() override {
        image.reset(), view.reset(), vertices.reset(), indexes.reset(), layout.reset(), vs.reset(), ps.reset();
        DebugTest::TearDown();
    }
};

TEST_F(DebugDraw, AGoodDrawIsQuiet) {
    ready();
    context->Draw(6, 0);
    context->DrawIndexed(6, 0, 0);
    context->DrawInstanced(3, 2, 0, 0);
    expectQuiet();
}

TEST_F(DebugDraw, MissingState) {
    ready();
    context->VSSetShader(nullptr, nullptr, 0);
    context->Draw(3, 0);
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_SHADER_NOT_SET);
    context->VSSetShader(vs.get(), nullptr, 0);
    context->IASetInputLayout(nullptr);
    context->Draw(3, 0);
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_INPUTLAYOUT_NOT_SET);
    context->IASetInputLayout(layout.get());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_IASETPRIMITIVETOPOLOGY_TOPOLOGY_UNDEFINED, kSetting);
    context->Draw(3, 0);
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_INVALID_PRIMITIVETOPOLOGY);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->RSSetViewports(0, nullptr);
    context->Draw(3, 0);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DRAW_VIEWPORT_NOT_SET);
    viewport(8, 8);
    context->OMSetRenderTargets(0, nullptr, nullptr);
    context->Draw(3, 0);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DRAW_RENDERTARGETVIEW_NOT_SET);
}

TEST_F(DebugDraw, VertexAndIndexBuffers) {
    ready();
    context->Draw(7, 0);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_BUFFER_TOO_SMALL);
    context->Draw(3, 4);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_BUFFER_TOO_SMALL);
    context->DrawIndexed(7, 0, 0);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DRAW_INDEX_BUFFER_TOO_SMALL);
    setVertices(16, 0);
    validate();
    expectSaid(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_BUFFER_STRIDE_TOO_SMALL, kExecution, D3D11_MESSAGE_SEVERITY_INFO);
    setVertices(32, 2);
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_OFFSET_UNALIGNED);
    setVertices(32, 1000);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_OFFSET_TOO_LARGE, kSetting);
    ID3D11Buffer* none = nullptr;
    const UINT zero = 0;
    context->IASetVertexBuffers(0, 1, &none, &zero, &zero);
    context->Draw(3, 0);
    expectSaid(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_BUFFER_NOT_SET, kExecution, D3D11_MESSAGE_SEVERITY_INFO);
    setVertices(32, 0);
    context->IASetIndexBuffer(nullptr, DXGI_FORMAT_R16_UINT, 0);
    context->DrawIndexed(3, 0, 0);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DRAW_INDEX_BUFFER_NOT_SET);
    context->IASetIndexBuffer(indexes.get(), DXGI_FORMAT_R32_FLOAT, 0);
    expectSaid(D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_FORMAT_INVALID, kSetting, D3D11_MESSAGE_SEVERITY_ERROR);
}

// What is mapped cannot be drawn with.
TEST_F(DebugDraw, MappedBuffersAreNotDrawnWith) {
    ready();
    auto dynamic = buffer(192, D3D11_BIND_VERTEX_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    const UINT stride = 32, offset = 0;
    context->IASetVertexBuffers(0, 1, dynamic.array(), &stride, &offset);
    D3D11_MAPPED_SUBRESOURCE mapped;
    ASSERT_HR(S_OK, context->Map(dynamic.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_BOUND_RESOURCE_MAPPED);
    context->Unmap(dynamic.get(), 0);
    validate();
    expectQuiet();
}

TEST_F(DebugDraw, StreamOutputPushesVertexBuffersOut) {
    auto both = buffer(64, D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_STREAM_OUTPUT);
    const UINT stride = 16, offset = 0;
    context->IASetVertexBuffers(2, 1, both.array(), &stride, &offset);
    expectQuiet();
    context->SOSetTargets(1, both.array(), &offset);
    EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_HAZARD));
    expectWarning(D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_HAZARD, kSetting);
    context->IASetVertexBuffers(0, 1, both.array(), &stride, &offset);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_HAZARD, kSetting);
    context->SOSetTargets(0, nullptr, nullptr);
}

TEST_F(DebugDraw, ViewportsAndRectanglesOutOfRange) {
    const auto error = [this](D3D11_MESSAGE_ID id) { expectSaid(id, kSetting, D3D11_MESSAGE_SEVERITY_ERROR); };
    const D3D11_VIEWPORT negative = {0, 0, -1, 4, 0, 1}, many[17] = {};
    context->RSSetViewports(1, &negative);
    error(D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_INVALIDVIEWPORT);
    context->RSSetViewports(17, many);
    error(D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_TOO_MANY_VIEWPORTS);
    const D3D11_RECT turned = {4, 4, 0, 0};
    context->RSSetScissorRects(1, &turned);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_RSSETSCISSORRECTS_INVALIDSCISSOR, kSetting);
    context->IASetPrimitiveTopology(static_cast<D3D11_PRIMITIVE_TOPOLOGY>(99));
    error(D3D11_MESSAGE_ID_DEVICE_IASETPRIMITIVETOPOLOGY_TOPOLOGY_UNRECOGNIZED);
    context->ClearState();
}

TEST_F(DebugDraw, WhatShadersReadMustBeThere) {
    ready();
    // The vertex shader before gives SV_Position alone, which is all that this one reads.
    auto sampling = pixelShader(sample_2d_ps);
    auto fullscreen = vertexShader(fullscreen_vs);
    context->VSSetShader(fullscreen.get(), nullptr, 0);
    context->PSSetShader(sampling.get(), nullptr, 0);
    forget();
    context->Draw(3, 0);
    EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_DEVICE_DRAW_SAMPLER_NOT_SET));
    EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_DEVICE_DRAW_SHADERRESOURCEVIEW_NOT_SET));
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_NOT_SET);

    const float where[4] = {0, 0, 8, 8};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, where);
    auto read = texture(4, 4, kColor, D3D11_BIND_SHADER_RESOURCE);
    auto readView = resourceView(read.get());
    auto filter = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    context->PSSetConstantBuffers(0, 1, constants.array());
    context->PSSetShaderResources(0, 1, readView.array());
    context->PSSetSamplers(0, 1, filter.array());
    forget();
    context->Draw(3, 0);
    expectQuiet();

    // A view of another dimension, and of another type.
    const D3D11_TEXTURE3D_DESC volume = {4, 4, 4, 1, kColor, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    Com<ID3D11Texture3D> deep;
    ASSERT_HR(S_OK, device->CreateTexture3D(&volume, nullptr, deep.out()));
    auto deepView = resourceView(deep.get());
    context->PSSetShaderResources(0, 1, deepView.array());
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_VIEW_DIMENSION_MISMATCH);
    auto whole = texture(4, 4, DXGI_FORMAT_R32G32B32A32_UINT, D3D11_BIND_SHADER_RESOURCE);
    auto wholeView = resourceView(whole.get());
    context->PSSetShaderResources(0, 1, wholeView.array());
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_RESOURCE_RETURN_TYPE_MISMATCH);
    context->PSSetShaderResources(0, 1, readView.array());

    // A sampler that compares, where the shader does not.
    D3D11_SAMPLER_DESC comparing{};
    comparing.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_POINT;
    comparing.AddressU = comparing.AddressV = comparing.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
    comparing.ComparisonFunc = D3D11_COMPARISON_LESS;
    Com<ID3D11SamplerState> other;
    ASSERT_HR(S_OK, device->CreateSamplerState(&comparing, other.out()));
    context->PSSetSamplers(0, 1, other.array());
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_SAMPLER_MISMATCH);
}

TEST_F(DebugDraw, StagesMustFitTogether) {
    ready();
    // The pixel shader reads COLOR, which this vertex shader does not write.
    auto fullscreen = vertexShader(fullscreen_vs);
    context->VSSetShader(fullscreen.get(), nullptr, 0);
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_SHADER_LINKAGE_SEMANTICNAME_NOT_FOUND);
    context->VSSetShader(vs.get(), nullptr, 0);
    // A float written to a target of integers.
    auto integers = texture(8, 8, DXGI_FORMAT_R32G32B32A32_UINT, D3D11_BIND_RENDER_TARGET);
    auto integerView = target(integers.get());
    bindTarget(integerView);
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_PS_OUTPUT_TYPE_MISMATCH);
    D3D11_BLEND_DESC desc{};
    desc.RenderTarget[0] = {TRUE,
                            D3D11_BLEND_ONE,
                            D3D11_BLEND_ONE,
                            D3D11_BLEND_OP_ADD,
                            D3D11_BLEND_ONE,
                            D3D11_BLEND_ONE,
                            D3D11_BLEND_OP_ADD,
                            15};
    Com<ID3D11BlendState> blend;
    ASSERT_HR(S_OK, device->CreateBlendState(&desc, blend.out()));
    context->OMSetBlendState(blend.get(), nullptr, ~0u);
    validate();
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_OM_RENDER_TARGET_DOES_NOT_SUPPORT_BLENDING);
    EXPECT_HR(E_INVALIDARG, device.as<ID3D11Debug>()->ValidateContext(nullptr));
}

TEST_F(DebugDraw, Dispatches) {
    auto shader = computeShader(fill_cs);
    context->CSSetShader(shader.get(), nullptr, 0);
    context->Dispatch(1, 1, 1);
    EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_NOT_SET));
    expectWarning(D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_NOT_SET);
    context->Dispatch(0, 1, 1);
    expectWarning(D3D11_MESSAGE_ID_DEVICE_DISPATCH_THREADGROUPCOUNT_ZERO);
    context->Dispatch(1, 70000, 1);
    expectError(D3D11_MESSAGE_ID_DEVICE_DISPATCH_THREADGROUPCOUNT_OVERFLOW);
    const uint32_t values[4] = {1, 2, 0, 0};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, values);
    auto data = buffer(64 * 8, D3D11_BIND_UNORDERED_ACCESS, nullptr, D3D11_USAGE_DEFAULT,
                       D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 8);
    auto access = accessView(data.get());
    context->CSSetConstantBuffers(0, 1, constants.array());
    context->CSSetUnorderedAccessViews(0, 1, access.array(), nullptr);
    forget();
    EXPECT_HR(S_OK, device.as<ID3D11Debug>()->ValidateContextForDispatch(context.get()));
    expectError(D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_STRUCTURE_STRIDE_MISMATCH);
    auto arguments = buffer(16, D3D11_BIND_VERTEX_BUFFER);
    context->DispatchIndirect(arguments.get(), 0);
    expectError(D3D11_MESSAGE_ID_DEVICE_DISPATCHINDIRECT_INVALID_ARG_BUFFER);
}

// Set as output while bound as input: the input becomes null, and both are told.
TEST_F(DebugDraw, OutputsPushInputsOut) {
    auto image = texture(8, 8, kColor, kBoth);
    auto view = target(image.get());
    auto input = resourceView(image.get());
    context->PSSetShaderResources(3, 1, input.array());
    expectQuiet();
    context->OMSetRenderTargets(1, view.array(), nullptr);
    EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_DEVICE_PSSETSHADERRESOURCES_HAZARD));
    expectWarning(D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETS_HAZARD, kSetting);
    Com<ID3D11ShaderResourceView> now;
    context->PSGetShaderResources(3, 1, now.out());
    EXPECT_FALSE(bool(now));
    // Set as input while bound as output.
    context->VSSetShaderResources(0, 1, input.array());
    expectWarning(D3D11_MESSAGE_ID_DEVICE_VSSETSHADERRESOURCES_HAZARD, kSetting);
    // Compute is judged apart.
    context->CSSetShaderResources(0, 1, input.array());
    expectQuiet();
    context->OMSetRenderTargets(0, nullptr, nullptr);
    auto raw = buffer(64, D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE, nullptr, D3D11_USAGE_DEFAULT,
                      D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 4);
    auto access = accessView(raw.get());
    auto rawView = resourceView(raw.get());
    context->CSSetShaderResources(5, 1, rawView.array());
    context->CSSetUnorderedAccessViews(0, 1, access.array(), nullptr);
    EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_DEVICE_CSSETSHADERRESOURCES_HAZARD));
    expectWarning(D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD, kSetting);
}

TEST_F(DebugDraw, DeferredContextsAreCheckedToo) {
    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    forget();
    deferred->Draw(3, 0);
    expectError(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_SHADER_NOT_SET);
    Com<ID3D11CommandList> list;
    EXPECT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    Com<ID3D11CommandList> none;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->FinishCommandList(FALSE, none.out()));
    expectError(D3D11_MESSAGE_ID_FINISHDISPLAYLIST_ONIMMEDIATECONTEXT);
}

} // namespace
} // namespace conformance
