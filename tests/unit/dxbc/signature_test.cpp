// Signatures: each chunk layout, look-up, and hostile chunks.

#include "dxbc/signature.h"

#include <gtest/gtest.h>

#include <cstring>

#include "dxbc/container.h"
#include "sample_shader.h"
#include "test_shaders.h"

namespace hendeca::dxbc {
namespace {

using test::assembled;

TEST(Signature, ReadsThatOfAnotherCompiler) {
    const auto container = Container::open(kSampleShader);
    ASSERT_TRUE(container.ok());
    const auto in = container->signature(SignatureKind::Input);
    ASSERT_TRUE(in.ok());
    ASSERT_EQ(in->elements.size(), 2u);
    EXPECT_EQ(in->elements[0].systemValue, SystemValue::Position);
    const SignatureElement* uv = in->find("texcoord", 1);
    ASSERT_NE(uv, nullptr) << "semantics are compared without regard to case";
    EXPECT_EQ(uv->reg, 1u);
    EXPECT_EQ(uv->mask, 0x3);
    EXPECT_EQ(uv->type, ComponentType::Float32);
    EXPECT_EQ(in->find("TEXCOORD", 0), nullptr);
    EXPECT_EQ(in->findRegister(1), uv);
    EXPECT_EQ(in->findRegister(1, 0xc), nullptr) << "no element has these components";
}

TEST(Signature, TargetsAreFoundByName) {
    const auto container = Container::open(kSampleShader);
    const auto out = container->signature(SignatureKind::Output);
    ASSERT_TRUE(out.ok());
    EXPECT_EQ(out->elements[0].systemValue, SystemValue::Target);
}

TEST(Signature, MissingChunkIsAnEmptySignature) {
    const auto container = Container::open(kSampleShader);
    const auto patch = container->signature(SignatureKind::PatchConstant);
    ASSERT_TRUE(patch.ok());
    EXPECT_TRUE(patch->elements.empty());
}

TEST(Signature, StreamsAndPrecisionsHaveLayoutsOfTheirOwn) {
    const auto streams = assembled("gs_5_0\n.out A 0 0 xyzw float\n.out B 2 0 xy__ uint stream=3 rw=__zw\n");
    auto container = Container::open(streams);
    ASSERT_TRUE(container.ok());
    EXPECT_NE(container->find(tag::kOsg5), nullptr);
    auto out = container->signature(SignatureKind::Output);
    ASSERT_TRUE(out.ok());
    EXPECT_EQ(out->elements[1].stream, 3);
    EXPECT_EQ(out->elements[1].rwMask, 0xc);
    EXPECT_EQ(out->find("B", 2), nullptr) << "another stream";
    EXPECT_NE(out->find("B", 2, 3), nullptr);

    const auto precise = assembled("ps_5_0\n.in A 0 0 xyzw float min=1\n.out SV_Depth 0 - x float\n");
    container = Container::open(precise);
    ASSERT_TRUE(container.ok());
    EXPECT_NE(container->find(tag::kIsg1), nullptr);
    const auto in = container->signature(SignatureKind::Input);
    ASSERT_TRUE(in.ok());
    EXPECT_EQ(in->elements[0].minPrecision, SignatureMinPrecision::Float16);
    out = container->signature(SignatureKind::Output);
    ASSERT_TRUE(out.ok());
    EXPECT_EQ(out->elements[0].reg, kNoRegister);
    EXPECT_EQ(out->elements[0].systemValue, SystemValue::Depth);
}

TEST(Signature, HostileChunksAreErrors) {
    const auto container = Container::open(kSampleShader);
    const auto whole = container->data(*container->find(tag::kIsgn));
    const std::vector<uint8_t> good(whole.begin(), whole.end());
    auto with = [&good](size_t word, uint32_t value) {
        std::vector<uint8_t> bytes = good;
        std::memcpy(bytes.data() + word * 4, &value, 4);
        return Signature::parse(tag::kIsgn, bytes).ok();
    };
    EXPECT_TRUE(with(0, 2));
    EXPECT_FALSE(with(0, 3)) << "count beyond the chunk (the third element would be text)";
    EXPECT_FALSE(with(0, 0xffffffff)) << "count";
    EXPECT_FALSE(with(1, 0xfffffff0)) << "offset of the elements";
    EXPECT_FALSE(with(2, 0xfffffff0)) << "offset of a name";
    EXPECT_FALSE(with(5, 99)) << "component type";
    EXPECT_FALSE(with(6, 4000)) << "register";
    std::vector<uint8_t> unterminated = good;
    for (size_t i = 56; i < unterminated.size(); ++i)
        unterminated[i] = 'A';
    EXPECT_FALSE(Signature::parse(tag::kIsgn, unterminated).ok());
    for (size_t length = 0; length < good.size(); ++length) {
        // Any length must be safe; all that cut into the elements or the names must fail.
        const auto cut = Signature::parse(tag::kIsgn, std::span(good).first(length));
        if (length < 64) {
            EXPECT_FALSE(cut.ok()) << length;
        }
    }
}

} // namespace
} // namespace hendeca::dxbc
