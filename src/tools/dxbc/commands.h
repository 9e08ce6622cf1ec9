#pragma once
// The commands of hendeca-dxbc: one row each, one function each. A function gets its arguments, prints to standard
// output, and returns an exit code: 0 good, 1 the shader is bad, 2 the command line or a file is.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace hendeca::tools {

inline constexpr int kGood = 0;
inline constexpr int kBadShader = 1;
inline constexpr int kBadUsage = 2;

struct Command {
    std::string_view name;
    std::string_view arguments;
    std::string_view help;
    int (*run)(std::span<const std::string_view> arguments);
};

int runDis(std::span<const std::string_view> arguments);
int runInfo(std::span<const std::string_view> arguments);
int runCheck(std::span<const std::string_view> arguments);
int runSpirv(std::span<const std::string_view> arguments);
int runTables(std::span<const std::string_view> arguments);

// A whole file; "-" is standard input.
Result<std::vector<uint8_t>> readInput(std::string_view path);
// Prints "file: what" to standard error.
void complain(std::string_view file, std::string_view what);
// Splits options ("--name") from files.
struct Arguments {
    std::vector<std::string_view> options;
    std::vector<std::string_view> files;
    bool has(std::string_view option) const;
};
Arguments split(std::span<const std::string_view> arguments);
// Reports an option that is not among those known, or missing files; true when all is well.
bool accept(const Arguments& arguments, std::initializer_list<std::string_view> known, bool wantsFiles);

} // namespace hendeca::tools
