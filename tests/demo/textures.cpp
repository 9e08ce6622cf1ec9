#include "textures.h"

namespace {

struct Colour {
    int r, g, b;
};

// A number from 0 to 15 that looks like chance, the same in every run.
int grain(uint32_t x, uint32_t y) {
    uint32_t h = x * 374761393u + y * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return static_cast<int>((h ^ (h >> 16)) & 15);
}

template <class F>
std::vector<uint8_t> paint(F colourAt) {
    std::vector<uint8_t> texels;
    texels.reserve(kTextureSize * kTextureSize * 4);
    for (uint32_t y = 0; y < kTextureSize; y++) {
        for (uint32_t x = 0; x < kTextureSize; x++) {
            const Colour colour = colourAt(x, y);
            const int noise = grain(x, y);
            for (const int part : {colour.r, colour.g, colour.b})
                texels.push_back(static_cast<uint8_t>(part + noise > 255 ? 255 : part + noise));
            texels.push_back(255);
        }
    }
    return texels;
}

} // namespace

std::vector<uint8_t> makeChecker() {
    return paint([](uint32_t x, uint32_t y) {
        return ((x / 32) ^ (y / 32)) & 1 ? Colour{196, 200, 204} : Colour{52, 64, 76};
    });
}

std::vector<uint8_t> makeBricks() {
    return paint([](uint32_t x, uint32_t y) {
        const uint32_t row = y / 32, shifted = x + (row & 1) * 32;
        const bool mortar = y % 32 < 4 || shifted % 64 < 4;
        return mortar ? Colour{180, 176, 168} : Colour{150 + static_cast<int>(shifted / 64 * 11 % 40), 64, 44};
    });
}

std::vector<uint8_t> makeStripes() {
    return paint([](uint32_t x, uint32_t y) {
        return (x + y / 2) / 32 & 1 ? Colour{230, 230, 220} : Colour{30, 140, 90};
    });
}
