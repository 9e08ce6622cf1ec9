// hendeca-mutate: many random mutations of given shaders, each translated and validated. The outcome must be an error
// or a valid module. Mutation number n depends on the seed and on n alone, so each can be made again by itself.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include <sys/resource.h>
#include <unistd.h>

#include "mutator.h"
#include "outcome.h"
#include "seeds.h"

using namespace hendeca::fuzz;

namespace {

struct Settings {
    std::filesystem::path folder;
    uint64_t first = 0;
    uint64_t count = 1000;
    uint64_t seed = 1;
    size_t maxBytes = 24576; // larger shaders say little more, and take long
    unsigned secondsEach = 20;
    uint64_t memoryMiB = 2048;
    std::string dump; // write this one mutant instead
    bool unchanged = false;
};

volatile uint64_t gCurrent = 0;
char gShader[256];

// The number of the mutant that crashed or hung: only what a signal handler may do.
void onSignal(int number) {
    char text[400];
    const int length = std::snprintf(text, sizeof(text), "\nsignal %d in mutation %llu of %s\n", number,
                                     static_cast<unsigned long long>(gCurrent), gShader);
    (void)!write(2, text, static_cast<size_t>(length));
    _exit(100);
}

// Asked to end early: what has been done is still reported.
volatile std::sig_atomic_t gStop = 0;
void onTerminate(int) {
    gStop = 1;
}

std::vector<Seed> loadShaders(const Settings& settings) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(settings.folder))
        if (entry.path().extension() == ".dxbc" && entry.file_size() <= settings.maxBytes)
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Seed> shaders;
    for (const auto& path : paths)
        shaders.push_back({path.lexically_relative(settings.folder).string(), readFile(path)});
    return shaders;
}

struct Mutant {
    const Seed* shader;
    std::vector<uint8_t> bytes;
    uint64_t optionSeed;
    MutationKind kind;
};

Mutant makeMutant(const std::vector<Seed>& shaders, const Settings& settings, uint64_t index) {
    Random random(settings.seed, index);
    Mutant mutant;
    mutant.shader = &shaders[random.below(shaders.size())];
    const Seed& donor = shaders[random.below(shaders.size())];
    const uint32_t kind = random.below(10);
    mutant.kind = kind < 2 ? MutationKind::Bytes : kind < 5 ? MutationKind::Words : MutationKind::Structure;
    mutant.bytes =
        settings.unchanged ? mutant.shader->bytes : mutate(mutant.shader->bytes, donor.bytes, mutant.kind, random);
    mutant.optionSeed = random.oneIn(3) ? 0 : random.next();
    return mutant;
}

bool parse(int count, char** values, Settings& settings) {
    for (int i = 1; i < count; ++i) {
        const std::string name = values[i];
        if (name == "--unchanged") {
            settings.unchanged = true;
            continue;
        }
        if (name[0] != '-') {
            settings.folder = name;
            continue;
        }
        if (i + 1 == count)
            return false;
        const char* text = values[++i];
        const uint64_t number = std::strtoull(text, nullptr, 0);
        if (name == "--count")
            settings.count = number;
        else if (name == "--first")
            settings.first = number;
        else if (name == "--seed")
            settings.seed = number;
        else if (name == "--max-bytes")
            settings.maxBytes = number;
        else if (name == "--seconds-each")
            settings.secondsEach = static_cast<unsigned>(number);
        else if (name == "--memory-mib")
            settings.memoryMiB = number;
        else if (name == "--dump")
            settings.dump = text;
        else
            return false;
    }
    return !settings.folder.empty();
}

int dumpOne(const std::vector<Seed>& shaders, const Settings& settings) {
    const Mutant mutant = makeMutant(shaders, settings, settings.first);
    std::ofstream file(settings.dump, std::ios::binary);
    file.write(reinterpret_cast<const char*>(mutant.bytes.data()), static_cast<std::streamsize>(mutant.bytes.size()));
    std::printf("mutation %llu of %s, options %llu: %zu bytes\n", static_cast<unsigned long long>(settings.first),
                mutant.shader->name.c_str(), static_cast<unsigned long long>(mutant.optionSeed), mutant.bytes.size());
    return file ? 0 : 2;
}

int run(const std::vector<Seed>& shaders, const Settings& settings) {
    uint64_t verdicts[4] = {};
    std::map<std::string, std::pair<uint64_t, uint64_t>> faults; // kind of complaint -> first mutation, how many
    double slowest = 0;
    uint64_t slowestIndex = 0;
    size_t largest = 0;
    uint64_t done = 0;
    for (; done < settings.count && !gStop; ++done) {
        const uint64_t index = settings.first + done;
        gCurrent = index;
        const Mutant mutant = makeMutant(shaders, settings, index);
        std::snprintf(gShader, sizeof(gShader), "%s", mutant.shader->name.c_str());
        alarm(settings.secondsEach);
        const auto start = std::chrono::steady_clock::now();
        readEverything(mutant.bytes);
        const Outcome outcome = translateChecked(mutant.bytes, mutant.optionSeed);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        alarm(0);
        if (seconds > slowest) {
            slowest = seconds;
            slowestIndex = index;
        }
        largest = std::max(largest, outcome.words.size());
        ++verdicts[static_cast<size_t>(outcome.verdict)];
        if (outcome.good())
            continue;
        std::string what = outcome.text.substr(0, 120);
        for (char& c : what)
            c = c >= '0' && c <= '9' ? '#' : c == '\n' ? ' ' : c;
        auto& fault = faults[what];
        if (fault.second++ == 0) {
            fault.first = index;
            std::printf("mutation %llu of %s: %s: %s\n", static_cast<unsigned long long>(index),
                        mutant.shader->name.c_str(),
                        outcome.verdict == Verdict::Invalid ? "invalid SPIR-V" : "internal",
                        outcome.text.substr(0, 600).c_str());
            std::fflush(stdout);
        }
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%llu mutations of %zu shaders: %llu refused, %llu valid, %llu invalid, %llu internal errors\n",
                static_cast<unsigned long long>(done), shaders.size(), static_cast<unsigned long long>(verdicts[0]),
                static_cast<unsigned long long>(verdicts[1]), static_cast<unsigned long long>(verdicts[2]),
                static_cast<unsigned long long>(verdicts[3]));
    std::printf("slowest %.3f s (mutation %llu), largest module %zu words, peak memory %ld MiB%s\n", slowest,
                static_cast<unsigned long long>(slowestIndex), largest, usage.ru_maxrss / 1024,
                haveSpirvTools() ? "" : ", WITHOUT SPIR-V validation");
    for (const auto& [what, where] : faults)
        std::printf("%8llu x first %llu: %s\n", static_cast<unsigned long long>(where.second),
                    static_cast<unsigned long long>(where.first), what.c_str());
    return faults.empty() ? 0 : 1;
}

} // namespace

int main(int count, char** values) {
    Settings settings;
    if (!parse(count, values, settings)) {
        std::fprintf(stderr, "usage: hendeca-mutate [--count N] [--first INDEX] [--seed S] [--max-bytes N]\n"
                             "         [--seconds-each N] [--memory-mib N (0: no limit)] [--unchanged]\n"
                             "         [--dump FILE (writes mutation INDEX)] FOLDER-OF-DXBC\n"
                             "Exit codes: 0 all good, 1 faults found, 2 bad usage, 100 a crash or a hang.\n");
        return 2;
    }
    const std::vector<Seed> shaders = loadShaders(settings);
    if (shaders.empty()) {
        std::fprintf(stderr, "no .dxbc files in %s\n", settings.folder.c_str());
        return 2;
    }
    if (!settings.dump.empty())
        return dumpOne(shaders, settings);
    for (int number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGALRM})
        std::signal(number, onSignal);
    std::signal(SIGTERM, onTerminate);
    std::signal(SIGINT, onTerminate);
    if (settings.memoryMiB) {
        const rlimit limit{settings.memoryMiB << 20, settings.memoryMiB << 20};
        setrlimit(RLIMIT_AS, &limit);
    }
    return run(shaders, settings);
}
