#pragma once
// The value types and the names that the IR shares with nobody: no DXBC token value and no SPIR-V number stands here.
// Plain values, any thread.

#include <cstdint>

namespace hendeca::translate::ir {

enum class Scalar : uint8_t { Void, Bool, U32, I32, F32, F64 };

// A scalar, or a vector of 2 to 4 scalars.
struct Type {
    Scalar scalar = Scalar::Void;
    uint8_t count = 1;

    bool operator==(const Type&) const = default;
    constexpr bool isVector() const { return count > 1; }
    constexpr Type element() const { return {scalar, 1}; }
    constexpr bool is32Bit() const { return scalar == Scalar::U32 || scalar == Scalar::I32 || scalar == Scalar::F32; }
};

inline constexpr Type kVoid{Scalar::Void, 1};
inline constexpr Type kBool{Scalar::Bool, 1};
inline constexpr Type kU32{Scalar::U32, 1};
inline constexpr Type kI32{Scalar::I32, 1};
inline constexpr Type kF32{Scalar::F32, 1};
inline constexpr Type kF64{Scalar::F64, 1};
constexpr Type vec(Scalar scalar, uint32_t count) {
    return {scalar, static_cast<uint8_t>(count)};
}

// The result of an op (its index), or an entry of the module's constant table (top bit set).
struct Value {
    uint32_t bits = ~0u;

    static constexpr uint32_t kConstantBit = 0x80000000u;
    constexpr bool valid() const { return bits != ~0u; }
    constexpr bool isConstant() const { return valid() && (bits & kConstantBit); }
    constexpr bool isOp() const { return !(bits & kConstantBit); }
    constexpr uint32_t index() const { return bits & ~kConstantBit; }
    bool operator==(const Value&) const = default;
};
inline constexpr Value kNone{};

enum class Stage : uint8_t { Vertex, Hull, Domain, Geometry, Pixel, Compute };

// Where a variable lives.
enum class VarKind : uint8_t {
    Temp,    // of one function; forwarded and removed where possible
    Private, // of the invocation, seen by all functions
    Shared,  // of the workgroup
    Constant, // read-only, with initial data
    Input,
    Output,
};

// Values that the pipeline gives or takes by name instead of by location.
enum class Builtin : uint8_t {
    None,
    Position, PointSize, ClipDistance, CullDistance,
    VertexIndex, InstanceIndex, BaseVertex, BaseInstance,
    PrimitiveId, InvocationId, Layer, ViewportIndex,
    TessLevelOuter, TessLevelInner, TessCoord, PatchVertices,
    FragCoord, FrontFacing, SampleId, SampleMask, FragDepth, FragStencilRef,
    WorkgroupId, LocalInvocationId, GlobalInvocationId, LocalInvocationIndex,
    Count
};

enum class Interpolation : uint8_t {
    Smooth, Flat, SmoothCentroid, SmoothSample, NoPerspective, NoPerspectiveCentroid, NoPerspectiveSample
};

enum class ResourceKind : uint8_t {
    ConstantBuffer, // vec4 of 32-bit words
    Sampler,
    Texture,
    TypedBuffer,
    RawBuffer, // read-only words; structured when stride is not 0
    UavTexture,
    UavTypedBuffer,
    UavBuffer, // words; structured when stride is not 0
    Counter,   // the hidden counter of a UAV
};

enum class Dim : uint8_t { None, D1, D1Array, D2, D2Array, D2Ms, D2MsArray, D3, Cube, CubeArray };

// Class linkage: the constant buffer that is the project's own, behind those of the program, and how many interface slots
// a shader can have.
inline constexpr uint32_t kLinkageSlot = 14;
inline constexpr uint32_t kInterfaceSlots = 253;

// Components of a coordinate without and with the array layer.
constexpr uint32_t dimCoords(Dim dim) {
    switch (dim) {
    case Dim::D1:
    case Dim::D1Array:
        return 1;
    case Dim::D3:
    case Dim::Cube:
    case Dim::CubeArray:
        return 3;
    case Dim::None:
        return 1;
    default:
        return 2;
    }
}
constexpr bool dimArrayed(Dim dim) {
    return dim == Dim::D1Array || dim == Dim::D2Array || dim == Dim::D2MsArray || dim == Dim::CubeArray;
}
constexpr bool dimMultisampled(Dim dim) {
    return dim == Dim::D2Ms || dim == Dim::D2MsArray;
}
constexpr bool dimCube(Dim dim) {
    return dim == Dim::Cube || dim == Dim::CubeArray;
}

enum class AtomicOp : uint8_t { Add, And, Or, Xor, Exchange, CompareExchange, SMin, SMax, UMin, UMax };

// Bits of the Barrier op.
enum BarrierBit : uint32_t {
    kBarrierExecution = 1, // wait for the workgroup
    kBarrierShared = 2,    // workgroup memory
    kBarrierUavGroup = 4,  // UAV memory, as seen by the workgroup
    kBarrierUavGlobal = 8, // UAV memory, as seen by the device
    kBarrierOutput = 16,   // outputs of a hull shader's control points
};

} // namespace hendeca::translate::ir
