#pragma once
// A queue between threads, and the naming of threads. The queue may be closed; then takers get what is left and after
// that nothing, so that a worker's loop ends by itself.

#include "util/platform.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace hendeca {

template <class T>
class BlockingQueue {
public:
    // False when the queue is closed; the item is dropped then.
    bool push(T item) {
        {
            std::lock_guard lock(mutex_);
            if (closed_)
                return false;
            items_.push_back(std::move(item));
        }
        ready_.notify_one();
        return true;
    }

    // Waits for an item; nothing means that the queue is closed and empty.
    std::optional<T> pop() {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [this] { return closed_ || !items_.empty(); });
        return takeFront();
    }
    std::optional<T> tryPop() {
        std::lock_guard lock(mutex_);
        return takeFront();
    }

    void close() {
        {
            std::lock_guard lock(mutex_);
            closed_ = true;
        }
        ready_.notify_all();
    }
    // Drops what waits; returns how many were dropped.
    size_t clear() {
        std::lock_guard lock(mutex_);
        return std::exchange(items_, {}).size();
    }
    size_t size() const {
        std::lock_guard lock(mutex_);
        return items_.size();
    }

private:
    std::optional<T> takeFront() {
        if (items_.empty())
            return std::nullopt;
        std::optional<T> item(std::move(items_.front()));
        items_.pop_front();
        return item;
    }

    mutable std::mutex mutex_;
    std::condition_variable ready_;
    std::deque<T> items_;
    bool closed_ = false;
};

// Starts a thread that carries a name (15 characters show on Linux).
template <class F>
std::thread startThread(const char* name, F body) {
    return std::thread([name, body = std::move(body)]() mutable {
        setCurrentThreadName(name);
        body();
    });
}

} // namespace hendeca
