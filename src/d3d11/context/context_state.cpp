#include "d3d11/context/context_state.h"
#include "d3d11/context/bound_objects.h"
#include "d3d11/context/immediate_context.h"
#include "d3d11/context/object_keeper.h"

#include "d3d11/debug/debug_layer.h"
#include "d3d11/device/create_device.h"
#include "util/log.h"

#include <span>

namespace hendeca::d3d11 {

namespace {

// ID3D10Device and ID3D10Device1, whose headers nothing else needs.
constexpr GUID kD3D10Device = {0x9b7e4c0f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};
constexpr GUID kD3D10Device1 = {0x9b7e4c8f, 0x342c, 0x4106, {0xa1, 0x9f, 0x4f, 0x27, 0x04, 0xf6, 0x89, 0xf0}};

bool emulationAllowed(REFIID iid) {
    return IsEqualGUID(iid, __uuidof(ID3D11Device)) || IsEqualGUID(iid, __uuidof(ID3D11Device1)) ||
           IsEqualGUID(iid, kD3D10Device) || IsEqualGUID(iid, kD3D10Device1);
}

} // namespace

ContextState::~ContextState() {
    ObjectKeeper::releaseAll(held_);
}

void ContextState::save(const ShadowState& shadow) {
    saved_ = shadow;
    saved_.forEachBound([this](DeviceObject* object) {
        object->addPrivateRef();
        held_.push_back(object);
    });
}

ShadowState ContextState::take() {
    const ShadowState taken = saved_;
    saved_ = {};
    // Objects without other references go to the list of unreferenced ones, where being bound keeps them.
    ObjectKeeper::releaseAll(held_);
    return taken;
}

void ImmediateContext::SwapDeviceContextState(ID3DDeviceContextState* wanted, ID3DDeviceContextState** previous) {
    Lock lock(*this);
    if (previous)
        *previous = nullptr;
    if (!wanted)
        return;
    if (!state_)
        state_ = PrivateRef<ContextState>(new ContextState(device()));
    const PrivateRef<ContextState> before = state_;
    auto* next = static_cast<ContextState*>(wanted);
    if (before != next) {
        before->save(shadow_);
        state_ = next;
        shadow_ = next->take();
        writer_.add<gpu::packet::ResetState>()->unused = 0;
        restoreShadow();
    }
    if (previous)
        returnRef(before.get(), previous);
}

HRESULT Device::CreateDeviceContextState(UINT flags, const D3D_FEATURE_LEVEL* levels, UINT levelCount, UINT sdkVersion,
                                         REFIID emulated, D3D_FEATURE_LEVEL* chosen, ID3DDeviceContextState** state) {
    if (chosen)
        *chosen = D3D_FEATURE_LEVEL(0);
    if (state)
        *state = nullptr;
    if (!levels || !levelCount || sdkVersion != D3D11_SDK_VERSION || !emulationAllowed(emulated) ||
        flags & ~UINT(D3D11_1_CREATE_DEVICE_CONTEXT_STATE_SINGLETHREADED))
        return E_INVALIDARG;
    const D3D_FEATURE_LEVEL level = negotiateLevel(std::span(levels, levelCount), maxFeatureLevel(caps()));
    if (!level)
        return E_INVALIDARG;
    if (chosen)
        *chosen = level;
    if (!state)
        return S_FALSE;
    offerDirect3D10();
    auto* const made = new ContextState(*this);
    returnNew(made, state);
    if (debug_) [[unlikely]]
        debug_->track(ObjectKind::ContextState, made, *made);
    return S_OK;
}

} // namespace hendeca::d3d11
