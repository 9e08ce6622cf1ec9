#pragma once
// Multisample resolves. Colour images of one format go through vkCmdResolveImage2; where the resolve's format differs from
// the image's (typeless images), or averaging makes no sense (integers, depth), a pass of no draws resolves attachments.
// Worker only.

#include "gpu/stream/packets.h"

namespace hendeca::gpu {

class RecordContext;

class ResolveOps {
public:
    explicit ResolveOps(RecordContext& context) : context_(context) {}
    void resolve(const packet::Resolve& packet);

private:
    void resolveByCommand(const packet::Resolve& packet);
    void resolveByPass(const packet::Resolve& packet);

    RecordContext& context_;
};

} // namespace hendeca::gpu
