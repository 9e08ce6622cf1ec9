#pragma once
// The filters of the information queue: what of category, severity and id passes. A stack of them, of which the top one
// is asked. Not thread-safe: the queue's lock is held. Source: Microsoft Learn, ID3D11InfoQueue,
// D3D11_INFO_QUEUE_FILTER.

#include <d3d11sdklayers.h>

#include <vector>

namespace hendeca::d3d11 {

struct MessageKind {
    D3D11_MESSAGE_CATEGORY category;
    D3D11_MESSAGE_SEVERITY severity;
    D3D11_MESSAGE_ID id;
};

class MessageFilter {
public:
    // False: a count without a list.
    bool add(const D3D11_INFO_QUEUE_FILTER& entries);
    bool passes(const MessageKind& kind) const;
    // As GetStorageFilter: the filter and its lists in one block of *size bytes at `out`; only the size without `out`.
    HRESULT write(D3D11_INFO_QUEUE_FILTER* out, SIZE_T* size) const;

private:
    struct Lists {
        std::vector<D3D11_MESSAGE_CATEGORY> categories;
        std::vector<D3D11_MESSAGE_SEVERITY> severities;
        std::vector<D3D11_MESSAGE_ID> ids;

        void add(const D3D11_INFO_QUEUE_FILTER_DESC& desc);
        SIZE_T bytes() const;
    };
    Lists allow_, deny_;
};

class FilterStack {
public:
    bool passes(const MessageKind& kind) const { return filters_.empty() || filters_.back().passes(kind); }
    HRESULT addEntries(const D3D11_INFO_QUEUE_FILTER* entries);
    HRESULT write(D3D11_INFO_QUEUE_FILTER* out, SIZE_T* size) const;
    void clear(); // the top filter lets everything pass again
    void pushEmpty() { filters_.emplace_back(); }
    void pushCopy();
    HRESULT push(const D3D11_INFO_QUEUE_FILTER* entries);
    void pop();
    UINT size() const { return static_cast<UINT>(filters_.size()); }

private:
    std::vector<MessageFilter> filters_;
};

} // namespace hendeca::d3d11
