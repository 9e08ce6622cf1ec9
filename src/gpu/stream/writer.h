#pragma once
// Appends packets to chunks. One per context, used by that context's thread alone; takes no lock but when a chunk is full.
// add<P>() gives the packet to be filled in; draw() and drawIndexed() join with the packet before when nothing came
// between. When memory is exhausted the packet goes into a scratch area and failed() turns true.

#include "gpu/stream/chunk.h"

#include <cstring>

namespace hendeca::gpu {

// Takes full chunks. The immediate context's goes to the worker, a deferred context's to its command list.
class ChunkSink {
public:
    virtual void chunkFull(Chunk* chunk) = 0;
    virtual void packetLost() {} // memory has ended; called once

protected:
    ~ChunkSink() = default;
};

class Writer {
public:
    Writer(ChunkPool& pool, ChunkSink& sink) : pool_(pool), sink_(sink) {}
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    template <class P>
    P* add(uint32_t tailCount = 0) {
        uint32_t bytes = sizeof(P);
        if constexpr (!std::is_same_v<typename P::Tail, packet::NoTail>)
            bytes += tailCount * static_cast<uint32_t>(sizeof(typename P::Tail));
        bytes = (bytes + 7) & ~7u;
        std::byte* at = reserve(bytes);
        P* made = reinterpret_cast<P*>(at);
        made->header = {P::kId, 0, bytes};
        lastDraw_ = nullptr;
        return made;
    }

    void draw(uint32_t vertexCount, uint32_t firstVertex, uint32_t instanceCount, uint32_t firstInstance) {
        if (auto* last = joinable<packet::Draw>(instanceCount, firstInstance, sizeof(VkMultiDrawInfoEXT))) {
            packet::tail(last)[last->count++] = {firstVertex, vertexCount};
            return;
        }
        auto* made = add<packet::Draw>(1);
        made->instanceCount = instanceCount;
        made->firstInstance = firstInstance;
        made->count = 1;
        packet::tail(made)[0] = {firstVertex, vertexCount};
        lastDraw_ = &made->header;
    }

    void drawIndexed(uint32_t indexCount, uint32_t firstIndex, int32_t vertexOffset, uint32_t instanceCount,
                     uint32_t firstInstance) {
        if (auto* last =
                joinable<packet::DrawIndexed>(instanceCount, firstInstance, sizeof(VkMultiDrawIndexedInfoEXT))) {
            packet::tail(last)[last->count++] = {firstIndex, indexCount, vertexOffset};
            return;
        }
        auto* made = add<packet::DrawIndexed>(1);
        made->instanceCount = instanceCount;
        made->firstInstance = firstInstance;
        made->count = 1;
        packet::tail(made)[0] = {firstIndex, indexCount, vertexOffset};
        lastDraw_ = &made->header;
    }

    // Hands what has been written to the sink, if anything.
    void flush();
    bool empty() const { return !chunk_ || chunk_->used == 0; }
    bool failed() const { return failed_; }
    void clearFailure() { failed_ = false; }
    uint64_t bytesWritten() const { return total_ + (chunk_ ? chunk_->used : 0); }

private:
    std::byte* reserve(uint32_t bytes) {
        if (!chunk_ || Chunk::kBytes - chunk_->used < bytes) [[unlikely]]
            return reserveSlow(bytes);
        std::byte* at = chunk_->data + chunk_->used;
        chunk_->used += bytes;
        return at;
    }
    std::byte* reserveSlow(uint32_t bytes);

    // The draw packet at the end of the chunk, grown by one element, if the next draw may join it.
    template <class P>
    P* joinable(uint32_t instanceCount, uint32_t firstInstance, uint32_t elementBytes) {
        if (!lastDraw_ || lastDraw_->id != P::kId)
            return nullptr;
        auto* last = reinterpret_cast<P*>(lastDraw_);
        if (last->instanceCount != instanceCount || last->firstInstance != firstInstance)
            return nullptr;
        const uint32_t wanted = (static_cast<uint32_t>(sizeof(P)) + (last->count + 1) * elementBytes + 7) & ~7u;
        const uint32_t more = wanted - last->header.size;
        if (Chunk::kBytes - chunk_->used < more)
            return nullptr;
        chunk_->used += more;
        last->header.size = wanted;
        return last;
    }

    ChunkPool& pool_;
    ChunkSink& sink_;
    Chunk* chunk_ = nullptr;
    PacketHeader* lastDraw_ = nullptr;
    uint64_t total_ = 0;
    bool failed_ = false;
    std::byte* scratch_ = nullptr; // where packets go when memory is exhausted
};

} // namespace hendeca::gpu
