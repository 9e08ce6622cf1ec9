#include "gpu/stream/printer.h"

#include "gpu/stream/chunk.h"
#include "gpu/stream/writer.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hendeca::gpu {
namespace {

struct OneChunk : ChunkSink {
    void chunkFull(Chunk* full) override { chunk = full; }
    Chunk* chunk = nullptr;
};

TEST(Printer, EveryPacketHasAName) {
    std::set<std::string> names;
    for (uint32_t i = 0; i < static_cast<uint32_t>(PacketId::Count); i++)
        names.insert(packetName(static_cast<PacketId>(i)));
    EXPECT_EQ(names.size(), static_cast<size_t>(PacketId::Count));
    EXPECT_EQ(names.count("?"), 0u);
    EXPECT_STREQ(packetName(PacketId::Count), "?");
}

TEST(Printer, ObjectsAreNamedInTheOrderOfTheirFirstMention) {
    ChunkPool pool;
    OneChunk sink;
    Writer writer(pool, sink);
    auto* a = reinterpret_cast<View*>(uintptr_t(0x5000));
    auto* b = reinterpret_cast<View*>(uintptr_t(0x4000));
    auto* set = writer.add<packet::SetUavs>(3);
    set->compute = true;
    set->first = 1;
    set->count = 3;
    packet::tail(set)[0] = a;
    packet::tail(set)[1] = b;
    packet::tail(set)[2] = nullptr;
    writer.add<packet::GenerateMips>()->view = a;
    writer.flush();
    EXPECT_EQ(printChunk(*sink.chunk), "SetUavs compute=true first=1 count=3 [#1 #2 null]\nGenerateMips view=#1\n");
    pool.give(sink.chunk);
}

TEST(Printer, GroupsAndTextsAreReadable) {
    ChunkPool pool;
    OneChunk sink;
    Writer writer(pool, sink);
    writer.add<packet::SetBlendConstants>()->value = {{0, 0.5f, 1, -2}};
    auto* label = writer.add<packet::InsertLabel>(3);
    label->color = 9;
    label->count = 3;
    std::memcpy(packet::tail(label), "abc", 3);
    writer.flush();
    EXPECT_EQ(printChunk(*sink.chunk), "SetBlendConstants value={0 0.5 1 -2}\nInsertLabel color=9 count=3 [abc]\n");
    pool.give(sink.chunk);
}

TEST(Printer, DamagedChunksEndTheText) {
    ChunkPool pool;
    Chunk* chunk = pool.take();
    auto* header = reinterpret_cast<PacketHeader*>(chunk->data);
    *header = {PacketId::ResetState, 0, 4};
    chunk->used = 16;
    EXPECT_EQ(printChunk(*chunk), "<damaged>\n");
    *header = {PacketId::ResetState, 0, 400};
    EXPECT_EQ(printChunk(*chunk), "<damaged>\n");
    *header = {PacketId::Count, 0, 16};
    EXPECT_EQ(printChunk(*chunk), "<damaged>\n");
    pool.give(chunk);
}

TEST(Printer, AChainIsPrintedOnDemand) {
    ChunkPool pool;
    Chunk *a = pool.take(), *b = pool.take();
    for (Chunk* chunk : {a, b}) {
        auto* reset = reinterpret_cast<packet::ResetState*>(chunk->data);
        reset->header = {PacketId::ResetState, 0, sizeof(packet::ResetState)};
        reset->unused = 0;
        chunk->used = sizeof(packet::ResetState);
    }
    a->next = b;
    EXPECT_EQ(printChunk(*a), "ResetState unused=0\n");
    EXPECT_EQ(printChunk(*a, true), "ResetState unused=0\nResetState unused=0\n");
    pool.give(a);
}

} // namespace
} // namespace hendeca::gpu
