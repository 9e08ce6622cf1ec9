#include "gpu/pipeline/library_cache.h"

#include "util/log.h"
#include "vk/device.h"

namespace hendeca::gpu {

using spirv::Stage;

LibraryCache::LibraryCache(vk::Device& device, VkPipelineCache cache, std::atomic<uint64_t>& made)
    : device_(device), cache_(cache), made_(made) {}

LibraryCache::~LibraryCache() {
    for (auto& [key, entry] : entries_)
        device_.fn().DestroyPipeline(device_.handle(), entry->handle, nullptr);
}

template <class F>
VkPipeline LibraryCache::get(Key&& key, F&& make) {
    Entry* entry = nullptr;
    {
        std::lock_guard lock(mutex_);
        auto& slot = entries_[std::move(key)];
        if (!slot)
            slot = std::make_unique<Entry>();
        entry = slot.get();
    }
    std::call_once(entry->once, [&] {
        Result<VkPipeline> made = make();
        if (made)
            entry->handle = *made;
        else
            logError("%s", made.error().what.c_str());
        made_.fetch_add(1, std::memory_order_relaxed);
    });
    return entry->handle;
}

VkPipeline LibraryCache::vertexInput(const CompiledShader& vertex, const VertexLayout* layout,
                                     const VertexInputs& inputs, TopologyClass topology) {
    // Of the shader only the registers that it reads count, and the types of those that the layout lacks.
    Key key{0, layout ? layout->id : 0, static_cast<uint32_t>(topology), vertex.binary.inputRegisters};
    for (const auto& attribute : inputs.attributes) {
        if (attribute.binding == inputs.nullBinding)
            key.push_back(static_cast<uint32_t>(attribute.format));
    }
    return get(std::move(key), [&] {
        GraphicsBuilder builder(device_);
        builder.addVertexInput(inputs, topology);
        return builder.create(VK_NULL_HANDLE, cache_, VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT);
    });
}

VkPipeline LibraryCache::preRaster(const GraphicsParts& parts, VkPipelineLayout layout) {
    Key key{1, parts.key.raster, 0};
    for (uint32_t i = 0; i < 4; i++)
        key.push_back(parts.shaders[i] ? parts.shaders[i]->id : 0);
    if (parts.shaders[static_cast<size_t>(Stage::Hull)])
        key[2] = parts.key.patchControlPoints;
    return get(std::move(key), [&] {
        GraphicsBuilder builder(device_);
        builder.addPreRaster(parts);
        return builder.create(layout, cache_, VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT);
    });
}

VkPipeline LibraryCache::fragment(const GraphicsParts& parts, VkPipelineLayout layout) {
    const CompiledShader* shader = parts.shaders[static_cast<size_t>(Stage::Pixel)];
    const bool samples = shader && shader->binary.has(spirv::kReadsSampleCountSpec);
    return get({2, shader ? shader->id : 0, samples ? parts.key.samples : 0u}, [&] {
        GraphicsBuilder builder(device_);
        builder.addFragment(parts);
        return builder.create(layout, cache_, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT);
    });
}

VkPipeline LibraryCache::output(const GraphicsParts& parts, uint32_t written) {
    Key key{3, parts.key.blend, parts.key.sampleMask, parts.key.samples, parts.key.depth, parts.key.stencil, 0};
    key.insert(key.end(), std::begin(parts.key.colors), std::end(parts.key.colors));
    for (uint32_t i = 0; i < kMaxTargets; i++) {
        if (parts.key.colors[i])
            key[6] |= written & 1u << i;
    }
    return get(std::move(key), [&] {
        GraphicsBuilder builder(device_);
        builder.addOutput(parts, written);
        return builder.create(VK_NULL_HANDLE, cache_, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT);
    });
}

Result<VkPipeline> LibraryCache::link(const LibraryParts& parts, VkPipelineLayout layout, bool optimise) {
    VkPipelineLibraryCreateInfoKHR libraries{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    libraries.libraryCount = 4;
    libraries.pLibraries = parts.parts;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.pNext = &libraries;
    if (optimise)
        info.flags = VK_PIPELINE_CREATE_LINK_TIME_OPTIMIZATION_BIT_EXT;
    info.layout = layout;
    info.basePipelineIndex = -1;
    VkPipeline made = VK_NULL_HANDLE;
    HENDECA_TRY(device_.check(device_.fn().CreateGraphicsPipelines(device_.handle(), cache_, 1, &info, nullptr, &made),
                              "link a graphics pipeline"));
    return made;
}

} // namespace hendeca::gpu
