// The binding model that translator and backend share: no two resources of a set have one number.

#include "spirv/shader_binary.h"

#include <gtest/gtest.h>

#include <set>

namespace hendeca::spirv {

TEST(ShaderBinary, ResourceBindingsOfStagesThatShareASetDoNotMeet) {
    std::set<uint32_t> numbers;
    size_t count = 0;
    for (Stage stage : {Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry}) {
        EXPECT_EQ(resourceSet(stage), resourceSet(Stage::Vertex));
        for (uint32_t slot = 0; slot < kSrvSlots; ++slot, ++count)
            numbers.insert(srvBinding(stage, slot));
        for (uint32_t slot = 0; slot < kSamplerSlots; ++slot, ++count)
            numbers.insert(samplerBinding(stage, slot));
        for (uint32_t slot = 0; slot < kUavSlots; ++slot, count += 2) {
            numbers.insert(uavBinding(stage, slot));
            numbers.insert(uavCounterBinding(stage, slot));
        }
    }
    EXPECT_EQ(numbers.size(), count);
}

TEST(ShaderBinary, UniformBindingsOfStagesThatShareASetDoNotMeet) {
    std::set<uint32_t> numbers;
    for (Stage stage : {Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry})
        for (uint32_t slot = 0; slot < kConstantBufferSlots; ++slot)
            numbers.insert(uniformBinding(stage, slot));
    EXPECT_EQ(numbers.size(), 4 * kConstantBufferSlots);
}

TEST(ShaderBinary, PixelShadersHaveSetsOfTheirOwn) {
    EXPECT_NE(uniformSet(Stage::Pixel), uniformSet(Stage::Vertex));
    EXPECT_NE(resourceSet(Stage::Pixel), resourceSet(Stage::Vertex));
    EXPECT_NE(uniformSet(Stage::Pixel), resourceSet(Stage::Pixel));
}

} // namespace hendeca::spirv
