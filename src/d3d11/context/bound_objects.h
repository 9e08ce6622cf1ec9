#pragma once
// Which objects a shadow has bound; see shadow_state.h.

#include "d3d11/context/shadow_state.h"
#include "d3d11/query/query.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/shader/class_linkage.h"
#include "d3d11/state/blend_state.h"
#include "d3d11/state/depth_stencil_state.h"
#include "d3d11/state/input_layout.h"
#include "d3d11/state/rasterizer_state.h"
#include "d3d11/state/sampler_state.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"

namespace hendeca::d3d11 {

template <class Visit>
void ShadowState::forEachBound(Visit&& visit) const {
    const auto see = [&visit](auto* object) {
        if (object)
            visit(static_cast<DeviceObject*>(object));
    };
    for (const StageState& stage : stages) {
        see(stage.shaderObject);
        for (const UniformSlot& slot : stage.uniforms)
            see(slot.buffer);
        for (uint32_t i = 0; i < stage.resourceEnd; i++)
            see(stage.resources[i]);
        for (SamplerState* sampler : stage.samplers)
            see(sampler);
        for (uint32_t i = 0; i < stage.classInstanceCount; i++)
            see(stage.classInstances[i]);
    }
    see(layout);
    for (const VertexSlot& slot : vertexBuffers)
        see(slot.buffer);
    see(indexBuffer);
    for (RenderTargetView* target : targets)
        see(target);
    see(depthStencil);
    for (UnorderedAccessView* view : graphicsUavs)
        see(view);
    for (UnorderedAccessView* view : computeUavs)
        see(view);
    see(blend);
    see(depthStencilState);
    see(rasterizer);
    for (Buffer* buffer : streamOut)
        see(buffer);
    see(predicate);
}

} // namespace hendeca::d3d11
