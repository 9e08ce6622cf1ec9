#pragma once
// Tells programs that windows became visible again: they registered a window message or an event, and stop drawing while
// Present says DXGI_STATUS_OCCLUDED. A thread watches the minimised windows of occluded chains, while there are any.
// Any thread.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace hendeca::wsi {
class Window;
}

namespace hendeca::dxgi {

class OcclusionNotifier {
public:
    ~OcclusionNotifier();

    uint32_t addWindow(void* window, uint32_t message);
    uint32_t addEvent(void* event);
    void remove(uint32_t cookie);
    // A chain of this window was told that it is occluded.
    void watch(std::shared_ptr<wsi::Window> window);

private:
    struct Entry {
        uint32_t cookie;
        void* target;
        uint32_t message;
        bool isEvent;
    };

    void run();
    void notifyAll();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Entry> entries_;
    std::vector<std::shared_ptr<wsi::Window>> watched_;
    std::thread thread_;
    uint32_t nextCookie_ = 1;
    bool stop_ = false;
};

} // namespace hendeca::dxgi
