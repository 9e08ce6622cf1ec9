#pragma once
// ID3D10Debug and ID3D10InfoQueue of a device that offers Direct3D 10 and has a debug layer: the layer's own interfaces by other
// names. Messages, filters and their numbers are the same: Direct3D 11's list begins with that of Direct3D 10 (d3d11sdklayers.h).
// No object of its own: it counts with the device. Any thread, but for Validate, which is the immediate context's.
// Source: Microsoft Learn, ID3D10Debug and ID3D10InfoQueue.

#include "d3d11/d3d10/interfaces.h"

#include <d3d10sdklayers.h>

namespace hendeca::d3d11 {

class DebugLayer;
class Device;

class Debug10 final : public ID3D10Debug, public ID3D10InfoQueue {
public:
    Debug10(Device& device, DebugLayer& layer) : device_(device), layer_(layer) {}
    virtual ~Debug10() = default;
    // The interface of that name, without a reference; null for any other.
    void* find(REFIID iid);

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override;
    ULONG STDMETHODCALLTYPE AddRef() override;
    ULONG STDMETHODCALLTYPE Release() override;

    // --- ID3D10Debug
    HRESULT STDMETHODCALLTYPE SetFeatureMask(UINT mask) override;
    UINT STDMETHODCALLTYPE GetFeatureMask() override;
    HRESULT STDMETHODCALLTYPE SetPresentPerRenderOpDelay(UINT milliseconds) override;
    UINT STDMETHODCALLTYPE GetPresentPerRenderOpDelay() override;
    HRESULT STDMETHODCALLTYPE SetSwapChain(IDXGISwapChain* chain) override;
    HRESULT STDMETHODCALLTYPE GetSwapChain(IDXGISwapChain** chain) override;
    HRESULT STDMETHODCALLTYPE Validate() override;

    // --- ID3D10InfoQueue
    HRESULT STDMETHODCALLTYPE SetMessageCountLimit(UINT64 limit) override;
    void STDMETHODCALLTYPE ClearStoredMessages() override;
    HRESULT STDMETHODCALLTYPE GetMessage(UINT64 index, D3D10_MESSAGE* message, SIZE_T* size) override;
    UINT64 STDMETHODCALLTYPE GetNumMessagesAllowedByStorageFilter() override;
    UINT64 STDMETHODCALLTYPE GetNumMessagesDeniedByStorageFilter() override;
    UINT64 STDMETHODCALLTYPE GetNumStoredMessages() override;
    UINT64 STDMETHODCALLTYPE GetNumStoredMessagesAllowedByRetrievalFilter() override;
    UINT64 STDMETHODCALLTYPE GetNumMessagesDiscardedByMessageCountLimit() override;
    UINT64 STDMETHODCALLTYPE GetMessageCountLimit() override;
#define HENDECA_FILTER10(Kind)                                                                                         \
    HRESULT STDMETHODCALLTYPE Add##Kind##FilterEntries(D3D10_INFO_QUEUE_FILTER* filter) override;                      \
    HRESULT STDMETHODCALLTYPE Get##Kind##Filter(D3D10_INFO_QUEUE_FILTER* filter, SIZE_T* size) override;               \
    void STDMETHODCALLTYPE Clear##Kind##Filter() override;                                                             \
    HRESULT STDMETHODCALLTYPE PushEmpty##Kind##Filter() override;                                                      \
    HRESULT STDMETHODCALLTYPE PushCopyOf##Kind##Filter() override;                                                     \
    HRESULT STDMETHODCALLTYPE Push##Kind##Filter(D3D10_INFO_QUEUE_FILTER* filter) override;                            \
    void STDMETHODCALLTYPE Pop##Kind##Filter() override;                                                               \
    UINT STDMETHODCALLTYPE Get##Kind##FilterStackSize() override;
    HENDECA_FILTER10(Storage)
    HENDECA_FILTER10(Retrieval)
#undef HENDECA_FILTER10
    HRESULT STDMETHODCALLTYPE AddMessage(D3D10_MESSAGE_CATEGORY category, D3D10_MESSAGE_SEVERITY severity,
                                         D3D10_MESSAGE_ID id, LPCSTR text) override;
    HRESULT STDMETHODCALLTYPE AddApplicationMessage(D3D10_MESSAGE_SEVERITY severity, LPCSTR text) override;
    HRESULT STDMETHODCALLTYPE SetBreakOnCategory(D3D10_MESSAGE_CATEGORY category, WINBOOL enable) override;
    HRESULT STDMETHODCALLTYPE SetBreakOnSeverity(D3D10_MESSAGE_SEVERITY severity, WINBOOL enable) override;
    HRESULT STDMETHODCALLTYPE SetBreakOnID(D3D10_MESSAGE_ID id, WINBOOL enable) override;
    WINBOOL STDMETHODCALLTYPE GetBreakOnCategory(D3D10_MESSAGE_CATEGORY category) override;
    WINBOOL STDMETHODCALLTYPE GetBreakOnSeverity(D3D10_MESSAGE_SEVERITY severity) override;
    WINBOOL STDMETHODCALLTYPE GetBreakOnID(D3D10_MESSAGE_ID id) override;
    void STDMETHODCALLTYPE SetMuteDebugOutput(WINBOOL mute) override;
    WINBOOL STDMETHODCALLTYPE GetMuteDebugOutput() override;

private:
    Device& device_;
    DebugLayer& layer_;
};

} // namespace hendeca::d3d11
