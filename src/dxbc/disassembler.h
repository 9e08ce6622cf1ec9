#pragma once
// Program to text, in the style of Microsoft's D3D assembly. The text of the ordinary opcodes is what the assembler in
// tests/support/dxbcasm reads. Any thread.

#include <string>

#include "dxbc/program.h"

namespace hendeca::dxbc {

struct DisassembleOptions {
    bool offsets = false;    // a comment with the token offset in front of each line
    bool signatures = false; // the signatures first, as directives (".input POSITION 0 ...")
};

std::string disassemble(const Program& program, const DisassembleOptions& options = {});
std::string disassemble(const Program& program, const Instruction& inst);
std::string disassemble(const Program& program, const Declaration& declaration);

} // namespace hendeca::dxbc
