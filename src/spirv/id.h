#pragma once
// SPIR-V ids that cannot be given where another kind is meant. Zero is "none". Plain values, any thread.

#include <cstdint>

namespace hendeca::spirv {

template <class Kind>
struct Id {
    uint32_t id = 0;
    explicit operator bool() const { return id != 0; }
    bool operator==(const Id&) const = default;
};

using TypeId = Id<struct TypeKind>;
using ValueId = Id<struct ValueKind>; // results, constants, variables and pointers
using LabelId = Id<struct LabelKind>;
using FunctionId = Id<struct FunctionKind>;

} // namespace hendeca::spirv
