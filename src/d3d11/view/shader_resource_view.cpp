#include "d3d11/view/shader_resource_view.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/view/view_rules.h"

#include <cstring>

namespace hendeca::d3d11 {

using spirv::ImageDim;
using Desc = D3D11_SHADER_RESOURCE_VIEW_DESC1;

namespace {

constexpr DimensionRow<D3D11_SRV_DIMENSION> kDimensions[] = {
    {D3D11_SRV_DIMENSION_TEXTURE1D, ImageDim::D1},
    {D3D11_SRV_DIMENSION_TEXTURE1DARRAY, ImageDim::D1Array},
    {D3D11_SRV_DIMENSION_TEXTURE2D, ImageDim::D2},
    {D3D11_SRV_DIMENSION_TEXTURE2DARRAY, ImageDim::D2Array},
    {D3D11_SRV_DIMENSION_TEXTURE2DMS, ImageDim::D2Ms},
    {D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY, ImageDim::D2MsArray},
    {D3D11_SRV_DIMENSION_TEXTURE3D, ImageDim::D3},
    {D3D11_SRV_DIMENSION_TEXTURECUBE, ImageDim::Cube},
    {D3D11_SRV_DIMENSION_TEXTURECUBEARRAY, ImageDim::CubeArray},
};

bool isBufferDimension(D3D11_SRV_DIMENSION dimension) {
    return dimension == D3D11_SRV_DIMENSION_BUFFER || dimension == D3D11_SRV_DIMENSION_BUFFEREX;
}

// The description that stands for a null one.
Desc wholeDesc(ResourceBase& resource) {
    Desc desc{};
    desc.Format = resource.format();
    if (resource.isBuffer()) {
        desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
        const uint32_t stride = resource.asBuffer().structureStride();
        desc.Buffer.NumElements = stride ? resource.facts().width / stride : 0;
        return desc;
    }
    desc.ViewDimension = dimensionOf(kDimensions, wholeDimension(resource, ViewUse::ShaderResource));
    switch (desc.ViewDimension) {
    case D3D11_SRV_DIMENSION_TEXTURE1DARRAY:
        desc.Texture1DArray = {0, kRest, 0, kRest};
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DARRAY:
        desc.Texture2DArray = {0, kRest, 0, kRest, 0};
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY:
        desc.Texture2DMSArray = {0, kRest};
        break;
    case D3D11_SRV_DIMENSION_TEXTURECUBEARRAY:
        desc.TextureCubeArray = {0, kRest, 0, kRest};
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DMS:
        break;
    default:
        desc.Texture2D = {0, kRest, 0};
        break; // mips first in all the others
    }
    return desc;
}

bool readSelection(const Desc& desc, const ResourceBase& resource, ImageSelection& made) {
    made.dim = dimOf(kDimensions, desc.ViewDimension);
    switch (desc.ViewDimension) {
    case D3D11_SRV_DIMENSION_TEXTURE1D:
    case D3D11_SRV_DIMENSION_TEXTURE3D:
    case D3D11_SRV_DIMENSION_TEXTURECUBE:
        made.firstMip = desc.Texture1D.MostDetailedMip;
        made.mips = desc.Texture1D.MipLevels;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2D:
        if (!planeFits(resource, desc.Format, desc.Texture2D.PlaneSlice))
            return false;
        made.firstMip = desc.Texture2D.MostDetailedMip;
        made.mips = desc.Texture2D.MipLevels;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE1DARRAY:
        made = {made.dim, desc.Texture1DArray.MostDetailedMip, desc.Texture1DArray.MipLevels,
                desc.Texture1DArray.FirstArraySlice, desc.Texture1DArray.ArraySize};
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DARRAY:
        if (!planeFits(resource, desc.Format, desc.Texture2DArray.PlaneSlice))
            return false;
        made = {made.dim, desc.Texture2DArray.MostDetailedMip, desc.Texture2DArray.MipLevels,
                desc.Texture2DArray.FirstArraySlice, desc.Texture2DArray.ArraySize};
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY:
        made.firstLayer = desc.Texture2DMSArray.FirstArraySlice;
        made.layers = desc.Texture2DMSArray.ArraySize;
        break;
    case D3D11_SRV_DIMENSION_TEXTURECUBEARRAY: {
        const D3D11_TEXCUBE_ARRAY_SRV& cubes = desc.TextureCubeArray;
        if (cubes.First2DArrayFace >= resource.arrayLayers())
            return false;
        const uint32_t most = (resource.arrayLayers() - cubes.First2DArrayFace) / 6;
        const uint32_t count = cubes.NumCubes == kRest ? most : cubes.NumCubes;
        if (!count || count > most)
            return false;
        made = {made.dim, cubes.MostDetailedMip, cubes.MipLevels, cubes.First2DArrayFace, count * 6};
        break;
    }
    default:
        break;
    }
    return true;
}

// Writes resolved counts back, as GetDesc shows them.
void writeSelection(const ImageSelection& selection, Desc& desc) {
    switch (desc.ViewDimension) {
    case D3D11_SRV_DIMENSION_TEXTURE2DMS:
        break;
    case D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY:
        desc.Texture2DMSArray.ArraySize = selection.layers;
        break;
    case D3D11_SRV_DIMENSION_TEXTURE1DARRAY:
    case D3D11_SRV_DIMENSION_TEXTURE2DARRAY:
        desc.Texture2DArray.MipLevels = selection.mips;
        desc.Texture2DArray.ArraySize = selection.layers;
        break;
    case D3D11_SRV_DIMENSION_TEXTURECUBEARRAY:
        desc.TextureCubeArray.MipLevels = selection.mips;
        desc.TextureCubeArray.NumCubes = selection.layers / 6;
        break;
    default:
        desc.Texture2D.MipLevels = selection.mips;
        break;
    }
}

} // namespace

HRESULT ShaderResourceView::create(Device& device, ID3D11Resource* com, const Desc* given, ShaderResourceView** out) {
    ResourceBase* resource = toBase(com);
    if (!resource || !(resource->bindFlags() & D3D11_BIND_SHADER_RESOURCE))
        return E_INVALIDARG;
    Desc desc = given ? *given : wholeDesc(*resource);

    if (resource->isBuffer()) {
        if (!isBufferDimension(desc.ViewDimension))
            return E_INVALIDARG;
        const bool ex = desc.ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX;
        if (ex && desc.BufferEx.Flags & ~uint32_t(D3D11_BUFFEREX_SRV_FLAG_RAW))
            return E_INVALIDARG;
        BufferSelection selection;
        selection.first = desc.Buffer.FirstElement;
        selection.count = desc.Buffer.NumElements;
        if (selection.count == kRest || !resolveBuffer(device, *resource, ViewUse::ShaderResource, desc.Format,
                                                       ex && desc.BufferEx.Flags, selection))
            return E_INVALIDARG;
        if (!out)
            return S_FALSE;
        *out = new ShaderResourceView(device, rangeOf(*resource, selection), desc,
                                      makeBufferView(device, *resource, desc.Format, selection, false, nullptr));
        return S_OK;
    }

    ImageSelection selection;
    if (isBufferDimension(desc.ViewDimension) || !readSelection(desc, *resource, selection) ||
        !resolveSelection(*resource, ViewUse::ShaderResource, selection))
        return E_INVALIDARG;
    desc.Format = resolveImageFormat(device, *resource, ViewUse::ShaderResource, desc.Format);
    if (desc.Format == DXGI_FORMAT_UNKNOWN)
        return E_INVALIDARG;
    writeSelection(selection, desc);
    if (!out)
        return S_FALSE;
    VkImageAspectFlags aspects;
    auto view = makeImageView(device, *resource, ViewUse::ShaderResource, desc.Format, selection, 0, aspects);
    // An SRV of a 3D texture reads all slices; the range counts them as layers.
    ViewRange range = rangeOf(*resource, selection, aspects);
    if (selection.dim == ImageDim::D3)
        range.layers = resource->facts().depth;
    *out = new ShaderResourceView(device, range, desc, std::move(view));
    return S_OK;
}

void ShaderResourceView::GetDesc(D3D11_SHADER_RESOURCE_VIEW_DESC* desc) {
    // The newer description has only appended fields.
    static_assert(offsetof(D3D11_SHADER_RESOURCE_VIEW_DESC, Buffer) == offsetof(Desc, Buffer));
    std::memcpy(desc, &desc_, sizeof(*desc));
}

} // namespace hendeca::d3d11
