// One sample of a depth image to a colour image of the same bits, or back; the draw's sample mask says to which sample. TO_DEPTH:
// which way. CLASS: numbers of the colour image, 0 floats, 1 unsigned, 2 signed.
#version 460
#extension GL_EXT_samplerless_texture_functions : require

#if CLASS == 1
#define COLOR uvec4
#define COLOR_TEXTURE utexture2DMS
#elif CLASS == 2
#define COLOR ivec4
#define COLOR_TEXTURE itexture2DMS
#else
#define COLOR vec4
#define COLOR_TEXTURE texture2DMS
#endif

layout(push_constant) uniform Constants {
    int sample_;
    uint bits; // of the depth: 32 (a float) or 16 (UNORM)
    uint mode; // of colour floats: 0 the depth itself, 1 the depth's bits are a half, 2 they are a SNORM
};

#if TO_DEPTH
layout(set = 0, binding = 0) uniform COLOR_TEXTURE source;
#else
layout(set = 0, binding = 0) uniform texture2DMS source;
layout(location = 0) out COLOR result;
#endif

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
#if TO_DEPTH
    COLOR texel = texelFetch(source, at, sample_);
#if CLASS == 0
    float depth = texel.x;
    if (mode == 1)
        depth = float(packHalf2x16(vec2(texel.x, 0)) & 0xffff) / 65535.0;
    else if (mode == 2)
        depth = float(int(round(texel.x * 32767.0)) & 0xffff) / 65535.0;
    gl_FragDepth = depth;
#else
    uint word = uint(texel.x);
    gl_FragDepth = bits == 32 ? uintBitsToFloat(word) : float(word & 0xffff) / 65535.0;
#endif
#else
    float depth = texelFetch(source, at, sample_).x;
    uint word = bits == 32 ? floatBitsToUint(depth) : uint(round(depth * 65535.0));
#if CLASS == 0
    float value = depth;
    if (mode == 1)
        value = unpackHalf2x16(word).x;
    else if (mode == 2)
        value = max(float(int(word << 16) >> 16) / 32767.0, -1.0);
    result = vec4(value);
#elif CLASS == 1
    result = uvec4(word);
#else
    result = ivec4(bits == 32 ? int(word) : int(word << 16) >> 16);
#endif
#endif
}
