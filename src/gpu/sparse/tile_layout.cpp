#include "gpu/sparse/tile_layout.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace hendeca::gpu {

TileShape standardTileShape(uint32_t bytes, uint32_t blockWidth, uint32_t blockHeight, bool volume, uint32_t samples) {
    struct Row {
        uint32_t bytes;
        TileShape flat, volume; // blocks
    };
    static constexpr Row kRows[] = {
        {1, {256, 256, 1}, {64, 32, 32}}, {2, {256, 128, 1}, {32, 32, 32}}, {4, {128, 128, 1}, {32, 32, 16}},
        {8, {128, 64, 1}, {32, 16, 16}},  {16, {64, 64, 1}, {16, 16, 16}},
    };
    for (const Row& row : kRows) {
        if (row.bytes != bytes)
            continue;
        TileShape shape = volume ? row.volume : row.flat;
        shape.width *= blockWidth;
        shape.height *= blockHeight;
        // Twice the samples halve the width first, then the height.
        const uint32_t halvings = static_cast<uint32_t>(std::bit_width(samples)) - 1;
        shape.width >>= (halvings + 1) / 2;
        shape.height >>= halvings / 2;
        return shape;
    }
    return {};
}

bool layOutTiles(TileLayout& layout, uint32_t width, uint32_t height, uint32_t depth) {
    const auto inTiles = [](uint32_t extent, uint32_t mip, uint32_t tile) {
        return (std::max(extent >> mip, 1u) - 1) / tile + 1;
    };
    uint64_t next = 0;
    layout.subresources.assign(size_t(layout.mips) * layout.layers, {});
    for (uint32_t i = 0; i < layout.subresources.size(); i++) {
        if (layout.packed(i))
            continue;
        SubresourceTiles& made = layout.subresources[i];
        const uint32_t mip = i % layout.mips;
        made.width = inTiles(width, mip, layout.shape.width);
        made.height = inTiles(height, mip, layout.shape.height);
        made.depth = inTiles(depth, mip, layout.shape.depth);
        made.first = static_cast<uint32_t>(next);
        next += made.count();
        if (next > UINT32_MAX / 2)
            return false;
    }
    layout.firstPacked = static_cast<uint32_t>(next);
    layout.total = layout.firstPacked + layout.packedTiles;
    return true;
}

bool tilesOf(const TileLayout& layout, const TileRegion& region, std::vector<TileSpan>& spans) {
    if (region.subresource >= layout.subresources.size() || !region.tiles)
        return false;
    if (layout.packed(region.subresource)) {
        const uint64_t first = uint64_t(layout.firstPacked) + region.x;
        if (region.box || region.y || region.z || first + region.tiles > layout.total)
            return false;
        spans.push_back({static_cast<uint32_t>(first), region.tiles});
        return true;
    }
    const SubresourceTiles& tiles = layout.subresources[region.subresource];
    if (region.x >= tiles.width || region.y >= tiles.height)
        return false;
    if (!region.box) {
        const uint64_t first =
            tiles.first + (uint64_t(region.z) * tiles.height + region.y) * tiles.width + region.x;
        if (region.z >= tiles.depth || first + region.tiles > layout.total)
            return false;
        spans.push_back({static_cast<uint32_t>(first), region.tiles});
        return true;
    }
    if (uint64_t(region.width) * region.height * region.depth != region.tiles ||
        region.width > tiles.width - region.x || region.height > tiles.height - region.y)
        return false;
    const uint32_t layer = region.subresource / layout.mips;
    const uint32_t last = layout.layers > 1 ? layout.layers - layer : tiles.depth;
    const uint32_t from = layout.layers > 1 ? 0 : region.z;
    if ((layout.layers > 1 && region.z) || uint64_t(from) + region.depth > last)
        return false;
    for (uint32_t z = from; z < from + region.depth; z++) {
        const uint32_t slice = layout.layers > 1 ? region.subresource + z * layout.mips : region.subresource;
        const SubresourceTiles& in = layout.subresources[slice];
        const uint32_t plane = layout.layers > 1 ? 0 : z * in.height;
        for (uint32_t y = region.y; y < region.y + region.height; y++)
            spans.push_back({in.first + (plane + y) * in.width + region.x, region.width});
    }
    return true;
}

TilePlace placeOfTile(const TileLayout& layout, uint32_t tile) {
    TilePlace place;
    if (tile >= layout.firstPacked) {
        place.packed = true;
        place.subresource = layout.standardMips;
        place.x = tile - layout.firstPacked;
        return place;
    }
    // Subresources that are not packed have rising numbers; where layers have packed mips there is one layer.
    const auto end = layout.layers > 1 ? layout.subresources.end()
                                       : layout.subresources.begin() + static_cast<std::ptrdiff_t>(layout.standardMips);
    const auto found = std::upper_bound(layout.subresources.begin(), end, tile,
                                        [](uint32_t t, const SubresourceTiles& s) { return t < s.first; }) - 1;
    const uint32_t in = tile - found->first;
    place.subresource = static_cast<uint32_t>(found - layout.subresources.begin());
    place.x = in % found->width;
    place.y = in / found->width % found->height;
    place.z = in / found->width / found->height;
    return place;
}

} // namespace hendeca::gpu
