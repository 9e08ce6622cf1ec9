// hendeca-dxbc spirv: a shader through the translator.

#include <cstdio>

#include "dxbc/program.h"
#include "tools/dxbc/commands.h"
#include "translate/compile.h"
#include "translate/ir/printer.h"
#include "translate/lift/lift.h"

namespace hendeca::tools {

namespace {

const char* bindingKindName(spirv::BindingKind kind) {
    static constexpr const char* kNames[] = {"uniform buffer",
                                             "sampler",
                                             "sampled image",
                                             "uniform texel buffer",
                                             "storage buffer (read)",
                                             "storage image",
                                             "storage texel buffer",
                                             "storage buffer",
                                             "counter"};
    return kNames[static_cast<size_t>(kind)];
}

void printElements(const char* title, const std::vector<spirv::IoElement>& elements) {
    for (const spirv::IoElement& element : elements)
        std::printf("  %s %s%u: %s %d, mask %x, used %x%s\n", title, element.semantic.c_str(), element.semanticIndex,
                    element.systemValue ? "built-in, register" : "location", static_cast<int>(element.reg),
                    static_cast<unsigned>(element.mask), static_cast<unsigned>(element.usedMask),
                    element.type == spirv::NumericType::Float ? "" : ", integer");
}

void printSummary(const spirv::ShaderBinary& binary) {
    std::printf("  %zu words, flags %05x\n", binary.words.size(), static_cast<unsigned>(binary.flags));
    for (const spirv::Binding& binding : binary.bindings)
        std::printf("  set %u binding %u: %s, slot %u%s%s\n", static_cast<unsigned>(binding.set),
                    static_cast<unsigned>(binding.binding), bindingKindName(binding.kind),
                    static_cast<unsigned>(binding.slot), binding.structureStride ? ", structured" : "",
                    binding.written ? ", written" : "");
    printElements("input", binary.inputs);
    printElements("output", binary.outputs);
}

// 0, or an exit code.
int translateOne(std::string_view file, const Arguments& arguments, std::string_view out) {
    const auto bytes = readInput(file);
    if (!bytes.ok()) {
        complain(file, bytes.error().what);
        return kBadUsage;
    }
    const auto container = dxbc::Container::open(*bytes);
    const auto program = container.ok() ? dxbc::Program::decode(*container) : Result<dxbc::Program>(container.error());
    if (!program.ok()) {
        complain(file, program.error().what);
        return kBadShader;
    }
    if (arguments.has("--ir")) {
        const auto module = translate::lift(*program, {});
        if (module.ok())
            std::fputs(translate::ir::print(*module).c_str(), stdout);
    }
    const auto binary = translate::compile(*program, {});
    if (!binary.ok()) {
        complain(file, binary.error().what);
        return kBadShader;
    }
    if (!out.empty()) {
        std::FILE* to = std::fopen(std::string(out).c_str(), "wb");
        const size_t count = binary->words.size();
        const bool written = to && std::fwrite(binary->words.data(), sizeof(uint32_t), count, to) == count;
        if (to && (std::fclose(to) != 0 || !written))
            to = nullptr;
        if (!to) {
            complain(out, "cannot be written");
            return kBadUsage;
        }
    } else if (!arguments.has("--quiet") && !arguments.has("--ir")) {
        std::printf("%.*s:\n", static_cast<int>(file.size()), file.data());
        printSummary(*binary);
    }
    return kGood;
}

} // namespace

int runSpirv(std::span<const std::string_view> given) {
    const Arguments arguments = split(given);
    if (!accept(arguments, {"--ir", "--quiet", "--out"}, true))
        return kBadUsage;
    if (arguments.has("--out")) {
        if (arguments.files.size() != 2) {
            complain("--out", "wants one shader and one file to write");
            return kBadUsage;
        }
        return translateOne(arguments.files[0], arguments, arguments.files[1]);
    }
    int code = kGood;
    for (std::string_view file : arguments.files)
        if (const int result = translateOne(file, arguments, {}); result != kGood)
            code = result;
    return code;
}

} // namespace hendeca::tools
