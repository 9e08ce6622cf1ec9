#include "gpu/record/texel_bits.h"

#include "gpu/format/footprint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace hendeca::gpu {

namespace {

enum class Kind : uint8_t { Unorm, Snorm, Uint, Sint, Float, Srgb };

// Components in the order of their bits, lowest first; `order`: which of r, g, b, a (0..3) each is.
struct Row {
    VkFormat key;
    Kind kind;
    uint8_t count;
    uint8_t bits[4];
    uint8_t order[4];
};

#define ROWS_OF(NAME, COUNT, BITS, ORDER) \
    {VK_FORMAT_##NAME##_UNORM, Kind::Unorm, COUNT, BITS, ORDER}, {VK_FORMAT_##NAME##_SNORM, Kind::Snorm, COUNT, BITS, ORDER}, \
    {VK_FORMAT_##NAME##_UINT, Kind::Uint, COUNT, BITS, ORDER}, {VK_FORMAT_##NAME##_SINT, Kind::Sint, COUNT, BITS, ORDER}
#define BITS(...) {__VA_ARGS__}
// clang-format off
constexpr Row kRows[] = {
    ROWS_OF(R8, 1, BITS(8), BITS(0)),
    ROWS_OF(R8G8, 2, BITS(8, 8), BITS(0, 1)),
    ROWS_OF(R8G8B8A8, 4, BITS(8, 8, 8, 8), BITS(0, 1, 2, 3)),
    ROWS_OF(R16, 1, BITS(16), BITS(0)),
    ROWS_OF(R16G16, 2, BITS(16, 16), BITS(0, 1)),
    ROWS_OF(R16G16B16A16, 4, BITS(16, 16, 16, 16), BITS(0, 1, 2, 3)),
    {kFormatA8, Kind::Unorm, 1, {8}, {3}},
    {VK_FORMAT_R8G8B8A8_SRGB, Kind::Srgb, 4, {8, 8, 8, 8}, {0, 1, 2, 3}},
    {VK_FORMAT_B8G8R8A8_UNORM, Kind::Unorm, 4, {8, 8, 8, 8}, {2, 1, 0, 3}},
    {VK_FORMAT_B8G8R8A8_SRGB, Kind::Srgb, 4, {8, 8, 8, 8}, {2, 1, 0, 3}},
    {VK_FORMAT_R16_SFLOAT, Kind::Float, 1, {16}, {0}},
    {VK_FORMAT_R16G16_SFLOAT, Kind::Float, 2, {16, 16}, {0, 1}},
    {VK_FORMAT_R16G16B16A16_SFLOAT, Kind::Float, 4, {16, 16, 16, 16}, {0, 1, 2, 3}},
    {VK_FORMAT_R32_SFLOAT, Kind::Float, 1, {32}, {0}},
    {VK_FORMAT_R32_UINT, Kind::Uint, 1, {32}, {0}},
    {VK_FORMAT_R32_SINT, Kind::Sint, 1, {32}, {0}},
    {VK_FORMAT_R32G32_SFLOAT, Kind::Float, 2, {32, 32}, {0, 1}},
    {VK_FORMAT_R32G32_UINT, Kind::Uint, 2, {32, 32}, {0, 1}},
    {VK_FORMAT_R32G32_SINT, Kind::Sint, 2, {32, 32}, {0, 1}},
    {VK_FORMAT_R32G32B32_SFLOAT, Kind::Float, 3, {32, 32, 32}, {0, 1, 2}},
    {VK_FORMAT_R32G32B32_UINT, Kind::Uint, 3, {32, 32, 32}, {0, 1, 2}},
    {VK_FORMAT_R32G32B32_SINT, Kind::Sint, 3, {32, 32, 32}, {0, 1, 2}},
    {VK_FORMAT_R32G32B32A32_SFLOAT, Kind::Float, 4, {32, 32, 32, 32}, {0, 1, 2, 3}},
    {VK_FORMAT_R32G32B32A32_UINT, Kind::Uint, 4, {32, 32, 32, 32}, {0, 1, 2, 3}},
    {VK_FORMAT_R32G32B32A32_SINT, Kind::Sint, 4, {32, 32, 32, 32}, {0, 1, 2, 3}},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, Kind::Unorm, 4, {10, 10, 10, 2}, {0, 1, 2, 3}},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, Kind::Uint, 4, {10, 10, 10, 2}, {0, 1, 2, 3}},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, Kind::Float, 3, {11, 11, 10}, {0, 1, 2}},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, Kind::Unorm, 3, {5, 6, 5}, {2, 1, 0}},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, Kind::Unorm, 4, {5, 5, 5, 1}, {2, 1, 0, 3}},
    {VK_FORMAT_A4R4G4B4_UNORM_PACK16, Kind::Unorm, 4, {4, 4, 4, 4}, {2, 1, 0, 3}},
};
// clang-format on
#undef ROWS_OF
#undef BITS

const Row* rowOf(VkFormat format) {
    for (const Row& row : kRows) {
        if (row.key == format)
            return &row;
    }
    return nullptr;
}

uint32_t maskOf(uint32_t bits) {
    return bits >= 32 ? ~0u : (1u << bits) - 1;
}

// A half without its sign, with a shorter mantissa: 11 bits have 6, 10 bits have 5. Negative values become zero.
uint32_t smallFromFloat(float value, uint32_t bits) {
    if (std::isnan(value))
        return maskOf(bits);
    if (value <= 0)
        return 0;
    const uint32_t drop = 15 - bits;
    const uint32_t half = halfFromFloat(value);
    if (half >= 0x7c00)
        return 0x7c00u >> drop;
    return half >> drop; // towards zero, as the formats' conversion from larger values does
}

uint32_t encodeFloat(Kind kind, uint32_t bits, float value) {
    switch (kind) {
    case Kind::Unorm:
    case Kind::Srgb: {
        if (kind == Kind::Srgb)
            value = value <= 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f;
        const float clamped = value > 0 ? std::min(value, 1.0f) : 0.0f; // NaN becomes 0
        return static_cast<uint32_t>(std::lround(clamped * static_cast<float>(maskOf(bits))));
    }
    case Kind::Snorm: {
        const float limit = static_cast<float>(maskOf(bits - 1));
        const float clamped = std::isnan(value) ? 0.0f : std::clamp(value, -1.0f, 1.0f);
        return static_cast<uint32_t>(std::lround(clamped * limit)) & maskOf(bits);
    }
    case Kind::Uint:
        return value > 0 ? static_cast<uint32_t>(std::min<double>(value, maskOf(bits))) : 0;
    case Kind::Sint: {
        const double limit = maskOf(bits - 1);
        const double clamped = std::isnan(value) ? 0.0 : std::clamp<double>(value, -limit - 1, limit);
        return static_cast<uint32_t>(static_cast<int32_t>(clamped)) & maskOf(bits);
    }
    case Kind::Float:
        if (bits == 32)
            return std::bit_cast<uint32_t>(value);
        return bits == 16 ? halfFromFloat(value) : smallFromFloat(value, bits);
    }
    return 0;
}

float decodeFloat(Kind kind, uint32_t bits, uint32_t value) {
    switch (kind) {
    case Kind::Unorm: return static_cast<float>(value) / static_cast<float>(maskOf(bits));
    case Kind::Srgb: {
        const float encoded = static_cast<float>(value) / static_cast<float>(maskOf(bits));
        return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
    }
    case Kind::Snorm: {
        const int32_t extended = static_cast<int32_t>(value << (32 - bits)) >> (32 - bits);
        return std::max(static_cast<float>(extended) / static_cast<float>(maskOf(bits - 1)), -1.0f);
    }
    case Kind::Float:
        if (bits == 32)
            return std::bit_cast<float>(value);
        return floatFromHalf(static_cast<uint16_t>(value << (bits == 16 ? 0 : 15 - bits)));
    default: return 0;
    }
}

} // namespace

uint16_t halfFromFloat(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = bits >> 16 & 0x8000;
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return static_cast<uint16_t>(sign | 0x7e00);
    if (magnitude >= 0x47800000) // 65536 and more, infinity
        return static_cast<uint16_t>(sign | (magnitude >= 0x47800000 ? 0x7c00 : 0x7bff));
    if (magnitude < 0x33000000) // below half of the smallest
        return static_cast<uint16_t>(sign);
    const int32_t exponent = static_cast<int32_t>(magnitude >> 23) - 112;
    uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
    // Shift to the half's place and round to nearest, ties to even.
    const uint32_t shift = exponent > 0 ? 13 : static_cast<uint32_t>(14 - exponent);
    const uint32_t rest = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
    mantissa >>= shift;
    mantissa += rest > tie || (rest == tie && (mantissa & 1));
    const uint32_t made = exponent > 0 ? (static_cast<uint32_t>(exponent - 1) << 10) + mantissa : mantissa;
    return static_cast<uint16_t>(sign | made);
}

float floatFromHalf(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
    const uint32_t exponent = half >> 10 & 31, mantissa = half & 0x3ff;
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7f800000 | mantissa << 13);
    const float magnitude = exponent ? std::ldexp(static_cast<float>(mantissa | 0x400), static_cast<int>(exponent) - 25)
                                     : std::ldexp(static_cast<float>(mantissa), -24);
    return sign ? -magnitude : magnitude;
}

Texel texelOf(VkFormat format, bool isFloat, const uint32_t values[4]) {
    Texel texel;
    const Row* row = rowOf(format);
    if (!row)
        return texel;
    uint32_t at = 0; // bit
    for (uint32_t i = 0; i < row->count; i++) {
        const uint32_t bits = row->bits[i];
        uint32_t value = values[row->order[i]] & maskOf(bits);
        if (isFloat)
            value = encodeFloat(row->kind, bits, std::bit_cast<float>(values[row->order[i]]));
        uint64_t word = 0;
        uint8_t* to = texel.bytes + at / 8;
        const size_t bytes = std::min<size_t>(8, sizeof(texel.bytes) - at / 8);
        std::memcpy(&word, to, bytes);
        word |= static_cast<uint64_t>(value) << (at % 8);
        std::memcpy(to, &word, bytes);
        at += bits;
    }
    texel.size = at / 8;
    return texel;
}

bool clearColorOf(VkFormat format, const Texel& texel, VkClearColorValue& color) {
    color = {};
    const Row* row = rowOf(format);
    if (!row)
        return false;
    uint32_t at = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        const uint32_t bits = row->bits[i], component = row->order[i];
        uint64_t word = 0;
        std::memcpy(&word, texel.bytes + at / 8, std::min<size_t>(8, sizeof(texel.bytes) - at / 8));
        const uint32_t value = static_cast<uint32_t>(word >> (at % 8)) & maskOf(bits);
        switch (row->kind) {
        case Kind::Uint: color.uint32[component] = value; break;
        case Kind::Sint:
            color.int32[component] = static_cast<int32_t>(value << (32 - bits)) >> (32 - bits);
            break;
        default:
            // Drivers may flush what is denormal in a float of 10 or 11 bits.
            if (row->kind == Kind::Float && bits < 16 && value && !(value >> (bits - 5)))
                return false;
            color.float32[component] = decodeFloat(row->kind, bits, value);
            break;
        }
        at += bits;
    }
    return at / 8 == texel.size;
}

} // namespace hendeca::gpu
