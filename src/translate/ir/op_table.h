#pragma once
// All facts of an IR op in one row (ops.inc); printer, validator and passes read only these. Constant data, any thread.

#include <array>
#include <cstdint>
#include <string_view>

namespace hendeca::translate::ir {

enum class OpCode : uint8_t {
#define OP(code, result, arguments, flags) code,
#include "translate/ir/ops.inc"
#undef OP
    Count
};

enum OpFlag : uint8_t {
    kPure = 1,
    kReads = 2,
    kSideEffect = 4,
    kMarker = 8,
    kDerivative = 16,
    kCommutative = 32,
    kContractible = 64,
};

struct OpInfo {
    OpCode code;
    std::string_view name;
    char result;              // letter as in ops.inc
    std::string_view arguments;
    uint8_t flags;            // OpFlag

    constexpr bool has(OpFlag flag) const { return (flags & flag) != 0; }
    constexpr bool removable() const { return (flags & (kPure | kReads)) != 0; }
};

// Steps through the argument letters of an op, one for each argument that the op really has.
class ArgumentRule {
public:
    constexpr explicit ArgumentRule(std::string_view rule) : rule_(rule) {}

    struct Item {
        char letter = 0; // 0: more arguments than the rule has
        bool optional = false;
    };
    constexpr Item next() {
        if (at_ >= rule_.size())
            return {};
        Item item;
        if (rule_[at_] == '?') {
            item.optional = true;
            ++at_;
        }
        item.letter = rule_[at_];
        if (at_ + 1 >= rule_.size() || rule_[at_ + 1] != '*')
            ++at_;
        return item;
    }
    // True when what is left may be absent.
    constexpr bool complete() const { return at_ >= rule_.size() || (at_ + 1 < rule_.size() && rule_[at_ + 1] == '*'); }

    static constexpr bool isValue(char letter) {
        return letter == 'f' || letter == 'u' || letter == 'd' || letter == 'b' || letter == 'n' || letter == 'a' ||
               letter == 't';
    }

private:
    std::string_view rule_;
    size_t at_ = 0;
};

namespace detail {
extern const std::array<OpInfo, static_cast<size_t>(OpCode::Count)> kOps;
extern const std::array<uint32_t, static_cast<size_t>(OpCode::Count)> kValueMasks;
} // namespace detail

inline const OpInfo& opInfo(OpCode code) {
    return detail::kOps[static_cast<size_t>(code)];
}
// Bit i: argument i of the op is a value (which may be absent). Repeated arguments fill the mask to its end.
inline uint32_t opValueMask(OpCode code) {
    return detail::kValueMasks[static_cast<size_t>(code)];
}

inline constexpr uint32_t kOffsetBit = 0x80000000u;
constexpr uint32_t packOffset(int u, int v, int w) {
    return kOffsetBit | (static_cast<uint32_t>(u) & 0xff) | (static_cast<uint32_t>(v) & 0xff) << 8 |
           (static_cast<uint32_t>(w) & 0xff) << 16;
}
constexpr int unpackOffset(uint32_t packed, uint32_t component) {
    return static_cast<int8_t>(packed >> (8 * component) & 0xff);
}

} // namespace hendeca::translate::ir
