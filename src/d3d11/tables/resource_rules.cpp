#include "d3d11/tables/resource_rules.h"

#include <algorithm>
#include <array>
#include <bit>

namespace hendeca::d3d11 {

namespace {

// clang-format off
constexpr std::array kLevels = {
    //                                    1D     2D     3D    cube   layers cubeArrays uav  sm4  sm
    LevelLimits{D3D_FEATURE_LEVEL_9_1,   2048,  2048,  256,  512,     1, false, false, 0, 40},
    LevelLimits{D3D_FEATURE_LEVEL_9_2,   2048,  2048,  256,  512,     1, false, false, 0, 40},
    LevelLimits{D3D_FEATURE_LEVEL_9_3,   4096,  4096,  256,  4096,    1, false, false, 0, 40},
    LevelLimits{D3D_FEATURE_LEVEL_10_0,  8192,  8192,  2048, 8192,  512, false, true,  1, 40},
    LevelLimits{D3D_FEATURE_LEVEL_10_1,  8192,  8192,  2048, 8192,  512, true,  true,  1, 41},
    LevelLimits{D3D_FEATURE_LEVEL_11_0, 16384, 16384,  2048, 16384, 2048, true, true,  1, 50},
    LevelLimits{D3D_FEATURE_LEVEL_11_1, 16384, 16384,  2048, 16384, 2048, true, true,  1, 50},
};
// clang-format on

struct UsageRow {
    D3D11_USAGE usage;
    bool bindNeeded; // at least one bind flag
    uint32_t bindAllowed;
    uint32_t cpuNeeded; // all of these
    uint32_t cpuAllowed;
    bool anyCpuNeeded; // at least one
};

constexpr uint32_t kAllBinds = 0xffffffff;
constexpr uint32_t kInputBinds = D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER | D3D11_BIND_CONSTANT_BUFFER |
                                 D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_DECODER;
constexpr uint32_t kBothAccess = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE;

// clang-format off
constexpr std::array kUsages = {
    UsageRow{D3D11_USAGE_DEFAULT,   false, kAllBinds,   0,                      0,                      false},
    UsageRow{D3D11_USAGE_IMMUTABLE, true,  kInputBinds, 0,                      0,                      false},
    UsageRow{D3D11_USAGE_DYNAMIC,   true,  kInputBinds, D3D11_CPU_ACCESS_WRITE, D3D11_CPU_ACCESS_WRITE, false},
    UsageRow{D3D11_USAGE_STAGING,   false, 0,           0,                      kBothAccess,            true},
};
// clang-format on

} // namespace

const LevelLimits& levelLimits(D3D_FEATURE_LEVEL level) {
    const LevelLimits* found = &kLevels.front();
    for (const LevelLimits& row : kLevels) {
        if (row.level <= level)
            found = &row;
    }
    return *found;
}

bool usageAllowed(D3D11_USAGE usage, uint32_t bindFlags, uint32_t cpuAccess, bool mapOnDefault) {
    if (cpuAccess & ~kBothAccess)
        return false;
    for (const UsageRow& row : kUsages) {
        if (row.usage != usage)
            continue;
        const uint32_t cpuAllowed = row.cpuAllowed | (usage == D3D11_USAGE_DEFAULT && mapOnDefault ? kBothAccess : 0);
        return (!row.bindNeeded || bindFlags) && !(bindFlags & ~row.bindAllowed) &&
               (cpuAccess & row.cpuNeeded) == row.cpuNeeded && !(cpuAccess & ~cpuAllowed) &&
               (!row.anyCpuNeeded || cpuAccess);
    }
    return false;
}

bool initialDataAllowed(D3D11_USAGE usage, const D3D11_SUBRESOURCE_DATA* data, uint32_t subresources) {
    if (!data)
        return usage != D3D11_USAGE_IMMUTABLE;
    for (uint32_t i = 0; i < subresources; i++) {
        if (!data[i].pSysMem)
            return false;
    }
    return true;
}

uint32_t mipChainLength(uint32_t width, uint32_t height, uint32_t depth) {
    return static_cast<uint32_t>(std::bit_width(std::max({width, height, depth, 1u})));
}

} // namespace hendeca::d3d11
