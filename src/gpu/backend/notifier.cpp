#include "gpu/backend/notifier.h"

#include "gpu/backend/progress.h"

namespace hendeca::gpu {

void Notifier::add(uint64_t submission, std::unique_ptr<Completion> then) {
    {
        std::lock_guard lock(mutex_);
        if (!thread_.joinable())
            thread_ = startThread("hendeca-notify", [this] { threadMain(); });
    }
    requests_.push({submission, std::move(then)});
}

void Notifier::stop() {
    requests_.close();
    std::lock_guard lock(mutex_);
    if (thread_.joinable())
        thread_.join();
}

void Notifier::threadMain() {
    while (auto request = requests_.pop()) {
        // Of a lost device nothing more comes; whoever waits must not wait for ever.
        (void)progress_.wait(request->submission);
        request->then->completed();
    }
}

} // namespace hendeca::gpu
