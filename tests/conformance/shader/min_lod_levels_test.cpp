// SetResourceMinLOD with everything that reads levels: sampling with a level, with a bias-free gradient and between
// levels, loads, gathers, views that begin at another level, a clamp beyond the view. D3D11.3 functional specification,
// section 5.8. Where the driver has no minimum LOD of views all levels stay in use, which the log says.
#include "shader_test.h"

namespace conformance {
namespace {

class MinLodLevels : public ShaderTest {
protected:
    // 16 x 16 with five levels; level i holds i + 1 everywhere.
    void SetUp() override {
        ShaderTest::SetUp();
        image_ = texture(16, 16, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 5, 1,
                         D3D11_RESOURCE_MISC_RESOURCE_CLAMP);
        for (UINT level = 0; level < 5; level++) {
            const std::vector<float> texels(4 * 256, float(level + 1));
            context->UpdateSubresource(image_.get(), level, nullptr, texels.data(), 16 * (16u >> level), 0);
        }
        linear_ = sampler(D3D11_FILTER_MIN_MAG_MIP_LINEAR, D3D11_TEXTURE_ADDRESS_CLAMP);
        context->CSSetSamplers(0, 1, linear_.array());
        whole_ = view(0, 5);
        context->SetResourceMinLOD(image_.get(), 1);
        const bool has = run(whole_, "sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)") == 2;
        context->SetResourceMinLOD(image_.get(), 0);
        if (!has)
            GTEST_SKIP() << "the driver has no minimum LOD of views";
    }
    Com<ID3D11ShaderResourceView> view(UINT first, UINT levels) {
        D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
        desc.Format = DXGI_FORMAT_R32G32B32A32_FLOAT;
        desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
        desc.Texture2D = {first, levels};
        Com<ID3D11ShaderResourceView> made;
        EXPECT_HR(S_OK, device->CreateShaderResourceView(image_.get(), &desc, made.out()));
        return made;
    }
    float run(const Com<ID3D11ShaderResourceView>& of, const char* body) {
        context->CSSetShaderResources(0, 1, of.array());
        return asFloat(compute("dcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0",
                               std::string(body) + "\nstore_raw u0.x, l(0), r0.x", 1)[0]);
    }

    Com<ID3D11Texture2D> image_;
    Com<ID3D11SamplerState> linear_;
    Com<ID3D11ShaderResourceView> whole_;
};

struct Row {
    const char* body;
    float clamp, wanted;
};

TEST_F(MinLodLevels, OfAWholeView) {
    constexpr Row kRows[] = {
        {"sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)", 1.5f, 2.5f},
        {"sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(-2.0)", 3, 4},
        {"sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(3.25)", 1.5f, 4.25f},
        {"sample_d r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0.001, 0, 0, 0), l(0, 0.001, 0, 0)", 2.75f, 3.75f},
        {"ld r0.xyzw, l(1, 1, 0, 2), t0.xyzw", 2.5f, 3},
        {"ld r0.xyzw, l(1, 1, 0, 3), t0.xyzw", 2.5f, 4},
        {"gather4 r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0.x", 0.5f, 1},
    };
    for (const Row& row : kRows) {
        context->SetResourceMinLOD(image_.get(), row.clamp);
        EXPECT_NEAR(row.wanted, run(whole_, row.body), 0.01f) << row.body << ", " << row.clamp;
        context->SetResourceMinLOD(image_.get(), 0);
    }
}

// The clamp counts levels of the resource, the shader those of the view.
TEST_F(MinLodLevels, OfAPartOfTheResource) {
    auto part = view(1, 3);
    context->SetResourceMinLOD(image_.get(), 2.5f);
    EXPECT_NEAR(3.5f, run(part, "sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)"), 0.01f);
    EXPECT_NEAR(3.75f, run(part, "sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(1.75)"), 0.01f);
    EXPECT_NEAR(3, run(part, "ld r0.xyzw, l(1, 1, 0, 1), t0.xyzw"), 0.01f);
    context->SetResourceMinLOD(image_.get(), 0.5f); // above the view's first
    EXPECT_NEAR(2, run(part, "sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)"), 0.01f);
    context->SetResourceMinLOD(image_.get(), 0);
}

// Levels that are clamped off are out of bounds for what does not filter, and so is everything when none is left.
TEST_F(MinLodLevels, BelowItIsOutOfBounds) {
    context->SetResourceMinLOD(image_.get(), 2);
    EXPECT_EQ(0, run(whole_, "ld r0.xyzw, l(1, 1, 0, 1), t0.xyzw"));
    EXPECT_EQ(0, run(whole_, "ld r0.xyzw, l(1, 1, 0, 0), t0.xyzw"));
    EXPECT_EQ(0, run(whole_, "gather4 r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0.x"));
    context->SetResourceMinLOD(image_.get(), 3.5f);
    EXPECT_EQ(0, run(view(0, 3), "sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)"));
    EXPECT_EQ(0, run(view(0, 3), "ld r0.xyzw, l(1, 1, 0, 2), t0.xyzw"));
    context->SetResourceMinLOD(image_.get(), 0);
}

} // namespace
} // namespace conformance
