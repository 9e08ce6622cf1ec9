// Words of several texels, as D3D11's memory has them, to texels of a word each, or back (gpu/format/texel_code.h). One
// invocation for a word of memory. Rows of both are whole words of memory, so that rows need not be told apart.
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Memory { uint memory[]; };
layout(set = 0, binding = 1) buffer Texels { uint texels[]; };
layout(push_constant) uniform Constants {
    uint words;
    uint perRow; // invocations of a row of work groups
    uint greens; // bytes of a pair's word that are its greens; 0: the bytes are the alphas of four texels
    uint expand; // 1: from memory to texels
};

void main() {
    uint i = gl_GlobalInvocationID.y * perRow + gl_GlobalInvocationID.x;
    if (gl_GlobalInvocationID.x >= perRow || i >= words)
        return;
    if (expand != 0) {
        uint word = memory[i];
        if (greens != 0) {
            texels[2 * i] = word;
            texels[2 * i + 1] = (word & ~greens) | (word << 16 | word >> 16) & greens;
        } else {
            for (uint k = 0; k < 4; k++)
                texels[4 * i + k] = word >> (8 * k) << 24;
        }
    } else if (greens != 0) {
        memory[i] = texels[2 * i];
    } else {
        uint word = 0;
        for (uint k = 0; k < 4; k++)
            word |= texels[4 * i + k] >> 24 << (8 * k);
        memory[i] = word;
    }
}
