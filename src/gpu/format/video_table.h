#pragma once
// The video formats, as planes. Not every Vulkan driver has images of several planes, and those that have them rarely let
// one draw to them; so each plane of NV12, P010, P016 and NV11 is an image of its own, with a plain format, and a packed
// 4:2:2 format is an image of half the width whose texel is a pair of pixels. A view names a plane by its own format, as
// D3D11 wants; copies and uploads are made once for each plane. In linear memory (initial data, staging, Map) the planes
// lie one below the other, all with the row pitch of the first.
// Constant tables, any thread. Source: Microsoft Learn, DXGI_FORMAT (valid view formats, even sizes, size of staging data),
// "Format Support for Direct3D Feature Level 11.0 Hardware"; "Recommended 8-Bit / 10-Bit and 16-Bit YUV Formats".

#include "gpu/format/format_table.h"

#include <cstdint>

namespace hendeca::gpu {

struct VideoPlane {
    VkFormat format;                 // of the plane's image
    uint8_t bytes;                   // of a texel of it
    uint8_t widthShift, heightShift; // a texel of it stands for 1 << shift pixels
    uint16_t views[2];               // DXGI formats of views: as numbers between 0 and 1, and as integers; 0: none
    uint16_t wordView;               // a further one for unordered access: R32_UINT, or 0
};

struct VideoFormat {
    uint32_t key;        // DXGI_FORMAT
    uint32_t planeCount; // 1 or 2
    VideoPlane planes[2];
};

// Null for formats that are not stored in this way.
const VideoFormat* videoFormat(uint32_t dxgi);
// The plane that a view of format `view` shows; -1: none.
int planeOfView(const VideoFormat& format, uint32_t view, bool unordered);

// What the video processor does with a format, as D3D11_FORMAT_SUPPORT bits (VIDEO_PROCESSOR_INPUT and _OUTPUT).
uint32_t videoProcessorUses(uint32_t dxgi);

} // namespace hendeca::gpu
