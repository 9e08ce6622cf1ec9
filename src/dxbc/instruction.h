#pragma once
// Decoded instructions and operands: plain data with every field of the tokens in a member of its own, and no pointer
// into the bytes. Operands live in Program::operands(); an instruction names a range of them. Immutable once decoded;
// any thread. Source: Microsoft's D3D11 tokenised program format.

#include <array>
#include <cstdint>
#include <cstring>

#include "dxbc/opcode_table.h"

namespace hendeca::dxbc {

// Values as in the operand token.
enum class OperandType : uint8_t {
    Temp = 0,
    Input = 1,
    Output = 2,
    IndexableTemp = 3,
    Immediate32 = 4,
    Immediate64 = 5,
    Sampler = 6,
    Resource = 7,
    ConstantBuffer = 8,
    ImmediateConstantBuffer = 9,
    Label = 10,
    InputPrimitiveId = 11,
    OutputDepth = 12,
    Null = 13,
    Rasterizer = 14,
    OutputCoverageMask = 15,
    Stream = 16,
    FunctionBody = 17,
    FunctionTable = 18,
    Interface = 19,
    FunctionInput = 20,
    FunctionOutput = 21,
    OutputControlPointId = 22,
    InputForkInstanceId = 23,
    InputJoinInstanceId = 24,
    InputControlPoint = 25,
    OutputControlPoint = 26,
    InputPatchConstant = 27,
    InputDomainPoint = 28,
    ThisPointer = 29,
    UnorderedAccessView = 30,
    ThreadGroupSharedMemory = 31,
    InputThreadId = 32,
    InputThreadGroupId = 33,
    InputThreadIdInGroup = 34,
    InputCoverageMask = 35,
    InputThreadIdInGroupFlattened = 36,
    InputGsInstanceId = 37,
    OutputDepthGreaterEqual = 38,
    OutputDepthLessEqual = 39,
    CycleCounter = 40,
    OutputStencilRef = 41,
    InnerCoverage = 42,
    Count
};

// How a 4-component operand chooses components. `None`: the operand has 0 or 1 component.
enum class SelectionMode : uint8_t { None, Mask, Swizzle, Select1 };

enum class MinPrecision : uint8_t { Default = 0, Float16 = 1, Float2_8 = 2, Sint16 = 4, Uint16 = 5 };

enum class IndexKind : uint8_t { Immediate32, Immediate64, Relative, Immediate32PlusRelative, Immediate64PlusRelative };

inline constexpr uint32_t kNoOperand = ~0u;

// One dimension of a register's index: `immediate` plus, when `relative` names one, the value of an operand (a single
// component, see Operand::component()). 64-bit immediates above 32 bits are refused by the decoder.
struct OperandIndex {
    uint32_t immediate = 0;
    uint32_t relative = kNoOperand; // index into Program::operands()
    IndexKind kind = IndexKind::Immediate32;

    bool isRelative() const { return relative != kNoOperand; }
    bool operator==(const OperandIndex&) const = default;
};

struct Operand {
    OperandType type = OperandType::Null;
    uint8_t components = 0; // 0, 1 or 4
    SelectionMode selection = SelectionMode::None;
    // Destinations and declarations: components written, bit 0 = x. Also filled for the other selections: Select1 and
    // scalars have the one bit, swizzles all four, operands without components none.
    uint8_t mask = 0;
    // Sources: for each result component the component that is read. Always filled: identity for masks, the same
    // component four times for Select1, x for scalars.
    std::array<uint8_t, 4> swizzle{0, 1, 2, 3};
    bool negate = false;
    bool absolute = false;
    bool nonUniform = false; // model 5.1
    MinPrecision minPrecision = MinPrecision::Default;
    uint8_t indexCount = 0;
    // Registers of models up to 5.0: [register], cb#[element] = [slot, element], v[vertex][register] = [vertex,
    // register], x#[element] = [array, element]. Model 5.1 resources: [range id, index in space]; cb: [range id, index,
    // element].
    std::array<OperandIndex, 3> index{};
    // Immediate32: 1 or 4 words. Immediate64: pairs of words, low word first.
    std::array<uint32_t, 4> imm{};

    bool isImmediate() const { return type == OperandType::Immediate32 || type == OperandType::Immediate64; }
    uint8_t component() const { return swizzle[0]; } // of Select1 and scalar operands
    uint32_t reg() const { return index[0].immediate; }
    uint64_t imm64(uint32_t pair) const {
        return static_cast<uint64_t>(imm[pair * 2]) | static_cast<uint64_t>(imm[pair * 2 + 1]) << 32;
    }
    float immFloat(uint32_t i) const {
        float value;
        std::memcpy(&value, &imm[i], sizeof(value));
        return value;
    }
    bool operator==(const Operand&) const = default;
};

// Values as in the tokens.
enum class ResourceDim : uint8_t {
    Unknown = 0,
    Buffer = 1,
    Texture1D = 2,
    Texture2D = 3,
    Texture2DMs = 4,
    Texture3D = 5,
    TextureCube = 6,
    Texture1DArray = 7,
    Texture2DArray = 8,
    Texture2DMsArray = 9,
    TextureCubeArray = 10,
    RawBuffer = 11,
    StructuredBuffer = 12,
    Count
};

enum class ReturnType : uint8_t {
    None = 0,
    Unorm = 1,
    Snorm = 2,
    Sint = 3,
    Uint = 4,
    Float = 5,
    Mixed = 6,
    Double = 7,
    Continued = 8,
    Unused = 9,
    Count
};

enum class InfoReturn : uint8_t { Float = 0, RcpFloat = 1, Uint = 2 };

enum SyncFlag : uint8_t {
    kSyncThreadsInGroup = 1u << 0, // _t: wait for all threads of the group
    kSyncSharedMemory = 1u << 1,   // _g: group-shared memory
    kSyncUavGroup = 1u << 2,       // _ugroup: UAV memory, within the group
    kSyncUavGlobal = 1u << 3,      // _uglobal: UAV memory, for everybody
};

struct Instruction {
    Opcode opcode = Opcode::Nop;
    uint8_t dstCount = 0;
    uint8_t srcCount = 0;
    uint32_t firstOperand = 0; // in Program::operands(): destinations, then sources
    bool saturate = false;
    bool testNonZero = false; // of opcodes with kTestsBool: _nz, else _z
    uint8_t preciseMask = 0;  // components whose value must be exact
    InfoReturn infoReturn = InfoReturn::Float;
    uint8_t syncFlags = 0; // SyncFlag
    // Extended opcode tokens.
    bool hasTexelOffset = false;
    bool hasResourceDim = false;
    bool hasReturnType = false;
    std::array<int8_t, 3> texelOffset{}; // -8 to 7, in u, v, w
    ResourceDim resourceDim = ResourceDim::Unknown;
    uint16_t structureStride = 0;
    std::array<ReturnType, 4> returnType{};
    uint32_t functionIndex = 0; // fcall: which function of the table
    uint32_t tokenOffset = 0;   // in 32-bit words from the start of the program's chunk, for messages

    const OpcodeInfo& info() const { return opcodeInfo(opcode); }
};

} // namespace hendeca::dxbc
