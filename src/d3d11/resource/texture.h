#pragma once
// ID3D11Texture1D, 2D and 3D over one TextureBase. DEFAULT, IMMUTABLE and DYNAMIC textures own an image; STAGING ones
// own a buffer of host memory, mapped for good, with the footprint of each subresource in it. A mapped DYNAMIC
// subresource takes a slice that Unmap uploads. Descriptions are immutable, any thread; the map state is the immediate
// context's.

#include "d3d11/resource/resource.h"
#include "gpu/format/format_table.h"
#include "gpu/format/video_table.h"
#include "gpu/stream/packets.h"

#include <memory>
#include <vector>

namespace hendeca::d3d11 {

class GdiSurface;

// A subresource as linear memory holds it, in D3D11's layout.
struct SubresourceFootprint {
    uint64_t offset = 0;                       // bytes from the start of a staging texture's buffer
    uint32_t rowPitch = 0;                     // bytes from one row of blocks to the next
    uint32_t slicePitch = 0;                   // bytes from one depth slice to the next
    uint32_t width = 1, height = 1, depth = 1; // texels
    uint64_t size() const { return uint64_t(slicePitch) * depth; }
};

// One plane of a texture. All textures have one, NV12 and its like two (gpu/format/video_table.h).
struct TexturePlane {
    gpu::Image* image = nullptr; // null: staging
    uint32_t widthShift = 0, heightShift = 0; // a texel of it stands for 1 << shift of the texture's
    uint32_t blockWidth = 1, blockHeight = 1; // of its format
    uint32_t bytes = 0;                       // of a block

    // The part of the plane that belongs to a box, or an offset, of the texture.
    gpu::Box box(const gpu::Box& whole) const {
        return {whole.x >> widthShift,     whole.y >> heightShift,      whole.z,
                whole.width >> widthShift, whole.height >> heightShift, whole.depth};
    }
    gpu::Offset offset(const gpu::Offset& at) const { return {at.x >> widthShift, at.y >> heightShift, at.z}; }
    // Rows of blocks, and bytes of one, of `texels` of the plane.
    uint32_t rows(uint32_t texels) const { return (texels + blockHeight - 1) / blockHeight; }
    uint32_t rowBytes(uint32_t texels) const { return (texels + blockWidth - 1) / blockWidth * bytes; }
};

// A mapped subresource of a DYNAMIC or STAGING texture.
struct TextureMap {
    bool mapped = false;
    D3D11_MAP type = D3D11_MAP_READ;
    gpu::Slice slice; // DYNAMIC: what Unmap uploads
};

class TextureBase : public ResourceBase {
public:
    ~TextureBase() override;
    // Null for staging textures. Of textures with planes: the first one's.
    gpu::Image* image() const { return gpuImage_; }
    uint32_t planeCount() const { return video_ ? video_->planeCount : 1; }
    TexturePlane plane(uint32_t index) const;
    // Null for formats without planes of their own.
    const gpu::VideoFormat* video() const { return video_; }
    // Where a plane begins in linear memory that holds `height` rows of texels at this pitch.
    static uint64_t planeStart(uint32_t plane, uint32_t height, uint32_t rowPitch) {
        return plane ? uint64_t(height) * rowPitch : 0;
    }
    // Null for all but staging textures.
    gpu::Buffer* stagingBuffer() const { return staging_.get(); }
    // As facts() has it, with 2D's extra fields.
    D3D11_TEXTURE_LAYOUT textureLayout() const { return layout_; }
    // Block size, aspects and names of facts().format; the row of the whole family for typeless formats.
    const gpu::FormatInfo& formatInfo() const { return *formatInfo_; }

    uint32_t subresource(uint32_t mip, uint32_t layer) const { return mip + layer * facts_.mipLevels; }
    uint32_t mipOf(uint32_t subresource) const { return subresource % facts_.mipLevels; }
    uint32_t mipWidth(uint32_t mip) const { return facts_.width >> mip ? facts_.width >> mip : 1; }
    uint32_t mipHeight(uint32_t mip) const { return facts_.height >> mip ? facts_.height >> mip : 1; }
    uint32_t mipDepth(uint32_t mip) const { return facts_.depth >> mip ? facts_.depth >> mip : 1; }
    // Offsets are those of the staging buffer; for other textures pitches and sizes hold, and offsets are as in one.
    const SubresourceFootprint& footprint(uint32_t subresource) const { return footprints_[subresource]; }

    float minLod = 0; // SetResourceMinLOD

    // --- the immediate context's own. One per subresource of DYNAMIC and STAGING textures; empty for the others.
    std::vector<TextureMap> maps;
    std::unique_ptr<GdiSurface> gdi; // while a device context is out

protected:
    TextureBase(Device& device, const ResourceFacts& facts, D3D11_TEXTURE_LAYOUT layout);
    void releaseGpu(gpu::Writer& writer) override;
    uint64_t weight() const override;
    // Shows another texture's image, which stays alive for it (a shared texture that was opened on its own device).
    void showImageOf(TextureBase& owner);
    TextureBase* imageOwner_ = nullptr; // a private reference; null: its own image
    // Makes image or staging buffer. `data` may be null.
    HRESULT allocate(const D3D11_SUBRESOURCE_DATA* data, bool swapChainBuffer);

private:
    HRESULT allocateStaging(const D3D11_SUBRESOURCE_DATA* data);
    HRESULT allocatePlanes(const D3D11_SUBRESOURCE_DATA* data);
    void layOut();

    D3D11_TEXTURE_LAYOUT layout_;
    const gpu::FormatInfo* formatInfo_ = nullptr;
    const gpu::VideoFormat* video_ = nullptr;
    std::unique_ptr<gpu::Image> image_;
    std::unique_ptr<gpu::Image> chroma_; // the second plane
    std::unique_ptr<gpu::Buffer> staging_;
    std::vector<SubresourceFootprint> footprints_;
};

class Texture1D final : public ResourceObject<TextureBase, ID3D11Texture1D> {
public:
    static HRESULT create(Device& device, const D3D11_TEXTURE1D_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                          ID3D11Texture1D** out);
    using ResourceObject::GetDesc;
    void STDMETHODCALLTYPE GetDesc(D3D11_TEXTURE1D_DESC* desc) override;

private:
    using ResourceObject::ResourceObject;
    const char* className() const override { return "ID3D11Texture1D"; }
};

class Texture2D final : public ResourceObject<TextureBase, ID3D11Texture2D1> {
public:
    static HRESULT create(Device& device, const D3D11_TEXTURE2D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                          Texture2D** out);
    // A second texture that shows the image of `owner`, without references.
    static HRESULT createAlias(Texture2D& owner, Texture2D** out);
    // Whose image this texture shows: mostly its own.
    Texture2D& imageOwner() { return imageOwner_ ? static_cast<Texture2D&>(*imageOwner_) : *this; }
    // A back buffer of a swap chain, without references.
    static HRESULT createBackBuffer(Device& device, const D3D11_TEXTURE2D_DESC1& desc, uint32_t index, Texture2D** out);

    using ResourceObject::GetDesc;
    void STDMETHODCALLTYPE GetDesc(D3D11_TEXTURE2D_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_TEXTURE2D_DESC1* desc) override;

private:
    using ResourceObject::ResourceObject;
    HRESULT queryOther(REFIID iid, void** object) override;
    const char* className() const override { return "ID3D11Texture2D"; }
};

class Texture3D final : public ResourceObject<TextureBase, ID3D11Texture3D1> {
public:
    static HRESULT create(Device& device, const D3D11_TEXTURE3D_DESC1* desc, const D3D11_SUBRESOURCE_DATA* data,
                          Texture3D** out);
    using ResourceObject::GetDesc;
    void STDMETHODCALLTYPE GetDesc(D3D11_TEXTURE3D_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_TEXTURE3D_DESC1* desc) override;

private:
    using ResourceObject::ResourceObject;
    const char* className() const override { return "ID3D11Texture3D"; }
};

inline TextureBase& ResourceBase::asTexture() {
    return static_cast<TextureBase&>(*this);
}

} // namespace hendeca::d3d11
