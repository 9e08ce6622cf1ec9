// hendeca-dxbc: looks into compiled Direct3D shaders.

#include <cstdio>

#include "tools/dxbc/commands.h"

namespace {

using namespace hendeca::tools;

constexpr Command kCommands[] = {
    {"dis", "[--offsets] [--no-signatures] FILE...", "print the shader as Direct3D assembly", runDis},
    {"info", "FILE...", "print chunks, signatures, resources and statistics", runInfo},
    {"check", "[--quiet] FILE...", "check container, checksum and program", runCheck},
    {"spirv", "[--binary | --ir | --quiet] [-o OUT] FILE...",
     "translate to SPIR-V: text, words, or the translator's IR", runSpirv},
#ifdef HENDECA_HAVE_DEVICE
    {"run",
     "[--dispatch X,Y,Z] [--set REG=FILE | REG=zeros:BYTES]... [--get uN=FILE]... [--format REG=NAME]...\n"
     "                   [--counter uN=START]... [--software] [--library FILE] FILE",
     "run a compute shader; REG is b0, t0, u0, ...; FILE - of --get prints words", runRun},
#endif
    {"--tables", "", "print the opcode table as CSV", runTables},
};

void usage(std::FILE* out) {
    std::fprintf(out, "usage:\n");
    for (const Command& command : kCommands)
        std::fprintf(out, "  hendeca-dxbc %s %s\n      %s\n", command.name.data(), command.arguments.data(),
                     command.help.data());
    std::fprintf(out,
                 "A FILE of - is standard input. Exit codes: 0 good, 1 bad shader, 2 bad usage or file, 3 no device,\n"
                 "or the device failed.\n");
}

} // namespace

int main(int count, char** values) {
    const std::vector<std::string_view> arguments(values + (count > 0 ? 1 : 0), values + count);
    if (arguments.empty()) {
        usage(stderr);
        return kBadUsage;
    }
    if (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
        usage(stdout);
        return kGood;
    }
    for (const Command& command : kCommands) {
        if (command.name == arguments[0])
            return command.run(std::span(arguments).subspan(1));
    }
    complain(arguments[0], "is not a command");
    usage(stderr);
    return kBadUsage;
}
