#pragma once
// What the translation tests share: reading shaders, translating them, and asking SPIRV-Tools about the words.

#include "dxbc/program.h"
#include "translate/compile.h"

#include <filesystem>
#include <string>
#include <vector>

namespace hendeca::test {

std::vector<uint8_t> readFile(const std::filesystem::path& path);
Result<dxbc::Program> decode(const std::vector<uint8_t>& bytes);

// A committed shader of tests/unit/translate/data, by its name without ".dxbc".
Result<dxbc::Program> loadShader(const std::string& name);

// False when SPIRV-Tools was not there at build time: the checks below then pass without looking.
bool haveSpirvTools();
// Empty when the words are valid for Vulkan 1.3, else the first complaint.
std::string validateSpirv(const std::vector<uint32_t>& words);
std::string disassembleSpirv(const std::vector<uint32_t>& words);

} // namespace hendeca::test
