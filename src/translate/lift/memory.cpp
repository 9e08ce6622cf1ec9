// Raw, structured and typed memory: buffers, unordered access views, group-shared memory, atomics, counters, barriers.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::Opcode;
using dxbc::OperandType;

namespace {

struct AtomicRow {
    Opcode opcode;
    ir::AtomicOp op;
    bool returns;
};

constexpr AtomicRow kAtomics[] = {
    {Opcode::AtomicAnd, ir::AtomicOp::And, false},
    {Opcode::AtomicOr, ir::AtomicOp::Or, false},
    {Opcode::AtomicXor, ir::AtomicOp::Xor, false},
    {Opcode::AtomicCmpStore, ir::AtomicOp::CompareExchange, false},
    {Opcode::AtomicIadd, ir::AtomicOp::Add, false},
    {Opcode::AtomicImax, ir::AtomicOp::SMax, false},
    {Opcode::AtomicImin, ir::AtomicOp::SMin, false},
    {Opcode::AtomicUmax, ir::AtomicOp::UMax, false},
    {Opcode::AtomicUmin, ir::AtomicOp::UMin, false},
    {Opcode::ImmAtomicIadd, ir::AtomicOp::Add, true},
    {Opcode::ImmAtomicAnd, ir::AtomicOp::And, true},
    {Opcode::ImmAtomicOr, ir::AtomicOp::Or, true},
    {Opcode::ImmAtomicXor, ir::AtomicOp::Xor, true},
    {Opcode::ImmAtomicExch, ir::AtomicOp::Exchange, true},
    {Opcode::ImmAtomicCmpExch, ir::AtomicOp::CompareExchange, true},
    {Opcode::ImmAtomicImax, ir::AtomicOp::SMax, true},
    {Opcode::ImmAtomicImin, ir::AtomicOp::SMin, true},
    {Opcode::ImmAtomicUmax, ir::AtomicOp::UMax, true},
    {Opcode::ImmAtomicUmin, ir::AtomicOp::UMin, true},
};

const AtomicRow* findAtomic(Opcode opcode) {
    for (const AtomicRow& row : kAtomics)
        if (row.opcode == opcode)
            return &row;
    return nullptr;
}

} // namespace

bool Lifter::liftMemory(const Inst& inst) {
    switch (inst.opcode) {
    case Opcode::LdRaw:
    case Opcode::LdRawS:
        liftWordLoad(inst, false);
        return true;
    case Opcode::LdStructured:
    case Opcode::LdStructuredS:
        liftWordLoad(inst, true);
        return true;
    case Opcode::StoreRaw:
        liftWordStore(inst, false);
        return true;
    case Opcode::StoreStructured:
        liftWordStore(inst, true);
        return true;
    case Opcode::LdUavTyped:
    case Opcode::LdUavTypedS:
        liftTypedLoad(inst);
        return true;
    case Opcode::StoreUavTyped:
        liftTypedStore(inst);
        return true;
    case Opcode::ImmAtomicAlloc:
    case Opcode::ImmAtomicConsume:
        liftCounter(inst);
        return true;
    default:
        if (!findAtomic(inst.opcode))
            return false;
        liftAtomic(inst);
        return true;
    }
}

// The byte address that drivers make of it must not wrap round: no view reaches the last words that 32 bits can address, so
// an address that is held below them stays outside of every view that it was outside of.
ir::Value Lifter::wordAddress(Value index, Value byteOffset, uint32_t stride) {
    constexpr uint32_t kBeyondAll = 0x3fff0000, kBeyondStructures = 0x8000;
    const Value words = b_.op(Code::ShrU, byteOffset, b_.u32(2));
    if (!index.valid())
        return b_.op(Code::UMin, words, b_.u32(kBeyondAll));
    const uint32_t step = std::max(stride / 4, 1u);
    return b_.iadd(b_.op(Code::IMul, b_.op(Code::UMin, index, b_.u32(kBeyondAll / step)), b_.u32(step)),
                   b_.op(Code::UMin, words, b_.u32(kBeyondStructures)));
}

// Beyond the end lies one word more that nothing reads (see declareShared()): what goes there is dropped. Memory without
// that word, since the group has all there is already, keeps what is beyond it at its last word: D3D leaves that undefined.
ir::Value Lifter::sharedIndex(const SharedMemory& memory, Value word) {
    return b_.op(Code::UMin, word, b_.u32(memory.spare ? memory.words : memory.words - 1));
}

ir::Value Lifter::loadShared(const SharedMemory& memory, Value word) {
    const Value value = b_.load(ir::kU32, memory.var, {sharedIndex(memory, word)});
    if (word.isConstant() && module_.constants[word.index()].bits < memory.words)
        return value;
    return b_.select(b_.op(Code::ULt, word, b_.u32(memory.words)), value, b_.u32(0));
}

void Lifter::liftWordLoad(const Inst& inst, bool structured) {
    const Operand& view = srcOp(inst, structured ? 2 : 1);
    const Value index = structured ? srcU(srcOp(inst, 0), 0) : ir::kNone;
    const Value offset = srcU(srcOp(inst, structured ? 1 : 0), 0);
    Values out;
    if (view.type == OperandType::ThreadGroupSharedMemory) {
        const SharedMemory* memory = sharedMemory(view.reg());
        if (!memory)
            return;
        const Value base = wordAddress(index, offset, memory->stride);
        for (uint32_t c = 0; c < 4; ++c)
            if (dst(inst, 0).mask >> c & 1)
                out[c] = loadShared(*memory, b_.iadd(base, b_.u32(view.swizzle[c])));
    } else {
        const bool uav = view.type == OperandType::UnorderedAccessView;
        const uint32_t res = resource(uav ? ResourceClass::Uav : ResourceClass::Srv, view);
        const ir::ResourceKind kind = module_.resources[res].kind;
        if (kind != ir::ResourceKind::RawBuffer && kind != ir::ResourceKind::UavBuffer) {
            fail(ErrorCode::Corrupt, "a raw or structured load from a typed resource");
            return;
        }
        module_.resources[res].read = true;
        const Value base = wordAddress(index, offset, module_.resources[res].stride);
        for (uint32_t c = 0; c < 4; ++c)
            if (dst(inst, 0).mask >> c & 1)
                out[c] = b_.append(Code::LoadWord, ir::kU32, {res, b_.iadd(base, b_.u32(view.swizzle[c])).bits});
    }
    writeMasked(inst, 0, out);
    // Buffers that are read word by word are reported as mapped: partly resident ones read zeros.
    if (inst.info().has(dxbc::kSparse) && dst(inst, 1).type != OperandType::Null)
        writeStatus(inst, b_.u32(~0u));
}

void Lifter::liftWordStore(const Inst& inst, bool structured) {
    const Operand& view = dst(inst, 0);
    const Value index = structured ? srcU(srcOp(inst, 0), 0) : ir::kNone;
    const Value offset = srcU(srcOp(inst, structured ? 1 : 0), 0);
    const Operand& data = srcOp(inst, structured ? 2 : 1);
    Values values;
    for (uint32_t c = 0; c < 4; ++c)
        if (view.mask >> c & 1)
            values[c] = b_.bitcast(ir::kU32, srcBits(data, c));
    if (view.type == OperandType::ThreadGroupSharedMemory) {
        const SharedMemory* memory = sharedMemory(view.reg());
        if (!memory)
            return;
        const Value base = wordAddress(index, offset, memory->stride);
        for (uint32_t c = 0; c < 4; ++c)
            if (values[c].valid())
                b_.store(memory->var, values[c], {sharedIndex(*memory, b_.iadd(base, b_.u32(c)))});
        return;
    }
    const uint32_t res = resource(ResourceClass::Uav, view);
    if (module_.resources[res].kind != ir::ResourceKind::UavBuffer) {
        fail(ErrorCode::Corrupt, "a raw or structured store to a typed resource");
        return;
    }
    module_.resources[res].written = true;
    const Value base = wordAddress(index, offset, module_.resources[res].stride);
    for (uint32_t c = 0; c < 4; ++c)
        if (values[c].valid())
            b_.append(Code::StoreWord, ir::kVoid, {res, b_.iadd(base, b_.u32(c)).bits, values[c].bits});
}

ir::Value Lifter::imageCoord(const Operand& operand, const ir::Resource& res) {
    if (res.dim == ir::Dim::None)
        return srcU(operand, 0);
    return uintCoord(operand, ir::dimCoords(res.dim) + (ir::dimArrayed(res.dim) ? 1 : 0));
}

void Lifter::liftTypedLoad(const Inst& inst) {
    const Operand& view = srcOp(inst, 1);
    const uint32_t index = resource(ResourceClass::Uav, view);
    const ir::Resource res = module_.resources[index];
    if (res.kind != ir::ResourceKind::UavTexture && res.kind != ir::ResourceKind::UavTypedBuffer) {
        fail(ErrorCode::Corrupt, "a typed load from a raw or structured view");
        return;
    }
    module_.resources[index].read = true;
    const Value coord = imageCoord(srcOp(inst, 0), res);
    const Value texel = b_.append(Code::ImageLoad, ir::vec(res.numeric, 4), {index, coord.bits});
    const Value resident = sparseStatus(inst, texel);
    writeTexel(inst, view, texel, resident);
}

void Lifter::liftTypedStore(const Inst& inst) {
    const Operand& view = dst(inst, 0);
    const uint32_t index = resource(ResourceClass::Uav, view);
    const ir::Resource res = module_.resources[index];
    if (res.kind != ir::ResourceKind::UavTexture && res.kind != ir::ResourceKind::UavTypedBuffer) {
        fail(ErrorCode::Corrupt, "a typed store to a raw or structured view");
        return;
    }
    module_.resources[index].written = true;
    const Value coord = imageCoord(srcOp(inst, 0), res);
    Value parts[4];
    for (uint32_t c = 0; c < 4; ++c)
        parts[c] = b_.bitcast({res.numeric, 1}, srcBits(srcOp(inst, 1), c));
    // Views of a range hold 0 for NaN, which not every driver makes of it.
    const dxbc::Declaration* decl = declarationOf(ResourceClass::Uav, view.reg());
    if (decl && (decl->returnType[0] == dxbc::ReturnType::Unorm || decl->returnType[0] == dxbc::ReturnType::Snorm))
        for (Value& part : parts)
            part = b_.select(b_.op(Code::FIsNan, part), b_.f32(0.0f), part);
    b_.append(Code::ImageStore, ir::kVoid, {index, coord.bits, b_.construct(parts).bits});
}

void Lifter::liftAtomic(const Inst& inst) {
    const AtomicRow* row = findAtomic(inst.opcode);
    const Operand& view = dst(inst, row->returns ? 1 : 0);
    const Operand& address = srcOp(inst, 0);
    const uint32_t op = static_cast<uint32_t>(row->op);
    // Compare-and-exchange has the comparand first, then the new value.
    const bool compare = row->op == ir::AtomicOp::CompareExchange;
    const Value comparand = compare ? srcU(srcOp(inst, 1), 0) : ir::kNone;
    const Value value = srcU(srcOp(inst, compare ? 2 : 1), 0);
    Value old;
    if (view.type == OperandType::ThreadGroupSharedMemory) {
        const SharedMemory* memory = sharedMemory(view.reg());
        if (!memory)
            return;
        const Value word = memory->stride ? wordAddress(srcU(address, 0), srcU(address, 1), memory->stride)
                                          : wordAddress(ir::kNone, srcU(address, 0), 0);
        old = b_.append(Code::AtomicShared, ir::kU32,
                        {op, memory->var, value.bits, comparand.bits, sharedIndex(*memory, word).bits});
    } else {
        const uint32_t index = resource(ResourceClass::Uav, view);
        const ir::Resource res = module_.resources[index];
        module_.resources[index].read = module_.resources[index].written = module_.resources[index].atomic = true;
        if (res.kind == ir::ResourceKind::UavBuffer) {
            const Value word = res.stride ? wordAddress(srcU(address, 0), srcU(address, 1), res.stride)
                                          : wordAddress(ir::kNone, srcU(address, 0), 0);
            old = b_.append(Code::AtomicWord, ir::kU32, {op, index, word.bits, value.bits, comparand.bits});
        } else if (res.kind == ir::ResourceKind::UavTexture || res.kind == ir::ResourceKind::UavTypedBuffer) {
            if (res.numeric == ir::Scalar::F32) {
                unsupported("an atomic on a view of floats");
                return;
            }
            const Value coord = imageCoord(address, res);
            old = b_.append(Code::AtomicImage, ir::kU32, {op, index, coord.bits, value.bits, comparand.bits});
        } else {
            fail(ErrorCode::Corrupt, "an atomic on what is no unordered access view");
            return;
        }
    }
    if (row->returns)
        writeMasked(inst, 0, {old, old, old, old});
}

void Lifter::liftCounter(const Inst& inst) {
    const uint32_t view = resource(ResourceClass::Uav, dst(inst, 1));
    if (module_.resources[view].kind != ir::ResourceKind::UavBuffer) {
        fail(ErrorCode::Corrupt, "a counter of a view that has none");
        return;
    }
    const uint32_t counter = counterOf(view);
    const Value value = b_.append(inst.opcode == Opcode::ImmAtomicAlloc ? Code::CounterAlloc : Code::CounterConsume,
                                  ir::kU32, {counter});
    writeMasked(inst, 0, {value, value, value, value});
}

void Lifter::liftSync(const Inst& inst) {
    uint32_t bits = 0;
    const bool compute = program_.stage() == dxbc::ShaderStage::Compute;
    if (inst.syncFlags & dxbc::kSyncThreadsInGroup && compute)
        bits |= ir::kBarrierExecution;
    if (inst.syncFlags & dxbc::kSyncSharedMemory && compute)
        bits |= ir::kBarrierShared;
    if (inst.syncFlags & dxbc::kSyncUavGroup)
        bits |= compute ? ir::kBarrierUavGroup : ir::kBarrierUavGlobal;
    if (inst.syncFlags & dxbc::kSyncUavGlobal)
        bits |= ir::kBarrierUavGlobal;
    if (bits)
        b_.marker(Code::Barrier, {bits});
}

} // namespace hendeca::translate
