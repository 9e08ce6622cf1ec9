#version 460
// u0: raw buffer, from a residual offset on; b0.x is written, plus the thread's number.
layout(local_size_x = 4) in;
layout(constant_id = 8) const uint residual = 0;
layout(set = 0, binding = 0) uniform B0 { uvec4 value; };
layout(set = 1, binding = 144) buffer U0 { uint words[]; } u0;
void main() { u0.words[residual + gl_GlobalInvocationID.x] = value.x + gl_GlobalInvocationID.x; }
