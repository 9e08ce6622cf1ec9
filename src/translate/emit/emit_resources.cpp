// Resources: their variables and bindings, and access to constant, raw and structured buffers.

#include "translate/emit/emitter.h"

#include <algorithm>

namespace hendeca::translate {

using ir::OpCode;
using ir::ResourceKind;
using spirv::BindingKind;
using spirv::Capability;
using spirv::Decoration;
using spirv::StorageClass;
using SpvOp = spirv::Op;

namespace {

BindingKind bindingKind(ResourceKind kind) {
    static constexpr BindingKind kKinds[] = {
        BindingKind::UniformBuffer,      BindingKind::Sampler,           BindingKind::SampledImage,
        BindingKind::UniformTexelBuffer, BindingKind::StorageBufferRead, BindingKind::StorageImage,
        BindingKind::StorageTexelBuffer, BindingKind::StorageBuffer,     BindingKind::UavCounter};
    return kKinds[static_cast<size_t>(kind)];
}

bool isUav(ResourceKind kind) {
    return kind == ResourceKind::UavTexture || kind == ResourceKind::UavTypedBuffer ||
           kind == ResourceKind::UavBuffer || kind == ResourceKind::Counter;
}

static_assert(ir::kLinkageSlot == spirv::kLinkageSlot && ir::kInterfaceSlots == spirv::kInterfaceSlots);

bool isLinkage(const ir::Resource& resource) {
    return resource.kind == ResourceKind::ConstantBuffer && resource.slot == spirv::kLinkageSlot;
}

spirv::NumericType numericType(ir::Scalar scalar) {
    switch (scalar) {
    case ir::Scalar::I32:
        return spirv::NumericType::Sint;
    case ir::Scalar::U32:
        return spirv::NumericType::Uint;
    default:
        return spirv::NumericType::Float;
    }
}

} // namespace

spirv::ValueId Emitter::resourceVariable(uint32_t index, bool depth) {
    ResourceState& state = resources_[index];
    ValueId& known = depth ? state.depthVariable : state.variable;
    if (known)
        return known;
    const ir::Resource& resource = module_.resources[index];
    const TypeId word = type(ir::kU32);
    switch (resource.kind) {
    case ResourceKind::ConstantBuffer:
        if (!uniformBlock_)
            uniformBlock_ = b_.typeBlock(b_.typeArrayWithStride(type(ir::vec(ir::Scalar::U32, 4)), 4096, 16));
        known = b_.globalVariable(b_.typePointer(StorageClass::Uniform, uniformBlock_), StorageClass::Uniform);
        break;
    case ResourceKind::RawBuffer:
    case ResourceKind::UavBuffer:
        if (!wordsBlock_)
            wordsBlock_ = b_.typeBlock(b_.typeArrayWithStride(word, 0, 4));
        known =
            b_.globalVariable(b_.typePointer(StorageClass::StorageBuffer, wordsBlock_), StorageClass::StorageBuffer);
        break;
    case ResourceKind::Counter:
        if (!counterBlock_)
            counterBlock_ = b_.typeBlock(word);
        known =
            b_.globalVariable(b_.typePointer(StorageClass::StorageBuffer, counterBlock_), StorageClass::StorageBuffer);
        break;
    case ResourceKind::Sampler:
        known = b_.globalVariable(b_.typePointer(StorageClass::UniformConstant, b_.typeSampler()),
                                  StorageClass::UniformConstant);
        break;
    default: {
        const TypeId image = imageType(resource, depth);
        (depth ? state.depthImageType : state.imageType) = image;
        known = b_.globalVariable(b_.typePointer(StorageClass::UniformConstant, image), StorageClass::UniformConstant);
        break;
    }
    }
    makeBinding(index, known);
    return known;
}

void Emitter::makeBinding(uint32_t index, ValueId variable) {
    const ir::Resource& resource = module_.resources[index];
    const spirv::Stage stage = out_.stage;
    uint32_t set = spirv::resourceSet(stage);
    uint32_t number = 0;
    switch (resource.kind) {
    case ResourceKind::ConstantBuffer:
        set = spirv::uniformSet(stage);
        // The data of class linkage comes first where there is any: llvmpipe of Mesa 22 writes beyond an array when a
        // condition hangs on the last of 15 uniform buffers.
        number = spirv::uniformBinding(stage, resource.slot);
        if (std::any_of(module_.resources.begin(), module_.resources.end(), isLinkage))
            number = isLinkage(resource) ? spirv::uniformBinding(stage, 0) : number + 1;
        break;
    case ResourceKind::Sampler:
        number = spirv::samplerBinding(stage, resource.slot);
        break;
    case ResourceKind::Counter:
        number = spirv::uavCounterBinding(stage, resource.slot);
        break;
    default:
        number =
            isUav(resource.kind) ? spirv::uavBinding(stage, resource.slot) : spirv::srvBinding(stage, resource.slot);
        break;
    }
    // A slot that is read as another kind of resource already: a binding of its own.
    if (resources_[index].binding != ~0u)
        number = out_.bindings[resources_[index].binding].binding;
    else
        for (const spirv::Binding& other : out_.bindings)
            if (other.set == set && other.binding == number) {
                number = spirv::kFirstAliasBinding +
                         spirv::stageIndexInSet(stage) * spirv::kAliasBindingsPerStage + aliases_++;
                if (aliases_ > spirv::kAliasBindingsPerStage)
                    fail("slots that are read as too many kinds of resources");
                break;
            }
    b_.decorate(variable, Decoration::DescriptorSet, {set});
    b_.decorate(variable, Decoration::Binding, {number});
    if (isUav(resource.kind)) {
        out_.flags |= spirv::kUsesUavs;
        if (resource.kind != ResourceKind::Counter) {
            if (!resource.written)
                b_.decorate(variable, Decoration::NonWritable);
            if (!resource.read)
                b_.decorate(variable, Decoration::NonReadable);
        }
        if (resource.coherent || (uavBarriers_ && resource.written && resource.read))
            b_.decorate(variable, Decoration::Coherent);
    } else if (resource.kind == ResourceKind::RawBuffer) {
        b_.decorate(variable, Decoration::NonWritable);
    }
    ResourceState& state = resources_[index];
    if (state.binding != ~0u)
        return; // a second variable of the same binding
    state.binding = static_cast<uint32_t>(out_.bindings.size());
    spirv::Binding binding;
    binding.kind = bindingKind(resource.kind);
    binding.set = static_cast<uint8_t>(set);
    binding.binding = static_cast<uint16_t>(number);
    binding.slot = static_cast<uint16_t>(resource.slot);
    binding.dim = static_cast<spirv::ImageDim>(resource.dim);
    binding.type = numericType(resource.numeric);
    if (isUav(resource.kind)) {
        binding.written = resource.written;
        binding.read = resource.read;
    }
    binding.structureStride = static_cast<uint16_t>(resource.stride);
    out_.bindings.push_back(binding);
}
static_assert(static_cast<int>(ir::Dim::CubeArray) == static_cast<int>(spirv::ImageDim::CubeArray) &&
              static_cast<int>(ir::Dim::D2Ms) == static_cast<int>(spirv::ImageDim::D2Ms) &&
              static_cast<int>(ir::Dim::D3) == static_cast<int>(spirv::ImageDim::D3));

// The words between the descriptor's start and the view's, known when the pipeline is made.
spirv::ValueId Emitter::offsetConstant(uint32_t index) {
    ResourceState& state = resources_[index];
    if (!state.offset) {
        const uint16_t id = nextOffsetSpecId_++;
        state.offset = b_.specConstantU32(id, 0);
        out_.bindings[state.binding].offsetSpecId = id;
    }
    return state.offset;
}

spirv::ValueId Emitter::wordPointer(uint32_t index, ir::Value word) {
    const ValueId base = resourceVariable(index);
    const TypeId u32 = type(ir::kU32);
    const ValueId at = b_.value(SpvOp::IAdd, u32, {value(word).id, offsetConstant(index).id});
    return b_.value(SpvOp::AccessChain, b_.typePointer(StorageClass::StorageBuffer, u32),
                    {base.id, b_.constantU32(0).id, at.id});
}

bool Emitter::emitResourceOp(uint32_t index) {
    const Op& op = module_.ops[index];
    const TypeId u32 = type(ir::kU32);
    switch (op.code) {
    case OpCode::LoadConstant: {
        const uint32_t resource = module_.imm(op, 0);
        const ir::Value vector = module_.arg(op, 1);
        const uint32_t component = module_.imm(op, 2);
        const ValueId base = resourceVariable(resource);
        if (!vector.isConstant()) {
            const ValueId at =
                b_.value(SpvOp::AccessChain, b_.typePointer(StorageClass::Uniform, u32),
                         {base.id, b_.constantU32(0).id, value(vector).id, b_.constantU32(component).id});
            set(index, b_.value(SpvOp::Load, u32, {at.id}));
            return true;
        }
        const uint64_t vectorIndex = module_.constants[vector.index()].bits;
        if (vectorIndex >= 4096) { // beyond any constant buffer: zero
            set(index, b_.constantU32(0));
            return true;
        }
        uint32_t& known =
            pointers_.at(1ull << 63 | static_cast<uint64_t>(resource) << 32 | vectorIndex << 2 | component);
        if (!known) {
            const uint32_t indices[] = {b_.constantU32(0).id, value(vector).id, b_.constantU32(component).id};
            known = b_.entryAccessChain(b_.typePointer(StorageClass::Uniform, u32), base, indices).id;
        }
        set(index, b_.value(SpvOp::Load, u32, {known}));
        return true;
    }
    case OpCode::LoadWord:
        set(index, b_.value(SpvOp::Load, u32, {wordPointer(module_.imm(op, 0), module_.arg(op, 1)).id}));
        return true;
    case OpCode::StoreWord:
        b_.op(SpvOp::Store, {wordPointer(module_.imm(op, 0), module_.arg(op, 1)).id, arg(op, 2).id});
        return true;
    case OpCode::WordCount: {
        const uint32_t resource = module_.imm(op, 0);
        const ValueId length = b_.value(SpvOp::ArrayLength, u32, {resourceVariable(resource).id, 0});
        // A null descriptor has length 0, whatever the constant says.
        const ValueId offset = b_.ext(spirv::Glsl::UMin, u32, {length.id, offsetConstant(resource).id});
        set(index, b_.value(SpvOp::ISub, u32, {length.id, offset.id}));
        return true;
    }
    case OpCode::AtomicWord:
        emitAtomic(index, wordPointer(module_.imm(op, 1), module_.arg(op, 2)),
                   static_cast<ir::AtomicOp>(module_.imm(op, 0)), arg(op, 3), has(op, 4) ? arg(op, 4) : ValueId{},
                   spirv::kScopeDevice, u32);
        return true;
    case OpCode::CounterAlloc:
    case OpCode::CounterConsume: {
        const ValueId base = resourceVariable(module_.imm(op, 0));
        const ValueId at = b_.value(SpvOp::AccessChain, b_.typePointer(StorageClass::StorageBuffer, u32),
                                    {base.id, b_.constantU32(0).id});
        const uint32_t one = b_.constantU32(1).id;
        const uint32_t scope = b_.constantU32(spirv::kScopeDevice).id;
        const bool alloc = op.code == OpCode::CounterAlloc;
        const ValueId old =
            b_.value(alloc ? SpvOp::AtomicIAdd : SpvOp::AtomicISub, u32, {at.id, scope, b_.constantU32(0).id, one});
        // Consume gives the value after it has been lowered.
        set(index, alloc ? old : b_.value(SpvOp::ISub, u32, {old.id, one}));
        return true;
    }
    default:
        return false;
    }
}

void Emitter::finishResources() {
    for (const spirv::Binding& binding : out_.bindings) {
        if (binding.dim == spirv::ImageDim::CubeArray)
            out_.flags |= spirv::kUsesCubeArray;
        if (binding.kind == BindingKind::StorageImage &&
            (binding.dim == spirv::ImageDim::D2Ms || binding.dim == spirv::ImageDim::D2MsArray))
            out_.flags |= spirv::kUsesMultisampleStorage;
    }
}

} // namespace hendeca::translate
