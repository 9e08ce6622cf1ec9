// hendeca-translate-bench: shaders through decoder and translator, one thread, nothing kept between shaders (Google
// Benchmark). The shaders are those of the folder that HENDECA_CORPUS or the Meson option `corpus` names. One iteration
// takes all of them once, so that the first is a cold one.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <sys/resource.h>

#include "dxbc/program.h"
#include "translate/compile.h"

namespace {

using namespace hendeca;
using Bytes = std::vector<uint8_t>;

const std::vector<Bytes>& shaders() {
    static const std::vector<Bytes> loaded = [] {
        const char* fromEnvironment = std::getenv("HENDECA_CORPUS");
        const std::filesystem::path folder = fromEnvironment ? fromEnvironment : HENDECA_CORPUS_DEFAULT;
        std::vector<std::filesystem::path> paths;
        std::error_code code;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, code))
            if (entry.path().extension() == ".dxbc")
                paths.push_back(entry.path());
        std::sort(paths.begin(), paths.end());
        std::vector<Bytes> all;
        for (const auto& path : paths) {
            std::ifstream file(path, std::ios::binary);
            all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
        return all;
    }();
    return loaded;
}

double peakMiB() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

// Runs `step` on every shader per iteration; it gives the words that it made.
template <class F>
void overCorpus(benchmark::State& state, F&& step) {
    if (shaders().empty()) {
        state.SkipWithError("no corpus: set HENDECA_CORPUS");
        return;
    }
    const double before = peakMiB();
    size_t bytes = 0;
    size_t count = 0;
    size_t words = 0;
    size_t failed = 0;
    for (auto _ : state) {
        for (const Bytes& shader : shaders()) {
            const size_t made = step(shader);
            failed += made == 0;
            words += made;
            bytes += shader.size();
            ++count;
        }
    }
    using benchmark::Counter;
    state.counters["shaders/s"] = Counter(static_cast<double>(count), Counter::kIsRate);
    state.counters["bytes/s"] = Counter(static_cast<double>(bytes), Counter::kIsRate, Counter::kIs1024);
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["failed"] = static_cast<double>(failed) / rounds;
    state.counters["SPIR-V MB"] = static_cast<double>(words) * 4e-6 / rounds;
    state.counters["peak MiB more"] = peakMiB() - before;
}

Result<dxbc::Program> decode(const Bytes& bytes, dxbc::ChecksumRule rule) {
    HENDECA_TRY_ASSIGN(const dxbc::Container container, dxbc::Container::open(bytes, rule));
    return dxbc::Program::decode(container);
}

size_t translated(const Bytes& bytes, dxbc::ChecksumRule rule) {
    const auto program = decode(bytes, rule);
    if (!program.ok())
        return 0;
    translate::Options options;
    options.validateIr = false;
    const auto binary = translate::compile(*program, options);
    return binary.ok() ? binary->words.size() : 0;
}

// What CreateXxxShader does before it returns.
void checkOnly(benchmark::State& state) {
    overCorpus(state, [](const Bytes& bytes) { return size_t{decode(bytes, dxbc::ChecksumRule::Strict).ok()}; });
}

// What its worker does: the checksum has been looked at.
void translateOnly(benchmark::State& state) {
    overCorpus(state, [](const Bytes& bytes) { return translated(bytes, dxbc::ChecksumRule::Skip); });
}

// All of it, as other translators' entry points do it.
void bytesToSpirv(benchmark::State& state) {
    overCorpus(state, [](const Bytes& bytes) { return translated(bytes, dxbc::ChecksumRule::Strict); });
}

BENCHMARK(bytesToSpirv)->Name("first_pass")->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(checkOnly)->Name("check")->Unit(benchmark::kMillisecond);
BENCHMARK(translateOnly)->Name("translate")->Unit(benchmark::kMillisecond);
BENCHMARK(bytesToSpirv)->Name("bytes_to_spirv")->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
