// The passes, as IR text before and after.

#include "pass_fixture.h"

namespace hendeca::translate::passes {

using ir::OpCode;
using ir::Value;

namespace {

using ForwardRegisters = PassTest;
using Simplify = PassTest;
using RemoveDeadCode = PassTest;

} // namespace

TEST_F(ForwardRegisters, ALoadAfterAStoreIsTheStoredValue) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    const Value value = unknown();
    b.store(r, value);
    b.store(out, b.load(ir::kU32, r));
    EXPECT_EQ(run(forwardRegisters), "  %1 = Undef u32\n"
                                     "  Store $0, %1\n"
                                     "  Store $1, %1\n");
}

TEST_F(ForwardRegisters, ASecondLoadIsTheFirst) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    b.load(ir::kU32, r);
    b.store(out, b.load(ir::kU32, r));
    EXPECT_EQ(run(forwardRegisters), "  %1 = Load u32 $0\n"
                                     "  Store $1, %1\n");
}

TEST_F(ForwardRegisters, AnOverwrittenStoreGoes) {
    const uint32_t r = reg();
    b.store(r, b.u32(1));
    b.store(r, b.u32(2));
    EXPECT_EQ(run(forwardRegisters), "  Store $0, 2\n");
}

TEST_F(ForwardRegisters, ValuesGoIntoBranchesButNotOutOfThem) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    b.store(r, b.u32(1));
    b.marker(OpCode::If, {b.boolean(true).bits});
    b.store(out, b.load(ir::kU32, r));
    b.store(r, b.u32(2));
    b.marker(OpCode::Else);
    b.store(out, b.load(ir::kU32, r));
    b.marker(OpCode::EndIf);
    b.store(out, b.load(ir::kU32, r));
    EXPECT_EQ(run(forwardRegisters), "  Store $0, 1\n"
                                     "  If true\n"
                                     "    Store $1, 1\n"
                                     "    Store $0, 2\n"
                                     "  Else\n"
                                     "    Store $1, 1\n"
                                     "  EndIf\n"
                                     "  %10 = Load u32 $0\n"
                                     "  Store $1, %10\n");
}

TEST_F(ForwardRegisters, ABranchThatLeavesChangesNothingBehindIt) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    b.store(r, b.u32(1));
    b.marker(OpCode::If, {b.boolean(true).bits});
    b.store(r, b.u32(2));
    b.marker(OpCode::Return);
    b.marker(OpCode::EndIf);
    b.store(out, b.load(ir::kU32, r));
    EXPECT_NE(run(forwardRegisters).find("Store $1, 1"), std::string::npos);
}

TEST_F(ForwardRegisters, ARegisterThatALoopChangesIsLoadedInEachRound) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    b.store(r, b.u32(1));
    b.marker(OpCode::Loop);
    const Value value = b.load(ir::kU32, r);
    b.store(out, value);
    b.store(r, b.iadd(value, b.u32(1)));
    b.marker(OpCode::EndLoop);
    b.store(out, b.load(ir::kU32, r));
    EXPECT_EQ(run(forwardRegisters), "  Store $0, 1\n"
                                     "  Loop\n"
                                     "    %3 = Load u32 $0\n"
                                     "    Store $1, %3\n"
                                     "    %5 = IAdd u32 %3, 1\n"
                                     "    Store $0, %5\n"
                                     "  EndLoop\n"
                                     "  %8 = Load u32 $0\n"
                                     "  Store $1, %8\n");
}

TEST_F(ForwardRegisters, ACaseThatIsFallenIntoForgetsWhatTheLastOneChanged) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    b.store(r, b.u32(1));
    b.marker(OpCode::Switch, {b.u32(0).bits});
    b.marker(OpCode::Case, {0u});
    b.store(r, b.u32(2));
    b.marker(OpCode::Case, {1u});
    b.store(out, b.load(ir::kU32, r));
    b.marker(OpCode::Break);
    b.marker(OpCode::EndSwitch);
    EXPECT_NE(run(forwardRegisters).find("Load u32 $0"), std::string::npos);
}

TEST_F(ForwardRegisters, AStoreBeforeABreakReachesTheEndOfTheSwitch) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    b.store(r, b.u32(1));
    b.marker(OpCode::Switch, {b.u32(0).bits});
    b.marker(OpCode::Case, {0u});
    b.marker(OpCode::If, {b.boolean(true).bits});
    b.store(r, b.u32(2));
    b.marker(OpCode::Break);
    b.marker(OpCode::EndIf);
    b.marker(OpCode::Break);
    b.marker(OpCode::EndSwitch);
    b.store(out, b.load(ir::kU32, r));
    EXPECT_NE(run(forwardRegisters).find("= Load u32 $0\n  Store $1"), std::string::npos);
}

TEST_F(ForwardRegisters, PrivateVariablesAreLeftAlone) {
    const uint32_t r = reg(ir::VarKind::Private), out = reg(ir::VarKind::Private);
    b.store(r, b.u32(1));
    b.marker(OpCode::Call, {0u});
    b.store(out, b.load(ir::kU32, r));
    EXPECT_NE(run(forwardRegisters).find("Load u32 $0"), std::string::npos);
}

TEST_F(Simplify, ATestOfAMaskIsItsCondition) {
    const Value condition = unknown(ir::kBool);
    const Value mask = b.append(OpCode::Select, ir::kU32, {condition.bits, b.u32(~0u).bits, b.u32(0).bits});
    const Value test = b.append(OpCode::INe, ir::kBool, {mask.bits, b.u32(0).bits});
    b.marker(OpCode::If, {test.bits});
    b.marker(OpCode::EndIf);
    EXPECT_NE(run(simplify).find("If %1\n"), std::string::npos);
}

TEST_F(Simplify, ASumWithANegatedValueIsADifference) {
    const uint32_t out = reg(ir::VarKind::Private);
    const Value x = unknown(ir::kF32), y = unknown(ir::kF32);
    const Value minusX = b.op(OpCode::FNeg, x);
    b.store(out, b.op(OpCode::FAdd, minusX, y));
    b.store(out, b.op(OpCode::FAdd, y, minusX));
    const std::string text = run(simplify);
    EXPECT_NE(text.find("%4 = FSub f32 %2, %1\n"), std::string::npos) << text;
    EXPECT_NE(text.find("%6 = FSub f32 %2, %1\n"), std::string::npos) << text;
}

TEST_F(Simplify, AMaskedConstantIsASelect) {
    const uint32_t out = reg(ir::VarKind::Private);
    const Value condition = unknown(ir::kBool);
    const Value mask = b.append(OpCode::Select, ir::kU32, {condition.bits, b.u32(~0u).bits, b.u32(0).bits});
    b.store(out, b.append(OpCode::And, ir::kU32, {mask.bits, b.u32(0x3f800000).bits}));
    EXPECT_NE(run(simplify).find("%3 = Select u32 %1, 0x3f800000, 0\n"), std::string::npos);
}

TEST_F(Simplify, ConversionsOfConversionsCollapse) {
    const uint32_t out = reg(ir::VarKind::Private);
    const Value value = unknown(ir::kU32);
    const Value there = b.append(OpCode::Bitcast, ir::kF32, {value.bits});
    b.store(out, b.append(OpCode::Bitcast, ir::kU32, {there.bits}));
    EXPECT_NE(run(simplify).find("Store $0, %1\n"), std::string::npos);
}

TEST_F(RemoveDeadCode, UnusedValuesAndUnreadRegistersGo) {
    const uint32_t r = reg(), out = reg(ir::VarKind::Private);
    const Value value = unknown();
    b.iadd(value, b.u32(1));
    b.store(r, value);
    b.store(out, value);
    EXPECT_EQ(run(removeDeadCode), "  %1 = Undef u32\n"
                                   "  Store $1, %1\n");
}

TEST_F(RemoveDeadCode, SideEffectsStay) {
    ir::Resource resource;
    resource.kind = ir::ResourceKind::Counter;
    const uint32_t counter = b.addResource(resource);
    b.append(OpCode::CounterAlloc, ir::kU32, {counter});
    EXPECT_EQ(run(removeDeadCode), "  %1 = CounterAlloc u32 @0\n");
}

} // namespace hendeca::translate::passes
