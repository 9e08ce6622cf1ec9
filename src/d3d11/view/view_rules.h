#pragma once
// What a view description selects, judged and completed: shared by the four kinds of views. Pure functions, any thread.
// Sources: Microsoft Learn, CreateShaderResourceView and its kin; D3D11.3 functional specification 5.2 (views), 19.1
// (formats).

#include "d3d11/view/view.h"

namespace hendeca::d3d11 {

enum class ViewUse : uint8_t { ShaderResource, RenderTarget, DepthStencil, UnorderedAccess };

// The part of an image that a view shows, in D3D11's terms.
struct ImageSelection {
    spirv::ImageDim dim = spirv::ImageDim::None;
    uint32_t firstMip = 0, mips = 1;
    uint32_t firstLayer = 0, layers = 1; // 3D targets and UAVs: depth slices
};

inline constexpr uint32_t kRest = ~0u; // "all that remain"

// Resolves kRest and says whether [first, first + count) lies in [0, total) and is not empty.
bool resolveRange(uint32_t total, uint32_t first, uint32_t& count);
// True if the dimension fits the resource: kind, samples, cube flag.
bool dimensionFits(const ResourceBase& resource, spirv::ImageDim dim);
// The dimension that a null description means.
spirv::ImageDim wholeDimension(const ResourceBase& resource, ViewUse use);
// Judges mips and layers of a selection against the resource, and resolves kRest.
bool resolveSelection(const ResourceBase& resource, ViewUse use, ImageSelection& selection);

// The view's format: `given`, or the resource's. UNKNOWN when the resource cannot be seen so.
DXGI_FORMAT resolveImageFormat(Device& device, const ResourceBase& resource, ViewUse use, DXGI_FORMAT given);

// False when a view's PlaneSlice names another plane than its format does (0 also stands for "as the format says").
bool planeFits(const ResourceBase& resource, DXGI_FORMAT view, uint32_t slice);
// Texels of the top mip that an image view shows.
void viewExtent(const ResourceBase& resource, const ViewRange& range, uint32_t& width, uint32_t& height);

// Formats that an unordered-access view may give to a typeless resource of 32 bits a texel.
bool isCastToR32(DXGI_FORMAT resource, DXGI_FORMAT view);

// One kind of view's word for a dimension of images. Tables of rows are in the views' files.
template <class Dimension>
struct DimensionRow {
    Dimension dimension;
    spirv::ImageDim dim;
};
// None for a dimension that the table does not have.
template <class Dimension, size_t N>
constexpr spirv::ImageDim dimOf(const DimensionRow<Dimension> (&rows)[N], Dimension dimension) {
    for (const DimensionRow<Dimension>& row : rows) {
        if (row.dimension == dimension)
            return row.dim;
    }
    return spirv::ImageDim::None;
}
// UNKNOWN for a dimension that the table does not have.
template <class Dimension, size_t N>
constexpr Dimension dimensionOf(const DimensionRow<Dimension> (&rows)[N], spirv::ImageDim dim) {
    for (const DimensionRow<Dimension>& row : rows) {
        if (row.dim == dim)
            return row.dimension;
    }
    return Dimension{};
}

// Views for output show one mip; their descriptions (render target, depth-stencil, unordered access) have the same
// fields. Reads what a description with the dimension selected.dim selects. False when it names a plane that does not
// fit.
template <class Desc>
bool readSlices(const Desc& desc, const ResourceBase& resource, ImageSelection& selected) {
    switch (selected.dim) {
    case spirv::ImageDim::D1:
    case spirv::ImageDim::D2:
        selected.firstMip = desc.Texture2D.MipSlice;
        break;
    case spirv::ImageDim::D1Array: // the same three fields in all of these
    case spirv::ImageDim::D2Array:
    case spirv::ImageDim::D3:
        selected.firstMip = desc.Texture1DArray.MipSlice;
        selected.firstLayer = desc.Texture1DArray.FirstArraySlice;
        selected.layers = desc.Texture1DArray.ArraySize;
        break;
    case spirv::ImageDim::D2MsArray:
        if constexpr (requires { desc.Texture2DMSArray; }) {
            selected.firstLayer = desc.Texture2DMSArray.FirstArraySlice;
            selected.layers = desc.Texture2DMSArray.ArraySize;
        }
        break;
    default:
        break;
    }
    if constexpr (requires { desc.Texture2D.PlaneSlice; }) {
        if (selected.dim == spirv::ImageDim::D2)
            return planeFits(resource, desc.Format, desc.Texture2D.PlaneSlice);
        if (selected.dim == spirv::ImageDim::D2Array)
            return planeFits(resource, desc.Format, desc.Texture2DArray.PlaneSlice);
    }
    return true;
}
// Writes a resolved count of layers back, as GetDesc shows it (or kRest).
template <class Desc>
void writeLayers(spirv::ImageDim dim, uint32_t layers, Desc& desc) {
    if (dim == spirv::ImageDim::D1Array || dim == spirv::ImageDim::D2Array || dim == spirv::ImageDim::D3) {
        desc.Texture1DArray.ArraySize = layers;
    } else if (dim == spirv::ImageDim::D2MsArray) {
        if constexpr (requires { desc.Texture2DMSArray; })
            desc.Texture2DMSArray.ArraySize = layers;
    }
}

struct BufferSelection {
    gpu::ViewKind kind = gpu::ViewKind::TypedBuffer;
    uint32_t first = 0, count = 0; // elements
    uint32_t elementBytes = 0;
    uint64_t offset() const { return uint64_t(first) * elementBytes; }
    uint64_t size() const { return uint64_t(count) * elementBytes; }
};
// Judges a buffer view. `raw`: the RAW flag was given. Format UNKNOWN means structures.
bool resolveBuffer(Device& device, const ResourceBase& resource, ViewUse use, DXGI_FORMAT format, bool raw,
                   BufferSelection& selection);

// The backend's view. `viewAspects`: set to the aspects that the format has.
std::unique_ptr<gpu::View> makeImageView(Device& device, ResourceBase& resource, ViewUse use, DXGI_FORMAT format,
                                         const ImageSelection& selection, uint32_t dsvFlags,
                                         VkImageAspectFlags& viewAspects);
std::unique_ptr<gpu::View> makeBufferView(Device& device, ResourceBase& resource, DXGI_FORMAT format,
                                          const BufferSelection& selection, bool writable, gpu::Buffer* counter);

ViewRange rangeOf(ResourceBase& resource, const ImageSelection& selection, VkImageAspectFlags aspects);
ViewRange rangeOf(ResourceBase& resource, const BufferSelection& selection);

} // namespace hendeca::d3d11
