#pragma once
// ID3D11VideoContext2 (and the two methods of ID3D11VideoContext3) of a context: a tear-off that shares the context's
// identity. The state lies in the processor. A blit becomes draws of the backend in the context's stream; nothing that
// the application has bound is touched. There are no decoders and no protection: their methods refuse. The context's
// thread. Source of the rules: Microsoft Learn, ID3D11VideoContext, ID3D11VideoContext1.

#include "d3d11/context/context_part.h"
#include "d3d11/video/video_interfaces.h"

namespace hendeca::d3d11 {

class VideoProcessor;
struct VideoStreamState;

class VideoContext final : public ContextPart<VideoContext, VideoContext3> {
public:
    explicit VideoContext(ContextBase& context) : ContextPart(context) {}
    // True for the interfaces that such an object is.
    static bool offers(REFIID iid) {
        return IsEqualGUID(iid, __uuidof(ID3D11VideoContext)) || IsEqualGUID(iid, __uuidof(ID3D11VideoContext1)) ||
               IsEqualGUID(iid, __uuidof(ID3D11VideoContext2)) || IsEqualGUID(iid, kVideoContext3);
    }

    void STDMETHODCALLTYPE GetDevice(ID3D11Device** device) override;
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override;
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override;
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override;

    // --- ID3D11VideoContext
    HRESULT STDMETHODCALLTYPE GetDecoderBuffer(ID3D11VideoDecoder* decoder, D3D11_VIDEO_DECODER_BUFFER_TYPE type,
                                               UINT* bufferSize, void** buffer) override;
    HRESULT STDMETHODCALLTYPE ReleaseDecoderBuffer(ID3D11VideoDecoder* decoder,
                                                   D3D11_VIDEO_DECODER_BUFFER_TYPE type) override;
    HRESULT STDMETHODCALLTYPE DecoderBeginFrame(ID3D11VideoDecoder* decoder, ID3D11VideoDecoderOutputView* view,
                                                UINT keySize, const void* key) override;
    HRESULT STDMETHODCALLTYPE DecoderEndFrame(ID3D11VideoDecoder* decoder) override;
    HRESULT STDMETHODCALLTYPE SubmitDecoderBuffers(ID3D11VideoDecoder* decoder, UINT buffersCount,
                                                   const D3D11_VIDEO_DECODER_BUFFER_DESC* bufferDesc) override;
    HRESULT STDMETHODCALLTYPE DecoderExtension(ID3D11VideoDecoder* decoder,
                                               const D3D11_VIDEO_DECODER_EXTENSION* extension) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputTargetRect(ID3D11VideoProcessor* processor, BOOL enable,
                                                             const RECT* rect) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputBackgroundColor(ID3D11VideoProcessor* processor, BOOL yCbCr,
                                                                  const D3D11_VIDEO_COLOR* color) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputColorSpace(
        ID3D11VideoProcessor* processor, const D3D11_VIDEO_PROCESSOR_COLOR_SPACE* colorSpace) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputAlphaFillMode(ID3D11VideoProcessor* processor,
                                                                D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE alphaFillMode,
                                                                UINT streamIdx) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputConstriction(ID3D11VideoProcessor* processor, BOOL enable,
                                                               SIZE size) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputStereoMode(ID3D11VideoProcessor* processor, BOOL enable) override;
    HRESULT STDMETHODCALLTYPE VideoProcessorSetOutputExtension(ID3D11VideoProcessor* processor, const GUID* guid,
                                                               UINT dataSize, void* data) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputTargetRect(ID3D11VideoProcessor* processor, BOOL* enabled,
                                                             RECT* rect) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputBackgroundColor(ID3D11VideoProcessor* processor, BOOL* yCbCr,
                                                                  D3D11_VIDEO_COLOR* color) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputColorSpace(ID3D11VideoProcessor* processor,
                                                             D3D11_VIDEO_PROCESSOR_COLOR_SPACE* colorSpace) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputAlphaFillMode(ID3D11VideoProcessor* processor,
                                                                D3D11_VIDEO_PROCESSOR_ALPHA_FILL_MODE* alphaFillMode,
                                                                UINT* streamIdx) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputConstriction(ID3D11VideoProcessor* processor, BOOL* enabled,
                                                               SIZE* size) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputStereoMode(ID3D11VideoProcessor* processor, BOOL* enabled) override;
    HRESULT STDMETHODCALLTYPE VideoProcessorGetOutputExtension(ID3D11VideoProcessor* processor, const GUID* guid,
                                                               UINT dataSize, void* data) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamFrameFormat(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                              D3D11_VIDEO_FRAME_FORMAT format) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamColorSpace(
        ID3D11VideoProcessor* processor, UINT streamIdx, const D3D11_VIDEO_PROCESSOR_COLOR_SPACE* colorSpace) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamOutputRate(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                             D3D11_VIDEO_PROCESSOR_OUTPUT_RATE rate, BOOL repeat,
                                                             const DXGI_RATIONAL* customRate) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamSourceRect(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                             BOOL enable, const RECT* rect) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamDestRect(ID3D11VideoProcessor* processor, UINT streamIdx, BOOL enable,
                                                           const RECT* rect) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamAlpha(ID3D11VideoProcessor* processor, UINT streamIdx, BOOL enable,
                                                        float alpha) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamPalette(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                          UINT entryCount, const UINT* entries) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamPixelAspectRatio(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                                   BOOL enable, const DXGI_RATIONAL* srcAspectRatio,
                                                                   const DXGI_RATIONAL* dstAspectRatio) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamLumaKey(ID3D11VideoProcessor* processor, UINT streamIdx, BOOL enable,
                                                          float lower, float upper) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamStereoFormat(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                               BOOL enable, D3D11_VIDEO_PROCESSOR_STEREO_FORMAT format,
                                                               BOOL leftViewFrame0, BOOL baseViewFrame0,
                                                               D3D11_VIDEO_PROCESSOR_STEREO_FLIP_MODE flipMode,
                                                               int monoOffset) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamAutoProcessingMode(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                                     BOOL enable) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamFilter(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                         D3D11_VIDEO_PROCESSOR_FILTER filter, BOOL enable,
                                                         int level) override;
    HRESULT STDMETHODCALLTYPE VideoProcessorSetStreamExtension(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                               const GUID* guid, UINT dataSize, void* data) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamFrameFormat(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                              D3D11_VIDEO_FRAME_FORMAT* format) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamColorSpace(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                             D3D11_VIDEO_PROCESSOR_COLOR_SPACE* colorSpace) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamOutputRate(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                             D3D11_VIDEO_PROCESSOR_OUTPUT_RATE* rate, BOOL* repeat,
                                                             DXGI_RATIONAL* customRate) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamSourceRect(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                             BOOL* enabled, RECT* rect) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamDestRect(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                           BOOL* enabled, RECT* rect) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamAlpha(ID3D11VideoProcessor* processor, UINT streamIdx, BOOL* enabled,
                                                        float* alpha) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamPalette(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                          UINT entryCount, UINT* entries) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamPixelAspectRatio(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                                   BOOL* enabled, DXGI_RATIONAL* srcAspectRatio,
                                                                   DXGI_RATIONAL* dstAspectRatio) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamLumaKey(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                          BOOL* enabled, float* lower, float* upper) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamStereoFormat(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                               BOOL* enabled,
                                                               D3D11_VIDEO_PROCESSOR_STEREO_FORMAT* format,
                                                               BOOL* leftViewFrame0, BOOL* baseViewFrame0,
                                                               D3D11_VIDEO_PROCESSOR_STEREO_FLIP_MODE* flipMode,
                                                               int* monoOffset) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamAutoProcessingMode(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                                     BOOL* enabled) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamFilter(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                         D3D11_VIDEO_PROCESSOR_FILTER filter, BOOL* enabled,
                                                         int* level) override;
    HRESULT STDMETHODCALLTYPE VideoProcessorGetStreamExtension(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                               const GUID* guid, UINT dataSize, void* data) override;
    HRESULT STDMETHODCALLTYPE VideoProcessorBlt(ID3D11VideoProcessor* processor, ID3D11VideoProcessorOutputView* view,
                                                UINT frameIdx, UINT streamCount,
                                                const D3D11_VIDEO_PROCESSOR_STREAM* streams) override;
    HRESULT STDMETHODCALLTYPE NegotiateCryptoSessionKeyExchange(ID3D11CryptoSession* session, UINT dataSize,
                                                                void* data) override;
    void STDMETHODCALLTYPE EncryptionBlt(ID3D11CryptoSession* session, ID3D11Texture2D* srcSurface,
                                         ID3D11Texture2D* dstSurface, UINT ivSize, void* iv) override;
    void STDMETHODCALLTYPE DecryptionBlt(ID3D11CryptoSession* session, ID3D11Texture2D* srcSurface,
                                         ID3D11Texture2D* dstSurface, D3D11_ENCRYPTED_BLOCK_INFO* blockInfo,
                                         UINT keySize, const void* key, UINT ivSize, void* iv) override;
    void STDMETHODCALLTYPE StartSessionKeyRefresh(ID3D11CryptoSession* session, UINT randomNumberSize,
                                                  void* randomNumber) override;
    void STDMETHODCALLTYPE FinishSessionKeyRefresh(ID3D11CryptoSession* session) override;
    HRESULT STDMETHODCALLTYPE GetEncryptionBltKey(ID3D11CryptoSession* session, UINT keySize, void* key) override;
    HRESULT STDMETHODCALLTYPE NegotiateAuthenticatedChannelKeyExchange(ID3D11AuthenticatedChannel* channel,
                                                                       UINT dataSize, void* data) override;
    HRESULT STDMETHODCALLTYPE QueryAuthenticatedChannel(ID3D11AuthenticatedChannel* channel, UINT inputSize,
                                                        const void* input, UINT outputSize, void* output) override;
    HRESULT STDMETHODCALLTYPE ConfigureAuthenticatedChannel(ID3D11AuthenticatedChannel* channel, UINT inputSize,
                                                            const void* input,
                                                            D3D11_AUTHENTICATED_CONFIGURE_OUTPUT* output) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamRotation(ID3D11VideoProcessor* processor, UINT streamIdx, BOOL enable,
                                                           D3D11_VIDEO_PROCESSOR_ROTATION rotation) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamRotation(ID3D11VideoProcessor* processor, UINT streamIdx,
                                                           BOOL* enable,
                                                           D3D11_VIDEO_PROCESSOR_ROTATION* rotation) override;

    // --- ID3D11VideoContext1
    HRESULT STDMETHODCALLTYPE SubmitDecoderBuffers1(ID3D11VideoDecoder* decoder, UINT bufferCount,
                                                    const D3D11_VIDEO_DECODER_BUFFER_DESC1* bufferDesc) override;
    HRESULT STDMETHODCALLTYPE GetDataForNewHardwareKey(ID3D11CryptoSession* session, UINT inputSize,
                                                       const void* inputData, UINT64* outputData) override;
    HRESULT STDMETHODCALLTYPE CheckCryptoSessionStatus(ID3D11CryptoSession* session,
                                                       D3D11_CRYPTO_SESSION_STATUS* status) override;
    HRESULT STDMETHODCALLTYPE DecoderEnableDownsampling(ID3D11VideoDecoder* decoder, DXGI_COLOR_SPACE_TYPE colourSpace,
                                                        const D3D11_VIDEO_SAMPLE_DESC* outputDesc,
                                                        UINT referenceFrameCount) override;
    HRESULT STDMETHODCALLTYPE DecoderUpdateDownsampling(ID3D11VideoDecoder* decoder,
                                                        const D3D11_VIDEO_SAMPLE_DESC* outputDesc) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputColorSpace1(ID3D11VideoProcessor* processor,
                                                              DXGI_COLOR_SPACE_TYPE colourSpace) override;
    void STDMETHODCALLTYPE VideoProcessorSetOutputShaderUsage(ID3D11VideoProcessor* processor,
                                                              BOOL shaderUsage) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputColorSpace1(ID3D11VideoProcessor* processor,
                                                              DXGI_COLOR_SPACE_TYPE* colourSpace) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputShaderUsage(ID3D11VideoProcessor* processor,
                                                              BOOL* shaderUsage) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamColorSpace1(ID3D11VideoProcessor* processor, UINT streamIndex,
                                                              DXGI_COLOR_SPACE_TYPE colourSpace) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamMirror(ID3D11VideoProcessor* processor, UINT streamIndex, BOOL enable,
                                                         BOOL flipHorizontal, BOOL flipVertical) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamColorSpace1(ID3D11VideoProcessor* processor, UINT streamIndex,
                                                              DXGI_COLOR_SPACE_TYPE* colourSpace) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamMirror(ID3D11VideoProcessor* processor, UINT streamIndex,
                                                         BOOL* enable, BOOL* flipHorizontal,
                                                         BOOL* flipVertical) override;
    HRESULT STDMETHODCALLTYPE VideoProcessorGetBehaviorHints(ID3D11VideoProcessor* processor, UINT outputWidth,
                                                             UINT outputHeight, DXGI_FORMAT outputFormat,
                                                             UINT streamCount,
                                                             const D3D11_VIDEO_PROCESSOR_STREAM_BEHAVIOR_HINT* streams,
                                                             UINT* behaviourHints) override;

    // --- ID3D11VideoContext2
    void STDMETHODCALLTYPE VideoProcessorSetOutputHDRMetaData(ID3D11VideoProcessor* processor,
                                                              DXGI_HDR_METADATA_TYPE type, UINT size,
                                                              const void* metaData) override;
    void STDMETHODCALLTYPE VideoProcessorGetOutputHDRMetaData(ID3D11VideoProcessor* processor,
                                                              DXGI_HDR_METADATA_TYPE* type, UINT size,
                                                              void* metaData) override;
    void STDMETHODCALLTYPE VideoProcessorSetStreamHDRMetaData(ID3D11VideoProcessor* processor, UINT streamIndex,
                                                              DXGI_HDR_METADATA_TYPE type, UINT size,
                                                              const void* metaData) override;
    void STDMETHODCALLTYPE VideoProcessorGetStreamHDRMetaData(ID3D11VideoProcessor* processor, UINT streamIndex,
                                                              DXGI_HDR_METADATA_TYPE* type, UINT size,
                                                              void* metaData) override;

    // --- ID3D11VideoContext3
    HRESULT STDMETHODCALLTYPE DecoderBeginFrame1(ID3D11VideoDecoder* decoder, ID3D11VideoDecoderOutputView* view,
                                                 UINT keySize, const void* key, UINT histogramCount,
                                                 const UINT* offsets, ID3D11Buffer* const* histograms) override;
    HRESULT STDMETHODCALLTYPE SubmitDecoderBuffers2(ID3D11VideoDecoder* decoder, UINT count,
                                                    const void* descs) override;
};

} // namespace hendeca::d3d11
