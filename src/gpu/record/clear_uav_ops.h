#pragma once
// ClearUnorderedAccessViewUint and ...Float. The value is turned into the bits of one texel of the view's format (uint
// clears take the low bits of each component as they are), and these bits are written: by a fill, by an image clear whose
// colour gives the same bits in the image's format, or (rectangles, depth slices, long patterns) by copies from a small
// scratch pattern. Nothing is drawn or dispatched. Worker only.

#include "gpu/stream/packets.h"

namespace hendeca::gpu {

class RecordContext;

class ClearUavOps {
public:
    explicit ClearUavOps(RecordContext& context) : context_(context) {}
    void clear(const packet::ClearUav& packet);

private:
    void clearBuffer(const packet::ClearUav& packet);
    void clearImage(const packet::ClearUav& packet);
    void copyPattern(const packet::ClearUav& packet, const uint8_t* texel, uint32_t texelBytes);

    RecordContext& context_;
};

} // namespace hendeca::gpu
