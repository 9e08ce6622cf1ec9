// hendeca-dxbc spirv: a shader through the translator.

#include <cstdio>

#include "dxbc/program.h"
#include "tools/dxbc/commands.h"
#include "translate/compile.h"
#include "translate/ir/printer.h"
#include "translate/lift/lift.h"

#ifdef HENDECA_HAVE_SPIRV_TOOLS
#include <spirv-tools/libspirv.h>
#endif

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
        std::printf(";   %s %s%u: %s %d, mask %x, used %x%s\n", title, element.semantic.c_str(), element.semanticIndex,
                    element.systemValue ? "built-in, register" : "location", static_cast<int>(element.reg),
                    static_cast<unsigned>(element.mask), static_cast<unsigned>(element.usedMask),
                    element.type == spirv::NumericType::Float ? "" : ", integer");
}

void printSummary(const spirv::ShaderBinary& binary) {
    std::printf(";   %zu words, flags %05x\n", binary.words.size(), static_cast<unsigned>(binary.flags));
    for (const spirv::Binding& binding : binary.bindings)
        std::printf(";   set %u binding %u: %s, slot %u%s%s\n", static_cast<unsigned>(binding.set),
                    static_cast<unsigned>(binding.binding), bindingKindName(binding.kind),
                    static_cast<unsigned>(binding.slot), binding.structureStride ? ", structured" : "",
                    binding.written ? ", written" : "");
    printElements("input", binary.inputs);
    printElements("output", binary.outputs);
}

#ifdef HENDECA_HAVE_SPIRV_TOOLS
constexpr bool kHaveText = true;

std::string textOf(const std::vector<uint32_t>& words) {
    const spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    spv_text text = nullptr;
    spvBinaryToText(context, words.data(), words.size(),
                    SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES, &text, nullptr);
    std::string result = text ? std::string(text->str, text->length) : std::string();
    spvTextDestroy(text);
    spvContextDestroy(context);
    return result;
}
#else
constexpr bool kHaveText = false;

std::string textOf(const std::vector<uint32_t>&) {
    return "; built without SPIRV-Tools: no text; --binary gives the words\n";
}
#endif

enum class Form : uint8_t { Text, Binary, Ir, Nothing };

// 0, or an exit code.
int translateOne(std::string_view file, Form form, std::string_view out) {
    const auto bytes = readInput(file);
    if (!bytes.ok()) {
        complain(file, bytes.error().what);
        return kBadUsage;
    }
    const auto container = dxbc::Container::open(*bytes);
    const auto program = container.ok() ? decodeProgram(*container) : Result<dxbc::Program>(container.error());
    if (!program.ok()) {
        complain(file, program.error().what);
        return kBadShader;
    }
    if (!container->checksumMatches())
        complain(file, "the container's checksum is wrong; Direct3D would refuse it");
    if (form == Form::Ir) {
        const auto module = translate::lift(*program, {});
        if (module.ok())
            std::fputs(translate::ir::print(*module).c_str(), stdout);
    }
    const auto binary = translate::compile(*program, {});
    if (!binary.ok()) {
        complain(file, withOffset(*container, binary.error()).what);
        return kBadShader;
    }
    const std::vector<uint32_t>& words = binary->words;
    Status written = Ok{};
    if (form == Form::Binary) {
        written = writeOutput(out, {reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4});
    } else if (form == Form::Text && out != "-") {
        const std::string text = textOf(words);
        written = writeOutput(out, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    } else if (form == Form::Text) {
        std::printf("; %.*s\n", static_cast<int>(file.size()), file.data());
        printSummary(*binary);
        std::fputs(textOf(words).c_str(), stdout);
    }
    if (!written.ok()) {
        complain(out, written.error().what);
        return kBadUsage;
    }
    return kGood;
}

} // namespace

int runSpirv(std::span<const std::string_view> given) {
    const Arguments arguments = split(given, {"-o"});
    if (!accept(arguments, {"--binary", "--ir", "--quiet", "-o"}, true))
        return kBadUsage;
    const std::string_view out = arguments.has("-o") ? arguments.value("-o") : "-";
    const Form form = arguments.has("--ir")       ? Form::Ir
                      : arguments.has("--quiet")  ? Form::Nothing
                      : arguments.has("--binary") ? Form::Binary
                                                  : Form::Text;
    if (arguments.files.size() != 1 && (form == Form::Binary || arguments.has("-o"))) {
        complain(form == Form::Binary ? "--binary" : "-o", "wants one shader");
        return kBadUsage;
    }
    if (arguments.has("-o") && (form == Form::Ir || form == Form::Nothing)) {
        complain("-o", "does not go with --ir or --quiet");
        return kBadUsage;
    }
    if (form == Form::Text && !kHaveText && out != "-") {
        complain("-o", "there is no text, for want of SPIRV-Tools; give --binary");
        return kBadUsage;
    }
    int code = kGood;
    for (std::string_view file : arguments.files)
        if (const int result = translateOne(file, form, out); result != kGood)
            code = result;
    return code;
}

} // namespace hendeca::tools
