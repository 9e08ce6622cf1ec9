// Rules of the SPIR-V word builder.

#include "spirv/module_builder.h"

#include <gtest/gtest.h>

#include <map>

namespace hendeca::spirv {

namespace {

struct Instruction {
    Op op;
    std::vector<uint32_t> words; // without the first
};

// The instructions of a module, in order; an impossible length ends the list with a failure.
std::vector<Instruction> parse(const Words& words) {
    std::vector<Instruction> list;
    for (size_t at = 5; at < words.size();) {
        const uint32_t length = words[at] >> 16;
        if (length == 0 || at + length > words.size()) {
            ADD_FAILURE() << "instruction of impossible length at word " << at;
            break;
        }
        list.push_back(
            {static_cast<Op>(words[at] & 0xffff),
             {words.begin() + static_cast<ptrdiff_t>(at) + 1, words.begin() + static_cast<ptrdiff_t>(at + length)}});
        at += length;
    }
    return list;
}

size_t countOf(const std::vector<Instruction>& list, Op op) {
    size_t count = 0;
    for (const Instruction& instruction : list)
        count += instruction.op == op;
    return count;
}

size_t firstOf(const std::vector<Instruction>& list, Op op) {
    for (size_t i = 0; i < list.size(); ++i)
        if (list[i].op == op)
            return i;
    return list.size();
}

Words smallModule() {
    ModuleBuilder b;
    const FunctionId main = b.allocateFunction();
    b.capability(Capability::Shader);
    b.entryPoint(ExecutionModel::GLCompute, main, "main");
    b.executionMode(main, ExecutionMode::LocalSize, {1, 1, 1});
    b.beginFunction(main);
    b.endFunction();
    return b.finish();
}

} // namespace

TEST(ModuleBuilder, EqualTypesAndConstantsHaveOneId) {
    ModuleBuilder b;
    EXPECT_EQ(b.typeFloat(32), b.typeFloat(32));
    EXPECT_NE(b.typeInt(32, false), b.typeInt(32, true));
    EXPECT_EQ(b.typeVector(b.typeFloat(32), 4), b.typeVector(b.typeFloat(32), 4));
    EXPECT_EQ(b.constantU32(7), b.constantU32(7));
    EXPECT_NE(b.constantU32(7), b.constantI32(7));
    EXPECT_EQ(b.typeArray(b.typeFloat(32), 3), b.typeArray(b.typeFloat(32), 3));
}

TEST(ModuleBuilder, ManyConstantsStayDistinct) {
    ModuleBuilder b;
    std::map<uint32_t, uint32_t> ids;
    for (uint32_t i = 0; i < 5000; ++i)
        ids[b.constantU32(i).id] = i;
    EXPECT_EQ(ids.size(), 5000u);
    for (uint32_t i = 0; i < 5000; i += 777)
        EXPECT_EQ(ids[b.constantU32(i).id], i);
}

TEST(ModuleBuilder, TypesWithLayoutAreNeverShared) {
    ModuleBuilder b;
    EXPECT_NE(b.typeBlock(b.typeFloat(32)), b.typeBlock(b.typeFloat(32)));
    EXPECT_NE(b.typeArrayWithStride(b.typeFloat(32), 4, 16), b.typeArrayWithStride(b.typeFloat(32), 4, 16));
}

TEST(ModuleBuilder, HeaderNamesVersionAndBound) {
    const Words words = smallModule();
    ASSERT_GE(words.size(), 5u);
    EXPECT_EQ(words[0], kMagicNumber);
    EXPECT_EQ(words[1], kVersion16);
    uint32_t highest = 0;
    for (const Instruction& instruction : parse(words))
        if (instruction.op == Op::Label)
            highest = std::max(highest, instruction.words[0]);
    EXPECT_GT(words[3], highest);
}

TEST(ModuleBuilder, SectionsStandInTheOrderOfTheSpecification) {
    const auto list = parse(smallModule());
    EXPECT_LT(firstOf(list, Op::Capability), firstOf(list, Op::ExtInstImport));
    EXPECT_LT(firstOf(list, Op::MemoryModel), firstOf(list, Op::EntryPoint));
    EXPECT_LT(firstOf(list, Op::EntryPoint), firstOf(list, Op::ExecutionMode));
    EXPECT_LT(firstOf(list, Op::ExecutionMode), firstOf(list, Op::TypeVoid));
    EXPECT_LT(firstOf(list, Op::TypeVoid), firstOf(list, Op::Function));
}

TEST(ModuleBuilder, CapabilitiesAndExtensionsAreNamedOnce) {
    ModuleBuilder b;
    for (int i = 0; i < 3; ++i) {
        b.capability(Capability::Shader);
        b.extension("SPV_EXT_shader_stencil_export");
    }
    const FunctionId main = b.allocateFunction();
    b.entryPoint(ExecutionModel::Fragment, main, "main");
    b.beginFunction(main);
    b.endFunction();
    const auto list = parse(b.finish());
    EXPECT_EQ(countOf(list, Op::Capability), 1u);
    EXPECT_EQ(countOf(list, Op::Extension), 1u);
}

TEST(ModuleBuilder, LocalVariablesAndEntryPointersPrecedeTheBody) {
    ModuleBuilder b;
    const FunctionId main = b.allocateFunction();
    b.entryPoint(ExecutionModel::Fragment, main, "main");
    b.beginFunction(main);
    const LabelId next = b.allocateLabel();
    b.branch(next);
    b.label(next);
    // Asked for late, placed first.
    const TypeId vector = b.typeVector(b.typeFloat(32), 4);
    const ValueId variable = b.localVariable(b.typePointer(StorageClass::Function, vector));
    const uint32_t index[] = {b.constantU32(1).id};
    b.entryAccessChain(b.typePointer(StorageClass::Function, b.typeFloat(32)), variable, index);
    b.endFunction();
    const auto list = parse(b.finish());
    EXPECT_LT(firstOf(list, Op::Variable), firstOf(list, Op::AccessChain));
    EXPECT_LT(firstOf(list, Op::AccessChain), firstOf(list, Op::Branch));
}

TEST(ModuleBuilder, AnOpenBlockIsClosedAtTheEndOfItsFunction) {
    const auto list = parse(smallModule());
    EXPECT_EQ(countOf(list, Op::Return), 1u);
    EXPECT_EQ(countOf(list, Op::FunctionEnd), 1u);
}

TEST(ModuleBuilder, GlobalVariablesAreTheEntryPointsInterface) {
    ModuleBuilder b;
    const FunctionId main = b.allocateFunction();
    b.entryPoint(ExecutionModel::Fragment, main, "main");
    const ValueId variable =
        b.globalVariable(b.typePointer(StorageClass::Output, b.typeFloat(32)), StorageClass::Output);
    b.beginFunction(main);
    b.endFunction();
    for (const Instruction& instruction : parse(b.finish()))
        if (instruction.op == Op::EntryPoint) {
            EXPECT_EQ(instruction.words.back(), variable.id);
        }
}

} // namespace hendeca::spirv
