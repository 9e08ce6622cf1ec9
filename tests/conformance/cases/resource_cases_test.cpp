// Resources and formats: what programs were seen to depend on. Views of small mips, memory that starts as zeros, odd
// sizes, boxes on compressed textures, views of another dimension than the shader's, copies that must not take place,
// format queries. Microsoft Learn, ID3D11DeviceContext::CopySubresourceRegion, UpdateSubresource, CheckFormatSupport;
// D3D11.3 specification, 5.
#include "shader/shader_test.h"

#include <numeric>

namespace conformance {
namespace {

class ResourceCases : public ShaderTest {
protected:
    // Rows of blocks of a subresource of any 2D format, tightly packed.
    std::vector<uint8_t> rows(ID3D11Texture2D* source, UINT subresource, UINT rowBytes, UINT rowCount) {
        D3D11_TEXTURE2D_DESC desc;
        source->GetDesc(&desc);
        desc.Usage = D3D11_USAGE_STAGING;
        desc.BindFlags = desc.MiscFlags = 0;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        Com<ID3D11Texture2D> staging;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
        context->CopyResource(staging.get(), source);
        std::vector<uint8_t> bytes(size_t(rowBytes) * rowCount);
        D3D11_MAPPED_SUBRESOURCE map = {};
        EXPECT_HR(S_OK, context->Map(staging.get(), subresource, D3D11_MAP_READ, 0, &map));
        for (UINT i = 0; map.pData && i < rowCount; i++)
            std::memcpy(&bytes[size_t(i) * rowBytes], static_cast<char*>(map.pData) + size_t(i) * map.RowPitch,
                        rowBytes);
        context->Unmap(staging.get(), subresource);
        return bytes;
    }
};

// A mip of a 3D texture has at least one slice, however many times its depth was halved.
TEST_F(ResourceCases, TargetsOfSmallMipsOf3DTextures) {
    const D3D11_TEXTURE3D_DESC desc = {64,
                                       64,
                                       4,
                                       7,
                                       DXGI_FORMAT_R8G8B8A8_UNORM,
                                       D3D11_USAGE_DEFAULT,
                                       D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE |
                                           D3D11_BIND_UNORDERED_ACCESS,
                                       0,
                                       0};
    Com<ID3D11Texture3D> volume;
    ASSERT_HR(S_OK, device->CreateTexture3D(&desc, nullptr, volume.out()));
    Com<ID3D11RenderTargetView> whole;
    EXPECT_HR(S_OK, device->CreateRenderTargetView(volume.get(), nullptr, whole.out()));
    for (UINT mip = 0; mip < 7; mip++) {
        D3D11_RENDER_TARGET_VIEW_DESC wanted = {};
        wanted.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
        wanted.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE3D;
        wanted.Texture3D = {mip, 0, ~0u};
        Com<ID3D11RenderTargetView> view;
        ASSERT_HR(S_OK, device->CreateRenderTargetView(volume.get(), &wanted, view.out())) << mip;
        view->GetDesc(&wanted);
        const UINT depth = std::max(4u >> mip, 1u);
        EXPECT_EQ(depth, wanted.Texture3D.WSize) << mip;
        const float color[4] = {float(mip + 1) / 255, 0, 1, 1};
        context->ClearRenderTargetView(view.get(), color);
        for (UINT z = 0; z < depth; z++)
            EXPECT_EQ((Rgba8{uint8_t(mip + 1), 0, 255, 255}), read(volume.get(), mip).rgba(0, 0, z))
                << mip << ", " << z;
        D3D11_UNORDERED_ACCESS_VIEW_DESC access = {};
        access.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
        access.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE3D;
        access.Texture3D = {mip, 0, ~0u};
        Com<ID3D11UnorderedAccessView> uav;
        EXPECT_HR(S_OK, device->CreateUnorderedAccessView(volume.get(), &access, uav.out())) << mip;
    }
    D3D11_RENDER_TARGET_VIEW_DESC beyond = {};
    beyond.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    beyond.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE3D;
    beyond.Texture3D = {5, 1, 1};
    Com<ID3D11RenderTargetView> none;
    EXPECT_HR(E_INVALIDARG, device->CreateRenderTargetView(volume.get(), &beyond, none.out())) << "there is one slice";
}

TEST_F(ResourceCases, CompressedTexturesStartAsZeros) {
    for (const auto& [format, block] : {std::pair{DXGI_FORMAT_BC1_UNORM, 8u},
                                        {DXGI_FORMAT_BC2_UNORM, 16u},
                                        {DXGI_FORMAT_BC3_UNORM_SRGB, 16u},
                                        {DXGI_FORMAT_BC4_SNORM, 8u},
                                        {DXGI_FORMAT_BC5_UNORM, 16u},
                                        {DXGI_FORMAT_BC6H_UF16, 16u},
                                        {DXGI_FORMAT_BC7_UNORM, 16u}})
        for (int round = 0; round < 2; round++) {
            const D3D11_TEXTURE2D_DESC desc = {
                32, 32, 6, 1, format, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
            Com<ID3D11Texture2D> made;
            ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
            for (UINT mip = 0; mip < 6; mip++) {
                const UINT blocks = std::max((32u >> mip) / 4, 1u);
                const auto found = rows(made.get(), mip, blocks * block, blocks);
                EXPECT_EQ(0, std::accumulate(found.begin(), found.end(), 0))
                    << format << " mip " << mip << " round " << round;
            }
            // Filled, and then its memory goes to the next one.
            const std::vector<uint8_t> ones(8 * 8 * 16, 0xff);
            context->UpdateSubresource(made.get(), 0, nullptr, ones.data(), 8 * block, 0);
            made.reset();
            context->Flush();
            auto event = query(D3D11_QUERY_EVENT);
            context->End(event.get());
            result<BOOL>(event.get());
        }
}

TEST_F(ResourceCases, BuffersOfOddSizes) {
    for (UINT size : {1u, 2u, 3u, 5u, 6u, 255u, 257u, (1u << 20) + 3})
        for (int round = 0; round < 2; round++) {
            auto empty = buffer(size, D3D11_BIND_VERTEX_BUFFER);
            const auto zeros = read<uint8_t>(empty.get());
            ASSERT_EQ(size, zeros.size());
            EXPECT_EQ(0, std::accumulate(zeros.begin(), zeros.end(), 0)) << size << " round " << round;
            std::vector<uint8_t> data(size);
            std::iota(data.begin(), data.end(), uint8_t(size));
            auto filled = buffer(size, D3D11_BIND_VERTEX_BUFFER, data.data());
            EXPECT_EQ(data, read<uint8_t>(filled.get())) << size;
            // The last byte, and an update of it all, stay within.
            const D3D11_BOX last = {size - 1, 0, 0, size, 1, 1};
            const uint8_t value = 0xa5;
            context->UpdateSubresource(filled.get(), 0, &last, &value, 0, 0);
            data.back() = value;
            EXPECT_EQ(data, read<uint8_t>(filled.get())) << size;
            context->UpdateSubresource(empty.get(), 0, nullptr, data.data(), 0, 0);
            EXPECT_EQ(data, read<uint8_t>(empty.get())) << size;
        }
}

// Boxes that cut blocks are dropped; those that reach to the edge of a small mip are whole.
TEST_F(ResourceCases, BoxesOnCompressedTextures) {
    std::vector<uint8_t> pattern(16 * 16 * 16);
    std::iota(pattern.begin(), pattern.end(), 1);
    const D3D11_TEXTURE2D_DESC desc = {
        64, 64, 7, 1, DXGI_FORMAT_BC3_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    Com<ID3D11Texture2D> image, other;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, image.out()));
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, other.out()));
    context->UpdateSubresource(image.get(), 0, nullptr, pattern.data(), 256, 0);
    const std::vector<uint8_t> ones(16 * 256, 0xee);
    context->UpdateSubresource(other.get(), 0, nullptr, ones.data(), 256, 0);
    for (const D3D11_BOX& box : {D3D11_BOX{1, 1, 0, 2, 2, 1},
                                 {2, 0, 0, 6, 4, 1},
                                 {0, 1, 0, 4, 5, 1},
                                 {0, 0, 0, 3, 4, 1},
                                 {0, 0, 0, 4, 2, 1},
                                 {60, 60, 0, 68, 64, 1},
                                 {0, 64, 0, 4, 68, 1}}) {
        context->UpdateSubresource(image.get(), 0, &box, ones.data(), 256, 0);
        EXPECT_EQ(pattern, rows(image.get(), 0, 256, 16))
            << box.left << ", " << box.top << " to " << box.right << ", " << box.bottom;
        context->CopySubresourceRegion(image.get(), 0, 0, 0, 0, other.get(), 0, &box);
        EXPECT_EQ(pattern, rows(image.get(), 0, 256, 16)) << "copy of " << box.left << ", " << box.top;
    }
    const D3D11_BOX good = {4, 8, 0, 8, 12, 1};
    context->UpdateSubresource(image.get(), 0, &good, ones.data(), 16, 0);
    std::fill_n(pattern.begin() + 2 * 256 + 16, 16, uint8_t(0xee));
    EXPECT_EQ(pattern, rows(image.get(), 0, 256, 16));
    const std::vector<uint8_t> block(16, 0xee);
    for (const auto& [mip, size] : {std::pair{5u, 2u}, {6u, 1u}, {4u, 4u}}) {
        const D3D11_BOX whole = {0, 0, 0, size, size, 1};
        context->UpdateSubresource(image.get(), mip, &whole, block.data(), 16, 0);
        EXPECT_EQ(block, rows(image.get(), mip, 16, 1)) << mip;
    }
}

// A view of another dimension than the shader declared: 2D and 2D arrays go together, with the view's first slice;
// whatever else a cube gives where 2D is declared, the device goes on.
TEST_F(ResourceCases, ViewsOfAnotherDimension) {
    const UINT slices[6][4] = {{10, 10, 10, 10}, {20, 20, 20, 20}, {30, 30, 30, 30},
                               {40, 40, 40, 40}, {50, 50, 50, 50}, {60, 60, 60, 60}};
    D3D11_SUBRESOURCE_DATA data[6];
    for (int i = 0; i < 6; i++)
        data[i] = {slices[i], 8, 16};
    const D3D11_TEXTURE2D_DESC desc = {2,
                                       2,
                                       1,
                                       6,
                                       DXGI_FORMAT_R32_UINT,
                                       {1, 0},
                                       D3D11_USAGE_DEFAULT,
                                       D3D11_BIND_SHADER_RESOURCE,
                                       0,
                                       D3D11_RESOURCE_MISC_TEXTURECUBE};
    Com<ID3D11Texture2D> layers;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, data, layers.out()));
    auto plain = texture(2, 2, DXGI_FORMAT_R32_UINT, D3D11_BIND_SHADER_RESOURCE, slices[4]);
    const auto arrayView = [&](UINT first, UINT count) {
        D3D11_SHADER_RESOURCE_VIEW_DESC wanted = {};
        wanted.Format = DXGI_FORMAT_R32_UINT;
        wanted.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DARRAY;
        wanted.Texture2DArray = {0, 1, first, count};
        Com<ID3D11ShaderResourceView> made;
        EXPECT_HR(S_OK, device->CreateShaderResourceView(layers.get(), &wanted, made.out()));
        return made;
    };
    const auto value = [&](const Com<ID3D11ShaderResourceView>& view, const char* declaration, const char* coordinate) {
        context->CSSetShaderResources(0, 1, view.array());
        const auto found =
            compute(std::string("dcl_resource_") + declaration + " (uint,uint,uint,uint) t0",
                    std::string("ld r0.xyzw, ") + coordinate + ", t0.xyzw\nstore_raw u0.x, l(0), r0.x", 1, 77);
        return found[0];
    };
    EXPECT_EQ(30u, value(arrayView(2, 2), "texture2d", "l(1, 1, 0, 0)"));
    EXPECT_EQ(60u, value(arrayView(5, 1), "texture2d", "l(0, 1, 0, 0)"));
    EXPECT_EQ(50u, value(resourceView(plain.get()), "texture2darray", "l(1, 1, 0, 0)"));
    D3D11_SHADER_RESOURCE_VIEW_DESC cube = {};
    cube.Format = DXGI_FORMAT_R32_UINT;
    cube.ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBE;
    cube.TextureCube = {0, 1};
    Com<ID3D11ShaderResourceView> cubeView;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(layers.get(), &cube, cubeView.out()));
    value(cubeView, "texture2d", "l(1, 1, 0, 0)");
    EXPECT_EQ(40u, value(arrayView(3, 1), "texture2darray", "l(0, 0, 0, 0)")) << "nothing is broken afterwards";
    EXPECT_HR(S_OK, device->GetDeviceRemovedReason());
}

// Copies that make no sense are dropped, and nothing else happens.
TEST_F(ResourceCases, CopiesThatAreDropped) {
    const UINT texels[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, zeros[32] = {};
    auto bytes = buffer(64, D3D11_BIND_VERTEX_BUFFER, texels);
    auto otherBytes = buffer(64, D3D11_BIND_VERTEX_BUFFER, zeros);
    auto largeBytes = buffer(128, D3D11_BIND_VERTEX_BUFFER, zeros);
    auto words = texture(4, 4, DXGI_FORMAT_R32_UINT, D3D11_BIND_SHADER_RESOURCE, texels);
    auto other = texture(4, 4, DXGI_FORMAT_R32_UINT, D3D11_BIND_SHADER_RESOURCE, zeros);
    auto wide = texture(4, 4, DXGI_FORMAT_R16G16B16A16_FLOAT, D3D11_BIND_SHADER_RESOURCE, zeros);
    auto foreign = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, texels);
    auto small = texture(2, 2, DXGI_FORMAT_R32_UINT, D3D11_BIND_SHADER_RESOURCE, texels);
    context->CopyResource(other.get(), bytes.get());
    context->CopySubresourceRegion(other.get(), 0, 0, 0, 0, bytes.get(), 0, nullptr);
    context->CopyResource(otherBytes.get(), words.get());
    context->CopySubresourceRegion(otherBytes.get(), 0, 0, 0, 0, words.get(), 0, nullptr);
    context->CopyResource(wide.get(), foreign.get());
    context->CopySubresourceRegion(wide.get(), 0, 0, 0, 0, foreign.get(), 0, nullptr);
    context->CopySubresourceRegion(other.get(), 0, 0, 0, 0, foreign.get(), 0,
                                   nullptr); // R32 and R8G8B8A8 are two families
    context->CopyResource(other.get(), foreign.get());
    context->CopyResource(other.get(), small.get());
    context->CopyResource(largeBytes.get(), bytes.get());
    context->CopyResource(other.get(), nullptr);
    context->CopyResource(nullptr, words.get());
    context->CopySubresourceRegion(other.get(), 1, 0, 0, 0, words.get(), 0, nullptr);
    context->CopySubresourceRegion(other.get(), 0, 0, 0, 0, words.get(), 1, nullptr);
    for (const D3D11_BOX& box : {D3D11_BOX{0, 0, 0, 5, 4, 1},
                                 {0, 0, 0, 4, 5, 1},
                                 {0, 0, 0, 4, 4, 2},
                                 {4, 0, 0, 5, 1, 1},
                                 {2, 0, 0, 2, 4, 1},
                                 {3, 0, 0, 2, 4, 1},
                                 {0, 0, 0, 4, 4, 0},
                                 {~0u - 1, 0, 0, ~0u, 1, 1}})
        context->CopySubresourceRegion(other.get(), 0, 0, 0, 0, words.get(), 0, &box);
    const D3D11_BOX four = {0, 0, 0, 4, 4, 1};
    context->CopySubresourceRegion(other.get(), 0, 1, 0, 0, words.get(), 0, &four);
    context->CopySubresourceRegion(other.get(), 0, 0, 0, 1, words.get(), 0, &four);
    context->CopySubresourceRegion(other.get(), 0, ~0u, ~0u, 0, words.get(), 0, &four);
    EXPECT_EQ(std::vector<uint8_t>(64), read(other.get()).bytes);
    EXPECT_EQ(std::vector<UINT>(16), read<UINT>(otherBytes.get()));
    EXPECT_EQ(std::vector<UINT>(32), read<UINT>(largeBytes.get()));
    EXPECT_EQ(std::vector<uint8_t>(128), rows(wide.get(), 0, 32, 4)) << "8 bytes a texel";
    EXPECT_HR(S_OK, device->GetDeviceRemovedReason());
    context->CopyResource(other.get(), words.get());
    EXPECT_EQ(16u, read(other.get()).at<UINT>(3, 3)) << "the next good one works";
}

// --- format queries

TEST_F(ResourceCases, FormatSupport) {
    UINT support = 0;
    EXPECT_HR(S_OK, device->CheckFormatSupport(DXGI_FORMAT_UNKNOWN, &support));
    EXPECT_EQ(UINT(D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_CPU_LOCKABLE), support);
    for (UINT format = 1; format < 256; format++) {
        support = 0xdead;
        const HRESULT hr = device->CheckFormatSupport(DXGI_FORMAT(format), &support);
        D3D11_FEATURE_DATA_FORMAT_SUPPORT asked = {DXGI_FORMAT(format), 0xdead};
        D3D11_FEATURE_DATA_FORMAT_SUPPORT2 asked2 = {DXGI_FORMAT(format), 0xdead};
        const HRESULT feature = device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT, &asked, sizeof asked);
        const HRESULT feature2 = device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &asked2, sizeof asked2);
        EXPECT_EQ(hr, feature) << format;
        EXPECT_EQ(support, asked.OutFormatSupport) << format;
        EXPECT_EQ(hr, feature2) << format;
        if (hr == S_OK) {
            EXPECT_NE(0u, support) << format;
            if (format != DXGI_FORMAT_420_OPAQUE &&
                support &
                    (D3D11_FORMAT_SUPPORT_TEXTURE1D | D3D11_FORMAT_SUPPORT_TEXTURE2D | D3D11_FORMAT_SUPPORT_TEXTURE3D))
                EXPECT_TRUE(support & D3D11_FORMAT_SUPPORT_CPU_LOCKABLE) << format;
        } else {
            EXPECT_HR(E_FAIL, hr) << format;
            EXPECT_EQ(0u, support) << format;
            EXPECT_EQ(0u, asked2.OutFormatSupport2) << format;
        }
    }
    // What is reported can be made.
    for (DXGI_FORMAT format : {DXGI_FORMAT_R32G32B32_FLOAT, DXGI_FORMAT_R32G32B32_UINT, DXGI_FORMAT_R11G11B10_FLOAT,
                               DXGI_FORMAT_R9G9B9E5_SHAREDEXP, DXGI_FORMAT_A8_UNORM, DXGI_FORMAT_B5G6R5_UNORM}) {
        support = 0;
        device->CheckFormatSupport(format, &support);
        if (support & D3D11_FORMAT_SUPPORT_TEXTURE2D) {
            const D3D11_TEXTURE2D_DESC desc = {
                4, 4, 1, 1, format, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
            Com<ID3D11Texture2D> made;
            EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out())) << format;
            Com<ID3D11ShaderResourceView> view;
            if (made)
                EXPECT_HR(S_OK, device->CreateShaderResourceView(made.get(), nullptr, view.out())) << format;
        }
    }
    EXPECT_HR(E_INVALIDARG, device->CheckFormatSupport(DXGI_FORMAT_R8G8B8A8_UNORM, nullptr));
}

} // namespace
} // namespace conformance
