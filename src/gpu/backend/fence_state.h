#pragma once
// The value of a fence that several devices of this process may know. Each raise is promised first: "when submission n
// of that backend has ended", so the value can be asked for without waiting for a thread. The GPU of another device
// cannot wait for it itself: its submit thread does, before it hands over what comes after the wait. Any thread.

#include "gpu/backend/completion.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace hendeca::gpu {

class Progress;

class FenceState {
public:
    explicit FenceState(uint64_t value) : value_(value) {}

    // What has been reached now.
    uint64_t completed();
    // The fence has `value` when `submission` has ended. The backend keeps its word with settle(), at the latest when
    // it goes away.
    void promise(Progress& progress, uint64_t submission, uint64_t value);
    void settle(Progress& progress, uint64_t submission);
    // A promise of this backend that is kept by an earlier submission: nothing is to be waited for in its queue.
    bool promisedBy(const Progress& progress, uint64_t value);
    // Waits at most about 50 milliseconds; whether the value is reached.
    bool waitShortly(uint64_t value);
    // At once when it is reached already.
    void whenReached(uint64_t value, std::unique_ptr<Completion> then);

private:
    struct Promise {
        Progress* progress;
        uint64_t submission, value;
    };
    struct Waiting {
        uint64_t value;
        std::unique_ptr<Completion> then;
    };
    using Due = std::vector<std::unique_ptr<Completion>>;
    void keepPromises(const Progress* settled, uint64_t submission);
    Due takeDue();
    static void run(Due due);

    std::mutex mutex_;
    std::condition_variable changed_;
    uint64_t value_;
    std::vector<Promise> promises_;
    std::vector<Waiting> waiting_;
};

} // namespace hendeca::gpu
