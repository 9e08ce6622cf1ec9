#pragma once
// Operands and immediates from text. Internal to the assembler.

#include <cstdint>
#include <string>
#include <vector>

#include "cursor.h"
#include "dxbc/instruction.h"
#include "dxbc/operand_text.h"
#include "util/result.h"

namespace hendeca::dxbcasm {

// `nested` receives the operands of relative indexes.
Result<dxbc::Operand> parseOperand(Cursor& cursor, dxbc::Place place, std::vector<dxbc::Operand>& nested);
// "1.5", "-3", "0x7f800000": the bits.
Result<uint32_t> parseWord(Cursor& cursor);
// "xy", "_y__" and the like: bit 0 = x.
Result<uint8_t> parseMask(std::string_view letters);

} // namespace hendeca::dxbcasm
