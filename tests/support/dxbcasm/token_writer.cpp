#include "token_writer.h"

#include <cstring>

namespace hendeca::dxbcasm {

using namespace dxbc;

namespace {

uint32_t indexToken(const OperandIndex& index) {
    return static_cast<uint32_t>(index.kind);
}

// Sets the length of the instruction that starts at `start`; tables of any length use an extended token.
void finish(std::vector<uint32_t>& out, size_t start) {
    const auto length = static_cast<uint32_t>(out.size() - start);
    if (length <= 127) {
        out[start] |= length << 24;
        return;
    }
    out[start] |= 1u << 31;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(start) + 1, length + 1);
}

} // namespace

void writeOperand(std::vector<uint32_t>& out, const Operand& operand, const std::vector<Operand>& nested) {
    uint32_t token = operand.components == 4 ? 2 : operand.components;
    if (operand.components == 4) {
        switch (operand.selection) {
        case SelectionMode::Swizzle:
            token |= 1u << 2;
            for (uint32_t i = 0; i < 4; ++i)
                token |= static_cast<uint32_t>(operand.swizzle[i]) << (4 + 2 * i);
            break;
        case SelectionMode::Select1:
            token |= 2u << 2 | static_cast<uint32_t>(operand.component()) << 4;
            break;
        default:
            token |= static_cast<uint32_t>(operand.mask) << 4;
            break;
        }
    }
    token |= static_cast<uint32_t>(operand.type) << 12;
    token |= static_cast<uint32_t>(operand.indexCount) << 20;
    for (uint32_t i = 0; i < operand.indexCount; ++i)
        token |= indexToken(operand.index[i]) << (22 + 3 * i);
    const uint32_t modifier = (operand.negate ? 1u : 0u) | (operand.absolute ? 2u : 0u);
    const bool extended = modifier || operand.minPrecision != MinPrecision::Default || operand.nonUniform;
    out.push_back(token | (extended ? 1u << 31 : 0u));
    if (extended)
        out.push_back(1u | modifier << 6 | static_cast<uint32_t>(operand.minPrecision) << 14 |
                      (operand.nonUniform ? 1u << 17 : 0u));
    for (uint32_t i = 0; i < operand.indexCount; ++i) {
        const OperandIndex& index = operand.index[i];
        if (index.kind == IndexKind::Immediate64 || index.kind == IndexKind::Immediate64PlusRelative)
            out.push_back(0);
        if (index.kind != IndexKind::Relative)
            out.push_back(index.immediate);
        if (index.isRelative())
            writeOperand(out, nested[index.relative], nested);
    }
    uint32_t immediates = operand.isImmediate() ? operand.components : 0;
    if (operand.type == OperandType::Immediate64 && immediates == 1)
        immediates = 2;
    for (uint32_t i = 0; i < immediates; ++i)
        out.push_back(operand.imm[i]);
}

void writeInstruction(std::vector<uint32_t>& out, const Instruction& inst, std::span<const Operand> operands,
                      const std::vector<Operand>& nested) {
    const size_t start = out.size();
    uint32_t token = static_cast<uint32_t>(inst.opcode);
    token |= inst.saturate ? 1u << 13 : 0u;
    token |= inst.testNonZero ? 1u << 18 : 0u;
    token |= static_cast<uint32_t>(inst.preciseMask) << 19;
    const bool scalarInfo = inst.info().has(kInfoType);
    token |= (scalarInfo ? (inst.infoReturn == InfoReturn::Float ? 0u : 1u) : static_cast<uint32_t>(inst.infoReturn))
             << 11;
    token |= static_cast<uint32_t>(inst.syncFlags) << 11;

    std::vector<uint32_t> extended;
    if (inst.hasTexelOffset) {
        uint32_t word = 1;
        for (uint32_t i = 0; i < 3; ++i)
            word |= (static_cast<uint32_t>(inst.texelOffset[i]) & 0xfu) << (9 + 4 * i);
        extended.push_back(word);
    }
    if (inst.hasResourceDim)
        extended.push_back(2u | static_cast<uint32_t>(inst.resourceDim) << 6 |
                           static_cast<uint32_t>(inst.structureStride) << 11);
    if (inst.hasReturnType) {
        uint32_t word = 3;
        for (uint32_t i = 0; i < 4; ++i)
            word |= static_cast<uint32_t>(inst.returnType[i]) << (6 + 4 * i);
        extended.push_back(word);
    }
    out.push_back(token | (extended.empty() ? 0u : 1u << 31));
    for (size_t i = 0; i < extended.size(); ++i)
        out.push_back(extended[i] | (i + 1 < extended.size() ? 1u << 31 : 0u));
    if (inst.opcode == Opcode::Fcall)
        out.push_back(inst.functionIndex);
    for (const Operand& operand : operands)
        writeOperand(out, operand, nested);
    finish(out, start);
}

void writeDeclaration(std::vector<uint32_t>& out, const Declaration& d, uint32_t model) {
    const std::vector<Operand> none;
    const size_t start = out.size();
    uint32_t token = static_cast<uint32_t>(d.opcode);
    token |= static_cast<uint32_t>(d.interpolation) << 11 | static_cast<uint32_t>(d.samplerMode) << 11 |
             d.globalFlags << 11 | static_cast<uint32_t>(d.primitive) << 11 | static_cast<uint32_t>(d.topology) << 11 |
             static_cast<uint32_t>(d.domain) << 11 | static_cast<uint32_t>(d.partitioning) << 11 |
             static_cast<uint32_t>(d.tessOutput) << 11 | (d.dynamicIndexed ? 1u << 11 : 0u);
    token |=
        (d.globallyCoherent ? 1u << 16 : 0u) | (d.rasterizerOrdered ? 1u << 17 : 0u) | (d.hasCounter ? 1u << 23 : 0u);
    if (d.opcode == Opcode::DclResource || d.opcode == Opcode::DclUavTyped)
        token |= static_cast<uint32_t>(d.dim) << 11 | static_cast<uint32_t>(d.sampleCount) << 16;
    if (d.opcode == Opcode::DclInputControlPointCount || d.opcode == Opcode::DclOutputControlPointCount)
        token |= d.count << 11;
    out.push_back(token);

    bool space = model >= 51;
    bool hasOperand = true;
    switch (d.opcode) {
    case Opcode::DclConstantBuffer:
    case Opcode::DclSampler:
    case Opcode::DclResource:
    case Opcode::DclResourceRaw:
    case Opcode::DclResourceStructured:
    case Opcode::DclUavTyped:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
        break;
    default:
        space = false;
        hasOperand = d.info().opcode == Opcode::DclStream || d.operand.type != OperandType::Null;
        break;
    }
    if (hasOperand)
        writeOperand(out, d.operand, none);

    switch (d.opcode) {
    case Opcode::DclConstantBuffer:
        if (model >= 51)
            out.push_back(d.count);
        break;
    case Opcode::DclResource:
    case Opcode::DclUavTyped: {
        uint32_t word = 0;
        for (uint32_t i = 0; i < 4; ++i)
            word |= static_cast<uint32_t>(d.returnType[i]) << (4 * i);
        out.push_back(word);
        break;
    }
    case Opcode::DclResourceStructured:
    case Opcode::DclUavStructured:
        out.push_back(d.structureStride);
        break;
    case Opcode::DclTgsmRaw:
        out.push_back(d.count);
        break;
    case Opcode::DclTgsmStructured:
        out.push_back(d.structureStride);
        out.push_back(d.count);
        break;
    case Opcode::DclIndexRange:
    case Opcode::DclTemps:
    case Opcode::DclMaxOutputVertexCount:
    case Opcode::DclGsInstanceCount:
    case Opcode::DclHsForkPhaseInstanceCount:
    case Opcode::DclHsJoinPhaseInstanceCount:
        out.push_back(d.count);
        break;
    case Opcode::DclIndexableTemp:
        out.insert(out.end(), {d.id, d.count, d.components});
        break;
    case Opcode::DclHsMaxTessfactor: {
        uint32_t word;
        std::memcpy(&word, &d.maxTessFactor, sizeof(word));
        out.push_back(word);
        break;
    }
    case Opcode::DclThreadGroup:
        out.insert(out.end(), d.threadGroup.begin(), d.threadGroup.end());
        break;
    case Opcode::DclFunctionBody:
        out.push_back(d.id);
        break;
    case Opcode::DclFunctionTable:
        out.insert(out.end(), {d.id, static_cast<uint32_t>(d.list.size())});
        out.insert(out.end(), d.list.begin(), d.list.end());
        break;
    case Opcode::DclInterface:
        out.insert(out.end(), {d.id, d.count, static_cast<uint32_t>(d.list.size()) | d.arrayLength << 16});
        out.insert(out.end(), d.list.begin(), d.list.end());
        break;
    default:
        if (d.systemName != SystemName::Undefined)
            out.push_back(static_cast<uint32_t>(d.systemName));
        break;
    }
    if (space)
        out.push_back(d.space);
    finish(out, start);
}

void writeIcb(std::vector<uint32_t>& out, std::span<const uint32_t> words) {
    out.push_back(static_cast<uint32_t>(Opcode::Customdata) | 3u << 11);
    out.push_back(static_cast<uint32_t>(words.size()) + 2);
    out.insert(out.end(), words.begin(), words.end());
}

} // namespace hendeca::dxbcasm
