#pragma once
// For drivers that leave the offset of the index buffer out of indirect draws (Caps::indirectForgetsIndexOffset): a copy of
// the arguments in scratch memory, to whose first index a compute shader (shaders/indirect_indices.comp) adds the offset.
// Worker only. The pipeline is made on first use.

#include "gpu/upload/slice_ring.h"
#include "util/result.h"

#include <memory>

namespace hendeca::gpu {

class Buffer;
class RecordContext;

class IndirectIndices {
public:
    explicit IndirectIndices(RecordContext& context);
    ~IndirectIndices(); // the GPU must be idle

    // The arguments to draw with instead of those at `offset` (bytes) of `arguments`; ends an open pass. Without a buffer:
    // it cannot be done.
    Slice moved(Buffer& arguments, uint64_t offset, uint32_t firstIndex);

private:
    struct Adding;
    Status add(VkCommandBuffer commands, const Slice& copy, uint32_t firstIndex);

    RecordContext& context_;
    std::unique_ptr<Adding> adding_;
};

} // namespace hendeca::gpu
