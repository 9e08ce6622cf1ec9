// Arithmetic, logic and comparison. Most instructions are one IR op per component and stand in a table.

#include "translate/lift/lifter.h"

#include <algorithm>

namespace hendeca::translate {

using dxbc::Opcode;
using dxbc::OperandType;

namespace {

struct DirectRow {
    Opcode opcode = Opcode::Count;
    ir::OpCode code = ir::OpCode::Nop;
};

// clang-format off
constexpr DirectRow kDirectRows[] = {
    {Opcode::Add, ir::OpCode::FAdd},           {Opcode::Mul, ir::OpCode::FMul},
    {Opcode::Div, ir::OpCode::FDiv},           {Opcode::Min, ir::OpCode::FMin},
    {Opcode::Max, ir::OpCode::FMax},           {Opcode::Exp, ir::OpCode::FExp2},
    {Opcode::Log, ir::OpCode::FLog2},          {Opcode::Frc, ir::OpCode::FFract},
    {Opcode::RoundNe, ir::OpCode::FRoundEven}, {Opcode::RoundNi, ir::OpCode::FFloor},
    {Opcode::RoundPi, ir::OpCode::FCeil},      {Opcode::RoundZ, ir::OpCode::FTrunc},
    {Opcode::Rsq, ir::OpCode::FRsqrt},         {Opcode::Sqrt, ir::OpCode::FSqrt},
    {Opcode::Eq, ir::OpCode::FEq},             {Opcode::Ne, ir::OpCode::FNe},
    {Opcode::Lt, ir::OpCode::FLt},             {Opcode::Ge, ir::OpCode::FGe},
    {Opcode::DerivRtx, ir::OpCode::Ddx},       {Opcode::DerivRty, ir::OpCode::Ddy},
    {Opcode::DerivRtxCoarse, ir::OpCode::DdxCoarse}, {Opcode::DerivRtyCoarse, ir::OpCode::DdyCoarse},
    {Opcode::DerivRtxFine, ir::OpCode::DdxFine},     {Opcode::DerivRtyFine, ir::OpCode::DdyFine},
    {Opcode::Iadd, ir::OpCode::IAdd},          {Opcode::Ineg, ir::OpCode::INeg},
    {Opcode::And, ir::OpCode::And},            {Opcode::Or, ir::OpCode::Or},
    {Opcode::Xor, ir::OpCode::Xor},            {Opcode::Not, ir::OpCode::Not},
    {Opcode::Ieq, ir::OpCode::IEq},            {Opcode::Ine, ir::OpCode::INe},
    {Opcode::Ilt, ir::OpCode::SLt},            {Opcode::Ige, ir::OpCode::SGe},
    {Opcode::Ult, ir::OpCode::ULt},            {Opcode::Uge, ir::OpCode::UGe},
    {Opcode::Imin, ir::OpCode::SMin},          {Opcode::Imax, ir::OpCode::SMax},
    {Opcode::Umin, ir::OpCode::UMin},          {Opcode::Umax, ir::OpCode::UMax},
    {Opcode::Countbits, ir::OpCode::BitCount}, {Opcode::Bfrev, ir::OpCode::BitReverse},
    {Opcode::FirstbitLo, ir::OpCode::FindLsb}, {Opcode::Utof, ir::OpCode::UToF},
    {Opcode::Itof, ir::OpCode::SToF},
};
// clang-format on

constexpr auto kDirect = [] {
    std::array<ir::OpCode, static_cast<size_t>(Opcode::Count)> table{};
    for (const DirectRow& row : kDirectRows)
        table[static_cast<size_t>(row.opcode)] = row.code;
    return table;
}();

} // namespace

template <class F>
void Lifter::perComponent(const Inst& inst, F&& function) {
    Values values;
    const uint8_t mask = dst(inst, 0).mask;
    for (uint32_t c = 0; c < 4; ++c) {
        if (!(mask >> c & 1))
            continue;
        setPrecise(inst.preciseMask >> c & 1);
        values[c] = function(c);
    }
    setPrecise(false);
    writeMasked(inst, 0, values);
}

bool Lifter::liftDirect(const Inst& inst) {
    const Code code = kDirect[static_cast<size_t>(inst.opcode)];
    if (code == Code::Nop)
        return false;
    const ir::OpInfo& info = ir::opInfo(code);
    const bool second = info.arguments.size() == 2;
    perComponent(inst, [&](uint32_t c) {
        const Value a = src(srcOp(inst, 0), c, info.arguments[0] == 'f' ? ir::kF32 : ir::kU32);
        const Value value = second
                                ? b_.op(code, a, src(srcOp(inst, 1), c, info.arguments[1] == 'f' ? ir::kF32 : ir::kU32))
                                : b_.op(code, a);
        return info.result == 'b' ? b_.mask(value) : value;
    });
    return true;
}

// Fused where the driver can, so that equal programs give equal bits; two operations where the program wants each exact.
ir::Value Lifter::multiplyAdd(Value a, Value b, Value c, bool precise) {
    if (precise)
        return b_.op(Code::FAdd, b_.op(Code::FMul, a, b), c);
    return b_.op(Code::FMad, a, b, c);
}

void Lifter::dot(const Inst& inst, uint32_t count) {
    setPrecise(inst.preciseMask != 0);
    Value sum = b_.op(Code::FMul, srcF(srcOp(inst, 0), 0), srcF(srcOp(inst, 1), 0));
    for (uint32_t c = 1; c < count; ++c)
        sum = multiplyAdd(srcF(srcOp(inst, 0), c), srcF(srcOp(inst, 1), c), sum, inst.preciseMask != 0);
    setPrecise(false);
    writeMasked(inst, 0, {sum, sum, sum, sum});
}

bool Lifter::liftArithmetic(const Inst& inst) {
    switch (inst.opcode) {
    case Opcode::Mov:
    case Opcode::CheckAccessFullyMapped: // residency is kept as the mask that it is asked for
        perComponent(inst, [&](uint32_t c) { return srcBits(srcOp(inst, 0), c); });
        return true;
    case Opcode::Movc:
        perComponent(inst, [&](uint32_t c) {
            const Value condition = b_.nonZero(srcU(srcOp(inst, 0), c));
            Value yes = srcBits(srcOp(inst, 1), c);
            Value no = srcBits(srcOp(inst, 2), c);
            if (module_.typeOf(yes) != module_.typeOf(no)) {
                yes = b_.bitcast(ir::kU32, yes);
                no = b_.bitcast(ir::kU32, no);
            }
            return b_.select(condition, yes, no);
        });
        return true;
    case Opcode::Swapc: {
        Values first, second;
        for (uint32_t c = 0; c < 4; ++c) {
            if (!((dst(inst, 0).mask | dst(inst, 1).mask) >> c & 1))
                continue;
            const Value condition = b_.nonZero(srcU(srcOp(inst, 0), c));
            const Value a = b_.bitcast(ir::kU32, srcBits(srcOp(inst, 1), c));
            const Value b = b_.bitcast(ir::kU32, srcBits(srcOp(inst, 2), c));
            first[c] = b_.select(condition, b, a);
            second[c] = b_.select(condition, a, b);
        }
        writeMasked(inst, 0, first);
        writeMasked(inst, 1, second);
        return true;
    }
    case Opcode::Mad:
        perComponent(inst, [&](uint32_t c) {
            return multiplyAdd(srcF(srcOp(inst, 0), c), srcF(srcOp(inst, 1), c), srcF(srcOp(inst, 2), c),
                               inst.preciseMask >> c & 1);
        });
        return true;
    case Opcode::Rcp:
        perComponent(inst, [&](uint32_t c) { return b_.op(Code::FDiv, b_.f32(1.0f), srcF(srcOp(inst, 0), c)); });
        return true;
    case Opcode::Dp2:
        dot(inst, 2);
        return true;
    case Opcode::Dp3:
        dot(inst, 3);
        return true;
    case Opcode::Dp4:
        dot(inst, 4);
        return true;
    case Opcode::Sincos: {
        Values sine, cosine;
        for (uint32_t c = 0; c < 4; ++c) {
            const Value angle = srcF(srcOp(inst, 0), c);
            if (dst(inst, 0).type != OperandType::Null && dst(inst, 0).mask >> c & 1)
                sine[c] = b_.op(Code::FSin, angle);
            if (dst(inst, 1).type != OperandType::Null && dst(inst, 1).mask >> c & 1)
                cosine[c] = b_.op(Code::FCos, angle);
        }
        writeMasked(inst, 0, sine);
        writeMasked(inst, 1, cosine);
        return true;
    }
    default:
        return false;
    }
}

// Bits that a field operation may touch: the width, cut at the top of the word.
ir::Value Lifter::fieldCount(Value width, Value offset) {
    return b_.op(Code::UMin, width, b_.op(Code::ISub, b_.u32(32), offset));
}

// msad: eight-bit absolute differences, summed; a reference byte of 0 masks its term.
void Lifter::liftMsad(const Inst& inst) {
    perComponent(inst, [&](uint32_t c) {
        const Value reference = srcU(srcOp(inst, 0), c);
        const Value source = srcU(srcOp(inst, 1), c);
        Value sum = srcU(srcOp(inst, 2), c);
        for (uint32_t byte = 0; byte < 4; ++byte) {
            const Value r = b_.op(Code::BitExtractU, reference, b_.u32(byte * 8), b_.u32(8));
            const Value s = b_.op(Code::BitExtractU, source, b_.u32(byte * 8), b_.u32(8));
            const Value difference = b_.op(Code::ISub, b_.op(Code::UMax, r, s), b_.op(Code::UMin, r, s));
            sum = b_.iadd(sum, b_.select(b_.nonZero(r), difference, b_.u32(0)));
        }
        return sum;
    });
}

bool Lifter::liftInteger(const Inst& inst) {
    const auto u = [&](uint32_t i, uint32_t c) { return srcU(srcOp(inst, i), c); };
    const auto low5 = [&](Value value) { return b_.op(Code::And, value, b_.u32(31)); };
    switch (inst.opcode) {
    case Opcode::Ishl:
        perComponent(inst, [&](uint32_t c) { return b_.op(Code::Shl, u(0, c), low5(u(1, c))); });
        return true;
    case Opcode::Ishr:
        perComponent(inst, [&](uint32_t c) { return b_.op(Code::ShrS, u(0, c), low5(u(1, c))); });
        return true;
    case Opcode::Ushr:
        perComponent(inst, [&](uint32_t c) { return b_.op(Code::ShrU, u(0, c), low5(u(1, c))); });
        return true;
    case Opcode::Imad:
    case Opcode::Umad:
        perComponent(inst, [&](uint32_t c) { return b_.iadd(b_.op(Code::IMul, u(0, c), u(1, c)), u(2, c)); });
        return true;
    case Opcode::Ubfe:
    case Opcode::Ibfe:
        perComponent(inst, [&](uint32_t c) {
            const Value width = low5(u(0, c));
            const Value offset = low5(u(1, c));
            return b_.op(inst.opcode == Opcode::Ubfe ? Code::BitExtractU : Code::BitExtractS, u(2, c), offset,
                         fieldCount(width, offset));
        });
        return true;
    case Opcode::Bfi:
        perComponent(inst, [&](uint32_t c) {
            const Value width = low5(u(0, c));
            const Value offset = low5(u(1, c));
            return b_.op(Code::BitInsert, {u(3, c), u(2, c), offset, fieldCount(width, offset)});
        });
        return true;
    case Opcode::FirstbitHi:
    case Opcode::FirstbitShi:
        perComponent(inst, [&](uint32_t c) {
            const Value bit = b_.op(inst.opcode == Opcode::FirstbitHi ? Code::FindUMsb : Code::FindSMsb, u(0, c));
            const Value none = b_.op(Code::IEq, bit, b_.u32(~0u));
            return b_.select(none, bit, b_.op(Code::ISub, b_.u32(31), bit));
        });
        return true;
    case Opcode::Msad:
        liftMsad(inst);
        return true;
    case Opcode::Imul:
    case Opcode::Umul:
    case Opcode::Udiv:
    case Opcode::Uaddc:
    case Opcode::Usubb: {
        Values first, second;
        for (uint32_t c = 0; c < 4; ++c) {
            const bool wantFirst = dst(inst, 0).type != OperandType::Null && dst(inst, 0).mask >> c & 1;
            const bool wantSecond = dst(inst, 1).type != OperandType::Null && dst(inst, 1).mask >> c & 1;
            if (!wantFirst && !wantSecond)
                continue;
            const Value x = u(0, c);
            const Value y = u(1, c);
            if (inst.opcode == Opcode::Imul || inst.opcode == Opcode::Umul) {
                if (wantFirst)
                    first[c] = b_.op(inst.opcode == Opcode::Imul ? Code::SMulHigh : Code::UMulHigh, x, y);
                if (wantSecond)
                    second[c] = b_.op(Code::IMul, x, y);
            } else if (inst.opcode == Opcode::Udiv) {
                // Division by zero gives all ones in both results, and must not reach the driver.
                const Value zero = b_.op(Code::IEq, y, b_.u32(0));
                const Value divisor = b_.select(zero, b_.u32(1), y);
                if (wantFirst)
                    first[c] = b_.select(zero, b_.u32(~0u), b_.op(Code::UDiv, x, divisor));
                if (wantSecond)
                    second[c] = b_.select(zero, b_.u32(~0u), b_.op(Code::UMod, x, divisor));
            } else if (inst.opcode == Opcode::Uaddc) {
                first[c] = b_.iadd(x, y);
                if (wantSecond)
                    second[c] = b_.op(Code::UAddCarry, x, y);
            } else {
                first[c] = b_.op(Code::ISub, x, y);
                if (wantSecond)
                    second[c] = b_.op(Code::USubBorrow, x, y);
            }
        }
        writeMasked(inst, 0, first);
        writeMasked(inst, 1, second);
        return true;
    }
    default:
        return false;
    }
}

// Truncation that clamps to the range of int; NaN gives 0. 2147483520 is the largest float below 2^31.
ir::Value Lifter::floatToSigned(Value value) {
    const Value clamped = b_.op(Code::FClamp, value, b_.f32(-2147483648.0f), b_.f32(2147483520.0f));
    Value result = b_.op(Code::FToS, clamped);
    result = b_.select(b_.op(Code::FGe, value, b_.f32(2147483648.0f)), b_.u32(0x7fffffff), result);
    return b_.select(b_.op(Code::FIsNan, value), b_.u32(0), result);
}

// As above for 0 to 2^32-1; the clamp itself takes NaN to 0.
ir::Value Lifter::floatToUnsigned(Value value) {
    const Value clamped = b_.op(Code::FClamp, value, b_.f32(0.0f), b_.f32(4294967040.0f));
    const Value result = b_.op(Code::FToU, clamped);
    return b_.select(b_.op(Code::FGe, value, b_.f32(4294967296.0f)), b_.u32(~0u), result);
}

// float16, rounded to zero as section 3.2.2 wants (what is finite stays finite), with its denormals: the drivers' own
// packing rounds as it likes. Below 2^-14 the steps of 2^-24 are counted in float; above, the fraction is cut, and the
// count stands at 1024, which is the exponent's first step.
ir::Value Lifter::floatToHalf(Value value) {
    constexpr uint32_t kSmallestNormal = 0x38800000, kInfinity = 0x7f800000;
    const Value bits = b_.bitcast(ir::kU32, value);
    const Value magnitude = b_.op(Code::And, bits, b_.u32(0x7fffffff));
    const Value small = b_.bitcast(ir::kF32, b_.op(Code::UMin, magnitude, b_.u32(kSmallestNormal)));
    const Value steps = b_.op(Code::FToU, b_.op(Code::FMul, small, b_.f32(16777216.0f)));
    const Value above =
        b_.op(Code::ISub, b_.op(Code::UMax, magnitude, b_.u32(kSmallestNormal)), b_.u32(kSmallestNormal));
    const Value finite = b_.op(Code::UMin, b_.iadd(steps, b_.op(Code::ShrU, above, b_.u32(13))), b_.u32(0x7bff));
    const Value special = b_.select(b_.op(Code::ULt, b_.u32(kInfinity), magnitude), b_.u32(0x7e00), b_.u32(0x7c00));
    const Value half = b_.select(b_.op(Code::ULt, magnitude, b_.u32(kInfinity)), finite, special);
    return b_.op(Code::Or, half, b_.op(Code::And, b_.op(Code::ShrU, bits, b_.u32(16)), b_.u32(0x8000)));
}

bool Lifter::liftConversion(const Inst& inst) {
    switch (inst.opcode) {
    case Opcode::Ftoi:
        perComponent(inst, [&](uint32_t c) { return floatToSigned(srcF(srcOp(inst, 0), c)); });
        return true;
    case Opcode::Ftou:
        perComponent(inst, [&](uint32_t c) { return floatToUnsigned(srcF(srcOp(inst, 0), c)); });
        return true;
    case Opcode::F32tof16:
        perComponent(inst, [&](uint32_t c) { return floatToHalf(srcF(srcOp(inst, 0), c)); });
        return true;
    case Opcode::F16tof32:
        perComponent(inst, [&](uint32_t c) { return b_.op(Code::UnpackHalf, srcU(srcOp(inst, 0), c)); });
        return true;
    default:
        return false;
    }
}

} // namespace hendeca::translate
