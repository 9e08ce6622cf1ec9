#pragma once
// Hashes of bytes for tables and for keys on disk. Not for use against an adversary. The results are the same on every
// platform of little-endian order and may be stored. Pure functions, any thread.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>

namespace hendeca {

uint64_t hashBytes(const void* data, size_t size, uint64_t seed = 0);

// The full product of two 64-bit numbers, its halves folded into one.
inline uint64_t mixProduct(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
#else
    const uint64_t ll = (a & 0xffffffffu) * (b & 0xffffffffu), lh = (a & 0xffffffffu) * (b >> 32);
    const uint64_t hl = (a >> 32) * (b & 0xffffffffu), hh = (a >> 32) * (b >> 32);
    const uint64_t middle = (ll >> 32) + (lh & 0xffffffffu) + (hl & 0xffffffffu);
    const uint64_t low = (middle << 32) | (ll & 0xffffffffu);
    const uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
    return low ^ high;
#endif
}

// Joins the hash of a further part to that of the parts before.
inline uint64_t hashCombine(uint64_t hash, uint64_t part) {
    return mixProduct(hash ^ 0x9e3779b97f4a7c15u, part ^ 0xd6e8feb86659fd93u);
}

struct Hash128 {
    uint64_t low = 0;
    uint64_t high = 0;

    auto operator<=>(const Hash128&) const = default;
    explicit operator bool() const { return low || high; }
    // 32 hexadecimal digits, for logs and file names.
    std::string toString() const;
};

Hash128 hash128(const void* data, size_t size, uint64_t seed = 0);
inline Hash128 hash128(std::span<const uint8_t> bytes, uint64_t seed = 0) {
    return hash128(bytes.data(), bytes.size(), seed);
}

} // namespace hendeca

template <>
struct std::hash<hendeca::Hash128> {
    size_t operator()(const hendeca::Hash128& value) const noexcept {
        return static_cast<size_t>(value.low ^ (value.high >> 7));
    }
};
