#pragma once
// The rules for creating resources, as tables: what usage, bind and CPU-access flags go together, and how large things
// may be at a feature level. Pure functions, any thread. Sources: Microsoft Learn, D3D11_USAGE, CreateBuffer,
// CreateTexture2D, Resource Limits (Direct3D 11); D3D11.3 functional specification, chapter 5.

#include <d3d11_4.h>

#include <cstdint>

namespace hendeca::d3d11 {

struct LevelLimits {
    D3D_FEATURE_LEVEL level;
    uint32_t texture1D, texture2D, texture3D, cube; // texels a side
    uint32_t arrayLayers;
    bool cubeArrays;
    bool unorderedAccess;
    uint32_t minShaderModel40; // 1: shader model 4.0 and up is accepted
    uint32_t maxShaderModel;   // 40, 41, 50
};
const LevelLimits& levelLimits(D3D_FEATURE_LEVEL level);

// True if usage, bind and CPU-access flags may stand together (MISC flags are judged elsewhere). `mapOnDefault`: CPU
// access to a DEFAULT resource is possible.
bool usageAllowed(D3D11_USAGE usage, uint32_t bindFlags, uint32_t cpuAccess, bool mapOnDefault);

// Initial data: IMMUTABLE needs it, and a given array must not start with a null pointer.
bool initialDataAllowed(D3D11_USAGE usage, const D3D11_SUBRESOURCE_DATA* data, uint32_t subresources);

// Full mip chain of an extent in texels.
uint32_t mipChainLength(uint32_t width, uint32_t height, uint32_t depth);

} // namespace hendeca::d3d11
