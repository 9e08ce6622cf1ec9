#include "d3d11/context/map_rules.h"

#include <array>

namespace hendeca::d3d11 {

namespace {

// For each map type: usages that allow it, the CPU access it needs, and whether textures may be mapped so.
struct MapRule {
    D3D11_MAP key;
    uint32_t usages;    // bit: D3D11_USAGE
    uint32_t cpuAccess; // all of these
    bool textures;
};

constexpr uint32_t kStaging = 1u << D3D11_USAGE_STAGING;
constexpr uint32_t kDefault = 1u << D3D11_USAGE_DEFAULT; // with CPU access: see MapOnDefaultBuffers
constexpr uint32_t kDynamic = 1u << D3D11_USAGE_DYNAMIC;
constexpr std::array kMapRules = {
    MapRule{D3D11_MAP_READ, kStaging | kDefault, D3D11_CPU_ACCESS_READ, true},
    MapRule{D3D11_MAP_WRITE, kStaging | kDefault, D3D11_CPU_ACCESS_WRITE, true},
    MapRule{D3D11_MAP_READ_WRITE, kStaging | kDefault, D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, true},
    MapRule{D3D11_MAP_WRITE_DISCARD, kDynamic, D3D11_CPU_ACCESS_WRITE, true},
    MapRule{D3D11_MAP_WRITE_NO_OVERWRITE, kDynamic, D3D11_CPU_ACCESS_WRITE, false},
};

const MapRule* findRule(D3D11_MAP type) {
    for (const MapRule& rule : kMapRules)
        if (rule.key == type)
            return &rule;
    return nullptr;
}

} // namespace

HRESULT judgeMap(const ResourceBase& resource, UINT subresource, D3D11_MAP type, UINT flags) {
    const MapRule* rule = findRule(type);
    if (!rule || subresource >= resource.subresourceCount() || flags & ~UINT(D3D11_MAP_FLAG_DO_NOT_WAIT))
        return E_INVALIDARG;
    if (!(rule->usages >> resource.usage() & 1) || (resource.cpuAccess() & rule->cpuAccess) != rule->cpuAccess)
        return E_INVALIDARG;
    if (!rule->textures && !resource.isBuffer())
        return E_INVALIDARG;
    // DO_NOT_WAIT has no sense where nothing is waited for.
    if (flags & D3D11_MAP_FLAG_DO_NOT_WAIT && rule->usages == kDynamic)
        return E_INVALIDARG;
    return S_OK;
}

HRESULT judgeDeferredMap(const ResourceBase& resource, UINT subresource, D3D11_MAP type) {
    if (type != D3D11_MAP_WRITE_DISCARD && type != D3D11_MAP_WRITE_NO_OVERWRITE)
        return E_INVALIDARG;
    return judgeMap(resource, subresource, type, 0);
}

} // namespace hendeca::d3d11
