#pragma once
// One timeline semaphore with one rising value per submission. Any thread may ask and wait; values are signalled by the
// queue. Nothing waits for ever: a lost device ends every wait.

#include "util/result.h"
#include "vk/fns.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace hendeca::vk {

class Device;

class Timeline {
public:
    static Result<std::unique_ptr<Timeline>> create(std::shared_ptr<Device> device);
    ~Timeline();

    VkSemaphore handle() const { return handle_; }
    // The last value known to be reached, without a call into the driver.
    uint64_t known() const { return known_.load(std::memory_order_acquire); }
    // The last value reached now; that of before when the device is lost.
    uint64_t completed();
    // True when the value is reached; false when the device is lost or the time (nanoseconds) is over.
    bool wait(uint64_t value, uint64_t timeout = UINT64_MAX);

private:
    Timeline() = default;
    void raise(uint64_t value);
    std::shared_ptr<Device> device_;
    VkSemaphore handle_ = VK_NULL_HANDLE;
    std::atomic<uint64_t> known_{0};
};

} // namespace hendeca::vk
