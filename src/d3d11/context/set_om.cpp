// Output merger, stream output and compute's unordered access.
#include "d3d11/context/context_base.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/state/blend_state.h"
#include "d3d11/state/depth_stencil_state.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "d3d11/view/unordered_access_view.h"
#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

namespace {

template <class T, class I>
void giveReference(T* object, I** out) {
    *out = object;
    if (object)
        object->AddRef();
}

ViewRange wholeBuffer(Buffer& buffer) {
    ViewRange range;
    range.resource = &buffer;
    range.bufferSize = buffer.size();
    return range;
}

// Targets are of one size, layer count and sample count; a depth buffer may be larger than they are (Microsoft Learn,
// OMSetRenderTargets: a call with views that do not go together is dropped).
bool targetsFit(uint32_t count, ID3D11RenderTargetView* const* targets, const DepthStencilView* depth) {
    const RenderTargetView* first = nullptr;
    for (uint32_t i = 0; i < count && targets; i++) {
        const auto* target = static_cast<const RenderTargetView*>(targets[i]);
        if (!target)
            continue;
        if (!first)
            first = target;
        else if (target->width() != first->width() || target->height() != first->height() ||
                 target->range().layers != first->range().layers ||
                 target->range().resource->sampleCount() != first->range().resource->sampleCount())
            return false;
    }
    return !first || !depth ||
           (depth->width() >= first->width() && depth->height() >= first->height() &&
            depth->range().layers == first->range().layers &&
            depth->range().resource->sampleCount() == first->range().resource->sampleCount());
}

} // namespace

void ContextBase::setTargets(uint32_t count, ID3D11RenderTargetView* const* targets, ID3D11DepthStencilView* depthStencil) {
    auto* depth = static_cast<DepthStencilView*>(depthStencil);
    bool changed = shadow_.depthStencil != depth;
    uint32_t used = 0;
    for (uint32_t i = 0; i < gpu::kMaxTargets; i++) {
        auto* target = i < count && targets ? static_cast<RenderTargetView*>(targets[i]) : nullptr;
        if (target)
            used = i + 1;
        if (shadow_.targets[i] == target)
            continue;
        changed = true;
        keep(target);
        shadow_.targets[i] = target;
        if (target)
            unbindGraphicsInputs(target->range());
    }
    shadow_.targetCount = used;
    if (shadow_.depthStencil != depth) {
        keep(depth);
        shadow_.depthStencil = depth;
        if (depth && !depth->readOnly())
            unbindGraphicsInputs(depth->range());
    }
    if (changed)
        shadow_.dirty |= kDirtyTargets;
}

void ContextBase::OMSetRenderTargets(UINT count, ID3D11RenderTargetView* const* targets,
                                     ID3D11DepthStencilView* depthStencil) {
    Lock lock(*this);
    if (count > gpu::kMaxTargets) {
        HENDECA_WARN_ONCE("OMSetRenderTargets: %u targets are not possible; the call is ignored", count);
        return;
    }
    if (!targetsFit(count, targets, static_cast<DepthStencilView*>(depthStencil))) {
        HENDECA_WARN_ONCE("OMSetRenderTargets: views of different sizes, layers or samples; the call is ignored");
        return;
    }
    setTargets(count, targets, depthStencil);
    // Unordered access views are unbound by this call (Microsoft Learn, OMSetRenderTargets).
    for (uint64_t mask = shadow_.graphicsUavMask; mask; mask &= mask - 1)
        setGraphicsUav(static_cast<uint32_t>(__builtin_ctzll(mask)), nullptr);
}

void ContextBase::OMSetRenderTargetsAndUnorderedAccessViews(UINT targetCount, ID3D11RenderTargetView* const* targets,
                                                            ID3D11DepthStencilView* depthStencil, UINT uavStart,
                                                            UINT uavCount, ID3D11UnorderedAccessView* const* uavs,
                                                            const UINT* initialCounts) {
    Lock lock(*this);
    const bool keepTargets = targetCount == D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL;
    const bool keepUavs = uavCount == D3D11_KEEP_UNORDERED_ACCESS_VIEWS;
    if ((!keepTargets && targetCount > gpu::kMaxTargets) ||
        (!keepUavs && (uavStart > spirv::kUavSlots || uavCount > spirv::kUavSlots - uavStart))) {
        HENDECA_WARN_ONCE("OMSetRenderTargetsAndUnorderedAccessViews: slots that do not exist; the call is ignored");
        return;
    }
    if (!keepTargets && !targetsFit(targetCount, targets, static_cast<DepthStencilView*>(depthStencil))) {
        HENDECA_WARN_ONCE("OMSetRenderTargetsAndUnorderedAccessViews: views of different sizes, layers or samples; the "
                          "call is ignored");
        return;
    }
    if (!keepTargets)
        setTargets(targetCount, targets, depthStencil);
    if (keepUavs) {
        for (uint32_t i = 0; i < shadow_.targetCount && shadow_.graphicsUavMask; i++)
            if (shadow_.targets[i])
                unbindGraphicsUavs(shadow_.targets[i]->range());
        return;
    }
    for (uint32_t slot = 0; slot < spirv::kUavSlots; slot++) {
        const bool named = slot >= uavStart && slot - uavStart < uavCount;
        auto* view = named && uavs ? static_cast<UnorderedAccessView*>(uavs[slot - uavStart]) : nullptr;
        if (view || shadow_.graphicsUavMask >> slot & 1)
            setGraphicsUav(slot, view);
        if (view && view->resource()->bindFlags() & D3D11_BIND_RENDER_TARGET)
            unbindTargets(view->range());
        if (view && initialCounts)
            setUavCounter(view, initialCounts[slot - uavStart]);
    }
}

void ContextBase::setGraphicsUav(uint32_t slot, UnorderedAccessView* view) {
    if (shadow_.graphicsUavs[slot] == view)
        return;
    keep(view);
    shadow_.graphicsUavs[slot] = view;
    const uint64_t bit = 1ull << slot;
    shadow_.graphicsUavMask = view ? shadow_.graphicsUavMask | bit : shadow_.graphicsUavMask & ~bit;
    shadow_.dirtyGraphicsUavs.add(slot);
    shadow_.dirty |= kDirtyGraphicsUavs;
    if (view)
        unbindGraphicsInputs(view->range());
}

void ContextBase::setComputeUav(uint32_t slot, UnorderedAccessView* view) {
    if (shadow_.computeUavs[slot] == view)
        return;
    keep(view);
    shadow_.computeUavs[slot] = view;
    const uint64_t bit = 1ull << slot;
    shadow_.computeUavMask = view ? shadow_.computeUavMask | bit : shadow_.computeUavMask & ~bit;
    shadow_.dirtyComputeUavs.add(slot);
    shadow_.dirty |= kDirtyComputeUavs;
    if (view)
        unbindComputeInputs(view->range());
}

void ContextBase::setUavCounter(UnorderedAccessView* view, UINT value) {
    if (value == ~0u || !view->hasCounter())
        return;
    auto* made = writer_.add<gpu::packet::SetUavCounter>();
    made->view = view->gpu();
    made->value = value;
}

void ContextBase::CSSetUnorderedAccessViews(UINT start, UINT count, ID3D11UnorderedAccessView* const* uavs,
                                            const UINT* initialCounts) {
    Lock lock(*this);
    if (start > spirv::kUavSlots || count > spirv::kUavSlots - start) {
        HENDECA_WARN_ONCE("CSSetUnorderedAccessViews: slots that do not exist; the call is ignored");
        return;
    }
    for (UINT i = 0; i < count; i++) {
        auto* view = uavs ? static_cast<UnorderedAccessView*>(uavs[i]) : nullptr;
        setComputeUav(start + i, view);
        if (view && initialCounts)
            setUavCounter(view, initialCounts[i]);
    }
}

void ContextBase::OMSetBlendState(ID3D11BlendState* state, const FLOAT factor[4], UINT sampleMask) {
    Lock lock(*this);
    static constexpr float kOnes[4] = {1, 1, 1, 1};
    auto* wanted = static_cast<BlendState*>(state);
    if (shadow_.blend != wanted || shadow_.sampleMask != sampleMask) {
        keep(wanted);
        shadow_.blend = wanted;
        shadow_.sampleMask = sampleMask;
        shadow_.dirty |= kDirtyBlend;
    }
    const float* wantedFactor = factor ? factor : kOnes;
    if (std::memcmp(shadow_.blendFactor, wantedFactor, sizeof kOnes)) {
        std::memcpy(shadow_.blendFactor, wantedFactor, sizeof kOnes);
        shadow_.dirty |= kDirtyBlendConstants;
    }
}

void ContextBase::OMSetDepthStencilState(ID3D11DepthStencilState* state, UINT reference) {
    Lock lock(*this);
    auto* wanted = static_cast<DepthStencilState*>(state);
    if (shadow_.depthStencilState != wanted) {
        keep(wanted);
        shadow_.depthStencilState = wanted;
        shadow_.dirty |= kDirtyDepthStencil;
    }
    reference &= D3D11_DEFAULT_STENCIL_READ_MASK; // it has eight bits
    if (shadow_.stencilReference != reference) {
        shadow_.stencilReference = reference;
        shadow_.dirty |= kDirtyStencilReference;
    }
}

void ContextBase::SOSetTargets(UINT count, ID3D11Buffer* const* targets, const UINT* offsets) {
    Lock lock(*this);
    // Slots that are not named are unbound (Microsoft Learn, SOSetTargets).
    for (UINT i = 0; i < D3D11_SO_BUFFER_SLOT_COUNT; i++) {
        auto* target = i < count && targets ? static_cast<Buffer*>(targets[i]) : nullptr;
        const uint32_t offset = target && offsets ? offsets[i] : ~0u;
        if (shadow_.streamOut[i] == target && (!target || offset == ~0u))
            continue;
        keep(target);
        shadow_.streamOut[i] = target;
        shadow_.streamOutOffset[i] = offset;
        shadow_.dirty |= kDirtyStreamOut;
        if (target)
            unbindGraphicsInputs(wholeBuffer(*target));
    }
}

void ContextBase::OMGetRenderTargets(UINT count, ID3D11RenderTargetView** targets, ID3D11DepthStencilView** depthStencil) {
    OMGetRenderTargetsAndUnorderedAccessViews(count, targets, depthStencil, 0, 0, nullptr);
}

void ContextBase::OMGetRenderTargetsAndUnorderedAccessViews(UINT targetCount, ID3D11RenderTargetView** targets,
                                                            ID3D11DepthStencilView** depthStencil, UINT uavStart,
                                                            UINT uavCount, ID3D11UnorderedAccessView** uavs) {
    Lock lock(*this);
    for (UINT i = 0; targets && i < targetCount; i++)
        giveReference(i < gpu::kMaxTargets ? shadow_.targets[i] : nullptr, &targets[i]);
    if (depthStencil)
        giveReference(shadow_.depthStencil, depthStencil);
    for (UINT i = 0; uavs && i < uavCount; i++)
        giveReference(uavStart + i < spirv::kUavSlots ? shadow_.graphicsUavs[uavStart + i] : nullptr, &uavs[i]);
}

void ContextBase::OMGetBlendState(ID3D11BlendState** state, FLOAT factor[4], UINT* sampleMask) {
    Lock lock(*this);
    if (state)
        giveReference(shadow_.blend, state);
    if (factor)
        std::memcpy(factor, shadow_.blendFactor, sizeof shadow_.blendFactor);
    if (sampleMask)
        *sampleMask = shadow_.sampleMask;
}

void ContextBase::OMGetDepthStencilState(ID3D11DepthStencilState** state, UINT* reference) {
    Lock lock(*this);
    if (state)
        giveReference(shadow_.depthStencilState, state);
    if (reference)
        *reference = shadow_.stencilReference;
}

void ContextBase::SOGetTargets(UINT count, ID3D11Buffer** targets) {
    Lock lock(*this);
    for (UINT i = 0; targets && i < count; i++)
        giveReference(i < D3D11_SO_BUFFER_SLOT_COUNT ? shadow_.streamOut[i] : nullptr, &targets[i]);
}

void ContextBase::CSGetUnorderedAccessViews(UINT start, UINT count, ID3D11UnorderedAccessView** uavs) {
    Lock lock(*this);
    for (UINT i = 0; uavs && i < count; i++)
        giveReference(start + i < spirv::kUavSlots ? shadow_.computeUavs[start + i] : nullptr, &uavs[i]);
}

} // namespace hendeca::d3d11
