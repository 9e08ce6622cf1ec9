#pragma once
// Sparse binds on the queue that renders. The queue does not order them by itself: a timeline semaphore of their own stands
// between a batch and what was submitted before, and between it and what is submitted next. Submit thread only.
// Errors: a failed bind is DeviceLost or OutOfMemory; whoever asked then gives the device up.

#include "gpu/sparse/bind_batch.h"
#include "util/result.h"
#include "vk/fns.h"

#include <cstdint>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

class BindQueue {
public:
    explicit BindQueue(vk::Device& device) : device_(device) {}
    ~BindQueue(); // the GPU is idle

    Status bind(const BindBatch& batch);
    // What the next submission must wait for; value 0: nothing. Asked once for each batch.
    VkSemaphoreSubmitInfo takeWait();

private:
    Status makeSemaphore();
    Status signalBefore();

    vk::Device& device_;
    VkSemaphore semaphore_ = VK_NULL_HANDLE;
    uint64_t value_ = 0; // signalled last
    uint64_t bound_ = 0; // by the last batch; 0: a submission has waited for it
};

} // namespace hendeca::gpu
