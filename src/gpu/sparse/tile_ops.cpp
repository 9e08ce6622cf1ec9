#include "gpu/sparse/tile_ops.h"

#include "gpu/retire/retire_queue.h"
#include "util/log.h"

#include <algorithm>

namespace hendeca::gpu {

namespace {

// Memory that mappings pointed to, until the GPU is through with them.
class DroppedTiles final : public Retirable {
public:
    explicit DroppedTiles(std::vector<std::shared_ptr<TileBlock>> blocks) : blocks_(std::move(blocks)) {}
    void retired() override { delete this; }

private:
    std::vector<std::shared_ptr<TileBlock>> blocks_;
};

} // namespace

BindBatch::Target& TileOps::binds(TileTable& table) {
    if (!batch_)
        batch_ = std::make_unique<BindBatch>();
    BindBatch::Target fresh = table.target();
    for (BindBatch::Target& target : batch_->targets)
        if (target.image == fresh.image && target.buffer == fresh.buffer)
            return target;
    batch_->targets.push_back(std::move(fresh));
    return batch_->targets.back();
}

void TileOps::map(const packet::MapTiles& packet) {
    TileTable& table = *packet.table;
    BindBatch::Target& target = binds(table);
    // A resource points into one pool at a time (specification 5.9.3.1).
    if (packet.heap && table.heapId != packet.heap->id()) {
        table.clear(target, dropped_);
        table.heapId = packet.heap->id();
    }
    const TileRun* runs = packet::tail(&packet);
    for (uint32_t i = 0; i < packet.count; i++) {
        const TileRun& run = runs[i];
        for (uint32_t k = 0; k < run.count; k++) {
            TileRef to;
            if (run.target != TileTarget::Nothing && packet.heap) {
                to = packet.heap->find(run.poolTile + (run.target == TileTarget::Sequence ? k : 0));
                if (!to.block)
                    HENDECA_WARN_ONCE("a command list maps tiles that its pool no longer has; they stay unmapped");
            }
            table.set(run.first + k, std::move(to), target, dropped_);
        }
    }
}

void TileOps::copy(const packet::CopyTileMap& packet) {
    TileTable &to = *packet.target, &from = *packet.source;
    BindBatch::Target& target = binds(to);
    if (from.heapId && to.heapId != from.heapId) {
        to.clear(target, dropped_);
        to.heapId = from.heapId;
    }
    // All are read before any is written: the two regions may overlap.
    const TileCopy* copies = packet::tail(&packet);
    moved_.clear();
    for (uint32_t i = 0; i < packet.count; i++)
        for (uint32_t k = 0; k < copies[i].count; k++)
            moved_.push_back(from.at(copies[i].source + k));
    size_t next = 0;
    for (uint32_t i = 0; i < packet.count; i++)
        for (uint32_t k = 0; k < copies[i].count; k++)
            to.set(copies[i].target + k, std::move(moved_[next++]), target, dropped_);
    moved_.clear();
}

std::unique_ptr<BindBatch> TileOps::take(uint64_t submission, RetireQueue& retire) {
    if (!dropped_.empty())
        retire.add(submission, new DroppedTiles(std::move(dropped_)));
    dropped_.clear();
    if (!batch_)
        return nullptr;
    std::erase_if(batch_->targets, [](const BindBatch::Target& t) { return t.tiles.empty() && t.ranges.empty(); });
    if (batch_->empty())
        batch_.reset();
    return std::move(batch_);
}

} // namespace hendeca::gpu
