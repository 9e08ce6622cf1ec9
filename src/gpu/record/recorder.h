#pragma once
// Replays chunks: walks the packets and hands each to the part that it concerns. Owns the parts; knows the order in which
// they must be asked at the borders of a submission, and nothing else. Worker only; destruction needs an idle GPU.

#include "gpu/descriptor/binder.h"
#include "gpu/record/clear_ops.h"
#include "gpu/record/clear_uav_ops.h"
#include "gpu/record/coded_texels.h"
#include "gpu/record/compute_state.h"
#include "gpu/record/copy_ops.h"
#include "gpu/record/draw_state.h"
#include "gpu/record/indirect_indices.h"
#include "gpu/record/labels.h"
#include "gpu/record/mip_ops.h"
#include "gpu/record/packed_depth.h"
#include "gpu/record/pass_state.h"
#include "gpu/record/predication.h"
#include "gpu/record/record_context.h"
#include "gpu/record/resolve_ops.h"
#include "gpu/record/sample_copies.h"
#include "gpu/record/stream_out.h"
#include "gpu/record/submit_job.h"
#include "gpu/record/video_ops.h"
#include "gpu/sparse/tile_ops.h"
#include "gpu/stream/chunk.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hendeca::gpu {

class PipelineCache;
class QueryPool;
class ResourceFactory;

class Recorder final : public RecordHooks, public PredicationHost {
public:
    Recorder(std::shared_ptr<vk::Device> device, ResourceFactory& factory, PipelineCache& pipelines, QueryPool& queries,
             SubmitSink& sink);
    ~Recorder();

    // This chunk and those that hang on it.
    void replay(const Chunk* first);
    RecordContext& context() { return context_; }
    CopyOps& copies() { return copies_; }
    // Submits what is in Early so far and waits for it: memory that it reads is free then.
    void executeEarly();
    bool abandoned() const { return abandoned_; } // the device is lost: only what gives things back is done

    // RecordHooks
    void suspendPass() override { pass_.suspend(); }
    void resolvePendingClears(Image& image) override { clears_.resolve(image); }
    void disturbed(uint32_t bits) override;
    // PredicationHost
    bool waitForEarlierSubmissions() override;
    bool executeRecorded() override;
    bool nothingIsRecorded() const override { return abandoned_; }
    uint64_t recordedSubmission() const override { return context_.submission(); }
    bool placeResult(Query& query, VkConditionalRenderingBeginInfoEXT& condition, bool& zero) override;

private:
    void replayOne(const Chunk& chunk);
    void replayPackets(const std::byte*& at, const std::byte* end);
    void lose();
    void replayOneLost(const Chunk& chunk);
    void onLost(const PacketHeader& header);
    void begin(uint64_t value);
    void limitQueries();
    // Before a draw or dispatch: false if it is suppressed. Then its command goes between the two others.
    bool mayDraw() {
        conditional_ = false;
        return !predication_.active() || mayDrawPredicated();
    }
    bool mayDrawPredicated();
    void beginCondition() {
        if (conditional_) [[unlikely]]
            context_.fn().CmdBeginConditionalRenderingEXT(context_.main(), &predication_.condition());
    }
    void endCondition() {
        if (conditional_) [[unlikely]]
            context_.fn().CmdEndConditionalRenderingEXT(context_.main());
    }
    SubmitJob endRecording(uint64_t value);
    void splitSubmission();
    void bindTiles(bool keepsUses);
    void rename(Buffer& buffer, const Slice& slice, bool listOwned);
    void ownBacking(Buffer& buffer);
    bool readsBeyond(const packet::DrawIndexed& packet);
    void drawBeyond(const packet::DrawIndexed& packet);
    void drawMoved(const packet::DrawIndirect& packet);

#define HENDECA_PACKET(name, fields) void on(const packet::name& packet);
#include "gpu/stream/packets.inc"
#undef HENDECA_PACKET

    std::shared_ptr<vk::Device> device_;
    PipelineCache& pipelines_;
    QueryPool& queries_;
    SubmitSink& sink_;
    RecordContext context_;
    Binder binder_;
    PassState pass_;
    ClearOps clears_;
    ClearUavOps uavClears_;
    StreamOut streamOut_;
    DrawState draws_;
    ComputeState compute_;
    CopyOps copies_;
    PackedDepth packedDepth_;
    CodedTexels codedTexels_;
    SampleCopies sampleCopies_;
    IndirectIndices indirectIndices_;
    ResolveOps resolves_;
    MipOps mips_;
    VideoOps video_;
    Predication predication_;
    Labels labels_;
    TileOps tiles_;
    std::vector<PresentJob> presents_;
    uint64_t queryCommands_ = 0; // since the driver's scene was last empty (limitQueries)
    bool multiDraw_;
    bool conditional_ = false; // the draw at hand is
    bool abandoned_ = false;
};

} // namespace hendeca::gpu
