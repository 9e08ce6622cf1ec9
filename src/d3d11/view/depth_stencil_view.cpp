#include "d3d11/view/depth_stencil_view.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/texture.h"
#include "d3d11/view/view_rules.h"

namespace hendeca::d3d11 {

using spirv::ImageDim;
using Desc = D3D11_DEPTH_STENCIL_VIEW_DESC;

namespace {

constexpr DimensionRow<D3D11_DSV_DIMENSION> kDimensions[] = {
    {D3D11_DSV_DIMENSION_TEXTURE1D, ImageDim::D1},     {D3D11_DSV_DIMENSION_TEXTURE1DARRAY, ImageDim::D1Array},
    {D3D11_DSV_DIMENSION_TEXTURE2D, ImageDim::D2},     {D3D11_DSV_DIMENSION_TEXTURE2DARRAY, ImageDim::D2Array},
    {D3D11_DSV_DIMENSION_TEXTURE2DMS, ImageDim::D2Ms}, {D3D11_DSV_DIMENSION_TEXTURE2DMSARRAY, ImageDim::D2MsArray},
};

Desc wholeDesc(ResourceBase& resource) {
    Desc desc{};
    desc.Format = resource.format();
    const ImageDim dim = wholeDimension(resource, ViewUse::DepthStencil);
    desc.ViewDimension = dimensionOf(kDimensions, dim);
    writeLayers(dim, kRest, desc);
    return desc;
}

// The aspects that may be written through a view with these flags.
VkImageAspectFlags writable(VkImageAspectFlags aspects, uint32_t flags) {
    if (flags & D3D11_DSV_READ_ONLY_DEPTH)
        aspects &= ~VkImageAspectFlags(VK_IMAGE_ASPECT_DEPTH_BIT);
    if (flags & D3D11_DSV_READ_ONLY_STENCIL)
        aspects &= ~VkImageAspectFlags(VK_IMAGE_ASPECT_STENCIL_BIT);
    return aspects;
}

} // namespace

DepthStencilView::DepthStencilView(Device& device, const ViewRange& range, VkImageAspectFlags aspects, const Desc& desc,
                                   std::unique_ptr<gpu::View> view)
    : ViewObject(device, range, desc.Format, std::move(view)), desc_(desc), aspects_(aspects),
      width_(range.resource->asTexture().mipWidth(range.firstMip)),
      height_(range.resource->asTexture().mipHeight(range.firstMip)) {}

HRESULT DepthStencilView::create(Device& device, ID3D11Resource* com, const Desc* given, DepthStencilView** out) {
    ResourceBase* resource = toBase(com);
    if (!resource || !(resource->bindFlags() & D3D11_BIND_DEPTH_STENCIL))
        return E_INVALIDARG;
    Desc desc = given ? *given : wholeDesc(*resource);
    constexpr uint32_t kFlags = D3D11_DSV_READ_ONLY_DEPTH | D3D11_DSV_READ_ONLY_STENCIL;
    if (desc.Flags & ~kFlags || (desc.Flags && device.featureLevel() < D3D_FEATURE_LEVEL_11_0))
        return E_INVALIDARG;
    ImageSelection selection;
    selection.dim = dimOf(kDimensions, desc.ViewDimension);
    if (!readSlices(desc, *resource, selection) || !resolveSelection(*resource, ViewUse::DepthStencil, selection))
        return E_INVALIDARG;
    desc.Format = resolveImageFormat(device, *resource, ViewUse::DepthStencil, desc.Format);
    if (desc.Format == DXGI_FORMAT_UNKNOWN)
        return E_INVALIDARG;
    writeLayers(selection.dim, selection.layers, desc);
    if (!out)
        return S_FALSE;
    VkImageAspectFlags aspects;
    auto view = makeImageView(device, *resource, ViewUse::DepthStencil, desc.Format, selection, desc.Flags, aspects);
    *out = new DepthStencilView(device, rangeOf(*resource, selection, writable(aspects, desc.Flags)), aspects, desc,
                                std::move(view));
    return S_OK;
}

} // namespace hendeca::d3d11
