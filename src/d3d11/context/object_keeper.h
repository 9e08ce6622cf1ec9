#pragma once
// What a command list names and must keep alive: private references, one per object and list, however often it is bound. A
// direct-mapped cache in front finds most repeats without a search. One deferred context's thread; the finished list
// owns the references and gives them back when it is destroyed.

#include "d3d11/device/device_object.h"

#include <array>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace hendeca::d3d11 {

class ObjectKeeper {
public:
    ObjectKeeper() = default;
    ObjectKeeper(const ObjectKeeper&) = delete;
    ~ObjectKeeper() { releaseAll(objects_); }

    void keep(DeviceObject* object) {
        DeviceObject*& recent = recent_[(reinterpret_cast<uintptr_t>(object) >> 6) % recent_.size()];
        if (recent == object) [[likely]]
            return;
        recent = object;
        if (!known_.insert(object).second)
            return;
        object->addPrivateRef();
        objects_.push_back(object);
    }

    // Hands over the references; the keeper starts anew.
    std::vector<DeviceObject*> take() {
        recent_.fill(nullptr);
        known_.clear();
        return std::exchange(objects_, {});
    }

    static void releaseAll(std::vector<DeviceObject*>& objects) {
        for (DeviceObject* object : objects)
            object->releasePrivateRef();
        objects.clear();
    }

private:
    std::array<DeviceObject*, 256> recent_{};
    std::unordered_set<DeviceObject*> known_;
    std::vector<DeviceObject*> objects_;
};

} // namespace hendeca::d3d11
