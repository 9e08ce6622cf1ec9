#include "gpu/stream/printer.h"
#include "gpu/stream/writer.h"

#include <gtest/gtest.h>

#include <vector>

namespace hendeca::gpu {
namespace {

struct WriterTest : testing::Test, ChunkSink {
    ChunkPool pool;
    std::vector<Chunk*> full;
    Writer writer{pool, *this};

    ~WriterTest() override {
        for (Chunk* chunk : full)
            pool.give(chunk);
    }
    void chunkFull(Chunk* chunk) override { full.push_back(chunk); }
    std::string text() {
        writer.flush();
        std::string result;
        for (const Chunk* chunk : full)
            result += printChunk(*chunk);
        return result;
    }
};

TEST_F(WriterTest, NothingWrittenIsNothingFlushed) {
    EXPECT_TRUE(writer.empty());
    writer.flush();
    EXPECT_TRUE(full.empty());
}

TEST_F(WriterTest, APacketHasItsHeaderAndLiesAligned) {
    auto* label = writer.add<packet::BeginLabel>(3);
    EXPECT_EQ(label->header.id, PacketId::BeginLabel);
    EXPECT_EQ(label->header.size % 8, 0u);
    EXPECT_GE(label->header.size, sizeof(packet::BeginLabel) + 3);
    label->count = 0;
    auto* next = writer.add<packet::EndLabel>();
    EXPECT_EQ(reinterpret_cast<std::byte*>(next), reinterpret_cast<std::byte*>(label) + label->header.size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(next) % 8, 0u);
}

TEST_F(WriterTest, EqualDrawsInARowAreOnePacket) {
    writer.draw(3, 0, 1, 0);
    writer.draw(6, 3, 1, 0);
    writer.draw(9, 9, 1, 0);
    EXPECT_EQ(text(), "Draw instanceCount=1 firstInstance=0 count=3 [{0 3} {3 6} {9 9}]\n");
}

TEST_F(WriterTest, DrawsOfOtherInstancesAreNotJoined) {
    writer.draw(3, 0, 1, 0);
    writer.draw(3, 0, 2, 0);
    writer.draw(3, 0, 2, 1);
    EXPECT_EQ(text(), "Draw instanceCount=1 firstInstance=0 count=1 [{0 3}]\n"
                      "Draw instanceCount=2 firstInstance=0 count=1 [{0 3}]\n"
                      "Draw instanceCount=2 firstInstance=1 count=1 [{0 3}]\n");
}

TEST_F(WriterTest, AnythingBetweenKeepsDrawsApart) {
    writer.drawIndexed(3, 0, 5, 1, 0);
    writer.add<packet::SetStencilReference>()->value = 7;
    writer.drawIndexed(3, 0, -5, 1, 0);
    writer.draw(3, 0, 1, 0);
    writer.drawIndexed(3, 6, 0, 1, 0);
    EXPECT_EQ(text(), "DrawIndexed instanceCount=1 firstInstance=0 count=1 [{0 3 5}]\n"
                      "SetStencilReference value=7\n"
                      "DrawIndexed instanceCount=1 firstInstance=0 count=1 [{0 3 -5}]\n"
                      "Draw instanceCount=1 firstInstance=0 count=1 [{0 3}]\n"
                      "DrawIndexed instanceCount=1 firstInstance=0 count=1 [{6 3 0}]\n");
}

TEST_F(WriterTest, AFlushKeepsDrawsApart) {
    writer.draw(3, 0, 1, 0);
    writer.flush();
    writer.draw(3, 0, 1, 0);
    writer.flush();
    EXPECT_EQ(full.size(), 2u);
}

TEST_F(WriterTest, AFullChunkGoesToTheSinkAndNoDrawIsLost) {
    constexpr uint32_t kDraws = 20000;
    for (uint32_t i = 0; i < kDraws; i++)
        writer.drawIndexed(3, i, 0, 1, 0);
    writer.flush();
    EXPECT_GT(full.size(), 1u);
    uint32_t next = 0;
    for (const Chunk* chunk : full) {
        EXPECT_LE(chunk->used, Chunk::kBytes);
        for (uint32_t at = 0; at < chunk->used;) {
            const auto* packet = reinterpret_cast<const packet::DrawIndexed*>(chunk->data + at);
            ASSERT_EQ(packet->header.id, PacketId::DrawIndexed);
            for (uint32_t i = 0; i < packet->count; i++)
                ASSERT_EQ(packet::tail(packet)[i].firstIndex, next++);
            at += packet->header.size;
        }
    }
    EXPECT_EQ(next, kDraws);
}

// What the sink writes when it is given a chunk (the immediate context's Submit) is not lost to the packet that found no room.
TEST(WriterSink, PacketsWrittenByTheSinkStay) {
    struct SubmittingSink : ChunkSink {
        Writer* writer = nullptr;
        std::string text;
        ChunkPool* pool = nullptr;
        uint64_t submits = 0;
        void chunkFull(Chunk* chunk) override {
            text += printChunk(*chunk);
            pool->give(chunk);
            if (submits < 3)
                writer->add<packet::Submit>()->value = ++submits;
        }
    };
    ChunkPool pool;
    SubmittingSink sink;
    Writer writer{pool, sink};
    sink.writer = &writer;
    sink.pool = &pool;
    for (uint32_t i = 0; i < 20000; i++)
        writer.add<packet::Dispatch>()->x = i;
    writer.flush();
    size_t dispatches = 0, submits = 0;
    for (size_t at = 0; (at = sink.text.find("Dispatch ", at)) != std::string::npos; at++)
        dispatches++;
    for (size_t at = 0; (at = sink.text.find("Submit ", at)) != std::string::npos; at++)
        submits++;
    EXPECT_EQ(20000u, dispatches);
    EXPECT_EQ(3u, submits);
}

TEST_F(WriterTest, BytesWrittenRise) {
    const uint64_t before = writer.bytesWritten();
    writer.draw(3, 0, 1, 0);
    const uint64_t after = writer.bytesWritten();
    EXPECT_GT(after, before);
    writer.flush();
    EXPECT_EQ(writer.bytesWritten(), after);
}

TEST_F(WriterTest, APacketThatFitsNowhereGoesToScratchAndIsReported) {
    EXPECT_FALSE(writer.failed());
    auto* label = writer.add<packet::BeginLabel>(Chunk::kBytes + 100);
    ASSERT_NE(label, nullptr);
    std::memset(packet::tail(label), 'x', Chunk::kBytes + 100); // there is room
    EXPECT_TRUE(writer.failed());
    writer.flush();
    EXPECT_TRUE(full.empty());
}

} // namespace
} // namespace hendeca::gpu
