#include "matrix.h"

#include <cmath>

Matrix multiply(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 4; k++)
                out.m[i][j] += a.m[i][k] * b.m[k][j];
        }
    }
    return out;
}

Matrix translation(float x, float y, float z) {
    return {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {x, y, z, 1}}};
}

Matrix scaling(float x, float y, float z) {
    return {{{x, 0, 0, 0}, {0, y, 0, 0}, {0, 0, z, 0}, {0, 0, 0, 1}}};
}

Matrix rotationX(float angle) {
    const float c = std::cos(angle), s = std::sin(angle);
    return {{{1, 0, 0, 0}, {0, c, s, 0}, {0, -s, c, 0}, {0, 0, 0, 1}}};
}

Matrix rotationY(float angle) {
    const float c = std::cos(angle), s = std::sin(angle);
    return {{{c, 0, -s, 0}, {0, 1, 0, 0}, {s, 0, c, 0}, {0, 0, 0, 1}}};
}

Float3 normalized(Float3 v) {
    const float scale = 1.0f / std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return {v.x * scale, v.y * scale, v.z * scale};
}

static Float3 cross(Float3 a, Float3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float dot(Float3 a, Float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Matrix lookAt(Float3 eye, Float3 at) {
    const Float3 z = normalized({at.x - eye.x, at.y - eye.y, at.z - eye.z});
    const Float3 x = normalized(cross({0, 1, 0}, z));
    const Float3 y = cross(z, x);
    return {{{x.x, y.x, z.x, 0}, {x.y, y.y, z.y, 0}, {x.z, y.z, z.z, 0}, {-dot(x, eye), -dot(y, eye), -dot(z, eye), 1}}};
}

Matrix perspective(float fieldOfView, float aspect, float nearest, float farthest) {
    const float height = 1.0f / std::tan(fieldOfView / 2);
    const float depth = farthest / (farthest - nearest);
    return {{{height / aspect, 0, 0, 0}, {0, height, 0, 0}, {0, 0, depth, 1}, {0, 0, -nearest * depth, 0}}};
}
