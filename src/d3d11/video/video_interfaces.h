#pragma once
// The two newest video interfaces, which not every SDK's d3d11_4.h has: declared here under names of our own, with the
// method order of Windows' headers (Windows SDK 10.0.19041, d3d11_4.h). Declarations only.

#include <d3d11_4.h>

#include "util/com_object.h"

HENDECA_COM_BASE(ID3D11VideoDevice, IUnknown);
HENDECA_COM_BASE(ID3D11VideoDevice1, ID3D11VideoDevice);
HENDECA_COM_BASE(ID3D11VideoContext, ID3D11DeviceChild);
HENDECA_COM_BASE(ID3D11VideoContext1, ID3D11VideoContext);
HENDECA_COM_BASE(ID3D11VideoContext2, ID3D11VideoContext1);
HENDECA_COM_BASE(ID3D11VideoProcessor, ID3D11DeviceChild);
HENDECA_COM_BASE(ID3D11VideoProcessorEnumerator, ID3D11DeviceChild);
HENDECA_COM_BASE(ID3D11VideoProcessorEnumerator1, ID3D11VideoProcessorEnumerator);
HENDECA_COM_BASE(ID3D11VideoProcessorInputView, ID3D11View);
HENDECA_COM_BASE(ID3D11VideoProcessorOutputView, ID3D11View);

namespace hendeca::d3d11 {

// ID3D11VideoDevice2. The flags of the second method have 32 bits; no crypto session can be made to call it with.
struct VideoDevice2 : ID3D11VideoDevice1 {
    virtual HRESULT STDMETHODCALLTYPE CheckFeatureSupport(UINT feature, void* data, UINT size) = 0;
    virtual HRESULT STDMETHODCALLTYPE NegotiateCryptoSessionKeyExchangeMT(ID3D11CryptoSession* session, UINT flags,
                                                                          UINT size, void* data) = 0;
};
inline constexpr GUID kVideoDevice2 = {0x59c0cb01, 0x35f0, 0x4a70, {0x8f, 0x67, 0x87, 0x90, 0x5c, 0x90, 0x6a, 0x53}};

// ID3D11VideoContext3. `descs` points to D3D11_VIDEO_DECODER_BUFFER_DESC2; no decoder can be made to call it with.
struct VideoContext3 : ID3D11VideoContext2 {
    virtual HRESULT STDMETHODCALLTYPE DecoderBeginFrame1(ID3D11VideoDecoder* decoder,
                                                         ID3D11VideoDecoderOutputView* view, UINT keySize,
                                                         const void* key, UINT histogramCount, const UINT* offsets,
                                                         ID3D11Buffer* const* histograms) = 0;
    virtual HRESULT STDMETHODCALLTYPE SubmitDecoderBuffers2(ID3D11VideoDecoder* decoder, UINT count,
                                                            const void* descs) = 0;
};
inline constexpr GUID kVideoContext3 = {0xa9e2faa0, 0xcb39, 0x418f, {0xa0, 0xb7, 0xd8, 0xaa, 0xd4, 0xde, 0x67, 0x2e}};

} // namespace hendeca::d3d11
