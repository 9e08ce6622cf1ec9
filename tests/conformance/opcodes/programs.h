#pragma once
// Small programs that together hold every opcode of the table, declarations too, each with what it must give. The
// runner (program_test.cpp) binds the same things for all of them:
//
//   t0  raw buffer, word i holds 100 + i             t3  4 x 4 floats, texel (x, y) holds (x, y, 4y + x, 1)
//   t1  structured, 16 bytes: element e, word c      t4  4 samples, 0.25 everywhere
//       holds 10e + c; 4 elements                    t5  depth, 0.5 everywhere
//   t2  typed uint buffer, element i holds i * i     s0  point, clamp; s1 comparison: reference <= texel
//   u0  raw buffer of zeros: the result of a compute program
//   u1  structured, 4 bytes, counter at 5            u2  typed uint buffer, element i holds 7i
//   u3  structured, 4 bytes, counter at 5            cb0 word i holds 1000 + i
//
// Graphics programs draw one triangle over a target of 8 x 8 times four floats; the result is pixel (4, 4). Stages that
// a program leaves empty are the usual ones: the vertex program below, no other stage, a pixel shader that shows v1.
// Plain data; no device is needed to read it.

#include <cstdint>
#include <span>
#include <vector>

namespace conformance::opcodes {

struct Program {
    const char* name;
    const char* compute = nullptr;
    const char* vertex = nullptr;
    const char* hull = nullptr;
    const char* domain = nullptr;
    const char* geometry = nullptr;
    const char* pixel = nullptr;
    std::vector<uint32_t> words; // wanted in u0, from its start
    std::vector<float> color;    // wanted in the pixel
    // A compute program with one interface, behind which the class Second (table ft1) is put; First has ft0.
    bool interfaces = false;
};

std::span<const Program> programs();
extern const char* const kUsualVertex;
extern const char* const kUsualPixel;

} // namespace conformance::opcodes
