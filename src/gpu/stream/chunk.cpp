#include "gpu/stream/chunk.h"

#include <new>

namespace hendeca::gpu {

ChunkPool::~ChunkPool() {
    while (free_) {
        Chunk* next = free_->next;
        delete free_;
        free_ = next;
    }
}

Chunk* ChunkPool::take() {
    {
        std::lock_guard lock(mutex_);
        if (refuses_)
            return nullptr;
        if (Chunk* chunk = free_) {
            free_ = chunk->next;
            chunk->next = nullptr;
            chunk->used = 0;
            chunk->draws = 0;
            return chunk;
        }
    }
    return new (std::nothrow) Chunk; // the data are not cleared
}

void ChunkPool::refuse(bool on) {
    std::lock_guard lock(mutex_);
    refuses_ = on;
}

void ChunkPool::give(Chunk* chunk) {
    if (!chunk)
        return;
    Chunk* last = chunk;
    while (last->next)
        last = last->next;
    std::lock_guard lock(mutex_);
    last->next = free_;
    free_ = chunk;
}

} // namespace hendeca::gpu
