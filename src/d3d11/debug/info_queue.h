#pragma once
// ID3D11InfoQueue: messages that passed the storage filter, oldest first, up to a limit; the retrieval filter decides
// what GetMessage counts. A side of the device: references and QueryInterface are the device's. Each message also goes
// to the log, unless muted. Break flags are kept and answered, and nothing breaks: that is a debugger's business. Any
// thread. Source: Microsoft Learn, ID3D11InfoQueue and its methods.

#include "d3d11/debug/message_filter.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <string>

namespace hendeca::d3d11 {

class InfoQueue final : public ID3D11InfoQueue {
public:
    explicit InfoQueue(IUnknown& owner) : owner_(owner) {}
    virtual ~InfoQueue() = default;

    // Stores and logs a message of the layer's own.
    void add(const MessageKind& kind, std::string text);

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        return owner_.QueryInterface(iid, object);
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return owner_.AddRef(); }
    ULONG STDMETHODCALLTYPE Release() override { return owner_.Release(); }

    HRESULT STDMETHODCALLTYPE SetMessageCountLimit(UINT64 limit) override;
    void STDMETHODCALLTYPE ClearStoredMessages() override;
    HRESULT STDMETHODCALLTYPE GetMessage(UINT64 index, D3D11_MESSAGE* message, SIZE_T* size) override;
    UINT64 STDMETHODCALLTYPE GetNumMessagesAllowedByStorageFilter() override;
    UINT64 STDMETHODCALLTYPE GetNumMessagesDeniedByStorageFilter() override;
    UINT64 STDMETHODCALLTYPE GetNumStoredMessages() override;
    UINT64 STDMETHODCALLTYPE GetNumStoredMessagesAllowedByRetrievalFilter() override;
    UINT64 STDMETHODCALLTYPE GetNumMessagesDiscardedByMessageCountLimit() override;
    UINT64 STDMETHODCALLTYPE GetMessageCountLimit() override;

    HRESULT STDMETHODCALLTYPE AddStorageFilterEntries(D3D11_INFO_QUEUE_FILTER* filter) override;
    HRESULT STDMETHODCALLTYPE GetStorageFilter(D3D11_INFO_QUEUE_FILTER* filter, SIZE_T* size) override;
    void STDMETHODCALLTYPE ClearStorageFilter() override;
    HRESULT STDMETHODCALLTYPE PushEmptyStorageFilter() override;
    HRESULT STDMETHODCALLTYPE PushCopyOfStorageFilter() override;
    HRESULT STDMETHODCALLTYPE PushStorageFilter(D3D11_INFO_QUEUE_FILTER* filter) override;
    void STDMETHODCALLTYPE PopStorageFilter() override;
    UINT STDMETHODCALLTYPE GetStorageFilterStackSize() override;
    HRESULT STDMETHODCALLTYPE AddRetrievalFilterEntries(D3D11_INFO_QUEUE_FILTER* filter) override;
    HRESULT STDMETHODCALLTYPE GetRetrievalFilter(D3D11_INFO_QUEUE_FILTER* filter, SIZE_T* size) override;
    void STDMETHODCALLTYPE ClearRetrievalFilter() override;
    HRESULT STDMETHODCALLTYPE PushEmptyRetrievalFilter() override;
    HRESULT STDMETHODCALLTYPE PushCopyOfRetrievalFilter() override;
    HRESULT STDMETHODCALLTYPE PushRetrievalFilter(D3D11_INFO_QUEUE_FILTER* filter) override;
    void STDMETHODCALLTYPE PopRetrievalFilter() override;
    UINT STDMETHODCALLTYPE GetRetrievalFilterStackSize() override;

    HRESULT STDMETHODCALLTYPE AddMessage(D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity,
                                         D3D11_MESSAGE_ID id, LPCSTR text) override;
    HRESULT STDMETHODCALLTYPE AddApplicationMessage(D3D11_MESSAGE_SEVERITY severity, LPCSTR text) override;
    HRESULT STDMETHODCALLTYPE SetBreakOnCategory(D3D11_MESSAGE_CATEGORY category, BOOL enable) override;
    HRESULT STDMETHODCALLTYPE SetBreakOnSeverity(D3D11_MESSAGE_SEVERITY severity, BOOL enable) override;
    HRESULT STDMETHODCALLTYPE SetBreakOnID(D3D11_MESSAGE_ID id, BOOL enable) override;
    BOOL STDMETHODCALLTYPE GetBreakOnCategory(D3D11_MESSAGE_CATEGORY category) override;
    BOOL STDMETHODCALLTYPE GetBreakOnSeverity(D3D11_MESSAGE_SEVERITY severity) override;
    BOOL STDMETHODCALLTYPE GetBreakOnID(D3D11_MESSAGE_ID id) override;
    void STDMETHODCALLTYPE SetMuteDebugOutput(BOOL mute) override;
    BOOL STDMETHODCALLTYPE GetMuteDebugOutput() override;

private:
    struct Message {
        MessageKind kind;
        std::string text;
    };
    void dropAboveLimit();

    IUnknown& owner_;
    std::mutex mutex_;
    std::deque<Message> messages_;
    FilterStack storage_, retrieval_;
    uint64_t limit_ = D3D11_INFO_QUEUE_DEFAULT_MESSAGE_COUNT_LIMIT; // ~0: none
    uint64_t allowed_ = 0, denied_ = 0, discarded_ = 0;
    uint32_t breakCategories_ = 0, breakSeverities_ = 0; // bits
    std::set<D3D11_MESSAGE_ID> breakIds_;
    bool mute_ = false;
};

} // namespace hendeca::d3d11
