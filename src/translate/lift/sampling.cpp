// Texture sampling, gathering and loading, with their forms that report residency.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::Opcode;
using dxbc::OperandType;

namespace {

// Where the operands of a sample instruction stand, counted in sources; -1: it has none of that kind.
struct SampleForm {
    Opcode opcode;
    int8_t bias = -1, lod = -1, ddx = -1, ddy = -1, reference = -1, clamp = -1;
    bool levelZero = false;
};

constexpr SampleForm kForms[] = {
    {.opcode = Opcode::Sample},
    {.opcode = Opcode::SampleB, .bias = 3},
    {.opcode = Opcode::SampleL, .lod = 3},
    {.opcode = Opcode::SampleD, .ddx = 3, .ddy = 4},
    {.opcode = Opcode::SampleC, .reference = 3},
    {.opcode = Opcode::SampleCLz, .reference = 3, .levelZero = true},
    {.opcode = Opcode::SampleLS, .lod = 3},
    {.opcode = Opcode::SampleCLzS, .reference = 3, .levelZero = true},
    {.opcode = Opcode::SampleClS, .clamp = 3},
    {.opcode = Opcode::SampleBClS, .bias = 3, .clamp = 4},
    {.opcode = Opcode::SampleDClS, .ddx = 3, .ddy = 4, .clamp = 5},
    {.opcode = Opcode::SampleCClS, .reference = 3, .clamp = 4},
};

constexpr uint32_t kTextureSource = 1;
constexpr uint32_t kSamplerSource = 2;

ir::Type texelType(const ir::Resource& resource) {
    return ir::vec(resource.numeric, 4);
}

} // namespace

ir::Value Lifter::floatCoord(const Operand& operand, uint32_t count) {
    Value parts[4];
    for (uint32_t c = 0; c < count; ++c)
        parts[c] = srcF(operand, c);
    return b_.construct(std::span(parts, count));
}

ir::Value Lifter::uintCoord(const Operand& operand, uint32_t count) {
    Value parts[4];
    for (uint32_t c = 0; c < count; ++c)
        parts[c] = srcU(operand, c);
    return b_.construct(std::span(parts, count));
}

uint32_t Lifter::packedOffset(const Inst& inst, ir::Dim dim) const {
    const auto& offset = inst.texelOffset;
    if (!inst.hasTexelOffset || ir::dimCube(dim) || (!offset[0] && !offset[1] && !offset[2]))
        return 0;
    return ir::packOffset(offset[0], offset[1], offset[2]);
}

// The status must be asked for right after the read, while both results are one value for the emitter.
ir::Value Lifter::sparseStatus(const Inst& inst, Value texel) {
    if (!inst.info().has(dxbc::kSparse) || dst(inst, 1).type == OperandType::Null)
        return ir::kNone;
    if (!options_.sparseResidency) // nothing can be partly resident
        return b_.u32(~0u);
    module_.ops[texel.index()].sparse = true;
    return b_.mask(b_.append(Code::SparseResident, ir::kBool, {texel.bits}));
}

void Lifter::writeTexel(const Inst& inst, const Operand& resourceOperand, Value texel, Value resident) {
    Values out;
    const bool scalar = !module_.typeOf(texel).isVector();
    for (uint32_t c = 0; c < 4; ++c)
        if (dst(inst, 0).mask >> c & 1)
            out[c] = scalar ? texel : b_.extract(texel, resourceOperand.swizzle[c]);
    writeMasked(inst, 0, out);
    writeStatus(inst, resident);
}

void Lifter::writeStatus(const Inst& inst, Value resident) {
    if (resident.valid())
        writeMasked(inst, 1, {resident, resident, resident, resident});
}

bool Lifter::liftSampling(const Inst& inst) {
    switch (inst.opcode) {
    case Opcode::Sample:
    case Opcode::SampleB:
    case Opcode::SampleL:
    case Opcode::SampleD:
    case Opcode::SampleC:
    case Opcode::SampleCLz:
    case Opcode::SampleLS:
    case Opcode::SampleCLzS:
    case Opcode::SampleClS:
    case Opcode::SampleBClS:
    case Opcode::SampleDClS:
    case Opcode::SampleCClS:
        liftSample(inst);
        return true;
    case Opcode::Gather4:
    case Opcode::Gather4C:
    case Opcode::Gather4Po:
    case Opcode::Gather4PoC:
    case Opcode::Gather4S:
    case Opcode::Gather4CS:
    case Opcode::Gather4PoS:
    case Opcode::Gather4PoCS:
        liftGather(inst);
        return true;
    case Opcode::Ld:
    case Opcode::Ld2dms:
    case Opcode::LdS:
    case Opcode::Ld2dmsS:
        liftLoad(inst);
        return true;
    default:
        return false;
    }
}

ir::Value Lifter::partOf(Value value, uint32_t component) {
    return module_.typeOf(value).isVector() ? b_.extract(value, component) : value;
}

// The LOD of an implicit sample, no less than the clamp: for drivers that take no clamp.
ir::Value Lifter::clampedLod(uint32_t texture, uint32_t sampler, Value coord, Value bias, Value clamp) {
    const uint32_t coords = ir::dimCoords(module_.resources[texture].dim);
    Value parts[4];
    for (uint32_t c = 0; c < coords; ++c)
        parts[c] = partOf(coord, c);
    const Value where = b_.construct(std::span(parts, coords));
    const Value query = b_.append(Code::QueryLod, ir::vec(ir::Scalar::F32, 2), {texture, sampler, where.bits});
    Value lod = b_.extract(query, 1);
    if (bias.valid())
        lod = b_.op(Code::FAdd, lod, bias);
    return b_.op(Code::FMax, lod, clamp);
}

// The same for given gradients: the longer of both in texels says the LOD (anisotropy is lost).
ir::Value Lifter::clampedGradientLod(uint32_t texture, Value coord, Value ddx, Value ddy, Value clamp) {
    const ir::Dim dim = module_.resources[texture].dim;
    const uint32_t coords = ir::dimCoords(dim);
    const uint32_t sized = (ir::dimCube(dim) ? 2 : coords) + (ir::dimArrayed(dim) ? 1 : 0);
    const Value size = b_.append(Code::QuerySize, ir::vec(ir::Scalar::U32, sized), {texture, b_.u32(0).bits});
    // A cube's face is two units wide, at the distance of the largest coordinate.
    Value scale;
    if (ir::dimCube(dim)) {
        Value largest = b_.op(Code::FAbs, b_.extract(coord, 0));
        for (uint32_t c = 1; c < 3; ++c)
            largest = b_.op(Code::FMax, largest, b_.op(Code::FAbs, b_.extract(coord, c)));
        scale = b_.op(Code::FDiv, b_.f32(0.5f), largest);
    }
    Value longest;
    for (const Value gradient : {ddx, ddy}) {
        Value sum;
        for (uint32_t c = 0; c < coords; ++c) {
            const Value texels = b_.op(Code::UToF, partOf(size, ir::dimCube(dim) ? 0 : c));
            Value part = b_.op(Code::FMul, partOf(gradient, c), texels);
            if (scale.valid())
                part = b_.op(Code::FMul, part, scale);
            part = b_.op(Code::FMul, part, part);
            sum = sum.valid() ? b_.op(Code::FAdd, sum, part) : part;
        }
        longest = longest.valid() ? b_.op(Code::FMax, longest, sum) : sum;
    }
    return b_.op(Code::FMax, b_.op(Code::FMul, b_.op(Code::FLog2, longest), b_.f32(0.5f)), clamp);
}

void Lifter::liftSample(const Inst& inst) {
    const SampleForm* form = nullptr;
    for (const SampleForm& candidate : kForms)
        if (candidate.opcode == inst.opcode)
            form = &candidate;
    const Operand& textureOperand = srcOp(inst, kTextureSource);
    const uint32_t texture = resource(ResourceClass::Srv, textureOperand);
    const uint32_t sampler = resource(ResourceClass::Sampler, srcOp(inst, kSamplerSource));
    const ir::Resource res = module_.resources[texture];
    if (res.kind != ir::ResourceKind::Texture || ir::dimMultisampled(res.dim)) {
        fail(ErrorCode::Corrupt, "a sample of what is no texture");
        return;
    }
    const uint32_t coords = ir::dimCoords(res.dim);
    const Value coord = floatCoord(srcOp(inst, 0), coords + (ir::dimArrayed(res.dim) ? 1 : 0));
    const auto optional = [&](int8_t source) {
        return source < 0 ? ir::kNone : srcF(srcOp(inst, static_cast<uint32_t>(source)), 0);
    };
    // A LOD clamp operand may be null, as the status may.
    const Value clamp =
        form->clamp < 0 || srcOp(inst, static_cast<uint32_t>(form->clamp)).type == OperandType::Null
            ? ir::kNone
            : srcF(srcOp(inst, static_cast<uint32_t>(form->clamp)), 0);
    const bool clampHere = clamp.valid() && !options_.resourceMinLod;
    const Value reference = optional(form->reference);
    if (reference.valid() && res.numeric != ir::Scalar::F32) {
        fail(ErrorCode::Corrupt, "a comparison with a texture of integers");
        return;
    }
    // A comparison gives one number; D3D puts it into all components.
    const ir::Type type = reference.valid() ? ir::kF32 : texelType(res);
    const uint32_t offset = packedOffset(inst, res.dim);
    Value lod = form->levelZero ? b_.f32(0.0f) : optional(form->lod);
    // Outside of pixel shaders there are no derivatives.
    if (!isPixel() && !lod.valid() && form->ddx < 0)
        lod = b_.f32(0.0f);

    Value texel;
    const auto withGradients = [&](Value ddx, Value ddy) {
        return b_.append(Code::SampleGrad, type,
                         {texture, sampler, coord.bits, ddx.bits, ddy.bits, reference.bits, offset, clamp.bits});
    };
    if (clampHere && form->ddx < 0 && !gradients_)
        lod = clampedLod(texture, sampler, coord, optional(form->bias), clamp);
    if (lod.valid()) {
        texel = b_.append(Code::SampleLod, type, {texture, sampler, coord.bits, lod.bits, reference.bits, offset});
    } else if (form->ddx >= 0) {
        const Value ddx = floatCoord(srcOp(inst, static_cast<uint32_t>(form->ddx)), coords);
        const Value ddy = floatCoord(srcOp(inst, static_cast<uint32_t>(form->ddy)), coords);
        if (clampHere)
            lod = clampedGradientLod(texture, coord, ddx, ddy, clamp);
        texel = clampHere ? b_.append(Code::SampleLod, type,
                                      {texture, sampler, coord.bits, lod.bits, reference.bits, offset})
                          : withGradients(ddx, ddy);
    } else if (gradients_) {
        // A bias of the LOD is a factor of the gradients.
        const Value bias = optional(form->bias);
        const Value factor = bias.valid() ? b_.op(Code::FExp2, bias) : ir::kNone;
        const auto gradient = [&](std::array<Value, 3> parts) {
            if (factor.valid())
                for (Value& part : parts)
                    part = b_.op(Code::FMul, part, factor);
            return b_.construct(std::span(parts.data(), coords));
        };
        const Value ddx = gradient(gradients_->ddx), ddy = gradient(gradients_->ddy);
        if (clampHere)
            lod = clampedGradientLod(texture, coord, ddx, ddy, clamp);
        texel = clampHere ? b_.append(Code::SampleLod, type,
                                      {texture, sampler, coord.bits, lod.bits, reference.bits, offset})
                          : withGradients(ddx, ddy);
    } else {
        const Value bias = optional(form->bias);
        texel = b_.append(
            Code::SampleImplicit, type,
            {texture, sampler, coord.bits, bias.bits, reference.bits, offset, clamp.bits});
    }
    module_.resources[texture].read = true;
    const Value resident = sparseStatus(inst, texel);
    writeTexel(inst, textureOperand, texel, resident);
}

void Lifter::liftGather(const Inst& inst) {
    const bool computed = inst.opcode == Opcode::Gather4Po || inst.opcode == Opcode::Gather4PoC ||
                          inst.opcode == Opcode::Gather4PoS || inst.opcode == Opcode::Gather4PoCS;
    const bool compare = inst.opcode == Opcode::Gather4C || inst.opcode == Opcode::Gather4PoC ||
                         inst.opcode == Opcode::Gather4CS || inst.opcode == Opcode::Gather4PoCS;
    const uint32_t first = computed ? 2 : 1; // the texture's place among the sources
    const Operand& textureOperand = srcOp(inst, first);
    const Operand& samplerOperand = srcOp(inst, first + 1);
    const uint32_t texture = resource(ResourceClass::Srv, textureOperand);
    const uint32_t sampler = resource(ResourceClass::Sampler, samplerOperand);
    const ir::Resource res = module_.resources[texture];
    if (res.kind != ir::ResourceKind::Texture || ir::dimCoords(res.dim) < 2 || res.dim == ir::Dim::D3 ||
        ir::dimMultisampled(res.dim)) {
        fail(ErrorCode::Corrupt, "a gather from what is no 2D or cube texture");
        return;
    }
    if (compare && res.numeric != ir::Scalar::F32) {
        fail(ErrorCode::Corrupt, "a comparison with a texture of integers");
        return;
    }
    const Value coord = floatCoord(srcOp(inst, 0), ir::dimCoords(res.dim) + (ir::dimArrayed(res.dim) ? 1 : 0));
    Value offset;
    if (computed && !ir::dimCube(res.dim)) {
        // Six bits per axis, signed.
        Value parts[2];
        for (uint32_t c = 0; c < 2; ++c)
            parts[c] = b_.op(Code::BitExtractS, srcU(srcOp(inst, 1), c), b_.u32(0), b_.u32(6));
        offset = b_.construct(parts);
    }
    const Value reference = compare ? srcF(srcOp(inst, first + 2), 0) : ir::kNone;
    const uint32_t component = compare ? 0 : samplerOperand.component();
    const Value texel = b_.append(Code::Gather, compare ? ir::vec(ir::Scalar::F32, 4) : texelType(res),
                                  {texture, sampler, coord.bits, component, reference.bits,
                                   computed ? 0 : packedOffset(inst, res.dim), offset.bits});
    module_.resources[texture].read = true;
    const Value resident = sparseStatus(inst, texel);
    writeTexel(inst, textureOperand, texel, resident);
}

void Lifter::liftLoad(const Inst& inst) {
    const bool samples = inst.opcode == Opcode::Ld2dms || inst.opcode == Opcode::Ld2dmsS;
    const Operand& textureOperand = srcOp(inst, 1);
    const uint32_t texture = resource(ResourceClass::Srv, textureOperand);
    const ir::Resource res = module_.resources[texture];
    const bool buffer = res.kind == ir::ResourceKind::TypedBuffer;
    if ((!buffer && res.kind != ir::ResourceKind::Texture) || ir::dimCube(res.dim) ||
        samples != ir::dimMultisampled(res.dim)) {
        fail(ErrorCode::Corrupt, "a load from a resource of the wrong kind");
        return;
    }
    const uint32_t spatial = buffer ? 1 : ir::dimCoords(res.dim);
    const uint32_t count = spatial + (ir::dimArrayed(res.dim) ? 1 : 0);
    Value parts[4];
    for (uint32_t c = 0; c < count; ++c) {
        parts[c] = srcU(srcOp(inst, 0), c);
        // Offsets do not move the array layer. An added offset has no limits, unlike the image operand.
        if (inst.hasTexelOffset && c < spatial && c < 3)
            parts[c] = b_.iadd(parts[c], b_.u32(static_cast<uint32_t>(static_cast<int32_t>(inst.texelOffset[c]))));
    }
    const Value coord = b_.construct(std::span(parts, count));
    Value level;
    if (samples)
        level = srcU(srcOp(inst, 2), 0);
    else if (!buffer)
        level = srcU(srcOp(inst, 0), 3);
    const Value texel = b_.append(Code::Fetch, texelType(res), {texture, coord.bits, level.bits, 0u});
    module_.resources[texture].read = true;
    const Value resident = sparseStatus(inst, texel);
    writeTexel(inst, textureOperand, texel, resident);
}

} // namespace hendeca::translate
