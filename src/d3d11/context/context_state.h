#pragma once
// ID3DDeviceContextState: a whole shadow that is not in use, with a private reference to each object that is bound in it. The
// state that the immediate context uses at the moment is empty here; it lies in the context. The immediate context's
// thread. Source: Microsoft Learn, ID3D11DeviceContext1::SwapDeviceContextState.

#include "d3d11/context/shadow_state.h"
#include "d3d11/device/device_child.h"

#include <vector>

namespace hendeca::d3d11 {

class ContextState final : public DeviceChild<ID3DDeviceContextState> {
public:
    explicit ContextState(Device& device) : DeviceChild(device) {}

    void save(const ShadowState& shadow);
    // What was saved, D3D11's defaults at first. The caller has it bound from now on.
    ShadowState take();

private:
    ~ContextState() override;
    const char* className() const override { return "ID3DDeviceContextState"; }

    ShadowState saved_;
    std::vector<DeviceObject*> held_;
};

} // namespace hendeca::d3d11
