#pragma once
// Carries back buffers to a window, or to nothing. A Presenter is a state machine over one VkSurfaceKHR: none, ready, out
// of date, lost. Present is a packet: the worker acquires, blits (shaders/present_*) and hands the image to the submit
// thread. No failure of the surface ever loses the device or the back buffers. With no surface source every present
// succeeds and shows nothing.

#include "gpu/resource/object.h"
#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu {

// Supplied by the layer above; called on the worker.
class SurfaceSource {
public:
    virtual ~SurfaceSource() = default;
    // A new surface, owned by the presenter from then on; VK_NULL_HANDLE when there is no window any more.
    virtual VkSurfaceKHR create() = 0;
    virtual void destroy(VkSurfaceKHR surface) = 0;
    // Client area in pixels; 0 x 0 when minimised or gone.
    virtual VkExtent2D size() = 0;
};

struct PresenterDesc {
    SurfaceSource* source = nullptr; // owned by the caller, outlives the presenter; null: headless
    uint32_t imageCount = 3;
    bool srgb = false;
};

enum class PresentStatus : uint8_t { Ok, Occluded, Lost };

class Presenter : public Object {
public:
    // Any thread.
    virtual PresentStatus status() const = 0;
    // Presents that have been handed to the window system, or dropped: rises by one per Present packet.
    virtual uint64_t presented() const = 0;
    // Waits until presented() >= id, for the frame latency. False when the device is lost.
    virtual bool waitPresented(uint64_t id, uint32_t timeoutMs) = 0;
};

} // namespace hendeca::gpu
