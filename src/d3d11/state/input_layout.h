#pragma once
// ID3D11InputLayout. Two layouts that come to the same backend layout are the same object. Immutable, any thread.

#include "d3d11/device/device_child.h"
#include "d3d11/state/state_table.h"
#include "gpu/state.h"

#include <memory>

namespace hendeca::d3d11 {

class InputLayout final : public DeviceChild<ID3D11InputLayout> {
public:
    static HRESULT create(Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT count, const void* bytecode,
                          SIZE_T bytecodeLength, InputLayout** out);

    const gpu::VertexLayout* gpu() const { return layout_.get(); }

private:
    InputLayout(Device& device, StateKey key, std::unique_ptr<gpu::VertexLayout> layout)
        : DeviceChild(device), key_(std::move(key)), layout_(std::move(layout)) {}
    void releaseGpu(gpu::Writer& writer) override;
    bool claim() override;
    const char* className() const override { return "ID3D11InputLayout"; }

    StateKey key_;
    std::unique_ptr<gpu::VertexLayout> layout_;
};

} // namespace hendeca::d3d11
