#pragma once
// Rows of the opcode tests: an instruction as text, the kinds of its operands and results, and a reference that says
// which results the functional specification of Direct3D 11.3 allows (section 22 for the instruction, section 3.1 for
// floats). A reference never computes "the" result where the specification leaves a choice: it adds each allowed one.
// Plain data; any thread.
//
// Kinds: f float, g float of a few values, d double, u word, b word that may hold a float and is only moved, h word
// whose low half is a float16, w small number (field widths and offsets).

#include <array>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

namespace conformance::opcodes {

// What the driver can be ordered to do with denormals. The specification wants both; where a driver cannot be told,
// each operand and result may be flushed or not.
struct FloatFacts {
    bool flushes32 = true;
    bool keeps64 = true;
};

// All values that one result may have.
class Accept {
public:
    void clear() { *this = {}; }
    void bits(uint64_t value);
    void nan() { nan_ = true; }
    // A range of 32-bit floats. Denormals in it may be flushed, and must be where `flush` is set.
    void range(double low, double high, bool flush);
    bool takes(char kind, uint64_t found) const;
    std::string text(char kind) const;

private:
    std::array<uint64_t, 40> bits_{};
    uint32_t count_ = 0;
    bool nan_ = false;
    bool flush_ = false;
    struct Range {
        double low, high;
    };
    std::array<Range, 16> ranges_{};
    uint32_t rangeCount_ = 0;
};

enum RowFlag : uint32_t {
    kRowSaturate = 1, // float results are clamped to 0 to 1
    kRowStrict = 2,   // symbolic arithmetic may take another way where refactoring is allowed
    kRowPrecise = 4,  // marked [precise], which only programs that allow refactoring may hold
};

struct Row;

// One set of operands, while a reference looks at it.
class Case {
public:
    Case(const Row& row, const FloatFacts& facts) : row_(row), facts_(facts) {}
    // Asks the reference with each way to read the denormals among the operands.
    void evaluate(std::span<const uint64_t> operands);
    const Accept& accepted(size_t result) const { return results_[result]; }

    // --- for references
    float f(size_t operand) const; // a denormal is kept or flushed, as this round goes
    double d(size_t operand) const;
    uint32_t u(size_t operand) const { return static_cast<uint32_t>(operands_[operand]); }
    int32_t s(size_t operand) const { return static_cast<int32_t>(u(operand)); }
    float raw(size_t operand) const; // never flushed
    double rawDouble(size_t operand) const;
    bool mustFlush() const { return facts_.flushes32; }
    const FloatFacts& facts() const { return facts_; }

    void word(uint32_t value, size_t result = 0) { results_[result].bits(value); }
    void mask(bool value, size_t result = 0) { word(value ? 0xffffffffu : 0u, result); }
    // A correctly rounded result; a denormal is flushed.
    void flt(float value, size_t result = 0);
    // Moved, not computed: a denormal may be flushed, and need not be.
    void moved(float value, size_t result = 0);
    void near(double exact, double relative, double absolute, size_t result = 0);
    void dbl(double value, size_t result = 0);
    void dblBits(size_t operand) { results_[0].bits(operands_[operand]); } // moved: not a bit changes
    void nan(size_t result = 0);

private:
    const Row& row_;
    FloatFacts facts_;
    std::array<uint64_t, 4> operands_{};
    uint32_t flushMask_ = 0;
    std::array<Accept, 2> results_;
};

struct Row {
    const char* name;     // of the test; begins with the opcode's name
    const char* text;     // operands in r1 to r4, results in r5 and r6
    const char* operands; // a kind each
    const char* results;
    void (*reference)(Case&);
    uint32_t flags = 0;
};

void PrintTo(const Row& row, std::ostream* out); // for GoogleTest

float bitsFloat(uint32_t bits);
uint32_t floatBits(float value);
double bitsDouble(uint64_t bits);
uint64_t doubleBits(double value);
float flushed(float value);
float flushedProduct(float a, float b); // tininess may be judged before rounding: a result of FLT_MIN may be gone
bool isDenormal(float value);

std::span<const Row> floatRows();
std::span<const Row> dotRows();
std::span<const Row> integerRows();
std::span<const Row> bitRows();
std::span<const Row> moveRows();
std::span<const Row> conversionRows();
std::span<const Row> doubleRows();

// The edge values of a kind; fewer where many operands are combined.
std::span<const uint64_t> edgeValues(char kind, size_t operandCount);
// Each combination of edge values of the row's operands.
std::vector<std::array<uint64_t, 4>> combinations(const Row& row);

} // namespace conformance::opcodes
