// Depth and stencil, as Vulkan copies them apart, put together into D3D11's texels, or taken apart again. One invocation for
// four texels, so that stencil is read and written in whole words. TEXEL_WORDS: 1 (D24S8) or 2 (D32S8X24). PACK: which way.
// FLOAT: the image has 32-bit depth although the texels have 24 bits of it, since the driver has no D24S8.
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Packed { uint packed_[]; };
layout(set = 0, binding = 1) buffer Depth { uint depth[]; };
layout(set = 0, binding = 2) buffer Stencil { uint stencil[]; };
layout(push_constant) uniform Constants {
    uint texels;
    uint perRow; // invocations of a row of work groups
};

void main() {
    uint word = gl_GlobalInvocationID.y * perRow + gl_GlobalInvocationID.x, first = word * 4;
    if (gl_GlobalInvocationID.x >= perRow || first >= texels)
        return;
    uint last = min(first + 4, texels);
#if PACK
    uint four = stencil[word];
    for (uint i = first; i < last; i++) {
        uint one = four >> (8 * (i - first)) & 0xff;
#if TEXEL_WORDS == 1
#if FLOAT
        packed_[i] = uint(round(clamp(uintBitsToFloat(depth[i]), 0.0, 1.0) * 16777215.0)) | one << 24;
#else
        packed_[i] = (depth[i] & 0xffffff) | one << 24;
#endif
#else
        packed_[2 * i] = depth[i];
        packed_[2 * i + 1] = one;
#endif
    }
#else
    uint four = 0;
    for (uint i = first; i < last; i++) {
#if TEXEL_WORDS == 1
#if FLOAT
        depth[i] = floatBitsToUint(float(packed_[i] & 0xffffff) / 16777215.0);
#else
        depth[i] = packed_[i] & 0xffffff;
#endif
        four |= packed_[i] >> 24 << (8 * (i - first));
#else
        depth[i] = packed_[2 * i];
        four |= (packed_[2 * i + 1] & 0xff) << (8 * (i - first));
#endif
    }
    stencil[word] = four;
#endif
}
