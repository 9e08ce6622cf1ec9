#pragma once
// What an application has set on a context, and which of it the backend has not been told yet. Plain data of one context,
// used by that context's thread alone. Pointers are ours and take no reference: an object that is bound here is kept from
// being destroyed by the device's list of unreferenced objects (device/device.h), which asks forEachBound().

#include "gpu/state.h"
#include "spirv/shader_binary.h"

#include <d3d11_4.h>

#include <cstdint>

namespace hendeca::gpu {
class Shader;
}

namespace hendeca::d3d11 {

class Buffer;
class DeviceObject;
class ShaderResourceView;
class RenderTargetView;
class DepthStencilView;
class UnorderedAccessView;
class SamplerState;
class InputLayout;
class BlendState;
class RasterizerState;
class DepthStencilState;
class Query;
class ClassInstance;
class ShaderInterfaces;

inline constexpr uint32_t kStages = spirv::kStageCount;
inline constexpr uint32_t kWholeBuffer = 4096; // constants of 16 bytes: all that a shader can see

// Slots [low, high) that changed since the backend was last told.
struct DirtyRange {
    uint16_t low = 0xffff;
    uint16_t high = 0;
    void add(uint32_t slot) {
        if (slot < low)
            low = static_cast<uint16_t>(slot);
        if (slot + 1 > high)
            high = static_cast<uint16_t>(slot + 1);
    }
    void clear() { *this = {}; }
    bool empty() const { return low >= high; }
};

struct UniformSlot {
    Buffer* buffer = nullptr;
    uint32_t firstConstant = 0, constantCount = kWholeBuffer; // of 16 bytes
    bool operator==(const UniformSlot&) const = default;
};

struct VertexSlot {
    Buffer* buffer = nullptr;
    uint32_t stride = 0, offset = 0; // bytes
    bool operator==(const VertexSlot&) const = default;
};

// 128 shader-resource slots as bits.
struct SlotMask {
    uint64_t bits[2] = {};
    void set(uint32_t slot, bool on) {
        const uint64_t bit = 1ull << (slot & 63);
        if (on)
            bits[slot >> 6] |= bit;
        else
            bits[slot >> 6] &= ~bit;
    }
    bool any() const { return bits[0] | bits[1]; }
};

struct StageState {
    ID3D11DeviceChild* shader = nullptr; // the stage's own class
    DeviceObject* shaderObject = nullptr;
    gpu::Shader* gpuShader = nullptr; // null, too, when an interface has no fitting instance
    const ShaderInterfaces* interfaces = nullptr;
    UniformSlot uniforms[spirv::kConstantBufferSlots];
    ShaderResourceView* resources[spirv::kSrvSlots] = {};
    SamplerState* samplers[spirv::kSamplerSlots] = {};
    SlotMask hazardous;              // bound resources that could also be bound for output
    uint32_t resourceEnd = 0;        // no resource is bound at or above this slot
    ClassInstance* classInstances[D3D11_SHADER_MAX_INTERFACES] = {};
    uint32_t classInstanceCount = 0;
    DirtyRange dirtyUniforms, dirtyResources, dirtySamplers;
};

// Dirty groups: four bits per stage, then the rest.
enum DirtyBit : uint64_t {
    kDirtyShader0 = 1ull << 0, // << 4 * stage
    kDirtyUniforms0 = 1ull << 1,
    kDirtyResources0 = 1ull << 2,
    kDirtySamplers0 = 1ull << 3,
    kDirtyLayout = 1ull << 24,
    kDirtyTopology = 1ull << 25,
    kDirtyVertexBuffers = 1ull << 26,
    kDirtyIndexBuffer = 1ull << 27,
    kDirtyTargets = 1ull << 28,
    kDirtyGraphicsUavs = 1ull << 29,
    kDirtyComputeUavs = 1ull << 30,
    kDirtyViewports = 1ull << 31,
    kDirtyScissors = 1ull << 32,
    kDirtyRaster = 1ull << 33,
    kDirtyBlend = 1ull << 34,
    kDirtyBlendConstants = 1ull << 35,
    kDirtyDepthStencil = 1ull << 36,
    kDirtyStencilReference = 1ull << 37,
    kDirtyStreamOut = 1ull << 38,
    kDirtyPredication = 1ull << 39,
};
constexpr uint64_t stageBits(spirv::Stage stage) { return 0xfull << (4 * static_cast<uint32_t>(stage)); }
inline constexpr uint64_t kComputeBits = stageBits(spirv::Stage::Compute) | kDirtyComputeUavs | kDirtyPredication;
inline constexpr uint64_t kAllBits = (1ull << 40) - 1;
inline constexpr uint64_t kGraphicsBits =
    kAllBits & ~(stageBits(spirv::Stage::Compute) | static_cast<uint64_t>(kDirtyComputeUavs));

struct ShadowState {
    StageState stages[kStages];

    InputLayout* layout = nullptr;
    D3D11_PRIMITIVE_TOPOLOGY topology = D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED;
    VertexSlot vertexBuffers[gpu::kMaxVertexBuffers];
    Buffer* indexBuffer = nullptr;
    DXGI_FORMAT indexFormat = DXGI_FORMAT_UNKNOWN;
    uint32_t indexOffset = 0;

    RenderTargetView* targets[gpu::kMaxTargets] = {};
    uint32_t targetCount = 0;
    DepthStencilView* depthStencil = nullptr;
    UnorderedAccessView* graphicsUavs[spirv::kUavSlots] = {};
    UnorderedAccessView* computeUavs[spirv::kUavSlots] = {};
    uint64_t graphicsUavMask = 0, computeUavMask = 0;

    BlendState* blend = nullptr;
    float blendFactor[4] = {1, 1, 1, 1};
    uint32_t sampleMask = 0xffffffff;
    DepthStencilState* depthStencilState = nullptr;
    uint32_t stencilReference = 0;
    RasterizerState* rasterizer = nullptr;
    D3D11_VIEWPORT viewports[gpu::kMaxViewports] = {};
    uint32_t viewportCount = 0;
    D3D11_RECT scissors[gpu::kMaxViewports] = {};
    uint32_t scissorCount = 0;

    Buffer* streamOut[D3D11_SO_BUFFER_SLOT_COUNT] = {};
    uint32_t streamOutOffset[D3D11_SO_BUFFER_SLOT_COUNT] = {};

    Query* predicate = nullptr;
    bool predicateValue = false;

    uint64_t dirty = 0;
    DirtyRange dirtyVertexBuffers, dirtyGraphicsUavs, dirtyComputeUavs;

    StageState& stage(spirv::Stage which) { return stages[static_cast<uint32_t>(which)]; }
    // Everything that is not D3D11's default is to be told again.
    void markAllDirty();
    // Calls visit(DeviceObject*) for each object that is bound (bound_objects.h).
    template <class Visit>
    void forEachBound(Visit&& visit) const;
};

} // namespace hendeca::d3d11
