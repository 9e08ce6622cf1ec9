#include "d3d11/view/unordered_access_view.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/view/view_rules.h"

#include <cstring>

namespace hendeca::d3d11 {

using spirv::ImageDim;
using Desc = D3D11_UNORDERED_ACCESS_VIEW_DESC1;

namespace {

constexpr DimensionRow<D3D11_UAV_DIMENSION> kDimensions[] = {
    {D3D11_UAV_DIMENSION_TEXTURE1D, ImageDim::D1}, {D3D11_UAV_DIMENSION_TEXTURE1DARRAY, ImageDim::D1Array},
    {D3D11_UAV_DIMENSION_TEXTURE2D, ImageDim::D2}, {D3D11_UAV_DIMENSION_TEXTURE2DARRAY, ImageDim::D2Array},
    {D3D11_UAV_DIMENSION_TEXTURE3D, ImageDim::D3},
};
constexpr uint32_t kCounterFlags = D3D11_BUFFER_UAV_FLAG_APPEND | D3D11_BUFFER_UAV_FLAG_COUNTER;

Desc wholeDesc(ResourceBase& resource) {
    Desc desc{};
    desc.Format = resource.format();
    if (resource.isBuffer()) {
        desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
        const uint32_t stride = resource.asBuffer().structureStride();
        desc.Buffer.NumElements = stride ? resource.facts().width / stride : 0;
        return desc;
    }
    const ImageDim dim = wholeDimension(resource, ViewUse::UnorderedAccess);
    desc.ViewDimension = dimensionOf(kDimensions, dim);
    writeLayers(dim, kRest, desc);
    return desc;
}

bool bufferFlagsAllowed(const Desc& desc, const ResourceBase& resource) {
    const uint32_t flags = desc.Buffer.Flags;
    if (flags & ~(kCounterFlags | D3D11_BUFFER_UAV_FLAG_RAW))
        return false;
    if (!(flags & kCounterFlags))
        return true;
    return (flags & kCounterFlags) != kCounterFlags && !(flags & D3D11_BUFFER_UAV_FLAG_RAW) &&
           desc.Format == DXGI_FORMAT_UNKNOWN && resource.miscFlags() & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
}

} // namespace

UnorderedAccessView::UnorderedAccessView(Device& device, const ViewRange& range, const Desc& desc,
                                         std::unique_ptr<gpu::View> view, std::unique_ptr<gpu::Buffer> counter)
    : ViewObject(device, range, desc.Format, std::move(view)), desc_(desc), counter_(std::move(counter)) {
    if (!range.resource->isBuffer())
        viewExtent(*range.resource, range, width_, height_);
}

void UnorderedAccessView::releaseGpu(gpu::Writer& writer) {
    ViewBase::releaseGpu(writer);
    release(writer, counter_);
}

HRESULT UnorderedAccessView::create(Device& device, ID3D11Resource* com, const Desc* given, UnorderedAccessView** out) {
    ResourceBase* resource = toBase(com);
    if (!resource || !(resource->bindFlags() & D3D11_BIND_UNORDERED_ACCESS) || resource->sampleCount() > 1)
        return E_INVALIDARG;
    Desc desc = given ? *given : wholeDesc(*resource);

    if (resource->isBuffer()) {
        BufferSelection selection;
        selection.first = desc.Buffer.FirstElement;
        selection.count = desc.Buffer.NumElements;
        if (desc.ViewDimension != D3D11_UAV_DIMENSION_BUFFER || selection.count == kRest ||
            !bufferFlagsAllowed(desc, *resource) ||
            !resolveBuffer(device, *resource, ViewUse::UnorderedAccess, desc.Format,
                           desc.Buffer.Flags & D3D11_BUFFER_UAV_FLAG_RAW, selection))
            return E_INVALIDARG;
        if (!out)
            return S_FALSE;
        std::unique_ptr<gpu::Buffer> counter;
        if (desc.Buffer.Flags & kCounterFlags) {
            gpu::BufferDesc counterDesc;
            counterDesc.size = 4;
            counterDesc.storage = true;
            auto made = device.backend().createBuffer(counterDesc, nullptr);
            if (!made)
                return errorResult(device, "CreateUnorderedAccessView", made.error());
            counter = std::move(made).value();
        }
        auto view = makeBufferView(device, *resource, desc.Format, selection, true, counter.get());
        *out =
            new UnorderedAccessView(device, rangeOf(*resource, selection), desc, std::move(view), std::move(counter));
        return S_OK;
    }

    ImageSelection selection;
    selection.dim = dimOf(kDimensions, desc.ViewDimension);
    if (!readSlices(desc, *resource, selection) || !resolveSelection(*resource, ViewUse::UnorderedAccess, selection))
        return E_INVALIDARG;
    desc.Format = resolveImageFormat(device, *resource, ViewUse::UnorderedAccess, desc.Format);
    if (desc.Format == DXGI_FORMAT_UNKNOWN)
        return E_INVALIDARG;
    writeLayers(selection.dim, selection.layers, desc);
    if (!out)
        return S_FALSE;
    VkImageAspectFlags aspects;
    auto view = makeImageView(device, *resource, ViewUse::UnorderedAccess, desc.Format, selection, 0, aspects);
    *out = new UnorderedAccessView(device, rangeOf(*resource, selection, aspects), desc, std::move(view), nullptr);
    return S_OK;
}

void UnorderedAccessView::GetDesc(D3D11_UNORDERED_ACCESS_VIEW_DESC* desc) {
    std::memcpy(desc, &desc_, sizeof(*desc));
}

} // namespace hendeca::d3d11
