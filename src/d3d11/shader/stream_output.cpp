#include "d3d11/shader/stream_output.h"

#include "dxbc/program.h"
#include "translate/options.h"

#include "util/text.h"

#include <algorithm>
#include <bit>

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
    // Components are counted from the output's first, wherever in its register that lies.
    const auto* output = program.outputSignature().find(entry.SemanticName, entry.SemanticIndex, entry.Stream);
    return output && entry.StartComponent + entry.ComponentCount <= std::popcount(output->mask);
}

// No component twice.
bool overlap(const D3D11_SO_DECLARATION_ENTRY& a, const D3D11_SO_DECLARATION_ENTRY& b) {
    return a.SemanticName && b.SemanticName && a.SemanticIndex == b.SemanticIndex && a.Stream == b.Stream &&
           equalsIgnoringCase(a.SemanticName, b.SemanticName) && a.StartComponent < b.StartComponent + b.ComponentCount &&
           b.StartComponent < a.StartComponent + a.ComponentCount;
}

bool entriesAllowed(const StreamOutputDesc& desc, const dxbc::Program& program) {
    uint32_t written = 0, named = 0; // slots: with any entry, with more than gaps
    for (UINT i = 0; i < desc.entryCount; i++) {
        const D3D11_SO_DECLARATION_ENTRY& entry = desc.entries[i];
        if (!entryAllowed(entry, program))
            return false;
        for (UINT k = 0; k < i; k++)
            if (overlap(desc.entries[k], entry))
                return false;
        written |= 1u << entry.OutputSlot;
        named |= entry.SemanticName ? 1u << entry.OutputSlot : 0;
    }
    return written == named;
}

// Levels below 11_0 have one buffer with many elements, or several with one each, and one stream.
bool allowedBelow11(const StreamOutputDesc& desc) {
    if (desc.rasterizedStream != 0 || (!desc.entries && desc.strideCount))
        return false;
    for (UINT i = 0; i < desc.strideCount; i++)
        if (desc.strides[i] % 4)
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

    if (!entriesAllowed(desc, program))
        return false;
    uint32_t bytes[kSlots] = {};
    for (UINT i = 0; i < desc.entryCount; i++) {
        const D3D11_SO_DECLARATION_ENTRY& entry = desc.entries[i];
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
    // Strides for every buffer that is written, or for none: then the entries of each lie close together. What is said of
    // other buffers is not looked at.
    for (uint32_t slot = 0; slot < kSlots; slot++) {
        if (!bytes[slot])
            continue;
        if (slot >= desc.strideCount && desc.strideCount && level >= D3D_FEATURE_LEVEL_11_0)
            return false;
        const uint32_t stride = slot < desc.strideCount ? desc.strides[slot] : bytes[slot];
        if (stride % 4 || stride < bytes[slot])
            return false;
        options.streamOutputStride[slot] = stride;
    }
    options.rasterizedStream = desc.rasterizedStream;
    return true;
}

} // namespace hendeca::d3d11
