#pragma once
// What the shader tests share: shaders from DXBC assembly (tests/support/dxbcasm says how it is written), a compute run
// that gives back the words which the shader left, and a pixel run that gives back four floats a pixel. A text that
// does not assemble fails the test with the line.

#include "support/fixture.h"

#include <array>
#include <string>
#include <string_view>

namespace conformance {

using Float4 = std::array<float, 4>;
using Uint4 = std::array<uint32_t, 4>;

std::vector<unsigned char> assembled(std::string_view text);

class ShaderTest : public DeviceTest {
protected:
    Com<ID3D11VertexShader> vs(std::string_view text) { return vertexShader(assembled(text)); }
    Com<ID3D11PixelShader> ps(std::string_view text) { return pixelShader(assembled(text)); }
    Com<ID3D11ComputeShader> cs(std::string_view text) { return computeShader(assembled(text)); }
    Com<ID3D11GeometryShader> gs(std::string_view text);
    Com<ID3D11HullShader> hs(std::string_view text);
    Com<ID3D11DomainShader> ds(std::string_view text);
    Com<ID3D11GeometryShader> gsWithOutput(Bytecode code, std::span<const D3D11_SO_DECLARATION_ENTRY> entries,
                                           std::span<const UINT> strides, UINT rasterized);

    // --- views
    Com<ID3D11Buffer> rawBuffer(uint32_t words, const void* data = nullptr);
    Com<ID3D11Buffer> structuredBuffer(uint32_t count, uint32_t stride, const void* data = nullptr);
    Com<ID3D11ShaderResourceView> rawResource(ID3D11Buffer* of, uint32_t firstWord, uint32_t words);
    Com<ID3D11UnorderedAccessView> rawAccess(ID3D11Buffer* of, uint32_t firstWord, uint32_t words);
    Com<ID3D11ShaderResourceView> typedResource(ID3D11Buffer* of, DXGI_FORMAT format, uint32_t first, uint32_t count);
    Com<ID3D11UnorderedAccessView> typedAccess(ID3D11Buffer* of, DXGI_FORMAT format, uint32_t first, uint32_t count);

    // --- runs
    // A compute shader of one thread a group: the declarations, then the body. u0 is a raw buffer of `words` words, all
    // `fill` at first; what it holds afterwards is the result. r0 to r7 and x0[4] are there. Other views are the
    // caller's, bound before.
    std::vector<uint32_t> compute(std::string_view declarations, std::string_view body, uint32_t words,
                                  uint32_t fill = 0);
    // The whole text given.
    std::vector<uint32_t> dispatch(std::string_view text, uint32_t words, UINT groups = 1, uint32_t fill = 0);
    // A pixel shader over a whole target of four floats a pixel: declarations, then the body, which writes o0. v0 is
    // the position, r0 to r7 are there.
    Readback pixels(std::string_view declarations, std::string_view body, uint32_t width = 4, uint32_t height = 4);
    // One sample of a texel of a texture of four samples a texel. Unbinds the targets and the rasterizer state.
    Float4 sample(ID3D11Texture2D* of, uint32_t x, uint32_t y, uint32_t index);
};

float asFloat(uint32_t bits);
uint32_t asUint(float value);
// All four within `tolerance`; NaN equals NaN.
::testing::AssertionResult close(const Float4& wanted, const Float4& found, float tolerance = 1e-5f);

} // namespace conformance
