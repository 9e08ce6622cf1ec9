// Hull and domain shaders. A hull shader's phases become functions: main runs the control-point phase in every
// invocation, waits, and lets invocation 0 run all fork and join phases, whose outputs are staged in an array (phases
// index their outputs by instance, and joins read what forks wrote) and copied out at the end.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::OperandType;
using dxbc::PhaseKind;
using dxbc::SystemValue;
using ir::Builtin;

namespace {

constexpr uint32_t kMainFunction = ~0u;
constexpr uint32_t kFirstPhaseFunction = 0x80000000u; // ids of labels lie below
constexpr uint32_t kMaxPhaseInstances = 128;

} // namespace

void Lifter::declareTessellation() {
    const auto& facts = program_.facts();
    using M = ir::Module;
    if (facts.inputControlPoints > 32 || facts.outputControlPoints > 32) {
        fail(ErrorCode::Corrupt, "more than 32 control points");
        return;
    }
    inputVertices_ = std::max(facts.inputControlPoints, 1u);
    module_.outputControlPoints = std::max(facts.outputControlPoints, 1u);
    switch (facts.domain) {
    case dxbc::TessDomain::Isoline:
        module_.domain = M::Domain::Isolines;
        break;
    case dxbc::TessDomain::Quad:
        module_.domain = M::Domain::Quads;
        break;
    default:
        module_.domain = M::Domain::Triangles;
        break;
    }
    switch (facts.partitioning) {
    case dxbc::TessPartitioning::FractionalOdd:
        module_.spacing = M::Spacing::FractionalOdd;
        break;
    case dxbc::TessPartitioning::FractionalEven:
        module_.spacing = M::Spacing::FractionalEven;
        break;
    default:
        module_.spacing = M::Spacing::Equal;
        break;
    }
    module_.tessPoints = facts.tessOutput == dxbc::TessOutput::Point;
    module_.tessClockwise = facts.tessOutput != dxbc::TessOutput::TriangleCcw;
}

// Where a patch constant's component goes: the tessellation factors are built-ins, told by the declaration or, failing
// that, by the signature.
Lifter::IoComponent Lifter::patchComponent(dxbc::SystemName name, uint32_t reg, uint32_t component) const {
    IoComponent at;
    at.kind = IoComponent::Kind::Variable;
    at.reg = static_cast<uint8_t>(reg);
    at.element = static_cast<uint8_t>(component);
    const auto builtin = [&](Builtin which, uint32_t element, uint32_t limit) {
        at.kind = IoComponent::Kind::Builtin;
        at.builtin = which;
        at.element = static_cast<uint8_t>(std::min(element, limit));
        return at;
    };
    if (name >= dxbc::SystemName::FinalQuadUEq0EdgeTessFactor && name < dxbc::SystemName::Count) {
        const bool inside = name == dxbc::SystemName::FinalQuadUInsideTessFactor ||
                            name == dxbc::SystemName::FinalQuadVInsideTessFactor ||
                            name == dxbc::SystemName::FinalTriInsideTessFactor;
        return builtin(inside ? Builtin::TessLevelInner : Builtin::TessLevelOuter, tessElement(name), 3);
    }
    const auto* element = program_.patchConstantSignature().findRegister(reg, static_cast<uint8_t>(1u << component));
    if (!element)
        return at;
    switch (element->systemValue) {
    case SystemValue::FinalQuadEdgeTessFactor:
        return builtin(Builtin::TessLevelOuter, element->semanticIndex, 3);
    case SystemValue::FinalTriEdgeTessFactor:
        return builtin(Builtin::TessLevelOuter, element->semanticIndex, 2);
    case SystemValue::FinalQuadInsideTessFactor:
        return builtin(Builtin::TessLevelInner, element->semanticIndex, 1);
    case SystemValue::FinalTriInsideTessFactor:
        return builtin(Builtin::TessLevelInner, 0, 0);
    case SystemValue::FinalLineDetailTessFactor:
        return builtin(Builtin::TessLevelOuter, 1, 1);
    case SystemValue::FinalLineDensityTessFactor:
        return builtin(Builtin::TessLevelOuter, 0, 0);
    default:
        return at;
    }
}

void Lifter::liftHull() {
    const auto stagingArray = [&] {
        ir::Var var;
        var.kind = ir::VarKind::Private;
        var.type = ir::vec(ir::Scalar::U32, 4);
        var.dims[0] = 32;
        return b_.addVar(std::move(var));
    };
    stagedOutputs_ = stagingArray();
    ir::Var counter;
    counter.kind = ir::VarKind::Private;
    counter.type = ir::kU32;
    phaseInstanceVar_ = b_.addVar(std::move(counter));

    std::vector<std::pair<uint32_t, uint32_t>> later; // function and instances of the forks and joins, in order
    uint32_t control = kMainFunction;
    uint32_t next = kFirstPhaseFunction;
    for (const dxbc::Phase& phase : program_.phases()) {
        if (phase.kind == PhaseKind::HullDeclarations || phase.kind == PhaseKind::Main) {
            declare(phase);
            continue;
        }
        phaseIndex_ = next - kFirstPhaseFunction;
        startPhaseTemps(phase.tempCount);
        indexableTemps_.clear();
        phase_ = phase.kind;
        const uint32_t function = next++;
        if (phase.kind == PhaseKind::HullControlPoint)
            control = function;
        else
            later.emplace_back(function, phase.instanceCount);
        if (phase.instanceCount > kMaxPhaseInstances)
            fail(ErrorCode::Corrupt, "a hull shader phase with too many instances");
        declare(phase);
        beginFunction(function);
        liftInstructions(phase);
        if (error_)
            return;
    }

    beginFunction(kMainFunction);
    if (control != kMainFunction)
        marker(Code::Call, {control});
    else
        passControlPoints();
    if (!later.empty()) {
        marker(Code::Barrier, {ir::kBarrierExecution | ir::kBarrierOutput});
        const Value first = b_.op(Code::IEq, loadBuiltin(Builtin::InvocationId, 0), b_.u32(0));
        marker(Code::If, {first.bits});
        for (const auto& [function, instances] : later)
            callPhase(function, instances);
        copyPatchOutputs();
        marker(Code::EndIf);
    }
    marker(Code::Return);
    marker(Code::EndFunction);
}

void Lifter::callPhase(uint32_t function, uint32_t instances) {
    b_.store(phaseInstanceVar_, b_.u32(0));
    if (instances <= 1) {
        marker(Code::Call, {function});
        return;
    }
    marker(Code::Loop);
    const Value instance = b_.load(ir::kU32, phaseInstanceVar_);
    marker(Code::If, {b_.op(Code::UGe, instance, b_.u32(instances)).bits});
    marker(Code::Break);
    marker(Code::EndIf);
    marker(Code::Call, {function});
    b_.store(phaseInstanceVar_, b_.iadd(instance, b_.u32(1)));
    marker(Code::EndLoop);
}

// Without a control-point phase, the points pass through as they are.
void Lifter::passControlPoints() {
    const Value point = loadBuiltin(Builtin::InvocationId, 0);
    for (const auto& element : program_.outputSignature().elements) {
        if (element.reg >= 32)
            continue;
        for (uint32_t c = 0; c < 4; ++c) {
            if (!(element.mask >> c & 1))
                continue;
            IoComponent at;
            at.kind = IoComponent::Kind::Variable;
            at.reg = static_cast<uint8_t>(element.reg);
            at.element = static_cast<uint8_t>(c);
            const auto* input = program_.inputSignature().findRegister(element.reg, static_cast<uint8_t>(1u << c));
            if (input && input->systemValue == SystemValue::Position) {
                at.kind = IoComponent::Kind::Builtin;
                at.builtin = Builtin::Position;
            }
            const Value value = loadIo(at, false, b_.op(Code::UMin, point, b_.u32(inputVertices_ - 1)));
            b_.store(hullOutputVariable(element.reg), b_.bitcast(ir::kF32, value), {point, b_.u32(c)});
        }
    }
}

uint32_t Lifter::hullOutputVariable(uint32_t reg) {
    if (outputVars_[reg] != ~0u)
        return outputVars_[reg];
    ir::Var var;
    var.kind = ir::VarKind::Output;
    var.type = ir::vec(ir::Scalar::F32, 4);
    var.location = reg;
    var.dims[0] = module_.outputControlPoints;
    return outputVars_[reg] = b_.addVar(std::move(var));
}

void Lifter::writeHullOutput(const dxbc::OperandIndex& index, uint32_t component, Value value) {
    if (phase_ != PhaseKind::HullControlPoint) {
        b_.store(stagedOutputs_, b_.bitcast(ir::kU32, value), {clampedIndex(index, 32), b_.u32(component)});
        return;
    }
    const Value point = loadBuiltin(Builtin::InvocationId, 0);
    const Value typed = b_.bitcast(ir::kF32, value);
    if (!index.isRelative()) {
        if (index.immediate >= 32)
            fail(ErrorCode::Corrupt, "an output register beyond the last");
        else
            b_.store(hullOutputVariable(index.immediate), typed, {point, b_.u32(component)});
        return;
    }
    // Chosen at run time: each register that the index may mean is asked.
    const Value wanted = indexValue(index);
    for (uint32_t reg = 0; reg < 32; ++reg) {
        if (!(indexedOutputMask_ >> reg & 1))
            continue;
        marker(Code::If, {b_.op(Code::IEq, wanted, b_.u32(reg)).bits});
        b_.store(hullOutputVariable(reg), typed, {point, b_.u32(component)});
        marker(Code::EndIf);
    }
}

// vocp[][] and vpc[] in forks and joins: what the phases before have written.
ir::Value Lifter::readHullOutput(const Operand& operand, uint32_t component) {
    const dxbc::OperandIndex& index = operand.index[operand.indexCount ? operand.indexCount - 1 : 0];
    if (operand.type == OperandType::InputPatchConstant)
        return b_.load(ir::kU32, stagedOutputs_, {clampedIndex(index, 32), b_.u32(component)});
    if (operand.indexCount != 2 || (!index.isRelative() && index.immediate >= 32))
        return fail(ErrorCode::Corrupt, "an output control point without its two indices");
    const Value point = clampedIndex(operand.index[0], module_.outputControlPoints);
    if (index.isRelative()) {
        // Chosen at run time: all registers that the signature has are read, and one is taken.
        const Value wanted = indexValue(index);
        Value result = b_.f32(0.0f);
        uint32_t seen = 0;
        for (const auto& element : program_.outputSignature().elements) {
            if (element.reg >= 32 || seen >> element.reg & 1)
                continue;
            seen |= 1u << element.reg;
            const Value value = b_.load(ir::kF32, hullOutputVariable(element.reg), {point, b_.u32(component)});
            result = b_.select(b_.op(Code::IEq, wanted, b_.u32(element.reg)), value, result);
        }
        return result;
    }
    return b_.load(ir::kF32, hullOutputVariable(index.immediate), {point, b_.u32(component)});
}

void Lifter::declarePatchOutput(const dxbc::Declaration& decl, uint32_t reg) {
    for (uint32_t c = 0; c < 4; ++c)
        if (decl.operand.mask >> c & 1)
            patchOutputs_[reg][c] = patchComponent(decl.systemName, reg, c);
}

void Lifter::copyPatchOutputs() {
    const float maximum = program_.facts().maxTessFactor;
    for (uint32_t reg = 0; reg < 32; ++reg) {
        for (uint32_t c = 0; c < 4; ++c) {
            const IoComponent& at = patchOutputs_[reg][c];
            if (at.kind == IoComponent::Kind::None)
                continue;
            Value value = b_.bitcast(ir::kF32, b_.load(ir::kU32, stagedOutputs_, {b_.u32(reg), b_.u32(c)}));
            if (at.kind == IoComponent::Kind::Builtin) {
                // A NaN must stay one: it removes the patch.
                if (maximum > 0.0f && maximum < 64.0f)
                    value = b_.select(b_.op(Code::FLt, b_.f32(maximum), value), b_.f32(maximum), value);
                b_.store(builtinVar(at.builtin, true), value, {b_.u32(at.element)});
                continue;
            }
            uint32_t& var = patchOutputVars_[reg];
            if (var == ~0u) {
                ir::Var made;
                made.kind = ir::VarKind::Output;
                made.type = ir::vec(ir::Scalar::F32, 4);
                made.location = patchLocation(reg);
                made.patch = true;
                var = b_.addVar(std::move(made));
            }
            b_.store(var, value, {b_.u32(c)});
        }
    }
}

} // namespace hendeca::translate
