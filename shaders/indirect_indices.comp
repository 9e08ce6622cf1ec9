// Adds the number of the first index of what is bound to the arguments of an indirect draw with indices, for drivers that
// leave the offset of the index buffer out of such draws.
#version 460

layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Arguments { uint arguments[5]; }; // those of VkDrawIndexedIndirectCommand
layout(push_constant) uniform Constants { uint firstIndex; };

void main() {
    arguments[2] += firstIndex;
}
