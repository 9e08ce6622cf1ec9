#include "gpu/stream/writer.h"

#include "util/log.h"

#include <cstdlib>
#include <new>

namespace hendeca::gpu {

namespace {

// Packets that find no chunk go here; nobody reads them. As large as the largest packet.
constexpr uint32_t kScratchBytes = Chunk::kBytes;

} // namespace

Writer::~Writer() {
    if (chunk_)
        pool_.give(chunk_);
    if (scratch_)
        ::operator delete(scratch_, std::align_val_t(16));
}

void Writer::flush() {
    lastDraw_ = nullptr;
    if (empty())
        return;
    Chunk* full = chunk_;
    chunk_ = nullptr;
    total_ += full->used;
    sink_.chunkFull(full);
}

std::byte* Writer::reserveSlow(uint32_t bytes) {
    if (bytes <= Chunk::kBytes) {
        flush();
        // The sink may have written packets of its own meanwhile (a Submit): this one goes behind them.
        while (chunk_ && Chunk::kBytes - chunk_->used < bytes)
            flush();
        if (!chunk_)
            chunk_ = pool_.take();
        if (chunk_) {
            std::byte* at = chunk_->data + chunk_->used;
            chunk_->used += bytes;
            return at;
        }
    }
    if (!failed_) {
        logError("a packet of %u bytes is lost: %s", bytes, bytes > Chunk::kBytes ? "too large" : "out of memory");
        failed_ = true;
        sink_.packetLost();
    }
    if (bytes > kScratchBytes || !scratch_) {
        if (scratch_)
            ::operator delete(scratch_, std::align_val_t(16));
        // Without even this there is nothing that could be done; operator new ends the program.
        scratch_ = static_cast<std::byte*>(::operator new(bytes > kScratchBytes ? bytes : kScratchBytes, std::align_val_t(16)));
    }
    return scratch_;
}

} // namespace hendeca::gpu
