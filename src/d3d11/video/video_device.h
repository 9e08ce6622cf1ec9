#pragma once
// ID3D11VideoDevice2 of a device: a tear-off that shares the device's identity and count, made with the device. Makes
// enumerators, processors and their views; there are no decoders, crypto sessions or authenticated channels, and what
// asks for one gets the documented refusal. Any thread.

#include "d3d11/video/video_interfaces.h"

namespace hendeca::d3d11 {

class Device;

class VideoDevice final : public VideoDevice2 {
public:
    explicit VideoDevice(Device& device) : device_(device) {}
    // True for the interfaces that this object is.
    static bool offers(REFIID iid) {
        return IsEqualGUID(iid, __uuidof(ID3D11VideoDevice)) || IsEqualGUID(iid, __uuidof(ID3D11VideoDevice1)) ||
               IsEqualGUID(iid, kVideoDevice2);
    }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override;
    ULONG STDMETHODCALLTYPE AddRef() override;
    ULONG STDMETHODCALLTYPE Release() override;

    HRESULT STDMETHODCALLTYPE CreateVideoDecoder(const D3D11_VIDEO_DECODER_DESC* desc,
                                                 const D3D11_VIDEO_DECODER_CONFIG* config,
                                                 ID3D11VideoDecoder** decoder) override;
    HRESULT STDMETHODCALLTYPE CreateVideoProcessor(ID3D11VideoProcessorEnumerator* enumerator, UINT rateIndex,
                                                   ID3D11VideoProcessor** processor) override;
    HRESULT STDMETHODCALLTYPE CreateAuthenticatedChannel(D3D11_AUTHENTICATED_CHANNEL_TYPE type,
                                                         ID3D11AuthenticatedChannel** channel) override;
    HRESULT STDMETHODCALLTYPE CreateCryptoSession(const GUID* crypto, const GUID* profile, const GUID* keyExchange,
                                                  ID3D11CryptoSession** session) override;
    HRESULT STDMETHODCALLTYPE CreateVideoDecoderOutputView(ID3D11Resource* resource,
                                                           const D3D11_VIDEO_DECODER_OUTPUT_VIEW_DESC* desc,
                                                           ID3D11VideoDecoderOutputView** view) override;
    HRESULT STDMETHODCALLTYPE CreateVideoProcessorInputView(ID3D11Resource* resource,
                                                            ID3D11VideoProcessorEnumerator* enumerator,
                                                            const D3D11_VIDEO_PROCESSOR_INPUT_VIEW_DESC* desc,
                                                            ID3D11VideoProcessorInputView** view) override;
    HRESULT STDMETHODCALLTYPE CreateVideoProcessorOutputView(ID3D11Resource* resource,
                                                             ID3D11VideoProcessorEnumerator* enumerator,
                                                             const D3D11_VIDEO_PROCESSOR_OUTPUT_VIEW_DESC* desc,
                                                             ID3D11VideoProcessorOutputView** view) override;
    HRESULT STDMETHODCALLTYPE CreateVideoProcessorEnumerator(const D3D11_VIDEO_PROCESSOR_CONTENT_DESC* desc,
                                                             ID3D11VideoProcessorEnumerator** enumerator) override;
    UINT STDMETHODCALLTYPE GetVideoDecoderProfileCount() override { return 0; }
    HRESULT STDMETHODCALLTYPE GetVideoDecoderProfile(UINT index, GUID* profile) override;
    HRESULT STDMETHODCALLTYPE CheckVideoDecoderFormat(const GUID* profile, DXGI_FORMAT format,
                                                      BOOL* supported) override;
    HRESULT STDMETHODCALLTYPE GetVideoDecoderConfigCount(const D3D11_VIDEO_DECODER_DESC* desc, UINT* count) override;
    HRESULT STDMETHODCALLTYPE GetVideoDecoderConfig(const D3D11_VIDEO_DECODER_DESC* desc, UINT index,
                                                    D3D11_VIDEO_DECODER_CONFIG* config) override;
    HRESULT STDMETHODCALLTYPE GetContentProtectionCaps(const GUID* crypto, const GUID* profile,
                                                       D3D11_VIDEO_CONTENT_PROTECTION_CAPS* caps) override;
    HRESULT STDMETHODCALLTYPE CheckCryptoKeyExchange(const GUID* crypto, const GUID* profile, UINT index,
                                                     GUID* keyExchange) override;
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override;
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override;

    // --- ID3D11VideoDevice1
    HRESULT STDMETHODCALLTYPE GetCryptoSessionPrivateDataSize(const GUID* crypto, const GUID* profile,
                                                              const GUID* keyExchange, UINT* input,
                                                              UINT* output) override;
    HRESULT STDMETHODCALLTYPE GetVideoDecoderCaps(const GUID* profile, UINT width, UINT height,
                                                  const DXGI_RATIONAL* rate, UINT bitrate, const GUID* crypto,
                                                  UINT* caps) override;
    HRESULT STDMETHODCALLTYPE CheckVideoDecoderDownsampling(
        const D3D11_VIDEO_DECODER_DESC* input, DXGI_COLOR_SPACE_TYPE space, const D3D11_VIDEO_DECODER_CONFIG* config,
        const DXGI_RATIONAL* rate, const D3D11_VIDEO_SAMPLE_DESC* output, BOOL* supported, BOOL* realTime) override;
    HRESULT STDMETHODCALLTYPE RecommendVideoDecoderDownsampleParameters(const D3D11_VIDEO_DECODER_DESC* input,
                                                                        DXGI_COLOR_SPACE_TYPE space,
                                                                        const D3D11_VIDEO_DECODER_CONFIG* config,
                                                                        const DXGI_RATIONAL* rate,
                                                                        D3D11_VIDEO_SAMPLE_DESC* output) override;

    // --- ID3D11VideoDevice2
    HRESULT STDMETHODCALLTYPE CheckFeatureSupport(UINT feature, void* data, UINT size) override;
    HRESULT STDMETHODCALLTYPE NegotiateCryptoSessionKeyExchangeMT(ID3D11CryptoSession* session, UINT flags, UINT size,
                                                                  void* data) override;

private:
    Device& device_;
};

} // namespace hendeca::d3d11
