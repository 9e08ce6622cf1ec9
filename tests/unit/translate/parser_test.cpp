// IR text: what the printer gives, the parser takes; and passes on modules that are text.

#include "shader_fixture.h"

#include "translate/ir/parser.h"
#include "translate/ir/printer.h"
#include "translate/ir/validator.h"
#include "translate/lift/lift.h"
#include "translate/passes/passes.h"

#include <gtest/gtest.h>

namespace hendeca::test {

namespace {

using translate::ir::Module;

// The text after a pass, or what is wrong.
std::string after(void (*pass)(Module&), const char* text) {
    Result<Module> module = translate::ir::parse(text);
    if (!module.ok())
        return module.error().what;
    if (const Status status = translate::ir::validate(*module); !status.ok())
        return status.error().what;
    pass(*module);
    if (const Status status = translate::ir::validate(*module); !status.ok())
        return status.error().what;
    return translate::ir::printOps(*module);
}

} // namespace

TEST(IrText, WhatIsPrintedIsParsed) {
    for (const char* name : {"vs_basic", "ps_system", "cs_memory", "gs_expand", "hs_triangle", "ds_triangle"}) {
        const Result<dxbc::Program> program = loadShader(name);
        ASSERT_TRUE(program.ok()) << name;
        const Result<Module> lifted = translate::lift(*program, {});
        ASSERT_TRUE(lifted.ok()) << name;
        const std::string text = translate::ir::print(*lifted);
        const Result<Module> parsed = translate::ir::parse(text);
        ASSERT_TRUE(parsed.ok()) << name << ": " << parsed.error().what;
        EXPECT_EQ(text, translate::ir::print(*parsed)) << name;
        const Status status = translate::ir::validate(*parsed);
        EXPECT_TRUE(status.ok()) << name << ": " << status.error().what;
    }
}

TEST(IrText, MistakesNameTheirLine) {
    for (const char* text : {"\nFoo 1", "\nStore $0, %7", "\n%1 = FAdd f32 1f, 2g", "\n$1 temp u32", "\n@0 thing 2",
                             "\nIf true true", "\n%1 = FAdd f33 1f, 2f", "\nFAdd f32 1f, 2f"}) {
        const Result<Module> module = translate::ir::parse(text);
        ASSERT_FALSE(module.ok()) << text;
        EXPECT_NE(module.error().what.find("line 2"), std::string::npos) << module.error().what;
    }
}

TEST(IrText, NumbersKeepTheirBits) {
    const char* text = "Function #0\n"
                       "  %1 = FAdd.precise f32 -0f, 0.100000001f\n"
                       "  %2 = FMul f32 inff, %1\n"
                       "  %3 = DAdd f64 0.10000000000000001d, -2.5d\n"
                       "  %4 = Select u32 true, 0xffffffff, 7\n"
                       "EndFunction\n";
    const Result<Module> module = translate::ir::parse(text);
    ASSERT_TRUE(module.ok()) << module.error().what;
    EXPECT_EQ(text, translate::ir::printOps(*module));
}

// A store in one branch hides what was known before, but not within the other branch.
TEST(IrText, ForwardingStopsWhereBranchesMeet) {
    EXPECT_EQ(after(translate::passes::forwardRegisters, "$0 temp u32\n"
                                                         "$1 private u32\n"
                                                         "Function #0\n"
                                                         "  Store $0, 1\n"
                                                         "  %2 = Undef bool\n"
                                                         "  If %2\n"
                                                         "    Store $0, 2\n"
                                                         "  Else\n"
                                                         "    %6 = Load u32 $0\n"
                                                         "    Store $1, %6\n"
                                                         "  EndIf\n"
                                                         "  %9 = Load u32 $0\n"
                                                         "  Store $1, %9\n"
                                                         "EndFunction\n"),
              "Function #0\n"
              "  Store $0, 1\n"
              "  %2 = Undef bool\n"
              "  If %2\n"
              "    Store $0, 2\n"
              "  Else\n"
              "    Store $1, 1\n"
              "  EndIf\n"
              "  %9 = Load u32 $0\n"
              "  Store $1, %9\n"
              "EndFunction\n");
}

TEST(IrText, DeadCodeGoesAndSideEffectsStay) {
    EXPECT_EQ(after(translate::passes::removeDeadCode, "$0 private u32\n"
                                                       "@0 uavwords 0\n"
                                                       "Function #0\n"
                                                       "  %1 = LoadWord u32 @0, 3\n"
                                                       "  %2 = IAdd u32 %1, 1\n"
                                                       "  %3 = AtomicWord u32 #0, @0, 2, 1, -\n"
                                                       "EndFunction\n"),
              "Function #0\n"
              "  %3 = AtomicWord u32 #0, @0, 2, 1, -\n"
              "EndFunction\n");
}

} // namespace hendeca::test
