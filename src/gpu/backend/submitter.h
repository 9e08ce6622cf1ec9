#pragma once
// The submit thread: takes finished command buffers in order, hands them to the queue, and does the presents that follow.
// Nobody else uses the VkQueue while it runs. A failed submission marks the device lost; jobs after that are only counted.

#include "gpu/record/submit_job.h"
#include "gpu/sparse/bind_queue.h"
#include "util/thread.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

class Progress;

class Submitter {
public:
    Submitter(vk::Device& device, Progress& progress);
    ~Submitter(); // does what is queued, then ends

    void push(SubmitJob&& job);
    // Returns when all jobs pushed so far are done and the queue is idle.
    void waitIdle();
    // Waits for fences end, and no more begin: the device goes away.
    void abandonWaits() { abandoned_.store(true, std::memory_order_release); }
    void stop();

private:
    void threadMain();
    bool submit(const SubmitJob& job);
    void bind(const BindBatch& batch);
    void waitForFence(const SubmitJob& job);

    vk::Device& device_;
    Progress& progress_;
    BindQueue binds_;
    BlockingQueue<SubmitJob> jobs_;
    std::mutex queueMutex_; // around the VkQueue
    std::mutex countMutex_;
    std::condition_variable done_;
    uint64_t pushed_ = 0, finished_ = 0;
    std::atomic<bool> abandoned_{false};
    std::thread thread_;
};

} // namespace hendeca::gpu
