#pragma once
// The worker thread: takes chunks in order and replays them into the recorder, after the uploads that creation left behind.
// Chunks go back to the pool. Should anything throw (memory), the device counts as lost and the thread goes on, so that
// waiters never hang.

#include "gpu/backend/chunk_queue.h"
#include "gpu/record/recorder.h"
#include "util/thread.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

namespace hendeca::gpu {

class InitialUploads;

class Worker {
public:
    Worker(vk::Device& device, Recorder& recorder, InitialUploads& uploads, ChunkPool& chunks, SubmitSink& sink);
    ~Worker(); // replays what is queued, then ends

    void push(Chunk* chunk); // null: only uploads, which are executed at once
    // What is pushed from here on is submitted when the fence has the value.
    void pushWait(std::shared_ptr<FenceState> fence, uint64_t value);
    void drain();
    void stop();

private:
    struct Wait {
        std::shared_ptr<FenceState> fence;
        uint64_t value;
    };
    void submitWait();
    void threadMain();
    void replay(Chunk* chunk);

    vk::Device& device_;
    Recorder& recorder_;
    InitialUploads& uploads_;
    ChunkPool& chunks_;
    SubmitSink& sink_;
    ChunkQueue queue_; // a wait is a pointer in it that stands for the first of waits_
    BlockingQueue<Wait> waits_;
    std::mutex mutex_;
    std::condition_variable done_;
    uint64_t pushed_ = 0, replayed_ = 0;
    std::thread thread_;
};

} // namespace hendeca::gpu
