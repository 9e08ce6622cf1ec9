#include "gpu/query/query_pool.h"

#include "util/log.h"
#include "vk/device.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <deque>
#include <mutex>
#include <vector>

namespace hendeca::gpu {

namespace {

// What can be active independently in Vulkan: a query type, and of stream output the stream.
enum Track : uint8_t { kOcclusion, kStatistics, kStream0, kStream1, kStream2, kStream3, kTimestamp, kTracks };
constexpr uint32_t kMaxValues = 11;

struct TrackInfo {
    VkQueryType type;
    uint32_t slots;  // of a page
    uint32_t values; // of a result
};
constexpr TrackInfo kTrackInfo[kTracks] = {
    {VK_QUERY_TYPE_OCCLUSION, 256, 1},
    {VK_QUERY_TYPE_PIPELINE_STATISTICS, 64, 11},
    {VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 64, 2},
    {VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 64, 2},
    {VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 64, 2},
    {VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 64, 2},
    {VK_QUERY_TYPE_TIMESTAMP, 256, 1},
};
// Vulkan returns them in the order of their bits, which is D3D11's order.
constexpr VkQueryPipelineStatisticFlags kAllStatistics = (1u << 11) - 1;

uint32_t tracksOf(const QueryDesc& desc) {
    switch (desc.kind) {
    case QueryKind::Occlusion:
    case QueryKind::OcclusionPredicate: return 1u << kOcclusion;
    case QueryKind::PipelineStatistics: return 1u << kStatistics;
    case QueryKind::StreamOutStatistics:
    case QueryKind::StreamOutOverflow: return 1u << (kStream0 + (desc.index & 3));
    case QueryKind::StreamOutOverflowAny: return 0xfu << kStream0;
    default: return 0;
    }
}

struct Page {
    VkQueryPool pool = VK_NULL_HANDLE;
    Track track = kOcclusion;
    uint32_t used = 0;      // slots given out; the worker's
    uint32_t batched = 0;   // of these, slots that belong to a batch; the worker's
    std::atomic<uint32_t> pending{0}; // submissions that still want results
    bool full = false;      // under the mutex
    std::vector<uint64_t> results; // under the mutex
};

class QueryImpl;

struct Event {
    enum class Kind : uint8_t { Begin, Segment, End, Stamp, Signal };
    Kind kind;
    Track track;
    bool last = true; // of the End events of one End
    uint32_t slot = 0;
    Page* page = nullptr;
    QueryImpl* query = nullptr; // null: released meanwhile
};

struct Batch {
    struct Range {
        Page* page;
        uint32_t first, count;
    };
    uint64_t submission = 0;
    std::vector<Event> events;
    std::vector<Range> ranges;
};

class QueryImpl final : public Query {
public:
    QueryImpl(QueryPool::Impl& pool, const QueryDesc& desc) : pool(pool), desc_(desc), tracks(tracksOf(desc)) {}
    ~QueryImpl() override;

    const QueryDesc& desc() const override { return desc_; }
    QueryStatus poll(QueryResult& result) override;
    bool everEnded() const override { return ended.load(std::memory_order_relaxed) != 0; }

    QueryPool::Impl& pool;
    QueryDesc desc_;
    const uint32_t tracks; // bit: Track
    bool active = false;   // worker

    std::atomic<uint32_t> ended{0};  // Ends that the worker has replayed
    std::atomic<uint32_t> ready{0};  // Ends whose results are there; written under the mutex
    uint64_t base[kMaxValues] = {};  // under the mutex: sums when it began
    uint64_t partial[kMaxValues] = {};
    uint64_t values[kMaxValues] = {}; // under the mutex
};

} // namespace

struct QueryPool::Impl {
    std::shared_ptr<vk::Device> device;
    const CompletionSource& completion;
    uint64_t timestampMask = ~uint64_t{0};

    // --- worker
    Page* current[kTracks] = {};
    bool open[kTracks] = {};
    uint32_t active[kTracks] = {}; // queries
    uint32_t activeTotal = 0;
    uint32_t openTotal = 0; // segments; may outlive the last active query that is released
    bool insidePass = false, recording = false;
    Batch recorded;

    // --- any thread, under the mutex
    std::mutex mutex;
    std::deque<Batch> batches;
    std::vector<Batch> spare;
    std::vector<std::unique_ptr<Page>> pages;
    std::vector<Page*> freePages[kTracks];
    uint64_t sums[kTracks][kMaxValues] = {};
    std::atomic<uint64_t> collected{0};

    Impl(std::shared_ptr<vk::Device> d, const CompletionSource& c) : device(std::move(d)), completion(c) {}

    Page* takePage(Track track);
    bool takeSlot(Track track, Page*& page, uint32_t& slot);
    void openSegment(VkCommandBuffer commands, Track track);
    void closeSegment(VkCommandBuffer commands, Track track);
    bool runs(Track track) const { return recording && (insidePass || track == kStatistics); }
    void collect(uint64_t completed);
    void collectBatches(uint64_t completed);
    void recycle(Page& page);
    void fetch(const Batch& batch);
    void apply(const Event& event);
    void publish(QueryImpl& query, const Event& event);
    void forget(QueryImpl& query);
};

namespace {

QueryImpl::~QueryImpl() {
    pool.forget(*this);
}

QueryStatus QueryImpl::poll(QueryResult& result) {
    if (ready.load(std::memory_order_acquire) != ended.load(std::memory_order_acquire) || ended.load() == 0) {
        const uint64_t completed = pool.completion.completedSubmission();
        if (completed > pool.collected.load(std::memory_order_acquire))
            pool.collect(completed);
        const uint32_t done = ready.load(std::memory_order_acquire);
        if (done == 0 || done != ended.load(std::memory_order_acquire))
            return pool.device->lost() ? QueryStatus::Lost : QueryStatus::Pending;
    }
    std::lock_guard lock(pool.mutex);
    std::memcpy(result.values, values, sizeof(values));
    return QueryStatus::Ready;
}

} // namespace

// --- slots

Page* QueryPool::Impl::takePage(Track track) {
    std::lock_guard lock(mutex);
    if (Page* before = current[track]) {
        before->full = true;
        current[track] = nullptr;
        if (!before->pending.load(std::memory_order_relaxed)) // its last results were fetched before it was full
            recycle(*before);
    }
    if (!freePages[track].empty()) {
        Page* page = freePages[track].back();
        freePages[track].pop_back();
        return current[track] = page;
    }
    const TrackInfo& info = kTrackInfo[track];
    VkQueryPoolCreateInfo create{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    create.queryType = info.type;
    create.queryCount = info.slots;
    create.pipelineStatistics = track == kStatistics ? kAllStatistics : 0;
    auto page = std::make_unique<Page>();
    page->track = track;
    page->results.resize(size_t{info.slots} * info.values);
    const vk::Fns& fn = device->fn();
    Status status =
        device->check(fn.CreateQueryPool(device->handle(), &create, nullptr, &page->pool), "make a query pool");
    if (!status) {
        HENDECA_ERROR_ONCE("%s; queries will give zero", status.error().what.c_str());
        return nullptr;
    }
    fn.ResetQueryPool(device->handle(), page->pool, 0, info.slots);
    pages.push_back(std::move(page));
    return current[track] = pages.back().get();
}

bool QueryPool::Impl::takeSlot(Track track, Page*& page, uint32_t& slot) {
    page = current[track];
    if (!page || page->used == kTrackInfo[track].slots) {
        page = takePage(track);
        if (!page)
            return false;
    }
    if (page->batched == page->used) { // the first slot of this submission in this page
        recorded.ranges.push_back({page, page->used, 0});
        page->pending.fetch_add(1, std::memory_order_relaxed);
    }
    slot = page->used++;
    return true;
}

void QueryPool::Impl::openSegment(VkCommandBuffer commands, Track track) {
    Page* page = nullptr;
    uint32_t slot = 0;
    if (!takeSlot(track, page, slot))
        return;
    const vk::Fns& fn = device->fn();
    if (track >= kStream0 && track <= kStream3)
        fn.CmdBeginQueryIndexedEXT(commands, page->pool, slot, 0, track - kStream0);
    else
        fn.CmdBeginQuery(commands, page->pool, slot, track == kOcclusion ? VK_QUERY_CONTROL_PRECISE_BIT : 0);
    open[track] = true;
    openTotal++;
}

void QueryPool::Impl::closeSegment(VkCommandBuffer commands, Track track) {
    if (!open[track])
        return;
    open[track] = false;
    openTotal--;
    Page* page = current[track];
    const uint32_t slot = page->used - 1;
    const vk::Fns& fn = device->fn();
    if (track >= kStream0 && track <= kStream3)
        fn.CmdEndQueryIndexedEXT(commands, page->pool, slot, track - kStream0);
    else
        fn.CmdEndQuery(commands, page->pool, slot);
    recorded.events.push_back({Event::Kind::Segment, track, true, slot, page, nullptr});
}

void QueryPool::Impl::recycle(Page& page) {
    device->fn().ResetQueryPool(device->handle(), page.pool, 0, kTrackInfo[page.track].slots);
    page.used = page.batched = 0;
    page.full = false;
    freePages[page.track].push_back(&page);
}

// --- results

void QueryPool::Impl::fetch(const Batch& batch) {
    for (const Batch::Range& range : batch.ranges) {
        Page& page = *range.page;
        const TrackInfo& info = kTrackInfo[page.track];
        uint64_t* into = page.results.data() + size_t{range.first} * info.values;
        const VkDeviceSize stride = info.values * sizeof(uint64_t);
        std::fill_n(into, size_t{range.count} * info.values, 0); // a lost device writes nothing
        const VkResult result = device->fn().GetQueryPoolResults(device->handle(), page.pool, range.first, range.count,
                                                                 range.count * stride, into, stride,
                                                                 VK_QUERY_RESULT_64_BIT);
        if (result == VK_NOT_READY)
            HENDECA_WARN_ONCE("A query had no result although its submission has completed");
        else if (Status status = device->check(result, "fetch query results"); !status)
            HENDECA_ERROR_ONCE("%s", status.error().what.c_str());
    }
}

void QueryPool::Impl::publish(QueryImpl& query, const Event& event) {
    const uint64_t* sum = sums[event.track];
    auto difference = [&](uint32_t i, uint32_t baseAt) { return sum[i] - query.base[baseAt + i]; };
    switch (query.desc_.kind) {
    case QueryKind::Occlusion: query.values[0] = difference(0, 0); break;
    case QueryKind::OcclusionPredicate: query.values[0] = difference(0, 0) != 0; break;
    case QueryKind::PipelineStatistics:
        for (uint32_t i = 0; i < kMaxValues; i++)
            query.values[i] = difference(i, 0);
        break;
    case QueryKind::StreamOutStatistics:
        query.values[0] = difference(0, 0);
        query.values[1] = difference(1, 0);
        break;
    case QueryKind::StreamOutOverflow: query.values[0] = difference(1, 0) > difference(0, 0); break;
    case QueryKind::StreamOutOverflowAny: {
        const uint32_t at = 2 * (event.track - kStream0);
        query.partial[0] |= difference(1, at) > difference(0, at);
        query.values[0] = query.partial[0];
        break;
    }
    default: break;
    }
    if (event.last)
        query.ready.fetch_add(1, std::memory_order_release);
}

void QueryPool::Impl::apply(const Event& event) {
    const uint32_t values = kTrackInfo[event.track].values;
    QueryImpl* query = event.query;
    switch (event.kind) {
    case Event::Kind::Segment:
        for (uint32_t i = 0; i < values; i++)
            sums[event.track][i] += event.page->results[size_t{event.slot} * values + i];
        break;
    case Event::Kind::Begin:
        if (query) {
            const uint32_t at = query->desc_.kind == QueryKind::StreamOutOverflowAny ? 2 * (event.track - kStream0) : 0;
            std::copy_n(sums[event.track], values, query->base + at);
            query->partial[0] = 0;
        }
        break;
    case Event::Kind::End:
        if (query)
            publish(*query, event);
        break;
    case Event::Kind::Stamp:
        if (query) {
            query->values[0] = (event.page ? event.page->results[event.slot] : 0) & timestampMask;
            query->ready.fetch_add(1, std::memory_order_release);
        }
        break;
    case Event::Kind::Signal:
        if (query) {
            query->values[0] = 1;
            query->ready.fetch_add(1, std::memory_order_release);
        }
        break;
    }
}

void QueryPool::Impl::collectBatches(uint64_t completed) {
    while (!batches.empty() && batches.front().submission <= completed) {
        Batch batch = std::move(batches.front());
        batches.pop_front();
        fetch(batch);
        for (const Event& event : batch.events)
            apply(event);
        for (const Batch::Range& range : batch.ranges) {
            if (range.page->pending.fetch_sub(1, std::memory_order_relaxed) == 1 && range.page->full)
                recycle(*range.page);
        }
        batch.events.clear();
        batch.ranges.clear();
        spare.push_back(std::move(batch));
    }
}

void QueryPool::Impl::collect(uint64_t completed) {
    std::lock_guard lock(mutex);
    collectBatches(completed);
    if (completed > collected.load(std::memory_order_relaxed))
        collected.store(completed, std::memory_order_release);
}

void QueryPool::Impl::forget(QueryImpl& query) {
    // The worker's, like all else that a Release packet destroys.
    if (query.active) {
        for (uint32_t mask = query.tracks; mask; mask &= mask - 1)
            active[std::countr_zero(mask)]--;
        activeTotal--;
    } else if (query.ready.load(std::memory_order_acquire) == query.ended.load(std::memory_order_relaxed)) {
        return; // no event names it
    }
    std::lock_guard lock(mutex);
    auto drop = [&](Batch& batch) {
        for (Event& event : batch.events) {
            if (event.query == &query)
                event.query = nullptr;
        }
    };
    drop(recorded);
    std::ranges::for_each(batches, drop);
}

// --- the recorder's side

QueryPool::QueryPool(std::shared_ptr<vk::Device> device, const CompletionSource& completion)
    : impl_(std::make_unique<Impl>(std::move(device), completion)) {
    const uint32_t bits = impl_->device->adapter().timestampValidBits();
    if (bits < 64)
        impl_->timestampMask = (uint64_t{1} << bits) - 1;
}

QueryPool::~QueryPool() {
    for (auto& page : impl_->pages)
        impl_->device->fn().DestroyQueryPool(impl_->device->handle(), page->pool, nullptr);
}

Result<std::unique_ptr<Query>> QueryPool::create(const QueryDesc& desc) {
    return std::unique_ptr<Query>(std::make_unique<QueryImpl>(*impl_, desc));
}

void QueryPool::begin(VkCommandBuffer commands, Query& which) {
    Impl& p = *impl_;
    QueryImpl& query = static_cast<QueryImpl&>(which);
    for (uint32_t mask = query.tracks; mask; mask &= mask - 1) {
        const Track track = static_cast<Track>(std::countr_zero(mask));
        p.closeSegment(commands, track);
        p.recorded.events.push_back({Event::Kind::Begin, track, true, 0, nullptr, &query});
        p.active[track] += !query.active;
        if (p.runs(track))
            p.openSegment(commands, track);
    }
    if (query.tracks && !query.active) {
        query.active = true;
        p.activeTotal++;
    }
}

void QueryPool::end(VkCommandBuffer commands, Query& which) {
    Impl& p = *impl_;
    QueryImpl& query = static_cast<QueryImpl&>(which);
    if (query.desc_.kind == QueryKind::Timestamp) {
        Event event{Event::Kind::Stamp, kTimestamp, true, 0, nullptr, &query};
        if (p.takeSlot(kTimestamp, event.page, event.slot))
            p.device->fn().CmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, event.page->pool,
                                              event.slot);
        p.recorded.events.push_back(event);
    } else if (!query.tracks) {
        p.recorded.events.push_back({Event::Kind::Signal, kTimestamp, true, 0, nullptr, &query});
    } else {
        if (!query.active) // End without Begin: an interval without anything in it
            begin(commands, which);
        for (uint32_t mask = query.tracks; mask; mask &= mask - 1) {
            const Track track = static_cast<Track>(std::countr_zero(mask));
            p.closeSegment(commands, track);
            p.recorded.events.push_back({Event::Kind::End, track, (mask & (mask - 1)) == 0, 0, nullptr, &query});
            if (--p.active[track] && p.runs(track))
                p.openSegment(commands, track);
        }
        query.active = false;
        p.activeTotal--;
    }
    query.ended.fetch_add(1, std::memory_order_release);
}

void QueryPool::suspend(VkCommandBuffer commands) {
    Impl& p = *impl_;
    p.recording = false;
    if (!p.openTotal)
        return;
    for (uint32_t track = 0; track < kTimestamp; track++)
        p.closeSegment(commands, static_cast<Track>(track));
}

void QueryPool::resume(VkCommandBuffer commands, bool insidePass) {
    Impl& p = *impl_;
    p.recording = true;
    p.insidePass = insidePass;
    if (!p.activeTotal)
        return;
    for (uint32_t track = 0; track < kTimestamp; track++) {
        if (p.active[track] && !p.open[track] && p.runs(static_cast<Track>(track)))
            p.openSegment(commands, static_cast<Track>(track));
    }
}

bool QueryPool::anyActive() const {
    return impl_->activeTotal != 0;
}

bool QueryPool::statisticsActive() const {
    return impl_->active[kStatistics] != 0;
}

bool QueryPool::streamsActive() const {
    const uint32_t* active = impl_->active;
    return (active[kStream0] | active[kStream1] | active[kStream2] | active[kStream3]) != 0;
}

QueryPool::Where QueryPool::resultSlot(const Query& which, VkQueryPool& pool, uint32_t& slot) const {
    const QueryImpl& query = static_cast<const QueryImpl&>(which);
    if (query.tracks != 1u << kOcclusion || query.active)
        return Where::Elsewhere;
    const std::vector<Event>& events = impl_->recorded.events;
    size_t at = events.size();
    while (at && !(events[at - 1].query == &query && events[at - 1].kind == Event::Kind::End))
        at--;
    uint32_t segments = 0;
    for (at = at ? at - 1 : 0; at; at--) {
        const Event& event = events[at - 1];
        if (event.query == &query && event.kind == Event::Kind::Begin)
            return segments ? Where::OneSlot : Where::None;
        if (event.kind != Event::Kind::Segment || event.track != kOcclusion)
            continue;
        if (++segments > 1)
            return Where::Elsewhere;
        pool = event.page->pool;
        slot = event.slot;
    }
    return Where::Elsewhere; // it began in an earlier submission
}

void QueryPool::submitted(uint64_t value) {
    Impl& p = *impl_;
    if (p.recorded.events.empty())
        return;
    std::lock_guard lock(p.mutex);
    for (Batch::Range& range : p.recorded.ranges) {
        // The next range of the page starts where this one ended: pages have one range for each submission.
        range.count = range.page->used - range.first;
        range.page->batched = range.page->used;
    }
    p.recorded.submission = value;
    p.batches.push_back(std::move(p.recorded));
    p.recorded = {};
    if (!p.spare.empty()) {
        p.recorded = std::move(p.spare.back());
        p.spare.pop_back();
    }
}

void QueryPool::collect(uint64_t completed) {
    if (completed > impl_->collected.load(std::memory_order_acquire))
        impl_->collect(completed);
}

void QueryPool::collectAll() {
    // More may follow with the same submission value, so `collected` does not move.
    std::lock_guard lock(impl_->mutex);
    impl_->collectBatches(~uint64_t{0});
}

} // namespace hendeca::gpu
