#version 450
// out[i] = in[i] + 1
layout(local_size_x = 4) in;
layout(set = 1, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 1, binding = 144, std430) buffer Target { uint target[]; };
void main() { target[gl_GlobalInvocationID.x] = source[gl_GlobalInvocationID.x] + 1; }
