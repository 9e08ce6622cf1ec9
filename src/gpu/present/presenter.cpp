#include "gpu/present/present_impl.h"

#include "gpu/record/record_context.h"
#include "gpu/resource/image.h"
#include "gpu/stream/packets.h"
#include "util/log.h"
#include "util/platform.h"
#include "vk/device.h"

#include <chrono>

namespace hendeca::gpu {

namespace {

// How long the worker waits for the window system to give an image back before the frame is dropped. A hidden window on
// some systems gives none at all.
constexpr uint64_t kAcquireTimeout = 1'000'000'000; // nanoseconds

// How long jobs of a lost device may take to come back from the submit thread.
constexpr std::chrono::milliseconds kLostStep{100};
constexpr int kLostSteps = 20;

} // namespace

Result<std::unique_ptr<Presenter>> PresenterImpl::create(PresentHost& host, const PresenterDesc& desc) {
    if (desc.source && !host.device().fn().CreateSwapchainKHR)
        return makeError(ErrorCode::Unsupported, "the device has no VK_KHR_swapchain");
    return std::unique_ptr<Presenter>(new PresenterImpl(host, desc));
}

PresenterImpl::~PresenterImpl() {
    waitOutstanding();
    if (chain_.handle)
        host_.waitQueueIdle();
    destroyChain(chain_);
    destroySurface();
}

bool PresenterImpl::waitOutstanding() {
    std::unique_lock lock(mutex_);
    // A job may have been dropped with the device: then there is an end to the waiting.
    for (int step = 0; finishedJobs_ != recordedJobs_; step++) {
        if (step == kLostSteps && host_.device().lost())
            return false;
        if (step == kLostSteps)
            step = 0;
        finished_.wait_for(lock, kLostStep);
    }
    return true;
}

bool PresenterImpl::waitPresented(uint64_t id, uint32_t timeoutMs) {
    uint64_t submission = 0;
    {
        std::unique_lock lock(mutex_);
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeoutMs);
        // In steps, since a device may be lost without a job ever coming back.
        while (presented_.load(std::memory_order_acquire) < id) {
            if (host_.device().lost())
                return false;
            if (std::chrono::steady_clock::now() >= deadline)
                return true;
            finished_.wait_for(lock, std::chrono::milliseconds(timeoutMs < 100 ? timeoutMs : 100));
        }
        const Submitted& entry = history_[id % kHistory];
        if (entry.id == id)
            submission = entry.submission;
    }
    // Handed over is not done: the frame counts when the GPU has drawn it.
    if (!submission)
        return !host_.device().lost();
    VkSemaphore timeline = host_.timeline();
    VkSemaphoreWaitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    wait.semaphoreCount = 1;
    wait.pSemaphores = &timeline;
    wait.pValues = &submission;
    vk::Device& device = host_.device();
    const VkResult result = device.fn().WaitSemaphores(device.handle(), &wait, uint64_t(timeoutMs) * 1'000'000);
    if (result == VK_TIMEOUT)
        return true;
    return device.check(result, "waiting for a presented frame").ok() && !device.lost();
}

PresentJob PresenterImpl::record(RecordContext& context, const packet::Present& present) {
    PresentJob job;
    job.presenter = this;
    job.presentId = present.presentId;

    // A present in the same submission as the one before cannot wait for that one's hand-over: it is not handed over yet.
    const bool sameSubmission = lastSubmission_ == context.submission() && context.submission() != 0;
    if (desc_.source && present.source && !sameSubmission && !host_.device().lost()) {
        waitOutstanding();
        if (prepare(present) && acquire(context, job)) {
            blit(context, *present.source, chain_.images[job.imageIndex]);
            status_.store(PresentStatus::Ok, std::memory_order_release);
        }
    }
    lastSubmission_ = context.submission();

    std::lock_guard lock(mutex_);
    recordedJobs_++;
    history_[job.presentId % kHistory] = {job.presentId, context.submission()};
    return job;
}

void PresenterImpl::finish(const PresentJob& job, VkQueue queue, bool submitted) {
    if (job.acquired && submitted) {
        VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
        info.waitSemaphoreCount = 1;
        info.pWaitSemaphores = &job.rendered;
        info.swapchainCount = 1;
        info.pSwapchains = &job.swapchain;
        info.pImageIndices = &job.imageIndex;
        const VkResult result = host_.device().fn().QueuePresentKHR(queue, &info);
        if (result == VK_ERROR_SURFACE_LOST_KHR || result == VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT)
            lost_.store(true, std::memory_order_release);
        else if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR)
            outOfDate_.store(true, std::memory_order_release);
        else if (result != VK_SUCCESS) {
            if (host_.device().check(result, "presenting").ok() || !host_.device().lost())
                lost_.store(true, std::memory_order_release);
        }
    } else if (job.acquired) {
        // The image stays acquired and its semaphore signalled: only a new chain gets rid of both.
        outOfDate_.store(true, std::memory_order_release);
    }
    {
        std::lock_guard lock(mutex_);
        finishedJobs_++;
        if (!submitted && history_[job.presentId % kHistory].id == job.presentId)
            history_[job.presentId % kHistory].submission = 0;
        if (presented_.load(std::memory_order_relaxed) < job.presentId)
            presented_.store(job.presentId, std::memory_order_release);
    }
    finished_.notify_all();
}

// Brings surface and chain into a state in which an image may be acquired. False: nothing is shown this time.
bool PresenterImpl::prepare(const packet::Present& present) {
    if (lost_.exchange(false, std::memory_order_acq_rel))
        loseSurface("presenting");
    if (outOfDate_.exchange(false, std::memory_order_acq_rel) && state_ == State::Ready)
        state_ = State::OutOfDate;

    const VkExtent2D size = desc_.source->size();
    if (size.width == 0 || size.height == 0) {
        // Minimised, or gone. Some window systems refuse a chain of no size, so nothing is tried.
        status_.store(PresentStatus::Occluded, std::memory_order_release);
        return false;
    }
    if (!surface_ && !makeSurface()) {
        status_.store(PresentStatus::Lost, std::memory_order_release);
        return false;
    }

    const VkFormat source = present.source->desc().format;
    const VkPresentModeKHR mode = chooseMode(present.syncInterval, present.tearing);
    const bool resized = size.width != windowSize_.width || size.height != windowSize_.height;
    if (state_ == State::Ready && chain_.mode == mode && chainSource_ == source && !resized)
        return true;
    // Remembered as the window system told it: the chain's own extent may differ from it for good.
    windowSize_ = size;
    const Status made = makeChain(source, mode);
    if (made.ok())
        return state_ == State::Ready;
    if (made.error().code == ErrorCode::SurfaceLost)
        loseSurface(made.error().what.c_str());
    else
        HENDECA_WARN_ONCE("Nothing is shown: %s", made.error().what.c_str());
    status_.store(PresentStatus::Occluded, std::memory_order_release);
    return false;
}

bool PresenterImpl::acquire(RecordContext& context, PresentJob& job) {
    vk::Device& device = host_.device();
    for (int attempt = 0; attempt < 2; attempt++) {
        const uint32_t slot = chain_.nextSlot;
        // Reuse is safe when the submission that waited for the semaphore is complete.
        if (chain_.acquiredBy[slot]) {
            VkSemaphore timeline = host_.timeline();
            VkSemaphoreWaitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
            wait.semaphoreCount = 1;
            wait.pSemaphores = &timeline;
            wait.pValues = &chain_.acquiredBy[slot];
            if (!device.check(device.fn().WaitSemaphores(device.handle(), &wait, UINT64_MAX), "waiting for a frame").ok())
                return false;
        }
        uint32_t index = 0;
        const VkResult result = device.fn().AcquireNextImageKHR(device.handle(), chain_.handle, kAcquireTimeout,
                                                                chain_.acquired[slot], VK_NULL_HANDLE, &index);
        if (result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR) {
            // A suboptimal image is shown once; the chain is made anew the next time.
            if (result == VK_SUBOPTIMAL_KHR)
                outOfDate_.store(true, std::memory_order_release);
            chain_.nextSlot = (slot + 1) % kAcquireSlots;
            chain_.acquiredBy[slot] = context.submission();
            job.acquired = chain_.acquired[slot];
            job.acquiredStages = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
            job.rendered = chain_.rendered[index];
            job.swapchain = chain_.handle;
            job.imageIndex = index;
            return true;
        }
        if (result == VK_ERROR_OUT_OF_DATE_KHR && attempt == 0) {
            const Status made = makeChain(chainSource_, chain_.mode);
            if (!made.ok() || state_ != State::Ready)
                break;
            continue;
        }
        fail(result, "acquiring an image");
        break;
    }
    status_.store(PresentStatus::Occluded, std::memory_order_release);
    return false;
}

void PresenterImpl::fail(VkResult result, const char* what) {
    if (result == VK_TIMEOUT || result == VK_NOT_READY || result == VK_ERROR_OUT_OF_DATE_KHR) {
        if (result == VK_ERROR_OUT_OF_DATE_KHR)
            state_ = State::OutOfDate;
        return;
    }
    if (result == VK_ERROR_DEVICE_LOST) {
        (void)host_.device().check(result, what);
        return;
    }
    loseSurface(what);
}

} // namespace hendeca::gpu
