#include "gpu/pipeline/pipeline_key.h"

#include "gpu/descriptor/binder.h"
#include "gpu/pipeline/shader_store.h"
#include "util/hash.h"

#include <type_traits>

namespace hendeca::gpu {

static_assert(std::has_unique_object_representations_v<GraphicsKey>, "keys are compared as bytes");

TopologyClass topologyClass(VkPrimitiveTopology topology) {
    switch (topology) {
    case VK_PRIMITIVE_TOPOLOGY_POINT_LIST: return TopologyClass::Point;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP:
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY: return TopologyClass::Line;
    case VK_PRIMITIVE_TOPOLOGY_PATCH_LIST: return TopologyClass::Patch;
    default: return TopologyClass::Triangle;
    }
}

uint8_t rasterBits(const RasterState* state, bool conservativeSupported) {
    if (!state)
        return static_cast<uint8_t>(VK_POLYGON_MODE_FILL) | static_cast<uint8_t>(kRasterDepthClip);
    uint8_t bits = static_cast<uint8_t>(state->polygonMode) & kRasterPolygonMask;
    if (state->depthClip)
        bits |= kRasterDepthClip;
    if (state->conservative && conservativeSupported)
        bits |= kRasterConservative;
    return bits;
}

GraphicsKey makeGraphicsKey(const GraphicsState& state, bool conservativeSupported) {
    GraphicsKey key;
    for (uint32_t i = 0; i < 5; i++)
        key.shaders[i] = state.shaders[i] ? state.shaders[i]->id() : 0;
    key.vertexLayout = state.vertexLayout ? state.vertexLayout->id : 0;
    key.blend = state.blend ? state.blend->id : 0;
    key.sampleMask = state.sampleMask;
    bool anyTarget = state.targets.depth || state.targets.stencil;
    for (uint32_t i = 0; i < kMaxTargets; i++) {
        key.colors[i] = state.targets.colors[i];
        if (state.targets.alphaInRed >> i & 1)
            key.colors[i] |= kAlphaInRed;
        if (state.targets.alphaIsOne >> i & 1)
            key.colors[i] |= kAlphaIsOne;
        anyTarget |= state.targets.colors[i] != VK_FORMAT_UNDEFINED;
    }
    key.depth = state.targets.depth;
    key.stencil = state.targets.stencil;
    key.offsets = state.offsets ? state.offsets->id : 0;
    key.samples = static_cast<uint8_t>(state.targets.samples);
    if (!anyTarget)
        key.samples = static_cast<uint8_t>(
            state.raster && state.raster->forcedSampleCount ? state.raster->forcedSampleCount : 1);
    const TopologyClass topology = topologyClass(state.topology);
    key.topology = static_cast<uint8_t>(topology);
    key.patchControlPoints =
        topology == TopologyClass::Patch ? static_cast<uint8_t>(state.patchControlPoints) : uint8_t{0};
    key.raster = rasterBits(state.raster, conservativeSupported);
    return key;
}

uint64_t GraphicsKey::hash() const {
    return hashBytes(this, sizeof(*this));
}

std::span<const VkDynamicState> dynamicStates() {
    static constexpr VkDynamicState kStates[] = {
        VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT,
        VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT,
        VK_DYNAMIC_STATE_BLEND_CONSTANTS,
        VK_DYNAMIC_STATE_STENCIL_REFERENCE,
        VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
        VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
        VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
        VK_DYNAMIC_STATE_STENCIL_OP,
        VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
        VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
        VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
        VK_DYNAMIC_STATE_DEPTH_BIAS,
        VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE,
        VK_DYNAMIC_STATE_CULL_MODE,
        VK_DYNAMIC_STATE_FRONT_FACE,
        VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY,
        VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE,
        VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE,
    };
    return kStates;
}

} // namespace hendeca::gpu
