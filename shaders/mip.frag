// One mip level from the one above it: the sampler's linear filter averages. DIMENSIONS: of the source, 1 to 3.
#version 460

#if DIMENSIONS == 1
layout(set = 0, binding = 0) uniform sampler1D source;
#elif DIMENSIONS == 2
layout(set = 0, binding = 0) uniform sampler2D source;
#else
layout(set = 0, binding = 0) uniform sampler3D source;
#endif

layout(push_constant) uniform Constants {
    float depth; // coordinate of the slice, of 3D images
};

layout(location = 0) in vec2 coordinates;
layout(location = 0) out vec4 color;

void main() {
#if DIMENSIONS == 1
    color = textureLod(source, coordinates.x, 0.0);
#elif DIMENSIONS == 2
    color = textureLod(source, coordinates, 0.0);
#else
    color = textureLod(source, vec3(coordinates, depth), 0.0);
#endif
}
