#pragma once
// ID3D11Texture1D, 2D and 3D over one TextureBase. DEFAULT, IMMUTABLE and DYNAMIC textures own an image; STAGING ones
// own a buffer of host memory, mapped for good, with the footprint of each subresource in it. A mapped DYNAMIC
// subresource takes a slice that Unmap uploads. Descriptions are immutable, any thread; the map state is the immediate
// context's.

#include "d3d11/resource/resource.h"
#include "gpu/format/format_table.h"

#include <memory>
#include <vector>

namespace hendeca::d3d11 {

// A subresource as linear memory holds it, in D3D11's layout.
struct SubresourceFootprint {
    uint64_t offset = 0;                       // bytes from the start of a staging texture's buffer
    uint32_t rowPitch = 0;                     // bytes from one row of blocks to the next
    uint32_t slicePitch = 0;                   // bytes from one depth slice to the next
    uint32_t width = 1, height = 1, depth = 1; // texels
    uint64_t size() const { return uint64_t(slicePitch) * depth; }
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
    // Null for staging textures.
    gpu::Image* image() const { return image_.get(); }
    // Null for all but staging textures.
    gpu::Buffer* stagingBuffer() const { return staging_.get(); }
    // As facts() has it, with 2D's extra fields.
    D3D11_TEXTURE_LAYOUT textureLayout() const { return layout_; }
    // Block size, aspects and names of facts().format; the row of the whole family for typeless formats.
    const gpu::FormatInfo& formatInfo() const { return *formatInfo_; }

    uint32_t subresource(uint32_t mip, uint32_t layer) const { return mip + layer * facts_.mipLevels; }
    uint32_t mipOf(uint32_t subresource) const { return subresource % facts_.mipLevels; }
    uint32_t layerOf(uint32_t subresource) const { return subresource / facts_.mipLevels; }
    uint32_t mipWidth(uint32_t mip) const { return facts_.width >> mip ? facts_.width >> mip : 1; }
    uint32_t mipHeight(uint32_t mip) const { return facts_.height >> mip ? facts_.height >> mip : 1; }
    uint32_t mipDepth(uint32_t mip) const { return facts_.depth >> mip ? facts_.depth >> mip : 1; }
    // Offsets are those of the staging buffer; for other textures pitches and sizes hold, and offsets are as in one.
    const SubresourceFootprint& footprint(uint32_t subresource) const { return footprints_[subresource]; }

    // --- the immediate context's own. One per subresource of DYNAMIC and STAGING textures; empty for the others.
    std::vector<TextureMap> maps;

protected:
    TextureBase(Device& device, const ResourceFacts& facts, D3D11_TEXTURE_LAYOUT layout);
    void releaseGpu(gpu::Writer& writer) override;
    uint64_t weight() const override;
    // Makes image or staging buffer. `data` may be null.
    HRESULT allocate(const D3D11_SUBRESOURCE_DATA* data, bool swapChainBuffer);

private:
    HRESULT allocateStaging(const D3D11_SUBRESOURCE_DATA* data);
    void layOut();

    D3D11_TEXTURE_LAYOUT layout_;
    const gpu::FormatInfo* formatInfo_ = nullptr;
    std::unique_ptr<gpu::Image> image_;
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
    // A back buffer of a swap chain, without references.
    static HRESULT createBackBuffer(Device& device, const D3D11_TEXTURE2D_DESC1& desc, uint32_t index, Texture2D** out);

    using ResourceObject::GetDesc;
    void STDMETHODCALLTYPE GetDesc(D3D11_TEXTURE2D_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_TEXTURE2D_DESC1* desc) override;

private:
    using ResourceObject::ResourceObject;
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
