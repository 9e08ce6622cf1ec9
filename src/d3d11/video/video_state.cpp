// The setters and getters of a processor's state. What is set is what is got; a null processor or a stream that there
// is not changes nothing.
#include "d3d11/video/video_context.h"

#include "d3d11/video/video_processor.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

namespace {

VideoOutputState* outputOf(ID3D11VideoProcessor* processor) {
    return processor ? &static_cast<VideoProcessor*>(processor)->output : nullptr;
}

VideoStreamState* streamOf(ID3D11VideoProcessor* processor, UINT index) {
    if (processor && index < kVideoStreams)
        return &static_cast<VideoProcessor*>(processor)->streams[index];
    HENDECA_WARN_ONCE("ID3D11VideoContext: no processor, or a stream index of %u; the call is ignored", index);
    return nullptr;
}

// Out parameters may be null.
template <class T, class V>
void put(T* out, const V& value) {
    if (out)
        *out = static_cast<T>(value);
}

void store(HdrMetadata& to, DXGI_HDR_METADATA_TYPE type, UINT size, const void* data) {
    to = {};
    if (type == DXGI_HDR_METADATA_TYPE_NONE || !data || size > to.bytes.size())
        return;
    to.type = type;
    to.size = size;
    std::memcpy(to.bytes.data(), data, size);
}

void load(const HdrMetadata& from, DXGI_HDR_METADATA_TYPE* type, UINT size, void* data) {
    put(type, from.type);
    if (data && size) {
        std::memset(data, 0, size);
        std::memcpy(data, from.bytes.data(), std::min<size_t>(size, from.size));
    }
}

} // namespace

// --- of the output

void VideoContext::VideoProcessorSetOutputTargetRect(ID3D11VideoProcessor* processor, BOOL enable, const RECT* rect) {
    if (VideoOutputState* output = outputOf(processor)) {
        output->hasTarget = enable && rect;
        output->target = rect ? *rect : RECT{};
    }
}

void VideoContext::VideoProcessorGetOutputTargetRect(ID3D11VideoProcessor* processor, BOOL* enabled, RECT* rect) {
    if (const VideoOutputState* output = outputOf(processor)) {
        put(enabled, output->hasTarget);
        put(rect, output->target);
    }
}

void VideoContext::VideoProcessorSetOutputBackgroundColor(ID3D11VideoProcessor* processor, BOOL ycbcr,
                                                          const D3D11_VIDEO_COLOR* color) {
    VideoOutputState* output = outputOf(processor);
    if (output && color) {
        output->backgroundYcbcr = ycbcr;
        output->background = *color;
    }
}

void VideoContext::VideoProcessorGetOutputBackgroundColor(ID3D11VideoProcessor* processor, BOOL* ycbcr,
                                                          D3D11_VIDEO_COLOR* color) {
    if (const VideoOutputState* output = outputOf(processor)) {
        put(ycbcr, output->backgroundYcbcr);
        put(color, output->background);
    }
}

void VideoContext::VideoProcessorSetOutputColorSpace(ID3D11VideoProcessor* processor,
                                                     const D3D11_VIDEO_PROCESSOR_COLOR_SPACE* space) {
    VideoOutputState* output = outputOf(processor);
    if (output && space) {
        output->color.legacy = *space;
        output->color.usesType = false;
    }
}

void VideoContext::VideoProcessorGetOutputColorSpace(ID3D11VideoProcessor* processor,
                                                     D3D11_VIDEO_PROCESSOR_COLOR_SPACE* space) {
    if (const VideoOutputState* output = outputOf(processor))
        put(space, output->color.legacy);
}

void VideoContext::VideoProcessorSetOutputColorSpace1(ID3D11VideoProcessor* processor, DXGI_COLOR_SPACE_TYPE space) {
    if (VideoOutputState* output = outputOf(processor)) {
        output->color.type = space;
        output->color.usesType = true;
    }
}

void VideoContext::VideoProcessorGetOutputColorSpace1(ID3D11VideoProcessor* processor, DXGI_COLOR_SPACE_TYPE* space) {
    if (const VideoOutputState* output = outputOf(processor))
        put(space, output->color.type);
}

void VideoContext::VideoProcessorSetOutputAlphaFillMode(ID3D11VideoProcessor* processor,
                                                        D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE mode, UINT stream) {
    VideoOutputState* output = outputOf(processor);
    if (output && mode <= D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_SOURCE_STREAM) {
        output->fill = mode;
        output->fillStream = stream;
    }
}

void VideoContext::VideoProcessorGetOutputAlphaFillMode(ID3D11VideoProcessor* processor,
                                                        D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE* mode, UINT* stream) {
    if (const VideoOutputState* output = outputOf(processor)) {
        put(mode, output->fill);
        put(stream, output->fillStream);
    }
}

void VideoContext::VideoProcessorSetOutputConstriction(ID3D11VideoProcessor* processor, BOOL enable, SIZE size) {
    if (VideoOutputState* output = outputOf(processor)) {
        output->constricted = enable;
        output->constriction = size;
    }
}

void VideoContext::VideoProcessorGetOutputConstriction(ID3D11VideoProcessor* processor, BOOL* enabled, SIZE* size) {
    if (const VideoOutputState* output = outputOf(processor)) {
        put(enabled, output->constricted);
        put(size, output->constriction);
    }
}

void VideoContext::VideoProcessorSetOutputStereoMode(ID3D11VideoProcessor* processor, BOOL enable) {
    if (VideoOutputState* output = outputOf(processor))
        output->stereo = enable;
}

void VideoContext::VideoProcessorGetOutputStereoMode(ID3D11VideoProcessor* processor, BOOL* enabled) {
    if (const VideoOutputState* output = outputOf(processor))
        put(enabled, output->stereo);
}

void VideoContext::VideoProcessorSetOutputShaderUsage(ID3D11VideoProcessor* processor, BOOL usage) {
    if (VideoOutputState* output = outputOf(processor))
        output->shaderUsage = usage;
}

void VideoContext::VideoProcessorGetOutputShaderUsage(ID3D11VideoProcessor* processor, BOOL* usage) {
    if (const VideoOutputState* output = outputOf(processor))
        put(usage, output->shaderUsage);
}

void VideoContext::VideoProcessorSetOutputHDRMetaData(ID3D11VideoProcessor* processor, DXGI_HDR_METADATA_TYPE type,
                                                      UINT size, const void* data) {
    if (VideoOutputState* output = outputOf(processor))
        store(output->hdr, type, size, data);
}

void VideoContext::VideoProcessorGetOutputHDRMetaData(ID3D11VideoProcessor* processor, DXGI_HDR_METADATA_TYPE* type,
                                                      UINT size, void* data) {
    if (const VideoOutputState* output = outputOf(processor))
        load(output->hdr, type, size, data);
}

// --- of a stream

void VideoContext::VideoProcessorSetStreamFrameFormat(ID3D11VideoProcessor* processor, UINT index,
                                                      D3D11_VIDEO_FRAME_FORMAT format) {
    if (VideoStreamState* stream = streamOf(processor, index))
        stream->frameFormat = format;
}

void VideoContext::VideoProcessorGetStreamFrameFormat(ID3D11VideoProcessor* processor, UINT index,
                                                      D3D11_VIDEO_FRAME_FORMAT* format) {
    if (const VideoStreamState* stream = streamOf(processor, index))
        put(format, stream->frameFormat);
}

void VideoContext::VideoProcessorSetStreamColorSpace(ID3D11VideoProcessor* processor, UINT index,
                                                     const D3D11_VIDEO_PROCESSOR_COLOR_SPACE* space) {
    VideoStreamState* stream = streamOf(processor, index);
    if (stream && space) {
        stream->color.legacy = *space;
        stream->color.usesType = false;
    }
}

void VideoContext::VideoProcessorGetStreamColorSpace(ID3D11VideoProcessor* processor, UINT index,
                                                     D3D11_VIDEO_PROCESSOR_COLOR_SPACE* space) {
    if (const VideoStreamState* stream = streamOf(processor, index))
        put(space, stream->color.legacy);
}

void VideoContext::VideoProcessorSetStreamColorSpace1(ID3D11VideoProcessor* processor, UINT index,
                                                      DXGI_COLOR_SPACE_TYPE space) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->color.type = space;
        stream->color.usesType = true;
    }
}

void VideoContext::VideoProcessorGetStreamColorSpace1(ID3D11VideoProcessor* processor, UINT index,
                                                      DXGI_COLOR_SPACE_TYPE* space) {
    if (const VideoStreamState* stream = streamOf(processor, index))
        put(space, stream->color.type);
}

void VideoContext::VideoProcessorSetStreamOutputRate(ID3D11VideoProcessor* processor, UINT index,
                                                     D3D11_VIDEO_PROCESSOR_OUTPUT_RATE rate, BOOL repeat,
                                                     const DXGI_RATIONAL* custom) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->rate = rate;
        stream->repeat = repeat;
        stream->customRate = custom ? *custom : DXGI_RATIONAL{};
    }
}

void VideoContext::VideoProcessorGetStreamOutputRate(ID3D11VideoProcessor* processor, UINT index,
                                                     D3D11_VIDEO_PROCESSOR_OUTPUT_RATE* rate, BOOL* repeat,
                                                     DXGI_RATIONAL* custom) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(rate, stream->rate);
        put(repeat, stream->repeat);
        put(custom, stream->customRate);
    }
}

void VideoContext::VideoProcessorSetStreamSourceRect(ID3D11VideoProcessor* processor, UINT index, BOOL enable,
                                                     const RECT* rect) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->hasSource = enable && rect;
        stream->source = rect ? *rect : RECT{};
    }
}

void VideoContext::VideoProcessorGetStreamSourceRect(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                     RECT* rect) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->hasSource);
        put(rect, stream->source);
    }
}

void VideoContext::VideoProcessorSetStreamDestRect(ID3D11VideoProcessor* processor, UINT index, BOOL enable,
                                                   const RECT* rect) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->hasDest = enable && rect;
        stream->dest = rect ? *rect : RECT{};
    }
}

void VideoContext::VideoProcessorGetStreamDestRect(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                   RECT* rect) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->hasDest);
        put(rect, stream->dest);
    }
}

void VideoContext::VideoProcessorSetStreamAlpha(ID3D11VideoProcessor* processor, UINT index, BOOL enable, float alpha) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->hasAlpha = enable;
        stream->alpha = alpha > 0 ? std::min(alpha, 1.0f) : 0.0f;
    }
}

void VideoContext::VideoProcessorGetStreamAlpha(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                float* alpha) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->hasAlpha);
        put(alpha, stream->alpha);
    }
}

void VideoContext::VideoProcessorSetStreamPalette(ID3D11VideoProcessor* processor, UINT index, UINT count,
                                                  const UINT* entries) {
    VideoStreamState* stream = streamOf(processor, index);
    if (stream && (entries || !count) && count <= stream->palette.size()) {
        stream->palette.fill(0);
        std::copy_n(entries, count, stream->palette.begin());
    }
}

void VideoContext::VideoProcessorGetStreamPalette(ID3D11VideoProcessor* processor, UINT index, UINT count,
                                                  UINT* entries) {
    const VideoStreamState* stream = streamOf(processor, index);
    if (stream && entries)
        std::copy_n(stream->palette.begin(), std::min<size_t>(count, stream->palette.size()), entries);
}

void VideoContext::VideoProcessorSetStreamPixelAspectRatio(ID3D11VideoProcessor* processor, UINT index, BOOL enable,
                                                           const DXGI_RATIONAL* source, const DXGI_RATIONAL* dest) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->hasAspect = enable;
        stream->sourceAspect = source ? *source : DXGI_RATIONAL{1, 1};
        stream->destAspect = dest ? *dest : DXGI_RATIONAL{1, 1};
    }
}

void VideoContext::VideoProcessorGetStreamPixelAspectRatio(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                           DXGI_RATIONAL* source, DXGI_RATIONAL* dest) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->hasAspect);
        put(source, stream->sourceAspect);
        put(dest, stream->destAspect);
    }
}

void VideoContext::VideoProcessorSetStreamLumaKey(ID3D11VideoProcessor* processor, UINT index, BOOL enable, float lower,
                                                  float upper) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->hasKey = enable;
        stream->keyLow = lower;
        stream->keyHigh = upper;
    }
}

void VideoContext::VideoProcessorGetStreamLumaKey(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                  float* lower, float* upper) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->hasKey);
        put(lower, stream->keyLow);
        put(upper, stream->keyHigh);
    }
}

void VideoContext::VideoProcessorSetStreamStereoFormat(ID3D11VideoProcessor* processor, UINT index, BOOL enable,
                                                       D3D11_VIDEO_PROCESSOR_STEREO_FORMAT format, BOOL leftFrame0,
                                                       BOOL baseFrame0, D3D11_VIDEO_PROCESSOR_STEREO_FLIP_MODE flip,
                                                       int monoOffset) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->hasStereo = enable;
        stream->stereoFormat = format;
        stream->leftViewFrame0 = leftFrame0;
        stream->baseViewFrame0 = baseFrame0;
        stream->stereoFlip = flip;
        stream->monoOffset = monoOffset;
        if (enable && format != D3D11_VIDEO_PROCESSOR_STEREO_FORMAT_MONO)
            HENDECA_WARN_ONCE("The video processor does not make stereo pictures (its caps say so)");
    }
}

void VideoContext::VideoProcessorGetStreamStereoFormat(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                       D3D11_VIDEO_PROCESSOR_STEREO_FORMAT* format, BOOL* leftFrame0,
                                                       BOOL* baseFrame0, D3D11_VIDEO_PROCESSOR_STEREO_FLIP_MODE* flip,
                                                       int* monoOffset) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->hasStereo);
        put(format, stream->stereoFormat);
        put(leftFrame0, stream->leftViewFrame0);
        put(baseFrame0, stream->baseViewFrame0);
        put(flip, stream->stereoFlip);
        put(monoOffset, stream->monoOffset);
    }
}

void VideoContext::VideoProcessorSetStreamAutoProcessingMode(ID3D11VideoProcessor* processor, UINT index, BOOL enable) {
    if (VideoStreamState* stream = streamOf(processor, index))
        stream->autoProcessing = enable;
}

void VideoContext::VideoProcessorGetStreamAutoProcessingMode(ID3D11VideoProcessor* processor, UINT index,
                                                             BOOL* enabled) {
    if (const VideoStreamState* stream = streamOf(processor, index))
        put(enabled, stream->autoProcessing);
}

void VideoContext::VideoProcessorSetStreamFilter(ID3D11VideoProcessor* processor, UINT index,
                                                 D3D11_VIDEO_PROCESSOR_FILTER filter, BOOL enable, int level) {
    VideoStreamState* stream = streamOf(processor, index);
    const D3D11_VIDEO_PROCESSOR_FILTER_RANGE* range = filterRange(filter);
    if (stream && range && level >= range->Minimum && level <= range->Maximum)
        stream->filters[filter] = {enable != FALSE, level};
}

void VideoContext::VideoProcessorGetStreamFilter(ID3D11VideoProcessor* processor, UINT index,
                                                 D3D11_VIDEO_PROCESSOR_FILTER filter, BOOL* enabled, int* level) {
    const VideoStreamState* stream = streamOf(processor, index);
    if (stream && static_cast<uint32_t>(filter) < kVideoFilters) {
        put(enabled, stream->filters[filter].enabled);
        put(level, stream->filters[filter].level);
    }
}

void VideoContext::VideoProcessorSetStreamRotation(ID3D11VideoProcessor* processor, UINT index, BOOL enable,
                                                   D3D11_VIDEO_PROCESSOR_ROTATION rotation) {
    VideoStreamState* stream = streamOf(processor, index);
    if (stream && rotation <= D3D11_VIDEO_PROCESSOR_ROTATION_270) {
        stream->rotates = enable;
        stream->rotation = rotation;
    }
}

void VideoContext::VideoProcessorGetStreamRotation(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                   D3D11_VIDEO_PROCESSOR_ROTATION* rotation) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->rotates);
        put(rotation, stream->rotation);
    }
}

void VideoContext::VideoProcessorSetStreamMirror(ID3D11VideoProcessor* processor, UINT index, BOOL enable,
                                                 BOOL horizontal, BOOL vertical) {
    if (VideoStreamState* stream = streamOf(processor, index)) {
        stream->mirrors = enable;
        stream->flipHorizontal = horizontal;
        stream->flipVertical = vertical;
    }
}

void VideoContext::VideoProcessorGetStreamMirror(ID3D11VideoProcessor* processor, UINT index, BOOL* enabled,
                                                 BOOL* horizontal, BOOL* vertical) {
    if (const VideoStreamState* stream = streamOf(processor, index)) {
        put(enabled, stream->mirrors);
        put(horizontal, stream->flipHorizontal);
        put(vertical, stream->flipVertical);
    }
}

void VideoContext::VideoProcessorSetStreamHDRMetaData(ID3D11VideoProcessor* processor, UINT index,
                                                      DXGI_HDR_METADATA_TYPE type, UINT size, const void* data) {
    if (VideoStreamState* stream = streamOf(processor, index))
        store(stream->hdr, type, size, data);
}

void VideoContext::VideoProcessorGetStreamHDRMetaData(ID3D11VideoProcessor* processor, UINT index,
                                                      DXGI_HDR_METADATA_TYPE* type, UINT size, void* data) {
    if (const VideoStreamState* stream = streamOf(processor, index))
        load(stream->hdr, type, size, data);
}

HRESULT VideoContext::VideoProcessorGetBehaviorHints(ID3D11VideoProcessor* processor, UINT, UINT, DXGI_FORMAT,
                                                     UINT count,
                                                     const D3D11_VIDEO_PROCESSOR_STREAM_BEHAVIOR_HINT* streams,
                                                     UINT* hints) {
    if (!processor || !hints || (count && !streams))
        return E_INVALIDARG;
    *hints = 0; // nothing is shown by an overlay
    return S_OK;
}

} // namespace hendeca::d3d11
