#include "util/hash.h"

#include <cinttypes>
#include <cstdio>

namespace hendeca {

namespace {

// Odd numbers with evenly spread bits (fractions of square roots), one per lane.
constexpr uint64_t kLane[4] = {0x6a09e667f3bcc909u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u};

uint64_t load64(const uint8_t* p) {
    uint64_t value;
    std::memcpy(&value, p, sizeof(value));
    return value;
}

// The last 0 to 15 bytes as two words; the length is mixed in elsewhere, so zero padding does no harm.
void loadTail(const uint8_t* p, size_t count, uint64_t& a, uint64_t& b) {
    uint8_t padded[16] = {};
    std::memcpy(padded, p, count);
    a = load64(padded);
    b = load64(padded + 8);
}

} // namespace

uint64_t hashBytes(const void* data, size_t size, uint64_t seed) {
    const auto* p = static_cast<const uint8_t*>(data);
    size_t left = size;
    uint64_t state = seed ^ kLane[3];
    if (left >= 32) {
        // Two chains, so that the multiplications of a long input overlap.
        uint64_t other = state ^ kLane[2];
        do {
            state = mixProduct(load64(p) ^ kLane[0], load64(p + 8) ^ state);
            other = mixProduct(load64(p + 16) ^ kLane[1], load64(p + 24) ^ other);
            p += 32;
            left -= 32;
        } while (left >= 32);
        state ^= other;
    }
    if (left >= 16) {
        state = mixProduct(load64(p) ^ kLane[0], load64(p + 8) ^ state);
        p += 16;
        left -= 16;
    }
    uint64_t a, b;
    loadTail(p, left, a, b);
    state = mixProduct(a ^ kLane[1], b ^ state);
    return mixProduct(state ^ kLane[2], static_cast<uint64_t>(size) ^ kLane[0]);
}

Hash128 hash128(const void* data, size_t size, uint64_t seed) {
    // Two runs with unlike seeds; a zero hash is kept free to mean "none".
    Hash128 hash{hashBytes(data, size, seed ^ kLane[1]), hashBytes(data, size, mixProduct(seed ^ kLane[0], kLane[2]))};
    if (!hash)
        hash.low = 1;
    return hash;
}

std::string Hash128::toString() const {
    char text[33];
    std::snprintf(text, sizeof(text), "%016" PRIx64 "%016" PRIx64, high, low);
    return text;
}

} // namespace hendeca
