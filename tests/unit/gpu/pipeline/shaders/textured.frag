#version 460
// t0 through s0, and a word of the raw buffer t1.
layout(set = 3, binding = 0) uniform texture2D t0;
layout(set = 3, binding = 128) uniform sampler s0;
layout(set = 3, binding = 1) readonly buffer T1 { uint words[]; } t1;
layout(location = 0) out vec4 target;
void main() { target = textureLod(sampler2D(t0, s0), vec2(0.5), 0.0) + vec4(0, 0, uintBitsToFloat(t1.words[0]), 0); }
