#include "d3d11/device/device_object.h"

#include "d3d11/d3d10/face.h"
#include "d3d11/device/device.h"
#include "d3d11/device/device_child.h"
#include "util/log.h"

namespace hendeca::d3d11 {

DeviceObject::~DeviceObject() {
    delete direct3D10Face_.load(std::memory_order_acquire);
}

uint32_t DeviceObject::addPublicRef() {
    const uint64_t before = state_.fetch_add(1, std::memory_order_relaxed);
    if ((before & kPublicMask) == 0) {
        device_.AddRef();
        publiclyHeldChanged(true);
    }
    return static_cast<uint32_t>(before) + 1;
}

uint32_t DeviceObject::releasePublicRef() {
    uint64_t before = state_.load(std::memory_order_relaxed);
    for (;;) {
        const uint32_t count = static_cast<uint32_t>(before);
        if (count == 0) {
            HENDECA_WARN_ONCE("Release() of an object without references");
            return 0;
        }
        // The last public reference turns into a private one first, so that the object is there for what must follow.
        const uint64_t after = count == 1 ? before - 1 + kPrivateOne : before - 1;
        if (!state_.compare_exchange_weak(before, after, std::memory_order_acq_rel, std::memory_order_relaxed))
            continue;
        if (count > 1)
            return count - 1;
        Device& device = device_;
        publiclyHeldChanged(false);
        releasePrivateRef();
        device.Release(); // may destroy the device, and this object with it
        return 0;
    }
}

void DeviceObject::releasePrivateRef() {
    uint64_t before = state_.load(std::memory_order_relaxed);
    uint64_t after;
    Device& device = device_;
    do {
        after = before - kPrivateOne;
        if ((after & kCounts) == 0)
            after |= kQueued;
    } while (!state_.compare_exchange_weak(before, after, std::memory_order_acq_rel, std::memory_order_relaxed));
    // From here on the object may be gone, unless it is this call that puts it into the list.
    if (after == kQueued && !(before & kQueued))
        device.unreferenced().push(this);
}

bool DeviceObject::leaveIfReferenced() {
    uint64_t state = state_.load(std::memory_order_acquire);
    while (state & kCounts) {
        if (state_.compare_exchange_weak(state, state & ~kQueued, std::memory_order_acq_rel, std::memory_order_acquire))
            return true;
    }
    return false;
}

bool DeviceObject::claimState() {
    // Whoever got a reference meanwhile wins; the object then leaves the list.
    return !leaveIfReferenced();
}

void UnreferencedList::destroy(DeviceObject* object, gpu::Writer& writer) {
    if (!object->claim())
        return;
    object->releaseGpu(writer);
    delete object;
}

PrivateData& LazyPrivateData::get() {
    if (PrivateData* data = peek())
        return *data;
    auto* made = new PrivateData;
    PrivateData* expected = nullptr;
    if (data_.compare_exchange_strong(expected, made, std::memory_order_acq_rel, std::memory_order_acquire))
        return *made;
    delete made;
    return *expected;
}

ID3D11Device* deviceInterface(Device& device) {
    device.AddRef();
    return &device;
}

void logNoInterface(const char* className, REFIID iid) {
    if (!logEnabled(LogLevel::Warn))
        return;
    const std::string name = formatGuid(iid);
    if (logFirst(className, name))
        logWarn("%s has no interface %s", className, name.c_str());
}

} // namespace hendeca::d3d11
