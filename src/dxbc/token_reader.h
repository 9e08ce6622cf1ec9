#pragma once
// Reads tokens of one instruction: words, operands, whole instructions and declarations. Bounded by the instruction's
// own length; a read beyond it gives zero and turns the reader false. Internal to dxbc; one thread at a time. Source:
// Microsoft's D3D11 tokenised program format.

#include <cstdint>
#include <span>
#include <vector>

#include "dxbc/declaration.h"
#include "dxbc/instruction.h"
#include "util/result.h"

namespace hendeca::dxbc {

// Bit fields of a token.
constexpr uint32_t bits(uint32_t token, uint32_t first, uint32_t count) {
    return (token >> first) & ((1u << count) - 1u);
}
constexpr bool bit(uint32_t token, uint32_t index) {
    return ((token >> index) & 1u) != 0;
}

class TokenReader {
public:
    // `words` is one instruction, `offset` its place in the chunk (for messages), `operands` receives operands that
    // others refer to by index.
    TokenReader(std::span<const uint32_t> words, uint32_t offset, std::vector<Operand>& operands)
        : words_(words), offset_(offset), operands_(operands) {}

    explicit operator bool() const { return !failed_; }
    bool atEnd() const { return at_ == words_.size(); }
    uint32_t remaining() const { return static_cast<uint32_t>(words_.size()) - at_; }
    uint32_t word() {
        if (at_ == words_.size()) {
            failed_ = true;
            return 0;
        }
        return words_[at_++];
    }
    // False: failure() says why. `operand` and `inst` are new ones, and no element of `operands`, which may grow.
    bool read(Operand& operand, uint32_t depth = 0);
    bool read(Opcode opcode, Instruction& inst);
    Error failure() const { return messageAt(failedAt_, what_); }

    Result<Operand> operand();
    Error error(const char* what) const { return messageAt(at_, what); }

private:
    bool fail(const char* what) {
        what_ = what;
        failedAt_ = at_;
        return false;
    }
    Error messageAt(uint32_t at, const char* what) const;
    bool selection(uint32_t token, Operand& operand);
    bool extended(Operand& operand);
    bool immediates(Operand& operand);
    bool index(uint32_t representation, uint32_t depth, OperandIndex& index);
    bool extendedOpcode(Instruction& inst);

    std::span<const uint32_t> words_;
    uint32_t offset_;
    uint32_t at_ = 0;
    uint32_t failedAt_ = 0;
    const char* what_ = "";
    bool failed_ = false;
    std::vector<Operand>& operands_;
};

// Decodes an instruction whose opcode is neither a declaration, custom data nor a phase marker. Its operands are
// appended to `operands`.
Result<Instruction> decodeInstruction(Opcode opcode, std::span<const uint32_t> words, uint32_t offset,
                                      std::vector<Operand>& operands);

// Decodes a declaration other than custom data. `model` is 40 to 51.
Result<Declaration> decodeDeclaration(Opcode opcode, std::span<const uint32_t> words, uint32_t offset, uint32_t model);

} // namespace hendeca::dxbc
