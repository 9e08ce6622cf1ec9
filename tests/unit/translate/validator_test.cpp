// The IR validator finds broken rules and says which op breaks them.

#include "translate/ir/builder.h"
#include "translate/ir/validator.h"

#include <gtest/gtest.h>

namespace hendeca::translate::ir {

namespace {

struct Fixture {
    Module module;
    Builder b{module};
    Fixture() { b.marker(OpCode::Function, {1}); }
    std::string complaint() {
        b.marker(OpCode::EndFunction);
        const Status status = validate(module);
        return status.ok() ? "" : status.error().what;
    }
};

} // namespace

TEST(IrValidator, AcceptsAnOrdinaryFunction) {
    Fixture f;
    f.b.op(OpCode::FAdd, f.b.f32(1.0f), f.b.f32(2.0f));
    EXPECT_EQ(f.complaint(), "");
}

TEST(IrValidator, RefusesAnArgumentOfTheWrongType) {
    Fixture f;
    f.b.op(OpCode::FAdd, f.b.f32(1.0f), f.b.u32(2));
    EXPECT_NE(f.complaint().find("wrong type"), std::string::npos);
}

TEST(IrValidator, RefusesAValueUsedOutsideOfItsBlock) {
    Fixture f;
    f.b.marker(OpCode::If, {f.b.boolean(true).bits});
    const Value inner = f.b.append(OpCode::Undef, kF32, {});
    f.b.marker(OpCode::EndIf);
    f.b.op(OpCode::FNeg, inner);
    EXPECT_NE(f.complaint().find("outside of its block"), std::string::npos);
}

TEST(IrValidator, RefusesAValueOfTheOtherBranch) {
    Fixture f;
    f.b.marker(OpCode::If, {f.b.boolean(true).bits});
    const Value inner = f.b.append(OpCode::Undef, kF32, {});
    f.b.marker(OpCode::Else);
    f.b.op(OpCode::FNeg, inner);
    f.b.marker(OpCode::EndIf);
    EXPECT_NE(f.complaint().find("outside of its block"), std::string::npos);
}

TEST(IrValidator, RefusesMarkersThatDoNotPairUp) {
    Fixture f;
    f.b.marker(OpCode::Loop);
    f.b.marker(OpCode::EndIf);
    EXPECT_NE(f.complaint().find("closes what is not open"), std::string::npos);
}

TEST(IrValidator, RefusesUnknownVariablesAndResources) {
    Fixture f;
    f.b.append(OpCode::Load, kU32, {3u});
    EXPECT_NE(f.complaint().find("unknown variable"), std::string::npos);
    Fixture g;
    g.b.append(OpCode::WordCount, kU32, {0u});
    EXPECT_NE(g.complaint().find("unknown resource"), std::string::npos);
}

TEST(IrValidator, RefusesWrongArgumentCounts) {
    Fixture f;
    f.b.append(OpCode::FAdd, kF32, {f.b.f32(1.0f).bits});
    EXPECT_NE(f.complaint().find("too few"), std::string::npos);
    Fixture g;
    const uint32_t one = g.b.f32(1.0f).bits;
    g.b.append(OpCode::FNeg, kF32, {one, one});
    EXPECT_NE(g.complaint().find("too many"), std::string::npos);
}

} // namespace hendeca::translate::ir
