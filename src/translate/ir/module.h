#pragma once
// The IR of one shader: ops in program order, whose structure (if, loop, switch) stands between them as marker ops, and
// tables of constants, variables and resources. All ops and arguments lie in two arrays, so that a module costs a
// handful of allocations, and a pass removes an op by turning it into Nop. A value may be used after its op in the same
// block and in the blocks within it (the validator checks it). Owned and changed by one thread.

#include "translate/ir/op_table.h"
#include "translate/ir/types.h"

#include <array>
#include <cassert>
#include <span>
#include <string>
#include <vector>

namespace hendeca::translate::ir {

struct Op {
    OpCode code = OpCode::Nop;
    Type type;
    bool precise = false; // no contraction with its neighbours
    bool sparse = false;  // of reads: SparseResident follows
    uint32_t firstArg = 0;
    uint16_t argCount = 0;

    const OpInfo& info() const { return opInfo(code); }
};

struct Constant {
    Type type;
    uint64_t bits = 0;
    bool operator==(const Constant&) const = default;
};

struct Var {
    VarKind kind = VarKind::Temp;
    Type type;                      // of an element
    std::array<uint32_t, 2> dims{}; // array sizes, outermost first; 0: no such dimension
    std::vector<uint32_t> data;     // initial words of Constant variables
    // Input and Output:
    Builtin builtin = Builtin::None;
    uint32_t location = 0;
    uint8_t component = 0;
    uint8_t dualSourceIndex = 0;
    Interpolation interpolation = Interpolation::Smooth;
    bool patch = false; // per patch, not per control point
    uint8_t stream = 0;
    int8_t xfbBuffer = -1;
    uint32_t xfbOffset = 0;
    uint32_t xfbStride = 0;

    uint32_t dimCount() const { return dims[0] ? (dims[1] ? 2 : 1) : 0; }
    // One scalar that only Load and Store touch: the register forwarding takes it.
    bool isScalarTemp() const { return kind == VarKind::Temp && !dims[0] && type.count == 1; }
};

struct Resource {
    ResourceKind kind = ResourceKind::ConstantBuffer;
    uint32_t slot = 0;
    Dim dim = Dim::None;
    Scalar numeric = Scalar::F32; // F32, I32 or U32
    uint32_t stride = 0;          // bytes
    bool coherent = false;
    // What the program does with it.
    bool read = false;
    bool written = false;
    bool atomic = false;
};

struct Module {
    Stage stage = Stage::Vertex;
    std::vector<Op> ops;
    std::vector<uint32_t> args;
    std::vector<Constant> constants;
    std::vector<Var> vars;
    std::vector<Resource> resources;

    // Facts of the stage.
    std::array<uint32_t, 3> workgroupSize{1, 1, 1};
    bool earlyFragmentTests = false;
    enum class Depth : uint8_t { None, Any, Greater, Less } depth = Depth::None;
    enum class Primitive : uint8_t {
        Points,
        Lines,
        LinesAdjacency,
        Triangles,
        TrianglesAdjacency
    } inputPrimitive = Primitive::Points;
    enum class Topology : uint8_t { Points, LineStrip, TriangleStrip } outputTopology = Topology::Points;
    uint32_t maxVertices = 0;
    uint32_t invocations = 1;
    uint32_t outputControlPoints = 0;
    enum class Domain : uint8_t { Isolines, Triangles, Quads } domain = Domain::Triangles;
    enum class Spacing : uint8_t { Equal, FractionalOdd, FractionalEven } spacing = Spacing::Equal;
    bool tessPoints = false;
    bool tessClockwise = false;
    bool xfb = false;
    bool multipleStreams = false;

    std::span<uint32_t> argsOf(const Op& op) { return std::span(args).subspan(op.firstArg, op.argCount); }
    std::span<const uint32_t> argsOf(const Op& op) const { return std::span(args).subspan(op.firstArg, op.argCount); }
    Value arg(const Op& op, uint32_t index) const { return {args[op.firstArg + index]}; }
    uint32_t imm(const Op& op, uint32_t index) const { return args[op.firstArg + index]; }

    Type typeOf(Value value) const {
        return value.isConstant() ? constants[value.index()].type : ops[value.index()].type;
    }
    // The op that makes a value, or null for constants and absent values.
    const Op* opOf(Value value) const { return value.isOp() ? &ops[value.index()] : nullptr; }
    bool isConstant(Value value, uint64_t bits) const {
        return value.isConstant() && constants[value.index()].bits == bits;
    }
};

} // namespace hendeca::translate::ir
