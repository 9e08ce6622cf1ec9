#include "gpu/backend/worker.h"

#include "gpu/backend/initial_uploads.h"
#include "vk/device.h"

#include <exception>

namespace hendeca::gpu {

namespace {

constexpr char kNoMemory[] = "out of memory"; // short: a std::string holds it in itself

// Stands for a wait in the queue; never looked into.
alignas(16) char waitMark;
Chunk* const kWaitMark = reinterpret_cast<Chunk*>(&waitMark);

} // namespace

Worker::Worker(vk::Device& device, Recorder& recorder, InitialUploads& uploads, ChunkPool& chunks, SubmitSink& sink)
    : device_(device), recorder_(recorder), uploads_(uploads), chunks_(chunks), sink_(sink),
      thread_(startThread("hendeca-worker", [this] { threadMain(); })) {}

Worker::~Worker() {
    stop();
}

void Worker::stop() {
    queue_.close();
    if (thread_.joinable())
        thread_.join();
}

void Worker::push(Chunk* chunk) {
    // Counted once it is in the queue, so that nobody waits for a chunk that never got there.
    if (queue_.push(chunk)) {
        std::lock_guard lock(mutex_);
        pushed_++;
    } else if (chunk && chunk != kWaitMark) {
        chunks_.give(chunk);
    }
}

void Worker::pushWait(std::shared_ptr<FenceState> fence, uint64_t value) {
    if (waits_.push({std::move(fence), value}))
        push(kWaitMark);
}

void Worker::submitWait() {
    auto wait = waits_.tryPop();
    SubmitJob job;
    job.waitFor = std::move(wait->fence);
    job.waitValue = wait->value;
    sink_.submitJob(std::move(job));
}

void Worker::drain() {
    std::unique_lock lock(mutex_);
    const uint64_t target = pushed_;
    done_.wait(lock, [&] { return replayed_ >= target; });
}

void Worker::threadMain() {
    while (auto chunk = queue_.pop()) {
        if (*chunk == kWaitMark) {
            submitWait();
        } else {
            replay(*chunk);
            if (*chunk)
                chunks_.give(*chunk);
        }
        {
            std::lock_guard lock(mutex_);
            replayed_++;
        }
        done_.notify_all();
    }
}

void Worker::replay(Chunk* chunk) {
    const auto guarded = [&](auto&& work) {
        try {
            work();
        } catch (const std::exception&) {
            device_.markLost(makeError(ErrorCode::OutOfMemory, kNoMemory));
        }
    };
    guarded([&] { uploads_.record(recorder_, !chunk); });
    if (chunk)
        guarded([&] { recorder_.replay(chunk); });
}

} // namespace hendeca::gpu
