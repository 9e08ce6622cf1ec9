// R8G8_B8G8_UNORM and G8R8_G8B8_UNORM: blocks of two texels, which share red and blue. Microsoft Learn, DXGI_FORMAT and "Format
// support for Direct3D feature level 11.0 hardware"; boxes are whole blocks, as of compressed formats.
#include "support/fixture.h"

#include "shaders/load_2d.ps.h"
#include "shaders/sample_1d.ps.h"
#include "shaders/sample_2d.ps.h"
#include "shaders/sample_3d.ps.h"
#include "shaders/sample_array.ps.h"
#include "shaders/sample_cube.ps.h"

namespace conformance {
namespace {

constexpr DXGI_FORMAT kRgbg = DXGI_FORMAT_R8G8_B8G8_UNORM, kGrgb = DXGI_FORMAT_G8R8_G8B8_UNORM;
constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE;

uint32_t blocksOf(uint32_t texels) {
    return (texels + 1) / 2;
}
uint32_t level(uint32_t size, uint32_t mip) {
    return size >> mip ? size >> mip : 1;
}
// Blocks whose four bytes all differ from each other's and their neighbours'.
std::vector<uint32_t> someBlocks(size_t count, uint32_t seed) {
    std::vector<uint32_t> blocks(count);
    for (uint32_t& block : blocks) {
        seed = seed * 1664525 + 1013904223;
        block = seed >> 8 | seed << 24;
    }
    return blocks;
}
Rgba8 texelOf(DXGI_FORMAT format, uint32_t block, uint32_t x) {
    const auto byte = [&](uint32_t i) { return static_cast<uint8_t>(block >> (8 * i)); };
    if (format == kRgbg)
        return {byte(0), byte(x % 2 ? 3 : 1), byte(2), 255};
    return {byte(1), byte(x % 2 ? 2 : 0), byte(3), 255};
}

class PairFormat : public DeviceTest, public ::testing::WithParamInterface<int> {
protected:
    DXGI_FORMAT format() const { return static_cast<DXGI_FORMAT>(GetParam()); }
    Com<ID3D11Texture2D> make(UINT width, UINT height, UINT mips, const D3D11_SUBRESOURCE_DATA* data,
                              D3D11_USAGE usage = D3D11_USAGE_DEFAULT, UINT layers = 1, UINT misc = 0) {
        const bool staging = usage == D3D11_USAGE_STAGING;
        const UINT access = staging ? D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE
                                    : usage == D3D11_USAGE_DYNAMIC ? UINT(D3D11_CPU_ACCESS_WRITE) : 0u;
        const D3D11_TEXTURE2D_DESC desc{width, height, mips, layers, format(), {1, 0}, usage, staging ? 0 : kSrv, access, misc};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, data, made.out()));
        return made;
    }
    Com<ID3D11Texture2D> filled(UINT width, UINT height, const std::vector<uint32_t>& blocks) {
        const D3D11_SUBRESOURCE_DATA data{blocks.data(), blocksOf(width) * 4, 0};
        return make(width, height, 1, &data);
    }
    // The blocks of a mapped staging subresource.
    std::vector<uint32_t> mapped(ID3D11Resource* staging, UINT subresource, UINT blocks, UINT rows, UINT slices = 1) {
        std::vector<uint32_t> found(size_t(blocks) * rows * slices);
        D3D11_MAPPED_SUBRESOURCE map{};
        EXPECT_HR(S_OK, context->Map(staging, subresource, D3D11_MAP_READ, 0, &map));
        for (UINT z = 0; map.pData && z < slices; z++)
            for (UINT y = 0; y < rows; y++)
                std::memcpy(&found[(size_t(z) * rows + y) * blocks],
                            static_cast<uint8_t*>(map.pData) + size_t(z) * map.DepthPitch + size_t(y) * map.RowPitch, blocks * 4);
        context->Unmap(staging, subresource);
        return found;
    }
    std::vector<uint32_t> blocks(ID3D11Texture2D* texture, UINT mip = 0) {
        D3D11_TEXTURE2D_DESC desc{};
        texture->GetDesc(&desc);
        auto staging = make(desc.Width, desc.Height, desc.MipLevels, nullptr, D3D11_USAGE_STAGING, desc.ArraySize);
        context->CopyResource(staging.get(), texture);
        return mapped(staging.get(), mip, blocksOf(level(desc.Width, mip)), level(desc.Height, mip));
    }
    // What a shader makes of the texture, into a target of this size.
    Readback draw(ID3D11Resource* texture, Bytecode code, UINT width, UINT height, const float (&where)[4],
                  D3D11_FILTER filter = D3D11_FILTER_MIN_MAG_MIP_POINT, UINT slot = 0, UINT samplerSlot = 0) {
        auto out = this->texture(width, height, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        auto view = target(out.get());
        auto pixel = pixelShader(code);
        auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, where, D3D11_USAGE_DEFAULT);
        auto seen = resourceView(texture);
        auto how = sampler(filter, D3D11_TEXTURE_ADDRESS_CLAMP);
        ID3D11Buffer* buffers = constants.get();
        ID3D11ShaderResourceView* views = seen.get();
        ID3D11SamplerState* samplers = how.get();
        context->PSSetConstantBuffers(0, 1, &buffers);
        context->PSSetShaderResources(slot, 1, &views);
        context->PSSetSamplers(samplerSlot, 1, &samplers);
        viewport(static_cast<float>(width), static_cast<float>(height));
        bindTarget(view);
        drawFullscreen(pixel.get());
        return read(out.get());
    }
};

TEST_P(PairFormat, BothTexelsOfABlockShareRedAndBlue) {
    const auto data = someBlocks(4 * 5, 1);
    auto texture = filled(8, 5, data);
    const Readback seen = draw(texture.get(), load_2d_ps, 8, 5, {});
    for (UINT y = 0; y < 5; y++)
        for (UINT x = 0; x < 8; x++)
            EXPECT_EQ(texelOf(format(), data[y * 4 + x / 2], x), seen.rgba(x, y)) << x << ' ' << y;
}

// Magnified four times: between the centres of texels each channel is a mean of theirs.
TEST_P(PairFormat, AreFilteredAsTexels) {
    const auto data = someBlocks(2, 7);
    auto texture = filled(4, 1, data);
    const Readback seen = draw(texture.get(), sample_2d_ps, 16, 1, {0, 0, 16, 1}, D3D11_FILTER_MIN_MAG_MIP_LINEAR);
    for (UINT x = 0; x < 16; x++) {
        const float at = std::min(std::max((float(x) + 0.5f) / 4 - 0.5f, 0.0f), 3.0f);
        const UINT left = static_cast<UINT>(at), right = std::min(left + 1, 3u);
        const Rgba8 a = texelOf(format(), data[left / 2], left), b = texelOf(format(), data[right / 2], right);
        const float part = at - float(left);
        const auto mean = [&](uint8_t from, uint8_t to) { return static_cast<uint8_t>(float(from) + (float(to) - float(from)) * part + 0.5f); };
        EXPECT_TRUE(near({mean(a.r, b.r), mean(a.g, b.g), mean(a.b, b.b), 255}, seen.rgba(x, 0), 2))
            << x << ": " << ::testing::PrintToString(seen.rgba(x, 0));
    }
}

// 6, 3 and 1 texels wide: the last block of an odd row has a texel that nobody sees, and its bytes come back all the same.
TEST_P(PairFormat, EveryByteOfEveryMipComesBack) {
    std::vector<std::vector<uint32_t>> data;
    std::vector<D3D11_SUBRESOURCE_DATA> initial;
    for (UINT mip = 0; mip < 3; mip++)
        data.push_back(someBlocks(blocksOf(level(6, mip)) * level(10, mip), 11 + mip));
    for (UINT mip = 0; mip < 3; mip++)
        initial.push_back({data[mip].data(), blocksOf(level(6, mip)) * 4, 0});
    auto texture = make(6, 10, 3, initial.data());
    for (UINT mip = 0; mip < 3; mip++)
        EXPECT_EQ(data[mip], blocks(texture.get(), mip)) << mip;
    // Through staging memory into another one, and from there into a third.
    auto staging = make(6, 10, 3, initial.data(), D3D11_USAGE_STAGING);
    auto second = make(6, 10, 3, nullptr), third = make(6, 10, 3, nullptr);
    EXPECT_EQ(std::vector<uint32_t>(30, 0), blocks(second.get())) << "a texture starts with zeros";
    context->CopyResource(second.get(), staging.get());
    context->CopyResource(third.get(), second.get());
    for (UINT mip = 0; mip < 3; mip++)
        EXPECT_EQ(data[mip], blocks(third.get(), mip)) << mip;
    const Readback seen = draw(third.get(), sample_2d_ps, 3, 5, {1, 0, 3, 5});
    for (UINT y = 0; y < 5; y++)
        for (UINT x = 0; x < 3; x++)
            EXPECT_EQ(texelOf(format(), data[1][y * 2 + x / 2], x), seen.rgba(x, y)) << x << ' ' << y;
}

TEST_P(PairFormat, UpdatesTakeWholeBlocks) {
    auto expected = someBlocks(4 * 4, 21);
    auto texture = filled(8, 4, expected);
    const auto fresh = someBlocks(2 * 2, 22);
    D3D11_BOX box{2, 1, 0, 6, 3, 1};
    context->UpdateSubresource(texture.get(), 0, &box, fresh.data(), 8, 0);
    for (UINT i = 0; i < 4; i++)
        expected[(1 + i / 2) * 4 + 1 + i % 2] = fresh[i];
    EXPECT_EQ(expected, blocks(texture.get()));
    // Rows with a pitch of their own.
    const auto pitched = someBlocks(4 * 3, 23);
    box = {0, 2, 0, 4, 4, 1};
    context->UpdateSubresource(texture.get(), 0, &box, pitched.data(), 12, 0);
    for (UINT i = 0; i < 4; i++)
        expected[(2 + i / 2) * 4 + i % 2] = pitched[(i / 2) * 3 + i % 2];
    EXPECT_EQ(expected, blocks(texture.get()));
    // Boxes that begin or end within a block are dropped.
    for (const D3D11_BOX& bad : {D3D11_BOX{1, 0, 0, 4, 1, 1}, D3D11_BOX{0, 0, 0, 3, 1, 1}, D3D11_BOX{0, 0, 0, 10, 1, 1}}) {
        context->UpdateSubresource(texture.get(), 0, &bad, fresh.data(), 16, 0);
        EXPECT_EQ(expected, blocks(texture.get())) << bad.left << ' ' << bad.right;
    }
}

TEST_P(PairFormat, RegionsAreCopiedBlockForBlock) {
    const auto data = someBlocks(4 * 2, 31);
    auto source = filled(8, 2, data);
    auto expected = someBlocks(4 * 2, 32);
    auto image = filled(8, 2, expected);
    const D3D11_BOX box{4, 0, 0, 8, 1, 1};
    context->CopySubresourceRegion(image.get(), 0, 2, 1, 0, source.get(), 0, &box);
    expected[4 + 1] = data[2];
    expected[4 + 2] = data[3];
    EXPECT_EQ(expected, blocks(image.get()));
    // Out of an image into the middle of staging memory, and back to elsewhere.
    auto staging = make(8, 2, 1, nullptr, D3D11_USAGE_STAGING);
    context->CopySubresourceRegion(staging.get(), 0, 2, 1, 0, source.get(), 0, &box);
    const auto between = mapped(staging.get(), 0, 4, 2);
    EXPECT_EQ(data[2], between[5]);
    EXPECT_EQ(data[3], between[6]);
    EXPECT_EQ(0u, between[4]);
    const D3D11_BOX back{2, 1, 0, 6, 2, 1};
    context->CopySubresourceRegion(image.get(), 0, 0, 0, 0, staging.get(), 0, &back);
    expected[0] = data[2];
    expected[1] = data[3];
    EXPECT_EQ(expected, blocks(image.get()));
    // A place or a box within a block: nothing happens.
    const D3D11_BOX half{1, 0, 0, 3, 1, 1};
    context->CopySubresourceRegion(image.get(), 0, 0, 0, 0, source.get(), 0, &half);
    EXPECT_EQ(expected, blocks(image.get()));
    // Within one subresource.
    const D3D11_BOX own{0, 0, 0, 4, 1, 1};
    context->CopySubresourceRegion(image.get(), 0, 4, 1, 0, image.get(), 0, &own);
    expected[6] = expected[0];
    expected[7] = expected[1];
    EXPECT_EQ(expected, blocks(image.get()));
}

// An odd edge's block lands whole where both of its texels are, and the other way round.
TEST_P(PairFormat, OddEdgesAreWholeBlocks) {
    const auto top = someBlocks(3 * 2, 41), small = someBlocks(2, 42);
    const D3D11_SUBRESOURCE_DATA initial[2] = {{top.data(), 12, 0}, {small.data(), 8, 0}};
    for (const bool byStaging : {false, true}) {
        auto texture = make(6, 2, 2, initial); // 6 and 3 texels wide
        auto staging = make(6, 2, 2, initial, D3D11_USAGE_STAGING);
        ID3D11Texture2D* source = byStaging ? staging.get() : texture.get();
        context->CopySubresourceRegion(texture.get(), 0, 2, 1, 0, source, 1, nullptr);
        auto expected = top;
        expected[3 + 1] = small[0];
        expected[3 + 2] = small[1];
        EXPECT_EQ(expected, blocks(texture.get()));
        const Readback seen = draw(texture.get(), load_2d_ps, 6, 2, {});
        for (UINT x = 2; x < 6; x++)
            EXPECT_EQ(texelOf(format(), small[x / 2 - 1], x), seen.rgba(x, 1)) << x;
        const D3D11_BOX box{0, 0, 0, 4, 1, 1};
        context->CopySubresourceRegion(texture.get(), 1, 0, 0, 0, source, 0, &box);
        EXPECT_EQ((std::vector<uint32_t>{top[0], top[1]}), blocks(texture.get(), 1));
    }
}

TEST_P(PairFormat, DynamicTexturesAreMapped) {
    auto texture = make(6, 3, 1, nullptr, D3D11_USAGE_DYNAMIC);
    D3D11_MAPPED_SUBRESOURCE map{};
    ASSERT_HR(S_OK, context->Map(texture.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &map));
    EXPECT_GE(map.RowPitch, 12u);
    const auto data = someBlocks(9, 51);
    for (UINT y = 0; y < 3; y++)
        std::memcpy(static_cast<uint8_t*>(map.pData) + size_t(y) * map.RowPitch, &data[y * 3], 12);
    context->Unmap(texture.get(), 0);
    EXPECT_EQ(data, blocks(texture.get()));
}

TEST_P(PairFormat, AllKindsOfTextures) {
    const auto data = someBlocks(2 * 4 * 6, 61);
    D3D11_SUBRESOURCE_DATA initial[6];
    for (UINT i = 0; i < 6; i++)
        initial[i] = {&data[i * 8], 8, 32};

    const D3D11_TEXTURE1D_DESC line{4, 1, 1, format(), D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    Com<ID3D11Texture1D> one;
    ASSERT_HR(S_OK, device->CreateTexture1D(&line, initial, one.out()));
    Readback seen = draw(one.get(), sample_1d_ps, 4, 1, {});
    for (UINT x = 0; x < 4; x++)
        EXPECT_EQ(texelOf(format(), data[x / 2], x), seen.rgba(x, 0)) << x;

    D3D11_TEXTURE3D_DESC volume{4, 4, 6, 1, format(), D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    Com<ID3D11Texture3D> three, staging;
    ASSERT_HR(S_OK, device->CreateTexture3D(&volume, initial, three.out()));
    seen = draw(three.get(), sample_3d_ps, 4, 4, {3, 0, 4, 4});
    for (UINT i = 0; i < 16; i++)
        EXPECT_EQ(texelOf(format(), data[3 * 8 + i / 4 * 2 + i % 4 / 2], i % 4), seen.rgba(i % 4, i / 4)) << i;
    const auto fresh = someBlocks(4, 62);
    const D3D11_BOX box{2, 1, 2, 4, 3, 4};
    context->UpdateSubresource(three.get(), 0, &box, fresh.data(), 4, 8);
    volume.Usage = D3D11_USAGE_STAGING;
    volume.BindFlags = 0;
    volume.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    ASSERT_HR(S_OK, device->CreateTexture3D(&volume, nullptr, staging.out()));
    context->CopyResource(staging.get(), three.get());
    auto expected = data;
    for (UINT i = 0; i < 4; i++)
        expected[(2 + i / 2) * 8 + (1 + i % 2) * 2 + 1] = fresh[i];
    EXPECT_EQ(expected, mapped(staging.get(), 0, 2, 4, 6));

    auto cube = make(4, 4, 1, initial, D3D11_USAGE_DEFAULT, 6, D3D11_RESOURCE_MISC_TEXTURECUBE);
    seen = draw(cube.get(), sample_cube_ps, 1, 1, {0.1f, 1, 0.1f, 0}); // +Y: u from x, v from z
    EXPECT_EQ(texelOf(format(), data[2 * 8 + 2 * 2 + 1], 2), seen.rgba(0, 0));
    auto array = make(4, 4, 1, initial, D3D11_USAGE_DEFAULT, 6);
    seen = draw(array.get(), sample_array_ps, 4, 4, {0, 4, 4, 4}, D3D11_FILTER_MIN_MAG_MIP_POINT, 5, 2);
    for (UINT i = 0; i < 16; i++)
        EXPECT_EQ(texelOf(format(), data[4 * 8 + i / 4 * 2 + i % 4 / 2], i % 4), seen.rgba(i % 4, i / 4)) << i;
}

TEST_P(PairFormat, WhatIsRefused) {
    const auto result = [&](UINT width, UINT bind, UINT samples, DXGI_FORMAT viewed) {
        const D3D11_TEXTURE2D_DESC desc{width, 4, 1, 1, format(), {samples, 0}, D3D11_USAGE_DEFAULT, bind, 0, 0};
        Com<ID3D11Texture2D> made;
        HRESULT hr = device->CreateTexture2D(&desc, nullptr, made.out());
        if (SUCCEEDED(hr) && viewed != DXGI_FORMAT_UNKNOWN) {
            const D3D11_SHADER_RESOURCE_VIEW_DESC view{viewed, D3D11_SRV_DIMENSION_TEXTURE2D, {{0, 1}}};
            Com<ID3D11ShaderResourceView> seen;
            hr = device->CreateShaderResourceView(made.get(), &view, seen.out());
        }
        return hr;
    };
    EXPECT_HR(S_OK, result(4, kSrv, 1, format()));
    EXPECT_HR(E_INVALIDARG, result(5, kSrv, 1, DXGI_FORMAT_UNKNOWN)) << "half a block";
    EXPECT_HR(E_INVALIDARG, result(4, kSrv | D3D11_BIND_RENDER_TARGET, 1, DXGI_FORMAT_UNKNOWN));
    EXPECT_HR(E_INVALIDARG, result(4, kSrv | D3D11_BIND_UNORDERED_ACCESS, 1, DXGI_FORMAT_UNKNOWN));
    EXPECT_HR(E_INVALIDARG, result(4, kSrv, 4, DXGI_FORMAT_UNKNOWN));
    EXPECT_HR(E_INVALIDARG, result(4, kSrv, 1, DXGI_FORMAT_R8G8B8A8_UNORM)) << "no other format shows it";
    EXPECT_HR(E_INVALIDARG, result(4, kSrv, 1, format() == kRgbg ? kGrgb : kRgbg));
}

// Bits are copied between equal formats only; the other order of the bytes is another family.
TEST_P(PairFormat, OtherFamiliesAreNotCopied) {
    const auto data = someBlocks(4, 71);
    auto texture = filled(4, 2, data);
    const D3D11_TEXTURE2D_DESC desc{4, 2, 1, 1, format() == kRgbg ? kGrgb : kRgbg, {1, 0}, D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    Com<ID3D11Texture2D> other;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, other.out()));
    context->CopyResource(texture.get(), other.get());
    auto words = this->texture(4, 2, DXGI_FORMAT_R8G8B8A8_UNORM, kSrv);
    context->CopySubresourceRegion(texture.get(), 0, 0, 0, 0, words.get(), 0, nullptr);
    EXPECT_EQ(data, blocks(texture.get()));
}

INSTANTIATE_TEST_SUITE_P(Formats, PairFormat, ::testing::Values(int(kRgbg), int(kGrgb)));

} // namespace
} // namespace conformance
