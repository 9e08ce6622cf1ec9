// Queries of every kind against known counts, the rules of polling and of begin and end, and queries in command lists.
// D3D11.3 functional specification, 20.3 and 20.4, 6.3.6; Microsoft Learn, ID3D11DeviceContext::GetData,
// ExecuteCommandList.
#include "query_fixture.h"

#include "shaders/fill.cs.h"

#include <chrono>
#include <thread>

namespace conformance {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class QueryKinds : public QueryCase {
protected:
    using Statistics = D3D11_QUERY_DATA_PIPELINE_STATISTICS;
    template <class Act>
    Statistics statisticsOf(Act&& act) {
        auto asked = query(D3D11_QUERY_PIPELINE_STATISTICS);
        context->Begin(asked.get());
        act();
        context->End(asked.get());
        return result<Statistics>(asked.get());
    }
    void pass(ID3D11Query* counted, UINT width) {
        const D3D11_VIEWPORT area = {0, 0, float(width), float(kSide), 0, 1};
        context->RSSetViewports(1, &area);
        context->Begin(counted);
        draw(context.get(), red.get());
        context->End(counted);
    }
    bool software() {
        Com<IDXGIAdapter> adapter;
        if (auto dxgi = device.as<IDXGIDevice>(); !dxgi || FAILED(dxgi->GetAdapter(adapter.out())))
            return true;
        DXGI_ADAPTER_DESC1 desc = {};
        if (auto adapter1 = adapter.as<IDXGIAdapter1>())
            adapter1->GetDesc1(&desc);
        return desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE || desc.VendorId == 0x10005; // Mesa's own, which is llvmpipe
    }
    // A submission that the GPU takes a while for, so that what follows is not done at once.
    void busy() {
        for (int i = 0; i < 50; i++)
            draw(context.get(), red.get());
    }
};

// --- stream output

TEST_F(QueryKinds, StatisticsOfEachStream) {
    constexpr D3D11_QUERY kKinds[5] = {D3D11_QUERY_SO_STATISTICS_STREAM0, D3D11_QUERY_SO_STATISTICS_STREAM1,
                                       D3D11_QUERY_SO_STATISTICS_STREAM2, D3D11_QUERY_SO_STATISTICS_STREAM3,
                                       D3D11_QUERY_SO_STATISTICS};
    const std::array<uint32_t, 4> capacity = {9, 7, 4, 1};
    Com<ID3D11Query> of[5];
    for (int i = 0; i < 5; i++)
        context->Begin((of[i] = query(kKinds[i])).get());
    streamPoints(7, capacity);
    for (auto& one : of)
        context->End(one.get());
    for (int i = 0; i < 5; i++) {
        const auto found = result<D3D11_QUERY_DATA_SO_STATISTICS>(of[i].get());
        EXPECT_EQ(std::min(7u, capacity[size_t(i % 4)]), found.NumPrimitivesWritten) << i;
        EXPECT_EQ(7u, found.PrimitivesStorageNeeded) << i;
    }
}

// The counts of two draws add up, also over a flush; what lies outside does not count.
TEST_F(QueryKinds, StreamStatisticsAddUp) {
    auto first = query(D3D11_QUERY_SO_STATISTICS_STREAM1), second = query(D3D11_QUERY_SO_STATISTICS_STREAM1);
    streamPoints(3, {8, 8, 8, 8});
    context->Begin(first.get());
    streamPoints(2, {8, 8, 8, 8});
    context->Begin(second.get());
    context->Flush();
    streamPoints(4, {8, 8, 8, 8});
    context->End(first.get());
    streamPoints(1, {8, 8, 8, 8});
    context->End(second.get());
    EXPECT_EQ(6u, result<D3D11_QUERY_DATA_SO_STATISTICS>(first.get()).NumPrimitivesWritten);
    EXPECT_EQ(5u, result<D3D11_QUERY_DATA_SO_STATISTICS>(second.get()).NumPrimitivesWritten);
}

// --- pipeline statistics: 20.4.7's examples

TEST_F(QueryKinds, VerticesAndPrimitives) {
    context->PSSetShader(red.get(), nullptr, 0);
    const Statistics list = statisticsOf([&] { context->Draw(12, 0); });
    EXPECT_EQ(12u, list.IAVertices);
    EXPECT_EQ(4u, list.IAPrimitives);
    EXPECT_EQ(12u, list.VSInvocations);
    EXPECT_EQ(0u, list.GSInvocations);
    EXPECT_EQ(0u, list.GSPrimitives);
    EXPECT_EQ(0u, list.HSInvocations);
    EXPECT_EQ(0u, list.DSInvocations);
    EXPECT_EQ(0u, list.CSInvocations);

    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    const Statistics strip = statisticsOf([&] { context->Draw(6, 0); });
    EXPECT_EQ(6u, strip.IAVertices);
    EXPECT_EQ(4u, strip.IAPrimitives);
    EXPECT_GE(strip.VSInvocations, 6u);
    EXPECT_LE(strip.VSInvocations, 12u);

    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    const uint16_t same[12] = {};
    auto indices = buffer(sizeof same, D3D11_BIND_INDEX_BUFFER, same);
    context->IASetIndexBuffer(indices.get(), DXGI_FORMAT_R16_UINT, 0);
    const Statistics indexed = statisticsOf([&] { context->DrawIndexed(12, 0, 0); });
    EXPECT_EQ(12u, indexed.IAVertices);
    EXPECT_EQ(4u, indexed.IAPrimitives);
    EXPECT_GE(indexed.VSInvocations, 1u);
    EXPECT_LE(indexed.VSInvocations, 12u);

    const Statistics instanced = statisticsOf([&] { context->DrawInstanced(3, 5, 0, 0); });
    EXPECT_EQ(15u, instanced.IAVertices);
    EXPECT_EQ(5u, instanced.IAPrimitives);
}

// The clipper sees each triangle once; the pixel shader at least each pixel that passes, and none without a pixel
// shader.
TEST_F(QueryKinds, ClipperAndPixels) {
    context->PSSetShader(red.get(), nullptr, 0);
    auto samples = query(D3D11_QUERY_OCCLUSION);
    context->Begin(samples.get());
    const Statistics found = statisticsOf([&] { context->Draw(3, 0); });
    context->End(samples.get());
    EXPECT_EQ(1u, found.CInvocations);
    EXPECT_GE(found.CPrimitives, 1u);
    EXPECT_LE(found.CPrimitives, 3u);
    EXPECT_EQ(kSide * kSide, result<UINT64>(samples.get()));
    EXPECT_GE(found.PSInvocations, kSide * kSide);
    EXPECT_LE(found.PSInvocations, 4 * kSide * kSide) << "helper pixels at most";
}

TEST_F(QueryKinds, GeometryShaderCounts) {
    const Statistics found = statisticsOf([&] { streamPoints(6, {8, 8, 8, 8}); });
    EXPECT_EQ(6u, found.IAVertices);
    EXPECT_EQ(6u, found.IAPrimitives);
    EXPECT_EQ(6u, found.GSInvocations);
    EXPECT_GE(found.GSPrimitives, 6u);
    EXPECT_LE(found.GSPrimitives, 24u) << "one to each of four streams";
}

TEST_F(QueryKinds, ComputeThreads) {
    const UINT arguments[3] = {3, 1, 1};
    auto indirect = buffer(sizeof arguments, 0, arguments, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    auto output = structuredBuffer(64, 4);
    auto access = accessView(output.get());
    auto threads = cs("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_thread_group 3, 4, 5\nret\n");
    auto fill = computeShader(fill_cs);
    context->CSSetUnorderedAccessViews(0, 1, access.array(), nullptr);
    context->CSSetShader(threads.get(), nullptr, 0);
    EXPECT_EQ(120u, statisticsOf([&] { context->Dispatch(2, 1, 1); }).CSInvocations);
    EXPECT_EQ(180u, statisticsOf([&] { context->DispatchIndirect(indirect.get(), 0); }).CSInvocations);
    context->CSSetShader(fill.get(), nullptr, 0);
    EXPECT_EQ(64u, statisticsOf([&] {
                       context->Dispatch(1, 1, 1);
                       draw(context.get(), red.get());
                   }).CSInvocations);
    EXPECT_EQ(0u, statisticsOf([&] { context->Dispatch(0, 1, 1); }).CSInvocations);
}

// --- timestamps

TEST_F(QueryKinds, TimestampsGoWithTheClock) {
    auto disjoint = query(D3D11_QUERY_TIMESTAMP_DISJOINT);
    auto first = query(D3D11_QUERY_TIMESTAMP), second = query(D3D11_QUERY_TIMESTAMP);
    context->Begin(disjoint.get());
    draw(context.get(), red.get());
    const auto early = Clock::now();
    context->End(first.get());
    const UINT64 from = result<UINT64>(first.get());
    const auto start = Clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    const double atLeast = secondsSince(start);
    context->End(second.get());
    context->End(disjoint.get());
    const UINT64 to = result<UINT64>(second.get());
    const double atMost = secondsSince(early);
    const auto info = result<D3D11_QUERY_DATA_TIMESTAMP_DISJOINT>(disjoint.get());
    ASSERT_GT(info.Frequency, 10'000'000u) << "20.4.3: above 10 MHz";
    EXPECT_FALSE(info.Disjoint);
    const double measured = double(to - from) / double(info.Frequency);
    EXPECT_GE(measured, atLeast * 0.98);
    EXPECT_LE(measured, atMost * 1.02);
}

// A copy that could be moved to the front of the submission lies between the timestamps around it all the same.
TEST_F(QueryKinds, TimestampsSurroundWhatLiesBetween) {
    constexpr uint32_t kBytes = 64u << 20;
    auto source = buffer(kBytes, D3D11_BIND_VERTEX_BUFFER), copy = buffer(kBytes, D3D11_BIND_VERTEX_BUFFER);
    context->CopyResource(copy.get(), source.get()); // both are there
    context->Flush();
    const auto measure = [&](bool drawFirst) {
        Com<ID3D11Query> stamps[3];
        for (auto& one : stamps)
            one = query(D3D11_QUERY_TIMESTAMP);
        if (drawFirst)
            draw(context.get(), red.get());
        context->End(stamps[0].get());
        context->CopyResource(copy.get(), source.get());
        context->End(stamps[1].get());
        draw(context.get(), red.get());
        context->End(stamps[2].get());
        const UINT64 a = result<UINT64>(stamps[0].get()), b = result<UINT64>(stamps[1].get()),
                     c = result<UINT64>(stamps[2].get());
        EXPECT_LE(a, b);
        EXPECT_LE(b, c);
        return std::pair{b - a, c - b};
    };
    for (const bool drawFirst : {false, true}) {
        const auto [copied, drawn] = measure(drawFirst);
        // A CPU driver takes the time of a stamp when it rasterizes what was drawn before it, copies or not.
        if (!software()) {
            EXPECT_GT(copied, drawn) << "64 MiB against a draw of 256 pixels, draw first: " << drawFirst;
        }
    }
}

TEST_F(QueryKinds, TimestampsOfAFinishedDisjointAreReady) {
    auto disjoint = query(D3D11_QUERY_TIMESTAMP_DISJOINT), stamp = query(D3D11_QUERY_TIMESTAMP);
    context->Begin(disjoint.get());
    busy();
    context->End(stamp.get());
    context->End(disjoint.get());
    result<D3D11_QUERY_DATA_TIMESTAMP_DISJOINT>(disjoint.get());
    UINT64 value = 0;
    EXPECT_HR(S_OK, context->GetData(stamp.get(), &value, sizeof value, D3D11_ASYNC_GETDATA_DONOTFLUSH));
    EXPECT_NE(0u, value);
}

// --- polling

TEST_F(QueryKinds, PollingEndsByItself) {
    for (D3D11_QUERY kind : {D3D11_QUERY_EVENT, D3D11_QUERY_OCCLUSION, D3D11_QUERY_TIMESTAMP,
                             D3D11_QUERY_TIMESTAMP_DISJOINT, D3D11_QUERY_PIPELINE_STATISTICS, D3D11_QUERY_SO_STATISTICS,
                             D3D11_QUERY_OCCLUSION_PREDICATE, D3D11_QUERY_SO_OVERFLOW_PREDICATE}) {
        auto asked = query(kind);
        std::vector<char> data(asked->GetDataSize());
        if (kind != D3D11_QUERY_EVENT && kind != D3D11_QUERY_TIMESTAMP)
            context->Begin(asked.get());
        busy();
        context->End(asked.get());
        const auto start = Clock::now();
        HRESULT hr = S_FALSE;
        while (hr == S_FALSE && secondsSince(start) < 5)
            hr = context->GetData(asked.get(), data.data(), UINT(data.size()), 0);
        EXPECT_HR(S_OK, hr) << kind;
    }
}

// DONOTFLUSH neither hands over what was recorded nor waits for it.
TEST_F(QueryKinds, DoNotFlush) {
    for (D3D11_QUERY kind : {D3D11_QUERY_EVENT, D3D11_QUERY_OCCLUSION, D3D11_QUERY_TIMESTAMP}) {
        auto asked = query(kind);
        context->Flush();
        if (kind == D3D11_QUERY_OCCLUSION)
            context->Begin(asked.get());
        draw(context.get(), red.get());
        context->End(asked.get());
        UINT64 value = 0;
        const UINT size = asked->GetDataSize();
        const auto start = Clock::now();
        int pending = 0;
        for (int i = 0; i < 1000; i++)
            pending += context->GetData(asked.get(), &value, size, D3D11_ASYNC_GETDATA_DONOTFLUSH) == S_FALSE;
        EXPECT_EQ(1000, pending) << kind;
        EXPECT_LT(secondsSince(start), 0.1) << kind;
        context->Flush();
        HRESULT hr = S_FALSE;
        while (hr == S_FALSE && secondsSince(start) < 5)
            hr = context->GetData(asked.get(), &value, size, D3D11_ASYNC_GETDATA_DONOTFLUSH);
        EXPECT_HR(S_OK, hr) << kind;
    }
    auto event = query(D3D11_QUERY_EVENT);
    context->End(event.get());
    EXPECT_HR(E_INVALIDARG, context->GetData(event.get(), nullptr, 0, 0x80)) << "unknown flags";
}

// --- begin and end

TEST_F(QueryKinds, ASecondBeginStartsAnew) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    context->Begin(samples.get());
    draw(context.get(), red.get());
    pass(samples.get(), 4);
    EXPECT_EQ(4 * kSide, result<UINT64>(samples.get()));
}

TEST_F(QueryKinds, AnEndWithoutBeginIsAnEmptySpan) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    draw(context.get(), red.get());
    context->End(samples.get());
    EXPECT_EQ(0u, result<UINT64>(samples.get()));
    pass(samples.get(), 8);
    context->End(samples.get()); // ended twice: the second span is empty
    EXPECT_EQ(0u, result<UINT64>(samples.get()));
}

TEST_F(QueryKinds, BeginOfWhatHasNoBegin) {
    for (D3D11_QUERY kind : {D3D11_QUERY_EVENT, D3D11_QUERY_TIMESTAMP}) {
        auto asked = query(kind);
        UINT64 value = 0;
        context->Begin(asked.get());
        EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(asked.get(), &value, asked->GetDataSize(), 0)) << kind;
        context->End(asked.get());
        context->Begin(asked.get()); // changes nothing
        const auto start = Clock::now();
        HRESULT hr = S_FALSE;
        while (hr == S_FALSE && secondsSince(start) < 5)
            hr = context->GetData(asked.get(), &value, asked->GetDataSize(), 0);
        EXPECT_HR(S_OK, hr) << kind;
    }
    context->Begin(nullptr);
    context->End(nullptr);
}

// Issued again before anybody asked: the last span counts.
TEST_F(QueryKinds, IssuedAgain) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    for (UINT width : {3u, 9u, 5u}) {
        pass(samples.get(), width);
        context->Flush();
    }
    EXPECT_EQ(5 * kSide, result<UINT64>(samples.get()));
    EXPECT_EQ(5 * kSide, result<UINT64>(samples.get())) << "may be asked for again";
}

TEST_F(QueryKinds, SpansOverlapAndNest) {
    auto a = query(D3D11_QUERY_OCCLUSION), b = query(D3D11_QUERY_OCCLUSION), c = query(D3D11_QUERY_OCCLUSION_PREDICATE);
    const auto columns = [&](UINT width) {
        const D3D11_VIEWPORT area = {0, 0, float(width), float(kSide), 0, 1};
        context->RSSetViewports(1, &area);
        draw(context.get(), red.get());
    };
    context->Begin(a.get());
    columns(1);
    context->Begin(b.get());
    columns(2);
    context->Begin(c.get());
    context->End(c.get());
    context->End(a.get());
    columns(4);
    context->End(b.get());
    EXPECT_EQ(3 * kSide, result<UINT64>(a.get()));
    EXPECT_EQ(6 * kSide, result<UINT64>(b.get()));
    EXPECT_FALSE(result<BOOL>(c.get()));
}

// A query that is released while it is active or pending leaves the others alone.
TEST_F(QueryKinds, ReleasedWhileActive) {
    auto kept = query(D3D11_QUERY_OCCLUSION);
    context->Begin(kept.get());
    for (int i = 0; i < 3; i++) {
        auto gone = query(i == 1 ? D3D11_QUERY_OCCLUSION_PREDICATE : D3D11_QUERY_OCCLUSION);
        context->Begin(gone.get());
        draw(context.get(), red.get());
        if (i)
            context->End(gone.get());
        gone.reset();
        context->Flush();
    }
    context->End(kept.get());
    EXPECT_EQ(3 * kSide * kSide, result<UINT64>(kept.get()));
}

// --- command lists

class QueriesInLists : public QueryKinds {
protected:
    void SetUp() override {
        QueryKinds::SetUp();
        ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
        bindState(deferred.get());
    }
    void TearDown() override {
        deferred.reset();
        QueryKinds::TearDown();
    }
    Com<ID3D11CommandList> finish() {
        Com<ID3D11CommandList> list;
        EXPECT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
        return list;
    }
    Com<ID3D11DeviceContext> deferred;
};

TEST_F(QueriesInLists, ResultsComeWithExecution) {
    auto samples = query(D3D11_QUERY_OCCLUSION), stamp = query(D3D11_QUERY_TIMESTAMP);
    auto statistics = query(D3D11_QUERY_PIPELINE_STATISTICS);
    UINT64 value = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, deferred->GetData(samples.get(), &value, sizeof value, 0));
    deferred->Begin(samples.get());
    deferred->Begin(statistics.get());
    draw(deferred.get(), red.get());
    deferred->End(statistics.get());
    deferred->End(samples.get());
    deferred->End(stamp.get());
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(samples.get(), &value, sizeof value, 0));
    auto list = finish();
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(samples.get(), &value, sizeof value, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(samples.get(), nullptr, 0, 0));
    UINT64 last = 0;
    for (int i = 0; i < 2; i++) {
        context->ExecuteCommandList(list.get(), FALSE);
        EXPECT_HR(DXGI_ERROR_INVALID_CALL, deferred->GetData(samples.get(), nullptr, 0, 0));
        EXPECT_EQ(kSide * kSide, result<UINT64>(samples.get()));
        EXPECT_EQ(3u, result<Statistics>(statistics.get()).IAVertices);
        const UINT64 now = result<UINT64>(stamp.get());
        EXPECT_GT(now, last);
        last = now;
    }
}

// Around a list: everything in it counts.
TEST_F(QueriesInLists, AroundALists) {
    draw(deferred.get(), red.get());
    auto list = finish();
    auto samples = query(D3D11_QUERY_OCCLUSION);
    context->Begin(samples.get());
    draw(context.get(), red.get());
    context->ExecuteCommandList(list.get(), TRUE);
    draw(context.get(), red.get());
    context->End(samples.get());
    EXPECT_EQ(3 * kSide * kSide, result<UINT64>(samples.get()));
}

// What is begun in a list and not ended there ends with it.
TEST_F(QueriesInLists, FinishEndsWhatWasBegun) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    deferred->Begin(samples.get());
    draw(deferred.get(), red.get());
    auto list = finish();
    context->ExecuteCommandList(list.get(), FALSE);
    bindState(context.get());
    draw(context.get(), red.get());
    EXPECT_EQ(kSide * kSide, result<UINT64>(samples.get()));
    // The deferred context knows nothing of it any more.
    bindState(deferred.get());
    draw(deferred.get(), red.get());
    deferred->End(samples.get());
    list = finish();
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ(0u, result<UINT64>(samples.get()));
}

// A list that begins or ends a query which the context has begun is not executed; the state is cleared as always.
TEST_F(QueriesInLists, AListMustNotTouchABegunQuery) {
    auto samples = query(D3D11_QUERY_OCCLUSION);
    deferred->Begin(samples.get());
    draw(deferred.get(), green.get());
    deferred->End(samples.get());
    auto list = finish();
    deferred->ExecuteCommandList(list.get(), FALSE);
    auto outer = finish();
    for (ID3D11CommandList* one : {list.get(), outer.get()})
        for (const BOOL restore : {FALSE, TRUE}) {
            clearBlack();
            bindState(context.get());
            context->Begin(samples.get());
            context->ExecuteCommandList(one, restore);
            EXPECT_EQ(kBlack, center()) << "not executed";
            Com<ID3D11RenderTargetView> bound;
            context->OMGetRenderTargets(1, bound.out(), nullptr);
            EXPECT_EQ(restore ? view.get() : nullptr, bound.get());
            bindState(context.get());
            draw(context.get(), red.get());
            context->End(samples.get());
            EXPECT_EQ(kSide * kSide, result<UINT64>(samples.get())) << "the context's own span";
        }
}

} // namespace
} // namespace conformance
