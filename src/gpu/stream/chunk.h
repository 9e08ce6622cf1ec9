#pragma once
// A block of packets. Chunks are linked: a context fills one after the other and hands them to the worker, which gives
// them back to the pool; a command list keeps its own. One owner at a time; ChunkPool is thread-safe.

#include "gpu/stream/packets.h"

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace hendeca::gpu {

struct Chunk {
    static constexpr uint32_t kBytes = 64 * 1024;
    Chunk* next = nullptr;
    uint32_t used = 0; // bytes
    uint32_t draws = 0; // rough weight, for flush heuristics
    alignas(16) std::byte data[kBytes];
};

class ChunkPool {
public:
    ~ChunkPool();
    Chunk* take(); // empty; null only when memory is exhausted
    void give(Chunk* chunk); // and all that hang on it
    void refuse(bool on);    // for tests: as if memory had ended

private:
    std::mutex mutex_;
    Chunk* free_ = nullptr;
    bool refuses_ = false;
};

} // namespace hendeca::gpu
