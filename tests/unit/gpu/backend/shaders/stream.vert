#version 450
#extension GL_ARB_enhanced_layouts : require
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 0, xfb_buffer = 0, xfb_stride = 16, xfb_offset = 0) out vec4 outColor;
void main() {
    gl_Position = position;
    gl_PointSize = 1;
    outColor = color * 2;
}
