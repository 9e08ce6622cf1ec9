#include "dxbc/checksum.h"

#include <bit>
#include <cstring>
#include <utility>

namespace hendeca::dxbc {

namespace {

constexpr uint32_t kBlock = 64;
constexpr uint32_t kChecksummedFrom = 20;

// RFC 1321: floor(abs(sin(i + 1)) * 2^32).
constexpr uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr int kShifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// One step. The four words change places from step to step; written out, the callers below do that without moving any.
// The second round's halves share no bit, so they are added: the half that waits for nobody joins the sum early.
template <uint32_t I>
inline void step(uint32_t& a, uint32_t b, uint32_t c, uint32_t d, const uint32_t* words) {
    constexpr uint32_t kRound = I / 16;
    constexpr uint32_t kWord = (kRound == 0 ? I : kRound == 1 ? 5 * I + 1 : kRound == 2 ? 3 * I + 5 : 7 * I) % 16;
    uint32_t sum = a + kSines[I] + words[kWord];
    if constexpr (kRound == 0)
        sum += d ^ (b & (c ^ d));
    else if constexpr (kRound == 1)
        sum = sum + (~d & c) + (d & b);
    else if constexpr (kRound == 2)
        sum += (c ^ d) ^ b;
    else
        sum += c ^ (b | ~d);
    a = b + std::rotl(sum, kShifts[kRound][I % 4]);
}

template <uint32_t I>
inline void fourSteps(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d, const uint32_t* words) {
    step<I>(a, b, c, d, words);
    step<I + 1>(d, a, b, c, words);
    step<I + 2>(c, d, a, b, words);
    step<I + 3>(b, c, d, a, words);
}

void addBlock(Checksum& state, const uint8_t* bytes) {
    uint32_t words[16];
    std::memcpy(words, bytes, kBlock);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    [&]<uint32_t... G>(std::integer_sequence<uint32_t, G...>) {
        (fourSteps<G * 4>(a, b, c, d, words), ...);
    }(std::make_integer_sequence<uint32_t, 16>{});
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

} // namespace

Checksum computeChecksum(std::span<const uint8_t> container) {
    const std::span<const uint8_t> data =
        container.size() > kChecksummedFrom ? container.subspan(kChecksummedFrom) : std::span<const uint8_t>{};
    Checksum state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    const size_t whole = data.size() / kBlock;
    for (size_t i = 0; i < whole; ++i)
        addBlock(state, data.data() + i * kBlock);

    // Where MD5 ends with the length as one 64-bit number, DXBC puts the number of bits into the first word of the last
    // block and (bits / 4) | 1 into its last. The rest of the data stands behind that first word if it fits, else in a
    // block before.
    const auto bits = static_cast<uint32_t>(data.size() * 8);
    const uint32_t lastWord = (bits >> 2) | 1;
    const std::span<const uint8_t> rest = data.subspan(whole * kBlock);
    uint8_t block[kBlock] = {};
    size_t at = 0;
    if (rest.size() >= 56) {
        std::memcpy(block, rest.data(), rest.size());
        block[rest.size()] = 0x80;
        addBlock(state, block);
        std::memset(block, 0, sizeof(block));
        std::memcpy(block, &bits, sizeof(bits));
    } else {
        std::memcpy(block, &bits, sizeof(bits));
        at = sizeof(bits);
        if (!rest.empty())
            std::memcpy(block + at, rest.data(), rest.size());
        block[at + rest.size()] = 0x80;
    }
    std::memcpy(block + kBlock - sizeof(lastWord), &lastWord, sizeof(lastWord));
    addBlock(state, block);
    return state;
}

} // namespace hendeca::dxbc
