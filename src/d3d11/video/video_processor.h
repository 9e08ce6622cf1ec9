#pragma once
// ID3D11VideoProcessorEnumerator1 (what the processor can do with content of a kind) and ID3D11VideoProcessor (the
// state that blits use). The processor is a shader of the backend: it scales, converts, rotates, mirrors, blends and
// keys; it does not deinterlace or change rates. Enumerators are immutable, any thread; a processor's state belongs to
// the context's thread. Source: Microsoft Learn, ID3D11VideoProcessorEnumerator, ID3D11VideoContext.

#include "d3d11/device/device_child.h"
#include "d3d11/video/video_color.h"
#include "d3d11/video/video_interfaces.h"

#include <array>
#include <cstdint>

namespace hendeca::d3d11 {

inline constexpr uint32_t kVideoStreams = 8;
inline constexpr uint32_t kVideoFilters = 8; // values of D3D11_VIDEO_PROCESSOR_FILTER

struct HdrMetadata {
    DXGI_HDR_METADATA_TYPE type = DXGI_HDR_METADATA_TYPE_NONE;
    uint32_t size = 0;
    std::array<uint8_t, 72> bytes{}; // the largest of the structures
};

// A colour space as it was set last, by either method.
struct VideoColorState {
    D3D11_VIDEO_PROCESSOR_COLOR_SPACE legacy{};
    DXGI_COLOR_SPACE_TYPE type = DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709;
    bool usesType = false;
    ColorSpace resolve(bool ycbcr) const { return usesType ? colorSpace(type) : colorSpace(legacy, ycbcr); }
};

struct VideoOutputState {
    bool hasTarget = false;
    RECT target{};
    bool backgroundYcbcr = false;
    D3D11_VIDEO_COLOR background{};
    VideoColorState color;
    D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE fill = D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE_OPAQUE;
    UINT fillStream = 0;
    bool constricted = false;
    SIZE constriction{};
    bool stereo = false;
    bool shaderUsage = false;
    HdrMetadata hdr;
};

struct VideoStreamState {
    struct Filter {
        bool enabled = false;
        int level = 0;
    };
    D3D11_VIDEO_FRAME_FORMAT frameFormat = D3D11_VIDEO_FRAME_FORMAT_PROGRESSIVE;
    VideoColorState color;
    D3D11_VIDEO_PROCESSOR_OUTPUT_RATE rate = D3D11_VIDEO_PROCESSOR_OUTPUT_RATE_NORMAL;
    bool repeat = false;
    DXGI_RATIONAL customRate{};
    bool hasSource = false, hasDest = false;
    RECT source{}, dest{};
    bool hasAlpha = false;
    float alpha = 1;
    std::array<UINT, 256> palette{};
    bool hasAspect = false;
    DXGI_RATIONAL sourceAspect{1, 1}, destAspect{1, 1};
    bool hasKey = false;
    float keyLow = 0, keyHigh = 0;
    bool hasStereo = false;
    D3D11_VIDEO_PROCESSOR_STEREO_FORMAT stereoFormat = D3D11_VIDEO_PROCESSOR_STEREO_FORMAT_MONO;
    bool leftViewFrame0 = false, baseViewFrame0 = false;
    D3D11_VIDEO_PROCESSOR_STEREO_FLIP_MODE stereoFlip = D3D11_VIDEO_PROCESSOR_STEREO_FLIP_NONE;
    int monoOffset = 0;
    bool autoProcessing = true;
    std::array<Filter, kVideoFilters> filters;
    bool rotates = false;
    D3D11_VIDEO_PROCESSOR_ROTATION rotation = D3D11_VIDEO_PROCESSOR_ROTATION_IDENTITY;
    bool mirrors = false, flipHorizontal = false, flipVertical = false;
    HdrMetadata hdr;
};

class VideoEnumerator final : public DeviceChild<ID3D11VideoProcessorEnumerator1> {
public:
    static HRESULT create(Device& device, const D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc,
                          ID3D11VideoProcessorEnumerator** out);

    const D3D11_VIDEO_PROCESSOR_CONTENT_DESC& content() const { return content_; }

    HRESULT STDMETHODCALLTYPE GetVideoProcessorContentDesc(D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc) override;
    HRESULT STDMETHODCALLTYPE CheckVideoProcessorFormat(DXGI_FORMAT format, UINT* flags) override;
    HRESULT STDMETHODCALLTYPE GetVideoProcessorCaps(D3D11_VIDEO_PROCESSOR_CAPS* caps) override;
    HRESULT STDMETHODCALLTYPE
    GetVideoProcessorRateConversionCaps(UINT index, D3D11_VIDEO_PROCESSOR_RATE_CONVERSION_CAPS* caps) override;
    HRESULT STDMETHODCALLTYPE GetVideoProcessorCustomRate(UINT index, UINT rateIndex,
                                                          D3D11_VIDEO_PROCESSOR_CUSTOM_RATE* rate) override;
    HRESULT STDMETHODCALLTYPE GetVideoProcessorFilterRange(D3D11_VIDEO_PROCESSOR_FILTER filter,
                                                           D3D11_VIDEO_PROCESSOR_FILTER_RANGE* range) override;
    HRESULT STDMETHODCALLTYPE CheckVideoProcessorFormatConversion(DXGI_FORMAT input, DXGI_COLOR_SPACE_TYPE inputSpace,
                                                                  DXGI_FORMAT output, DXGI_COLOR_SPACE_TYPE outputSpace,
                                                                  BOOL* supported) override;

private:
    VideoEnumerator(Device& device, const D3D11_VIDEO_PROCESSOR_CONTENT_DESC& content)
        : DeviceChild(device), content_(content) {}
    const char* className() const override { return "ID3D11VideoProcessorEnumerator"; }

    D3D11_VIDEO_PROCESSOR_CONTENT_DESC content_;
};

// The rate conversion of index 0: none.
D3D11_VIDEO_PROCESSOR_RATE_CONVERSION_CAPS rateConversionCaps();
// Null for filters that there are not.
const D3D11_VIDEO_PROCESSOR_FILTER_RANGE* filterRange(D3D11_VIDEO_PROCESSOR_FILTER filter);

class VideoProcessor final : public DeviceChild<ID3D11VideoProcessor> {
public:
    static HRESULT create(Device& device, ID3D11VideoProcessorEnumerator* enumerator, UINT rateIndex,
                          ID3D11VideoProcessor** out);

    void STDMETHODCALLTYPE GetContentDesc(D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc) override;
    void STDMETHODCALLTYPE GetRateConversionCaps(D3D11_VIDEO_PROCESSOR_RATE_CONVERSION_CAPS* caps) override;

    // --- the context's own
    VideoOutputState output;
    std::array<VideoStreamState, kVideoStreams> streams;

private:
    VideoProcessor(Device& device, const D3D11_VIDEO_PROCESSOR_CONTENT_DESC& content);
    const char* className() const override { return "ID3D11VideoProcessor"; }

    D3D11_VIDEO_PROCESSOR_CONTENT_DESC content_;
};

} // namespace hendeca::d3d11
