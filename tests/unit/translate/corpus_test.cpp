// Every shader of the corpus is translated to valid SPIR-V. The corpus is not part of the
// project: the folder comes from the Meson option `corpus` or from HENDECA_CORPUS.

#include "shader_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>

namespace hendeca::test {

namespace {

std::filesystem::path corpusFolder() {
    const char* fromEnvironment = std::getenv("HENDECA_CORPUS");
    return fromEnvironment ? fromEnvironment : HENDECA_CORPUS_DEFAULT;
}

struct Tally {
    uint32_t shaders = 0;
    uint32_t translated = 0;
    uint32_t valid = 0;
    std::map<std::string, std::vector<std::string>> failures; // reason -> files
};

} // namespace

TEST(Corpus, EveryShaderTranslatesToValidSpirv) {
    const std::filesystem::path folder = corpusFolder();
    if (folder.empty() || !std::filesystem::is_directory(folder))
        GTEST_SKIP() << "no corpus: set -Dcorpus or HENDECA_CORPUS";
    std::map<std::string, Tally> tallies;
    std::vector<double> microseconds;
    uint64_t words = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".dxbc")
            continue;
        const std::string name = entry.path().filename().string();
        Tally& tally = tallies[name.substr(0, 6)];
        ++tally.shaders;
        const Result<dxbc::Program> program = decode(readFile(entry.path()));
        if (!program.ok()) {
            tally.failures["decode: " + program.error().what].push_back(entry.path().string());
            continue;
        }
        const auto start = std::chrono::steady_clock::now();
        const Result<spirv::ShaderBinary> binary = translate::compile(*program, {});
        microseconds.push_back(
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
        if (!binary.ok()) {
            tally.failures[binary.error().what].push_back(entry.path().string());
            continue;
        }
        ++tally.translated;
        words += binary->words.size();
        const std::string complaint = validateSpirv(binary->words);
        if (complaint.empty())
            ++tally.valid;
        else
            tally.failures["invalid: " + complaint.substr(0, 160)].push_back(entry.path().string());
    }
    ASSERT_FALSE(microseconds.empty());
    std::sort(microseconds.begin(), microseconds.end());
    double sum = 0;
    for (double time : microseconds)
        sum += time;
    std::printf("translation: median %.1f us, 95th percentile %.1f us, %.0f shaders/s, %llu words\n",
                microseconds[microseconds.size() / 2], microseconds[microseconds.size() * 95 / 100],
                1e6 * static_cast<double>(microseconds.size()) / sum, static_cast<unsigned long long>(words));
    for (const auto& [kind, tally] : tallies) {
        std::printf("%s: %u shaders, %u translated, %u valid\n", kind.c_str(), tally.shaders, tally.translated,
                    tally.valid);
        for (const auto& [reason, files] : tally.failures)
            std::printf("    %4zu  %s\n          %s\n", files.size(), reason.c_str(), files.front().c_str());
        EXPECT_EQ(tally.valid, tally.shaders) << kind;
    }
}

} // namespace hendeca::test
