#include "shader_test.h"

#include "dxbcasm/dxbcasm.h"

#include <cmath>

namespace conformance {

std::vector<unsigned char> assembled(std::string_view text) {
    hendeca::Result<std::vector<uint8_t>> made = hendeca::dxbcasm::assemble(text);
    if (!made) {
        ADD_FAILURE() << "not assembled: " << made.error().what << "\n" << text;
        return {};
    }
    return std::move(*made);
}

float asFloat(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t asUint(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

::testing::AssertionResult close(const Float4& wanted, const Float4& found, float tolerance) {
    for (size_t i = 0; i < 4; i++) {
        if (wanted[i] == found[i] || (std::isnan(wanted[i]) && std::isnan(found[i])))
            continue;
        if (!(std::fabs(wanted[i] - found[i]) <= tolerance))
            return ::testing::AssertionFailure()
                   << "wanted (" << wanted[0] << ", " << wanted[1] << ", " << wanted[2] << ", " << wanted[3]
                   << "), found (" << found[0] << ", " << found[1] << ", " << found[2] << ", " << found[3] << ")";
    }
    return ::testing::AssertionSuccess();
}

Com<ID3D11GeometryShader> ShaderTest::gs(std::string_view text) {
    const auto code = assembled(text);
    Com<ID3D11GeometryShader> made;
    EXPECT_HR(S_OK, device->CreateGeometryShader(code.data(), code.size(), nullptr, made.out()));
    return made;
}

Com<ID3D11HullShader> ShaderTest::hs(std::string_view text) {
    const auto code = assembled(text);
    Com<ID3D11HullShader> made;
    EXPECT_HR(S_OK, device->CreateHullShader(code.data(), code.size(), nullptr, made.out()));
    return made;
}

Com<ID3D11DomainShader> ShaderTest::ds(std::string_view text) {
    const auto code = assembled(text);
    Com<ID3D11DomainShader> made;
    EXPECT_HR(S_OK, device->CreateDomainShader(code.data(), code.size(), nullptr, made.out()));
    return made;
}

Com<ID3D11GeometryShader> ShaderTest::gsWithOutput(Bytecode code, std::span<const D3D11_SO_DECLARATION_ENTRY> entries,
                                                   std::span<const UINT> strides, UINT rasterized) {
    Com<ID3D11GeometryShader> made;
    EXPECT_HR(S_OK, device->CreateGeometryShaderWithStreamOutput(
                        code.data(), code.size(), entries.data(), static_cast<UINT>(entries.size()),
                        strides.empty() ? nullptr : strides.data(), static_cast<UINT>(strides.size()), rasterized,
                        nullptr, made.out()));
    return made;
}

Com<ID3D11Buffer> ShaderTest::rawBuffer(uint32_t words, const void* data) {
    return buffer(words * 4, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS, data, D3D11_USAGE_DEFAULT,
                  D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
}

Com<ID3D11Buffer> ShaderTest::structuredBuffer(uint32_t count, uint32_t stride, const void* data) {
    return buffer(count * stride, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS, data, D3D11_USAGE_DEFAULT,
                  D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, stride);
}

Com<ID3D11ShaderResourceView> ShaderTest::rawResource(ID3D11Buffer* of, uint32_t firstWord, uint32_t words) {
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R32_TYPELESS;
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
    desc.BufferEx = {firstWord, words, D3D11_BUFFEREX_SRV_FLAG_RAW};
    Com<ID3D11ShaderResourceView> made;
    EXPECT_HR(S_OK, device->CreateShaderResourceView(of, &desc, made.out()));
    return made;
}

Com<ID3D11UnorderedAccessView> ShaderTest::rawAccess(ID3D11Buffer* of, uint32_t firstWord, uint32_t words) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R32_TYPELESS;
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {firstWord, words, D3D11_BUFFER_UAV_FLAG_RAW};
    Com<ID3D11UnorderedAccessView> made;
    EXPECT_HR(S_OK, device->CreateUnorderedAccessView(of, &desc, made.out()));
    return made;
}

Com<ID3D11ShaderResourceView> ShaderTest::typedResource(ID3D11Buffer* of, DXGI_FORMAT format, uint32_t first,
                                                        uint32_t count) {
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
    desc.Format = format;
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
    desc.Buffer.FirstElement = first;
    desc.Buffer.NumElements = count;
    Com<ID3D11ShaderResourceView> made;
    EXPECT_HR(S_OK, device->CreateShaderResourceView(of, &desc, made.out()));
    return made;
}

Com<ID3D11UnorderedAccessView> ShaderTest::typedAccess(ID3D11Buffer* of, DXGI_FORMAT format, uint32_t first,
                                                       uint32_t count) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.Format = format;
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {first, count, 0};
    Com<ID3D11UnorderedAccessView> made;
    EXPECT_HR(S_OK, device->CreateUnorderedAccessView(of, &desc, made.out()));
    return made;
}

std::vector<uint32_t> ShaderTest::compute(std::string_view declarations, std::string_view body, uint32_t words,
                                          uint32_t fill) {
    return dispatch("cs_5_0\ndcl_globalFlags refactoringAllowed\n" + std::string(declarations) +
                        "\ndcl_uav_raw u0\ndcl_temps 8\ndcl_indexableTemp x0[4], 4\ndcl_thread_group 1, 1, 1\n" +
                        std::string(body) + "\nret\n",
                    words, 1, fill);
}

std::vector<uint32_t> ShaderTest::dispatch(std::string_view text, uint32_t words, UINT groups, uint32_t fill) {
    const std::vector<uint32_t> initial(words, fill);
    auto output = rawBuffer(words, initial.data());
    auto shader = cs(text);
    context->CSSetShader(shader.get(), nullptr, 0);
    context->CSSetUnorderedAccessViews(0, 1, rawAccess(output.get(), 0, words).array(), nullptr);
    context->Dispatch(groups, 1, 1);
    ID3D11UnorderedAccessView* none = nullptr;
    context->CSSetUnorderedAccessViews(0, 1, &none, nullptr);
    return read<uint32_t>(output.get());
}

Readback ShaderTest::pixels(std::string_view declarations, std::string_view body, uint32_t width, uint32_t height) {
    auto color = texture(width, height, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    const float before[4] = {-99, -99, -99, -99};
    context->ClearRenderTargetView(view.get(), before);
    bindTarget(view);
    viewport(static_cast<float>(width), static_cast<float>(height));
    auto shader = ps("ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS rw=xyzw\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
                     "dcl_globalFlags refactoringAllowed\n" +
                     std::string(declarations) +
                     "\ndcl_input_ps_siv linear noperspective v0.xyzw, position\ndcl_output o0.xyzw\ndcl_temps 8\n" +
                     std::string(body) + "\nret\n");
    drawFullscreen(shader.get());
    return read(color.get());
}

Float4 ShaderTest::sample(ID3D11Texture2D* of, uint32_t x, uint32_t y, uint32_t index) {
    context->OMSetRenderTargets(0, nullptr, nullptr);
    context->RSSetState(nullptr);
    context->PSSetShaderResources(0, 1, resourceView(of).array());
    const auto found = pixels("dcl_resource_texture2dms(4) (float,float,float,float) t0",
                              "ld2dms o0.xyzw, l(" + std::to_string(x) + ", " + std::to_string(y) +
                                  ", 0, 0), t0.xyzw, l(" + std::to_string(index) + ")");
    ID3D11ShaderResourceView* none = nullptr;
    context->PSSetShaderResources(0, 1, &none);
    return found.at<Float4>(1, 1);
}

} // namespace conformance
