// Questions about resources: sizes, sample counts and positions, the LOD that a sample would take.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::InfoReturn;
using dxbc::Opcode;
using dxbc::OperandType;

namespace {

// Standard sample positions for 1, 2, 4, 8 and 16 samples, in sixteenths of a pixel from its centre
// (D3D11_STANDARD_MULTISAMPLE_PATTERN). The pattern of n samples starts at entry n - 1.
// clang-format off
constexpr int8_t kSamplePositions[31][2] = {
    {0, 0},                                                                                     //
    {4, 4},  {-4, -4},                                                                          //
    {-2, -6}, {6, -2}, {-6, 2}, {2, 6},                                                         //
    {1, -3}, {-1, 3}, {5, 1},  {-3, -5}, {-5, 5}, {-7, -1}, {3, 7},  {7, -7},                   //
    {1, 1},  {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5}, {5, 3},  {3, -5},
    {-2, 6}, {0, -7}, {-4, -6}, {-6, 4}, {-8, 0}, {7, -4}, {6, 7},  {-7, -8},
};
// clang-format on

} // namespace

bool Lifter::liftQuery(const Inst& inst) {
    switch (inst.opcode) {
    case Opcode::Resinfo:
        liftResinfo(inst);
        return true;
    case Opcode::Bufinfo:
        liftBufinfo(inst);
        return true;
    case Opcode::Sampleinfo:
        liftSampleInfo(inst);
        return true;
    case Opcode::Samplepos:
        liftSamplePos(inst);
        return true;
    case Opcode::Lod: {
        const Operand& textureOperand = srcOp(inst, 1);
        const uint32_t texture = resource(ResourceClass::Srv, textureOperand);
        const uint32_t sampler = resource(ResourceClass::Sampler, srcOp(inst, 2));
        const ir::Resource res = module_.resources[texture];
        if (res.kind != ir::ResourceKind::Texture || ir::dimMultisampled(res.dim) || !isPixel()) {
            fail(ErrorCode::Corrupt, "a LOD of what is no texture");
            return true;
        }
        const Value lod = b_.append(Code::QueryLod, ir::vec(ir::Scalar::F32, 2),
                                    {texture, sampler, floatCoord(srcOp(inst, 0), ir::dimCoords(res.dim)).bits});
        module_.resources[texture].read = true;
        Values out;
        for (uint32_t c = 0; c < 4; ++c)
            if (dst(inst, 0).mask >> c & 1)
                out[c] = textureOperand.swizzle[c] < 2 ? b_.extract(lod, textureOperand.swizzle[c]) : b_.f32(0.0f);
        writeMasked(inst, 0, out);
        return true;
    }
    default:
        return false;
    }
}

void Lifter::liftResinfo(const Inst& inst) {
    const Operand& view = srcOp(inst, 1);
    const bool uav = view.type == OperandType::UnorderedAccessView;
    const uint32_t index = resource(uav ? ResourceClass::Uav : ResourceClass::Srv, view);
    const ir::Resource res = module_.resources[index];
    if (res.dim == ir::Dim::None) {
        fail(ErrorCode::Corrupt, "resinfo of a buffer");
        return;
    }
    const uint32_t spatial = ir::dimCube(res.dim) ? 2 : ir::dimCoords(res.dim);
    const uint32_t count = spatial + (ir::dimArrayed(res.dim) ? 1 : 0);
    const ir::Type sizeType = ir::vec(ir::Scalar::U32, count);
    Value sizes, levels;
    if (uav || ir::dimMultisampled(res.dim)) {
        sizes = b_.append(Code::QuerySize, sizeType, {index, ir::kNone.bits});
        levels = b_.u32(1);
    } else {
        levels = b_.append(Code::QueryLevels, ir::kU32, {index});
        // A level that does not exist has size 0; the driver is asked for level 0 then.
        const Value level = srcU(srcOp(inst, 0), 0);
        const Value exists = b_.op(Code::ULt, level, levels);
        sizes = b_.append(Code::QuerySize, sizeType, {index, b_.select(exists, level, b_.u32(0)).bits});
        Value parts[4];
        for (uint32_t c = 0; c < count; ++c)
            parts[c] = b_.select(exists, b_.extract(sizes, c), b_.u32(0));
        sizes = b_.construct(std::span(parts, count));
    }
    Value result[4];
    for (uint32_t c = 0; c < 4; ++c) {
        Value value = c == 3 ? levels : c < count ? b_.extract(sizes, c) : b_.u32(0);
        if (inst.infoReturn != InfoReturn::Uint) {
            value = b_.op(Code::UToF, value);
            if (inst.infoReturn == InfoReturn::RcpFloat && c < spatial)
                value = b_.op(Code::FDiv, b_.f32(1.0f), value);
        }
        result[c] = value;
    }
    module_.resources[index].read = true;
    Values out;
    for (uint32_t c = 0; c < 4; ++c)
        if (dst(inst, 0).mask >> c & 1)
            out[c] = result[view.swizzle[c]];
    writeMasked(inst, 0, out);
}

void Lifter::liftBufinfo(const Inst& inst) {
    const Operand& view = srcOp(inst, 0);
    const bool uav = view.type == OperandType::UnorderedAccessView;
    const uint32_t index = resource(uav ? ResourceClass::Uav : ResourceClass::Srv, view);
    const ir::Resource res = module_.resources[index];
    Value size;
    if (res.kind == ir::ResourceKind::TypedBuffer || res.kind == ir::ResourceKind::UavTypedBuffer) {
        size = b_.append(Code::QuerySize, ir::kU32, {index, ir::kNone.bits});
    } else if (res.kind == ir::ResourceKind::RawBuffer || res.kind == ir::ResourceKind::UavBuffer) {
        const Value words = b_.append(Code::WordCount, ir::kU32, {index});
        size = res.stride ? b_.op(Code::UDiv, words, b_.u32(std::max(res.stride / 4, 1u)))
                          : b_.op(Code::Shl, words, b_.u32(2));
    } else {
        fail(ErrorCode::Corrupt, "bufinfo of a texture");
        return;
    }
    module_.resources[index].read = true;
    const Value result[4] = {size, b_.u32(0), b_.u32(0), b_.u32(0)};
    Values out;
    for (uint32_t c = 0; c < 4; ++c)
        if (dst(inst, 0).mask >> c & 1)
            out[c] = result[view.swizzle[c]];
    writeMasked(inst, 0, out);
}

void Lifter::liftSampleInfo(const Inst& inst) {
    const Operand& view = srcOp(inst, 0);
    Value samples;
    if (view.type == OperandType::Rasterizer) {
        samples = b_.append(Code::RasterSamples, ir::kU32, {});
    } else {
        const uint32_t index = resource(ResourceClass::Srv, view);
        if (!ir::dimMultisampled(module_.resources[index].dim)) {
            fail(ErrorCode::Corrupt, "sampleinfo of a texture without samples");
            return;
        }
        samples = b_.append(Code::QuerySamples, ir::kU32, {index});
        module_.resources[index].read = true;
    }
    const Value value = inst.infoReturn == InfoReturn::Uint ? samples : b_.op(Code::UToF, samples);
    Values out;
    for (uint32_t c = 0; c < 4; ++c)
        if (dst(inst, 0).mask >> c & 1)
            out[c] = view.swizzle[c] == 0 ? value : b_.u32(0);
    writeMasked(inst, 0, out);
}

void Lifter::liftSamplePos(const Inst& inst) {
    const Operand& view = srcOp(inst, 0);
    Value samples;
    if (view.type == OperandType::Rasterizer) {
        samples = b_.append(Code::RasterSamples, ir::kU32, {});
    } else {
        const uint32_t index = resource(ResourceClass::Srv, view);
        if (!ir::dimMultisampled(module_.resources[index].dim)) {
            fail(ErrorCode::Corrupt, "samplepos of a texture without samples");
            return;
        }
        samples = b_.append(Code::QuerySamples, ir::kU32, {index});
        module_.resources[index].read = true;
    }
    if (samplePositions_ == ~0u) {
        ir::Var var;
        var.kind = ir::VarKind::Constant;
        var.type = ir::vec(ir::Scalar::U32, 2);
        var.dims[0] = 31;
        for (const auto& position : kSamplePositions)
            for (int8_t sixteenths : position)
                var.data.push_back(std::bit_cast<uint32_t>(static_cast<float>(sixteenths) / 16.0f));
        samplePositions_ = b_.addVar(std::move(var));
    }
    const Value sample = srcU(srcOp(inst, 1), 0);
    // An index beyond the samples, and a view that is not there, give the centre: entry 0.
    const Value exists = b_.op(Code::ULt, sample, samples);
    const Value entry = b_.op(
        Code::UMin, b_.select(exists, b_.op(Code::ISub, b_.iadd(samples, sample), b_.u32(1)), b_.u32(0)), b_.u32(30));
    Values out;
    for (uint32_t c = 0; c < 4; ++c)
        if (dst(inst, 0).mask >> c & 1)
            out[c] =
                view.swizzle[c] < 2 ? b_.load(ir::kU32, samplePositions_, {entry, b_.u32(view.swizzle[c])}) : b_.u32(0);
    writeMasked(inst, 0, out);
}

} // namespace hendeca::translate
