// The passes over what is left of the registers when values have been forwarded: stores that nobody reads, and types.
#include "pass_fixture.h"

namespace hendeca::translate::passes {

using ir::OpCode;
using ir::Value;

namespace {

struct RemoveDeadStores : PassTest {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);

    void read() { b.store(out, b.load(ir::kU32, r)); }
    void write(uint32_t value) { b.store(r, b.u32(value)); }
    void branch() { b.marker(OpCode::If, {unknown(ir::kBool).bits}); }
    // The numbers that are still stored to the register, in order.
    std::string left() {
        const std::string text = run(removeDeadStores);
        std::string numbers;
        for (size_t at = 0; (at = text.find("Store $0, ", at)) != std::string::npos;) {
            at += 10;
            numbers += (numbers.empty() ? "" : " ") + text.substr(at, text.find('\n', at) - at);
        }
        return numbers;
    }
};
using TypeRegisters = PassTest;

} // namespace

TEST_F(RemoveDeadStores, BothBranchesOverwrite) {
    write(1);
    branch();
    write(2);
    b.marker(OpCode::Else);
    write(3);
    b.marker(OpCode::EndIf);
    read();
    EXPECT_EQ(left(), "2 3");
}

TEST_F(RemoveDeadStores, OneBranchOverwrites) {
    write(1);
    branch();
    write(2);
    b.marker(OpCode::EndIf);
    read();
    write(3);
    EXPECT_EQ(left(), "1 2");
}

TEST_F(RemoveDeadStores, ABranchThatReturnsReadsNothing) {
    branch();
    write(1);
    b.marker(OpCode::Return);
    b.marker(OpCode::EndIf);
    write(2);
    read();
    EXPECT_EQ(left(), "2");
}

TEST_F(RemoveDeadStores, TheNextRoundOfALoopReads) {
    write(1);
    b.marker(OpCode::Loop);
    read();
    write(2);
    b.marker(OpCode::EndLoop);
    EXPECT_EQ(left(), "1 2");
}

TEST_F(RemoveDeadStores, TheNextRoundOfALoopOverwrites) {
    write(1);
    b.marker(OpCode::Loop);
    write(2);
    branch();
    b.marker(OpCode::EndIf);
    read();
    write(3);
    b.marker(OpCode::EndLoop);
    EXPECT_EQ(left(), "2");
}

TEST_F(RemoveDeadStores, ABreakReachesWhatIsBehindTheLoop) {
    b.marker(OpCode::Loop);
    write(1);
    branch();
    write(2);
    b.marker(OpCode::Break);
    b.marker(OpCode::EndIf);
    write(3);
    b.marker(OpCode::EndLoop);
    read();
    EXPECT_EQ(left(), "2");
}

TEST_F(RemoveDeadStores, AContinueReachesTheHeadOfTheLoop) {
    b.marker(OpCode::Loop);
    read();
    b.marker(OpCode::Loop);
    branch();
    write(1);
    b.marker(OpCode::Continue);
    b.marker(OpCode::EndIf);
    write(2);
    b.marker(OpCode::Break);
    b.marker(OpCode::EndLoop);
    branch();
    write(3);
    b.marker(OpCode::Continue);
    b.marker(OpCode::EndIf);
    write(4);
    b.marker(OpCode::Break);
    b.marker(OpCode::EndLoop);
    EXPECT_EQ(left(), "3"); // what 1 and 2 leave is overwritten on all ways, and 4 leaves the outer loop
}

TEST_F(RemoveDeadStores, ASwitchWithoutADefaultMayChangeNothing) {
    write(1);
    b.marker(OpCode::Switch, {b.u32(0).bits});
    b.marker(OpCode::Case, {0u});
    write(2);
    b.marker(OpCode::Break);
    b.marker(OpCode::EndSwitch);
    read();
    EXPECT_EQ(left(), "1 2");
}

TEST_F(RemoveDeadStores, ASwitchWithADefaultOverwrites) {
    write(1);
    b.marker(OpCode::Switch, {b.u32(0).bits});
    b.marker(OpCode::Case, {0u});
    write(2);
    b.marker(OpCode::Case, {1u}); // falls through
    write(3);
    b.marker(OpCode::Break);
    b.marker(OpCode::Default);
    write(4);
    b.marker(OpCode::Break);
    b.marker(OpCode::EndSwitch);
    read();
    EXPECT_EQ(left(), "3 4");
}

TEST_F(RemoveDeadStores, PrivateVariablesAreLeftAlone) {
    b.store(out, b.u32(1));
    b.store(out, b.u32(2));
    write(3);
    EXPECT_EQ(run(removeDeadStores), "  Store $1, 1\n"
                                     "  Store $1, 2\n");
}

TEST_F(TypeRegisters, ARegisterOfFloatsBecomesAFloat) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    const Value value = unknown(ir::kF32);
    b.store(r, b.bitcast(ir::kU32, value));
    b.marker(OpCode::If, {unknown(ir::kBool).bits});
    b.store(r, b.u32(0x3f800000));
    b.marker(OpCode::EndIf);
    b.store(out, b.op(OpCode::FNeg, b.bitcast(ir::kF32, b.load(ir::kU32, r))));
    const std::string text = run(typeRegisters);
    EXPECT_EQ(module.vars[r].type, ir::kF32);
    EXPECT_NE(text.find("Store $0, %1\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Store $0, 1f\n"), std::string::npos) << text;
    EXPECT_NE(text.find("%8 = Load f32 $0\n  %10 = FNeg f32 %8\n"), std::string::npos) << text;
}

TEST_F(TypeRegisters, WhatIsNoPlainFloatKeepsTheRegisterAsItIs) {
    // A NaN, an infinity, a denormal (a small integer), and bits that were computed: drivers may change them as floats.
    for (const uint32_t bits : {0xffffffffu, 0x7f800000u, 7u, 0u}) {
        ir::Module one;
        ir::Builder build(one);
        build.marker(OpCode::Function, {0});
        ir::Var var;
        var.type = ir::kU32;
        const uint32_t r = build.addVar(var);
        const Value made = build.append(OpCode::Undef, ir::kU32, {});
        build.store(r, build.bitcast(ir::kU32, build.append(OpCode::Undef, ir::kF32, {})));
        build.store(r, bits ? build.u32(bits) : build.iadd(made, build.u32(1)));
        for (int i = 0; i < 3; i++)
            build.bitcast(ir::kF32, build.load(ir::kU32, r));
        build.marker(OpCode::EndFunction);
        typeRegisters(one);
        EXPECT_EQ(one.vars[r].type, ir::kU32) << bits;
    }
}

TEST_F(TypeRegisters, ACopyOfARegisterIsWhatTheOtherIs) {
    const uint32_t floats = reg(), bits = reg(), copyOfFloats = reg(), copyOfBits = reg();
    b.store(floats, b.bitcast(ir::kU32, unknown(ir::kF32)));
    b.store(bits, b.iadd(unknown(), b.u32(1)));
    b.store(copyOfFloats, b.load(ir::kU32, floats));
    b.store(copyOfBits, b.load(ir::kU32, bits));
    for (uint32_t r : {floats, bits, copyOfFloats, copyOfBits})
        b.bitcast(ir::kF32, b.load(ir::kU32, r));
    run(typeRegisters);
    EXPECT_EQ(module.vars[copyOfFloats].type, ir::kF32);
    EXPECT_EQ(module.vars[copyOfBits].type, ir::kU32);
}

} // namespace hendeca::translate::passes
