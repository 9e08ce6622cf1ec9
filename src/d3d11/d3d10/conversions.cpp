#include "d3d11/d3d10/conversions.h"

namespace hendeca::d3d11 {

namespace {

struct MiscRow {
    UINT flag10, flag11;
};
constexpr MiscRow kMisc[] = {
    {D3D10_RESOURCE_MISC_GENERATE_MIPS, D3D11_RESOURCE_MISC_GENERATE_MIPS},
    {D3D10_RESOURCE_MISC_SHARED, D3D11_RESOURCE_MISC_SHARED},
    {D3D10_RESOURCE_MISC_TEXTURECUBE, D3D11_RESOURCE_MISC_TEXTURECUBE},
    {D3D10_RESOURCE_MISC_SHARED_KEYEDMUTEX, D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX},
    {D3D10_RESOURCE_MISC_GDI_COMPATIBLE, D3D11_RESOURCE_MISC_GDI_COMPATIBLE},
};

} // namespace

UINT miscFlags10(UINT flags) {
    UINT made = 0;
    for (const MiscRow& row : kMisc)
        made |= flags & row.flag11 ? row.flag10 : 0;
    return made;
}

UINT miscFlags11(UINT flags) {
    UINT made = 0;
    for (const MiscRow& row : kMisc)
        made |= flags & row.flag10 ? row.flag11 : 0;
    return made;
}

D3D10_BUFFER_DESC to10(const D3D11_BUFFER_DESC& desc) {
    return {desc.ByteWidth, static_cast<D3D10_USAGE>(desc.Usage), desc.BindFlags, desc.CPUAccessFlags,
            miscFlags10(desc.MiscFlags)};
}

D3D11_BUFFER_DESC to11(const D3D10_BUFFER_DESC& desc) {
    return {desc.ByteWidth, static_cast<D3D11_USAGE>(desc.Usage), desc.BindFlags, desc.CPUAccessFlags,
            miscFlags11(desc.MiscFlags), 0};
}

// Direct3D 10.0 has one blend function for all targets: the first one's.
D3D10_BLEND_DESC to10(const D3D11_BLEND_DESC& desc) {
    const D3D11_RENDER_TARGET_BLEND_DESC& first = desc.RenderTarget[0];
    D3D10_BLEND_DESC made{};
    made.AlphaToCoverageEnable = desc.AlphaToCoverageEnable;
    made.SrcBlend = static_cast<D3D10_BLEND>(first.SrcBlend);
    made.DestBlend = static_cast<D3D10_BLEND>(first.DestBlend);
    made.BlendOp = static_cast<D3D10_BLEND_OP>(first.BlendOp);
    made.SrcBlendAlpha = static_cast<D3D10_BLEND>(first.SrcBlendAlpha);
    made.DestBlendAlpha = static_cast<D3D10_BLEND>(first.DestBlendAlpha);
    made.BlendOpAlpha = static_cast<D3D10_BLEND_OP>(first.BlendOpAlpha);
    for (UINT i = 0; i < 8; i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC& target = desc.RenderTarget[desc.IndependentBlendEnable ? i : 0];
        made.BlendEnable[i] = target.BlendEnable;
        made.RenderTargetWriteMask[i] = target.RenderTargetWriteMask;
    }
    return made;
}

D3D10_BLEND_DESC1 toBlend1(const D3D11_BLEND_DESC& desc) { return sameLayout<D3D10_BLEND_DESC1>(desc); }

D3D11_BLEND_DESC to11(const D3D10_BLEND_DESC& desc) {
    D3D11_BLEND_DESC made{};
    made.AlphaToCoverageEnable = desc.AlphaToCoverageEnable;
    for (UINT i = 0; i < 8; i++) {
        D3D11_RENDER_TARGET_BLEND_DESC& target = made.RenderTarget[i];
        target.BlendEnable = desc.BlendEnable[i];
        target.SrcBlend = static_cast<D3D11_BLEND>(desc.SrcBlend);
        target.DestBlend = static_cast<D3D11_BLEND>(desc.DestBlend);
        target.BlendOp = static_cast<D3D11_BLEND_OP>(desc.BlendOp);
        target.SrcBlendAlpha = static_cast<D3D11_BLEND>(desc.SrcBlendAlpha);
        target.DestBlendAlpha = static_cast<D3D11_BLEND>(desc.DestBlendAlpha);
        target.BlendOpAlpha = static_cast<D3D11_BLEND_OP>(desc.BlendOpAlpha);
        target.RenderTargetWriteMask = desc.RenderTargetWriteMask[i];
        if (target.BlendEnable != made.RenderTarget[0].BlendEnable ||
            target.RenderTargetWriteMask != made.RenderTarget[0].RenderTargetWriteMask)
            made.IndependentBlendEnable = TRUE;
    }
    return made;
}

D3D11_BLEND_DESC to11(const D3D10_BLEND_DESC1& desc) { return sameLayout<D3D11_BLEND_DESC>(desc); }

D3D10_DEPTH_STENCIL_VIEW_DESC to10(const D3D11_DEPTH_STENCIL_VIEW_DESC& desc) {
    D3D10_DEPTH_STENCIL_VIEW_DESC made{};
    made.Format = desc.Format;
    made.ViewDimension = static_cast<D3D10_DSV_DIMENSION>(desc.ViewDimension);
    static_assert(sizeof made.Texture2DArray == sizeof desc.Texture2DArray);
    std::memcpy(&made.Texture2DArray, &desc.Texture2DArray, sizeof made.Texture2DArray);
    return made;
}

D3D11_DEPTH_STENCIL_VIEW_DESC to11(const D3D10_DEPTH_STENCIL_VIEW_DESC& desc) {
    D3D11_DEPTH_STENCIL_VIEW_DESC made{};
    made.Format = desc.Format;
    made.ViewDimension = static_cast<D3D11_DSV_DIMENSION>(desc.ViewDimension);
    std::memcpy(&made.Texture2DArray, &desc.Texture2DArray, sizeof made.Texture2DArray);
    return made;
}

} // namespace hendeca::d3d11
