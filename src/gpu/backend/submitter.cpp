#include "gpu/backend/submitter.h"

#include "gpu/backend/fence_state.h"
#include "gpu/backend/progress.h"
#include "util/log.h"
#include "util/small_vector.h"
#include "vk/device.h"

#include <exception>

namespace hendeca::gpu {

Submitter::Submitter(vk::Device& device, Progress& progress)
    : device_(device), progress_(progress), binds_(device), thread_(startThread("hendeca-submit", [this] { threadMain(); })) {}

Submitter::~Submitter() {
    stop();
}

void Submitter::stop() {
    jobs_.close();
    if (thread_.joinable())
        thread_.join();
}

void Submitter::push(SubmitJob&& job) {
    // Counted once it is in the queue, so that nobody waits for a job that never got there.
    if (jobs_.push(std::move(job))) {
        std::lock_guard lock(countMutex_);
        pushed_++;
    }
}

void Submitter::waitIdle() {
    {
        std::unique_lock lock(countMutex_);
        const uint64_t target = pushed_;
        done_.wait(lock, [&] { return finished_ >= target; });
    }
    std::lock_guard lock(queueMutex_);
    if (!device_.lost())
        (void)device_.check(device_.fn().QueueWaitIdle(device_.queue()), "waiting for the queue");
}

void Submitter::threadMain() {
    while (auto job = jobs_.pop()) {
        if (job->waitFor)
            waitForFence(*job);
        {
            std::lock_guard lock(queueMutex_);
            bool submitted = false;
            try {
                if (job->binds)
                    bind(*job->binds);
                submitted = submit(*job);
            } catch (const std::exception&) {
                device_.markLost(makeError(ErrorCode::OutOfMemory, "out of memory"));
            }
            progress_.setSubmitted(job->value);
            for (const PresentJob& present : job->presents)
                present.presenter->finish(present, device_.queue(), submitted);
        }
        {
            std::lock_guard lock(countMutex_);
            finished_++;
        }
        done_.notify_all();
    }
}

// The queue has handed over what comes before; the GPU may be at work on it meanwhile.
void Submitter::waitForFence(const SubmitJob& job) {
    if (job.waitFor->promisedBy(progress_, job.waitValue))
        return; // an earlier submission of this queue
    while (job.waitFor->completed() < job.waitValue && !device_.lost()) {
        if (abandoned_.load(std::memory_order_acquire)) {
            logWarn("a wait for a fence is given up: its device goes away");
            return;
        }
        job.waitFor->waitShortly(job.waitValue);
    }
}

void Submitter::bind(const BindBatch& batch) {
    if (device_.lost())
        return;
    if (auto status = binds_.bind(batch); !status)
        device_.markLost(status.error());
}

bool Submitter::submit(const SubmitJob& job) {
    if (device_.lost() || (!job.main && !job.early))
        return false;
    SmallVector<VkCommandBufferSubmitInfo, 2> commands;
    for (VkCommandBuffer buffer : {job.early, job.main}) {
        if (!buffer)
            continue;
        VkCommandBufferSubmitInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
        info.commandBuffer = buffer;
        commands.push_back(info);
    }
    SmallVector<VkSemaphoreSubmitInfo, 2> waits, signals;
    VkSemaphoreSubmitInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    for (const PresentJob& present : job.presents) {
        if (!present.acquired)
            continue;
        semaphore.semaphore = present.acquired;
        semaphore.stageMask = present.acquiredStages;
        waits.push_back(semaphore);
        semaphore.semaphore = present.rendered;
        semaphore.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
        signals.push_back(semaphore);
    }
    if (const VkSemaphoreSubmitInfo bound = binds_.takeWait(); bound.value)
        waits.push_back(bound);
    semaphore.semaphore = progress_.semaphore();
    semaphore.value = job.value;
    semaphore.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    if (job.value)
        signals.push_back(semaphore);

    VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
    info.waitSemaphoreInfoCount = static_cast<uint32_t>(waits.size());
    info.pWaitSemaphoreInfos = waits.data();
    info.commandBufferInfoCount = static_cast<uint32_t>(commands.size());
    info.pCommandBufferInfos = commands.data();
    info.signalSemaphoreInfoCount = static_cast<uint32_t>(signals.size());
    info.pSignalSemaphoreInfos = signals.data();
    if (auto status = device_.check(device_.fn().QueueSubmit2(device_.queue(), 1, &info, VK_NULL_HANDLE),
                                    "submitting commands");
        !status) {
        device_.markLost(status.error());
        return false;
    }
    return true;
}

} // namespace hendeca::gpu
