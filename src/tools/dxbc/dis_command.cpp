#include <cstdio>

#include "dxbc/disassembler.h"
#include "tools/dxbc/commands.h"

namespace hendeca::tools {

int runDis(std::span<const std::string_view> given) {
    const Arguments arguments = split(given);
    if (!accept(arguments, {"--offsets", "--no-signatures"}, true))
        return kBadUsage;
    int code = kGood;
    for (std::string_view file : arguments.files) {
        const auto bytes = readInput(file);
        if (!bytes.ok()) {
            complain(file, bytes.error().what);
            return kBadUsage;
        }
        const auto container = dxbc::Container::open(*bytes);
        if (!container.ok()) {
            complain(file, container.error().what);
            code = kBadShader;
            continue;
        }
        if (!container->checksumMatches())
            complain(file, "the container's checksum is wrong");
        const auto program = decodeProgram(*container);
        if (!program.ok()) {
            complain(file, program.error().what);
            code = kBadShader;
            continue;
        }
        if (arguments.files.size() > 1)
            std::printf("// %.*s\n", static_cast<int>(file.size()), file.data());
        const std::string text = dxbc::disassemble(
            *program, {.offsets = arguments.has("--offsets"), .signatures = !arguments.has("--no-signatures")});
        std::fwrite(text.data(), 1, text.size(), stdout);
    }
    return code;
}

} // namespace hendeca::tools
