#pragma once
// The six shader interfaces: the same class over another interface. A shader holds the backend's shader, which shares
// the translation of equal byte code. Creation checks the container and the program at once, so that bad input is
// E_INVALIDARG, and leaves the translation to the backend's compile threads. Immutable, any thread.

#include "d3d11/device/device_child.h"
#include "d3d11/shader/class_linkage.h"
#include "gpu/pipeline/shader.h"

#include <memory>

namespace hendeca::d3d11 {

using GpuShaderPtr = std::unique_ptr<gpu::Shader, void (*)(gpu::Shader*)>;

// What a shader object is made of.
struct ShaderParts {
    GpuShaderPtr shader{nullptr, nullptr};
    std::unique_ptr<const ShaderInterfaces> interfaces; // null: it has none
};

class ShaderBase : public DeviceObject {
public:
    gpu::Shader* gpu() const { return shader_.get(); }
    spirv::Stage stage() const { return stage_; }
    const ShaderInterfaces* interfaces() const { return interfaces_.get(); }

protected:
    ShaderBase(Device& device, spirv::Stage stage, ShaderParts parts)
        : DeviceObject(device), shader_(std::move(parts.shader)), interfaces_(std::move(parts.interfaces)),
          stage_(stage) {}
    void releaseGpu(gpu::Writer& writer) override;

private:
    GpuShaderPtr shader_;
    std::unique_ptr<const ShaderInterfaces> interfaces_;
    spirv::Stage stage_;
};

template <class Main, spirv::Stage kStage>
class ShaderObject final : public DeviceChildOf<ShaderBase, Main> {
public:
    ShaderObject(Device& device, ShaderParts parts)
        : DeviceChildOf<ShaderBase, Main>(device, kStage, std::move(parts)) {}

private:
    const char* className() const override { return "shader"; }
};

using VertexShader = ShaderObject<ID3D11VertexShader, spirv::Stage::Vertex>;
using HullShader = ShaderObject<ID3D11HullShader, spirv::Stage::Hull>;
using DomainShader = ShaderObject<ID3D11DomainShader, spirv::Stage::Domain>;
using GeometryShader = ShaderObject<ID3D11GeometryShader, spirv::Stage::Geometry>;
using PixelShader = ShaderObject<ID3D11PixelShader, spirv::Stage::Pixel>;
using ComputeShader = ShaderObject<ID3D11ComputeShader, spirv::Stage::Compute>;

// Stream output of CreateGeometryShaderWithStreamOutput.
struct StreamOutputDesc {
    const D3D11_SO_DECLARATION_ENTRY* entries = nullptr;
    UINT entryCount = 0;
    const UINT* strides = nullptr;
    UINT strideCount = 0;
    UINT rasterizedStream = 0;
};

// As the device's CreateXxxShader: checks, and makes the backend's shader. `wanted` false only judges (the parts stay
// empty and the result is S_OK). `linkage` may be null; it learns the shader's types and instances.
HRESULT createGpuShader(Device& device, spirv::Stage stage, const void* bytecode, SIZE_T length,
                        const StreamOutputDesc* streamOutput, ClassLinkage* linkage, bool wanted, ShaderParts& parts);

} // namespace hendeca::d3d11
