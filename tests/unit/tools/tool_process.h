#pragma once
// Runs hendeca-dxbc as a process, in a folder of the test's own. Used by one thread.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hendeca::test {

struct ToolResult {
    int code = -1;
    std::string out;
    std::string error;
};

class ToolFolder {
public:
    ToolFolder();
    ~ToolFolder();
    ToolFolder(const ToolFolder&) = delete;
    ToolFolder& operator=(const ToolFolder&) = delete;

    void write(const std::string& name, std::string_view content) const;
    void writeWords(const std::string& name, const std::vector<uint32_t>& words) const;
    // Assembles a shader into a file.
    void assemble(const std::string& name, std::string_view text) const;
    std::string read(const std::string& name) const;
    std::vector<uint32_t> readWords(const std::string& name) const;
    // `arguments` as a shell reads them, with the folder as the working directory.
    ToolResult run(const std::string& arguments) const;

private:
    std::filesystem::path path_;
};

} // namespace hendeca::test
