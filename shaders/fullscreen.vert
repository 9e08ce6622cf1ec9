// A triangle that covers the viewport; its texture coordinates run from 0 to 1 over it.
#version 460

layout(location = 0) out vec2 coordinates;

void main() {
    coordinates = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(coordinates * 2.0 - 1.0, 0.0, 1.0);
}
