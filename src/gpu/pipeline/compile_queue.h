#pragma once
// Compile threads with priorities. Tasks are intrusive and shared; whoever needs a task's result at once calls finish(),
// which runs it there and then if no thread has begun it, and otherwise waits. Any thread. At the end (close() or the
// destructor) tasks that have not begun are dropped: cancelled() is called instead of run(), and their waiters wake.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace hendeca::gpu {

class CompileTask {
public:
    virtual ~CompileTask() = default;
    bool done() const { return state_.load(std::memory_order_acquire) == State::Done; }

protected:
    virtual void run() = 0;
    virtual void cancelled() {} // instead of run(), when the queue closes

private:
    friend class CompileQueue;
    enum class State : uint8_t { Waiting, Running, Done };
    std::atomic<State> state_{State::Waiting};
};

enum class CompilePriority : uint8_t { Draw, Normal, Background }; // Draw: a draw waits for it

class CompileQueue {
public:
    explicit CompileQueue(uint32_t threads); // 0: tasks run only through finish()
    ~CompileQueue();

    void add(std::shared_ptr<CompileTask> task, CompilePriority priority);
    // Returns when the task is done: runs it here if nobody has begun it.
    void finish(CompileTask& task);
    // Waits until nothing is queued or running.
    void drain();
    void close();
    // Half of the machine's threads, between 1 and 8.
    static uint32_t defaultThreads();

private:
    void threadMain();
    bool begin(CompileTask& task);
    void run(CompileTask& task);

    std::mutex mutex_;
    std::condition_variable ready_, finished_;
    std::deque<std::shared_ptr<CompileTask>> queues_[3];
    std::vector<std::thread> threads_;
    uint32_t running_ = 0;
    bool closed_ = false;
};

} // namespace hendeca::gpu
