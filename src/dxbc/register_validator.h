#pragma once
// Checks operands of a program against its declarations: each register is declared, inside its range, and of the kind
// that the opcode wants in that place. Internal to dxbc; one thread at a time. The program must outlive it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dxbc/program.h"

namespace hendeca::dxbc {

class RegisterValidator {
public:
    explicit RegisterValidator(const Program& program) : program_(program) {}

    Status begin();                        // checks and collects the declarations of the whole program
    Status startPhase(const Phase& phase); // the declarations that hold in the phase from here on
    bool check(const Instruction& inst); // false: takeError() says why
    Error takeError() { return std::move(*error_); }

private:
    static constexpr uint32_t kIoRegisters = 32;
    enum class Use : uint8_t { Read, Write, Index };
    using Slots = std::vector<const Declaration*>;

    Status collectSlot(const Declaration& d);
    Status collectIo(const Declaration& d);
    bool checkKind(const Operand& operand, ValueType kind, bool isDst);
    bool checkRegister(const Operand& operand, Use use, uint32_t depth);
    bool checkIo(const Operand& operand);
    uint32_t vertexCount(OperandType type) const;
    bool checkConstantBuffer(const Operand& operand);
    bool checkSlot(const Operand& operand, const Slots& declared, const char* what);
    Error error(const std::string& what) const;
    bool fail(const std::string& what) {
        error_ = error(what);
        return false;
    }

    const Program& program_;
    std::optional<Error> error_;
    uint32_t token_ = 0;
    Opcode opcode_ = Opcode::Nop;
    uint32_t temps_ = 0;
    uint32_t programTemps_ = 0;
    uint32_t sharedBytes_ = 0;

    struct IndexableTemp {
        uint32_t id;
        uint32_t size;
    };
    // What is declared for the whole program; the lists are short.
    Slots constantBuffers_;
    Slots samplers_;
    Slots resources_;
    Slots uavs_;
    Slots shared_;
    Slots interfaces_;
    std::vector<IndexableTemp> indexable_;
    // Bit r of ioRegisters_[type]: register r of that operand type is declared, in any component.
    std::array<uint32_t, static_cast<size_t>(OperandType::Count)> ioRegisters_{};
};

} // namespace hendeca::dxbc
