// Pipelines on the machine's driver, made whole and linked from libraries.
#include "gpu_fixture.h"

#include "gpu/stream/packets.h"

#include <cstring>

namespace hendeca::gpu::test {
namespace {

using spirv::Stage;

constexpr uint32_t kRed = 0xff0000ff, kGreen = 0xff00ff00;

struct Way {
    const char* name;
    bool libraries, optimise;
};
void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

class DrawTest : public GpuTest, public ::testing::WithParamInterface<Way> {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped())
            return;
        start({GetParam().libraries, GetParam().optimise, true});
        if (GetParam().libraries && !PipelineCache::librariesUsable(device_->caps()))
            GTEST_SKIP() << "the driver has no pipeline libraries with fast linking";
        vertex_ = shaders_->create(shaderOf(placeVertex(), 1)).release();
        pixel_ = shaders_->create(shaderOf(plainPixel(), 2)).release();
        layout_.id = 1;
        layout_.elements = {{0, 0, 0, VK_FORMAT_R32G32B32A32_SFLOAT}};
        layout_.slotMask = 1;
        state_.shaders[0] = vertex_;
        state_.shaders[4] = pixel_;
        state_.vertexLayout = &layout_;
        state_.targets.colors[0] = VK_FORMAT_R8G8B8A8_UNORM;
        vertices_ = floats({-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1}); // covers all
        whole_ = floats({1, 1, 0, 0});
    }
    void TearDown() override {
        delete vertex_;
        delete pixel_;
        vertices_.reset();
        whole_.reset();
        GpuTest::TearDown();
    }

    void bindVertices(VkCommandBuffer commands, const GraphicsPipeline& pipeline) {
        const VkBuffer buffer = vertices_->backing().buffer;
        const VkDeviceSize offset = vertices_->backing().offset, size = vertices_->size(), stride = 16;
        fn_->CmdBindVertexBuffers2(commands, 0, 1, &buffer, &offset, &size, &stride);
        if (pipeline.nullVertexBinding != ~0u) {
            const VkBuffer none = VK_NULL_HANDLE;
            const VkDeviceSize zero = 0;
            fn_->CmdBindVertexBuffers2(commands, pipeline.nullVertexBinding, 1, &none, &zero, nullptr, &zero);
        }
    }

    void drawTriangle(VkCommandBuffer commands) {
        const GraphicsPipeline* pipeline = pipelines_->graphics(state_);
        ASSERT_NE(pipeline, nullptr);
        ASSERT_NE(pipeline->handle(), VK_NULL_HANDLE);
        fn_->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->handle());
        ASSERT_TRUE(binder_->bind(commands, *pipeline->layout));
        bindVertices(commands, *pipeline);
        fn_->CmdDraw(commands, 3, 1, 0, 0);
    }

    void bindUniforms(Buffer* color) {
        binder_->setUniform(Stage::Vertex, 0, {whole_.get(), 0, 16});
        binder_->setUniform(Stage::Pixel, 0, {color, 0, 16});
    }

    Shader* vertex_ = nullptr;
    Shader* pixel_ = nullptr;
    VertexLayout layout_;
    GraphicsState state_;
    std::unique_ptr<Buffer> vertices_, whole_;
};

TEST_P(DrawTest, FillsTheTargetWithTheUniformColour) {
    auto red = floats({1, 0, 0, 1});
    bindUniforms(red.get());
    draw([&](VkCommandBuffer commands) { drawTriangle(commands); });
    readTarget();
    EXPECT_EQ(pixel(0, 0), kRed); // inputs that the layout lacks (the tint) are zero
    EXPECT_EQ(pixel(kSize - 1, kSize - 1), kRed);
}

TEST_P(DrawTest, UnboundUniformBuffersReadZero) {
    bindUniforms(nullptr);
    draw([&](VkCommandBuffer commands) { drawTriangle(commands); });
    readTarget();
    EXPECT_EQ(pixel(3, 3), 0u);
}

TEST_P(DrawTest, ReadsPastTheBoundRangeAreZero) {
    // 16 bytes are bound at the end of a larger buffer's page; the shader wants them at an offset that is not in range.
    auto many = floats({0, 1, 0, 1, 1, 0, 0, 1});
    binder_->setUniform(Stage::Vertex, 0, {whole_.get(), 0, 16});
    binder_->setUniform(Stage::Pixel, 0, {many.get(), 32, 16}); // wholly outside
    draw([&](VkCommandBuffer commands) { drawTriangle(commands); });
    readTarget();
    EXPECT_EQ(pixel(3, 3), 0u);
}

TEST_P(DrawTest, TargetsThatTheShaderDoesNotWriteKeepTheirValue) {
    auto red = floats({1, 0, 0, 1}), green = floats({0, 1, 0, 1});
    bindUniforms(red.get());
    BlendState none;
    none.id = 7;
    none.targets[0].writeMask = 0;
    draw([&](VkCommandBuffer commands) {
        drawTriangle(commands);
        binder_->setUniform(Stage::Pixel, 0, {green.get(), 0, 16});
        state_.blend = &none;
        drawTriangle(commands);
        state_.shaders[4] = nullptr; // no pixel shader: nothing is written
        state_.blend = nullptr;
        drawTriangle(commands);
    });
    readTarget();
    EXPECT_EQ(pixel(5, 5), kRed);
}

TEST_P(DrawTest, BlendingAddsUp) {
    auto red = floats({1, 0, 0, 1}), green = floats({0, 1, 0, 1});
    BlendState add;
    add.id = 8;
    add.targets[0].enable = true;
    add.targets[0].dstColor = VK_BLEND_FACTOR_ONE;
    bindUniforms(red.get());
    draw([&](VkCommandBuffer commands) {
        drawTriangle(commands);
        state_.blend = &add;
        binder_->setUniform(Stage::Pixel, 0, {green.get(), 0, 16});
        drawTriangle(commands);
    });
    readTarget();
    EXPECT_EQ(pixel(5, 5), kRed | kGreen);
}

TEST_P(DrawTest, EqualStateGivesTheSamePipelineWithoutALookup) {
    const GraphicsPipeline* first = pipelines_->graphics(state_);
    const uint64_t lookups = pipelines_->counters().lookups;
    EXPECT_EQ(pipelines_->graphics(state_), first);
    EXPECT_EQ(pipelines_->counters().lookups, lookups);
    state_.sampleMask = 1;
    EXPECT_NE(pipelines_->graphics(state_), first);
    state_.sampleMask = ~0u;
    EXPECT_EQ(pipelines_->graphics(state_), first);
}

TEST_P(DrawTest, ABadShaderSkipsItsDraws) {
    ShaderDesc desc;
    desc.stage = Stage::Pixel;
    desc.key[0] = 99;
    desc.job = [](const ShaderVariant&) -> Result<spirv::ShaderBinary> {
        return makeError(ErrorCode::Unsupported, "made to fail");
    };
    auto bad = shaders_->create(desc);
    state_.shaders[4] = bad.get();
    EXPECT_EQ(pipelines_->graphics(state_), nullptr);
    state_.shaders[4] = nullptr;
    state_.shaders[0] = nullptr;
    EXPECT_EQ(pipelines_->graphics(state_), nullptr);
}

TEST_P(DrawTest, LibrariesAreMadeBeforeTheDraw) {
    vertex_->entry().wait();
    pixel_->entry().wait();
    queue_->drain();
    const auto& counters = pipelines_->counters();
    if (!GetParam().libraries) {
        EXPECT_EQ(counters.libraries, 0u);
        ASSERT_NE(pipelines_->graphics(state_), nullptr);
        EXPECT_EQ(counters.fullCompiles, 1u);
        return;
    }
    EXPECT_EQ(counters.libraries, 2u);
    ASSERT_NE(pipelines_->graphics(state_), nullptr);
    EXPECT_EQ(counters.libraries, 4u); // vertex input and output; the shaders' parts were there
    EXPECT_EQ(counters.fastLinks, 1u);
    EXPECT_EQ(counters.fullCompiles, 0u);
}

TEST_P(DrawTest, TheOptimisedPipelineTakesTheLinkedOnesPlace) {
    if (!GetParam().optimise || !GetParam().libraries)
        GTEST_SKIP() << "nothing is optimised this way";
    const GraphicsPipeline* pipeline = pipelines_->graphics(state_);
    ASSERT_NE(pipeline, nullptr);
    queue_->drain();
    EXPECT_EQ(pipelines_->counters().optimisedLinks, 1u);
    auto red = floats({1, 0, 0, 1});
    bindUniforms(red.get());
    draw([&](VkCommandBuffer commands) { drawTriangle(commands); }); // and retires the replaced one
    EXPECT_TRUE(retire_.empty());
    readTarget();
    EXPECT_EQ(pixel(5, 5), kRed);
}

INSTANTIATE_TEST_SUITE_P(Ways, DrawTest,
                         ::testing::Values(Way{"Whole", false, false}, Way{"Linked", true, false},
                                           Way{"Optimised", true, true}),
                         [](const auto& info) { return info.param.name; });

class ComputeTest : public GpuTest {};

TEST_F(ComputeTest, WritesFromTheResidualOffsetOn) {
    start();
    auto shader = shaders_->create(shaderOf(fillCompute(), 3));
    const ComputePipeline* plain = pipelines_->compute(*shader);
    ASSERT_NE(plain, nullptr);
    EXPECT_TRUE(plain->writesUavs);
    EXPECT_TRUE(plain->hasOffsetBindings);
    OffsetConstants offsets;
    offsets.id = 1;
    offsets.items = {{static_cast<uint16_t>(Stage::Compute), spirv::kFirstOffsetSpecId, 2}};
    const ComputePipeline* shifted = pipelines_->compute(*shader, &offsets);
    ASSERT_NE(shifted, nullptr);
    EXPECT_NE(shifted, plain);
    EXPECT_EQ(pipelines_->compute(*shader), plain);

    auto output = buffer(64, MemoryKind::Readback, true);
    auto input = buffer(16);
    const uint32_t value[4] = {100, 0, 0, 0};
    std::memcpy(input->initialMapping(), value, 16);
    BufferViewDesc desc;
    desc.size = 64;
    desc.writable = true;
    auto view = factory_->createView(*output, desc);
    binder_->setUniform(Stage::Compute, 0, {input.get(), 0, 16});
    binder_->setUav(true, 0, view.get());
    submit([&](VkCommandBuffer commands) {
        fn_->CmdFillBuffer(commands, output->backing().buffer, output->backing().offset, 64, 0);
        VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
        barrier.srcStageMask = barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
        barrier.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
        barrier.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT;
        VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
        dependency.memoryBarrierCount = 1;
        dependency.pMemoryBarriers = &barrier;
        fn_->CmdPipelineBarrier2(commands, &dependency);
        fn_->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shifted->handle);
        ASSERT_TRUE(binder_->bind(commands, *shifted->layout));
        fn_->CmdDispatch(commands, 1, 1, 1);
    });
    const auto* words = reinterpret_cast<const uint32_t*>(output->initialMapping());
    EXPECT_EQ(words[1], 0u);
    EXPECT_EQ(words[2], 100u);
    EXPECT_EQ(words[5], 103u);
    EXPECT_EQ(words[6], 0u);
}

} // namespace
} // namespace hendeca::gpu::test
