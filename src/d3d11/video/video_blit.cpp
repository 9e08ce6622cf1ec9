// VideoProcessorBlt: the background into the target rectangle, then each stream over it, each into every plane of the
// output. Here rectangles, rotation, colour spaces and alpha become the constants of a pass (gpu/record/video_ops.h).
#include "d3d11/video/video_context.h"

#include "d3d11/context/context_base.h"
#include "d3d11/device/device.h"
#include "d3d11/video/video_processor.h"
#include "d3d11/video/video_view.h"
#include "util/log.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace hendeca::d3d11 {

using gpu::VideoConstants;

namespace {

constexpr uint32_t kAllComponents = 0xf, kColorOnly = 0x7;

// Pixels; empty when right <= left.
RECT intersect(const RECT& a, const RECT& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

bool empty(const RECT& rect) {
    return rect.left >= rect.right || rect.top >= rect.bottom;
}

// What holds for all passes of a blit.
struct Target {
    VideoOutputView* view;
    const TextureBase* texture;
    ComponentLayout layout;
    ColorSpace space;
    RECT area; // that may be drawn to
};

void setRows(float (&to)[3][4], const ColorMatrix& from) {
    std::memcpy(to, from.rows, sizeof to);
}

// Affine map in the plane, as two rows.
struct Map {
    double x[3], y[3];
};

// From a pixel of the output to one of the source: the destination's rectangle to the clipped one, then back through
// mirroring and rotation, which come first (Microsoft Learn, VideoProcessorSetStreamMirror: rotation, mirroring,
// clipping). `least`, `most`: the clipped rectangle in the source.
Map mapToSource(const VideoStreamState& stream, const RECT& dest, const RECT& clip, double width, double height,
                double least[2], double most[2]) {
    const uint32_t turn = stream.rotates ? stream.rotation : D3D11_VIDEO_PROCESSOR_ROTATION_IDENTITY;
    const bool sideways = turn == D3D11_VIDEO_PROCESSOR_ROTATION_90 || turn == D3D11_VIDEO_PROCESSOR_ROTATION_270;
    const double turnedWidth = sideways ? height : width, turnedHeight = sideways ? width : height;
    const double scaleX = double(clip.right - clip.left) / (dest.right - dest.left);
    const double scaleY = double(clip.bottom - clip.top) / (dest.bottom - dest.top);
    Map map{{scaleX, 0, clip.left - dest.left * scaleX}, {0, scaleY, clip.top - dest.top * scaleY}};
    const auto flip = [](double(&row)[3], double size) {
        for (double& value : row)
            value = -value;
        row[2] += size;
    };
    if (stream.mirrors && stream.flipHorizontal)
        flip(map.x, turnedWidth);
    if (stream.mirrors && stream.flipVertical)
        flip(map.y, turnedHeight);
    switch (turn) {
    case D3D11_VIDEO_PROCESSOR_ROTATION_90: // clockwise: what is on top came from the left
        std::swap(map.x, map.y);
        flip(map.y, height);
        break;
    case D3D11_VIDEO_PROCESSOR_ROTATION_180:
        flip(map.x, width);
        flip(map.y, height);
        break;
    case D3D11_VIDEO_PROCESSOR_ROTATION_270:
        std::swap(map.x, map.y);
        flip(map.x, width);
        break;
    default:
        break;
    }
    const auto at = [&](const double(&row)[3], double x, double y) { return row[0] * x + row[1] * y + row[2]; };
    const double corners[2][2] = {{at(map.x, dest.left, dest.top), at(map.y, dest.left, dest.top)},
                                  {at(map.x, dest.right, dest.bottom), at(map.y, dest.right, dest.bottom)}};
    for (int i = 0; i < 2; i++) {
        least[i] = std::min(corners[0][i], corners[1][i]);
        most[i] = std::max(corners[0][i], corners[1][i]);
    }
    return map;
}

void setGeometry(VideoConstants& made, const VideoStreamState& stream, const RECT& dest, const VideoInputView& input,
                 const ColorSpace& space) {
    const double width = input.width(), height = input.height();
    const uint32_t turn = stream.rotates ? stream.rotation : D3D11_VIDEO_PROCESSOR_ROTATION_IDENTITY;
    const bool sideways = turn == D3D11_VIDEO_PROCESSOR_ROTATION_90 || turn == D3D11_VIDEO_PROCESSOR_ROTATION_270;
    const RECT whole{0, 0, LONG(sideways ? input.height() : input.width()),
                     LONG(sideways ? input.width() : input.height())};
    double least[2], most[2];
    const Map map = mapToSource(stream, dest, stream.hasSource ? stream.source : whole, width, height, least, most);
    for (int i = 0; i < 3; i++) {
        made.toSource[0][i] = static_cast<float>(map.x[i]);
        made.toSource[1][i] = static_cast<float>(map.y[i]);
    }
    const double size[2] = {width, height};
    for (int i = 0; i < 2; i++) {
        const double low = std::clamp(least[i], 0.0, size[i] - 1), high = std::clamp(most[i], low + 1, size[i]);
        made.clampTo[i] = static_cast<float>(low + 0.5);
        made.clampTo[2 + i] = static_cast<float>(high - 0.5);
    }
    made.sourceScale[0] = static_cast<float>(1 / width);
    made.sourceScale[1] = static_cast<float>(1 / height);
    const TextureBase& texture = input.resource()->asTexture();
    if (texture.planeCount() < 2)
        return;
    const TexturePlane chroma = texture.plane(1);
    const float perX = 1.0f / static_cast<float>(1u << chroma.widthShift);
    const float perY = 1.0f / static_cast<float>(1u << chroma.heightShift);
    made.chroma[0] = perX;
    made.chroma[1] = perY;
    // A sample of chroma lies at the first of the pixels it stands for, across; down it lies between them, or at the
    // first.
    made.chroma[2] = 0.5f - 0.5f * perX;
    made.chroma[3] = space.topLeft ? 0.5f - 0.5f * perY : 0;
    made.sourceScale[2] = static_cast<float>((1u << chroma.widthShift) / width);
    made.sourceScale[3] = static_cast<float>((1u << chroma.heightShift) / height);
}

PictureControls controlsOf(const VideoStreamState& stream) {
    const auto level = [&](D3D11_VIDEO_PROCESSOR_FILTER filter) {
        const D3D11_VIDEO_PROCESSOR_FILTER_RANGE& range = *filterRange(filter);
        const VideoStreamState::Filter& set = stream.filters[filter];
        return static_cast<float>(set.enabled ? set.level : range.Default) * range.Multiplier;
    };
    constexpr float kDegree = 3.14159265f / 180;
    // Brightness goes over all of 200 codes of 8 bits.
    return {level(D3D11_VIDEO_PROCESSOR_FILTER_BRIGHTNESS) / 255, level(D3D11_VIDEO_PROCESSOR_FILTER_CONTRAST),
            level(D3D11_VIDEO_PROCESSOR_FILTER_HUE) * kDegree, level(D3D11_VIDEO_PROCESSOR_FILTER_SATURATION)};
}

void setColors(VideoConstants& made, const VideoStreamState& stream, const ComponentLayout& layout,
               const ColorSpace& from, const Target& target) {
    made.kinds[0] = layout.source;
    setRows(made.decode, multiply(controlMatrix(controlsOf(stream)), decodeMatrix(layout, from)));
    setRows(made.encode, encodeMatrix(target.layout, target.space));
    setRows(made.gamut, gamutMatrix(from.wide, target.space.wide));
    made.kinds[1] = from.curve;
    made.kinds[2] = target.space.curve;
    if (layout.srgbView)
        made.kinds[3] |= VideoConstants::kDecodeSrgb;
    if (from.curve != target.space.curve || from.wide != target.space.wide)
        made.kinds[3] |= VideoConstants::kLight;
}

void setAlpha(VideoConstants& made, const VideoStreamState& stream, const VideoOutputState& output, UINT index) {
    made.alpha[0] = stream.hasAlpha ? stream.alpha : 1;
    made.alpha[1] = stream.hasAlpha ? 1.0f : 0.0f;
    made.alpha[2] = output.fill == D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_BACKGROUND ? output.background.RGBA.A : 1;
    made.alpha[3] =
        output.fill == D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_SOURCE_STREAM && output.fillStream == index ? 1.0f : 0.0f;
    made.lumaKey[0] = stream.keyLow;
    made.lumaKey[1] = stream.keyHigh;
    made.lumaKey[2] = stream.hasKey ? 1.0f : 0.0f;
}

// The background in the output's components.
void setBackground(VideoConstants& made, const VideoOutputState& output, const Target& target) {
    made.kinds[3] |= VideoConstants::kFill;
    const float given[3] = {output.background.RGBA.R, output.background.RGBA.G, output.background.RGBA.B};
    float color[3] = {given[0], given[1], given[2]};
    if (output.backgroundYcbcr && !target.layout.ycbcr) {
        ColorSpace space = target.space;
        space.studio = true;
        apply(decodeMatrix({true, 8, 1, VideoConstants::kAyuv, false}, space), given, color);
    } else if (!output.backgroundYcbcr) {
        apply(encodeMatrix(target.layout, target.space), given, color);
    }
    std::copy_n(color, 3, made.fill);
    made.fill[3] = output.background.RGBA.A;
    if (output.fill == D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_OPAQUE)
        made.fill[3] = 1;
}

// One pass for each plane of the output.
void writePasses(gpu::Writer& writer, const Target& target, const RECT& area, VideoConstants constants,
                 gpu::View* plane0, gpu::View* plane1, bool blend, bool keepAlpha) {
    if (target.layout.srgbView)
        constants.kinds[3] |= VideoConstants::kEncodeSrgb;
    for (uint32_t i = 0; i < target.texture->planeCount(); i++) {
        const TexturePlane plane = target.texture->plane(i);
        VideoConstants made = constants;
        const bool pair = target.texture->planeCount() > 1;
        made.outKinds[0] = pair                  ? (i ? VideoConstants::kOutChroma : VideoConstants::kOutLuma)
                           : target.layout.ycbcr ? VideoConstants::kOutAyuv
                                                 : VideoConstants::kOutRgb;
        made.targetPixel[0] = static_cast<float>(1u << plane.widthShift);
        made.targetPixel[1] = static_cast<float>(1u << plane.heightShift);
        made.targetPixel[2] = 0.5f;
        made.targetPixel[3] = plane.heightShift && !target.space.topLeft ? 1.0f : 0.5f;
        if (plane.widthShift && !(made.kinds[3] & VideoConstants::kFill))
            made.kinds[3] |= VideoConstants::kTwoTaps;
        const auto up = [](LONG value, uint32_t shift) { return (value + (1 << shift) - 1) >> shift; };
        auto* packet = writer.add<gpu::packet::VideoBlit>();
        packet->target = target.view->plane(i);
        packet->plane0 = plane0;
        packet->plane1 = plane1;
        packet->area.offset = {int32_t(area.left >> plane.widthShift), int32_t(area.top >> plane.heightShift)};
        packet->area.extent = {uint32_t(up(area.right, plane.widthShift) - packet->area.offset.x),
                               uint32_t(up(area.bottom, plane.heightShift) - packet->area.offset.y)};
        packet->writeMask = keepAlpha ? kColorOnly : kAllComponents;
        packet->blend = blend;
        packet->constants = made;
    }
}

// The input of a stream is another subresource than the output.
bool apart(const VideoInputView& input, const VideoOutputView& output) {
    return !input.range().overlaps(output.range());
}

HRESULT judgeStreams(const VideoOutputView& output, UINT count, const D3D11_VIDEO_PROCESSOR_STREAM* streams) {
    if (count > kVideoStreams || (count && !streams))
        return E_INVALIDARG;
    for (UINT i = 0; i < count; i++) {
        if (!streams[i].Enable)
            continue;
        auto* input = static_cast<VideoInputView*>(streams[i].pInputSurface);
        if (!input || !apart(*input, output))
            return E_INVALIDARG;
    }
    return S_OK;
}

void drawStream(gpu::Writer& writer, const VideoProcessor& processor, UINT index, const Target& target,
                const D3D11_VIDEO_PROCESSOR_STREAM& given) {
    const VideoStreamState& stream = processor.streams[index];
    const VideoOutputState& output = processor.output;
    const auto& input = *static_cast<VideoInputView*>(given.pInputSurface);
    const RECT whole{0, 0, LONG(target.view->width()), LONG(target.view->height())};
    const RECT dest = stream.hasDest ? stream.dest : whole;
    const RECT area = intersect(dest, target.area);
    if (empty(dest) || empty(area) || (stream.hasSource && empty(stream.source)))
        return;
    if (stream.frameFormat != D3D11_VIDEO_FRAME_FORMAT_PROGRESSIVE)
        HENDECA_WARN_ONCE("The video processor does not deinterlace (its caps say so): both fields are shown together");
    const ComponentLayout layout = layoutOf(input.format());
    const ColorSpace space = stream.color.resolve(layout.ycbcr);
    VideoConstants made{};
    setGeometry(made, stream, dest, input, space);
    setColors(made, stream, layout, space, target);
    setAlpha(made, stream, output, index);
    const bool keepAlpha = output.fill == D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_DESTINATION;
    writePasses(writer, target, area, made, input.plane(0), input.plane(1), stream.hasAlpha, keepAlpha);
}

} // namespace

HRESULT VideoContext::VideoProcessorBlt(ID3D11VideoProcessor* processorCom, ID3D11VideoProcessorOutputView* outputCom,
                                        UINT, UINT count, const D3D11_VIDEO_PROCESSOR_STREAM* streams) {
    auto* processor = static_cast<VideoProcessor*>(processorCom);
    auto* output = static_cast<VideoOutputView*>(outputCom);
    if (!processor || !output)
        return E_INVALIDARG;
    if (const HRESULT hr = output->device().removedReason(); FAILED(hr))
        return hr;
    if (const HRESULT hr = judgeStreams(*output, count, streams); FAILED(hr))
        return hr;
    if (processor->output.stereo)
        HENDECA_WARN_ONCE("The video processor does not make stereo pictures (its caps say so)");
    Target target{output, &output->resource()->asTexture(), layoutOf(output->format()), {}, {}};
    target.space = processor->output.color.resolve(target.layout.ycbcr);
    target.area = {0, 0, LONG(output->width()), LONG(output->height())};
    if (processor->output.hasTarget)
        target.area = intersect(target.area, processor->output.target);
    if (empty(target.area))
        return S_OK;
    return context_.blitVideo(*output, [&](gpu::Writer& writer) {
        VideoConstants background{};
        setBackground(background, processor->output, target);
        const bool keepAlpha = processor->output.fill == D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_DESTINATION;
        writePasses(writer, target, target.area, background, nullptr, nullptr, false, keepAlpha);
        for (UINT i = 0; i < count; i++)
            if (streams[i].Enable) {
                context_.keepForVideo(static_cast<VideoInputView*>(streams[i].pInputSurface));
                drawStream(writer, *processor, i, target, streams[i]);
            }
    });
}

} // namespace hendeca::d3d11
