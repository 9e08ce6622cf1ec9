// The video device and context as interfaces: what is offered, what is refused, and that getters return what setters
// stored. Microsoft Learn, ID3D11VideoDevice, ID3D11VideoContext, ID3D11VideoProcessorEnumerator.
#include "video/processor_fixture.h"

namespace conformance {
namespace {

class ProcessorRules : public ProcessorTest {};

constexpr GUID kVideoDevice2 = {0x59c0cb01, 0x35f0, 0x4a70, {0x8f, 0x67, 0x87, 0x90, 0x5c, 0x90, 0x6a, 0x53}};
constexpr GUID kVideoContext3 = {0xa9e2faa0, 0xcb39, 0x418f, {0xa0, 0xb7, 0xd8, 0xaa, 0xd4, 0xde, 0x67, 0x2e}};

TEST_F(ProcessorRules, InterfacesShareAnIdentity) {
    for (const GUID& iid : {__uuidof(ID3D11VideoDevice), __uuidof(ID3D11VideoDevice1), kVideoDevice2}) {
        Com<IUnknown> side, first, second;
        ASSERT_HR(S_OK, device->QueryInterface(iid, reinterpret_cast<void**>(side.out())));
        ASSERT_HR(S_OK, side->QueryInterface(__uuidof(IUnknown), reinterpret_cast<void**>(first.out())));
        ASSERT_HR(S_OK, device->QueryInterface(__uuidof(IUnknown), reinterpret_cast<void**>(second.out())));
        EXPECT_EQ(first.get(), second.get());
    }
    for (const GUID& iid : {__uuidof(ID3D11VideoContext), __uuidof(ID3D11VideoContext1), __uuidof(ID3D11VideoContext2),
                            kVideoContext3}) {
        Com<IUnknown> side, first, second;
        ASSERT_HR(S_OK, context->QueryInterface(iid, reinterpret_cast<void**>(side.out())));
        ASSERT_HR(S_OK, side->QueryInterface(__uuidof(IUnknown), reinterpret_cast<void**>(first.out())));
        ASSERT_HR(S_OK, context->QueryInterface(__uuidof(IUnknown), reinterpret_cast<void**>(second.out())));
        EXPECT_EQ(first.get(), second.get());
    }
    Com<ID3D11Device> owner;
    videoContext->GetDevice(owner.out());
    EXPECT_EQ(device.get(), owner.get());
    // Private data is the device's.
    const GUID guid = {1, 2, 3, {4}};
    const UINT value = 5;
    ASSERT_HR(S_OK, videoDevice->SetPrivateData(guid, sizeof value, &value));
    UINT size = sizeof value, found = 0;
    EXPECT_HR(S_OK, device->GetPrivateData(guid, &size, &found));
    EXPECT_EQ(value, found);
}

TEST_F(ProcessorRules, DevicesWithTheDebugLayerHaveThemToo) {
    Com<ID3D11Device> debugged;
    Com<ID3D11DeviceContext> itsContext;
    if (FAILED(makeDevice(D3D11_CREATE_DEVICE_DEBUG, debugged, itsContext)))
        GTEST_SKIP() << "no debug layer here";
    Com<ID3D11VideoDevice> side;
    Com<ID3D11VideoContext> contextSide;
    EXPECT_HR(S_OK, debugged->QueryInterface(__uuidof(ID3D11VideoDevice), reinterpret_cast<void**>(side.out())));
    EXPECT_HR(S_OK, itsContext->QueryInterface(__uuidof(ID3D11VideoContext), reinterpret_cast<void**>(contextSide.out())));
}

TEST_F(ProcessorRules, EnumeratorArguments) {
    const D3D11_VIDEO_PROCESSOR_CONTENT_DESC good{D3D11_VIDEO_FRAME_FORMAT_PROGRESSIVE, {25, 1}, 16, 16, {25, 1}, 16, 16,
                                                  D3D11_VIDEO_USAGE_PLAYBACK_NORMAL};
    Com<ID3D11VideoProcessorEnumerator> made;
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorEnumerator(nullptr, made.out()));
    auto bad = good;
    bad.InputWidth = 0;
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorEnumerator(&bad, made.out()));
    bad = good;
    bad.OutputHeight = 0;
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorEnumerator(&bad, made.out()));
    bad = good;
    bad.InputFrameFormat = static_cast<D3D11_VIDEO_FRAME_FORMAT>(3);
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorEnumerator(&bad, made.out()));
    bad = good;
    bad.Usage = static_cast<D3D11_VIDEO_USAGE>(3);
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorEnumerator(&bad, made.out()));
    D3D11_VIDEO_PROCESSOR_CONTENT_DESC found{};
    ASSERT_HR(S_OK, enumerator->GetVideoProcessorContentDesc(&found));
    EXPECT_EQ(16u, found.OutputWidth);
    EXPECT_HR(E_INVALIDARG, enumerator->GetVideoProcessorContentDesc(nullptr));
    Com<ID3D11VideoProcessor> none;
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessor(nullptr, 0, none.out()));
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessor(enumerator.get(), 1, none.out())) << "no such rate conversion";
    processor->GetContentDesc(&found);
    EXPECT_EQ(25u, found.InputFrameRate.Numerator);
}

TEST_F(ProcessorRules, CapsAndFormats) {
    D3D11_VIDEO_PROCESSOR_CAPS caps{};
    ASSERT_HR(S_OK, enumerator->GetVideoProcessorCaps(&caps));
    EXPECT_GE(caps.RateConversionCapsCount, 1u);
    EXPECT_GE(caps.MaxInputStreams, 1u);
    EXPECT_GE(caps.MaxStreamStates, caps.MaxInputStreams);
    D3D11_VIDEO_PROCESSOR_RATE_CONVERSION_CAPS rates{};
    EXPECT_HR(S_OK, enumerator->GetVideoProcessorRateConversionCaps(0, &rates));
    EXPECT_HR(E_INVALIDARG, enumerator->GetVideoProcessorRateConversionCaps(caps.RateConversionCapsCount, &rates));
    D3D11_VIDEO_PROCESSOR_CUSTOM_RATE custom{};
    EXPECT_HR(E_INVALIDARG, enumerator->GetVideoProcessorCustomRate(0, rates.CustomRateCount, &custom));
    D3D11_VIDEO_PROCESSOR_FILTER_RANGE range{};
    for (UINT i = 0; i < 8; i++) {
        const bool offered = caps.FilterCaps >> i & 1;
        EXPECT_HR(offered ? S_OK : E_INVALIDARG,
                  enumerator->GetVideoProcessorFilterRange(static_cast<D3D11_VIDEO_PROCESSOR_FILTER>(i), &range));
        if (offered) {
            EXPECT_TRUE(range.Minimum <= range.Default && range.Default <= range.Maximum && range.Multiplier > 0);
        }
    }
    struct {
        DXGI_FORMAT format;
        UINT flags;
    } const kFormats[] = {{DXGI_FORMAT_NV12, 3}, {DXGI_FORMAT_P010, 3}, {DXGI_FORMAT_YUY2, 1},
                          {DXGI_FORMAT_B8G8R8A8_UNORM, 3}, {DXGI_FORMAT_R8G8B8A8_UNORM, 3}, {DXGI_FORMAT_AYUV, 3},
                          {DXGI_FORMAT_BC1_UNORM, 0}, {DXGI_FORMAT_D32_FLOAT, 0}};
    for (const auto& one : kFormats) {
        UINT flags = 7;
        EXPECT_HR(S_OK, enumerator->CheckVideoProcessorFormat(one.format, &flags));
        EXPECT_EQ(one.flags, flags) << one.format;
    }
    EXPECT_HR(E_INVALIDARG, enumerator->CheckVideoProcessorFormat(DXGI_FORMAT_NV12, nullptr));
    Com<ID3D11VideoProcessorEnumerator1> newer;
    ASSERT_HR(S_OK, enumerator->QueryInterface(__uuidof(ID3D11VideoProcessorEnumerator1), reinterpret_cast<void**>(newer.out())));
    BOOL supported = FALSE;
    EXPECT_HR(S_OK, newer->CheckVideoProcessorFormatConversion(
                        DXGI_FORMAT_NV12, DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P709, DXGI_FORMAT_B8G8R8A8_UNORM,
                        DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709, &supported));
    EXPECT_TRUE(supported);
    EXPECT_HR(S_OK, newer->CheckVideoProcessorFormatConversion(
                        DXGI_FORMAT_NV12, DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709, DXGI_FORMAT_B8G8R8A8_UNORM,
                        DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709, &supported));
    EXPECT_FALSE(supported) << "NV12 is not RGB";
}

TEST_F(ProcessorRules, Views) {
    auto nv12 = video(DXGI_FORMAT_NV12, 16, 16, D3D11_BIND_RENDER_TARGET, {flatNv12(16, 16, 0, 0, 0), flatNv12(16, 16, 0, 0, 0)});
    D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC in{0, D3D11_VPIV_DIMENSION_TEXTURE2D, {}};
    Com<ID3D11VideoProcessorInputView> input;
    EXPECT_HR(S_OK, videoDevice->CreateVideoProcessorInputView(nv12.get(), enumerator.get(), &in, input.out()));
    EXPECT_HR(S_FALSE, videoDevice->CreateVideoProcessorInputView(nv12.get(), enumerator.get(), &in, nullptr));
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorInputView(nullptr, enumerator.get(), &in, input.out()));
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorInputView(nv12.get(), nullptr, &in, input.out()));
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorInputView(nv12.get(), enumerator.get(), nullptr, input.out()));
    in.Texture2D.ArraySlice = 2;
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorInputView(nv12.get(), enumerator.get(), &in, input.out()));
    in.Texture2D = {1, 0};
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorInputView(nv12.get(), enumerator.get(), &in, input.out()));
    in.Texture2D = {0, 1};
    ASSERT_HR(S_OK, videoDevice->CreateVideoProcessorInputView(nv12.get(), enumerator.get(), &in, input.out()));
    D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC found{};
    input->GetDesc(&found);
    EXPECT_EQ(1u, found.Texture2D.ArraySlice);
    Com<ID3D11Resource> resource;
    input->GetResource(resource.out());
    EXPECT_EQ(static_cast<ID3D11Resource*>(nv12.get()), resource.get());
    // What only shaders read is no input, what is not drawn to no output.
    auto readOnly = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    in.Texture2D = {0, 0};
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorInputView(readOnly.get(), enumerator.get(), &in, input.out()));
    auto unbound = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, 0);
    EXPECT_HR(S_OK, videoDevice->CreateVideoProcessorInputView(unbound.get(), enumerator.get(), &in, input.out()));
    D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC out{D3D11_VPOV_DIMENSION_TEXTURE2D, {}};
    Com<ID3D11VideoProcessorOutputView> output;
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorOutputView(readOnly.get(), enumerator.get(), &out, output.out()));
    EXPECT_HR(S_OK, videoDevice->CreateVideoProcessorOutputView(nv12.get(), enumerator.get(), &out, output.out()));
    out.ViewDimension = D3D11_VPOV_DIMENSION_UNKNOWN;
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorOutputView(nv12.get(), enumerator.get(), &out, output.out()));
    out.ViewDimension = D3D11_VPOV_DIMENSION_TEXTURE2DARRAY;
    out.Texture2DArray = {0, 1, 2};
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoProcessorOutputView(nv12.get(), enumerator.get(), &out, output.out()));
}

TEST_F(ProcessorRules, ThereAreNoDecoders) {
    EXPECT_EQ(0u, videoDevice->GetVideoDecoderProfileCount());
    GUID profile{};
    EXPECT_HR(E_INVALIDARG, videoDevice->GetVideoDecoderProfile(0, &profile));
    BOOL supported = TRUE;
    EXPECT_HR(S_OK, videoDevice->CheckVideoDecoderFormat(&profile, DXGI_FORMAT_NV12, &supported));
    EXPECT_FALSE(supported);
    const D3D11_VIDEO_DECODER_DESC desc{profile, 16, 16, DXGI_FORMAT_NV12};
    UINT count = 7;
    EXPECT_HR(S_OK, videoDevice->GetVideoDecoderConfigCount(&desc, &count));
    EXPECT_EQ(0u, count);
    D3D11_VIDEO_DECODER_CONFIG config{};
    EXPECT_HR(E_INVALIDARG, videoDevice->GetVideoDecoderConfig(&desc, 0, &config));
    Com<ID3D11VideoDecoder> decoder;
    EXPECT_TRUE(FAILED(videoDevice->CreateVideoDecoder(&desc, &config, decoder.out())));
    EXPECT_FALSE(decoder);
    EXPECT_HR(E_INVALIDARG, videoDevice->CreateVideoDecoder(nullptr, nullptr, decoder.out()));
    Com<ID3D11CryptoSession> session;
    EXPECT_TRUE(FAILED(videoDevice->CreateCryptoSession(&profile, nullptr, &profile, session.out())));
    D3D11_VIDEO_CONTENT_PROTECTION_CAPS caps{};
    EXPECT_TRUE(FAILED(videoDevice->GetContentProtectionCaps(nullptr, nullptr, &caps)));
    EXPECT_EQ(0u, caps.Caps);
}

TEST_F(ProcessorRules, OutputStateIsStored) {
    BOOL on = FALSE;
    const RECT rect{1, 2, 3, 4};
    RECT foundRect{};
    videoContext->VideoProcessorGetOutputTargetRect(processor.get(), &on, &foundRect);
    EXPECT_FALSE(on);
    videoContext->VideoProcessorSetOutputTargetRect(processor.get(), TRUE, &rect);
    videoContext->VideoProcessorGetOutputTargetRect(processor.get(), &on, &foundRect);
    EXPECT_TRUE(on);
    EXPECT_EQ(0, std::memcmp(&rect, &foundRect, sizeof rect));
    D3D11_VIDEO_COLOR color{}, foundColor{};
    color.YCbCr = {0.1f, 0.2f, 0.3f, 0.4f};
    videoContext->VideoProcessorSetOutputBackgroundColor(processor.get(), TRUE, &color);
    videoContext->VideoProcessorGetOutputBackgroundColor(processor.get(), &on, &foundColor);
    EXPECT_TRUE(on);
    EXPECT_EQ(0, std::memcmp(&color, &foundColor, sizeof color));
    D3D11_VIDEO_PROCESSOR_COLOR_SPACE space{}, foundSpace{};
    space.YCbCr_Matrix = 1;
    space.Nominal_Range = 2;
    videoContext->VideoProcessorSetOutputColorSpace(processor.get(), &space);
    videoContext->VideoProcessorGetOutputColorSpace(processor.get(), &foundSpace);
    EXPECT_EQ(0, std::memcmp(&space, &foundSpace, sizeof space));
    DXGI_COLOR_SPACE_TYPE type{};
    videoContext->VideoProcessorSetOutputColorSpace1(processor.get(), DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P2020);
    videoContext->VideoProcessorGetOutputColorSpace1(processor.get(), &type);
    EXPECT_EQ(DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P2020, type);
    D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE mode{};
    UINT stream = 0;
    videoContext->VideoProcessorSetOutputAlphaFillMode(processor.get(), D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_SOURCE_STREAM, 1);
    videoContext->VideoProcessorGetOutputAlphaFillMode(processor.get(), &mode, &stream);
    EXPECT_EQ(D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_SOURCE_STREAM, mode);
    EXPECT_EQ(1u, stream);
    SIZE size{};
    videoContext->VideoProcessorSetOutputConstriction(processor.get(), TRUE, {5, 6});
    videoContext->VideoProcessorGetOutputConstriction(processor.get(), &on, &size);
    EXPECT_TRUE(on && size.cx == 5 && size.cy == 6);
    videoContext->VideoProcessorSetOutputStereoMode(processor.get(), TRUE);
    on = FALSE;
    videoContext->VideoProcessorGetOutputStereoMode(processor.get(), &on);
    EXPECT_TRUE(on);
    videoContext->VideoProcessorSetOutputShaderUsage(processor.get(), TRUE);
    on = FALSE;
    videoContext->VideoProcessorGetOutputShaderUsage(processor.get(), &on);
    EXPECT_TRUE(on);
}

TEST_F(ProcessorRules, StreamStateIsStoredForEachStream) {
    BOOL on = FALSE, other = FALSE, third = FALSE;
    ID3D11VideoProcessor* p = processor.get();
    const RECT rect{1, 2, 3, 4};
    RECT found{};
    videoContext->VideoProcessorSetStreamSourceRect(p, 1, TRUE, &rect);
    videoContext->VideoProcessorGetStreamSourceRect(p, 1, &on, &found);
    EXPECT_TRUE(on && found.bottom == 4);
    videoContext->VideoProcessorGetStreamSourceRect(p, 0, &on, &found);
    EXPECT_FALSE(on) << "of the other stream";
    videoContext->VideoProcessorSetStreamDestRect(p, 1, TRUE, &rect);
    videoContext->VideoProcessorGetStreamDestRect(p, 1, &on, &found);
    EXPECT_TRUE(on && found.right == 3);
    D3D11_VIDEO_FRAME_FORMAT frame{};
    videoContext->VideoProcessorSetStreamFrameFormat(p, 0, D3D11_VIDEO_FRAME_FORMAT_INTERLACED_TOP_FIELD_FIRST);
    videoContext->VideoProcessorGetStreamFrameFormat(p, 0, &frame);
    EXPECT_EQ(D3D11_VIDEO_FRAME_FORMAT_INTERLACED_TOP_FIELD_FIRST, frame);
    D3D11_VIDEO_PROCESSOR_COLOR_SPACE space{}, foundSpace{};
    space.RGB_Range = 1;
    videoContext->VideoProcessorSetStreamColorSpace(p, 0, &space);
    videoContext->VideoProcessorGetStreamColorSpace(p, 0, &foundSpace);
    EXPECT_EQ(1u, foundSpace.RGB_Range);
    DXGI_COLOR_SPACE_TYPE type{};
    videoContext->VideoProcessorSetStreamColorSpace1(p, 0, DXGI_COLOR_SPACE_YCBCR_FULL_G22_LEFT_P601);
    videoContext->VideoProcessorGetStreamColorSpace1(p, 0, &type);
    EXPECT_EQ(DXGI_COLOR_SPACE_YCBCR_FULL_G22_LEFT_P601, type);
    const DXGI_RATIONAL rate{30, 1};
    DXGI_RATIONAL foundRate{}, foundOther{};
    D3D11_VIDEO_PROCESSOR_OUTPUT_RATE kind{};
    videoContext->VideoProcessorSetStreamOutputRate(p, 0, D3D11_VIDEO_PROCESSOR_OUTPUT_RATE_CUSTOM, TRUE, &rate);
    videoContext->VideoProcessorGetStreamOutputRate(p, 0, &kind, &on, &foundRate);
    EXPECT_TRUE(kind == D3D11_VIDEO_PROCESSOR_OUTPUT_RATE_CUSTOM && on && foundRate.Numerator == 30);
    float alpha = 0, low = 0, high = 0;
    videoContext->VideoProcessorSetStreamAlpha(p, 0, TRUE, 0.25f);
    videoContext->VideoProcessorGetStreamAlpha(p, 0, &on, &alpha);
    EXPECT_TRUE(on && alpha == 0.25f);
    const UINT palette[2] = {11, 12};
    UINT entries[2] = {};
    videoContext->VideoProcessorSetStreamPalette(p, 0, 2, palette);
    videoContext->VideoProcessorGetStreamPalette(p, 0, 2, entries);
    EXPECT_EQ(12u, entries[1]);
    videoContext->VideoProcessorSetStreamPixelAspectRatio(p, 0, TRUE, &rate, &rate);
    videoContext->VideoProcessorGetStreamPixelAspectRatio(p, 0, &on, &foundRate, &foundOther);
    EXPECT_TRUE(on && foundOther.Numerator == 30);
    videoContext->VideoProcessorSetStreamLumaKey(p, 0, TRUE, 0.1f, 0.2f);
    videoContext->VideoProcessorGetStreamLumaKey(p, 0, &on, &low, &high);
    EXPECT_TRUE(on && low == 0.1f && high == 0.2f);
    D3D11_VIDEO_PROCESSOR_STEREO_FORMAT stereo{};
    D3D11_VIDEO_PROCESSOR_STEREO_FLIP_MODE flip{};
    int offset = 0;
    videoContext->VideoProcessorSetStreamStereoFormat(p, 0, TRUE, D3D11_VIDEO_PROCESSOR_STEREO_FORMAT_MONO, TRUE, TRUE,
                                                      D3D11_VIDEO_PROCESSOR_STEREO_FLIP_FRAME0, 3);
    videoContext->VideoProcessorGetStreamStereoFormat(p, 0, &on, &stereo, &other, &third, &flip, &offset);
    EXPECT_TRUE(on && other && third && flip == D3D11_VIDEO_PROCESSOR_STEREO_FLIP_FRAME0 && offset == 3);
    videoContext->VideoProcessorGetStreamAutoProcessingMode(p, 0, &on);
    EXPECT_TRUE(on) << "on from the first";
    videoContext->VideoProcessorSetStreamAutoProcessingMode(p, 0, FALSE);
    videoContext->VideoProcessorGetStreamAutoProcessingMode(p, 0, &on);
    EXPECT_FALSE(on);
    int level = 0;
    videoContext->VideoProcessorSetStreamFilter(p, 0, D3D11_VIDEO_PROCESSOR_FILTER_CONTRAST, TRUE, 120);
    videoContext->VideoProcessorGetStreamFilter(p, 0, D3D11_VIDEO_PROCESSOR_FILTER_CONTRAST, &on, &level);
    EXPECT_TRUE(on && level == 120);
    D3D11_VIDEO_PROCESSOR_ROTATION rotation{};
    videoContext->VideoProcessorSetStreamRotation(p, 0, TRUE, D3D11_VIDEO_PROCESSOR_ROTATION_270);
    videoContext->VideoProcessorGetStreamRotation(p, 0, &on, &rotation);
    EXPECT_TRUE(on && rotation == D3D11_VIDEO_PROCESSOR_ROTATION_270);
    videoContext->VideoProcessorSetStreamMirror(p, 0, TRUE, FALSE, TRUE);
    videoContext->VideoProcessorGetStreamMirror(p, 0, &on, &other, &third);
    EXPECT_TRUE(on && !other && third);
    // A stream that there is not, and no processor.
    videoContext->VideoProcessorSetStreamAlpha(p, 1000, TRUE, 0.5f);
    videoContext->VideoProcessorSetStreamAlpha(nullptr, 0, TRUE, 0.5f);
    videoContext->VideoProcessorSetOutputStereoMode(nullptr, TRUE);
}

TEST_F(ProcessorRules, BlitArguments) {
    auto from = video(DXGI_FORMAT_NV12, 16, 16, D3D11_BIND_RENDER_TARGET, {flatNv12(16, 16, 81, 90, 240)});
    auto to = canvas(16, 16);
    auto in = input(from.get());
    auto out = output(to.get());
    D3D11_VIDEO_PROCESSOR_STREAM stream{};
    stream.Enable = TRUE;
    EXPECT_HR(E_INVALIDARG, videoContext->VideoProcessorBlt(processor.get(), out.get(), 0, 1, &stream)) << "no surface";
    stream.pInputSurface = in.get();
    EXPECT_HR(E_INVALIDARG, videoContext->VideoProcessorBlt(nullptr, out.get(), 0, 1, &stream));
    EXPECT_HR(E_INVALIDARG, videoContext->VideoProcessorBlt(processor.get(), nullptr, 0, 1, &stream));
    EXPECT_HR(E_INVALIDARG, videoContext->VideoProcessorBlt(processor.get(), out.get(), 0, 1, nullptr));
    EXPECT_HR(E_INVALIDARG, videoContext->VideoProcessorBlt(processor.get(), out.get(), 0, 1000, &stream));
    EXPECT_HR(S_OK, videoContext->VideoProcessorBlt(processor.get(), out.get(), 0, 1, &stream));
    stream.Enable = FALSE;
    stream.pInputSurface = nullptr;
    EXPECT_HR(S_OK, videoContext->VideoProcessorBlt(processor.get(), out.get(), 0, 1, &stream)) << "only the background";
    EXPECT_EQ(kBlack, read(to.get()).rgba(3, 3));
    UINT hints = 7;
    EXPECT_HR(S_OK, videoContext->VideoProcessorGetBehaviorHints(processor.get(), 16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, 0, nullptr, &hints));
}

} // namespace
} // namespace conformance
