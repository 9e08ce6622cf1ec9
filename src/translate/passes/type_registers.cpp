#include "translate/passes/passes.h"
#include "translate/passes/rewrite.h"

#include <algorithm>
#include <bit>

namespace hendeca::translate::passes {

using ir::OpCode;
using ir::Value;

namespace {

class RegisterTypes {
public:
    explicit RegisterTypes(ir::Module& module) : module_(module), vars_(module.vars.size()) {}

    void run() {
        lookAtStores();
        if (std::none_of(vars_.begin(), vars_.end(), [](const Facts& facts) { return facts.mayBecomeFloat(); }))
            return;
        lookAtUses();
        spreadImpurity();
        if (std::any_of(vars_.begin(), vars_.end(), [](const Facts& facts) { return facts.becomesFloat(); }))
            rewrite();
    }

private:
    struct Facts {
        int32_t floats = 0; // conversions that a float variable spares, less those that it adds
        bool stored = false;
        bool pure = true; // nothing but floats is ever stored
        bool mayBecomeFloat() const { return stored && pure; }
        bool becomesFloat() const { return mayBecomeFloat() && floats > 0; }
    };

    // The register that an op loads or stores, or none.
    static constexpr uint32_t kNoVar = ~0u;
    uint32_t registerOf(const ir::Op* op, OpCode code) const {
        if (!op || op->code != code)
            return kNoVar;
        const uint32_t var = module_.imm(*op, 0);
        return module_.vars[var].isScalarTemp() && module_.vars[var].type == ir::kU32 ? var : kNoVar;
    }
    bool isFloatBits(const ir::Op* op) const {
        return op && op->code == OpCode::Bitcast && op->type == ir::kU32 &&
               module_.typeOf(module_.arg(*op, 0)) == ir::kF32;
    }
    // Zero or a normal number: what every driver keeps as it is.
    bool isPlainFloat(Value constant) const {
        const uint32_t bits = static_cast<uint32_t>(module_.constants[constant.index()].bits);
        const uint32_t exponent = bits >> 23 & 0xff;
        return exponent ? exponent != 0xff : (bits & 0x7fffffff) == 0;
    }

    void lookAtStores() {
        for (const ir::Op& op : module_.ops)
            if (const uint32_t stored = registerOf(&op, OpCode::Store); stored != kNoVar)
                lookAtStore(vars_[stored], stored, module_.arg(op, 1));
    }

    // What the loads of registers that may become floats are wanted as.
    void lookAtUses() {
        loaded_.assign(module_.ops.size(), kNoVar);
        for (uint32_t index = 0; index < module_.ops.size(); ++index) {
            const ir::Op& op = module_.ops[index];
            if (const uint32_t var = registerOf(&op, OpCode::Load); var != kNoVar && vars_[var].mayBecomeFloat())
                loaded_[index] = var;
            const bool copies = registerOf(&op, OpCode::Store) != kNoVar;
            for (uint32_t mask = copies ? 0 : ir::opValueMask(op.code); mask; mask &= mask - 1) {
                const uint32_t i = static_cast<uint32_t>(std::countr_zero(mask));
                if (i >= op.argCount)
                    break;
                const Value value = module_.arg(op, i);
                if (!value.isOp() || loaded_[value.index()] == kNoVar)
                    continue;
                const bool asFloat = op.code == OpCode::Bitcast && op.type == ir::kF32;
                vars_[loaded_[value.index()] & ~kAsBits].floats += asFloat ? 1 : -1;
                if (!asFloat)
                    loaded_[value.index()] |= kAsBits;
            }
        }
    }

    void lookAtStore(Facts& facts, uint32_t var, Value value) {
        facts.stored = true;
        if (value.isConstant()) {
            facts.pure &= isPlainFloat(value);
            return;
        }
        const ir::Op* source = module_.opOf(value);
        if (isFloatBits(source)) {
            ++facts.floats;
            return;
        }
        if (const uint32_t copied = registerOf(source, OpCode::Load); copied != kNoVar)
            copies_.emplace_back(copied, var);
        else
            facts.pure = false;
    }

    // A copy of what is no float is none. Chains of copies of copies end the search: then no copy is a float.
    void spreadImpurity() {
        constexpr int kRounds = 8;
        bool changed = !copies_.empty();
        for (int round = 0; changed; ++round) {
            changed = false;
            for (const auto& [from, to] : copies_) {
                if (vars_[to].pure && (!vars_[from].becomesFloat() || round == kRounds)) {
                    vars_[to].pure = false;
                    changed = true;
                }
            }
        }
    }

    void rewrite() {
        Rewrite rewrite(module_);
        for (uint32_t i = 0; i < module_.ops.size(); ++i) {
            ir::Op& op = module_.ops[i];
            if (op.code == OpCode::Nop)
                continue;
            rewrite.redirect(op);
            if (const uint32_t loaded = registerOf(&op, OpCode::Load); loaded != kNoVar) {
                if (vars_[loaded].becomesFloat() && !(loaded_[i] & kAsBits))
                    op.type = ir::kF32;
            } else if (const uint32_t stored = registerOf(&op, OpCode::Store); stored != kNoVar) {
                if (vars_[stored].becomesFloat())
                    storeFloat(op);
            } else if (op.code == OpCode::Bitcast && op.type == ir::kF32 &&
                       module_.typeOf(module_.arg(op, 0)) == ir::kF32) {
                rewrite.replace(i, module_.arg(op, 0));
            }
        }
        for (size_t i = 0; i < vars_.size(); ++i)
            if (vars_[i].becomesFloat())
                module_.vars[i].type = ir::kF32;
    }

    void storeFloat(ir::Op& op) {
        const Value value = module_.arg(op, 1);
        if (value.isConstant()) {
            module_.constants.push_back({ir::kF32, module_.constants[value.index()].bits});
            module_.argsOf(op)[1] = static_cast<uint32_t>(module_.constants.size() - 1) | Value::kConstantBit;
        } else if (isFloatBits(module_.opOf(value))) {
            module_.argsOf(op)[1] = module_.arg(*module_.opOf(value), 0).bits;
        }
    }

    ir::Module& module_;
    std::vector<Facts> vars_;
    static constexpr uint32_t kAsBits = 0x80000000u;
    std::vector<uint32_t> loaded_; // by load: its register, with kAsBits when something wants it as no float
    std::vector<std::pair<uint32_t, uint32_t>> copies_;
};

} // namespace

void typeRegisters(ir::Module& module) {
    RegisterTypes(module).run();
}

} // namespace hendeca::translate::passes
