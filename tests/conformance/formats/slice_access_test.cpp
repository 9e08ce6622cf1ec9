// Unordered access views of some slices of a 3D texture: the shader's slice 0 is the view's first, what lies beyond the
// last is dropped. D3D11_TEX3D_UAV; D3D11.3 functional specification 5.2.
#include "support/fixture.h"

#include "dxbcasm/dxbcasm.h"

namespace conformance {
namespace {

class SliceAccess : public DeviceTest {
protected:
    Com<ID3D11ComputeShader> shader(const char* text) {
        const auto code = hendeca::dxbcasm::assemble(text);
        Com<ID3D11ComputeShader> made;
        if (!code)
            ADD_FAILURE() << code.error().what;
        else
            EXPECT_HR(S_OK, device->CreateComputeShader(code->data(), code->size(), nullptr, made.out()));
        return made;
    }
    Com<ID3D11UnorderedAccessView> slices(ID3D11Texture3D* texture, UINT first, UINT count) {
        D3D11_UNORDERED_ACCESS_VIEW_DESC desc{DXGI_FORMAT_R32_UINT, D3D11_UAV_DIMENSION_TEXTURE3D, {}};
        desc.Texture3D = {0, first, count};
        Com<ID3D11UnorderedAccessView> made;
        EXPECT_HR(S_OK, device->CreateUnorderedAccessView(texture, &desc, made.out()));
        return made;
    }
};

// Stores slice number + 1 into slices 0 to 3 of the view.
const char* const kStore = "cs_5_0\n"
                           "dcl_globalFlags refactoringAllowed\n"
                           "dcl_uav_typed_texture3d (uint,uint,uint,uint) u0\n"
                           "dcl_input vThreadID.xyz\n"
                           "dcl_temps 1\n"
                           "dcl_thread_group 1, 1, 4\n"
                           "iadd r0.x, vThreadID.z, l(1)\n"
                           "store_uav_typed u0.xyzw, vThreadID.xyzz, r0.xxxx\n"
                           "ret\n";

TEST_F(SliceAccess, WritesGoToTheViewsSlices) {
    const D3D11_TEXTURE3D_DESC desc{2, 2, 8, 1, DXGI_FORMAT_R32_UINT, D3D11_USAGE_DEFAULT, D3D11_BIND_UNORDERED_ACCESS, 0, 0};
    Com<ID3D11Texture3D> texture;
    ASSERT_HR(S_OK, device->CreateTexture3D(&desc, nullptr, texture.out()));
    auto store = shader(kStore);
    ASSERT_TRUE(store);
    context->CSSetShader(store.get(), nullptr, 0);
    auto middle = slices(texture.get(), 3, 2);
    ID3D11UnorderedAccessView* bound = middle.get();
    context->CSSetUnorderedAccessViews(0, 1, &bound, nullptr);
    context->Dispatch(1, 1, 1);
    Readback seen = read(texture.get());
    const uint32_t expected[8] = {0, 0, 0, 1, 2, 0, 0, 0};
    for (uint32_t z = 0; z < 8; z++)
        EXPECT_EQ(expected[z], seen.at<uint32_t>(0, 0, z)) << z;
    // Another view with the same shader, then all of the texture.
    auto end = slices(texture.get(), 6, 2);
    bound = end.get();
    context->CSSetUnorderedAccessViews(0, 1, &bound, nullptr);
    context->Dispatch(1, 1, 1);
    auto all = accessView(texture.get());
    bound = all.get();
    context->CSSetUnorderedAccessViews(0, 1, &bound, nullptr);
    context->Dispatch(1, 1, 1);
    seen = read(texture.get());
    const uint32_t then[8] = {1, 2, 3, 4, 2, 0, 1, 2};
    for (uint32_t z = 0; z < 8; z++)
        EXPECT_EQ(then[z], seen.at<uint32_t>(0, 0, z)) << z;
}

} // namespace
} // namespace conformance
