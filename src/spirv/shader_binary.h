#pragma once
// All that the backend ever sees of a shader: SPIR-V words, and what the shader asks of its surroundings. Plain data, made
// by `translate`, read by `gpu`; immutable once made, so any thread may read it.
//
// Descriptor model (fixed here, since translator and backend must agree):
//
//   pre-rasterisation stages (VS, HS, DS, GS) and compute:  set 0 uniform buffers, set 1 everything else
//   pixel:                                                  set 2 uniform buffers, set 3 everything else
//
// so that the two halves of a graphics pipeline library know all of their sets alone. Binding numbers are fixed functions
// of stage and D3D11 slot (uniformBinding(), resourceBinding()); a layout has only those that a shader uses. Uniform
// buffers may be given dynamic offsets by the layout; the shader does not know.
//
// Stage to stage, D3D11 links by register: location = register index, always one 32-bit float vec4 per register (integers
// travel as bits), whatever the signature's types are. Vertex inputs: location = register, type as in the signature.
// Pixel outputs: location = render target, type as in the signature.
//
// The viewport has a negative height, so shaders need no flip.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hendeca::spirv {

enum class Stage : uint8_t { Vertex, Hull, Domain, Geometry, Pixel, Compute };
inline constexpr uint32_t kStageCount = 6;

// D3D11's slot counts.
inline constexpr uint32_t kConstantBufferSlots = 14;
// One uniform buffer more than D3D11's: what class linkage has put behind the interfaces of a shader. Two vectors for each
// interface slot: what `this` reads (constant buffer, vector, texture, sampler), and the function table in x.
inline constexpr uint32_t kLinkageSlot = kConstantBufferSlots;
inline constexpr uint32_t kUniformSlots = kConstantBufferSlots + 1;
inline constexpr uint32_t kInterfaceSlots = 253;
inline constexpr uint32_t kSrvSlots = 128;
inline constexpr uint32_t kSamplerSlots = 16;
inline constexpr uint32_t kUavSlots = 64;
inline constexpr uint32_t kRegisterCount = 32;

enum class BindingKind : uint8_t {
    UniformBuffer,      // b#: vec4[4096], read within the descriptor's range
    Sampler,            // s#
    SampledImage,       // t#: texture
    UniformTexelBuffer, // t#: typed buffer
    StorageBufferRead,  // t#: raw or structured buffer, uint[]
    StorageImage,       // u#: texture
    StorageTexelBuffer, // u#: typed buffer
    StorageBuffer,      // u#: raw or structured buffer, uint[]
    UavCounter,         // the hidden counter of u#: one uint
};

enum class ImageDim : uint8_t { None, D1, D1Array, D2, D2Array, D2Ms, D2MsArray, D3, Cube, CubeArray };

enum class NumericType : uint8_t { Float, Sint, Uint };

struct Binding {
    BindingKind kind = BindingKind::UniformBuffer;
    uint8_t set = 0;
    uint16_t binding = 0;
    uint16_t slot = 0;          // the D3D11 slot: b#, s#, t#, u#
    ImageDim dim = ImageDim::None; // of images: the view type that must be bound
    NumericType type = NumericType::Float; // of images and texel buffers
    bool written = false;       // UAV kinds: the shader may write
    bool read = true;           // UAV kinds: the shader may read (or do an atomic)
    uint16_t structureStride = 0; // of structured buffers, bytes; 0: raw or typed
    // Raw and structured buffers: the specialisation constant (uint, default 0) that holds how many 32-bit words the view
    // starts after the bound descriptor's offset, for views that are not aligned as the driver wants. 0: none.
    // UAVs of 3D textures: the one that holds which slices the view shows, the first in the low 16 bits and their number in
    // the high ones; all by default.
    uint16_t offsetSpecId = 0;
};

// What a register carries between stages, at a vertex input or at a pixel output.
struct IoElement {
    std::string semantic; // as in the signature
    uint32_t semanticIndex = 0;
    uint32_t reg = 0;     // register, or render target
    uint8_t mask = 0;     // components, bit 0 = x
    uint8_t usedMask = 0; // read (inputs) or always written (outputs)
    NumericType type = NumericType::Float;
    uint8_t stream = 0;
    bool systemValue = false; // travels as a SPIR-V built-in, not as a location
};

// Bits: what the module needs of the device beyond the baseline, or of the pipeline.
enum ShaderFlag : uint32_t {
    kUsesFloat64 = 1u << 0,
    kUsesInt64 = 1u << 1,
    kUsesSampleRateShading = 1u << 2,
    kUsesDiscard = 1u << 3,
    kWritesDepth = 1u << 4,
    kEarlyFragmentTests = 1u << 5,
    kWritesStencilRef = 1u << 6,
    kWritesLayerOrViewport = 1u << 7, // from VS or DS: needs shaderOutputLayer/ViewportIndex
    kUsesStorageReadWithoutFormat = 1u << 8,
    kUsesStorageWriteWithoutFormat = 1u << 9,
    kUsesSparseResidency = 1u << 10,
    kUsesXfb = 1u << 11,
    kUsesUavs = 1u << 12,
    kUsesCubeArray = 1u << 13,
    kUsesImageGatherExtended = 1u << 14,
    kUsesSampleMaskOut = 1u << 15,
    kReadsSampleCountSpec = 1u << 16,
    kUsesMultisampleStorage = 1u << 17,
    kNoRasterization = 1u << 18, // what the stage emits goes to stream output only
};

// Specialisation constants with fixed ids; those of buffer offsets follow from kFirstOffsetSpecId.
inline constexpr uint16_t kSampleCountSpecId = 1; // uint, default 1: samples of the render targets (sampleinfo rasterizer)
inline constexpr uint16_t kFirstOffsetSpecId = 8;

enum class TessPartitioning : uint8_t { Integer, Pow2, FractionalOdd, FractionalEven };
enum class TessOutput : uint8_t { Point, Line, TriangleCw, TriangleCcw };
enum class TessDomain : uint8_t { Isoline, Triangle, Quad };

struct ShaderBinary {
    Stage stage = Stage::Vertex;
    std::vector<uint32_t> words; // entry point "main", SPIR-V 1.6 for Vulkan 1.3
    std::vector<Binding> bindings;
    std::vector<IoElement> inputs;
    std::vector<IoElement> outputs;
    uint32_t inputRegisters = 0;  // bit r: location r is read
    uint32_t outputRegisters = 0; // bit r: location r is written (pixel: render target r)
    uint32_t flags = 0;           // ShaderFlag
    std::array<uint32_t, 3> workgroupSize{1, 1, 1};
    uint32_t hullInputControlPoints = 0;
    uint32_t hullOutputControlPoints = 0;
    uint32_t xfbStride[4] = {}; // bytes; 0: buffer not written
    uint32_t rasterizedStream = 0; // of a geometry shader; not 0 only where the driver can draw other streams

    bool has(ShaderFlag flag) const { return (flags & flag) != 0; }
};

constexpr uint32_t uniformSet(Stage stage) { return stage == Stage::Pixel ? 2 : 0; }
constexpr uint32_t resourceSet(Stage stage) { return stage == Stage::Pixel ? 3 : 1; }
// Stages that share a set lie one after the other in it.
constexpr uint32_t stageIndexInSet(Stage stage) {
    return stage == Stage::Pixel || stage == Stage::Compute ? 0 : static_cast<uint32_t>(stage);
}
constexpr uint32_t uniformBinding(Stage stage, uint32_t slot) { return stageIndexInSet(stage) * 16 + slot; }
inline constexpr uint32_t kResourceBindingsPerStage = kSrvSlots + kSamplerSlots + 2 * kUavSlots;
// A slot that a shader reads as several kinds of resource (a method of a class may) has a binding for each: the first as
// above, the others from here on.
inline constexpr uint32_t kFirstAliasBinding = 5 * kResourceBindingsPerStage;
inline constexpr uint32_t kAliasBindingsPerStage = 512;
constexpr uint32_t srvBinding(Stage stage, uint32_t slot) {
    return stageIndexInSet(stage) * kResourceBindingsPerStage + slot;
}
constexpr uint32_t samplerBinding(Stage stage, uint32_t slot) { return srvBinding(stage, kSrvSlots + slot); }
constexpr uint32_t uavBinding(Stage stage, uint32_t slot) {
    return srvBinding(stage, kSrvSlots + kSamplerSlots + slot);
}
constexpr uint32_t uavCounterBinding(Stage stage, uint32_t slot) {
    return srvBinding(stage, kSrvSlots + kSamplerSlots + kUavSlots + slot);
}

} // namespace hendeca::spirv
