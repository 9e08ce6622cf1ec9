#pragma once
// Dispatches: the compute pipeline, its descriptors and hazards. Worker only.

#include "gpu/record/hazard_visits.h"
#include "gpu/stream/packets.h"
#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu {

class Binder;
class PassState;
class PipelineCache;
class RecordContext;
struct ComputePipeline;
struct OffsetConstants;

class ComputeState {
public:
    ComputeState(RecordContext& context, PassState& pass, Binder& binder, PipelineCache& pipelines)
        : context_(context), pass_(pass), binder_(binder), pipelines_(pipelines) {}

    void setShader(Shader* shader);
    void reset() { setShader(nullptr); }
    // Everything but the command itself, which follows at once. False: nothing is to be done, or it cannot be.
    bool prepare(const packet::Dispatch& packet);
    bool prepare(const packet::DispatchIndirect& packet);
    void dispatch(const packet::Dispatch& packet);
    void dispatch(const packet::DispatchIndirect& packet);

    void invalidateCommands() { bound_ = VK_NULL_HANDLE; }
    void newSubmission() {
        bound_ = VK_NULL_HANDLE;
        visits_.invalidate();
    }

private:
    bool prepare(Buffer* indirect);

    RecordContext& context_;
    PassState& pass_;
    Binder& binder_;
    PipelineCache& pipelines_;
    HazardVisits visits_{true};
    Shader* shader_ = nullptr;
    bool dirty_ = true;
    const OffsetConstants* offsets_ = nullptr;
    const ComputePipeline* pipeline_ = nullptr;
    VkPipeline bound_ = VK_NULL_HANDLE;
};

} // namespace hendeca::gpu
