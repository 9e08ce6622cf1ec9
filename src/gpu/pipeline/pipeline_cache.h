#pragma once
// Keys to pipelines. graphics() and compute() belong to the worker; libraries and optimised links are made on compile
// threads as well. Where the driver has graphics pipeline libraries with fast linking, the pre-rasterisation part of a
// vertex shader and the part of a pixel shader are compiled when the shader becomes ready, so that a draw that meets a new
// combination only links; the whole is optimised in the background and takes the linked one's place when it is ready.
// Pipelines live as long as the cache. A pipeline that cannot be made is null, logged once; its draws are skipped.

#include "gpu/pipeline/pipeline_key.h"
#include "gpu/pipeline/shader_store.h"
#include "util/result.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace hendeca::vk {
struct Caps;
}

namespace hendeca::gpu {

class LayoutCache;
class RetireQueue;
struct PipelineLayout;

// What all pipelines tell the recorder.
struct PipelineInfo {
    const PipelineLayout* layout = nullptr;
    uint32_t shaderFlags = 0; // spirv::ShaderFlag of all stages together
    bool writesUavs = false;
    bool hasOffsetBindings = false; // Binder::offsets() must be asked
};

struct GraphicsPipeline : PipelineInfo {
    VkPipeline handle() const { return current.load(std::memory_order_acquire); }
    // Vertex buffer slots that the pipeline reads. A null buffer with stride 0 must be bound to those that have none, and
    // to nullVertexBinding (when it is not ~0), which supplies zeros for inputs that the vertex layout lacks.
    uint32_t vertexSlots = 0;
    uint32_t nullVertexBinding = ~0u;
    uint32_t outputRegisters = 0; // render targets that the pixel shader writes
    bool hasPixelShader = false;
    bool usesXfb = false;
    bool rasterizes = true; // else rasterizer discard is dynamic, and to be set
    bool writesViewportIndex = false; // all viewports must be set: an index beyond those of the program draws nothing
    uint32_t xfbStride[4] = {};

    std::atomic<VkPipeline> current{VK_NULL_HANDLE};
};

struct ComputePipeline : PipelineInfo {
    VkPipeline handle = VK_NULL_HANDLE;
    std::array<uint32_t, 3> workgroupSize{1, 1, 1};
};

struct PipelineCacheOptions {
    bool pipelineLibraries = true; // where the driver has them
    bool backgroundOptimise = true;
    bool optimiseOnCpuDevices = false; // for tests
};

class PipelineCache final : public ShaderListener {
public:
    PipelineCache(std::shared_ptr<vk::Device> device, LayoutCache& layouts, CompileQueue& queue,
                  const PipelineCacheOptions& options = {});
    ~PipelineCache(); // the queue must have been closed, or be empty

    // What LayoutCache's independentSets must be.
    static bool librariesUsable(const vk::Caps& caps);

    // Null: skip the draw. Cheap when the state is the one asked for last; call it when something in it has changed.
    const GraphicsPipeline* graphics(const GraphicsState& state);
    const ComputePipeline* compute(Shader& shader, const OffsetConstants* offsets = nullptr);

    // Hands pipelines that were replaced by optimised ones to the queue. Once for each submission, with its value.
    void retireReplaced(uint64_t submission, RetireQueue& queue);

    void shaderReady(const CompiledShader& shader) override; // compile threads

    struct Counters {
        std::atomic<uint64_t> lookups{0}, fullCompiles{0}, fastLinks{0}, optimisedLinks{0}, libraries{0};
    };
    const Counters& counters() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace hendeca::gpu
