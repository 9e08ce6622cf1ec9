#pragma once
// What resources hold from the first: data given at creation, or zeros. Any thread makes an upload (its data is copied
// before the call returns); the worker records all that are waiting into Early before it replays the next chunk. Buffers that
// the host can see are written at once. Errors: OutOfMemory.

#include "gpu/backend.h"
#include "gpu/upload/slice_ring.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace hendeca::gpu {

class Recorder;
class RecordContext;

class InitialUploads {
public:
    explicit InitialUploads(ResourceFactory& factory) : ring_(factory) {}
    ~InitialUploads();

    Status add(Buffer& buffer, const void* data);
    Status add(Image& image, const InitialData* data);
    // Bytes of staging memory that wait for the worker.
    uint64_t pendingBytes();

    // Worker. `now`: also has them executed, so that their staging memory is free when it returns.
    void record(Recorder& recorder, bool now = false);

private:
    struct Job {
        Buffer* buffer = nullptr;
        Image* image = nullptr;
        bool zero = false;
        Slice slice; // the data; of compressed images without data: zeros for the largest level
    };
    Slice take(uint64_t size);
    Status push(const Job& job, uint64_t bytes);
    void use(RecordContext& context, const Job& job);
    void run(RecordContext& context, const Job& job, VkCommandBuffer commands);
    void runImage(RecordContext& context, const Job& job, VkCommandBuffer commands);

    std::mutex ringMutex_;
    SliceRing ring_;
    std::mutex mutex_;
    std::vector<Job> jobs_;
    uint64_t bytes_ = 0;
    std::vector<Job> taken_;                    // worker
    std::vector<VkBufferImageCopy2> regions_;   // worker
};

} // namespace hendeca::gpu
