#pragma once
// A shader as the backend knows it: a key, and a job that makes its ShaderBinary. The job is supplied by the layer above
// and runs on a compile thread (or earlier, when a draw cannot wait). A shader is pending, ready or bad; a draw with a bad
// one is skipped and logged once. Thread-safe; made by Backend::createShader.

#include "gpu/resource/object.h"
#include "spirv/shader_binary.h"
#include "util/result.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace hendeca::gpu {

// What a pipeline may ask of a second translation of the same shader. All zero: the ordinary one.
struct ShaderVariant {
    bool dualSource = false;      // pixel: target 1 is the second source of target 0
    uint32_t alphaInRed = 0;      // pixel: targets whose red takes the alpha
    uint32_t undefinedInputs = 0; // pixel: registers that the stage before does not write
    // Vertex and domain: what a geometry stage that only captures asks for (ShaderDesc::capture), null: nothing.
    const void* capture = nullptr;
    uint32_t nanToZero = 0;       // pixel: targets that get 0 for NaN
    auto operator<=>(const ShaderVariant&) const = default;
};

// Makes the binary of a variant; called on compile threads, must be safe there.
using ShaderJob = std::function<Result<spirv::ShaderBinary>(const ShaderVariant&)>;

struct ShaderDesc {
    spirv::Stage stage = spirv::Stage::Vertex;
    uint64_t key[2] = {}; // hash of the bytes and of all that shapes the translation
    ShaderJob job;
    // A geometry stage without code of its own: the stage before it writes stream output as this says, in terms of the
    // layer above, whose jobs get it back. Lives as long as the shader's entry, which has no job then.
    std::shared_ptr<const void> capture;
};

class Shader; // pipeline/shader_store.h

} // namespace hendeca::gpu
