#pragma once
// Values over ranges of [0, 2^64). What was never set has the value T{}. Neighbours of equal value are one entry, and T{}
// is not stored at all, so that the map stays as small as its contents are plain. Knows nothing of Vulkan. One thread.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hendeca::gpu::hazard {

template <class T>
class RangeMap {
public:
    struct Entry {
        uint64_t begin, end; // end is outside
        T value;
        bool operator==(const Entry&) const = default;
    };

    bool empty() const { return entries_.empty(); }
    size_t size() const { return entries_.size(); }
    const std::vector<Entry>& entries() const { return entries_; }
    void clear() { entries_.clear(); }
    uint64_t begin() const { return entries_.empty() ? 0 : entries_.front().begin; }
    uint64_t end() const { return entries_.empty() ? 0 : entries_.back().end; }

    // Calls change(T&) for each part of the range that has one value, gaps included (as T{}).
    template <class F>
    void update(uint64_t begin, uint64_t end, F change) {
        if (begin >= end)
            return;
        // Only the entries that the range touches are rewritten, with one neighbour on each side, which may become equal.
        const size_t touched = firstEndingAfter(begin);
        const size_t first = touched ? touched - 1 : 0;
        scratch_.clear();
        if (touched)
            append(entries_[first]);
        size_t i = touched;
        uint64_t at = begin;
        for (; i < entries_.size() && entries_[i].begin < end; i++) {
            const Entry& entry = entries_[i];
            if (entry.begin < begin)
                append({entry.begin, begin, entry.value});
            if (entry.begin > at)
                appendChanged(at, entry.begin, T{}, change);
            const uint64_t from = entry.begin > at ? entry.begin : at;
            const uint64_t to = entry.end < end ? entry.end : end;
            appendChanged(from, to, entry.value, change);
            at = to;
            if (entry.end > end)
                append({end, entry.end, entry.value});
        }
        if (at < end)
            appendChanged(at, end, T{}, change);
        if (i < entries_.size())
            append(entries_[i++]);
        replace(first, i);
    }

    void set(uint64_t begin, uint64_t end, const T& value) {
        update(begin, end, [&](T& old) { old = value; });
    }

    // Calls look(begin, end, const T&) for each stored part of the range; gaps are left out.
    template <class F>
    void visit(uint64_t begin, uint64_t end, F look) const {
        for (size_t i = firstEndingAfter(begin); i < entries_.size(); i++) {
            const Entry& entry = entries_[i];
            if (entry.begin >= end)
                break;
            look(entry.begin > begin ? entry.begin : begin, entry.end < end ? entry.end : end, entry.value);
        }
    }

    T at(uint64_t offset) const {
        const size_t i = firstEndingAfter(offset);
        return i < entries_.size() && entries_[i].begin <= offset ? entries_[i].value : T{};
    }

private:
    size_t firstEndingAfter(uint64_t offset) const {
        const auto found = std::partition_point(entries_.begin(), entries_.end(),
                                                [offset](const Entry& entry) { return entry.end <= offset; });
        return static_cast<size_t>(found - entries_.begin());
    }
    // scratch_ takes the place of the entries from `first` up to `last`.
    void replace(size_t first, size_t last) {
        const size_t before = last - first, same = std::min(before, scratch_.size());
        const auto at = entries_.begin() + static_cast<ptrdiff_t>(first);
        const auto rest = std::copy_n(scratch_.begin(), same, at);
        if (same < before)
            entries_.erase(rest, entries_.begin() + static_cast<ptrdiff_t>(last));
        else
            entries_.insert(rest, scratch_.begin() + static_cast<ptrdiff_t>(same), scratch_.end());
    }
    template <class F>
    void appendChanged(uint64_t begin, uint64_t end, T value, F& change) {
        change(value);
        append({begin, end, value});
    }
    void append(const Entry& entry) {
        if (entry.value == T{})
            return;
        if (!scratch_.empty() && scratch_.back().end == entry.begin && scratch_.back().value == entry.value)
            scratch_.back().end = entry.end;
        else
            scratch_.push_back(entry);
    }

    std::vector<Entry> entries_; // sorted, apart from each other or different
    std::vector<Entry> scratch_;
};

} // namespace hendeca::gpu::hazard
