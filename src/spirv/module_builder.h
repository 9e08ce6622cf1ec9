#pragma once
// Writes one SPIR-V module: each section is a list of words, joined by finish() in the order that the specification wants
// (SPIR-V 1.6, section 2.4). Types and constants are made once per distinct content. Functions are written one at a time:
// variables and the entry block's address computations are kept apart from the body, so that they may be asked for at any
// point of the body. Used by one thread; owns all its words; no errors: wrong use is caught by spirv-val in the tests.

#include "spirv/enums.h"
#include "spirv/id.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace hendeca::spirv {

using Words = std::vector<uint32_t>;

class ModuleBuilder {
public:
    ModuleBuilder();

    // --- module level ---
    void capability(Capability capability);
    void extension(std::string_view name);
    void entryPoint(ExecutionModel model, FunctionId function, std::string_view name);
    void executionMode(FunctionId function, ExecutionMode mode, std::initializer_list<uint32_t> operands = {});
    void name(uint32_t id, std::string_view text);

    void decorate(uint32_t id, Decoration decoration, std::initializer_list<uint32_t> operands = {});
    void decorate(ValueId id, Decoration decoration, std::initializer_list<uint32_t> operands = {}) {
        decorate(id.id, decoration, operands);
    }
    void decorateMember(TypeId type, uint32_t member, Decoration decoration,
                        std::initializer_list<uint32_t> operands = {});

    // --- types: equal requests give equal ids ---
    TypeId typeVoid();
    TypeId typeBool();
    TypeId typeInt(uint32_t width, bool isSigned);
    TypeId typeFloat(uint32_t width);
    TypeId typeVector(TypeId component, uint32_t count);
    TypeId typeArray(TypeId element, uint32_t count);
    TypeId typePointer(StorageClass storage, TypeId pointee);
    TypeId typeFunction(TypeId result);
    TypeId typeSampler();
    TypeId typeSampledImage(TypeId image);
    TypeId typeImage(TypeId sampled, Dim dim, bool depth, bool arrayed, bool multisampled, uint32_t sampledUse,
                     ImageFormat format);
    TypeId typeStruct(std::initializer_list<TypeId> members);
    // Types that carry a layout are never shared, since decorations belong to the id.
    TypeId typeArrayWithStride(TypeId element, uint32_t count, uint32_t stride); // count 0: runtime array
    TypeId typeBlock(TypeId member);                                           // one member at offset 0

    // --- constants: equal requests give equal ids ---
    ValueId constantU32(uint32_t value);
    ValueId constantI32(int32_t value);
    ValueId constantF32(uint32_t bits);
    ValueId constantF64(uint64_t bits);
    ValueId constantBool(bool value);
    ValueId constantNull(TypeId type);
    ValueId constantComposite(TypeId type, std::span<const uint32_t> parts);
    ValueId undef(TypeId type);
    ValueId specConstantU32(uint32_t specId, uint32_t value);

    // A variable outside of functions; it is listed in the entry point's interface.
    ValueId globalVariable(TypeId pointerType, StorageClass storage, ValueId initializer = {});

    // --- functions ---
    FunctionId allocateFunction() { return {allocate()}; }
    LabelId allocateLabel() { return {allocate()}; }
    void beginFunction(FunctionId function);
    void endFunction(); // writes the final return too, when the last block is still open
    ValueId localVariable(TypeId pointerType, ValueId initializer = {});
    // An access chain whose indices are constants: placed in the entry block, where it serves the whole function.
    ValueId entryAccessChain(TypeId pointerType, ValueId base, std::span<const uint32_t> indices);

    void label(LabelId label);
    // True when the current block has no terminator yet.
    bool blockOpen() const { return blockOpen_; }
    void op(Op op, std::span<const uint32_t> operands);
    void op(Op op, std::initializer_list<uint32_t> operands) {
        this->op(op, std::span<const uint32_t>(operands.begin(), operands.size()));
    }
    ValueId value(Op op, TypeId type, std::span<const uint32_t> operands);
    ValueId value(Op op, TypeId type, std::initializer_list<uint32_t> operands) {
        return value(op, type, std::span<const uint32_t>(operands.begin(), operands.size()));
    }
    ValueId ext(Glsl number, TypeId type, std::initializer_list<uint32_t> operands);
    void branch(LabelId target);
    void branchIf(ValueId condition, LabelId yes, LabelId no);
    void returnVoid();

    // The whole module. The builder is used up.
    Words finish();

private:
    uint32_t allocate() { return bound_++; }
    static void append(Words& words, Op op, std::span<const uint32_t> operands);
    static void appendString(Words& words, std::string_view text);
    // The id of the instruction (op, operands without the result id) in the type section, made if it is new. With `typed`
    // the first operand is a result type, which stands before the result id.
    uint32_t unique(Op op, bool typed, std::span<const uint32_t> operands);
    void growTable();

    Words capabilities_, extensions_, imports_, interface_, entry_, modes_, names_, decorations_, globals_, functions_;
    Words functionHead_, functionVars_, functionEntry_, body_;
    std::vector<Capability> capabilityList_;

    struct Slot {
        uint32_t hash = 0;
        uint32_t id = 0; // 0: empty
        uint32_t offset = 0;
    };
    std::vector<Slot> table_;
    uint32_t tableCount_ = 0;

    ExecutionModel model_ = ExecutionModel::Vertex;
    FunctionId entryFunction_;
    std::string_view entryName_;
    uint32_t bound_ = 1;
    uint32_t glslImport_ = 0;
    bool blockOpen_ = false;
};

} // namespace hendeca::spirv
