#pragma once
// The seeds: small shaders of our own, as assembly text in seeds/, assembled when they are asked for. Any thread.

#include <filesystem>
#include <string>
#include <vector>

#include "util/result.h"

namespace hendeca::fuzz {

struct Seed {
    std::string name;
    std::vector<uint8_t> bytes;
};

// Every .dxasm file of the folder, in order of their names. An error names the file.
Result<std::vector<Seed>> assembleSeeds(const std::filesystem::path& folder);

std::vector<uint8_t> readFile(const std::filesystem::path& path);

} // namespace hendeca::fuzz
