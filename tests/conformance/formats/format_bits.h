#pragma once
// The bits of plain colour formats, and of values in them. D3D11.3 functional specification 3.2.3 (conversions), 19.1 (formats).
#include "support/com.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace conformance {

enum class Kind : uint8_t { Unorm, Snorm, Uint, Sint, Float };

// Bits of red, green, blue, alpha, lowest first; `blueFirst`: blue is lowest, red third.
struct FormatBits {
    DXGI_FORMAT format;
    Kind kind;
    uint8_t bits[4];
    bool blueFirst = false;
};
#define ROW(NAME, KIND, ...) {DXGI_FORMAT_##NAME, Kind::KIND, __VA_ARGS__}
constexpr FormatBits kFormats[] = {
    ROW(R32G32B32A32_FLOAT, Float, {32, 32, 32, 32}),
    ROW(R32G32B32A32_UINT, Uint, {32, 32, 32, 32}),
    ROW(R32G32B32A32_SINT, Sint, {32, 32, 32, 32}),
    ROW(R32G32B32_FLOAT, Float, {32, 32, 32, 0}),
    ROW(R32G32B32_UINT, Uint, {32, 32, 32, 0}),
    ROW(R32G32B32_SINT, Sint, {32, 32, 32, 0}),
    ROW(R16G16B16A16_FLOAT, Float, {16, 16, 16, 16}),
    ROW(R16G16B16A16_UNORM, Unorm, {16, 16, 16, 16}),
    ROW(R16G16B16A16_UINT, Uint, {16, 16, 16, 16}),
    ROW(R16G16B16A16_SNORM, Snorm, {16, 16, 16, 16}),
    ROW(R16G16B16A16_SINT, Sint, {16, 16, 16, 16}),
    ROW(R32G32_FLOAT, Float, {32, 32, 0, 0}),
    ROW(R32G32_UINT, Uint, {32, 32, 0, 0}),
    ROW(R32G32_SINT, Sint, {32, 32, 0, 0}),
    ROW(R10G10B10A2_UNORM, Unorm, {10, 10, 10, 2}),
    ROW(R10G10B10A2_UINT, Uint, {10, 10, 10, 2}),
    ROW(R11G11B10_FLOAT, Float, {11, 11, 10, 0}),
    ROW(R8G8B8A8_UNORM, Unorm, {8, 8, 8, 8}),
    ROW(R8G8B8A8_UINT, Uint, {8, 8, 8, 8}),
    ROW(R8G8B8A8_SNORM, Snorm, {8, 8, 8, 8}),
    ROW(R8G8B8A8_SINT, Sint, {8, 8, 8, 8}),
    ROW(R16G16_FLOAT, Float, {16, 16, 0, 0}),
    ROW(R16G16_UNORM, Unorm, {16, 16, 0, 0}),
    ROW(R16G16_UINT, Uint, {16, 16, 0, 0}),
    ROW(R16G16_SNORM, Snorm, {16, 16, 0, 0}),
    ROW(R16G16_SINT, Sint, {16, 16, 0, 0}),
    ROW(R32_FLOAT, Float, {32, 0, 0, 0}),
    ROW(R32_UINT, Uint, {32, 0, 0, 0}),
    ROW(R32_SINT, Sint, {32, 0, 0, 0}),
    ROW(R8G8_UNORM, Unorm, {8, 8, 0, 0}),
    ROW(R8G8_UINT, Uint, {8, 8, 0, 0}),
    ROW(R8G8_SNORM, Snorm, {8, 8, 0, 0}),
    ROW(R8G8_SINT, Sint, {8, 8, 0, 0}),
    ROW(R16_FLOAT, Float, {16, 0, 0, 0}),
    ROW(R16_UNORM, Unorm, {16, 0, 0, 0}),
    ROW(R16_UINT, Uint, {16, 0, 0, 0}),
    ROW(R16_SNORM, Snorm, {16, 0, 0, 0}),
    ROW(R16_SINT, Sint, {16, 0, 0, 0}),
    ROW(R8_UNORM, Unorm, {8, 0, 0, 0}),
    ROW(R8_UINT, Uint, {8, 0, 0, 0}),
    ROW(R8_SNORM, Snorm, {8, 0, 0, 0}),
    ROW(R8_SINT, Sint, {8, 0, 0, 0}),
    ROW(A8_UNORM, Unorm, {0, 0, 0, 8}),
    ROW(B5G6R5_UNORM, Unorm, {5, 6, 5, 0}, true),
    ROW(B5G5R5A1_UNORM, Unorm, {5, 5, 5, 1}, true),
    ROW(B4G4R4A4_UNORM, Unorm, {4, 4, 4, 4}, true),
    ROW(B8G8R8A8_UNORM, Unorm, {8, 8, 8, 8}, true),
};
#undef ROW

// The bytes of a texel with these components.
inline std::vector<uint8_t> bytesOf(const FormatBits& row, const uint32_t (&components)[4]) {
    uint8_t bytes[16] = {};
    uint32_t at = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t component = row.blueFirst && i != 1 && i != 3 ? 2 - i : i;
        for (uint32_t bit = 0; bit < row.bits[component]; bit++, at++)
            bytes[at / 8] = static_cast<uint8_t>(bytes[at / 8] | (components[component] >> bit & 1) << (at % 8));
    }
    return {bytes, bytes + at / 8};
}

inline uint32_t mask(uint32_t bits) {
    return bits >= 32 ? ~0u : (1u << bits) - 1;
}
// Values that all these kinds hold exactly, or to within half of a step.
inline uint32_t encoded(Kind kind, uint32_t bits, float value) {
    switch (kind) {
    case Kind::Unorm: return static_cast<uint32_t>(std::lround(std::max(value, 0.0f) * static_cast<float>(mask(bits))));
    case Kind::Snorm: return static_cast<uint32_t>(std::lround(value * static_cast<float>(mask(bits - 1)))) & mask(bits);
    default: break;
    }
    uint32_t word;
    std::memcpy(&word, &value, 4);
    if (bits == 32)
        return word;
    // A short float: five bits of exponent; the small ones have no sign, and nothing below zero.
    if (bits < 16 && value < 0)
        return 0;
    const uint32_t exponent = (word >> 23 & 255) - 112, sign = bits == 16 ? word >> 31 << 15 : 0;
    const uint32_t mantissa = bits == 16 ? 10 : bits - 5;
    return sign | exponent << mantissa | (word & 0x7fffff) >> (23 - mantissa);
}

} // namespace conformance
