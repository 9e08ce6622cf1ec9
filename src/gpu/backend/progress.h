#pragma once
// How far submissions have come: recorded values that reached the queue, and those that the GPU has finished (the timeline
// semaphore). Any thread may ask and wait; the submit thread says what has been submitted. When the device is lost every
// wait ends and everything counts as completed, so that nobody hangs.

#include "util/result.h"
#include "vk/timeline.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

class Progress {
public:
    static Result<std::unique_ptr<Progress>> create(std::shared_ptr<vk::Device> device);

    VkSemaphore semaphore() const { return timeline_->handle(); }
    uint64_t completed(); // asks the driver, unless everything submitted is known to be done
    // What the GPU is known to have finished, lost or not: things may be destroyed and used again up to there. A device that
    // was given up for want of memory may still be at work.
    uint64_t reached();
    uint64_t submitted() const { return submitted_.load(std::memory_order_acquire); }
    // Waits until the GPU has finished `value`. False when the device is lost.
    bool wait(uint64_t value);

    // Submit thread: up to this value everything has been handed to the queue (or never will be, after a loss).
    void setSubmitted(uint64_t value);

private:
    explicit Progress(std::shared_ptr<vk::Device> device) : device_(std::move(device)) {}

    std::shared_ptr<vk::Device> device_;
    std::unique_ptr<vk::Timeline> timeline_;
    std::atomic<uint64_t> submitted_{0};
    std::mutex mutex_;
    std::condition_variable changed_;
};

} // namespace hendeca::gpu
