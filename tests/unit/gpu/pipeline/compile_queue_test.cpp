#include "gpu/pipeline/compile_queue.h"

#include <gtest/gtest.h>

#include <new>

namespace hendeca::gpu {
namespace {

class Note final : public CompileTask {
public:
    Note(std::vector<int>& log, int number) : log_(log), number_(number) {}
    bool wasCancelled = false;

private:
    void run() override { log_.push_back(number_); }
    void cancelled() override { wasCancelled = true; }
    std::vector<int>& log_;
    int number_;
};

TEST(CompileQueue, RunsATaskThatIsNeededAtOnceOnTheThreadThatNeedsIt) {
    std::vector<int> log;
    CompileQueue queue(0);
    auto task = std::make_shared<Note>(log, 7);
    queue.add(task, CompilePriority::Background);
    EXPECT_FALSE(task->done());
    queue.finish(*task);
    EXPECT_TRUE(task->done());
    queue.finish(*task); // not a second time
    EXPECT_EQ(log, std::vector<int>{7});
}

// Holds the thread until it is told to go on, so that what waits behind it can be put in any order.
class Gate final : public CompileTask {
public:
    std::atomic<bool> open{false}, entered{false};

private:
    void run() override {
        entered = true;
        while (!open)
            std::this_thread::yield();
    }
};

TEST(CompileQueue, TakesWhatDrawsNeedFirst) {
    std::vector<int> log;
    CompileQueue queue(1);
    auto gate = std::make_shared<Gate>();
    queue.add(gate, CompilePriority::Draw);
    while (!gate->entered)
        std::this_thread::yield();
    queue.add(std::make_shared<Note>(log, 3), CompilePriority::Background);
    queue.add(std::make_shared<Note>(log, 2), CompilePriority::Normal);
    queue.add(std::make_shared<Note>(log, 1), CompilePriority::Draw);
    gate->open = true;
    queue.drain();
    EXPECT_EQ(log, (std::vector<int>{1, 2, 3}));
}

class Thrower final : public CompileTask {
public:
    std::atomic<bool> wasCancelled{false};

private:
    void run() override { throw std::bad_alloc(); }
    void cancelled() override { wasCancelled = true; }
};

TEST(CompileQueue, ATaskThatThrowsCountsAsCancelledAndIsDone) {
    std::vector<int> log;
    CompileQueue queue(1);
    auto task = std::make_shared<Thrower>();
    queue.add(task, CompilePriority::Draw);
    queue.finish(*task);
    EXPECT_TRUE(task->done());
    EXPECT_TRUE(task->wasCancelled);
    queue.add(std::make_shared<Note>(log, 1), CompilePriority::Draw); // the thread lives
    queue.drain();
    EXPECT_EQ(log, std::vector<int>{1});
}

TEST(CompileQueue, CancelsAtTheEndWhatHasNotBegun) {
    std::vector<int> log;
    CompileQueue queue(0);
    auto task = std::make_shared<Note>(log, 1);
    queue.add(task, CompilePriority::Normal);
    queue.close();
    EXPECT_TRUE(task->wasCancelled);
    EXPECT_TRUE(task->done());
    auto late = std::make_shared<Note>(log, 2);
    queue.add(late, CompilePriority::Normal);
    EXPECT_TRUE(late->wasCancelled);
    EXPECT_TRUE(log.empty());
}

} // namespace
} // namespace hendeca::gpu
