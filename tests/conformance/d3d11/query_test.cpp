// Queries: events, occlusion, timestamps, statistics, misuse.
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"

namespace conformance {
namespace {

class QueryTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (HasFatalFailure())
            return;
        color = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        view = target(color.get());
        ps = pixelShader(constant_color_ps);
        bindTarget(view);
        viewport(16, 16);
    }
    void TearDown() override {
        color.reset(), view.reset(), ps.reset();
        DeviceTest::TearDown();
    }
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> view;
    Com<ID3D11PixelShader> ps;
};

TEST_F(QueryTest, EventComesTrue) {
    auto event = query(D3D11_QUERY_EVENT);
    context->End(event.get());
    EXPECT_TRUE(result<BOOL>(event.get()));
}

TEST_F(QueryTest, OcclusionCountsSamples) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    context->Begin(samples.get());
    drawFullscreen(ps.get());
    viewport(4, 16);
    drawFullscreen(ps.get());
    context->End(samples.get());
    EXPECT_EQ(256u + 64u, result<UINT64>(samples.get()));
}

// A query goes on over a change of targets, a clear and a flush.
TEST_F(QueryTest, OcclusionSpansPassesAndSubmissions) {
    auto other = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto samples = query(D3D11_QUERY_OCCLUSION);
    context->Begin(samples.get());
    drawFullscreen(ps.get());
    bindTarget(target(other.get()));
    viewport(8, 8);
    drawFullscreen(ps.get());
    context->Flush();
    drawFullscreen(ps.get());
    context->End(samples.get());
    drawFullscreen(ps.get());
    EXPECT_EQ(256u + 64u + 64u, result<UINT64>(samples.get()));
}

TEST_F(QueryTest, EmptyOcclusionIsZero) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    context->Begin(samples.get());
    context->End(samples.get());
    EXPECT_EQ(0u, result<UINT64>(samples.get()));
    auto predicate = query(D3D11_QUERY_OCCLUSION_PREDICATE);
    context->Begin(predicate.get());
    context->End(predicate.get());
    EXPECT_FALSE(result<BOOL>(predicate.get()));
}

TEST_F(QueryTest, TimestampsRise) {
    auto disjoint = query(D3D11_QUERY_TIMESTAMP_DISJOINT);
    auto first = query(D3D11_QUERY_TIMESTAMP), second = query(D3D11_QUERY_TIMESTAMP);
    context->Begin(disjoint.get());
    context->End(first.get());
    drawFullscreen(ps.get());
    context->End(second.get());
    context->End(disjoint.get());
    const auto info = result<D3D11_QUERY_DATA_TIMESTAMP_DISJOINT>(disjoint.get());
    EXPECT_GT(info.Frequency, 0u);
    EXPECT_FALSE(info.Disjoint);
    const UINT64 before = result<UINT64>(first.get()), after = result<UINT64>(second.get());
    EXPECT_LE(before, after);
    EXPECT_LT(double(after - before) / double(info.Frequency), 60.0);
}

TEST_F(QueryTest, PipelineStatistics) {
    auto statistics = query(D3D11_QUERY_PIPELINE_STATISTICS);
    context->Begin(statistics.get());
    drawFullscreen(ps.get());
    context->End(statistics.get());
    const auto found = result<D3D11_QUERY_DATA_PIPELINE_STATISTICS>(statistics.get());
    EXPECT_EQ(3u, found.IAVertices);
    EXPECT_EQ(1u, found.IAPrimitives);
    EXPECT_GE(found.VSInvocations, 3u);
    EXPECT_GE(found.PSInvocations, 256u);
}

TEST_F(QueryTest, MisuseIsRefused) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    UINT64 value = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(samples.get(), &value, sizeof value, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(samples.get(), nullptr, 0, 0));
    context->Begin(samples.get());
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(samples.get(), &value, sizeof value, 0));
    context->End(samples.get());
    EXPECT_HR(E_INVALIDARG, context->GetData(samples.get(), &value, 4, 0));
    EXPECT_HR(E_INVALIDARG, context->GetData(samples.get(), nullptr, sizeof value, 0));
    result<UINT64>(samples.get());
    EXPECT_HR(S_OK, context->GetData(samples.get(), nullptr, 0, 0));
}

// Hundreds of queries in one frame each count their own draw.
TEST_F(QueryTest, ManyQueries) {
    std::vector<Com<ID3D11Query>> queries;
    for (int i = 0; i < 300; i++) {
        queries.push_back(query(D3D11_QUERY_OCCLUSION));
        context->Begin(queries.back().get());
        viewport(float(1 + i % 16), 1);
        drawFullscreen(ps.get());
        context->End(queries.back().get());
    }
    for (int i = 0; i < 300; i++)
        ASSERT_EQ(UINT64(1 + i % 16), result<UINT64>(queries[i].get())) << i;
}

} // namespace
} // namespace conformance
