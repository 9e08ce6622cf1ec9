// Textures: initial data, mips, arrays, 1D, 3D, cubes, copies, updates, mip generation, resolves, typed buffers.
#include "support/fixture.h"

#include "shaders/buffer_load.ps.h"
#include "shaders/constant_color.ps.h"
#include "shaders/load_2d.ps.h"
#include "shaders/sample_1d.ps.h"
#include "shaders/sample_2d.ps.h"
#include "shaders/sample_3d.ps.h"
#include "shaders/sample_array.ps.h"
#include "shaders/sample_cube.ps.h"

namespace conformance {
namespace {

std::vector<Rgba8> gradient(uint32_t width, uint32_t height, uint8_t blue) {
    std::vector<Rgba8> texels(size_t(width) * height);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            texels[size_t(y) * width + x] = {static_cast<uint8_t>(x), static_cast<uint8_t>(y), blue, 255};
    return texels;
}

class TextureTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (HasFatalFailure())
            return;
        color = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        view = target(color.get());
        where = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
        context->PSSetConstantBuffers(0, 1, where.array());
        bindTarget(view);
        viewport(16, 16);
    }
    void TearDown() override {
        color.reset(), view.reset(), where.reset();
        DeviceTest::TearDown();
    }
    Readback draw(Bytecode code, const Com<ID3D11ShaderResourceView>& resource, UINT slot = 0, float x = 0, float y = 0,
                  float z = 16, float w = 16) {
        const float values[4] = {x, y, z, w};
        mapDiscard(where.get(), values, sizeof values);
        context->PSSetShaderResources(slot, 1, resource.array());
        auto shader = pixelShader(code);
        drawFullscreen(shader.get());
        return read(color.get());
    }
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> view;
    Com<ID3D11Buffer> where;
};

TEST_F(TextureTest, InitialDataWithPitch) {
    std::vector<Rgba8> padded(20 * 16);
    for (uint32_t i = 0; i < padded.size(); i++)
        padded[i] = {static_cast<uint8_t>(i % 20), static_cast<uint8_t>(i / 20), 9, 255};
    auto image = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, padded.data(), 80);
    const Readback found = draw(load_2d_ps, resourceView(image.get()));
    EXPECT_EQ((Rgba8{3, 5, 9, 255}), found.rgba(3, 5));
    EXPECT_EQ((Rgba8{15, 15, 9, 255}), found.rgba(15, 15));
}

// Without initial data a texture holds zeros.
TEST_F(TextureTest, NewTexturesAreZero) {
    auto image = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), draw(load_2d_ps, resourceView(image.get())).rgba(7, 7));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(image.get()).rgba(0, 15));
}

TEST_F(TextureTest, EmptySlotReadsZero) {
    const float white[4] = {1, 1, 1, 1};
    context->ClearRenderTargetView(view.get(), white);
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), draw(load_2d_ps, {}).rgba(7, 7));
}

TEST_F(TextureTest, MipsAreUpdatedAndSampledApart) {
    auto image = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 5);
    const Rgba8 shades[] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}, {0, 255, 255, 255}};
    for (uint32_t mip = 0; mip < 5; mip++) {
        const std::vector<Rgba8> texels(size_t(16 >> mip) * (16 >> mip), shades[mip]);
        context->UpdateSubresource(image.get(), mip, nullptr, texels.data(), (16 >> mip) * 4, 0);
    }
    auto filter = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    context->PSSetSamplers(0, 1, filter.array());
    for (uint32_t mip = 0; mip < 5; mip++)
        EXPECT_EQ(shades[mip], draw(sample_2d_ps, resourceView(image.get()), 0, float(mip)).rgba(8, 8)) << mip;
    // A view of one mip only.
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    desc.Texture2D = {2, 1};
    Com<ID3D11ShaderResourceView> third;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(image.get(), &desc, third.out()));
    EXPECT_EQ(shades[2], draw(sample_2d_ps, third).rgba(8, 8));
}

TEST_F(TextureTest, ArrayLayersAreTheirOwn) {
    auto image = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 1, 1);
    const D3D11_TEXTURE2D_DESC desc = {4, 4, 1, 3, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_IMMUTABLE,
                                       D3D11_BIND_SHADER_RESOURCE, 0, 0};
    std::vector<Rgba8> layers[3];
    D3D11_SUBRESOURCE_DATA data[3];
    for (uint8_t i = 0; i < 3; i++) {
        layers[i] = gradient(4, 4, static_cast<uint8_t>(i * 100));
        data[i] = {layers[i].data(), 16, 0};
    }
    Com<ID3D11Texture2D> array;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, data, array.out()));
    auto filter = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    context->PSSetSamplers(2, 1, filter.array());
    for (uint8_t i = 0; i < 3; i++)
        EXPECT_EQ((Rgba8{3, 0, static_cast<uint8_t>(i * 100), 255}),
                  draw(sample_array_ps, resourceView(array.get()), 5, 0, i).rgba(15, 0));
}

TEST_F(TextureTest, OneDimension) {
    Rgba8 texels[16];
    for (uint8_t i = 0; i < 16; i++)
        texels[i] = {static_cast<uint8_t>(i * 3), 1, 2, 3};
    const D3D11_TEXTURE1D_DESC desc = {16, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    const D3D11_SUBRESOURCE_DATA data = {texels, 64, 0};
    Com<ID3D11Texture1D> line;
    ASSERT_HR(S_OK, device->CreateTexture1D(&desc, &data, line.out()));
    EXPECT_EQ((Rgba8{21, 1, 2, 3}), draw(sample_1d_ps, resourceView(line.get())).rgba(7, 4));
    const D3D11_BOX box = {2, 0, 0, 4, 1, 1};
    const Rgba8 other[2] = {{9, 9, 9, 9}, {8, 8, 8, 8}};
    context->UpdateSubresource(line.get(), 0, &box, other, 8, 0);
    const Readback found = read(line.get());
    EXPECT_EQ((Rgba8{3, 1, 2, 3}), found.rgba(1, 0));
    EXPECT_EQ((Rgba8{9, 9, 9, 9}), found.rgba(2, 0));
    EXPECT_EQ((Rgba8{8, 8, 8, 8}), found.rgba(3, 0));
    EXPECT_EQ((Rgba8{12, 1, 2, 3}), found.rgba(4, 0));
}

TEST_F(TextureTest, ThreeDimensionsAndBoxes) {
    std::vector<Rgba8> texels(4 * 4 * 4);
    for (uint8_t i = 0; i < 64; i++)
        texels[i] = {i, static_cast<uint8_t>(i / 16), 7, 255};
    const D3D11_TEXTURE3D_DESC desc = {4, 4, 4, 1, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    const D3D11_SUBRESOURCE_DATA data = {texels.data(), 16, 64};
    Com<ID3D11Texture3D> volume;
    ASSERT_HR(S_OK, device->CreateTexture3D(&desc, &data, volume.out()));
    EXPECT_EQ((Rgba8{2 * 16 + 4 + 3, 2, 7, 255}), draw(sample_3d_ps, resourceView(volume.get()), 0, 2).rgba(3, 1));
    const D3D11_BOX box = {1, 2, 3, 3, 3, 4};
    const Rgba8 other[2] = {{90, 0, 0, 0}, {91, 0, 0, 0}};
    context->UpdateSubresource(volume.get(), 0, &box, other, 8, 8);
    const Readback found = read(volume.get());
    EXPECT_EQ((Rgba8{90, 0, 0, 0}), found.rgba(1, 2, 3));
    EXPECT_EQ((Rgba8{91, 0, 0, 0}), found.rgba(2, 2, 3));
    EXPECT_EQ((Rgba8{3 * 16 + 8 + 3, 3, 7, 255}), found.rgba(3, 2, 3));
}

TEST_F(TextureTest, CubeFacesFollowTheirDirections) {
    const D3D11_TEXTURE2D_DESC desc = {2, 2, 1, 6, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT,
                                       D3D11_BIND_SHADER_RESOURCE, 0, D3D11_RESOURCE_MISC_TEXTURECUBE};
    std::vector<Rgba8> faces[6];
    D3D11_SUBRESOURCE_DATA data[6];
    for (uint8_t i = 0; i < 6; i++) {
        faces[i].assign(4, Rgba8{static_cast<uint8_t>(i * 40), 0, 0, 255});
        data[i] = {faces[i].data(), 8, 0};
    }
    Com<ID3D11Texture2D> cube;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, data, cube.out()));
    auto filter = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    context->PSSetSamplers(0, 1, filter.array());
    const float directions[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (uint8_t i = 0; i < 6; i++)
        EXPECT_EQ((Rgba8{static_cast<uint8_t>(i * 40), 0, 0, 255}),
                  draw(sample_cube_ps, resourceView(cube.get()), 0, directions[i][0], directions[i][1], directions[i][2]).rgba(1, 1))
            << "face " << int(i);
}

// CopySubresourceRegion: a box to an offset; regions that do not fit are not copied.
TEST_F(TextureTest, CopyRegions) {
    const auto texels = gradient(8, 8, 1);
    auto source = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, texels.data());
    auto copy = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    const D3D11_BOX box = {2, 3, 0, 5, 6, 1};
    context->CopySubresourceRegion(copy.get(), 0, 4, 1, 0, source.get(), 0, &box);
    Readback found = read(copy.get());
    EXPECT_EQ((Rgba8{2, 3, 1, 255}), found.rgba(4, 1));
    EXPECT_EQ((Rgba8{4, 5, 1, 255}), found.rgba(6, 3));
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), found.rgba(7, 3));
    context->CopySubresourceRegion(copy.get(), 0, 6, 6, 0, source.get(), 0, &box);
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(copy.get()).rgba(7, 7)) << "a target region outside is ignored";
    context->CopyResource(copy.get(), source.get());
    EXPECT_EQ((Rgba8{7, 7, 1, 255}), read(copy.get()).rgba(7, 7));
}

// A resource may be copied within itself between subresources.
TEST_F(TextureTest, CopyBetweenMips) {
    const auto texels = gradient(8, 8, 2);
    auto image = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 2);
    context->UpdateSubresource(image.get(), 0, nullptr, texels.data(), 32, 0);
    const D3D11_BOX box = {4, 4, 0, 8, 8, 1};
    context->CopySubresourceRegion(image.get(), 1, 0, 0, 0, image.get(), 0, &box);
    EXPECT_EQ((Rgba8{5, 6, 2, 255}), read(image.get(), 1).rgba(1, 2));
}

TEST_F(TextureTest, GenerateMipsAverages) {
    auto image = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET, nullptr, 0, 3, 1,
                         D3D11_RESOURCE_MISC_GENERATE_MIPS);
    std::vector<Rgba8> texels(16, Rgba8{0, 0, 0, 255});
    for (int i : {0, 1, 4, 5})
        texels[i] = {255, 255, 255, 255};
    context->UpdateSubresource(image.get(), 0, nullptr, texels.data(), 16, 0);
    context->GenerateMips(resourceView(image.get()).get());
    const Readback second = read(image.get(), 1);
    EXPECT_EQ((Rgba8{255, 255, 255, 255}), second.rgba(0, 0));
    EXPECT_EQ((Rgba8{0, 0, 0, 255}), second.rgba(1, 1));
    EXPECT_TRUE(near({64, 64, 64, 255}, read(image.get(), 2).rgba(0, 0), 2));
}

// Integers are not averaged: the call does nothing. The format of the view counts, not that of the texture.
TEST_F(TextureTest, GenerateMipsLeavesIntegersAlone) {
    struct Row {
        DXGI_FORMAT texture, view;
        bool generates;
    };
    for (const Row& row : {Row{DXGI_FORMAT_R8G8B8A8_UINT, DXGI_FORMAT_R8G8B8A8_UINT, false},
                           Row{DXGI_FORMAT_R8G8B8A8_SINT, DXGI_FORMAT_R8G8B8A8_SINT, false},
                           Row{DXGI_FORMAT_R8G8B8A8_TYPELESS, DXGI_FORMAT_R8G8B8A8_UINT, false},
                           Row{DXGI_FORMAT_R8G8B8A8_TYPELESS, DXGI_FORMAT_R8G8B8A8_UNORM, true}}) {
        auto image = texture(4, 4, row.texture, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET, nullptr, 0, 2, 1,
                             D3D11_RESOURCE_MISC_GENERATE_MIPS);
        const std::vector<Rgba8> full(16, Rgba8{8, 8, 8, 8}), before(4, Rgba8{3, 3, 3, 3});
        context->UpdateSubresource(image.get(), 0, nullptr, full.data(), 16, 0);
        context->UpdateSubresource(image.get(), 1, nullptr, before.data(), 8, 0);
        D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
        desc.Format = row.view;
        desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
        desc.Texture2D.MipLevels = 2;
        Com<ID3D11ShaderResourceView> view;
        ASSERT_HR(S_OK, device->CreateShaderResourceView(image.get(), &desc, view.out()));
        context->GenerateMips(view.get());
        EXPECT_EQ(row.generates ? full[0] : before[0], read(image.get(), 1).rgba(1, 1))
            << "view of format " << row.view;
    }
}

TEST_F(TextureTest, ResolveAveragesSamples) {
    UINT levels = 0;
    ASSERT_HR(S_OK, device->CheckMultisampleQualityLevels(DXGI_FORMAT_R8G8B8A8_UNORM, 4, &levels));
    ASSERT_GT(levels, 0u);
    const D3D11_TEXTURE2D_DESC desc = {8, 8, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {4, 0}, D3D11_USAGE_DEFAULT,
                                       D3D11_BIND_RENDER_TARGET, 0, 0};
    Com<ID3D11Texture2D> samples;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, samples.out()));
    auto samplesView = target(samples.get());
    const float blue[4] = {0, 0, 1, 1};
    context->ClearRenderTargetView(samplesView.get(), blue);
    bindTarget(samplesView);
    const float red[4] = {1, 0, 0, 1};
    mapDiscard(where.get(), red, sizeof red);
    viewport(4, 8);
    auto shader = pixelShader(constant_color_ps);
    drawFullscreen(shader.get());
    auto plain = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    context->ResolveSubresource(plain.get(), 0, samples.get(), 0, DXGI_FORMAT_R8G8B8A8_UNORM);
    const Readback found = read(plain.get());
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(3, 3));
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), found.rgba(4, 3));
}

// Typed, structured and raw buffers through shader resource views, also of a part of the buffer; beyond its end: zero.
TEST_F(TextureTest, BufferViews) {
    float values[16][4];
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 4; j++)
            values[i][j] = (i * 4 + j) / 255.0f;
    auto typed = buffer(sizeof values, D3D11_BIND_SHADER_RESOURCE, values);
    auto structured = buffer(sizeof values, D3D11_BIND_SHADER_RESOURCE, values, D3D11_USAGE_DEFAULT,
                             D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 16);
    auto raw = buffer(sizeof values, D3D11_BIND_SHADER_RESOURCE, values, D3D11_USAGE_DEFAULT,
                      D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R32G32B32A32_FLOAT;
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
    desc.Buffer.FirstElement = 2;
    desc.Buffer.NumElements = 4;
    Com<ID3D11ShaderResourceView> views[3];
    ASSERT_HR(S_OK, device->CreateShaderResourceView(typed.get(), &desc, views[0].out()));
    views[1] = resourceView(structured.get());
    desc.Format = DXGI_FORMAT_R32_TYPELESS;
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
    desc.BufferEx = {4, 40, D3D11_BUFFEREX_SRV_FLAG_RAW};
    ASSERT_HR(S_OK, device->CreateShaderResourceView(raw.get(), &desc, views[2].out()));
    context->PSSetShaderResources(1, 1, views[1].array());
    context->PSSetShaderResources(2, 1, views[2].array());
    const Readback found = draw(buffer_load_ps, views[0]);
    // x: element i + 2 of the typed view, y of structure i, word 4 + i * 4 + 2 of the raw view.
    EXPECT_EQ((Rgba8{8, 1, 6, 255}), found.rgba(0, 0));
    EXPECT_EQ((Rgba8{20, 13, 18, 255}), found.rgba(3, 0));
    EXPECT_EQ((Rgba8{0, 17, 22, 255}), found.rgba(4, 0)) << "the typed view ends after 4 elements";
    EXPECT_EQ((Rgba8{0, 61, 0, 255}), found.rgba(15, 0)) << "the raw view ends after 40 words";
}

// DYNAMIC textures are written whole by a discard.
TEST_F(TextureTest, DynamicTextureDiscard) {
    const D3D11_TEXTURE2D_DESC desc = {16, 16, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DYNAMIC,
                                       D3D11_BIND_SHADER_RESOURCE, D3D11_CPU_ACCESS_WRITE, 0};
    Com<ID3D11Texture2D> image;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, image.out()));
    for (uint8_t round = 1; round < 4; round++) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        ASSERT_HR(S_OK, context->Map(image.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
        for (uint32_t y = 0; y < 16; y++)
            for (uint32_t x = 0; x < 16; x++) {
                const Rgba8 texel = {static_cast<uint8_t>(x), static_cast<uint8_t>(y), round, 255};
                std::memcpy(static_cast<uint8_t*>(mapped.pData) + y * mapped.RowPitch + x * 4, &texel, 4);
            }
        context->Unmap(image.get(), 0);
        EXPECT_EQ((Rgba8{6, 11, round, 255}), draw(load_2d_ps, resourceView(image.get())).rgba(6, 11));
    }
}

// Block-compressed textures keep their blocks through updates, copies and sampling.
TEST_F(TextureTest, BlockCompression) {
    const D3D11_TEXTURE2D_DESC desc = {16, 16, 1, 1, DXGI_FORMAT_BC1_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    // A block of one colour: both end points the same 5:6:5 value.
    struct Block {
        uint16_t first, second;
        uint32_t indices;
    };
    std::vector<Block> blocks(16, Block{0xf800, 0xf800, 0});
    blocks[5] = {0x07e0, 0x07e0, 0};
    const D3D11_SUBRESOURCE_DATA data = {blocks.data(), 32, 0};
    Com<ID3D11Texture2D> image;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, &data, image.out()));
    auto filter = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    context->PSSetSamplers(0, 1, filter.array());
    Readback found = draw(sample_2d_ps, resourceView(image.get()));
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(1, 1));
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), found.rgba(5, 6));
    const D3D11_BOX box = {8, 8, 0, 12, 12, 1};
    const Block blue = {0x001f, 0x001f, 0};
    context->UpdateSubresource(image.get(), 0, &box, &blue, 8, 0);
    found = draw(sample_2d_ps, resourceView(image.get()));
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), found.rgba(9, 10));
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(12, 10));
}

// A UNORM texture with typeless format is seen as sRGB through such a view.
TEST_F(TextureTest, TypelessViews) {
    const D3D11_TEXTURE2D_DESC desc = {16, 16, 1, 1, DXGI_FORMAT_R8G8B8A8_TYPELESS, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    const std::vector<Rgba8> texels(256, Rgba8{188, 188, 188, 128});
    const D3D11_SUBRESOURCE_DATA data = {texels.data(), 64, 0};
    Com<ID3D11Texture2D> image;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, &data, image.out()));
    D3D11_SHADER_RESOURCE_VIEW_DESC viewDesc = {};
    viewDesc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    viewDesc.Texture2D = {0, 1};
    Com<ID3D11ShaderResourceView> plain, srgb;
    viewDesc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(image.get(), &viewDesc, plain.out()));
    viewDesc.Format = DXGI_FORMAT_R8G8B8A8_UNORM_SRGB;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(image.get(), &viewDesc, srgb.out()));
    EXPECT_EQ((Rgba8{188, 188, 188, 128}), draw(load_2d_ps, plain).rgba(2, 2));
    EXPECT_TRUE(near({128, 128, 128, 128}, draw(load_2d_ps, srgb).rgba(2, 2), 2));
}

// BGRA and A8 formats give their channels where D3D has them.
TEST_F(TextureTest, ChannelOrder) {
    const std::vector<Rgba8> texels(256, Rgba8{10, 20, 30, 40});
    auto bgra = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, texels.data());
    EXPECT_EQ((Rgba8{30, 20, 10, 40}), draw(load_2d_ps, resourceView(bgra.get())).rgba(2, 2));
    const std::vector<uint8_t> alpha(256, 77);
    auto a8 = texture(16, 16, DXGI_FORMAT_A8_UNORM, D3D11_BIND_SHADER_RESOURCE, alpha.data());
    EXPECT_EQ((Rgba8{0, 0, 0, 77}), draw(load_2d_ps, resourceView(a8.get())).rgba(2, 2));
}

} // namespace
} // namespace conformance
