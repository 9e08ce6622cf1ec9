#pragma once
// A small assembler for tests: D3D assembly text, as dxbc::disassemble() prints it, to a DXBC container with signatures
// and the right checksum. It is forgiving (it does not check registers or operand kinds), so that tests can build bad
// shaders too. Pure function; any thread.
//
//   vs_5_0                                  stage and model, first
//   .in NAME index register mask type       signature elements, also .out and .patch; register "-" for none; type
//   float, int,
//                                           uint; options sv=POS (name or number), rw=xy, stream=1, min=1
//   .sfi0 0x1                               shader feature flags
//   dcl_temps 1
//   mov r0.xyzw, l(1.0, 0, 0, 1.0)          // and # start a comment
//   ret
//
// A destination without a mask has all four components, a source without a swizzle is not swizzled. In sources a
// swizzle may be short (its last letter is repeated). Every name of the opcode table is known; the forms of suffixes
// are the disassembler's.

#include <cstdint>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace hendeca::dxbcasm {

struct Options {
    bool programOnly = false; // give only the words of the program chunk, as bytes, without a container
};

// An error names the line.
Result<std::vector<uint8_t>> assemble(std::string_view text, const Options& options = {});

} // namespace hendeca::dxbcasm
