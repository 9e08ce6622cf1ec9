// Float arithmetic and comparison: section 22.10 and the comparisons of 22.6, by the rules of 3.1.3.
#include "opcode_row.h"

#include <cfloat>
#include <cmath>

namespace conformance::opcodes {

namespace {

constexpr double kPi = 3.14159265358979323846;
const double kTwoTo = std::ldexp(1.0, -21); // the relative error of exp, log, rcp and rsq

void multiply(Case& c, float a, float b) {
    c.flt(a * b);
    c.flt(flushedProduct(a, b));
}

// dest = src0 * src1 + src2: fused, or in two steps, of which the first may or may not flush.
void multiplyAdd(Case& c, float a, float b, float addend) {
    c.flt(std::fma(a, b, addend));
    const float product = a * b;
    c.flt(product + addend);
    c.flt(flushedProduct(a, b) + addend);
}

// min and max compare what was flushed and may give what was not. Zeros are equal; a NaN gives the other operand.
void extreme(Case& c, float x, float y, float rawX, float rawY, bool least) {
    const bool nanX = std::isnan(x), nanY = std::isnan(y);
    if (nanX && nanY)
        return c.nan();
    const bool first = nanY || (!nanX && (least ? x <= y : x >= y));
    const bool second = nanX || (!nanY && (least ? y <= x : y >= x));
    if (first)
        c.moved(rawX);
    if (second)
        c.moved(rawY);
}

void divide(Case& c, float x, float y) {
    const double exact = static_cast<double>(x) / static_cast<double>(y);
    if (std::isnan(exact))
        return c.nan();
    if (y == 1 || y == -1 || x == 0 || std::isinf(exact) || std::isinf(y))
        c.flt(static_cast<float>(exact));
    else
        c.near(exact, std::ldexp(1.0, -22), 0);         // two roundings: x*(1/y), the inverse within 1 ULP
    if (std::fabs(y) > 8.5070592e37f && !std::isinf(y)) // the inverse is a denormal, and may have been flushed
        c.flt(x * std::copysign(0.0f, y));
}

void logarithm(Case& c, float x) {
    if (std::isnan(x) || x < 0)
        return c.nan();
    const double exact = std::log2(static_cast<double>(x));
    if (isDenormal(x)) { // not flushed, because the driver could not be told: its logarithm may do either by halves
        c.flt(-HUGE_VALF);
        return c.near(-137.5, 0, 12);
    }
    if (x >= 0.5f && x <= 2)
        c.near(exact, 0, kTwoTo);
    else
        c.near(exact, kTwoTo, 0);
}

void sineAndCosine(Case& c, size_t sine, size_t cosine) {
    const float x = c.f(0);
    for (size_t i = 0; i < 2; ++i) {
        const size_t result = i == 0 ? sine : cosine;
        if (result > 1)
            continue;
        if (std::isnan(x) || std::isinf(x)) {
            c.nan(result);
        } else if (std::fabs(x) <= 100 * kPi) {
            const double exact = i == 0 ? std::sin(static_cast<double>(x)) : std::cos(static_cast<double>(x));
            if (exact == 0)
                c.flt(static_cast<float>(exact), result);
            else
                c.near(exact, 0, 0.0008, result);
        } else {
            c.near(0, 0, 1, result);
        }
    }
}

// Nearest even, without the library's rounding mode.
float roundEven(float x) {
    if (std::fabs(x) >= 8388608.0f || x == 0 || std::isnan(x))
        return x;
    const float low = std::floor(x);
    const float part = x - low;
    const float rounded = part < 0.5f ? low : part > 0.5f ? low + 1 : std::fmod(low, 2.0f) == 0 ? low : low + 1;
    return std::copysign(rounded, x);
}

void fraction(Case& c) {
    const float x = c.f(0);
    const float part = x - std::floor(x);
    if (part >= 1)
        c.word(0x3f7fffff); // the table's range ends below 1, the subtraction rounds to it
    c.flt(part);
}

void add(Case& c) {
    c.flt(c.f(0) + c.f(1));
}
void mad(Case& c) {
    multiplyAdd(c, c.f(0), c.f(1), c.f(2));
}
void minimum(Case& c) {
    extreme(c, c.f(0), c.f(1), c.raw(0), c.raw(1), true);
}
void maximum(Case& c) {
    extreme(c, c.f(0), c.f(1), c.raw(0), c.raw(1), false);
}
void exponential(Case& c) {
    c.near(std::exp2(static_cast<double>(c.f(0))), kTwoTo, 0);
}
void reciprocal(Case& c) {
    c.near(1.0 / static_cast<double>(c.f(0)), kTwoTo, 0);
}

void reciprocalRoot(Case& c) {
    const float x = c.f(0);
    if (x == 0)
        c.flt(1 / x);
    else
        c.near(1 / std::sqrt(static_cast<double>(x)), kTwoTo, 0);
}

void squareRoot(Case& c) {
    const float x = c.f(0);
    const float root = static_cast<float>(std::sqrt(static_cast<double>(x)));
    if (std::isnan(root) || root == 0 || std::isinf(root))
        return c.flt(root);
    c.flt(root);
    c.flt(std::nextafter(root, 0.0f));
    c.flt(std::nextafter(root, FLT_MAX));
}

// clang-format off
const Row kRows[] = {
    {"add", "add r5, r1, r2", "ff", "f", add},
    {"add_negated", "add r5, -r1, r2", "ff", "f", [](Case& c) { c.flt(c.f(1) - c.f(0)); }},
    {"add_absolute", "add r5, |r1|, -|r2|", "ff", "f", [](Case& c) { c.flt(std::fabs(c.f(0)) - std::fabs(c.f(1))); }},
    {"add_sat", "add_sat r5, r1, r2", "ff", "f", add, kRowSaturate},
    {"add_precise", "add [precise] r5, r1, r2", "ff", "f", add, kRowPrecise},
    {"mul", "mul r5, r1, r2", "ff", "f", [](Case& c) { multiply(c, c.f(0), c.f(1)); }},
    {"mul_sat", "mul_sat r5, r1, r2", "ff", "f", [](Case& c) { multiply(c, c.f(0), c.f(1)); }, kRowSaturate},
    {"mul_negated", "mul r5, -|r1|, -r2", "ff", "f", [](Case& c) { multiply(c, std::fabs(c.f(0)), c.f(1)); }},
    {"mul_by_one", "mul r5, r1, l(1.0, 1.0, 1.0, 1.0)", "f", "f", [](Case& c) { c.flt(c.f(0)); }},
    {"add_zero", "add r5, r1, l(0, 0, 0, 0)", "f", "f", [](Case& c) { c.flt(c.f(0) + 0.0f); }, kRowStrict},
    {"add_negative_zero", "add r5, r1, l(-0.0, -0.0, -0.0, -0.0)", "f", "f", [](Case& c) { c.flt(c.f(0) + -0.0f); }, kRowStrict},
    {"mul_by_zero", "mul r5, r1, l(0, 0, 0, 0)", "f", "f", [](Case& c) { c.flt(c.f(0) * 0.0f); }, kRowStrict},
    {"mad", "mad r5, r1, r2, r3", "fff", "f", mad},
    {"mad_sat", "mad_sat r5, r1, r2, r3", "fff", "f", mad, kRowSaturate},
    {"mad_negated", "mad r5, r1, -r2, |r3|", "fff", "f", [](Case& c) { multiplyAdd(c, c.f(0), -c.f(1), std::fabs(c.f(2))); }},
    {"mad_precise", "mad [precise] r5, r1, r2, r3", "fff", "f", mad, kRowPrecise},
    {"div", "div r5, r1, r2", "ff", "f", [](Case& c) { divide(c, c.f(0), c.f(1)); }},
    {"div_sat", "div_sat r5, r1, -r2", "ff", "f", [](Case& c) { divide(c, c.f(0), -c.f(1)); }, kRowSaturate},
    {"min", "min r5, r1, r2", "ff", "f", minimum},
    {"max", "max r5, r1, r2", "ff", "f", maximum},
    {"min_negated", "min r5, -r1, |r2|", "ff", "f",
     [](Case& c) { extreme(c, -c.f(0), std::fabs(c.f(1)), -c.raw(0), std::fabs(c.raw(1)), true); }},
    {"max_sat", "max_sat r5, r1, r2", "ff", "f", maximum, kRowSaturate},
    {"exp", "exp r5, r1", "f", "f", exponential},
    {"exp_sat", "exp_sat r5, -r1", "f", "f", [](Case& c) { c.near(std::exp2(-static_cast<double>(c.f(0))), kTwoTo, 0); }, kRowSaturate},
    {"log", "log r5, r1", "f", "f", [](Case& c) { logarithm(c, c.f(0)); }},
    {"log_absolute", "log r5, |r1|", "f", "f", [](Case& c) { logarithm(c, std::fabs(c.f(0))); }},
    {"rcp", "rcp r5, r1", "f", "f", reciprocal},
    {"rsq", "rsq r5, r1", "f", "f", reciprocalRoot},
    {"sqrt", "sqrt r5, r1", "f", "f", squareRoot},
    {"frc", "frc r5, r1", "f", "f", fraction},
    {"frc_sat", "frc_sat r5, r1", "f", "f", fraction, kRowSaturate},
    {"round_ne", "round_ne r5, r1", "f", "f", [](Case& c) { c.flt(roundEven(c.f(0))); }},
    {"round_ni", "round_ni r5, r1", "f", "f", [](Case& c) { c.flt(std::floor(c.f(0))); }},
    {"round_pi", "round_pi r5, r1", "f", "f", [](Case& c) { c.flt(std::ceil(c.f(0))); }},
    {"round_z", "round_z r5, r1", "f", "f", [](Case& c) { c.flt(std::trunc(c.f(0))); }},
    {"round_ni_negated", "round_ni r5, -r1", "f", "f", [](Case& c) { c.flt(std::floor(-c.f(0))); }},
    {"sincos", "sincos r5, r6, r1", "f", "ff", [](Case& c) { sineAndCosine(c, 0, 1); }},
    {"sincos_sine", "sincos r5, null, r1", "f", "f", [](Case& c) { sineAndCosine(c, 0, 9); }},
    {"sincos_cosine", "sincos null, r5, r1", "f", "f", [](Case& c) { sineAndCosine(c, 9, 0); }},
    {"sincos_sat", "sincos_sat r5, r6, r1", "f", "ff", [](Case& c) { sineAndCosine(c, 0, 1); }, kRowSaturate},
    {"eq", "eq r5, r1, r2", "ff", "u", [](Case& c) { c.mask(c.f(0) == c.f(1)); }},
    {"ne", "ne r5, r1, r2", "ff", "u", [](Case& c) { c.mask(c.f(0) != c.f(1)); }},
    {"lt", "lt r5, r1, r2", "ff", "u", [](Case& c) { c.mask(c.f(0) < c.f(1)); }},
    {"ge", "ge r5, r1, r2", "ff", "u", [](Case& c) { c.mask(c.f(0) >= c.f(1)); }},
    {"lt_negated", "lt r5, -r1, |r2|", "ff", "u", [](Case& c) { c.mask(-c.f(0) < std::fabs(c.f(1))); }},
    {"lt_denied", "lt r5, r1, r2\nnot r5, r5", "ff", "u", [](Case& c) { c.mask(!(c.f(0) < c.f(1))); }},
    {"ge_denied", "ge r5, r1, r2\nnot r5, r5", "ff", "u", [](Case& c) { c.mask(!(c.f(0) >= c.f(1))); }},
    {"eq_denied", "eq r5, r1, r2\nieq r5, r5, l(0, 0, 0, 0)", "ff", "u", [](Case& c) { c.mask(!(c.f(0) == c.f(1))); }},
    {"ne_as_number", "ne r5, r1, r2\nand r5, r5, l(0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000)", "ff", "u",
     [](Case& c) { c.word(c.f(0) != c.f(1) ? 0x3f800000u : 0u); }},
};
// clang-format on

} // namespace

std::span<const Row> floatRows() {
    return kRows;
}

} // namespace conformance::opcodes
