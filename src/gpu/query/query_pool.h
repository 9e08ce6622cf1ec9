#pragma once
// Query slots across submissions. Vulkan lets one query of a type be active at a time, and only within one pass or
// outside all; so the recorded unit is a segment: a piece of the stream during which the set of active queries of a type
// stays the same. A query's result is the sum of the segments between its Begin and its End. What happened is written
// down as events in order (begin, segment, end), and the results are summed along them when the submission has completed.
//
// Worker: begin, end, suspend, resume, submitted. Any thread: create, poll, collect. A Begin or End makes no Vulkan call
// besides CmdBeginQuery, CmdEndQuery or CmdWriteTimestamp2, and allocates nothing once warm. Slots are reset by the host.

#include "gpu/query/query.h"
#include "util/result.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

// Says how far the GPU is; thread-safe. Supplied by the backend.
class CompletionSource {
public:
    virtual uint64_t completedSubmission() const = 0;

protected:
    ~CompletionSource() = default;
};

class QueryPool {
public:
    QueryPool(std::shared_ptr<vk::Device> device, const CompletionSource& completion);
    ~QueryPool(); // all queries of this pool must be gone, and the GPU idle

    Result<std::unique_ptr<Query>> create(const QueryDesc& desc);

    // --- recorder. Begin and End may be called inside a pass or outside; `commands` is the main command buffer.
    void begin(VkCommandBuffer commands, Query& query);
    void end(VkCommandBuffer commands, Query& query);
    // Before CmdBeginRendering, CmdEndRendering and EndCommandBuffer: open segments are closed.
    void suspend(VkCommandBuffer commands);
    // After CmdBeginRendering (true), CmdEndRendering and BeginCommandBuffer (false). Outside passes only pipeline
    // statistics count (dispatches); the rest waits for the next pass.
    void resume(VkCommandBuffer commands, bool insidePass);
    bool anyActive() const;
    bool statisticsActive() const; // of the pipeline
    bool streamsActive() const;    // of stream output
    // Where the result of an occlusion query lies that has ended in what is being recorded: in one slot, or in none (nothing
    // was drawn: zero). Otherwise in several, or it is not known any more.
    enum class Where : uint8_t { None, OneSlot, Elsewhere };
    Where resultSlot(const Query& query, VkQueryPool& pool, uint32_t& slot) const;
    // All commands recorded since the last call belong to submission `value`.
    void submitted(uint64_t value);

    // --- any thread: fetches the results of finished submissions.
    void collect(uint64_t completed);
    // Fetches everything that submitted() has been told of: the caller has waited for it.
    void collectAll();

    struct Impl;

private:
    std::unique_ptr<Impl> impl_;
};

} // namespace hendeca::gpu
