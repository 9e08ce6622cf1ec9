// Reading and writing of registers: which variable an operand names, its modifiers, its relative indices.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::OperandType;

void Lifter::startPhaseTemps(uint32_t count) {
    // A subroutine may lie in another phase than its caller.
    if (!program_.labels().empty())
        for (const dxbc::Phase& phase : program_.phases())
            count = std::max(count, phase.tempCount);
    temps_.assign(static_cast<size_t>(count) * 4, {});
    dirtyTemps_.clear();
    ++epoch_;
}

Lifter::Temp& Lifter::temp(uint32_t reg, uint32_t component) {
    const size_t at = static_cast<size_t>(reg) * 4 + component;
    if (at >= temps_.size()) {
        fail(ErrorCode::Corrupt, "a temporary register beyond the declared ones");
        temps_.resize(at + 1);
    }
    return temps_[at];
}

uint32_t Lifter::varOf(Temp& temp) {
    if (temp.var == ~0u) {
        ir::Var var;
        var.kind = tempKind_;
        var.type = ir::kU32;
        temp.var = b_.addVar(std::move(var));
    }
    return temp.var;
}

ir::Value Lifter::readTemp(uint32_t reg, uint32_t component) {
    Temp& known = temp(reg, component);
    if (known.epoch != epoch_) {
        known.value = b_.load(ir::kU32, varOf(known));
        known.epoch = epoch_;
    }
    return known.value;
}

void Lifter::writeTemp(uint32_t reg, uint32_t component, Value value) {
    Temp& known = temp(reg, component);
    known.value = value;
    known.epoch = epoch_;
    if (!known.dirty) {
        known.dirty = true;
        dirtyTemps_.push_back(reg * 4 + component);
    }
}

void Lifter::marker(Code code, std::initializer_list<uint32_t> args) {
    // What ends a function's life ends its temporaries too; those of subroutines are the caller's.
    const bool needed = (code != Code::Return && code != Code::EndFunction) || tempKind_ != ir::VarKind::Temp;
    for (uint32_t at : dirtyTemps_) {
        Temp& changed = temps_[at];
        changed.dirty = false;
        if (needed)
            b_.store(varOf(changed), b_.bitcast(ir::kU32, changed.value));
    }
    dirtyTemps_.clear();
    ++epoch_;
    b_.marker(code, args);
}

const Lifter::IndexableTemp* Lifter::indexableTemp(uint32_t id) {
    for (const IndexableTemp& temp : indexableTemps_)
        if (temp.id == id)
            return &temp;
    fail(ErrorCode::Corrupt, "an indexable temporary that is not declared");
    return nullptr;
}

ir::Value Lifter::indexValue(const dxbc::OperandIndex& index) {
    if (!index.isRelative())
        return b_.u32(index.immediate);
    return b_.iadd(srcU(program_.operand(index.relative), 0), b_.u32(index.immediate));
}

// Indices beyond an array are undefined in D3D; here they meet the last element, so that no driver is led outside.
ir::Value Lifter::clampedIndex(const dxbc::OperandIndex& index, uint32_t count) {
    const Value value = indexValue(index);
    return b_.op(Code::UMin, value, b_.u32(count ? count - 1 : 0));
}

ir::Value Lifter::natural(const Operand& operand, uint32_t component) {
    switch (operand.type) {
    case OperandType::Temp:
        return readTemp(operand.reg(), component);
    case OperandType::Immediate32:
        return b_.u32(operand.imm[operand.components == 1 ? 0 : component]);
    case OperandType::Input:
    case OperandType::InputControlPoint:
    case OperandType::OutputControlPoint:
    case OperandType::InputPatchConstant:
        return readInput(operand, component);
    case OperandType::IndexableTemp: {
        const IndexableTemp* temp = indexableTemp(operand.reg());
        if (!temp || component >= temp->components)
            return b_.u32(0);
        const Value index = clampedIndex(operand.index[1], temp->count);
        if (temp->components == 1)
            return b_.load(ir::kU32, temp->var, {index});
        return b_.load(ir::kU32, temp->var, {index, b_.u32(component)});
    }
    case OperandType::ConstantBuffer: {
        if (dynamicSlots_)
            if (const Values* values = constantsOf(operand))
                return (*values)[component];
        const uint32_t buffer = resource(ResourceClass::ConstantBuffer, operand);
        const Value vector = indexValue(operand.index[operand.indexCount ? operand.indexCount - 1 : 0]);
        return b_.loadConstant(buffer, vector, component);
    }
    case OperandType::ImmediateConstantBuffer: {
        declareIcb();
        // One vector of zeros follows the data, for indices beyond it.
        const Value index =
            b_.op(Code::UMin, indexValue(operand.index[0]), b_.u32(static_cast<uint32_t>(program_.icb().size())));
        return b_.load(ir::kU32, icbVar_, {index, b_.u32(component)});
    }
    case OperandType::ThisPointer:
        return readThis(operand, component);
    case OperandType::Output: // hull phases may read what they wrote
        return unsupported("an output register that is read");
    default:
        return readSpecialInput(operand, component);
    }
}

ir::Value Lifter::srcBits(const Operand& operand, uint32_t c) {
    if (operand.negate || operand.absolute)
        return srcF(operand, c);
    return natural(operand, operand.swizzle[c]);
}

ir::Value Lifter::srcF(const Operand& operand, uint32_t c) {
    Value value = b_.bitcast(ir::kF32, natural(operand, operand.swizzle[c]));
    if (operand.absolute)
        value = b_.op(Code::FAbs, value);
    if (operand.negate)
        value = b_.op(Code::FNeg, value);
    return value;
}

ir::Value Lifter::srcU(const Operand& operand, uint32_t c) {
    Value value = b_.bitcast(ir::kU32, natural(operand, operand.swizzle[c]));
    if (operand.absolute)
        value = b_.op(Code::SMax, value, b_.op(Code::INeg, value));
    if (operand.negate)
        value = b_.op(Code::INeg, value);
    return value;
}

// The double in result pair 0 (xy) or 1 (zw): its halves lie in two neighbouring components.
ir::Value Lifter::srcD(const Operand& operand, uint32_t pair) {
    Value value;
    if (operand.type == OperandType::Immediate64) {
        value = b_.constant(ir::kF64, operand.imm64(operand.swizzle[pair * 2] / 2));
    } else {
        const Value low = b_.bitcast(ir::kU32, natural(operand, operand.swizzle[pair * 2]));
        const Value high = b_.bitcast(ir::kU32, natural(operand, operand.swizzle[pair * 2 + 1]));
        value = b_.op(Code::PackDouble, low, high);
    }
    if (operand.absolute)
        value = b_.op(Code::DAbs, value);
    if (operand.negate)
        value = b_.op(Code::DNeg, value);
    return value;
}

ir::Value Lifter::saturated(Value value) {
    // FClamp takes NaN to its lower bound: saturate(NaN) is 0.
    if (module_.typeOf(value) == ir::kF64)
        return b_.op(Code::DMin, b_.op(Code::DMax, value, b_.f64(0.0)), b_.f64(1.0));
    return b_.op(Code::FClamp, b_.bitcast(ir::kF32, value), b_.f32(0.0f), b_.f32(1.0f));
}

void Lifter::write(const Operand& operand, uint32_t component, Value value) {
    switch (operand.type) {
    case OperandType::Null:
        return;
    case OperandType::Temp:
        writeTemp(operand.reg(), component, value);
        return;
    case OperandType::IndexableTemp: {
        const IndexableTemp* temp = indexableTemp(operand.reg());
        if (!temp || component >= temp->components)
            return;
        const Value index = clampedIndex(operand.index[1], temp->count);
        const Value bits = b_.bitcast(ir::kU32, value);
        if (temp->components == 1)
            b_.store(temp->var, bits, {index});
        else
            b_.store(temp->var, bits, {index, b_.u32(component)});
        return;
    }
    case OperandType::Output:
        writeOutput(operand, component, value);
        return;
    default:
        writeSpecialOutput(operand, value);
        return;
    }
}

// All results of an instruction are computed before any is written: a destination may be a source too.
void Lifter::writeMasked(const Inst& inst, uint32_t dstIndex, const Values& values) {
    const Operand& operand = dst(inst, dstIndex);
    if (operand.type == OperandType::Null)
        return;
    Values out = values;
    if (inst.saturate)
        for (uint32_t c = 0; c < 4; ++c)
            if (operand.mask >> c & 1 && out[c].valid())
                out[c] = saturated(out[c]);
    for (uint32_t c = 0; c < 4; ++c)
        if (operand.mask >> c & 1 && out[c].valid())
            write(operand, c, out[c]);
}

} // namespace hendeca::translate
