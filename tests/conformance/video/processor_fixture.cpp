#include "video/processor_fixture.h"

namespace conformance {

void ProcessorTest::SetUp() {
    VideoTest::SetUp();
    if (HasFatalFailure())
        return;
    ASSERT_HR(S_OK, device->QueryInterface(__uuidof(ID3D11VideoDevice), reinterpret_cast<void**>(videoDevice.out())));
    ASSERT_HR(S_OK, context->QueryInterface(__uuidof(ID3D11VideoContext1), reinterpret_cast<void**>(videoContext.out())));
    const D3D11_VIDEO_PROCESSOR_CONTENT_DESC desc{D3D11_VIDEO_FRAME_FORMAT_PROGRESSIVE, {25, 1}, 16, 16, {25, 1}, 16, 16,
                                                  D3D11_VIDEO_USAGE_PLAYBACK_NORMAL};
    ASSERT_HR(S_OK, videoDevice->CreateVideoProcessorEnumerator(&desc, enumerator.out()));
    ASSERT_HR(S_OK, videoDevice->CreateVideoProcessor(enumerator.get(), 0, processor.out()));
}

void ProcessorTest::TearDown() {
    processor.reset(), enumerator.reset(), videoContext.reset(), videoDevice.reset();
    VideoTest::TearDown();
}

Com<ID3D11VideoProcessorInputView> ProcessorTest::input(ID3D11Texture2D* texture, UINT slice, UINT mip) {
    D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC desc{0, D3D11_VPIV_DIMENSION_TEXTURE2D, {}};
    desc.Texture2D = {mip, slice};
    Com<ID3D11VideoProcessorInputView> made;
    EXPECT_HR(S_OK, videoDevice->CreateVideoProcessorInputView(texture, enumerator.get(), &desc, made.out()));
    return made;
}

Com<ID3D11VideoProcessorOutputView> ProcessorTest::output(ID3D11Texture2D* texture, UINT mip) {
    D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC desc{D3D11_VPOV_DIMENSION_TEXTURE2D, {}};
    desc.Texture2D.MipSlice = mip;
    Com<ID3D11VideoProcessorOutputView> made;
    EXPECT_HR(S_OK, videoDevice->CreateVideoProcessorOutputView(texture, enumerator.get(), &desc, made.out()));
    return made;
}

Com<ID3D11VideoProcessorOutputView> ProcessorTest::outputSlice(ID3D11Texture2D* texture, UINT slice) {
    D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC desc{D3D11_VPOV_DIMENSION_TEXTURE2DARRAY, {}};
    desc.Texture2DArray = {0, slice, 1};
    Com<ID3D11VideoProcessorOutputView> made;
    EXPECT_HR(S_OK, videoDevice->CreateVideoProcessorOutputView(texture, enumerator.get(), &desc, made.out()));
    return made;
}

HRESULT ProcessorTest::blit(ID3D11VideoProcessorOutputView* to, const std::vector<ID3D11VideoProcessorInputView*>& from) {
    std::vector<D3D11_VIDEO_PROCESSOR_STREAM> streams(from.size());
    for (size_t i = 0; i < from.size(); i++) {
        streams[i].Enable = TRUE;
        streams[i].pInputSurface = from[i];
    }
    return videoContext->VideoProcessorBlt(processor.get(), to, 0, static_cast<UINT>(streams.size()), streams.data());
}

void ProcessorTest::convert(ID3D11Texture2D* to, ID3D11Texture2D* from) {
    EXPECT_HR(S_OK, blit(output(to).get(), {input(from).get()}));
}

Com<ID3D11Texture2D> ProcessorTest::canvas(uint32_t width, uint32_t height, DXGI_FORMAT format) {
    return video(format, width, height, D3D11_BIND_RENDER_TARGET);
}

Com<ID3D11Texture2D> ProcessorTest::quarters() {
    std::vector<Rgba8> texels(16 * 16);
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 16; x++)
            texels[y * 16 + x] = y < 8 ? (x < 8 ? kRed : kGreen) : (x < 8 ? kBlue : kWhite);
    return texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET, texels.data());
}

} // namespace conformance
