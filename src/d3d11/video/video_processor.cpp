#include "d3d11/video/video_processor.h"

#include "d3d11/device/device.h"
#include "gpu/format/format_support.h"

namespace hendeca::d3d11 {

namespace {

struct FilterRow {
    D3D11_VIDEO_PROCESSOR_FILTER key;
    D3D11_VIDEO_PROCESSOR_FILTER_RANGE range;
};
// clang-format off
constexpr FilterRow kFilters[] = {
    //                                            least  most  usual  of one step
    {D3D11_VIDEO_PROCESSOR_FILTER_BRIGHTNESS, {-1000, 1000,    0, 0.1f}},
    {D3D11_VIDEO_PROCESSOR_FILTER_CONTRAST,   {    0,  200,  100, 0.01f}},
    {D3D11_VIDEO_PROCESSOR_FILTER_HUE,        {-1800, 1800,    0, 0.1f}},
    {D3D11_VIDEO_PROCESSOR_FILTER_SATURATION, {    0,  300,  100, 0.01f}},
};
// clang-format on

bool rational(const DXGI_RATIONAL& rate) {
    return rate.Denominator != 0 || rate.Numerator == 0;
}

} // namespace

const D3D11_VIDEO_PROCESSOR_FILTER_RANGE* filterRange(D3D11_VIDEO_PROCESSOR_FILTER filter) {
    for (const FilterRow& row : kFilters)
        if (row.key == filter)
            return &row.range;
    return nullptr;
}

D3D11_VIDEO_PROCESSOR_RATE_CONVERSION_CAPS rateConversionCaps() {
    return {};
}

HRESULT VideoEnumerator::create(Device& device, const D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc,
                                ID3D11VideoProcessorEnumerator** out) {
    if (out)
        *out = nullptr;
    if (!desc || !out || desc->InputFrameFormat > D3D11_VIDEO_FRAME_FORMAT_INTERLACED_BOTTOM_FIELD_FIRST ||
        desc->Usage > D3D11_VIDEO_USAGE_OPTIMAL_QUALITY || !desc->InputWidth || !desc->InputHeight ||
        !desc->OutputWidth || !desc->OutputHeight || !rational(desc->InputFrameRate) ||
        !rational(desc->OutputFrameRate))
        return E_INVALIDARG;
    return returnNew(new VideoEnumerator(device, *desc), out);
}

HRESULT VideoEnumerator::GetVideoProcessorContentDesc(D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc) {
    if (!desc)
        return E_INVALIDARG;
    *desc = content_;
    return S_OK;
}

HRESULT VideoEnumerator::CheckVideoProcessorFormat(DXGI_FORMAT format, UINT* flags) {
    if (!flags)
        return E_INVALIDARG;
    *flags = 0;
    if (!gpu::isFormat(format))
        return E_INVALIDARG;
    const uint32_t support = device().formats().support(format);
    if (support & gpu::kUseVideoInput)
        *flags |= D3D11_VIDEO_PROCESSOR_FORMAT_SUPPORT_INPUT;
    if (support & gpu::kUseVideoOutput)
        *flags |= D3D11_VIDEO_PROCESSOR_FORMAT_SUPPORT_OUTPUT;
    return S_OK;
}

HRESULT VideoEnumerator::GetVideoProcessorCaps(D3D11_VIDEO_PROCESSOR_CAPS* caps) {
    if (!caps)
        return E_INVALIDARG;
    *caps = {};
    caps->DeviceCaps = D3D11_VIDEO_PROCESSOR_DEVICE_CAPS_RGB_RANGE_CONVERSION |
                       D3D11_VIDEO_PROCESSOR_DEVICE_CAPS_YCbCr_MATRIX_CONVERSION |
                       D3D11_VIDEO_PROCESSOR_DEVICE_CAPS_NOMINAL_RANGE;
    caps->FeatureCaps = D3D11_VIDEO_PROCESSOR_FEATURE_CAPS_ALPHA_FILL | D3D11_VIDEO_PROCESSOR_FEATURE_CAPS_LUMA_KEY |
                        D3D11_VIDEO_PROCESSOR_FEATURE_CAPS_ROTATION | D3D11_VIDEO_PROCESSOR_FEATURE_CAPS_ALPHA_STREAM |
                        D3D11_VIDEO_PROCESSOR_FEATURE_CAPS_MIRROR | D3D11_VIDEO_PROCESSOR_FEATURE_CAPS_SHADER_USAGE;
    caps->FilterCaps = D3D11_VIDEO_PROCESSOR_FILTER_CAPS_BRIGHTNESS | D3D11_VIDEO_PROCESSOR_FILTER_CAPS_CONTRAST |
                       D3D11_VIDEO_PROCESSOR_FILTER_CAPS_HUE | D3D11_VIDEO_PROCESSOR_FILTER_CAPS_SATURATION;
    caps->InputFormatCaps =
        D3D11_VIDEO_PROCESSOR_FORMAT_CAPS_RGB_PROCAMP | D3D11_VIDEO_PROCESSOR_FORMAT_CAPS_RGB_LUMA_KEY;
    caps->RateConversionCapsCount = 1;
    caps->MaxInputStreams = kVideoStreams;
    caps->MaxStreamStates = kVideoStreams;
    return S_OK;
}

HRESULT VideoEnumerator::GetVideoProcessorRateConversionCaps(UINT index,
                                                             D3D11_VIDEO_PROCESSOR_RATE_CONVERSION_CAPS* caps) {
    if (!caps || index)
        return E_INVALIDARG;
    *caps = rateConversionCaps();
    return S_OK;
}

HRESULT VideoEnumerator::GetVideoProcessorCustomRate(UINT, UINT, D3D11_VIDEO_PROCESSOR_CUSTOM_RATE*) {
    return E_INVALIDARG; // there are none: CustomRateCount is 0
}

HRESULT VideoEnumerator::GetVideoProcessorFilterRange(D3D11_VIDEO_PROCESSOR_FILTER filter,
                                                      D3D11_VIDEO_PROCESSOR_FILTER_RANGE* range) {
    const D3D11_VIDEO_PROCESSOR_FILTER_RANGE* found = filterRange(filter);
    if (!range || !found)
        return E_INVALIDARG;
    *range = *found;
    return S_OK;
}

HRESULT VideoEnumerator::CheckVideoProcessorFormatConversion(DXGI_FORMAT input, DXGI_COLOR_SPACE_TYPE inputSpace,
                                                             DXGI_FORMAT output, DXGI_COLOR_SPACE_TYPE outputSpace,
                                                             BOOL* supported) {
    if (!supported)
        return E_INVALIDARG;
    const bool formats = device().formats().support(input) & gpu::kUseVideoInput &&
                         device().formats().support(output) & gpu::kUseVideoOutput;
    const bool spaces = isKnown(inputSpace) && isKnown(outputSpace) && isYcbcr(inputSpace) == layoutOf(input).ycbcr &&
                        isYcbcr(outputSpace) == layoutOf(output).ycbcr;
    *supported = formats && spaces;
    return S_OK;
}

VideoProcessor::VideoProcessor(Device& device, const D3D11_VIDEO_PROCESSOR_CONTENT_DESC& content)
    : DeviceChild(device), content_(content) {
    output.background.RGBA.A = 1; // black
    for (VideoStreamState& stream : streams) {
        stream.frameFormat = content.InputFrameFormat;
        for (uint32_t i = 0; i < kVideoFilters; i++)
            if (const D3D11_VIDEO_PROCESSOR_FILTER_RANGE* range =
                    filterRange(static_cast<D3D11_VIDEO_PROCESSOR_FILTER>(i)))
                stream.filters[i].level = range->Default;
    }
}

HRESULT VideoProcessor::create(Device& device, ID3D11VideoProcessorEnumerator* enumerator, UINT rateIndex,
                               ID3D11VideoProcessor** out) {
    if (out)
        *out = nullptr;
    if (!enumerator || !out || rateIndex)
        return E_INVALIDARG;
    return returnNew(new VideoProcessor(device, static_cast<VideoEnumerator*>(enumerator)->content()), out);
}

void VideoProcessor::GetContentDesc(D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc) {
    if (desc)
        *desc = content_;
}

void VideoProcessor::GetRateConversionCaps(D3D11_VIDEO_PROCESSOR_RATE_CONVERSION_CAPS* caps) {
    if (caps)
        *caps = rateConversionCaps();
}

} // namespace hendeca::d3d11
