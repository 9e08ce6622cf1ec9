#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tools/dxbc/commands.h"
#include "util/platform.h"
#include "util/platform_streams.h"

namespace hendeca::tools {

namespace {

// No shader is nearly as large; a mistyped path may name a disk image.
constexpr size_t kMaxFile = size_t{256} << 20;

} // namespace

Result<std::vector<uint8_t>> readInput(std::string_view path) {
    const bool standard = path == "-";
    std::FILE* file = standard ? binaryStandardInput() : openFile(std::string(path), "rb");
    if (!file)
        return makeError(ErrorCode::Io, "cannot be opened");
    std::vector<uint8_t> bytes;
    uint8_t buffer[65536];
    bool good = true;
    while (const size_t got = std::fread(buffer, 1, sizeof(buffer), file)) {
        bytes.insert(bytes.end(), buffer, buffer + got);
        if (bytes.size() > kMaxFile) {
            good = false;
            break;
        }
    }
    const bool failed = std::ferror(file) != 0;
    if (!standard)
        std::fclose(file);
    if (failed)
        return makeError(ErrorCode::Io, "cannot be read");
    if (!good)
        return makeError(ErrorCode::Io, "is too large for a shader");
    return bytes;
}

Status writeOutput(std::string_view path, std::span<const uint8_t> bytes) {
    const bool standard = path == "-";
    std::FILE* file = standard ? binaryStandardOutput() : openFile(std::string(path), "wb");
    if (!file)
        return makeError(ErrorCode::Io, "cannot be opened for writing");
    bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    good = (standard ? std::fflush(file) : std::fclose(file)) == 0 && good;
    if (!good)
        return makeError(ErrorCode::Io, "cannot be written");
    return Ok{};
}

void complain(std::string_view file, std::string_view what) {
    std::fprintf(stderr, "hendeca-dxbc: %.*s: %.*s\n", static_cast<int>(file.size()), file.data(),
                 static_cast<int>(what.size()), what.data());
}

Error withOffset(const dxbc::Container& container, Error error) {
    static constexpr std::string_view kStart = "token ";
    const dxbc::Chunk* chunk = container.program();
    if (!chunk || error.what.rfind(kStart, 0) != 0)
        return error;
    const unsigned long token = std::strtoul(error.what.c_str() + kStart.size(), nullptr, 10);
    const size_t end = error.what.find(':');
    if (end != std::string::npos)
        error.what.insert(end, " (byte " + std::to_string(chunk->offset + 4ull * token) + ")");
    return error;
}

Result<dxbc::Program> decodeProgram(const dxbc::Container& container) {
    auto program = dxbc::Program::decode(container);
    if (!program.ok())
        return withOffset(container, program.error());
    return program;
}

bool Arguments::has(std::string_view option) const {
    return std::any_of(options.begin(), options.end(), [option](const Option& given) { return given.name == option; });
}

std::string_view Arguments::value(std::string_view option) const {
    std::string_view found;
    for (const Option& given : options)
        if (given.name == option)
            found = given.value;
    return found;
}

Arguments split(std::span<const std::string_view> arguments, std::initializer_list<std::string_view> withValue) {
    Arguments result;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument.size() < 2 || argument[0] != '-') {
            result.files.push_back(argument);
            continue;
        }
        Arguments::Option option{argument, {}};
        if (std::find(withValue.begin(), withValue.end(), argument) != withValue.end()) {
            if (i + 1 == arguments.size()) {
                complain(argument, "wants a value");
                result.bad = true;
                return result;
            }
            option.value = arguments[++i];
        }
        result.options.push_back(option);
    }
    return result;
}

bool accept(const Arguments& arguments, std::initializer_list<std::string_view> known, bool wantsFiles) {
    if (arguments.bad)
        return false;
    for (const Arguments::Option& option : arguments.options) {
        if (std::find(known.begin(), known.end(), option.name) == known.end()) {
            complain(option.name, "is not an option of this command");
            return false;
        }
    }
    if (arguments.files.empty() == wantsFiles) {
        complain("arguments", wantsFiles ? "no file is named" : "this command takes no files");
        return false;
    }
    return true;
}

} // namespace hendeca::tools
