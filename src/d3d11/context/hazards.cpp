// D3D11's own hazard rules: a subresource is never bound for input and for output at once; the later call wins for output,
// and an input that would collide becomes null (Microsoft Learn, OMSetRenderTargets remarks; D3D11.3 specification 4.4.2).
// Nor is it a target and an unordered access view of the graphics stages at once: there, too, the later one stays.
// The graphics stages and compute are judged apart from each other. Not to be taken for the backend's barriers.
#include "d3d11/context/context_base.h"

#include "d3d11/context/shader_access.h"
#include "d3d11/query/query.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/shader/shader.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"

namespace hendeca::d3d11 {

using spirv::Stage;

namespace {

bool anyOverlaps(UnorderedAccessView* const* views, uint64_t mask, const ViewRange& range) {
    for (; mask; mask &= mask - 1)
        if (views[__builtin_ctzll(mask)]->range().overlaps(range))
            return true;
    return false;
}

} // namespace

bool ContextBase::boundForGraphicsOutput(const ViewRange& range) const {
    for (uint32_t i = 0; i < shadow_.targetCount; i++)
        if (shadow_.targets[i] && shadow_.targets[i]->range().overlaps(range))
            return true;
    const DepthStencilView* depth = shadow_.depthStencil;
    if (depth && !depth->readOnly() && depth->range().overlaps(range))
        return true;
    if (anyOverlaps(shadow_.graphicsUavs, shadow_.graphicsUavMask, range))
        return true;
    if (range.resource->isBuffer())
        for (const Buffer* target : shadow_.streamOut)
            if (target && target == range.resource)
                return true;
    return false;
}

bool ContextBase::boundForComputeOutput(const ViewRange& range) const {
    return anyOverlaps(shadow_.computeUavs, shadow_.computeUavMask, range);
}

void ContextBase::unbindResource(Stage stage, uint32_t slot) {
    StageState& state = shadow_.stage(stage);
    state.resources[slot] = nullptr;
    state.hazardous.set(slot, false);
    state.dirtyResources.add(slot);
    shadow_.dirty |= static_cast<uint64_t>(kDirtyResources0) << (4 * static_cast<uint32_t>(stage));
}

void ContextBase::unbindGraphicsInputs(const ViewRange& range) {
    for (uint32_t stage = 0; stage < static_cast<uint32_t>(Stage::Compute); stage++)
        for (uint32_t word = 0; word < 2; word++)
            for (uint64_t mask = shadow_.stages[stage].hazardous.bits[word]; mask; mask &= mask - 1) {
                const uint32_t slot = word * 64 + static_cast<uint32_t>(__builtin_ctzll(mask));
                if (shadow_.stages[stage].resources[slot]->range().overlaps(range))
                    unbindResource(static_cast<Stage>(stage), slot);
            }
    if (!range.resource->isBuffer() || !(range.resource->bindFlags() & D3D11_BIND_STREAM_OUTPUT))
        return;
    // A stream-output target leaves the input assembler.
    for (uint32_t i = 0; i < gpu::kMaxVertexBuffers; i++)
        if (shadow_.vertexBuffers[i].buffer == range.resource) {
            shadow_.vertexBuffers[i] = {};
            shadow_.dirtyVertexBuffers.add(i);
            shadow_.dirty |= kDirtyVertexBuffers;
        }
}

void ContextBase::unbindTargets(const ViewRange& range) {
    for (uint32_t i = 0; i < shadow_.targetCount; i++)
        if (shadow_.targets[i] && shadow_.targets[i]->range().overlaps(range)) {
            shadow_.targets[i] = nullptr;
            shadow_.dirty |= kDirtyTargets;
        }
    while (shadow_.targetCount && !shadow_.targets[shadow_.targetCount - 1])
        shadow_.targetCount--;
}

void ContextBase::unbindGraphicsUavs(const ViewRange& range) {
    for (uint64_t mask = shadow_.graphicsUavMask; mask; mask &= mask - 1) {
        const uint32_t slot = static_cast<uint32_t>(__builtin_ctzll(mask));
        if (shadow_.graphicsUavs[slot]->range().overlaps(range))
            setGraphicsUav(slot, nullptr);
    }
}

void ContextBase::unbindComputeInputs(const ViewRange& range) {
    const StageState& state = shadow_.stage(Stage::Compute);
    for (uint32_t word = 0; word < 2; word++)
        for (uint64_t mask = state.hazardous.bits[word]; mask; mask &= mask - 1) {
            const uint32_t slot = word * 64 + static_cast<uint32_t>(__builtin_ctzll(mask));
            if (state.resources[slot]->range().overlaps(range))
                unbindResource(Stage::Compute, slot);
        }
}

void ContextBase::unbindTargetsOf(ResourceBase* resource) {
    for (uint32_t i = 0; i < shadow_.targetCount; i++)
        if (shadow_.targets[i] && shadow_.targets[i]->resource() == resource) {
            shadow_.targets[i] = nullptr;
            shadow_.dirty |= kDirtyTargets;
        }
    while (shadow_.targetCount && !shadow_.targets[shadow_.targetCount - 1])
        shadow_.targetCount--;
    for (uint64_t mask = shadow_.graphicsUavMask; mask; mask &= mask - 1) {
        const uint32_t slot = static_cast<uint32_t>(__builtin_ctzll(mask));
        if (shadow_.graphicsUavs[slot]->resource() == resource)
            setGraphicsUav(slot, nullptr);
    }
    for (uint64_t mask = shadow_.computeUavMask; mask; mask &= mask - 1) {
        const uint32_t slot = static_cast<uint32_t>(__builtin_ctzll(mask));
        if (shadow_.computeUavs[slot]->resource() == resource)
            setComputeUav(slot, nullptr);
    }
}

gpu::Shader* gpuShader(Stage stage, ID3D11DeviceChild* shader) {
    if (!shader)
        return nullptr;
    switch (stage) {
    case Stage::Vertex: return static_cast<VertexShader*>(shader)->gpu();
    case Stage::Hull: return static_cast<HullShader*>(shader)->gpu();
    case Stage::Domain: return static_cast<DomainShader*>(shader)->gpu();
    case Stage::Geometry: return static_cast<GeometryShader*>(shader)->gpu();
    case Stage::Pixel: return static_cast<PixelShader*>(shader)->gpu();
    case Stage::Compute: return static_cast<ComputeShader*>(shader)->gpu();
    }
    return nullptr;
}

DeviceObject* shaderObject(Stage stage, ID3D11DeviceChild* shader) {
    if (!shader)
        return nullptr;
    switch (stage) {
    case Stage::Vertex: return static_cast<VertexShader*>(shader);
    case Stage::Hull: return static_cast<HullShader*>(shader);
    case Stage::Domain: return static_cast<DomainShader*>(shader);
    case Stage::Geometry: return static_cast<GeometryShader*>(shader);
    case Stage::Pixel: return static_cast<PixelShader*>(shader);
    case Stage::Compute: return static_cast<ComputeShader*>(shader);
    }
    return nullptr;
}

} // namespace hendeca::d3d11
