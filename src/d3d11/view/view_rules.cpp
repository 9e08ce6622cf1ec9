#include "d3d11/view/view_rules.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/state/state_tables.h"
#include "gpu/format/format_support.h"
#include "gpu/format/video_table.h"
#include "gpu/resource/factory.h"

namespace hendeca::d3d11 {

using spirv::ImageDim;

namespace {

VkImageUsageFlags usageFlag(ViewUse use) {
    switch (use) {
    case ViewUse::ShaderResource:
        return VK_IMAGE_USAGE_SAMPLED_BIT;
    case ViewUse::RenderTarget:
        return VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    case ViewUse::DepthStencil:
        return VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    default:
        return VK_IMAGE_USAGE_STORAGE_BIT;
    }
}

bool hasLayers(ImageDim dim) {
    return dim == ImageDim::D1Array || dim == ImageDim::D2Array || dim == ImageDim::D2MsArray ||
           dim == ImageDim::CubeArray;
}

// What a format must support to be seen in this way.
bool formatUsable(Device& device, ViewUse use, DXGI_FORMAT format) {
    const gpu::FormatInfo& info = gpu::formatInfo(format);
    const uint32_t support = device.formats().support(format);
    switch (use) {
    case ViewUse::ShaderResource:
        return !info.has(gpu::kFormatDepth) && support & (gpu::kUseShaderLoad | gpu::kUseShaderSample);
    case ViewUse::RenderTarget:
        return support & gpu::kUseRenderTarget;
    case ViewUse::DepthStencil:
        return info.has(gpu::kFormatDepth);
    default:
        return support & gpu::kUseTypedUav;
    }
}

} // namespace

ViewBase::ViewBase(Device& device, const ViewRange& range, DXGI_FORMAT format, std::unique_ptr<gpu::View> view)
    : DeviceObject(device), range_(range), format_(format), view_(std::move(view)) {
    range_.resource->addPrivateRef();
    device.states().views.fetch_add(1, std::memory_order_relaxed);
}

ViewBase::~ViewBase() {
    device().states().views.fetch_sub(1, std::memory_order_relaxed);
    range_.resource->releasePrivateRef();
}

void ViewBase::releaseGpu(gpu::Writer& writer) {
    release(writer, view_);
}

bool resolveRange(uint32_t total, uint32_t first, uint32_t& count) {
    if (first >= total)
        return false;
    if (count == kRest)
        count = total - first;
    return count && count <= total - first;
}

bool dimensionFits(const ResourceBase& resource, ImageDim dim) {
    const bool multisampled = resource.sampleCount() > 1;
    switch (dim) {
    case ImageDim::D1:
    case ImageDim::D1Array:
        return resource.kind() == ResourceKind::Texture1D;
    case ImageDim::D2:
    case ImageDim::D2Array:
        return resource.kind() == ResourceKind::Texture2D && !multisampled;
    case ImageDim::D2Ms: // of one sample, too: D3D11 looks at the kind only
    case ImageDim::D2MsArray:
        return resource.kind() == ResourceKind::Texture2D;
    case ImageDim::Cube:
    case ImageDim::CubeArray:
        return resource.kind() == ResourceKind::Texture2D && resource.miscFlags() & D3D11_RESOURCE_MISC_TEXTURECUBE;
    case ImageDim::D3:
        return resource.kind() == ResourceKind::Texture3D;
    default:
        return false;
    }
}

ImageDim wholeDimension(const ResourceBase& resource, ViewUse use) {
    const bool array = resource.arrayLayers() > 1;
    switch (resource.kind()) {
    case ResourceKind::Texture1D:
        return array ? ImageDim::D1Array : ImageDim::D1;
    case ResourceKind::Texture2D:
        if (resource.sampleCount() > 1)
            return array ? ImageDim::D2MsArray : ImageDim::D2Ms;
        if (use == ViewUse::ShaderResource && resource.miscFlags() & D3D11_RESOURCE_MISC_TEXTURECUBE)
            return resource.arrayLayers() >= 12 ? ImageDim::CubeArray : ImageDim::Cube;
        return array ? ImageDim::D2Array : ImageDim::D2;
    case ResourceKind::Texture3D:
        return ImageDim::D3;
    default:
        return ImageDim::None;
    }
}

bool resolveSelection(const ResourceBase& resource, ViewUse use, ImageSelection& selection) {
    if (!dimensionFits(resource, selection.dim) ||
        !resolveRange(resource.mipLevels(), selection.firstMip, selection.mips))
        return false;
    if (use != ViewUse::ShaderResource && selection.mips != 1)
        return false;
    if (selection.dim == ImageDim::D3) {
        if (use == ViewUse::ShaderResource) {
            selection.firstLayer = 0;
            selection.layers = 1;
            return true;
        }
        const uint32_t depth = resource.facts().depth >> selection.firstMip;
        return resolveRange(depth ? depth : 1, selection.firstLayer, selection.layers);
    }
    if (selection.dim == ImageDim::Cube) {
        selection.firstLayer = 0;
        selection.layers = 6;
        return true;
    }
    if (!hasLayers(selection.dim)) {
        selection.firstLayer = 0;
        selection.layers = 1;
        return true;
    }
    return resolveRange(resource.arrayLayers(), selection.firstLayer, selection.layers);
}

bool isCastToR32(DXGI_FORMAT resource, DXGI_FORMAT view) {
    const gpu::FormatInfo& info = gpu::formatInfo(resource);
    if (!info.typeless() || info.bytes != 4 || info.has(gpu::kFormatBlock) || info.has(gpu::kFormatDepthFamily))
        return false;
    return view == DXGI_FORMAT_R32_UINT || view == DXGI_FORMAT_R32_SINT || view == DXGI_FORMAT_R32_FLOAT;
}

DXGI_FORMAT resolveImageFormat(Device& device, const ResourceBase& resource, ViewUse use, DXGI_FORMAT given) {
    const DXGI_FORMAT own = resource.format();
    const DXGI_FORMAT wanted = given == DXGI_FORMAT_UNKNOWN ? own : given;
    const gpu::FormatInfo& info = gpu::formatInfo(wanted);
    if (info.key != uint32_t(wanted) || info.typeless())
        return DXGI_FORMAT_UNKNOWN;
    if (const gpu::VideoFormat* video = gpu::videoFormat(own)) {
        const bool shown = gpu::planeOfView(*video, wanted, use == ViewUse::UnorderedAccess) >= 0;
        return shown && formatUsable(device, use, wanted) ? wanted : DXGI_FORMAT_UNKNOWN;
    }
    bool castable = gpu::isCastable(own, wanted);
    if (!castable && use == ViewUse::UnorderedAccess)
        castable = isCastToR32(own, wanted);
    // A render target view of a swap chain's buffer may add sRGB.
    if (!castable && use == ViewUse::RenderTarget && resource.isBackBuffer())
        castable = gpu::formatInfo(own).parent == info.parent && info.type == gpu::formatInfo(own).type;
    return castable && formatUsable(device, use, wanted) ? wanted : DXGI_FORMAT_UNKNOWN;
}

bool resolveBuffer(Device& device, const ResourceBase& resource, ViewUse use, DXGI_FORMAT format, bool raw,
                   BufferSelection& selection) {
    const bool structured = resource.miscFlags() & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
    if (raw) {
        if (format != DXGI_FORMAT_R32_TYPELESS || !(resource.miscFlags() & D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS))
            return false;
        selection.kind = gpu::ViewKind::RawBuffer;
        selection.elementBytes = 4;
    } else if (format == DXGI_FORMAT_UNKNOWN) {
        if (!structured)
            return false;
        selection.kind = gpu::ViewKind::StructuredBuffer;
        selection.elementBytes = const_cast<ResourceBase&>(resource).asBuffer().structureStride();
    } else {
        const gpu::FormatInfo& info = gpu::formatInfo(format);
        if (structured || info.key != uint32_t(format) || info.typeless() || info.has(gpu::kFormatBlock) ||
            !(device.formats().support(format) & gpu::kUseBuffer))
            return false;
        if (use == ViewUse::UnorderedAccess && !(device.formats().support(format) & gpu::kUseTypedUav))
            return false;
        selection.kind = gpu::ViewKind::TypedBuffer;
        selection.elementBytes = info.bytes;
    }
    return resolveRange(resource.facts().width / selection.elementBytes, selection.first, selection.count);
}

namespace {

std::unique_ptr<gpu::View> makePlaneView(Device& device, ResourceBase& resource, ViewUse use, DXGI_FORMAT format,
                                         const ImageSelection& selection, const gpu::VideoFormat& video,
                                         VkImageAspectFlags& viewAspects) {
    const int plane = gpu::planeOfView(video, format, use == ViewUse::UnorderedAccess);
    // Planes are told apart where views are compared, though each is the colour of an image of its own.
    viewAspects = plane ? VK_IMAGE_ASPECT_PLANE_1_BIT : VK_IMAGE_ASPECT_PLANE_0_BIT;
    gpu::ImageViewDesc desc;
    desc.dim = selection.dim;
    desc.format = device.formats().viewFormat(format, false);
    desc.firstMip = selection.firstMip;
    desc.mipCount = selection.mips;
    desc.firstLayer = selection.firstLayer;
    desc.layerCount = selection.layers;
    desc.usage = usageFlag(use);
    return device.backend().factory().createView(*resource.asTexture().plane(static_cast<uint32_t>(plane)).image, desc);
}

} // namespace

bool planeFits(const ResourceBase& resource, DXGI_FORMAT view, uint32_t slice) {
    const gpu::VideoFormat* video = gpu::videoFormat(resource.format());
    return !slice || (video && gpu::planeOfView(*video, view, true) == static_cast<int>(slice));
}

void viewExtent(const ResourceBase& resource, const ViewRange& range, uint32_t& width, uint32_t& height) {
    const TextureBase& texture = const_cast<ResourceBase&>(resource).asTexture();
    const TexturePlane plane = texture.plane(range.aspects & VK_IMAGE_ASPECT_PLANE_1_BIT ? 1 : 0);
    width = texture.mipWidth(range.firstMip) >> plane.widthShift;
    height = texture.mipHeight(range.firstMip) >> plane.heightShift;
}

std::unique_ptr<gpu::View> makeImageView(Device& device, ResourceBase& resource, ViewUse use, DXGI_FORMAT format,
                                         const ImageSelection& selection, uint32_t dsvFlags,
                                         VkImageAspectFlags& viewAspects) {
    const gpu::FormatInfo& own = gpu::formatInfo(resource.format());
    if (const gpu::VideoFormat* video = gpu::videoFormat(resource.format()))
        return makePlaneView(device, resource, use, format, selection, *video, viewAspects);
    const bool depthImage = resource.bindFlags() & D3D11_BIND_DEPTH_STENCIL || own.has(gpu::kFormatDepthFamily);
    const gpu::FormatInfo& info = gpu::formatInfo(format);
    viewAspects = VK_IMAGE_ASPECT_COLOR_BIT;
    // A colour format on a depth image (R32_FLOAT over D32) reads its depth.
    if (depthImage)
        viewAspects =
            info.aspects & VK_IMAGE_ASPECT_COLOR_BIT ? VkImageAspectFlags(VK_IMAGE_ASPECT_DEPTH_BIT) : info.aspects;

    gpu::ImageViewDesc desc;
    desc.dim = selection.dim;
    desc.format = device.formats().viewFormat(format, depthImage);
    desc.aspects = viewAspects;
    desc.firstMip = selection.firstMip;
    desc.mipCount = selection.mips;
    desc.firstLayer = selection.firstLayer;
    desc.layerCount = selection.layers;
    if (use == ViewUse::ShaderResource)
        desc.swizzle = device.formats().swizzle(format);
    desc.usage = usageFlag(use);
    if (resource.gpuImage()->desc().code == gpu::TexelCode::AlphaOfFour) {
        desc.format = resource.gpuImage()->desc().format;
        if (use == ViewUse::ShaderResource)
            desc.swizzle = {VK_COMPONENT_SWIZZLE_ZERO, VK_COMPONENT_SWIZZLE_ZERO, VK_COMPONENT_SWIZZLE_ZERO,
                            VK_COMPONENT_SWIZZLE_A};
    } else if (use == ViewUse::RenderTarget && desc.format == VK_FORMAT_R8_UNORM && format == DXGI_FORMAT_A8_UNORM)
        desc.alpha = gpu::TargetAlpha::InRed;
    else if (use == ViewUse::RenderTarget &&
             (format == DXGI_FORMAT_B8G8R8X8_UNORM || format == DXGI_FORMAT_B8G8R8X8_UNORM_SRGB))
        desc.alpha = gpu::TargetAlpha::One;
    desc.readOnlyDepth = dsvFlags & D3D11_DSV_READ_ONLY_DEPTH;
    desc.readOnlyStencil = dsvFlags & D3D11_DSV_READ_ONLY_STENCIL;
    return device.backend().factory().createView(*resource.gpuImage(), desc);
}

std::unique_ptr<gpu::View> makeBufferView(Device& device, ResourceBase& resource, DXGI_FORMAT format,
                                          const BufferSelection& selection, bool writable, gpu::Buffer* counter) {
    gpu::BufferViewDesc desc;
    desc.kind = selection.kind;
    if (selection.kind == gpu::ViewKind::TypedBuffer)
        desc.format = device.formats().viewFormat(format, false);
    desc.offset = selection.offset();
    desc.size = selection.size();
    if (selection.kind == gpu::ViewKind::StructuredBuffer)
        desc.stride = selection.elementBytes;
    desc.counter = counter;
    desc.writable = writable;
    return device.backend().factory().createView(*resource.gpuBuffer(), desc);
}

ViewRange rangeOf(ResourceBase& resource, const ImageSelection& selection, VkImageAspectFlags aspects) {
    ViewRange range;
    range.resource = &resource;
    range.firstMip = selection.firstMip;
    range.mips = selection.mips;
    range.firstLayer = selection.firstLayer;
    range.layers = selection.layers;
    range.aspects = aspects;
    return range;
}

ViewRange rangeOf(ResourceBase& resource, const BufferSelection& selection) {
    ViewRange range;
    range.resource = &resource;
    range.bufferOffset = selection.offset();
    range.bufferSize = selection.size();
    return range;
}

} // namespace hendeca::d3d11
