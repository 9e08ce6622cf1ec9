#version 460
// b0 of the pixel stage, plus what the vertex shader passed on.
layout(set = 2, binding = 0) uniform B0 { vec4 base; };
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;
void main() { target = base + color; }
