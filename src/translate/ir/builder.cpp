#include "translate/ir/builder.h"

#include <algorithm>

namespace hendeca::translate::ir {

Value Builder::constant(Type type, uint64_t bits) {
    const uint64_t mixed = (bits + static_cast<uint64_t>(type.scalar)) * 0x9e3779b97f4a7c15ull;
    uint32_t& recent = recent_[mixed >> 58];
    const Constant wanted{type, bits};
    if (recent < module_.constants.size() && module_.constants[recent] == wanted)
        return {recent | Value::kConstantBit};
    // Equal constants beyond the small memory may be stored twice; the SPIR-V builder makes them one again.
    recent = static_cast<uint32_t>(module_.constants.size());
    module_.constants.push_back(wanted);
    return {recent | Value::kConstantBit};
}

Value Builder::append(OpCode code, Type type, std::span<const uint32_t> args) {
    block_ += opInfo(code).has(kMarker);
    Op op;
    op.code = code;
    op.type = type;
    op.precise = precise_ && opInfo(code).has(kContractible);
    op.firstArg = static_cast<uint32_t>(module_.args.size());
    op.argCount = static_cast<uint16_t>(args.size());
    module_.args.insert(module_.args.end(), args.begin(), args.end());
    module_.ops.push_back(op);
    return {static_cast<uint32_t>(module_.ops.size() - 1)};
}

// The same in the same block: what was made for the first. For ops without memory, or of memory that nobody writes.
Value Builder::once(OpCode code, Type type, std::span<const uint32_t> args) {
    uint64_t mixed = static_cast<uint64_t>(code) << 8 | static_cast<uint64_t>(type.scalar);
    for (uint32_t word : args)
        mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ull;
    Made& made = made_[mixed >> 57];
    if (made.block == block_) {
        const Op& op = module_.ops[made.op];
        if (op.code == code && op.type == type && std::ranges::equal(module_.argsOf(op), args))
            return {made.op};
    }
    const Value value = append(code, type, args);
    made = {block_, value.index()};
    return value;
}

Value Builder::foldInteger(OpCode code, Value a, Value b) {
    if (!b.isConstant())
        return kNone;
    const uint32_t y = static_cast<uint32_t>(module_.constants[b.index()].bits);
    if (a.isConstant()) {
        const uint32_t x = static_cast<uint32_t>(module_.constants[a.index()].bits);
        switch (code) {
        case OpCode::IAdd:
            return u32(x + y);
        case OpCode::IMul:
            return u32(x * y);
        case OpCode::And:
            return u32(x & y);
        case OpCode::Or:
            return u32(x | y);
        case OpCode::Shl:
            return u32(x << (y & 31));
        case OpCode::ShrU:
            return u32(x >> (y & 31));
        case OpCode::UMin:
            return u32(x < y ? x : y);
        case OpCode::ISub:
            return u32(x - y);
        case OpCode::IEq:
            return boolean(x == y);
        case OpCode::INe:
            return boolean(x != y);
        default:
            return kNone;
        }
    }
    if (y == 0 && (code == OpCode::IAdd || code == OpCode::Or || code == OpCode::Shl || code == OpCode::ShrU ||
                   code == OpCode::ISub))
        return a;
    if (y == 1 && code == OpCode::IMul)
        return a;
    return kNone;
}

// Sign bits of constants are changed here: drivers have been seen to lose them when they fold (|-0| stayed -0).
Value Builder::foldSign(OpCode code, std::initializer_list<Value> args) {
    if ((code != OpCode::FAbs && code != OpCode::FNeg) || !args.begin()->isConstant())
        return kNone;
    const uint64_t bits = module_.constants[args.begin()->index()].bits;
    return constant(kF32, code == OpCode::FAbs ? bits & 0x7fffffffu : bits ^ 0x80000000u);
}

Value Builder::op(OpCode code, std::initializer_list<Value> args) {
    const OpInfo& info = opInfo(code);
    if (args.size() == 2 && args.begin()[0].valid() && info.arguments == "uu")
        if (Value folded = foldInteger(code, args.begin()[0], args.begin()[1]); folded.valid())
            return folded;
    if (Value folded = foldSign(code, args); folded.valid())
        return folded;
    Type type = kVoid;
    switch (info.result) {
    case 'f':
        type = kF32;
        break;
    case 'u':
        type = kU32;
        break;
    case 'd':
        type = kF64;
        break;
    case 'b':
        type = kBool;
        break;
    default:
        assert(!"op() takes ops whose result type follows from the row");
    }
    uint32_t words[8];
    uint32_t count = 0;
    for (Value value : args)
        words[count++] = value.bits;
    return append(code, type, std::span(words, count));
}

Value Builder::bitcast(Type type, Value value) {
    const Type from = module_.typeOf(value);
    if (from == type)
        return value;
    if (value.isConstant())
        return constant(type, module_.constants[value.index()].bits);
    if (const Op* made = module_.opOf(value); made && made->code == OpCode::Bitcast)
        return bitcast(type, module_.arg(*made, 0));
    const uint32_t words[] = {value.bits};
    return once(OpCode::Bitcast, type, words);
}

Value Builder::loadConstant(uint32_t buffer, Value vector, uint32_t component) {
    const uint32_t words[] = {buffer, vector.bits, component};
    return once(OpCode::LoadConstant, kU32, words);
}

Value Builder::select(Value condition, Value yes, Value no) {
    if (condition.isConstant())
        return module_.constants[condition.index()].bits ? yes : no;
    return append(OpCode::Select, module_.typeOf(yes), {condition.bits, yes.bits, no.bits});
}

Value Builder::extract(Value vector, uint32_t component) {
    const Type type = module_.typeOf(vector);
    if (!type.isVector())
        return vector;
    if (const Op* made = module_.opOf(vector); made && made->code == OpCode::Construct)
        return module_.arg(*made, component);
    return append(OpCode::Extract, type.element(), {vector.bits, component});
}

Value Builder::construct(std::span<const Value> parts) {
    if (parts.size() == 1)
        return parts[0];
    uint32_t words[4];
    for (size_t i = 0; i < parts.size(); ++i)
        words[i] = parts[i].bits;
    return append(OpCode::Construct, vec(module_.typeOf(parts[0]).scalar, static_cast<uint32_t>(parts.size())),
                  std::span(words, parts.size()));
}

Value Builder::nonZero(Value bits) {
    // A mask that was made from a condition gives the condition back.
    if (const Op* made = module_.opOf(bits); made && made->code == OpCode::Select && made->type == kU32 &&
                                             module_.isConstant(module_.arg(*made, 1), ~0u) &&
                                             module_.isConstant(module_.arg(*made, 2), 0))
        return module_.arg(*made, 0);
    return op(OpCode::INe, bits, u32(0));
}

Value Builder::load(Type type, uint32_t var, std::initializer_list<Value> indices) {
    uint32_t words[4] = {var};
    uint32_t count = 1;
    for (Value index : indices)
        words[count++] = index.bits;
    const VarKind kind = module_.vars[var].kind;
    if (kind == VarKind::Input || kind == VarKind::Constant)
        return once(OpCode::Load, type, std::span(words, count));
    return append(OpCode::Load, type, std::span(words, count));
}

void Builder::store(uint32_t var, Value value, std::initializer_list<Value> indices) {
    uint32_t words[5] = {var, value.bits};
    uint32_t count = 2;
    for (Value index : indices)
        words[count++] = index.bits;
    append(OpCode::Store, kVoid, std::span(words, count));
}

uint32_t Builder::addVar(Var var) {
    module_.vars.push_back(std::move(var));
    return static_cast<uint32_t>(module_.vars.size() - 1);
}

uint32_t Builder::addResource(const Resource& resource) {
    module_.resources.push_back(resource);
    return static_cast<uint32_t>(module_.resources.size() - 1);
}

} // namespace hendeca::translate::ir
