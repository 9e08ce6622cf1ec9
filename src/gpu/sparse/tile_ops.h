#pragma once
// The packets that change tile mappings: page tables are brought up to date, and what changes becomes a batch of binds that
// stands in the queue between what was recorded before and what comes after. Worker only.

#include "gpu/sparse/bind_batch.h"
#include "gpu/sparse/tile_table.h"
#include "gpu/stream/packets.h"

#include <memory>
#include <vector>

namespace hendeca::gpu {

class RetireQueue;

class TileOps {
public:
    void map(const packet::MapTiles& packet);
    void copy(const packet::CopyTileMap& packet);
    // The binds gathered since it was last asked, with what must not go before `submission` has completed. Null: none.
    std::unique_ptr<BindBatch> take(uint64_t submission, RetireQueue& retire);

private:
    BindBatch::Target& binds(TileTable& table);

    std::unique_ptr<BindBatch> batch_;
    std::vector<std::shared_ptr<TileBlock>> dropped_;
    std::vector<TileRef> moved_;
};

} // namespace hendeca::gpu
