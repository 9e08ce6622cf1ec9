#pragma once
// What a translation may depend on besides the program: facts of the driver as plain booleans, and facts of the pipeline.
// Plain data; equal options and equal programs give equal words, so both together are a cache key.

#include <cstdint>
#include <string>
#include <vector>

namespace hendeca::translate {

// One entry of a stream-output declaration, in the order of the declaration; gaps have an empty semantic.
struct StreamOutputElement {
    uint8_t stream = 0;
    std::string semantic; // empty: components that are skipped
    uint32_t semanticIndex = 0;
    uint8_t startComponent = 0;
    uint8_t componentCount = 4;
    uint8_t slot = 0;
};

struct Options {
    // --- pipeline ---
    bool dualSourceBlend = false;    // SV_Target1 becomes location 0, index 1
    uint32_t alphaInRed = 0;         // bit t: render target t takes the alpha in its red component too (pixel shaders)
    uint32_t undefinedInputs = 0;    // bit r: the stage before does not write register r; it reads as 0 (pixel shaders)
    uint32_t nanToZeroTargets = 0;   // bit t: render target t gets 0 for NaN (pixel shaders)
    std::vector<StreamOutputElement> streamOutput;
    uint32_t streamOutputStride[4] = {}; // bytes; 0: packed
    uint32_t rasterizedStream = 0;       // ~0u: none

    // --- driver ---
    bool storageReadWithoutFormat = false; // shaderStorageImageReadWithoutFormat
    bool signedZeroInfNanPreserve32 = false;
    bool denormFlushToZero32 = false;
    bool denormPreserve64 = false;
    bool roundToNearestEven32 = false;
    bool outputLayerWithoutGeometry = true; // shaderOutputLayer and shaderOutputViewportIndex
    bool sparseResidency = true;            // shaderResourceResidency; without it all is reported as mapped
    bool resourceMinLod = true;             // shaderResourceMinLod
    bool rasterizationStreamSelect = false; // transformFeedback...; without it streams change places
    bool latePointSize = true;              // shaderTessellationAndGeometryPointSize

    // The validator runs after each pass; debug builds and tests.
#ifdef NDEBUG
    bool validateIr = false;
#else
    bool validateIr = true;
#endif
};

} // namespace hendeca::translate
