#include "d3d11/view/render_target_view.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/resource/texture.h"
#include "d3d11/view/view_rules.h"
#include "gpu/format/format_support.h"
#include "gpu/resource/factory.h"
#include "gpu/resource/image.h"

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

using spirv::ImageDim;
using Desc = D3D11_RENDER_TARGET_VIEW_DESC1;

namespace {

constexpr DimensionRow<D3D11_RTV_DIMENSION> kDimensions[] = {
    {D3D11_RTV_DIMENSION_TEXTURE1D, ImageDim::D1},     {D3D11_RTV_DIMENSION_TEXTURE1DARRAY, ImageDim::D1Array},
    {D3D11_RTV_DIMENSION_TEXTURE2D, ImageDim::D2},     {D3D11_RTV_DIMENSION_TEXTURE2DARRAY, ImageDim::D2Array},
    {D3D11_RTV_DIMENSION_TEXTURE2DMS, ImageDim::D2Ms}, {D3D11_RTV_DIMENSION_TEXTURE2DMSARRAY, ImageDim::D2MsArray},
    {D3D11_RTV_DIMENSION_TEXTURE3D, ImageDim::D3},
};

Desc wholeDesc(ResourceBase& resource) {
    Desc desc{};
    desc.Format = resource.format();
    const ImageDim dim = wholeDimension(resource, ViewUse::RenderTarget);
    desc.ViewDimension = dimensionOf(kDimensions, dim);
    writeLayers(dim, kRest, desc);
    return desc;
}

} // namespace

RenderTargetView::RenderTargetView(Device& device, const ViewRange& range, const Desc& desc,
                                   std::unique_ptr<gpu::View> view)
    : ViewObject(device, range, desc.Format, std::move(view)), desc_(desc) {
    if (range.resource->isBuffer()) {
        width_ = this->gpu()->image()->desc().extent.width;
        height_ = 1;
    } else {
        viewExtent(*range.resource, range, width_, height_);
    }
}

void RenderTargetView::releaseGpu(gpu::Writer& writer) {
    ViewBase::releaseGpu(writer);
    release(writer, bufferImage_);
}

HRESULT RenderTargetView::createOfBuffer(Device& device, ResourceBase& resource, const Desc& desc,
                                         RenderTargetView** out) {
    BufferSelection selection;
    selection.first = desc.Buffer.FirstElement;
    selection.count = desc.Buffer.NumElements;
    if (desc.Format == DXGI_FORMAT_UNKNOWN || selection.count == kRest ||
        !(device.formats().support(desc.Format) & gpu::kUseRenderTarget) ||
        !resolveBuffer(device, resource, ViewUse::RenderTarget, desc.Format, false, selection))
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;
    gpu::ImageDesc image;
    image.format = device.formats().imageFormat(desc.Format, false);
    // A viewport reaches no further.
    image.extent = {std::min<uint32_t>(selection.count, D3D11_REQ_TEXTURE2D_U_OR_V_DIMENSION), 1, 1};
    image.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    auto made = device.backend().createImage(image, nullptr);
    if (!made)
        return errorResult(device, "CreateRenderTargetView", made.error());
    gpu::ImageViewDesc view;
    view.format = image.format;
    view.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    std::unique_ptr<gpu::Image> stand = std::move(made).value();
    auto* target = new RenderTargetView(device, rangeOf(resource, selection), desc,
                                        device.backend().factory().createView(*stand, view));
    target->bufferImage_ = std::move(stand);
    *out = target;
    return S_OK;
}

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
        return createOfBuffer(device, *resource, *given, out);
    }
    Desc desc = given ? *given : wholeDesc(*resource);
    ImageSelection selection;
    selection.dim = dimOf(kDimensions, desc.ViewDimension);
    if (!readSlices(desc, *resource, selection) || !resolveSelection(*resource, ViewUse::RenderTarget, selection))
        return E_INVALIDARG;
    desc.Format = resolveImageFormat(device, *resource, ViewUse::RenderTarget, desc.Format);
    if (desc.Format == DXGI_FORMAT_UNKNOWN)
        return E_INVALIDARG;
    writeLayers(selection.dim, selection.layers, desc);
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
