// Moves: section 22.9. Without modifiers no bit changes; with one, the data is a float.
#include "opcode_row.h"

#include <cmath>

namespace conformance::opcodes {

namespace {

uint32_t chosen(Case& c) {
    return c.u(0) ? c.u(1) : c.u(2);
}

void swapped(Case& c) {
    c.word(c.u(0) ? c.u(2) : c.u(1));
    c.word(c.u(0) ? c.u(1) : c.u(2), 1);
}

// clang-format off
const Row kRows[] = {
    {"mov", "mov r5, r1", "b", "u", [](Case& c) { c.word(c.u(0)); }},
    {"mov_twice", "mov r6, r1\nmov r5, r6.yxwz\nmov r5, r5.yxwz", "b", "u", [](Case& c) { c.word(c.u(0)); }},
    {"mov_through_array", "mov x0[1], r1\nmov r0.y, l(1)\nmov r5, x0[r0.y]", "b", "u", [](Case& c) { c.word(c.u(0)); }},
    {"mov_negated", "mov r5, -r1", "b", "f", [](Case& c) { c.moved(-c.raw(0)); }},
    {"mov_absolute", "mov r5, |r1|", "b", "f", [](Case& c) { c.moved(std::fabs(c.raw(0))); }},
    {"mov_negative", "mov r5, -|r1|", "b", "f", [](Case& c) { c.moved(-std::fabs(c.raw(0))); }},
    {"mov_sat", "mov_sat r5, r1", "f", "f", [](Case& c) { c.flt(c.f(0)); }, kRowSaturate},
    {"mov_sat_negated", "mov_sat r5, -r1", "f", "f", [](Case& c) { c.flt(-c.f(0)); }, kRowSaturate},
    {"movc", "movc r5, r1, r2, r3", "bbb", "u", [](Case& c) { c.word(chosen(c)); }},
    {"movc_negated", "movc r5, r1, -r2, |r3|", "bbb", "f",
     [](Case& c) { c.moved(c.u(0) ? -c.raw(1) : std::fabs(c.raw(2))); }},
    {"movc_sat", "movc_sat r5, r1, r2, r3", "bff", "f", [](Case& c) { c.flt(c.u(0) ? c.f(1) : c.f(2)); }, kRowSaturate},
    {"movc_of_comparison", "lt r4, r1, r2\nmovc r5, r4, r3, l(7, 7, 7, 7)", "ffu", "u",
     [](Case& c) { c.word(c.f(0) < c.f(1) ? c.u(2) : 7); }},
    {"swapc", "swapc r5, r6, r1, r2, r3", "bbb", "uu", swapped},
    {"swapc_in_place", "mov r5, r2\nmov r6, r3\nswapc r5, r6, r1, r5, r6", "bbb", "uu", swapped},
    {"swapc_crossed", "mov r5, r2\nmov r6, r3\nswapc r6, r5, r1, r6, r5", "bbb", "uu", swapped},
};
// clang-format on

} // namespace

std::span<const Row> moveRows() {
    return kRows;
}

} // namespace conformance::opcodes
