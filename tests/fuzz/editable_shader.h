#pragma once
// A DXBC container taken apart so that it can be changed and put together again: the chunks, and the program as a list
// of token groups, one per instruction or declaration. Taking apart asks for much less than the decoder does: what is
// wrong inside a group stays as it is. Plain data; one thread at a time.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dxbc/declaration.h"
#include "dxbc/instruction.h"

namespace hendeca::fuzz {

using Tokens = std::vector<uint32_t>;

struct EditableChunk {
    uint32_t tag = 0;
    std::vector<uint8_t> bytes; // of the program chunk: nothing, it is made from the groups
};

struct EditableShader {
    std::vector<EditableChunk> chunks;
    size_t programChunk = 0; // index into chunks
    uint32_t version = 0;
    std::vector<Tokens> groups;

    uint32_t model() const { return (version >> 4 & 0xf) * 10 + (version & 0xf); }
};

// Nothing when the bytes are no container with a program whose groups can be told apart.
std::optional<EditableShader> takeApart(std::span<const uint8_t> container);
// With right lengths and the right checksum.
std::vector<uint8_t> putTogether(const EditableShader& shader);

uint32_t opcodeOf(const Tokens& group); // the number, which may be none of the table's
bool isDeclaration(const Tokens& group);

// One instruction and its operands, those that serve as indexes included (behind the others).
struct EditableInstruction {
    dxbc::Instruction inst;
    std::vector<dxbc::Operand> operands;

    std::span<dxbc::Operand> own() {
        return std::span(operands).subspan(inst.firstOperand, size_t{inst.dstCount} + inst.srcCount);
    }
};
std::optional<EditableInstruction> decodeGroup(const Tokens& group);
Tokens encodeGroup(const EditableInstruction& instruction);
std::optional<dxbc::Declaration> decodeDeclarationGroup(const Tokens& group, uint32_t model);

// Copies an operand, and those that it names as indexes, into another instruction's list. The copy is returned.
dxbc::Operand copyOperand(const dxbc::Operand& operand, const std::vector<dxbc::Operand>& from,
                          std::vector<dxbc::Operand>& to);

} // namespace hendeca::fuzz
