#pragma once
// Interned state objects: equal descriptions give the same COM object, as Windows does, and at most 4096 of a kind (any
// number of input layouts) are alive at once. A table keeps no reference; an object leaves it when it is claimed for deletion. Any thread. Source:
// Microsoft Learn, ID3D11Device::CreateBlendState and its kin; hresults: TOO_MANY_UNIQUE_STATE_OBJECTS.

#include "d3d11/device/device_object.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace hendeca::d3d11 {

inline constexpr size_t kMaxStateObjects = D3D11_REQ_BLEND_OBJECT_COUNT_PER_DEVICE; // 4096, for each kind

// The bytes of a canonical description (padding zeroed).
using StateKey = std::string;

template <class T>
class StateTable {
public:
    explicit StateTable(size_t most = kMaxStateObjects) : most_(most) {}
    // Calls `make()` for a T that is not there. AddRefs it. Null when the table is full or make() gave null.
    template <class Make>
    T* acquire(const StateKey& key, bool& full, Make&& make) {
        std::lock_guard lock(mutex_);
        full = false;
        if (auto found = objects_.find(key); found != objects_.end()) {
            found->second->AddRef();
            return found->second;
        }
        if (objects_.size() >= most_) {
            full = true;
            return nullptr;
        }
        T* made = make();
        if (made) {
            made->AddRef();
            objects_.emplace(key, made);
        }
        return made;
    }
    // For T::claim(): takes `object` out if nobody got hold of it meanwhile.
    template <class Claim>
    bool remove(const StateKey& key, Claim&& claim) {
        std::lock_guard lock(mutex_);
        if (!claim())
            return false;
        objects_.erase(key);
        return true;
    }

private:
    const size_t most_;
    std::mutex mutex_;
    std::map<StateKey, T*> objects_;
};

} // namespace hendeca::d3d11
