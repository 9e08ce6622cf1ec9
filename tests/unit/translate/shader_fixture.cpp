#include "shader_fixture.h"

#include <fstream>
#include <iterator>

#ifdef HENDECA_HAVE_SPIRV_TOOLS
#include <spirv-tools/libspirv.h>
#endif

namespace hendeca::test {

std::vector<uint8_t> readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Result<dxbc::Program> decode(const std::vector<uint8_t>& bytes) {
    HENDECA_TRY_ASSIGN(const dxbc::Container container, dxbc::Container::open(bytes));
    return dxbc::Program::decode(container);
}

Result<dxbc::Program> loadShader(const std::string& name) {
    return decode(readFile(std::filesystem::path(HENDECA_TEST_DATA) / (name + ".dxbc")));
}

#ifdef HENDECA_HAVE_SPIRV_TOOLS

bool haveSpirvTools() {
    return true;
}

std::string validateSpirv(const std::vector<uint32_t>& words) {
    static const spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    spv_const_binary_t binary{words.data(), words.size()};
    spv_diagnostic diagnostic = nullptr;
    const spv_result_t result = spvValidate(context, &binary, &diagnostic);
    std::string text;
    if (result != SPV_SUCCESS)
        text = diagnostic && diagnostic->error ? diagnostic->error : "invalid";
    if (diagnostic)
        spvDiagnosticDestroy(diagnostic);
    return text;
}

std::string disassembleSpirv(const std::vector<uint32_t>& words) {
    static const spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    spv_text text = nullptr;
    spvBinaryToText(context, words.data(), words.size(), SPV_BINARY_TO_TEXT_OPTION_INDENT, &text, nullptr);
    std::string out = text ? std::string(text->str, text->length) : std::string();
    spvTextDestroy(text);
    return out;
}

#else

bool haveSpirvTools() {
    return false;
}
std::string validateSpirv(const std::vector<uint32_t>&) {
    return {};
}
std::string disassembleSpirv(const std::vector<uint32_t>&) {
    return {};
}

#endif

} // namespace hendeca::test
