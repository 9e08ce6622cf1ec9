#pragma once
// ID3D11BlendState1. Immutable and interned (state/state_table.h), any thread.

#include "d3d11/device/device_child.h"
#include "d3d11/state/state_table.h"
#include "gpu/state.h"

#include <memory>

namespace hendeca::d3d11 {

class BlendState final : public DeviceChild<ID3D11BlendState1> {
public:
    // As the device's Create method; with a null `out` the description is only judged (S_FALSE).
    static HRESULT create(Device& device, const D3D11_BLEND_DESC1* desc, BlendState** out);

    void STDMETHODCALLTYPE GetDesc(D3D11_BLEND_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_BLEND_DESC1* desc) override { *desc = desc_; }

    const D3D11_BLEND_DESC1& desc() const { return desc_; }
    const gpu::BlendState* gpu() const { return state_.get(); }

private:
    BlendState(Device& device, StateKey key, const D3D11_BLEND_DESC1& desc, std::unique_ptr<gpu::BlendState> state)
        : DeviceChild(device), key_(std::move(key)), desc_(desc), state_(std::move(state)) {}
    void releaseGpu(gpu::Writer& writer) override;
    bool claim() override;
    const char* className() const override { return "ID3D11BlendState"; }

    StateKey key_;
    D3D11_BLEND_DESC1 desc_;
    std::unique_ptr<gpu::BlendState> state_;
};

} // namespace hendeca::d3d11
