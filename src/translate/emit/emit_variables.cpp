// Variables: where they live, how they are decorated, and pointers to their parts.

#include "translate/emit/emitter.h"

namespace hendeca::translate {

using ir::Builtin;
using ir::OpCode;
using ir::VarKind;
using spirv::Capability;
using spirv::Decoration;
using spirv::StorageClass;
using SpvOp = spirv::Op;

void PointerCache::clear() {
    entries_.assign(64, {});
    count_ = 0;
}

uint32_t& PointerCache::at(uint64_t key) {
    if (count_ * 2 >= entries_.size())
        grow();
    const size_t mask = entries_.size() - 1;
    size_t at = static_cast<size_t>((key * 0x9e3779b97f4a7c15ull) >> 40) & mask;
    while (entries_[at].key && entries_[at].key != key)
        at = (at + 1) & mask;
    if (!entries_[at].key) {
        entries_[at].key = key;
        ++count_;
    }
    return entries_[at].id;
}

void PointerCache::grow() {
    std::vector<Entry> old(std::max<size_t>(entries_.size() * 2, 64));
    old.swap(entries_);
    const size_t mask = entries_.size() - 1;
    for (const Entry& entry : old) {
        if (!entry.key)
            continue;
        size_t at = static_cast<size_t>((entry.key * 0x9e3779b97f4a7c15ull) >> 40) & mask;
        while (entries_[at].key)
            at = (at + 1) & mask;
        entries_[at] = entry;
    }
}

StorageClass Emitter::storageOf(const ir::Var& var) const {
    switch (var.kind) {
    case VarKind::Temp:
        return StorageClass::Function;
    case VarKind::Shared:
        return StorageClass::Workgroup;
    case VarKind::Input:
        return StorageClass::Input;
    case VarKind::Output:
        return StorageClass::Output;
    default:
        return StorageClass::Private;
    }
}

spirv::TypeId Emitter::varType(const ir::Var& var) {
    spirv::TypeId id = type(var.type);
    for (uint32_t d = var.dimCount(); d-- > 0;)
        id = b_.typeArray(id, var.dims[d]);
    return id;
}

// Constant arrays have one dimension.
spirv::ValueId Emitter::constantData(const ir::Var& var, spirv::TypeId arrayType) {
    spirv::Words elements;
    elements.reserve(var.dims[0]);
    for (uint32_t i = 0; i < var.dims[0]; ++i) {
        uint32_t parts[4];
        for (uint32_t c = 0; c < var.type.count; ++c)
            parts[c] = b_.constantU32(var.data[static_cast<size_t>(i) * var.type.count + c]).id;
        elements.push_back(
            var.type.count == 1
                ? parts[0]
                : b_.constantComposite(type(var.type), std::span<const uint32_t>(parts, var.type.count)).id);
    }
    return b_.constantComposite(arrayType, elements);
}

spirv::ValueId Emitter::variable(uint32_t index) {
    if (vars_[index])
        return vars_[index];
    const ir::Var& var = module_.vars[index];
    const StorageClass storage = storageOf(var);
    const spirv::TypeId plain = varType(var);
    const spirv::TypeId pointerType = b_.typePointer(storage, plain);
    if (var.kind == VarKind::Temp)
        return vars_[index] = b_.localVariable(pointerType);
    // Private memory starts as zeros, so that what a program does not write has one value everywhere.
    ValueId initial;
    if (var.kind == VarKind::Constant)
        initial = constantData(var, plain);
    else if (var.kind == VarKind::Private)
        initial = b_.constantNull(plain);
    vars_[index] = b_.globalVariable(pointerType, storage, initial);
    if (var.kind == VarKind::Constant)
        b_.decorate(vars_[index], Decoration::NonWritable);
    if (var.kind == VarKind::Input || var.kind == VarKind::Output)
        decorateIo(var, vars_[index]);
    return vars_[index];
}

void Emitter::decorateIo(const ir::Var& var, ValueId id) {
    const bool input = var.kind == VarKind::Input;
    const bool pixel = module_.stage == ir::Stage::Pixel;
    if (var.patch)
        b_.decorate(id, Decoration::Patch);
    if (var.builtin != Builtin::None) {
        decorateBuiltin(var, id);
    } else {
        b_.decorate(id, Decoration::Location, {var.location});
        if (var.component)
            b_.decorate(id, Decoration::Component, {var.component});
        if (var.dualSourceIndex)
            b_.decorate(id, Decoration::Index, {var.dualSourceIndex});
        if (var.location < 32 && !var.patch && var.xfbBuffer < 0)
            (input ? out_.inputRegisters : out_.outputRegisters) |= 1u << var.location;
    }
    if (input && pixel && var.builtin == Builtin::None) {
        using I = ir::Interpolation;
        const I mode = var.interpolation;
        if (mode == I::Flat)
            b_.decorate(id, Decoration::Flat);
        if (mode == I::NoPerspective || mode == I::NoPerspectiveCentroid || mode == I::NoPerspectiveSample)
            b_.decorate(id, Decoration::NoPerspective);
        if (mode == I::SmoothCentroid || mode == I::NoPerspectiveCentroid)
            b_.decorate(id, Decoration::Centroid);
        if (mode == I::SmoothSample || mode == I::NoPerspectiveSample) {
            b_.decorate(id, Decoration::Sample);
            b_.capability(Capability::SampleRateShading);
            out_.flags |= spirv::kUsesSampleRateShading;
        }
    }
    if (!input && module_.multipleStreams)
        b_.decorate(id, Decoration::Stream, {vulkanStream(var.xfbBuffer >= 0 ? var.stream : drawnStream())});
    if (!input && var.xfbBuffer >= 0) {
        const uint32_t buffer = static_cast<uint32_t>(var.xfbBuffer);
        b_.decorate(id, Decoration::XfbBuffer, {buffer});
        b_.decorate(id, Decoration::XfbStride, {var.xfbStride});
        b_.decorate(id, Decoration::Offset, {var.xfbOffset});
        out_.xfbStride[buffer] = var.xfbStride;
    }
}

void Emitter::decorateBuiltin(const ir::Var& var, ValueId id) {
    using B = spirv::BuiltIn;
    struct Row {
        B builtin;
        Capability capability;
    };
    static constexpr Row kRows[] = {
        {B::Position, Capability::Shader}, // None: never asked for
        {B::Position, Capability::Shader},
        {B::PointSize, Capability::Shader},
        {B::ClipDistance, Capability::ClipDistance},
        {B::CullDistance, Capability::CullDistance},
        {B::VertexIndex, Capability::Shader},
        {B::InstanceIndex, Capability::Shader},
        {B::BaseVertex, Capability::DrawParameters},
        {B::BaseInstance, Capability::DrawParameters},
        {B::PrimitiveId, Capability::Shader},
        {B::InvocationId, Capability::Shader},
        {B::Layer, Capability::Shader},
        {B::ViewportIndex, Capability::Shader},
        {B::TessLevelOuter, Capability::Tessellation},
        {B::TessLevelInner, Capability::Tessellation},
        {B::TessCoord, Capability::Tessellation},
        {B::PatchVertices, Capability::Tessellation},
        {B::FragCoord, Capability::Shader},
        {B::FrontFacing, Capability::Shader},
        {B::SampleId, Capability::SampleRateShading},
        {B::SampleMask, Capability::Shader},
        {B::FragDepth, Capability::Shader},
        {B::FragStencilRefEXT, Capability::StencilExportEXT},
        {B::WorkgroupId, Capability::Shader},
        {B::LocalInvocationId, Capability::Shader},
        {B::GlobalInvocationId, Capability::Shader},
        {B::LocalInvocationIndex, Capability::Shader},
    };
    static_assert(std::size(kRows) == static_cast<size_t>(Builtin::Count));
    const Row& row = kRows[static_cast<size_t>(var.builtin)];
    b_.capability(row.capability);
    b_.decorate(id, Decoration::BuiltIn, {static_cast<uint32_t>(row.builtin)});

    const bool output = var.kind == VarKind::Output;
    const bool pixel = module_.stage == ir::Stage::Pixel;
    const bool geometry = module_.stage == ir::Stage::Geometry;
    // Integers are never interpolated, which must be said.
    if (!output && pixel && var.type.scalar == ir::Scalar::U32)
        b_.decorate(id, Decoration::Flat);
    switch (var.builtin) {
    case Builtin::Position:
        // Equal positions from different shaders must be equal bits, or multi-pass drawing tears.
        if (output)
            b_.decorate(id, Decoration::Invariant);
        break;
    case Builtin::PrimitiveId:
        if (pixel)
            b_.capability(Capability::Geometry);
        break;
    case Builtin::Layer:
        b_.capability(pixel || geometry ? Capability::Geometry : Capability::ShaderLayer);
        if (output && !geometry)
            out_.flags |= spirv::kWritesLayerOrViewport;
        break;
    case Builtin::ViewportIndex:
        b_.capability(pixel || geometry ? Capability::MultiViewport : Capability::ShaderViewportIndex);
        if (output && !geometry)
            out_.flags |= spirv::kWritesLayerOrViewport;
        break;
    case Builtin::FragCoord: // at the sample: it has no decoration for that
        if (var.interpolation != ir::Interpolation::SmoothSample &&
            var.interpolation != ir::Interpolation::NoPerspectiveSample)
            break;
        b_.capability(Capability::SampleRateShading);
        out_.flags |= spirv::kUsesSampleRateShading;
        break;
    case Builtin::SampleId:
        out_.flags |= spirv::kUsesSampleRateShading;
        break;
    case Builtin::SampleMask:
        if (output)
            out_.flags |= spirv::kUsesSampleMaskOut;
        break;
    case Builtin::FragDepth:
        out_.flags |= spirv::kWritesDepth;
        break;
    case Builtin::FragStencilRef:
        out_.flags |= spirv::kWritesStencilRef;
        b_.extension("SPV_EXT_shader_stencil_export");
        b_.executionMode(function(~0u), spirv::ExecutionMode::StencilRefReplacingEXT);
        break;
    default:
        break;
    }
}

// A pointer to what the op's indices, from argument `firstIndex` on, choose of its variable.
spirv::ValueId Emitter::pointer(const Op& op, uint32_t firstIndex) {
    const uint32_t index = module_.imm(op, 0);
    const ValueId base = variable(index);
    const uint32_t count = op.argCount - firstIndex;
    if (count == 0)
        return base;
    const ir::Var& var = module_.vars[index];
    uint32_t indices[3];
    bool constant = true;
    uint64_t key = index + 1;
    for (uint32_t i = 0; i < count; ++i) {
        const ir::Value value = module_.arg(op, firstIndex + i);
        indices[i] = this->value(value).id;
        constant &= value.isConstant();
        if (constant)
            key = key << 15 | (module_.constants[value.index()].bits + 1);
    }
    // All dimensions, and the component of a vector: a scalar; without the component: a vector.
    const bool whole = var.type.isVector() && count == var.dimCount();
    const StorageClass storage = storageOf(var);
    const std::span<const uint32_t> span(indices, count);
    if (!constant) {
        const spirv::TypeId pointerType = b_.typePointer(storage, type(whole ? var.type : var.type.element()));
        spirv::Words operands{base.id};
        operands.insert(operands.end(), span.begin(), span.end());
        return b_.value(SpvOp::AccessChain, pointerType, operands);
    }
    uint32_t& known = pointers_.at(key);
    if (!known)
        known =
            b_.entryAccessChain(b_.typePointer(storage, type(whole ? var.type : var.type.element())), base, span).id;
    return {known};
}

// Registers are loaded and stored as words or as floats, whatever their variable is (passes::typeRegisters).
void Emitter::emitLoad(uint32_t index) {
    const Op& op = module_.ops[index];
    const ir::Var& var = module_.vars[module_.imm(op, 0)];
    const ir::Type held = var.isScalarTemp() ? var.type : op.type;
    const ValueId loaded = b_.value(SpvOp::Load, type(held), {pointer(op, 1).id});
    set(index, held == op.type ? loaded : b_.value(SpvOp::Bitcast, type(op.type), {loaded.id}));
}

void Emitter::emitStore(const Op& op) {
    const ir::Var& var = module_.vars[module_.imm(op, 0)];
    ValueId value = arg(op, 1);
    if (var.isScalarTemp() && module_.typeOf(module_.arg(op, 1)) != var.type)
        value = b_.value(SpvOp::Bitcast, type(var.type), {value.id});
    b_.op(SpvOp::Store, {pointer(op, 2).id, value.id});
}

bool Emitter::emitVariableOp(uint32_t index) {
    const Op& op = module_.ops[index];
    switch (op.code) {
    case OpCode::Load:
        emitLoad(index);
        return true;
    case OpCode::Store:
        emitStore(op);
        return true;
    case OpCode::InterpCentroid:
        b_.capability(Capability::InterpolationFunction);
        set(index, b_.ext(spirv::Glsl::InterpolateAtCentroid, type(op.type), {variable(module_.imm(op, 0)).id}));
        return true;
    case OpCode::InterpSample:
        b_.capability(Capability::InterpolationFunction);
        set(index,
            b_.ext(spirv::Glsl::InterpolateAtSample, type(op.type), {variable(module_.imm(op, 0)).id, arg(op, 1).id}));
        return true;
    case OpCode::InterpOffset:
        b_.capability(Capability::InterpolationFunction);
        set(index,
            b_.ext(spirv::Glsl::InterpolateAtOffset, type(op.type), {variable(module_.imm(op, 0)).id, arg(op, 1).id}));
        return true;
    case OpCode::AtomicShared: {
        const ValueId base = variable(module_.imm(op, 1));
        const ValueId at = b_.value(SpvOp::AccessChain, b_.typePointer(StorageClass::Workgroup, type(ir::kU32)),
                                    {base.id, arg(op, 4).id});
        emitAtomic(index, at, static_cast<ir::AtomicOp>(module_.imm(op, 0)), arg(op, 2),
                   has(op, 3) ? arg(op, 3) : ValueId{}, spirv::kScopeWorkgroup, type(ir::kU32));
        return true;
    }
    default:
        return false;
    }
}

void Emitter::emitAtomic(uint32_t index, ValueId pointer, ir::AtomicOp op, ValueId value, ValueId comparand,
                         uint32_t scope, TypeId resultType) {
    static constexpr SpvOp kOps[] = {SpvOp::AtomicIAdd, SpvOp::AtomicAnd,      SpvOp::AtomicOr,
                                     SpvOp::AtomicXor,  SpvOp::AtomicExchange, SpvOp::AtomicCompareExchange,
                                     SpvOp::AtomicSMin, SpvOp::AtomicSMax,     SpvOp::AtomicUMin,
                                     SpvOp::AtomicUMax};
    const uint32_t scopeId = b_.constantU32(scope).id;
    const uint32_t relaxed = b_.constantU32(0).id;
    const SpvOp code = kOps[static_cast<size_t>(op)];
    if (op == ir::AtomicOp::CompareExchange)
        set(index, b_.value(code, resultType, {pointer.id, scopeId, relaxed, relaxed, value.id, comparand.id}));
    else
        set(index, b_.value(code, resultType, {pointer.id, scopeId, relaxed, value.id}));
}

} // namespace hendeca::translate
