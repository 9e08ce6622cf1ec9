#pragma once
// ID3D11ShaderResourceView1. Immutable, any thread.

#include "d3d11/view/view.h"

namespace hendeca::d3d11 {

class ShaderResourceView final : public ViewObject<ID3D11ShaderResourceView1> {
public:
    // A null `desc` means the whole resource; a null `out` only judges the arguments (S_FALSE).
    static HRESULT create(Device& device, ID3D11Resource* resource, const D3D11_SHADER_RESOURCE_VIEW_DESC1* desc,
                          ShaderResourceView** out);

    void STDMETHODCALLTYPE GetDesc(D3D11_SHADER_RESOURCE_VIEW_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_SHADER_RESOURCE_VIEW_DESC1* desc) override { *desc = desc_; }

    const D3D11_SHADER_RESOURCE_VIEW_DESC1& desc() const { return desc_; }
    // The resource could also be bound for output (render target, depth-stencil, UAV, stream output).
    bool mayBeOutput() const {
        return resource()->bindFlags() & (D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL |
                                          D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_STREAM_OUTPUT);
    }

private:
    ShaderResourceView(Device& device, const ViewRange& range, const D3D11_SHADER_RESOURCE_VIEW_DESC1& desc,
                       std::unique_ptr<gpu::View> view)
        : ViewObject(device, range, desc.Format, std::move(view)), desc_(desc) {}
    const char* className() const override { return "ID3D11ShaderResourceView"; }

    D3D11_SHADER_RESOURCE_VIEW_DESC1 desc_; // resolved
};

} // namespace hendeca::d3d11
