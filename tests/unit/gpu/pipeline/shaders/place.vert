#version 460
// b0: scale and shift of the position; the attribute at location 1 is passed on.
layout(set = 0, binding = 0) uniform B0 { vec4 scaleShift; };
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 color;
void main() {
    gl_Position = vec4(position.xy * scaleShift.xy + scaleShift.zw, position.z, 1.0);
    color = tint;
}
