#include "d3d11/state/rasterizer_state.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/state/state_tables.h"
#include "d3d11/tables/enums.h"

#include <cstring>

namespace hendeca::d3d11 {

namespace {

bool sampleCountAllowed(uint32_t count, D3D_FEATURE_LEVEL level) {
    // Target-independent rasterization (Microsoft Learn, D3D11_RASTERIZER_DESC1::ForcedSampleCount).
    return count == 0 || count == 1 || count == 4 || count == 8 || (count == 16 && level >= D3D_FEATURE_LEVEL_11_1);
}

} // namespace

HRESULT RasterizerState::create(Device& device, const D3D11_RASTERIZER_DESC2* given, RasterizerState** out) {
    if (!given)
        return E_INVALIDARG;
    D3D11_RASTERIZER_DESC2 desc = *given;
    const auto fill = polygonMode(desc.FillMode);
    const auto cull = cullMode(desc.CullMode);
    if (!fill || !cull || !sampleCountAllowed(desc.ForcedSampleCount, device.featureLevel()))
        return E_INVALIDARG;
    if (desc.ConservativeRaster != D3D11_CONSERVATIVE_RASTERIZATION_MODE_OFF &&
        (desc.ConservativeRaster != D3D11_CONSERVATIVE_RASTERIZATION_MODE_ON ||
         !device.caps().has(vk::Cap::ConservativeRasterization) || device.featureLevel() < D3D_FEATURE_LEVEL_11_1))
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;
    for (BOOL* flag : {&desc.FrontCounterClockwise, &desc.DepthClipEnable, &desc.ScissorEnable, &desc.MultisampleEnable,
                       &desc.AntialiasedLineEnable})
        *flag = *flag ? TRUE : FALSE;

    StateKey key;
    appendKey(key, desc.FillMode, desc.CullMode, desc.FrontCounterClockwise, desc.DepthBias, desc.DepthBiasClamp,
              desc.SlopeScaledDepthBias, desc.DepthClipEnable, desc.ScissorEnable, desc.MultisampleEnable,
              desc.AntialiasedLineEnable, desc.ForcedSampleCount, desc.ConservativeRaster);
    return internState(device.states().rasterizer, key, out, [&] {
        auto state = std::make_unique<gpu::RasterState>();
        state->id = device.nextStateId();
        state->polygonMode = *fill;
        state->cullMode = *cull;
        state->frontFace = desc.FrontCounterClockwise ? VK_FRONT_FACE_COUNTER_CLOCKWISE : VK_FRONT_FACE_CLOCKWISE;
        state->depthBias = static_cast<float>(desc.DepthBias);
        state->depthBiasClamp = desc.DepthBiasClamp;
        state->slopeScaledDepthBias = desc.SlopeScaledDepthBias;
        state->depthBiasEnable = desc.DepthBias || desc.SlopeScaledDepthBias != 0.0f;
        state->depthClip = desc.DepthClipEnable;
        state->scissor = desc.ScissorEnable;
        state->multisample = desc.MultisampleEnable;
        state->antialiasedLine = desc.AntialiasedLineEnable;
        state->forcedSampleCount = desc.ForcedSampleCount;
        state->conservative = desc.ConservativeRaster == D3D11_CONSERVATIVE_RASTERIZATION_MODE_ON;
        return new RasterizerState(device, key, desc, std::move(state));
    });
}

void RasterizerState::GetDesc(D3D11_RASTERIZER_DESC* desc) {
    // Each newer description has only appended fields.
    static_assert(offsetof(D3D11_RASTERIZER_DESC, AntialiasedLineEnable) ==
                  offsetof(D3D11_RASTERIZER_DESC2, AntialiasedLineEnable));
    std::memcpy(desc, &desc_, sizeof(*desc));
}

void RasterizerState::GetDesc1(D3D11_RASTERIZER_DESC1* desc) {
    static_assert(offsetof(D3D11_RASTERIZER_DESC1, ForcedSampleCount) ==
                  offsetof(D3D11_RASTERIZER_DESC2, ForcedSampleCount));
    std::memcpy(desc, &desc_, sizeof(*desc));
}

void RasterizerState::releaseGpu(gpu::Writer& writer) {
    release(writer, state_);
}

bool RasterizerState::claim() {
    return device().states().rasterizer.remove(key_, [this] { return claimState(); });
}

} // namespace hendeca::d3d11
