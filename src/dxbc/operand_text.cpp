#include "dxbc/operand_text.h"

#include <charconv>
#include <cmath>

#include "dxbc/names.h"
#include "dxbc/operand_table.h"

namespace hendeca::dxbc {

namespace {

constexpr char kComponents[] = "xyzw";

void appendMask(std::string& out, uint8_t mask) {
    for (uint32_t c = 0; c < 4; ++c) {
        if (mask & (1u << c))
            out += kComponents[c];
    }
}

void appendSwizzle(std::string& out, const std::array<uint8_t, 4>& swizzle) {
    for (uint8_t c : swizzle)
        out += kComponents[c & 3];
}

void appendSelection(std::string& out, const Operand& operand, Place place) {
    const bool isDst = place != Place::Src;
    if (operand.components != 4) {
        if (place == Place::Declared || operand.components != defaultComponents(operand.type))
            out += operand.components == 0 ? ".<0>" : ".<1>";
        return;
    }
    switch (operand.selection) {
    case SelectionMode::Mask:
        out += isDst && operand.mask ? "." : ".<m:";
        appendMask(out, operand.mask);
        out += isDst && operand.mask ? "" : ">";
        break;
    case SelectionMode::Swizzle:
        out += isDst ? ".<s:" : ".";
        appendSwizzle(out, operand.swizzle);
        out += isDst ? ">" : "";
        break;
    default:
        out += isDst ? ".<c:" : ".";
        out += kComponents[operand.component() & 3];
        out += isDst ? ">" : "";
        break;
    }
}

void appendIndex(std::string& out, const std::vector<Operand>& operands, const OperandIndex& index) {
    out += '[';
    if (index.isRelative()) {
        appendOperand(out, operands, operands[index.relative], ValueType::Uint, Place::Src);
        if (index.kind != IndexKind::Relative)
            out += " + " + std::to_string(index.immediate);
    } else {
        out += std::to_string(index.immediate);
    }
    out += ']';
}

// The last registers of some files are always written in brackets, even when they have one index only.
bool alwaysBrackets(const Operand& operand) {
    switch (operand.type) {
    case OperandType::ImmediateConstantBuffer:
    case OperandType::ThisPointer:
        return true;
    case OperandType::Input:
    case OperandType::Output:
    case OperandType::InputControlPoint:
    case OperandType::OutputControlPoint:
        return operand.indexCount > 1;
    default:
        return false;
    }
}

void appendHex(std::string& out, uint64_t value, int digits) {
    out += "0x";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
        out += "0123456789abcdef"[(value >> shift) & 0xf];
}

template <class T>
void appendNumber(std::string& out, T value) {
    char text[40];
    const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
    out.append(text, end);
}

bool looksLikeFloat(uint32_t word) {
    const uint32_t exponent = (word >> 23) & 0xff;
    return exponent > 64 && exponent < 192;
}

// A word after a value of unknown type: what most people would read it as.
void appendFloat(std::string& out, uint32_t word) {
    float value;
    std::memcpy(&value, &word, sizeof(value));
    if (!std::isfinite(value)) {
        appendHex(out, word, 8);
        return;
    }
    const size_t start = out.size();
    appendNumber(out, value);
    if (out.find_first_of(".e", start) == std::string::npos)
        out += ".0";
}

bool selectsAsDeclared(const Operand& operand) {
    const Operand usual = usualDeclared(operand.type, operand.indexCount == 3);
    return operand.components == usual.components && operand.selection == usual.selection &&
           operand.mask == usual.mask && operand.swizzle == usual.swizzle;
}

} // namespace

Operand usualDeclared(OperandType type, bool ranges) {
    Operand operand;
    operand.type = type;
    if (type == OperandType::ConstantBuffer || ranges) {
        operand.components = 4;
        operand.selection = SelectionMode::Swizzle;
        operand.mask = 0xf;
    } else if (type == OperandType::OutputDepth || type == OperandType::OutputDepthGreaterEqual ||
               type == OperandType::OutputDepthLessEqual || type == OperandType::OutputStencilRef ||
               type == OperandType::InputCoverageMask || type == OperandType::InnerCoverage) {
        operand.components = 1;
        operand.mask = 1;
        operand.swizzle = {0, 0, 0, 0};
    }
    return operand;
}

uint32_t defaultComponents(OperandType type) {
    switch (type) {
    case OperandType::Sampler:
    case OperandType::Label:
    case OperandType::Null:
    case OperandType::Stream:
    case OperandType::FunctionBody:
    case OperandType::FunctionTable:
    case OperandType::Interface:
    case OperandType::ThreadGroupSharedMemory:
    case OperandType::UnorderedAccessView:
        return 0;
    case OperandType::InputPrimitiveId:
    case OperandType::OutputDepth:
    case OperandType::OutputDepthGreaterEqual:
    case OperandType::OutputDepthLessEqual:
    case OperandType::OutputCoverageMask:
    case OperandType::OutputStencilRef:
    case OperandType::OutputControlPointId:
    case OperandType::InputForkInstanceId:
    case OperandType::InputJoinInstanceId:
    case OperandType::InputCoverageMask:
    case OperandType::InnerCoverage:
    case OperandType::InputThreadIdInGroupFlattened:
    case OperandType::InputGsInstanceId:
        return 1;
    default:
        return 4;
    }
}

void appendImmediate(std::string& out, uint32_t word, ValueType type) {
    switch (type) {
    case ValueType::Float:
        appendFloat(out, word);
        return;
    case ValueType::Int:
    case ValueType::Uint:
        break;
    default:
        if (looksLikeFloat(word)) {
            appendFloat(out, word);
            return;
        }
        break;
    }
    const auto value = static_cast<int32_t>(word);
    if (value > -0x10000 && value < 0x100000)
        appendNumber(out, value);
    else
        appendHex(out, word, 8);
}

void appendImmediate64(std::string& out, uint64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value)) {
        appendHex(out, bits, 16);
        return;
    }
    const size_t start = out.size();
    appendNumber(out, value);
    if (out.find_first_of(".e", start) == std::string::npos)
        out += ".0";
    out += 'l';
}

void appendOperand(std::string& out, const std::vector<Operand>& operands, const Operand& operand, ValueType type,
                   Place place) {
    if (operand.negate)
        out += '-';
    if (operand.absolute)
        out += '|';
    out += operandTypeInfo(operand.type).name;
    if (operand.type == OperandType::Immediate32) {
        out += '(';
        for (uint32_t i = 0; i < operand.components; ++i) {
            out += i ? ", " : "";
            appendImmediate(out, operand.imm[i], type);
        }
        out += ')';
        // Immediates of four components carry a selection that nobody reads; FXC writes a mask of none.
        if (operand.components == 4 && (operand.selection != SelectionMode::Mask || operand.mask != 0))
            appendSelection(out, operand, Place::Src);
    } else if (operand.type == OperandType::Immediate64) {
        out += '(';
        for (uint32_t i = 0; i < (operand.components == 4 ? 2u : 1u); ++i) {
            out += i ? ", " : "";
            appendImmediate64(out, operand.imm64(i));
        }
        out += ')';
        if (operand.components == 4 && (operand.selection != SelectionMode::Mask || operand.mask != 0))
            appendSelection(out, operand, Place::Src);
    } else {
        for (uint32_t i = 0; i < operand.indexCount; ++i) {
            const OperandIndex& index = operand.index[i];
            if (place == Place::Declared && operand.indexCount == 3 && i > 0)
                out += (i == 1 ? '[' : ':') + std::to_string(index.immediate) + (i == 2 ? "]" : "");
            else if (i == 0 && !index.isRelative() && !alwaysBrackets(operand))
                out += std::to_string(index.immediate);
            else
                appendIndex(out, operands, index);
        }
        if (place != Place::Declared || !selectsAsDeclared(operand))
            appendSelection(out, operand, place);
    }
    if (operand.absolute)
        out += '|';
    if (operand.minPrecision != MinPrecision::Default) {
        out += " {";
        out += nameOf(operand.minPrecision);
        out += '}';
    }
    if (operand.nonUniform)
        out += " {nonuniform}";
}

} // namespace hendeca::dxbc
