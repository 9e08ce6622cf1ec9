#pragma once
// The presenter as the backend sees it. The worker calls record() for each Present packet; the submit thread calls finish()
// once for each job that record() returned, in that order, after the submission that carries the job (or instead of it, when
// the device is lost). A Submit packet follows each Present packet: a second present of one submission is counted and not
// shown. The timeline semaphore takes the submission's value, so that a present counts as done for the frame latency when the
// GPU has finished it.
//
// Vulkan wants a swap chain used by one thread at a time: record() waits until the submit thread is done with the presents
// before, then acquires. Destruction waits for outstanding jobs, too.

#include "gpu/present/presenter.h"
#include "util/result.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

class Image;
class RecordContext;
namespace packet {
struct Present;
}

// What a presenter asks of the backend that it belongs to; outlives it.
class PresentHost {
public:
    virtual vk::Device& device() = 0;
    // The semaphore that every submission signals with its value.
    virtual VkSemaphore timeline() = 0;
    // All that was handed to the submit thread has been submitted, and the queue is idle. Called on the worker, or on the
    // thread that destroys the backend when the submit thread has ended.
    virtual void waitQueueIdle() = 0;

protected:
    ~PresentHost() = default;
};

class PresenterImpl;

// What the submission has to wait for and signal, and what is to be done after it. `acquired` is null when nothing is shown
// (no surface, occluded, lost); finish() must be called all the same.
struct PresentJob {
    PresenterImpl* presenter = nullptr;
    uint64_t presentId = 0;
    VkSemaphore acquired = VK_NULL_HANDLE;    // the submission waits for it ...
    VkPipelineStageFlags2 acquiredStages = 0; // ... before these stages
    VkSemaphore rendered = VK_NULL_HANDLE;    // the submission signals it
    VkSwapchainKHR swapchain = VK_NULL_HANDLE;
    uint32_t imageIndex = 0;
};

class PresenterImpl final : public Presenter {
public:
    static Result<std::unique_ptr<Presenter>> create(PresentHost& host, const PresenterDesc& desc);
    ~PresenterImpl() override;

    PresentStatus status() const override { return status_.load(std::memory_order_acquire); }
    uint64_t presented() const override { return presented_.load(std::memory_order_acquire); }
    bool waitPresented(uint64_t id, uint32_t timeoutMs) override;

    // Worker. Records into the context's main command buffer.
    PresentJob record(RecordContext& context, const packet::Present& present);
    // Submit thread. `submitted` is false when the submission failed or was not made.
    void finish(const PresentJob& job, VkQueue queue, bool submitted);

private:
    static constexpr uint32_t kHistory = 32;     // presents whose submission value is remembered
    static constexpr uint32_t kAcquireSlots = 8; // acquire semaphores; more than images that can be under way

    enum class State : uint8_t { None, Ready, OutOfDate, Lost };

    struct Chain {
        VkSwapchainKHR handle = VK_NULL_HANDLE;
        VkFormat format = VK_FORMAT_UNDEFINED;
        VkExtent2D extent{};
        VkPresentModeKHR mode = VK_PRESENT_MODE_FIFO_KHR;
        std::vector<VkImage> images;
        std::vector<VkSemaphore> rendered;                   // one for each image
        VkSemaphore acquired[kAcquireSlots] = {};
        uint64_t acquiredBy[kAcquireSlots] = {};             // submission that waits for the semaphore
        uint32_t nextSlot = 0;
    };

    PresenterImpl(PresentHost& host, const PresenterDesc& desc) : host_(host), desc_(desc) {}

    bool waitOutstanding(); // until every recorded job is finished
    bool prepare(const packet::Present& present);
    bool makeSurface();
    Status makeChain(VkFormat sourceFormat, VkPresentModeKHR mode);
    Result<VkSurfaceFormatKHR> chooseFormat(VkFormat sourceFormat);
    VkPresentModeKHR chooseMode(uint32_t syncInterval, bool tearing) const;
    bool acquire(RecordContext& context, PresentJob& job);
    void blit(RecordContext& context, Image& source, VkImage target);
    void resolveThenBlit(RecordContext& context, Image& source, VkImage target);
    void destroyChain(Chain& chain);
    void destroySurface();
    void loseSurface(const char* what);
    void fail(VkResult result, const char* what);

    PresentHost& host_;
    PresenterDesc desc_;

    // --- worker only
    State state_ = State::None;
    VkSurfaceKHR surface_ = VK_NULL_HANDLE;
    std::vector<VkPresentModeKHR> modes_;
    VkFormat chainSource_ = VK_FORMAT_UNDEFINED; // format of the back buffers that the chain was chosen for
    Chain chain_;
    VkExtent2D windowSize_{}; // when the chain was made
    uint64_t nextAttempt_ = 0; // nanoseconds; no new surface before that
    uint64_t lastSubmission_ = 0;
    bool formatFallbackLogged_ = false;

    // --- shared
    std::atomic<PresentStatus> status_{PresentStatus::Ok};
    std::atomic<uint64_t> presented_{0};
    std::atomic<bool> outOfDate_{false}; // the submit thread saw it
    std::atomic<bool> lost_{false};      // the surface, seen by the submit thread
    std::mutex mutex_;
    std::condition_variable finished_;
    uint64_t recordedJobs_ = 0;
    uint64_t finishedJobs_ = 0;
    struct Submitted {
        uint64_t id = 0, submission = 0;
    };
    Submitted history_[kHistory];
};

} // namespace hendeca::gpu
