// Output registers: locations, built-ins, and the registers that have an operand type of their own.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::OperandType;
using dxbc::ShaderStage;
using dxbc::SystemName;
using ir::Builtin;

namespace {

Builtin outputBuiltin(SystemName name) {
    switch (name) {
    case SystemName::Position:
        return Builtin::Position;
    case SystemName::ClipDistance:
        return Builtin::ClipDistance;
    case SystemName::CullDistance:
        return Builtin::CullDistance;
    case SystemName::RenderTargetArrayIndex:
        return Builtin::Layer;
    case SystemName::ViewportArrayIndex:
        return Builtin::ViewportIndex;
    case SystemName::PrimitiveId:
        return Builtin::PrimitiveId;
    default:
        return Builtin::None;
    }
}

ir::Scalar componentScalar(dxbc::ComponentType type) {
    switch (type) {
    case dxbc::ComponentType::Uint32:
        return ir::Scalar::U32;
    case dxbc::ComponentType::Sint32:
        return ir::Scalar::I32;
    default:
        return ir::Scalar::F32;
    }
}

} // namespace

void Lifter::declareOutput(const dxbc::Declaration& decl) {
    const Operand& operand = decl.operand;
    switch (operand.type) {
    case OperandType::Output:
        break;
    case OperandType::OutputDepth:
        module_.depth = ir::Module::Depth::Any;
        return;
    case OperandType::OutputDepthGreaterEqual:
        module_.depth = ir::Module::Depth::Greater;
        return;
    case OperandType::OutputDepthLessEqual:
        module_.depth = ir::Module::Depth::Less;
        return;
    default:
        return;
    }
    const uint32_t reg = operand.index[operand.indexCount ? operand.indexCount - 1 : 0].immediate;
    if (reg >= 32) {
        fail(ErrorCode::Corrupt, "an output register beyond the last");
        return;
    }
    if (program_.stage() == ShaderStage::Hull) {
        if (phase_ != dxbc::PhaseKind::HullControlPoint)
            declarePatchOutput(decl, reg);
        return;
    }
    for (uint32_t c = 0; c < 4; ++c) {
        if (!(operand.mask >> c & 1))
            continue;
        IoComponent& at = outputs_[currentStream_ * 32 + reg][c];
        at.kind = IoComponent::Kind::Variable;
        at.element = static_cast<uint8_t>(c);
        at.reg = static_cast<uint8_t>(reg);
        Builtin builtin = isPixel() ? Builtin::None : outputBuiltin(decl.systemName);
        if (builtin == Builtin::PrimitiveId && program_.stage() != ShaderStage::Geometry)
            builtin = Builtin::None;
        if (builtin == Builtin::None)
            continue;
        at.kind = IoComponent::Kind::Builtin;
        at.builtin = builtin;
        if (builtin == Builtin::ClipDistance || builtin == Builtin::CullDistance)
            at.element = static_cast<uint8_t>(
                clipElement(program_.outputSignature(), reg, c, builtin == Builtin::CullDistance, currentStream_));
        else if (builtin != Builtin::Position)
            at.element = 0;
    }
}

uint32_t Lifter::outputVariable(uint32_t reg) {
    if (outputVars_[reg] != ~0u)
        return outputVars_[reg];
    ir::Var var;
    var.kind = ir::VarKind::Output;
    var.type = ir::vec(ir::Scalar::F32, 4);
    var.location = reg;
    if (isPixel()) {
        if (const auto* element = program_.outputSignature().findRegister(reg)) {
            var.type.scalar = componentScalar(element->type);
            var.location = element->semanticIndex;
        }
        if (var.location >= 8) {
            fail(ErrorCode::Corrupt, "a render target beyond the last");
            var.location = 0;
        }
        if (options_.dualSourceBlend) {
            var.dualSourceIndex = var.location == 1;
            var.location = 0;
        }
    }
    for (uint32_t other : outputVars_)
        if (other != ~0u && module_.vars[other].location == var.location &&
            module_.vars[other].dualSourceIndex == var.dualSourceIndex)
            fail(ErrorCode::Corrupt, "two output registers for one render target");
    outputVars_[reg] = b_.addVar(std::move(var));
    return outputVars_[reg];
}

void Lifter::storeIo(const IoComponent& at, Value value) {
    if (at.kind == IoComponent::Kind::None)
        return;
    if (at.kind == IoComponent::Kind::Variable) {
        // Only two colours take part in dual-source blending; the others have nowhere to go.
        if (isPixel() && options_.dualSourceBlend) {
            const auto* element = program_.outputSignature().findRegister(at.reg);
            if (element && element->semanticIndex > 1)
                return;
        }
        const uint32_t var = outputVariable(at.reg);
        const ir::Var& made = module_.vars[var];
        Value typed = b_.bitcast(made.type.element(), value);
        if (isPixel() && options_.nanToZeroTargets >> made.location & 1 && made.type.scalar == ir::Scalar::F32)
            typed = b_.select(b_.op(Code::FIsNan, typed), b_.f32(0.0f), typed);
        if (isPixel() && !made.dualSourceIndex && options_.alphaInRed >> made.location & 1) {
            if (at.element == 0)
                return;
            if (at.element == 3)
                b_.store(var, typed, {b_.u32(0)});
        }
        b_.store(var, typed, {b_.u32(at.element)});
        return;
    }
    const uint32_t var = builtinVar(at.builtin, true);
    const ir::Var& made = module_.vars[var];
    const Value typed = b_.bitcast(made.type.element(), value);
    if (made.dims[0] || made.type.isVector())
        b_.store(var, typed, {b_.u32(at.element)});
    else
        b_.store(var, typed);
}

void Lifter::writeOutput(const Operand& operand, uint32_t component, Value value) {
    const dxbc::OperandIndex& index = operand.index[operand.indexCount ? operand.indexCount - 1 : 0];
    if (program_.stage() == ShaderStage::Hull) {
        writeHullOutput(index, component, value);
        return;
    }
    if (program_.stage() == ShaderStage::Compute) {
        fail(ErrorCode::Corrupt, "an output register of a compute shader");
        return;
    }
    const bool staged = stagedOutputs_ != ~0u && (stageAllOutputs_ || index.isRelative() ||
                                                  (index.immediate < 32 && indexedOutputMask_ >> index.immediate & 1));
    if (staged) {
        const Value reg = index.isRelative() ? clampedIndex(index, 32) : b_.u32(std::min(index.immediate, 31u));
        b_.store(stagedOutputs_, b_.bitcast(ir::kU32, value), {reg, b_.u32(component)});
        return;
    }
    if (index.isRelative()) {
        fail(ErrorCode::Corrupt, "an output register that is chosen at run time without a declared one");
        return;
    }
    if (index.immediate >= 32) {
        fail(ErrorCode::Corrupt, "an output register beyond the last");
        return;
    }
    storeIo(outputs_[index.immediate][component], value);
}

void Lifter::writeSpecialOutput(const Operand& operand, Value value) {
    if (!isPixel()) {
        fail(ErrorCode::Corrupt, "a destination operand that its stage has not");
        return;
    }
    switch (operand.type) {
    case OperandType::OutputDepth:
    case OperandType::OutputDepthGreaterEqual:
    case OperandType::OutputDepthLessEqual:
        if (module_.depth == ir::Module::Depth::None)
            module_.depth = ir::Module::Depth::Any;
        // The clamp to the viewport's range is the driver's; a NaN counts as the least depth.
        value = b_.bitcast(ir::kF32, value);
        value = b_.select(b_.op(Code::FIsNan, value), b_.f32(0.0f), value);
        b_.store(builtinVar(Builtin::FragDepth, true), value);
        return;
    case OperandType::OutputCoverageMask:
        b_.store(builtinVar(Builtin::SampleMask, true), b_.bitcast(ir::kU32, value), {b_.u32(0)});
        return;
    case OperandType::OutputStencilRef:
        b_.store(builtinVar(Builtin::FragStencilRef, true), b_.bitcast(ir::kU32, value));
        return;
    default:
        unsupported("a destination operand of type " + std::to_string(static_cast<uint32_t>(operand.type)));
        return;
    }
}

// At the start of main: the array behind indexed outputs, and zeros for components that nothing writes, so that the
// next stage reads the same on every driver.
void Lifter::initOutputs() {
    if (program_.stage() == ShaderStage::Hull)
        return;
    if (isVertex() || program_.stage() == ShaderStage::Domain)
        storePointSize();
    // Indexed outputs should have their range declared; without it any output may be meant.
    if (!indexedOutputMask_ && !stageAllOutputs_ && indexesOutputs())
        for (uint32_t reg = 0; reg < 32; ++reg)
            for (const IoComponent& at : outputs_[reg])
                indexedOutputMask_ |= at.kind != IoComponent::Kind::None ? 1u << reg : 0u;
    if (indexedOutputMask_ || stageAllOutputs_) {
        ir::Var var;
        var.kind = stageAllOutputs_ ? ir::VarKind::Private : tempKind_;
        var.type = ir::vec(ir::Scalar::U32, 4);
        var.dims[0] = 32;
        stagedOutputs_ = b_.addVar(std::move(var));
    }
    for (uint32_t reg = 0; reg < 32; ++reg) {
        uint32_t written = 0;
        bool variable = false;
        for (uint32_t c = 0; c < 4; ++c) {
            variable |= outputs_[reg][c].kind == IoComponent::Kind::Variable;
            if (outputs_[reg][c].kind != IoComponent::Kind::None)
                written |= 1u << c;
        }
        if (!variable)
            continue;
        const bool staged = stageAllOutputs_ || indexedOutputMask_ >> reg & 1;
        if (stageAllOutputs_)
            continue; // private memory starts as zeros
        for (uint32_t c = 0; c < 4; ++c) {
            if (staged) {
                b_.store(stagedOutputs_, b_.u32(0), {b_.u32(reg), b_.u32(c)});
            } else if (!(written >> c & 1) || neverWritten(reg) >> c & 1) {
                IoComponent at;
                at.kind = IoComponent::Kind::Variable;
                at.reg = static_cast<uint8_t>(reg);
                at.element = static_cast<uint8_t>(c);
                storeIo(at, b_.u32(0));
            }
        }
    }
}

bool Lifter::indexesOutputs() const {
    return std::any_of(program_.operands().begin(), program_.operands().end(), [](const Operand& operand) {
        return operand.type == OperandType::Output && operand.indexCount &&
               operand.index[operand.indexCount - 1].isRelative();
    });
}

// Components that the compiler says are never written.
uint8_t Lifter::neverWritten(uint32_t reg) const {
    uint8_t mask = 0;
    for (const auto& element : program_.outputSignature().elements)
        if (element.reg == reg)
            mask |= element.rwMask & element.mask;
    return mask;
}

void Lifter::copyIndexedOutputs() {
    if (stagedOutputs_ == ~0u)
        return;
    for (uint32_t reg = 0; reg < 32; ++reg) {
        if (!(indexedOutputMask_ >> reg & 1))
            continue;
        for (uint32_t c = 0; c < 4; ++c)
            if (outputs_[reg][c].kind != IoComponent::Kind::None)
                storeIo(outputs_[reg][c], b_.load(ir::kU32, stagedOutputs_, {b_.u32(reg), b_.u32(c)}));
    }
}

// Each location has one owner. A program that declares registers which its signature has not can break that, and so can one
// whose control points and patch constants need more than the 32 locations that they share.
void Lifter::checkLocations() {
    std::array<std::array<uint8_t, 64>, 3> taken{}; // inputs, outputs, second colours of dual-source blending
    for (const ir::Var& var : module_.vars) {
        const bool input = var.kind == ir::VarKind::Input;
        if ((!input && var.kind != ir::VarKind::Output) || var.builtin != Builtin::None)
            continue;
        uint8_t& owned = taken[input ? 0 : 1 + (var.dualSourceIndex & 1)][var.location & 63];
        const uint32_t mask = ((1u << var.type.count) - 1) << var.component;
        if (var.location >= 64 || owned & mask) {
            unsupported("two inputs or outputs at location " + std::to_string(var.location));
            return;
        }
        owned |= static_cast<uint8_t>(mask);
    }
}

} // namespace hendeca::translate
