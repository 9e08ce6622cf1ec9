// Input registers: locations, built-ins and the registers that have an operand type of their own.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::OperandType;
using dxbc::ShaderStage;
using dxbc::SystemName;
using dxbc::SystemValue;
using ir::Builtin;

namespace {

ir::Interpolation irInterpolation(dxbc::Interpolation mode) {
    switch (mode) {
    case dxbc::Interpolation::Constant:
        return ir::Interpolation::Flat;
    case dxbc::Interpolation::LinearCentroid:
        return ir::Interpolation::SmoothCentroid;
    case dxbc::Interpolation::LinearNoPerspective:
        return ir::Interpolation::NoPerspective;
    case dxbc::Interpolation::LinearNoPerspectiveCentroid:
        return ir::Interpolation::NoPerspectiveCentroid;
    case dxbc::Interpolation::LinearSample:
        return ir::Interpolation::SmoothSample;
    case dxbc::Interpolation::LinearNoPerspectiveSample:
        return ir::Interpolation::NoPerspectiveSample;
    default:
        return ir::Interpolation::Smooth;
    }
}

bool isAtSample(ir::Interpolation mode) {
    return mode == ir::Interpolation::SmoothSample || mode == ir::Interpolation::NoPerspectiveSample;
}

Builtin inputBuiltin(SystemName name, ShaderStage stage) {
    const bool pixel = stage == ShaderStage::Pixel;
    if (stage == ShaderStage::Vertex)
        return name == SystemName::VertexId     ? Builtin::VertexIndex
               : name == SystemName::InstanceId ? Builtin::InstanceIndex
                                                : Builtin::None;
    switch (name) {
    case SystemName::Position:
        return pixel ? Builtin::FragCoord : Builtin::Position;
    case SystemName::ClipDistance:
        return Builtin::ClipDistance;
    case SystemName::CullDistance:
        return Builtin::CullDistance;
    case SystemName::RenderTargetArrayIndex:
        return pixel ? Builtin::Layer : Builtin::None;
    case SystemName::ViewportArrayIndex:
        return pixel ? Builtin::ViewportIndex : Builtin::None;
    case SystemName::PrimitiveId:
        return Builtin::PrimitiveId;
    case SystemName::IsFrontFace:
        return pixel ? Builtin::FrontFacing : Builtin::None;
    case SystemName::SampleIndex:
        return pixel ? Builtin::SampleId : Builtin::None;
    default:
        return Builtin::None;
    }
}

SystemName nameOfValue(SystemValue value) {
    switch (value) {
    case SystemValue::Position:
        return SystemName::Position;
    case SystemValue::ClipDistance:
        return SystemName::ClipDistance;
    case SystemValue::CullDistance:
        return SystemName::CullDistance;
    default:
        return SystemName::Undefined;
    }
}

} // namespace

// The element of the tessellation level arrays. Isolines: D3D's density is the number of lines, outer level 0 of
// Vulkan.
uint32_t Lifter::tessElement(SystemName name) {
    switch (name) {
    case SystemName::FinalQuadVEq0EdgeTessFactor:
    case SystemName::FinalTriVEq0EdgeTessFactor:
    case SystemName::FinalLineDetailTessFactor:
    case SystemName::FinalQuadVInsideTessFactor:
        return 1;
    case SystemName::FinalQuadUEq1EdgeTessFactor:
    case SystemName::FinalTriWEq0EdgeTessFactor:
        return 2;
    case SystemName::FinalQuadVEq1EdgeTessFactor:
        return 3;
    default:
        return 0;
    }
}

// Clip and cull distances are numbered through all elements of the signature, in order of their semantic index.
uint32_t Lifter::clipElement(const dxbc::Signature& signature, uint32_t reg, uint32_t component, bool cull,
                             uint32_t stream) const {
    const SystemValue wanted = cull ? SystemValue::CullDistance : SystemValue::ClipDistance;
    const dxbc::SignatureElement* own = nullptr;
    for (const auto& element : signature.elements)
        if (element.systemValue == wanted && element.reg == reg && element.mask >> component & 1 &&
            element.stream == stream)
            own = &element;
    if (!own)
        return component;
    uint32_t before = 0;
    for (const auto& element : signature.elements)
        if (element.systemValue == wanted && element.stream == stream && element.semanticIndex < own->semanticIndex)
            before += static_cast<uint32_t>(std::popcount(static_cast<uint32_t>(element.mask)));
    return before + static_cast<uint32_t>(std::popcount(static_cast<uint32_t>(own->mask & ((1u << component) - 1))));
}

uint32_t Lifter::clipCount(const dxbc::Signature& signature, bool cull, uint32_t stream) const {
    const SystemValue wanted = cull ? SystemValue::CullDistance : SystemValue::ClipDistance;
    uint32_t count = 0;
    for (const auto& element : signature.elements)
        if (element.systemValue == wanted && element.stream == stream)
            count += static_cast<uint32_t>(std::popcount(static_cast<uint32_t>(element.mask)));
    return std::max(count, 1u);
}

void Lifter::declareInput(const dxbc::Declaration& decl) {
    const Operand& operand = decl.operand;
    const bool patch = operand.type == OperandType::InputPatchConstant;
    if (operand.type != OperandType::Input && operand.type != OperandType::InputControlPoint && !patch)
        return; // registers with an operand type of their own need no declaration here
    const uint32_t reg = operand.index[operand.indexCount ? operand.indexCount - 1 : 0].immediate;
    if (reg >= 32) {
        fail(ErrorCode::Corrupt, "an input register beyond the last");
        return;
    }
    if (program_.stage() == ShaderStage::Pixel) {
        inputInterpolation_[reg] = irInterpolation(decl.interpolation);
        perSample_ |= isAtSample(inputInterpolation_[reg]);
    }
    std::vector<IoRegister>& table = patch ? patchInputs_ : inputs_;
    const bool domain = program_.stage() == ShaderStage::Domain;
    for (uint32_t c = 0; c < 4; ++c) {
        if (!(operand.mask >> c & 1))
            continue;
        IoComponent& at = table[reg][c];
        at.kind = IoComponent::Kind::Variable;
        at.element = static_cast<uint8_t>(c);
        at.reg = static_cast<uint8_t>(reg);
        SystemName name = decl.systemName;
        // Some system values are declared as plain inputs (by hull shaders above all); the signature tells.
        if (name == SystemName::Undefined && !isVertex() && !patch)
            if (const auto* element = program_.inputSignature().findRegister(reg, static_cast<uint8_t>(1u << c)))
                name = nameOfValue(element->systemValue);
        if (patch) {
            table[reg][c] = patchComponent(name, reg, c);
            continue;
        }
        Builtin builtin = inputBuiltin(name, program_.stage());
        // From hull to domain shader, everything but the tessellation factors travels by location.
        if (domain)
            builtin = Builtin::None;
        if (builtin == Builtin::None)
            continue;
        at.kind = IoComponent::Kind::Builtin;
        at.builtin = builtin;
        if (builtin == Builtin::FragCoord)
            positionMode_ = inputInterpolation_[reg];
        perSample_ |= builtin == Builtin::SampleId;
        if (builtin == Builtin::ClipDistance || builtin == Builtin::CullDistance)
            at.element =
                static_cast<uint8_t>(clipElement(program_.inputSignature(), reg, c, builtin == Builtin::CullDistance));
        else if (builtin != Builtin::Position && builtin != Builtin::FragCoord)
            at.element = 0;
    }
}

uint32_t Lifter::inputVariable(uint32_t reg, bool patch) {
    uint32_t& known = patch ? patchInputVars_[reg] : inputVars_[reg];
    if (known != ~0u)
        return known;
    ir::Var var;
    var.kind = ir::VarKind::Input;
    var.type = ir::vec(ir::Scalar::F32, 4);
    var.location = reg;
    var.interpolation = inputInterpolation_[reg];
    if (patch) {
        var.patch = true;
        var.location = patchLocation(reg);
    } else {
        var.dims[0] = inputVertices_;
    }
    if (isVertex())
        if (const auto* element = program_.inputSignature().findRegister(reg)) {
            if (element->type == dxbc::ComponentType::Sint32)
                var.type.scalar = ir::Scalar::I32;
            else if (element->type == dxbc::ComponentType::Uint32)
                var.type.scalar = ir::Scalar::U32;
        }
    known = b_.addVar(std::move(var));
    return known;
}

uint32_t Lifter::builtinVar(Builtin builtin, bool output) {
    uint32_t& known = builtinVars_[static_cast<size_t>(builtin)][output];
    if (known != ~0u)
        return known;
    ir::Var var;
    var.kind = output ? ir::VarKind::Output : ir::VarKind::Input;
    var.builtin = builtin;
    const auto& signature = output ? program_.outputSignature() : program_.inputSignature();
    const uint32_t vertices = output ? 0 : inputVertices_;
    switch (builtin) {
    case Builtin::Position:
        var.type = ir::vec(ir::Scalar::F32, 4);
        var.dims[0] = vertices;
        break;
    case Builtin::FragCoord:
        var.type = ir::vec(ir::Scalar::F32, 4);
        var.interpolation = positionMode_;
        break;
    case Builtin::ClipDistance:
    case Builtin::CullDistance: {
        const uint32_t count = clipCount(signature, builtin == Builtin::CullDistance);
        var.type = ir::kF32;
        if (vertices)
            var.dims = {vertices, count};
        else
            var.dims[0] = count;
        break;
    }
    case Builtin::TessLevelOuter:
        var.type = ir::kF32;
        var.dims[0] = 4;
        var.patch = true;
        break;
    case Builtin::TessLevelInner:
        var.type = ir::kF32;
        var.dims[0] = 2;
        var.patch = true;
        break;
    case Builtin::TessCoord:
        var.type = ir::vec(ir::Scalar::F32, 3);
        break;
    case Builtin::PointSize:
    case Builtin::FragDepth:
        var.type = ir::kF32;
        break;
    case Builtin::SampleMask:
        var.type = ir::kU32;
        var.dims[0] = 1;
        break;
    case Builtin::FrontFacing:
        var.type = ir::kBool;
        break;
    case Builtin::WorkgroupId:
    case Builtin::LocalInvocationId:
    case Builtin::GlobalInvocationId:
        var.type = ir::vec(ir::Scalar::U32, 3);
        break;
    default:
        var.type = ir::kU32;
        break;
    }
    known = b_.addVar(std::move(var));
    return known;
}

ir::Value Lifter::loadBuiltin(Builtin builtin, uint32_t element, Value vertex) {
    const uint32_t var = builtinVar(builtin, false);
    const ir::Type type = module_.vars[var].type.element();
    const Value index = b_.u32(element);
    switch (builtin) {
    case Builtin::VertexIndex: // D3D counts from 0 whatever the draw's start is
        return b_.op(Code::ISub, b_.load(ir::kU32, var), b_.load(ir::kU32, builtinVar(Builtin::BaseVertex, false)));
    case Builtin::InstanceIndex:
        return b_.op(Code::ISub, b_.load(ir::kU32, var), b_.load(ir::kU32, builtinVar(Builtin::BaseInstance, false)));
    case Builtin::FrontFacing:
        return b_.mask(b_.load(ir::kBool, var));
    case Builtin::FragCoord: {
        const Value value = b_.load(ir::kF32, var, {index});
        // Vulkan has the sample's place where a shader runs for each sample; D3D's position says itself where it is.
        if (element < 2 && perSample_ && !isAtSample(positionMode_))
            return b_.op(Code::FAdd, b_.op(Code::FFloor, value), b_.f32(0.5f));
        // D3D has w itself where Vulkan has its reciprocal.
        return element == 3 ? b_.op(Code::FDiv, b_.f32(1.0f), value) : value;
    }
    case Builtin::SampleMask:
        return b_.load(ir::kU32, var, {b_.u32(0)});
    default:
        break;
    }
    const ir::Var& made = module_.vars[var];
    if (made.dims[0] && vertex.valid() && (made.dims[1] || made.type.isVector()))
        return b_.load(type, var, {vertex, index});
    if (made.dims[0] || made.type.isVector())
        return b_.load(type, var, {index});
    return b_.load(type, var);
}

ir::Value Lifter::loadIo(const IoComponent& at, bool patch, Value vertex) {
    switch (at.kind) {
    case IoComponent::Kind::Variable: {
        if (isPixel() && options_.undefinedInputs >> at.reg & 1)
            return b_.u32(0);
        const uint32_t var = inputVariable(at.reg, patch);
        const ir::Type type = module_.vars[var].type.element();
        if (vertex.valid() && !patch)
            return b_.load(type, var, {vertex, b_.u32(at.element)});
        return b_.load(type, var, {b_.u32(at.element)});
    }
    case IoComponent::Kind::Builtin:
        return loadBuiltin(at.builtin, at.element, vertex);
    default:
        return b_.u32(0); // not declared: nothing gives it a value
    }
}

ir::Value Lifter::readInput(const Operand& operand, uint32_t component) {
    if (operand.type == OperandType::OutputControlPoint ||
        (operand.type == OperandType::InputPatchConstant && program_.stage() == ShaderStage::Hull))
        return readHullOutput(operand, component);
    const bool patch = operand.type == OperandType::InputPatchConstant;
    const dxbc::OperandIndex& regIndex = operand.index[operand.indexCount ? operand.indexCount - 1 : 0];
    Value vertex;
    if (!patch && operand.indexCount == 2) {
        if (inputVertices_ == 0)
            return fail(ErrorCode::Corrupt, "a vertex index at an input that has no vertices");
        vertex = clampedIndex(operand.index[0], inputVertices_);
    } else if (!patch && inputVertices_) {
        return fail(ErrorCode::Corrupt, "an input of a vertex without a vertex index");
    }
    if (regIndex.isRelative())
        return readIndexedInput(regIndex, component, patch, vertex);
    if (regIndex.immediate >= 32)
        return fail(ErrorCode::Corrupt, "an input register beyond the last");
    return loadIo((patch ? patchInputs_ : inputs_)[regIndex.immediate][component], patch, vertex);
}

// A register that is chosen at run time: all declared ones are read, and one is taken. Compilers write this seldom, and
// drivers make a table of it.
ir::Value Lifter::readIndexedInput(const dxbc::OperandIndex& index, uint32_t component, bool patch, Value vertex) {
    const Value wanted = indexValue(index);
    const std::vector<IoRegister>& table = patch ? patchInputs_ : inputs_;
    Value result = b_.u32(0);
    for (uint32_t reg = 0; reg < 32; ++reg) {
        if (table[reg][component].kind == IoComponent::Kind::None)
            continue;
        const Value value = b_.bitcast(ir::kU32, loadIo(table[reg][component], patch, vertex));
        result = b_.select(b_.op(Code::IEq, wanted, b_.u32(reg)), value, result);
    }
    return result;
}

ir::Value Lifter::readSpecialInput(const Operand& operand, uint32_t component) {
    const ShaderStage stage = program_.stage();
    const auto only = [&](std::initializer_list<ShaderStage> stages) {
        return std::find(stages.begin(), stages.end(), stage) != stages.end();
    };
    bool allowed = true;
    switch (operand.type) {
    case OperandType::InputThreadId:
    case OperandType::InputThreadGroupId:
    case OperandType::InputThreadIdInGroup:
    case OperandType::InputThreadIdInGroupFlattened:
        allowed = only({ShaderStage::Compute});
        break;
    case OperandType::InputCoverageMask:
        allowed = only({ShaderStage::Pixel});
        break;
    case OperandType::InputPrimitiveId:
        allowed = only({ShaderStage::Geometry, ShaderStage::Hull, ShaderStage::Domain});
        break;
    case OperandType::InputGsInstanceId:
        allowed = only({ShaderStage::Geometry});
        break;
    case OperandType::OutputControlPointId:
        allowed = only({ShaderStage::Hull});
        break;
    case OperandType::InputDomainPoint:
        allowed = only({ShaderStage::Domain});
        break;
    default:
        break;
    }
    if (!allowed)
        return fail(ErrorCode::Corrupt, "a source operand that its stage has not");
    switch (operand.type) {
    case OperandType::InputThreadId:
        return loadBuiltin(Builtin::GlobalInvocationId, std::min(component, 2u));
    case OperandType::InputThreadGroupId:
        return loadBuiltin(Builtin::WorkgroupId, std::min(component, 2u));
    case OperandType::InputThreadIdInGroup:
        return loadBuiltin(Builtin::LocalInvocationId, std::min(component, 2u));
    case OperandType::InputThreadIdInGroupFlattened:
        return loadBuiltin(Builtin::LocalInvocationIndex, 0);
    case OperandType::InputCoverageMask:
        return loadBuiltin(Builtin::SampleMask, 0);
    case OperandType::InputPrimitiveId:
        return loadBuiltin(Builtin::PrimitiveId, 0);
    case OperandType::InputGsInstanceId:
    case OperandType::OutputControlPointId:
        return loadBuiltin(Builtin::InvocationId, 0);
    case OperandType::InputDomainPoint:
        return loadBuiltin(Builtin::TessCoord, std::min(component, 2u));
    case OperandType::InputForkInstanceId:
    case OperandType::InputJoinInstanceId:
        return phaseInstanceVar_ == ~0u ? b_.u32(0) : b_.load(ir::kU32, phaseInstanceVar_);
    case OperandType::InnerCoverage: // conservative rasterisation is not offered: nothing is known to be fully covered
    case OperandType::CycleCounter:
    case OperandType::Null:
        return b_.u32(0);
    default:
        return unsupported("a source operand of type " + std::to_string(static_cast<uint32_t>(operand.type)));
    }
}

// One component of an input register, evaluated at a place of the instruction's choice.
ir::Value Lifter::evaluate(const Inst& inst, uint32_t reg, uint32_t component, Value place) {
    const IoComponent& at = inputs_[reg][component];
    // Constant inputs are the same everywhere; system values are not interpolated here.
    if (at.kind != IoComponent::Kind::Variable || inputInterpolation_[reg] == ir::Interpolation::Flat ||
        options_.undefinedInputs >> reg & 1)
        return b_.bitcast(ir::kF32, loadIo(at, false));
    const uint32_t var = inputVariable(reg, false);
    const ir::Type type = module_.vars[var].type;
    Value value;
    if (inst.opcode == dxbc::Opcode::EvalCentroid)
        value = b_.append(Code::InterpCentroid, type, {var});
    else
        value = b_.append(inst.opcode == dxbc::Opcode::EvalSampleIndex ? Code::InterpSample : Code::InterpOffset, type,
                          {var, place.bits});
    return b_.extract(value, component);
}

// eval_*: the input register is named, not read.
void Lifter::liftEval(const Inst& inst) {
    const Operand& operand = srcOp(inst, 0);
    if (operand.type != OperandType::Input || operand.indexCount != 1 || !isPixel() ||
        (!operand.index[0].isRelative() && operand.reg() >= 32)) {
        fail(ErrorCode::Corrupt, "an evaluation of what is no input register");
        return;
    }
    Value place;
    if (inst.opcode == dxbc::Opcode::EvalSampleIndex) {
        place = srcU(srcOp(inst, 1), 0);
    } else if (inst.opcode == dxbc::Opcode::EvalSnapped) {
        // Four bits per axis, signed sixteenths of a pixel.
        Value parts[2];
        for (uint32_t c = 0; c < 2; ++c) {
            const Value bits = b_.op(Code::BitExtractS, srcU(srcOp(inst, 1), c), b_.u32(0), b_.u32(4));
            parts[c] = b_.op(Code::FMul, b_.op(Code::SToF, bits), b_.f32(1.0f / 16.0f));
        }
        place = b_.construct(parts);
    }
    Values out;
    for (uint32_t c = 0; c < 4; ++c) {
        if (!(dst(inst, 0).mask >> c & 1))
            continue;
        const uint32_t component = operand.swizzle[c];
        if (!operand.index[0].isRelative()) {
            out[c] = evaluate(inst, operand.reg(), component, place);
        } else {
            const Value wanted = indexValue(operand.index[0]);
            out[c] = b_.f32(0.0f);
            for (uint32_t reg = 0; reg < 32; ++reg)
                if (inputs_[reg][component].kind != IoComponent::Kind::None)
                    out[c] =
                        b_.select(b_.op(Code::IEq, wanted, b_.u32(reg)), evaluate(inst, reg, component, place), out[c]);
        }
        if (operand.absolute)
            out[c] = b_.op(Code::FAbs, out[c]);
        if (operand.negate)
            out[c] = b_.op(Code::FNeg, out[c]);
    }
    writeMasked(inst, 0, out);
}

} // namespace hendeca::translate
