#pragma once
// What the compiler noted about a shader besides its program: resource bindings and constant buffers (RDEF), statistics
// (STAT) and class linkage (IFCE). The program never depends on it, and a stripped shader has none. Owns everything;
// plain data, any thread. Source: d3d11shader.h (D3D11_SHADER_INPUT_BIND_DESC and its neighbours) and the chunk
// layouts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dxbc/container.h"

namespace hendeca::dxbc {

// Values as in the chunk (D3D_SHADER_INPUT_TYPE).
enum class BindingType : uint8_t {
    ConstantBuffer = 0,
    TextureBuffer = 1,
    Texture = 2,
    Sampler = 3,
    UavTyped = 4,
    Structured = 5,
    UavStructured = 6,
    ByteAddress = 7,
    UavByteAddress = 8,
    UavAppend = 9,
    UavConsume = 10,
    UavStructuredWithCounter = 11,
};

struct ResourceBinding {
    std::string name;
    BindingType type = BindingType::ConstantBuffer;
    uint32_t returnType = 0; // D3D_RESOURCE_RETURN_TYPE
    uint32_t dimension = 0;  // D3D_SRV_DIMENSION
    uint32_t sampleCount = 0;
    uint32_t slot = 0;
    uint32_t count = 0;
    uint32_t flags = 0; // D3D_SHADER_INPUT_FLAGS
    uint32_t space = 0; // model 5.1
    uint32_t id = 0;    // model 5.1: the range's id; else the slot
};

struct ShaderVariable {
    std::string name;
    uint32_t offset = 0;    // bytes
    uint32_t size = 0;      // bytes
    uint32_t flags = 0;     // bit 1: used
    uint16_t typeClass = 0; // D3D_SHADER_VARIABLE_CLASS
    uint16_t type = 0;      // D3D_SHADER_VARIABLE_TYPE
    uint16_t rows = 0;
    uint16_t columns = 0;
    uint16_t elements = 0;
    uint16_t members = 0;
};

// A constant buffer, or the element of a structured buffer (kind 3): then `size` is the structure's size.
struct ConstantBufferInfo {
    std::string name;
    uint32_t size = 0; // bytes
    uint32_t flags = 0;
    uint32_t kind = 0; // D3D_CBUFFER_TYPE: 0 cbuffer, 1 tbuffer, 2 interface pointers, 3 structured buffer
    std::vector<ShaderVariable> variables;
};

struct Reflection {
    uint32_t flags = 0; // D3DCOMPILE_* that the shader was compiled with
    std::string creator;
    std::vector<ResourceBinding> bindings;
    std::vector<ConstantBufferInfo> constantBuffers;

    static Result<Reflection> parse(std::span<const uint8_t> data); // an RDEF chunk without its header
    // Of a container; empty when it has no RDEF.
    static Result<Reflection> read(const Container& container);
    const ConstantBufferInfo* findConstantBuffer(const std::string& name) const;
};

// Counters of STAT; those beyond the end of a chunk are 0 (older compilers wrote fewer).
struct Statistics {
    static constexpr uint32_t kCounters = 37;
    std::array<uint32_t, kCounters> counters{};
    uint32_t known = 0; // how many the chunk has

    uint32_t instructionCount() const { return counters[0]; }
    uint32_t tempCount() const { return counters[1]; }
    static Statistics read(const Container& container);
    static const char* name(uint32_t counter); // "" for those that nobody has named
};

// Class linkage (IFCE): the types and instances that a program can plug into the interfaces of a shader.
struct ClassType {
    std::string name;
    uint16_t id = 0;
    uint16_t constantBufferSize = 0; // in vectors
    uint16_t textureCount = 0;
    uint16_t samplerCount = 0;
};
struct ClassInstance {
    std::string name;
    uint16_t type = 0;
    uint16_t constantBuffer = 0;
    uint16_t constantOffset = 0; // vectors
    uint16_t texture = 0;
    uint16_t sampler = 0;
};
// One interface of the shader: which types fit, and which function table each of them means.
struct InterfaceSlot {
    uint32_t firstSlot = 0;
    uint32_t slotCount = 0;
    std::vector<uint16_t> typeIds;
    std::vector<uint32_t> tableIds;
};
struct ClassLinkage {
    std::vector<ClassType> types;
    std::vector<ClassInstance> instances;
    std::vector<InterfaceSlot> slots;

    static Result<ClassLinkage> parse(std::span<const uint8_t> data);
    static Result<ClassLinkage> read(const Container& container); // empty without an IFCE chunk
};

} // namespace hendeca::dxbc
