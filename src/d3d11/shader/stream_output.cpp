#include "d3d11/shader/stream_output.h"

#include "dxbc/program.h"
#include "translate/options.h"

#include <algorithm>

namespace hendeca::d3d11 {

namespace {

constexpr uint32_t kSlots = D3D11_SO_BUFFER_SLOT_COUNT;

bool entryAllowed(const D3D11_SO_DECLARATION_ENTRY& entry, const dxbc::Program& program) {
    if (entry.OutputSlot >= kSlots || entry.Stream >= D3D11_SO_STREAM_COUNT)
        return false;
    if (!entry.SemanticName) // a gap; longer than a vector is possible
        return entry.ComponentCount && !entry.SemanticIndex && !entry.StartComponent;
    if (!entry.ComponentCount || entry.StartComponent > 3 || entry.ComponentCount > 4u - entry.StartComponent)
        return false;
    return program.outputSignature().find(entry.SemanticName, entry.SemanticIndex, entry.Stream) != nullptr;
}

// Levels below 11_0 have one buffer with many elements, or several with one each, and one stream.
bool allowedBelow11(const StreamOutputDesc& desc) {
    if (desc.rasterizedStream != 0 || (!desc.entries && desc.strideCount))
        return false;
    uint32_t perSlot[kSlots] = {};
    bool gap = false;
    for (UINT i = 0; i < desc.entryCount; i++) {
        perSlot[desc.entries[i].OutputSlot]++;
        gap |= !desc.entries[i].SemanticName;
        if (desc.entries[i].Stream)
            return false;
    }
    const auto used = std::count_if(std::begin(perSlot), std::end(perSlot), [](uint32_t count) { return count > 0; });
    const auto many = std::count_if(std::begin(perSlot), std::end(perSlot), [](uint32_t count) { return count > 1; });
    return used <= 1 || (!many && !gap);
}

} // namespace

bool readStreamOutput(const StreamOutputDesc& desc, D3D_FEATURE_LEVEL level, const dxbc::Program& program,
                      translate::Options& options) {
    if (desc.entries && !desc.entryCount && desc.strideCount)
        return false;
    if (desc.entryCount && !desc.entries)
        return false;
    if (desc.rasterizedStream >= D3D11_SO_STREAM_COUNT && desc.rasterizedStream != D3D11_SO_NO_RASTERIZED_STREAM)
        return false;
    if (desc.strideCount > kSlots || (desc.strideCount && !desc.strides))
        return false;

    uint32_t bytes[kSlots] = {};
    for (UINT i = 0; i < desc.entryCount; i++) {
        const D3D11_SO_DECLARATION_ENTRY& entry = desc.entries[i];
        if (!entryAllowed(entry, program))
            return false;
        bytes[entry.OutputSlot] += entry.ComponentCount * 4u;
        translate::StreamOutputElement made;
        made.stream = static_cast<uint8_t>(entry.Stream);
        made.semantic = entry.SemanticName ? entry.SemanticName : "";
        made.semanticIndex = entry.SemanticIndex;
        made.startComponent = entry.StartComponent;
        made.componentCount = entry.ComponentCount;
        made.slot = entry.OutputSlot;
        options.streamOutput.push_back(std::move(made));
    }
    if (level < D3D_FEATURE_LEVEL_11_0 && !allowedBelow11(desc))
        return false;
    for (uint32_t slot = 0; slot < kSlots; slot++) {
        if (slot < desc.strideCount) {
            const uint32_t stride = desc.strides[slot];
            if (stride % 4 || stride < bytes[slot])
                return false;
            options.streamOutputStride[slot] = stride;
        } else if (bytes[slot]) {
            if (level >= D3D_FEATURE_LEVEL_11_0)
                return false;
            options.streamOutputStride[slot] = bytes[slot];
        }
    }
    options.rasterizedStream = desc.rasterizedStream;
    return true;
}

} // namespace hendeca::d3d11
