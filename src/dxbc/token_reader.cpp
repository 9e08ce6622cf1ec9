#include "dxbc/token_reader.h"

#include <string>

#include "dxbc/program.h"

namespace hendeca::dxbc {

Error TokenReader::messageAt(uint32_t at, const char* what) const {
    return makeError(ErrorCode::Corrupt, "token " + std::to_string(offset_ + at) + ": " + what);
}

Result<Operand> TokenReader::operand() {
    Operand result;
    if (!read(result))
        return failure();
    return result;
}

bool TokenReader::read(Operand& operand, uint32_t depth) {
    if (depth > Program::kMaxIndexNesting)
        return fail("operand indexes are nested too deeply");
    const uint32_t token = word();
    const uint32_t type = bits(token, 12, 8);
    if (failed_ || type >= static_cast<uint32_t>(OperandType::Count))
        return fail("operand of unknown type");
    operand.type = static_cast<OperandType>(type);
    if (!selection(token, operand) || (bit(token, 31) && !extended(operand)))
        return false;
    operand.indexCount = static_cast<uint8_t>(bits(token, 20, 2));
    for (uint32_t i = 0; i < operand.indexCount; ++i)
        if (!index(bits(token, 22 + 3 * i, 3), depth, operand.index[i]))
            return false;
    if (operand.isImmediate() && !immediates(operand))
        return false;
    if (failed_)
        return fail("operand is cut off");
    return true;
}

bool TokenReader::selection(uint32_t token, Operand& operand) {
    switch (bits(token, 0, 2)) {
    case 0:
        operand.components = 0;
        operand.mask = 0;
        return true;
    case 1:
        operand.components = 1;
        operand.mask = 1;
        operand.swizzle = {0, 0, 0, 0};
        return true;
    case 2:
        operand.components = 4;
        break;
    default:
        return fail("operand has an undefined number of components");
    }
    switch (bits(token, 2, 2)) {
    case 0:
        operand.selection = SelectionMode::Mask;
        operand.mask = static_cast<uint8_t>(bits(token, 4, 4));
        return true;
    case 1:
        operand.selection = SelectionMode::Swizzle;
        operand.mask = 0xf;
        for (uint32_t i = 0; i < 4; ++i)
            operand.swizzle[i] = static_cast<uint8_t>(bits(token, 4 + 2 * i, 2));
        return true;
    case 2: {
        operand.selection = SelectionMode::Select1;
        const auto component = static_cast<uint8_t>(bits(token, 4, 2));
        operand.mask = static_cast<uint8_t>(1u << component);
        operand.swizzle = {component, component, component, component};
        return true;
    }
    default:
        return fail("operand selects its components in an undefined way");
    }
}

bool TokenReader::extended(Operand& operand) {
    // The format has one kind of extension; a chain longer than a few is an attack on the reader's time.
    for (int i = 0; i < 4; ++i) {
        const uint32_t token = word();
        if (bits(token, 0, 6) == 1) {
            const uint32_t modifier = bits(token, 6, 8);
            if (modifier > 3)
                return fail("operand has an unknown modifier");
            operand.negate = (modifier & 1) != 0;
            operand.absolute = (modifier & 2) != 0;
            const uint32_t precision = bits(token, 14, 3);
            if (precision == 3 || precision > 5)
                return fail("operand has an unknown minimum precision");
            operand.minPrecision = static_cast<MinPrecision>(precision);
            operand.nonUniform = bit(token, 17);
        } else if (bits(token, 0, 6) != 0) {
            return fail("operand has an unknown extension");
        }
        if (!bit(token, 31))
            return true;
    }
    return fail("operand has too many extensions");
}

bool TokenReader::index(uint32_t representation, uint32_t depth, OperandIndex& index) {
    if (representation > static_cast<uint32_t>(IndexKind::Immediate64PlusRelative))
        return fail("operand index of unknown kind");
    index.kind = static_cast<IndexKind>(representation);
    if (index.kind == IndexKind::Immediate64 || index.kind == IndexKind::Immediate64PlusRelative) {
        if (word() != 0) // the high half comes first
            return fail("operand index is above 32 bits");
    }
    if (index.kind != IndexKind::Relative)
        index.immediate = word();
    if (index.kind >= IndexKind::Relative) {
        Operand relative;
        if (!read(relative, depth + 1))
            return false;
        const bool scalar = relative.components == 1 || relative.selection == SelectionMode::Select1;
        if (!scalar || relative.isImmediate())
            return fail("an operand index must be one component of a register");
        index.relative = static_cast<uint32_t>(operands_.size());
        operands_.push_back(relative);
    }
    return true;
}

bool TokenReader::immediates(Operand& operand) {
    if (operand.indexCount != 0 || operand.components == 0)
        return fail("immediate operand is malformed");
    uint32_t count = operand.components;
    if (operand.type == OperandType::Immediate64 && count == 1)
        count = 2;
    for (uint32_t i = 0; i < count; ++i)
        operand.imm[i] = word();
    return true;
}

namespace {

// Interface calls and the tables of class linkage may be longer than the 7 bits of the opcode token can say; then the
// extended token holds the length and nothing else.
bool extensionIsLength(Opcode opcode) {
    return opcode == Opcode::Fcall || opcode == Opcode::DclFunctionBody || opcode == Opcode::DclFunctionTable ||
           opcode == Opcode::DclInterface;
}

} // namespace

bool TokenReader::extendedOpcode(Instruction& inst) {
    for (int i = 0; i < 4; ++i) {
        const uint32_t token = word();
        switch (bits(token, 0, 6)) {
        case 0:
            break;
        case 1:
            inst.hasTexelOffset = true;
            for (uint32_t axis = 0; axis < 3; ++axis) {
                const auto value = static_cast<int8_t>(bits(token, 9 + 4 * axis, 4));
                inst.texelOffset[axis] = static_cast<int8_t>(value >= 8 ? value - 16 : value);
            }
            break;
        case 2: {
            const uint32_t dim = bits(token, 6, 5);
            if (dim >= static_cast<uint32_t>(ResourceDim::Count))
                return fail("unknown resource dimension");
            inst.hasResourceDim = true;
            inst.resourceDim = static_cast<ResourceDim>(dim);
            inst.structureStride = static_cast<uint16_t>(bits(token, 11, 12));
            break;
        }
        case 3:
            inst.hasReturnType = true;
            for (uint32_t c = 0; c < 4; ++c) {
                const uint32_t type = bits(token, 6 + 4 * c, 4);
                if (type >= static_cast<uint32_t>(ReturnType::Count))
                    return fail("unknown resource return type");
                inst.returnType[c] = static_cast<ReturnType>(type);
            }
            break;
        default:
            return fail("unknown extended opcode token");
        }
        if (!bit(token, 31))
            return true;
    }
    return fail("too many extended opcode tokens");
}

bool TokenReader::read(Opcode opcode, Instruction& inst) {
    const OpcodeInfo& info = opcodeInfo(opcode);
    const uint32_t token = word();
    inst.opcode = opcode;
    inst.tokenOffset = offset_;
    inst.saturate = info.has(kSaturate) && bit(token, 13);
    inst.testNonZero = info.has(kTestsBool) && bit(token, 18);
    inst.preciseMask = info.has(kPrecise) ? static_cast<uint8_t>(bits(token, 19, 4)) : uint8_t{0};
    if (info.has(kResinfoType) || info.has(kInfoType)) {
        const uint32_t type = bits(token, 11, 2);
        if (type == 3)
            return fail("unknown return type of an information instruction");
        if (info.has(kResinfoType))
            inst.infoReturn = static_cast<InfoReturn>(type);
        else
            inst.infoReturn = type == 0 ? InfoReturn::Float : InfoReturn::Uint;
    }
    if (info.has(kSyncFlags))
        inst.syncFlags = static_cast<uint8_t>(bits(token, 11, 4));
    if (bit(token, 31)) {
        if (extensionIsLength(opcode))
            word();
        else if (!extendedOpcode(inst))
            return false;
    }
    if (opcode == Opcode::Fcall)
        inst.functionIndex = word();

    inst.dstCount = info.dstCount;
    inst.srcCount = info.srcCount;
    inst.firstOperand = static_cast<uint32_t>(operands_.size());
    const uint32_t count = info.dstCount + info.srcCount;
    operands_.resize(operands_.size() + count);
    for (uint32_t i = 0; i < count; ++i) {
        Operand operand;
        if (!read(operand))
            return false;
        operands_[inst.firstOperand + i] = operand;
    }
    // FXC 9.30 puts a zero behind the operands of samplepos.
    if (opcode == Opcode::Samplepos && remaining() == 1 && words_.back() == 0)
        word();
    if (failed_ || !atEnd())
        return fail("instruction has more or fewer tokens than its opcode wants");
    return true;
}

Result<Instruction> decodeInstruction(Opcode opcode, std::span<const uint32_t> words, uint32_t offset,
                                      std::vector<Operand>& operands) {
    TokenReader reader(words, offset, operands);
    Instruction inst;
    if (!reader.read(opcode, inst))
        return reader.failure();
    return inst;
}

} // namespace hendeca::dxbc
