#include "gpu/backend.h"

#include "gpu/backend/fence_state.h"
#include "gpu/backend/initial_uploads.h"
#include "gpu/backend/notifier.h"
#include "gpu/backend/submitter.h"
#include "gpu/backend/progress.h"
#include "gpu/backend/worker.h"
#include "gpu/descriptor/layout_cache.h"
#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/query/query_pool.h"
#include "gpu/record/recorder.h"
#include "gpu/resource/factory.h"
#include "util/log.h"
#include "vk/device.h"

namespace hendeca::gpu {

namespace {

// Staging memory of created resources that may wait for the next submission; beyond, the worker uploads at once, and beyond
// four times as much whoever creates waits for it.
constexpr uint64_t kUploadsWaiting = 64u << 20; // bytes

} // namespace

struct Backend::Parts final : SubmitSink, PresentHost, CompletionSource {
    explicit Parts(std::shared_ptr<vk::Device> made)
        : vulkan(std::move(made)), factory(vulkan), compileQueue(CompileQueue::defaultThreads()),
          layouts(vulkan, vulkan->caps().has(vk::Cap::GraphicsPipelineLibrary),
                  // A CPU copies a whole set for each push; there it is several times slower.
                  vulkan->caps().has(vk::Cap::PushDescriptor) && !vulkan->caps().cpuDevice),
          shaders(vulkan, compileQueue),
          pipelines(vulkan, layouts, compileQueue), queries(vulkan, *this), uploads(factory) {
        shaders.setListener(&pipelines);
    }

    void start() {
        submitter = std::make_unique<Submitter>(*vulkan, *progress);
        recorder = std::make_unique<Recorder>(vulkan, factory, pipelines, queries, *this);
        worker = std::make_unique<Worker>(*vulkan, *recorder, uploads, chunks, *this);
        notifier = std::make_unique<Notifier>(*progress);
    }

    void stop() {
        if (submitter)
            submitter->abandonWaits();
        if (worker)
            worker->stop();
        if (submitter)
            submitter->stop();
        // Of a lost device, too: it answers at once, unless the loss was our own finding and the GPU is still at work.
        (void)vulkan->check(vulkan->fn().DeviceWaitIdle(vulkan->handle()), "waiting for the device");
        notifier.reset(); // does what it was still asked for
        compileQueue.close();
        worker.reset();
        recorder.reset(); // destroys what was released, presenters among it
        submitter.reset();
    }

    void limitUploads() {
        const uint64_t waiting = uploads.pendingBytes();
        if (waiting <= kUploadsWaiting)
            return;
        worker->push(nullptr);
        if (waiting > 4 * kUploadsWaiting)
            worker->drain();
    }

    // SubmitSink
    void submitJob(SubmitJob&& job) override { submitter->push(std::move(job)); }
    uint64_t completedNow() override { return progress->reached(); }
    void waitExecuted() override { submitter->waitIdle(); }
    bool waitFor(uint64_t value) override { return progress->wait(value); }
    // PresentHost
    vk::Device& device() override { return *vulkan; }
    VkSemaphore timeline() override { return progress->semaphore(); }
    void waitQueueIdle() override { submitter->waitIdle(); }
    // CompletionSource
    uint64_t completedSubmission() const override { return progress->reached(); }

    std::shared_ptr<vk::Device> vulkan;
    std::unique_ptr<Progress> progress;
    ResourceFactory factory;
    ChunkPool chunks;
    CompileQueue compileQueue;
    LayoutCache layouts;
    ShaderStore shaders;
    PipelineCache pipelines;
    QueryPool queries;
    InitialUploads uploads;
    std::unique_ptr<Submitter> submitter;
    std::unique_ptr<Recorder> recorder;
    std::unique_ptr<Worker> worker;
    std::unique_ptr<Notifier> notifier;
    std::string lostText;
};

Result<std::unique_ptr<Backend>> Backend::create(std::shared_ptr<vk::Adapter> adapter) {
    HENDECA_TRY_ASSIGN(auto device, vk::Device::create(std::move(adapter)));
    std::unique_ptr<Backend> backend(new Backend);
    backend->parts_ = std::make_unique<Parts>(std::move(device));
    HENDECA_TRY_ASSIGN(backend->parts_->progress, Progress::create(backend->parts_->vulkan));
    backend->parts_->start();
    return backend;
}

Backend::~Backend() {
    if (parts_)
        parts_->stop();
}

const vk::Caps& Backend::caps() const {
    return parts_->vulkan->caps();
}

vk::Adapter& Backend::adapter() const {
    return parts_->vulkan->adapter();
}

ResourceFactory& Backend::factory() {
    return parts_->factory;
}

ChunkPool& Backend::chunks() {
    return parts_->chunks;
}

Result<std::unique_ptr<Buffer>> Backend::createBuffer(const BufferDesc& desc, const void* data) {
    HENDECA_TRY_ASSIGN(auto buffer, parts_->factory.createBuffer(desc));
    HENDECA_TRY(parts_->uploads.add(*buffer, data));
    parts_->limitUploads();
    return buffer;
}

Result<std::unique_ptr<Image>> Backend::createImage(const ImageDesc& desc, const InitialData* data) {
    HENDECA_TRY_ASSIGN(auto image, parts_->factory.createImage(desc));
    HENDECA_TRY(parts_->uploads.add(*image, data));
    parts_->limitUploads();
    return image;
}

std::unique_ptr<Shader, void (*)(Shader*)> Backend::createShader(const ShaderDesc& desc) {
    return parts_->shaders.create(desc);
}

Result<std::unique_ptr<Query>> Backend::createQuery(const QueryDesc& desc) {
    return parts_->queries.create(desc);
}

Result<std::unique_ptr<Presenter>> Backend::createPresenter(const PresenterDesc& desc) {
    return PresenterImpl::create(*parts_, desc);
}

void Backend::submit(Chunk* chunk) {
    if (chunk)
        parts_->worker->push(chunk);
}

uint64_t Backend::completed() const {
    return parts_->progress->completed();
}

bool Backend::wait(uint64_t value) {
    return parts_->progress->wait(value);
}

namespace {

class FenceSignal final : public Completion {
public:
    FenceSignal(std::shared_ptr<FenceState> fence, Progress& progress, uint64_t submission)
        : fence_(std::move(fence)), progress_(progress), submission_(submission) {}
    void completed() override { fence_->settle(progress_, submission_); }

private:
    std::shared_ptr<FenceState> fence_;
    Progress& progress_;
    uint64_t submission_;
};

} // namespace

void Backend::whenDone(uint64_t submission, std::unique_ptr<Completion> then) {
    parts_->notifier->add(submission, std::move(then));
}

void Backend::signalAfter(uint64_t submission, std::shared_ptr<FenceState> fence, uint64_t value) {
    fence->promise(*parts_->progress, submission, value);
    parts_->notifier->add(submission, std::make_unique<FenceSignal>(fence, *parts_->progress, submission));
}

void Backend::waitBefore(std::shared_ptr<FenceState> fence, uint64_t value) {
    parts_->worker->pushWait(std::move(fence), value);
}

void Backend::abandonWaits() {
    parts_->submitter->abandonWaits();
}

void Backend::drain() {
    parts_->worker->drain();
}

bool Backend::lost() const {
    return parts_->vulkan->lost();
}

void Backend::lose(const char* reason) {
    parts_->vulkan->markLost(makeError(ErrorCode::OutOfMemory, reason));
}

const char* Backend::lostReason() const {
    if (!parts_->vulkan->lost())
        return "";
    // The reason never changes once it is there.
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    if (parts_->lostText.empty())
        parts_->lostText = parts_->vulkan->lostReason();
    return parts_->lostText.c_str();
}

uint64_t Backend::timestampFrequency() const {
    const float period = parts_->vulkan->caps().limits.timestampPeriod; // nanoseconds
    return period > 0 ? static_cast<uint64_t>(1e9 / static_cast<double>(period)) : 1'000'000'000;
}

} // namespace hendeca::gpu
