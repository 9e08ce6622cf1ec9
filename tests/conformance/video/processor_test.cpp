// VideoProcessorBlt, seen: colour conversion between formats and spaces, rectangles, scaling, arrays, alpha, keys, rotation,
// mirroring; and that the application's own state stays.
#include "video/processor_fixture.h"

#include "shaders/constant_color.ps.h"

namespace conformance {
namespace {

class ProcessorBlit : public ProcessorTest {
protected:
    static VideoImage flat(DXGI_FORMAT format, std::initializer_list<uint32_t> codes) {
        // `codes`: Y, Cb, Cr in the format's own bits.
        VideoImage image = blankVideo(format, 16, 16);
        const uint32_t y = codes.begin()[0], u = codes.begin()[1], v = codes.begin()[2];
        const auto put16 = [&](uint32_t word, uint32_t row, uint32_t value) {
            image.at(word * 2, row) = static_cast<uint8_t>(value);
            image.at(word * 2 + 1, row) = static_cast<uint8_t>(value >> 8);
        };
        for (uint32_t row = 0; row < image.rows; row++)
            for (uint32_t x = 0; x < 16; x++) {
                const auto put8 = [&](uint32_t at, uint32_t value) { image.at(at, row) = static_cast<uint8_t>(value); };
                switch (format) {
                case DXGI_FORMAT_NV12: put8(x, row < 16 ? y : x % 2 ? v : u); break;
                case DXGI_FORMAT_P010: put16(x, row, (row < 16 ? y : x % 2 ? v : u) << 6); break;
                case DXGI_FORMAT_YUY2: put8(x * 2, y), put8(x * 2 + 1, x % 2 ? v : u); break;
                case DXGI_FORMAT_AYUV: put8(x * 4, v), put8(x * 4 + 1, u), put8(x * 4 + 2, y), put8(x * 4 + 3, 255); break;
                case DXGI_FORMAT_Y410: {
                    const uint32_t word = u | y << 10 | v << 20 | 3u << 30;
                    std::memcpy(&image.at(x * 4, row), &word, 4);
                    break;
                }
                case DXGI_FORMAT_Y210: put16(x * 2, row, y << 6), put16(x * 2 + 1, row, (x % 2 ? v : u) << 6); break;
                default: ADD_FAILURE();
                }
            }
        return image;
    }
    Rgba8 shown(const VideoImage& image, DXGI_FORMAT format) {
        auto from = video(format, 16, 16, D3D11_BIND_DECODER, {image});
        auto to = canvas(16, 16);
        convert(to.get(), from.get());
        const Readback seen = read(to.get());
        EXPECT_EQ(seen.rgba(0, 0), seen.rgba(15, 15)) << "a flat picture stays flat";
        return seen.rgba(7, 9);
    }
    void setStreamSpace(UINT matrix, UINT range) {
        D3D11_VIDEO_PROCESSOR_COLOR_SPACE space{};
        space.YCbCr_Matrix = matrix;
        space.Nominal_Range = range;
        videoContext->VideoProcessorSetStreamColorSpace(processor.get(), 0, &space);
    }
};

#define EXPECT_NEAR_COLOR(expected, found, tolerance)                                                                  \
    do {                                                                                                               \
        const Rgba8 seen_ = found;                                                                                     \
        EXPECT_TRUE(near(expected, seen_, tolerance))                                                                  \
            << int(seen_.r) << ' ' << int(seen_.g) << ' ' << int(seen_.b) << ' ' << int(seen_.a);                      \
    } while (false)

// The primaries in the usual codes of BT.601 and BT.709, studio and full range.
TEST_F(ProcessorBlit, ColourSpacesOfNv12) {
    struct {
        UINT matrix, range;
        uint32_t y, u, v;
        Rgba8 expected;
    } const kCases[] = {
        {0, 1, 81, 90, 240, kRed},  {0, 1, 145, 54, 34, kGreen}, {0, 1, 41, 240, 110, kBlue}, {0, 1, 235, 128, 128, kWhite},
        {0, 1, 16, 128, 128, kBlack}, {0, 0, 81, 90, 240, kRed}, {1, 1, 63, 102, 240, kRed},  {1, 1, 173, 42, 26, kGreen},
        {1, 1, 32, 240, 118, kBlue}, {0, 2, 76, 85, 255, {254, 0, 0, 255}}, {0, 2, 128, 128, 128, {128, 128, 128, 255}},
        {1, 2, 54, 99, 255, {255, 0, 0, 255}},
    };
    for (const auto& one : kCases) {
        setStreamSpace(one.matrix, one.range);
        SCOPED_TRACE(one.y);
        EXPECT_NEAR_COLOR(one.expected, shown(flat(DXGI_FORMAT_NV12, {one.y, one.u, one.v}), DXGI_FORMAT_NV12), 3);
    }
}

TEST_F(ProcessorBlit, EveryInputFormat) {
    for (DXGI_FORMAT format : {DXGI_FORMAT_NV12, DXGI_FORMAT_YUY2, DXGI_FORMAT_AYUV}) {
        SCOPED_TRACE(format);
        EXPECT_NEAR_COLOR(kRed, shown(flat(format, {81, 90, 240}), format), 3);
        EXPECT_NEAR_COLOR(kBlue, shown(flat(format, {41, 240, 110}), format), 3);
    }
    for (DXGI_FORMAT format : {DXGI_FORMAT_P010, DXGI_FORMAT_Y410, DXGI_FORMAT_Y210}) {
        SCOPED_TRACE(format);
        EXPECT_NEAR_COLOR(kRed, shown(flat(format, {326, 361, 960}), format), 3);
        EXPECT_NEAR_COLOR(kWhite, shown(flat(format, {940, 512, 512}), format), 1);
        EXPECT_NEAR_COLOR(kBlack, shown(flat(format, {64, 512, 512}), format), 1);
    }
}

TEST_F(ProcessorBlit, Bt2020GoesThroughLinearLight) {
    // A grey is a grey in every gamut; BT.2020's red lies outside of BT.709's.
    videoContext->VideoProcessorSetStreamColorSpace1(processor.get(), 0, DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P2020);
    videoContext->VideoProcessorSetOutputColorSpace1(processor.get(), DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709);
    EXPECT_NEAR_COLOR((Rgba8{128, 128, 128, 255}), shown(flat(DXGI_FORMAT_P010, {504, 512, 512}), DXGI_FORMAT_P010), 2);
    EXPECT_NEAR_COLOR(kRed, shown(flat(DXGI_FORMAT_P010, {294, 387, 960}), DXGI_FORMAT_P010), 3);
    // PQ: code 520 of 940 is close to 100 candela, which is more than SDR's white of 80.
    videoContext->VideoProcessorSetStreamColorSpace1(processor.get(), 0, DXGI_COLOR_SPACE_YCBCR_STUDIO_G2084_LEFT_P2020);
    EXPECT_NEAR_COLOR(kWhite, shown(flat(DXGI_FORMAT_P010, {520, 512, 512}), DXGI_FORMAT_P010), 2);
    const Rgba8 dim = shown(flat(DXGI_FORMAT_P010, {400, 512, 512}), DXGI_FORMAT_P010);
    EXPECT_TRUE(dim.r > 90 && dim.r < 180) << int(dim.r);
}

TEST_F(ProcessorBlit, RgbRanges) {
    const std::vector<Rgba8> texels(256, Rgba8{16, 126, 235, 255});
    auto from = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET, texels.data());
    auto to = canvas(16, 16);
    convert(to.get(), from.get());
    EXPECT_EQ((Rgba8{16, 126, 235, 255}), read(to.get()).rgba(4, 4)) << "full to full changes nothing";
    D3D11_VIDEO_PROCESSOR_COLOR_SPACE space{};
    space.RGB_Range = 1;
    videoContext->VideoProcessorSetStreamColorSpace(processor.get(), 0, &space);
    convert(to.get(), from.get());
    EXPECT_NEAR_COLOR((Rgba8{0, 128, 255, 255}), read(to.get()).rgba(4, 4), 1);
}

TEST_F(ProcessorBlit, BlueGreenRedOrderAndSrgb) {
    auto from = quarters();
    for (DXGI_FORMAT format : {DXGI_FORMAT_B8G8R8A8_UNORM, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, DXGI_FORMAT_B8G8R8A8_UNORM_SRGB}) {
        auto to = canvas(16, 16, format);
        auto back = canvas(16, 16);
        convert(to.get(), from.get());
        convert(back.get(), to.get());
        const Readback seen = read(back.get());
        EXPECT_EQ(kRed, seen.rgba(2, 2)) << format;
        EXPECT_EQ(kBlue, seen.rgba(2, 12)) << format;
    }
    // A middle grey keeps its code in an sRGB texture.
    const std::vector<Rgba8> grey(256, Rgba8{100, 100, 100, 255});
    auto source = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET, grey.data());
    auto to = canvas(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB);
    convert(to.get(), source.get());
    EXPECT_NEAR_COLOR((Rgba8{100, 100, 100, 255}), read(to.get()).rgba(4, 4), 1);
}

TEST_F(ProcessorBlit, RgbToNv12AndBack) {
    auto from = quarters();
    auto nv12 = video(DXGI_FORMAT_NV12, 16, 16, D3D11_BIND_RENDER_TARGET);
    convert(nv12.get(), from.get());
    const VideoImage image = readVideo(nv12.get());
    EXPECT_NEAR(81, image.at(2, 2), 1);
    EXPECT_NEAR(90, image.at(2, 16 + 1), 1) << "Cb of red";
    EXPECT_NEAR(240, image.at(3, 16 + 1), 1) << "Cr of red";
    EXPECT_NEAR(145, image.at(12, 2), 1);
    EXPECT_NEAR(41, image.at(2, 12), 1);
    EXPECT_NEAR(235, image.at(12, 12), 1);
    EXPECT_NEAR(128, image.at(12, 16 + 6), 1);
    auto back = canvas(16, 16);
    convert(back.get(), nv12.get());
    const Readback seen = read(back.get());
    EXPECT_NEAR_COLOR(kRed, seen.rgba(2, 2), 4);
    EXPECT_NEAR_COLOR(kGreen, seen.rgba(13, 2), 4);
    EXPECT_NEAR_COLOR(kBlue, seen.rgba(2, 13), 4);
    EXPECT_NEAR_COLOR(kWhite, seen.rgba(13, 13), 4);
    // P010 has the ten bits on top of sixteen; AYUV all components in one texel.
    auto p010 = video(DXGI_FORMAT_P010, 16, 16, D3D11_BIND_RENDER_TARGET);
    convert(p010.get(), from.get());
    EXPECT_NEAR(326, readVideo(p010.get()).wordAt(2, 2) >> 6, 3);
    EXPECT_NEAR(960, readVideo(p010.get()).wordAt(3, 17) >> 6, 3);
    auto ayuv = video(DXGI_FORMAT_AYUV, 16, 16, D3D11_BIND_RENDER_TARGET);
    convert(ayuv.get(), from.get());
    const VideoImage packed = readVideo(ayuv.get());
    EXPECT_NEAR(240, packed.at(2 * 4, 2), 1) << "V";
    EXPECT_NEAR(90, packed.at(2 * 4 + 1, 2), 1) << "U";
    EXPECT_NEAR(81, packed.at(2 * 4 + 2, 2), 1) << "Y";
    EXPECT_EQ(255, packed.at(2 * 4 + 3, 2));
}

// Case I1: slices and mips of arrays.
TEST_F(ProcessorBlit, ArraySlicesAreHonoured) {
    std::vector<VideoImage> images;
    for (uint8_t y : {50, 100, 150, 200})
        images.push_back(flatNv12(16, 16, y, 128, 128));
    auto from = video(DXGI_FORMAT_NV12, 16, 16, D3D11_BIND_RENDER_TARGET, images);
    setStreamSpace(0, 2);
    auto to = texture(16, 16, DXGI_FORMAT_B8G8R8A8_UNORM, D3D11_BIND_RENDER_TARGET, nullptr, 0, 1, 4);
    for (UINT i = 0; i < 4; i++)
        ASSERT_HR(S_OK, blit(outputSlice(to.get(), i).get(), {input(from.get(), 3 - i).get()}));
    for (UINT i = 0; i < 4; i++) {
        const int grey = 200 - 50 * static_cast<int>(i);
        EXPECT_NEAR(grey, read(to.get(), i).rgba(8, 8).g, 1) << i;
    }
    // One slice to another of the same texture.
    ASSERT_HR(S_OK, blit(outputSlice(to.get(), 0).get(), {input(to.get(), 3).get()}));
    EXPECT_NEAR(50, read(to.get(), 0).rgba(8, 8).g, 1);
    EXPECT_HR(E_INVALIDARG, blit(outputSlice(to.get(), 3).get(), {input(to.get(), 3).get()})) << "onto itself";
}

TEST_F(ProcessorBlit, MipsAreHonoured) {
    auto to = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET, nullptr, 0, 3);
    auto from = quarters();
    ASSERT_HR(S_OK, blit(output(to.get(), 1).get(), {input(from.get()).get()}));
    const Readback seen = read(to.get(), 1);
    EXPECT_EQ(8u, seen.width);
    EXPECT_EQ(kRed, seen.rgba(1, 1));
    EXPECT_EQ(kWhite, seen.rgba(6, 6));
    auto last = canvas(16, 16);
    ASSERT_HR(S_OK, blit(output(last.get()).get(), {input(to.get(), 0, 1).get()}));
    EXPECT_EQ(kGreen, read(last.get()).rgba(13, 2));
}

TEST_F(ProcessorBlit, RectanglesAndBackground) {
    auto from = quarters();
    auto to = canvas(16, 16);
    D3D11_VIDEO_COLOR color{};
    color.RGBA = {1, 0, 1, 0.5f};
    videoContext->VideoProcessorSetOutputBackgroundColor(processor.get(), FALSE, &color);
    const RECT source{8, 0, 16, 8}, dest{4, 4, 12, 8}, target{2, 2, 14, 14};
    videoContext->VideoProcessorSetStreamSourceRect(processor.get(), 0, TRUE, &source); // the green quarter
    videoContext->VideoProcessorSetStreamDestRect(processor.get(), 0, TRUE, &dest);
    convert(to.get(), from.get());
    constexpr Rgba8 kPurple{255, 0, 255, 255};
    Readback seen = read(to.get());
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 16; x++) {
            const bool inside = x >= 4 && x < 12 && y >= 4 && y < 8;
            ASSERT_EQ(inside ? kGreen : kPurple, seen.rgba(x, y)) << x << ' ' << y;
        }
    // A target rectangle keeps everything else as it was.
    const float blue[4] = {0, 0, 1, 1};
    context->ClearRenderTargetView(this->target(to.get()).get(), blue);
    videoContext->VideoProcessorSetOutputTargetRect(processor.get(), TRUE, &target);
    const RECT wide{0, 0, 16, 4};
    videoContext->VideoProcessorSetStreamDestRect(processor.get(), 0, TRUE, &wide);
    convert(to.get(), from.get());
    seen = read(to.get());
    EXPECT_EQ(kBlue, seen.rgba(1, 1));
    EXPECT_EQ(kBlue, seen.rgba(14, 3)) << "the destination is cut off there too";
    EXPECT_EQ(kGreen, seen.rgba(2, 2));
    EXPECT_EQ(kPurple, seen.rgba(2, 4));
    // Alpha of the background is that of the output when asked for.
    videoContext->VideoProcessorSetOutputAlphaFillMode(processor.get(), D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_BACKGROUND, 0);
    convert(to.get(), from.get());
    EXPECT_NEAR(128, read(to.get()).rgba(8, 8).a, 1);
    EXPECT_NEAR(128, read(to.get()).rgba(2, 2).a, 1);
}

TEST_F(ProcessorBlit, Scaling) {
    auto from = quarters();
    auto to = canvas(64, 32);
    convert(to.get(), from.get());
    const Readback seen = read(to.get());
    EXPECT_EQ(kRed, seen.rgba(8, 8));
    EXPECT_EQ(kGreen, seen.rgba(60, 4));
    EXPECT_EQ(kBlue, seen.rgba(4, 28));
    EXPECT_EQ(kWhite, seen.rgba(60, 28));
    const Rgba8 between = seen.rgba(32, 4);
    EXPECT_TRUE(between.r > 30 && between.g > 30) << "the filter is linear";
}

TEST_F(ProcessorBlit, RotationAndMirroring) {
    auto from = quarters();
    auto to = canvas(16, 16);
    struct {
        D3D11_VIDEO_PROCESSOR_ROTATION rotation;
        bool horizontal, vertical;
        Rgba8 topLeft, topRight, bottomLeft, bottomRight;
    } const kCases[] = {
        {D3D11_VIDEO_PROCESSOR_ROTATION_IDENTITY, false, false, kRed, kGreen, kBlue, kWhite},
        {D3D11_VIDEO_PROCESSOR_ROTATION_90, false, false, kBlue, kRed, kWhite, kGreen},
        {D3D11_VIDEO_PROCESSOR_ROTATION_180, false, false, kWhite, kBlue, kGreen, kRed},
        {D3D11_VIDEO_PROCESSOR_ROTATION_270, false, false, kGreen, kWhite, kRed, kBlue},
        {D3D11_VIDEO_PROCESSOR_ROTATION_IDENTITY, true, false, kGreen, kRed, kWhite, kBlue},
        {D3D11_VIDEO_PROCESSOR_ROTATION_IDENTITY, false, true, kBlue, kWhite, kRed, kGreen},
        {D3D11_VIDEO_PROCESSOR_ROTATION_90, true, false, kRed, kBlue, kGreen, kWhite},
    };
    for (const auto& one : kCases) {
        videoContext->VideoProcessorSetStreamRotation(processor.get(), 0, TRUE, one.rotation);
        videoContext->VideoProcessorSetStreamMirror(processor.get(), 0, TRUE, one.horizontal, one.vertical);
        convert(to.get(), from.get());
        const Readback seen = read(to.get());
        SCOPED_TRACE(one.rotation * 4 + one.horizontal * 2 + one.vertical);
        EXPECT_EQ(one.topLeft, seen.rgba(2, 2));
        EXPECT_EQ(one.topRight, seen.rgba(13, 2));
        EXPECT_EQ(one.bottomLeft, seen.rgba(2, 13));
        EXPECT_EQ(one.bottomRight, seen.rgba(13, 13));
    }
}

TEST_F(ProcessorBlit, StreamsAreBlendedByAlphaAndKeyed) {
    auto bottom = quarters();
    std::vector<Rgba8> texels(256, Rgba8{0, 0, 0, 128});
    auto top = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET, texels.data());
    auto to = canvas(16, 16);
    auto out = output(to.get());
    ASSERT_HR(S_OK, blit(out.get(), {input(bottom.get()).get(), input(top.get()).get()}));
    EXPECT_EQ(kBlack, read(to.get()).rgba(2, 2)) << "without stream alpha the upper one covers";
    videoContext->VideoProcessorSetStreamAlpha(processor.get(), 1, TRUE, 0.5f);
    ASSERT_HR(S_OK, blit(out.get(), {input(bottom.get()).get(), input(top.get()).get()}));
    EXPECT_NEAR_COLOR((Rgba8{191, 0, 0, 255}), read(to.get()).rgba(2, 2), 1); // 1 - 0.5 * 128 / 255
    // The output's alpha from a stream.
    videoContext->VideoProcessorSetOutputAlphaFillMode(processor.get(), D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_SOURCE_STREAM, 1);
    ASSERT_HR(S_OK, blit(out.get(), {input(bottom.get()).get(), input(top.get()).get()}));
    EXPECT_NEAR(64, read(to.get()).rgba(2, 2).a, 1);
    // Or left alone.
    videoContext->VideoProcessorSetOutputAlphaFillMode(processor.get(), D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_DESTINATION, 0);
    const float clear[4] = {0, 0, 0, 0.2f};
    context->ClearRenderTargetView(target(to.get()).get(), clear);
    ASSERT_HR(S_OK, blit(out.get(), {input(bottom.get()).get()}));
    EXPECT_NEAR_COLOR((Rgba8{255, 0, 0, 51}), read(to.get()).rgba(2, 2), 1);
    // White is taken out of the lower stream: the background shows.
    videoContext->VideoProcessorSetStreamLumaKey(processor.get(), 0, TRUE, 0.95f, 1.0f);
    ASSERT_HR(S_OK, blit(out.get(), {input(bottom.get()).get()}));
    EXPECT_EQ(0, read(to.get()).rgba(12, 12).r);
    EXPECT_EQ(255, read(to.get()).rgba(2, 2).r);
}

TEST_F(ProcessorBlit, PictureControls) {
    const std::vector<Rgba8> texels(256, Rgba8{100, 100, 100, 255});
    auto from = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET, texels.data());
    auto to = canvas(16, 16);
    videoContext->VideoProcessorSetStreamFilter(processor.get(), 0, D3D11_VIDEO_PROCESSOR_FILTER_BRIGHTNESS, TRUE, 200);
    convert(to.get(), from.get());
    EXPECT_NEAR_COLOR((Rgba8{120, 120, 120, 255}), read(to.get()).rgba(4, 4), 1);
    videoContext->VideoProcessorSetStreamFilter(processor.get(), 0, D3D11_VIDEO_PROCESSOR_FILTER_BRIGHTNESS, FALSE, 200);
    videoContext->VideoProcessorSetStreamFilter(processor.get(), 0, D3D11_VIDEO_PROCESSOR_FILTER_SATURATION, TRUE, 0);
    auto colours = quarters();
    convert(to.get(), colours.get());
    const Rgba8 grey = read(to.get()).rgba(2, 2);
    EXPECT_NEAR(grey.r, grey.g, 1);
    EXPECT_NEAR(54, grey.g, 2) << "red's luma";
}

TEST_F(ProcessorBlit, TheApplicationsStateStays) {
    auto drawn = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto from = quarters();
    auto to = canvas(16, 16);
    auto in = input(from.get());
    auto out = output(to.get());
    const float green[4] = {0, 1, 0, 1}, black[4] = {0, 0, 0, 1};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, green);
    ID3D11Buffer* bound = constants.get();
    auto pixel = pixelShader(constant_color_ps);
    viewport(16, 16);
    auto view = target(drawn.get());
    bindTarget(view);
    context->PSSetConstantBuffers(0, 1, &bound);
    drawFullscreen(pixel.get());
    ASSERT_HR(S_OK, blit(out.get(), {in.get()}));
    EXPECT_EQ(kGreen, read(drawn.get()).rgba(8, 8)) << "what was drawn before stays";
    context->ClearRenderTargetView(view.get(), black);
    ASSERT_HR(S_OK, blit(out.get(), {in.get()}));
    context->Draw(3, 0); // with what has been bound all along
    EXPECT_EQ(kGreen, read(drawn.get()).rgba(8, 8));
    EXPECT_EQ(kRed, read(to.get()).rgba(2, 2));
    Com<ID3D11RenderTargetView> still;
    context->OMGetRenderTargets(1, still.out(), nullptr);
    EXPECT_EQ(view.get(), still.get());
    // A texture that was cleared and drawn to a moment ago, as input.
    context->ClearRenderTargetView(view.get(), green);
    ASSERT_HR(S_OK, blit(out.get(), {input(drawn.get()).get()}));
    EXPECT_EQ(kGreen, read(to.get()).rgba(2, 2));
}

TEST_F(ProcessorBlit, InACommandList) {
    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    Com<ID3D11VideoContext> side;
    ASSERT_HR(S_OK, deferred->QueryInterface(__uuidof(ID3D11VideoContext), reinterpret_cast<void**>(side.out())));
    auto to = canvas(16, 16);
    {
        auto from = quarters();
        auto in = input(from.get());
        D3D11_VIDEO_PROCESSOR_STREAM stream{};
        stream.Enable = TRUE;
        stream.pInputSurface = in.get();
        ASSERT_HR(S_OK, side->VideoProcessorBlt(processor.get(), output(to.get()).get(), 0, 1, &stream));
    }
    Com<ID3D11CommandList> list;
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    context->Flush();
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ(kRed, read(to.get()).rgba(2, 2));
}

} // namespace
} // namespace conformance
