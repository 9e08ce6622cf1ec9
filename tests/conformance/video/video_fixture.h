#pragma once
// Textures of video formats from planes in memory, and back: shared by the tests of this folder.
#include "support/fixture.h"

namespace conformance {

// The bytes of one subresource as staging memory has it: rows without padding, planes one below the other.
struct VideoImage {
    uint32_t width = 0, height = 0; // pixels
    uint32_t rowBytes = 0, rows = 0;
    std::vector<uint8_t> bytes;
    uint8_t& at(uint32_t byte, uint32_t row) { return bytes[size_t(row) * rowBytes + byte]; }
    uint8_t at(uint32_t byte, uint32_t row) const { return bytes[size_t(row) * rowBytes + byte]; }
    uint16_t wordAt(uint32_t word, uint32_t row) const {
        return static_cast<uint16_t>(at(word * 2, row) | at(word * 2 + 1, row) << 8);
    }
};

// Bytes of a row and rows of all planes.
VideoImage blankVideo(DXGI_FORMAT format, uint32_t width, uint32_t height);
// NV12 with one value in each plane.
VideoImage flatNv12(uint32_t width, uint32_t height, uint8_t y, uint8_t u, uint8_t v);

class VideoTest : public DeviceTest {
protected:
    // All layers from `images` (one each); `images` empty: no data.
    Com<ID3D11Texture2D> video(DXGI_FORMAT format, uint32_t width, uint32_t height, UINT bind,
                               const std::vector<VideoImage>& images = {});
    VideoImage readVideo(ID3D11Texture2D* texture, uint32_t subresource = 0);
    Com<ID3D11ShaderResourceView> planeView(ID3D11Texture2D* texture, DXGI_FORMAT format);
};

} // namespace conformance
