#include "dxbc/register_validator.h"

#include <algorithm>
#include <string>

#include "dxbc/operand_table.h"
#include "dxbc/resource_rules.h"

namespace hendeca::dxbc {

namespace {

// Slots of the API; model 5.1 has ranges of any size instead.
constexpr uint32_t kMaxConstantBuffers = 15; // 14, and one that some compilers used for immediate constants
constexpr uint32_t kMaxSamplers = 16;
constexpr uint32_t kMaxResources = 128;
constexpr uint32_t kMaxUavs = 64;
constexpr uint32_t kMaxRegisters = 4096; // of indexable temps, as with temps
constexpr uint32_t kMaxInterfaces = 253; // slots of class instances

bool hasRegisterNumber(OperandType type) {
    return type == OperandType::Input || type == OperandType::Output || type == OperandType::InputControlPoint ||
           type == OperandType::OutputControlPoint || type == OperandType::InputPatchConstant;
}

const Declaration* findId(const std::vector<const Declaration*>& declared, uint32_t id) {
    const auto found =
        std::find_if(declared.begin(), declared.end(), [id](const Declaration* d) { return d->id == id; });
    return found != declared.end() ? *found : nullptr;
}

std::string describe(const Operand& operand) {
    return std::string(operandTypeInfo(operand.type).name) + std::to_string(operand.reg());
}

} // namespace

Error RegisterValidator::error(const std::string& what) const {
    return makeError(ErrorCode::Corrupt, "token " + std::to_string(token_) + ": " + what);
}

Status RegisterValidator::begin() {
    for (const Declaration& d : program_.declarations()) {
        token_ = d.tokenOffset;
        HENDECA_TRY(collectSlot(d));
    }
    for (const Phase& phase : program_.phases()) {
        if (phase.kind == PhaseKind::HullDeclarations)
            programTemps_ = std::max(programTemps_, phase.tempCount);
    }
    return Ok{};
}

Status RegisterValidator::collectSlot(const Declaration& d) {
    const bool ranges = program_.model() >= 51;
    auto add = [&](Slots& ids, uint32_t limit, const char* what) -> Status {
        if (!ranges && d.id >= limit)
            return error(std::string(what) + " slot " + std::to_string(d.id) + " is out of range");
        if (findId(ids, d.id))
            return error(std::string(what) + " " + std::to_string(d.id) + " is declared twice");
        if (ids.size() >= Program::kMaxRanges)
            return error(std::string("too many declarations of ") + what);
        ids.push_back(&d);
        return Ok{};
    };
    switch (d.opcode) {
    case Opcode::DclConstantBuffer:
        return add(constantBuffers_, kMaxConstantBuffers, "constant buffer");
    case Opcode::DclSampler:
        return add(samplers_, kMaxSamplers, "sampler");
    case Opcode::DclResource:
    case Opcode::DclResourceRaw:
    case Opcode::DclResourceStructured:
        return add(resources_, kMaxResources, "resource");
    case Opcode::DclUavTyped:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
        return add(uavs_, kMaxUavs, "unordered access view");
    case Opcode::DclInterface:
        return add(interfaces_, kMaxInterfaces, "interface");
    case Opcode::DclTgsmRaw:
    case Opcode::DclTgsmStructured: {
        const uint64_t bytes = uint64_t{d.count} * (d.opcode == Opcode::DclTgsmRaw ? 1u : d.structureStride);
        if (bytes == 0 || bytes % 4 != 0 || bytes + sharedBytes_ > Program::kMaxSharedBytes)
            return error("group-shared memory of an impossible size");
        sharedBytes_ += static_cast<uint32_t>(bytes);
        return add(shared_, Program::kMaxSharedBytes / 4, "group-shared memory");
    }
    default:
        return Ok{};
    }
}

Status RegisterValidator::startPhase(const Phase& phase) {
    ioRegisters_ = {};
    indexable_.clear();
    temps_ = std::max(phase.tempCount, programTemps_);
    uint32_t registers = temps_;
    for (const Declaration& d : program_.declarations(phase)) {
        token_ = d.tokenOffset;
        if (d.opcode == Opcode::DclIndexableTemp) {
            const bool twice = std::any_of(indexable_.begin(), indexable_.end(),
                                           [&d](const IndexableTemp& other) { return other.id == d.id; });
            if (twice || d.count == 0 || d.count > kMaxRegisters || registers + d.count > kMaxRegisters)
                return error("indexable temp of an impossible size, or declared twice");
            registers += d.count;
            indexable_.push_back({d.id, d.count});
        } else {
            HENDECA_TRY(collectIo(d));
        }
    }
    return Ok{};
}

Status RegisterValidator::collectIo(const Declaration& d) {
    switch (d.opcode) {
    case Opcode::DclInput:
    case Opcode::DclInputSgv:
    case Opcode::DclInputSiv:
    case Opcode::DclInputPs:
    case Opcode::DclInputPsSgv:
    case Opcode::DclInputPsSiv:
    case Opcode::DclOutput:
    case Opcode::DclOutputSgv:
    case Opcode::DclOutputSiv:
    case Opcode::DclIndexRange:
        break;
    default:
        return Ok{};
    }
    const Operand& operand = d.operand;
    const OperandTypeInfo& info = operandTypeInfo(operand.type);
    const bool isOutput =
        d.opcode == Opcode::DclOutput || d.opcode == Opcode::DclOutputSgv || d.opcode == Opcode::DclOutputSiv;
    if (!(info.stages & stageBit(program_.stage())) || (d.opcode != Opcode::DclIndexRange && info.writable != isOutput))
        return error("declaration of a register that the stage does not have");
    if (!hasRegisterNumber(operand.type)) {
        if (operand.indexCount != 0 || d.opcode == Opcode::DclIndexRange)
            return error("declaration of a register that has no number, with one");
        ioRegisters_[static_cast<size_t>(operand.type)] |= 1u;
        return Ok{};
    }
    if (operand.indexCount < 1 || operand.indexCount > info.dimensions)
        return error("declaration with a wrong number of indexes");
    const uint32_t reg = operand.index[operand.indexCount - 1].immediate;
    const uint32_t count = d.opcode == Opcode::DclIndexRange ? d.count : 1;
    if (reg >= kIoRegisters || count > kIoRegisters - reg)
        return error("declaration of register " + std::to_string(reg) + " is out of range");
    if (operand.indexCount == 2 && operand.index[0].immediate > kIoRegisters)
        return error("declaration of too many vertices");
    for (uint32_t i = 0; i < count; ++i) {
        if (d.opcode != Opcode::DclIndexRange)
            ioRegisters_[static_cast<size_t>(operand.type)] |= 1u << (reg + i);
    }
    return Ok{};
}

bool RegisterValidator::check(const Instruction& inst) {
    token_ = inst.tokenOffset;
    opcode_ = inst.opcode;
    const OpcodeInfo& info = inst.info();
    const auto dst = program_.dst(inst);
    const auto src = program_.src(inst);
    for (size_t i = 0; i < dst.size(); ++i)
        if (!checkKind(dst[i], info.dst[i], true))
            return false;
    for (size_t i = 0; i < src.size(); ++i)
        if (!checkKind(src[i], info.src[i], false))
            return false;
    return true;
}

bool RegisterValidator::checkKind(const Operand& operand, ValueType kind, bool isDst) {
    const OperandType type = operand.type;
    bool good = true;
    switch (kind) {
    case ValueType::Resource:
        good = type == OperandType::Resource;
        break;
    case ValueType::Sampler:
        good = type == OperandType::Sampler;
        break;
    case ValueType::Uav:
        good = type == OperandType::UnorderedAccessView;
        break;
    case ValueType::Memory:
        good = type == OperandType::UnorderedAccessView || type == OperandType::ThreadGroupSharedMemory;
        break;
    case ValueType::Buffer:
        good = type == OperandType::Resource || type == OperandType::UnorderedAccessView ||
               type == OperandType::ThreadGroupSharedMemory;
        break;
    case ValueType::AnyView:
        good = type == OperandType::Resource || type == OperandType::UnorderedAccessView ||
               type == OperandType::Rasterizer;
        break;
    case ValueType::Input:
        good = type == OperandType::Input;
        break;
    case ValueType::Label:
        good = type == OperandType::Label || (opcode_ == Opcode::Label && type == OperandType::FunctionBody);
        break;
    case ValueType::Stream:
        good = type == OperandType::Stream;
        break;
    case ValueType::Interface:
        good = type == OperandType::Interface;
        break;
    default: {
        const OperandTypeInfo& info = operandTypeInfo(type);
        good = isDst ? info.writable : info.readable;
        if (isDst)
            good = good && operand.selection != SelectionMode::Swizzle && !operand.negate && !operand.absolute;
        break;
    }
    }
    if (!good)
        return fail("operand " + describe(operand) + " is of a kind that does not fit");
    return checkRegister(operand, isDst ? Use::Write : Use::Read, 0);
}

uint32_t RegisterValidator::vertexCount(OperandType type) const {
    const Program::Facts& facts = program_.facts();
    uint32_t count = 0;
    if (program_.stage() == ShaderStage::Geometry)
        count = primitiveVertexCount(facts.inputPrimitive);
    else
        count = type == OperandType::OutputControlPoint ? facts.outputControlPoints : facts.inputControlPoints;
    return count ? count : kIoRegisters;
}

bool RegisterValidator::checkIo(const Operand& operand) {
    const OperandTypeInfo& info = operandTypeInfo(operand.type);
    if (operand.indexCount < 1 || operand.indexCount > info.dimensions)
        return fail("operand " + describe(operand) + " has a wrong number of indexes");
    const OperandIndex& number = operand.index[operand.indexCount - 1];
    const bool declared = number.immediate < kIoRegisters &&
                          (ioRegisters_[static_cast<size_t>(operand.type)] & (1u << number.immediate)) != 0;
    // With a relative part the immediate is only the base, which may lie before the declared range.
    if (number.immediate >= kIoRegisters || (!declared && !number.isRelative()))
        return fail("register " + std::string(info.name) + std::to_string(number.immediate) + " is not declared");
    // Which vertex: beyond the primitive or patch there is nothing to read.
    if (operand.indexCount == 2 && operand.index[0].immediate >= vertexCount(operand.type))
        return fail("vertex index is out of range");
    return true;
}

bool RegisterValidator::checkConstantBuffer(const Operand& operand) {
    const uint32_t wanted = program_.model() >= 51 ? 3 : 2;
    if (operand.indexCount != wanted || (operand.index[0].isRelative() && interfaces_.empty()))
        return fail("constant buffer operand has a wrong index");
    if (operand.index[0].isRelative())
        return true;
    if (!findId(constantBuffers_, operand.reg()))
        return fail("constant buffer " + std::to_string(operand.reg()) + " is not declared");
    return true;
}

bool RegisterValidator::checkSlot(const Operand& operand, const Slots& declared, const char* what) {
    const bool hasRange = program_.model() >= 51 && operand.type != OperandType::ThreadGroupSharedMemory;
    const uint32_t wanted = hasRange ? 2 : 1;
    // Methods of classes find their resources through the this pointer.
    if (operand.indexCount != wanted || (operand.index[0].isRelative() && interfaces_.empty()))
        return fail(std::string(what) + " operand has a wrong index");
    if (operand.index[0].isRelative())
        return true;
    const Declaration* declaration = findId(declared, operand.reg());
    if (!declaration)
        return fail(std::string(what) + " " + std::to_string(operand.reg()) + " is not declared");
    if (operand.type != OperandType::Sampler) {
        const char* misuse = resourceMisuse(opcode_, *declaration);
        if (*misuse)
            return fail(misuse);
    }
    return true;
}

bool RegisterValidator::checkRegister(const Operand& operand, Use use, uint32_t depth) {
    const OperandTypeInfo& info = operandTypeInfo(operand.type);
    if (!(info.stages & stageBit(program_.stage())))
        return fail("operand " + std::string(info.name) + " does not exist in this stage");
    for (uint32_t i = 0; i < operand.indexCount; ++i) {
        if (!operand.index[i].isRelative())
            continue;
        const Operand& relative = program_.operand(operand.index[i].relative);
        if (depth >= Program::kMaxIndexNesting || !operandTypeInfo(relative.type).readable)
            return fail("index of operand " + std::string(info.name) + " is not a value");
        if (!checkRegister(relative, Use::Index, depth + 1))
            return false;
    }

    switch (operand.type) {
    case OperandType::Temp:
        if (operand.indexCount != 1 || operand.index[0].isRelative() || operand.reg() >= temps_)
            return fail("temp r" + std::to_string(operand.reg()) + " is not declared");
        return true;
    case OperandType::IndexableTemp: {
        const auto found = std::find_if(indexable_.begin(), indexable_.end(),
                                        [&operand](const IndexableTemp& temp) { return temp.id == operand.reg(); });
        if (operand.indexCount != 2 || operand.index[0].isRelative() || found == indexable_.end())
            return fail("indexable temp x" + std::to_string(operand.reg()) + " is not declared");
        if (!operand.index[1].isRelative() && operand.index[1].immediate >= found->size)
            return fail("index of x" + std::to_string(operand.reg()) + " is out of range");
        return true;
    }
    case OperandType::Input:
    case OperandType::Output:
    case OperandType::InputControlPoint:
    case OperandType::OutputControlPoint:
    case OperandType::InputPatchConstant:
        return checkIo(operand);
    case OperandType::ConstantBuffer:
        return checkConstantBuffer(operand);
    case OperandType::ImmediateConstantBuffer:
        if (operand.indexCount != 1 || program_.icb().empty() ||
            (!operand.index[0].isRelative() && operand.reg() >= program_.icb().size()))
            return fail("index of the immediate constant buffer is out of range");
        return true;
    case OperandType::Sampler:
        return checkSlot(operand, samplers_, "sampler");
    case OperandType::Resource:
        return checkSlot(operand, resources_, "resource");
    case OperandType::UnorderedAccessView:
        return checkSlot(operand, uavs_, "unordered access view");
    case OperandType::ThreadGroupSharedMemory:
        return checkSlot(operand, shared_, "group-shared memory");
    case OperandType::Label:
    case OperandType::FunctionBody:
        return operand.indexCount == 1 || fail("label has a wrong index");
    case OperandType::Stream:
        return (operand.indexCount == 1 && operand.reg() < 4) || fail("stream is out of range");
    case OperandType::Interface:
        if (operand.indexCount < 1 || operand.index[0].isRelative() || !findId(interfaces_, operand.reg()))
            return fail("interface " + std::to_string(operand.reg()) + " is not declared");
        return true;
    case OperandType::Immediate32:
    case OperandType::Immediate64:
        return use == Use::Read || fail("immediate where a register is wanted");
    case OperandType::ThisPointer:
        return operand.indexCount >= 1 || fail("this pointer without an index");
    default:
        if (operand.indexCount != info.dimensions)
            return fail("operand " + std::string(info.name) + " has a wrong number of indexes");
        return true;
    }
}

} // namespace hendeca::dxbc
