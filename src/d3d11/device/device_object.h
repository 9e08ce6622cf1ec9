#pragma once
// The life of an object that a device made. Two counts in one word: public references are the application's, private
// ones belong to other objects of ours (a view holds its resource, a command list what it recorded, a swap chain its
// buffers). When both are zero the object is not deleted: it is pushed, once, onto the device's list of unreferenced
// objects. The immediate context's thread drains that list at each submission: an object that has references again
// leaves it, one that is still bound stays in it, the rest write Release packets for what the backend holds of them and
// are deleted. So binding an object takes no reference, and an object that is bound is never deleted. A program that loads
// for long without a submission is given one when the list holds much (heavy()).
//
// An object that the application holds holds the device. Any thread, but for drain().

#include <atomic>
#include <cstdint>

struct ID3D11DeviceChild;

namespace hendeca::gpu {
class Writer;
}

namespace hendeca::d3d11 {

class Device;
class Direct3D10Face;

class DeviceObject {
public:
    DeviceObject(const DeviceObject&) = delete;
    DeviceObject& operator=(const DeviceObject&) = delete;
    virtual ~DeviceObject(); // called by the list of unreferenced objects, or for an object never given out

    Device& device() const { return device_; }
    void addPrivateRef() { state_.fetch_add(kPrivateOne, std::memory_order_relaxed); }
    void releasePrivateRef();
    // For an object that was never given out but has backend objects already: destroyed as if it had been.
    void giveUp() {
        addPrivateRef();
        releasePrivateRef();
    }
    bool publiclyHeld() const { return static_cast<uint32_t>(state_.load(std::memory_order_acquire)) != 0; }
    uint32_t publicRefs() const { return static_cast<uint32_t>(state_.load(std::memory_order_relaxed)); }
    uint32_t privateRefs() const { return static_cast<uint32_t>((state_.load(std::memory_order_relaxed) & ~kQueued) >> 32); }

    // The object's ID3D11DeviceChild (its COM identity), without a reference.
    virtual ID3D11DeviceChild* identity() = 0;

    // What Direct3D 10 sees of the object, made when first asked for (d3d10/face.h). Any thread.
    std::atomic<Direct3D10Face*>& direct3D10Face() { return direct3D10Face_; }

    // The drain in which the immediate context last found this object bound; that context's own.
    uint64_t shadowMark = 0;

protected:
    // A new object has no references. Whoever gives it to the application calls AddRef; whoever fails deletes it.
    explicit DeviceObject(Device& device) : device_(device) {}

    uint32_t addPublicRef();
    uint32_t releasePublicRef();

    // The public count left zero, or came back to it. Called once for each.
    virtual void publiclyHeldChanged(bool) {}
    // Writes Release packets for the backend's objects. The immediate context's thread, right before deletion.
    virtual void releaseGpu(gpu::Writer&) {}
    // About how much memory goes with the object, in bytes.
    virtual uint64_t weight() const { return 0; }
    // Takes an unreferenced object for deletion; false when it has been given out again. Objects that can be found
    // without a reference (interned states) take it out of their table here, under that table's lock.
    virtual bool claim() { return claimState(); }
    bool claimState();

private:
    friend class UnreferencedList;
    friend class Device;

    static constexpr uint64_t kPublicMask = 0xffffffffull;
    static constexpr uint64_t kPrivateOne = 1ull << 32;
    static constexpr uint64_t kQueued = 1ull << 63; // is in the list of unreferenced objects
    static constexpr uint64_t kCounts = ~kQueued;

    // Takes the object out of the list if it has references: true then.
    bool leaveIfReferenced();

    Device& device_;
    std::atomic<uint64_t> state_{0};
    std::atomic<Direct3D10Face*> direct3D10Face_{nullptr};
    DeviceObject* nextUnreferenced_ = nullptr;
};

// Lock-free, many producers; one consumer, the immediate context's thread (or the device's destructor).
class UnreferencedList {
public:
    void push(DeviceObject* object) {
        weight_.fetch_add(weightOf(*object), std::memory_order_relaxed); // once it is in the list it may go at any time
        DeviceObject* head = head_.load(std::memory_order_relaxed);
        do
            object->nextUnreferenced_ = head;
        while (!head_.compare_exchange_weak(head, object, std::memory_order_release, std::memory_order_relaxed));
    }
    bool empty() const { return head_.load(std::memory_order_relaxed) == nullptr; }
    // A drain would give back much memory. The consumer's, like drain().
    bool heavy() const { return weight_.load(std::memory_order_relaxed) > kept_ + kHeavy; }

    // Deletes what nobody needs. `isBound(object)` says whether the immediate context still has it bound. What the
    // deleted objects held is drained as well.
    template <class IsBound>
    void drain(gpu::Writer& writer, IsBound&& isBound) {
        DeviceObject* bound = nullptr;
        weight_.store(0, std::memory_order_relaxed);
        kept_ = 0;
        while (DeviceObject* object = head_.exchange(nullptr, std::memory_order_acquire)) {
            while (object) {
                DeviceObject* next = object->nextUnreferenced_;
                if (object->leaveIfReferenced()) {
                    // Somebody got it back.
                } else if (isBound(*object)) {
                    object->nextUnreferenced_ = bound;
                    bound = object;
                } else {
                    destroy(object, writer);
                }
                object = next;
            }
        }
        while (bound) {
            DeviceObject* next = bound->nextUnreferenced_;
            kept_ += weightOf(*bound);
            push(bound);
            bound = next;
        }
    }

private:
    static constexpr uint64_t kHeavy = 64u << 20;   // bytes
    static constexpr uint64_t kObjectWeight = 4096; // at least: what the driver has of a small object
    static uint64_t weightOf(const DeviceObject& object) { return kObjectWeight + object.weight(); }

    void destroy(DeviceObject* object, gpu::Writer& writer);

    std::atomic<DeviceObject*> head_{nullptr};
    std::atomic<uint64_t> weight_{0}; // of what was pushed since the last drain
    uint64_t kept_ = 0;               // of what that drain left in the list
};

} // namespace hendeca::d3d11
