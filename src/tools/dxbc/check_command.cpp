#include <algorithm>
#include <cstdio>

#include "dxbc/program.h"
#include "dxbc/reflection.h"
#include "tools/dxbc/commands.h"

namespace hendeca::tools {

namespace {

// "" when all is well.
std::string problemOf(std::span<const uint8_t> bytes) {
    const auto container = dxbc::Container::open(bytes);
    if (!container.ok())
        return container.error().what;
    if (!container->checksumMatches())
        return "the container's checksum is wrong";
    const auto program = decodeProgram(*container);
    if (!program.ok())
        return program.error().what;
    const auto reflection = dxbc::Reflection::read(*container);
    if (!reflection.ok())
        return reflection.error().what;
    const auto linkage = dxbc::ClassLinkage::read(*container);
    return linkage.ok() ? std::string() : linkage.error().what;
}

} // namespace

int runCheck(std::span<const std::string_view> given) {
    const Arguments arguments = split(given);
    if (!accept(arguments, {"--quiet"}, true))
        return kBadUsage;
    int code = kGood;
    size_t bad = 0;
    for (std::string_view file : arguments.files) {
        const auto bytes = readInput(file);
        if (!bytes.ok()) {
            complain(file, bytes.error().what);
            code = kBadUsage;
            continue;
        }
        const std::string problem = problemOf(*bytes);
        if (!problem.empty()) {
            complain(file, problem);
            code = std::max(code, kBadShader);
            ++bad;
        } else if (!arguments.has("--quiet")) {
            std::printf("%.*s: good\n", static_cast<int>(file.size()), file.data());
        }
    }
    if (arguments.files.size() > 1)
        std::printf("%zu shaders, %zu bad\n", arguments.files.size(), bad);
    return code;
}

} // namespace hendeca::tools
