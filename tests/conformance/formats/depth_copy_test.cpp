// Depth-stencil textures through staging memory: the texels that D3D11 shows, of images of any size. Microsoft Learn,
// DXGI_FORMAT (R24G8: depth in the low bits; R32G8X24: eight bytes).
#include "support/fixture.h"

namespace conformance {
namespace {

class DepthCopy : public DeviceTest {
protected:
    Com<ID3D11Texture2D> depth(DXGI_FORMAT format, UINT width, UINT height) {
        return texture(width, height, format, D3D11_BIND_DEPTH_STENCIL);
    }
    Com<ID3D11Texture2D> staging(DXGI_FORMAT format, UINT width, UINT height) {
        const D3D11_TEXTURE2D_DESC desc{width, height, 1, 1, format, {1, 0}, D3D11_USAGE_STAGING, 0,
                                        D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, 0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        return made;
    }
    void clear(ID3D11Texture2D* texture, float depth, UINT8 stencil) {
        Com<ID3D11DepthStencilView> view;
        ASSERT_HR(S_OK, device->CreateDepthStencilView(texture, nullptr, view.out()));
        context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, depth, stencil);
    }
};

struct Wide {
    float depth;
    uint32_t stencil;
};

TEST_F(DepthCopy, LargeTexturesOfEightBytes) {
    constexpr UINT kWidth = 515, kHeight = 301; // 155015 texels, an odd number
    auto texture = depth(DXGI_FORMAT_D32_FLOAT_S8X24_UINT, kWidth, kHeight);
    clear(texture.get(), 0.25f, 0xab);
    auto memory = staging(DXGI_FORMAT_D32_FLOAT_S8X24_UINT, kWidth, kHeight);
    context->CopyResource(memory.get(), texture.get());
    D3D11_MAPPED_SUBRESOURCE mapped{};
    ASSERT_HR(S_OK, context->Map(memory.get(), 0, D3D11_MAP_READ_WRITE, 0, &mapped));
    const auto at = [&](UINT x, UINT y) {
        return reinterpret_cast<Wide*>(static_cast<uint8_t*>(mapped.pData) + size_t(y) * mapped.RowPitch) + x;
    };
    for (UINT y = 0; y < kHeight; y++)
        for (UINT x = 0; x < kWidth; x++)
            ASSERT_TRUE(at(x, y)->depth == 0.25f && (at(x, y)->stencil & 0xff) == 0xab) << x << ' ' << y;
    // Another pattern the other way, and back again.
    for (UINT y = 0; y < kHeight; y++)
        for (UINT x = 0; x < kWidth; x++)
            *at(x, y) = {float(x) / kWidth, (x * 7 + y * 3) & 0xff};
    context->Unmap(memory.get(), 0);
    context->CopyResource(texture.get(), memory.get());
    auto second = staging(DXGI_FORMAT_D32_FLOAT_S8X24_UINT, kWidth, kHeight);
    context->CopyResource(second.get(), texture.get());
    ASSERT_HR(S_OK, context->Map(second.get(), 0, D3D11_MAP_READ, 0, &mapped));
    for (UINT y = 0; y < kHeight; y++)
        for (UINT x = 0; x < kWidth; x++)
            ASSERT_TRUE(at(x, y)->depth == float(x) / kWidth && (at(x, y)->stencil & 0xff) == ((x * 7 + y * 3) & 0xff))
                << x << ' ' << y << ' ' << at(x, y)->depth << ' ' << at(x, y)->stencil;
    context->Unmap(second.get(), 0);
}

TEST_F(DepthCopy, LargeTexturesOfFourBytes) {
    constexpr UINT kWidth = 400, kHeight = 203;
    auto texture = depth(DXGI_FORMAT_D24_UNORM_S8_UINT, kWidth, kHeight);
    clear(texture.get(), 0.5f, 0xab);
    auto memory = staging(DXGI_FORMAT_D24_UNORM_S8_UINT, kWidth, kHeight);
    context->CopyResource(memory.get(), texture.get());
    D3D11_MAPPED_SUBRESOURCE mapped{};
    ASSERT_HR(S_OK, context->Map(memory.get(), 0, D3D11_MAP_READ_WRITE, 0, &mapped));
    const auto at = [&](UINT x, UINT y) {
        return reinterpret_cast<uint32_t*>(static_cast<uint8_t*>(mapped.pData) + size_t(y) * mapped.RowPitch) + x;
    };
    for (UINT y = 0; y < kHeight; y++)
        for (UINT x = 0; x < kWidth; x++)
            ASSERT_NEAR(0xab7fffffu, *at(x, y), 1) << x << ' ' << y;
    for (UINT y = 0; y < kHeight; y++)
        for (UINT x = 0; x < kWidth; x++)
            *at(x, y) = (x * 1000 + y) | (x & 0xff) << 24;
    context->Unmap(memory.get(), 0);
    context->CopyResource(texture.get(), memory.get());
    auto second = staging(DXGI_FORMAT_D24_UNORM_S8_UINT, kWidth, kHeight);
    context->CopyResource(second.get(), texture.get());
    ASSERT_HR(S_OK, context->Map(second.get(), 0, D3D11_MAP_READ, 0, &mapped));
    for (UINT y = 0; y < kHeight; y++)
        for (UINT x = 0; x < kWidth; x++)
            ASSERT_EQ((x * 1000 + y) | (x & 0xff) << 24, *at(x, y)) << x << ' ' << y;
    context->Unmap(second.get(), 0);
}

TEST_F(DepthCopy, DoesNotDisturbADispatchOrADraw) {
    // The copy runs a shader of its own: what is bound stays.
    auto texture = depth(DXGI_FORMAT_D32_FLOAT_S8X24_UINT, 8, 8);
    clear(texture.get(), 1, 2);
    auto memory = staging(DXGI_FORMAT_D32_FLOAT_S8X24_UINT, 8, 8);
    auto words = buffer(64, D3D11_BIND_UNORDERED_ACCESS, nullptr, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc{DXGI_FORMAT_R32_TYPELESS, D3D11_UAV_DIMENSION_BUFFER, {}};
    desc.Buffer = {0, 16, D3D11_BUFFER_UAV_FLAG_RAW};
    Com<ID3D11UnorderedAccessView> uav;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(words.get(), &desc, uav.out()));
    ID3D11UnorderedAccessView* bound = uav.get();
    context->CSSetUnorderedAccessViews(0, 1, &bound, nullptr);
    context->CopyResource(memory.get(), texture.get());
    Com<ID3D11UnorderedAccessView> still;
    context->CSGetUnorderedAccessViews(0, 1, still.out());
    EXPECT_EQ(bound, still.get());
}

// A larger staging texture takes the whole of a depth-stencil one: its rows are longer, and what lies beside stays.
TEST_F(DepthCopy, IntoALargerStagingTexture) {
    for (const DXGI_FORMAT format : {DXGI_FORMAT_D24_UNORM_S8_UINT, DXGI_FORMAT_D32_FLOAT_S8X24_UINT}) {
        const UINT size = format == DXGI_FORMAT_D24_UNORM_S8_UINT ? 4 : 8;
        auto texture = depth(format, 6, 3);
        clear(texture.get(), 1, 0xab);
        auto memory = staging(format, 40, 5);
        context->CopySubresourceRegion(memory.get(), 0, 2, 1, 0, texture.get(), 0, nullptr);
        context->CopySubresourceRegion(memory.get(), 0, 0, 0, 0, texture.get(), 0, nullptr);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        ASSERT_HR(S_OK, context->Map(memory.get(), 0, D3D11_MAP_READ, 0, &mapped));
        for (UINT y = 0; y < 5; y++)
            for (UINT x = 0; x < 40; x++) {
                uint32_t words[2] = {};
                std::memcpy(words, static_cast<uint8_t*>(mapped.pData) + size_t(y) * mapped.RowPitch + x * size, size);
                // The first copy has an offset, which whole depth-stencil copies may not have.
                const bool inside = x < 6 && y < 3;
                EXPECT_EQ(!inside ? 0 : size == 4 ? 0xabffffff : 0x3f800000u, words[0]) << x << ' ' << y;
                EXPECT_EQ(inside && size == 8 ? 0xab : 0u, words[1] & 0xff) << x << ' ' << y;
            }
        context->Unmap(memory.get(), 0);
    }
}

// Without D3D11_BIND_DEPTH_STENCIL such a texture is filled and copied like any other.
TEST_F(DepthCopy, TexturesThatAreNoDepthBuffersAreCopiedInPart) {
    for (const DXGI_FORMAT format : {DXGI_FORMAT_R24G8_TYPELESS, DXGI_FORMAT_R32G8X24_TYPELESS}) {
        const UINT words = format == DXGI_FORMAT_R24G8_TYPELESS ? 1 : 2;
        std::vector<uint32_t> expected(8 * 4 * words);
        // Depths that 24 bits and a float hold exactly, stencil values, and zeros where nothing is.
        const auto texel = [&](uint32_t* to, uint32_t value) {
            if (words == 1) {
                *to = (value & 0xfff) | value << 24;
                return;
            }
            const float depth = float(value & 0xff) / 256;
            std::memcpy(to, &depth, 4);
            to[1] = value & 0xff;
        };
        for (uint32_t i = 0; i < 32; i++)
            texel(&expected[i * words], i * 5 + 1);
        const D3D11_SUBRESOURCE_DATA data{expected.data(), 8 * 4 * words, 0};
        const D3D11_TEXTURE2D_DESC desc{8, 4, 1, 1, format, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
        Com<ID3D11Texture2D> texture;
        ASSERT_HR(S_OK, device->CreateTexture2D(&desc, &data, texture.out()));
        const auto check = [&](const char* what) {
            auto memory = staging(format, 8, 4);
            context->CopyResource(memory.get(), texture.get());
            D3D11_MAPPED_SUBRESOURCE mapped{};
            ASSERT_HR(S_OK, context->Map(memory.get(), 0, D3D11_MAP_READ, 0, &mapped));
            for (uint32_t y = 0; y < 4; y++)
                EXPECT_EQ(0, std::memcmp(static_cast<uint8_t*>(mapped.pData) + size_t(y) * mapped.RowPitch,
                                         &expected[y * 8 * words], 8 * 4 * words))
                    << format << ", " << what << ", row " << y;
            context->Unmap(memory.get(), 0);
        };
        check("initial data");
        std::vector<uint32_t> fresh(3 * 2 * words);
        for (uint32_t i = 0; i < 6; i++) {
            texel(&fresh[i * words], 200 + i);
            texel(&expected[((1 + i / 3) * 8 + 2 + i % 3) * words], 200 + i);
        }
        const D3D11_BOX box{2, 1, 0, 5, 3, 1};
        context->UpdateSubresource(texture.get(), 0, &box, fresh.data(), 3 * 4 * words, 0);
        check("UpdateSubresource");
        auto wide = staging(format, 100, 2);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        ASSERT_HR(S_OK, context->Map(wide.get(), 0, D3D11_MAP_WRITE, 0, &mapped));
        for (uint32_t i = 0; i < 4; i++) {
            auto* row = reinterpret_cast<uint32_t*>(static_cast<uint8_t*>(mapped.pData) + size_t(i / 2) * mapped.RowPitch);
            texel(row + (50 + i % 2) * words, 100 + i);
            texel(&expected[((2 + i / 2) * 8 + i % 2) * words], 100 + i);
        }
        context->Unmap(wide.get(), 0);
        const D3D11_BOX part{50, 0, 0, 52, 2, 1};
        context->CopySubresourceRegion(texture.get(), 0, 0, 2, 0, wide.get(), 0, &part);
        check("a part of a wide staging texture");
    }
}

} // namespace
} // namespace conformance
