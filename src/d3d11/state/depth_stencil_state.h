#pragma once
// ID3D11DepthStencilState. Immutable and interned (state/state_table.h), any thread.

#include "d3d11/device/device_child.h"
#include "d3d11/state/state_table.h"
#include "gpu/state.h"

#include <memory>

namespace hendeca::d3d11 {

class DepthStencilState final : public DeviceChild<ID3D11DepthStencilState> {
public:
    // As the device's Create method; with a null `out` the description is only judged (S_FALSE).
    static HRESULT create(Device& device, const D3D11_DEPTH_STENCIL_DESC* desc, DepthStencilState** out);

    void STDMETHODCALLTYPE GetDesc(D3D11_DEPTH_STENCIL_DESC* desc) override { *desc = desc_; }

    const D3D11_DEPTH_STENCIL_DESC& desc() const { return desc_; }
    const gpu::DepthStencilState* gpu() const { return state_.get(); }

private:
    DepthStencilState(Device& device, StateKey key, const D3D11_DEPTH_STENCIL_DESC& desc,
                      std::unique_ptr<gpu::DepthStencilState> state)
        : DeviceChild(device), key_(std::move(key)), desc_(desc), state_(std::move(state)) {}
    void releaseGpu(gpu::Writer& writer) override;
    bool claim() override;
    const char* className() const override { return "ID3D11DepthStencilState"; }

    StateKey key_;
    D3D11_DEPTH_STENCIL_DESC desc_;
    std::unique_ptr<gpu::DepthStencilState> state_;
};

} // namespace hendeca::d3d11
