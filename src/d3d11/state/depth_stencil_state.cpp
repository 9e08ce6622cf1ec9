#include "d3d11/state/depth_stencil_state.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/state/state_tables.h"
#include "d3d11/tables/enums.h"

namespace hendeca::d3d11 {

namespace {

bool readFace(const D3D11_DEPTH_STENCILOP_DESC& desc, gpu::StencilFace& face) {
    const auto fail = stencilOp(desc.StencilFailOp), depthFail = stencilOp(desc.StencilDepthFailOp);
    const auto pass = stencilOp(desc.StencilPassOp);
    const auto compare = compareOp(desc.StencilFunc);
    if (!fail || !depthFail || !pass || !compare)
        return false;
    face = {*fail, *depthFail, *pass, *compare};
    return true;
}

constexpr D3D11_DEPTH_STENCILOP_DESC kUnusedFace = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP,
                                                    D3D11_COMPARISON_ALWAYS};

} // namespace

HRESULT DepthStencilState::create(Device& device, const D3D11_DEPTH_STENCIL_DESC* given, DepthStencilState** out) {
    if (!given)
        return E_INVALIDARG;
    auto state = std::make_unique<gpu::DepthStencilState>();
    D3D11_DEPTH_STENCIL_DESC desc = *given;
    desc.DepthEnable = desc.DepthEnable ? TRUE : FALSE;
    desc.StencilEnable = desc.StencilEnable ? TRUE : FALSE;
    // Fields that nothing reads come back as Windows' defaults, and are not judged.
    if (!desc.DepthEnable) {
        desc.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
        desc.DepthFunc = D3D11_COMPARISON_LESS;
    }
    if (!desc.StencilEnable) {
        desc.StencilReadMask = D3D11_DEFAULT_STENCIL_READ_MASK;
        desc.StencilWriteMask = D3D11_DEFAULT_STENCIL_WRITE_MASK;
        desc.FrontFace = desc.BackFace = kUnusedFace;
    }
    const auto compare = compareOp(desc.DepthFunc);
    if (!compare || static_cast<uint32_t>(desc.DepthWriteMask) > D3D11_DEPTH_WRITE_MASK_ALL ||
        !readFace(desc.FrontFace, state->front) || !readFace(desc.BackFace, state->back))
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;
    StateKey key;
    appendKey(key, desc.DepthEnable, desc.DepthWriteMask, desc.DepthFunc, desc.StencilEnable, desc.StencilReadMask,
              desc.StencilWriteMask, desc.FrontFace, desc.BackFace);
    return internState(device.states().depthStencil, key, out, [&] {
        state->id = device.nextStateId();
        state->depthTest = desc.DepthEnable;
        state->depthWrite = desc.DepthEnable && desc.DepthWriteMask == D3D11_DEPTH_WRITE_MASK_ALL;
        state->depthCompare = *compare;
        state->stencilTest = desc.StencilEnable;
        state->stencilReadMask = desc.StencilReadMask;
        state->stencilWriteMask = desc.StencilWriteMask;
        return new DepthStencilState(device, key, desc, std::move(state));
    });
}

void DepthStencilState::releaseGpu(gpu::Writer& writer) {
    release(writer, state_);
}

bool DepthStencilState::claim() {
    return device().states().depthStencil.remove(key_, [this] { return claimState(); });
}

} // namespace hendeca::d3d11
