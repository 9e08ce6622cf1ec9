// The programs that hold every opcode (tests/conformance/opcodes runs them) go from text to tokens and back to the same
// tokens.

#include <gtest/gtest.h>

#include "../../conformance/opcodes/programs.h"
#include "dxbc/container.h"
#include "dxbc/disassembler.h"
#include "dxbc/program.h"
#include "dxbcasm/dxbcasm.h"

namespace hendeca::dxbc {
namespace {

std::vector<uint8_t> tokens(std::span<const uint8_t> container) {
    const auto opened = Container::open(container);
    const auto data = opened->data(*opened->program());
    return {data.begin(), data.end()};
}

void expectTheSameTokens(const char* text) {
    if (!text)
        return;
    const auto bytes = dxbcasm::assemble(text);
    ASSERT_TRUE(bytes.ok()) << bytes.error().what << "\n" << text;
    const auto container = Container::open(*bytes, ChecksumRule::Strict);
    ASSERT_TRUE(container.ok());
    const auto program = Program::decode(*container);
    ASSERT_TRUE(program.ok()) << program.error().what << "\n" << text;
    const std::string printed = disassemble(*program, {.signatures = true});
    const auto again = dxbcasm::assemble(printed);
    ASSERT_TRUE(again.ok()) << again.error().what << "\n" << printed;
    EXPECT_EQ(tokens(*bytes), tokens(*again)) << printed;
}

TEST(OpcodePrograms, ReadBackToTheSameTokens) {
    using namespace conformance::opcodes;
    for (const conformance::opcodes::Program& program : programs()) {
        SCOPED_TRACE(program.name);
        for (const char* text :
             {program.compute, program.vertex, program.hull, program.domain, program.geometry, program.pixel})
            expectTheSameTokens(text);
    }
    expectTheSameTokens(kUsualVertex);
    expectTheSameTokens(kUsualPixel);
}

} // namespace
} // namespace hendeca::dxbc
