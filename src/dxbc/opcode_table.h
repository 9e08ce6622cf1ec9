#pragma once
// The one table of DXBC opcodes (shader models 4.0 to 5.1): all facts of an opcode stand in its row, and decoder,
// disassembler, assembler, validator and translator read them from here. Constant data; any thread.
// Source: Microsoft's D3D11 tokenised program format and the D3D11.3 functional specification, chapter 22.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hendeca::dxbc {

// The value of an enumerator is the opcode in the token stream.
enum class Opcode : uint16_t {
    Add,
    And,
    Break,
    Breakc,
    Call,
    Callc,
    Case,
    Continue,
    Continuec,
    Cut,
    Default,
    DerivRtx,
    DerivRty,
    Discard,
    Div,
    Dp2,
    Dp3,
    Dp4,
    Else,
    Emit,
    EmitThenCut,
    Endif,
    Endloop,
    Endswitch,
    Eq,
    Exp,
    Frc,
    Ftoi,
    Ftou,
    Ge,
    Iadd,
    If,
    Ieq,
    Ige,
    Ilt,
    Imad,
    Imax,
    Imin,
    Imul,
    Ine,
    Ineg,
    Ishl,
    Ishr,
    Itof,
    Label,
    Ld,
    Ld2dms,
    Log,
    Loop,
    Lt,
    Mad,
    Min,
    Max,
    Customdata,
    Mov,
    Movc,
    Mul,
    Ne,
    Nop,
    Not,
    Or,
    Resinfo,
    Ret,
    Retc,
    RoundNe,
    RoundNi,
    RoundPi,
    RoundZ,
    Rsq,
    Sample,
    SampleC,
    SampleCLz,
    SampleL,
    SampleD,
    SampleB,
    Sqrt,
    Switch,
    Sincos,
    Udiv,
    Ult,
    Uge,
    Umul,
    Umad,
    Umax,
    Umin,
    Ushr,
    Utof,
    Xor,
    DclResource,
    DclConstantBuffer,
    DclSampler,
    DclIndexRange,
    DclOutputTopology,
    DclInputPrimitive,
    DclMaxOutputVertexCount,
    DclInput,
    DclInputSgv,
    DclInputSiv,
    DclInputPs,
    DclInputPsSgv,
    DclInputPsSiv,
    DclOutput,
    DclOutputSgv,
    DclOutputSiv,
    DclTemps,
    DclIndexableTemp,
    DclGlobalFlags,
    Reserved107,
    Lod,
    Gather4,
    Samplepos,
    Sampleinfo,
    Reserved112,
    HsDecls,
    HsControlPointPhase,
    HsForkPhase,
    HsJoinPhase,
    EmitStream,
    CutStream,
    EmitThenCutStream,
    Fcall,
    Bufinfo,
    DerivRtxCoarse,
    DerivRtxFine,
    DerivRtyCoarse,
    DerivRtyFine,
    Gather4C,
    Gather4Po,
    Gather4PoC,
    Rcp,
    F32tof16,
    F16tof32,
    Uaddc,
    Usubb,
    Countbits,
    FirstbitHi,
    FirstbitLo,
    FirstbitShi,
    Ubfe,
    Ibfe,
    Bfi,
    Bfrev,
    Swapc,
    DclStream,
    DclFunctionBody,
    DclFunctionTable,
    DclInterface,
    DclInputControlPointCount,
    DclOutputControlPointCount,
    DclTessellatorDomain,
    DclTessellatorPartitioning,
    DclTessellatorOutputPrimitive,
    DclHsMaxTessfactor,
    DclHsForkPhaseInstanceCount,
    DclHsJoinPhaseInstanceCount,
    DclThreadGroup,
    DclUavTyped,
    DclUavRaw,
    DclUavStructured,
    DclTgsmRaw,
    DclTgsmStructured,
    DclResourceRaw,
    DclResourceStructured,
    LdUavTyped,
    StoreUavTyped,
    LdRaw,
    StoreRaw,
    LdStructured,
    StoreStructured,
    AtomicAnd,
    AtomicOr,
    AtomicXor,
    AtomicCmpStore,
    AtomicIadd,
    AtomicImax,
    AtomicImin,
    AtomicUmax,
    AtomicUmin,
    ImmAtomicAlloc,
    ImmAtomicConsume,
    ImmAtomicIadd,
    ImmAtomicAnd,
    ImmAtomicOr,
    ImmAtomicXor,
    ImmAtomicExch,
    ImmAtomicCmpExch,
    ImmAtomicImax,
    ImmAtomicImin,
    ImmAtomicUmax,
    ImmAtomicUmin,
    Sync,
    Dadd,
    Dmax,
    Dmin,
    Dmul,
    Deq,
    Dge,
    Dlt,
    Dne,
    Dmov,
    Dmovc,
    Dtof,
    Ftod,
    EvalSnapped,
    EvalSampleIndex,
    EvalCentroid,
    DclGsInstanceCount,
    Abort,
    DebugBreak,
    Reserved209,
    Ddiv,
    Dfma,
    Drcp,
    Msad,
    Dtoi,
    Dtou,
    Itod,
    Utod,
    Reserved218,
    Gather4S,
    Gather4CS,
    Gather4PoS,
    Gather4PoCS,
    LdS,
    Ld2dmsS,
    LdUavTypedS,
    LdRawS,
    LdStructuredS,
    SampleLS,
    SampleCLzS,
    SampleClS,
    SampleBClS,
    SampleDClS,
    SampleCClS,
    CheckAccessFullyMapped,
    Count
};
inline constexpr uint32_t kOpcodeCount = static_cast<uint32_t>(Opcode::Count);
static_assert(kOpcodeCount == 235);

enum class ShaderStage : uint8_t { Pixel, Vertex, Geometry, Hull, Domain, Compute }; // values as in the version token

// How an operand's bits are read or written.
enum class ValueType : uint8_t {
    None,
    Float,     // f: 32-bit float; negate and abs are float modifiers
    Int,       // i: 32-bit signed; negate is two's complement
    Uint,      // u: 32-bit unsigned; negate as for Int
    Bits,      // b: 32 bits moved as they are (a modifier makes it a float)
    Mask,      // m: 0 or 0xffffffff per component
    Double,    // d: 64-bit float in a pair of components
    Resource,  // R: t#
    Sampler,   // S: s#
    Uav,       // U: u#
    Memory,    // M: u# or g# (stores and atomics)
    Buffer,    // B: t#, u# or g# (raw and structured loads)
    AnyView,   // V: t# or u# (resinfo, bufinfo); sampleinfo and samplepos also take the rasterizer
    Input,     // I: a v# register itself, not its value (eval_*)
    Label,     // L: label#
    Stream,    // M#
    Interface, // fp#[][]
};

enum StageBit : uint8_t {
    kPs = 1u << 0,
    kVs = 1u << 1,
    kGs = 1u << 2,
    kHs = 1u << 3,
    kDs = 1u << 4,
    kCs = 1u << 5,
    kAllStages = 0x3f,
};
constexpr uint8_t stageBit(ShaderStage stage) {
    return static_cast<uint8_t>(1u << static_cast<uint32_t>(stage));
}

enum OpcodeFlag : uint32_t {
    kDeclaration = 1u << 0,   // becomes a Declaration, not an Instruction
    kReserved = 1u << 1,      // never in byte code
    kFlow = 1u << 2,          // control flow
    kOpensBlock = 1u << 3,    // if, loop, switch
    kClosesBlock = 1u << 4,   // endif, endloop, endswitch
    kEndsBlock = 1u << 5,     // nothing after it in the same block is reached (break, continue, ret)
    kTestsBool = 1u << 6,     // has _z or _nz (Instruction::testNonZero)
    kSaturate = 1u << 7,      // _sat is allowed
    kPrecise = 1u << 8,       // a precise mask may be present
    kFloat64 = 1u << 9,       // needs doubles
    kFloat64Ext = 1u << 10,   // needs the 11.1 double extensions
    kMsadExt = 1u << 11,      // needs the 11.1 shader extensions
    kSparse = 1u << 12,       // second destination is a residency status; needs tiled resources tier 2
    kSideEffect = 1u << 13,   // must not be removed when its result is unused
    kReadsMemory = 1u << 14,  // reads a resource, UAV or group-shared memory
    kWritesMemory = 1u << 15, // writes a UAV or group-shared memory
    kAtomic = 1u << 16,
    kCounter = 1u << 17,      // uses the hidden counter of a structured UAV
    kImplicitLod = 1u << 18,  // takes derivatives of its coordinate
    kDerivative = 1u << 19,   // is a derivative
    kOffsets = 1u << 20,      // may have immediate texel offsets (Instruction::texelOffset)
    kResinfoType = 1u << 21,  // has Instruction::infoReturn (float, rcpFloat, uint)
    kInfoType = 1u << 22,     // has Instruction::infoReturn (float, uint)
    kSyncFlags = 1u << 23,    // has Instruction::syncFlags
    kHullPhase = 1u << 24,    // starts a phase; becomes a Phase, not an Instruction
    kTopology = 1u << 25,     // geometry shader output (emit, cut)
    kSampling = 1u << 26,     // goes through a sampler
    kUavOutsideCs = 1u << 27, // outside ps and cs needs feature level 11.1
};

struct OpcodeInfo {
    static constexpr uint32_t kMaxDst = 2;
    static constexpr uint32_t kMaxSrc = 6;

    Opcode opcode = Opcode::Count;
    std::string_view name; // as in the specification; also the mnemonic, without suffixes such as _nz or _sat
    uint8_t dstCount = 0;  // operands that are written come first in the token stream
    uint8_t srcCount = 0;
    uint8_t minModel = 40;       // 40, 41 or 50
    uint8_t stages = kAllStages; // StageBit
    uint32_t flags = 0;          // OpcodeFlag
    ValueType dst[kMaxDst] = {};
    ValueType src[kMaxSrc] = {};

    constexpr bool has(OpcodeFlag flag) const { return (flags & flag) != 0; }
};

// The row of an opcode; opcode must be below Opcode::Count.
namespace detail {
extern const std::array<OpcodeInfo, static_cast<size_t>(Opcode::Count)> kOpcodes;
} // namespace detail
inline const OpcodeInfo& opcodeInfo(Opcode opcode) {
    return detail::kOpcodes[static_cast<size_t>(opcode)];
}

// The opcode with exactly this name, for assemblers. Linear search.
std::optional<Opcode> findOpcode(std::string_view name);

const char* stageName(ShaderStage stage); // "ps", "vs", ...

} // namespace hendeca::dxbc
