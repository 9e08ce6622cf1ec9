#include "d3d11/resource/texture.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/resource/gdi_surface.h"
#include "d3d11/resource/texture_rules.h"
#include "d3d11/sharing/keyed_mutex.h"
#include "d3d11/sharing/shared_resource.h"
#include "d3d11/view/view_rules.h"
#include "gpu/format/footprint.h"
#include "gpu/format/format_support.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace hendeca::d3d11 {

namespace {

VkImageUsageFlags imageUsage(uint32_t bindFlags, DXGI_FORMAT format) {
    VkImageUsageFlags usage = 0;
    if (bindFlags & D3D11_BIND_SHADER_RESOURCE)
        usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
    if (bindFlags & D3D11_BIND_RENDER_TARGET)
        usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    if (bindFlags & D3D11_BIND_DEPTH_STENCIL)
        usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    if (bindFlags & D3D11_BIND_UNORDERED_ACCESS && !gpu::formatInfo(format).has(gpu::kFormatSrgb)) // no view can be made
        usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    return usage;
}

// All aspects that an image of this VkFormat has, which may be more than a D3D11 view of it shows.
VkImageAspectFlags imageAspects(const gpu::FormatInfo& info, bool depth) {
    if (!depth && !info.has(gpu::kFormatDepthFamily))
        return VK_IMAGE_ASPECT_COLOR_BIT;
    return VK_IMAGE_ASPECT_DEPTH_BIT |
           (info.has(gpu::kFormatStencil) ? VkImageAspectFlags(VK_IMAGE_ASPECT_STENCIL_BIT) : 0);
}

void copyRows(uint8_t* target, const SubresourceFootprint& to, uint32_t rows, uint32_t rowBytes,
              const D3D11_SUBRESOURCE_DATA& from) {
    const auto* source = static_cast<const uint8_t*>(from.pSysMem);
    for (uint32_t z = 0; z < to.depth; z++) {
        for (uint32_t y = 0; y < rows; y++)
            std::memcpy(target + uint64_t(z) * to.slicePitch + uint64_t(y) * to.rowPitch,
                        source + uint64_t(z) * from.SysMemSlicePitch + uint64_t(y) * from.SysMemPitch, rowBytes);
    }
}

} // namespace

TextureBase::TextureBase(Device& device, const ResourceFacts& facts, D3D11_TEXTURE_LAYOUT layout)
    : ResourceBase(device, facts), layout_(layout), formatInfo_(&gpu::formatInfo(facts.format)),
      video_(gpu::videoFormat(facts.format)) {}

TextureBase::~TextureBase() = default;

void TextureBase::releaseGpu(gpu::Writer& writer) {
    // Mapped and never unmapped: nothing reads the slice.
    for (const TextureMap& map : maps) {
        if (map.slice.page)
            writer.add<gpu::packet::RetireSlice>()->slice = map.slice;
    }
    release(writer, image_);
    release(writer, chroma_);
    release(writer, staging_);
    if (sharing && kind() == ResourceKind::Texture2D)
        leaveShared(*this);
    if (imageOwner_)
        imageOwner_->releasePrivateRef();
}

void TextureBase::showImageOf(TextureBase& owner) {
    layOut();
    owner.addPrivateRef();
    imageOwner_ = &owner;
    gpuImage_ = owner.gpuImage_;
}

uint64_t TextureBase::weight() const {
    return footprints_.empty() ? 0 : (footprints_.back().offset + footprints_.back().size()) * facts_.sampleCount;
}

TexturePlane TextureBase::plane(uint32_t index) const {
    if (!video_)
        return {gpuImage_, 0, 0, formatInfo_->blockWidth, formatInfo_->blockHeight, formatInfo_->bytes};
    const gpu::VideoPlane& plane = video_->planes[index];
    gpu::Image* const chroma = imageOwner_ ? imageOwner_->chroma_.get() : chroma_.get();
    return {index ? chroma : gpuImage_, plane.widthShift, plane.heightShift, 1, 1, plane.bytes};
}

void TextureBase::layOut() {
    // A copy between buffer and image wants offsets that are whole blocks, and multiples of 4.
    const uint64_t alignment = std::lcm<uint64_t>(16, formatInfo_->bytes);
    uint64_t end = 0;
    footprints_.reserve(subresourceCount());
    for (uint32_t layer = 0; layer < facts_.arrayLayers; layer++) {
        for (uint32_t mip = 0; mip < facts_.mipLevels; mip++) {
            SubresourceFootprint made;
            made.width = mipWidth(mip);
            made.height = mipHeight(mip);
            made.depth = mipDepth(mip);
            const gpu::Footprint tight = gpu::footprint(*formatInfo_, made.width, made.height, made.depth);
            made.offset = (end + alignment - 1) / alignment * alignment;
            made.rowPitch = tight.rowPitch;
            made.slicePitch = static_cast<uint32_t>(tight.slicePitch);
            end = made.offset + tight.size;
            footprints_.push_back(made);
        }
    }
}

HRESULT TextureBase::allocate(const D3D11_SUBRESOURCE_DATA* data, bool swapChainBuffer) {
    layOut();
    if (facts_.cpuAccess)
        maps.resize(subresourceCount());
    if (facts_.usage == D3D11_USAGE_STAGING)
        return allocateStaging(data);
    if (video_)
        return allocatePlanes(data);

    const bool depth = facts_.bindFlags & D3D11_BIND_DEPTH_STENCIL;
    const gpu::FormatSupport& formats = device().formats();
    gpu::ImageDesc desc;
    desc.kind = facts_.kind == ResourceKind::Texture1D   ? gpu::ImageKind::Image1D
                : facts_.kind == ResourceKind::Texture2D ? gpu::ImageKind::Image2D
                                                         : gpu::ImageKind::Image3D;
    const bool unordered = facts_.bindFlags & D3D11_BIND_UNORDERED_ACCESS && facts_.sampleCount == 1;
    desc.format = formats.imageFormat(facts_.format, depth, unordered);
    desc.code = formats.texelCode(facts_.format, unordered);
    desc.extent = {facts_.width, facts_.height, facts_.depth};
    desc.mipLevels = facts_.mipLevels;
    desc.arrayLayers = facts_.arrayLayers;
    desc.samples = static_cast<VkSampleCountFlagBits>(facts_.sampleCount);
    desc.usage = imageUsage(facts_.bindFlags, facts_.format);
    // Samples are copied between depth and colour by a draw (gpu/record/sample_copies.h).
    if (facts_.sampleCount > 1 && (formatInfo_->parent == DXGI_FORMAT_R32_TYPELESS || formatInfo_->parent == DXGI_FORMAT_R16_TYPELESS))
        desc.usage |= VK_IMAGE_USAGE_SAMPLED_BIT | (depth ? 0 : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    if (swapChainBuffer)
        desc.usage |= VK_IMAGE_USAGE_SAMPLED_BIT; // the presenter reads it
    // So may the video processor, of plain targets and of what a decoder would write.
    if (facts_.kind == ResourceKind::Texture2D && facts_.sampleCount == 1 && gpu::videoProcessorUses(facts_.format))
        desc.usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
    desc.cube = facts_.miscFlags & D3D11_RESOURCE_MISC_TEXTURECUBE;
    desc.tiled = facts_.miscFlags & D3D11_RESOURCE_MISC_TILED;
    desc.aspects = imageAspects(*formatInfo_, depth);
    if (formatInfo_->typeless() || swapChainBuffer) {
        // Views of a swap chain's buffers may add or drop sRGB although the buffers are typed.
        desc.viewFormats = formats.viewFormats(swapChainBuffer ? formatInfo_->parent : uint32_t(facts_.format), depth);
        // An unordered-access view may also see 32 bits a texel as R32 (specification 5.3.9.5).
        for (DXGI_FORMAT cast : {DXGI_FORMAT_R32_UINT, DXGI_FORMAT_R32_SINT, DXGI_FORMAT_R32_FLOAT}) {
            const VkFormat made = formats.viewFormat(cast, false);
            if (facts_.bindFlags & D3D11_BIND_UNORDERED_ACCESS && isCastToR32(facts_.format, cast) &&
                std::find(desc.viewFormats.begin(), desc.viewFormats.end(), made) == desc.viewFormats.end())
                desc.viewFormats.push_back(made);
        }
        desc.mutableFormat = desc.viewFormats.size() > 1;
        if (!desc.mutableFormat)
            desc.viewFormats.clear();
    }

    std::vector<gpu::InitialData> initial;
    if (data) {
        for (uint32_t i = 0; i < subresourceCount(); i++)
            initial.push_back({data[i].pSysMem, data[i].SysMemPitch, data[i].SysMemSlicePitch});
    }
    auto made = device().backend().createImage(desc, data ? initial.data() : nullptr);
    if (!made)
        return errorResult(device(), "CreateTexture", made.error());
    image_ = std::move(made).value();
    gpuImage_ = image_.get();
    return S_OK;
}

HRESULT TextureBase::allocatePlanes(const D3D11_SUBRESOURCE_DATA* data) {
    for (uint32_t i = 0; i < video_->planeCount; i++) {
        const gpu::VideoPlane& plane = video_->planes[i];
        const gpu::FormatSupport& formats = device().formats();
        gpu::ImageDesc desc;
        desc.format = plane.format;
        desc.extent = {facts_.width >> plane.widthShift, facts_.height >> plane.heightShift, 1};
        desc.mipLevels = facts_.mipLevels;
        desc.arrayLayers = facts_.arrayLayers;
        // The video processor reads whatever it is given, and draws to what may be drawn to.
        desc.usage = imageUsage(facts_.bindFlags, facts_.format) | VK_IMAGE_USAGE_SAMPLED_BIT;
        desc.viewFormats.push_back(plane.format);
        for (uint32_t view : {uint32_t(plane.views[1]), uint32_t(plane.wordView)}) {
            const VkFormat made = view ? formats.viewFormat(view, false) : VK_FORMAT_UNDEFINED;
            if (made != VK_FORMAT_UNDEFINED)
                desc.viewFormats.push_back(made);
        }
        desc.mutableFormat = desc.viewFormats.size() > 1;
        if (!desc.mutableFormat)
            desc.viewFormats.clear();

        std::vector<gpu::InitialData> initial;
        for (uint32_t k = 0; data && k < subresourceCount(); k++) {
            const uint64_t start = planeStart(i, mipHeight(mipOf(k)), data[k].SysMemPitch);
            initial.push_back({static_cast<const uint8_t*>(data[k].pSysMem) + start, data[k].SysMemPitch, 0});
        }
        auto made = device().backend().createImage(desc, data ? initial.data() : nullptr);
        if (!made)
            return errorResult(device(), "CreateTexture2D", made.error());
        (i ? chroma_ : image_) = std::move(made).value();
    }
    gpuImage_ = image_.get();
    return S_OK;
}

HRESULT TextureBase::allocateStaging(const D3D11_SUBRESOURCE_DATA* data) {
    gpu::BufferDesc desc;
    desc.size = footprints_.back().offset + footprints_.back().size();
    desc.memory = facts_.cpuAccess & D3D11_CPU_ACCESS_READ ? gpu::MemoryKind::Readback : gpu::MemoryKind::Upload;
    auto made = device().backend().createBuffer(desc, nullptr);
    if (!made)
        return errorResult(device(), "CreateTexture", made.error());
    staging_ = std::move(made).value();
    gpuBuffer_ = staging_.get();
    if (!staging_->initialMapping())
        return E_OUTOFMEMORY;
    for (uint32_t i = 0; data && i < subresourceCount(); i++) {
        const SubresourceFootprint& to = footprints_[i];
        for (uint32_t k = 0; k < planeCount(); k++) {
            const TexturePlane part = plane(k);
            D3D11_SUBRESOURCE_DATA from = data[i];
            from.pSysMem = static_cast<const uint8_t*>(from.pSysMem) + planeStart(k, to.height, from.SysMemPitch);
            copyRows(staging_->initialMapping() + to.offset + planeStart(k, to.height, to.rowPitch), to,
                     part.rows(to.height >> part.heightShift), part.rowBytes(to.width >> part.widthShift), from);
        }
    }
    return S_OK;
}

HRESULT Texture1D::create(Device& device, const D3D11_TEXTURE1D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                          ID3D11Texture1D** out) {
    if (out)
        *out = nullptr;
    if (!desc)
        return E_INVALIDARG;
    ResourceFacts facts;
    facts.kind = ResourceKind::Texture1D;
    facts.usage = desc->Usage;
    facts.bindFlags = desc->BindFlags;
    facts.cpuAccess = desc->CPUAccessFlags;
    facts.miscFlags = desc->MiscFlags;
    facts.format = desc->Format;
    facts.width = desc->Width;
    facts.mipLevels = desc->MipLevels;
    facts.arrayLayers = desc->ArraySize;
    if (const HRESULT hr = judgeTexture(device, facts, D3D11_TEXTURE_LAYOUT_UNDEFINED, data); FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    auto texture = std::unique_ptr<Texture1D>(new Texture1D(device, facts, D3D11_TEXTURE_LAYOUT_UNDEFINED));
    if (const HRESULT hr = texture->allocate(data, false); FAILED(hr))
        return hr;
    return returnNew(texture.release(), out);
}

void Texture1D::GetDesc(D3D11_TEXTURE1D_DESC* desc) {
    *desc = {facts_.width, facts_.mipLevels, facts_.arrayLayers, facts_.format,
             facts_.usage, facts_.bindFlags, facts_.cpuAccess,   facts_.miscFlags};
}

namespace {

ResourceFacts factsOf(const D3D11_TEXTURE2D_DESC1& desc) {
    ResourceFacts facts;
    facts.kind = ResourceKind::Texture2D;
    facts.usage = desc.Usage;
    facts.bindFlags = desc.BindFlags;
    facts.cpuAccess = desc.CPUAccessFlags;
    facts.miscFlags = desc.MiscFlags;
    facts.format = desc.Format;
    facts.width = desc.Width;
    facts.height = desc.Height;
    facts.mipLevels = desc.MipLevels;
    facts.arrayLayers = desc.ArraySize;
    facts.sampleCount = desc.SampleDesc.Count;
    facts.sampleQuality = desc.SampleDesc.Quality;
    return facts;
}

} // namespace

HRESULT Texture2D::create(Device& device, const D3D11_TEXTURE2D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                          Texture2D** out) {
    if (!desc)
        return E_INVALIDARG;
    ResourceFacts facts = factsOf(*desc);
    if (const HRESULT hr = judgeTexture(device, facts, desc->TextureLayout, data); FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    auto texture = std::unique_ptr<Texture2D>(new Texture2D(device, facts, desc->TextureLayout));
    if (const HRESULT hr = texture->allocate(data, false); FAILED(hr))
        return hr;
    if (data && facts.miscFlags & D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX)
        publishInitial(*texture, data);
    *out = texture.release();
    return S_OK;
}

HRESULT Texture2D::createAlias(Texture2D& owner, Texture2D** out) {
    *out = new Texture2D(owner.device(), owner.facts(), owner.textureLayout());
    (*out)->showImageOf(owner);
    return S_OK;
}

HRESULT Texture2D::queryOther(REFIID iid, void** object) {
    if (!(miscFlags() & D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX) || !IsEqualGUID(iid, __uuidof(IDXGIKeyedMutex)))
        return E_NOINTERFACE;
    AddRef();
    *object = static_cast<IDXGIKeyedMutex*>(sharingOf(*this).mutex.get());
    return S_OK;
}

HRESULT Texture2D::createBackBuffer(Device& device, const D3D11_TEXTURE2D_DESC1& desc, uint32_t index,
                                    Texture2D** out) {
    auto texture = std::unique_ptr<Texture2D>(new Texture2D(device, factsOf(desc), D3D11_TEXTURE_LAYOUT_UNDEFINED));
    texture->backBufferIndex_ = static_cast<int32_t>(index);
    if (const HRESULT hr = texture->allocate(nullptr, true); FAILED(hr))
        return hr;
    *out = texture.release();
    return S_OK;
}

void Texture2D::GetDesc(D3D11_TEXTURE2D_DESC* desc) {
    *desc = {facts_.width,       facts_.height,    facts_.mipLevels,
             facts_.arrayLayers, facts_.format,    {facts_.sampleCount, facts_.sampleQuality},
             facts_.usage,       facts_.bindFlags, facts_.cpuAccess,
             facts_.miscFlags};
}

void Texture2D::GetDesc1(D3D11_TEXTURE2D_DESC1* desc) {
    *desc = {facts_.width,       facts_.height,    facts_.mipLevels,
             facts_.arrayLayers, facts_.format,    {facts_.sampleCount, facts_.sampleQuality},
             facts_.usage,       facts_.bindFlags, facts_.cpuAccess,
             facts_.miscFlags,   textureLayout()};
}

HRESULT Texture3D::create(Device& device, const D3D11_TEXTURE3D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                          Texture3D** out) {
    if (!desc)
        return E_INVALIDARG;
    ResourceFacts facts;
    facts.kind = ResourceKind::Texture3D;
    facts.usage = desc->Usage;
    facts.bindFlags = desc->BindFlags;
    facts.cpuAccess = desc->CPUAccessFlags;
    facts.miscFlags = desc->MiscFlags;
    facts.format = desc->Format;
    facts.width = desc->Width;
    facts.height = desc->Height;
    facts.depth = desc->Depth;
    facts.mipLevels = desc->MipLevels;
    if (const HRESULT hr = judgeTexture(device, facts, desc->TextureLayout, data); FAILED(hr))
        return hr;
    if (!out)
        return S_FALSE;
    auto texture = std::unique_ptr<Texture3D>(new Texture3D(device, facts, desc->TextureLayout));
    if (const HRESULT hr = texture->allocate(data, false); FAILED(hr))
        return hr;
    *out = texture.release();
    return S_OK;
}

void Texture3D::GetDesc(D3D11_TEXTURE3D_DESC* desc) {
    *desc = {facts_.width, facts_.height,    facts_.depth,     facts_.mipLevels, facts_.format,
             facts_.usage, facts_.bindFlags, facts_.cpuAccess, facts_.miscFlags};
}

void Texture3D::GetDesc1(D3D11_TEXTURE3D_DESC1* desc) {
    *desc = {facts_.width, facts_.height,    facts_.depth,     facts_.mipLevels, facts_.format,
             facts_.usage, facts_.bindFlags, facts_.cpuAccess, facts_.miscFlags, textureLayout()};
}

} // namespace hendeca::d3d11
