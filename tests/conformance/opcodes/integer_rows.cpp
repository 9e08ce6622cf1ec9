// Integer arithmetic and comparison: section 22.12 and the integer comparisons of 22.6. All results are exact.
#include "opcode_row.h"

#include <algorithm>

namespace conformance::opcodes {

namespace {

void signedProduct(Case& c, int64_t a, int64_t b, size_t high, size_t low) {
    const auto product = static_cast<uint64_t>(a * b);
    if (high < 2)
        c.word(static_cast<uint32_t>(product >> 32), high);
    if (low < 2)
        c.word(static_cast<uint32_t>(product), low);
}

void unsignedProduct(Case& c, size_t high, size_t low) {
    const uint64_t product = uint64_t{c.u(0)} * c.u(1);
    if (high < 2)
        c.word(static_cast<uint32_t>(product >> 32), high);
    if (low < 2)
        c.word(static_cast<uint32_t>(product), low);
}

void divide(Case& c, size_t quotient, size_t remainder) {
    const uint32_t a = c.u(0), b = c.u(1);
    if (quotient < 2)
        c.word(b ? a / b : 0xffffffffu, quotient);
    if (remainder < 2)
        c.word(b ? a % b : 0xffffffffu, remainder);
}

void addWithCarry(Case& c) {
    const uint64_t sum = uint64_t{c.u(0)} + c.u(1);
    c.word(static_cast<uint32_t>(sum));
    c.word(static_cast<uint32_t>(sum >> 32), 1);
}

void subtractWithBorrow(Case& c) {
    c.word(c.u(0) - c.u(1));
    c.word(c.u(0) < c.u(1), 1);
}

// The specification recommends saturation at the top and allows wrapping.
void maskedDifferences(Case& c) {
    const uint32_t reference = c.u(0), source = c.u(1);
    uint64_t sum = c.u(2);
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        const uint32_t r = reference >> shift & 0xff, s = source >> shift & 0xff;
        if (r)
            sum += r > s ? r - s : s - r;
    }
    c.word(static_cast<uint32_t>(sum));
    if (sum >> 32)
        c.word(0xffffffffu);
}

// clang-format off
const Row kRows[] = {
    {"iadd", "iadd r5, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) + c.u(1)); }},
    {"iadd_negated", "iadd r5, r1, -r2", "uu", "u", [](Case& c) { c.word(c.u(0) - c.u(1)); }},
    {"ineg", "ineg r5, r1", "u", "u", [](Case& c) { c.word(0u - c.u(0)); }},
    {"imad", "imad r5, r1, r2, r3", "uuu", "u", [](Case& c) { c.word(c.u(0) * c.u(1) + c.u(2)); }},
    {"imad_negated", "imad r5, -r1, r2, -r3", "uuu", "u", [](Case& c) { c.word(0u - c.u(0) * c.u(1) - c.u(2)); }},
    {"umad", "umad r5, r1, r2, r3", "uuu", "u", [](Case& c) { c.word(c.u(0) * c.u(1) + c.u(2)); }},
    {"imax", "imax r5, r1, r2", "uu", "u", [](Case& c) { c.word(static_cast<uint32_t>(std::max(c.s(0), c.s(1)))); }},
    {"imin", "imin r5, r1, r2", "uu", "u", [](Case& c) { c.word(static_cast<uint32_t>(std::min(c.s(0), c.s(1)))); }},
    {"imax_of_negation", "imax r5, r1, -r1", "u", "u", [](Case& c) { c.word(c.s(0) < 0 ? 0u - c.u(0) : c.u(0)); }},
    {"umax", "umax r5, r1, r2", "uu", "u", [](Case& c) { c.word(std::max(c.u(0), c.u(1))); }},
    {"umin", "umin r5, r1, r2", "uu", "u", [](Case& c) { c.word(std::min(c.u(0), c.u(1))); }},
    {"imul", "imul r5, r6, r1, r2", "uu", "uu", [](Case& c) { signedProduct(c, c.s(0), c.s(1), 0, 1); }},
    {"imul_high", "imul r5, null, r1, r2", "uu", "u", [](Case& c) { signedProduct(c, c.s(0), c.s(1), 0, 9); }},
    {"imul_low", "imul null, r5, r1, r2", "uu", "u", [](Case& c) { signedProduct(c, c.s(0), c.s(1), 9, 0); }},
    {"imul_negated", "imul r5, r6, -r1, r2", "uu", "uu",
     [](Case& c) { signedProduct(c, static_cast<int32_t>(0u - c.u(0)), c.s(1), 0, 1); }},
    {"umul", "umul r5, r6, r1, r2", "uu", "uu", [](Case& c) { unsignedProduct(c, 0, 1); }},
    {"umul_high", "umul r5, null, r1, r2", "uu", "u", [](Case& c) { unsignedProduct(c, 0, 9); }},
    {"umul_low", "umul null, r5, r1, r2", "uu", "u", [](Case& c) { unsignedProduct(c, 9, 0); }},
    {"udiv", "udiv r5, r6, r1, r2", "uu", "uu", [](Case& c) { divide(c, 0, 1); }},
    {"udiv_quotient", "udiv r5, null, r1, r2", "uu", "u", [](Case& c) { divide(c, 0, 9); }},
    {"udiv_remainder", "udiv null, r5, r1, r2", "uu", "u", [](Case& c) { divide(c, 9, 0); }},
    {"uaddc", "uaddc r5, r6, r1, r2", "uu", "uu", addWithCarry},
    {"uaddc_sum", "uaddc r5, null, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) + c.u(1)); }},
    {"usubb", "usubb r5, r6, r1, r2", "uu", "uu", subtractWithBorrow},
    {"usubb_difference", "usubb r5, null, r1, r2", "uu", "u", [](Case& c) { c.word(c.u(0) - c.u(1)); }},
    {"msad", "msad r5, r1, r2, r3", "uuu", "u", maskedDifferences},
    {"ieq", "ieq r5, r1, r2", "uu", "u", [](Case& c) { c.mask(c.u(0) == c.u(1)); }},
    {"ine", "ine r5, r1, r2", "uu", "u", [](Case& c) { c.mask(c.u(0) != c.u(1)); }},
    {"ilt", "ilt r5, r1, r2", "uu", "u", [](Case& c) { c.mask(c.s(0) < c.s(1)); }},
    {"ige", "ige r5, r1, r2", "uu", "u", [](Case& c) { c.mask(c.s(0) >= c.s(1)); }},
    {"ult", "ult r5, r1, r2", "uu", "u", [](Case& c) { c.mask(c.u(0) < c.u(1)); }},
    {"uge", "uge r5, r1, r2", "uu", "u", [](Case& c) { c.mask(c.u(0) >= c.u(1)); }},
    {"ilt_negated", "ilt r5, -r1, r2", "uu", "u", [](Case& c) { c.mask(static_cast<int32_t>(0u - c.u(0)) < c.s(1)); }},
    {"ilt_denied", "ilt r5, r1, r2\nine r5, r5, l(0, 0, 0, 0)\nnot r5, r5", "uu", "u", [](Case& c) { c.mask(c.s(0) >= c.s(1)); }},
};
// clang-format on

} // namespace

std::span<const Row> integerRows() {
    return kRows;
}

} // namespace conformance::opcodes
