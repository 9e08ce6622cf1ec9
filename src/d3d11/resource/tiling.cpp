// ID3D11Device2::GetResourceTiling: a resource's tiles as the program sees them (D3D11.3 specification 5.9.3.2).
#include "d3d11/device/device.h"
#include "d3d11/resource/resource.h"
#include "gpu/sparse/tile_table.h"

#include <algorithm>

namespace hendeca::d3d11 {

namespace {

D3D11_SUBRESOURCE_TILING tilingOf(const gpu::TileLayout& layout, uint32_t subresource) {
    if (layout.packed(subresource))
        return {0, 0, 0, D3D11_PACKED_TILE};
    const gpu::SubresourceTiles& tiles = layout.subresources[subresource];
    return {tiles.width, static_cast<UINT16>(tiles.height), static_cast<UINT16>(tiles.depth), tiles.first};
}

} // namespace

void Device::GetResourceTiling(ID3D11Resource* resourceCom, UINT* tileCount, D3D11_PACKED_MIP_DESC* mips,
                               D3D11_TILE_SHAPE* shape, UINT* tilingCount, UINT firstTiling,
                               D3D11_SUBRESOURCE_TILING* tilings) {
    const ResourceBase* resource = resourceCom ? toBase(resourceCom) : nullptr;
    const gpu::TileTable* table = resource ? resource->tiles() : nullptr;
    static const gpu::TileLayout kNone;
    const gpu::TileLayout& layout = table ? table->layout() : kNone;
    if (tileCount)
        *tileCount = layout.total;
    if (mips) {
        *mips = {};
        mips->NumStandardMips = static_cast<UINT8>(layout.standardMips);
        if (layout.standardMips < layout.mips && table) {
            mips->NumPackedMips = static_cast<UINT8>(layout.mips - layout.standardMips);
            mips->NumTilesForPackedMips = layout.packedTiles;
            mips->StartTileIndexInOverallResource = layout.firstPacked;
        }
    }
    if (shape)
        *shape = {layout.shape.width, layout.shape.height, layout.shape.depth};
    if (!tilingCount)
        return;
    const auto available = static_cast<uint32_t>(layout.subresources.size());
    const uint32_t count = firstTiling < available ? std::min(*tilingCount, available - firstTiling) : 0;
    *tilingCount = tilings ? count : 0;
    for (uint32_t i = 0; tilings && i < count; i++)
        tilings[i] = tilingOf(layout, firstTiling + i);
}

} // namespace hendeca::d3d11
