#include "meshes.h"

#include <cmath>

namespace {

MeshRange beginRange(const Meshes& meshes) {
    return {0, static_cast<uint32_t>(meshes.indices.size()), static_cast<int32_t>(meshes.vertices.size())};
}

void endRange(const Meshes& meshes, MeshRange& range) {
    range.indexCount = static_cast<uint32_t>(meshes.indices.size()) - range.firstIndex;
}

// A square of side 2 around center `n`, spanned by u and v with u x v = n in a left-handed system.
void addSquare(Meshes& meshes, int32_t baseVertex, const float (&n)[3], const float (&u)[3], const float (&v)[3]) {
    const auto first = static_cast<uint16_t>(static_cast<int32_t>(meshes.vertices.size()) - baseVertex);
    for (int corner = 0; corner < 4; corner++) {
        const float a = corner & 1 ? 1.0f : -1.0f, b = corner & 2 ? 1.0f : -1.0f;
        Vertex vertex{};
        for (int i = 0; i < 3; i++) {
            vertex.position[i] = n[i] + a * u[i] + b * v[i];
            vertex.normal[i] = n[i];
        }
        vertex.uv[0] = (a + 1) / 2;
        vertex.uv[1] = (1 - b) / 2;
        meshes.vertices.push_back(vertex);
    }
    for (const int offset : {0, 2, 1, 1, 2, 3})
        meshes.indices.push_back(static_cast<uint16_t>(first + offset));
}

void addCube(Meshes& meshes) {
    meshes.cube = beginRange(meshes);
    for (int axis = 0; axis < 3; axis++) {
        for (const float side : {-1.0f, 1.0f}) {
            float n[3] = {}, u[3] = {}, v[3] = {};
            n[axis] = side;
            const int vAxis = axis == 1 ? 2 : 1;
            v[vAxis] = 1;
            // u = v x n
            u[0] = v[1] * n[2] - v[2] * n[1];
            u[1] = v[2] * n[0] - v[0] * n[2];
            u[2] = v[0] * n[1] - v[1] * n[0];
            for (float& part : u)
                part = -part;
            addSquare(meshes, meshes.cube.baseVertex, n, u, v);
        }
    }
    endRange(meshes, meshes.cube);
}

void addSphere(Meshes& meshes) {
    constexpr int kRings = 24, kSegments = 48;
    constexpr float kPi = 3.14159265f;
    meshes.sphere = beginRange(meshes);
    for (int ring = 0; ring <= kRings; ring++) {
        const float polar = kPi * static_cast<float>(ring) / kRings;
        for (int segment = 0; segment <= kSegments; segment++) {
            const float around = 2 * kPi * static_cast<float>(segment) / kSegments;
            const float x = std::sin(polar) * std::cos(around), y = std::cos(polar), z = std::sin(polar) * std::sin(around);
            meshes.vertices.push_back({{x, y, z},
                                       {x, y, z},
                                       {static_cast<float>(segment) / kSegments, static_cast<float>(ring) / kRings}});
        }
    }
    for (int ring = 0; ring < kRings; ring++) {
        for (int segment = 0; segment < kSegments; segment++) {
            const int a = ring * (kSegments + 1) + segment, b = a + kSegments + 1;
            for (const int index : {a, a + 1, b, b, a + 1, b + 1})
                meshes.indices.push_back(static_cast<uint16_t>(index));
        }
    }
    endRange(meshes, meshes.sphere);
}

} // namespace

Meshes makeMeshes() {
    Meshes meshes{};
    addCube(meshes);
    addSphere(meshes);
    // The upper face of the cube, flattened by its world matrix.
    meshes.plane = meshes.cube;
    meshes.plane.indexCount = 6;
    meshes.plane.firstIndex += 3 * 6;
    return meshes;
}
