#include "d3d11/debug/message_filter.h"

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

namespace {

template <class T>
void append(std::vector<T>& list, const T* entries, UINT count) {
    for (UINT i = 0; i < count; i++)
        if (std::find(list.begin(), list.end(), entries[i]) == list.end())
            list.push_back(entries[i]);
}

template <class T>
bool has(const std::vector<T>& list, T value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

bool complete(const D3D11_INFO_QUEUE_FILTER_DESC& desc) {
    return (!desc.NumCategories || desc.pCategoryList) && (!desc.NumSeverities || desc.pSeverityList) &&
           (!desc.NumIDs || desc.pIDList);
}

// Puts a list at `at` and says where; null for an empty one.
template <class T>
T* place(const std::vector<T>& list, unsigned char*& at) {
    if (list.empty())
        return nullptr;
    T* const placed = reinterpret_cast<T*>(at);
    std::memcpy(placed, list.data(), list.size() * sizeof(T));
    at += list.size() * sizeof(T);
    return placed;
}

} // namespace

void MessageFilter::Lists::add(const D3D11_INFO_QUEUE_FILTER_DESC& desc) {
    append(categories, desc.pCategoryList, desc.NumCategories);
    append(severities, desc.pSeverityList, desc.NumSeverities);
    append(ids, desc.pIDList, desc.NumIDs);
}

SIZE_T MessageFilter::Lists::bytes() const {
    return categories.size() * sizeof(categories[0]) + severities.size() * sizeof(severities[0]) +
           ids.size() * sizeof(ids[0]);
}

bool MessageFilter::add(const D3D11_INFO_QUEUE_FILTER& entries) {
    if (!complete(entries.AllowList) || !complete(entries.DenyList))
        return false;
    allow_.add(entries.AllowList);
    deny_.add(entries.DenyList);
    return true;
}

// An allow list that is empty allows all; one that is not allows what it names. Of the deny lists one match is enough.
bool MessageFilter::passes(const MessageKind& kind) const {
    if (!allow_.categories.empty() && !has(allow_.categories, kind.category))
        return false;
    if (!allow_.severities.empty() && !has(allow_.severities, kind.severity))
        return false;
    if (!allow_.ids.empty() && !has(allow_.ids, kind.id))
        return false;
    return !has(deny_.categories, kind.category) && !has(deny_.severities, kind.severity) && !has(deny_.ids, kind.id);
}

HRESULT MessageFilter::write(D3D11_INFO_QUEUE_FILTER* out, SIZE_T* size) const {
    if (!size)
        return E_INVALIDARG;
    const SIZE_T needed = sizeof(*out) + allow_.bytes() + deny_.bytes();
    const SIZE_T room = *size;
    *size = needed;
    if (!out)
        return S_FALSE;
    if (room < needed)
        return E_INVALIDARG;
    auto* at = reinterpret_cast<unsigned char*>(out + 1);
    const auto put = [&at](const Lists& lists, D3D11_INFO_QUEUE_FILTER_DESC& desc) {
        desc = {static_cast<UINT>(lists.categories.size()), place(lists.categories, at),
                static_cast<UINT>(lists.severities.size()), place(lists.severities, at),
                static_cast<UINT>(lists.ids.size()),        place(lists.ids, at)};
    };
    put(allow_, out->AllowList);
    put(deny_, out->DenyList);
    return S_OK;
}

HRESULT FilterStack::addEntries(const D3D11_INFO_QUEUE_FILTER* entries) {
    if (!entries)
        return E_INVALIDARG;
    MessageFilter wanted = filters_.empty() ? MessageFilter{} : filters_.back();
    if (!wanted.add(*entries))
        return E_INVALIDARG;
    if (filters_.empty())
        filters_.push_back(std::move(wanted));
    else
        filters_.back() = std::move(wanted);
    return S_OK;
}

HRESULT FilterStack::write(D3D11_INFO_QUEUE_FILTER* out, SIZE_T* size) const {
    return filters_.empty() ? MessageFilter{}.write(out, size) : filters_.back().write(out, size);
}

void FilterStack::clear() {
    if (!filters_.empty())
        filters_.back() = {};
}

void FilterStack::pushCopy() {
    filters_.push_back(filters_.empty() ? MessageFilter{} : MessageFilter(filters_.back()));
}

HRESULT FilterStack::push(const D3D11_INFO_QUEUE_FILTER* entries) {
    MessageFilter made;
    if (!entries || !made.add(*entries))
        return E_INVALIDARG;
    filters_.push_back(std::move(made));
    return S_OK;
}

void FilterStack::pop() {
    if (!filters_.empty())
        filters_.pop_back();
}

} // namespace hendeca::d3d11
