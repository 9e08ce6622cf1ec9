#pragma once
// Pictures of 8 bits per channel for tests: PNG files, and a comparison that says where and how much two differ. Used as
// #include "image/image.h". Any thread.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hendeca::test {

struct Image {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba; // rows from the top, packed

    bool empty() const { return rgba.empty(); }
    const uint8_t* at(uint32_t x, uint32_t y) const { return rgba.data() + (size_t(y) * width + x) * 4; }
    uint8_t* at(uint32_t x, uint32_t y) { return rgba.data() + (size_t(y) * width + x) * 4; }
};

// Empty when the file cannot be read.
Image loadPng(const std::string& path);
bool savePng(const std::string& path, const Image& image);

// 1 / factor of the size; each pixel the mean of factor * factor.
Image reduced(const Image& image, uint32_t factor);

struct ImageDifference {
    bool sameSize = false;
    int largest = 0;         // of any channel, 0 to 255
    double mean = 0;         // over all channels
    size_t above = 0;        // pixels with a channel that differs by more than the tolerance
    uint32_t x = 0, y = 0;   // where the largest is

    bool within(int tolerance) const { return sameSize && largest <= tolerance; }
    std::string text() const;
};

ImageDifference compare(const Image& a, const Image& b, int tolerance = 2);

} // namespace hendeca::test
