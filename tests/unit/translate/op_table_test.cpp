// The op table: printer, validator and passes read only it, so its rows must be sound.

#include "translate/ir/op_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hendeca::translate::ir {

TEST(OpTable, EachNameOccursOnce) {
    std::set<std::string> names;
    for (size_t i = 0; i < static_cast<size_t>(OpCode::Count); ++i)
        EXPECT_TRUE(names.insert(std::string(opInfo(static_cast<OpCode>(i)).name)).second) << i;
}

TEST(OpTable, LettersAreKnown) {
    for (size_t i = 0; i < static_cast<size_t>(OpCode::Count); ++i) {
        const OpInfo& info = opInfo(static_cast<OpCode>(i));
        EXPECT_NE(std::string("fudbna-").find(info.result), std::string::npos) << info.name;
        for (char letter : info.arguments)
            EXPECT_NE(std::string("fudbnatixrs?*").find(letter), std::string::npos) << info.name;
    }
}

TEST(OpTable, OpsWithAResultAreRemovableOrHaveASideEffect) {
    for (size_t i = 0; i < static_cast<size_t>(OpCode::Count); ++i) {
        const OpInfo& info = opInfo(static_cast<OpCode>(i));
        if (info.result != '-') {
            EXPECT_NE(info.removable(), info.has(kSideEffect)) << info.name;
        }
    }
}

TEST(OpTable, CommutativeOpsTakeTwoValuesOfOneKind) {
    for (size_t i = 0; i < static_cast<size_t>(OpCode::Count); ++i) {
        const OpInfo& info = opInfo(static_cast<OpCode>(i));
        if (!info.has(kCommutative))
            continue;
        ASSERT_EQ(info.arguments.size(), 2u) << info.name;
        EXPECT_EQ(info.arguments[0], info.arguments[1]) << info.name;
    }
}

TEST(OpTable, ValueMaskMarksValuesOnly) {
    EXPECT_EQ(opValueMask(OpCode::FAdd), 3u);
    EXPECT_EQ(opValueMask(OpCode::Extract), 1u);       // vector, immediate
    EXPECT_EQ(opValueMask(OpCode::Load) & 0xf, 0xeu);  // variable, then indices without end
    EXPECT_EQ(opValueMask(OpCode::AtomicWord), 0x1cu); // operation, resource, word, value, comparand
}

TEST(OpTable, TexelOffsetsSurvivePacking) {
    for (int offset : {-8, -1, 0, 7}) {
        const uint32_t packed = packOffset(offset, -offset, 3);
        EXPECT_EQ(unpackOffset(packed, 0), offset);
        EXPECT_EQ(unpackOffset(packed, 1), -offset);
        EXPECT_EQ(unpackOffset(packed, 2), 3);
        EXPECT_NE(packed, 0u);
    }
}

} // namespace hendeca::translate::ir
