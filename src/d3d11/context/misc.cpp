// State as a whole, labels, and what is refused: hardware protection, fences.
#include "d3d11/context/annotation.h"
#include "d3d11/context/context_base.h"
#include "d3d11/context/object_keeper.h"

#include "d3d11/device/device.h"
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
#include "gpu/backend.h"
#include "util/log.h"
#include "util/text.h"
#include "vk/caps.h"

#include <cstring>

namespace hendeca::d3d11 {

using namespace gpu::packet;

ContextBase::ContextBase(Device& device, ObjectKeeper* keeper)
    : DeviceChild(device), writer_(device.backend().chunks(), *this), keeper_(keeper) {
    annotations_ = device.caps().has(vk::Cap::DebugUtils);
}

void ContextBase::keepSlow(DeviceObject* object) {
    keeper_->keep(object);
}

void ContextBase::relieve() {
    if (!keeper_ && device().unreferenced().heavy()) [[unlikely]]
        relieveSlow();
}

void ShadowState::markAllDirty() {
    dirty = kAllBits;
    for (StageState& stage : stages) {
        stage.dirtyUniforms = {0, spirv::kConstantBufferSlots};
        stage.dirtySamplers = {0, spirv::kSamplerSlots};
        stage.dirtyResources = {0, static_cast<uint16_t>(stage.resourceEnd)};
    }
    dirtyVertexBuffers = {0, gpu::kMaxVertexBuffers};
    const auto end = [](uint64_t mask) { return static_cast<uint16_t>(mask ? 64 - __builtin_clzll(mask) : 0); };
    dirtyGraphicsUavs = {0, end(graphicsUavMask)};
    dirtyComputeUavs = {0, end(computeUavMask)};
}

void ContextBase::resetShadow() {
    shadow_ = {};
}

void ContextBase::restoreShadow() {
    shadow_.markAllDirty();
    flushState(kDirtyPredication);
}

void ContextBase::ClearState() {
    Lock lock(*this);
    resetShadow();
    writer_.add<ResetState>()->unused = 0;
}

void ContextBase::SwapDeviceContextState(ID3DDeviceContextState*, ID3DDeviceContextState** previous) {
    HENDECA_WARN_ONCE("SwapDeviceContextState of a deferred context: the call is ignored");
    if (previous)
        *previous = nullptr;
}

BOOL ContextBase::IsAnnotationEnabled() {
    return annotations_;
}

void ContextBase::writeLabel(const WCHAR* text, uint32_t color, bool begin) {
    if (!annotations_)
        return;
    const std::string label = toUtf8(text ? text : L"");
    const auto count = static_cast<uint32_t>(label.size() > 1000 ? 1000 : label.size());
    const auto fill = [&](auto* made) {
        made->color = color;
        made->count = count;
        std::memcpy(tail(made), label.data(), count);
    };
    if (begin)
        fill(writer_.add<BeginLabel>(count));
    else
        fill(writer_.add<InsertLabel>(count));
}

void ContextBase::SetMarkerInt(const WCHAR* label, INT) {
    Lock lock(*this);
    writeLabel(label, 0, false);
}

void ContextBase::BeginEventInt(const WCHAR* label, INT) {
    Lock lock(*this);
    labelDepth_++;
    writeLabel(label, 0, true);
}

void ContextBase::EndEvent() {
    Lock lock(*this);
    if (!labelDepth_)
        return;
    labelDepth_--;
    if (annotations_)
        writer_.add<EndLabel>()->unused = 0;
}

void ContextBase::SetHardwareProtectionState(BOOL enable) {
    if (enable)
        HENDECA_WARN_ONCE("hardware protection is not offered");
}

void ContextBase::GetHardwareProtectionState(BOOL* enable) {
    if (enable)
        *enable = FALSE;
}

// Of deferred contexts; the immediate context has its own.
HRESULT ContextBase::Signal(ID3D11Fence*, UINT64) {
    HENDECA_WARN_ONCE("Signal: only immediate contexts signal fences");
    return DXGI_ERROR_INVALID_CALL;
}

HRESULT ContextBase::Wait(ID3D11Fence*, UINT64) {
    HENDECA_WARN_ONCE("Wait: only immediate contexts wait for fences");
    return DXGI_ERROR_INVALID_CALL;
}

// --- ID3DUserDefinedAnnotation

// The nesting level, from 0; -1 for an end too many or while nobody listens (Microsoft Learn, BeginEvent).
INT Annotation::BeginEvent(LPCWSTR name) {
    if (!context_.IsAnnotationEnabled())
        return -1;
    context_.BeginEventInt(name, 0);
    return context_.labelDepth() - 1;
}

INT Annotation::EndEvent() {
    if (!context_.IsAnnotationEnabled() || !context_.labelDepth())
        return -1;
    context_.EndEvent();
    return context_.labelDepth();
}

void Annotation::SetMarker(LPCWSTR name) {
    context_.SetMarkerInt(name, 0);
}

BOOL Annotation::GetStatus() {
    return context_.IsAnnotationEnabled();
}

} // namespace hendeca::d3d11
