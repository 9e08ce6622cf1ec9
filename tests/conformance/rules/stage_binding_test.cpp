// The setters and getters of the shader stages: what is bound comes back with a reference of its own, ranges leave
// other slots alone, null unbinds, ClearState unbinds all.
#include "least_shaders.h"
#include "rule.h"

namespace conformance {
namespace {

using rules::kComputeText;
using rules::kDomainText;
using rules::kHullText;
using rules::kPixelText;
using rules::kVertexText;

using Context = ID3D11DeviceContext;
using Context1 = ID3D11DeviceContext1;

struct Stage {
    const char* name;
    decltype(&Context::VSSetConstantBuffers) setConstants;
    decltype(&Context::VSGetConstantBuffers) getConstants;
    decltype(&Context::VSSetShaderResources) setResources;
    decltype(&Context::VSGetShaderResources) getResources;
    decltype(&Context::VSSetSamplers) setSamplers;
    decltype(&Context::VSGetSamplers) getSamplers;
    decltype(&Context1::VSSetConstantBuffers1) setRanges;
    decltype(&Context1::VSGetConstantBuffers1) getRanges;
};
const Stage kStages[] = {
    {"vertex", &ID3D11DeviceContext::VSSetConstantBuffers, &ID3D11DeviceContext::VSGetConstantBuffers,
     &ID3D11DeviceContext::VSSetShaderResources, &ID3D11DeviceContext::VSGetShaderResources,
     &ID3D11DeviceContext::VSSetSamplers, &ID3D11DeviceContext::VSGetSamplers,
     &ID3D11DeviceContext1::VSSetConstantBuffers1, &ID3D11DeviceContext1::VSGetConstantBuffers1},
    {"hull", &ID3D11DeviceContext::HSSetConstantBuffers, &ID3D11DeviceContext::HSGetConstantBuffers,
     &ID3D11DeviceContext::HSSetShaderResources, &ID3D11DeviceContext::HSGetShaderResources,
     &ID3D11DeviceContext::HSSetSamplers, &ID3D11DeviceContext::HSGetSamplers,
     &ID3D11DeviceContext1::HSSetConstantBuffers1, &ID3D11DeviceContext1::HSGetConstantBuffers1},
    {"domain", &ID3D11DeviceContext::DSSetConstantBuffers, &ID3D11DeviceContext::DSGetConstantBuffers,
     &ID3D11DeviceContext::DSSetShaderResources, &ID3D11DeviceContext::DSGetShaderResources,
     &ID3D11DeviceContext::DSSetSamplers, &ID3D11DeviceContext::DSGetSamplers,
     &ID3D11DeviceContext1::DSSetConstantBuffers1, &ID3D11DeviceContext1::DSGetConstantBuffers1},
    {"geometry", &ID3D11DeviceContext::GSSetConstantBuffers, &ID3D11DeviceContext::GSGetConstantBuffers,
     &ID3D11DeviceContext::GSSetShaderResources, &ID3D11DeviceContext::GSGetShaderResources,
     &ID3D11DeviceContext::GSSetSamplers, &ID3D11DeviceContext::GSGetSamplers,
     &ID3D11DeviceContext1::GSSetConstantBuffers1, &ID3D11DeviceContext1::GSGetConstantBuffers1},
    {"pixel", &ID3D11DeviceContext::PSSetConstantBuffers, &ID3D11DeviceContext::PSGetConstantBuffers,
     &ID3D11DeviceContext::PSSetShaderResources, &ID3D11DeviceContext::PSGetShaderResources,
     &ID3D11DeviceContext::PSSetSamplers, &ID3D11DeviceContext::PSGetSamplers,
     &ID3D11DeviceContext1::PSSetConstantBuffers1, &ID3D11DeviceContext1::PSGetConstantBuffers1},
    {"compute", &ID3D11DeviceContext::CSSetConstantBuffers, &ID3D11DeviceContext::CSGetConstantBuffers,
     &ID3D11DeviceContext::CSSetShaderResources, &ID3D11DeviceContext::CSGetShaderResources,
     &ID3D11DeviceContext::CSSetSamplers, &ID3D11DeviceContext::CSGetSamplers,
     &ID3D11DeviceContext1::CSSetConstantBuffers1, &ID3D11DeviceContext1::CSGetConstantBuffers1},
};

class StageBinding : public DeviceTest {
protected:
    // The object in a slot, as a getter gives it.
    template <class T, class Get>
    Com<T> bound(Get get, UINT slot) {
        T* found = nullptr;
        (context.get()->*get)(slot, 1, &found);
        return Com<T>(found);
    }
    // Two objects into slots 1 and 2, then one of them away, then all.
    template <class T, class Set, class Get>
    void check(const char* what, Set set, Get get, const Com<T>& a, const Com<T>& b, UINT last) {
        SCOPED_TRACE(what);
        T* const both[] = {a.get(), b.get()};
        (context.get()->*set)(1, 2, both);
        (context.get()->*set)(last, 1, both);
        EXPECT_FALSE(bound<T>(get, 0));
        EXPECT_EQ(a.get(), bound<T>(get, 1).get());
        EXPECT_EQ(b.get(), bound<T>(get, 2).get());
        EXPECT_EQ(a.get(), bound<T>(get, last).get()) << "the last slot";
        const unsigned long before = refCount(a.get());
        {
            const Com<T> found = bound<T>(get, 1);
            EXPECT_EQ(before + 1, refCount(a.get())) << "a getter gives a reference";
        }
        T* const none = nullptr;
        (context.get()->*set)(1, 1, &none);
        EXPECT_FALSE(bound<T>(get, 1));
        EXPECT_EQ(b.get(), bound<T>(get, 2).get()) << "other slots stay";
        context->ClearState();
        EXPECT_FALSE(bound<T>(get, 2));
        EXPECT_FALSE(bound<T>(get, last));
    }
};

TEST_F(StageBinding, WhatIsSetComesBack) {
    auto a = buffer(256, D3D11_BIND_CONSTANT_BUFFER), b = buffer(256, D3D11_BIND_CONSTANT_BUFFER);
    auto first = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    auto second = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    auto viewA = resourceView(first.get()), viewB = resourceView(second.get());
    auto point = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_WRAP);
    auto linear = sampler(D3D11_FILTER_MIN_MAG_MIP_LINEAR, D3D11_TEXTURE_ADDRESS_CLAMP);
    for (const Stage& stage : kStages) {
        SCOPED_TRACE(stage.name);
        check("constant buffers", stage.setConstants, stage.getConstants, a, b,
              D3D11_COMMONSHADER_CONSTANT_BUFFER_API_SLOT_COUNT - 1);
        check("shader resources", stage.setResources, stage.getResources, viewA, viewB,
              D3D11_COMMONSHADER_INPUT_RESOURCE_SLOT_COUNT - 1);
        check("samplers", stage.setSamplers, stage.getSamplers, point, linear,
              D3D11_COMMONSHADER_SAMPLER_SLOT_COUNT - 1);
    }
}

// Ranges of constant buffers are multiples of 16 constants (Microsoft Learn, VSSetConstantBuffers1); a whole buffer
// comes back as offset 0 and 4096 constants.
TEST_F(StageBinding, RangesOfConstantBuffersComeBack) {
    auto context1 = context.as<ID3D11DeviceContext1>();
    ASSERT_TRUE(context1);
    auto large = buffer(4096, D3D11_BIND_CONSTANT_BUFFER);
    for (const Stage& stage : kStages) {
        SCOPED_TRACE(stage.name);
        const UINT first = 32, count = 48;
        (context1.get()->*stage.setRanges)(3, 1, large.array(), &first, &count);
        ID3D11Buffer* found = nullptr;
        UINT foundFirst = 7, foundCount = 7;
        (context1.get()->*stage.getRanges)(3, 1, &found, &foundFirst, &foundCount);
        EXPECT_EQ(large.get(), found);
        EXPECT_EQ(32u, foundFirst);
        EXPECT_EQ(48u, foundCount);
        if (found)
            found->Release();
        (context1.get()->*stage.setRanges)(3, 1, large.array(), nullptr, nullptr);
        (context1.get()->*stage.getRanges)(3, 1, nullptr, &foundFirst, &foundCount);
        EXPECT_EQ(0u, foundFirst);
        EXPECT_EQ(UINT(D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT), foundCount);
    }
}

constexpr const char* kGeometryText = R"(gs_5_0
.in SV_Position 0 0 xyzw float sv=POS rw=xyzw
.out SV_Position 0 0 xyzw float sv=POS
dcl_globalFlags refactoringAllowed
dcl_inputPrimitive point
dcl_input_siv v[1][0].xyzw, position
dcl_stream m0
dcl_outputTopology pointlist
dcl_output_siv o0.xyzw, position
dcl_maxOutputVertexCount 1
mov o0.xyzw, v[0][0].xyzw
emit_stream m0
ret
)";

// The shader of a stage and its class instances, of which there are none.
template <class T, class Set, class Get>
void checkShader(Context* context, const Com<T>& shader, Set set, Get get) {
    ASSERT_TRUE(shader);
    (context->*set)(shader.get(), nullptr, 0);
    ID3D11ClassInstance* instances[4] = {};
    UINT count = 4;
    Com<T> found;
    (context->*get)(found.out(), instances, &count);
    EXPECT_EQ(shader.get(), found.get());
    EXPECT_EQ(0u, count) << "no instance was given";
    (context->*set)(nullptr, nullptr, 0);
    (context->*get)(found.out(), nullptr, nullptr);
    EXPECT_FALSE(found);
}

TEST_F(StageBinding, ShadersComeBack) {
    using rules::assembled;
    const Bytecode vertex = assembled(kVertexText), hull = assembled(kHullText), domain = assembled(kDomainText),
                   geometry = assembled(kGeometryText), pixel = assembled(kPixelText),
                   compute = assembled(kComputeText);
    Com<ID3D11HullShader> hs;
    Com<ID3D11DomainShader> ds;
    Com<ID3D11GeometryShader> gs;
    ASSERT_HR(S_OK, device->CreateHullShader(hull.data(), hull.size(), nullptr, hs.out()));
    ASSERT_HR(S_OK, device->CreateDomainShader(domain.data(), domain.size(), nullptr, ds.out()));
    ASSERT_HR(S_OK, device->CreateGeometryShader(geometry.data(), geometry.size(), nullptr, gs.out()));
    checkShader(context.get(), vertexShader(vertex), &ID3D11DeviceContext::VSSetShader,
                &ID3D11DeviceContext::VSGetShader);
    checkShader(context.get(), hs, &ID3D11DeviceContext::HSSetShader, &ID3D11DeviceContext::HSGetShader);
    checkShader(context.get(), ds, &ID3D11DeviceContext::DSSetShader, &ID3D11DeviceContext::DSGetShader);
    checkShader(context.get(), gs, &ID3D11DeviceContext::GSSetShader, &ID3D11DeviceContext::GSGetShader);
    checkShader(context.get(), pixelShader(pixel), &ID3D11DeviceContext::PSSetShader,
                &ID3D11DeviceContext::PSGetShader);
    checkShader(context.get(), computeShader(compute), &ID3D11DeviceContext::CSSetShader,
                &ID3D11DeviceContext::CSGetShader);
}

TEST_F(StageBinding, InputAssemblerComesBack) {
    const D3D11_INPUT_ELEMENT_DESC element{
        "POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};
    const Bytecode code = rules::assembled(kVertexText);
    Com<ID3D11InputLayout> layout, foundLayout;
    ASSERT_HR(S_OK, device->CreateInputLayout(&element, 1, code.data(), code.size(), layout.out()));
    context->IASetInputLayout(layout.get());
    context->IAGetInputLayout(foundLayout.out());
    EXPECT_EQ(layout.get(), foundLayout.get());

    auto a = buffer(256, D3D11_BIND_VERTEX_BUFFER), b = buffer(256, D3D11_BIND_VERTEX_BUFFER);
    ID3D11Buffer* const both[] = {a.get(), b.get()};
    const UINT strides[] = {16, 24}, offsets[] = {32, 48};
    context->IASetVertexBuffers(4, 2, both, strides, offsets);
    ID3D11Buffer* found[3] = {};
    UINT foundStrides[3] = {9, 9, 9}, foundOffsets[3] = {9, 9, 9};
    context->IAGetVertexBuffers(3, 3, found, foundStrides, foundOffsets);
    EXPECT_EQ(nullptr, found[0]);
    EXPECT_EQ(a.get(), found[1]);
    EXPECT_EQ(b.get(), found[2]);
    EXPECT_EQ(24u, foundStrides[2]);
    EXPECT_EQ(32u, foundOffsets[1]);
    for (ID3D11Buffer* one : found)
        if (one)
            one->Release();

    auto indexes = buffer(256, D3D11_BIND_INDEX_BUFFER);
    context->IASetIndexBuffer(indexes.get(), DXGI_FORMAT_R16_UINT, 6);
    Com<ID3D11Buffer> foundIndexes;
    DXGI_FORMAT format{};
    UINT offset = 0;
    context->IAGetIndexBuffer(foundIndexes.out(), &format, &offset);
    EXPECT_EQ(indexes.get(), foundIndexes.get());
    EXPECT_EQ(DXGI_FORMAT_R16_UINT, format);
    EXPECT_EQ(6u, offset);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP_ADJ);
    D3D11_PRIMITIVE_TOPOLOGY topology{};
    context->IAGetPrimitiveTopology(&topology);
    EXPECT_EQ(D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP_ADJ, topology);
}

TEST_F(StageBinding, OutputStatesComeBack) {
    D3D11_DEPTH_STENCIL_DESC depthDesc{};
    depthDesc.DepthFunc = D3D11_COMPARISON_GREATER;
    depthDesc.DepthEnable = TRUE;
    Com<ID3D11DepthStencilState> depth, foundDepth;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&depthDesc, depth.out()));
    context->OMSetDepthStencilState(depth.get(), 0x35);
    UINT reference = 0;
    context->OMGetDepthStencilState(foundDepth.out(), &reference);
    EXPECT_EQ(depth.get(), foundDepth.get());
    EXPECT_EQ(0x35u, reference);
    D3D11_DEPTH_STENCIL_DESC found{};
    depth->GetDesc(&found);
    EXPECT_EQ(D3D11_COMPARISON_GREATER, found.DepthFunc);

    const D3D11_RASTERIZER_DESC rasterDesc{D3D11_FILL_WIREFRAME, D3D11_CULL_NONE};
    Com<ID3D11RasterizerState> raster, foundRaster;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&rasterDesc, raster.out()));
    context->RSSetState(raster.get());
    context->RSGetState(foundRaster.out());
    EXPECT_EQ(raster.get(), foundRaster.get());

    const D3D11_RECT rects[] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    context->RSSetScissorRects(2, rects);
    D3D11_RECT foundRects[3] = {{9, 9, 9, 9}, {9, 9, 9, 9}, {9, 9, 9, 9}};
    UINT count = 3;
    context->RSGetScissorRects(&count, foundRects);
    EXPECT_EQ(2u, count);
    EXPECT_EQ(7, foundRects[1].right);
    EXPECT_EQ(0, foundRects[2].right) << "the rest is zeroed";

    auto target = buffer(64, D3D11_BIND_STREAM_OUTPUT);
    const UINT offset = 0;
    context->SOSetTargets(1, target.array(), &offset);
    ID3D11Buffer* targets[2] = {};
    context->SOGetTargets(2, targets);
    EXPECT_EQ(target.get(), targets[0]);
    EXPECT_EQ(nullptr, targets[1]);
    if (targets[0])
        targets[0]->Release();

    auto storage = texture(4, 4, DXGI_FORMAT_R32_UINT, D3D11_BIND_UNORDERED_ACCESS);
    auto view = accessView(storage.get());
    const UINT keep = ~0u;
    context->CSSetUnorderedAccessViews(2, 1, view.array(), &keep);
    ID3D11UnorderedAccessView* views[2] = {};
    context->CSGetUnorderedAccessViews(1, 2, views);
    EXPECT_EQ(nullptr, views[0]);
    EXPECT_EQ(view.get(), views[1]);
    if (views[1])
        views[1]->Release();
}

// --- stream output and DrawAuto

constexpr const char* kNumberText = R"(vs_5_0
.in SV_VertexID 0 0 x___ uint sv=VERTID rw=x___
.out SV_Position 0 0 xyzw float sv=POS
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output_siv o0.xyzw, position
utof o0.xyzw, v0.xxxx
ret
)";

TEST_F(StageBinding, DrawAutoDrawsWhatWasStreamedOut) {
    using rules::assembled;
    const Bytecode code = assembled(kGeometryText), read = assembled(kVertexText);
    const D3D11_SO_DECLARATION_ENTRY entry{0, "SV_Position", 0, 0, 4, 0};
    const UINT stride = 16, zero = 0;
    Com<ID3D11GeometryShader> capture;
    ASSERT_HR(S_OK,
              device->CreateGeometryShaderWithStreamOutput(code.data(), code.size(), &entry, 1, &stride, 1,
                                                           D3D11_SO_NO_RASTERIZED_STREAM, nullptr, capture.out()));
    const D3D11_INPUT_ELEMENT_DESC element{
        "POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};
    Com<ID3D11InputLayout> layout;
    ASSERT_HR(S_OK, device->CreateInputLayout(&element, 1, read.data(), read.size(), layout.out()));
    const std::vector<float> empty(20, -1.0f);
    auto first = buffer(80, D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_VERTEX_BUFFER, empty.data());
    auto second = buffer(80, D3D11_BIND_STREAM_OUTPUT, empty.data());
    auto numbers = vertexShader(assembled(kNumberText)), pass = vertexShader(read);

    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
    context->GSSetShader(capture.get(), nullptr, 0);
    context->VSSetShader(numbers.get(), nullptr, 0);
    context->SOSetTargets(1, first.array(), &zero);
    context->Draw(3, 0);
    context->SOSetTargets(1, second.array(), &zero);
    context->IASetInputLayout(layout.get());
    context->IASetVertexBuffers(0, 1, first.array(), &stride, &zero);
    context->VSSetShader(pass.get(), nullptr, 0);
    context->DrawAuto();
    context->SOSetTargets(0, nullptr, nullptr);
    const std::vector<float> found = DeviceTest::read<float>(second.get());
    ASSERT_EQ(20u, found.size());
    for (int i = 0; i < 3; i++)
        EXPECT_EQ(float(i), found[size_t(i) * 4]) << i;
    EXPECT_EQ(-1.0f, found[12]) << "three vertices, and no more";
}

} // namespace
} // namespace conformance
