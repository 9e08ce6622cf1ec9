// The tear-off itself, and all of it that decoders, protection and extensions would need.
#include "d3d11/video/video_context.h"

#include "d3d11/context/context_base.h"
#include "d3d11/video/video_processor.h"

namespace hendeca::d3d11 {

void VideoContext::GetDevice(ID3D11Device** device) {
    context_.GetDevice(device);
}

HRESULT VideoContext::GetPrivateData(REFGUID guid, UINT* size, void* data) {
    return context_.GetPrivateData(guid, size, data);
}

HRESULT VideoContext::SetPrivateData(REFGUID guid, UINT size, const void* data) {
    return context_.SetPrivateData(guid, size, data);
}

HRESULT VideoContext::SetPrivateDataInterface(REFGUID guid, const IUnknown* object) {
    return context_.SetPrivateDataInterface(guid, object);
}

// --- Decoders: none was ever made, so no argument can be one.

HRESULT VideoContext::GetDecoderBuffer(ID3D11VideoDecoder*, D3D11_VIDEO_DECODER_BUFFER_TYPE, UINT* size,
                                       void** buffer) {
    if (size)
        *size = 0;
    if (buffer)
        *buffer = nullptr;
    return E_INVALIDARG;
}

HRESULT VideoContext::ReleaseDecoderBuffer(ID3D11VideoDecoder*, D3D11_VIDEO_DECODER_BUFFER_TYPE) {
    return E_INVALIDARG;
}

HRESULT VideoContext::DecoderBeginFrame(ID3D11VideoDecoder*, ID3D11VideoDecoderOutputView*, UINT, const void*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::DecoderEndFrame(ID3D11VideoDecoder*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::SubmitDecoderBuffers(ID3D11VideoDecoder*, UINT, const D3D11_VIDEO_DECODER_BUFFER_DESC*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::DecoderExtension(ID3D11VideoDecoder*, const D3D11_VIDEO_DECODER_EXTENSION*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::SubmitDecoderBuffers1(ID3D11VideoDecoder*, UINT, const D3D11_VIDEO_DECODER_BUFFER_DESC1*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::DecoderEnableDownsampling(ID3D11VideoDecoder*, DXGI_COLOR_SPACE_TYPE,
                                                const D3D11_VIDEO_SAMPLE_DESC*, UINT) {
    return E_INVALIDARG;
}

HRESULT VideoContext::DecoderUpdateDownsampling(ID3D11VideoDecoder*, const D3D11_VIDEO_SAMPLE_DESC*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::DecoderBeginFrame1(ID3D11VideoDecoder*, ID3D11VideoDecoderOutputView*, UINT, const void*, UINT,
                                         const UINT*, ID3D11Buffer* const*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::SubmitDecoderBuffers2(ID3D11VideoDecoder*, UINT, const void*) {
    return E_INVALIDARG;
}

// --- Protection: nor was a session or a channel.

HRESULT VideoContext::NegotiateCryptoSessionKeyExchange(ID3D11CryptoSession*, UINT, void*) {
    return E_INVALIDARG;
}

void VideoContext::EncryptionBlt(ID3D11CryptoSession*, ID3D11Texture2D*, ID3D11Texture2D*, UINT, void*) {}

void VideoContext::DecryptionBlt(ID3D11CryptoSession*, ID3D11Texture2D*, ID3D11Texture2D*, D3D11_ENCRYPTED_BLOCK_INFO*,
                                 UINT, const void*, UINT, void*) {}

void VideoContext::StartSessionKeyRefresh(ID3D11CryptoSession*, UINT, void*) {}

void VideoContext::FinishSessionKeyRefresh(ID3D11CryptoSession*) {}

HRESULT VideoContext::GetEncryptionBltKey(ID3D11CryptoSession*, UINT, void*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::NegotiateAuthenticatedChannelKeyExchange(ID3D11AuthenticatedChannel*, UINT, void*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::QueryAuthenticatedChannel(ID3D11AuthenticatedChannel*, UINT, const void*, UINT, void*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::ConfigureAuthenticatedChannel(ID3D11AuthenticatedChannel*, UINT, const void*,
                                                    D3D11_AUTHENTICATED_CONFIGURE_OUTPUT*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::GetDataForNewHardwareKey(ID3D11CryptoSession*, UINT, const void*, UINT64*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::CheckCryptoSessionStatus(ID3D11CryptoSession*, D3D11_CRYPTO_SESSION_STATUS*) {
    return E_INVALIDARG;
}

// --- Extensions are a driver's own; there are none.

HRESULT VideoContext::VideoProcessorSetOutputExtension(ID3D11VideoProcessor*, const GUID*, UINT, void*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::VideoProcessorGetOutputExtension(ID3D11VideoProcessor*, const GUID*, UINT, void*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::VideoProcessorSetStreamExtension(ID3D11VideoProcessor*, UINT, const GUID*, UINT, void*) {
    return E_INVALIDARG;
}

HRESULT VideoContext::VideoProcessorGetStreamExtension(ID3D11VideoProcessor*, UINT, const GUID*, UINT, void*) {
    return E_INVALIDARG;
}

} // namespace hendeca::d3d11
