#include "gpu/upload/slice_ring.h"

#include "gpu/resource/pools.h"
#include "util/log.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

namespace hendeca::gpu {

namespace {

constexpr uint64_t kSmallestPage = 1024 * 1024, kLargestPage = 4 * 1024 * 1024;
constexpr uint32_t kLarge = SliceRing::kClasses;             // the class of slices with a page of their own
constexpr uint64_t kLargeKept = 64 * 1024 * 1024;            // bytes of those that wait for their next use

constexpr uint64_t sliceBytes(uint32_t sizeClass) { return uint64_t(256) << sizeClass; }

} // namespace

struct SlicePage {
    SliceRing::Shared* shared;
    RawBuffer raw;
    uint64_t size;
    uint32_t id;
};

// What a ring and the slices that are out have in common.
struct SliceRing::Shared {
    explicit Shared(ResourceFactory::Pools& pools) : pools(pools) {}
    ~Shared() {
        for (auto& page : pages)
            destroy(*page);
    }

    ResourceFactory::Pools& pools;
    std::mutex mutex;
    std::vector<Slice> returned[kClasses];
    std::vector<Slice> large; // returned, oldest first
    uint64_t largeBytes = 0;
    std::vector<std::unique_ptr<SlicePage>> pages;
    uint64_t out = 0; // slices not in `returned` or `large`; those in the ring's own lists count as well
    std::shared_ptr<Shared> self; // set when the ring is gone and slices are still out

    void destroy(const SlicePage& page) {
        pools.pageGone(page.id);
        pools.destroyRaw(page.raw);
    }
    SlicePage* addPage(uint64_t bytes);
    void removePage(SlicePage* page);
    Slice takeLarge(uint64_t size);
    void trimLarge();
};

SlicePage* SliceRing::Shared::addPage(uint64_t bytes) {
    Result<RawBuffer> raw = pools.createRaw(bytes, MemoryKind::Upload);
    if (!raw.ok() || !raw->memory.mapped) {
        HENDECA_ERROR_ONCE("no memory for uploads: %s", raw.ok() ? "not mapped" : raw.error().what.c_str());
        if (raw.ok())
            pools.destroyRaw(raw.value());
        return nullptr;
    }
    pages.push_back(std::make_unique<SlicePage>(SlicePage{this, raw.value(), bytes, pools.newPage()}));
    return pages.back().get();
}

void SliceRing::Shared::removePage(SlicePage* page) {
    destroy(*page);
    pages.erase(std::find_if(pages.begin(), pages.end(), [&](const auto& p) { return p.get() == page; }));
}

// Best fit among those that came back, if not more than half of it would lie idle.
Slice SliceRing::Shared::takeLarge(uint64_t size) {
    auto best = large.end();
    for (auto it = large.begin(); it != large.end(); ++it)
        if (it->page->size >= size && it->page->size <= size * 2 && (best == large.end() || it->page->size < best->page->size))
            best = it;
    Slice slice;
    if (best != large.end()) {
        slice = *best;
        largeBytes -= slice.page->size;
        large.erase(best);
    } else {
        constexpr uint64_t kStep = 256 * 1024;
        SlicePage* page = addPage((size + kStep - 1) & ~(kStep - 1));
        if (!page)
            return {};
        slice = {{page->raw.buffer, 0, page->raw.memory.mapped}, page, kLarge, page->id};
    }
    out++;
    return slice;
}

void SliceRing::Shared::trimLarge() {
    while (largeBytes > kLargeKept) {
        SlicePage* page = large.front().page;
        largeBytes -= page->size;
        large.erase(large.begin());
        removePage(page);
    }
}

SliceRing::SliceRing(ResourceFactory& factory) : shared_(std::make_shared<Shared>(*factory.pools_)) {}

SliceRing::~SliceRing() {
    uint64_t idle = 0;
    for (FreeList& list : free_) {
        idle += list.count;
        delete[] list.items;
    }
    std::lock_guard lock(shared_->mutex);
    shared_->out -= idle;
    if (shared_->out)
        shared_->self = shared_;
}

Slice SliceRing::takeSlow(uint64_t size) {
    const uint32_t sizeClass = classOf(size);
    std::lock_guard lock(shared_->mutex);
    if (sizeClass >= kClasses)
        return shared_->takeLarge(size);
    FreeList& list = free_[sizeClass];
    auto& returned = shared_->returned[sizeClass];
    const uint64_t bytes = sliceBytes(sizeClass);
    const uint64_t pageBytes = std::max(std::clamp(bytes * 256, kSmallestPage, kLargestPage), bytes * 4);
    const uint32_t count = returned.empty() ? static_cast<uint32_t>(pageBytes / bytes) : static_cast<uint32_t>(returned.size());
    if (list.capacity < count) {
        Slice* items = new (std::nothrow) Slice[count];
        if (!items)
            return {};
        delete[] list.items; // it is empty
        list.items = items;
        list.capacity = count;
    }
    if (!returned.empty()) {
        std::copy(returned.begin(), returned.end(), list.items);
        returned.clear();
    } else {
        SlicePage* page = shared_->addPage(pageBytes);
        if (!page)
            return {};
        // Taken from the end, so that addresses rise.
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t offset = (count - 1 - i) * bytes;
            list.items[i] = {{page->raw.buffer, offset, page->raw.memory.mapped + offset}, page, sizeClass, page->id};
        }
    }
    list.count = count;
    shared_->out += count;
    return pop(sizeClass);
}

void SliceRing::give(const Slice& slice) {
    give(&slice, 1);
}

void SliceRing::give(const Slice* slices, size_t count) {
    while (count) {
        Shared* shared = slices->page ? slices->page->shared : nullptr;
        size_t same = 1;
        while (same < count && shared && slices[same].page && slices[same].page->shared == shared)
            same++;
        if (shared) {
            std::shared_ptr<Shared> last; // after the lock, when this was the last slice of a ring that is gone
            std::lock_guard lock(shared->mutex);
            for (size_t i = 0; i < same; i++) {
                if (slices[i].sizeClass < kClasses) {
                    shared->returned[slices[i].sizeClass].push_back(slices[i]);
                } else {
                    shared->large.push_back(slices[i]);
                    shared->largeBytes += slices[i].page->size;
                }
            }
            shared->trimLarge();
            shared->out -= same;
            if (!shared->out)
                last = std::move(shared->self);
        }
        slices += same;
        count -= same;
    }
}

} // namespace hendeca::gpu
