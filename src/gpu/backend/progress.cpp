#include "gpu/backend/progress.h"

#include "vk/device.h"

#include <chrono>

namespace hendeca::gpu {

namespace {

// A wait for the submit thread looks this often whether the device was lost meanwhile.
constexpr std::chrono::milliseconds kLookAgain{100};

} // namespace

Result<std::unique_ptr<Progress>> Progress::create(std::shared_ptr<vk::Device> device) {
    std::unique_ptr<Progress> progress(new Progress(device));
    HENDECA_TRY_ASSIGN(progress->timeline_, vk::Timeline::create(std::move(device)));
    return progress;
}

uint64_t Progress::reached() {
    const uint64_t known = timeline_->known();
    return known >= submitted() ? known : timeline_->completed();
}

uint64_t Progress::completed() {
    const uint64_t value = device_->lost() ? 0 : reached();
    return device_->lost() ? ~uint64_t(0) : value;
}

bool Progress::wait(uint64_t value) {
    if (completed() >= value)
        return !device_->lost();
    {
        std::unique_lock lock(mutex_);
        while (submitted() < value && !device_->lost())
            changed_.wait_for(lock, kLookAgain);
    }
    return timeline_->wait(value) && !device_->lost();
}

void Progress::setSubmitted(uint64_t value) {
    {
        std::lock_guard lock(mutex_);
        if (value > submitted_.load(std::memory_order_relaxed))
            submitted_.store(value, std::memory_order_release);
    }
    changed_.notify_all();
}

} // namespace hendeca::gpu
