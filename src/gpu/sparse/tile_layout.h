#pragma once
// How a tiled resource is cut into tiles of 64 KiB, and how regions of it are numbered. Tiles are counted over the whole
// resource: along x, then y, then z, then by subresource (mip + layer * mips); the packed mips, which Vulkan calls the mip
// tail, come last. Plain data, any thread; knows neither Vulkan objects nor Direct3D.
// Source: D3D11.3 functional specification 5.9.2.8 and 5.9.3; Vulkan specification, "Standard Sparse Image Block Shapes".

#include <cstdint>
#include <vector>

namespace hendeca::gpu {

inline constexpr uint32_t kTileBytes = 64 * 1024;

struct TileShape {
    uint32_t width = 0, height = 0, depth = 0; // texels, or bytes of a buffer
    bool operator==(const TileShape&) const = default;
};

// The standard shape of a format with blocks of `bytes` (1, 2, 4, 8 or 16) and blockWidth x blockHeight texels. Zeros: none.
TileShape standardTileShape(uint32_t bytes, uint32_t blockWidth, uint32_t blockHeight, bool volume, uint32_t samples);

struct SubresourceTiles {
    uint32_t width = 0, height = 0, depth = 0; // tiles; all 0: part of the packed mips
    uint32_t first = 0;                        // number of its first tile
    uint64_t count() const { return uint64_t(width) * height * depth; }
};

// A row of tiles with rising numbers.
struct TileSpan {
    uint32_t first = 0, count = 0;
};

struct TileLayout {
    TileShape shape;            // zeros: everything is packed
    uint32_t mips = 1, layers = 1;
    uint32_t standardMips = 0;  // of each layer
    uint32_t packedTiles = 0;   // only resources of one layer have any
    uint32_t firstPacked = 0;   // number of the first packed tile
    uint32_t total = 0;         // tiles
    std::vector<SubresourceTiles> subresources;

    bool packed(uint32_t subresource) const { return subresource % mips >= standardMips; }
};

// False: more tiles than can be counted.
bool layOutTiles(TileLayout& layout, uint32_t width, uint32_t height, uint32_t depth);

// Where a region begins, and which part of the resource it takes.
struct TileRegion {
    uint32_t x = 0, y = 0, z = 0, subresource = 0;
    uint32_t tiles = 0;
    bool box = false; // width x height x depth, not crossing mips; of arrays depth counts layers
    uint32_t width = 0, height = 0, depth = 0;
};
// The tiles of a region in order. False: it does not lie in the resource, or its parts contradict each other.
bool tilesOf(const TileLayout& layout, const TileRegion& region, std::vector<TileSpan>& spans);

// Which tile of which subresource a number is.
struct TilePlace {
    uint32_t subresource = 0;
    uint32_t x = 0, y = 0, z = 0; // tiles; of packed mips: x is the packed tile
    bool packed = false;
};
TilePlace placeOfTile(const TileLayout& layout, uint32_t tile);

// What becomes of a row of tiles.
enum class TileTarget : uint32_t { Sequence, OneTile, Nothing };
struct TileRun {
    uint32_t first, count; // of the resource
    uint32_t poolTile;     // the first of a sequence, or the one
    TileTarget target;
};
// A row of tiles that gets the mappings of another.
struct TileCopy {
    uint32_t target, source, count;
};

} // namespace hendeca::gpu
