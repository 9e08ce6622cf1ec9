// CopyTiles and UpdateTiles: whole tiles between a tiled resource and linear memory, where each tile takes 64 KiB, its rows one
// after the other, with the pitch of a full tile (D3D11.3 specification 5.9.3.3).
#include "d3d11/context/tile_regions.h"

#include "d3d11/context/context_base.h"
#include "d3d11/device/device.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "gpu/sparse/tile_table.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace hendeca::d3d11 {

using namespace gpu::packet;

namespace {

constexpr uint32_t kTilesInSlice = 64; // 4 MiB

// The tiles of a call. False: they cannot be copied so.
bool copiedTiles(const ResourceBase* resource, const D3D11_TILED_RESOURCE_COORDINATE* start,
                 const D3D11_TILE_REGION_SIZE* size, std::vector<uint32_t>& tiles) {
    const gpu::TileTable* table = resource ? resource->tiles() : nullptr;
    std::vector<gpu::TileSpan> spans;
    if (!table || !start || !size || !gpu::tilesOf(table->layout(), regionOf(*start, *size), spans))
        return false;
    for (const gpu::TileSpan& span : spans) {
        if (uint64_t(span.first) + span.count > table->layout().firstPacked)
            return false; // packed mips have no layout that a program could know
        for (uint32_t i = 0; i < span.count; i++)
            tiles.push_back(span.first + i);
    }
    if (resource->sampleCount() > 1) {
        HENDECA_WARN_ONCE("CopyTiles, UpdateTiles: tiles of several samples are not implemented");
        return false;
    }
    return true;
}

// Where a tile of a texture lies, and how its rows lie in 64 KiB.
struct TileBox {
    uint32_t subresource;
    gpu::Box box;
    uint32_t rowPitch, slicePitch; // bytes
};

TileBox boxOf(const TextureBase& texture, uint32_t tile) {
    const gpu::TileLayout& layout = texture.tiles()->layout();
    const gpu::TilePlace place = gpu::placeOfTile(layout, tile);
    const gpu::TileShape& shape = layout.shape;
    const gpu::FormatInfo& format = texture.formatInfo();
    TileBox made;
    made.subresource = place.subresource;
    made.box = {place.x * shape.width, place.y * shape.height, place.z * shape.depth,
                shape.width,           shape.height,           shape.depth};
    // Of tiles that reach over the edge only what there is.
    const SubresourceFootprint& level = texture.footprint(place.subresource);
    made.box.width = std::min(made.box.width, level.width - made.box.x);
    made.box.height = std::min(made.box.height, level.height - made.box.y);
    made.box.depth = std::min(made.box.depth, level.depth - made.box.z);
    made.rowPitch = shape.width / format.blockWidth * format.bytes;
    made.slicePitch = made.rowPitch * (shape.height / format.blockHeight);
    return made;
}

uint64_t bytesOfTile(const Buffer& buffer, uint32_t tile) {
    return std::min<uint64_t>(gpu::kTileBytes, buffer.size() - uint64_t(tile) * gpu::kTileBytes);
}

} // namespace

void ContextBase::CopyTiles(ID3D11Resource* resourceCom, const D3D11_TILED_RESOURCE_COORDINATE* start,
                            const D3D11_TILE_REGION_SIZE* size, ID3D11Buffer* bufferCom, UINT64 offset, UINT flags) {
    Lock lock(*this);
    ResourceBase* resource = resourceCom ? toBase(resourceCom) : nullptr;
    Buffer* buffer = bufferCom ? toBuffer(bufferCom) : nullptr;
    constexpr UINT kIn = D3D11_TILE_COPY_LINEAR_BUFFER_TO_SWIZZLED_TILED_RESOURCE;
    constexpr UINT kOut = D3D11_TILE_COPY_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER;
    const UINT direction = flags & ~UINT(D3D11_TILE_COPY_NO_OVERWRITE);
    std::vector<uint32_t> tiles;
    if (!buffer || buffer->heap() || (direction != kIn && direction != kOut) ||
        !copiedTiles(resource, start, size, tiles) || offset > buffer->size() ||
        uint64_t(tiles.size()) * gpu::kTileBytes > buffer->size() - offset ||
        (direction == kOut && (buffer->usage() == D3D11_USAGE_IMMUTABLE || buffer->isDynamic()))) {
        HENDECA_WARN_ONCE("CopyTiles: bad flags, region or buffer; the call is ignored");
        return;
    }
    relieve();
    keep(resource);
    keep(buffer);
    for (const uint32_t tile : tiles) {
        if (resource->isBuffer())
            copyBufferTile(resource->asBuffer(), tile, *buffer, offset, direction == kIn);
        else
            copyTextureTile(resource->asTexture(), tile, *buffer, offset, direction == kIn);
        offset += gpu::kTileBytes;
    }
    noteUse(*buffer, direction == kOut);
}

void ContextBase::copyBufferTile(Buffer& tiled, uint32_t tile, Buffer& linear, uint64_t offset, bool in) {
    const uint64_t at = uint64_t(tile) * gpu::kTileBytes;
    auto* made = writer_.add<gpu::packet::CopyBuffer>();
    made->target = in ? &tiled.gpu() : &linear.gpu();
    made->targetOffset = in ? at : offset;
    made->source = in ? &linear.gpu() : &tiled.gpu();
    made->sourceOffset = in ? offset : at;
    made->size = bytesOfTile(tiled, tile);
}

void ContextBase::copyTextureTile(TextureBase& tiled, uint32_t tile, Buffer& linear, uint64_t offset, bool in) {
    const TileBox where = boxOf(tiled, tile);
    const auto fill = [&](auto* made) {
        made->image = tiled.image();
        made->subresource = where.subresource;
        made->box = where.box;
        made->aspects = tiled.image()->desc().aspects;
        made->buffer = &linear.gpu();
        made->offset = offset;
        made->rowPitch = where.rowPitch;
        made->slicePitch = where.slicePitch;
    };
    if (in)
        fill(writer_.add<CopyBufferToImage>());
    else
        fill(writer_.add<CopyImageToBuffer>());
}

void ContextBase::UpdateTiles(ID3D11Resource* resourceCom, const D3D11_TILED_RESOURCE_COORDINATE* start,
                              const D3D11_TILE_REGION_SIZE* size, const void* data, UINT flags) {
    Lock lock(*this);
    ResourceBase* resource = resourceCom ? toBase(resourceCom) : nullptr;
    std::vector<uint32_t> tiles;
    if (!data || flags & ~UINT(D3D11_TILE_COPY_NO_OVERWRITE) || !copiedTiles(resource, start, size, tiles)) {
        HENDECA_WARN_ONCE("UpdateTiles: bad flags, region or no data; the call is ignored");
        return;
    }
    relieve();
    keep(resource);
    const auto* from = static_cast<const uint8_t*>(data);
    for (size_t first = 0; first < tiles.size(); first += kTilesInSlice) {
        const size_t count = std::min<size_t>(tiles.size() - first, kTilesInSlice);
        const gpu::Slice slice = takeUploadSlice(uint64_t(count) * gpu::kTileBytes);
        if (!slice.backing.mapped)
            return;
        std::memcpy(slice.backing.mapped, from, count * gpu::kTileBytes);
        from += count * gpu::kTileBytes;
        for (size_t i = 0; i < count; i++)
            updateTile(*resource, tiles[first + i], slice, i * gpu::kTileBytes);
        if (slice.page)
            writer_.add<RetireSlice>()->slice = slice;
    }
}

// The slice stays the caller's.
void ContextBase::updateTile(ResourceBase& tiled, uint32_t tile, const gpu::Slice& slice, uint64_t at) {
    gpu::Slice source = slice;
    source.backing.offset += at;
    source.backing.mapped += at;
    source.page = nullptr;
    if (tiled.isBuffer()) {
        auto* made = writer_.add<UploadBuffer>();
        made->buffer = tiled.gpuBuffer();
        made->offset = uint64_t(tile) * gpu::kTileBytes;
        made->size = bytesOfTile(tiled.asBuffer(), tile);
        made->source = source;
        return;
    }
    const TileBox where = boxOf(tiled.asTexture(), tile);
    auto* made = writer_.add<UploadImage>();
    made->image = tiled.gpuImage();
    made->subresource = where.subresource;
    made->box = where.box;
    made->rowPitch = where.rowPitch;
    made->slicePitch = where.slicePitch;
    made->aspects = tiled.gpuImage()->desc().aspects;
    made->predicated = true;
    made->source = source;
}

} // namespace hendeca::d3d11
