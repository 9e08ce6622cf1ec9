#include "d3d11/state/sampler_state.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/resource/tiled_rules.h"
#include "d3d11/state/state_tables.h"
#include "d3d11/tables/enums.h"
#include "gpu/resource/factory.h"
#include "util/config.h"

#include <algorithm>
#include <cmath>

namespace hendeca::d3d11 {

namespace {

// D3D11_FILTER is bits (d3d11.h, D3D11_ENCODE_BASIC_FILTER): mip 0, mag 2, min 4, anisotropic 6, reduction 7 and 8.
constexpr uint32_t kMipLinear = 0x01, kMagLinear = 0x04, kMinLinear = 0x10, kAnisotropic = 0x40;
constexpr uint32_t kReductionShift = 7, kFilterBits = 0x1d5;
enum Reduction : uint32_t { kStandard, kComparison, kMinimum, kMaximum };

bool filterAllowed(uint32_t filter) {
    if (filter & ~kFilterBits)
        return false;
    // Anisotropic filters are linear at minification and magnification.
    return !(filter & kAnisotropic) || (filter & (kMagLinear | kMinLinear)) == (kMagLinear | kMinLinear);
}

VkSamplerReductionMode reductionMode(uint32_t reduction) {
    switch (reduction) {
    case kMinimum:
        return VK_SAMPLER_REDUCTION_MODE_MIN;
    case kMaximum:
        return VK_SAMPLER_REDUCTION_MODE_MAX;
    default:
        return VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
    }
}

// The program's anisotropy, or what the configuration puts in its place.
float anisotropyOf(const D3D11_SAMPLER_DESC& desc) {
    const int64_t forced = config().integer(Option::D3d11SamplerAnisotropy);
    const bool linear = (desc.Filter & (kMagLinear | kMinLinear)) == (kMagLinear | kMinLinear);
    if (forced >= 0 && linear)
        return static_cast<float>(std::min<int64_t>(forced, 16));
    return desc.Filter & kAnisotropic ? static_cast<float>(desc.MaxAnisotropy) : 0.0f;
}

} // namespace

HRESULT SamplerState::create(Device& device, const D3D11_SAMPLER_DESC* given, SamplerState** out) {
    if (!given)
        return E_INVALIDARG;
    D3D11_SAMPLER_DESC desc = *given;
    const uint32_t filter = desc.Filter;
    if (!filterAllowed(filter))
        return E_INVALIDARG;
    const uint32_t reduction = filter >> kReductionShift;
    const auto u = addressMode(desc.AddressU), v = addressMode(desc.AddressV), w = addressMode(desc.AddressW);
    if (!u || !v || !w)
        return E_INVALIDARG;
    // Minimum and maximum filters come with tiled resources tier 2.
    if (tiledTier(device) < 2 && (reduction == kMinimum || reduction == kMaximum))
        return E_INVALIDARG;
    if (filter & kAnisotropic) {
        if (desc.MaxAnisotropy > 16)
            return E_INVALIDARG;
    } else {
        desc.MaxAnisotropy = 0;
    }
    if (reduction == kComparison) {
        if (!compareOp(desc.ComparisonFunc))
            return E_INVALIDARG;
    } else {
        desc.ComparisonFunc = D3D11_COMPARISON_NEVER;
    }
    const bool border = desc.AddressU == D3D11_TEXTURE_ADDRESS_BORDER ||
                        desc.AddressV == D3D11_TEXTURE_ADDRESS_BORDER || desc.AddressW == D3D11_TEXTURE_ADDRESS_BORDER;
    for (float& component : desc.BorderColor)
        component = border ? component : 0.0f;
    if (!out)
        return S_FALSE;

    StateKey key;
    appendKey(key, desc.Filter, desc.AddressU, desc.AddressV, desc.AddressW, desc.MipLODBias, desc.MaxAnisotropy,
              desc.ComparisonFunc, desc.BorderColor, desc.MinLOD, desc.MaxLOD);
    HRESULT failure = S_OK;
    const HRESULT hr = internState(device.states().sampler, key, out, [&]() -> SamplerState* {
        gpu::SamplerDesc made;
        made.magFilter = filter & kMagLinear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
        made.minFilter = filter & kMinLinear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
        made.mipmapMode = filter & kMipLinear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
        made.addressU = *u;
        made.addressV = *v;
        made.addressW = *w;
        const float most = device.caps().limits.maxSamplerLodBias;
        made.mipLodBias = std::isnan(desc.MipLODBias) ? 0.0f : std::clamp(desc.MipLODBias, -most, most);
        // Level of detail below zero is the top level; MaxLOD below MinLOD is MinLOD (specification 7.18.6).
        made.minLod = std::max(desc.MinLOD, 0.0f);
        made.maxLod = std::max(desc.MaxLOD, made.minLod);
        made.maxAnisotropy = anisotropyOf(desc);
        made.compare = reduction == kComparison;
        made.compareOp = *compareOp(desc.ComparisonFunc);
        made.reduction = reductionMode(reduction);
        std::copy(std::begin(desc.BorderColor), std::end(desc.BorderColor), made.borderColor);
        auto sampler = device.backend().factory().createSampler(made);
        if (!sampler) {
            failure = errorResult(device, "CreateSamplerState", sampler.error());
            return nullptr;
        }
        return new SamplerState(device, key, desc, std::move(sampler).value());
    });
    return FAILED(failure) ? failure : hr;
}

void SamplerState::releaseGpu(gpu::Writer& writer) {
    release(writer, state_);
}

bool SamplerState::claim() {
    return device().states().sampler.remove(key_, [this] { return claimState(); });
}

} // namespace hendeca::d3d11
