#pragma once
// Debug labels of the application in the command buffer. Nothing when the driver or layer has none. Worker only.

#include "gpu/stream/packets.h"

#include <cstdint>

namespace hendeca::gpu {

class RecordContext;

class Labels {
public:
    explicit Labels(RecordContext& context) : context_(context) {}
    void begin(const packet::BeginLabel& packet);
    void end();
    void insert(const packet::InsertLabel& packet);
    // Labels do not reach over command buffers.
    void submissionEnds();

private:
    RecordContext& context_;
    uint32_t depth_ = 0;
};

} // namespace hendeca::gpu
