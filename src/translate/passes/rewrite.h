#pragma once
// Replacement of values while a pass walks the ops in order: replace() turns an op into Nop, and redirect() makes the
// arguments of a later op name what stands for it. Borrows its module; one thread.

#include "translate/ir/module.h"

#include <bit>

namespace hendeca::translate::passes {

class Rewrite {
public:
    explicit Rewrite(ir::Module& module) : module_(module), replaced_(module.ops.size()) {}

    void replace(uint32_t op, ir::Value by) {
        replaced_[op] = by;
        module_.ops[op].code = ir::OpCode::Nop;
    }
    void redirect(ir::Op& op) {
        uint32_t* args = module_.args.data() + op.firstArg;
        for (uint32_t mask = ir::opValueMask(op.code); mask;) {
            const uint32_t i = static_cast<uint32_t>(std::countr_zero(mask));
            if (i >= op.argCount)
                break;
            mask &= mask - 1;
            const ir::Value value{args[i]};
            if (value.isOp() && replaced_[value.index()].valid())
                args[i] = replaced_[value.index()].bits;
        }
    }

private:
    ir::Module& module_;
    std::vector<ir::Value> replaced_;
};

} // namespace hendeca::translate::passes
