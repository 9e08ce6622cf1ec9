#include "translate/passes/passes.h"
#include "translate/passes/rewrite.h"

namespace hendeca::translate::passes {

using ir::OpCode;
using ir::Value;

namespace {

class Simplify {
public:
    explicit Simplify(ir::Module& module) : module_(module), rewrite_(module) {}

    void run() {
        for (index_ = 0; index_ < module_.ops.size(); ++index_) {
            ir::Op& op = module_.ops[index_];
            if (op.code == OpCode::Nop)
                continue;
            rewrite_.redirect(op);
            switch (op.code) {
            case OpCode::Bitcast:
                bitcast(op);
                break;
            case OpCode::Select:
                select(op);
                break;
            case OpCode::INe:
            case OpCode::IEq:
                compare(op);
                break;
            case OpCode::And:
                maskedConstant(op);
                break;
            case OpCode::IAdd:
            case OpCode::IMul:
            case OpCode::Shl:
            case OpCode::ShrU:
            case OpCode::UMin:
                fold(op);
                break;
            case OpCode::FAdd:
                subtract(op);
                break;
            case OpCode::LNot:
                if (const ir::Op* inner = module_.opOf(module_.arg(op, 0)); inner && inner->code == OpCode::LNot)
                    rewrite_.replace(index_, module_.arg(*inner, 0));
                break;
            case OpCode::Extract:
                if (const ir::Op* inner = module_.opOf(module_.arg(op, 0)); inner && inner->code == OpCode::Construct)
                    rewrite_.replace(index_, module_.arg(*inner, module_.imm(op, 1)));
                break;
            default:
                break;
            }
        }
    }

private:
    Value constant(ir::Type type, uint64_t bits) {
        module_.constants.push_back({type, bits});
        return {static_cast<uint32_t>(module_.constants.size() - 1) | Value::kConstantBit};
    }
    uint64_t bitsOf(Value value) const { return module_.constants[value.index()].bits; }

    // The condition of select(condition, all ones, 0), or none.
    Value conditionOf(Value value) const {
        const ir::Op* op = module_.opOf(value);
        if (op && op->code == OpCode::Select && op->type == ir::kU32 && module_.isConstant(module_.arg(*op, 1), ~0u) &&
            module_.isConstant(module_.arg(*op, 2), 0))
            return module_.arg(*op, 0);
        return ir::kNone;
    }

    void bitcast(ir::Op& op) {
        Value source = module_.arg(op, 0);
        if (source.isConstant()) {
            rewrite_.replace(index_, constant(op.type, bitsOf(source)));
            return;
        }
        if (const ir::Op* inner = module_.opOf(source); inner && inner->code == OpCode::Bitcast) {
            source = module_.arg(*inner, 0);
            module_.argsOf(op)[0] = source.bits;
        }
        if (module_.typeOf(source) == op.type)
            rewrite_.replace(index_, source);
    }

    // a + -b, and -a + b: bit for bit a difference, zeros and all.
    void subtract(ir::Op& op) {
        std::span<uint32_t> args = module_.argsOf(op);
        for (uint32_t i : {1u, 0u}) {
            const ir::Op* inner = module_.opOf({args[i]});
            if (!inner || inner->code != OpCode::FNeg)
                continue;
            const uint32_t from = args[1 - i];
            args[1] = module_.arg(*inner, 0).bits;
            args[0] = from;
            op.code = OpCode::FSub;
            return;
        }
    }

    void select(ir::Op& op) {
        const Value condition = module_.arg(op, 0);
        if (condition.isConstant())
            rewrite_.replace(index_, module_.arg(op, bitsOf(condition) ? 1 : 2));
        else if (module_.arg(op, 1) == module_.arg(op, 2))
            rewrite_.replace(index_, module_.arg(op, 1));
    }

    void compare(ir::Op& op) {
        const Value a = module_.arg(op, 0), b = module_.arg(op, 1);
        const bool equal = op.code == OpCode::IEq;
        if (a.isConstant() && b.isConstant()) {
            rewrite_.replace(index_, constant(ir::kBool, (bitsOf(a) == bitsOf(b)) == equal));
            return;
        }
        if (!module_.isConstant(b, 0))
            return;
        const Value condition = conditionOf(a);
        if (!condition.valid())
            return;
        if (!equal) {
            rewrite_.replace(index_, condition);
            return;
        }
        op.code = OpCode::LNot;
        op.argCount = 1;
        module_.argsOf(op)[0] = condition.bits;
    }

    // and(mask of a condition, constant): compilers make floats and flags of comparisons in this way.
    void maskedConstant(ir::Op& op) {
        Value mask = module_.arg(op, 0), other = module_.arg(op, 1);
        if (!conditionOf(mask).valid())
            std::swap(mask, other);
        const Value condition = conditionOf(mask);
        if (!condition.valid() || !other.isConstant()) {
            fold(op);
            return;
        }
        const Value zero = constant(ir::kU32, 0);
        op.code = OpCode::Select;
        op.firstArg = static_cast<uint32_t>(module_.args.size());
        op.argCount = 3;
        module_.args.insert(module_.args.end(), {condition.bits, other.bits, zero.bits});
    }

    void fold(ir::Op& op) {
        const Value a = module_.arg(op, 0), b = module_.arg(op, 1);
        if (b.isConstant() && bitsOf(b) == 0 &&
            (op.code == OpCode::IAdd || op.code == OpCode::Shl || op.code == OpCode::ShrU)) {
            rewrite_.replace(index_, a);
            return;
        }
        if (!a.isConstant() || !b.isConstant())
            return;
        const uint32_t x = static_cast<uint32_t>(bitsOf(a)), y = static_cast<uint32_t>(bitsOf(b));
        uint32_t result = 0;
        switch (op.code) {
        case OpCode::IAdd:
            result = x + y;
            break;
        case OpCode::IMul:
            result = x * y;
            break;
        case OpCode::Shl:
            result = x << (y & 31);
            break;
        case OpCode::ShrU:
            result = x >> (y & 31);
            break;
        case OpCode::UMin:
            result = x < y ? x : y;
            break;
        default:
            result = x & y;
            break;
        }
        rewrite_.replace(index_, constant(ir::kU32, result));
    }

    ir::Module& module_;
    Rewrite rewrite_;
    uint32_t index_ = 0;
};

} // namespace

void simplify(ir::Module& module) {
    Simplify(module).run();
}

} // namespace hendeca::translate::passes
