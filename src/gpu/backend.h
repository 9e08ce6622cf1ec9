#pragma once
// The facade that d3d11 and dxgi hold: one per D3D11 device. It owns the worker (replays chunks, records), the submit
// thread, compile threads and all caches, and hides them. Creation is free-threaded. Errors: Result; a lost device shows
// in lost().
//
// Submissions are numbered by the immediate context: it writes Submit{value} packets with rising values (1, 2, ...), and
// value n is complete when completed() >= n. Uploads that creation needs go in front of the chunk that is submitted next.

#include "gpu/pipeline/shader.h"
#include "gpu/query/query.h"
#include "gpu/resource/buffer.h"
#include "gpu/resource/image.h"
#include "gpu/resource/view.h"
#include "gpu/state.h"
#include "util/result.h"

#include <cstdint>
#include <memory>

namespace hendeca::vk {
class Adapter;
struct Caps;
} // namespace hendeca::vk

namespace hendeca::gpu {

struct Chunk;
class ChunkPool;
class Completion;
class FenceState;
class Presenter;
class ResourceFactory;
struct PresenterDesc;

// Initial contents of one subresource, in D3D11's order (mip + layer * mipLevels).
struct InitialData {
    const void* data = nullptr;
    uint32_t rowPitch = 0;   // bytes
    uint32_t slicePitch = 0; // bytes
};

class Backend {
public:
    static Result<std::unique_ptr<Backend>> create(std::shared_ptr<vk::Adapter> adapter);
    ~Backend(); // waits for everything, then destroys it

    const vk::Caps& caps() const;
    vk::Adapter& adapter() const;
    ResourceFactory& factory();
    ChunkPool& chunks();

    // --- creation, any thread
    // Buffers are zero-filled when there is no data. `data` is size bytes, copied before return.
    Result<std::unique_ptr<Buffer>> createBuffer(const BufferDesc& desc, const void* data);
    // Images are zero-filled when there is no data; `format` facts (block size, aspects) come from gpu/format.
    Result<std::unique_ptr<Image>> createImage(const ImageDesc& desc, const InitialData* data);
    std::unique_ptr<Shader, void (*)(Shader*)> createShader(const ShaderDesc& desc); // shares equal keys
    Result<std::unique_ptr<Query>> createQuery(const QueryDesc& desc);
    Result<std::unique_ptr<Presenter>> createPresenter(const PresenterDesc& desc);

    // --- stream, the immediate context's thread
    void submit(Chunk* chunk); // in order; the worker owns it from now on
    // Any thread. The last submission value that the GPU has finished, and a wait for one (false: device lost).
    uint64_t completed() const;
    bool wait(uint64_t value);
    // Does something when a submission has ended, or the device is lost; on a thread of the backend's own.
    void whenDone(uint64_t submission, std::unique_ptr<Completion> then);
    // The fence has the value when the submission has ended.
    void signalAfter(uint64_t submission, std::shared_ptr<FenceState> fence, uint64_t value);
    // What is submitted from here on begins when the fence has the value; between two submissions.
    void waitBefore(std::shared_ptr<FenceState> fence, uint64_t value);
    // Such waits end, and no more begin: the device goes away. Any thread.
    void abandonWaits();
    // Waits until the worker has replayed all chunks submitted so far (not the GPU).
    void drain();

    bool lost() const;
    // Gives the device up: waits end, and everything counts as done. Any thread.
    void lose(const char* reason);
    // What was wrong when the device was lost; empty otherwise.
    const char* lostReason() const;
    uint64_t timestampFrequency() const; // ticks a second

private:
    Backend() = default;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace hendeca::gpu
