// Every opcode of the table stands in a program that runs and gives what it must: the programs of programs.cpp, and the
// rows of the edge values for what computes.
#include "opcode_row.h"
#include "programs.h"

#include "dxbc/opcode_table.h"
#include "dxbcasm/dxbcasm.h"
#include "linkage/interface_chunk.h"
#include "shader/shader_test.h"

#include <cmath>
#include <set>

namespace conformance::opcodes {
namespace {

using hendeca::dxbc::Opcode;

// The opcodes of a program, from its tokens.
void collect(const char* text, std::set<uint32_t>& found) {
    if (!text)
        return;
    const auto bytes = hendeca::dxbcasm::assemble(text, {.programOnly = true});
    ASSERT_TRUE(bytes) << bytes.error().what << "\n" << text;
    std::vector<uint32_t> words(bytes->size() / 4);
    std::memcpy(words.data(), bytes->data(), words.size() * 4);
    for (size_t at = 2; at < words.size();) {
        const uint32_t opcode = words[at] & 0x7ff;
        found.insert(opcode);
        const bool custom = opcode == static_cast<uint32_t>(Opcode::Customdata);
        const uint32_t length = custom ? words[at + 1] : words[at] >> 24 & 0x7f;
        ASSERT_NE(0u, length);
        at += length;
    }
}

TEST(Opcodes, EachStandsInAProgramThatRuns) {
    std::set<uint32_t> found;
    for (const Program& program : programs())
        for (const char* text :
             {program.compute, program.vertex, program.hull, program.domain, program.geometry, program.pixel})
            collect(text, found);
    collect(kUsualVertex, found);
    collect(kUsualPixel, found);
    for (const auto rows :
         {floatRows(), dotRows(), integerRows(), bitRows(), moveRows(), conversionRows(), doubleRows()})
        for (const Row& row : rows)
            collect(("cs_5_0\n" + std::string(row.text)).c_str(), found);
    uint32_t known = 0;
    for (uint32_t i = 0; i < hendeca::dxbc::kOpcodeCount; ++i) {
        const hendeca::dxbc::OpcodeInfo& info = hendeca::dxbc::opcodeInfo(static_cast<Opcode>(i));
        if (info.has(hendeca::dxbc::kReserved))
            continue;
        ++known;
        EXPECT_TRUE(found.contains(i)) << info.name << " stands in no program";
    }
    EXPECT_EQ(231u, known);
}

class ProgramTest : public ShaderTest, public ::testing::WithParamInterface<size_t> {
protected:
    void bindResources() {
        std::vector<uint32_t> words(64), squares(16), sevens(16), constants(16);
        for (uint32_t i = 0; i < 64; ++i)
            words[i] = 100 + i;
        for (uint32_t i = 0; i < 16; ++i) {
            squares[i] = i * i;
            sevens[i] = i * 7;
            constants[i] = 1000 + i;
        }
        const uint32_t elements[16] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33};
        float texels[4][4][4];
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 4; ++x) {
                const float values[4] = {float(x), float(y), float(4 * y + x), 1};
                std::memcpy(texels[y][x], values, sizeof values);
            }
        views_[0] = rawResource(rawBuffer(64, words.data()).get(), 0, 64);
        views_[1] = resourceView(structuredBuffer(4, 16, elements).get());
        views_[2] =
            typedResource(buffer(64, D3D11_BIND_SHADER_RESOURCE, squares.data()).get(), DXGI_FORMAT_R32_UINT, 0, 16);
        views_[3] = resourceView(
            texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_SHADER_RESOURCE, texels, sizeof texels[0]).get());
        views_[4] = multisampled();
        views_[5] = depth();
        ID3D11ShaderResourceView* views[6];
        for (size_t i = 0; i < 6; ++i)
            views[i] = views_[i].get();
        context->CSSetShaderResources(0, 6, views);
        context->PSSetShaderResources(0, 6, views);
        samplers_[0] = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
        samplers_[1] = comparison();
        ID3D11SamplerState* samplers[2] = {samplers_[0].get(), samplers_[1].get()};
        context->CSSetSamplers(0, 2, samplers);
        context->PSSetSamplers(0, 2, samplers);
        constants_ = buffer(64, D3D11_BIND_CONSTANT_BUFFER, constants.data());
        context->CSSetConstantBuffers(0, 1, constants_.array());
        outputs_[0] = counted();
        outputs_[1] =
            typedAccess(buffer(64, D3D11_BIND_UNORDERED_ACCESS, sevens.data()).get(), DXGI_FORMAT_R32_UINT, 0, 16);
        outputs_[2] = counted();
        ID3D11UnorderedAccessView* outputs[3] = {outputs_[0].get(), outputs_[1].get(), outputs_[2].get()};
        const UINT counts[3] = {5, ~0u, 5};
        context->CSSetUnorderedAccessViews(1, 3, outputs, counts);
    }

    std::vector<uint32_t> dispatchLinked(const char* text) {
        TestLinkage classes;
        classes.classes = {{"First"}, {"Second"}};
        classes.interfaces = {{1, {{0, 0}, {1, 1}}}};
        const auto code = linked(text, classes);
        Com<ID3D11ClassLinkage> linkage;
        Com<ID3D11ComputeShader> shader;
        Com<ID3D11ClassInstance> instance;
        EXPECT_HR(S_OK, device->CreateClassLinkage(linkage.out()));
        EXPECT_HR(S_OK, device->CreateComputeShader(code.data(), code.size(), linkage.get(), shader.out()));
        EXPECT_HR(S_OK, linkage->CreateClassInstance("Second", 0, 0, 0, 0, instance.out()));
        const std::vector<uint32_t> zeros(64);
        auto output = rawBuffer(64, zeros.data());
        context->CSSetShader(shader.get(), instance.array(), 1);
        context->CSSetUnorderedAccessViews(0, 1, rawAccess(output.get(), 0, 64).array(), nullptr);
        context->Dispatch(1, 1, 1);
        return read<uint32_t>(output.get());
    }

    void draw(const Program& program) {
        auto color = texture(8, 8, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
        bindTarget(target(color.get()));
        viewport(8, 8);
        auto vertex = vs(program.vertex ? program.vertex : kUsualVertex);
        auto pixel = ps(program.pixel ? program.pixel : kUsualPixel);
        context->VSSetShader(vertex.get(), nullptr, 0);
        context->PSSetShader(pixel.get(), nullptr, 0);
        Com<ID3D11HullShader> hull;
        Com<ID3D11DomainShader> domain;
        Com<ID3D11GeometryShader> geometry;
        if (program.hull)
            hull = hs(program.hull);
        if (program.domain)
            domain = ds(program.domain);
        if (program.geometry)
            geometry = gs(program.geometry);
        context->HSSetShader(hull.get(), nullptr, 0);
        context->DSSetShader(domain.get(), nullptr, 0);
        context->GSSetShader(geometry.get(), nullptr, 0);
        const bool points =
            program.geometry && std::string_view(program.geometry).find("Primitive point") != std::string::npos;
        context->IASetPrimitiveTopology(program.hull ? D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST
                                        : points     ? D3D11_PRIMITIVE_TOPOLOGY_POINTLIST
                                                     : D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        context->Draw(points ? 1 : 3, 0);
        const Float4 found = read(color.get()).at<Float4>(4, 4);
        ASSERT_EQ(4u, program.color.size());
        EXPECT_TRUE(close({program.color[0], program.color[1], program.color[2], program.color[3]}, found, 1e-3f));
    }

private:
    Com<ID3D11ShaderResourceView> multisampled() {
        D3D11_TEXTURE2D_DESC desc = {8,
                                     8,
                                     1,
                                     1,
                                     DXGI_FORMAT_R32_FLOAT,
                                     {4, 0},
                                     D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE,
                                     0,
                                     0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        const float quarters[4] = {0.25f, 0.25f, 0.25f, 0.25f};
        context->ClearRenderTargetView(target(made.get()).get(), quarters);
        return resourceView(made.get());
    }
    Com<ID3D11ShaderResourceView> depth() {
        auto made = texture(4, 4, DXGI_FORMAT_R32_TYPELESS, D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_SHADER_RESOURCE);
        D3D11_DEPTH_STENCIL_VIEW_DESC desc = {};
        desc.Format = DXGI_FORMAT_D32_FLOAT;
        desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
        Com<ID3D11DepthStencilView> view;
        EXPECT_HR(S_OK, device->CreateDepthStencilView(made.get(), &desc, view.out()));
        context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH, 0.5f, 0);
        D3D11_SHADER_RESOURCE_VIEW_DESC read = {};
        read.Format = DXGI_FORMAT_R32_FLOAT;
        read.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
        read.Texture2D = {0, 1};
        Com<ID3D11ShaderResourceView> resource;
        EXPECT_HR(S_OK, device->CreateShaderResourceView(made.get(), &read, resource.out()));
        return resource;
    }
    Com<ID3D11SamplerState> comparison() {
        D3D11_SAMPLER_DESC desc = {};
        desc.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_POINT;
        desc.AddressU = desc.AddressV = desc.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
        desc.ComparisonFunc = D3D11_COMPARISON_LESS_EQUAL;
        desc.MaxLOD = D3D11_FLOAT32_MAX;
        Com<ID3D11SamplerState> made;
        EXPECT_HR(S_OK, device->CreateSamplerState(&desc, made.out()));
        return made;
    }
    Com<ID3D11UnorderedAccessView> counted() {
        auto words = structuredBuffer(16, 4);
        D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
        desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
        desc.Buffer = {0, 16, D3D11_BUFFER_UAV_FLAG_COUNTER};
        Com<ID3D11UnorderedAccessView> made;
        EXPECT_HR(S_OK, device->CreateUnorderedAccessView(words.get(), &desc, made.out()));
        return made;
    }

    Com<ID3D11ShaderResourceView> views_[6];
    Com<ID3D11SamplerState> samplers_[2];
    Com<ID3D11UnorderedAccessView> outputs_[3];
    Com<ID3D11Buffer> constants_;
};

TEST_P(ProgramTest, GivesWhatItMust) {
    const Program& program = programs()[GetParam()];
    bindResources();
    if (!program.compute)
        return draw(program);
    std::vector<uint32_t> found = program.interfaces ? dispatchLinked(program.compute) : dispatch(program.compute, 64);
    found.resize(program.words.size());
    EXPECT_EQ(program.words, found);
}

INSTANTIATE_TEST_SUITE_P(Opcodes, ProgramTest, ::testing::Range<size_t>(0, programs().size()),
                         [](const ::testing::TestParamInfo<size_t>& info) {
                             return std::string(programs()[info.param].name);
                         });

} // namespace
} // namespace conformance::opcodes
