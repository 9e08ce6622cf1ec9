#pragma once
// D3D11 primitive topologies as Vulkan's, one table. Source: D3D_PRIMITIVE_TOPOLOGY (Microsoft Learn), Vulkan 1.3 section 20.1.

#include "vk/fns.h"

#include <d3d11.h>

#include <cstdint>

namespace hendeca::d3d11 {

struct TopologyInfo {
    bool valid = false;
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    uint32_t controlPoints = 0; // of patches
};

// Patches that a geometry shader takes without tessellation, as a list of as many vertices; patches still when there is
// none.
inline VkPrimitiveTopology patchAsList(uint32_t controlPoints) {
    switch (controlPoints) {
    case 1: return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case 2: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case 3: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    case 4: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY;
    case 6: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
    default: return VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    }
}

inline TopologyInfo topologyInfo(D3D11_PRIMITIVE_TOPOLOGY topology) {
    if (topology >= D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST &&
        topology <= D3D11_PRIMITIVE_TOPOLOGY_32_CONTROL_POINT_PATCHLIST)
        return {true, VK_PRIMITIVE_TOPOLOGY_PATCH_LIST,
                static_cast<uint32_t>(topology - D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST + 1)};
    switch (static_cast<int>(topology)) {
    case D3D11_PRIMITIVE_TOPOLOGY_POINTLIST: return {true, VK_PRIMITIVE_TOPOLOGY_POINT_LIST};
    case D3D11_PRIMITIVE_TOPOLOGY_LINELIST: return {true, VK_PRIMITIVE_TOPOLOGY_LINE_LIST};
    case D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP: return {true, VK_PRIMITIVE_TOPOLOGY_LINE_STRIP};
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST: return {true, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP: return {true, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP};
    case 6 /* TRIANGLEFAN of D3D9 */: return {true, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN};
    case D3D11_PRIMITIVE_TOPOLOGY_LINELIST_ADJ: return {true, VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY};
    case D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP_ADJ: return {true, VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY};
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST_ADJ: return {true, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY};
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP_ADJ: return {true, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY};
    default: return {};
    }
}

} // namespace hendeca::d3d11
