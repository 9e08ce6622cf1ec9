#include "gpu/pipeline/shader_store.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

struct Calls {
    std::atomic<int> jobs{0};
    bool fail = false;
};

ShaderDesc describe(uint64_t key, Calls& calls) {
    ShaderDesc desc;
    desc.stage = spirv::Stage::Pixel;
    desc.key[0] = key;
    desc.job = [&calls](const ShaderVariant& variant) -> Result<spirv::ShaderBinary> {
        calls.jobs++;
        if (calls.fail)
            return makeError(ErrorCode::Unsupported, "made to fail");
        spirv::ShaderBinary made;
        made.stage = spirv::Stage::Pixel;
        made.outputRegisters = variant.dualSource ? 3 : 1;
        return made;
    };
    return desc;
}

class ShaderStoreTest : public ::testing::Test {
protected:
    CompileQueue queue_{0};
    ShaderStore store_{nullptr, queue_};
    ~ShaderStoreTest() override { queue_.close(); } // before the entries that its tasks name
    Calls calls_;
};

TEST_F(ShaderStoreTest, EqualKeysAreTranslatedOnceAndHaveOneId) {
    auto first = store_.create(describe(1, calls_));
    auto second = store_.create(describe(1, calls_));
    auto other = store_.create(describe(2, calls_));
    EXPECT_EQ(first->id(), second->id());
    EXPECT_NE(first->id(), other->id());
    EXPECT_EQ(first->entry().wait(), second->entry().wait());
    EXPECT_EQ(calls_.jobs, 1);
    EXPECT_EQ(store_.entryCount(), 2u);
}

TEST_F(ShaderStoreTest, IsPendingUntilSomebodyNeedsItOrAThreadComes) {
    auto shader = store_.create(describe(1, calls_));
    EXPECT_EQ(shader->entry().peek(), nullptr);
    EXPECT_FALSE(shader->entry().bad());
    ASSERT_NE(shader->entry().wait(), nullptr);
    EXPECT_EQ(shader->entry().peek(), shader->entry().wait());
}

TEST_F(ShaderStoreTest, AFailedTranslationIsRemembered) {
    calls_.fail = true;
    auto shader = store_.create(describe(1, calls_));
    EXPECT_EQ(shader->entry().wait(), nullptr);
    EXPECT_TRUE(shader->entry().bad());
    EXPECT_EQ(shader->entry().wait(), nullptr);
    EXPECT_EQ(calls_.jobs, 1);
}

TEST_F(ShaderStoreTest, VariantsAreMadeOnDemandAndKept) {
    auto shader = store_.create(describe(1, calls_));
    ShaderVariant dual;
    dual.dualSource = true;
    const CompiledShader* made = shader->entry().variant(dual);
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(made->binary.outputRegisters, 3u);
    EXPECT_EQ(shader->entry().variant(dual), made);
    EXPECT_NE(shader->entry().wait()->id, made->id);
    EXPECT_EQ(calls_.jobs, 2);
}

TEST_F(ShaderStoreTest, ShadersThatNobodyTranslatedAreBadAfterTheEnd) {
    auto shader = store_.create(describe(1, calls_));
    queue_.close();
    EXPECT_EQ(shader->entry().wait(), nullptr);
    EXPECT_EQ(calls_.jobs, 0);
}

} // namespace
} // namespace hendeca::gpu
