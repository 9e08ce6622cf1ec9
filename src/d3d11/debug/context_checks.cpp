#include "d3d11/debug/context_checks.h"

#include "d3d11/debug/debug_layer.h"
#include "d3d11/debug/stage_checks.h"
#include "d3d11/device/device.h"
#include "d3d11/query/query.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"

namespace hendeca::d3d11::checks {

using spirv::Stage;

namespace {

constexpr D3D11_MESSAGE_ID kResourceHazards[] = {
    D3D11_MESSAGE_ID_DEVICE_VSSETSHADERRESOURCES_HAZARD, D3D11_MESSAGE_ID_DEVICE_HSSETSHADERRESOURCES_HAZARD,
    D3D11_MESSAGE_ID_DEVICE_DSSETSHADERRESOURCES_HAZARD, D3D11_MESSAGE_ID_DEVICE_GSSETSHADERRESOURCES_HAZARD,
    D3D11_MESSAGE_ID_DEVICE_PSSETSHADERRESOURCES_HAZARD, D3D11_MESSAGE_ID_DEVICE_CSSETSHADERRESOURCES_HAZARD};
static_assert(static_cast<uint32_t>(Stage::Hull) == 1 && static_cast<uint32_t>(Stage::Pixel) == 4);

// Says that an output `range` pushes out the inputs of a stage that it overlaps.
void sayInputs(DebugLayer& debug, const ShadowState& shadow, Stage stage, const ViewRange& range, const char* call,
               D3D11_MESSAGE_ID outputId, UINT outputSlot) {
    const StageState& state = shadow.stages[static_cast<uint32_t>(stage)];
    for (uint32_t word = 0; word < 2; word++)
        for (uint64_t mask = state.hazardous.bits[word]; mask; mask &= mask - 1) {
            const uint32_t slot = word * 64 + static_cast<uint32_t>(__builtin_ctzll(mask));
            const ShaderResourceView* view = state.resources[slot];
            if (!view || !view->range().overlaps(range))
                continue;
            debug.say(outputId, call, "Output slot %u.", outputSlot);
            debug.say(kResourceHazards[static_cast<uint32_t>(stage)], call, "%s stage, slot %u.", stageName(stage),
                      slot);
        }
}

void sayGraphicsInputs(DebugLayer& debug, const ShadowState& shadow, const ViewRange& range, const char* call,
                       D3D11_MESSAGE_ID outputId, UINT outputSlot) {
    for (uint32_t stage = 0; stage < static_cast<uint32_t>(Stage::Compute); stage++)
        sayInputs(debug, shadow, static_cast<Stage>(stage), range, call, outputId, outputSlot);
}

bool outputOf(UnorderedAccessView* const* views, uint64_t mask, const ViewRange& range) {
    for (; mask; mask &= mask - 1)
        if (views[__builtin_ctzll(mask)]->range().overlaps(range))
            return true;
    return false;
}

bool graphicsOutput(const ShadowState& shadow, const ViewRange& range) {
    for (uint32_t i = 0; i < shadow.targetCount; i++)
        if (shadow.targets[i] && shadow.targets[i]->range().overlaps(range))
            return true;
    if (shadow.depthStencil && !shadow.depthStencil->readOnly() && shadow.depthStencil->range().overlaps(range))
        return true;
    for (const Buffer* target : shadow.streamOut)
        if (target && target == range.resource)
            return true;
    return outputOf(shadow.graphicsUavs, shadow.graphicsUavMask, range);
}

} // namespace

void targets(DebugLayer& debug, const ShadowState& shadow, const char* call, UINT count,
             ID3D11RenderTargetView* const* views, ID3D11DepthStencilView* depthStencil) {
    constexpr auto kId = D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETS_HAZARD;
    if (count > gpu::kMaxTargets)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_TOOMANYVIEWS, call,
                         "%u targets.", count);
    for (UINT i = 0; views && i < count; i++)
        if (views[i])
            sayGraphicsInputs(debug, shadow, static_cast<RenderTargetView*>(views[i])->range(), call, kId, i);
    const auto* depth = static_cast<DepthStencilView*>(depthStencil);
    if (depth && !depth->readOnly())
        sayGraphicsInputs(debug, shadow, depth->range(), call, kId, 0);
}

void graphicsUavs(DebugLayer& debug, const ShadowState& shadow, UINT start, UINT count,
                  ID3D11UnorderedAccessView* const* uavs) {
    constexpr char kCall[] = "ID3D11DeviceContext::OMSetRenderTargetsAndUnorderedAccessViews";
    if (start > spirv::kUavSlots || count > spirv::kUavSlots - start)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_TOOMANYVIEWS, kCall,
                         "Slots %u to %u.", start, start + count);
    for (UINT i = 0; uavs && i < count; i++)
        if (uavs[i])
            sayGraphicsInputs(debug, shadow, static_cast<UnorderedAccessView*>(uavs[i])->range(), kCall,
                              D3D11_MESSAGE_ID_DEVICE_OMSETRENDERTARGETSANDUNORDEREDACCESSVIEWS_HAZARD, start + i);
}

void computeUavs(DebugLayer& debug, const ShadowState& shadow, UINT start, UINT count,
                 ID3D11UnorderedAccessView* const* uavs) {
    constexpr char kCall[] = "ID3D11DeviceContext::CSSetUnorderedAccessViews";
    if (start > spirv::kUavSlots || count > spirv::kUavSlots - start)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_TOOMANYVIEWS, kCall, "Slots %u to %u.",
                         start, start + count);
    for (UINT i = 0; uavs && i < count; i++)
        if (uavs[i])
            sayInputs(debug, shadow, Stage::Compute, static_cast<UnorderedAccessView*>(uavs[i])->range(), kCall,
                      D3D11_MESSAGE_ID_DEVICE_CSSETUNORDEREDACCESSVIEWS_HAZARD, start + i);
}

void streamOut(DebugLayer& debug, const ShadowState& shadow, UINT count, ID3D11Buffer* const* buffers,
               const UINT* offsets) {
    constexpr char kCall[] = "ID3D11DeviceContext::SOSetTargets";
    for (UINT i = 0; buffers && i < count && i < D3D11_SO_BUFFER_SLOT_COUNT; i++) {
        auto* buffer = static_cast<Buffer*>(buffers[i]);
        if (!buffer)
            continue;
        if (offsets && offsets[i] != ~0u && offsets[i] % 4)
            debug.say(D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_OFFSET_UNALIGNED, kCall, "Slot %u, offset %u.", i,
                      offsets[i]);
        ViewRange range;
        range.resource = buffer;
        range.bufferSize = buffer->size();
        sayGraphicsInputs(debug, shadow, range, kCall, D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_HAZARD, i);
        for (uint32_t slot = 0; slot < gpu::kMaxVertexBuffers; slot++)
            if (shadow.vertexBuffers[slot].buffer == buffer) {
                debug.say(D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_HAZARD, kCall, "Output slot %u.", i);
                debug.say(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_HAZARD, kCall, "Slot %u.", slot);
            }
    }
}

void resources(DebugLayer& debug, const ShadowState& shadow, Stage stage, UINT start, UINT count,
               ID3D11ShaderResourceView* const* views) {
    for (UINT i = 0; views && i < count && start + i < spirv::kSrvSlots; i++) {
        const auto* view = static_cast<ShaderResourceView*>(views[i]);
        if (!view || !view->mayBeOutput())
            continue;
        const bool taken = stage == Stage::Compute ? outputOf(shadow.computeUavs, shadow.computeUavMask, view->range())
                                                   : graphicsOutput(shadow, view->range());
        if (taken)
            debug.say(kResourceHazards[static_cast<uint32_t>(stage)], "ID3D11DeviceContext::SetShaderResources",
                      "%s stage, slot %u.", stageName(stage), start + i);
    }
}

void vertexBuffers(DebugLayer& debug, const ShadowState& shadow, UINT start, UINT count, ID3D11Buffer* const* buffers,
                   const UINT* strides, const UINT* offsets) {
    constexpr char kCall[] = "ID3D11DeviceContext::IASetVertexBuffers";
    if (start > gpu::kMaxVertexBuffers || count > gpu::kMaxVertexBuffers - start)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_INVALIDRANGE, kCall, "Slots %u to %u.", start,
                         start + count);
    for (UINT i = 0; buffers && i < count; i++) {
        auto* buffer = static_cast<Buffer*>(buffers[i]);
        if (!buffer)
            continue;
        if (strides && strides[i] > D3D11_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES)
            debug.say(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_STRIDE_TOO_LARGE, kCall, "Slot %u, stride %u.",
                      start + i, strides[i]);
        if (offsets && offsets[i] > buffer->size())
            debug.say(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_OFFSET_TOO_LARGE, kCall, "Slot %u, offset %u.",
                      start + i, offsets[i]);
        for (const Buffer* target : shadow.streamOut)
            if (target == buffer)
                debug.say(D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_HAZARD, kCall, "Slot %u.", start + i);
    }
}

void indexBuffer(DebugLayer& debug, const ShadowState& shadow, ID3D11Buffer* buffer, DXGI_FORMAT format, UINT offset) {
    constexpr char kCall[] = "ID3D11DeviceContext::IASetIndexBuffer";
    if (!buffer)
        return;
    const uint32_t size = format == DXGI_FORMAT_R16_UINT ? 2 : format == DXGI_FORMAT_R32_UINT ? 4 : 0;
    if (!size)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_FORMAT_INVALID, kCall, "The format is %d.",
                         static_cast<int>(format));
    if (offset % size)
        debug.say(D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_OFFSET_UNALIGNED, kCall, "The offset is %u.", offset);
    if (offset > static_cast<Buffer*>(buffer)->size())
        debug.say(D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_OFFSET_TOO_LARGE, kCall, "The offset is %u.", offset);
    for (const Buffer* target : shadow.streamOut)
        if (target && target == buffer)
            debug.say(D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_HAZARD, kCall);
}

void topology(DebugLayer& debug, D3D11_PRIMITIVE_TOPOLOGY value) {
    constexpr char kCall[] = "ID3D11DeviceContext::IASetPrimitiveTopology";
    const bool plain = value >= D3D11_PRIMITIVE_TOPOLOGY_POINTLIST && value <= D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP;
    const bool adjacent =
        value >= D3D11_PRIMITIVE_TOPOLOGY_LINELIST_ADJ && value <= D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP_ADJ;
    const bool patch = value >= D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST &&
                       value <= D3D11_PRIMITIVE_TOPOLOGY_32_CONTROL_POINT_PATCHLIST;
    if (value == D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED)
        debug.say(D3D11_MESSAGE_ID_DEVICE_IASETPRIMITIVETOPOLOGY_TOPOLOGY_UNDEFINED, kCall);
    else if (!plain && !adjacent && !patch)
        debug.say(D3D11_MESSAGE_ID_DEVICE_IASETPRIMITIVETOPOLOGY_TOPOLOGY_UNRECOGNIZED, kCall, "It is %d.",
                  static_cast<int>(value));
}

void viewports(DebugLayer& debug, UINT count, const D3D11_VIEWPORT* list) {
    constexpr char kCall[] = "ID3D11DeviceContext::RSSetViewports";
    if (count > gpu::kMaxViewports)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_TOO_MANY_VIEWPORTS, kCall, "%u viewports.", count);
    for (UINT i = 0; list && i < count; i++) {
        const D3D11_VIEWPORT& area = list[i];
        if (!(area.Width >= 0 && area.Height >= 0 && area.MinDepth >= 0 && area.MaxDepth <= 1 &&
              area.MinDepth <= area.MaxDepth && area.TopLeftX >= D3D11_VIEWPORT_BOUNDS_MIN &&
              area.TopLeftX + area.Width <= D3D11_VIEWPORT_BOUNDS_MAX && area.TopLeftY >= D3D11_VIEWPORT_BOUNDS_MIN &&
              area.TopLeftY + area.Height <= D3D11_VIEWPORT_BOUNDS_MAX))
            debug.say(D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_INVALIDVIEWPORT, kCall, "Viewport %u.", i);
    }
}

void scissors(DebugLayer& debug, UINT count, const D3D11_RECT* rects) {
    constexpr char kCall[] = "ID3D11DeviceContext::RSSetScissorRects";
    if (count > gpu::kMaxViewports)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_RSSETSCISSORRECTS_TOO_MANY_SCISSORS, kCall, "%u rectangles.", count);
    for (UINT i = 0; rects && i < count; i++)
        if (rects[i].right < rects[i].left || rects[i].bottom < rects[i].top)
            debug.say(D3D11_MESSAGE_ID_DEVICE_RSSETSCISSORRECTS_INVALIDSCISSOR, kCall, "Rectangle %u.", i);
}

void indirect(DebugLayer& debug, const char* call, bool dispatch, ID3D11Buffer* arguments, UINT offset, UINT bytes) {
    const auto* buffer = static_cast<Buffer*>(arguments);
    if (!buffer || !(buffer->miscFlags() & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS))
        debug.say(dispatch ? D3D11_MESSAGE_ID_DEVICE_DISPATCHINDIRECT_INVALID_ARG_BUFFER
                           : D3D11_MESSAGE_ID_DEVICE_DRAWINDIRECT_INVALID_ARG_BUFFER,
                  call);
    else if (offset % 4)
        debug.say(dispatch ? D3D11_MESSAGE_ID_DEVICE_DISPATCHINDIRECT_OFFSET_UNALIGNED
                           : D3D11_MESSAGE_ID_DEVICE_DRAWINDIRECT_OFFSET_UNALIGNED,
                  call, "The offset is %u.", offset);
    else if (uint64_t(offset) + bytes > buffer->size())
        debug.say(dispatch ? D3D11_MESSAGE_ID_DEVICE_DISPATCHINDIRECT_OFFSET_OVERFLOW
                           : D3D11_MESSAGE_ID_DEVICE_DRAWINDIRECT_OFFSET_OVERFLOW,
                  call, "The offset is %u.", offset);
}

// --- queries. Of a deferred context the list's order is not known here.

void begin(DebugLayer& debug, ID3D11Asynchronous* async, bool deferred) {
    constexpr char kCall[] = "ID3D11DeviceContext::Begin";
    if (!async)
        return;
    const Query& query = *toQuery(async);
    if (!query.hasBegin())
        debug.say(D3D11_MESSAGE_ID_QUERY_BEGIN_UNSUPPORTED, kCall);
    else if (!deferred && query.state == Query::State::Begun)
        debug.say(D3D11_MESSAGE_ID_QUERY_BEGIN_DUPLICATE, kCall);
}

void end(DebugLayer& debug, ID3D11Asynchronous* async, bool deferred) {
    if (async && !deferred && toQuery(async)->hasBegin() && toQuery(async)->state != Query::State::Begun)
        debug.say(D3D11_MESSAGE_ID_QUERY_END_WITHOUT_BEGIN, "ID3D11DeviceContext::End");
}

void getData(DebugLayer& debug, ID3D11Asynchronous* async, UINT size, UINT flags, bool deferred) {
    constexpr char kCall[] = "ID3D11DeviceContext::GetData";
    if (!async)
        return;
    const Query& query = *toQuery(async);
    if (deferred || query.state != Query::State::Ended)
        debug.say(D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_CALL, kCall);
    else if (size && size != query.dataSize())
        debug.say(D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_DATASIZE, kCall, "The size is %u, that of the result %u.",
                  size, query.dataSize());
    else if (flags & ~UINT(D3D11_ASYNC_GETDATA_DONOTFLUSH))
        debug.say(D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_FLAGS, kCall, "Flags is 0x%x.", flags);
}

} // namespace hendeca::d3d11::checks
