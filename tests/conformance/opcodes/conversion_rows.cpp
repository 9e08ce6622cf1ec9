// Conversions of 32-bit values: section 22.13, by the rules of 3.2.2.
#include "opcode_row.h"

#include <cmath>

namespace conformance::opcodes {

namespace {

void toSigned(Case& c, float x) {
    if (std::isnan(x))
        c.word(0);
    else if (x >= 2147483648.0f)
        c.word(0x7fffffff);
    else if (x <= -2147483648.0f)
        c.word(0x80000000u);
    else
        c.word(static_cast<uint32_t>(static_cast<int32_t>(x)));
}

void toUnsigned(Case& c, float x) {
    if (std::isnan(x) || x <= 0)
        c.word(0);
    else if (x >= 4294967296.0f)
        c.word(0xffffffffu);
    else
        c.word(static_cast<uint32_t>(x));
}

// Rounds to zero, so what is finite stays finite; denormals of 16 bits are kept.
void toHalf(Case& c, float x) {
    const uint32_t sign = std::signbit(x) ? 0x8000 : 0;
    const double magnitude = std::fabs(static_cast<double>(x));
    if (std::isnan(x))
        return c.nan();
    if (std::isinf(x))
        return c.word(sign | 0x7c00);
    if (magnitude >= 65504)
        return c.word(sign | 0x7bff);
    int exponent = magnitude > 0 ? std::ilogb(magnitude) : -14;
    exponent = exponent < -14 ? -14 : exponent;
    const auto steps = static_cast<uint32_t>(std::ldexp(magnitude, 10 - exponent)); // 1024 and more: normal
    c.word(sign | ((static_cast<uint32_t>(exponent + 14) << 10) + steps));
}

void fromHalf(Case& c) {
    const uint32_t half = c.u(0) & 0xffff;
    const uint32_t exponent = half >> 10 & 31, fraction = half & 0x3ff;
    const double sign = half >> 15 ? -1 : 1;
    if (exponent == 31)
        fraction ? c.nan() : c.flt(static_cast<float>(sign * HUGE_VAL));
    else if (exponent == 0)
        c.flt(static_cast<float>(sign * std::ldexp(static_cast<double>(fraction), -24)));
    else
        c.flt(static_cast<float>(sign *
                                 std::ldexp(static_cast<double>(fraction + 1024), static_cast<int>(exponent) - 25)));
}

// clang-format off
const Row kRows[] = {
    {"ftoi", "ftoi r5, r1", "f", "u", [](Case& c) { toSigned(c, c.f(0)); }},
    {"ftoi_negated", "ftoi r5, -|r1|", "f", "u", [](Case& c) { toSigned(c, -std::fabs(c.f(0))); }},
    {"ftou", "ftou r5, r1", "f", "u", [](Case& c) { toUnsigned(c, c.f(0)); }},
    {"ftou_negated", "ftou r5, -r1", "f", "u", [](Case& c) { toUnsigned(c, -c.f(0)); }},
    {"itof", "itof r5, r1", "u", "f", [](Case& c) { c.flt(static_cast<float>(c.s(0))); }},
    {"itof_negated", "itof r5, -r1", "u", "f", [](Case& c) { c.flt(static_cast<float>(static_cast<int32_t>(0u - c.u(0)))); }},
    {"itof_sat", "itof_sat r5, r1", "u", "f", [](Case& c) { c.flt(static_cast<float>(c.s(0))); }, kRowSaturate},
    {"utof", "utof r5, r1", "u", "f", [](Case& c) { c.flt(static_cast<float>(c.u(0))); }},
    {"f32tof16", "f32tof16 r5, r1", "f", "h", [](Case& c) { toHalf(c, c.f(0)); }},
    {"f32tof16_negated", "f32tof16 r5, -r1", "f", "h", [](Case& c) { toHalf(c, -c.f(0)); }},
    {"f16tof32", "f16tof32 r5, r1", "h", "f", fromHalf},
    {"f16tof32_there_and_back", "f16tof32 r5, r1\nf32tof16 r5, r5", "h", "h",
     [](Case& c) { (c.u(0) & 0x7c00) == 0x7c00 && c.u(0) & 0x3ff ? c.nan() : c.word(c.u(0) & 0xffff); }},
    {"round_z_then_ftoi", "round_z r5, r1\nftoi r5, r5", "f", "u", [](Case& c) { toSigned(c, c.f(0)); }},
};
// clang-format on

} // namespace

std::span<const Row> conversionRows() {
    return kRows;
}

} // namespace conformance::opcodes
