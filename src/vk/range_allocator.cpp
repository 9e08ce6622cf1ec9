#include "vk/range_allocator.h"

#include <algorithm>
#include <bit>

namespace hendeca::vk {

namespace {

constexpr uint64_t roundUp(uint64_t value, uint64_t alignment) { return (value + alignment - 1) & ~(alignment - 1); }

} // namespace

RangeAllocator::RangeAllocator(uint64_t size, uint64_t granularity)
    : size_(size & ~(granularity - 1)), granularity_(granularity),
      shift_(static_cast<uint32_t>(std::countr_zero(granularity))) {
    for (auto& list : heads_)
        std::fill(std::begin(list), std::end(list), kNoNode);
    if (!size_)
        return;
    head_ = newNode();
    nodes_[head_] = {0, size_, kNoNode, kNoNode, kNoNode, kNoNode, true};
    link(head_);
}

// Sizes below 16 units have a list each; above, every power of two is cut into 16 lists.
RangeAllocator::Class RangeAllocator::classOf(uint64_t units) const {
    if (units < kSecond)
        return {0, static_cast<uint32_t>(units)};
    const uint32_t log = 63 - static_cast<uint32_t>(std::countl_zero(units));
    return {log - kSecondBits + 1, static_cast<uint32_t>(units >> (log - kSecondBits)) & (kSecond - 1)};
}

uint32_t RangeAllocator::findFree(uint64_t units) const {
    // Rounded up to the next class border, so that every node of the class found is large enough.
    if (units >= kSecond) {
        const uint32_t log = 63 - static_cast<uint32_t>(std::countl_zero(units));
        units += (uint64_t(1) << (log - kSecondBits)) - 1;
    }
    Class at = classOf(units);
    if (at.first >= kFirst)
        return kNoNode;
    uint32_t second = secondMap_[at.first] & (~0u << at.second);
    if (!second) {
        const uint64_t first = at.first + 1 < kFirst ? firstMap_ & (~uint64_t(0) << (at.first + 1)) : 0;
        if (!first)
            return kNoNode;
        at.first = static_cast<uint32_t>(std::countr_zero(first));
        second = secondMap_[at.first];
    }
    return heads_[at.first][std::countr_zero(second)];
}

void RangeAllocator::link(uint32_t index) {
    Node& node = nodes_[index];
    const Class at = classOf(node.size >> shift_);
    uint32_t& head = heads_[at.first][at.second];
    node.free = true;
    node.previousFree = kNoNode;
    node.nextFree = head;
    if (head != kNoNode)
        nodes_[head].previousFree = index;
    head = index;
    firstMap_ |= uint64_t(1) << at.first;
    secondMap_[at.first] |= 1u << at.second;
}

void RangeAllocator::unlink(uint32_t index) {
    Node& node = nodes_[index];
    const Class at = classOf(node.size >> shift_);
    uint32_t& head = heads_[at.first][at.second];
    if (node.previousFree != kNoNode)
        nodes_[node.previousFree].nextFree = node.nextFree;
    else
        head = node.nextFree;
    if (node.nextFree != kNoNode)
        nodes_[node.nextFree].previousFree = node.previousFree;
    if (head == kNoNode) {
        secondMap_[at.first] &= ~(1u << at.second);
        if (!secondMap_[at.first])
            firstMap_ &= ~(uint64_t(1) << at.first);
    }
    node.free = false;
}

uint32_t RangeAllocator::newNode() {
    if (!spare_.empty()) {
        const uint32_t index = spare_.back();
        spare_.pop_back();
        return index;
    }
    nodes_.push_back({});
    return static_cast<uint32_t>(nodes_.size() - 1);
}

void RangeAllocator::split(uint32_t index, uint64_t size) {
    if (nodes_[index].size == size)
        return;
    const uint32_t rest = newNode();
    Node& node = nodes_[index];
    nodes_[rest] = {node.offset + size, node.size - size, index, node.after, kNoNode, kNoNode, true};
    if (node.after != kNoNode)
        nodes_[node.after].before = rest;
    node.after = rest;
    node.size = size;
    link(rest);
}

RangeAllocator::Range RangeAllocator::take(uint64_t size, uint64_t alignment) {
    if (size > size_)
        return {};
    size = roundUp(std::max<uint64_t>(size, 1), granularity_);
    alignment = std::max(alignment, granularity_);
    uint32_t index = findFree(size >> shift_);
    uint64_t start = index == kNoNode ? 0 : roundUp(nodes_[index].offset, alignment);
    if (index == kNoNode || start + size > nodes_[index].offset + nodes_[index].size) {
        // One that is surely large enough wherever it starts.
        index = alignment > granularity_ ? findFree((size + alignment - granularity_) >> shift_) : kNoNode;
        if (index == kNoNode)
            return {};
        start = roundUp(nodes_[index].offset, alignment);
    }
    unlink(index);
    if (const uint64_t gap = start - nodes_[index].offset) {
        // The part before the aligned start stays free; the part behind it becomes the node that is taken.
        split(index, gap);
        const uint32_t behind = nodes_[index].after;
        unlink(behind);
        link(index);
        index = behind;
    }
    split(index, size);
    used_ += size;
    return {nodes_[index].offset, size, index};
}

void RangeAllocator::give(uint32_t index) {
    used_ -= nodes_[index].size;
    const uint32_t before = nodes_[index].before, after = nodes_[index].after;
    if (after != kNoNode && nodes_[after].free) {
        unlink(after);
        nodes_[index].size += nodes_[after].size;
        nodes_[index].after = nodes_[after].after;
        if (nodes_[index].after != kNoNode)
            nodes_[nodes_[index].after].before = index;
        spare_.push_back(after);
    }
    if (before != kNoNode && nodes_[before].free) {
        unlink(before);
        nodes_[before].size += nodes_[index].size;
        nodes_[before].after = nodes_[index].after;
        if (nodes_[before].after != kNoNode)
            nodes_[nodes_[before].after].before = before;
        spare_.push_back(index);
        index = before;
    }
    link(index);
}

uint64_t RangeAllocator::largestFree() const {
    uint64_t largest = 0;
    for (uint32_t index = head_; index != kNoNode; index = nodes_[index].after)
        if (nodes_[index].free)
            largest = std::max(largest, nodes_[index].size);
    return largest;
}

bool RangeAllocator::consistent() const {
    uint64_t offset = 0, used = 0;
    uint32_t before = kNoNode, freeNodes = 0;
    for (uint32_t index = head_; index != kNoNode; index = nodes_[index].after) {
        const Node& node = nodes_[index];
        if (node.offset != offset || node.before != before || !node.size)
            return false;
        if (node.free && before != kNoNode && nodes_[before].free)
            return false;
        used += node.free ? 0 : node.size;
        freeNodes += node.free;
        offset += node.size;
        before = index;
    }
    uint32_t listed = 0;
    for (uint32_t first = 0; first < kFirst; first++)
        for (uint32_t second = 0; second < kSecond; second++)
            for (uint32_t index = heads_[first][second]; index != kNoNode; index = nodes_[index].nextFree) {
                const Class at = classOf(nodes_[index].size >> shift_);
                if (!nodes_[index].free || at.first != first || at.second != second)
                    return false;
                listed++;
            }
    return offset == size_ && used == used_ && listed == freeNodes;
}

} // namespace hendeca::vk
