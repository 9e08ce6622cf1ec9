#pragma once
// A module with one function that a test fills, and what a pass makes of it, as text.

#include "translate/ir/builder.h"
#include "translate/ir/printer.h"
#include "translate/ir/validator.h"
#include "translate/passes/passes.h"

#include <gtest/gtest.h>

namespace hendeca::translate::passes {

struct PassTest : testing::Test {
    ir::Module module;
    ir::Builder b{module};

    PassTest() { b.marker(ir::OpCode::Function, {0}); }
    uint32_t reg(ir::VarKind kind = ir::VarKind::Temp) {
        ir::Var var;
        var.kind = kind;
        var.type = ir::kU32;
        return b.addVar(var);
    }
    ir::Value unknown(ir::Type type = ir::kU32) { return b.append(ir::OpCode::Undef, type, {}); }
    std::string run(void (*pass)(ir::Module&)) {
        b.marker(ir::OpCode::EndFunction);
        EXPECT_TRUE(ir::validate(module).ok());
        pass(module);
        const Status status = ir::validate(module);
        EXPECT_TRUE(status.ok()) << status.error().what;
        const std::string text = ir::printOps(module);
        // Without the function's own lines.
        return text.substr(12, text.size() - 12 - 12);
    }
};

} // namespace hendeca::translate::passes
