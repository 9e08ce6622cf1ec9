#include "video/video_fixture.h"

namespace conformance {

VideoImage blankVideo(DXGI_FORMAT format, uint32_t width, uint32_t height) {
    VideoImage image{width, height, 0, height, {}};
    switch (format) {
    case DXGI_FORMAT_NV12: image.rowBytes = width, image.rows = height * 3 / 2; break;
    case DXGI_FORMAT_NV11: image.rowBytes = width, image.rows = height * 2; break;
    case DXGI_FORMAT_P010:
    case DXGI_FORMAT_P016: image.rowBytes = width * 2, image.rows = height * 3 / 2; break;
    case DXGI_FORMAT_YUY2: image.rowBytes = width * 2; break;
    case DXGI_FORMAT_Y416: image.rowBytes = width * 8; break;
    case DXGI_FORMAT_R16G16B16A16_FLOAT: image.rowBytes = width * 8; break;
    default: image.rowBytes = width * 4; break; // AYUV, Y410, Y210, Y216, RGB of 8 and 10 bits
    }
    image.bytes.resize(size_t(image.rowBytes) * image.rows);
    return image;
}

VideoImage flatNv12(uint32_t width, uint32_t height, uint8_t y, uint8_t u, uint8_t v) {
    VideoImage image = blankVideo(DXGI_FORMAT_NV12, width, height);
    for (uint32_t row = 0; row < image.rows; row++)
        for (uint32_t x = 0; x < width; x++)
            image.at(x, row) = row < height ? y : x % 2 ? v : u;
    return image;
}

Com<ID3D11Texture2D> VideoTest::video(DXGI_FORMAT format, uint32_t width, uint32_t height, UINT bind,
                                      const std::vector<VideoImage>& images) {
    const UINT layers = images.empty() ? 1 : static_cast<UINT>(images.size());
    const D3D11_TEXTURE2D_DESC desc{width, height, 1, layers, format, {1, 0}, D3D11_USAGE_DEFAULT, bind, 0, 0};
    std::vector<D3D11_SUBRESOURCE_DATA> data;
    for (const VideoImage& image : images)
        data.push_back({image.bytes.data(), image.rowBytes, 0});
    Com<ID3D11Texture2D> made;
    EXPECT_HR(S_OK, device->CreateTexture2D(&desc, images.empty() ? nullptr : data.data(), made.out()));
    return made;
}

VideoImage VideoTest::readVideo(ID3D11Texture2D* texture, uint32_t subresource) {
    D3D11_TEXTURE2D_DESC desc{};
    texture->GetDesc(&desc);
    VideoImage image = blankVideo(desc.Format, desc.Width, desc.Height);
    desc.MipLevels = desc.ArraySize = 1;
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = desc.MiscFlags = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    Com<ID3D11Texture2D> staging;
    EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
    if (!staging)
        return image;
    context->CopySubresourceRegion(staging.get(), 0, 0, 0, 0, texture, subresource, nullptr);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    EXPECT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
    if (!mapped.pData)
        return image;
    for (uint32_t row = 0; row < image.rows; row++)
        std::memcpy(&image.at(0, row), static_cast<const uint8_t*>(mapped.pData) + size_t(row) * mapped.RowPitch,
                    image.rowBytes);
    context->Unmap(staging.get(), 0);
    return image;
}

Com<ID3D11ShaderResourceView> VideoTest::planeView(ID3D11Texture2D* texture, DXGI_FORMAT format) {
    D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
    desc.Format = format;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    desc.Texture2D = {0, 1};
    Com<ID3D11ShaderResourceView> made;
    EXPECT_HR(S_OK, device->CreateShaderResourceView(texture, &desc, made.out()));
    return made;
}

} // namespace conformance
