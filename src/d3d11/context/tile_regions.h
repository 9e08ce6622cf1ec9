#pragma once
// Direct3D's words for regions of tiles, in the backend's. Pure, any thread.

#include "gpu/sparse/tile_layout.h"

#include <d3d11_4.h>

namespace hendeca::d3d11 {

inline gpu::TileRegion regionOf(const D3D11_TILED_RESOURCE_COORDINATE& start, const D3D11_TILE_REGION_SIZE& size) {
    gpu::TileRegion region;
    region.x = start.X;
    region.y = start.Y;
    region.z = start.Z;
    region.subresource = start.Subresource;
    region.tiles = size.NumTiles;
    region.box = size.bUseBox != FALSE;
    region.width = size.Width;
    region.height = size.Height;
    region.depth = size.Depth;
    return region;
}

} // namespace hendeca::d3d11
