#pragma once
// What the worker hands to the submit thread: the finished command buffers of one submission, and presents that follow it.
// Plain data.

#include "gpu/present/present_impl.h"
#include "gpu/sparse/bind_batch.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hendeca::gpu {

class FenceState;

struct SubmitJob {
    uint64_t value = 0;                     // the timeline's when it has completed; 0: part of a later one
    VkCommandBuffer early = VK_NULL_HANDLE; // null: nothing to execute
    VkCommandBuffer main = VK_NULL_HANDLE;
    std::vector<PresentJob> presents;
    // Not null: before anything else, and before what follows, the submit thread waits until the fence has this value.
    std::shared_ptr<FenceState> waitFor;
    uint64_t waitValue = 0;
    std::unique_ptr<BindBatch> binds; // not null: only these
};

// Takes jobs in order. Implemented by the submit thread's owner.
class SubmitSink {
public:
    virtual void submitJob(SubmitJob&& job) = 0;
    // The last submission that the GPU has really finished, asked anew; after a loss it may stand still.
    virtual uint64_t completedNow() = 0;
    // Waits until all jobs handed over so far have been executed.
    virtual void waitExecuted() = 0;
    // Waits for a submission that was handed over; false when the device is lost.
    virtual bool waitFor(uint64_t value) = 0;

protected:
    ~SubmitSink() = default;
};

} // namespace hendeca::gpu
