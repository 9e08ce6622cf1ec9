// Real shaders, when a folder of them is at hand (option `corpus`, or HENDECA_CORPUS): each has a right checksum,
// decodes, prints, and reads back to the same tokens.

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "dxbc/disassembler.h"
#include "dxbc/reflection.h"
#include "test_shaders.h"

namespace hendeca::dxbc {
namespace {

std::vector<std::filesystem::path> corpus() {
    const char* fromEnvironment = std::getenv("HENDECA_CORPUS");
    const std::filesystem::path folder = fromEnvironment ? fromEnvironment : HENDECA_CORPUS_FOLDER;
    std::vector<std::filesystem::path> files;
    std::error_code code;
    if (folder.empty() || !std::filesystem::is_directory(folder, code))
        return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".dxbc")
            files.push_back(entry.path());
    }
    return files;
}

std::vector<uint8_t> readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> chars((std::istreambuf_iterator<char>(file)), {});
    return {chars.begin(), chars.end()};
}

// The tokens without comments and debug information, which the assembler does not write, and without the zero that one
// compiler put behind samplepos.
std::vector<uint32_t> tokens(std::span<const uint8_t> chunk) {
    std::vector<uint32_t> words(chunk.size() / 4);
    std::memcpy(words.data(), chunk.data(), words.size() * 4);
    words.resize(words[1]);
    std::vector<uint32_t> kept{words[0]};
    for (size_t at = 2; at < words.size();) {
        const auto opcode = static_cast<Opcode>(words[at] & 0x7ff);
        const bool custom = opcode == Opcode::Customdata;
        const size_t length = custom ? words[at + 1] : (words[at] >> 24) & 0x7f;
        if (!custom || words[at] >> 11 == 3) {
            kept.push_back(words[at] & (opcode == Opcode::Samplepos ? 0xffffffu : 0xffffffffu));
            const bool stray = opcode == Opcode::Samplepos && length == 8;
            kept.insert(kept.end(), &words[at] + 1, &words[at] + length - (stray ? 1 : 0));
        }
        at += length;
    }
    return kept;
}

TEST(Corpus, EveryShaderDecodesAndReadsBack) {
    const auto files = corpus();
    if (files.empty())
        GTEST_SKIP() << "no corpus (option corpus or HENDECA_CORPUS)";
    for (const auto& path : files) {
        SCOPED_TRACE(path.filename().string());
        const std::vector<uint8_t> bytes = readFile(path);
        const auto container = Container::open(bytes, ChecksumRule::Strict);
        ASSERT_TRUE(container.ok()) << container.error().what;
        const auto program = Program::decode(*container);
        ASSERT_TRUE(program.ok()) << program.error().what;
        const auto reflection = Reflection::read(*container);
        EXPECT_TRUE(reflection.ok()) << reflection.error().what;
        const auto linkage = ClassLinkage::read(*container);
        EXPECT_TRUE(linkage.ok()) << linkage.error().what;

        const auto again = dxbcasm::assemble(disassemble(*program, {.signatures = true}));
        ASSERT_TRUE(again.ok()) << again.error().what;
        const auto second = Container::open(*again, ChecksumRule::Strict);
        ASSERT_TRUE(second.ok()) << second.error().what;
        EXPECT_EQ(tokens(container->data(*container->program())), tokens(second->data(*second->program())));
    }
    RecordProperty("shaders", static_cast<int>(files.size()));
}

// What STAT counts is what the decoder finds.
TEST(Corpus, InstructionCountsAreThoseOfTheCompiler) {
    const auto files = corpus();
    if (files.empty())
        GTEST_SKIP() << "no corpus (option corpus or HENDECA_CORPUS)";
    size_t compared = 0;
    size_t equal = 0;
    for (const auto& path : files) {
        const std::vector<uint8_t> bytes = readFile(path);
        const auto container = Container::open(bytes, ChecksumRule::Skip);
        const auto program = Program::decode(*container);
        const Statistics statistics = Statistics::read(*container);
        if (!program.ok() || statistics.known == 0)
            continue;
        ++compared;
        equal += statistics.instructionCount() == program->instructions().size() ? 1 : 0;
    }
    EXPECT_GT(equal * 100, compared * 95) << equal << " of " << compared;
}

} // namespace
} // namespace hendeca::dxbc
