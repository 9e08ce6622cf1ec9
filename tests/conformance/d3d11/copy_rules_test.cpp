// Which copies and updates are made, and which are ignored: dimensions, formats, depth-stencil, staging buffers, buffers of
// DEFAULT usage that the CPU maps. Microsoft Learn, CopySubresourceRegion, CopyResource, UpdateSubresource, "Format conversion
// using Direct3D 10.1", D3D11_FEATURE_DATA_D3D11_OPTIONS1.
#include "support/fixture.h"

#include <array>

namespace conformance {
namespace {

class CopyRules : public DeviceTest {
protected:
    // 16 bytes a row.
    Com<ID3D11Texture2D> rows(DXGI_FORMAT format, uint32_t width, uint32_t height, const void* data, UINT bind,
                              D3D11_USAGE usage = D3D11_USAGE_DEFAULT) {
        D3D11_TEXTURE2D_DESC desc{width, height, 1, 1, format, {1, 0}, usage, bind, 0, 0};
        const D3D11_SUBRESOURCE_DATA initial{data, 16, 0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, data ? &initial : nullptr, made.out()));
        return made;
    }
    // The 64 bytes of a texture, through a staging texture of the same format.
    std::array<uint32_t, 16> words(ID3D11Texture2D* of) {
        D3D11_TEXTURE2D_DESC desc;
        of->GetDesc(&desc);
        desc.Usage = D3D11_USAGE_STAGING;
        desc.BindFlags = 0;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        Com<ID3D11Texture2D> staging;
        std::array<uint32_t, 16> found{};
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
        context->CopyResource(staging.get(), of);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        EXPECT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
        for (size_t row = 0; mapped.pData && row < 4; row++)
            std::memcpy(&found[row * 4], static_cast<const char*>(mapped.pData) + row * mapped.RowPitch, 16);
        context->Unmap(staging.get(), 0);
        return found;
    }
    static std::array<uint32_t, 16> pattern() {
        std::array<uint32_t, 16> made;
        for (uint32_t i = 0; i < 16; i++)
            made[i] = 0x01020304u * (i + 1);
        return made;
    }
};

TEST_F(CopyRules, RowsOfA1DTextureBecomeRowsOfA2DTexture) {
    const auto data = pattern();
    D3D11_TEXTURE1D_DESC desc{4, 1, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, 0, 0, 0};
    D3D11_SUBRESOURCE_DATA initial[4];
    for (uint32_t i = 0; i < 4; i++)
        initial[i] = {&data[i * 4], 16, 0};
    Com<ID3D11Texture1D> source;
    ASSERT_HR(S_OK, device->CreateTexture1D(&desc, initial, source.out()));
    auto target = rows(DXGI_FORMAT_R8G8B8A8_UNORM, 4, 4, nullptr, 0);
    const D3D11_BOX box{0, 0, 0, 4, 1, 1};
    for (UINT i = 0; i < 4; i++)
        context->CopySubresourceRegion(target.get(), 0, 0, i, 0, source.get(), i, &box);
    EXPECT_EQ(data, words(target.get()));
}

TEST_F(CopyRules, LayersOfA2DTextureBecomeSlicesOfA3DTexture) {
    const auto data = pattern();
    auto source = texture(2, 2, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, nullptr, 0, 1, 4);
    for (UINT i = 0; i < 4; i++)
        context->UpdateSubresource(source.get(), i, nullptr, &data[i * 4], 8, 0);
    D3D11_TEXTURE3D_DESC desc{2, 2, 4, 1, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    Com<ID3D11Texture3D> target;
    ASSERT_HR(S_OK, device->CreateTexture3D(&desc, nullptr, target.out()));
    for (UINT i = 0; i < 4; i++)
        context->CopySubresourceRegion(target.get(), 0, 0, 0, 3 - i, source.get(), i, nullptr);
    const Readback found = read(target.get());
    for (uint32_t z = 0; z < 4; z++)
        for (uint32_t i = 0; i < 4; i++)
            EXPECT_EQ(data[(3 - z) * 4 + i], found.at<uint32_t>(i % 2, i / 2, z)) << z << ", " << i;
}

// Formats: of one family; R9G9B9E5 and R32; blocks and the plain formats of their size.
TEST_F(CopyRules, FormatsThatFit) {
    struct Pair {
        DXGI_FORMAT source, target;
        uint32_t sourceWidth, sourceHeight, targetWidth, targetHeight; // 64 bytes each
        bool copied;
    };
    constexpr Pair kPairs[] = {
        {DXGI_FORMAT_R8G8B8A8_UINT, DXGI_FORMAT_R8G8B8A8_SNORM, 4, 4, 4, 4, true},
        {DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_B8G8R8A8_UNORM, 4, 4, 4, 4, false},
        {DXGI_FORMAT_R8G8B8A8_UINT, DXGI_FORMAT_R16G16_UINT, 4, 4, 4, 4, false},
        {DXGI_FORMAT_R9G9B9E5_SHAREDEXP, DXGI_FORMAT_R32_FLOAT, 4, 4, 4, 4, true},
        {DXGI_FORMAT_R9G9B9E5_SHAREDEXP, DXGI_FORMAT_R32_UINT, 4, 4, 4, 4, true},
        {DXGI_FORMAT_R9G9B9E5_SHAREDEXP, DXGI_FORMAT_R8G8B8A8_TYPELESS, 4, 4, 4, 4, false},
        {DXGI_FORMAT_BC1_UNORM, DXGI_FORMAT_R16G16B16A16_UINT, 8, 16, 2, 4, true},
        {DXGI_FORMAT_R32G32_FLOAT, DXGI_FORMAT_BC4_UNORM, 2, 4, 8, 16, true},
        {DXGI_FORMAT_BC3_UNORM_SRGB, DXGI_FORMAT_R32G32B32A32_SINT, 4, 16, 1, 4, true},
        {DXGI_FORMAT_BC1_UNORM, DXGI_FORMAT_R32G32B32A32_SINT, 8, 16, 1, 4, false},
    };
    const auto data = pattern();
    const std::array<uint32_t, 16> zeros{};
    for (const Pair& pair : kPairs) {
        auto source = rows(pair.source, pair.sourceWidth, pair.sourceHeight, data.data(), D3D11_BIND_SHADER_RESOURCE,
                           D3D11_USAGE_IMMUTABLE);
        auto target = rows(pair.target, pair.targetWidth, pair.targetHeight, zeros.data(), D3D11_BIND_SHADER_RESOURCE);
        context->CopyResource(target.get(), source.get());
        EXPECT_EQ(pair.copied ? data : zeros, words(target.get())) << pair.source << " to " << pair.target;
    }
}

TEST_F(CopyRules, PartOfADepthTextureIsNotCopied) {
    const auto data = pattern();
    const std::array<uint32_t, 16> zeros{};
    auto source = rows(DXGI_FORMAT_R16_UNORM, 8, 4, data.data(), D3D11_BIND_SHADER_RESOURCE);
    auto target = rows(DXGI_FORMAT_D16_UNORM, 8, 4, zeros.data(), D3D11_BIND_DEPTH_STENCIL);
    const D3D11_BOX part{0, 0, 0, 4, 4, 1};
    context->CopySubresourceRegion(target.get(), 0, 0, 0, 0, source.get(), 0, &part);
    EXPECT_EQ(zeros, words(target.get()));
    context->CopySubresourceRegion(target.get(), 0, 0, 0, 0, source.get(), 0, nullptr);
    EXPECT_EQ(data, words(target.get())) << "a whole one is";
}

TEST_F(CopyRules, StagingBuffersAreNotUpdated) {
    const uint32_t before[4] = {1, 2, 3, 4}, after[4] = {5, 6, 7, 8};
    D3D11_BUFFER_DESC desc{16, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, 0, 0};
    const D3D11_SUBRESOURCE_DATA initial{before, 0, 0};
    Com<ID3D11Buffer> staging;
    ASSERT_HR(S_OK, device->CreateBuffer(&desc, &initial, staging.out()));
    context->UpdateSubresource(staging.get(), 0, nullptr, after, 0, 0);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
    EXPECT_EQ(0, std::memcmp(mapped.pData, before, 16));
    context->Unmap(staging.get(), 0);
}

// MapOnDefaultBuffers: what the GPU wrote is there, and what the CPU writes is what the GPU reads.
TEST_F(CopyRules, BuffersForViewsAreMappedInDefaultUsage) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS1 options{};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS1, &options, sizeof options));
    if (!options.MapOnDefaultBuffers)
        GTEST_SKIP() << "DEFAULT buffers cannot be mapped";
    constexpr UINT kBoth = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE;
    D3D11_BUFFER_DESC desc{64, D3D11_USAGE_DEFAULT, D3D11_BIND_UNORDERED_ACCESS, kBoth, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS, 0};
    Com<ID3D11Buffer> shared;
    ASSERT_HR(S_OK, device->CreateBuffer(&desc, nullptr, shared.out()));
    D3D11_UNORDERED_ACCESS_VIEW_DESC viewDesc{};
    viewDesc.Format = DXGI_FORMAT_R32_TYPELESS;
    viewDesc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    viewDesc.Buffer = {0, 16, D3D11_BUFFER_UAV_FLAG_RAW};
    Com<ID3D11UnorderedAccessView> view;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(shared.get(), &viewDesc, view.out()));
    const UINT value[4] = {7, 7, 7, 7};
    context->ClearUnorderedAccessViewUint(view.get(), value);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    ASSERT_HR(S_OK, context->Map(shared.get(), 0, D3D11_MAP_READ_WRITE, 0, &mapped));
    auto* words = static_cast<uint32_t*>(mapped.pData);
    for (int i = 0; i < 16; i++)
        EXPECT_EQ(7u, words[i]);
    words[3] = 9;
    context->Unmap(shared.get(), 0);
    EXPECT_EQ(9u, read<uint32_t>(shared.get())[3]);
    EXPECT_HR(E_INVALIDARG, context->Map(shared.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));

    for (UINT bind : {UINT(D3D11_BIND_VERTEX_BUFFER), UINT(D3D11_BIND_CONSTANT_BUFFER),
                      UINT(D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_VERTEX_BUFFER)}) {
        desc = {64, D3D11_USAGE_DEFAULT, bind, kBoth, 0, 0};
        Com<ID3D11Buffer> refused;
        EXPECT_HR(E_INVALIDARG, device->CreateBuffer(&desc, nullptr, refused.out())) << bind;
    }
}

} // namespace
} // namespace conformance
