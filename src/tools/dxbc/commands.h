#pragma once
// The commands of hendeca-dxbc: one row each, one function each. A function gets its arguments, prints to standard
// output, and returns an exit code: 0 good, 1 the shader is bad, 2 the command line or a file is, 3 there is no device to
// run on, or it failed.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dxbc/program.h"
#include "util/result.h"

namespace hendeca::tools {

inline constexpr int kGood = 0;
inline constexpr int kBadShader = 1;
inline constexpr int kBadUsage = 2;
inline constexpr int kNoDevice = 3;

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
int runRun(std::span<const std::string_view> arguments);
int runTables(std::span<const std::string_view> arguments);

// A whole file; "-" is standard input.
Result<std::vector<uint8_t>> readInput(std::string_view path);
// Writes a whole file; "-" is standard output.
Status writeOutput(std::string_view path, std::span<const uint8_t> bytes);
// Prints "file: what" to standard error.
void complain(std::string_view file, std::string_view what);

// The program of a container. Its errors, which name a token, say the byte offset in the file too.
Result<dxbc::Program> decodeProgram(const dxbc::Container& container);
Error withOffset(const dxbc::Container& container, Error error);

// Splits options ("--name", and "-o VALUE" for those that have a value) from files.
struct Arguments {
    struct Option {
        std::string_view name;
        std::string_view value;
    };
    std::vector<Option> options;
    std::vector<std::string_view> files;
    bool bad = false; // a value is missing; reported already
    bool has(std::string_view option) const;
    std::string_view value(std::string_view option) const; // of the last; empty when there is none
};
Arguments split(std::span<const std::string_view> arguments, std::initializer_list<std::string_view> withValue = {});
// Reports an option that is not among those known, or missing files; true when all is well.
bool accept(const Arguments& arguments, std::initializer_list<std::string_view> known, bool wantsFiles);

} // namespace hendeca::tools
