#include <algorithm>
#include <cstdio>

#include "tools/dxbc/commands.h"
#include "util/platform.h"

namespace hendeca::tools {

namespace {

// No shader is nearly as large; a mistyped path may name a disk image.
constexpr size_t kMaxFile = size_t{256} << 20;

} // namespace

Result<std::vector<uint8_t>> readInput(std::string_view path) {
    const bool standard = path == "-";
    std::FILE* file = standard ? std::freopen(nullptr, "rb", stdin) : openFile(std::string(path), "rb");
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

void complain(std::string_view file, std::string_view what) {
    std::fprintf(stderr, "hendeca-dxbc: %.*s: %.*s\n", static_cast<int>(file.size()), file.data(),
                 static_cast<int>(what.size()), what.data());
}

bool Arguments::has(std::string_view option) const {
    return std::find(options.begin(), options.end(), option) != options.end();
}

Arguments split(std::span<const std::string_view> arguments) {
    Arguments result;
    for (std::string_view argument : arguments)
        (argument.size() > 1 && argument[0] == '-' ? result.options : result.files).push_back(argument);
    return result;
}

bool accept(const Arguments& arguments, std::initializer_list<std::string_view> known, bool wantsFiles) {
    for (std::string_view option : arguments.options) {
        if (std::find(known.begin(), known.end(), option) == known.end()) {
            complain(option, "is not an option of this command");
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
