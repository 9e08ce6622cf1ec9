// Dirty groups of the shadow become packets: called before a draw, a dispatch, or the release of an object.
#include "d3d11/context/context_base.h"
#include "d3d11/context/topology.h"

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

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

using namespace gpu::packet;
using spirv::Stage;

void ContextBase::flushDirty(uint64_t groups) {
    for (uint64_t bits = groups & 0xffffff; bits;) {
        const uint32_t stage = static_cast<uint32_t>(__builtin_ctzll(bits)) / 4;
        const uint32_t stageGroups = static_cast<uint32_t>(bits >> (4 * stage)) & 0xf;
        flushStage(stage, stageGroups);
        bits &= ~(0xfull << (4 * stage));
    }
    if (groups >> 24)
        flushFixedFunction(groups);
    shadow_.dirty &= ~groups;
}

void ContextBase::flushStage(uint32_t index, uint32_t bits) {
    StageState& state = shadow_.stages[index];
    const auto stage = static_cast<Stage>(index);
    if (bits & kDirtyShader0) {
        auto* made = writer_.add<SetShader>();
        made->stage = stage;
        made->shader = state.gpuShader;
        if (state.interfaces && state.gpuShader) [[unlikely]]
            flushLinkage(index);
    }
    if (bits & kDirtyUniforms0)
        flushUniforms(index);
    if (bits & kDirtyResources0 && !state.dirtyResources.empty()) {
        const DirtyRange range = state.dirtyResources;
        auto* made = writer_.add<SetResources>(range.high - range.low);
        made->stage = stage;
        made->first = range.low;
        made->count = range.high - range.low;
        for (uint32_t i = 0; i < made->count; i++) {
            ShaderResourceView* view = state.resources[range.low + i];
            tail(made)[i] = view ? view->gpu() : nullptr;
        }
        state.dirtyResources.clear();
    }
    if (bits & kDirtySamplers0 && !state.dirtySamplers.empty()) {
        const DirtyRange range = state.dirtySamplers;
        auto* made = writer_.add<SetSamplers>(range.high - range.low);
        made->stage = stage;
        made->first = range.low;
        made->count = range.high - range.low;
        for (uint32_t i = 0; i < made->count; i++) {
            SamplerState* sampler = state.samplers[range.low + i];
            tail(made)[i] = sampler ? sampler->gpu() : nullptr;
        }
        state.dirtySamplers.clear();
    }
}

// What stands behind the shader's interfaces, for it to read.
void ContextBase::flushLinkage(uint32_t index) {
    const StageState& state = shadow_.stages[index];
    Buffer*& buffer = linkageBuffers_[index];
    if (!buffer) {
        D3D11_BUFFER_DESC desc{};
        desc.ByteWidth = spirv::kInterfaceSlots * sizeof(InterfaceData);
        desc.Usage = D3D11_USAGE_DYNAMIC;
        desc.BindFlags = D3D11_BIND_CONSTANT_BUFFER;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_WRITE;
        ID3D11Buffer* made = nullptr;
        if (FAILED(Buffer::create(device(), &desc, nullptr, &made)))
            return;
        buffer = toBuffer(made);
        buffer->addPrivateRef();
        made->Release();
    }
    keep(buffer);
    uint8_t* data = renameBuffer(*buffer, false);
    if (!data)
        return;
    state.interfaces->resolve(state.classInstances, reinterpret_cast<InterfaceData*>(data));
    auto* made = writer_.add<SetUniformBuffers>(1);
    made->stage = static_cast<Stage>(index);
    made->first = spirv::kLinkageSlot;
    made->count = 1;
    tail(made)[0] = {};
    tail(made)[0].buffer = &buffer->gpu();
    tail(made)[0].size = state.interfaces->slotCount() * static_cast<uint32_t>(sizeof(InterfaceData));
}

void ContextBase::dropLinkageBuffers() {
    for (Buffer*& buffer : linkageBuffers_) {
        if (buffer)
            buffer->releasePrivateRef();
        buffer = nullptr;
    }
}

void ContextBase::flushUniforms(uint32_t index) {
    StageState& state = shadow_.stages[index];
    const DirtyRange range = state.dirtyUniforms;
    if (range.empty())
        return;
    auto* made = writer_.add<SetUniformBuffers>(range.high - range.low);
    made->stage = static_cast<Stage>(index);
    made->first = range.low;
    made->count = range.high - range.low;
    for (uint32_t i = 0; i < made->count; i++) {
        const UniformSlot& slot = state.uniforms[range.low + i];
        gpu::UniformBinding& binding = tail(made)[i];
        binding = {};
        if (!slot.buffer)
            continue;
        const uint32_t bytes = static_cast<uint32_t>(slot.buffer->gpu().size());
        const uint64_t offset = uint64_t(slot.firstConstant) * 16;
        if (offset >= bytes)
            continue; // reads beyond the end give zero
        binding.buffer = &slot.buffer->gpu();
        binding.offset = static_cast<uint32_t>(offset);
        binding.size = std::min(bytes - binding.offset, slot.constantCount * 16);
        if (!binding.size)
            binding = {};
    }
    state.dirtyUniforms.clear();
}

void ContextBase::flushVertexBuffers() {
    const DirtyRange range = shadow_.dirtyVertexBuffers;
    if (range.empty())
        return;
    auto* made = writer_.add<SetVertexBuffers>(range.high - range.low);
    made->first = range.low;
    made->count = range.high - range.low;
    for (uint32_t i = 0; i < made->count; i++) {
        const VertexSlot& slot = shadow_.vertexBuffers[range.low + i];
        tail(made)[i] = {slot.buffer ? &slot.buffer->gpu() : nullptr, slot.offset, slot.stride};
    }
    shadow_.dirtyVertexBuffers.clear();
}

void ContextBase::flushIndexBuffer() {
    auto* made = writer_.add<SetIndexBuffer>();
    made->buffer = shadow_.indexBuffer ? &shadow_.indexBuffer->gpu() : nullptr;
    made->offset = shadow_.indexOffset;
    made->type = shadow_.indexFormat == DXGI_FORMAT_R16_UINT ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32;
}

void ContextBase::flushTargets() {
    auto* made = writer_.add<SetTargets>(shadow_.targetCount);
    made->depthStencil = shadow_.depthStencil ? shadow_.depthStencil->gpu() : nullptr;
    made->count = shadow_.targetCount;
    bufferTargets_ = false;
    for (uint32_t i = 0; i < made->count; i++) {
        tail(made)[i] = shadow_.targets[i] ? shadow_.targets[i]->gpu() : nullptr;
        bufferTargets_ |= shadow_.targets[i] && shadow_.targets[i]->bufferImage();
    }
}

void ContextBase::flushUavs(bool compute) {
    DirtyRange& range = compute ? shadow_.dirtyComputeUavs : shadow_.dirtyGraphicsUavs;
    if (range.empty())
        return;
    UnorderedAccessView* const* views = compute ? shadow_.computeUavs : shadow_.graphicsUavs;
    auto* made = writer_.add<SetUavs>(range.high - range.low);
    made->compute = compute;
    made->first = range.low;
    made->count = range.high - range.low;
    for (uint32_t i = 0; i < made->count; i++)
        tail(made)[i] = views[range.low + i] ? views[range.low + i]->gpu() : nullptr;
    range.clear();
}

void ContextBase::flushViewports() {
    auto* made = writer_.add<SetViewports>(shadow_.viewportCount);
    made->count = shadow_.viewportCount;
    for (uint32_t i = 0; i < made->count; i++) {
        const D3D11_VIEWPORT& from = shadow_.viewports[i];
        tail(made)[i] = {from.TopLeftX, from.TopLeftY, from.Width, from.Height, from.MinDepth, from.MaxDepth};
    }
}

void ContextBase::flushScissors() {
    auto* made = writer_.add<SetScissors>(shadow_.scissorCount);
    made->count = shadow_.scissorCount;
    for (uint32_t i = 0; i < made->count; i++) {
        const D3D11_RECT& from = shadow_.scissors[i];
        const int32_t left = std::max<int32_t>(from.left, 0), top = std::max<int32_t>(from.top, 0);
        const uint32_t width = from.right > left ? static_cast<uint32_t>(from.right - left) : 0;
        const uint32_t height = from.bottom > top ? static_cast<uint32_t>(from.bottom - top) : 0;
        tail(made)[i] = {{left, top}, {width, height}};
    }
}

void ContextBase::flushStreamOut() {
    auto* made = writer_.add<SetStreamOut>(D3D11_SO_BUFFER_SLOT_COUNT);
    made->count = D3D11_SO_BUFFER_SLOT_COUNT;
    for (uint32_t i = 0; i < made->count; i++) {
        Buffer* buffer = shadow_.streamOut[i];
        tail(made)[i] = {buffer ? &buffer->gpu() : nullptr, buffer ? buffer->streamOutCounter() : nullptr,
                         shadow_.streamOutOffset[i]};
        // An offset positions once; from then on output is appended.
        shadow_.streamOutOffset[i] = ~0u;
    }
}

void ContextBase::flushFixedFunction(uint64_t groups) {
    if (groups & kDirtyLayout)
        writer_.add<SetVertexLayout>()->layout = shadow_.layout ? shadow_.layout->gpu() : nullptr;
    if (groups & kDirtyTopology) {
        const TopologyInfo info = topologyInfo(shadow_.topology);
        auto* made = writer_.add<SetTopology>();
        made->topology = info.topology;
        if (info.controlPoints && !shadow_.stage(Stage::Hull).gpuShader && shadow_.stage(Stage::Geometry).gpuShader)
            made->topology = patchAsList(info.controlPoints);
        made->patchControlPoints = info.controlPoints;
    }
    if (groups & kDirtyVertexBuffers)
        flushVertexBuffers();
    if (groups & kDirtyIndexBuffer)
        flushIndexBuffer();
    if (groups & kDirtyTargets)
        flushTargets();
    if (groups & kDirtyGraphicsUavs)
        flushUavs(false);
    if (groups & kDirtyComputeUavs)
        flushUavs(true);
    if (groups & kDirtyViewports)
        flushViewports();
    if (groups & kDirtyScissors)
        flushScissors();
    if (groups & kDirtyRaster)
        writer_.add<SetRasterState>()->state = shadow_.rasterizer ? shadow_.rasterizer->gpu() : nullptr;
    if (groups & kDirtyBlend) {
        auto* made = writer_.add<SetBlendState>();
        made->state = shadow_.blend ? shadow_.blend->gpu() : nullptr;
        made->sampleMask = shadow_.sampleMask;
    }
    if (groups & kDirtyBlendConstants)
        std::memcpy(writer_.add<SetBlendConstants>()->value.v, shadow_.blendFactor, sizeof shadow_.blendFactor);
    if (groups & kDirtyDepthStencil)
        writer_.add<SetDepthStencilState>()->state =
            shadow_.depthStencilState ? shadow_.depthStencilState->gpu() : nullptr;
    if (groups & kDirtyStencilReference)
        writer_.add<SetStencilReference>()->value = shadow_.stencilReference;
    if (groups & kDirtyStreamOut)
        flushStreamOut();
    if (groups & kDirtyPredication) {
        auto* made = writer_.add<gpu::packet::SetPredication>();
        made->query = shadow_.predicate ? &shadow_.predicate->gpu() : nullptr;
        made->value = shadow_.predicateValue;
    }
}

} // namespace hendeca::d3d11
