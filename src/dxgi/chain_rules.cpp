#include "dxgi/chain_rules.h"

namespace hendeca::dxgi {

namespace {

enum class FormatUse { None, Blit, Any };

FormatUse formatUse(DXGI_FORMAT format) {
    switch (format) {
    case DXGI_FORMAT_R16G16B16A16_FLOAT:
    case DXGI_FORMAT_R10G10B10A2_UNORM:
    case DXGI_FORMAT_R8G8B8A8_UNORM:
    case DXGI_FORMAT_B8G8R8A8_UNORM:
        return FormatUse::Any;
    case DXGI_FORMAT_R8G8B8A8_UNORM_SRGB:
    case DXGI_FORMAT_B8G8R8A8_UNORM_SRGB:
    case DXGI_FORMAT_R10G10B10_XR_BIAS_A2_UNORM:
        return FormatUse::Blit;
    default:
        return FormatUse::None;
    }
}

bool isKnownEffect(DXGI_SWAP_EFFECT effect) {
    return effect == DXGI_SWAP_EFFECT_DISCARD || effect == DXGI_SWAP_EFFECT_SEQUENTIAL || isFlip(effect);
}

HRESULT checkComposition(const DXGI_SWAP_CHAIN_DESC1& desc) {
    if (!isFlip(desc.SwapEffect) || desc.Scaling != DXGI_SCALING_STRETCH || desc.Width == 0 || desc.Height == 0)
        return DXGI_ERROR_INVALID_CALL;
    if (desc.AlphaMode == DXGI_ALPHA_MODE_STRAIGHT)
        return DXGI_ERROR_INVALID_CALL;
    return S_OK;
}

} // namespace

bool isFlip(DXGI_SWAP_EFFECT effect) {
    return effect == DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL || effect == DXGI_SWAP_EFFECT_FLIP_DISCARD;
}

HRESULT checkChainDesc(const DXGI_SWAP_CHAIN_DESC1& desc, ChainTarget target) {
    if (!isKnownEffect(desc.SwapEffect))
        return DXGI_ERROR_INVALID_CALL;
    const FormatUse use = formatUse(desc.Format);
    if (use == FormatUse::None)
        return E_INVALIDARG;
    if (isFlip(desc.SwapEffect)) {
        if (use != FormatUse::Any || desc.BufferCount < 2 || desc.SampleDesc.Count != 1 || desc.SampleDesc.Quality != 0)
            return DXGI_ERROR_INVALID_CALL;
    }
    if (desc.BufferCount < 1 || desc.BufferCount > kMaxBuffers || desc.SampleDesc.Count == 0)
        return DXGI_ERROR_INVALID_CALL;
    if (desc.Stereo)
        return DXGI_ERROR_INVALID_CALL; // no display of ours is a stereo display
    if (desc.Scaling < DXGI_SCALING_STRETCH || desc.Scaling > DXGI_SCALING_ASPECT_RATIO_STRETCH)
        return DXGI_ERROR_INVALID_CALL;
    if (target == ChainTarget::Composition)
        return checkComposition(desc);
    // A window's chain is opaque.
    if (desc.AlphaMode != DXGI_ALPHA_MODE_UNSPECIFIED && desc.AlphaMode != DXGI_ALPHA_MODE_IGNORE)
        return DXGI_ERROR_INVALID_CALL;
    return S_OK;
}

HRESULT checkPresent(const PresentFacts& facts, UINT syncInterval, UINT flags) {
    constexpr UINT kKnown = DXGI_PRESENT_TEST | DXGI_PRESENT_DO_NOT_SEQUENCE | DXGI_PRESENT_RESTART | DXGI_PRESENT_DO_NOT_WAIT |
                            DXGI_PRESENT_STEREO_PREFER_RIGHT | DXGI_PRESENT_STEREO_TEMPORARY_MONO |
                            DXGI_PRESENT_RESTRICT_TO_OUTPUT | DXGI_PRESENT_USE_DURATION | DXGI_PRESENT_ALLOW_TEARING;
    if (syncInterval > 4 || (flags & ~kKnown))
        return DXGI_ERROR_INVALID_CALL;
    if (flags & DXGI_PRESENT_ALLOW_TEARING) {
        if (syncInterval != 0 || facts.fullscreen || !(facts.chainFlags & DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING))
            return DXGI_ERROR_INVALID_CALL;
    }
    if (flags & (DXGI_PRESENT_STEREO_TEMPORARY_MONO | DXGI_PRESENT_STEREO_PREFER_RIGHT))
        return DXGI_ERROR_INVALID_CALL; // no chain is a stereo chain
    if ((flags & DXGI_PRESENT_RESTRICT_TO_OUTPUT) && !facts.restrictedToOutput)
        return DXGI_ERROR_INVALID_CALL;
    return S_OK;
}

bool supportsColorSpace(DXGI_FORMAT format, DXGI_COLOR_SPACE_TYPE space) {
    // The presenter encodes linear float buffers itself.
    if (format == DXGI_FORMAT_R16G16B16A16_FLOAT)
        return space == DXGI_COLOR_SPACE_RGB_FULL_G10_NONE_P709;
    return space == DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709;
}

} // namespace hendeca::dxgi
