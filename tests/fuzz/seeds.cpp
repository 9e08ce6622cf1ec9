#include "seeds.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "dxbcasm/dxbcasm.h"

namespace hendeca::fuzz {

std::vector<uint8_t> readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Result<std::vector<Seed>> assembleSeeds(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    std::error_code code;
    for (const auto& entry : std::filesystem::directory_iterator(folder, code))
        if (entry.path().extension() == ".dxasm")
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Seed> seeds;
    for (const std::filesystem::path& path : paths) {
        const std::vector<uint8_t> text = readFile(path);
        auto bytes = dxbcasm::assemble({reinterpret_cast<const char*>(text.data()), text.size()});
        if (!bytes.ok())
            return makeError(ErrorCode::InvalidArgument, path.filename().string() + ": " + bytes.error().what);
        seeds.push_back({path.stem().string(), std::move(*bytes)});
    }
    return seeds;
}

} // namespace hendeca::fuzz
