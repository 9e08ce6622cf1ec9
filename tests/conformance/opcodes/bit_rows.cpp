// Bits: section 22.11. All results are exact.
#include "opcode_row.h"

namespace conformance::opcodes {

namespace {

void insert(Case& c) {
    const uint32_t width = c.u(0) & 31, offset = c.u(1) & 31;
    const uint32_t mask = ((1u << width) - 1) << offset;
    c.word(((c.u(2) << offset) & mask) | (c.u(3) & ~mask));
}

void extractUnsigned(Case& c) {
    const uint32_t width = c.u(0) & 31, offset = c.u(1) & 31, value = c.u(2);
    if (width == 0)
        c.word(0);
    else if (width + offset < 32)
        c.word(value << (32 - (width + offset)) >> (32 - width));
    else
        c.word(value >> offset);
}

void extractSigned(Case& c) {
    const uint32_t width = c.u(0) & 31, offset = c.u(1) & 31, value = c.u(2);
    if (width == 0)
        c.word(0);
    else if (width + offset < 32)
        c.word(static_cast<uint32_t>(static_cast<int32_t>(value << (32 - (width + offset))) >> (32 - width)));
    else
        c.word(static_cast<uint32_t>(c.s(2) >> offset));
}

void reverse(Case& c) {
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < 32; ++i)
        reversed |= (c.u(0) >> i & 1) << (31 - i);
    c.word(reversed);
}

void count(Case& c) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 32; ++i)
        bits += c.u(0) >> i & 1;
    c.word(bits);
}

// The place of the first bit from the top that is not `skipped`.
uint32_t fromTop(uint32_t value, uint32_t skipped) {
    for (uint32_t i = 0; i < 32; ++i)
        if ((value >> (31 - i) & 1) != skipped)
            return i;
    return 0xffffffffu;
}

void lowest(Case& c) {
    for (uint32_t i = 0; i < 32; ++i)
        if (c.u(0) >> i & 1)
            return c.word(i);
    c.word(0xffffffffu);
}

// clang-format off
const Row kRows[] = {
    {"and", "and r5, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) & c.u(1)); }},
    {"or", "or r5, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) | c.u(1)); }},
    {"xor", "xor r5, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) ^ c.u(1)); }},
    {"not", "not r5, r1", "u", "u", [](Case& c) { c.word(~c.u(0)); }},
    {"ishl", "ishl r5, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) << (c.u(1) & 31)); }},
    {"ishr", "ishr r5, r1, r2", "uu", "u", [](Case& c) { c.word(static_cast<uint32_t>(c.s(0) >> (c.u(1) & 31))); }},
    {"ushr", "ushr r5, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) >> (c.u(1) & 31)); }},
    {"ubfe", "ubfe r5, r1, r2, r3", "wwu", "u", extractUnsigned},
    {"ibfe", "ibfe r5, r1, r2, r3", "wwu", "u", extractSigned},
    {"bfi", "bfi r5, r1, r2, r3, r4", "wwuu", "u", insert},
    {"bfrev", "bfrev r5, r1", "u", "u", reverse},
    {"countbits", "countbits r5, r1", "u", "u", count},
    {"firstbit_hi", "firstbit_hi r5, r1", "u", "u", [](Case& c) { c.word(fromTop(c.u(0), 0)); }},
    {"firstbit_lo", "firstbit_lo r5, r1", "u", "u", lowest},
    {"firstbit_shi", "firstbit_shi r5, r1", "u", "u", [](Case& c) { c.word(fromTop(c.u(0), c.u(0) >> 31)); }},
};
// clang-format on

} // namespace

std::span<const Row> bitRows() {
    return kRows;
}

} // namespace conformance::opcodes
