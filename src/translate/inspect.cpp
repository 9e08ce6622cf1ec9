// Reflection from declarations and signatures alone, and the checks that they allow.

#include "dxbc/program.h"
#include "translate/compile.h"

#include <algorithm>

namespace hendeca::translate {

using dxbc::Opcode;
using dxbc::OperandType;
using dxbc::ShaderStage;
using dxbc::SystemName;
using dxbc::SystemValue;

namespace {

spirv::Stage spirvStage(ShaderStage stage) {
    switch (stage) {
    case ShaderStage::Vertex:
        return spirv::Stage::Vertex;
    case ShaderStage::Hull:
        return spirv::Stage::Hull;
    case ShaderStage::Domain:
        return spirv::Stage::Domain;
    case ShaderStage::Geometry:
        return spirv::Stage::Geometry;
    case ShaderStage::Compute:
        return spirv::Stage::Compute;
    default:
        return spirv::Stage::Pixel;
    }
}

spirv::NumericType numericType(dxbc::ComponentType type) {
    switch (type) {
    case dxbc::ComponentType::Uint32:
        return spirv::NumericType::Uint;
    case dxbc::ComponentType::Sint32:
        return spirv::NumericType::Sint;
    default:
        return spirv::NumericType::Float;
    }
}

// Whether an element of this stage's signature travels as a built-in.
bool isBuiltin(SystemValue value, ShaderStage stage, bool output) {
    switch (value) {
    case SystemValue::None:
    case SystemValue::Target:
        return false;
    case SystemValue::Position:
    case SystemValue::ClipDistance:
    case SystemValue::CullDistance:
        return output ? stage != ShaderStage::Hull : stage != ShaderStage::Vertex && stage != ShaderStage::Domain;
    case SystemValue::RenderTargetArrayIndex:
    case SystemValue::ViewportArrayIndex:
        return output ? stage != ShaderStage::Hull : stage == ShaderStage::Pixel;
    case SystemValue::InstanceId:
        return !output && stage == ShaderStage::Vertex;
    default:
        return true;
    }
}

void collect(const dxbc::Signature& signature, ShaderStage stage, bool output, std::vector<spirv::IoElement>& list) {
    list.reserve(signature.elements.size());
    for (const dxbc::SignatureElement& element : signature.elements) {
        spirv::IoElement io;
        io.semantic = element.name;
        io.semanticIndex = element.semanticIndex;
        io.reg = element.reg;
        if (output && stage == ShaderStage::Pixel && element.systemValue == SystemValue::Target)
            io.reg = element.semanticIndex;
        io.mask = element.mask;
        // Outputs store what is never written.
        io.usedMask = output ? static_cast<uint8_t>(element.mask & ~element.rwMask) : element.rwMask;
        io.type = numericType(element.type);
        io.stream = element.stream;
        io.systemValue = isBuiltin(element.systemValue, stage, output);
        list.push_back(std::move(io));
    }
}

template <size_t N>
void markRange(std::array<uint32_t, N>& mask, const dxbc::Declaration& decl) {
    const uint32_t last = std::min<uint32_t>(decl.upper, N * 32 - 1);
    for (uint32_t slot = decl.lower; slot <= last; ++slot)
        mask[slot / 32] |= 1u << (slot % 32);
}

} // namespace

ShaderInfo inspect(const dxbc::Program& program) {
    ShaderInfo info;
    const ShaderStage stage = program.stage();
    info.stage = spirvStage(stage);
    collect(program.inputSignature(), stage, false, info.inputs);
    collect(program.outputSignature(), stage, true, info.outputs);
    info.workgroupSize = program.facts().threadGroup;
    if (stage == ShaderStage::Hull) {
        info.hullInputControlPoints = program.facts().inputControlPoints;
        info.hullOutputControlPoints = program.facts().outputControlPoints;
    }
    info.needsFloat64 = (program.facts().globalFlags & dxbc::kEnableDoubles) != 0;
    std::array<uint32_t, 1> buffers{}, samplers{};
    for (const dxbc::Declaration& decl : program.declarations()) {
        switch (decl.opcode) {
        case Opcode::DclConstantBuffer:
            markRange(buffers, decl);
            break;
        case Opcode::DclSampler:
            markRange(samplers, decl);
            break;
        case Opcode::DclResource:
        case Opcode::DclResourceRaw:
        case Opcode::DclResourceStructured:
            markRange(info.srvMask, decl);
            break;
        case Opcode::DclUavTyped:
        case Opcode::DclUavRaw:
        case Opcode::DclUavStructured:
            markRange(info.uavMask, decl);
            break;
        case Opcode::DclOutput:
            info.needsStencilExport |= decl.operand.type == OperandType::OutputStencilRef;
            break;
        case Opcode::DclOutputSiv:
            if (stage == ShaderStage::Vertex || stage == ShaderStage::Domain)
                info.needsLayerWithoutGeometry |= decl.systemName == SystemName::RenderTargetArrayIndex ||
                                                  decl.systemName == SystemName::ViewportArrayIndex;
            break;
        default:
            break;
        }
    }
    info.constantBufferMask = buffers[0];
    info.samplerMask = samplers[0];
    for (const dxbc::Instruction& inst : program.instructions())
        info.needsSparse |= inst.info().has(dxbc::kSparse);
    return info;
}

Status validate(const dxbc::Program& program, const Options& options) {
    if (program.major() < 4 || program.major() > 5)
        return makeError(ErrorCode::Unsupported, "a shader model other than 4 or 5");
    if (!options.outputLayerWithoutGeometry && inspect(program).needsLayerWithoutGeometry)
        return makeError(ErrorCode::Unsupported, "a layer or viewport index from a stage other than geometry");
    return Ok{};
}

} // namespace hendeca::translate
