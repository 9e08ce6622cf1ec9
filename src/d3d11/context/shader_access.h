#pragma once
// From a shader's COM interface to ours: which class it is follows from the stage. Null gives null. Any thread.

#include "spirv/shader_binary.h"

#include <d3d11.h>

namespace hendeca::gpu {
class Shader;
}

namespace hendeca::d3d11 {

class DeviceObject;

gpu::Shader* gpuShader(spirv::Stage stage, ID3D11DeviceChild* shader);
DeviceObject* shaderObject(spirv::Stage stage, ID3D11DeviceChild* shader);

} // namespace hendeca::d3d11
