#include "image.h"

#include <cstdio>
#include <cstdlib>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace hendeca::test {

Image loadPng(const std::string& path) {
    int width = 0, height = 0, channels = 0;
    stbi_uc* texels = stbi_load(path.c_str(), &width, &height, &channels, 4);
    Image image;
    if (texels) {
        image.width = static_cast<uint32_t>(width);
        image.height = static_cast<uint32_t>(height);
        image.rgba.assign(texels, texels + size_t(image.width) * image.height * 4);
        stbi_image_free(texels);
    }
    return image;
}

bool savePng(const std::string& path, const Image& image) {
    return stbi_write_png(path.c_str(), static_cast<int>(image.width), static_cast<int>(image.height), 4, image.rgba.data(),
                          static_cast<int>(image.width * 4)) != 0;
}

Image reduced(const Image& image, uint32_t factor) {
    Image out{image.width / factor, image.height / factor, {}};
    out.rgba.reserve(size_t(out.width) * out.height * 4);
    const uint32_t count = factor * factor;
    for (uint32_t y = 0; y < out.height; y++) {
        for (uint32_t x = 0; x < out.width; x++) {
            for (uint32_t channel = 0; channel < 4; channel++) {
                uint32_t sum = 0;
                for (uint32_t i = 0; i < count; i++)
                    sum += image.at(x * factor + i % factor, y * factor + i / factor)[channel];
                out.rgba.push_back(static_cast<uint8_t>((sum + count / 2) / count));
            }
        }
    }
    return out;
}

ImageDifference compare(const Image& a, const Image& b, int tolerance) {
    ImageDifference result;
    result.sameSize = a.width == b.width && a.height == b.height && !a.empty();
    if (!result.sameSize)
        return result;
    double sum = 0;
    for (uint32_t y = 0; y < a.height; y++) {
        for (uint32_t x = 0; x < a.width; x++) {
            int worst = 0;
            for (int channel = 0; channel < 4; channel++) {
                const int difference = std::abs(a.at(x, y)[channel] - b.at(x, y)[channel]);
                sum += difference;
                worst = difference > worst ? difference : worst;
            }
            result.above += worst > tolerance;
            if (worst > result.largest) {
                result.largest = worst;
                result.x = x;
                result.y = y;
            }
        }
    }
    result.mean = sum / static_cast<double>(a.rgba.size());
    return result;
}

std::string ImageDifference::text() const {
    if (!sameSize)
        return "the sizes differ, or a picture is missing";
    char line[160];
    std::snprintf(line, sizeof(line), "largest difference %d at (%u, %u), mean %.3f, %zu pixels beyond the tolerance", largest,
                  x, y, mean, above);
    return line;
}

} // namespace hendeca::test
