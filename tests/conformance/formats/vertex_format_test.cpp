// What a vertex shader reads through each format: the components in red, green, blue, alpha order; those that the format lacks
// are 0, and alpha 1 (D3D11.3 functional specification 8.4 and 19.1; the X of B8G8R8X8 is no alpha).
#include "support/fixture.h"

#include "dxbcasm/dxbcasm.h"

#include <cmath>

namespace conformance {
namespace {

constexpr const char* kVertex = R"(vs_4_0
.in COLOR 0 0 xyzw float
.in SV_VertexID 0 1 x uint sv=VERTID rw=x
.out SV_Position 0 0 xyzw float sv=POS
.out COLOR 0 1 xyzw float
dcl_input v0.xyzw
dcl_input_sgv v1.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 1
ieq r0.xy, v1.xxxx, l(2, 1, 0, 0)
movc o0.xy, r0.xyxx, l(3.0, 3.0, 0, 0), l(-1.0, -1.0, 0, 0)
mov o0.zw, l(0, 0, 0, 1.0)
mov o1.xyzw, v0.xyzw
ret
)";
constexpr const char* kPixel = R"(ps_4_0
.in SV_Position 0 0 xyzw float sv=POS rw=
.in COLOR 0 1 xyzw float
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_input_ps constant v1.xyzw
dcl_output o0.xyzw
mov o0.xyzw, v1.xyzw
ret
)";

struct Float4 {
    float at[4];
};

struct FormatCase {
    DXGI_FORMAT format;
    Float4 expected; // of the bytes 0x20, 0x40, 0x60, 0x90 (-128 in SNORM is left to the drivers)
};
const FormatCase kCases[] = {
    {DXGI_FORMAT_R8_UNORM, {{32 / 255.f, 0, 0, 1}}},
    {DXGI_FORMAT_R8G8_UNORM, {{32 / 255.f, 64 / 255.f, 0, 1}}},
    {DXGI_FORMAT_R8G8B8A8_UNORM, {{32 / 255.f, 64 / 255.f, 96 / 255.f, 144 / 255.f}}},
    {DXGI_FORMAT_R8G8B8A8_SNORM, {{32 / 127.f, 64 / 127.f, 96 / 127.f, -112 / 127.f}}},
    {DXGI_FORMAT_B8G8R8A8_UNORM, {{96 / 255.f, 64 / 255.f, 32 / 255.f, 144 / 255.f}}},
    {DXGI_FORMAT_B8G8R8X8_UNORM, {{96 / 255.f, 64 / 255.f, 32 / 255.f, 1}}},
    {DXGI_FORMAT_R16_UNORM, {{0x4020 / 65535.f, 0, 0, 1}}},
    {DXGI_FORMAT_R16G16_UNORM, {{0x4020 / 65535.f, 0x9060 / 65535.f, 0, 1}}},
    {DXGI_FORMAT_R10G10B10A2_UNORM, {{32 / 1023.f, 16 / 1023.f, 262 / 1023.f, 2 / 3.f}}},
};

class VertexFormat : public DeviceTest {
protected:
    std::vector<uint8_t> code(const char* text) {
        auto made = hendeca::dxbcasm::assemble(text);
        if (!made)
            ADD_FAILURE() << made.error().what;
        return made ? std::move(made).value() : std::vector<uint8_t>();
    }
};

TEST_F(VertexFormat, ComponentsThatAFormatLacksHaveDefaults) {
    const std::vector<uint8_t> vertexCode = code(kVertex), pixelCode = code(kPixel);
    auto vertex = vertexShader(vertexCode);
    auto pixel = pixelShader(pixelCode);
    auto color = texture(1, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    const uint8_t bytes[4] = {0x20, 0x40, 0x60, 0x90};
    auto data = buffer(sizeof bytes, D3D11_BIND_VERTEX_BUFFER, bytes);
    const UINT stride = sizeof bytes, offset = 0;
    context->IASetVertexBuffers(0, 1, data.array(), &stride, &offset);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    bindTarget(view);
    viewport(1, 1);
    for (const FormatCase& one : kCases) {
        UINT support = 0;
        device->CheckFormatSupport(one.format, &support);
        if (!(support & D3D11_FORMAT_SUPPORT_IA_VERTEX_BUFFER))
            continue;
        const D3D11_INPUT_ELEMENT_DESC element{"COLOR", 0, one.format, 0, 0, D3D11_INPUT_PER_INSTANCE_DATA, 1};
        Com<ID3D11InputLayout> layout;
        ASSERT_HR(S_OK, device->CreateInputLayout(&element, 1, vertexCode.data(), vertexCode.size(), layout.out()));
        context->IASetInputLayout(layout.get());
        context->Draw(3, 0);
        const Float4 seen = read(color.get()).at<Float4>(0);
        for (int i = 0; i < 4; i++)
            EXPECT_NEAR(one.expected.at[i], seen.at[i], 1e-6) << "format " << one.format << ", component " << i;
    }
}

} // namespace
} // namespace conformance
