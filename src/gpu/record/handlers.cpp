// The recorder's handlers, one for each packet.
#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/query/query_pool.h"
#include "gpu/record/recorder.h"
#include "util/log.h"
#include "vk/caps.h"
#include "vk/device.h"

#include <algorithm>
#include <cstring>

namespace hendeca::gpu {

// --- state

void Recorder::on(const packet::SetShader& packet) {
    if (packet.stage == spirv::Stage::Compute)
        compute_.setShader(packet.shader);
    else
        draws_.setShader(packet.stage, packet.shader);
}

void Recorder::on(const packet::SetVertexLayout& packet) {
    draws_.setVertexLayout(packet.layout);
}

void Recorder::on(const packet::SetTopology& packet) {
    draws_.setTopology(packet.topology, packet.patchControlPoints);
}

void Recorder::on(const packet::SetVertexBuffers& packet) {
    draws_.streams().setVertexBuffers(packet);
}

void Recorder::on(const packet::SetIndexBuffer& packet) {
    draws_.streams().setIndexBuffer(packet);
}

void Recorder::on(const packet::SetUniformBuffers& packet) {
    for (uint32_t i = 0; i < packet.count; i++)
        binder_.setUniform(packet.stage, packet.first + i, packet::tail(&packet)[i]);
}

void Recorder::on(const packet::SetResources& packet) {
    for (uint32_t i = 0; i < packet.count; i++)
        binder_.setResource(packet.stage, packet.first + i, packet::tail(&packet)[i]);
}

void Recorder::on(const packet::SetSamplers& packet) {
    for (uint32_t i = 0; i < packet.count; i++)
        binder_.setSampler(packet.stage, packet.first + i, packet::tail(&packet)[i]);
}

void Recorder::on(const packet::SetUavs& packet) {
    for (uint32_t i = 0; i < packet.count; i++)
        binder_.setUav(packet.compute, packet.first + i, packet::tail(&packet)[i]);
}

void Recorder::on(const packet::SetTargets& packet) {
    draws_.setTargets(packet);
}

void Recorder::on(const packet::SetViewports& packet) {
    draws_.setViewports(packet);
}

void Recorder::on(const packet::SetScissors& packet) {
    draws_.setScissors(packet);
}

void Recorder::on(const packet::SetRasterState& packet) {
    draws_.setRaster(packet.state);
}

void Recorder::on(const packet::SetBlendState& packet) {
    draws_.setBlend(packet.state, packet.sampleMask);
}

void Recorder::on(const packet::SetBlendConstants& packet) {
    draws_.setBlendConstants(packet.value);
}

void Recorder::on(const packet::SetDepthStencilState& packet) {
    draws_.setDepthStencil(packet.state);
}

void Recorder::on(const packet::SetStencilReference& packet) {
    draws_.setStencilReference(packet.value);
}

void Recorder::on(const packet::SetStreamOut& packet) {
    streamOut_.set(packet);
}

void Recorder::on(const packet::SetPredication& packet) {
    predication_.set(packet.query, packet.value);
}

void Recorder::on(const packet::ResetState&) {
    draws_.reset();
    compute_.reset();
    binder_.reset();
    streamOut_.reset();
    predication_.set(nullptr, false);
}

// --- draws and dispatches

void Recorder::on(const packet::Draw& packet) {
    if (!packet.instanceCount || !mayDraw() || !draws_.prepare(false))
        return;
    const vk::Fns& fn = context_.fn();
    const VkMultiDrawInfoEXT* draws = packet::tail(&packet);
    // Draws that write UAVs may depend on each other.
    const bool apart = draws_.pipeline()->writesUavs;
    if (packet.count > 1 && multiDraw_ && !apart) {
        const uint32_t limit = std::max(context_.caps().maxMultiDraw, 1u);
        beginCondition();
        for (uint32_t first = 0; first < packet.count; first += limit)
            fn.CmdDrawMultiEXT(context_.main(), std::min(limit, packet.count - first), draws + first,
                               packet.instanceCount, packet.firstInstance, sizeof(*draws));
        endCondition();
        return;
    }
    for (uint32_t i = 0; i < packet.count; i++) {
        if (i && apart && !draws_.prepare(false))
            return;
        beginCondition();
        fn.CmdDraw(context_.main(), draws[i].vertexCount, packet.instanceCount, draws[i].firstVertex,
                   packet.firstInstance);
        endCondition();
    }
}

bool Recorder::readsBeyond(const packet::DrawIndexed& packet) {
    const VkMultiDrawIndexedInfoEXT* draws = packet::tail(&packet);
    const uint64_t there = draws_.streams().indexCount();
    uint64_t end = 0;
    for (uint32_t i = 0; i < packet.count; i++)
        end = std::max(end, uint64_t(draws[i].firstIndex) + draws[i].indexCount);
    return end > there && there;
}

// One draw after the other, those that read too far from a copy of their indices.
void Recorder::drawBeyond(const packet::DrawIndexed& packet) {
    const VkMultiDrawIndexedInfoEXT* draws = packet::tail(&packet);
    VertexStreams& streams = draws_.streams();
    for (uint32_t i = 0; i < packet.count; i++) {
        uint32_t first = draws[i].firstIndex;
        const bool beyond = uint64_t(first) + draws[i].indexCount > streams.indexCount();
        Slice copy;
        if (beyond && !streams.copyIndices(first, draws[i].indexCount, copy))
            return;
        if (!draws_.prepare(true))
            return;
        if (beyond) {
            streams.bindIndices(context_.main(), copy);
            first = 0;
        }
        beginCondition();
        context_.fn().CmdDrawIndexed(context_.main(), draws[i].indexCount, packet.instanceCount, first,
                                     draws[i].vertexOffset, packet.firstInstance);
        endCondition();
    }
}

void Recorder::on(const packet::DrawIndexed& packet) {
    if (!packet.instanceCount || !mayDraw())
        return;
    if (readsBeyond(packet)) [[unlikely]] {
        drawBeyond(packet);
        return;
    }
    if (!draws_.prepare(true))
        return;
    const vk::Fns& fn = context_.fn();
    const VkMultiDrawIndexedInfoEXT* draws = packet::tail(&packet);
    const bool apart = draws_.pipeline()->writesUavs;
    if (packet.count > 1 && multiDraw_ && !apart) {
        const uint32_t limit = std::max(context_.caps().maxMultiDraw, 1u);
        beginCondition();
        for (uint32_t first = 0; first < packet.count; first += limit)
            fn.CmdDrawMultiIndexedEXT(context_.main(), std::min(limit, packet.count - first), draws + first,
                                      packet.instanceCount, packet.firstInstance, sizeof(*draws), nullptr);
        endCondition();
        return;
    }
    for (uint32_t i = 0; i < packet.count; i++) {
        if (i && apart && !draws_.prepare(true))
            return;
        beginCondition();
        fn.CmdDrawIndexed(context_.main(), draws[i].indexCount, packet.instanceCount, draws[i].firstIndex,
                          draws[i].vertexOffset, packet.firstInstance);
        endCondition();
    }
}

// For Caps::indirectForgetsIndexOffset: the offset goes into the arguments.
void Recorder::drawMoved(const packet::DrawIndirect& packet) {
    if (!draws_.streams().hasIndexBuffer())
        return;
    const Slice arguments = indirectIndices_.moved(*packet.buffer, packet.offset, draws_.streams().firstIndex());
    if (!arguments.backing.buffer || !draws_.prepare(true))
        return;
    beginCondition();
    context_.fn().CmdDrawIndexedIndirect(context_.main(), arguments.backing.buffer, arguments.backing.offset, 1,
                                         sizeof(VkDrawIndexedIndirectCommand));
    endCondition();
}

void Recorder::on(const packet::DrawIndirect& packet) {
    const uint64_t bytes = packet.indexed ? sizeof(VkDrawIndexedIndirectCommand) : sizeof(VkDrawIndirectCommand);
    if (packet.indexed && context_.caps().indirectForgetsIndexOffset) [[unlikely]] {
        if (packet.buffer && packet.offset + bytes <= packet.buffer->size() && mayDraw())
            drawMoved(packet);
        return;
    }
    if (!packet.buffer || packet.offset + bytes > packet.buffer->size() || !mayDraw() ||
        !draws_.prepare(packet.indexed, packet.buffer))
        return;
    const BufferBacking& backing = packet.buffer->backing();
    beginCondition();
    if (packet.indexed)
        context_.fn().CmdDrawIndexedIndirect(context_.main(), backing.buffer, backing.offset + packet.offset, 1,
                                             static_cast<uint32_t>(bytes));
    else
        context_.fn().CmdDrawIndirect(context_.main(), backing.buffer, backing.offset + packet.offset, 1,
                                      static_cast<uint32_t>(bytes));
    endCondition();
}

void Recorder::on(const packet::DrawAuto& packet) {
    if (!packet.counter || !packet.stride || !mayDraw() || !draws_.prepare(false, nullptr, packet.counter))
        return;
    const BufferBacking& backing = packet.counter->backing();
    beginCondition();
    context_.fn().CmdDrawIndirectByteCountEXT(context_.main(), 1, 0, backing.buffer, backing.offset,
                                              static_cast<uint32_t>(packet.vertexOffset), packet.stride);
    endCondition();
}

void Recorder::on(const packet::Dispatch& packet) {
    if (!mayDraw() || !compute_.prepare(packet))
        return;
    beginCondition();
    compute_.dispatch(packet);
    endCondition();
}

void Recorder::on(const packet::DispatchIndirect& packet) {
    if (!mayDraw() || !compute_.prepare(packet))
        return;
    beginCondition();
    compute_.dispatch(packet);
    endCondition();
}

// --- memory

void Recorder::rename(Buffer& buffer, const Slice& slice, bool listOwned) {
    if (buffer.slice().page)
        context_.retire().add(context_.submission(), buffer.slice());
    buffer.setBacking(slice.backing, slice.pageId);
    buffer.slice() = listOwned ? Slice{} : slice;
    buffer.listBacked = listOwned;
    context_.tracker().forget(buffer.hazard());
    if (buffer.bindMask & (kBoundVertex | kBoundIndex))
        draws_.streams().renamed(buffer);
    if (buffer.bindMask & ~uint32_t(kBoundVertex | kBoundIndex))
        binder_.bufferRenamed(buffer);
}

// Before the GPU writes to a buffer that lives in a command list's slice: the list may be executed again, with that slice as
// it was recorded. Only the host has written there, when the list was recorded.
void Recorder::ownBacking(Buffer& buffer) {
    if (!buffer.listBacked) [[likely]]
        return;
    copies_.flush();
    const Slice slice = context_.keptSlice(buffer.size());
    if (!slice.backing.mapped || !buffer.backing().mapped)
        return;
    std::memcpy(slice.backing.mapped, buffer.backing().mapped, buffer.size());
    rename(buffer, slice, false);
}

void Recorder::on(const packet::AdoptSlice& packet) {
    Buffer& buffer = *packet.buffer;
    const BufferBacking &now = buffer.backing(), &slice = packet.slice.backing;
    if (buffer.listBacked && now.buffer == slice.buffer && now.offset == slice.offset) {
        buffer.slice() = packet.slice;
        buffer.listBacked = false;
    } else if (packet.slice.page) {
        context_.retire().add(context_.submission(), packet.slice);
    }
}

void Recorder::on(const packet::RenameBuffer& packet) {
    if (packet.predicated && predication_.skips()) [[unlikely]] {
        if (packet.slice.page && !packet.listOwned)
            context_.retire().add(context_.submission(), packet.slice);
        return;
    }
    rename(*packet.buffer, packet.slice, packet.listOwned);
}

void Recorder::on(const packet::UploadBuffer& packet) {
    if (predication_.skips()) {
        if (packet.source.page)
            context_.retire().add(context_.submission(), packet.source);
        return;
    }
    ownBacking(*packet.buffer);
    copies_.uploadBuffer(packet);
}

void Recorder::on(const packet::UploadImage& packet) {
    if (packet.predicated && predication_.skips()) {
        if (packet.source.page)
            context_.retire().add(context_.submission(), packet.source);
    } else if (CodedTexels::concerns(*packet.image)) [[unlikely]] {
        copies_.flush();
        codedTexels_.upload(packet);
    } else if (PackedDepth::concerns(packet.aspects)) [[unlikely]] {
        copies_.flush();
        packedDepth_.upload(packet);
    } else {
        copies_.uploadImage(packet);
    }
}

void Recorder::on(const packet::RetireSlice& packet) {
    if (packet.slice.page)
        context_.retire().add(context_.submission(), packet.slice);
}

void Recorder::on(const packet::CopyBuffer& packet) {
    if (predication_.skips())
        return;
    ownBacking(*packet.target);
    copies_.copyBuffer(packet);
}

void Recorder::on(const packet::CopyImage& packet) {
    if (predication_.skips())
        return;
    if (CodedTexels::concerns(packet)) [[unlikely]] {
        copies_.flush();
        codedTexels_.copy(packet);
    } else if (SampleCopies::concerns(packet)) [[unlikely]] {
        copies_.flush();
        sampleCopies_.copy(packet);
    } else {
        copies_.copyImage(packet);
    }
}

void Recorder::on(const packet::CopyBufferToImage& packet) {
    if (predication_.skips())
        return;
    if (PackedDepth::concerns(packet.aspects)) [[unlikely]] {
        copies_.flush();
        packedDepth_.copy(packet);
    } else if (CodedTexels::concerns(*packet.image)) [[unlikely]] {
        copies_.flush();
        codedTexels_.copy(packet);
    } else {
        copies_.copyBufferToImage(packet);
    }
}

void Recorder::on(const packet::CopyImageToBuffer& packet) {
    if (predication_.skips())
        return;
    if (PackedDepth::concerns(packet.aspects)) [[unlikely]] {
        copies_.flush();
        packedDepth_.copy(packet);
    } else if (CodedTexels::concerns(*packet.image)) [[unlikely]] {
        copies_.flush();
        codedTexels_.copy(packet);
    } else {
        copies_.copyImageToBuffer(packet);
    }
}

void Recorder::on(const packet::Resolve& packet) {
    if (!predication_.skips())
        resolves_.resolve(packet);
}

void Recorder::on(const packet::VideoBlit& packet) {
    video_.draw(packet);
}

void Recorder::on(const packet::GenerateMips& packet) {
    if (predication_.skips())
        return;
    if (packet.view && packet.view->isImage() && !mips_.generate(*packet.view))
        HENDECA_WARN_ONCE("GenerateMips: no mips are made of an image that cannot be drawn to");
}

void Recorder::on(const packet::ClearTarget& packet) {
    if (!predication_.skips())
        clears_.clearTarget(packet);
}

void Recorder::on(const packet::ClearDepthStencil& packet) {
    if (!predication_.skips())
        clears_.clearDepthStencil(packet);
}

void Recorder::on(const packet::ClearUav& packet) {
    if (!predication_.skips())
        uavClears_.clear(packet);
}

void Recorder::on(const packet::DiscardImage& packet) {
    clears_.forget(*packet.image);
}

void Recorder::on(const packet::SetMinLod& packet) {
    packet.image->minLod = packet.value;
    binder_.imageChanged(*packet.image);
}

void Recorder::on(const packet::SetUavCounter& packet) {
    copies_.setUavCounter(packet);
}

void Recorder::on(const packet::CopyUavCounter& packet) {
    if (predication_.skips())
        return;
    ownBacking(*packet.target);
    copies_.copyUavCounter(packet);
}

// --- tiles

void Recorder::on(const packet::MapTiles& packet) {
    tiles_.map(packet);
    if (packet.last)
        bindTiles(packet.keepsUses && packet.table->bornIn != context_.submission());
}

void Recorder::on(const packet::CopyTileMap& packet) {
    tiles_.copy(packet);
    if (packet.last)
        bindTiles(packet.keepsUses && packet.target->bornIn != context_.submission());
}

void Recorder::on(const packet::TrimHeap& packet) {
    packet.heap->trim();
}

// Tiles may be seen by several resources, of which hazards are not tracked together: all that came before is finished first.
void Recorder::on(const packet::TileBarrier&) {
    splitSubmission();
}

// --- queries, control

// For Caps::queriesOverflow: the driver notes each query's begin and end in every tile of 64 x 64, and a scene holds some
// 250,000 notes. Between two dependencies, which empty it, queries get a quarter; the rest is for what is drawn.
void Recorder::limitQueries() {
    constexpr uint64_t kTile = 64, kMost = 1 << 16;
    if (!pass_.isOpen())
        return;
    const VkExtent2D extent = pass_.extent();
    queryCommands_ += 2 * ((extent.width + kTile - 1) / kTile) * ((extent.height + kTile - 1) / kTile);
    if (queryCommands_ <= kMost)
        return;
    queryCommands_ = 0;
    pass_.suspend();
    constexpr VkMemoryBarrier2 kAll{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                    nullptr,
                                    VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                    VK_ACCESS_2_MEMORY_WRITE_BIT,
                                    VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                    VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &kAll;
    context_.fn().CmdPipelineBarrier2(context_.main(), &dependency);
}

void Recorder::on(const packet::BeginQuery& packet) {
    if (context_.caps().queriesOverflow) [[unlikely]]
        limitQueries();
    queries_.begin(context_.main(), *packet.query);
}

void Recorder::on(const packet::EndQuery& packet) {
    const bool timestamp = packet.query->desc().kind == QueryKind::Timestamp;
    queries_.end(timestamp ? context_.orderedCommands() : context_.main(), *packet.query);
}

void Recorder::on(const packet::RotateImages& packet) {
    Image* const* images = packet::tail(&packet);
    pass_.suspend();
    for (uint32_t i = 0; i < packet.count; i++)
        clears_.resolve(*images[i]);
    Image::rotate(images, packet.count);
    for (uint32_t i = 0; i < packet.count; i++) {
        binder_.imageChanged(*images[i]);
        context_.addRecheck(images[i]->bindMask);
    }
}

void Recorder::on(const packet::Present& packet) {
    pass_.suspend();
    presents_.push_back(static_cast<PresenterImpl*>(packet.presenter)->record(context_, packet));
}

void Recorder::on(const packet::Submit& packet) {
    clears_.resolveAll();
    SubmitJob job = endRecording(packet.value);
    job.value = packet.value;
    binder_.submissionEnded(packet.value, context_.retire());
    pipelines_.retireReplaced(packet.value, context_.retire());
    sink_.submitJob(std::move(job));
    context_.retire().collect(sink_.completedNow());
    begin(packet.value + 1);
}

void Recorder::on(const packet::Release& packet) {
    context_.retireObject(packet.object);
}

void Recorder::on(const packet::ExecuteList& packet) {
    const Predication::State before = predication_.enterList();
    for (const Chunk* chunk = packet.first; chunk && !abandoned_; chunk = chunk->next)
        replayOne(*chunk);
    predication_.leaveList(before);
}

void Recorder::on(const packet::BeginLabel& packet) {
    labels_.begin(packet);
}

void Recorder::on(const packet::EndLabel&) {
    labels_.end();
}

void Recorder::on(const packet::InsertLabel& packet) {
    labels_.insert(packet);
}

} // namespace hendeca::gpu
