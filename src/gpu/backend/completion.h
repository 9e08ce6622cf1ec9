#pragma once
// Something to be done when the GPU has come to a point: by the backend's notifier thread, or by whoever finds out
// first.

namespace hendeca::gpu {

class Completion {
public:
    virtual ~Completion() = default;
    virtual void completed() = 0; // once; any thread
};

} // namespace hendeca::gpu
