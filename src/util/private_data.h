#pragma once
// What an application attaches to an object under a GUID (SetPrivateData and its kin of DXGI and D3D11): bytes, or an
// interface that is kept alive. The results are Windows' own. Any thread. Needs windows_headers_dep.

#include "util/com_object.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <d3dcommon.h>

namespace hendeca {

// Names of objects, as graphics debuggers show them: bytes of a string, and of a wide string (d3dcommon.h).
inline constexpr GUID kDebugNameKey = {0x429b8c22, 0x9188, 0x4b0c, {0x87, 0x42, 0xac, 0xb0, 0xbf, 0x85, 0xc2, 0x00}};
inline constexpr GUID kDebugNameWideKey = {0x4cca5fd8, 0x921f, 0x42c8, {0x85, 0x66, 0x70, 0xca, 0xf2, 0xa9, 0xb7, 0x41}};

// ID3DDestructionNotifier, a side of the object that it is of: references and QueryInterface are the object's. The callbacks
// run while the object is destroyed, in the order in which they came.
class DestructionNotifier final : public ID3DDestructionNotifier {
public:
    explicit DestructionNotifier(IUnknown& owner) : owner_(owner) {}
    virtual ~DestructionNotifier() {
        for (const Callback& callback : callbacks_)
            callback.function(callback.data);
    }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        return owner_.QueryInterface(iid, object);
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return owner_.AddRef(); }
    ULONG STDMETHODCALLTYPE Release() override { return owner_.Release(); }
    HRESULT STDMETHODCALLTYPE RegisterDestructionCallback(PFN_DESTRUCTION_CALLBACK function, void* data,
                                                          UINT* id) override {
        if (!function)
            return E_INVALIDARG;
        std::lock_guard lock(mutex_);
        callbacks_.push_back({function, data, ++lastId_});
        if (id)
            *id = lastId_;
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE UnregisterDestructionCallback(UINT id) override {
        std::lock_guard lock(mutex_);
        for (size_t i = 0; i < callbacks_.size(); i++)
            if (callbacks_[i].id == id) {
                callbacks_.erase(callbacks_.begin() + static_cast<std::ptrdiff_t>(i));
                return S_OK;
            }
        return DXGI_ERROR_NOT_FOUND;
    }

private:
    struct Callback {
        PFN_DESTRUCTION_CALLBACK function;
        void* data;
        UINT id;
    };
    IUnknown& owner_;
    std::mutex mutex_;
    std::vector<Callback> callbacks_;
    UINT lastId_ = 0;
};

class PrivateData {
public:
    // The owner's notifier, with a reference.
    HRESULT queryNotifier(IUnknown& owner, void** object) {
        std::lock_guard lock(mutex_);
        if (!notifier_)
            notifier_ = std::make_unique<DestructionNotifier>(owner);
        notifier_->AddRef();
        *object = static_cast<ID3DDestructionNotifier*>(notifier_.get());
        return S_OK;
    }

    // Null data removes the key: S_FALSE when it was not there.
    HRESULT set(REFGUID key, UINT size, const void* data) {
        if (!data)
            return remove(key) ? S_OK : S_FALSE;
        Entry entry{key, {}, {}, false};
        entry.bytes.assign(static_cast<const unsigned char*>(data), static_cast<const unsigned char*>(data) + size);
        put(std::move(entry));
        return S_OK;
    }

    // A null interface is stored like any other, and reads back as null.
    HRESULT setInterface(REFGUID key, const IUnknown* object) {
        put(Entry{key, {}, ComPtr<IUnknown>(const_cast<IUnknown*>(object)), true});
        return S_OK;
    }

    // *size: the room at `data` on entry, the size of the value on return.
    HRESULT get(REFGUID key, UINT* size, void* data) {
        if (!size)
            return E_INVALIDARG;
        std::lock_guard lock(mutex_);
        const Entry* entry = find(key);
        if (!entry) {
            *size = 0;
            return DXGI_ERROR_NOT_FOUND;
        }
        const UINT room = *size;
        *size = entry->isInterface ? sizeof(IUnknown*) : static_cast<UINT>(entry->bytes.size());
        if (!data)
            return S_OK;
        if (room < *size)
            return DXGI_ERROR_MORE_DATA;
        if (entry->isInterface) {
            std::memcpy(data, std::vector<IUnknown*>{entry->object.ref()}.data(), *size);
        } else if (*size) {
            std::memcpy(data, entry->bytes.data(), *size);
        }
        return S_OK;
    }

    // The name that the application gave the object; empty when there is none.
    std::string debugName() {
        std::lock_guard lock(mutex_);
        std::string name;
        if (const Entry* entry = find(kDebugNameKey); entry && !entry->isInterface)
            name.assign(entry->bytes.begin(), entry->bytes.end());
        return name.substr(0, name.find('\0'));
    }

private:
    struct Entry {
        GUID key;
        std::vector<unsigned char> bytes;
        ComPtr<IUnknown> object;
        bool isInterface;
    };

    Entry* find(REFGUID key) {
        for (Entry& entry : entries_) {
            if (IsEqualGUID(entry.key, key))
                return &entry;
        }
        return nullptr;
    }

    // What is replaced is released outside the lock: its destructor may call back into this object.
    void put(Entry entry) {
        std::lock_guard lock(mutex_);
        if (Entry* old = find(entry.key))
            std::swap(*old, entry);
        else
            entries_.push_back(std::move(entry));
    }

    bool remove(REFGUID key) {
        Entry removed{};
        std::lock_guard lock(mutex_);
        Entry* entry = find(key);
        if (!entry)
            return false;
        std::swap(removed, *entry);
        if (entry != &entries_.back())
            std::swap(*entry, entries_.back());
        entries_.pop_back();
        return true;
    }

    std::mutex mutex_;
    std::vector<Entry> entries_;
    std::unique_ptr<DestructionNotifier> notifier_; // goes first
};

} // namespace hendeca
