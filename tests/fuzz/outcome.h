#pragma once
// One input through everything that an application can make Hendeca do with it, short of a device: container, checksum,
// reflection, program, text, translation with the IR's validator on, and SPIRV-Tools' validator over the module. The
// answer must be an error or a valid module. Pure functions of their arguments; any thread.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "translate/options.h"

namespace hendeca::dxbc {
class Program;
}

namespace hendeca::fuzz {

enum class Verdict : uint8_t {
    Refused,  // an error that names a fault of the input, or what is not supported
    Valid,    // translated, and SPIRV-Tools agrees
    Invalid,  // translated, and SPIRV-Tools does not agree: a fault of ours
    Internal, // the translator found a fault of its own
};

struct Outcome {
    Verdict verdict = Verdict::Refused;
    std::string text; // why
    std::vector<uint32_t> words;

    bool good() const { return verdict == Verdict::Refused || verdict == Verdict::Valid; }
};

// Container, reflection, program and disassembly only. True when there was a program.
bool readEverything(std::span<const uint8_t> bytes);

// Options that a pipeline or a driver may ask for, chosen by the seed: dual-source blending, stream output of what the
// signature has, undefined inputs, driver facts. Seed 0 gives the defaults.
translate::Options optionsFor(const dxbc::Program& program, uint64_t seed);

Outcome translateChecked(std::span<const uint8_t> bytes, uint64_t optionSeed);

bool haveSpirvTools();
// "" when the module is valid for Vulkan 1.3, or when SPIRV-Tools are not built in.
std::string validateSpirv(std::span<const uint32_t> words);

// A seed for options that belongs to these bytes.
uint64_t seedOf(std::span<const uint8_t> bytes);

} // namespace hendeca::fuzz
