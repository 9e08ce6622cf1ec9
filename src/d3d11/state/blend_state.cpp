#include "d3d11/state/blend_state.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/state/state_tables.h"
#include "d3d11/tables/enums.h"

namespace hendeca::d3d11 {

namespace {

bool readTarget(const D3D11_RENDER_TARGET_BLEND_DESC1& desc, bool independent, bool logicOps,
                gpu::BlendTarget& target, gpu::BlendState& state) {
    if (desc.RenderTargetWriteMask > D3D11_COLOR_WRITE_ENABLE_ALL)
        return false;
    // The bits of D3D11_COLOR_WRITE_ENABLE are Vulkan's.
    target.writeMask = desc.RenderTargetWriteMask;
    if (desc.LogicOpEnable) {
        const auto op = logicOp(desc.LogicOp);
        if (!op || desc.BlendEnable || independent || !logicOps)
            return false;
        state.logicOpEnable = true;
        state.logicOp = *op;
    }
    if (!desc.BlendEnable)
        return true;
    const auto srcColor = blendFactor(desc.SrcBlend, false), dstColor = blendFactor(desc.DestBlend, false);
    const auto srcAlpha = blendFactor(desc.SrcBlendAlpha, true), dstAlpha = blendFactor(desc.DestBlendAlpha, true);
    const auto colorOp = blendOp(desc.BlendOp), alphaOp = blendOp(desc.BlendOpAlpha);
    if (!srcColor || !dstColor || !srcAlpha || !dstAlpha || !colorOp || !alphaOp)
        return false;
    target.enable = true;
    target.srcColor = *srcColor;
    target.dstColor = *dstColor;
    target.colorOp = *colorOp;
    target.srcAlpha = *srcAlpha;
    target.dstAlpha = *dstAlpha;
    target.alphaOp = *alphaOp;
    for (D3D11_BLEND factor : {desc.SrcBlend, desc.DestBlend, desc.SrcBlendAlpha, desc.DestBlendAlpha})
        state.dualSource |= isDualSource(factor);
    return true;
}

// What GetDesc shows of fields that nothing reads: Windows' defaults.
D3D11_RENDER_TARGET_BLEND_DESC1 canonicalTarget(const D3D11_RENDER_TARGET_BLEND_DESC1& desc) {
    D3D11_RENDER_TARGET_BLEND_DESC1 made{};
    made.BlendEnable = desc.BlendEnable ? TRUE : FALSE;
    made.LogicOpEnable = desc.LogicOpEnable ? TRUE : FALSE;
    made.RenderTargetWriteMask = desc.RenderTargetWriteMask;
    const bool blend = made.BlendEnable;
    made.SrcBlend = blend ? desc.SrcBlend : D3D11_BLEND_ONE;
    made.DestBlend = blend ? desc.DestBlend : D3D11_BLEND_ZERO;
    made.BlendOp = blend ? desc.BlendOp : D3D11_BLEND_OP_ADD;
    made.SrcBlendAlpha = blend ? desc.SrcBlendAlpha : D3D11_BLEND_ONE;
    made.DestBlendAlpha = blend ? desc.DestBlendAlpha : D3D11_BLEND_ZERO;
    made.BlendOpAlpha = blend ? desc.BlendOpAlpha : D3D11_BLEND_OP_ADD;
    made.LogicOp = made.LogicOpEnable ? desc.LogicOp : D3D11_LOGIC_OP_NOOP;
    return made;
}

} // namespace

HRESULT BlendState::create(Device& device, const D3D11_BLEND_DESC1* given, BlendState** out) {
    if (!given)
        return E_INVALIDARG;
    D3D11_BLEND_DESC1 desc{};
    desc.AlphaToCoverageEnable = given->AlphaToCoverageEnable ? TRUE : FALSE;
    desc.IndependentBlendEnable = given->IndependentBlendEnable ? TRUE : FALSE;
    auto state = std::make_unique<gpu::BlendState>();
    state->alphaToCoverage = desc.AlphaToCoverageEnable;
    const bool logicOps = device.caps().has(vk::Cap::LogicOp) && device.featureLevel() >= D3D_FEATURE_LEVEL_10_0;
    StateKey key;
    appendKey(key, desc.AlphaToCoverageEnable, desc.IndependentBlendEnable);
    for (uint32_t i = 0; i < gpu::kMaxTargets; i++) {
        const auto& target = given->RenderTarget[desc.IndependentBlendEnable ? i : 0];
        if (!readTarget(target, desc.IndependentBlendEnable, logicOps, state->targets[i], *state))
            return E_INVALIDARG;
        desc.RenderTarget[i] = canonicalTarget(target);
        const auto& made = desc.RenderTarget[i];
        appendKey(key, made.BlendEnable, made.LogicOpEnable, made.SrcBlend, made.DestBlend, made.BlendOp,
                  made.SrcBlendAlpha, made.DestBlendAlpha, made.BlendOpAlpha, made.LogicOp, made.RenderTargetWriteMask);
    }
    if (!out)
        return S_FALSE;
    state->id = device.nextStateId();
    return internState(device.states().blend, key, out,
                       [&] { return new BlendState(device, key, desc, std::move(state)); });
}

void BlendState::GetDesc(D3D11_BLEND_DESC* desc) {
    desc->AlphaToCoverageEnable = desc_.AlphaToCoverageEnable;
    desc->IndependentBlendEnable = desc_.IndependentBlendEnable;
    for (uint32_t i = 0; i < gpu::kMaxTargets; i++) {
        const auto& from = desc_.RenderTarget[i];
        desc->RenderTarget[i] = {
            from.BlendEnable,   from.SrcBlend,       from.DestBlend,    from.BlendOp,
            from.SrcBlendAlpha, from.DestBlendAlpha, from.BlendOpAlpha, from.RenderTargetWriteMask};
    }
}

void BlendState::releaseGpu(gpu::Writer& writer) {
    release(writer, state_);
}

bool BlendState::claim() {
    return device().states().blend.remove(key_, [this] { return claimState(); });
}

} // namespace hendeca::d3d11
