// A8_UNORM and unordered access: a shader that stores writes the alpha of what it stores, clears take the fourth value, and
// whatever else uses the texture sees the same bytes. D3D11.3 functional specification 19.1; Microsoft Learn, "Format support for
// Direct3D feature level 11.0 hardware" (typed stores are required).
#include "support/fixture.h"

#include "dxbcasm/dxbcasm.h"
#include "shaders/constant_color.ps.h"
#include "shaders/load_2d.ps.h"

namespace conformance {
namespace {

constexpr DXGI_FORMAT kA8 = DXGI_FORMAT_A8_UNORM;
constexpr UINT kUav = D3D11_BIND_UNORDERED_ACCESS, kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET;

// (0.25, 0.5, 0.75, (x + 8 y) / 255) at each place of 8 x 8.
const char* const kStore = "cs_5_0\n"
                           "dcl_globalFlags refactoringAllowed\n"
                           "dcl_uav_typed_texture2d (float,float,float,float) u0\n"
                           "dcl_input vThreadID.xy\n"
                           "dcl_temps 1\n"
                           "dcl_thread_group 8, 8, 1\n"
                           "imad r0.x, vThreadID.y, l(8), vThreadID.x\n"
                           "utof r0.x, r0.x\n"
                           "mul r0.w, r0.x, l(0.00392156863)\n"
                           "mov r0.xyz, l(0.25, 0.5, 0.75, 0)\n"
                           "store_uav_typed u0.xyzw, vThreadID.xyyy, r0.xyzw\n"
                           "ret\n";

class AlphaAccess : public DeviceTest {
protected:
    void store(ID3D11UnorderedAccessView* view) {
        const auto code = hendeca::dxbcasm::assemble(kStore);
        ASSERT_TRUE(code) << code.error().what;
        Com<ID3D11ComputeShader> shader;
        ASSERT_HR(S_OK, device->CreateComputeShader(code->data(), code->size(), nullptr, shader.out()));
        context->CSSetShader(shader.get(), nullptr, 0);
        context->CSSetUnorderedAccessViews(0, 1, &view, nullptr);
        context->Dispatch(1, 1, 1);
        ID3D11UnorderedAccessView* none = nullptr;
        context->CSSetUnorderedAccessViews(0, 1, &none, nullptr);
    }
    void expectStored(const Readback& found) {
        for (UINT y = 0; y < found.height; y++)
            for (UINT x = 0; x < found.width; x++)
                EXPECT_EQ(x + 8 * y, found.at<uint8_t>(x, y)) << x << ' ' << y;
    }
    // The texture as a shader loads it.
    Readback loaded(ID3D11Texture2D* texture, UINT width, UINT height) {
        auto out = this->texture(width, height, DXGI_FORMAT_R8G8B8A8_UNORM, kRtv);
        auto view = target(out.get());
        auto seen = resourceView(texture);
        ID3D11ShaderResourceView* views = seen.get();
        context->PSSetShaderResources(0, 1, &views);
        viewport(static_cast<float>(width), static_cast<float>(height));
        bindTarget(view);
        auto pixel = pixelShader(load_2d_ps);
        drawFullscreen(pixel.get());
        views = nullptr;
        context->PSSetShaderResources(0, 1, &views);
        return read(out.get());
    }
};

TEST_F(AlphaAccess, StoresWriteAlpha) {
    auto texture = this->texture(7, 5, kA8, kUav | kSrv);
    store(accessView(texture.get()).get());
    expectStored(read(texture.get()));
    const Readback seen = loaded(texture.get(), 7, 5);
    for (UINT y = 0; y < 5; y++)
        for (UINT x = 0; x < 7; x++)
            EXPECT_EQ((Rgba8{0, 0, 0, uint8_t(x + 8 * y)}), seen.rgba(x, y)) << x << ' ' << y;
}

// Where typed loads of the format are offered they have no colour.
TEST_F(AlphaAccess, LoadsAreAlphaAlone) {
    D3D11_FEATURE_DATA_FORMAT_SUPPORT2 support{kA8, 0};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &support, sizeof support));
    EXPECT_TRUE(support.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_UAV_TYPED_STORE);
    if (!(support.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_UAV_TYPED_LOAD))
        GTEST_SKIP() << "typed loads of A8_UNORM are not offered";
    auto texture = this->texture(8, 8, kA8, kUav);
    auto view = accessView(texture.get());
    store(view.get());
    const auto code = hendeca::dxbcasm::assemble("cs_5_0\n"
                                                 "dcl_globalFlags refactoringAllowed\n"
                                                 "dcl_uav_typed_texture2d (float,float,float,float) u0\n"
                                                 "dcl_uav_raw u1\n"
                                                 "dcl_temps 1\n"
                                                 "dcl_thread_group 1, 1, 1\n"
                                                 "ld_uav_typed r0.xyzw, l(3, 4, 0, 0), u0.xyzw\n"
                                                 "store_raw u1.xyzw, l(0), r0.xyzw\n"
                                                 "ret\n");
    ASSERT_TRUE(code) << code.error().what;
    Com<ID3D11ComputeShader> shader;
    ASSERT_HR(S_OK, device->CreateComputeShader(code->data(), code->size(), nullptr, shader.out()));
    auto words = buffer(16, kUav, nullptr, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc{DXGI_FORMAT_R32_TYPELESS, D3D11_UAV_DIMENSION_BUFFER, {}};
    desc.Buffer = {0, 4, D3D11_BUFFER_UAV_FLAG_RAW};
    Com<ID3D11UnorderedAccessView> raw;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(words.get(), &desc, raw.out()));
    ID3D11UnorderedAccessView* views[2] = {view.get(), raw.get()};
    context->CSSetShader(shader.get(), nullptr, 0);
    context->CSSetUnorderedAccessViews(0, 2, views, nullptr);
    context->Dispatch(1, 1, 1);
    const auto found = read<float>(words.get());
    EXPECT_EQ(0, found[0]);
    EXPECT_EQ(0, found[1]);
    EXPECT_EQ(0, found[2]);
    EXPECT_NEAR((3 + 8 * 4) / 255.0, found[3], 1e-4);
}

TEST_F(AlphaAccess, ClearsTakeTheFourthValue) {
    auto texture = this->texture(5, 3, kA8, kUav | kSrv | kRtv);
    auto view = accessView(texture.get());
    const float value[4] = {0.9f, 0.8f, 0.7f, 0.2f};
    context->ClearUnorderedAccessViewFloat(view.get(), value);
    EXPECT_EQ(51, read(texture.get()).at<uint8_t>(4, 2));
    const UINT bits[4] = {1, 2, 3, 0x1a5};
    context->ClearUnorderedAccessViewUint(view.get(), bits);
    EXPECT_EQ(0xa5, read(texture.get()).at<uint8_t>(4, 2));
    EXPECT_EQ((Rgba8{0, 0, 0, 0xa5}), loaded(texture.get(), 5, 3).rgba(0, 0));
    context->ClearRenderTargetView(target(texture.get()).get(), value);
    EXPECT_EQ(51, read(texture.get()).at<uint8_t>(0, 0));
    Com<ID3D11DeviceContext1> newer;
    ASSERT_HR(S_OK, context->QueryInterface(__uuidof(ID3D11DeviceContext1), reinterpret_cast<void**>(newer.out())));
    const float other[4] = {0, 0, 0, 0.4f};
    const D3D11_RECT rect{1, 1, 4, 2};
    newer->ClearView(view.get(), other, &rect, 1);
    const Readback found = read(texture.get());
    for (UINT y = 0; y < 3; y++)
        for (UINT x = 0; x < 5; x++)
            EXPECT_EQ(y == 1 && x >= 1 && x < 4 ? 102 : 51, found.at<uint8_t>(x, y)) << x << ' ' << y;
}

TEST_F(AlphaAccess, BytesGoInAndOut) {
    uint8_t bytes[7 * 3];
    for (UINT i = 0; i < sizeof bytes; i++)
        bytes[i] = static_cast<uint8_t>(i * 11 + 3);
    auto texture = this->texture(7, 3, kA8, kUav | kSrv, bytes);
    auto plain = this->texture(7, 3, kA8, kSrv);
    const auto expect = [&](ID3D11Texture2D* of) {
        const Readback found = read(of);
        for (UINT i = 0; i < sizeof bytes; i++)
            EXPECT_EQ(bytes[i], found.at<uint8_t>(i % 7, i / 7)) << i;
    };
    expect(texture.get());
    const uint8_t fresh[4] = {1, 2, 3, 4};
    const D3D11_BOX box{3, 1, 0, 5, 3, 1};
    context->UpdateSubresource(texture.get(), 0, &box, fresh, 2, 0);
    for (UINT i = 0; i < 4; i++)
        bytes[(1 + i / 2) * 7 + 3 + i % 2] = fresh[i];
    expect(texture.get());
    // To a texture without unordered access, whole, and back in part.
    context->CopyResource(plain.get(), texture.get());
    expect(plain.get());
    const D3D11_BOX part{0, 0, 0, 5, 1, 1};
    context->CopySubresourceRegion(texture.get(), 0, 1, 2, 0, plain.get(), 0, &part);
    std::memcpy(bytes + 2 * 7 + 1, bytes, 5);
    expect(texture.get());
    // Staging memory with rows of its own.
    const D3D11_TEXTURE2D_DESC desc{9, 4, 1, 1, kA8, {1, 0}, D3D11_USAGE_STAGING, 0,
                                    D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, 0};
    Com<ID3D11Texture2D> staging;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
    context->CopySubresourceRegion(staging.get(), 0, 2, 1, 0, texture.get(), 0, nullptr);
    D3D11_MAPPED_SUBRESOURCE map{};
    ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ_WRITE, 0, &map));
    auto* row = static_cast<uint8_t*>(map.pData) + map.RowPitch;
    EXPECT_EQ(0, std::memcmp(row + 2, bytes, 7));
    EXPECT_EQ(0, row[1]);
    row[3] = 77;
    context->Unmap(staging.get(), 0);
    const D3D11_BOX back{3, 1, 0, 6, 2, 1};
    context->CopySubresourceRegion(texture.get(), 0, 0, 0, 0, staging.get(), 0, &back);
    std::memmove(bytes, bytes + 1, 3);
    bytes[0] = 77;
    expect(texture.get());
}

TEST_F(AlphaAccess, OtherUsesSeeTheSameTexels) {
    auto texture = this->texture(8, 8, kA8, kUav | kSrv | kRtv, nullptr, 0, 4, 1, D3D11_RESOURCE_MISC_GENERATE_MIPS);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc{kA8, D3D11_UAV_DIMENSION_TEXTURE2D, {}};
    Com<ID3D11UnorderedAccessView> view;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(texture.get(), &desc, view.out()));
    store(view.get());
    context->GenerateMips(resourceView(texture.get()).get());
    const Readback half = read(texture.get(), 1);
    for (UINT i = 0; i < 16; i++) // the mean of x, x + 1, and the two 8 above
        EXPECT_NEAR(2 * (i % 4) + 16 * (i / 4) + 4.5, half.at<uint8_t>(i % 4, i / 4), 1) << i;
    // Blending with what was stored.
    D3D11_BLEND_DESC blend{};
    blend.RenderTarget[0] = {TRUE, D3D11_BLEND_ZERO, D3D11_BLEND_ZERO, D3D11_BLEND_OP_ADD, D3D11_BLEND_ONE, D3D11_BLEND_ONE,
                             D3D11_BLEND_OP_ADD, D3D11_COLOR_WRITE_ENABLE_ALPHA};
    Com<ID3D11BlendState> state;
    ASSERT_HR(S_OK, device->CreateBlendState(&blend, state.out()));
    context->OMSetBlendState(state.get(), nullptr, ~0u);
    const float color[4] = {1, 1, 1, 0.2f};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, color);
    ID3D11Buffer* bound = constants.get();
    context->PSSetConstantBuffers(0, 1, &bound);
    viewport(8, 8);
    bindTarget(target(texture.get()));
    auto pixel = pixelShader(constant_color_ps);
    drawFullscreen(pixel.get());
    const Readback found = read(texture.get());
    for (UINT i = 0; i < 64; i++)
        EXPECT_EQ(i + 51, found.at<uint8_t>(i % 8, i / 8)) << i;
}

TEST_F(AlphaAccess, VolumesToo) {
    uint8_t bytes[5 * 3 * 2];
    for (UINT i = 0; i < sizeof bytes; i++)
        bytes[i] = static_cast<uint8_t>(i + 1);
    const D3D11_TEXTURE3D_DESC desc{5, 3, 2, 1, kA8, D3D11_USAGE_DEFAULT, kUav, 0, 0};
    const D3D11_SUBRESOURCE_DATA data{bytes, 5, 15};
    Com<ID3D11Texture3D> texture;
    ASSERT_HR(S_OK, device->CreateTexture3D(&desc, &data, texture.out()));
    const uint8_t fresh[2] = {201, 202};
    const D3D11_BOX box{4, 2, 0, 5, 3, 2};
    context->UpdateSubresource(texture.get(), 0, &box, fresh, 1, 1);
    bytes[14] = 201, bytes[29] = 202;
    const Readback found = read(texture.get());
    for (UINT i = 0; i < sizeof bytes; i++)
        EXPECT_EQ(bytes[i], found.at<uint8_t>(i % 5, i / 5 % 3, i / 15)) << i;
}

// More texels than are converted at once.
TEST_F(AlphaAccess, LargeTextures) {
    constexpr UINT kWidth = 4099, kHeight = 2303;
    std::vector<uint8_t> bytes(size_t(kWidth) * kHeight);
    for (size_t i = 0; i < bytes.size(); i++)
        bytes[i] = static_cast<uint8_t>(i * 2654435761u >> 13);
    auto texture = this->texture(kWidth, kHeight, kA8, kUav), plain = this->texture(kWidth, kHeight, kA8, kSrv, bytes.data());
    context->CopyResource(texture.get(), plain.get());
    EXPECT_EQ(bytes, read(texture.get()).bytes) << "from another texture";
    for (uint8_t& byte : bytes)
        byte = static_cast<uint8_t>(~byte);
    context->UpdateSubresource(texture.get(), 0, nullptr, bytes.data(), kWidth, 0);
    EXPECT_EQ(bytes, read(texture.get()).bytes) << "from memory";
}

} // namespace
} // namespace conformance
