// Dot products: section 22.10. A fused operation is no less accurate than the worst order of its steps (3.1.3.2), may
// keep more range in between, and gives the NaN of one of the orders.
#include "opcode_row.h"

#include <cmath>

namespace conformance::opcodes {

namespace {

// A step's result may be flushed, and must be where the driver is told so; the last one is judged by flt().
float step(float value, bool flush) {
    return flush ? flushed(value) : value;
}

template <size_t N>
void dot(Case& c, const float (&a)[N], const float (&b)[N]) {
    bool finite = true;
    double sum = 0, magnitude = 0;
    for (size_t i = 0; i < N; ++i) {
        finite = finite && std::isfinite(a[i]) && std::isfinite(b[i]);
        sum += static_cast<double>(a[i]) * b[i];
        magnitude += std::fabs(static_cast<double>(a[i]) * b[i]);
    }
    for (const bool flush : {true, false}) {
        float forward = step(a[0] * b[0], flush), backward = step(a[N - 1] * b[N - 1], flush), fused = forward;
        for (size_t i = 1; i < N; ++i) {
            forward = step(forward + step(a[i] * b[i], flush), flush);
            backward = step(backward + step(a[N - 1 - i] * b[N - 1 - i], flush), flush);
            fused = step(std::fma(a[i], b[i], fused), flush);
        }
        c.flt(forward);
        c.flt(backward);
        c.flt(fused);
    }
    if (finite)
        c.near(sum, 0, magnitude * std::ldexp(1.0, -22) + std::ldexp(1.0, -124)); // products below 2^-126 may be gone
}

void dot2(Case& c) {
    dot<2>(c, {c.f(0), c.f(1)}, {c.f(2), c.f(3)});
}
void dot3(Case& c) {
    dot<3>(c, {c.f(0), c.f(1), c.f(2)}, {c.f(3), c.f(0), c.f(1)});
}
void dot4(Case& c) {
    dot<4>(c, {c.f(0), c.f(1), c.f(2), c.f(3)}, {c.f(1), c.f(2), c.f(3), c.f(0)});
}

// The case in component `k` of r1 to r4, as a vector in r0 and another in r7.
#define VECTOR(to, k, x, y, z, w)                                                                                      \
    "mov " to ".x, r" x "." k "\nmov " to ".y, r" y "." k "\nmov " to ".z, r" z "." k "\nmov " to ".w, r" w "." k "\n"
#define DOT2(k, modifier)                                                                                              \
    VECTOR("r0", k, "1", "2", "1", "2")                                                                                \
    VECTOR("r7", k, "3", "4", "3", "4") "dp2" modifier " r5." k ", r0.xyzw, r7.xyzw\n"
#define DOT3(k, modifier)                                                                                              \
    VECTOR("r0", k, "1", "2", "3", "4")                                                                                \
    VECTOR("r7", k, "4", "1", "2", "3") "dp3" modifier " r5." k ", r0.xyzw, r7.xyzw\n"
#define DOT4(k, modifier)                                                                                              \
    VECTOR("r0", k, "1", "2", "3", "4")                                                                                \
    VECTOR("r7", k, "2", "3", "4", "1") "dp4" modifier " r5." k ", r0.xyzw, r7.xyzw\n"
#define EACH(dot, modifier) dot("x", modifier) dot("y", modifier) dot("z", modifier) dot("w", modifier)

// Where refactoring is allowed, sums of products with common factors are taken apart.
const Row kRows[] = {
    {"dp2", EACH(DOT2, ""), "gggg", "f", dot2},
    {"dp2_sat", EACH(DOT2, "_sat"), "gggg", "f", dot2, kRowSaturate},
    {"dp3", EACH(DOT3, ""), "gggg", "f", dot3, kRowStrict},
    {"dp3_precise", EACH(DOT3, " [precise]"), "gggg", "f", dot3, kRowPrecise},
    {"dp4", EACH(DOT4, ""), "gggg", "f", dot4, kRowStrict},
    {"dp4_sat", EACH(DOT4, "_sat"), "gggg", "f", dot4, kRowSaturate | kRowStrict},
};

} // namespace

std::span<const Row> dotRows() {
    return kRows;
}

} // namespace conformance::opcodes
