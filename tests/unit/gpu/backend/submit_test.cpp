// Submissions, lifetimes, lists, rotation, queries and presents.
#include "fixture.h"

#include "gpu/present/presenter.h"

namespace hendeca::gpu {

class SubmitTest : public BackendTest {};

TEST_F(SubmitTest, ValuesRiseAndAreReached) {
    const uint64_t first = submit(), second = submit();
    EXPECT_EQ(second, first + 1);
    EXPECT_TRUE(backend().wait(second));
    EXPECT_GE(backend().completed(), second);
}

TEST_F(SubmitTest, ReleasedResourcesLiveUntilTheyWereUsed) {
    Image* image = target(4, 4);
    View* view = targetView(image);
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 4, 4);
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t color = i;
        const Vertex vertices[4] = {{{-1, 1, 0.5f, 1}, {static_cast<float>(color) / 255, 0, 0, 1}},
                                    {{1, 1, 0.5f, 1}, {static_cast<float>(color) / 255, 0, 0, 1}},
                                    {{-1, -1, 0.5f, 1}, {static_cast<float>(color) / 255, 0, 0, 1}},
                                    {{1, -1, 0.5f, 1}, {static_cast<float>(color) / 255, 0, 0, 1}}};
        BufferDesc desc;
        desc.size = sizeof(vertices);
        auto made = backend().createBuffer(desc, vertices);
        ASSERT_TRUE(made.ok());
        Buffer* buffer = made->release();
        setVertices(buffer);
        writer->draw(4, 0, 1, 0);
        writer->add<packet::Release>()->object = buffer;
        if (i % 7 == 0)
            submit();
    }
    setVertices(nullptr);
    EXPECT_EQ(read(image)[0], rgba(199, 0, 0));
}

TEST_F(SubmitTest, ManyQueriesInALargeTargetAllCount) {
    Image* image = target(1280, 720);
    setTargets({targetView(image)});
    useQuadShaders();
    setVertices(quad(-1, 1, 1, -1, {1, 1, 1, 1}));
    std::vector<std::unique_ptr<Query>> queries;
    for (uint32_t i = 0; i < 1200; i++) {
        setViewport(static_cast<float>(i % 128 * 10), static_cast<float>(i / 128 * 9), 4, 4);
        auto made = backend().createQuery({QueryKind::Occlusion, 0});
        ASSERT_TRUE(made.ok());
        queries.push_back(std::move(*made));
        writer->add<packet::BeginQuery>()->query = queries.back().get();
        writer->draw(4, 0, 1, 0);
        writer->add<packet::EndQuery>()->query = queries.back().get();
    }
    submitAndWait();
    for (auto& query : queries) {
        QueryResult result;
        ASSERT_EQ(query->poll(result), QueryStatus::Ready);
        EXPECT_EQ(result.values[0], 16u);
        writer->add<packet::Release>()->object = query.release();
    }
}

TEST_F(SubmitTest, AListCanBeExecutedTwice) {
    Image* image = target(4, 1);
    View* view = targetView(image);
    struct ListSink : ChunkSink {
        void chunkFull(Chunk* chunk) override {
            chunk->next = nullptr;
            (last ? last->next : first) = chunk;
            last = chunk;
        }
        Chunk *first = nullptr, *last = nullptr;
    } sink;
    {
        auto immediate = std::move(writer);
        writer = std::make_unique<Writer>(backend().chunks(), sink);
        setTargets({view});
        useQuadShaders();
        setVertices(quad(-1, 1, 1, -1, {0, 1, 0, 1}));
        writer->draw(4, 0, 1, 0);
        writer->flush();
        writer = std::move(immediate);
    }
    clear(view, 0, 0, 0);
    for (uint32_t i = 0; i < 2; i++) {
        setViewport(static_cast<float>(i * 2), 0, 1, 1);
        writer->add<packet::ExecuteList>()->first = sink.first;
    }
    EXPECT_EQ(read(image), (std::vector<uint32_t>{rgba(0, 255, 0), rgba(0, 0, 0), rgba(0, 255, 0), rgba(0, 0, 0)}));
    backend().chunks().give(sink.first);
}

TEST_F(SubmitTest, RotationMovesContentsToTheOtherImage) {
    Image *a = target(2, 2), *b = target(2, 2);
    View* view = targetView(a);
    clear(view, 1, 0, 0);
    auto* packet = writer->add<packet::RotateImages>(2);
    packet->count = 2;
    packet::tail(packet)[0] = a;
    packet::tail(packet)[1] = b;
    clear(view, 0, 0, 1);
    EXPECT_EQ(read(a)[0], rgba(0, 0, 255));
    EXPECT_EQ(read(b)[0], rgba(255, 0, 0));
}

TEST_F(SubmitTest, OcclusionCountsSamplesOverPasses) {
    Image* image = target(4, 4);
    View* view = targetView(image);
    auto made = backend().createQuery({QueryKind::Occlusion, 0});
    ASSERT_TRUE(made.ok());
    Query* query = own(std::move(*made));
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 4, 4);
    setVertices(quad(-1, 1, 1, -1, {0, 1, 0, 1}));
    writer->add<packet::BeginQuery>()->query = query;
    writer->draw(4, 0, 1, 0);
    setTargets({});
    setTargets({view});
    writer->draw(4, 0, 1, 0);
    submit();
    writer->draw(4, 0, 1, 0);
    writer->add<packet::EndQuery>()->query = query;
    submitAndWait();
    QueryResult result;
    ASSERT_EQ(query->poll(result), QueryStatus::Ready);
    EXPECT_EQ(result.values[0], 48u);
}

TEST_F(SubmitTest, TimestampsRise) {
    Query* queries[2];
    for (Query*& query : queries) {
        auto made = backend().createQuery({QueryKind::Timestamp, 0});
        ASSERT_TRUE(made.ok());
        query = own(std::move(*made));
        writer->add<packet::EndQuery>()->query = query;
    }
    submitAndWait();
    QueryResult first, second;
    ASSERT_EQ(queries[0]->poll(first), QueryStatus::Ready);
    ASSERT_EQ(queries[1]->poll(second), QueryStatus::Ready);
    EXPECT_LE(first.values[0], second.values[0]);
    EXPECT_GT(backend().timestampFrequency(), 0u);
}

TEST_F(SubmitTest, HeadlessPresentsAreCounted) {
    auto made = backend().createPresenter({});
    ASSERT_TRUE(made.ok());
    Presenter* presenter = own(std::move(*made));
    Image* image = target(4, 4);
    View* view = targetView(image);
    for (uint64_t id = 1; id <= 3; id++) {
        clear(view, 1, 1, 1);
        auto* packet = writer->add<packet::Present>();
        packet->presenter = presenter;
        packet->presentId = id;
        packet->source = image;
        packet->syncInterval = 0;
        packet->tearing = false;
        submit();
    }
    EXPECT_TRUE(presenter->waitPresented(3, 5000));
    EXPECT_GE(presenter->presented(), 3u);
}

} // namespace hendeca::gpu
