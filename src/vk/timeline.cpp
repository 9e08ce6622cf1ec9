#include "vk/timeline.h"

#include "vk/device.h"

#include <algorithm>

namespace hendeca::vk {

Result<std::unique_ptr<Timeline>> Timeline::create(std::shared_ptr<Device> device) {
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type, 0};
    std::unique_ptr<Timeline> timeline(new Timeline());
    timeline->device_ = std::move(device);
    Device& owner = *timeline->device_;
    HENDECA_TRY(owner.check(owner.fn().CreateSemaphore(owner.handle(), &info, nullptr, &timeline->handle_),
                            "create a timeline semaphore"));
    return timeline;
}

Timeline::~Timeline() {
    if (handle_)
        device_->fn().DestroySemaphore(device_->handle(), handle_, nullptr);
}

void Timeline::raise(uint64_t value) {
    uint64_t before = known_.load(std::memory_order_relaxed);
    while (before < value && !known_.compare_exchange_weak(before, value, std::memory_order_release)) {
    }
}

uint64_t Timeline::completed() {
    if (!device_->lost()) {
        uint64_t value = 0;
        const VkResult result = device_->fn().GetSemaphoreCounterValue(device_->handle(), handle_, &value);
        // A lost device may report any value at all, UINT64_MAX among them.
        if (device_->check(result, "read a timeline").ok())
            raise(value);
    }
    return known();
}

bool Timeline::wait(uint64_t value, uint64_t timeout) {
    // In slices, so that a loss that another thread saw ends the wait.
    constexpr uint64_t kSlice = 250'000'000;
    if (known() >= value)
        return true;
    for (;;) {
        if (device_->lost())
            return false;
        VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
        info.semaphoreCount = 1;
        info.pSemaphores = &handle_;
        info.pValues = &value;
        const uint64_t slice = std::min(timeout, kSlice);
        const VkResult result = device_->fn().WaitSemaphores(device_->handle(), &info, slice);
        if (result == VK_SUCCESS) {
            raise(value);
            return true;
        }
        if (result != VK_TIMEOUT) {
            const Status status = device_->check(result, "wait for a timeline");
            if (!status.ok() && !device_->lost())
                device_->markLost(status.error());
            return false;
        }
        timeout = timeout == UINT64_MAX ? timeout : timeout - slice;
        if (timeout == 0)
            return false;
    }
}

} // namespace hendeca::vk
