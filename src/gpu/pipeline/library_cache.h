#pragma once
// The parts of graphics pipelines (VK_EXT_graphics_pipeline_library): made once for each key on whichever thread needs one
// first, while others that need it wait. Links of parts are fast. Any thread.

#include "gpu/descriptor/layout_cache.h"
#include "gpu/pipeline/graphics_builder.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace hendeca::gpu {

// The four parts, in the order in which they are linked.
struct LibraryParts {
    VkPipeline parts[4] = {};
};

class LibraryCache {
public:
    LibraryCache(vk::Device& device, VkPipelineCache cache, std::atomic<uint64_t>& made);
    ~LibraryCache();

    // Null: the driver refused (remembered).
    VkPipeline vertexInput(const CompiledShader& vertex, const VertexLayout* layout, const VertexInputs& inputs,
                           TopologyClass topology);
    VkPipeline preRaster(const GraphicsParts& parts, VkPipelineLayout layout);
    VkPipeline fragment(const GraphicsParts& parts, VkPipelineLayout layout);
    VkPipeline output(const GraphicsParts& parts, uint32_t written);

    Result<VkPipeline> link(const LibraryParts& parts, VkPipelineLayout layout, bool optimise);

private:
    using Key = std::vector<uint32_t>;
    struct Entry {
        std::once_flag once;
        VkPipeline handle = VK_NULL_HANDLE;
    };
    template <class F>
    VkPipeline get(Key&& key, F&& make);

    vk::Device& device_;
    VkPipelineCache cache_;
    std::atomic<uint64_t>& made_;
    std::mutex mutex_;
    std::map<Key, std::unique_ptr<Entry>> entries_;
};

} // namespace hendeca::gpu
