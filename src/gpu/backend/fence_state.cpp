#include "gpu/backend/fence_state.h"

#include "gpu/backend/progress.h"

#include <algorithm>
#include <chrono>

namespace hendeca::gpu {

// In the order in which they were given: a fence may be set back by a later promise. The GPU goes on while this looks,
// so a promise waits for the one before it of the same backend, or that one would be kept later and set the fence back.
void FenceState::keepPromises(const Progress* settled, uint64_t submission) {
    size_t kept = 0;
    for (const Promise& promise : promises_) {
        const bool behind = std::any_of(promises_.begin(), promises_.begin() + static_cast<std::ptrdiff_t>(kept),
                                        [&](const Promise& other) { return other.progress == promise.progress; });
        const bool done = !behind && ((promise.progress == settled && promise.submission <= submission) ||
                                      promise.progress->reached() >= promise.submission);
        if (done)
            value_ = promise.value;
        else
            promises_[kept++] = promise;
    }
    promises_.resize(kept);
}

FenceState::Due FenceState::takeDue() {
    Due due;
    for (Waiting& waiting : waiting_)
        if (waiting.value <= value_)
            due.push_back(std::move(waiting.then));
    std::erase_if(waiting_, [](const Waiting& waiting) { return !waiting.then; });
    changed_.notify_all();
    return due;
}

void FenceState::run(Due due) {
    for (std::unique_ptr<Completion>& then : due)
        then->completed();
}

uint64_t FenceState::completed() {
    std::unique_lock lock(mutex_);
    keepPromises(nullptr, 0);
    const uint64_t value = value_;
    Due due = takeDue();
    lock.unlock();
    run(std::move(due));
    return value;
}

void FenceState::promise(Progress& progress, uint64_t submission, uint64_t value) {
    std::lock_guard lock(mutex_);
    promises_.push_back({&progress, submission, value});
}

void FenceState::settle(Progress& progress, uint64_t submission) {
    std::unique_lock lock(mutex_);
    keepPromises(&progress, submission);
    Due due = takeDue();
    lock.unlock();
    run(std::move(due));
}

bool FenceState::promisedBy(const Progress& progress, uint64_t value) {
    std::lock_guard lock(mutex_);
    return std::any_of(promises_.begin(), promises_.end(),
                       [&](const Promise& promise) { return promise.progress == &progress && promise.value >= value; });
}

bool FenceState::waitShortly(uint64_t value) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return value_ >= value; });
}

void FenceState::whenReached(uint64_t value, std::unique_ptr<Completion> then) {
    {
        std::lock_guard lock(mutex_);
        waiting_.push_back({value, std::move(then)});
    }
    completed();
}

} // namespace hendeca::gpu
