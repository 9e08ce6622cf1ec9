#include "gpu/retire/retire_queue.h"

#include "gpu/upload/slice_ring.h"

#include <array>
#include <limits>

namespace hendeca::gpu {

RetireQueue::~RetireQueue() {
    collect(std::numeric_limits<uint64_t>::max());
}

void RetireQueue::add(uint64_t value, Object* object) {
    entries_.push_back({value, Kind::Object, object, nullptr, {}});
}

void RetireQueue::add(uint64_t value, const Slice& slice) {
    entries_.push_back({value, Kind::Slice, nullptr, nullptr, slice});
}

void RetireQueue::add(uint64_t value, Retirable* thing) {
    entries_.push_back({value, Kind::Thing, nullptr, thing, {}});
}

void RetireQueue::retire(Entry& entry) {
    if (entry.kind == Kind::Object)
        delete entry.object;
    else
        entry.thing->retired();
}

void RetireQueue::collect(uint64_t completed) {
    // Slices come in their hundreds; they are given back together, so that the ring's lock is taken once for many. They go
    // before anything else is retired, since a ring may be among it.
    std::array<Slice, 64> slices;
    size_t count = 0;
    auto giveSlices = [&] {
        SliceRing::give(slices.data(), count);
        count = 0;
    };
    while (!entries_.empty() && entries_.front().value <= completed) {
        Entry entry = entries_.front();
        entries_.pop_front();
        if (entry.kind == Kind::Slice) {
            slices[count++] = entry.slice;
            if (count == slices.size())
                giveSlices();
            continue;
        }
        giveSlices();
        retire(entry); // may add further entries
    }
    giveSlices();
}

} // namespace hendeca::gpu
