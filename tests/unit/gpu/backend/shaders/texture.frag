#version 450
layout(set = 3, binding = 0) uniform texture2D image;
layout(set = 3, binding = 128) uniform sampler state;
layout(location = 0) out vec4 color;
void main() { color = texelFetch(sampler2D(image, state), ivec2(gl_FragCoord.xy), 0); }
