#version 450
layout(location = 0) out vec4 color;
layout(set = 3, binding = 145, std430) buffer Counts { uint counts[]; };
void main() {
    // Each draw must see what the one before wrote.
    uint at = uint(gl_FragCoord.x);
    counts[at] = counts[at] * 2 + 1;
    color = vec4(1);
}
