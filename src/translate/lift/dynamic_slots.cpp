// Resources and samplers that a register chooses: in model 5.1 within a declared range, in methods of classes anywhere.
// The instruction becomes a switch over the slot with one plain instruction in each case, which needs nothing of the
// driver (no arrays of descriptors) and is right for divergent indices too. Slots outside of the range, and outside of
// what Direct3D 11 can bind, read as if nothing were bound.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::Opcode;
using dxbc::OperandType;
using dxbc::ResourceDim;

namespace {

// Classes whose instances are placed by CreateClassInstance may name any texture; these are looked at.
constexpr uint32_t kClassTextures = 16;

bool isStructured(Opcode opcode) {
    return opcode == Opcode::LdStructured || opcode == Opcode::LdStructuredS || opcode == Opcode::StoreStructured;
}

bool isRaw(Opcode opcode) {
    return opcode == Opcode::LdRaw || opcode == Opcode::LdRawS || opcode == Opcode::StoreRaw;
}

// Takes the derivatives of its coordinate, which must be known before the lanes part.
bool isImplicit(Opcode opcode) {
    return opcode == Opcode::Sample || opcode == Opcode::SampleB || opcode == Opcode::SampleC ||
           opcode == Opcode::SampleClS || opcode == Opcode::SampleBClS || opcode == Opcode::SampleCClS;
}

} // namespace

std::optional<Lifter::ResourceClass> Lifter::resourceClass(OperandType type) {
    switch (type) {
    case OperandType::ConstantBuffer:
        return ResourceClass::ConstantBuffer;
    case OperandType::Sampler:
        return ResourceClass::Sampler;
    case OperandType::Resource:
        return ResourceClass::Srv;
    case OperandType::UnorderedAccessView:
        return ResourceClass::Uav;
    default:
        return std::nullopt;
    }
}

uint32_t Lifter::slotLimit(ResourceClass kind) {
    static constexpr uint32_t kLimits[] = {14, 16, 128, 64};
    return kLimits[static_cast<size_t>(kind)];
}

bool Lifter::isDynamic(const Operand& operand) const {
    return resourceClass(operand.type) && operand.index[program_.model() >= 51 ? 1 : 0].isRelative();
}

// The first operand whose slot is not known yet; constant buffers are read before.
const dxbc::Operand* Lifter::dynamicOperand(const Inst& inst) const {
    const uint32_t count = inst.dstCount + inst.srcCount;
    for (uint32_t i = 0; i < count; ++i) {
        const Operand& operand = program_.operands()[inst.firstOperand + i];
        if (operand.type == OperandType::ConstantBuffer || !isDynamic(operand))
            continue;
        const bool known = std::any_of(chosen_.begin(), chosen_.end(),
                                       [&](const ChosenSlot& choice) { return choice.operand == &operand; });
        if (!known)
            return &operand;
    }
    return nullptr;
}

// cb[r][r]: read from every buffer that it may be, and one value is taken. Straight code, so that what follows still knows
// the registers; methods of classes read the same vector again and again, which costs nothing then.
void Lifter::readConstantsByCases(const Inst& inst, const Operand& operand) {
    const auto placeOf = [&](const dxbc::OperandIndex& index) {
        const Value base = index.isRelative() ? srcU(program_.operand(index.relative), 0) : ir::kNone;
        return std::pair(base, index.immediate);
    };
    const auto valueOf = [&](const std::pair<Value, uint32_t>& place) {
        return place.first.valid() ? b_.iadd(place.first, b_.u32(place.second)) : b_.u32(place.second);
    };
    const std::array place{placeOf(operand.index[program_.model() >= 51 ? 1 : 0]),
                           placeOf(operand.index[operand.indexCount - 1])};
    const Value slot = valueOf(place[0]), vector = valueOf(place[1]);
    if (vectorsEpoch_ != epoch_) {
        vectors_.clear();
        vectorsEpoch_ = epoch_;
    }
    auto known = std::find_if(vectors_.begin(), vectors_.end(),
                              [&](const ReadVector& read) { return read.place == place; });
    if (known == vectors_.end())
        known = vectors_.insert(vectors_.end(), {place, {}});
    for (uint8_t c : operand.swizzle) {
        Value& value = known->values[c];
        if (value.valid())
            continue;
        value = b_.u32(0);
        for (uint32_t candidate : slotCandidates(inst, operand)) {
            ++lifted_;
            chosen_.push_back({&operand, candidate});
            const uint32_t buffer = resource(ResourceClass::ConstantBuffer, operand);
            chosen_.pop_back();
            const Value read = b_.loadConstant(buffer, vector, c);
            value = b_.select(b_.op(Code::IEq, slot, b_.u32(candidate)), read, value);
        }
    }
    Values values;
    for (uint32_t c = 0; c < 4; ++c)
        values[c] = known->values[c].valid() ? known->values[c] : b_.u32(0);
    constants_.push_back({&operand, values});
}

// What readConstantsByCases() has read, or null.
const Lifter::Values* Lifter::constantsOf(const Operand& operand) const {
    for (const ReadConstants& read : constants_)
        if (read.operand == &operand)
            return &read.values;
    return nullptr;
}

std::vector<uint32_t> Lifter::slotCandidates(const Inst& inst, const Operand& operand) const {
    const ResourceClass kind = *resourceClass(operand.type);
    const uint32_t limit = slotLimit(kind);
    std::vector<uint32_t> slots;
    if (program_.model() >= 51) {
        const dxbc::Declaration* decl = declarationOf(kind, operand.reg());
        if (decl && decl->space == 0)
            for (uint32_t slot = decl->lower; slot < limit && slot <= decl->upper; ++slot)
                slots.push_back(slot);
        return slots;
    }
    const dxbc::Declaration wanted = declarationBy(inst, kind);
    for (uint32_t slot = 0; slot < limit; ++slot) {
        const dxbc::Declaration* decl = declarationOf(kind, slot);
        // What is declared as something else is not meant.
        const bool fits = !decl || kind == ResourceClass::ConstantBuffer || kind == ResourceClass::Sampler ||
                          (decl->opcode == wanted.opcode && decl->dim == wanted.dim);
        if (fits && (decl || slot < kClassTextures))
            slots.push_back(slot);
    }
    return slots;
}

// As a declaration would say it, from the instruction's own tokens.
dxbc::Declaration Lifter::declarationBy(const Inst& inst, ResourceClass kind) const {
    dxbc::Declaration decl;
    if (kind == ResourceClass::ConstantBuffer || kind == ResourceClass::Sampler)
        return decl;
    const bool uav = kind == ResourceClass::Uav;
    if (isStructured(inst.opcode) || inst.resourceDim == ResourceDim::StructuredBuffer) {
        decl.opcode = uav ? Opcode::DclUavStructured : Opcode::DclResourceStructured;
        decl.dim = ResourceDim::StructuredBuffer;
        decl.structureStride = inst.structureStride;
    } else if (isRaw(inst.opcode) || inst.resourceDim == ResourceDim::RawBuffer) {
        decl.opcode = uav ? Opcode::DclUavRaw : Opcode::DclResourceRaw;
        decl.dim = ResourceDim::RawBuffer;
    } else {
        decl.opcode = uav ? Opcode::DclUavTyped : Opcode::DclResource;
        decl.dim = inst.hasResourceDim ? inst.resourceDim : ResourceDim::Texture2D;
        decl.returnType = inst.returnType;
    }
    return decl;
}

ir::Value Lifter::slotValue(const Operand& operand) {
    return indexValue(operand.index[program_.model() >= 51 ? 1 : 0]);
}

// False: nothing is chosen at run time.
bool Lifter::liftByCases(const Inst& inst) {
    const uint32_t count = inst.dstCount + inst.srcCount;
    bool dynamic = false, nonUniform = false;
    for (uint32_t i = 0; i < count; ++i) {
        const Operand& operand = program_.operands()[inst.firstOperand + i];
        if (!isDynamic(operand))
            continue;
        dynamic = true;
        nonUniform |= operand.nonUniform;
        if (operand.type == OperandType::ConstantBuffer && !constantsOf(operand))
            readConstantsByCases(inst, operand);
    }
    const Operand* operand = dynamic ? dynamicOperand(inst) : nullptr;
    if (!operand)
        return false;
    const bool keepsDerivatives = nonUniform && isPixel() && isImplicit(inst.opcode) && !gradients_;
    if (keepsDerivatives)
        gradients_ = takeGradients(inst);
    const std::vector<uint32_t> slots = slotCandidates(inst, *operand);
    marker(Code::Switch, {slotValue(*operand).bits});
    for (uint32_t candidate : slots) {
        if (error_)
            return true;
        marker(Code::Case, {candidate});
        chosen_.push_back({operand, candidate});
        liftInstruction(inst);
        chosen_.pop_back();
        marker(Code::Break);
    }
    marker(Code::Default);
    writeZeros(inst);
    marker(Code::Break);
    marker(Code::EndSwitch);
    if (keepsDerivatives)
        gradients_.reset();
    return true;
}

Lifter::Gradients Lifter::takeGradients(const Inst& inst) {
    Gradients made;
    for (uint32_t c = 0; c < 3; ++c) {
        const Value coordinate = srcF(srcOp(inst, 0), c);
        made.ddx[c] = b_.op(Code::Ddx, coordinate);
        made.ddy[c] = b_.op(Code::Ddy, coordinate);
    }
    return made;
}

// What an instruction gives whose resource is none: zeros in its destination registers.
void Lifter::writeZeros(const Inst& inst) {
    for (uint32_t i = 0; i < inst.dstCount; ++i) {
        if (resourceClass(dst(inst, i).type) || dst(inst, i).type == OperandType::Null)
            continue;
        const Value zero = b_.u32(0);
        for (uint32_t c = 0; c < 4; ++c)
            if (dst(inst, i).mask >> c & 1)
                write(dst(inst, i), c, zero);
    }
}

} // namespace hendeca::translate
