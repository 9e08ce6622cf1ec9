// From an operand to the resource that it names: found by slot up to model 5.0, by range and index in model 5.1.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::Opcode;
using dxbc::ResourceDim;
using dxbc::ReturnType;

namespace {

ir::Dim irDim(ResourceDim dim) {
    switch (dim) {
    case ResourceDim::Texture1D:
        return ir::Dim::D1;
    case ResourceDim::Texture1DArray:
        return ir::Dim::D1Array;
    case ResourceDim::Texture2D:
        return ir::Dim::D2;
    case ResourceDim::Texture2DArray:
        return ir::Dim::D2Array;
    case ResourceDim::Texture2DMs:
        return ir::Dim::D2Ms;
    case ResourceDim::Texture2DMsArray:
        return ir::Dim::D2MsArray;
    case ResourceDim::Texture3D:
        return ir::Dim::D3;
    case ResourceDim::TextureCube:
        return ir::Dim::Cube;
    case ResourceDim::TextureCubeArray:
        return ir::Dim::CubeArray;
    default:
        return ir::Dim::None;
    }
}

ir::Scalar irNumeric(ReturnType type) {
    switch (type) {
    case ReturnType::Sint:
        return ir::Scalar::I32;
    case ReturnType::Uint:
        return ir::Scalar::U32;
    default:
        return ir::Scalar::F32;
    }
}

} // namespace

ir::Resource Lifter::makeResource(ResourceClass kind, const dxbc::Declaration& decl, uint32_t slot) const {
    ir::Resource resource;
    resource.slot = slot;
    switch (kind) {
    case ResourceClass::ConstantBuffer:
        resource.kind = ir::ResourceKind::ConstantBuffer;
        return resource;
    case ResourceClass::Sampler:
        resource.kind = ir::ResourceKind::Sampler;
        return resource;
    default:
        break;
    }
    const bool uav = kind == ResourceClass::Uav;
    if (decl.opcode == Opcode::DclResource || decl.opcode == Opcode::DclUavTyped) {
        resource.dim = irDim(decl.dim);
        resource.numeric = irNumeric(decl.returnType[0]);
        if (decl.dim == ResourceDim::Buffer)
            resource.kind = uav ? ir::ResourceKind::UavTypedBuffer : ir::ResourceKind::TypedBuffer;
        else
            resource.kind = uav ? ir::ResourceKind::UavTexture : ir::ResourceKind::Texture;
    } else {
        resource.kind = uav ? ir::ResourceKind::UavBuffer : ir::ResourceKind::RawBuffer;
        resource.numeric = ir::Scalar::U32;
        resource.stride = decl.structureStride;
    }
    resource.coherent = decl.globallyCoherent;
    return resource;
}

const dxbc::Declaration* Lifter::declarationOf(ResourceClass kind, uint32_t id) const {
    for (const DeclaredResource& declared : declared_)
        if (declared.kind == kind && declared.decl->id == id)
            return declared.decl;
    return nullptr;
}

uint32_t Lifter::resource(ResourceClass kind, const Operand& operand) {
    const bool ranged = program_.model() >= 51;
    const dxbc::OperandIndex& slotIndex = operand.index[ranged ? 1 : 0];
    uint32_t id = operand.reg();
    uint32_t slot = slotIndex.immediate;
    bool chosen = false;
    for (const ChosenSlot& choice : chosen_) {
        if (choice.operand != &operand)
            continue;
        slot = choice.slot;
        chosen = true;
        if (!ranged)
            id = slot;
    }
    if (slotIndex.isRelative() && !chosen)
        unsupported("a resource that is chosen by a register");
    if (slot >= slotLimit(kind))
        unsupported("a resource slot beyond those of Direct3D 11");

    // Methods of classes may use what is not declared: the instruction says what it must be.
    const dxbc::Declaration* decl = declarationOf(kind, id);
    dxbc::Declaration own;
    uint64_t form = 0;
    if (!decl && chosen && !ranged) {
        own = declarationBy(*inst_, kind);
        decl = &own;
        form = 1 | static_cast<uint64_t>(own.dim) << 8 | static_cast<uint64_t>(own.returnType[0]) << 16 |
               static_cast<uint64_t>(own.structureStride) << 32;
    }
    for (const UsedResource& used : used_)
        if (used.kind == kind && used.id == id && used.slot == slot && used.form == form)
            return used.resource;

    uint32_t index;
    if (decl) {
        const ir::Resource made = makeResource(kind, *decl, slot);
        if (made.kind == ir::ResourceKind::Texture && made.dim == ir::Dim::None)
            fail(ErrorCode::Corrupt, "a texture without a dimension");
        if (made.kind == ir::ResourceKind::UavTexture &&
            (made.dim == ir::Dim::None || ir::dimCube(made.dim) || ir::dimMultisampled(made.dim)))
            fail(ErrorCode::Corrupt, "an unordered access view of a dimension that has none");
        index = b_.addResource(made);
    } else {
        fail(ErrorCode::Corrupt, "a resource that is not declared");
        ir::Resource dummy;
        index = b_.addResource(dummy);
    }
    used_.push_back({kind, id, slot, form, index});
    return index;
}

uint32_t Lifter::counterOf(uint32_t uav) {
    for (const auto& [view, counter] : counters_)
        if (view == uav)
            return counter;
    ir::Resource counter;
    counter.kind = ir::ResourceKind::Counter;
    counter.slot = module_.resources[uav].slot;
    counter.read = counter.written = counter.atomic = true;
    counters_.emplace_back(uav, b_.addResource(counter));
    return counters_.back().second;
}

} // namespace hendeca::translate
