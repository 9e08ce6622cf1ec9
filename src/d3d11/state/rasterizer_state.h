#pragma once
// ID3D11RasterizerState2. Immutable and interned (state/state_table.h), any thread.

#include "d3d11/device/device_child.h"
#include "d3d11/state/state_table.h"
#include "gpu/state.h"

#include <memory>

namespace hendeca::d3d11 {

class RasterizerState final : public DeviceChild<ID3D11RasterizerState2> {
public:
    // As the device's Create method; with a null `out` the description is only judged (S_FALSE).
    static HRESULT create(Device& device, const D3D11_RASTERIZER_DESC2* desc, RasterizerState** out);

    void STDMETHODCALLTYPE GetDesc(D3D11_RASTERIZER_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_RASTERIZER_DESC1* desc) override;
    void STDMETHODCALLTYPE GetDesc2(D3D11_RASTERIZER_DESC2* desc) override { *desc = desc_; }

    const D3D11_RASTERIZER_DESC2& desc() const { return desc_; }
    const gpu::RasterState* gpu() const { return state_.get(); }

private:
    RasterizerState(Device& device, StateKey key, const D3D11_RASTERIZER_DESC2& desc,
                    std::unique_ptr<gpu::RasterState> state)
        : DeviceChild(device), key_(std::move(key)), desc_(desc), state_(std::move(state)) {}
    void releaseGpu(gpu::Writer& writer) override;
    bool claim() override;
    const char* className() const override { return "ID3D11RasterizerState"; }

    StateKey key_;
    D3D11_RASTERIZER_DESC2 desc_;
    std::unique_ptr<gpu::RasterState> state_;
};

} // namespace hendeca::d3d11
