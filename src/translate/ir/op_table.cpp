#include "translate/ir/op_table.h"

namespace hendeca::translate::ir::detail {

namespace {

constexpr uint8_t P = kPure, R = kReads, S = kSideEffect, M = kMarker, D = kDerivative, C = kCommutative,
                  K = kContractible;

constexpr std::array<OpInfo, static_cast<size_t>(OpCode::Count)> kRows = {{
#define OP(code, result, arguments, flags) {OpCode::code, #code, result[0], arguments, static_cast<uint8_t>(flags)},
#include "translate/ir/ops.inc"
#undef OP
}};

constexpr bool rowsInOrder() {
    for (size_t i = 0; i < kRows.size(); ++i)
        if (kRows[i].code != static_cast<OpCode>(i))
            return false;
    return true;
}
static_assert(rowsInOrder());

constexpr std::array<uint32_t, kRows.size()> valueMasks() {
    std::array<uint32_t, kRows.size()> masks{};
    for (size_t i = 0; i < kRows.size(); ++i) {
        ArgumentRule rule(kRows[i].arguments);
        for (uint32_t at = 0; at < 32; ++at) {
            const ArgumentRule::Item item = rule.next();
            if (item.letter && ArgumentRule::isValue(item.letter))
                masks[i] |= 1u << at;
        }
    }
    return masks;
}

} // namespace

constinit const std::array<OpInfo, static_cast<size_t>(OpCode::Count)> kOps = kRows;
constinit const std::array<uint32_t, static_cast<size_t>(OpCode::Count)> kValueMasks = valueMasks();

} // namespace hendeca::translate::ir::detail
