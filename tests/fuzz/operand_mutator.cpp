#include "operand_mutator.h"

#include <algorithm>

namespace hendeca::fuzz {

using namespace dxbc;

namespace {

template <class E>
E anyOf(Random& random, E count) {
    return static_cast<E>(random.below(static_cast<uint32_t>(count)));
}

void changeSelection(Operand& operand, Random& random) {
    switch (random.below(4)) {
    case 0:
        operand.components = random.oneIn(4) ? static_cast<uint8_t>(random.below(2)) : uint8_t{4};
        break;
    case 1:
        operand.selection = anyOf(random, SelectionMode::Select1);
        operand.selection = random.oneIn(3) ? SelectionMode::Select1 : operand.selection;
        break;
    case 2:
        operand.mask = static_cast<uint8_t>(random.below(16));
        break;
    default:
        operand.swizzle[random.below(4)] = static_cast<uint8_t>(random.below(4));
        break;
    }
}

void changeIndex(EditableInstruction& instruction, size_t which, Random& random) {
    Operand operand = instruction.operands[which];
    if (random.oneIn(12))
        operand.indexCount = static_cast<uint8_t>(random.below(4));
    OperandIndex& index = operand.index[random.below(std::max<uint32_t>(operand.indexCount, 1))];
    switch (random.below(4)) {
    case 0:
        index.immediate = random.below(8);
        break;
    case 1:
        index.immediate += random.below(5) - 2;
        break;
    case 2:
        index.immediate = random.edge();
        break;
    default:
        if (index.isRelative()) {
            index.relative = kNoOperand;
            index.kind = IndexKind::Immediate32;
        } else {
            Operand relative;
            relative.type = OperandType::Temp;
            relative.components = 4;
            relative.selection = SelectionMode::Select1;
            relative.swizzle.fill(static_cast<uint8_t>(random.below(4)));
            relative.indexCount = 1;
            relative.index[0].immediate = random.below(4);
            index.relative = static_cast<uint32_t>(instruction.operands.size());
            index.kind = random.oneIn(2) ? IndexKind::Relative : IndexKind::Immediate32PlusRelative;
            instruction.operands.push_back(relative);
        }
        break;
    }
    instruction.operands[which] = operand;
}

// Where the other members of a declaration come from; which of them count is the opcode's matter.
void changeNumbers(Declaration& d, Random& random) {
    switch (random.below(10)) {
    case 0:
        d.count = random.below(40);
        break;
    case 1:
        d.count = random.edge();
        break;
    case 2:
        d.structureStride = random.oneIn(3) ? random.edge() : 4 * random.below(600);
        break;
    case 3:
        d.threadGroup[random.below(3)] = random.oneIn(3) ? random.edge() : 1 + random.below(64);
        break;
    case 4:
        d.components = static_cast<uint8_t>(random.below(6));
        break;
    case 5:
        d.id = random.below(16);
        break;
    case 6:
        d.space = random.below(3);
        break;
    case 7:
        d.globalFlags = random.below(512);
        break;
    case 8:
        d.maxTessFactor =
            random.oneIn(2) ? static_cast<float>(random.below(128)) : -1.0f / static_cast<float>(random.below(2));
        break;
    default:
        d.sampleCount = static_cast<uint8_t>(random.below(16));
        break;
    }
}

void changeEnums(Declaration& d, Random& random) {
    switch (d.opcode) {
    case Opcode::DclResource:
    case Opcode::DclUavTyped:
        if (random.oneIn(2))
            d.dim = anyOf(random, ResourceDim::Count);
        else
            d.returnType.fill(anyOf(random, ReturnType::Count));
        break;
    case Opcode::DclSampler:
        d.samplerMode = anyOf(random, SamplerMode::Count);
        break;
    case Opcode::DclInputPs:
    case Opcode::DclInputPsSgv:
    case Opcode::DclInputPsSiv:
        d.interpolation = anyOf(random, Interpolation::Count);
        break;
    case Opcode::DclInputPrimitive:
        d.primitive = static_cast<Primitive>(random.below(42));
        break;
    case Opcode::DclOutputTopology:
        d.topology = static_cast<Topology>(random.below(7));
        break;
    case Opcode::DclTessellatorDomain:
        d.domain = static_cast<TessDomain>(random.below(4));
        break;
    case Opcode::DclTessellatorPartitioning:
        d.partitioning = static_cast<TessPartitioning>(random.below(6));
        break;
    case Opcode::DclTessellatorOutputPrimitive:
        d.tessOutput = static_cast<TessOutput>(random.below(6));
        break;
    default:
        break;
    }
    if (d.systemName != SystemName::Undefined && random.oneIn(2))
        d.systemName = anyOf(random, SystemName::Count);
    if (random.oneIn(8))
        d.globallyCoherent = !d.globallyCoherent;
    if (random.oneIn(8))
        d.hasCounter = d.opcode == Opcode::DclUavStructured && !d.hasCounter;
}

} // namespace

void changeOpcode(EditableInstruction& instruction, Random& random) {
    const uint32_t wanted = uint32_t{instruction.inst.dstCount} + instruction.inst.srcCount;
    Opcode opcode = instruction.inst.opcode;
    for (uint32_t tries = 0; tries < 64; ++tries) {
        opcode = anyOf(random, Opcode::Count);
        const OpcodeInfo& info = opcodeInfo(opcode);
        if (info.has(kReserved) || info.has(kDeclaration) || info.has(kHullPhase) || opcode == Opcode::Customdata)
            continue;
        const bool same = info.dstCount == instruction.inst.dstCount && info.srcCount == instruction.inst.srcCount;
        if (same || random.oneIn(24))
            break;
        opcode = instruction.inst.opcode;
    }
    const OpcodeInfo& info = opcodeInfo(opcode);
    instruction.inst.opcode = opcode;
    const uint32_t count = uint32_t{info.dstCount} + info.srcCount;
    if (count != wanted) {
        std::vector<Operand> own(count);
        for (uint32_t i = 0; i < count && wanted; ++i)
            own[i] = instruction.operands[instruction.inst.firstOperand + i % wanted];
        instruction.inst.firstOperand = static_cast<uint32_t>(instruction.operands.size());
        instruction.operands.insert(instruction.operands.end(), own.begin(), own.end());
    }
    instruction.inst.dstCount = info.dstCount;
    instruction.inst.srcCount = info.srcCount;
}

void changeFlags(EditableInstruction& instruction, Random& random) {
    Instruction& inst = instruction.inst;
    switch (random.below(9)) {
    case 0:
        inst.saturate = !inst.saturate;
        break;
    case 1:
        inst.testNonZero = !inst.testNonZero;
        break;
    case 2:
        inst.preciseMask = static_cast<uint8_t>(random.below(16));
        break;
    case 3:
        inst.hasTexelOffset = !inst.hasTexelOffset;
        break;
    case 4:
        for (int8_t& offset : inst.texelOffset)
            offset = static_cast<int8_t>(static_cast<int32_t>(random.below(16)) - 8);
        break;
    case 5:
        inst.hasResourceDim = true;
        inst.resourceDim = anyOf(random, ResourceDim::Count);
        break;
    case 6:
        inst.hasReturnType = true;
        inst.returnType.fill(anyOf(random, ReturnType::Count));
        break;
    case 7:
        inst.syncFlags = inst.info().has(kSyncFlags) ? static_cast<uint8_t>(random.below(16)) : uint8_t{0};
        break;
    default:
        inst.infoReturn = static_cast<InfoReturn>(random.below(3));
        break;
    }
}

void changeOperand(EditableInstruction& instruction, Random& random) {
    if (instruction.operands.empty())
        return;
    const size_t which = random.below(instruction.operands.size());
    Operand& operand = instruction.operands[which];
    switch (random.below(8)) {
    case 0:
        operand.type = anyOf(random, OperandType::Count);
        break;
    case 1:
        operand.negate = !operand.negate;
        break;
    case 2:
        operand.absolute = !operand.absolute;
        break;
    case 3:
        changeSelection(operand, random);
        break;
    case 4:
        operand.imm[random.below(4)] = random.edge();
        break;
    case 5:
        operand.minPrecision = static_cast<MinPrecision>(random.below(6));
        break;
    default:
        changeIndex(instruction, which, random);
        break;
    }
}

void takeOperand(EditableInstruction& instruction, const EditableInstruction& from, Random& random) {
    const uint32_t own = uint32_t{instruction.inst.dstCount} + instruction.inst.srcCount;
    const uint32_t theirs = uint32_t{from.inst.dstCount} + from.inst.srcCount;
    if (own == 0 || theirs == 0)
        return;
    const Operand operand =
        copyOperand(from.operands[from.inst.firstOperand + random.below(theirs)], from.operands, instruction.operands);
    instruction.operands[instruction.inst.firstOperand + random.below(own)] = operand;
}

void changeDeclaration(Declaration& d, Random& random) {
    switch (random.below(6)) {
    case 0:
        changeNumbers(d, random);
        break;
    case 1:
    case 2:
        changeEnums(d, random);
        break;
    case 3:
        changeSelection(d.operand, random);
        break;
    case 4: {
        OperandIndex& index = d.operand.index[random.below(3)];
        index.immediate = random.oneIn(4) ? random.edge() : random.below(34);
        break;
    }
    default:
        if (random.oneIn(3))
            d.operand.type = anyOf(random, OperandType::Count);
        else
            d.operand.indexCount = static_cast<uint8_t>(random.below(4));
        break;
    }
}

} // namespace hendeca::fuzz
