#pragma once
// The thread that waits for submissions on behalf of others and then does what they asked for: events of Flush1 and of
// EnqueueSetEvent, values of fences. It starts with the first request. Requests come with rising submission values.

#include "gpu/backend/completion.h"
#include "util/thread.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

namespace hendeca::gpu {

class Progress;

class Notifier {
public:
    explicit Notifier(Progress& progress) : progress_(progress) {}
    ~Notifier() { stop(); }

    void add(uint64_t submission, std::unique_ptr<Completion> then);
    // Does what is left and ends. Everything must have been submitted, or the device be lost.
    void stop();

private:
    struct Request {
        uint64_t submission;
        std::unique_ptr<Completion> then;
    };
    void threadMain();

    Progress& progress_;
    BlockingQueue<Request> requests_;
    std::mutex mutex_; // around thread_
    std::thread thread_;
};

} // namespace hendeca::gpu
