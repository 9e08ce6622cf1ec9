#include "d3d11/view/render_target_view.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/texture.h"
#include "d3d11/view/view_rules.h"
#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

using spirv::ImageDim;
using Desc = D3D11_RENDER_TARGET_VIEW_DESC1;

namespace {

struct DimensionRow {
    D3D11_RTV_DIMENSION dimension;
    ImageDim dim;
};
constexpr DimensionRow kDimensions[] = {
    {D3D11_RTV_DIMENSION_TEXTURE1D, ImageDim::D1},     {D3D11_RTV_DIMENSION_TEXTURE1DARRAY, ImageDim::D1Array},
    {D3D11_RTV_DIMENSION_TEXTURE2D, ImageDim::D2},     {D3D11_RTV_DIMENSION_TEXTURE2DARRAY, ImageDim::D2Array},
    {D3D11_RTV_DIMENSION_TEXTURE2DMS, ImageDim::D2Ms}, {D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY, ImageDim::D2MsArray},
    {D3D11_RTV_DIMENSION_TEXTURE3D, ImageDim::D3},
};

Desc wholeDesc(ResourceBase& resource) {
    Desc desc{};
    desc.Format = resource.format();
    const ImageDim dim = wholeDimension(resource, ViewUse::RenderTarget);
    for (const DimensionRow& row : kDimensions) {
        if (row.dim == dim)
            desc.ViewDimension = row.dimension;
    }
    switch (desc.ViewDimension) {
    case D3D11_RTV_DIMENSION_TEXTURE1DARRAY:
        desc.Texture1DArray = {0, 0, kRest};
        break;
    case D3D11_RTV_DIMENSION_TEXTURE2DARRAY:
        desc.Texture2DArray = {0, 0, kRest, 0};
        break;
    case D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY:
        desc.Texture2DMSArray = {0, kRest};
        break;
    case D3D11_RTV_DIMENSION_TEXTURE3D:
        desc.Texture3D = {0, 0, kRest};
        break;
    default:
        break;
    }
    return desc;
}

bool readSelection(const Desc& desc, ImageSelection& made) {
    for (const DimensionRow& row : kDimensions) {
        if (row.dimension == desc.ViewDimension)
            made.dim = row.dim;
    }
    switch (desc.ViewDimension) {
    case D3D11_RTV_DIMENSION_TEXTURE1D:
        made.firstMip = desc.Texture1D.MipSlice;
        break;
    case D3D11_RTV_DIMENSION_TEXTURE2D:
        made.firstMip = desc.Texture2D.MipSlice;
        return !desc.Texture2D.PlaneSlice;
    case D3D11_RTV_DIMENSION_TEXTURE2DARRAY:
        if (desc.Texture2DArray.PlaneSlice)
            return false;
        [[fallthrough]];
    case D3D11_RTV_DIMENSION_TEXTURE1DARRAY: // the same three fields in all of these
    case D3D11_RTV_DIMENSION_TEXTURE3D:
        made.firstMip = desc.Texture3D.MipSlice;
        made.firstLayer = desc.Texture3D.FirstWSlice;
        made.layers = desc.Texture3D.WSize;
        break;
    case D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY:
        made.firstLayer = desc.Texture2DMSArray.FirstArraySlice;
        made.layers = desc.Texture2DMSArray.ArraySize;
        break;
    default:
        break;
    }
    return true;
}

void writeSelection(const ImageSelection& selection, Desc& desc) {
    switch (desc.ViewDimension) {
    case D3D11_RTV_DIMENSION_TEXTURE1DARRAY:
    case D3D11_RTV_DIMENSION_TEXTURE2DARRAY:
    case D3D11_RTV_DIMENSION_TEXTURE3D:
        desc.Texture3D.WSize = selection.layers;
        break;
    case D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY:
        desc.Texture2DMSArray.ArraySize = selection.layers;
        break;
    default:
        break;
    }
}

} // namespace

RenderTargetView::RenderTargetView(Device& device, const ViewRange& range, const Desc& desc,
                                   std::unique_ptr<gpu::View> view)
    : ViewObject(device, range, desc.Format, std::move(view)), desc_(desc),
      width_(range.resource->asTexture().mipWidth(range.firstMip)),
      height_(range.resource->asTexture().mipHeight(range.firstMip)) {}

HRESULT RenderTargetView::create(Device& device, ID3D11Resource* com, const Desc* given, RenderTargetView** out) {
    ResourceBase* resource = toBase(com);
    if (!resource || !(resource->bindFlags() & D3D11_BIND_RENDER_TARGET))
        return E_INVALIDARG;
    // What was presented may be read, not drawn to.
    if (resource->backBufferIndex() > 0)
        return E_INVALIDARG;
    if (resource->isBuffer()) {
        if (!given || given->ViewDimension != D3D11_RTV_DIMENSION_BUFFER)
            return E_INVALIDARG;
        HENDECA_WARN_ONCE("CreateRenderTargetView: buffers as render targets are not implemented");
        return E_NOTIMPL;
    }
    Desc desc = given ? *given : wholeDesc(*resource);
    ImageSelection selection;
    if (!readSelection(desc, selection) || !resolveSelection(*resource, ViewUse::RenderTarget, selection))
        return E_INVALIDARG;
    desc.Format = resolveImageFormat(device, *resource, ViewUse::RenderTarget, desc.Format);
    if (desc.Format == DXGI_FORMAT_UNKNOWN)
        return E_INVALIDARG;
    writeSelection(selection, desc);
    if (!out)
        return S_FALSE;
    VkImageAspectFlags aspects;
    auto view = makeImageView(device, *resource, ViewUse::RenderTarget, desc.Format, selection, 0, aspects);
    *out = new RenderTargetView(device, rangeOf(*resource, selection, aspects), desc, std::move(view));
    return S_OK;
}

void RenderTargetView::GetDesc(D3D11_RENDER_TARGET_VIEW_DESC* desc) {
    std::memcpy(desc, &desc_, sizeof(*desc));
}

} // namespace hendeca::d3d11
