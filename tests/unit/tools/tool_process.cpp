#include "tool_process.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dxbcasm/dxbcasm.h"

namespace hendeca::test {

ToolFolder::ToolFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hendeca-tool-XXXXXX").string();
    path_ = mkdtemp(name.data());
}

ToolFolder::~ToolFolder() {
    std::error_code code;
    std::filesystem::remove_all(path_, code);
}

void ToolFolder::write(const std::string& name, std::string_view content) const {
    std::ofstream file(path_ / name, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
}

void ToolFolder::writeWords(const std::string& name, const std::vector<uint32_t>& words) const {
    write(name, {reinterpret_cast<const char*>(words.data()), words.size() * 4});
}

void ToolFolder::assemble(const std::string& name, std::string_view text) const {
    const auto bytes = dxbcasm::assemble(text);
    ASSERT_TRUE(bytes.ok()) << bytes.error().what;
    write(name, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

std::string ToolFolder::read(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<uint32_t> ToolFolder::readWords(const std::string& name) const {
    const std::string bytes = read(name);
    std::vector<uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    return words;
}

ToolResult ToolFolder::run(const std::string& arguments) const {
    const std::string command = "cd '" + path_.string() + "' && '" HENDECA_DXBC "' " + arguments + " >.out 2>.err";
    const int status = std::system(command.c_str());
    ToolResult result;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.out = read(".out");
    result.error = read(".err");
    return result;
}

} // namespace hendeca::test
