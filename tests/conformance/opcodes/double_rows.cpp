// Doubles: sections 22.14 to 22.17, by the rules of 3.1.4. IEEE 754 to the bit, but for the reciprocal.
#include "opcode_row.h"

#include <cmath>

namespace conformance::opcodes {

namespace {

void extreme(Case& c, bool least) {
    const double x = c.d(0), y = c.d(1);
    const bool nanX = std::isnan(x), nanY = std::isnan(y);
    if (nanX && nanY)
        return c.dbl(x);
    // Where denormals are flushed for the comparison, the operand itself may come out.
    if (nanY || (!nanX && (least ? x <= y : x >= y))) {
        c.dbl(x);
        c.dbl(c.rawDouble(0));
    }
    if (nanX || (!nanY && (least ? y <= x : y >= x))) {
        c.dbl(y);
        c.dbl(c.rawDouble(1));
    }
}

void reciprocal(Case& c) {
    const double x = c.d(0);
    const double inverse = 1.0 / x;
    c.dbl(inverse);
    if (std::isnan(inverse) || std::isinf(inverse) || inverse == 0 || std::fma(inverse, x, -1.0) == 0)
        return;
    c.dbl(std::nextafter(inverse, 0.0));
    c.dbl(std::nextafter(inverse, HUGE_VAL));
    c.dbl(std::nextafter(inverse, -HUGE_VAL));
}

void toSigned(Case& c, double x) {
    if (std::isnan(x))
        c.word(0);
    else if (x >= 2147483648.0)
        c.word(0x7fffffff);
    else if (x <= -2147483648.0)
        c.word(0x80000000u);
    else
        c.word(static_cast<uint32_t>(static_cast<int32_t>(x)));
}

void toUnsigned(Case& c, double x) {
    if (std::isnan(x) || x <= 0)
        c.word(0);
    else if (x >= 4294967296.0)
        c.word(0xffffffffu);
    else
        c.word(static_cast<uint32_t>(x));
}

// A denormal float may be kept or flushed on either side of the conversion.
void toFloat(Case& c, double x) {
    c.flt(static_cast<float>(x));
    if (!std::isnan(x))
        c.moved(static_cast<float>(x));
}

void fromFloat(Case& c) {
    c.dbl(static_cast<double>(c.raw(0)));
    c.dbl(static_cast<double>(flushed(c.raw(0))));
}

void product(Case& c) {
    c.dbl(c.d(0) * c.d(1));
}
void sum(Case& c) {
    c.dbl(c.d(0) + c.d(1));
}
void bitsMoved(Case& c, size_t operand) {
    c.dblBits(operand);
}

// clang-format off
const Row kRows[] = {
    {"dadd", "dadd r5, r1, r2", "dd", "d", sum},
    {"dadd_sat", "dadd_sat r5, r1, r2", "dd", "d", sum, kRowSaturate},
    {"dadd_negated", "dadd r5, -r1, |r2|", "dd", "d", [](Case& c) { c.dbl(std::fabs(c.d(1)) - c.d(0)); }},
    {"dmul", "dmul r5, r1, r2", "dd", "d", product},
    {"dmul_negated", "dmul r5, r1, -|r2|", "dd", "d", [](Case& c) { c.dbl(c.d(0) * -std::fabs(c.d(1))); }},
    {"ddiv", "ddiv r5, r1, r2", "dd", "d", [](Case& c) { c.dbl(c.d(0) / c.d(1)); }},
    {"drcp", "drcp r5, r1", "d", "d", reciprocal},
    {"dfma", "dfma r5, r1, r2, r3", "ddd", "d", [](Case& c) { c.dbl(std::fma(c.d(0), c.d(1), c.d(2))); }},
    {"dmin", "dmin r5, r1, r2", "dd", "d", [](Case& c) { extreme(c, true); }},
    {"dmax", "dmax r5, r1, r2", "dd", "d", [](Case& c) { extreme(c, false); }},
    {"deq", "deq r5.xy, r1, r2", "dd", "u", [](Case& c) { c.mask(c.d(0) == c.d(1)); }},
    {"dne", "dne r5.xy, r1, r2", "dd", "u", [](Case& c) { c.mask(c.d(0) != c.d(1)); }},
    {"dlt", "dlt r5.xy, r1, r2", "dd", "u", [](Case& c) { c.mask(c.d(0) < c.d(1)); }},
    {"dge", "dge r5.xy, r1, r2", "dd", "u", [](Case& c) { c.mask(c.d(0) >= c.d(1)); }},
    {"dge_apart", "dge r6.yw, r1, r2\nmov r5.xy, r6.ywyw", "dd", "u", [](Case& c) { c.mask(c.d(0) >= c.d(1)); }},
    {"dlt_exchanged", "dlt r6.xw, r1.zwxy, r2.zwxy\nmov r5.xy, r6.wxwx", "dd", "u", [](Case& c) { c.mask(c.d(0) < c.d(1)); }},
    {"dmov", "dmov r5, r1", "d", "d", [](Case& c) { bitsMoved(c, 0); }},
    {"dmov_exchanged", "dmov r6.zw, r1.zwxy\ndmov r6.xy, r1.zwxy\ndmov r5, r6.zwxy", "d", "d", [](Case& c) { bitsMoved(c, 0); }},
    {"dmov_negated", "dmov r5, -r1", "d", "d", [](Case& c) { c.dbl(-c.d(0)); }},
    {"dmov_absolute", "dmov r5, |r1|", "d", "d", [](Case& c) { c.dbl(std::fabs(c.d(0))); }},
    {"dmov_sat", "dmov_sat r5, r1", "d", "d", [](Case& c) { c.dbl(c.d(0)); }, kRowSaturate},
    {"dmovc", "dmovc r5, r1, r2, r3", "bdd", "d", [](Case& c) { bitsMoved(c, c.u(0) ? 1 : 2); }},
    // The second pair looks at the second component of the condition, whether or not the first pair is written.
    {"dmovc_halves", "dmovc r5.zw, r1, r2, r3\ndmovc r5.xy, r1, r2, r3", "bdd", "d", [](Case& c) { bitsMoved(c, c.u(0) ? 1 : 2); }},
    {"dmovc_negated", "dmovc r5, r1, -r2, |r3|", "bdd", "d", [](Case& c) { c.dbl(c.u(0) ? -c.d(1) : std::fabs(c.d(2))); }},
    {"dtof", "dtof r5.xy, r1", "d", "f", [](Case& c) { toFloat(c, c.d(0)); }},
    {"dtof_negated", "dtof r5.xy, -r1", "d", "f", [](Case& c) { toFloat(c, -c.d(0)); }},
    {"ftod", "ftod r5, r1.xyxx", "f", "d", fromFloat},
    {"ftod_halves", "ftod r5.zw, r1.xyxx\nftod r5.xy, r1.xyxx", "f", "d", fromFloat},
    {"dtoi", "dtoi r5.xy, r1", "d", "u", [](Case& c) { toSigned(c, c.d(0)); }},
    {"dtoi_negated", "dtoi r5.xy, -r1", "d", "u", [](Case& c) { toSigned(c, -c.d(0)); }},
    {"dtou", "dtou r5.xy, r1", "d", "u", [](Case& c) { toUnsigned(c, c.d(0)); }},
    {"dtou_absolute", "dtou r5.xy, |r1|", "d", "u", [](Case& c) { toUnsigned(c, std::fabs(c.d(0))); }},
    {"itod", "itod r5, r1.xyxx", "u", "d", [](Case& c) { c.dbl(static_cast<double>(c.s(0))); }},
    {"itod_halves", "itod r5.zw, r1.xyxx\nitod r5.xy, r1.xyxx", "u", "d", [](Case& c) { c.dbl(static_cast<double>(c.s(0))); }},
    {"utod", "utod r5, r1.xyxx", "u", "d", [](Case& c) { c.dbl(static_cast<double>(c.u(0))); }},
};
// clang-format on

} // namespace

std::span<const Row> doubleRows() {
    return kRows;
}

} // namespace conformance::opcodes
