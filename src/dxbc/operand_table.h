#pragma once
// The table of operand types: what a register file is called, where it may stand, how it is indexed. Used by validator,
// disassembler and the assembler of the tests. Constant data; any thread.
// Source: D3D11.3 functional specification, chapters 22.2 and 22.3.

#include <array>
#include <cstdint>
#include <string_view>

#include "dxbc/instruction.h"

namespace hendeca::dxbc {

struct OperandTypeInfo {
    OperandType type = OperandType::Count;
    std::string_view name;  // text in front of the number, or the whole name
    uint8_t stages = 0;     // StageBit
    uint8_t dimensions = 0; // index dimensions that the text and the tokens have (models up to 5.0), at most
    bool readable = false;  // as a value
    bool writable = false;  // as a result
};

namespace detail {
extern const std::array<OperandTypeInfo, static_cast<size_t>(OperandType::Count)> kOperandTypes;
} // namespace detail
inline const OperandTypeInfo& operandTypeInfo(OperandType type) { // type must be below Count
    return detail::kOperandTypes[static_cast<size_t>(type)];
}

} // namespace hendeca::dxbc
