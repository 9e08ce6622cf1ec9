#include "d3d11/video/video_view.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "gpu/format/format_support.h"
#include "gpu/resource/factory.h"

namespace hendeca::d3d11 {

namespace {

// What both kinds of views want of their texture.
bool viewable(Device& device, const ResourceBase* resource, uint32_t use) {
    return resource && resource->kind() == ResourceKind::Texture2D && resource->usage() == D3D11_USAGE_DEFAULT &&
           resource->sampleCount() == 1 && device.formats().support(resource->format()) & use;
}

} // namespace

template <class Main>
VideoView<Main>::VideoView(Device& device, DXGI_FORMAT format, Parts parts)
    : ViewObject<Main>(device, parts.range, format, std::move(parts.planes[0])), chroma_(std::move(parts.planes[1])),
      width_(parts.range.resource->asTexture().mipWidth(parts.range.firstMip)),
      height_(parts.range.resource->asTexture().mipHeight(parts.range.firstMip)) {}

template <class Main>
void VideoView<Main>::releaseGpu(gpu::Writer& writer) {
    ViewBase::releaseGpu(writer);
    release(writer, chroma_);
}

template <class Main>
typename VideoView<Main>::Parts VideoView<Main>::makeParts(Device& device, ResourceBase& resource, uint32_t mip,
                                                           uint32_t layer, VkImageUsageFlags usage) {
    Parts parts;
    parts.range.resource = &resource;
    parts.range.firstMip = mip;
    parts.range.firstLayer = layer;
    const TextureBase& texture = resource.asTexture();
    for (uint32_t i = 0; i < texture.planeCount(); i++) {
        gpu::ImageViewDesc desc;
        desc.dim = spirv::ImageDim::D2;
        desc.format =
            texture.video() ? texture.video()->planes[i].format : device.formats().viewFormat(resource.format(), false);
        desc.firstMip = mip;
        desc.firstLayer = layer;
        desc.usage = usage;
        if (!texture.video() && usage == VK_IMAGE_USAGE_SAMPLED_BIT)
            desc.swizzle = device.formats().swizzle(resource.format());
        parts.planes[i] = device.backend().factory().createView(*texture.plane(i).image, desc);
    }
    return parts;
}

HRESULT VideoInputView::create(Device& device, ID3D11Resource* com, const D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC* desc,
                               ID3D11VideoProcessorInputView** out) {
    ResourceBase* resource = toBase(com);
    if (!desc || !viewable(device, resource, gpu::kUseVideoInput) ||
        desc->ViewDimension != D3D11_VPIV_DIMENSION_TEXTURE2D)
        return E_INVALIDARG;
    // Bound for nothing, or for something that writes to it.
    constexpr uint32_t kWriters =
        D3D11_BIND_DECODER | D3D11_BIND_VIDEO_ENCODER | D3D11_BIND_RENDER_TARGET | D3D11_BIND_UNORDERED_ACCESS;
    if (resource->bindFlags() && !(resource->bindFlags() & kWriters))
        return E_INVALIDARG;
    const D3D11_TEX2D_VPIV& part = desc->Texture2D;
    if (part.MipSlice >= resource->mipLevels() || part.ArraySlice >= resource->arrayLayers())
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;
    return returnNew(
        new VideoInputView(device, resource->format(),
                           makeParts(device, *resource, part.MipSlice, part.ArraySlice, VK_IMAGE_USAGE_SAMPLED_BIT),
                           *desc),
        out);
}

HRESULT VideoOutputView::create(Device& device, ID3D11Resource* com, const D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC* desc,
                                ID3D11VideoProcessorOutputView** out) {
    ResourceBase* resource = toBase(com);
    if (!desc || !viewable(device, resource, gpu::kUseVideoOutput) || resource->backBufferIndex() > 0 ||
        !(resource->bindFlags() & D3D11_BIND_RENDER_TARGET))
        return E_INVALIDARG;
    uint32_t mip = 0, first = 0, count = 1;
    switch (desc->ViewDimension) {
    case D3D11_VPOV_DIMENSION_TEXTURE2D:
        mip = desc->Texture2D.MipSlice;
        break;
    case D3D11_VPOV_DIMENSION_TEXTURE2DARRAY:
        mip = desc->Texture2DArray.MipSlice;
        first = desc->Texture2DArray.FirstArraySlice;
        count = desc->Texture2DArray.ArraySize;
        break;
    default:
        return E_INVALIDARG;
    }
    if (mip >= resource->mipLevels() || first >= resource->arrayLayers() || !count ||
        count > resource->arrayLayers() - first)
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;
    return returnNew(new VideoOutputView(device, resource->format(),
                                         makeParts(device, *resource, mip, first, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT),
                                         *desc),
                     out);
}

} // namespace hendeca::d3d11
