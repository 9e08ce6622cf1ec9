#pragma once
// The video processor's draws: each is one stream, or the background, into one plane of the output. The front-end has
// turned rectangles, rotation, colour spaces and alpha into constants; here they are bound with the planes of the
// source and a triangle is drawn over the area. Blending takes its factor from the shader's second output, so that the
// output's own alpha can be anything. Worker only. Pipelines are made on first use.

#include "gpu/stream/packets.h"
#include "util/result.h"

#include <memory>

namespace hendeca::gpu {

class RecordContext;

class VideoOps {
public:
    explicit VideoOps(RecordContext& context);
    ~VideoOps(); // the GPU must be idle

    void draw(const packet::VideoBlit& packet);

private:
    struct Drawing;
    Status record(const packet::VideoBlit& packet);

    RecordContext& context_;
    std::unique_ptr<Drawing> drawing_;
};

} // namespace hendeca::gpu
