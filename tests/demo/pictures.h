#pragma once
// Reading a texture back and writing it as a PNG file.

#include <cstdint>
#include <string>
#include <vector>

#include <d3d11.h>

struct Picture {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba; // rows packed
};

Picture readBack(ID3D11Device* device, ID3D11DeviceContext* context, ID3D11Texture2D* texture);
// Half the width and height, each pixel the mean of four.
Picture halved(const Picture& picture);
bool writePng(const std::string& path, const Picture& picture);
