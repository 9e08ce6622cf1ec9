#pragma once
// The way of chunks from the application's thread to the worker: like BlockingQueue, but in a ring that is there from the
// start, so that handing over a chunk does not allocate on the application's thread while the worker keeps up. Any thread.

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace hendeca::gpu {

struct Chunk;

class ChunkQueue {
public:
    // False when the queue is closed; the chunk stays the caller's.
    bool push(Chunk* chunk) {
        {
            std::lock_guard lock(mutex_);
            if (closed_)
                return false;
            if (count_ == ring_.size())
                grow();
            ring_[(first_ + count_++) % ring_.size()] = chunk;
        }
        ready_.notify_one();
        return true;
    }
    // Waits for a chunk; nothing means that the queue is closed and empty.
    std::optional<Chunk*> pop() {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [this] { return closed_ || count_; });
        if (!count_)
            return std::nullopt;
        Chunk* const chunk = ring_[first_];
        first_ = (first_ + 1) % ring_.size();
        count_--;
        return chunk;
    }
    void close() {
        {
            std::lock_guard lock(mutex_);
            closed_ = true;
        }
        ready_.notify_all();
    }

private:
    void grow() {
        std::vector<Chunk*> larger(2 * ring_.size());
        for (size_t i = 0; i < count_; i++)
            larger[i] = ring_[(first_ + i) % ring_.size()];
        ring_ = std::move(larger);
        first_ = 0;
    }

    std::mutex mutex_;
    std::condition_variable ready_;
    std::vector<Chunk*> ring_ = std::vector<Chunk*>(256);
    size_t first_ = 0, count_ = 0;
    bool closed_ = false;
};

} // namespace hendeca::gpu
