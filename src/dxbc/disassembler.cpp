#include "dxbc/disassembler.h"

#include "dxbc/names.h"
#include "dxbc/operand_text.h"

namespace hendeca::dxbc {

namespace {

void appendReturnTypes(std::string& out, const std::array<ReturnType, 4>& types) {
    out += '(';
    for (size_t i = 0; i < types.size(); ++i) {
        out += i ? "," : "";
        out += nameOf(types[i]);
    }
    out += ')';
}

void appendList(std::string& out, const char* prefix, const std::vector<uint32_t>& list) {
    out += " = {";
    for (size_t i = 0; i < list.size(); ++i) {
        out += i ? ", " : "";
        out += prefix + std::to_string(list[i]);
    }
    out += '}';
}

bool isScalar(const Operand& operand) {
    return operand.indexCount == 0 && operand.components != 4;
}

class Disassembler {
public:
    Disassembler(const Program& program, const DisassembleOptions& options) : program_(program), options_(options) {}
    std::string run();
    void instruction(const Instruction& inst);
    void declaration(const Declaration& d);
    std::string take() { return std::move(out_); }

private:
    void signature(const char* directive, const Signature& signature);
    void phase(const Phase& phase);
    void line(uint32_t token);
    void suffixes(const Instruction& inst);
    void registerOf(const Declaration& d) { operand(d.operand, ValueType::None, Place::Declared); }
    void resource(const Declaration& d);
    void icb();
    void flags(const Declaration& d);
    bool controlDeclaration(const Declaration& d);
    void operand(const Operand& operand, ValueType type, Place place) {
        appendOperand(out_, program_.operands(), operand, type, place);
    }

    const Program& program_;
    DisassembleOptions options_;
    std::string out_;
    uint32_t indent_ = 0;
};

void Disassembler::suffixes(const Instruction& inst) {
    const OpcodeInfo& info = inst.info();
    if (info.has(kTestsBool))
        out_ += inst.testNonZero ? "_nz" : "_z";
    if (inst.infoReturn == InfoReturn::RcpFloat)
        out_ += "_rcpFloat";
    if (inst.infoReturn == InfoReturn::Uint)
        out_ += "_uint";
    if (inst.syncFlags & kSyncUavGlobal)
        out_ += "_uglobal";
    if (inst.syncFlags & kSyncUavGroup)
        out_ += "_ugroup";
    if (inst.syncFlags & kSyncSharedMemory)
        out_ += "_g";
    if (inst.syncFlags & kSyncThreadsInGroup)
        out_ += "_t";
    if (inst.saturate)
        out_ += "_sat";
    if (inst.hasTexelOffset)
        out_ += "_aoffimmi";
    if (inst.hasResourceDim || inst.hasReturnType)
        out_ += "_indexable";
    if (inst.hasTexelOffset) {
        out_ += '(';
        for (size_t i = 0; i < 3; ++i)
            out_ += (i ? "," : "") + std::to_string(inst.texelOffset[i]);
        out_ += ')';
    }
    if (inst.hasResourceDim) {
        out_ += '(';
        out_ += nameOf(inst.resourceDim);
        if (inst.structureStride != 0)
            out_ += ", stride=" + std::to_string(inst.structureStride);
        out_ += ')';
    }
    if (inst.hasReturnType)
        appendReturnTypes(out_, inst.returnType);
    if (inst.preciseMask) {
        out_ += " [precise(";
        for (uint32_t c = 0; c < 4; ++c) {
            if (inst.preciseMask & (1u << c))
                out_ += "xyzw"[c];
        }
        out_ += ")]";
    }
}

void Disassembler::instruction(const Instruction& inst) {
    const OpcodeInfo& info = inst.info();
    out_ += info.name;
    suffixes(inst);
    bool first = true;
    auto separate = [&] {
        out_ += first ? " " : ", ";
        first = false;
    };
    const auto dst = program_.dst(inst);
    const auto src = program_.src(inst);
    for (size_t i = 0; i < dst.size(); ++i) {
        separate();
        operand(dst[i], info.dst[i], Place::Dst);
    }
    for (size_t i = 0; i < src.size(); ++i) {
        separate();
        operand(src[i], info.src[i], Place::Src);
    }
    if (inst.opcode == Opcode::Fcall)
        out_ += ", " + std::to_string(inst.functionIndex);
}

void Disassembler::resource(const Declaration& d) {
    switch (d.opcode) {
    case Opcode::DclConstantBuffer: {
        const bool range = d.operand.indexCount == 3;
        out_ += "dcl_constantbuffer ";
        registerOf(d);
        if (range)
            out_ += ", " + std::to_string(d.count);
        out_ += d.dynamicIndexed ? ", dynamicIndexed" : ", immediateIndexed";
        break;
    }
    case Opcode::DclSampler:
        out_ += "dcl_sampler ";
        registerOf(d);
        out_ += ", ";
        out_ += nameOf(d.samplerMode);
        break;
    case Opcode::DclResource:
    case Opcode::DclUavTyped:
        out_ += d.opcode == Opcode::DclResource ? "dcl_resource_" : "dcl_uav_typed_";
        out_ += nameOf(d.dim);
        out_ += d.globallyCoherent ? "_glc" : "";
        out_ += d.rasterizerOrdered ? "_rov" : "";
        if (d.sampleCount)
            out_ += '(' + std::to_string(d.sampleCount) + ')';
        out_ += ' ';
        appendReturnTypes(out_, d.returnType);
        out_ += ' ';
        registerOf(d);
        break;
    default:
        out_ += d.info().name;
        out_ += d.globallyCoherent ? "_glc" : "";
        out_ += d.rasterizerOrdered ? "_rov" : "";
        out_ += d.hasCounter ? "_opc" : "";
        out_ += ' ';
        registerOf(d);
        if (d.structureStride)
            out_ += ", " + std::to_string(d.structureStride);
        if (d.opcode == Opcode::DclTgsmRaw || d.opcode == Opcode::DclTgsmStructured)
            out_ += ", " + std::to_string(d.count);
        break;
    }
    if (d.operand.indexCount == 3)
        out_ += ", space=" + std::to_string(d.space);
}

void Disassembler::icb() {
    out_ += "dcl_immediateConstantBuffer {";
    for (size_t i = 0; i < program_.icb().size(); ++i) {
        out_ += i ? ",\n    {" : " {";
        for (size_t c = 0; c < 4; ++c) {
            out_ += c ? ", " : " ";
            appendImmediate(out_, program_.icb()[i][c], ValueType::Bits);
        }
        out_ += '}';
    }
    out_ += '}';
}

void Disassembler::flags(const Declaration& d) {
    out_ += "dcl_globalFlags";
    bool first = true;
    for (uint32_t i = 0; i < kGlobalFlagCount; ++i) {
        if (!(d.globalFlags & (1u << i)))
            continue;
        out_ += first ? " " : " | ";
        out_ += globalFlagName(i);
        first = false;
    }
}

bool Disassembler::controlDeclaration(const Declaration& d) {
    std::string_view word;
    switch (d.opcode) {
    case Opcode::DclOutputTopology:
        word = nameOf(d.topology);
        break;
    case Opcode::DclTessellatorDomain:
        word = nameOf(d.domain);
        break;
    case Opcode::DclTessellatorPartitioning:
        word = nameOf(d.partitioning);
        break;
    case Opcode::DclTessellatorOutputPrimitive:
        word = nameOf(d.tessOutput);
        break;
    default:
        return false;
    }
    out_ += d.info().name;
    out_ += ' ';
    out_ += word;
    return true;
}

void Disassembler::declaration(const Declaration& d) {
    if (controlDeclaration(d))
        return;
    const std::string name(d.info().name);
    switch (d.opcode) {
    case Opcode::Customdata:
        icb();
        break;
    case Opcode::DclGlobalFlags:
        flags(d);
        break;
    case Opcode::DclInputPrimitive:
        out_ += name + ' ';
        if (d.primitive >= Primitive::FirstPatch)
            out_ += "patch_" + std::to_string(primitiveVertexCount(d.primitive));
        else
            out_ += nameOf(d.primitive);
        break;
    case Opcode::DclIndexableTemp:
        out_ +=
            name + " x" + std::to_string(d.id) + '[' + std::to_string(d.count) + "], " + std::to_string(d.components);
        break;
    case Opcode::DclHsMaxTessfactor: {
        uint32_t word;
        std::memcpy(&word, &d.maxTessFactor, sizeof(word));
        out_ += name + " l(";
        appendImmediate(out_, word, ValueType::Float);
        out_ += ')';
        break;
    }
    case Opcode::DclThreadGroup:
        out_ += name + ' ' + std::to_string(d.threadGroup[0]) + ", " + std::to_string(d.threadGroup[1]) + ", " +
                std::to_string(d.threadGroup[2]);
        break;
    case Opcode::DclFunctionBody:
        out_ += name + " fb" + std::to_string(d.id);
        break;
    case Opcode::DclFunctionTable:
        out_ += name + " ft" + std::to_string(d.id);
        appendList(out_, "fb", d.list);
        break;
    case Opcode::DclInterface:
        out_ += name + (d.dynamicIndexed ? "_dynamicindexed" : "") + " fp" + std::to_string(d.id) + '[' +
                std::to_string(d.arrayLength) + "][" + std::to_string(d.count) + ']';
        appendList(out_, "ft", d.list);
        break;
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
        out_ += name + ' ';
        if (d.interpolation != Interpolation::Undefined) {
            out_ += nameOf(d.interpolation);
            out_ += ' ';
        }
        // Scalar registers such as vPrim are declared without components.
        operand(d.operand, ValueType::None, isScalar(d.operand) ? Place::Declared : Place::Dst);
        if (d.systemName != SystemName::Undefined) {
            out_ += ", ";
            out_ += nameOf(d.systemName);
        }
        if (d.opcode == Opcode::DclIndexRange)
            out_ += ", " + std::to_string(d.count);
        break;
    case Opcode::DclStream:
        out_ += name + ' ';
        registerOf(d);
        break;
    case Opcode::DclMaxOutputVertexCount:
    case Opcode::DclTemps:
    case Opcode::DclInputControlPointCount:
    case Opcode::DclOutputControlPointCount:
    case Opcode::DclHsForkPhaseInstanceCount:
    case Opcode::DclHsJoinPhaseInstanceCount:
    case Opcode::DclGsInstanceCount:
        out_ += name + ' ' + std::to_string(d.count);
        break;
    default:
        resource(d);
        break;
    }
}

void Disassembler::line(uint32_t token) {
    if (options_.offsets) {
        const std::string text = std::to_string(token);
        out_ += std::string(text.size() < 6 ? 6 - text.size() : 0, ' ') + text + ": ";
    }
    out_.append(indent_ * 2, ' ');
}

void Disassembler::phase(const Phase& phase) {
    switch (phase.kind) {
    case PhaseKind::Main:
        break;
    case PhaseKind::HullDeclarations:
        out_ += "hs_decls\n";
        break;
    case PhaseKind::HullControlPoint:
        out_ += "hs_control_point_phase\n";
        break;
    case PhaseKind::HullFork:
        out_ += "hs_fork_phase\n";
        break;
    case PhaseKind::HullJoin:
        out_ += "hs_join_phase\n";
        break;
    }
    for (const Declaration& d : program_.declarations(phase)) {
        line(d.tokenOffset);
        declaration(d);
        out_ += '\n';
    }
    for (const Instruction& inst : program_.instructions(phase)) {
        const bool closes = inst.info().has(kClosesBlock) || inst.opcode == Opcode::Else;
        const bool label = inst.opcode == Opcode::Case || inst.opcode == Opcode::Default;
        if (closes && indent_ > 0)
            --indent_;
        line(inst.tokenOffset);
        if (label && indent_ > 0)
            out_.resize(out_.size() - 2);
        instruction(inst);
        out_ += '\n';
        if (inst.info().has(kOpensBlock) || inst.opcode == Opcode::Else)
            ++indent_;
    }
}

void Disassembler::signature(const char* directive, const Signature& signature) {
    for (const SignatureElement& e : signature.elements) {
        out_ += directive;
        out_ += ' ' + e.name + ' ' + std::to_string(e.semanticIndex) + ' ';
        out_ += e.reg == kNoRegister ? "-" : std::to_string(e.reg);
        out_ += ' ';
        for (uint32_t c = 0; c < 4; ++c)
            out_ += e.mask & (1u << c) ? "xyzw"[c] : '_';
        out_ += ' ';
        out_ += componentTypeName(e.type);
        if (e.systemValue != SystemValue::None)
            out_ += std::string(" sv=") + systemValueName(e.systemValue);
        if (e.rwMask != 0) {
            out_ += " rw=";
            for (uint32_t c = 0; c < 4; ++c)
                out_ += e.rwMask & (1u << c) ? "xyzw"[c] : '_';
        }
        if (e.stream != 0)
            out_ += " stream=" + std::to_string(e.stream);
        if (e.minPrecision != SignatureMinPrecision::Default)
            out_ += " min=" + std::to_string(static_cast<uint32_t>(e.minPrecision));
        out_ += '\n';
    }
}

std::string Disassembler::run() {
    out_.reserve(program_.instructions().size() * 48 + 256);
    out_ += std::string(stageName(program_.stage())) + '_' + std::to_string(program_.major()) + '_' +
            std::to_string(program_.minor()) + '\n';
    if (options_.signatures) {
        signature(".in", program_.inputSignature());
        signature(".out", program_.outputSignature());
        signature(".patch", program_.patchConstantSignature());
    }
    for (const Phase& part : program_.phases())
        phase(part);
    return take();
}

} // namespace

std::string disassemble(const Program& program, const DisassembleOptions& options) {
    return Disassembler(program, options).run();
}

std::string disassemble(const Program& program, const Instruction& inst) {
    Disassembler disassembler(program, {});
    disassembler.instruction(inst);
    return disassembler.take();
}

std::string disassemble(const Program& program, const Declaration& declaration) {
    Disassembler disassembler(program, {});
    disassembler.declaration(declaration);
    return disassembler.take();
}

} // namespace hendeca::dxbc
