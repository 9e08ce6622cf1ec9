// Group I, the video processor: only one frame in ten was shown, because the slice that a view names was not looked at.
#include "video/processor_fixture.h"

namespace conformance {
namespace {

class VideoCase : public ProcessorTest {};

// Decoders write frame after frame into the slices of one texture array.
TEST_F(VideoCase, I1_EachSliceOfAnArrayIsShown) {
    std::vector<VideoImage> frames;
    for (uint8_t y : {40, 90, 140, 190})
        frames.push_back(flatNv12(32, 16, y, 128, 128));
    auto pool = video(DXGI_FORMAT_NV12, 32, 16, D3D11_BIND_DECODER | D3D11_BIND_SHADER_RESOURCE, frames);
    D3D11_VIDEO_PROCESSOR_COLOR_SPACE space{};
    space.Nominal_Range = D3D11_VIDEO_PROCESSOR_NOMINAL_RANGE_0_255;
    videoContext->VideoProcessorSetStreamColorSpace(processor.get(), 0, &space);
    auto shown = canvas(32, 16, DXGI_FORMAT_B8G8R8A8_UNORM);
    auto out = output(shown.get());
    for (UINT i = 0; i < 4; i++) {
        ASSERT_HR(S_OK, blit(out.get(), {input(pool.get(), i).get()}));
        EXPECT_NEAR(40 + 50 * static_cast<int>(i), read(shown.get()).rgba(16, 8).g, 1) << i;
    }
}

// The same of what is drawn to: a slice and a mip of an array.
TEST_F(VideoCase, I1_EachSliceAndMipOfTheOutputIsDrawn) {
    auto frame = video(DXGI_FORMAT_NV12, 16, 16, D3D11_BIND_DECODER, {flatNv12(16, 16, 235, 128, 128)});
    auto target = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, D3D11_BIND_RENDER_TARGET, nullptr, 0, 2, 3);
    D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC desc{D3D11_VPOV_DIMENSION_TEXTURE2DARRAY, {}};
    desc.Texture2DArray = {1, 2, 1};
    Com<ID3D11VideoProcessorOutputView> view;
    ASSERT_HR(S_OK, videoDevice->CreateVideoProcessorOutputView(target.get(), enumerator.get(), &desc, view.out()));
    ASSERT_HR(S_OK, blit(view.get(), {input(frame.get()).get()}));
    for (UINT layer = 0; layer < 3; layer++)
        for (UINT mip = 0; mip < 2; mip++)
            EXPECT_EQ(layer == 2 && mip == 1 ? 255 : 0, read(target.get(), layer * 2 + mip).rgba(3, 3).g) << layer << ' ' << mip;
}

} // namespace
} // namespace conformance
