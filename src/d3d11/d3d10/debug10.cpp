#include "d3d11/d3d10/debug10.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/debug/debug_layer.h"
#include "d3d11/device/device.h"

#include <cstddef>

namespace hendeca::d3d11 {

namespace {

static_assert(sizeof(D3D10_MESSAGE) == sizeof(D3D11_MESSAGE));
static_assert(offsetof(D3D10_MESSAGE, DescriptionByteLength) == offsetof(D3D11_MESSAGE, DescriptionByteLength));
static_assert(sizeof(D3D10_INFO_QUEUE_FILTER) == sizeof(D3D11_INFO_QUEUE_FILTER));
static_assert(int(D3D10_MESSAGE_ID_D3D10_MESSAGES_END) == int(D3D11_MESSAGE_ID_D3D10_MESSAGES_END));
static_assert(int(D3D10_MESSAGE_CATEGORY_EXECUTION) == int(D3D11_MESSAGE_CATEGORY_EXECUTION));
static_assert(int(D3D10_MESSAGE_SEVERITY_INFO) == int(D3D11_MESSAGE_SEVERITY_INFO));

D3D11_INFO_QUEUE_FILTER* to11(D3D10_INFO_QUEUE_FILTER* filter) {
    return reinterpret_cast<D3D11_INFO_QUEUE_FILTER*>(filter);
}
D3D11_MESSAGE_CATEGORY to11(D3D10_MESSAGE_CATEGORY category) { return static_cast<D3D11_MESSAGE_CATEGORY>(category); }
D3D11_MESSAGE_SEVERITY to11(D3D10_MESSAGE_SEVERITY severity) { return static_cast<D3D11_MESSAGE_SEVERITY>(severity); }
D3D11_MESSAGE_ID to11(D3D10_MESSAGE_ID id) { return static_cast<D3D11_MESSAGE_ID>(id); }

} // namespace

void* Debug10::find(REFIID iid) {
    if (IsEqualGUID(iid, __uuidof(ID3D10Debug)))
        return static_cast<ID3D10Debug*>(this);
    return IsEqualGUID(iid, __uuidof(ID3D10InfoQueue)) ? static_cast<ID3D10InfoQueue*>(this) : nullptr;
}

HRESULT Debug10::QueryInterface(REFIID iid, void** object) { return device_.QueryInterface(iid, object); }
ULONG Debug10::AddRef() { return device_.AddRef(); }
ULONG Debug10::Release() { return device_.Release(); }

// --- ID3D10Debug

HRESULT Debug10::SetFeatureMask(UINT mask) { return layer_.SetFeatureMask(mask); }
UINT Debug10::GetFeatureMask() { return layer_.GetFeatureMask(); }
HRESULT Debug10::SetPresentPerRenderOpDelay(UINT milliseconds) { return layer_.SetPresentPerRenderOpDelay(milliseconds); }
UINT Debug10::GetPresentPerRenderOpDelay() { return layer_.GetPresentPerRenderOpDelay(); }
HRESULT Debug10::SetSwapChain(IDXGISwapChain* chain) { return layer_.SetSwapChain(chain); }
HRESULT Debug10::GetSwapChain(IDXGISwapChain** chain) { return layer_.GetSwapChain(chain); }
HRESULT Debug10::Validate() { return layer_.ValidateContext(&device_.immediate()); }

// --- ID3D10InfoQueue

HRESULT Debug10::SetMessageCountLimit(UINT64 limit) { return layer_.queue().SetMessageCountLimit(limit); }
void Debug10::ClearStoredMessages() { layer_.queue().ClearStoredMessages(); }
HRESULT Debug10::GetMessage(UINT64 index, D3D10_MESSAGE* message, SIZE_T* size) {
    return layer_.queue().GetMessage(index, reinterpret_cast<D3D11_MESSAGE*>(message), size);
}

#define HENDECA_COUNT10(Method)                                                                                        \
    UINT64 Debug10::Method() { return layer_.queue().Method(); }
HENDECA_COUNT10(GetNumMessagesAllowedByStorageFilter)
HENDECA_COUNT10(GetNumMessagesDeniedByStorageFilter)
HENDECA_COUNT10(GetNumStoredMessages)
HENDECA_COUNT10(GetNumStoredMessagesAllowedByRetrievalFilter)
HENDECA_COUNT10(GetNumMessagesDiscardedByMessageCountLimit)
HENDECA_COUNT10(GetMessageCountLimit)
#undef HENDECA_COUNT10

#define HENDECA_FILTER10(Kind)                                                                                         \
    HRESULT Debug10::Add##Kind##FilterEntries(D3D10_INFO_QUEUE_FILTER* filter) {                                       \
        return layer_.queue().Add##Kind##FilterEntries(to11(filter));                                                  \
    }                                                                                                                  \
    HRESULT Debug10::Get##Kind##Filter(D3D10_INFO_QUEUE_FILTER* filter, SIZE_T* size) {                                \
        return layer_.queue().Get##Kind##Filter(to11(filter), size);                                                   \
    }                                                                                                                  \
    void Debug10::Clear##Kind##Filter() { layer_.queue().Clear##Kind##Filter(); }                                      \
    HRESULT Debug10::PushEmpty##Kind##Filter() { return layer_.queue().PushEmpty##Kind##Filter(); }                    \
    HRESULT Debug10::PushCopyOf##Kind##Filter() { return layer_.queue().PushCopyOf##Kind##Filter(); }                  \
    HRESULT Debug10::Push##Kind##Filter(D3D10_INFO_QUEUE_FILTER* filter) {                                             \
        return layer_.queue().Push##Kind##Filter(to11(filter));                                                        \
    }                                                                                                                  \
    void Debug10::Pop##Kind##Filter() { layer_.queue().Pop##Kind##Filter(); }                                          \
    UINT Debug10::Get##Kind##FilterStackSize() { return layer_.queue().Get##Kind##FilterStackSize(); }
HENDECA_FILTER10(Storage)
HENDECA_FILTER10(Retrieval)
#undef HENDECA_FILTER10

HRESULT Debug10::AddMessage(D3D10_MESSAGE_CATEGORY category, D3D10_MESSAGE_SEVERITY severity, D3D10_MESSAGE_ID id,
                            LPCSTR text) {
    return layer_.queue().AddMessage(to11(category), to11(severity), to11(id), text);
}
HRESULT Debug10::AddApplicationMessage(D3D10_MESSAGE_SEVERITY severity, LPCSTR text) {
    return layer_.queue().AddApplicationMessage(to11(severity), text);
}

#define HENDECA_BREAK10(What, Type)                                                                                    \
    HRESULT Debug10::SetBreakOn##What(Type what, WINBOOL enable) {                                                     \
        return layer_.queue().SetBreakOn##What(to11(what), enable);                                                    \
    }                                                                                                                  \
    WINBOOL Debug10::GetBreakOn##What(Type what) { return layer_.queue().GetBreakOn##What(to11(what)); }
HENDECA_BREAK10(Category, D3D10_MESSAGE_CATEGORY)
HENDECA_BREAK10(Severity, D3D10_MESSAGE_SEVERITY)
HENDECA_BREAK10(ID, D3D10_MESSAGE_ID)
#undef HENDECA_BREAK10

void Debug10::SetMuteDebugOutput(WINBOOL mute) { layer_.queue().SetMuteDebugOutput(mute); }
WINBOOL Debug10::GetMuteDebugOutput() { return layer_.queue().GetMuteDebugOutput(); }

} // namespace hendeca::d3d11
