// UpdateTileMappings, CopyTileMappings, ResizeTilePool and TiledResourceBarrier: calls become rows of tiles, which the
// backend's page tables follow. Bad calls are dropped with E_INVALIDARG (D3D11.3 specification 5.9.3.1, 5.9.3.4).
#include "d3d11/context/tile_regions.h"

#include "d3d11/context/context_base.h"
#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/resource/buffer.h"
#include "gpu/sparse/tile_table.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace hendeca::d3d11 {

using namespace gpu::packet;

namespace {

constexpr size_t kRowsInPacket = 1024;

// All tiles of the regions, in order. False: not in the resource, or arrays that are missing.
bool spansOf(const gpu::TileLayout& layout, UINT count, const D3D11_TILED_RESOURCE_COORDINATE* starts,
             const D3D11_TILE_REGION_SIZE* sizes, std::vector<gpu::TileSpan>& spans) {
    if (!count || (count > 1 && !starts))
        return false;
    if (!starts && !sizes) {
        spans.push_back({0, layout.total});
        return true;
    }
    const D3D11_TILED_RESOURCE_COORDINATE origin{};
    D3D11_TILE_REGION_SIZE one{};
    one.NumTiles = 1;
    for (UINT i = 0; i < count; i++) {
        if (!gpu::tilesOf(layout, regionOf(starts ? starts[i] : origin, sizes ? sizes[i] : one), spans))
            return false;
    }
    return true;
}

struct Ranges {
    UINT count;
    const UINT *flags, *starts, *tiles;
    uint64_t all; // tiles of the regions

    UINT flag(UINT i) const { return flags ? flags[i] : 0; }
    bool unmapped(UINT i) const { return flag(i) == D3D11_TILE_RANGE_NULL || flag(i) == D3D11_TILE_RANGE_SKIP; }
    uint64_t length(UINT i) const { return tiles ? tiles[i] : count == 1 ? all : 1; }
};

bool rangesAllowed(const Ranges& ranges, const Buffer* pool) {
    const uint64_t inPool = pool ? pool->heap()->size() : 0;
    uint64_t total = 0;
    for (UINT i = 0; i < ranges.count; i++) {
        const UINT flag = ranges.flag(i);
        if (flag && flag != D3D11_TILE_RANGE_NULL && flag != D3D11_TILE_RANGE_SKIP &&
            flag != D3D11_TILE_RANGE_REUSE_SINGLE_TILE)
            return false;
        total += ranges.length(i);
        if (ranges.unmapped(i))
            continue;
        const uint64_t used = flag == D3D11_TILE_RANGE_REUSE_SINGLE_TILE ? 1 : ranges.length(i);
        if (!pool || !ranges.starts || ranges.starts[i] + used > inPool)
            return false;
    }
    return ranges.count && total == ranges.all;
}

// Walks through regions and ranges side by side.
std::vector<gpu::TileRun> runsOf(const std::vector<gpu::TileSpan>& spans, const Ranges& ranges) {
    std::vector<gpu::TileRun> runs;
    size_t at = 0;
    uint32_t in = 0; // tiles of spans[at] that are done
    for (UINT i = 0; i < ranges.count; i++) {
        const UINT flag = ranges.flag(i);
        uint32_t done = 0;
        for (uint64_t left = ranges.length(i); left;) {
            const auto part = static_cast<uint32_t>(std::min<uint64_t>(left, spans[at].count - in));
            const uint32_t start = ranges.unmapped(i) ? 0 : ranges.starts[i];
            if (flag == D3D11_TILE_RANGE_NULL)
                runs.push_back({spans[at].first + in, part, 0, gpu::TileTarget::Nothing});
            else if (flag == D3D11_TILE_RANGE_REUSE_SINGLE_TILE)
                runs.push_back({spans[at].first + in, part, start, gpu::TileTarget::OneTile});
            else if (flag != D3D11_TILE_RANGE_SKIP)
                runs.push_back({spans[at].first + in, part, start + done, gpu::TileTarget::Sequence});
            done += part;
            left -= part;
            in += part;
            if (in == spans[at].count) {
                at++;
                in = 0;
            }
        }
    }
    return runs;
}

// Writes packets of at most kRowsInPacket rows each.
template <class P, class Row, class Fill>
void writeRows(gpu::Writer& writer, const std::vector<Row>& rows, Fill&& fill) {
    size_t done = 0;
    do {
        const size_t count = std::min(rows.size() - done, kRowsInPacket);
        auto* made = writer.add<P>(static_cast<uint32_t>(count));
        fill(made);
        made->count = static_cast<uint32_t>(count);
        if (count)
            std::memcpy(gpu::packet::tail(made), rows.data() + done, count * sizeof(Row));
        done += count;
        made->last = done == rows.size();
    } while (done < rows.size());
}

} // namespace

HRESULT ContextBase::UpdateTileMappings(ID3D11Resource* resourceCom, UINT regionCount,
                                        const D3D11_TILED_RESOURCE_COORDINATE* starts,
                                        const D3D11_TILE_REGION_SIZE* sizes, ID3D11Buffer* poolCom, UINT rangeCount,
                                        const UINT* rangeFlags, const UINT* rangeStarts, const UINT* rangeTiles,
                                        UINT flags) {
    Lock lock(*this);
    ResourceBase* resource = resourceCom ? toBase(resourceCom) : nullptr;
    Buffer* pool = poolCom ? toBuffer(poolCom) : nullptr;
    gpu::TileTable* table = resource ? resource->tiles() : nullptr;
    std::vector<gpu::TileSpan> spans;
    if (!table || (pool && !pool->heap()) || flags & ~UINT(D3D11_TILE_MAPPING_NO_OVERWRITE) ||
        !spansOf(table->layout(), regionCount, starts, sizes, spans)) {
        HENDECA_WARN_ONCE("UpdateTileMappings: no tiled resource or pool, bad flags, or a region outside; ignored");
        return E_INVALIDARG;
    }
    Ranges ranges{rangeCount, rangeFlags, rangeStarts, rangeTiles, 0};
    for (const gpu::TileSpan& span : spans)
        ranges.all += span.count;
    if (!rangesAllowed(ranges, pool)) {
        HENDECA_WARN_ONCE("UpdateTileMappings: ranges that do not fit the regions or the pool; the call is ignored");
        return E_INVALIDARG;
    }
    if (const HRESULT hr = device().removedReason(); FAILED(hr))
        return hr;
    keep(resource);
    keep(pool);
    writeRows<MapTiles>(writer_, runsOf(spans, ranges), [&](MapTiles* made) {
        made->table = table;
        made->heap = pool ? pool->heap() : nullptr;
        made->keepsUses = flags & D3D11_TILE_MAPPING_NO_OVERWRITE;
    });
    return S_OK;
}

HRESULT ContextBase::CopyTileMappings(ID3D11Resource* targetCom, const D3D11_TILED_RESOURCE_COORDINATE* targetStart,
                                      ID3D11Resource* sourceCom, const D3D11_TILED_RESOURCE_COORDINATE* sourceStart,
                                      const D3D11_TILE_REGION_SIZE* size, UINT flags) {
    Lock lock(*this);
    ResourceBase* target = targetCom ? toBase(targetCom) : nullptr;
    ResourceBase* source = sourceCom ? toBase(sourceCom) : nullptr;
    gpu::TileTable* to = target ? target->tiles() : nullptr;
    gpu::TileTable* from = source ? source->tiles() : nullptr;
    std::vector<gpu::TileSpan> toSpans, fromSpans;
    if (!to || !from || !targetStart || !sourceStart || !size || flags & ~UINT(D3D11_TILE_MAPPING_NO_OVERWRITE) ||
        !gpu::tilesOf(to->layout(), regionOf(*targetStart, *size), toSpans) ||
        !gpu::tilesOf(from->layout(), regionOf(*sourceStart, *size), fromSpans)) {
        HENDECA_WARN_ONCE("CopyTileMappings: no tiled resources, bad flags, or a region outside; the call is ignored");
        return E_INVALIDARG;
    }
    if (const HRESULT hr = device().removedReason(); FAILED(hr))
        return hr;
    std::vector<gpu::TileCopy> rows;
    for (size_t i = 0, k = 0; i < toSpans.size() && k < fromSpans.size();) {
        gpu::TileSpan &a = toSpans[i], &b = fromSpans[k];
        const uint32_t part = std::min(a.count, b.count);
        rows.push_back({a.first, b.first, part});
        a = {a.first + part, a.count - part};
        b = {b.first + part, b.count - part};
        i += !a.count;
        k += !b.count;
    }
    // Of overlapping regions no row may be written before it is read; within a packet the backend sees to that.
    if (to == from && !rows.empty() && rows.front().target > rows.front().source)
        std::reverse(rows.begin(), rows.end());
    keep(target);
    keep(source);
    writeRows<CopyTileMap>(writer_, rows, [&](CopyTileMap* made) {
        made->target = to;
        made->source = from;
        made->keepsUses = flags & D3D11_TILE_MAPPING_NO_OVERWRITE;
    });
    return S_OK;
}

HRESULT ContextBase::ResizeTilePool(ID3D11Buffer* poolCom, UINT64 bytes) {
    Lock lock(*this);
    Buffer* pool = poolCom ? toBuffer(poolCom) : nullptr;
    if (!pool || !pool->heap() || bytes % gpu::kTileBytes) {
        HENDECA_WARN_ONCE("ResizeTilePool: no tile pool, or a size that is not whole tiles; the call is ignored");
        return E_INVALIDARG;
    }
    if (const HRESULT hr = device().removedReason(); FAILED(hr))
        return hr;
    if (bytes / gpu::kTileBytes > UINT32_MAX)
        return E_OUTOFMEMORY;
    const auto tiles = static_cast<uint32_t>(bytes / gpu::kTileBytes);
    const bool shrinks = tiles < pool->heap()->size();
    if (const Status resized = pool->heap()->resize(tiles); !resized)
        return errorResult(device(), "ResizeTilePool", resized.error());
    if (shrinks) { // mappings that were asked for before may still need what goes
        keep(pool);
        writer_.add<TrimHeap>()->heap = pool->heap();
    }
    return S_OK;
}

void ContextBase::TiledResourceBarrier(ID3D11DeviceChild*, ID3D11DeviceChild*) {
    Lock lock(*this);
    if (device().caps().tiledTier)
        writer_.add<TileBarrier>()->unused = 0;
}

} // namespace hendeca::d3d11
