#include "translate/passes/passes.h"

#include <bit>

namespace hendeca::translate::passes {

using ir::OpCode;
using ir::Value;

namespace {

class DeadCode {
public:
    explicit DeadCode(ir::Module& module) : module_(module), uses_(module.ops.size()), loads_(module.vars.size()) {}

    void run() {
        for (const ir::Op& op : module_.ops)
            count(op, 1);
        // A store may lose its last load only after it has been looked at (loops): a second round takes those.
        for (int round = 0; round < 2 && sweep(); ++round) {
        }
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

    bool sweep() {
        bool removed = false;
        for (uint32_t i = static_cast<uint32_t>(module_.ops.size()); i-- > 0;) {
            ir::Op& op = module_.ops[i];
            if (op.code == OpCode::Nop || !dead(op, i))
                continue;
            count(op, -1);
            op.code = OpCode::Nop;
            removed = true;
        }
        return removed;
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
};

} // namespace

void removeDeadCode(ir::Module& module) {
    DeadCode(module).run();
}

} // namespace hendeca::translate::passes
