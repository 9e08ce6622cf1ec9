// 64-bit floats. A double lies in two neighbouring components, low word first; masks and swizzles move pairs.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::Opcode;

namespace {

ir::OpCode doubleOp(Opcode opcode) {
    using Code = ir::OpCode;
    switch (opcode) {
    case Opcode::Dadd:
        return Code::DAdd;
    case Opcode::Dmul:
        return Code::DMul;
    case Opcode::Dmin:
        return Code::DMin;
    case Opcode::Dmax:
        return Code::DMax;
    case Opcode::Ddiv:
        return Code::DDiv;
    case Opcode::Deq:
        return Code::DEq;
    case Opcode::Dne:
        return Code::DNe;
    case Opcode::Dlt:
        return Code::DLt;
    case Opcode::Dge:
        return Code::DGe;
    default:
        return Code::Nop;
    }
}

} // namespace

bool Lifter::liftDouble(const Inst& inst) {
    const uint8_t mask = inst.dstCount ? dst(inst, 0).mask : 0;
    Values out;
    const auto put = [&](uint32_t pair, Value value) {
        if (inst.saturate)
            value = saturated(value);
        const Value halves = b_.append(Code::UnpackDouble, ir::vec(ir::Scalar::U32, 2), {value.bits});
        out[pair * 2] = b_.extract(halves, 0);
        out[pair * 2 + 1] = b_.extract(halves, 1);
    };
    // Pairs that the destination takes, for instructions that give doubles.
    const auto eachPair = [&](auto&& function) {
        for (uint32_t pair = 0; pair < 2; ++pair)
            if (mask >> (pair * 2) & 3)
                put(pair, function(pair));
    };
    // Doubles in, words out: the n-th written component takes the n-th double.
    const auto eachWord = [&](auto&& function) {
        uint32_t pair = 0;
        for (uint32_t c = 0; c < 4; ++c)
            if (mask >> c & 1 && pair < 2)
                out[c] = function(pair++);
    };
    // Words in, doubles out: pair 0 takes the source's first component and pair 1 its second, whichever are written.
    const auto a = [&](uint32_t pair) { return srcD(srcOp(inst, 0), pair); };
    const auto b = [&](uint32_t pair) { return srcD(srcOp(inst, 1), pair); };
    setPrecise(inst.preciseMask != 0);
    switch (inst.opcode) {
    case Opcode::Dmov:
        eachPair(a);
        break;
    case Opcode::Dmovc:
        eachPair([&](uint32_t pair) {
            const Value condition = b_.nonZero(srcU(srcOp(inst, 0), pair));
            return b_.select(condition, srcD(srcOp(inst, 1), pair), srcD(srcOp(inst, 2), pair));
        });
        break;
    case Opcode::Drcp:
        eachPair([&](uint32_t pair) { return b_.op(Code::DDiv, b_.f64(1.0), a(pair)); });
        break;
    case Opcode::Dfma:
        eachPair([&](uint32_t pair) { return b_.op(Code::DFma, a(pair), b(pair), srcD(srcOp(inst, 2), pair)); });
        break;
    case Opcode::Ftod:
    case Opcode::Itod:
    case Opcode::Utod:
        eachPair([&](uint32_t pair) {
            if (inst.opcode == Opcode::Ftod)
                return b_.op(Code::FToD, srcF(srcOp(inst, 0), pair));
            return b_.op(inst.opcode == Opcode::Itod ? Code::SToD : Code::UToD, srcU(srcOp(inst, 0), pair));
        });
        break;
    case Opcode::Dtof:
        eachWord([&](uint32_t pair) { return b_.op(Code::DToF, a(pair)); });
        break;
    case Opcode::Dtoi:
        eachWord([&](uint32_t pair) {
            // DMax and DMin leave no NaN: max(NaN, low) is low, so NaN is asked for first, by its bits: a comparison
            // with itself is what compilers take for true.
            const Value value = a(pair);
            const Value clamped =
                b_.op(Code::DMin, b_.op(Code::DMax, value, b_.f64(-2147483648.0)), b_.f64(2147483647.0));
            const Value halves = b_.append(Code::UnpackDouble, ir::vec(ir::Scalar::U32, 2), {value.bits});
            const Value high = b_.op(Code::And, b_.extract(halves, 1), b_.u32(0x7fffffff));
            const Value more = b_.select(b_.nonZero(b_.extract(halves, 0)), b_.u32(1), b_.u32(0));
            const Value nan = b_.op(Code::ULt, b_.u32(0x7ff00000), b_.iadd(high, more));
            return b_.select(nan, b_.u32(0), b_.op(Code::DToS, clamped));
        });
        break;
    case Opcode::Dtou:
        eachWord([&](uint32_t pair) {
            return b_.op(Code::DToU, b_.op(Code::DMin, b_.op(Code::DMax, a(pair), b_.f64(0.0)), b_.f64(4294967295.0)));
        });
        break;
    default: {
        const Code code = doubleOp(inst.opcode);
        if (code == Code::Nop) {
            setPrecise(false);
            return false;
        }
        if (ir::opInfo(code).result == 'b')
            eachWord([&](uint32_t pair) { return b_.mask(b_.op(code, a(pair), b(pair))); });
        else
            eachPair([&](uint32_t pair) { return b_.op(code, a(pair), b(pair)); });
        break;
    }
    }
    setPrecise(false);
    for (uint32_t c = 0; c < 4; ++c)
        if (mask >> c & 1 && out[c].valid())
            write(dst(inst, 0), c, inst.saturate && module_.typeOf(out[c]) == ir::kF32 ? saturated(out[c]) : out[c]);
    return true;
}

} // namespace hendeca::translate
