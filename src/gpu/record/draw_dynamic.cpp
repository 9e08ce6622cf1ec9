// The dynamic state of draws: every state of dynamicStates() is set here.
#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/record/draw_state.h"
#include "gpu/record/pass_state.h"
#include "gpu/record/record_context.h"
#include "vk/caps.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace hendeca::gpu {

namespace {

const RasterState kDefaultRaster;
const DepthStencilState kDefaultDepthStencil;

// Large enough for every target, small enough for drivers that add offset and extent.
constexpr uint32_t kUnboundedScissor = 32767;

bool isEmpty(const VkViewport& viewport) {
    return !(viewport.width > 0) || !(viewport.height > 0);
}

bool isUnormDepth(VkFormat format) {
    return format == VK_FORMAT_D16_UNORM || format == VK_FORMAT_D16_UNORM_S8_UINT ||
           format == VK_FORMAT_X8_D24_UNORM_PACK32 || format == VK_FORMAT_D24_UNORM_S8_UINT;
}

// Strips are cut by an index of all ones, in D3D11 always.
bool isStrip(VkPrimitiveTopology topology) {
    switch (topology) {
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP:
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP:
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY:
    case VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY: return true;
    default: return false;
    }
}

} // namespace

void DrawState::applyDynamic(VkCommandBuffer commands) {
    const vk::Fns& fn = context_.fn();
    if ((dirty_ & kTopology) && !(emitted(kTopology) && emitted_.topology == state_.topology)) {
        emitted_.topology = state_.topology;
        fn.CmdSetPrimitiveTopology(commands, state_.topology);
        fn.CmdSetPrimitiveRestartEnable(commands, isStrip(state_.topology));
    }
    if (dirty_ & kViewports)
        applyViewports(commands);
    if (dirty_ & kScissors)
        applyScissors(commands);
    if (dirty_ & kRaster)
        applyRaster(commands);
    if (dirty_ & kDepthStencil)
        applyDepthStencil(commands);
    if (dirty_ & kStencilReference)
        fn.CmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, stencilReference_ & 0xff);
    if (dirty_ & kBlendConstants)
        fn.CmdSetBlendConstants(commands, blendConstants_.v);
    dirty_ &= ~uint32_t(kDynamic);
}

// D3D's y axis points up in clip space: the viewport is turned over. What is front-facing stays so, since pixels end up
// where D3D puts them. An empty viewport shows nothing; Vulkan has none, so the scissor is emptied instead.
void DrawState::applyViewports(VkCommandBuffer commands) {
    VkViewport out[kMaxViewports];
    const uint32_t limit = context_.caps().has(vk::Cap::MultiViewport) ? kMaxViewports : 1;
    const uint32_t count = allViewports_ ? limit : std::clamp(viewportCount_, 1u, limit);
    for (uint32_t i = 0; i < count; i++) {
        if (i >= viewportCount_ || isEmpty(viewports_[i])) {
            out[i] = {0, 1, 1, -1, 0, 1};
            continue;
        }
        const VkViewport& in = viewports_[i];
        out[i] = {in.x,        in.y + in.height, in.width, -in.height, std::clamp(in.minDepth, 0.0f, 1.0f),
                  std::clamp(in.maxDepth, 0.0f, 1.0f)};
    }
    if (emitted(kViewports) && emitted_.viewportCount == count &&
        std::memcmp(emitted_.viewports, out, count * sizeof(VkViewport)) == 0)
        return;
    emitted_.viewportCount = count;
    std::memcpy(emitted_.viewports, out, count * sizeof(VkViewport));
    context_.fn().CmdSetViewportWithCount(commands, count, out);
}

void DrawState::applyScissors(VkCommandBuffer commands) {
    VkRect2D out[kMaxViewports];
    const uint32_t limit = context_.caps().has(vk::Cap::MultiViewport) ? kMaxViewports : 1;
    const uint32_t count = allViewports_ ? limit : std::clamp(viewportCount_, 1u, limit);
    const bool scissor = state_.raster && state_.raster->scissor;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = {};
        if (i >= viewportCount_ || isEmpty(viewports_[i]))
            continue;
        if (!scissor) {
            out[i].extent = {kUnboundedScissor, kUnboundedScissor};
            continue;
        }
        if (i >= scissorCount_)
            continue;
        // Vulkan wants no negative offset; what lies there is outside of every target.
        const VkRect2D& in = scissors_[i];
        const int64_t right = int64_t(in.offset.x) + in.extent.width, bottom = int64_t(in.offset.y) + in.extent.height;
        const int64_t left = std::clamp<int64_t>(in.offset.x, 0, kUnboundedScissor);
        const int64_t top = std::clamp<int64_t>(in.offset.y, 0, kUnboundedScissor);
        out[i].offset = {static_cast<int32_t>(left), static_cast<int32_t>(top)};
        out[i].extent = {
            static_cast<uint32_t>(std::clamp<int64_t>(right - left, 0, kUnboundedScissor)),
            static_cast<uint32_t>(std::clamp<int64_t>(bottom - top, 0, kUnboundedScissor)),
        };
    }
    if (emitted(kScissors) && emitted_.scissorCount == count &&
        std::memcmp(emitted_.scissors, out, count * sizeof(VkRect2D)) == 0)
        return;
    emitted_.scissorCount = count;
    std::memcpy(emitted_.scissors, out, count * sizeof(VkRect2D));
    context_.fn().CmdSetScissorWithCount(commands, count, out);
}

void DrawState::applyRaster(VkCommandBuffer commands) {
    const vk::Fns& fn = context_.fn();
    const RasterState& raster = state_.raster ? *state_.raster : kDefaultRaster;
    Emitted& e = emitted_;
    const bool all = !emitted(kRaster);
    if (all || e.cullMode != raster.cullMode)
        fn.CmdSetCullMode(commands, e.cullMode = raster.cullMode);
    if (all || e.frontFace != raster.frontFace)
        fn.CmdSetFrontFace(commands, e.frontFace = raster.frontFace);
    if (all || e.biasEnable != raster.depthBiasEnable)
        fn.CmdSetDepthBiasEnable(commands, e.biasEnable = raster.depthBiasEnable);
    const float constant = context_.caps().unormBiasDoubled && isUnormDepth(state_.targets.depth)
                               ? raster.depthBias / 2
                               : raster.depthBias;
    const float bias[3] = {constant, raster.depthBiasClamp, raster.slopeScaledDepthBias};
    if (all || std::memcmp(e.bias, bias, sizeof(bias)) != 0) {
        std::memcpy(e.bias, bias, sizeof(bias));
        fn.CmdSetDepthBias(commands, bias[0], bias[1], bias[2]);
    }
}

void DrawState::applyDepthStencil(VkCommandBuffer commands) {
    const vk::Fns& fn = context_.fn();
    const DepthStencilState& state = depthStencil_ ? *depthStencil_ : kDefaultDepthStencil;
    Emitted& e = emitted_;
    const bool all = !emitted(kDepthStencil);
    const bool depthWrite = state.depthTest && state.depthWrite && !pass_.depthReadOnly();
    if (all || e.depthTest != state.depthTest)
        fn.CmdSetDepthTestEnable(commands, e.depthTest = state.depthTest);
    if (all || e.depthWrite != depthWrite)
        fn.CmdSetDepthWriteEnable(commands, e.depthWrite = depthWrite);
    if (all || e.depthCompare != state.depthCompare)
        fn.CmdSetDepthCompareOp(commands, e.depthCompare = state.depthCompare);
    if (all || e.stencilTest != state.stencilTest)
        fn.CmdSetStencilTestEnable(commands, e.stencilTest = state.stencilTest);
    const StencilFace* faces[] = {&state.front, &state.back};
    for (uint32_t i = 0; i < 2; i++) {
        const StencilFace& ops = *faces[i];
        if (!all && e.faces[i] == ops)
            continue;
        e.faces[i] = ops;
        fn.CmdSetStencilOp(commands, i ? VK_STENCIL_FACE_BACK_BIT : VK_STENCIL_FACE_FRONT_BIT, ops.fail, ops.pass,
                           ops.depthFail, ops.compare);
    }
    const uint32_t writeMask = pass_.stencilReadOnly() ? 0 : state.stencilWriteMask;
    if (all || e.stencilMasks[0] != state.stencilReadMask)
        fn.CmdSetStencilCompareMask(commands, VK_STENCIL_FACE_FRONT_AND_BACK,
                                    e.stencilMasks[0] = state.stencilReadMask);
    if (all || e.stencilMasks[1] != writeMask)
        fn.CmdSetStencilWriteMask(commands, VK_STENCIL_FACE_FRONT_AND_BACK, e.stencilMasks[1] = writeMask);
}

// The part of the plane that the viewports can reach.
VkExtent2D DrawState::viewportExtent() const {
    float width = 1, height = 1;
    for (uint32_t i = 0; i < viewportCount_; i++) {
        width = std::max(width, viewports_[i].x + viewports_[i].width);
        height = std::max(height, viewports_[i].y + viewports_[i].height);
    }
    const auto whole = [](float size) { return static_cast<uint32_t>(std::ceil(std::min(size, 32768.0f))); };
    return {whole(width), whole(height)};
}

} // namespace hendeca::gpu
