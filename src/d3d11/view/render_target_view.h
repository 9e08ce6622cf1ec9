#pragma once
// ID3D11RenderTargetView1. Immutable, any thread. A view of a buffer owns an image of one row that stands for its elements
// while they are drawn to (context/draw.cpp): Vulkan draws to images only.

#include "d3d11/view/view.h"

namespace hendeca::d3d11 {

class RenderTargetView final : public ViewObject<ID3D11RenderTargetView1> {
public:
    static HRESULT create(Device& device, ID3D11Resource* resource, const D3D11_RENDER_TARGET_VIEW_DESC1* desc,
                          RenderTargetView** out);

    void STDMETHODCALLTYPE GetDesc(D3D11_RENDER_TARGET_VIEW_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_RENDER_TARGET_VIEW_DESC1* desc) override { *desc = desc_; }

    const D3D11_RENDER_TARGET_VIEW_DESC1& desc() const { return desc_; }
    // Texels of the mip that the view shows, layers (or depth slices) and samples: views bound together must agree.
    uint32_t width() const { return width_; }
    uint32_t height() const { return height_; }
    // Of a view of a buffer; null of all others.
    gpu::Image* bufferImage() const { return bufferImage_.get(); }

private:
    RenderTargetView(Device& device, const ViewRange& range, const D3D11_RENDER_TARGET_VIEW_DESC1& desc,
                     std::unique_ptr<gpu::View> view);
    static HRESULT createOfBuffer(Device& device, ResourceBase& resource, const D3D11_RENDER_TARGET_VIEW_DESC1& desc,
                                  RenderTargetView** out);
    void releaseGpu(gpu::Writer& writer) override;
    const char* className() const override { return "ID3D11RenderTargetView"; }

    D3D11_RENDER_TARGET_VIEW_DESC1 desc_; // resolved
    uint32_t width_, height_;
    std::unique_ptr<gpu::Image> bufferImage_;
};

} // namespace hendeca::d3d11
