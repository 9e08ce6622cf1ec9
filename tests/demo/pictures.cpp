#include "pictures.h"

#include "check_hr.h"
#include "com_ptr.h"

#include <cstring>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

Picture readBack(ID3D11Device* device, ID3D11DeviceContext* context, ID3D11Texture2D* texture) {
    D3D11_TEXTURE2D_DESC desc{};
    texture->GetDesc(&desc);
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = 0;
    desc.MiscFlags = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    Com<ID3D11Texture2D> staging;
    CHECK(device->CreateTexture2D(&desc, nullptr, staging.put()));
    context->CopyResource(staging.get(), texture);

    D3D11_MAPPED_SUBRESOURCE mapped{};
    CHECK(context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
    Picture picture{desc.Width, desc.Height, {}};
    picture.rgba.resize(size_t(desc.Width) * desc.Height * 4);
    for (uint32_t y = 0; y < desc.Height; y++)
        std::memcpy(picture.rgba.data() + size_t(y) * desc.Width * 4,
                    static_cast<const uint8_t*>(mapped.pData) + size_t(y) * mapped.RowPitch, size_t(desc.Width) * 4);
    context->Unmap(staging.get(), 0);
    // What a window shows has no transparency.
    for (size_t i = 3; i < picture.rgba.size(); i += 4)
        picture.rgba[i] = 255;
    return picture;
}

Picture halved(const Picture& picture) {
    Picture out{picture.width / 2, picture.height / 2, {}};
    for (uint32_t y = 0; y < out.height; y++) {
        for (uint32_t x = 0; x < out.width; x++) {
            const uint8_t* p = picture.rgba.data() + (size_t(y) * 2 * picture.width + x * 2) * 4;
            const uint8_t* below = p + size_t(picture.width) * 4;
            for (int i = 0; i < 4; i++)
                out.rgba.push_back(static_cast<uint8_t>((p[i] + p[i + 4] + below[i] + below[i + 4] + 2) / 4));
        }
    }
    return out;
}

bool writePng(const std::string& path, const Picture& picture) {
    return stbi_write_png(path.c_str(), static_cast<int>(picture.width), static_cast<int>(picture.height), 4,
                          picture.rgba.data(), static_cast<int>(picture.width * 4)) != 0;
}
