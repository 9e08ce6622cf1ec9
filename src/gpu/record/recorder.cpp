#include "gpu/record/recorder.h"

#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/query/query_pool.h"
#include "vk/caps.h"
#include "vk/device.h"

#include <exception>

namespace hendeca::gpu {

namespace {

// Gathered transfers may stay unrecorded over packets that touch no resource's contents or backing.
constexpr bool keepsTransfers(PacketId id) {
    switch (id) {
    case PacketId::SetShader:
    case PacketId::SetVertexLayout:
    case PacketId::SetTopology:
    case PacketId::SetVertexBuffers:
    case PacketId::SetIndexBuffer:
    case PacketId::SetUniformBuffers:
    case PacketId::SetResources:
    case PacketId::SetSamplers:
    case PacketId::SetUavs:
    case PacketId::SetTargets:
    case PacketId::SetViewports:
    case PacketId::SetScissors:
    case PacketId::SetRasterState:
    case PacketId::SetBlendState:
    case PacketId::SetBlendConstants:
    case PacketId::SetDepthStencilState:
    case PacketId::SetStencilReference:
    case PacketId::SetPredication:
    case PacketId::ResetState:
    case PacketId::UploadBuffer:
    case PacketId::UploadImage:
    case PacketId::CopyBuffer:
    case PacketId::CopyImage:
    case PacketId::CopyBufferToImage:
    case PacketId::CopyImageToBuffer:
    case PacketId::CopyUavCounter:
    case PacketId::RetireSlice:
    case PacketId::Release: return true;
    default: return false;
    }
}

} // namespace

Recorder::Recorder(std::shared_ptr<vk::Device> device, ResourceFactory& factory, PipelineCache& pipelines,
                   QueryPool& queries, SubmitSink& sink)
    : device_(device), pipelines_(pipelines), queries_(queries), sink_(sink), context_(*device, factory, *this),
      binder_(device), pass_(context_, queries), clears_(context_, pass_), uavClears_(context_), streamOut_(context_, queries),
      draws_(context_, pass_, binder_, pipelines, streamOut_), compute_(context_, pass_, binder_, pipelines),
      copies_(context_), packedDepth_(context_), codedTexels_(context_), sampleCopies_(context_), indirectIndices_(context_), resolves_(context_), mips_(context_), video_(context_), predication_(*this), labels_(context_),
      multiDraw_(device->caps().has(vk::Cap::MultiDraw) && device->caps().maxMultiDraw > 1) {
    pass_.connect(clears_, streamOut_);
    begin(1);
}

Recorder::~Recorder() {
    // What is being recorded is never executed; what was submitted has completed.
    context_.abandonSubmission(context_.submission());
    context_.retire().collect(~uint64_t(0)); // while the parts are there to which things go back
}

void Recorder::begin(uint64_t value) {
    if (device_->lost() || !context_.beginSubmission(value)) {
        abandoned_ = true;
        context_.abandonSubmission(value);
        return;
    }
    binder_.commandBufferBegun();
    queryCommands_ = 0;
    draws_.newSubmission();
    compute_.newSubmission();
    queries_.resume(context_.main(), false);
}

void Recorder::disturbed(uint32_t bits) {
    if (bits & kDisturbsGraphics) {
        draws_.invalidateCommands();
        binder_.disturbed(VK_PIPELINE_BIND_POINT_GRAPHICS);
    }
    if (bits & kDisturbsCompute) {
        compute_.invalidateCommands();
        binder_.disturbed(VK_PIPELINE_BIND_POINT_COMPUTE);
    }
}

void Recorder::replay(const Chunk* first) {
    if (!abandoned_ && device_->lost()) [[unlikely]] {
        abandoned_ = true;
        context_.abandonSubmission(context_.submission());
    }
    for (const Chunk* chunk = first; chunk; chunk = chunk->next) {
        if (abandoned_) [[unlikely]]
            replayOneLost(*chunk);
        else
            replayOne(*chunk);
    }
}

void Recorder::executeEarly() {
    SubmitJob job;
    job.early = context_.splitEarly();
    if (!job.early)
        return;
    sink_.submitJob(std::move(job));
    sink_.waitExecuted();
}

bool Recorder::waitForEarlierSubmissions() {
    return context_.submission() > 1 && sink_.waitFor(context_.submission() - 1);
}

bool Recorder::placeResult(Query& query, VkConditionalRenderingBeginInfoEXT& condition, bool& zero) {
    if (!context_.caps().has(vk::Cap::ConditionalRendering) || abandoned_)
        return false;
    VkQueryPool pool = VK_NULL_HANDLE;
    uint32_t slot = 0;
    const QueryPool::Where where = queries_.resultSlot(query, pool, slot);
    zero = where == QueryPool::Where::None;
    if (where != QueryPool::Where::OneSlot)
        return zero;
    const Slice slice = context_.scratch(sizeof(uint32_t));
    if (!slice.backing.buffer)
        return false;
    copies_.flush();
    VkCommandBuffer commands = context_.begin(Place::Main);
    const vk::Fns& fn = context_.fn();
    fn.CmdCopyQueryPoolResults(commands, pool, slot, 1, slice.backing.buffer, slice.backing.offset, sizeof(uint32_t),
                               VK_QUERY_RESULT_WAIT_BIT);
    const VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, nullptr, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                   VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_CONDITIONAL_RENDERING_BIT_EXT,
                                   VK_ACCESS_2_CONDITIONAL_RENDERING_READ_BIT_EXT};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    fn.CmdPipelineBarrier2(commands, &dependency);
    condition = {VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT};
    condition.buffer = slice.backing.buffer;
    condition.offset = slice.backing.offset;
    return true;
}

bool Recorder::mayDrawPredicated() {
    // Drivers count invocations that the GPU leaves out; Direct3D does not (D3D11.3 specification 20.4.7).
    if (queries_.statisticsActive())
        return !predication_.skips();
    const Verdict verdict = predication_.judge();
    conditional_ = verdict == Verdict::GpuDecides;
    return verdict != Verdict::Skip;
}

// Ends both command buffers; what they hold is part of submission `value`.
SubmitJob Recorder::endRecording(uint64_t value) {
    pass_.suspend();
    labels_.submissionEnds();
    queries_.suspend(context_.main());
    SubmitJob job;
    if (!context_.endSubmission(job.early, job.main)) {
        job.early = job.main = VK_NULL_HANDLE;
        abandoned_ = true;
    }
    job.presents = std::move(presents_);
    presents_.clear();
    queries_.submitted(value);
    return job;
}

// The submission goes on with new command buffers afterwards, under the same value.
bool Recorder::executeRecorded() {
    if (abandoned_)
        return false;
    copies_.flush();
    const uint64_t value = context_.submission();
    SubmitJob job = endRecording(value); // clears that wait go on waiting
    binder_.submissionEnded(value, context_.retire());
    sink_.submitJob(std::move(job));
    sink_.waitExecuted();
    if (!abandoned_ && !device_->lost())
        queries_.collectAll();
    if (!abandoned_)
        begin(value);
    return !abandoned_;
}

// What is recorded so far goes to the queue; the submission goes on, under the same value, behind whatever is submitted next.
void Recorder::splitSubmission() {
    clears_.resolveAll();
    if (!context_.recorded() && presents_.empty())
        return;
    const uint64_t value = context_.submission();
    SubmitJob job = endRecording(value);
    binder_.submissionEnded(value, context_.retire());
    sink_.submitJob(std::move(job));
    if (!abandoned_)
        begin(value);
}

void Recorder::bindTiles(bool keepsUses) {
    std::unique_ptr<BindBatch> batch = tiles_.take(context_.submission(), context_.retire());
    if (!batch)
        return;
    batch->unordered = keepsUses;
    if (!keepsUses)
        splitSubmission();
    SubmitJob job;
    job.binds = std::move(batch);
    sink_.submitJob(std::move(job));
}

void Recorder::replayOne(const Chunk& chunk) {
    const std::byte* at = chunk.data;
    const std::byte* const end = chunk.data + chunk.used;
    try {
        replayPackets(at, end);
    } catch (const std::exception&) {
        lose();
    }
    // Lost in the middle: the rest is only given back.
    while (at < end) {
        const auto* rest = reinterpret_cast<const PacketHeader*>(at);
        at += rest->size;
        onLost(*rest);
    }
}

// Stops behind the packet in which the device was lost.
void Recorder::replayPackets(const std::byte*& at, const std::byte* end) {
    while (at < end && !abandoned_) {
        const auto* header = reinterpret_cast<const PacketHeader*>(at);
        at += header->size;
        if (!copies_.empty() && !keepsTransfers(header->id)) [[unlikely]]
            copies_.flush();
        switch (header->id) {
#define HENDECA_PACKET(name, fields)                                                                                   \
    case PacketId::name: on(*reinterpret_cast<const packet::name*>(header)); break;
#include "gpu/stream/packets.inc"
#undef HENDECA_PACKET
        case PacketId::Count: break;
        }
    }
}

// A container found no memory in the middle of something: what is being recorded can no longer be trusted.
void Recorder::lose() {
    device_->markLost(makeError(ErrorCode::OutOfMemory, "out of memory"));
    abandoned_ = true;
    context_.abandonSubmission(context_.submission());
}

void Recorder::replayOneLost(const Chunk& chunk) {
    for (uint32_t at = 0; at < chunk.used;) {
        const auto* header = reinterpret_cast<const PacketHeader*>(chunk.data + at);
        at += header->size;
        onLost(*header);
    }
}

// After a loss nothing is recorded, but everything is still handed back, and submissions count on.
void Recorder::onLost(const PacketHeader& header) {
    const auto retireSlice = [&](const Slice& slice) {
        if (slice.page)
            context_.retire().add(context_.submission(), slice);
    };
    switch (header.id) {
    case PacketId::Release: on(reinterpret_cast<const packet::Release&>(header)); break;
    case PacketId::RetireSlice: retireSlice(reinterpret_cast<const packet::RetireSlice&>(header).slice); break;
    case PacketId::UploadBuffer: retireSlice(reinterpret_cast<const packet::UploadBuffer&>(header).source); break;
    case PacketId::UploadImage: retireSlice(reinterpret_cast<const packet::UploadImage&>(header).source); break;
    case PacketId::RenameBuffer: {
        const auto& packet = reinterpret_cast<const packet::RenameBuffer&>(header);
        retireSlice(packet.buffer->slice());
        packet.buffer->setBacking(packet.slice.backing, packet.slice.pageId);
        packet.buffer->slice() = packet.listOwned ? Slice{} : packet.slice;
        packet.buffer->listBacked = packet.listOwned;
        break;
    }
    case PacketId::AdoptSlice: on(reinterpret_cast<const packet::AdoptSlice&>(header)); break;
    case PacketId::Submit: {
        const uint64_t value = reinterpret_cast<const packet::Submit&>(header).value;
        SubmitJob job;
        job.value = value;
        job.presents = std::move(presents_);
        presents_.clear();
        sink_.submitJob(std::move(job));
        context_.abandonSubmission(value + 1);
        break;
    }
    default: break;
    }
}

} // namespace hendeca::gpu
