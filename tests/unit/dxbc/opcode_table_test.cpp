// Facts of the opcode table that the rest leans on (that row i holds opcode i is checked when it is compiled).

#include "dxbc/opcode_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hendeca::dxbc {
namespace {

TEST(OpcodeTable, Has231OpcodesAndFourReservedNumbers) {
    uint32_t reserved = 0;
    for (uint32_t i = 0; i < kOpcodeCount; ++i)
        reserved += opcodeInfo(static_cast<Opcode>(i)).has(kReserved) ? 1 : 0;
    EXPECT_EQ(reserved, 4u);
    EXPECT_EQ(kOpcodeCount - reserved, 231u);
}

TEST(OpcodeTable, NamesAreUniqueAndFound) {
    std::set<std::string_view> names;
    for (uint32_t i = 0; i < kOpcodeCount; ++i) {
        const OpcodeInfo& info = opcodeInfo(static_cast<Opcode>(i));
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        if (!info.has(kReserved)) {
            EXPECT_EQ(findOpcode(info.name), info.opcode);
        }
    }
    EXPECT_EQ(findOpcode("reserved107"), std::nullopt);
    EXPECT_EQ(findOpcode("frobnicate"), std::nullopt);
}

TEST(OpcodeTable, NumbersAreThoseOfTheFormat) {
    EXPECT_EQ(static_cast<int>(Opcode::Mov), 54);
    EXPECT_EQ(static_cast<int>(Opcode::DclGlobalFlags), 106);
    EXPECT_EQ(static_cast<int>(Opcode::HsDecls), 113);
    EXPECT_EQ(static_cast<int>(Opcode::DclThreadGroup), 155);
    EXPECT_EQ(static_cast<int>(Opcode::Sync), 190);
    EXPECT_EQ(static_cast<int>(Opcode::CheckAccessFullyMapped), 234);
}

TEST(OpcodeTable, FeedbackFormsHaveOneDestinationMoreThanTheirBase) {
    for (uint32_t i = 0; i < kOpcodeCount; ++i) {
        const OpcodeInfo& info = opcodeInfo(static_cast<Opcode>(i));
        if (!info.has(kSparse) || info.opcode == Opcode::CheckAccessFullyMapped)
            continue;
        ASSERT_EQ(info.dstCount, 2) << info.name;
        EXPECT_EQ(info.dst[1], ValueType::Uint) << info.name;
        const std::string base(info.name.substr(0, info.name.size() - 2));
        const auto plain = findOpcode(base);
        if (plain) {
            EXPECT_EQ(opcodeInfo(*plain).srcCount, info.srcCount) << info.name;
            EXPECT_EQ(opcodeInfo(*plain).stages, info.stages) << info.name;
        }
    }
}

TEST(OpcodeTable, DoublesAreMarked) {
    for (uint32_t i = 0; i < kOpcodeCount; ++i) {
        const OpcodeInfo& info = opcodeInfo(static_cast<Opcode>(i));
        bool doubles = false;
        for (ValueType type : info.dst)
            doubles |= type == ValueType::Double;
        for (ValueType type : info.src)
            doubles |= type == ValueType::Double;
        EXPECT_EQ(doubles, info.has(kFloat64)) << info.name;
    }
}

TEST(OpcodeTable, WhatWritesMemoryHasASideEffect) {
    for (uint32_t i = 0; i < kOpcodeCount; ++i) {
        const OpcodeInfo& info = opcodeInfo(static_cast<Opcode>(i));
        if (info.has(kWritesMemory) || info.has(kAtomic)) {
            EXPECT_TRUE(info.has(kSideEffect)) << info.name;
        }
    }
}

} // namespace
} // namespace hendeca::dxbc
