// Video formats as textures: creation rules, plane views, the layout of initial data and staging memory, copies and
// updates of parts. Microsoft Learn, DXGI_FORMAT; D3D11_TEX2D_SRV1 (PlaneSlice).
#include "video/video_fixture.h"

#include "shaders/constant_color.ps.h"
#include "shaders/load_2d.ps.h"

namespace conformance {
namespace {

constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET, kUav = D3D11_BIND_UNORDERED_ACCESS;

class PlanarTest : public VideoTest {
protected:
    HRESULT create(DXGI_FORMAT format, UINT width, UINT height, UINT bind, UINT mips = 1, UINT layers = 1) {
        const D3D11_TEXTURE2D_DESC desc{width, height, mips, layers, format, {1, 0}, D3D11_USAGE_DEFAULT, bind, 0, 0};
        Com<ID3D11Texture2D> made;
        return device->CreateTexture2D(&desc, nullptr, made.out());
    }
    // An image in which each byte differs from its neighbours.
    static VideoImage pattern(DXGI_FORMAT format, uint32_t width, uint32_t height) {
        VideoImage image = blankVideo(format, width, height);
        for (uint32_t row = 0; row < image.rows; row++)
            for (uint32_t x = 0; x < image.rowBytes; x++)
                // Chroma rows of NV11 are half as long as the pitch.
                if (format != DXGI_FORMAT_NV11 || row < height || x < width / 2)
                    image.at(x, row) = static_cast<uint8_t>(row * 37 + x * 5 + 1);
        return image;
    }
    HRESULT srv(ID3D11Texture2D* texture, DXGI_FORMAT format) {
        D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
        desc.Format = format;
        desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
        desc.Texture2D = {0, 1};
        Com<ID3D11ShaderResourceView> made;
        return device->CreateShaderResourceView(texture, &desc, made.out());
    }
};

TEST_F(PlanarTest, FormatSupport) {
    UINT support = 0;
    ASSERT_HR(S_OK, device->CheckFormatSupport(DXGI_FORMAT_NV12, &support));
    constexpr UINT kNv12 = D3D11_FORMAT_SUPPORT_TEXTURE2D | D3D11_FORMAT_SUPPORT_SHADER_LOAD |
                           D3D11_FORMAT_SUPPORT_SHADER_SAMPLE | D3D11_FORMAT_SUPPORT_RENDER_TARGET |
                           D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW | D3D11_FORMAT_SUPPORT_CPU_LOCKABLE |
                           D3D11_FORMAT_SUPPORT_VIDEO_PROCESSOR_INPUT | D3D11_FORMAT_SUPPORT_VIDEO_PROCESSOR_OUTPUT;
    EXPECT_EQ(kNv12, support & kNv12);
    EXPECT_FALSE(support & (D3D11_FORMAT_SUPPORT_MIP | D3D11_FORMAT_SUPPORT_TEXTURE3D | D3D11_FORMAT_SUPPORT_BUFFER));
    ASSERT_HR(S_OK, device->CheckFormatSupport(DXGI_FORMAT_YUY2, &support));
    EXPECT_TRUE(support & D3D11_FORMAT_SUPPORT_VIDEO_PROCESSOR_INPUT);
    EXPECT_FALSE(support & D3D11_FORMAT_SUPPORT_RENDER_TARGET);
    ASSERT_HR(S_OK, device->CheckFormatSupport(DXGI_FORMAT_AYUV, &support));
    EXPECT_TRUE(support & D3D11_FORMAT_SUPPORT_MIP);
}

TEST_F(PlanarTest, SizesAreWholeChromaSamples) {
    EXPECT_HR(S_OK, create(DXGI_FORMAT_NV12, 16, 8, kSrv));
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_NV12, 15, 8, kSrv));
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_NV12, 16, 7, kSrv));
    EXPECT_HR(S_OK, create(DXGI_FORMAT_P010, 16, 8, kSrv | kRtv));
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_P010, 16, 7, kSrv));
    EXPECT_HR(S_OK, create(DXGI_FORMAT_YUY2, 16, 7, kSrv)) << "4:2:2 halves the width only";
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_YUY2, 15, 8, kSrv));
    EXPECT_HR(S_OK, create(DXGI_FORMAT_AYUV, 15, 7, kSrv | kRtv));
    EXPECT_HR(S_OK, create(DXGI_FORMAT_Y410, 15, 7, kSrv));
    EXPECT_HR(S_OK, create(DXGI_FORMAT_Y416, 15, 7, kSrv));
    EXPECT_HR(S_OK, create(DXGI_FORMAT_Y210, 16, 7, kSrv));
    EXPECT_HR(S_OK, create(DXGI_FORMAT_NV11, 16, 7, kSrv));
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_NV11, 18, 8, kSrv));
}

TEST_F(PlanarTest, WhatTheyCannotBe) {
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_NV12, 16, 16, kSrv, 2)) << "no mips";
    EXPECT_HR(S_OK, create(DXGI_FORMAT_NV12, 16, 16, kSrv, 1, 4)) << "arrays";
    EXPECT_HR(S_OK, create(DXGI_FORMAT_AYUV, 16, 16, kSrv, 5)) << "AYUV has mips";
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_YUY2, 16, 16, kRtv)) << "4:2:2 is not drawn";
    EXPECT_HR(E_INVALIDARG, create(DXGI_FORMAT_NV12, 16, 16, D3D11_BIND_DEPTH_STENCIL));
    const D3D11_TEXTURE3D_DESC volume{16, 16, 2, 1, DXGI_FORMAT_NV12, D3D11_USAGE_DEFAULT, kSrv, 0, 0};
    Com<ID3D11Texture3D> made;
    EXPECT_HR(E_INVALIDARG, device->CreateTexture3D(&volume, nullptr, made.out()));
    D3D11_TEXTURE2D_DESC samples{16, 16, 1, 1, DXGI_FORMAT_NV12, {4, 0}, D3D11_USAGE_DEFAULT, kRtv, 0, 0};
    Com<ID3D11Texture2D> flat;
    EXPECT_HR(E_INVALIDARG, device->CreateTexture2D(&samples, nullptr, flat.out()));
}

TEST_F(PlanarTest, ViewsNameAPlaneByTheirFormat) {
    auto nv12 = video(DXGI_FORMAT_NV12, 16, 16, kSrv | kRtv | kUav);
    for (DXGI_FORMAT format : {DXGI_FORMAT_R8_UNORM, DXGI_FORMAT_R8_UINT, DXGI_FORMAT_R8G8_UNORM, DXGI_FORMAT_R8G8_UINT})
        EXPECT_HR(S_OK, srv(nv12.get(), format)) << format;
    for (DXGI_FORMAT format : {DXGI_FORMAT_UNKNOWN, DXGI_FORMAT_NV12, DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_R16_UNORM,
                               DXGI_FORMAT_R8_SNORM})
        EXPECT_HR(E_INVALIDARG, srv(nv12.get(), format)) << format;
    auto p010 = video(DXGI_FORMAT_P010, 16, 16, kSrv);
    EXPECT_HR(S_OK, srv(p010.get(), DXGI_FORMAT_R16_UNORM));
    EXPECT_HR(S_OK, srv(p010.get(), DXGI_FORMAT_R16G16_UINT));
    EXPECT_HR(E_INVALIDARG, srv(p010.get(), DXGI_FORMAT_R8_UNORM));
    EXPECT_HR(E_INVALIDARG, srv(p010.get(), DXGI_FORMAT_R32_UINT)) << "words are for unordered access";
    auto yuy2 = video(DXGI_FORMAT_YUY2, 16, 16, kSrv | kUav);
    EXPECT_HR(S_OK, srv(yuy2.get(), DXGI_FORMAT_R8G8B8A8_UNORM));
    D3D11_UNORDERED_ACCESS_VIEW_DESC words{DXGI_FORMAT_R32_UINT, D3D11_UAV_DIMENSION_TEXTURE2D, {}};
    Com<ID3D11UnorderedAccessView> uav;
    EXPECT_HR(S_OK, device->CreateUnorderedAccessView(yuy2.get(), &words, uav.out()));
}

TEST_F(PlanarTest, PlaneSliceMustBeTheFormatsPlane) {
    auto nv12 = video(DXGI_FORMAT_NV12, 16, 16, kSrv | kRtv | kUav);
    Com<ID3D11Device3> device3;
    ASSERT_HR(S_OK, device->QueryInterface(__uuidof(ID3D11Device3), reinterpret_cast<void**>(device3.out())));
    D3D11_SHADER_RESOURCE_VIEW_DESC1 desc{};
    desc.Format = DXGI_FORMAT_R8G8_UNORM;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    desc.Texture2D = {0, 1, 1};
    Com<ID3D11ShaderResourceView1> view;
    EXPECT_HR(S_OK, device3->CreateShaderResourceView1(nv12.get(), &desc, view.out()));
    desc.Format = DXGI_FORMAT_R8_UNORM;
    EXPECT_HR(E_INVALIDARG, device3->CreateShaderResourceView1(nv12.get(), &desc, view.out()));
    desc.Texture2D.PlaneSlice = 0;
    EXPECT_HR(S_OK, device3->CreateShaderResourceView1(nv12.get(), &desc, view.out()));
    D3D11_RENDER_TARGET_VIEW_DESC1 target{};
    target.Format = DXGI_FORMAT_R8G8_UNORM;
    target.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D;
    target.Texture2D = {0, 1};
    Com<ID3D11RenderTargetView1> rtv;
    EXPECT_HR(S_OK, device3->CreateRenderTargetView1(nv12.get(), &target, rtv.out()));
    target.Texture2D.PlaneSlice = 2;
    EXPECT_HR(E_INVALIDARG, device3->CreateRenderTargetView1(nv12.get(), &target, rtv.out()));
}

TEST_F(PlanarTest, DataComesBackAsItWasGiven) {
    for (DXGI_FORMAT format : {DXGI_FORMAT_NV12, DXGI_FORMAT_P010, DXGI_FORMAT_P016, DXGI_FORMAT_YUY2, DXGI_FORMAT_AYUV,
                               DXGI_FORMAT_Y410, DXGI_FORMAT_Y416, DXGI_FORMAT_Y210, DXGI_FORMAT_Y216, DXGI_FORMAT_NV11}) {
        const VideoImage image = pattern(format, 16, 8);
        auto texture = video(format, 16, 8, kSrv, {image});
        EXPECT_EQ(image.bytes, readVideo(texture.get()).bytes) << format;
    }
}

TEST_F(PlanarTest, ShadersReadEachPlane) {
    const VideoImage image = pattern(DXGI_FORMAT_NV12, 16, 8);
    auto texture = video(DXGI_FORMAT_NV12, 16, 8, kSrv, {image});
    auto target8 = this->texture(16, 8, DXGI_FORMAT_R8G8B8A8_UNORM, kRtv);
    auto pixel = pixelShader(load_2d_ps);
    bindTarget(target(target8.get()));
    viewport(16, 8);
    auto luma = planeView(texture.get(), DXGI_FORMAT_R8_UNORM), chroma = planeView(texture.get(), DXGI_FORMAT_R8G8_UNORM);
    ID3D11ShaderResourceView* view = luma.get();
    context->PSSetShaderResources(0, 1, &view);
    drawFullscreen(pixel.get());
    Readback seen = read(target8.get());
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 16; x++)
            ASSERT_EQ((Rgba8{image.at(x, y), 0, 0, 255}), seen.rgba(x, y)) << x << ' ' << y;
    view = chroma.get();
    context->PSSetShaderResources(0, 1, &view);
    drawFullscreen(pixel.get());
    seen = read(target8.get());
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 8; x++)
            ASSERT_EQ((Rgba8{image.at(x * 2, 8 + y), image.at(x * 2 + 1, 8 + y), 0, 255}), seen.rgba(x, y)) << x << ' ' << y;
    EXPECT_EQ(0, seen.rgba(8, 0).r) << "the chroma plane has half the width";
}

TEST_F(PlanarTest, PlanesAreDrawnClearedAndWrittenApart) {
    auto texture = video(DXGI_FORMAT_NV12, 16, 8, kSrv | kRtv | kUav, {flatNv12(16, 8, 1, 2, 3)});
    D3D11_RENDER_TARGET_VIEW_DESC desc{};
    desc.Format = DXGI_FORMAT_R8G8_UNORM;
    desc.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D;
    Com<ID3D11RenderTargetView> chroma, luma;
    ASSERT_HR(S_OK, device->CreateRenderTargetView(texture.get(), &desc, chroma.out()));
    desc.Format = DXGI_FORMAT_R8_UNORM;
    ASSERT_HR(S_OK, device->CreateRenderTargetView(texture.get(), &desc, luma.out()));
    const float color[4] = {100 / 255.0f, 200 / 255.0f, 0, 0};
    context->ClearRenderTargetView(chroma.get(), color);
    EXPECT_EQ(flatNv12(16, 8, 1, 100, 200).bytes, readVideo(texture.get()).bytes);
    // A draw to luma.
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, color);
    ID3D11Buffer* bound = constants.get();
    context->PSSetConstantBuffers(0, 1, &bound);
    viewport(16, 8);
    bindTarget(luma);
    drawFullscreen(pixelShader(constant_color_ps).get());
    EXPECT_EQ(flatNv12(16, 8, 100, 100, 200).bytes, readVideo(texture.get()).bytes);
    // One plane may be read while the other is a target: their views do not overlap.
    ID3D11ShaderResourceView* read = nullptr;
    auto chromaRead = planeView(texture.get(), DXGI_FORMAT_R8G8_UNORM);
    ID3D11ShaderResourceView* view = chromaRead.get();
    context->PSSetShaderResources(0, 1, &view);
    context->PSGetShaderResources(0, 1, &read);
    EXPECT_EQ(view, read);
    if (read)
        read->Release();
    context->OMSetRenderTargets(0, nullptr, nullptr);
    D3D11_UNORDERED_ACCESS_VIEW_DESC access{DXGI_FORMAT_R8G8_UINT, D3D11_UAV_DIMENSION_TEXTURE2D, {}};
    Com<ID3D11UnorderedAccessView> uav;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(texture.get(), &access, uav.out()));
    const UINT values[4] = {7, 8, 0, 0};
    context->ClearUnorderedAccessViewUint(uav.get(), values);
    EXPECT_EQ(flatNv12(16, 8, 100, 7, 8).bytes, readVideo(texture.get()).bytes);
}

TEST_F(PlanarTest, UpdatesOfABoxReachBothPlanes) {
    auto texture = video(DXGI_FORMAT_NV12, 16, 8, kSrv, {flatNv12(16, 8, 1, 2, 3)});
    const VideoImage part = pattern(DXGI_FORMAT_NV12, 4, 2);
    const D3D11_BOX box{6, 4, 0, 10, 6, 1};
    context->UpdateSubresource(texture.get(), 0, &box, part.bytes.data(), part.rowBytes, 0);
    VideoImage expected = flatNv12(16, 8, 1, 2, 3);
    for (uint32_t x = 0; x < 4; x++) {
        expected.at(6 + x, 4) = part.at(x, 0);
        expected.at(6 + x, 5) = part.at(x, 1);
        expected.at(6 + x, 8 + 2) = part.at(x, 2);
    }
    EXPECT_EQ(expected.bytes, readVideo(texture.get()).bytes);
    // Odd edges are no box at all.
    for (const D3D11_BOX& odd : {D3D11_BOX{5, 4, 0, 9, 6, 1}, D3D11_BOX{6, 3, 0, 10, 5, 1}, D3D11_BOX{6, 4, 0, 9, 6, 1},
                                 D3D11_BOX{6, 4, 0, 10, 7, 1}}) {
        context->UpdateSubresource(texture.get(), 0, &odd, pattern(DXGI_FORMAT_NV12, 8, 8).bytes.data(), 8, 0);
        EXPECT_EQ(expected.bytes, readVideo(texture.get()).bytes);
    }
}

TEST_F(PlanarTest, CopiesOfABoxReachBothPlanes) {
    for (DXGI_FORMAT format : {DXGI_FORMAT_NV12, DXGI_FORMAT_P010}) {
        const VideoImage image = pattern(format, 16, 8);
        auto source = video(format, 16, 8, kSrv, {image, blankVideo(format, 16, 8)});
        const D3D11_BOX box{2, 2, 0, 8, 6, 1};
        context->CopySubresourceRegion(source.get(), 1, 8, 4, 0, source.get(), 0, &box);
        VideoImage expected = blankVideo(format, 16, 8);
        const uint32_t bytes = image.rowBytes / 16;
        for (uint32_t x = 0; x < 6 * bytes; x++) {
            for (uint32_t y = 0; y < 4; y++)
                expected.at(8 * bytes + x, 4 + y) = image.at(2 * bytes + x, 2 + y);
            for (uint32_t y = 0; y < 2; y++)
                expected.at(8 * bytes + x, 8 + 2 + y) = image.at(2 * bytes + x, 8 + 1 + y);
        }
        EXPECT_EQ(expected.bytes, readVideo(source.get(), 1).bytes) << format;
        context->CopySubresourceRegion(source.get(), 1, 7, 4, 0, source.get(), 0, &box);
        EXPECT_EQ(expected.bytes, readVideo(source.get(), 1).bytes) << "a place within a chroma sample is none";
    }
}

TEST_F(PlanarTest, DynamicTexturesAreMappedWithBothPlanes) {
    const D3D11_TEXTURE2D_DESC desc{16, 8, 1, 1, DXGI_FORMAT_NV12, {1, 0}, D3D11_USAGE_DYNAMIC, kSrv, D3D11_CPU_ACCESS_WRITE, 0};
    Com<ID3D11Texture2D> texture;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, texture.out()));
    D3D11_MAPPED_SUBRESOURCE mapped{};
    ASSERT_HR(S_OK, context->Map(texture.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    const VideoImage image = pattern(DXGI_FORMAT_NV12, 16, 8);
    for (uint32_t row = 0; row < image.rows; row++)
        std::memcpy(static_cast<uint8_t*>(mapped.pData) + size_t(row) * mapped.RowPitch, &image.bytes[row * 16], 16);
    context->Unmap(texture.get(), 0);
    EXPECT_EQ(image.bytes, readVideo(texture.get()).bytes);
}

TEST_F(PlanarTest, StagingTexturesTakeDataAndGiveParts) {
    const VideoImage image = pattern(DXGI_FORMAT_NV12, 16, 8);
    const D3D11_TEXTURE2D_DESC desc{16, 8, 1, 1, DXGI_FORMAT_NV12, {1, 0}, D3D11_USAGE_STAGING, 0,
                                    D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, 0};
    const D3D11_SUBRESOURCE_DATA data{image.bytes.data(), 16, 0};
    Com<ID3D11Texture2D> staging;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, &data, staging.out()));
    auto texture = video(DXGI_FORMAT_NV12, 16, 8, kSrv, {flatNv12(16, 8, 9, 9, 9)});
    const D3D11_BOX box{4, 2, 0, 8, 4, 1};
    context->CopySubresourceRegion(texture.get(), 0, 0, 0, 0, staging.get(), 0, &box);
    VideoImage expected = flatNv12(16, 8, 9, 9, 9);
    for (uint32_t x = 0; x < 4; x++) {
        expected.at(x, 0) = image.at(4 + x, 2);
        expected.at(x, 1) = image.at(4 + x, 3);
        expected.at(x, 8) = image.at(4 + x, 8 + 1);
    }
    EXPECT_EQ(expected.bytes, readVideo(texture.get()).bytes);
    // Between two staging textures, and an update of one.
    Com<ID3D11Texture2D> second;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, second.out()));
    context->CopyResource(second.get(), staging.get());
    const D3D11_BOX corner{0, 0, 0, 2, 2, 1};
    const uint8_t block[6] = {201, 202, 203, 204, 205, 206};
    context->UpdateSubresource(second.get(), 0, &corner, block, 2, 0);
    VideoImage changed = image;
    changed.at(0, 0) = 201, changed.at(1, 0) = 202, changed.at(0, 1) = 203, changed.at(1, 1) = 204;
    changed.at(0, 8) = 205, changed.at(1, 8) = 206;
    D3D11_MAPPED_SUBRESOURCE mapped{};
    ASSERT_HR(S_OK, context->Map(second.get(), 0, D3D11_MAP_READ, 0, &mapped));
    for (uint32_t row = 0; row < 12; row++)
        EXPECT_EQ(0, std::memcmp(static_cast<uint8_t*>(mapped.pData) + size_t(row) * mapped.RowPitch, &changed.bytes[row * 16], 16))
            << row;
    context->Unmap(second.get(), 0);
}

} // namespace
} // namespace conformance
