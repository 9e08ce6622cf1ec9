#include "gpu/pipeline/compile_queue.h"

#include "util/config.h"
#include "util/log.h"
#include "util/platform.h"
#include "util/thread.h"

#include <algorithm>
#include <exception>

namespace hendeca::gpu {

uint32_t CompileQueue::defaultThreads() {
    if (const int64_t wanted = config().integer(Option::GpuNumCompilerThreads); wanted > 0)
        return static_cast<uint32_t>(std::min<int64_t>(wanted, 64));
    return std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u);
}

CompileQueue::CompileQueue(uint32_t threads) {
    threads_.reserve(threads);
    for (uint32_t i = 0; i < threads; i++)
        threads_.push_back(startThread("hendeca-compile", [this] { threadMain(); }));
}

CompileQueue::~CompileQueue() {
    close();
}

void CompileQueue::add(std::shared_ptr<CompileTask> task, CompilePriority priority) {
    {
        std::lock_guard lock(mutex_);
        if (!closed_) {
            queues_[static_cast<size_t>(priority)].push_back(std::move(task));
            ready_.notify_one();
            return;
        }
    }
    if (begin(*task)) {
        task->cancelled();
        std::lock_guard lock(mutex_);
        task->state_.store(CompileTask::State::Done, std::memory_order_release);
        finished_.notify_all();
    }
}

bool CompileQueue::begin(CompileTask& task) {
    auto expected = CompileTask::State::Waiting;
    return task.state_.compare_exchange_strong(expected, CompileTask::State::Running, std::memory_order_acq_rel);
}

void CompileQueue::run(CompileTask& task) {
    try {
        task.run();
    } catch (const std::exception& failure) {
        logError("a compile task failed: %s", failure.what());
        task.cancelled();
    }
    std::lock_guard lock(mutex_);
    task.state_.store(CompileTask::State::Done, std::memory_order_release);
    finished_.notify_all();
}

void CompileQueue::finish(CompileTask& task) {
    if (task.done())
        return;
    if (begin(task)) {
        // A queue entry for it may remain; the thread that takes it finds the task begun and drops it.
        run(task);
        return;
    }
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [&] { return task.done(); });
}

void CompileQueue::threadMain() {
    std::unique_lock lock(mutex_);
    for (;;) {
        std::shared_ptr<CompileTask> task;
        for (auto& queue : queues_) {
            if (!queue.empty()) {
                task = std::move(queue.front());
                queue.pop_front();
                break;
            }
        }
        if (!task) {
            if (closed_)
                return;
            ready_.wait(lock);
            continue;
        }
        running_++;
        lock.unlock();
        if (begin(*task))
            run(*task);
        task.reset();
        lock.lock();
        if (--running_ == 0)
            finished_.notify_all();
    }
}

void CompileQueue::drain() {
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] {
        return running_ == 0 && std::ranges::all_of(queues_, [](const auto& queue) { return queue.empty(); });
    });
}

void CompileQueue::close() {
    std::deque<std::shared_ptr<CompileTask>> dropped;
    {
        std::lock_guard lock(mutex_);
        closed_ = true;
        for (auto& queue : queues_) {
            std::ranges::move(queue, std::back_inserter(dropped));
            queue.clear();
        }
        ready_.notify_all();
    }
    for (auto& task : dropped) {
        if (!begin(*task))
            continue;
        task->cancelled();
        std::lock_guard lock(mutex_);
        task->state_.store(CompileTask::State::Done, std::memory_order_release);
        finished_.notify_all();
    }
    for (auto& thread : threads_)
        thread.join();
    threads_.clear();
    std::lock_guard lock(mutex_);
    finished_.notify_all();
}

} // namespace hendeca::gpu
