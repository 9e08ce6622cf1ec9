// Values: the ops that are one SPIR-V instruction stand in a table, the rest below it.

#include "translate/emit/emitter.h"

namespace hendeca::translate {

using ir::OpCode;
using spirv::Capability;
using spirv::Glsl;
using SpvOp = spirv::Op;

namespace {

struct SimpleRow {
    OpCode code = OpCode::Nop;
    SpvOp op = SpvOp::Undef;
    Glsl ext = Glsl::RoundEven;
    bool isExt = false;
};

constexpr SimpleRow plain(OpCode code, SpvOp op) {
    return {code, op, Glsl::RoundEven, false};
}
constexpr SimpleRow glsl(OpCode code, Glsl ext) {
    return {code, SpvOp::ExtInst, ext, true};
}

constexpr SimpleRow kSimpleRows[] = {
    plain(OpCode::Bitcast, SpvOp::Bitcast),
    plain(OpCode::Select, SpvOp::Select),
    plain(OpCode::FAdd, SpvOp::FAdd),
    plain(OpCode::FSub, SpvOp::FSub),
    plain(OpCode::FMul, SpvOp::FMul),
    glsl(OpCode::FMad, Glsl::Fma),
    plain(OpCode::FDiv, SpvOp::FDiv),
    plain(OpCode::FNeg, SpvOp::FNegate),
    glsl(OpCode::FAbs, Glsl::FAbs),
    // The N forms give the other operand for a NaN, as D3D does.
    glsl(OpCode::FMin, Glsl::NMin),
    glsl(OpCode::FMax, Glsl::NMax),
    glsl(OpCode::FClamp, Glsl::NClamp),
    glsl(OpCode::FFloor, Glsl::Floor),
    glsl(OpCode::FCeil, Glsl::Ceil),
    glsl(OpCode::FTrunc, Glsl::Trunc),
    glsl(OpCode::FRoundEven, Glsl::RoundEven),
    glsl(OpCode::FFract, Glsl::Fract),
    glsl(OpCode::FSqrt, Glsl::Sqrt),
    glsl(OpCode::FRsqrt, Glsl::InverseSqrt),
    glsl(OpCode::FExp2, Glsl::Exp2),
    glsl(OpCode::FLog2, Glsl::Log2),
    glsl(OpCode::FSin, Glsl::Sin),
    glsl(OpCode::FCos, Glsl::Cos),
    plain(OpCode::FEq, SpvOp::FOrdEqual),
    plain(OpCode::FNe, SpvOp::FUnordNotEqual),
    plain(OpCode::FLt, SpvOp::FOrdLessThan),
    plain(OpCode::FGe, SpvOp::FOrdGreaterThanEqual),
    plain(OpCode::FIsNan, SpvOp::IsNan),
    plain(OpCode::Ddx, SpvOp::DPdx),
    plain(OpCode::Ddy, SpvOp::DPdy),
    plain(OpCode::DdxCoarse, SpvOp::DPdxCoarse),
    plain(OpCode::DdyCoarse, SpvOp::DPdyCoarse),
    plain(OpCode::DdxFine, SpvOp::DPdxFine),
    plain(OpCode::DdyFine, SpvOp::DPdyFine),
    plain(OpCode::IAdd, SpvOp::IAdd),
    plain(OpCode::ISub, SpvOp::ISub),
    plain(OpCode::IMul, SpvOp::IMul),
    plain(OpCode::INeg, SpvOp::SNegate),
    plain(OpCode::UDiv, SpvOp::UDiv),
    plain(OpCode::UMod, SpvOp::UMod),
    plain(OpCode::And, SpvOp::BitwiseAnd),
    plain(OpCode::Or, SpvOp::BitwiseOr),
    plain(OpCode::Xor, SpvOp::BitwiseXor),
    plain(OpCode::Not, SpvOp::Not),
    plain(OpCode::Shl, SpvOp::ShiftLeftLogical),
    plain(OpCode::ShrU, SpvOp::ShiftRightLogical),
    plain(OpCode::ShrS, SpvOp::ShiftRightArithmetic),
    plain(OpCode::IEq, SpvOp::IEqual),
    plain(OpCode::INe, SpvOp::INotEqual),
    plain(OpCode::SLt, SpvOp::SLessThan),
    plain(OpCode::SGe, SpvOp::SGreaterThanEqual),
    plain(OpCode::ULt, SpvOp::ULessThan),
    plain(OpCode::UGe, SpvOp::UGreaterThanEqual),
    glsl(OpCode::SMin, Glsl::SMin),
    glsl(OpCode::SMax, Glsl::SMax),
    glsl(OpCode::UMin, Glsl::UMin),
    glsl(OpCode::UMax, Glsl::UMax),
    plain(OpCode::BitCount, SpvOp::BitCount),
    plain(OpCode::BitReverse, SpvOp::BitReverse),
    glsl(OpCode::FindLsb, Glsl::FindILsb),
    glsl(OpCode::FindUMsb, Glsl::FindUMsb),
    glsl(OpCode::FindSMsb, Glsl::FindSMsb),
    plain(OpCode::BitExtractU, SpvOp::BitFieldUExtract),
    plain(OpCode::BitExtractS, SpvOp::BitFieldSExtract),
    plain(OpCode::BitInsert, SpvOp::BitFieldInsert),
    plain(OpCode::FToS, SpvOp::ConvertFToS),
    plain(OpCode::FToU, SpvOp::ConvertFToU),
    plain(OpCode::SToF, SpvOp::ConvertSToF),
    plain(OpCode::UToF, SpvOp::ConvertUToF),
    plain(OpCode::LAnd, SpvOp::LogicalAnd),
    plain(OpCode::LOr, SpvOp::LogicalOr),
    plain(OpCode::LNot, SpvOp::LogicalNot),
    plain(OpCode::DAdd, SpvOp::FAdd),
    plain(OpCode::DMul, SpvOp::FMul),
    plain(OpCode::DDiv, SpvOp::FDiv),
    glsl(OpCode::DFma, Glsl::Fma),
    glsl(OpCode::DMin, Glsl::NMin),
    glsl(OpCode::DMax, Glsl::NMax),
    plain(OpCode::DNeg, SpvOp::FNegate),
    glsl(OpCode::DAbs, Glsl::FAbs),
    plain(OpCode::DEq, SpvOp::FOrdEqual),
    plain(OpCode::DNe, SpvOp::FUnordNotEqual),
    plain(OpCode::DLt, SpvOp::FOrdLessThan),
    plain(OpCode::DGe, SpvOp::FOrdGreaterThanEqual),
    plain(OpCode::DToF, SpvOp::FConvert),
    plain(OpCode::FToD, SpvOp::FConvert),
    plain(OpCode::DToS, SpvOp::ConvertFToS),
    plain(OpCode::DToU, SpvOp::ConvertFToU),
    plain(OpCode::SToD, SpvOp::ConvertSToF),
    plain(OpCode::UToD, SpvOp::ConvertUToF),
};

constexpr auto kSimple = [] {
    std::array<SimpleRow, static_cast<size_t>(OpCode::Count)> table{};
    for (const SimpleRow& row : kSimpleRows)
        table[static_cast<size_t>(row.code)] = row;
    return table;
}();

} // namespace

spirv::TypeId Emitter::type(ir::Type type) {
    spirv::TypeId& known = types_[static_cast<size_t>(type.scalar) * 4 + type.count - 1];
    if (known)
        return known;
    if (type.count > 1)
        return known = b_.typeVector(this->type(type.element()), type.count);
    switch (type.scalar) {
    case ir::Scalar::Bool:
        return known = b_.typeBool();
    case ir::Scalar::U32:
        return known = b_.typeInt(32, false);
    case ir::Scalar::I32:
        return known = b_.typeInt(32, true);
    case ir::Scalar::F32:
        return known = b_.typeFloat(32);
    case ir::Scalar::F64:
        b_.capability(Capability::Float64);
        out_.flags |= spirv::kUsesFloat64;
        return known = b_.typeFloat(64);
    default:
        return known = b_.typeVoid();
    }
}

spirv::ValueId Emitter::value(ir::Value value) {
    if (!value.isConstant()) {
        assert(value.valid() && results_[value.index()]);
        return results_[value.index()];
    }
    ValueId& known = constants_[value.index()];
    if (known)
        return known;
    const ir::Constant& constant = module_.constants[value.index()];
    const uint32_t low = static_cast<uint32_t>(constant.bits);
    switch (constant.type.scalar) {
    case ir::Scalar::Bool:
        return known = b_.constantBool(constant.bits != 0);
    case ir::Scalar::I32:
        return known = b_.constantI32(static_cast<int32_t>(low));
    case ir::Scalar::F32:
        return known = b_.constantF32(low);
    case ir::Scalar::F64:
        type(ir::kF64);
        return known = b_.constantF64(constant.bits);
    default:
        return known = b_.constantU32(low);
    }
}

bool Emitter::emitSimple(uint32_t index) {
    const Op& op = module_.ops[index];
    const SimpleRow& row = kSimple[static_cast<size_t>(op.code)];
    if (row.code == OpCode::Nop)
        return false;
    uint32_t operands[4];
    for (uint32_t i = 0; i < op.argCount; ++i)
        operands[i] = arg(op, i).id;
    const spirv::TypeId resultType = type(op.type);
    ValueId id;
    if (row.isExt) {
        switch (op.argCount) {
        case 1:
            id = b_.ext(row.ext, resultType, {operands[0]});
            break;
        case 2:
            id = b_.ext(row.ext, resultType, {operands[0], operands[1]});
            break;
        default:
            id = b_.ext(row.ext, resultType, {operands[0], operands[1], operands[2]});
            break;
        }
    } else {
        id = b_.value(row.op, resultType, std::span<const uint32_t>(operands, op.argCount));
        if (op.precise)
            b_.decorate(id, spirv::Decoration::NoContraction);
        if (op.info().has(ir::kDerivative) && op.code != OpCode::Ddx && op.code != OpCode::Ddy)
            b_.capability(Capability::DerivativeControl);
    }
    set(index, id);
    return true;
}

// Instructions that give a structure of two words.
spirv::ValueId Emitter::memberOfPair(uint32_t member, SpvOp op, const Op& irOp) {
    const spirv::TypeId word = type(ir::kU32);
    const ValueId pair = b_.value(op, b_.typeStruct({word, word}), {arg(irOp, 0).id, arg(irOp, 1).id});
    return b_.value(SpvOp::CompositeExtract, word, {pair.id, member});
}

bool Emitter::emitValue(uint32_t index) {
    const Op& op = module_.ops[index];
    switch (op.code) {
    case OpCode::Undef:
        set(index, b_.undef(type(op.type)));
        return true;
    case OpCode::Construct: {
        uint32_t parts[4];
        bool constant = true;
        for (uint32_t i = 0; i < op.argCount; ++i) {
            parts[i] = arg(op, i).id;
            constant &= module_.arg(op, i).isConstant();
        }
        const std::span<const uint32_t> span(parts, op.argCount);
        set(index, constant ? b_.constantComposite(type(op.type), span)
                            : b_.value(SpvOp::CompositeConstruct, type(op.type), span));
        return true;
    }
    case OpCode::Extract:
        set(index, b_.value(SpvOp::CompositeExtract, type(op.type), {arg(op, 0).id, module_.imm(op, 1)}));
        return true;
    case OpCode::PackDouble: {
        const ValueId pair =
            b_.value(SpvOp::CompositeConstruct, type(ir::vec(ir::Scalar::U32, 2)), {arg(op, 0).id, arg(op, 1).id});
        set(index, b_.value(SpvOp::Bitcast, type(ir::kF64), {pair.id}));
        return true;
    }
    case OpCode::UnpackDouble:
        set(index, b_.value(SpvOp::Bitcast, type(op.type), {arg(op, 0).id}));
        return true;
    case OpCode::UMulHigh:
        set(index, memberOfPair(1, SpvOp::UMulExtended, op));
        return true;
    case OpCode::SMulHigh:
        set(index, memberOfPair(1, SpvOp::SMulExtended, op));
        return true;
    case OpCode::UAddCarry:
        set(index, memberOfPair(1, SpvOp::IAddCarry, op));
        return true;
    case OpCode::USubBorrow:
        set(index, memberOfPair(1, SpvOp::ISubBorrow, op));
        return true;
    case OpCode::UnpackHalf: {
        const ValueId pair = b_.ext(Glsl::UnpackHalf2x16, type(ir::vec(ir::Scalar::F32, 2)), {arg(op, 0).id});
        set(index, b_.value(SpvOp::CompositeExtract, type(ir::kF32), {pair.id, 0}));
        return true;
    }
    case OpCode::RasterSamples:
        if (!sampleCount_)
            sampleCount_ = b_.specConstantU32(spirv::kSampleCountSpecId, 1);
        out_.flags |= spirv::kReadsSampleCountSpec;
        set(index, sampleCount_);
        return true;
    default:
        return false;
    }
}

} // namespace hendeca::translate
