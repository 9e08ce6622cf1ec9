// The IR builder finds results that follow from constants instead of making ops.

#include "translate/ir/builder.h"
#include "translate/ir/printer.h"

#include <gtest/gtest.h>

namespace hendeca::translate::ir {

TEST(IrBuilder, EqualRecentConstantsAreOne) {
    Module module;
    Builder b(module);
    EXPECT_EQ(b.u32(5), b.u32(5));
    EXPECT_FALSE(b.u32(0) == b.f32(0.0f));
}

TEST(IrBuilder, BitcastOfAConstantIsAConstant) {
    Module module;
    Builder b(module);
    EXPECT_EQ(printValue(module, b.bitcast(kF32, b.u32(0x3f800000))), "1f");
    EXPECT_TRUE(module.ops.empty());
}

TEST(IrBuilder, BitcastThereAndBackIsTheValue) {
    Module module;
    Builder b(module);
    const Value value = b.append(OpCode::Undef, kF32, {});
    EXPECT_EQ(b.bitcast(kF32, b.bitcast(kU32, value)), value);
}

TEST(IrBuilder, EqualReadsOfOneBlockAreOne) {
    Module module;
    Builder b(module);
    Var var;
    var.kind = VarKind::Input;
    var.type = vec(Scalar::F32, 4);
    const uint32_t input = b.addVar(var);
    const uint32_t buffer = b.addResource({});
    const Value x = b.load(kF32, input, {b.u32(0)});
    EXPECT_EQ(b.load(kF32, input, {b.u32(0)}), x);
    EXPECT_FALSE(b.load(kF32, input, {b.u32(1)}) == x);
    const Value word = b.loadConstant(buffer, b.u32(3), 1);
    EXPECT_EQ(b.loadConstant(buffer, b.u32(3), 1), word);
    EXPECT_EQ(b.bitcast(kF32, word), b.bitcast(kF32, word));
    b.marker(OpCode::Break);
    EXPECT_FALSE(b.load(kF32, input, {b.u32(0)}) == x);
}

TEST(IrBuilder, ReadsOfWhatMayBeWrittenAreMadeEachTime) {
    Module module;
    Builder b(module);
    Var var;
    var.kind = VarKind::Private;
    var.type = kU32;
    const uint32_t memory = b.addVar(var);
    const Value first = b.load(kU32, memory);
    EXPECT_FALSE(b.load(kU32, memory) == first);
}

TEST(IrBuilder, AddressArithmeticOnConstantsFolds) {
    Module module;
    Builder b(module);
    const Value word = b.iadd(b.op(OpCode::IMul, b.u32(3), b.u32(12)), b.op(OpCode::ShrU, b.u32(8), b.u32(2)));
    EXPECT_TRUE(module.isConstant(word, 38));
    EXPECT_TRUE(module.ops.empty());
}

TEST(IrBuilder, TestOfAMaskIsItsCondition) {
    Module module;
    Builder b(module);
    const Value condition = b.append(OpCode::Undef, kBool, {});
    EXPECT_EQ(b.nonZero(b.mask(condition)), condition);
}

TEST(IrBuilder, ComponentOfAConstructedVectorIsThePart) {
    Module module;
    Builder b(module);
    const Value parts[] = {b.f32(1.0f), b.append(OpCode::Undef, kF32, {})};
    EXPECT_EQ(b.extract(b.construct(parts), 1), parts[1]);
}

TEST(IrPrinter, ShowsOpsWithStructure) {
    Module module;
    Builder b(module);
    Var var;
    var.type = kU32;
    const uint32_t reg = b.addVar(var);
    b.marker(OpCode::Function, {1});
    const Value value = b.load(kU32, reg);
    b.marker(OpCode::If, {b.op(OpCode::INe, value, b.u32(0)).bits});
    b.store(reg, b.u32(7));
    b.marker(OpCode::EndIf);
    b.marker(OpCode::EndFunction);
    EXPECT_EQ(print(module), "$0 temp u32\n"
                             "Function #1\n"
                             "  %1 = Load u32 $0\n"
                             "  %2 = INe bool %1, 0\n"
                             "  If %2\n"
                             "    Store $0, 7\n"
                             "  EndIf\n"
                             "EndFunction\n");
}

} // namespace hendeca::translate::ir
