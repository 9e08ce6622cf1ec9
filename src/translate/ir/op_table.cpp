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

constexpr std::array<uint32_t, kOps.size()> kValueMasks = [] {
    std::array<uint32_t, kOps.size()> masks{};
    for (size_t i = 0; i < kOps.size(); ++i) {
        ArgumentRule rule(kOps[i].arguments);
        for (uint32_t at = 0; at < 32; ++at) {
            const ArgumentRule::Item item = rule.next();
            if (item.letter && ArgumentRule::isValue(item.letter))
                masks[i] |= 1u << at;
        }
    }
    return masks;
}();

} // namespace

const OpInfo& opInfo(OpCode code) {
    return kOps[static_cast<size_t>(code)];
}

uint32_t opValueMask(OpCode code) {
    return kValueMasks[static_cast<size_t>(code)];
}

} // namespace hendeca::translate::ir
