#include "opcode_row.h"

#include <cfloat>
#include <cmath>
#include <cstring>
#include <sstream>

namespace conformance::opcodes {

void PrintTo(const Row& row, std::ostream* out) {
    *out << row.text;
}

float bitsFloat(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t floatBits(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

double bitsDouble(uint64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t doubleBits(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

namespace {

constexpr bool denormalBits(uint32_t bits) {
    return (bits & 0x7f800000u) == 0 && (bits & 0x7fffffu) != 0;
}
constexpr bool denormalBits64(uint64_t bits) {
    return (bits & 0x7ff0000000000000ull) == 0 && (bits & 0xfffffffffffffull) != 0;
}

} // namespace

bool isDenormal(float value) {
    return denormalBits(floatBits(value));
}

float flushed(float value) {
    return isDenormal(value) ? bitsFloat(floatBits(value) & 0x80000000u) : value;
}

float flushedProduct(float a, float b) {
    const double exact = static_cast<double>(a) * b;
    return std::fabs(exact) < static_cast<double>(FLT_MIN) ? std::copysign(0.0f, static_cast<float>(exact)) : a * b;
}

void Accept::bits(uint64_t value) {
    for (uint32_t i = 0; i < count_; ++i)
        if (bits_[i] == value)
            return;
    if (count_ < bits_.size())
        bits_[count_++] = value;
}

void Accept::range(double low, double high, bool flush) {
    flush_ = flush;
    if (rangeCount_ < ranges_.size())
        ranges_[rangeCount_++] = {low, high};
}

bool Accept::takes(char kind, uint64_t found) const {
    for (uint32_t i = 0; i < count_; ++i)
        if (bits_[i] == found)
            return true;
    if (kind == 'd')
        return nan_ && std::isnan(bitsDouble(found));
    if (kind == 'h') // a float16 in the low half
        return nan_ && found >> 16 == 0 && (found & 0x7c00) == 0x7c00 && (found & 0x3ff) != 0;
    if (kind != 'f')
        return false;
    const auto word = static_cast<uint32_t>(found);
    const float value = bitsFloat(word);
    if (std::isnan(value))
        return nan_;
    if (flush_ && denormalBits(word))
        return false;
    for (uint32_t i = 0; i < rangeCount_; ++i) {
        const auto [low, high] = ranges_[i];
        if (low <= value && value <= high)
            return true;
        if (std::isinf(value) && (value > 0 ? high > double(FLT_MAX) : low < -double(FLT_MAX)))
            return true;
        // A denormal result that was flushed.
        if (value == 0 && low < double(FLT_MIN) && high > -double(FLT_MIN) &&
            (std::signbit(value) ? low < 0 : high > 0))
            return true;
    }
    return false;
}

std::string Accept::text(char kind) const {
    std::ostringstream out;
    const char* between = "";
    for (uint32_t i = 0; i < count_; ++i, between = " or ") {
        out << between << "0x" << std::hex << bits_[i] << std::dec;
        if (kind == 'f')
            out << " (" << bitsFloat(static_cast<uint32_t>(bits_[i])) << ")";
        else if (kind == 'd')
            out << " (" << bitsDouble(bits_[i]) << ")";
    }
    out.precision(9);
    for (uint32_t i = 0; i < rangeCount_; ++i, between = " or ")
        out << between << ranges_[i].low << " to " << ranges_[i].high;
    if (nan_)
        out << between << "NaN";
    return out.str();
}

float Case::raw(size_t operand) const {
    return bitsFloat(u(operand));
}

double Case::rawDouble(size_t operand) const {
    return bitsDouble(operands_[operand]);
}

float Case::f(size_t operand) const {
    const float value = raw(operand);
    return flushMask_ >> operand & 1 ? flushed(value) : value;
}

double Case::d(size_t operand) const {
    const double value = rawDouble(operand);
    return flushMask_ >> operand & 1 ? std::copysign(0.0, value) : value;
}

void Case::evaluate(std::span<const uint64_t> operands) {
    for (Accept& result : results_)
        result.clear();
    uint32_t choices = 0, always = 0;
    for (size_t i = 0; row_.operands[i]; ++i) {
        operands_[i] = operands[i];
        if ((row_.operands[i] == 'f' || row_.operands[i] == 'g') && denormalBits(u(i)))
            (facts_.flushes32 ? always : choices) |= 1u << i;
        else if (row_.operands[i] == 'd' && denormalBits64(operands_[i]) && !facts_.keeps64)
            choices |= 1u << i;
    }
    for (uint32_t some = choices;; some = (some - 1) & choices) { // all subsets
        flushMask_ = always | some;
        row_.reference(*this);
        if (some == 0)
            break;
    }
}

void Case::nan(size_t result) {
    if (row_.flags & kRowSaturate)
        results_[result].bits(0); // max(0, NaN) is 0
    else
        results_[result].nan();
}

void Case::flt(float value, size_t result) {
    if (std::isnan(value))
        return nan(result);
    if (row_.flags & kRowSaturate) {
        if (value <= 0) {
            // max of zeros may be either.
            results_[result].bits(0);
            results_[result].bits(0x80000000u);
            return;
        }
        value = value < 1 ? value : 1.0f;
    }
    results_[result].bits(floatBits(flushed(value)));
    if (!facts_.flushes32)
        results_[result].bits(floatBits(value));
}

void Case::moved(float value, size_t result) {
    if (std::isnan(value) || row_.flags & kRowSaturate)
        return flt(value, result);
    results_[result].bits(floatBits(value));
    results_[result].bits(floatBits(flushed(value)));
}

void Case::near(double exact, double relative, double absolute, size_t result) {
    if (std::isnan(exact))
        return nan(result);
    if (std::isinf(exact) && row_.flags & kRowSaturate)
        exact = exact > 0 ? 1 : 0;
    double error = std::isinf(exact) ? 0 : std::fabs(exact) * relative + absolute;
    if (std::fabs(exact) < double(FLT_MIN))
        error += std::ldexp(1.0, -149); // the steps of what is not flushed
    double low = exact - error, high = exact + error;
    if (row_.flags & kRowSaturate) {
        low = low < 0 ? 0 : low > 1 ? 1 : low;
        high = high < 0 ? 0 : high > 1 ? 1 : high;
        if (low == 0) {
            results_[result].bits(0);
            results_[result].bits(0x80000000u);
        }
    }
    if (std::isinf(exact))
        results_[result].bits(exact > 0 ? 0x7f800000u : 0xff800000u);
    else
        results_[result].range(low, high, facts_.flushes32);
    if (exact == 0)
        results_[result].bits(std::signbit(exact) ? 0x80000000u : 0u);
}

void Case::dbl(double value, size_t result) {
    if (std::isnan(value))
        return row_.flags & kRowSaturate ? results_[result].bits(0) : results_[result].nan();
    if (row_.flags & kRowSaturate) {
        if (value <= 0) {
            results_[result].bits(0);
            results_[result].bits(0x8000000000000000ull);
            return;
        }
        value = value < 1 ? value : 1.0;
    }
    const uint64_t bits = doubleBits(value);
    results_[result].bits(bits);
    // What is flushed may be judged before it is rounded to the smallest normal number.
    if (!facts_.keeps64 && (denormalBits64(bits) || std::fabs(value) == DBL_MIN))
        results_[result].bits(bits & 0x8000000000000000ull);
}

} // namespace conformance::opcodes
