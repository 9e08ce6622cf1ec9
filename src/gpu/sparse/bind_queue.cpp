#include "gpu/sparse/bind_queue.h"

#include "vk/device.h"

#include <vector>

namespace hendeca::gpu {

BindQueue::~BindQueue() {
    if (semaphore_)
        device_.fn().DestroySemaphore(device_.handle(), semaphore_, nullptr);
}

Status BindQueue::makeSemaphore() {
    if (semaphore_)
        return Ok{};
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    return device_.check(device_.fn().CreateSemaphore(device_.handle(), &info, nullptr, &semaphore_),
                         "create a semaphore");
}

// A signal comes after everything that was submitted before it.
Status BindQueue::signalBefore() {
    VkSemaphoreSubmitInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    signal.semaphore = semaphore_;
    signal.value = ++value_;
    signal.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
    const VkSemaphoreSubmitInfo wait = takeWait(); // of a batch that no submission has waited for yet
    info.waitSemaphoreInfoCount = wait.value ? 1 : 0;
    info.pWaitSemaphoreInfos = &wait;
    info.signalSemaphoreInfoCount = 1;
    info.pSignalSemaphoreInfos = &signal;
    return device_.check(device_.fn().QueueSubmit2(device_.queue(), 1, &info, VK_NULL_HANDLE), "submitting a signal");
}

Status BindQueue::bind(const BindBatch& batch) {
    HENDECA_TRY(makeSemaphore());
    if (!batch.unordered)
        HENDECA_TRY(signalBefore());
    std::vector<VkSparseBufferMemoryBindInfo> buffers;
    std::vector<VkSparseImageOpaqueMemoryBindInfo> tails;
    std::vector<VkSparseImageMemoryBindInfo> images;
    for (const BindBatch::Target& target : batch.targets) {
        const auto ranges = static_cast<uint32_t>(target.ranges.size());
        if (target.buffer && ranges)
            buffers.push_back({target.buffer, ranges, target.ranges.data()});
        else if (ranges)
            tails.push_back({target.image, ranges, target.ranges.data()});
        if (!target.tiles.empty())
            images.push_back({target.image, static_cast<uint32_t>(target.tiles.size()), target.tiles.data()});
    }
    // Batches follow each other in any case.
    const uint64_t after = value_, done = ++value_;
    VkTimelineSemaphoreSubmitInfo values{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    values.waitSemaphoreValueCount = 1;
    values.pWaitSemaphoreValues = &after;
    values.signalSemaphoreValueCount = 1;
    values.pSignalSemaphoreValues = &done;
    VkBindSparseInfo info{VK_STRUCTURE_TYPE_BIND_SPARSE_INFO, &values};
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &semaphore_;
    info.bufferBindCount = static_cast<uint32_t>(buffers.size());
    info.pBufferBinds = buffers.data();
    info.imageOpaqueBindCount = static_cast<uint32_t>(tails.size());
    info.pImageOpaqueBinds = tails.data();
    info.imageBindCount = static_cast<uint32_t>(images.size());
    info.pImageBinds = images.data();
    info.signalSemaphoreCount = 1;
    info.pSignalSemaphores = &semaphore_;
    HENDECA_TRY(device_.check(device_.fn().QueueBindSparse(device_.queue(), 1, &info, VK_NULL_HANDLE),
                              "binding tiles"));
    bound_ = done;
    return Ok{};
}

VkSemaphoreSubmitInfo BindQueue::takeWait() {
    VkSemaphoreSubmitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    wait.semaphore = semaphore_;
    wait.value = bound_;
    wait.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    bound_ = 0;
    return wait;
}

} // namespace hendeca::gpu
