// Rasterizer state, viewports, scissor rectangles.
#include "d3d11/context/context_base.h"

#include "d3d11/state/rasterizer_state.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

void ContextBase::RSSetState(ID3D11RasterizerState* state) {
    Lock lock(*this);
    auto* wanted = static_cast<RasterizerState*>(state);
    if (shadow_.rasterizer == wanted)
        return;
    keep(wanted);
    shadow_.rasterizer = wanted;
    shadow_.dirty |= kDirtyRaster;
}

void ContextBase::RSSetViewports(UINT count, const D3D11_VIEWPORT* viewports) {
    Lock lock(*this);
    if (count > gpu::kMaxViewports || (count && !viewports)) {
        HENDECA_WARN_ONCE("RSSetViewports: %u viewports are not possible; the call is ignored", count);
        return;
    }
    if (count == shadow_.viewportCount && (!count || !std::memcmp(shadow_.viewports, viewports, count * sizeof *viewports)))
        return;
    std::copy_n(viewports, count, shadow_.viewports);
    std::fill(shadow_.viewports + count, shadow_.viewports + gpu::kMaxViewports, D3D11_VIEWPORT{});
    shadow_.viewportCount = count;
    shadow_.dirty |= kDirtyViewports;
}

void ContextBase::RSSetScissorRects(UINT count, const D3D11_RECT* rects) {
    Lock lock(*this);
    if (count > gpu::kMaxViewports || (count && !rects)) {
        HENDECA_WARN_ONCE("RSSetScissorRects: %u rectangles are not possible; the call is ignored", count);
        return;
    }
    if (count == shadow_.scissorCount && (!count || !std::memcmp(shadow_.scissors, rects, count * sizeof *rects)))
        return;
    std::copy_n(rects, count, shadow_.scissors);
    std::fill(shadow_.scissors + count, shadow_.scissors + gpu::kMaxViewports, D3D11_RECT{});
    shadow_.scissorCount = count;
    shadow_.dirty |= kDirtyScissors;
}

void ContextBase::RSGetState(ID3D11RasterizerState** state) {
    Lock lock(*this);
    if (!state)
        return;
    *state = shadow_.rasterizer;
    if (*state)
        (*state)->AddRef();
}

// With an array the count says how many fit, and what lies beyond those that are set is zeroed; the count that is set comes
// back when there is no array, the smaller of both otherwise (Microsoft Learn, RSGetViewports).
void ContextBase::RSGetViewports(UINT* count, D3D11_VIEWPORT* viewports) {
    Lock lock(*this);
    if (!count)
        return;
    if (viewports) {
        for (UINT i = 0; i < *count; i++)
            viewports[i] = i < shadow_.viewportCount ? shadow_.viewports[i] : D3D11_VIEWPORT{};
        *count = std::min(*count, shadow_.viewportCount);
    } else {
        *count = shadow_.viewportCount;
    }
}

void ContextBase::RSGetScissorRects(UINT* count, D3D11_RECT* rects) {
    Lock lock(*this);
    if (!count)
        return;
    if (rects) {
        for (UINT i = 0; i < *count; i++)
            rects[i] = i < shadow_.scissorCount ? shadow_.scissors[i] : D3D11_RECT{};
        *count = std::min(*count, shadow_.scissorCount);
    } else {
        *count = shadow_.scissorCount;
    }
}

} // namespace hendeca::d3d11
