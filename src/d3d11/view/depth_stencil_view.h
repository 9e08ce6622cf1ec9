#pragma once
// ID3D11DepthStencilView. Immutable, any thread.

#include "d3d11/view/view.h"

namespace hendeca::d3d11 {

class DepthStencilView final : public ViewObject<ID3D11DepthStencilView> {
public:
    static HRESULT create(Device& device, ID3D11Resource* resource, const D3D11_DEPTH_STENCIL_VIEW_DESC* desc,
                          DepthStencilView** out);

    void STDMETHODCALLTYPE GetDesc(D3D11_DEPTH_STENCIL_VIEW_DESC* desc) override { *desc = desc_; }

    const D3D11_DEPTH_STENCIL_VIEW_DESC& desc() const { return desc_; }
    uint32_t width() const { return width_; }
    uint32_t height() const { return height_; }
    VkImageAspectFlags aspects() const { return aspects_; } // of the format
    // Of the aspects that the format has, those that may be written through this view.
    VkImageAspectFlags writableAspects() const { return range().aspects; }
    // Nothing can be written: the resource may be bound as input at the same time. range().aspects holds what may be
    // written, so that an aspect that is read-only here does not count as bound for output.
    bool readOnly() const { return writableAspects() == 0; }

private:
    DepthStencilView(Device& device, const ViewRange& range, VkImageAspectFlags aspects,
                     const D3D11_DEPTH_STENCIL_VIEW_DESC& desc, std::unique_ptr<gpu::View> view);
    const char* className() const override { return "ID3D11DepthStencilView"; }

    D3D11_DEPTH_STENCIL_VIEW_DESC desc_; // resolved
    VkImageAspectFlags aspects_;
    uint32_t width_, height_;
};

} // namespace hendeca::d3d11
