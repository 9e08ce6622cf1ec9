#include "d3d11/debug/creation.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/tables/resource_rules.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"
#include "gpu/format/format_support.h"
#include "gpu/format/format_table.h"

#include <algorithm>

namespace hendeca::d3d11::creation {

namespace {

constexpr UINT kKnownBinds = 0x6ff; // D3D11_BIND_FLAG
constexpr UINT kKnownCpu = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE;
constexpr UINT kKnownMisc = 0x7ffff; // D3D11_RESOURCE_MISC_FLAG

// The ids of one family; 0 where there is none of the kind.
struct ResourceIds {
    const char* call;
    D3D11_MESSAGE_ID usage, binds, cpu, misc, cpuWrong, bindsWrong, data, dimensions, mips, miscWrong, invalid, memory,
        null, format, formatUnsupported, samples;
};
#define TEXTURE_IDS(n)                                                                                                 \
    {                                                                                                                  \
        "ID3D11Device::CreateTexture" #n "D", D3D11_MESSAGE_ID_CREATETEXTURE##n##D_UNRECOGNIZEDUSAGE,                  \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_UNRECOGNIZEDBINDFLAGS,                                                \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_UNRECOGNIZEDCPUACCESSFLAGS,                                           \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_UNRECOGNIZEDMISCFLAGS,                                                \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDCPUACCESSFLAGS,                                                \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDBINDFLAGS,                                                     \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDINITIALDATA,                                                   \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDDIMENSIONS,                                                    \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDMIPLEVELS,                                                     \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDMISCFLAGS,                                                     \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDARG_RETURN,                                                    \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_OUTOFMEMORY_RETURN, D3D11_MESSAGE_ID_CREATETEXTURE##n##D_NULLDESC,    \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_UNRECOGNIZEDFORMAT,                                                   \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_UNSUPPORTEDFORMAT,                                                    \
            D3D11_MESSAGE_ID_CREATETEXTURE##n##D_INVALIDSAMPLES                                                        \
    }
constexpr auto kNone = static_cast<D3D11_MESSAGE_ID>(0);
constexpr ResourceIds kBuffer = {"ID3D11Device::CreateBuffer",
                                 D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDUSAGE,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDBINDFLAGS,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDCPUACCESSFLAGS,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDMISCFLAGS,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDCPUACCESSFLAGS,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDBINDFLAGS,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDINITIALDATA,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDDIMENSIONS,
                                 kNone,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDMISCFLAGS,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDARG_RETURN,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_OUTOFMEMORY_RETURN,
                                 D3D11_MESSAGE_ID_CREATEBUFFER_NULLDESC,
                                 kNone,
                                 kNone,
                                 kNone};
constexpr ResourceIds kTexture[] = {TEXTURE_IDS(1), TEXTURE_IDS(2), TEXTURE_IDS(3)};
#undef TEXTURE_IDS

// The part of a description that all resources have.
struct Common {
    D3D11_USAGE usage;
    UINT binds, cpu, misc;
};

void sayResult(DebugLayer& debug, const ResourceIds& ids, HRESULT hr) {
    if (hr == E_INVALIDARG)
        debug.say(ids.invalid, ids.call);
    else if (hr == E_OUTOFMEMORY)
        debug.say(ids.memory, ids.call);
}

// What is wrong with usage and flags. True when something was.
bool sayFlags(DebugLayer& debug, const ResourceIds& ids, const Common& desc) {
    if (static_cast<uint32_t>(desc.usage) > D3D11_USAGE_STAGING)
        debug.say(ids.usage, ids.call, "Usage is %d.", static_cast<int>(desc.usage));
    else if (desc.binds & ~kKnownBinds)
        debug.say(ids.binds, ids.call, "BindFlags is 0x%x.", desc.binds);
    else if (desc.cpu & ~kKnownCpu)
        debug.say(ids.cpu, ids.call, "CPUAccessFlags is 0x%x.", desc.cpu);
    else if (desc.misc & ~kKnownMisc)
        debug.say(ids.misc, ids.call, "MiscFlags is 0x%x.", desc.misc);
    else if (!usageAllowed(desc.usage, desc.binds, desc.cpu, false)) {
        // With the CPU access that the usage wants, is it the bind flags that are wrong?
        const UINT wanted = desc.usage == D3D11_USAGE_DYNAMIC   ? UINT(D3D11_CPU_ACCESS_WRITE)
                            : desc.usage == D3D11_USAGE_STAGING ? kKnownCpu
                                                                : 0u;
        if (usageAllowed(desc.usage, desc.binds, wanted, false))
            debug.say(ids.cpuWrong, ids.call, "Usage %d with CPUAccessFlags 0x%x.", static_cast<int>(desc.usage),
                      desc.cpu);
        else
            debug.say(ids.bindsWrong, ids.call, "Usage %d with BindFlags 0x%x.", static_cast<int>(desc.usage),
                      desc.binds);
    } else {
        return false;
    }
    return true;
}

void explainBuffer(DebugLayer& debug, const D3D11_BUFFER_DESC* desc, const D3D11_SUBRESOURCE_DATA* data) {
    const ResourceIds& ids = kBuffer;
    if (!desc) {
        debug.say(ids.null, ids.call);
    } else if (sayFlags(debug, ids, {desc->Usage, desc->BindFlags, desc->CPUAccessFlags, desc->MiscFlags})) {
    } else if (desc->BindFlags & D3D11_BIND_CONSTANT_BUFFER && desc->BindFlags != D3D11_BIND_CONSTANT_BUFFER) {
        debug.say(D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDCONSTANTBUFFERBINDINGS, ids.call, "BindFlags is 0x%x.",
                  desc->BindFlags);
    } else if (!desc->ByteWidth || (desc->BindFlags & D3D11_BIND_CONSTANT_BUFFER && desc->ByteWidth % 16)) {
        debug.say(ids.dimensions, ids.call, "ByteWidth is %u; that of a constant buffer is a multiple of 16.",
                  desc->ByteWidth);
    } else if (desc->BindFlags & D3D11_BIND_DEPTH_STENCIL) {
        debug.say(ids.bindsWrong, ids.call, "A buffer cannot be a depth-stencil.");
    } else if (!initialDataAllowed(desc->Usage, data, 1)) {
        debug.say(ids.data, ids.call);
    } else if (desc->MiscFlags & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED &&
               (!desc->StructureByteStride || desc->StructureByteStride % 4 || desc->StructureByteStride > 2048)) {
        debug.say(D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDSTRUCTURESTRIDE, ids.call, "StructureByteStride is %u.",
                  desc->StructureByteStride);
    } else if (desc->MiscFlags) {
        debug.say(ids.miscWrong, ids.call, "MiscFlags is 0x%x.", desc->MiscFlags);
    }
}

struct TextureArguments {
    Common common;
    UINT width, height, depth, mips, layers;
    DXGI_FORMAT format;
    DXGI_SAMPLE_DESC samples;
    uint32_t most; // texels a side
    uint32_t use;  // D3D11_FORMAT_SUPPORT of such a texture
};

UINT expectedUse(UINT binds) {
    UINT use = 0;
    if (binds & D3D11_BIND_RENDER_TARGET)
        use |= gpu::kUseRenderTarget;
    if (binds & D3D11_BIND_UNORDERED_ACCESS)
        use |= gpu::kUseTypedUav;
    return use;
}

void explainTexture(DebugLayer& debug, Device& device, const ResourceIds& ids, const TextureArguments& desc,
                    const D3D11_SUBRESOURCE_DATA* data) {
    const UINT largest = std::max({desc.width, desc.height, desc.depth});
    const gpu::FormatInfo& info = gpu::formatInfo(desc.format);
    const uint32_t support = device.formats().support(desc.format);
    if (sayFlags(debug, ids, desc.common)) {
    } else if (!desc.width || !desc.height || !desc.depth || !desc.layers || largest > desc.most ||
               desc.layers > levelLimits(device.featureLevel()).arrayLayers) {
        debug.say(ids.dimensions, ids.call, "%u x %u x %u texels, %u layers.", desc.width, desc.height, desc.depth,
                  desc.layers);
    } else if (!gpu::isFormat(desc.format) || desc.format == DXGI_FORMAT_UNKNOWN) {
        debug.say(ids.format, ids.call, "Format is %d.", static_cast<int>(desc.format));
    } else if (desc.mips > mipChainLength(desc.width, desc.height, desc.depth) ||
               (desc.samples.Count > 1 && desc.mips != 1)) {
        debug.say(ids.mips, ids.call, "MipLevels is %u.", desc.mips);
    } else if (!desc.samples.Count || desc.samples.Count > 32 || desc.samples.Count & (desc.samples.Count - 1) ||
               (desc.samples.Count > 1 && !(device.formats().sampleCounts(desc.format) & desc.samples.Count)) ||
               (desc.samples.Count == 1 && desc.samples.Quality)) {
        debug.say(ids.samples, ids.call, "SampleDesc is %u, %u.", desc.samples.Count, desc.samples.Quality);
    } else if (desc.common.binds & D3D11_BIND_DEPTH_STENCIL && !info.has(gpu::kFormatDepthFamily) &&
               !info.has(gpu::kFormatDepth) && info.depthFormat == VK_FORMAT_UNDEFINED) {
        debug.say(ids.bindsWrong, ids.call, "%s cannot be a depth-stencil.", info.name);
    } else if (!info.typeless() && (support & desc.use) != desc.use) {
        debug.say(ids.formatUnsupported, ids.call, "%s has no such textures.", info.name);
    } else if (!info.typeless() && (support & expectedUse(desc.common.binds)) != expectedUse(desc.common.binds)) {
        debug.say(ids.formatUnsupported, ids.call, "%s cannot be bound as BindFlags 0x%x want.", info.name,
                  desc.common.binds);
    } else if (!initialDataAllowed(desc.common.usage, data, desc.mips ? desc.mips * desc.layers : 1)) {
        debug.say(ids.data, ids.call);
    } else if (info.blockWidth > 1 && (desc.width % info.blockWidth || desc.height % info.blockHeight)) {
        debug.say(ids.dimensions, ids.call, "%u x %u texels are no whole blocks of %s.", desc.width, desc.height,
                  info.name);
    } else if (desc.common.misc) {
        debug.say(ids.miscWrong, ids.call, "MiscFlags is 0x%x.", desc.common.misc);
    } else {
        debug.say(ids.bindsWrong, ids.call, "BindFlags is 0x%x.", desc.common.binds);
    }
}

template <class Desc>
Common commonOf(const Desc& desc) {
    return {desc.Usage, desc.BindFlags, desc.CPUAccessFlags, desc.MiscFlags};
}

TextureArguments argumentsOf(const D3D11_TEXTURE1D_DESC& desc, const LevelLimits& limits) {
    return {commonOf(desc),   desc.Width,        1, 1, desc.MipLevels, desc.ArraySize, desc.Format, {1, 0},
            limits.texture1D, gpu::kUseTexture1D};
}

TextureArguments argumentsOf(const D3D11_TEXTURE2D_DESC& desc, const LevelLimits& limits) {
    return {commonOf(desc),  desc.Width,       desc.Height,       1, desc.MipLevels, desc.ArraySize, desc.Format,
            desc.SampleDesc, limits.texture2D, gpu::kUseTexture2D};
}

TextureArguments argumentsOf(const D3D11_TEXTURE3D_DESC& desc, const LevelLimits& limits) {
    return {commonOf(desc), desc.Width, desc.Height,      desc.Depth,        desc.MipLevels, 1,
            desc.Format,    {1, 0},     limits.texture3D, gpu::kUseTexture3D};
}

template <class T, class Desc, class I>
void texture(DebugLayer& debug, const ResourceIds& ids, ObjectKind kind, const Desc* desc,
             const D3D11_SUBRESOURCE_DATA* data, HRESULT hr, I* made) {
    if (FAILED(hr)) {
        Device& device = debug.device();
        if (!desc)
            debug.say(ids.null, ids.call);
        else if (hr == E_INVALIDARG)
            explainTexture(debug, device, ids, argumentsOf(*desc, levelLimits(device.featureLevel())), data);
        sayResult(debug, ids, hr);
    } else if (made) {
        debug.track(kind, made, static_cast<T&>(*made));
    }
}

} // namespace

void buffer(DebugLayer& debug, const D3D11_BUFFER_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
            ID3D11Buffer** made) {
    if (FAILED(hr)) {
        if (hr == E_INVALIDARG)
            explainBuffer(debug, desc, data);
        sayResult(debug, kBuffer, hr);
    } else if (made && *made) {
        debug.track(ObjectKind::Buffer, *made, static_cast<Buffer&>(**made));
    }
}

void texture1D(DebugLayer& debug, const D3D11_TEXTURE1D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
               ID3D11Texture1D** made) {
    texture<Texture1D>(debug, kTexture[0], ObjectKind::Texture1D, desc, data, hr,
                       SUCCEEDED(hr) && made ? *made : nullptr);
}

void texture2D(DebugLayer& debug, const D3D11_TEXTURE2D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
               ID3D11Texture2D* made) {
    texture<Texture2D>(debug, kTexture[1], ObjectKind::Texture2D, desc, data, hr, made);
}

void texture3D(DebugLayer& debug, const D3D11_TEXTURE3D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data, HRESULT hr,
               ID3D11Texture3D* made) {
    texture<Texture3D>(debug, kTexture[2], ObjectKind::Texture3D, desc, data, hr, made);
}

// --- views

namespace {

struct ViewIds {
    const char* call;
    D3D11_MESSAGE_ID resource, format, unrecognized, dimensions, desc, flags, invalid, memory;
    UINT bind;
};
#define VIEW_IDS(Name, NAME, flags, bind)                                                                              \
    {                                                                                                                  \
        "ID3D11Device::Create" #Name "View", D3D11_MESSAGE_ID_CREATE##NAME##VIEW_INVALIDRESOURCE,                      \
            D3D11_MESSAGE_ID_CREATE##NAME##VIEW_INVALIDFORMAT, D3D11_MESSAGE_ID_CREATE##NAME##VIEW_UNRECOGNIZEDFORMAT, \
            D3D11_MESSAGE_ID_CREATE##NAME##VIEW_INVALIDDIMENSIONS, D3D11_MESSAGE_ID_CREATE##NAME##VIEW_INVALIDDESC,    \
            flags, D3D11_MESSAGE_ID_CREATE##NAME##VIEW_INVALIDARG_RETURN,                                              \
            D3D11_MESSAGE_ID_CREATE##NAME##VIEW_OUTOFMEMORY_RETURN, bind                                               \
    }
constexpr ViewIds kSrv = VIEW_IDS(ShaderResource, SHADERRESOURCE,
                                  D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDFLAGS, D3D11_BIND_SHADER_RESOURCE);
constexpr ViewIds kRtv = VIEW_IDS(RenderTarget, RENDERTARGET, kNone, D3D11_BIND_RENDER_TARGET);
constexpr ViewIds kDsv = VIEW_IDS(DepthStencil, DEPTHSTENCIL, D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDFLAGS,
                                  D3D11_BIND_DEPTH_STENCIL);
constexpr ViewIds kUav = VIEW_IDS(UnorderedAccess, UNORDEREDACCESS,
                                  D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDFLAGS, D3D11_BIND_UNORDERED_ACCESS);
#undef VIEW_IDS

// Which of the four is a view's dimension, over the enumerations of all views: buffer, 1D, 2D, 3D.
enum class Shape : uint8_t { None, Buffer, Texture1D, Texture2D, Texture3D };

struct ViewArguments {
    bool given;
    DXGI_FORMAT format;
    Shape shape;
    UINT flags;
};

Shape shapeOf(const ResourceBase& resource) {
    return static_cast<Shape>(static_cast<uint8_t>(resource.kind()) + 1);
}

void explainView(DebugLayer& debug, const ViewIds& ids, ID3D11Resource* com, const ViewArguments& view) {
    if (!com) {
        debug.say(ids.resource, ids.call, "The resource is null.");
        return;
    }
    const ResourceBase& resource = *toBase(com);
    const DXGI_FORMAT format = view.given && view.format != DXGI_FORMAT_UNKNOWN ? view.format : resource.format();
    const bool structured = resource.miscFlags() & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
    if (!(resource.bindFlags() & ids.bind)) {
        debug.say(ids.resource, ids.call, "BindFlags of the resource is 0x%x.", resource.bindFlags());
    } else if (!view.given && resource.isBuffer() && !structured) {
        debug.say(ids.desc, ids.call, "A view of a buffer needs a description.");
    } else if (view.given && view.shape != shapeOf(resource)) {
        debug.say(ids.desc, ids.call, "ViewDimension is not one of such a resource.");
    } else if (!gpu::isFormat(format)) {
        debug.say(ids.unrecognized, ids.call, "Format is %d.", static_cast<int>(format));
    } else if (!resource.isBuffer() && gpu::formatInfo(format).typeless()) {
        debug.say(ids.unrecognized, ids.call, "%s is typeless.", gpu::formatInfo(format).name);
    } else if (!resource.isBuffer() && !gpu::isCastable(resource.format(), format)) {
        debug.say(ids.format, ids.call, "A view of %s on a resource of %s.", gpu::formatInfo(format).name,
                  gpu::formatInfo(resource.format()).name);
    } else if (view.flags && ids.flags) {
        debug.say(ids.flags, ids.call, "Flags is 0x%x.", view.flags);
    } else {
        debug.say(ids.dimensions, ids.call);
    }
}

void sayView(DebugLayer& debug, const ViewIds& ids, ID3D11Resource* resource, const ViewArguments& view, HRESULT hr) {
    if (hr == E_INVALIDARG) {
        explainView(debug, ids, resource, view);
        debug.say(ids.invalid, ids.call);
    } else if (hr == E_OUTOFMEMORY) {
        debug.say(ids.memory, ids.call);
    }
}

Shape shapeOf(D3D11_SRV_DIMENSION dimension) {
    switch (dimension) {
    case D3D11_SRV_DIMENSION_BUFFER:
    case D3D11_SRV_DIMENSION_BUFFEREX:
        return Shape::Buffer;
    case D3D11_SRV_DIMENSION_TEXTURE1D:
    case D3D11_SRV_DIMENSION_TEXTURE1DARRAY:
        return Shape::Texture1D;
    case D3D11_SRV_DIMENSION_TEXTURE3D:
        return Shape::Texture3D;
    case D3D11_SRV_DIMENSION_UNKNOWN:
        return Shape::None;
    default:
        return Shape::Texture2D;
    }
}

// Dimensions have the same numbers in the other views, but that depth-stencil views have no buffer before them.
static_assert(int(D3D11_RTV_DIMENSION_TEXTURE3D) == int(D3D11_SRV_DIMENSION_TEXTURE3D) &&
              int(D3D11_UAV_DIMENSION_TEXTURE3D) == int(D3D11_SRV_DIMENSION_TEXTURE3D) &&
              D3D11_DSV_DIMENSION_TEXTURE2DMSARRAY + 1 == int(D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY));

Shape shapeOf(D3D11_RTV_DIMENSION dimension) {
    return shapeOf(static_cast<D3D11_SRV_DIMENSION>(dimension));
}

Shape shapeOf(D3D11_UAV_DIMENSION dimension) {
    return shapeOf(static_cast<D3D11_SRV_DIMENSION>(dimension));
}

Shape shapeOf(D3D11_DSV_DIMENSION dimension) {
    return dimension ? shapeOf(static_cast<D3D11_SRV_DIMENSION>(dimension + 1)) : Shape::None;
}

template <class Desc>
ViewArguments argumentsOf(const Desc* desc, UINT flags) {
    return desc ? ViewArguments{true, desc->Format, shapeOf(desc->ViewDimension), flags} : ViewArguments{};
}

} // namespace

void shaderResourceView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_SHADER_RESOURCE_VIEW_DESC* desc,
                        HRESULT hr, ID3D11ShaderResourceView* made) {
    const UINT flags = desc && desc->ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX ? desc->BufferEx.Flags : 0;
    if (FAILED(hr))
        sayView(debug, kSrv, resource, argumentsOf(desc, flags), hr);
    else if (made)
        debug.track(ObjectKind::ShaderResourceView, made, static_cast<ShaderResourceView&>(*made));
}

void renderTargetView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_RENDER_TARGET_VIEW_DESC* desc,
                      HRESULT hr, ID3D11RenderTargetView* made) {
    if (FAILED(hr))
        sayView(debug, kRtv, resource, argumentsOf(desc, 0), hr);
    else if (made)
        debug.track(ObjectKind::RenderTargetView, made, static_cast<RenderTargetView&>(*made));
}

void depthStencilView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_DEPTH_STENCIL_VIEW_DESC* desc,
                      HRESULT hr, ID3D11DepthStencilView* made) {
    if (FAILED(hr))
        sayView(debug, kDsv, resource, argumentsOf(desc, desc ? desc->Flags : 0), hr);
    else if (made)
        debug.track(ObjectKind::DepthStencilView, made, static_cast<DepthStencilView&>(*made));
}

void unorderedAccessView(DebugLayer& debug, ID3D11Resource* resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC* desc,
                         HRESULT hr, ID3D11UnorderedAccessView* made) {
    const UINT flags = desc && desc->ViewDimension == D3D11_UAV_DIMENSION_BUFFER ? desc->Buffer.Flags : 0;
    if (FAILED(hr))
        sayView(debug, kUav, resource, argumentsOf(desc, flags), hr);
    else if (made)
        debug.track(ObjectKind::UnorderedAccessView, made, static_cast<UnorderedAccessView&>(*made));
}

} // namespace hendeca::d3d11::creation
