#pragma once
// What a shader asks of the state that it is drawn with, for the checks of the debug layer: slots with their sizes,
// dimensions and types, signatures, primitives. Read from the byte code at creation; immutable, any thread.

#include "dxbc/declaration.h"
#include "dxbc/signature.h"
#include "spirv/shader_binary.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hendeca::d3d11 {

struct ShaderFacts {
    struct Uniform {
        uint32_t slot, bytes;
    };
    struct Sampler {
        uint32_t slot;
        bool comparison;
    };
    struct Resource {
        uint32_t slot;
        dxbc::ResourceDim dim;
        dxbc::ReturnType type;
        uint32_t stride;      // bytes, of structured buffers
        uint32_t sampleCount; // 0: any
    };
    spirv::Stage stage = spirv::Stage::Vertex;
    std::vector<Uniform> uniforms;
    std::vector<Sampler> samplers;
    std::vector<Resource> resources, uavs;
    dxbc::Signature inputs, outputs, patchConstants;
    dxbc::Primitive inputPrimitive = dxbc::Primitive::Undefined; // geometry
    uint32_t inputControlPoints = 0, outputControlPoints = 0;    // hull; domain: input
    dxbc::TessDomain domain = dxbc::TessDomain::Undefined;
    bool writesDepth = false;
};

// Null for byte code that cannot be read.
std::unique_ptr<ShaderFacts> readShaderFacts(spirv::Stage stage, const void* bytecode, size_t length);

} // namespace hendeca::d3d11
