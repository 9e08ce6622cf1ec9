#pragma once
// What a pipeline bakes in, as plain data without padding, so that keys are compared and hashed as bytes. All that Vulkan
// 1.3 can set dynamically is not in here (dynamicStates() lists it). Any thread.

#include "gpu/state.h"
#include "vk/fns.h"

#include <cstdint>
#include <cstring>
#include <span>

namespace hendeca::vk {
struct Caps;
}

namespace hendeca::gpu {

class Shader;
struct OffsetConstants;

struct TargetFormats {
    VkFormat colors[kMaxTargets] = {}; // VK_FORMAT_UNDEFINED: nothing is bound there
    VkFormat depth = VK_FORMAT_UNDEFINED;
    VkFormat stencil = VK_FORMAT_UNDEFINED;
    uint8_t alphaInRed = 0, alphaIsOne = 0; // bit i: TargetAlpha of colors[i]
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT; // without targets: RasterState::forcedSampleCount counts
    // Colour attachments that a pass must have for pipelines of these targets: up to the last that is bound.
    uint32_t colorCount() const {
        uint32_t count = kMaxTargets;
        while (count && colors[count - 1] == VK_FORMAT_UNDEFINED)
            count--;
        return count;
    }
    bool operator==(const TargetFormats&) const = default;
};

// What the recorder wants to draw with; all pointers may be null but the vertex shader.
struct GraphicsState {
    Shader* shaders[5] = {}; // by spirv::Stage: vertex, hull, domain, geometry, pixel
    const VertexLayout* vertexLayout = nullptr;
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    uint32_t patchControlPoints = 0;
    const RasterState* raster = nullptr;
    const BlendState* blend = nullptr;
    uint32_t sampleMask = ~0u;
    TargetFormats targets;
    const OffsetConstants* offsets = nullptr; // from Binder::offsets()
};

enum class TopologyClass : uint8_t { Point, Line, Triangle, Patch };
TopologyClass topologyClass(VkPrimitiveTopology topology);

enum RasterBit : uint8_t {
    kRasterPolygonMask = 3, // VkPolygonMode
    kRasterDepthClip = 4,
    kRasterConservative = 8,
};
uint8_t rasterBits(const RasterState* state, bool conservativeSupported);

enum AlphaBit : uint32_t { kAlphaInRed = 1u << 31, kAlphaIsOne = 1u << 30 };

struct GraphicsKey {
    uint32_t shaders[5] = {}; // Shader::id, 0: none
    uint32_t vertexLayout = 0;
    uint32_t blend = 0;
    uint32_t sampleMask = ~0u;
    uint32_t colors[kMaxTargets] = {}; // VkFormat, which has at most 30 bits, and AlphaBit
    uint32_t depth = 0;
    uint32_t stencil = 0;
    uint32_t offsets = 0; // OffsetConstants::id
    uint8_t samples = 1;
    uint8_t topology = 0; // TopologyClass
    uint8_t patchControlPoints = 0;
    uint8_t raster = 0; // RasterBit

    bool operator==(const GraphicsKey& other) const { return std::memcmp(this, &other, sizeof(*this)) == 0; }
    uint64_t hash() const;
    VkFormat colorFormat(uint32_t i) const {
        return static_cast<VkFormat>(colors[i] & ~(uint32_t(kAlphaInRed) | uint32_t(kAlphaIsOne)));
    }
};

GraphicsKey makeGraphicsKey(const GraphicsState& state, bool conservativeSupported);

// The dynamic state of every graphics pipeline; the recorder must have set all of it before a draw. Primitive restart must
// be off for list topologies.
std::span<const VkDynamicState> dynamicStates();

} // namespace hendeca::gpu
