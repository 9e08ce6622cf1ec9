// Resource definitions of a shader by another compiler; hostile chunks.

#include "dxbc/reflection.h"

#include <gtest/gtest.h>

#include <cstring>

#include "sample_shader.h"
#include "test_shaders.h"

namespace hendeca::dxbc {
namespace {

TEST(Reflection, BindingsAndConstantBuffers) {
    const auto container = Container::open(kSampleShader);
    const auto reflection = Reflection::read(*container);
    ASSERT_TRUE(reflection.ok()) << reflection.error().what;
    ASSERT_EQ(reflection->bindings.size(), 3u);
    EXPECT_EQ(reflection->bindings[0].name, "linearSampler");
    EXPECT_EQ(reflection->bindings[0].type, BindingType::Sampler);
    EXPECT_EQ(reflection->bindings[0].slot, 3u);
    EXPECT_EQ(reflection->bindings[1].name, "image");
    EXPECT_EQ(reflection->bindings[1].type, BindingType::Texture);
    EXPECT_EQ(reflection->bindings[1].slot, 2u);
    const ConstantBufferInfo* params = reflection->findConstantBuffer("Params");
    ASSERT_NE(params, nullptr);
    EXPECT_EQ(params->size, 32u);
    ASSERT_EQ(params->variables.size(), 2u);
    EXPECT_EQ(params->variables[1].name, "offset");
    EXPECT_EQ(params->variables[1].offset, 16u);
    EXPECT_EQ(params->variables[1].size, 8u);
    EXPECT_EQ(params->variables[1].columns, 2);
}

TEST(Reflection, AbsentChunksAreEmpty) {
    const auto bytes = test::assembled("vs_4_0\nret\n");
    const auto container = Container::open(bytes);
    const auto reflection = Reflection::read(*container);
    ASSERT_TRUE(reflection.ok());
    EXPECT_TRUE(reflection->bindings.empty());
    EXPECT_EQ(Statistics::read(*container).known, 0u);
    EXPECT_TRUE(ClassLinkage::read(*container)->slots.empty());
}

TEST(Reflection, HostileNumbersAreErrors) {
    const auto container = Container::open(kSampleShader);
    const auto data = container->data(*container->find(tag::kRdef));
    auto with = [&data](size_t word, uint32_t value) {
        std::vector<uint8_t> bytes(data.begin(), data.end());
        std::memcpy(bytes.data() + word * 4, &value, 4);
        return Reflection::parse(bytes).ok();
    };
    EXPECT_TRUE(with(0, 1));
    EXPECT_FALSE(with(0, 0xffffffff)) << "constant buffers";
    EXPECT_FALSE(with(1, 0xfffffff0)) << "their offset";
    EXPECT_FALSE(with(2, 0xffffffff)) << "bindings";
    EXPECT_FALSE(with(3, 0xfffffff0)) << "their offset";
    EXPECT_FALSE(with(6, 0xfffffff0)) << "creator";
    for (size_t length = 0; length < data.size(); ++length)
        (void)Reflection::parse(data.first(length)).ok();
}

TEST(Reflection, ClassLinkageTables) {
    // One type with a size of 2 vectors, one instance of it, one interface that takes it through table 5.
    std::vector<uint32_t> w{1, 1, 1, 1, 40, 28, 56};
    w.insert(w.end(), {80, 0u | 2u << 16, 1u | 1u << 16});     // type at 28: name, id and size, textures and samplers
    w.insert(w.end(), {82, 0u, 3u | 7u << 16, 1u | 2u << 16}); // instance at 40
    w.insert(w.end(), {1, 1, 72, 76});                         // interface at 56
    w.insert(w.end(), {0, 5});                                 // type ids at 72, table ids at 76
    w.push_back(0x00420041);                                   // "A" at 80, "B" at 82
    std::vector<uint8_t> bytes(w.size() * 4);
    std::memcpy(bytes.data(), w.data(), bytes.size());
    const auto linkage = ClassLinkage::parse(bytes);
    ASSERT_TRUE(linkage.ok()) << linkage.error().what;
    EXPECT_EQ(linkage->types[0].name, "A");
    EXPECT_EQ(linkage->types[0].constantBufferSize, 2);
    EXPECT_EQ(linkage->instances[0].name, "B");
    EXPECT_EQ(linkage->instances[0].constantBuffer, 3);
    EXPECT_EQ(linkage->instances[0].constantOffset, 7);
    ASSERT_EQ(linkage->slots.size(), 1u);
    EXPECT_EQ(linkage->slots[0].tableIds[0], 5u);
    for (size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(ClassLinkage::parse(std::span(bytes).first(length)).ok()) << length;
}

} // namespace
} // namespace hendeca::dxbc
