// Queries on the machine's driver: sums over passes and submissions, nesting, and the cost of many.
#include "../pipeline/gpu_fixture.h"

namespace hendeca::gpu {
namespace {

using spirv::Stage;
using test::placeVertex;
using test::plainPixel;
using test::shaderOf;

class QueryTest : public test::GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped())
            return;
        start();
        vertex_ = shaders_->create(shaderOf(placeVertex(), 1)).release();
        pixel_ = shaders_->create(shaderOf(plainPixel(), 2)).release();
        layout_.id = 1;
        layout_.elements = {{0, 0, 0, VK_FORMAT_R32G32B32A32_SFLOAT}};
        layout_.slotMask = 1;
        state_.shaders[0] = vertex_;
        state_.shaders[4] = pixel_;
        state_.vertexLayout = &layout_;
        state_.targets.colors[0] = VK_FORMAT_R8G8B8A8_UNORM;
        vertices_ = floats({-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1});
        whole_ = floats({1, 1, 0, 0});
        binder_->setUniform(Stage::Vertex, 0, {whole_.get(), 0, 16});
    }
    void TearDown() override {
        delete vertex_;
        delete pixel_;
        vertices_.reset();
        whole_.reset();
        GpuTest::TearDown();
    }
    // Covers all kSize * kSize texels.
    void cover(VkCommandBuffer commands) {
        const GraphicsPipeline* pipeline = pipelines_->graphics(state_);
        ASSERT_NE(pipeline, nullptr);
        fn_->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->handle());
        ASSERT_TRUE(binder_->bind(commands, *pipeline->layout));
        const VkBuffer buffers[] = {vertices_->backing().buffer, VK_NULL_HANDLE};
        const VkDeviceSize offset = vertices_->backing().offset, zero = 0, stride = 16;
        fn_->CmdBindVertexBuffers2(commands, 0, 1, buffers, &offset, nullptr, &stride);
        fn_->CmdBindVertexBuffers2(commands, pipeline->nullVertexBinding, 1, buffers + 1, &zero, nullptr, &zero);
        fn_->CmdDraw(commands, 3, 1, 0, 0);
    }
    std::unique_ptr<Query> query(QueryKind kind, uint32_t index = 0) {
        Result<std::unique_ptr<Query>> made = queries_->create({kind, index});
        return std::move(made).value();
    }
    uint64_t value(Query& of) {
        QueryResult result;
        EXPECT_EQ(of.poll(result), QueryStatus::Ready);
        return result.values[0];
    }
    static constexpr uint64_t kAll = kSize * kSize;

    Shader* vertex_ = nullptr;
    Shader* pixel_ = nullptr;
    VertexLayout layout_;
    GraphicsState state_;
    std::unique_ptr<Buffer> vertices_, whole_;
};

TEST_F(QueryTest, OcclusionCountsSamplesBetweenBeginAndEnd) {
    auto counted = query(QueryKind::Occlusion), nothing = query(QueryKind::OcclusionPredicate);
    QueryResult result;
    EXPECT_EQ(counted->poll(result), QueryStatus::Pending);
    draw([&](VkCommandBuffer commands) {
        cover(commands);
        queries_->begin(commands, *counted);
        cover(commands);
        cover(commands);
        queries_->end(commands, *counted);
        cover(commands);
        queries_->begin(commands, *nothing);
        queries_->end(commands, *nothing);
        EXPECT_EQ(counted->poll(result), QueryStatus::Pending);
    });
    EXPECT_EQ(value(*counted), 2 * kAll);
    EXPECT_EQ(value(*nothing), 0u);
}

TEST_F(QueryTest, AQueryGoesOnOverPassesAndSubmissions) {
    auto counted = query(QueryKind::Occlusion);
    submit([&](VkCommandBuffer commands) { queries_->begin(commands, *counted); }); // outside a pass
    draw([&](VkCommandBuffer commands) {
        cover(commands);
        queries_->suspend(commands);
        fn_->CmdEndRendering(commands);
        queries_->resume(commands, false);
        beginPass(commands, false);
        setDynamicState(commands);
        cover(commands);
    });
    draw([&](VkCommandBuffer commands) {
        cover(commands);
        queries_->end(commands, *counted);
    });
    EXPECT_EQ(value(*counted), 3 * kAll);
}

TEST_F(QueryTest, OverlappingQueriesCountForThemselves) {
    auto outer = query(QueryKind::Occlusion), inner = query(QueryKind::Occlusion), any = query(QueryKind::OcclusionPredicate);
    draw([&](VkCommandBuffer commands) {
        queries_->begin(commands, *outer);
        cover(commands);
        queries_->begin(commands, *inner);
        cover(commands);
        queries_->begin(commands, *any);
        queries_->end(commands, *outer);
        cover(commands);
        queries_->end(commands, *any);
        queries_->end(commands, *inner);
    });
    EXPECT_EQ(value(*outer), 2 * kAll);
    EXPECT_EQ(value(*inner), 2 * kAll);
    EXPECT_EQ(value(*any), 1u);
}

TEST_F(QueryTest, ASecondBeginStartsAfresh) {
    auto counted = query(QueryKind::Occlusion);
    draw([&](VkCommandBuffer commands) {
        queries_->begin(commands, *counted);
        cover(commands);
        queries_->begin(commands, *counted);
        cover(commands);
        queries_->end(commands, *counted);
        EXPECT_FALSE(queries_->anyActive());
    });
    EXPECT_EQ(value(*counted), kAll);
    draw([&](VkCommandBuffer commands) { // and the object is used again
        queries_->begin(commands, *counted);
        queries_->end(commands, *counted);
    });
    EXPECT_EQ(value(*counted), 0u);
}

TEST_F(QueryTest, StatisticsHaveD3D11sOrder) {
    auto statistics = query(QueryKind::PipelineStatistics);
    draw([&](VkCommandBuffer commands) {
        queries_->begin(commands, *statistics);
        cover(commands);
        queries_->end(commands, *statistics);
    });
    QueryResult result;
    ASSERT_EQ(statistics->poll(result), QueryStatus::Ready);
    EXPECT_EQ(result.values[0], 3u); // IAVertices
    EXPECT_EQ(result.values[1], 1u); // IAPrimitives
    EXPECT_EQ(result.values[2], 3u); // VSInvocations
    EXPECT_EQ(result.values[3], 0u); // GSInvocations
    EXPECT_GE(result.values[7], kAll); // PSInvocations
    EXPECT_EQ(result.values[10], 0u); // CSInvocations
}

TEST_F(QueryTest, TimestampsRise) {
    auto first = query(QueryKind::Timestamp), second = query(QueryKind::Timestamp);
    draw([&](VkCommandBuffer commands) {
        queries_->end(commands, *first);
        for (int i = 0; i < 100; i++)
            cover(commands);
        queries_->end(commands, *second);
    });
    EXPECT_NE(value(*first), 0u);
    EXPECT_GE(value(*second), value(*first));
}

TEST_F(QueryTest, EventsAndDisjointAreReadyWhenTheirSubmissionIs) {
    auto event = query(QueryKind::Event), disjoint = query(QueryKind::TimestampDisjoint);
    submit([&](VkCommandBuffer commands) {
        queries_->begin(commands, *disjoint);
        queries_->end(commands, *disjoint);
        queries_->end(commands, *event);
        QueryResult result;
        EXPECT_EQ(event->poll(result), QueryStatus::Pending);
    });
    EXPECT_EQ(value(*event), 1u);
    QueryResult result;
    EXPECT_EQ(disjoint->poll(result), QueryStatus::Ready);
}

TEST_F(QueryTest, ThousandsOfQueriesInEachFrameRecycleTheirSlots) {
    std::vector<std::unique_ptr<Query>> many;
    for (int i = 0; i < 1000; i++)
        many.push_back(query(QueryKind::Occlusion));
    for (int frame = 0; frame < 5; frame++) {
        draw([&](VkCommandBuffer commands) {
            for (auto& one : many) {
                queries_->begin(commands, *one);
                if (&one == &many[500])
                    cover(commands);
                queries_->end(commands, *one);
            }
        });
        EXPECT_EQ(value(*many[500]), kAll);
        EXPECT_EQ(value(*many[501]), 0u);
    }
}

TEST_F(QueryTest, AQueryMayGoAwayWhileItRuns) {
    auto running = query(QueryKind::Occlusion), ended = query(QueryKind::Occlusion), stays = query(QueryKind::Occlusion);
    draw([&](VkCommandBuffer commands) {
        queries_->begin(commands, *ended);
        queries_->begin(commands, *running);
        queries_->begin(commands, *stays);
        cover(commands);
        queries_->end(commands, *ended);
        queries_->end(commands, *stays);
        ended.reset();
        running.reset();
        EXPECT_FALSE(queries_->anyActive());
    });
    EXPECT_EQ(value(*stays), kAll);
}

} // namespace
} // namespace hendeca::gpu
