#pragma once
// What a use of a resource is, as one value; its row in access_table.cpp gives stages, access mask, image layout and
// whether it writes. Plain data, any thread.

#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu::hazard {

enum class Access : uint8_t {
    None,
    VertexBuffer,
    IndexBuffer,
    IndirectBuffer,
    UniformGraphics,
    UniformCompute,
    SampledVertex,  // pre-rasterisation stages
    SampledPixel,
    SampledCompute,
    DepthReadSampled,   // a depth image read by a shader while it is bound as read-only attachment
    StorageReadGraphics,
    StorageReadCompute,
    StorageWriteGraphics, // and read
    StorageWriteCompute,
    ColorAttachment,
    DepthAttachment,
    DepthAttachmentRead,
    StreamOutWrite,
    StreamOutCounterWrite,
    StreamOutCounterRead,
    TransferRead,
    TransferWrite,
    ResolveRead, // vkCmdResolveImage
    ResolveWrite,
    HostRead,
    ConditionalRead,
    PresentRead,  // the presenter's blit samples a back buffer
    Count
};

struct AccessInfo {
    Access key;
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access;
    VkImageLayout layout; // of images
    bool write;
    const char* name;
};

const AccessInfo& accessInfo(Access access);

} // namespace hendeca::gpu::hazard
