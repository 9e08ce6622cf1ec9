#include "translate/passes/passes.h"

#include <bit>

namespace hendeca::translate::passes {

using ir::OpCode;
using ir::Value;

namespace {

class DeadCode {
public:
    explicit DeadCode(ir::Module& module)
        : module_(module), uses_(module.ops.size()), loads_(module.vars.size()), storeKept_(module.vars.size()) {}

    void run() {
        for (const ir::Op& op : module_.ops)
            count(op, 1);
        sweep();
        if (again_)
            sweep();
    }

private:
    void count(const ir::Op& op, int by) {
        if (op.code == OpCode::Nop)
            return;
        if (op.code == OpCode::Load)
            loads_[module_.imm(op, 0)] += static_cast<uint32_t>(by);
        for (uint32_t mask = ir::opValueMask(op.code); mask; mask &= mask - 1) {
            const uint32_t i = static_cast<uint32_t>(std::countr_zero(mask));
            if (i >= op.argCount)
                break;
            const Value value = module_.arg(op, i);
            if (value.isOp())
                uses_[value.index()] += static_cast<uint32_t>(by);
        }
    }

    // Backwards, so that what an op alone has used is dead by the time it is reached. Only a store may lose its last load
    // after it has been looked at (loops).
    void sweep() {
        for (uint32_t i = static_cast<uint32_t>(module_.ops.size()); i-- > 0;) {
            ir::Op& op = module_.ops[i];
            if (op.code == OpCode::Nop)
                continue;
            if (!dead(op, i)) {
                if (op.code == OpCode::Store)
                    storeKept_[module_.imm(op, 0)] = 1;
                continue;
            }
            count(op, -1);
            if (op.code == OpCode::Load && loads_[module_.imm(op, 0)] == 0 && storeKept_[module_.imm(op, 0)])
                again_ = true;
            op.code = OpCode::Nop;
        }
    }

    bool dead(const ir::Op& op, uint32_t index) const {
        if (op.code == OpCode::Store) {
            const uint32_t var = module_.imm(op, 0);
            return module_.vars[var].kind == ir::VarKind::Temp && loads_[var] == 0;
        }
        return op.info().removable() && uses_[index] == 0;
    }

    ir::Module& module_;
    std::vector<uint32_t> uses_;
    std::vector<uint32_t> loads_;
    std::vector<uint8_t> storeKept_; // by variable: a store to it was looked at and stays
    bool again_ = false;             // one of those has lost its last load since
};

} // namespace

void removeDeadCode(ir::Module& module) {
    DeadCode(module).run();
}

} // namespace hendeca::translate::passes
