// A short run of what the fuzzers do, as an ordinary test: the seeds must translate to valid modules, and a fixed set
// of mutations of each must give an error or a valid module.

#include <gtest/gtest.h>

#include "mutator.h"
#include "outcome.h"
#include "seeds.h"

namespace hendeca::fuzz {
namespace {

const std::vector<Seed>& seeds() {
    static const std::vector<Seed> made = [] {
        auto result = assembleSeeds(HENDECA_FUZZ_SEEDS);
        EXPECT_TRUE(result.ok()) << result.error().what;
        return result.ok() ? std::move(*result) : std::vector<Seed>();
    }();
    return made;
}

TEST(FuzzSeeds, AllTranslateToValidModules) {
    ASSERT_GE(seeds().size(), 20u);
    for (const Seed& seed : seeds()) {
        EXPECT_TRUE(readEverything(seed.bytes)) << seed.name;
        const Outcome outcome = translateChecked(seed.bytes, 0);
        EXPECT_EQ(outcome.verdict, Verdict::Valid) << seed.name << ": " << outcome.text;
    }
}

TEST(FuzzSeeds, TakingApartAndPuttingTogetherChangesNothing) {
    for (const Seed& seed : seeds()) {
        const auto shader = takeApart(seed.bytes);
        ASSERT_TRUE(shader.has_value()) << seed.name;
        EXPECT_EQ(putTogether(*shader), seed.bytes) << seed.name;
        for (const Tokens& group : shader->groups) {
            if (auto decoded = decodeGroup(group)) {
                EXPECT_EQ(encodeGroup(*decoded), group) << seed.name;
            }
        }
    }
}

TEST(FuzzSeeds, MutationsAreRefusedOrValid) {
    uint32_t valid = 0;
    uint32_t refused = 0;
    for (const Seed& seed : seeds()) {
        for (uint64_t index = 0; index < 60; ++index) {
            Random random(7, index);
            const Seed& donor = seeds()[random.below(seeds().size())];
            const auto kind = static_cast<MutationKind>(index % 3);
            const std::vector<uint8_t> bytes = mutate(seed.bytes, donor.bytes, kind, random);
            readEverything(bytes);
            const Outcome outcome = translateChecked(bytes, index % 2 ? random.next() : 0);
            EXPECT_TRUE(outcome.good()) << seed.name << " mutation " << index << ": " << outcome.text;
            valid += outcome.verdict == Verdict::Valid;
            refused += outcome.verdict == Verdict::Refused;
        }
    }
    EXPECT_GT(valid, 100u) << "mutations that all are refused test nothing behind the decoder";
    EXPECT_GT(refused, 100u);
}

// Inputs that fuzzers found, by seed, index and what was wrong; each kind of fault has a line.
TEST(FuzzFindings, StayMended) {
    for (const auto& entry : std::filesystem::directory_iterator(HENDECA_FUZZ_SEEDS "/../findings")) {
        if (entry.path().extension() != ".dxbc")
            continue;
        const std::vector<uint8_t> bytes = readFile(entry.path());
        readEverything(bytes);
        for (uint64_t options : {uint64_t{0}, seedOf(bytes)}) {
            const Outcome outcome = translateChecked(bytes, options);
            EXPECT_TRUE(outcome.good()) << entry.path().filename() << ": " << outcome.text;
        }
    }
}

} // namespace
} // namespace hendeca::fuzz
