#pragma once
// Fixed-function state as plain data. Each object is immutable and interned by whoever makes it (equal D3D11 states are
// the same object), so that the backend may compare addresses; `id` is unique and never used again, for pipeline keys.

#include "gpu/resource/object.h"
#include "vk/fns.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hendeca::gpu {

inline constexpr uint32_t kMaxTargets = 8;
inline constexpr uint32_t kMaxVertexBuffers = 32;
inline constexpr uint32_t kMaxViewports = 16;

struct RasterState : Object {
    uint32_t id = 0;
    VkPolygonMode polygonMode = VK_POLYGON_MODE_FILL;
    VkCullModeFlags cullMode = VK_CULL_MODE_BACK_BIT;
    VkFrontFace frontFace = VK_FRONT_FACE_CLOCKWISE; // in D3D's terms; the viewport's flip is the recorder's business
    float depthBias = 0, depthBiasClamp = 0, slopeScaledDepthBias = 0;
    bool depthBiasEnable = false;
    bool depthClip = true;
    bool scissor = false;
    bool multisample = false;
    bool antialiasedLine = false;
    uint32_t forcedSampleCount = 0;
    bool conservative = false;
};

struct BlendTarget {
    bool enable = false;
    VkBlendFactor srcColor = VK_BLEND_FACTOR_ONE, dstColor = VK_BLEND_FACTOR_ZERO;
    VkBlendOp colorOp = VK_BLEND_OP_ADD;
    VkBlendFactor srcAlpha = VK_BLEND_FACTOR_ONE, dstAlpha = VK_BLEND_FACTOR_ZERO;
    VkBlendOp alphaOp = VK_BLEND_OP_ADD;
    VkColorComponentFlags writeMask = 0xf;
    bool operator==(const BlendTarget&) const = default;
};

struct BlendState : Object {
    uint32_t id = 0;
    std::array<BlendTarget, kMaxTargets> targets;
    bool alphaToCoverage = false;
    bool logicOpEnable = false;
    VkLogicOp logicOp = VK_LOGIC_OP_NO_OP;
    bool dualSource = false; // a factor names the second source
};

struct StencilFace {
    VkStencilOp fail = VK_STENCIL_OP_KEEP, depthFail = VK_STENCIL_OP_KEEP, pass = VK_STENCIL_OP_KEEP;
    VkCompareOp compare = VK_COMPARE_OP_ALWAYS;
    bool operator==(const StencilFace&) const = default;
};

struct DepthStencilState : Object {
    uint32_t id = 0;
    bool depthTest = true, depthWrite = true, stencilTest = false;
    VkCompareOp depthCompare = VK_COMPARE_OP_LESS;
    uint8_t stencilReadMask = 0xff, stencilWriteMask = 0xff;
    StencilFace front, back;
};

struct VertexElement {
    uint32_t location = 0; // input register
    uint32_t slot = 0;     // vertex buffer
    uint32_t offset = 0;   // bytes
    VkFormat format = VK_FORMAT_UNDEFINED;
};

struct VertexLayout : Object {
    uint32_t id = 0;
    std::vector<VertexElement> elements;
    uint32_t slotMask = 0;         // slots that elements use
    uint32_t instanceSlotMask = 0; // per instance
    uint32_t stepRate[kMaxVertexBuffers] = {}; // 0: the same value for all instances
};

} // namespace hendeca::gpu
