// Blending of signed-normalised render targets, which Direct3D 11 requires from level 10.1 on (Microsoft Learn, "Format support
// for Direct3D Feature Level 11.0 Hardware").
#include "shader_test.h"

#include <cmath>

namespace conformance {
namespace {

class SignedBlend : public ShaderTest {};

TEST_F(SignedBlend, NegativeValuesBlend) {
    auto vertex = vs("vs_5_0\n.in SV_VertexID 0 0 x uint sv=VERTID rw=x\n.out SV_Position 0 0 xyzw float sv=POS\n"
                     "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\n"
                     "dcl_output_siv o0.xyzw, position\ndcl_temps 1\nand r0.x, v0.x, l(1)\nushr r0.y, v0.x, l(1)\n"
                     "utof r0.xy, r0.xyxx\nmad o0.xy, r0.xyxx, l(2.0, -2.0, 0, 0), l(-1.0, 1.0, 0, 0)\n"
                     "mov o0.zw, l(0, 0, 0, 1.0)\nret\n");
    auto pixel = ps("ps_5_0\n.out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
                    "dcl_output o0.xyzw\nmov o0.xyzw, l(1.0, -1.0, 0.5, 0.5)\nret\n");
    D3D11_BLEND_DESC desc{};
    desc.RenderTarget[0] = {TRUE, D3D11_BLEND_SRC_ALPHA, D3D11_BLEND_INV_SRC_ALPHA, D3D11_BLEND_OP_ADD,
                            D3D11_BLEND_ONE, D3D11_BLEND_ZERO, D3D11_BLEND_OP_ADD, D3D11_COLOR_WRITE_ENABLE_ALL};
    Com<ID3D11BlendState> state;
    ASSERT_HR(S_OK, device->CreateBlendState(&desc, state.out()));
    context->OMSetBlendState(state.get(), nullptr, ~0u);
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    viewport(4, 4);
    // Half of (1, -1, 0.5) and half of what was there.
    const float before[4] = {-0.5f, 0.25f, 0.75f, 1.0f}, wanted[4] = {0.25f, -0.375f, 0.625f, 0.5f};
    for (DXGI_FORMAT format : {DXGI_FORMAT_R16G16B16A16_SNORM, DXGI_FORMAT_R8G8B8A8_SNORM}) {
        const bool wide = format == DXGI_FORMAT_R16G16B16A16_SNORM;
        D3D11_TEXTURE2D_DESC made{4, 4, 1, 1, format, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
        Com<ID3D11Texture2D> color;
        ASSERT_HR(S_OK, device->CreateTexture2D(&made, nullptr, color.out()));
        auto view = target(color.get());
        context->ClearRenderTargetView(view.get(), before);
        bindTarget(view);
        context->Draw(4, 0);
        made.Usage = D3D11_USAGE_STAGING;
        made.BindFlags = 0;
        made.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        Com<ID3D11Texture2D> staging;
        ASSERT_HR(S_OK, device->CreateTexture2D(&made, nullptr, staging.out()));
        context->CopyResource(staging.get(), color.get());
        D3D11_MAPPED_SUBRESOURCE mapped{};
        ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
        for (int i = 0; i < 4; i++) {
            const float found = wide ? float(static_cast<const int16_t*>(mapped.pData)[i]) / 32767
                                     : float(static_cast<const int8_t*>(mapped.pData)[i]) / 127;
            EXPECT_NEAR(wanted[i], found, 0.012) << format << ", component " << i;
        }
        context->Unmap(staging.get(), 0);
    }
}

} // namespace
} // namespace conformance
