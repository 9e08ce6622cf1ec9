#pragma once
// A small generator of pseudo-random numbers (splitmix64): the same seed gives the same numbers on every machine, so
// that a finding is named by its seed. Plain value; one thread at a time.

#include <cstdint>

namespace hendeca::fuzz {

class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}
    // Another stream for each index, so that mutation number n does not depend on those before it.
    Random(uint64_t seed, uint64_t index) : state_(seed * 0x9e3779b97f4a7c15u ^ (index + 1) * 0xd1342543de82ef95u) {}

    uint64_t next() {
        uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    uint32_t word() { return static_cast<uint32_t>(next() >> 32); }
    // 0 to count - 1; 0 when count is 0.
    uint32_t below(uint64_t count) { return count ? static_cast<uint32_t>((next() >> 11) % count) : 0; }
    bool oneIn(uint32_t n) { return below(n) == 0; }
    // Numbers of the sizes at which code breaks: small ones, powers of two and their neighbours, all ones, anything.
    uint32_t edge() {
        switch (below(6)) {
        case 0:
            return below(5);
        case 1:
            return below(40);
        case 2:
            return 1u << below(32);
        case 3:
            return (1u << below(32)) - 1u;
        case 4:
            return ~below(3);
        default:
            return word();
        }
    }

private:
    uint64_t state_;
};

} // namespace hendeca::fuzz
