#include "gpu/record/compute_state.h"

#include "gpu/descriptor/binder.h"
#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/record/pass_state.h"
#include "gpu/record/record_context.h"
#include "vk/caps.h"
#include "util/log.h"

namespace hendeca::gpu {

void ComputeState::setShader(Shader* shader) {
    shader_ = shader;
    dirty_ = true;
}

bool ComputeState::prepare(Buffer* indirect) {
    if (dirty_) {
        offsets_ = nullptr;
        pipeline_ = shader_ ? pipelines_.compute(*shader_) : nullptr;
        dirty_ = false;
    }
    if (!pipeline_)
        return false;
    if (pipeline_->hasOffsetBindings) {
        const OffsetConstants* offsets = binder_.offsets(*pipeline_->layout);
        if (offsets != offsets_) {
            offsets_ = offsets;
            pipeline_ = pipelines_.compute(*shader_, offsets);
            if (!pipeline_)
                return false;
        }
    }
    if (!pipeline_->handle)
        return false;

    visits_.run(context_, binder_, *pipeline_->layout);
    if (indirect)
        context_.use(Place::Main, *indirect, 0, indirect->size(), hazard::Access::IndirectBuffer);
    VkCommandBuffer commands = context_.begin(Place::Main);
    if (pipeline_->handle != bound_) {
        context_.fn().CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_->handle);
        bound_ = pipeline_->handle;
    }
    if (!binder_.bind(commands, *pipeline_->layout).ok()) {
        HENDECA_ERROR_ONCE("no memory for descriptors, dispatches are skipped");
        return false;
    }
    return true;
}

bool ComputeState::prepare(const packet::Dispatch& packet) {
    // D3D11: a dispatch with a zero does nothing, one beyond the limit neither.
    const uint32_t* limit = context_.caps().limits.maxComputeWorkGroupCount;
    if (!packet.x || !packet.y || !packet.z || packet.x > limit[0] || packet.y > limit[1] || packet.z > limit[2])
        return false;
    return prepare(static_cast<Buffer*>(nullptr));
}

bool ComputeState::prepare(const packet::DispatchIndirect& packet) {
    return packet.buffer && packet.offset + 12 <= packet.buffer->size() && prepare(packet.buffer);
}

void ComputeState::dispatch(const packet::Dispatch& packet) {
    context_.fn().CmdDispatch(context_.main(), packet.x, packet.y, packet.z);
}

void ComputeState::dispatch(const packet::DispatchIndirect& packet) {
    const BufferBacking& backing = packet.buffer->backing();
    context_.fn().CmdDispatchIndirect(context_.main(), backing.buffer, backing.offset + packet.offset);
}

} // namespace hendeca::gpu
