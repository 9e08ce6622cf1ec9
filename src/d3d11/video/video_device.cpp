#include "d3d11/video/video_device.h"

#include "d3d11/device/device.h"
#include "d3d11/video/video_processor.h"
#include "d3d11/video/video_view.h"
#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

namespace {

// Decoders, crypto sessions, channels: what a driver without them answers (Microsoft Learn, DXGI_ERROR).
HRESULT unsupported(const char* what) {
    if (logEnabled(LogLevel::Warn) && logFirst("ID3D11VideoDevice", what))
        logWarn("ID3D11VideoDevice: there is no %s", what);
    return DXGI_ERROR_UNSUPPORTED;
}

} // namespace

HRESULT VideoDevice::QueryInterface(REFIID iid, void** object) {
    return device_.QueryInterface(iid, object);
}

ULONG VideoDevice::AddRef() {
    return device_.AddRef();
}

ULONG VideoDevice::Release() {
    return device_.Release();
}

// --- the processor

HRESULT VideoDevice::CreateVideoProcessorEnumerator(const D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc,
                                                    ID3D11VideoProcessorEnumerator** enumerator) {
    return VideoEnumerator::create(device_, desc, enumerator);
}

HRESULT VideoDevice::CreateVideoProcessor(ID3D11VideoProcessorEnumerator* enumerator, UINT rateIndex,
                                          ID3D11VideoProcessor** processor) {
    return VideoProcessor::create(device_, enumerator, rateIndex, processor);
}

HRESULT VideoDevice::CreateVideoProcessorInputView(ID3D11Resource* resource, ID3D11VideoProcessorEnumerator* enumerator,
                                                   const D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC* desc,
                                                   ID3D11VideoProcessorInputView** view) {
    if (view)
        *view = nullptr;
    return enumerator ? VideoInputView::create(device_, resource, desc, view) : E_INVALIDARG;
}

HRESULT VideoDevice::CreateVideoProcessorOutputView(ID3D11Resource* resource,
                                                    ID3D11VideoProcessorEnumerator* enumerator,
                                                    const D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC* desc,
                                                    ID3D11VideoProcessorOutputView** view) {
    if (view)
        *view = nullptr;
    return enumerator ? VideoOutputView::create(device_, resource, desc, view) : E_INVALIDARG;
}

HRESULT VideoDevice::SetPrivateData(REFGUID guid, UINT size, const void* data) {
    return device_.SetPrivateData(guid, size, data);
}

HRESULT VideoDevice::SetPrivateDataInterface(REFGUID guid, const IUnknown* object) {
    return device_.SetPrivateDataInterface(guid, object);
}

// --- decoders: none

HRESULT VideoDevice::CreateVideoDecoder(const D3D11_VIDEO_DECODER_DESC* desc, const D3D11_VIDEO_DECODER_CONFIG* config,
                                        ID3D11VideoDecoder** decoder) {
    if (decoder)
        *decoder = nullptr;
    return desc && config && decoder ? unsupported("video decoder") : E_INVALIDARG;
}

HRESULT VideoDevice::CreateVideoDecoderOutputView(ID3D11Resource* resource,
                                                  const D3D11_VIDEO_DECODER_OUTPUT_VIEW_DESC* desc,
                                                  ID3D11VideoDecoderOutputView** view) {
    if (view)
        *view = nullptr;
    return resource && desc ? unsupported("video decoder to make an output view for") : E_INVALIDARG;
}

HRESULT VideoDevice::GetVideoDecoderProfile(UINT, GUID* profile) {
    if (profile)
        *profile = GUID{};
    return E_INVALIDARG; // no index is below the count
}

HRESULT VideoDevice::CheckVideoDecoderFormat(const GUID* profile, DXGI_FORMAT, BOOL* supported) {
    if (!profile || !supported)
        return E_INVALIDARG;
    *supported = FALSE;
    return S_OK;
}

HRESULT VideoDevice::GetVideoDecoderConfigCount(const D3D11_VIDEO_DECODER_DESC* desc, UINT* count) {
    if (!desc || !count)
        return E_INVALIDARG;
    *count = 0;
    return S_OK;
}

HRESULT VideoDevice::GetVideoDecoderConfig(const D3D11_VIDEO_DECODER_DESC*, UINT, D3D11_VIDEO_DECODER_CONFIG*) {
    return E_INVALIDARG; // no index is below the count
}

HRESULT VideoDevice::GetVideoDecoderCaps(const GUID* profile, UINT, UINT, const DXGI_RATIONAL* rate, UINT, const GUID*,
                                         UINT* caps) {
    if (!profile || !rate || !caps)
        return E_INVALIDARG;
    *caps = D3D11_VIDEO_DECODER_CAPS_UNSUPPORTED;
    return S_OK;
}

HRESULT VideoDevice::CheckVideoDecoderDownsampling(const D3D11_VIDEO_DECODER_DESC* input, DXGI_COLOR_SPACE_TYPE,
                                                   const D3D11_VIDEO_DECODER_CONFIG* config, const DXGI_RATIONAL* rate,
                                                   const D3D11_VIDEO_SAMPLE_DESC* output, BOOL* supported,
                                                   BOOL* realTime) {
    if (!input || !config || !rate || !output || !supported || !realTime)
        return E_INVALIDARG;
    *supported = *realTime = FALSE;
    return S_OK;
}

HRESULT VideoDevice::RecommendVideoDecoderDownsampleParameters(const D3D11_VIDEO_DECODER_DESC* input,
                                                               DXGI_COLOR_SPACE_TYPE,
                                                               const D3D11_VIDEO_DECODER_CONFIG* config,
                                                               const DXGI_RATIONAL* rate,
                                                               D3D11_VIDEO_SAMPLE_DESC* output) {
    return input && config && rate && output ? unsupported("video decoder to recommend sizes for") : E_INVALIDARG;
}

HRESULT VideoDevice::CheckFeatureSupport(UINT feature, void* data, UINT size) {
    // D3D11_FEATURE_VIDEO_DECODER_HISTOGRAM: a description of 40 bytes, then what there is: nothing.
    constexpr UINT kHistogramSize = sizeof(D3D11_VIDEO_DECODER_DESC) + 4 * sizeof(UINT);
    if (!data || feature != 0 || size != kHistogramSize)
        return E_INVALIDARG;
    std::memset(static_cast<char*>(data) + sizeof(D3D11_VIDEO_DECODER_DESC), 0,
                size - sizeof(D3D11_VIDEO_DECODER_DESC));
    return S_OK;
}

// --- protection: none

HRESULT VideoDevice::CreateAuthenticatedChannel(D3D11_AUTHENTICATED_CHANNEL_TYPE,
                                                ID3D11AuthenticatedChannel** channel) {
    if (!channel)
        return E_INVALIDARG;
    *channel = nullptr;
    return unsupported("authenticated channel");
}

HRESULT VideoDevice::CreateCryptoSession(const GUID* crypto, const GUID*, const GUID*, ID3D11CryptoSession** session) {
    if (session)
        *session = nullptr;
    return crypto && session ? unsupported("crypto session") : E_INVALIDARG;
}

HRESULT VideoDevice::GetContentProtectionCaps(const GUID*, const GUID*, D3D11_VIDEO_CONTENT_PROTECTION_CAPS* caps) {
    if (!caps)
        return E_INVALIDARG;
    *caps = {};
    return unsupported("content protection");
}

HRESULT VideoDevice::CheckCryptoKeyExchange(const GUID*, const GUID*, UINT, GUID* keyExchange) {
    return keyExchange ? unsupported("key exchange") : E_INVALIDARG;
}

HRESULT VideoDevice::GetCryptoSessionPrivateDataSize(const GUID* crypto, const GUID*, const GUID*, UINT* input,
                                                     UINT* output) {
    if (!crypto || !input || !output)
        return E_INVALIDARG;
    *input = *output = 0;
    return unsupported("crypto session to ask the size of");
}

HRESULT VideoDevice::NegotiateCryptoSessionKeyExchangeMT(ID3D11CryptoSession*, UINT, UINT, void*) {
    return E_INVALIDARG; // no session was ever made
}

} // namespace hendeca::d3d11
