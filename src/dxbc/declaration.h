#pragma once
// Decoded declarations. One struct for all of them: a declaration fills the members that its opcode has and leaves the
// rest at their defaults (the list stands with each group). Plain data without pointers into the bytes; any thread.
// Source: Microsoft's D3D11 tokenised program format.

#include <array>
#include <cstdint>
#include <vector>

#include "dxbc/instruction.h"

namespace hendeca::dxbc {

// System value named by a dcl_*_sgv or dcl_*_siv; values as in the name token. (Signatures number them differently.)
enum class SystemName : uint16_t {
    Undefined = 0,
    Position = 1,
    ClipDistance = 2,
    CullDistance = 3,
    RenderTargetArrayIndex = 4,
    ViewportArrayIndex = 5,
    VertexId = 6,
    PrimitiveId = 7,
    InstanceId = 8,
    IsFrontFace = 9,
    SampleIndex = 10,
    FinalQuadUEq0EdgeTessFactor = 11,
    FinalQuadVEq0EdgeTessFactor = 12,
    FinalQuadUEq1EdgeTessFactor = 13,
    FinalQuadVEq1EdgeTessFactor = 14,
    FinalQuadUInsideTessFactor = 15,
    FinalQuadVInsideTessFactor = 16,
    FinalTriUEq0EdgeTessFactor = 17,
    FinalTriVEq0EdgeTessFactor = 18,
    FinalTriWEq0EdgeTessFactor = 19,
    FinalTriInsideTessFactor = 20,
    FinalLineDetailTessFactor = 21,
    FinalLineDensityTessFactor = 22,
    Count
};

enum class Interpolation : uint8_t {
    Undefined = 0,
    Constant = 1,
    Linear = 2,
    LinearCentroid = 3,
    LinearNoPerspective = 4,
    LinearNoPerspectiveCentroid = 5,
    LinearSample = 6,
    LinearNoPerspectiveSample = 7,
    Count
};

enum class SamplerMode : uint8_t { Default = 0, Comparison = 1, Mono = 2, Count };

// Input primitive of a geometry shader. PatchN is FirstPatch + N - 1, N from 1 to 32.
enum class Primitive : uint8_t {
    Undefined = 0,
    Point = 1,
    Line = 2,
    Triangle = 3,
    LineAdj = 6,
    TriangleAdj = 7,
    FirstPatch = 8,
    LastPatch = 39
};
uint32_t primitiveVertexCount(Primitive primitive); // 0 for values that are none

enum class Topology : uint8_t { Undefined = 0, PointList = 1, LineStrip = 3, TriangleStrip = 5 };

enum class TessDomain : uint8_t { Undefined = 0, Isoline = 1, Triangle = 2, Quad = 3 };
enum class TessPartitioning : uint8_t { Undefined = 0, Integer = 1, Pow2 = 2, FractionalOdd = 3, FractionalEven = 4 };
enum class TessOutput : uint8_t { Undefined = 0, Point = 1, Line = 2, TriangleCw = 3, TriangleCcw = 4 };

enum GlobalFlag : uint32_t {
    kRefactoringAllowed = 1u << 0,
    kEnableDoubles = 1u << 1,
    kForceEarlyDepthStencil = 1u << 2,
    kEnableRawAndStructured = 1u << 3,
    kSkipOptimization = 1u << 4,
    kEnableMinPrecision = 1u << 5,
    kEnableDoubleExtensions = 1u << 6,
    kEnableShaderExtensions = 1u << 7,
    kAllResourcesBound = 1u << 8,
};

struct Declaration {
    Opcode opcode = Opcode::Nop;
    uint32_t tokenOffset = 0;

    // Declarations of a register: the operand (type, mask, indexes). Its indexes are always immediate.
    // dcl_input*, dcl_output*: v#, o#, and the special registers; array forms have [array size][register].
    Operand operand;

    // dcl_constantBuffer, dcl_sampler, dcl_resource*, dcl_uav*: which slots. Up to model 5.0: id = slot, lower = upper
    // = slot, space 0. Model 5.1: the range's id (as the instructions name it), its bounds (upper may be ~0:
    // unbounded), its space.
    uint32_t id = 0;
    uint32_t lower = 0;
    uint32_t upper = 0;
    uint32_t space = 0;

    // dcl_resource, dcl_uav_typed
    ResourceDim dim = ResourceDim::Unknown; // RawBuffer and StructuredBuffer for those declarations
    uint8_t sampleCount = 0;
    std::array<ReturnType, 4> returnType{};
    // dcl_resource_structured, dcl_uav_structured, dcl_tgsm_structured
    uint32_t structureStride = 0; // bytes
    // dcl_uav*
    bool globallyCoherent = false;
    bool rasterizerOrdered = false;
    bool hasCounter = false;
    // dcl_tgsm_raw: bytes; dcl_tgsm_structured: structures; dcl_constantBuffer: vectors of 16 bytes (0: unknown);
    // dcl_temps, dcl_indexableTemp: registers; dcl_indexRange: registers from `operand` on;
    // dcl_maxOutputVertexCount, dcl_gs_instance_count, dcl_hs_*_instance_count, dcl_*_control_point_count: the number.
    uint32_t count = 0;
    bool dynamicIndexed = false; // dcl_constantBuffer, dcl_interface
    SamplerMode samplerMode = SamplerMode::Default;
    // dcl_input_ps*
    Interpolation interpolation = Interpolation::Undefined;
    // dcl_output*, dcl_outputTopology of geometry shaders: the stream, as the last dcl_stream before them said.
    uint8_t stream = 0;
    // dcl_*_sgv, dcl_*_siv
    SystemName systemName = SystemName::Undefined;
    uint8_t components = 0;   // dcl_indexableTemp: components per register; its x# is `id`
    uint32_t globalFlags = 0; // dcl_globalFlags: GlobalFlag
    Primitive primitive = Primitive::Undefined;
    Topology topology = Topology::Undefined;
    TessDomain domain = TessDomain::Undefined;
    TessPartitioning partitioning = TessPartitioning::Undefined;
    TessOutput tessOutput = TessOutput::Undefined;
    float maxTessFactor = 0.0f;
    std::array<uint32_t, 3> threadGroup{};
    // dcl_function_body: id. dcl_function_table: id, `list` = bodies. dcl_interface: id, `count` = call sites,
    // `arrayLength`, `list` = tables.
    uint32_t arrayLength = 0;
    std::vector<uint32_t> list;

    const OpcodeInfo& info() const { return opcodeInfo(opcode); }
};

} // namespace hendeca::dxbc
