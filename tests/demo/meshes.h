#pragma once
// The scene's three shapes in one vertex and one index list.

#include <cstdint>
#include <vector>

struct Vertex {
    float position[3];
    float normal[3];
    float uv[2];
};

struct MeshRange {
    uint32_t indexCount, firstIndex;
    int32_t baseVertex;
};

struct Meshes {
    std::vector<Vertex> vertices;
    std::vector<uint16_t> indices;
    MeshRange cube, sphere, plane;
};

// Front faces are clockwise, as Direct3D has them by default.
Meshes makeMeshes();
