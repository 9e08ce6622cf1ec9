#include "gpu/record/draw_state.h"

#include "gpu/descriptor/binder.h"
#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/record/pass_state.h"
#include "gpu/record/record_context.h"
#include "gpu/record/stream_out.h"
#include "util/log.h"
#include "vk/caps.h"
#include "vk/device.h"

#include <algorithm>
#include <cmath>

namespace hendeca::gpu {

DrawState::DrawState(RecordContext& context, PassState& pass, Binder& binder, PipelineCache& pipelines,
                     StreamOut& streamOut)
    : context_(context), pass_(pass), binder_(binder), pipelines_(pipelines), streamOut_(streamOut), streams_(context),
      visits_(false) {
    reset();
}

void DrawState::reset() {
    state_ = {};
    depthStencil_ = nullptr;
    viewportCount_ = scissorCount_ = 0;
    blendConstants_ = {{1, 1, 1, 1}};
    stencilReference_ = 0;
    dirty_ = ~0u;
    pipeline_ = nullptr;
    streams_.reset();
    pass_.setTargets(nullptr, nullptr, 0);
}

void DrawState::setShader(spirv::Stage stage, Shader* shader) {
    if (stage == spirv::Stage::Compute)
        return;
    state_.shaders[static_cast<uint32_t>(stage)] = shader;
    dirty_ |= kPipeline;
}

void DrawState::setVertexLayout(const VertexLayout* layout) {
    state_.vertexLayout = layout;
    dirty_ |= kPipeline;
}

void DrawState::setTopology(VkPrimitiveTopology topology, uint32_t patchControlPoints) {
    if (topologyClass(topology) != topologyClass(state_.topology) || patchControlPoints != state_.patchControlPoints)
        dirty_ |= kPipeline;
    state_.topology = topology;
    state_.patchControlPoints = patchControlPoints;
    dirty_ |= kTopology;
}

void DrawState::setTargets(const packet::SetTargets& packet) {
    const bool depthReadOnly = pass_.depthReadOnly(), stencilReadOnly = pass_.stencilReadOnly();
    pass_.setTargets(packet.depthStencil, packet::tail(&packet), packet.count);
    if (!(state_.targets == pass_.formats())) {
        if (context_.caps().unormBiasDoubled && state_.targets.depth != pass_.formats().depth)
            dirty_ |= kRaster;
        state_.targets = pass_.formats();
        dirty_ |= kPipeline;
    }
    if (depthReadOnly != pass_.depthReadOnly() || stencilReadOnly != pass_.stencilReadOnly())
        dirty_ |= kDepthStencil;
}

void DrawState::setViewports(const packet::SetViewports& packet) {
    viewportCount_ = std::min(packet.count, kMaxViewports);
    std::copy_n(packet::tail(&packet), viewportCount_, viewports_);
    dirty_ |= kViewports | kScissors;
}

void DrawState::setScissors(const packet::SetScissors& packet) {
    scissorCount_ = std::min(packet.count, kMaxViewports);
    std::copy_n(packet::tail(&packet), scissorCount_, scissors_);
    dirty_ |= kScissors;
}

void DrawState::setRaster(const RasterState* state) {
    state_.raster = state;
    dirty_ |= kPipeline | kRaster | kScissors;
}

void DrawState::setBlend(const BlendState* state, uint32_t sampleMask) {
    state_.blend = state;
    state_.sampleMask = sampleMask;
    dirty_ |= kPipeline;
}

void DrawState::setBlendConstants(const Float4& value) {
    blendConstants_ = value;
    dirty_ |= kBlendConstants;
}

void DrawState::setDepthStencil(const DepthStencilState* state) {
    depthStencil_ = state;
    dirty_ |= kDepthStencil;
}

void DrawState::setStencilReference(uint32_t value) {
    stencilReference_ = value;
    dirty_ |= kStencilReference;
}

void DrawState::invalidateCommands() {
    bound_ = VK_NULL_HANDLE;
    emitted_.valid = 0;
    dirty_ |= kDynamic;
    streams_.invalidate();
}

void DrawState::newSubmission() {
    invalidateCommands();
    visits_.invalidate();
    checkAll_ = true;
}

bool DrawState::choosePipeline() {
    if (dirty_ & kPipeline) [[unlikely]] {
        state_.offsets = nullptr;
        pipeline_ = state_.shaders[0] ? pipelines_.graphics(state_) : nullptr;
        dirty_ &= ~kPipeline;
    }
    if (!pipeline_)
        return false;
    if (pipeline_->hasOffsetBindings) [[unlikely]] {
        const OffsetConstants* offsets = binder_.offsets(*pipeline_->layout);
        if (offsets != state_.offsets) {
            state_.offsets = offsets;
            pipeline_ = pipelines_.graphics(state_);
        }
    }
    return pipeline_ != nullptr;
}

void DrawState::checkUses(bool indexed, Buffer* indirect, Buffer* counter) {
    visits_.run(context_, binder_, *pipeline_->layout);
    if (const uint32_t recheck = context_.takeRecheck(kBoundVertex | kBoundIndex)) [[unlikely]]
        streams_.recheck(recheck & kBoundVertex, recheck & kBoundIndex);
    streams_.checkUses(*pipeline_, indexed);
    if (pipeline_->usesXfb && streamOut_.bound()) {
        const bool all = context_.takeRecheck(kBoundStreamOut) || checkAll_;
        streamOut_.checkUses(all);
        checkAll_ = false;
    }
    if (indirect)
        context_.use(Place::Main, *indirect, 0, indirect->size(), hazard::Access::IndirectBuffer);
    if (counter)
        streamOut_.useCounter(*counter);
}

bool DrawState::prepare(bool indexed, Buffer* indirect, Buffer* counter) {
    if (!choosePipeline())
        return false;
    if (indexed && !streams_.hasIndexBuffer()) {
        HENDECA_WARN_ONCE("a draw with indices but no index buffer is skipped");
        return false;
    }
    const VkPipeline handle = pipeline_->handle();
    if (!handle)
        return false;
    if (pipeline_->writesViewportIndex != allViewports_) [[unlikely]] {
        allViewports_ = pipeline_->writesViewportIndex;
        dirty_ |= kViewports | kScissors;
    }

    if (handle != bound_ && streamOut_.running()) [[unlikely]]
        pass_.suspend(); // a pipeline may not change while stream output runs
    checkUses(indexed, indirect, counter);
    const bool streamed = streamOut_.running();
    if (context_.barriersPending()) [[unlikely]]
        pass_.suspend();
    if (!pass_.hasTargets() && (!pass_.isOpen() || (dirty_ & kViewports))) [[unlikely]]
        pass_.needExtent(viewportExtent());
    if (!pass_.isOpen()) [[unlikely]] {
        if (streamed && pipeline_->usesXfb)
            streamOut_.checkUses(true); // its pause wrote the counters that it goes on from
        pass_.begin();
    }

    VkCommandBuffer commands = context_.main();
    if (handle != bound_) [[unlikely]] {
        context_.fn().CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, handle);
        bound_ = handle;
        if (!pipeline_->rasterizes)
            context_.fn().CmdSetRasterizerDiscardEnable(commands, VK_TRUE);
    }
    if (dirty_ & kDynamic) [[unlikely]]
        applyDynamic(commands);
    if (!binder_.bind(commands, *pipeline_->layout).ok()) [[unlikely]] {
        HENDECA_ERROR_ONCE("no memory for descriptors, draws are skipped");
        return false;
    }
    streams_.bind(commands, *pipeline_, indexed);
    if (pipeline_->usesXfb || streamOut_.running()) [[unlikely]]
        streamOut_.prepare(commands, *pipeline_);
    return true;
}

} // namespace hendeca::gpu
