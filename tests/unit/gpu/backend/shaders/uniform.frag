#version 450
layout(set = 2, binding = 0, std140) uniform Constants { vec4 values[4096]; };
layout(location = 0) out vec4 color;
void main() { color = values[0]; }
