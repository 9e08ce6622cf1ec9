#pragma once
// Vectors and row-vector matrices, as little as the scene needs.

struct Float3 {
    float x, y, z;
};
struct Float4 {
    float x, y, z, w;
};
struct Matrix {
    float m[4][4];
};

Matrix multiply(const Matrix& a, const Matrix& b);
Matrix translation(float x, float y, float z);
Matrix scaling(float x, float y, float z);
Matrix rotationX(float angle);
Matrix rotationY(float angle);
// Left-handed, depth 0 to 1, as Direct3D has it.
Matrix lookAt(Float3 eye, Float3 at);
Matrix perspective(float fieldOfView, float aspect, float nearest, float farthest);
Float3 normalized(Float3 v);
