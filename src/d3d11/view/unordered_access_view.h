#pragma once
// ID3D11UnorderedAccessView1. Append, consume and counter views own a buffer of 4 bytes for their counter. Immutable,
// any thread.

#include "d3d11/view/view.h"

namespace hendeca::d3d11 {

class UnorderedAccessView final : public ViewObject<ID3D11UnorderedAccessView1> {
public:
    static HRESULT create(Device& device, ID3D11Resource* resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc,
                          UnorderedAccessView** out);

    void STDMETHODCALLTYPE GetDesc(D3D11_UNORDERED_ACCESS_VIEW_DESC* desc) override;
    void STDMETHODCALLTYPE GetDesc1(D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc) override { *desc = desc_; }

    const D3D11_UNORDERED_ACCESS_VIEW_DESC1& desc() const { return desc_; }
    bool hasCounter() const { return counter_ != nullptr; }
    gpu::Buffer* counter() const { return counter_.get(); }
    uint32_t width() const { return width_; } // of images: texels of the mip shown
    uint32_t height() const { return height_; }

private:
    UnorderedAccessView(Device& device, const ViewRange& range, const D3D11_UNORDERED_ACCESS_VIEW_DESC1& desc,
                        std::unique_ptr<gpu::View> view, std::unique_ptr<gpu::Buffer> counter);
    void releaseGpu(gpu::Writer& writer) override;
    const char* className() const override { return "ID3D11UnorderedAccessView"; }

    D3D11_UNORDERED_ACCESS_VIEW_DESC1 desc_; // resolved
    std::unique_ptr<gpu::Buffer> counter_;
    uint32_t width_ = 0, height_ = 0;
};

} // namespace hendeca::d3d11
