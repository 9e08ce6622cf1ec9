#pragma once
// What draws want, against what the command buffer has: the pipeline, dynamic state, descriptors, vertex streams, hazards
// and the pass are brought up to date before a draw, each only when something of it is dirty. Worker only.

#include "gpu/pipeline/pipeline_key.h"
#include "gpu/record/hazard_visits.h"
#include "gpu/record/vertex_streams.h"
#include "gpu/stream/packets.h"

#include <cstdint>

namespace hendeca::gpu {

class Binder;
class PassState;
class PipelineCache;
class RecordContext;
class StreamOut;
struct GraphicsPipeline;

class DrawState {
public:
    DrawState(RecordContext& context, PassState& pass, Binder& binder, PipelineCache& pipelines, StreamOut& streamOut);

    // --- wanted state
    void setShader(spirv::Stage stage, Shader* shader);
    void setVertexLayout(const VertexLayout* layout);
    void setTopology(VkPrimitiveTopology topology, uint32_t patchControlPoints);
    void setTargets(const packet::SetTargets& packet);
    void setViewports(const packet::SetViewports& packet);
    void setScissors(const packet::SetScissors& packet);
    void setRaster(const RasterState* state);
    void setBlend(const BlendState* state, uint32_t sampleMask);
    void setBlendConstants(const Float4& value);
    void setDepthStencil(const DepthStencilState* state);
    void setStencilReference(uint32_t value);
    void reset();
    VertexStreams& streams() { return streams_; }

    // --- draws. False: there is nothing to draw with (no vertex shader, a bad one, no index buffer).
    bool prepare(bool indexed, Buffer* indirect = nullptr, Buffer* counter = nullptr);
    const GraphicsPipeline* pipeline() const { return pipeline_; }

    // A new command buffer, or somebody else bound state of their own.
    void invalidateCommands();
    void newSubmission(); // hazards are checked afresh, too

private:
    enum Dirty : uint32_t {
        kPipeline = 1u << 0,
        kTopology = 1u << 1,
        kViewports = 1u << 2,
        kScissors = 1u << 3,
        kRaster = 1u << 4,
        kDepthStencil = 1u << 5,
        kStencilReference = 1u << 6,
        kBlendConstants = 1u << 7,
        kDynamic = 0xff & ~kPipeline,
    };
    // What the command buffer has already, by dirty bit: drivers do work for a state that is set again.
    struct Emitted {
        uint32_t valid = 0;
        VkPrimitiveTopology topology;
        VkViewport viewports[kMaxViewports];
        VkRect2D scissors[kMaxViewports];
        uint32_t viewportCount, scissorCount;
        VkCullModeFlags cullMode;
        VkFrontFace frontFace;
        bool biasEnable;
        float bias[3];
        bool depthTest, depthWrite, stencilTest;
        VkCompareOp depthCompare;
        StencilFace faces[2];
        uint32_t stencilMasks[2]; // read, write
    };
    // Whether this state was emitted since invalidateCommands(); from now on it is.
    bool emitted(uint32_t bit) {
        const bool was = emitted_.valid & bit;
        emitted_.valid |= bit;
        return was;
    }
    bool choosePipeline();
    void checkUses(bool indexed, Buffer* indirect, Buffer* counter);
    void applyDynamic(VkCommandBuffer commands);
    void applyViewports(VkCommandBuffer commands);
    void applyScissors(VkCommandBuffer commands);
    void applyRaster(VkCommandBuffer commands);
    void applyDepthStencil(VkCommandBuffer commands);
    VkExtent2D viewportExtent() const;

    RecordContext& context_;
    PassState& pass_;
    Binder& binder_;
    PipelineCache& pipelines_;
    StreamOut& streamOut_;
    VertexStreams streams_;
    HazardVisits visits_;

    GraphicsState state_;
    const DepthStencilState* depthStencil_ = nullptr;
    VkViewport viewports_[kMaxViewports];
    VkRect2D scissors_[kMaxViewports];
    uint32_t viewportCount_ = 0, scissorCount_ = 0;
    bool allViewports_ = false; // the pipeline chooses among them
    Float4 blendConstants_{{1, 1, 1, 1}};
    uint32_t stencilReference_ = 0;

    uint32_t dirty_ = ~0u;
    Emitted emitted_;
    const GraphicsPipeline* pipeline_ = nullptr;
    VkPipeline bound_ = VK_NULL_HANDLE;
    bool checkAll_ = true; // streams of output
};

} // namespace hendeca::gpu
