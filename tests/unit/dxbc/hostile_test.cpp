// Bytes that nobody wrote on purpose: whatever they are, the answer is a value, never a crash, a hang or gigabytes of
// memory.

#include <gtest/gtest.h>

#include <cstring>

#include "dxbc/disassembler.h"
#include "dxbc/reflection.h"
#include "sample_shader.h"
#include "test_shaders.h"

namespace hendeca::dxbc {
namespace {

using test::assembled;

// Decodes and, if that works, prints; true when it was a program.
bool survives(std::span<const uint8_t> bytes) {
    const auto container = Container::open(bytes, ChecksumRule::Skip);
    if (!container.ok())
        return false;
    (void)Reflection::read(*container).ok();
    (void)ClassLinkage::read(*container).ok();
    (void)Statistics::read(*container);
    const auto program = Program::decode(*container);
    return program.ok() && !disassemble(*program, {.offsets = true, .signatures = true}).empty();
}

uint32_t next(uint32_t& state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

std::vector<std::vector<uint8_t>> samples() {
    return {assembled(test::kVertexShader),
            assembled(test::kPixelShader),
            assembled(test::kComputeShader),
            {std::begin(kSampleShader), std::end(kSampleShader)}};
}

TEST(Hostile, EveryTruncationOfAContainer) {
    for (const auto& bytes : samples()) {
        for (size_t length = 0; length < bytes.size(); ++length) {
            const std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
            EXPECT_FALSE(survives(cut)) << length;
        }
    }
}

TEST(Hostile, EveryTruncationOfAProgram) {
    for (const auto& bytes : samples()) {
        const auto container = Container::open(bytes);
        ASSERT_TRUE(container.ok());
        const auto chunk = container->data(*container->program());
        for (size_t length = 0; length < chunk.size(); ++length) {
            std::vector<uint8_t> cut(chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(length));
            EXPECT_FALSE(Program::decode(cut).ok()) << "the header claims more than there is, " << length;
            if (length < 8)
                continue;
            const auto words = static_cast<uint32_t>(length / 4);
            std::memcpy(cut.data() + 4, &words, 4);
            (void)Program::decode(cut).ok(); // a shader that ends early may be whole; it must only be safe
        }
    }
}

TEST(Hostile, EveryByteSetToEachEdge) {
    for (const auto& bytes : samples()) {
        for (size_t i = 0; i < bytes.size(); ++i) {
            for (uint8_t value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
                std::vector<uint8_t> changed = bytes;
                changed[i] = value;
                survives(changed);
            }
        }
    }
}

TEST(Hostile, RandomMutations) {
    uint32_t state = 0x12345678;
    for (const auto& bytes : samples()) {
        for (int round = 0; round < 500; ++round) {
            std::vector<uint8_t> changed = bytes;
            const uint32_t edits = 1 + next(state) % 8;
            for (uint32_t e = 0; e < edits; ++e)
                changed[next(state) % changed.size()] = static_cast<uint8_t>(next(state));
            survives(changed);
        }
    }
}

TEST(Hostile, RandomWordsInTheProgram) {
    uint32_t state = 0x9e3779b9;
    for (const auto& bytes : samples()) {
        const auto container = Container::open(bytes);
        const auto chunk = container->data(*container->program());
        for (int round = 0; round < 1000; ++round) {
            std::vector<uint8_t> changed(chunk.begin(), chunk.end());
            const uint32_t word = next(state) >> (next(state) % 32);
            std::memcpy(changed.data() + (2 + next(state) % (changed.size() / 4 - 2)) * 4, &word, 4);
            const auto program = Program::decode(changed);
            if (program.ok())
                (void)disassemble(*program);
        }
    }
}

std::vector<uint8_t> programOf(std::initializer_list<uint32_t> words) {
    std::vector<uint8_t> bytes(words.size() * 4);
    std::memcpy(bytes.data(), words.begin(), bytes.size());
    return bytes;
}

TEST(Hostile, LengthsThatLie) {
    const uint32_t version = 0x10040;
    EXPECT_FALSE(Program::decode(programOf({version, 0xffffffff})).ok()) << "program length";
    EXPECT_FALSE(Program::decode(programOf({version, 0})).ok()) << "program length 0";
    EXPECT_FALSE(Program::decode(programOf({version, 3, 0x0000003e})).ok())
        << "instruction of length 0 would never end";
    EXPECT_FALSE(Program::decode(programOf({version, 3, 0x7f00003e})).ok()) << "instruction beyond the end";
    EXPECT_FALSE(Program::decode(programOf({version, 4, 0x1835, 0xffffffff})).ok()) << "custom data of 16 GiB";
    EXPECT_FALSE(Program::decode(programOf({version, 4, 0x1835, 0})).ok()) << "custom data of length 0";
    EXPECT_FALSE(Program::decode(programOf({version, 4, 0x1835, 1})).ok()) << "custom data without its own header";
    EXPECT_FALSE(Program::decode(programOf({version, 4, 0x1835, 2})).ok()) << "immediate constants of none";
    EXPECT_FALSE(Program::decode(programOf({0x50, 5, 0x80000091, 0xffffffff, 0})).ok()) << "function table";
    EXPECT_FALSE(Program::decode(programOf({0x50, 5, 0x03000091, 0, 0xffffffff})).ok()) << "function table's count";
    EXPECT_FALSE(Program::decode(programOf({0x50, 6, 0x04000092, 0, 0, 0xffffffff})).ok()) << "interface's count";
    EXPECT_TRUE(Program::decode(programOf({version, 3, 0x0100003e})).ok());
}

TEST(Hostile, IndexesNestedWithoutEnd) {
    // mov r0.x, x0[x0[x0[...]]]: each operand is the index of the one before.
    std::vector<uint32_t> words{0x10040, 0, 0x02000068, 1, 0x04000069, 0, 4, 4, 0x00000036, 0x00100012, 0};
    const size_t start = 8;
    for (int i = 0; i < 40; ++i) {
        words.push_back(0x0420300a); // x0[relative].x
        words.push_back(0);
    }
    words.push_back(0x0010000a);
    words.push_back(0);
    words[start] |= static_cast<uint32_t>(words.size() - start) << 24;
    words.push_back(0x0100003e);
    words[1] = static_cast<uint32_t>(words.size());
    std::vector<uint8_t> bytes(words.size() * 4);
    std::memcpy(bytes.data(), words.data(), bytes.size());
    const auto program = Program::decode(bytes);
    ASSERT_FALSE(program.ok());
    EXPECT_NE(program.error().what.find("nested too deeply"), std::string::npos) << program.error().what;
}

TEST(Hostile, ReservedAndUnknownOpcodes) {
    for (uint32_t opcode : {107u, 112u, 209u, 218u, 235u, 1000u, 2047u})
        EXPECT_FALSE(Program::decode(programOf({0x10040, 3, 0x01000000 | opcode})).ok()) << opcode;
}

TEST(Hostile, ExtensionsWithoutEnd) {
    std::vector<uint32_t> words{0x50, 0, 0x80000036};
    for (int i = 0; i < 100; ++i)
        words.push_back(0x80000001);
    words[2] |= static_cast<uint32_t>(words.size() - 2) << 24;
    words[1] = static_cast<uint32_t>(words.size());
    std::vector<uint8_t> bytes(words.size() * 4);
    std::memcpy(bytes.data(), words.data(), bytes.size());
    EXPECT_FALSE(Program::decode(bytes).ok());
}

} // namespace
} // namespace hendeca::dxbc
