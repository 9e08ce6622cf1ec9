#pragma once
// The tables of interned states of one device.

#include "d3d11/state/blend_state.h"
#include "d3d11/state/depth_stencil_state.h"
#include "d3d11/state/input_layout.h"
#include "d3d11/state/rasterizer_state.h"
#include "d3d11/state/sampler_state.h"

#include <atomic>

namespace hendeca::d3d11 {

struct StateTables {
    StateTable<BlendState> blend;
    StateTable<RasterizerState> rasterizer;
    StateTable<DepthStencilState> depthStencil;
    StateTable<SamplerState> sampler;
    StateTable<InputLayout> inputLayout{SIZE_MAX};
    // Views are not shared, but counted: so many may live on a device (Microsoft Learn, Direct3D 11 Return Codes).
    static constexpr uint32_t kMaxViews = 1u << D3D11_REQ_RESOURCE_VIEW_COUNT_PER_DEVICE_2_TO_EXP;
    std::atomic<uint32_t> views{0};
};

// The words of a description without padding.
template <class... Values>
void appendKey(StateKey& key, const Values&... values) {
    (key.append(reinterpret_cast<const char*>(&values), sizeof(values)), ...);
}

// The end of every create(): the object for `key`, made if it is not there.
template <class T, class Make>
HRESULT internState(StateTable<T>& table, const StateKey& key, T** out, Make&& make) {
    bool full = false;
    T* object = table.acquire(key, full, std::forward<Make>(make));
    if (!object)
        return full ? D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS : E_OUTOFMEMORY;
    *out = object; // with its reference
    return S_OK;
}

} // namespace hendeca::d3d11
