#pragma once
// ID3D11VideoProcessorInputView and ...OutputView: one subresource (or, of outputs, a range of slices, of which the
// first is drawn) of a 2D texture, with a backend view of each of its planes. Immutable, any thread. Source of the
// rules: Microsoft Learn, CreateVideoProcessorInputView, CreateVideoProcessorOutputView.

#include "d3d11/resource/texture.h"
#include "d3d11/video/video_interfaces.h"
#include "d3d11/view/view.h"

namespace hendeca::d3d11 {

template <class Main>
class VideoView : public ViewObject<Main> {
public:
    // Of the plane; null for a second one that there is not.
    gpu::View* plane(uint32_t index) const { return index ? chroma_.get() : this->gpu(); }
    uint32_t width() const { return width_; } // pixels
    uint32_t height() const { return height_; }

protected:
    struct Parts {
        ViewRange range;
        std::unique_ptr<gpu::View> planes[2];
    };
    VideoView(Device& device, DXGI_FORMAT format, Parts parts);
    void releaseGpu(gpu::Writer& writer) override;
    static Parts makeParts(Device& device, ResourceBase& resource, uint32_t mip, uint32_t layer,
                           VkImageUsageFlags usage);

private:
    std::unique_ptr<gpu::View> chroma_;
    uint32_t width_, height_;
};

class VideoInputView final : public VideoView<ID3D11VideoProcessorInputView> {
public:
    static HRESULT create(Device& device, ID3D11Resource* resource, const D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC* desc,
                          ID3D11VideoProcessorInputView** out);
    void STDMETHODCALLTYPE GetDesc(D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC* desc) override { *desc = desc_; }

private:
    VideoInputView(Device& device, DXGI_FORMAT format, Parts parts, const D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC& desc)
        : VideoView(device, format, std::move(parts)), desc_(desc) {}
    const char* className() const override { return "ID3D11VideoProcessorInputView"; }

    D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC desc_;
};

class VideoOutputView final : public VideoView<ID3D11VideoProcessorOutputView> {
public:
    static HRESULT create(Device& device, ID3D11Resource* resource, const D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC* desc,
                          ID3D11VideoProcessorOutputView** out);
    void STDMETHODCALLTYPE GetDesc(D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC* desc) override { *desc = desc_; }

private:
    VideoOutputView(Device& device, DXGI_FORMAT format, Parts parts, const D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC& desc)
        : VideoView(device, format, std::move(parts)), desc_(desc) {}
    const char* className() const override { return "ID3D11VideoProcessorOutputView"; }

    D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC desc_;
};

} // namespace hendeca::d3d11
