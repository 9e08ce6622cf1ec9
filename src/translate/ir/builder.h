#pragma once
// The only way to append an op to a module. Constants are made once each; results that follow from constants, or from a
// conversion of a conversion, are found instead of made, and so are equal conversions and equal reads of inputs and constant
// buffers in one block. Borrows its module; one thread.

#include "translate/ir/module.h"

#include <bit>
#include <initializer_list>

namespace hendeca::translate::ir {

class Builder {
public:
    explicit Builder(Module& module) : module_(module) {}

    Module& module() { return module_; }
    // Float arithmetic that follows must not be contracted.
    void setPrecise(bool precise) { precise_ = precise; }

    Value constant(Type type, uint64_t bits);
    Value u32(uint32_t value) { return constant(kU32, value); }
    Value f32(float value) { return constant(kF32, std::bit_cast<uint32_t>(value)); }
    Value f64(double value) { return constant(kF64, std::bit_cast<uint64_t>(value)); }
    Value boolean(bool value) { return constant(kBool, value ? 1 : 0); }

    // Any op, arguments as in ops.inc (immediates as plain numbers, values by their bits).
    Value append(OpCode code, Type type, std::span<const uint32_t> args);
    Value append(OpCode code, Type type, std::initializer_list<uint32_t> args) {
        return append(code, type, std::span<const uint32_t>(args.begin(), args.size()));
    }
    void marker(OpCode code, std::initializer_list<uint32_t> args = {}) { append(code, kVoid, args); }

    // Ops whose arguments are all values; the type follows from the op's row.
    Value op(OpCode code, Value a) { return op(code, {a}); }
    Value op(OpCode code, Value a, Value b) { return op(code, {a, b}); }
    Value op(OpCode code, Value a, Value b, Value c) { return op(code, {a, b, c}); }
    Value op(OpCode code, std::initializer_list<Value> args);

    Value bitcast(Type type, Value value);
    Value loadConstant(uint32_t buffer, Value vector, uint32_t component);
    Value select(Value condition, Value yes, Value no);
    Value extract(Value vector, uint32_t component);
    Value construct(std::span<const Value> parts);
    // All ones for true, as DXBC wants it.
    Value mask(Value condition) { return select(condition, u32(~0u), u32(0)); }
    Value nonZero(Value bits);
    Value iadd(Value a, Value b) { return op(OpCode::IAdd, a, b); }

    Value load(Type type, uint32_t var, std::initializer_list<Value> indices = {});
    void store(uint32_t var, Value value, std::initializer_list<Value> indices = {});

    uint32_t addVar(Var var);
    uint32_t addResource(const Resource& resource);

private:
    struct Made {
        uint32_t block = ~0u;
        uint32_t op = 0;
    };
    Value once(OpCode code, Type type, std::span<const uint32_t> args);
    Value foldInteger(OpCode code, Value a, Value b);
    Value foldSign(OpCode code, std::initializer_list<Value> args);

    Module& module_;
    bool precise_ = false;
    static constexpr uint32_t kCacheSize = 64; // small direct-mapped memory of recent constants
    std::array<uint32_t, kCacheSize> recent_{};
    std::array<Made, 128> made_{}; // the same, of ops of the current block
    uint32_t block_ = 0;           // markers so far
};

} // namespace hendeca::translate::ir
