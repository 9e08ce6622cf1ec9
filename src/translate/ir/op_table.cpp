#include "translate/ir/op_table.h"

#include <array>

namespace hendeca::translate::ir {

namespace {

constexpr uint8_t P = kPure, R = kReads, S = kSideEffect, M = kMarker, D = kDerivative, C = kCommutative;

constexpr std::array<OpInfo, static_cast<size_t>(OpCode::Count)> kOps = {{
#define OP(code, result, arguments, flags) {OpCode::code, #code, result[0], arguments, static_cast<uint8_t>(flags)},
#include "translate/ir/ops.inc"
#undef OP
}};

constexpr bool rowsInOrder() {
    for (size_t i = 0; i < kOps.size(); ++i)
        if (kOps[i].code != static_cast<OpCode>(i))
            return false;
    return true;
}
static_assert(rowsInOrder());

} // namespace

const OpInfo& opInfo(OpCode code) {
    return kOps[static_cast<size_t>(code)];
}

} // namespace hendeca::translate::ir
