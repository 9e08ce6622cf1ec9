#include "gpu/stream/chunk.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

TEST(ChunkPool, GivesEmptyChunks) {
    ChunkPool pool;
    Chunk* chunk = pool.take();
    EXPECT_EQ(chunk->used, 0u);
    EXPECT_EQ(chunk->next, nullptr);
    pool.give(chunk);
}

TEST(ChunkPool, UsesChunksAgainAndClearsTheirHeads) {
    ChunkPool pool;
    Chunk* chunk = pool.take();
    chunk->used = 100;
    chunk->draws = 3;
    pool.give(chunk);
    Chunk* again = pool.take();
    EXPECT_EQ(again, chunk);
    EXPECT_EQ(again->used, 0u);
    EXPECT_EQ(again->draws, 0u);
    pool.give(again);
}

TEST(ChunkPool, TakesAWholeChainBack) {
    ChunkPool pool;
    Chunk *a = pool.take(), *b = pool.take(), *c = pool.take();
    a->next = b;
    b->next = c;
    pool.give(a);
    for (int i = 0; i < 3; i++) {
        Chunk* chunk = pool.take();
        EXPECT_TRUE(chunk == a || chunk == b || chunk == c);
        EXPECT_EQ(chunk->next, nullptr);
    }
    for (Chunk* chunk : {a, b, c})
        pool.give(chunk);
    pool.give(nullptr);
}

} // namespace
} // namespace hendeca::gpu
