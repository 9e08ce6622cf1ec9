#pragma once
// Copies between depth and colour images of several samples, which have no form in a buffer: each sample is drawn with a sample
// mask of its own (shaders/copy_samples.frag). They are of whole subresources, and of formats of 16 or 32 bits without stencil:
// other depth formats are never stored as colour. Worker only. Pipelines are made on first use.

#include "gpu/stream/packets.h"
#include "util/result.h"

#include <memory>

namespace hendeca::gpu {

class RecordContext;

class SampleCopies {
public:
    explicit SampleCopies(RecordContext& context);
    ~SampleCopies(); // the GPU must be idle

    static bool concerns(const packet::CopyImage& packet);
    void copy(const packet::CopyImage& packet);

private:
    struct Drawing;
    Status draw(const packet::CopyImage& packet);
    VkImageView makeView(Image& image, uint32_t subresource, VkImageUsageFlags usage);

    RecordContext& context_;
    std::unique_ptr<Drawing> drawing_;
};

} // namespace hendeca::gpu
