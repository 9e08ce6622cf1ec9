#pragma once
// Decoded instructions and declarations back to tokens: the decoder's counterpart. Pure functions; any thread.

#include <cstdint>
#include <span>
#include <vector>

#include "dxbc/declaration.h"
#include "dxbc/instruction.h"

namespace hendeca::dxbcasm {

// `nested` holds the operands that others use as relative indexes (OperandIndex::relative).
void writeOperand(std::vector<uint32_t>& out, const dxbc::Operand& operand, const std::vector<dxbc::Operand>& nested);
void writeInstruction(std::vector<uint32_t>& out, const dxbc::Instruction& inst,
                      std::span<const dxbc::Operand> operands, const std::vector<dxbc::Operand>& nested);
void writeDeclaration(std::vector<uint32_t>& out, const dxbc::Declaration& declaration, uint32_t model);
void writeIcb(std::vector<uint32_t>& out, std::span<const uint32_t> words);

} // namespace hendeca::dxbcasm
