// Textures and typed views: image types, samples, fetches, stores, queries.

#include "translate/emit/emitter.h"

namespace hendeca::translate {

using ir::OpCode;
using ir::ResourceKind;
using spirv::Capability;
using spirv::ImageFormat;
using SpvOp = spirv::Op;

namespace {

bool isStorage(ResourceKind kind) {
    return kind == ResourceKind::UavTexture || kind == ResourceKind::UavTypedBuffer;
}

spirv::Dim spirvDim(const ir::Resource& resource) {
    if (resource.kind == ResourceKind::TypedBuffer || resource.kind == ResourceKind::UavTypedBuffer)
        return spirv::Dim::Buffer;
    switch (resource.dim) {
    case ir::Dim::D1:
    case ir::Dim::D1Array:
        return spirv::Dim::D1D;
    case ir::Dim::D3:
        return spirv::Dim::D3D;
    case ir::Dim::Cube:
    case ir::Dim::CubeArray:
        return spirv::Dim::Cube;
    default:
        return spirv::Dim::D2D;
    }
}

} // namespace

// Loads and atomics name the format, since the baseline has no loads without one; D3D11 allows them on 32-bit formats
// only.
spirv::ImageFormat Emitter::storageFormat(const ir::Resource& resource) {
    if (resource.atomic || (resource.read && !options_.storageReadWithoutFormat)) {
        switch (resource.numeric) {
        case ir::Scalar::I32:
            return ImageFormat::R32i;
        case ir::Scalar::U32:
            return ImageFormat::R32ui;
        default:
            return ImageFormat::R32f;
        }
    }
    if (resource.read) {
        b_.capability(Capability::StorageImageReadWithoutFormat);
        out_.flags |= spirv::kUsesStorageReadWithoutFormat;
    }
    if (resource.written) {
        b_.capability(Capability::StorageImageWriteWithoutFormat);
        out_.flags |= spirv::kUsesStorageWriteWithoutFormat;
    }
    return ImageFormat::Unknown;
}

spirv::TypeId Emitter::imageType(const ir::Resource& resource, bool depth) {
    const bool storage = isStorage(resource.kind);
    const spirv::Dim dim = spirvDim(resource);
    switch (dim) {
    case spirv::Dim::Buffer:
        b_.capability(storage ? Capability::ImageBuffer : Capability::SampledBuffer);
        break;
    case spirv::Dim::D1D:
        b_.capability(storage ? Capability::Image1D : Capability::Sampled1D);
        break;
    case spirv::Dim::Cube:
        if (resource.dim == ir::Dim::CubeArray)
            b_.capability(storage ? Capability::ImageCubeArray : Capability::SampledCubeArray);
        break;
    default:
        break;
    }
    return b_.typeImage(type({resource.numeric, 1}), dim, depth, ir::dimArrayed(resource.dim),
                        ir::dimMultisampled(resource.dim), storage ? 2 : 1,
                        storage ? storageFormat(resource) : ImageFormat::Unknown);
}

spirv::ValueId Emitter::loadImage(uint32_t resource) {
    const ValueId variable = resourceVariable(resource);
    return b_.value(SpvOp::Load, resources_[resource].imageType, {variable.id});
}

spirv::ValueId Emitter::sampledImage(uint32_t texture, uint32_t sampler, bool depth) {
    const ValueId imageVariable = resourceVariable(texture, depth);
    const ValueId samplerVariable = resourceVariable(sampler);
    const TypeId image = depth ? resources_[texture].depthImageType : resources_[texture].imageType;
    const ValueId loaded = b_.value(SpvOp::Load, image, {imageVariable.id});
    const ValueId state = b_.value(SpvOp::Load, b_.typeSampler(), {samplerVariable.id});
    return b_.value(SpvOp::SampledImage, b_.typeSampledImage(image), {loaded.id, state.id});
}

spirv::ValueId Emitter::constOffset(uint32_t packed, uint32_t count) {
    uint32_t parts[3];
    for (uint32_t c = 0; c < count; ++c)
        parts[c] = b_.constantI32(ir::unpackOffset(packed, c)).id;
    if (count == 1)
        return {parts[0]};
    return b_.constantComposite(type(ir::vec(ir::Scalar::I32, count)), std::span<const uint32_t>(parts, count));
}

// Reads that also report residency give a structure: the code first, then the texel.
void Emitter::imageResult(uint32_t index, SpvOp plain, SpvOp sparse, std::span<const uint32_t> operands) {
    const Op& op = module_.ops[index];
    const TypeId texel = type(op.type);
    if (!op.sparse) {
        set(index, b_.value(plain, texel, operands));
        return;
    }
    b_.capability(Capability::SparseResidency);
    out_.flags |= spirv::kUsesSparseResidency;
    const TypeId code = type(ir::kU32);
    const ValueId both = b_.value(sparse, b_.typeStruct({code, texel}), operands);
    residency_.emplace_back(index, b_.value(SpvOp::CompositeExtract, code, {both.id, 0}));
    set(index, b_.value(SpvOp::CompositeExtract, texel, {both.id, 1}));
}

void Emitter::emitSample(uint32_t index) {
    const Op& op = module_.ops[index];
    const uint32_t texture = module_.imm(op, 0);
    const ir::Resource& resource = module_.resources[texture];
    const bool grad = op.code == OpCode::SampleGrad;
    const bool lod = op.code == OpCode::SampleLod;
    // After the coordinate: one of bias, LOD, or two gradients; reference, offset, LOD clamp.
    const uint32_t referenceAt = grad ? 5 : 4;
    const bool compare = has(op, referenceAt);
    spirv::Words operands{sampledImage(texture, module_.imm(op, 1), compare).id, arg(op, 2).id};
    if (compare)
        operands.push_back(arg(op, referenceAt).id);
    uint32_t mask = 0;
    spirv::Words extra;
    if (grad) {
        mask |= spirv::kImageOperandGrad;
        extra.insert(extra.end(), {arg(op, 3).id, arg(op, 4).id});
    } else if (has(op, 3)) {
        mask |= lod ? spirv::kImageOperandLod : spirv::kImageOperandBias;
        extra.push_back(arg(op, 3).id);
    }
    if (const uint32_t packed = module_.imm(op, referenceAt + 1)) {
        mask |= spirv::kImageOperandConstOffset;
        extra.push_back(constOffset(packed, ir::dimCoords(resource.dim)).id);
    }
    if (!lod && has(op, referenceAt + 2)) {
        b_.capability(Capability::MinLod);
        mask |= spirv::kImageOperandMinLod;
        extra.push_back(arg(op, referenceAt + 2).id);
    }
    if (mask) {
        operands.push_back(mask);
        operands.insert(operands.end(), extra.begin(), extra.end());
    }
    const bool explicitLod = grad || lod;
    if (compare)
        imageResult(index, explicitLod ? SpvOp::ImageSampleDrefExplicitLod : SpvOp::ImageSampleDrefImplicitLod,
                    explicitLod ? SpvOp::ImageSparseSampleDrefExplicitLod : SpvOp::ImageSparseSampleDrefImplicitLod,
                    operands);
    else
        imageResult(index, explicitLod ? SpvOp::ImageSampleExplicitLod : SpvOp::ImageSampleImplicitLod,
                    explicitLod ? SpvOp::ImageSparseSampleExplicitLod : SpvOp::ImageSparseSampleImplicitLod, operands);
}

void Emitter::emitGather(uint32_t index) {
    const Op& op = module_.ops[index];
    const uint32_t texture = module_.imm(op, 0);
    const bool compare = has(op, 4);
    spirv::Words operands{sampledImage(texture, module_.imm(op, 1), compare).id, arg(op, 2).id};
    operands.push_back(compare ? arg(op, 4).id : b_.constantU32(module_.imm(op, 3)).id);
    if (has(op, 6)) {
        b_.capability(Capability::ImageGatherExtended);
        out_.flags |= spirv::kUsesImageGatherExtended;
        operands.insert(operands.end(), {spirv::kImageOperandOffset, arg(op, 6).id});
    } else if (const uint32_t packed = module_.imm(op, 5)) {
        operands.insert(operands.end(), {spirv::kImageOperandConstOffset, constOffset(packed, 2).id});
    }
    if (compare)
        imageResult(index, SpvOp::ImageDrefGather, SpvOp::ImageSparseDrefGather, operands);
    else
        imageResult(index, SpvOp::ImageGather, SpvOp::ImageSparseGather, operands);
}

void Emitter::emitFetch(uint32_t index) {
    const Op& op = module_.ops[index];
    const uint32_t texture = module_.imm(op, 0);
    spirv::Words operands{loadImage(texture).id, arg(op, 1).id};
    if (has(op, 2)) {
        const bool samples = ir::dimMultisampled(module_.resources[texture].dim);
        operands.insert(operands.end(),
                        {samples ? spirv::kImageOperandSample : spirv::kImageOperandLod, arg(op, 2).id});
    }
    imageResult(index, SpvOp::ImageFetch, SpvOp::ImageSparseFetch, operands);
}

// Views of some slices of a 3D image: Vulkan 1.3 binds all of them. Which are meant is known when the pipeline is made: a
// constant with the first in the low half and their number in the high one, 0 for all (spirv/shader_binary.h).
spirv::ValueId Emitter::sliceCoordinates(uint32_t resource, const ir::Value& coordinates) {
    const ValueId whole = value(coordinates);
    if (module_.resources[resource].kind != ir::ResourceKind::UavTexture || module_.resources[resource].dim != ir::Dim::D3)
        return whole;
    const TypeId u32 = type(ir::kU32), boolean = type(ir::kBool), vector = type(module_.typeOf(coordinates));
    const TypeId scalar = type(module_.typeOf(coordinates).element());
    const ValueId slices = offsetConstant(resource);
    const ValueId first = b_.value(SpvOp::BitwiseAnd, u32, {slices.id, b_.constantU32(0xffff).id});
    const ValueId count = b_.value(SpvOp::ShiftRightLogical, u32, {slices.id, b_.constantU32(16).id});
    const ValueId given = b_.value(SpvOp::CompositeExtract, scalar, {whole.id, 2});
    const bool isSigned = module_.typeOf(coordinates).element() != ir::kU32;
    const ValueId slice = isSigned ? b_.value(SpvOp::Bitcast, u32, {given.id}) : given;
    const ValueId inside = b_.value(SpvOp::ULessThan, boolean, {slice.id, count.id});
    const ValueId moved = b_.value(SpvOp::IAdd, u32, {slice.id, first.id});
    const ValueId within = b_.value(SpvOp::Select, u32, {inside.id, moved.id, b_.constantU32(0x7fffffff).id});
    const ValueId all = b_.value(SpvOp::IEqual, boolean, {count.id, b_.constantU32(0).id});
    const ValueId chosen = b_.value(SpvOp::Select, u32, {all.id, slice.id, within.id});
    const ValueId typed = isSigned ? b_.value(SpvOp::Bitcast, scalar, {chosen.id}) : chosen;
    return b_.value(SpvOp::CompositeInsert, vector, {typed.id, whole.id, 2});
}

void Emitter::emitImageAccess(uint32_t index) {
    const Op& op = module_.ops[index];
    if (op.code == OpCode::ImageLoad) {
        const uint32_t image = loadImage(module_.imm(op, 0)).id;
        const uint32_t operands[] = {image, sliceCoordinates(module_.imm(op, 0), module_.arg(op, 1)).id};
        imageResult(index, SpvOp::ImageRead, SpvOp::ImageSparseRead, operands);
        return;
    }
    if (op.code == OpCode::ImageStore) {
        const uint32_t image = loadImage(module_.imm(op, 0)).id;
        b_.op(SpvOp::ImageWrite, {image, sliceCoordinates(module_.imm(op, 0), module_.arg(op, 1)).id, arg(op, 2).id});
        return;
    }
    // Atomics work in the image's own type.
    const uint32_t view = module_.imm(op, 1);
    const ir::Type texel{module_.resources[view].numeric, 1};
    const auto cast = [&](ValueId id) {
        return texel == ir::kU32 ? id : b_.value(SpvOp::Bitcast, type(texel), {id.id});
    };
    const ValueId variable = resourceVariable(view);
    const ValueId at = b_.value(SpvOp::ImageTexelPointer, b_.typePointer(spirv::StorageClass::Image, type(texel)),
                                {variable.id, sliceCoordinates(view, module_.arg(op, 2)).id, b_.constantU32(0).id});
    const ValueId comparand = has(op, 4) ? cast(arg(op, 4)) : ValueId{};
    emitAtomic(index, at, static_cast<ir::AtomicOp>(module_.imm(op, 0)), cast(arg(op, 3)), comparand,
               spirv::kScopeDevice, type(texel));
    if (texel != ir::kU32)
        set(index, b_.value(SpvOp::Bitcast, type(ir::kU32), {results_[index].id}));
}

// The depth of a view of some slices is their number.
void Emitter::emitUavSize(uint32_t index) {
    const Op& op = module_.ops[index];
    const uint32_t resource = module_.imm(op, 0);
    const ValueId size = b_.value(SpvOp::ImageQuerySize, type(op.type), {loadImage(resource).id});
    if (module_.resources[resource].kind != ir::ResourceKind::UavTexture || module_.resources[resource].dim != ir::Dim::D3) {
        set(index, size);
        return;
    }
    const TypeId u32 = type(ir::kU32), scalar = type(op.type.element());
    const bool isSigned = op.type.element() != ir::kU32;
    const ValueId count = b_.value(SpvOp::ShiftRightLogical, u32, {offsetConstant(resource).id, b_.constantU32(16).id});
    const ValueId given = b_.value(SpvOp::CompositeExtract, scalar, {size.id, 2});
    const ValueId depth = isSigned ? b_.value(SpvOp::Bitcast, u32, {given.id}) : given;
    const ValueId all = b_.value(SpvOp::IEqual, type(ir::kBool), {count.id, b_.constantU32(0).id});
    const ValueId chosen = b_.value(SpvOp::Select, u32, {all.id, depth.id, count.id});
    const ValueId typed = isSigned ? b_.value(SpvOp::Bitcast, scalar, {chosen.id}) : chosen;
    set(index, b_.value(SpvOp::CompositeInsert, type(op.type), {typed.id, size.id, 2}));
}

bool Emitter::emitImageOp(uint32_t index) {
    const Op& op = module_.ops[index];
    switch (op.code) {
    case OpCode::SampleImplicit:
    case OpCode::SampleLod:
    case OpCode::SampleGrad:
        emitSample(index);
        return true;
    case OpCode::Gather:
        emitGather(index);
        return true;
    case OpCode::Fetch:
        emitFetch(index);
        return true;
    case OpCode::ImageLoad:
    case OpCode::ImageStore:
    case OpCode::AtomicImage:
        emitImageAccess(index);
        return true;
    case OpCode::SparseResident: {
        ValueId code;
        for (const auto& [read, id] : residency_)
            if (read == module_.arg(op, 0).index())
                code = id;
        set(index, b_.value(SpvOp::ImageSparseTexelsResident, type(ir::kBool), {code.id}));
        return true;
    }
    case OpCode::QueryLod:
        b_.capability(Capability::ImageQuery);
        set(index, b_.value(SpvOp::ImageQueryLod, type(op.type),
                            {sampledImage(module_.imm(op, 0), module_.imm(op, 1), false).id, arg(op, 2).id}));
        return true;
    case OpCode::QuerySize:
        b_.capability(Capability::ImageQuery);
        if (has(op, 1))
            set(index,
                b_.value(SpvOp::ImageQuerySizeLod, type(op.type), {loadImage(module_.imm(op, 0)).id, arg(op, 1).id}));
        else
            emitUavSize(index);
        return true;
    case OpCode::QueryLevels:
        b_.capability(Capability::ImageQuery);
        set(index, b_.value(SpvOp::ImageQueryLevels, type(op.type), {loadImage(module_.imm(op, 0)).id}));
        return true;
    case OpCode::QuerySamples:
        b_.capability(Capability::ImageQuery);
        set(index, b_.value(SpvOp::ImageQuerySamples, type(op.type), {loadImage(module_.imm(op, 0)).id}));
        return true;
    default:
        return false;
    }
}

} // namespace hendeca::translate
