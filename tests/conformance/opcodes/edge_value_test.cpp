// Each arithmetic, conversion, bit and comparison opcode over its edge values, against the reference of its row. Every
// row runs three times: with the operands from memory, as the specification has it and with refactoring allowed (which
// may not change an instruction alone), and some of the cases with immediates, which the translation and the driver
// fold.
#include "opcode_row.h"

#include "dxgi/contract.h"
#include "shader/shader_test.h"

#include <sstream>

namespace conformance::opcodes {
namespace {

using Operands = std::array<uint64_t, 4>;

FloatFacts factsOf(ID3D11Device* device) {
    FloatFacts facts;
    Com<hendeca::IHendecaDevice> ours;
    if (SUCCEEDED(device->QueryInterface(__uuidof(hendeca::IHendecaDevice), ours.outVoid()))) {
        const uint32_t bits = ours->GetFloatFacts();
        facts.flushes32 = bits & hendeca::kFloatFactFlushes32;
        facts.keeps64 = bits & hendeca::kFloatFactKeeps64;
    }
    return facts;
}

// How the cases of a row lie in registers: one a component, or one a pair where doubles are among them.
struct Layout {
    explicit Layout(const Row& row)
        : row(row), wide((std::string(row.operands) + row.results).find('d') != std::string::npos) {}
    uint32_t casesPerThread() const { return wide ? 2 : 4; }
    void put(uint32_t* vector, char kind, uint32_t slot, uint64_t value) const {
        if (kind != 'd') {
            vector[slot] = static_cast<uint32_t>(value);
            return;
        }
        vector[slot * 2] = static_cast<uint32_t>(value);
        vector[slot * 2 + 1] = static_cast<uint32_t>(value >> 32);
    }
    uint64_t get(const uint32_t* vector, char kind, uint32_t slot) const {
        return kind == 'd' ? vector[slot * 2] | uint64_t{vector[slot * 2 + 1]} << 32 : vector[slot];
    }

    const Row& row;
    bool wide;
};

constexpr uint32_t kInputWords = 16, kOutputWords = 8, kGroup = 64;

std::string head(bool wide, bool refactoring) {
    std::string flags = refactoring ? "dcl_globalFlags refactoringAllowed" : "";
    if (wide)
        flags += std::string(refactoring ? " | " : "dcl_globalFlags ") +
                 "enableDoublePrecisionFloatOps | enable11_1DoubleExtensions";
    return std::string("cs_5_0\n") + (wide ? ".sfi0 0x21\n" : "") + flags +
           "\ndcl_resource_raw t0\ndcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps 8\ndcl_indexableTemp x0[4], 4\n";
}

class EdgeValueTest : public ShaderTest, public ::testing::WithParamInterface<Row> {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        if (HasFatalFailure())
            return;
        facts_ = factsOf(device.get());
        cases_ = combinations(GetParam());
    }

    std::vector<uint32_t> inputs(std::span<const Operands> cases) const {
        const Layout layout(GetParam());
        const uint32_t per = layout.casesPerThread();
        std::vector<uint32_t> words((cases.size() + per - 1) / per * kInputWords);
        for (size_t i = 0; i < cases.size(); ++i)
            for (size_t k = 0; GetParam().operands[k]; ++k)
                layout.put(&words[i / per * kInputWords + k * 4], GetParam().operands[k], i % per, cases[i][k]);
        return words;
    }

    std::vector<uint32_t> fromMemory(std::span<const Operands> cases, bool refactoring) {
        const std::vector<uint32_t> words = inputs(cases);
        const auto threads = static_cast<uint32_t>(words.size() / kInputWords);
        const uint32_t groups = (threads + kGroup - 1) / kGroup;
        std::string text =
            head(Layout(GetParam()).wide, refactoring) + "dcl_thread_group 64, 1, 1\nishl r0.x, vThreadID.x, l(6)\n";
        for (size_t k = 0; GetParam().operands[k]; ++k) {
            const std::string to = "r" + std::to_string(k + 1);
            text += "iadd r0.y, r0.x, l(" + std::to_string(k * 16) + ")\nld_raw " + to + ", r0.y, t0.xyzw\n";
        }
        text += "mov r5, l(0, 0, 0, 0)\nmov r6, l(0, 0, 0, 0)\n" + std::string(GetParam().text) +
                "\nishl r0.x, vThreadID.x, l(5)\nstore_raw u0.xyzw, r0.x, r5\niadd r0.x, r0.x, l(16)\n"
                "store_raw u0.xyzw, r0.x, r6\nret\n";
        auto input = rawBuffer(static_cast<uint32_t>(words.size()), words.data());
        context->CSSetShaderResources(0, 1, rawResource(input.get(), 0, static_cast<uint32_t>(words.size())).array());
        return dispatch(text, groups * kGroup * kOutputWords, groups);
    }

    std::vector<uint32_t> fromImmediates(std::span<const Operands> cases) {
        const std::vector<uint32_t> words = inputs(cases);
        std::ostringstream text;
        text << head(Layout(GetParam()).wide, GetParam().flags & kRowPrecise) << "dcl_thread_group 1, 1, 1\n"
             << std::hex;
        const size_t threads = words.size() / kInputWords;
        for (size_t t = 0; t < threads; ++t) {
            for (size_t k = 0; GetParam().operands[k]; ++k) {
                const uint32_t* at = &words[t * kInputWords + k * 4];
                text << "mov r" << k + 1 << ", l(0x" << at[0] << ", 0x" << at[1] << ", 0x" << at[2] << ", 0x" << at[3]
                     << ")\n";
            }
            // Behind a branch the values are known to the passes only, not while the instructions are read.
            if (t % 2)
                text << "if_nz vThreadID.x\nmov r0.w, l(0)\nendif\n";
            text << "mov r5, l(0, 0, 0, 0)\nmov r6, l(0, 0, 0, 0)\n"
                 << GetParam().text << "\nstore_raw u0.xyzw, l(0x" << t * 32 << "), r5\nstore_raw u0.xyzw, l(0x"
                 << t * 32 + 16 << "), r6\n";
        }
        text << "ret\n";
        return dispatch(text.str(), static_cast<uint32_t>(threads * kOutputWords));
    }

    void check(std::span<const Operands> cases, std::span<const uint32_t> found, const char* how) {
        const Layout layout(GetParam());
        const uint32_t per = layout.casesPerThread();
        ASSERT_LE((cases.size() + per - 1) / per * kOutputWords, found.size());
        Case judge(GetParam(), facts_);
        uint32_t wrong = 0;
        std::ostringstream list;
        for (size_t i = 0; i < cases.size(); ++i) {
            judge.evaluate(cases[i]);
            for (size_t r = 0; GetParam().results[r]; ++r) {
                const char kind = GetParam().results[r];
                const uint64_t value = layout.get(&found[i / per * kOutputWords + r * 4], kind, i % per);
                if (judge.accepted(r).takes(kind, value) || ++wrong > 12)
                    continue;
                list << "\n ";
                for (size_t k = 0; GetParam().operands[k]; ++k)
                    list << " " << operand(GetParam().operands[k], cases[i][k]);
                list << " -> " << operand(kind, value) << ", wanted " << judge.accepted(r).text(kind);
                if (r)
                    list << " as second result";
            }
        }
        EXPECT_EQ(0u, wrong) << GetParam().text << ", operands from " << how << ", of " << cases.size() << " cases"
                             << list.str();
    }

    // Mesa folds these with the C library's fmin and fmax, which make them quiet instead of passing them over.
    static bool hasSignallingDouble(const Operands& operands) {
        for (size_t k = 0; GetParam().operands[k]; ++k)
            if (GetParam().operands[k] == 'd' && (operands[k] & 0x7ff8000000000000ull) == 0x7ff0000000000000ull &&
                (operands[k] & 0xfffffffffffffull) != 0)
                return true;
        return false;
    }
    static std::string operand(char kind, uint64_t value) {
        Accept one;
        one.bits(value);
        return one.text(kind);
    }

    FloatFacts facts_;
    std::vector<Operands> cases_;
};

TEST_P(EdgeValueTest, MatchesTheSpecification) {
    if (!(GetParam().flags & kRowPrecise))
        check(cases_, fromMemory(cases_, false), "memory");
    if (!(GetParam().flags & kRowStrict))
        check(cases_, fromMemory(cases_, true), "memory with refactoring");
    const size_t step = cases_.size() / 48 + 1;
    std::vector<Operands> some;
    for (size_t i = 0; i < cases_.size(); i += step)
        if (!hasSignallingDouble(cases_[i]))
            some.push_back(cases_[i]);
    check(some, fromImmediates(some), "immediates");
}

std::string nameOf(const ::testing::TestParamInfo<Row>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Float, EdgeValueTest, ::testing::ValuesIn(floatRows().begin(), floatRows().end()), nameOf);
INSTANTIATE_TEST_SUITE_P(Dots, EdgeValueTest, ::testing::ValuesIn(dotRows().begin(), dotRows().end()), nameOf);
INSTANTIATE_TEST_SUITE_P(Integer, EdgeValueTest, ::testing::ValuesIn(integerRows().begin(), integerRows().end()),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Bits, EdgeValueTest, ::testing::ValuesIn(bitRows().begin(), bitRows().end()), nameOf);
INSTANTIATE_TEST_SUITE_P(Moves, EdgeValueTest, ::testing::ValuesIn(moveRows().begin(), moveRows().end()), nameOf);
INSTANTIATE_TEST_SUITE_P(Conversions, EdgeValueTest,
                         ::testing::ValuesIn(conversionRows().begin(), conversionRows().end()), nameOf);
INSTANTIATE_TEST_SUITE_P(Doubles, EdgeValueTest, ::testing::ValuesIn(doubleRows().begin(), doubleRows().end()), nameOf);

} // namespace
} // namespace conformance::opcodes
