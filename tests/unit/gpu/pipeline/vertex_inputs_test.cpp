#include "gpu/pipeline/graphics_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hendeca::gpu {
namespace {

spirv::ShaderBinary shaderWith(std::initializer_list<std::pair<uint32_t, spirv::NumericType>> registers) {
    spirv::ShaderBinary made;
    for (auto [reg, type] : registers) {
        spirv::IoElement& element = made.inputs.emplace_back();
        element.reg = reg;
        element.type = type;
        made.inputRegisters |= 1u << reg;
    }
    return made;
}

const VkVertexInputAttributeDescription* attribute(const VertexInputs& inputs, uint32_t location) {
    auto found = std::ranges::find(inputs.attributes, location, &VkVertexInputAttributeDescription::location);
    return found == inputs.attributes.end() ? nullptr : &*found;
}

TEST(VertexInputs, OnlyWhatTheShaderReadsIsFetched) {
    VertexLayout layout;
    layout.elements = {{0, 0, 0, VK_FORMAT_R32G32B32_SFLOAT}, {1, 3, 4, VK_FORMAT_R8G8B8A8_UNORM}};
    const VertexInputs made = matchVertexInputs(shaderWith({{1, spirv::NumericType::Float}}), &layout, 32, 1000);
    ASSERT_EQ(made.attributes.size(), 1u);
    EXPECT_EQ(made.attributes[0].binding, 3u);
    EXPECT_EQ(made.attributes[0].offset, 4u);
    EXPECT_EQ(made.slots, 8u);
    EXPECT_EQ(made.nullBinding, ~0u);
}

TEST(VertexInputs, RegistersThatTheLayoutLacksReadZerosOfTheirType) {
    VertexLayout layout;
    layout.elements = {{0, 31, 0, VK_FORMAT_R32_SFLOAT}};
    const VertexInputs made = matchVertexInputs(
        shaderWith({{0, spirv::NumericType::Float}, {2, spirv::NumericType::Uint}, {3, spirv::NumericType::Sint}}),
        &layout, 32, 1000);
    EXPECT_EQ(made.nullBinding, 30u); // 31 is taken
    ASSERT_TRUE(attribute(made, 2) && attribute(made, 3));
    EXPECT_EQ(attribute(made, 2)->format, VK_FORMAT_R32G32B32A32_UINT);
    EXPECT_EQ(attribute(made, 3)->format, VK_FORMAT_R32G32B32A32_SINT);
    EXPECT_EQ(attribute(made, 2)->binding, 30u);
    EXPECT_EQ(made.slots, 1u << 31);
}

TEST(VertexInputs, WithoutALayoutAllIsZero) {
    const VertexInputs made = matchVertexInputs(shaderWith({{0, spirv::NumericType::Float}}), nullptr, 16, 1000);
    EXPECT_EQ(made.nullBinding, 15u);
    EXPECT_EQ(made.slots, 0u);
}

TEST(VertexInputs, InstanceStepsBecomeDivisors) {
    VertexLayout layout;
    layout.elements = {{0, 0, 0, VK_FORMAT_R32_SFLOAT}, {1, 1, 0, VK_FORMAT_R32_SFLOAT}, {2, 2, 0, VK_FORMAT_R32_SFLOAT}};
    layout.instanceSlotMask = 6;
    layout.stepRate[1] = 1;
    layout.stepRate[2] = 0;
    const VertexInputs made = matchVertexInputs(
        shaderWith({{0, {}}, {1, {}}, {2, {}}}), &layout, 32, 1000);
    EXPECT_EQ(made.bindings[0].inputRate, VK_VERTEX_INPUT_RATE_VERTEX);
    EXPECT_EQ(made.bindings[1].inputRate, VK_VERTEX_INPUT_RATE_INSTANCE);
    ASSERT_EQ(made.divisors.size(), 1u); // a step of one needs none
    EXPECT_EQ(made.divisors[0].binding, 2u);
    EXPECT_EQ(made.divisors[0].divisor, 0u);
}

} // namespace
} // namespace hendeca::gpu
