#include "d3d11/debug/info_queue.h"

#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

namespace {

constexpr const char* kCategories[] = {"APPLICATION_DEFINED",   "MISCELLANEOUS",  "INITIALIZATION", "CLEANUP",
                                       "COMPILATION",           "STATE_CREATION", "STATE_SETTING",  "STATE_GETTING",
                                       "RESOURCE_MANIPULATION", "EXECUTION",      "SHADER"};
constexpr const char* kSeverities[] = {"CORRUPTION", "ERROR", "WARNING", "INFO", "MESSAGE"};

bool known(D3D11_MESSAGE_CATEGORY category) {
    return static_cast<uint32_t>(category) < std::size(kCategories);
}

bool known(D3D11_MESSAGE_SEVERITY severity) {
    return static_cast<uint32_t>(severity) < std::size(kSeverities);
}

void logMessage(const MessageKind& kind, const std::string& text) {
    const char* const severity = kSeverities[kind.severity];
    const char* const category = kCategories[kind.category];
    const auto id = static_cast<unsigned>(kind.id);
    if (kind.severity <= D3D11_MESSAGE_SEVERITY_ERROR)
        logError("D3D11 %s: %s [%s #%u]", severity, text.c_str(), category, id);
    else if (kind.severity == D3D11_MESSAGE_SEVERITY_WARNING)
        logWarn("D3D11 %s: %s [%s #%u]", severity, text.c_str(), category, id);
    else
        logInfo("D3D11 %s: %s [%s #%u]", severity, text.c_str(), category, id);
}

} // namespace

void InfoQueue::add(const MessageKind& kind, std::string text) {
    bool mute;
    {
        std::lock_guard lock(mutex_);
        mute = mute_;
        if (!storage_.passes(kind)) {
            denied_++;
            return;
        }
        allowed_++;
        messages_.push_back({kind, text});
        dropAboveLimit();
    }
    if (!mute)
        logMessage(kind, text);
}

// New messages push old ones out (Microsoft Learn, SetMessageCountLimit).
void InfoQueue::dropAboveLimit() {
    while (messages_.size() > limit_) {
        messages_.pop_front();
        discarded_++;
    }
}

HRESULT InfoQueue::SetMessageCountLimit(UINT64 limit) {
    std::lock_guard lock(mutex_);
    limit_ = limit;
    dropAboveLimit();
    return S_OK;
}

void InfoQueue::ClearStoredMessages() {
    std::lock_guard lock(mutex_);
    messages_.clear();
}

// The message and its text in one block. Asked without a block it says how large that is: S_FALSE.
HRESULT InfoQueue::GetMessage(UINT64 index, D3D11_MESSAGE* message, SIZE_T* size) {
    if (!size)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    const Message* found = nullptr;
    for (const Message& candidate : messages_) {
        if (!retrieval_.passes(candidate.kind))
            continue;
        if (!index--) {
            found = &candidate;
            break;
        }
    }
    if (!found)
        return E_INVALIDARG;
    const SIZE_T textBytes = found->text.size() + 1, needed = sizeof(*message) + textBytes;
    const SIZE_T room = *size;
    *size = needed;
    if (!message)
        return S_FALSE;
    if (room < needed)
        return E_INVALIDARG;
    char* const text = reinterpret_cast<char*>(message + 1);
    std::memcpy(text, found->text.c_str(), textBytes);
    *message = {found->kind.category, found->kind.severity, found->kind.id, text, textBytes};
    return S_OK;
}

UINT64 InfoQueue::GetNumMessagesAllowedByStorageFilter() {
    std::lock_guard lock(mutex_);
    return allowed_;
}

UINT64 InfoQueue::GetNumMessagesDeniedByStorageFilter() {
    std::lock_guard lock(mutex_);
    return denied_;
}

UINT64 InfoQueue::GetNumStoredMessages() {
    std::lock_guard lock(mutex_);
    return messages_.size();
}

UINT64 InfoQueue::GetNumStoredMessagesAllowedByRetrievalFilter() {
    std::lock_guard lock(mutex_);
    UINT64 count = 0;
    for (const Message& message : messages_)
        count += retrieval_.passes(message.kind);
    return count;
}

UINT64 InfoQueue::GetNumMessagesDiscardedByMessageCountLimit() {
    std::lock_guard lock(mutex_);
    return discarded_;
}

UINT64 InfoQueue::GetMessageCountLimit() {
    std::lock_guard lock(mutex_);
    return limit_;
}

// --- filters: the same methods for both stacks

#define HENDECA_FILTER_METHODS(Name, stack)                                                                            \
    HRESULT InfoQueue::Add##Name##FilterEntries(D3D11_INFO_QUEUE_FILTER* filter) {                                     \
        std::lock_guard lock(mutex_);                                                                                  \
        return stack.addEntries(filter);                                                                               \
    }                                                                                                                  \
    HRESULT InfoQueue::Get##Name##Filter(D3D11_INFO_QUEUE_FILTER* filter, SIZE_T* size) {                              \
        std::lock_guard lock(mutex_);                                                                                  \
        return stack.write(filter, size);                                                                              \
    }                                                                                                                  \
    void InfoQueue::Clear##Name##Filter() {                                                                            \
        std::lock_guard lock(mutex_);                                                                                  \
        stack.clear();                                                                                                 \
    }                                                                                                                  \
    HRESULT InfoQueue::PushEmpty##Name##Filter() {                                                                     \
        std::lock_guard lock(mutex_);                                                                                  \
        stack.pushEmpty();                                                                                             \
        return S_OK;                                                                                                   \
    }                                                                                                                  \
    HRESULT InfoQueue::PushCopyOf##Name##Filter() {                                                                    \
        std::lock_guard lock(mutex_);                                                                                  \
        stack.pushCopy();                                                                                              \
        return S_OK;                                                                                                   \
    }                                                                                                                  \
    HRESULT InfoQueue::Push##Name##Filter(D3D11_INFO_QUEUE_FILTER* filter) {                                           \
        std::lock_guard lock(mutex_);                                                                                  \
        return stack.push(filter);                                                                                     \
    }                                                                                                                  \
    void InfoQueue::Pop##Name##Filter() {                                                                              \
        std::lock_guard lock(mutex_);                                                                                  \
        stack.pop();                                                                                                   \
    }                                                                                                                  \
    UINT InfoQueue::Get##Name##FilterStackSize() {                                                                     \
        std::lock_guard lock(mutex_);                                                                                  \
        return stack.size();                                                                                           \
    }
HENDECA_FILTER_METHODS(Storage, storage_)
HENDECA_FILTER_METHODS(Retrieval, retrieval_)
#undef HENDECA_FILTER_METHODS

// --- the program's own messages, break flags, mute

HRESULT InfoQueue::AddMessage(D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id,
                              LPCSTR text) {
    if (!known(category) || !known(severity) || !text)
        return E_INVALIDARG;
    add({category, severity, id}, text);
    return S_OK;
}

HRESULT InfoQueue::AddApplicationMessage(D3D11_MESSAGE_SEVERITY severity, LPCSTR text) {
    return AddMessage(D3D11_MESSAGE_CATEGORY_APPLICATION_DEFINED, severity, D3D11_MESSAGE_ID_STRING_FROM_APPLICATION,
                      text);
}

HRESULT InfoQueue::SetBreakOnCategory(D3D11_MESSAGE_CATEGORY category, BOOL enable) {
    if (!known(category))
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    const uint32_t bit = 1u << category;
    breakCategories_ = enable ? breakCategories_ | bit : breakCategories_ & ~bit;
    return S_OK;
}

HRESULT InfoQueue::SetBreakOnSeverity(D3D11_MESSAGE_SEVERITY severity, BOOL enable) {
    if (!known(severity))
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    const uint32_t bit = 1u << severity;
    breakSeverities_ = enable ? breakSeverities_ | bit : breakSeverities_ & ~bit;
    return S_OK;
}

HRESULT InfoQueue::SetBreakOnID(D3D11_MESSAGE_ID id, BOOL enable) {
    std::lock_guard lock(mutex_);
    if (enable)
        breakIds_.insert(id);
    else
        breakIds_.erase(id);
    return S_OK;
}

BOOL InfoQueue::GetBreakOnCategory(D3D11_MESSAGE_CATEGORY category) {
    std::lock_guard lock(mutex_);
    return known(category) && breakCategories_ >> category & 1;
}

BOOL InfoQueue::GetBreakOnSeverity(D3D11_MESSAGE_SEVERITY severity) {
    std::lock_guard lock(mutex_);
    return known(severity) && breakSeverities_ >> severity & 1;
}

BOOL InfoQueue::GetBreakOnID(D3D11_MESSAGE_ID id) {
    std::lock_guard lock(mutex_);
    return breakIds_.count(id) != 0;
}

void InfoQueue::SetMuteDebugOutput(BOOL mute) {
    std::lock_guard lock(mutex_);
    mute_ = mute != FALSE;
}

BOOL InfoQueue::GetMuteDebugOutput() {
    std::lock_guard lock(mutex_);
    return mute_;
}

} // namespace hendeca::d3d11
