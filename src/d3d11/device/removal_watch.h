#pragma once
// Events of ID3D11Device4::RegisterDeviceRemovedEvent. A thread looks for the loss of the device, which any thread of
// the backend may find, every few milliseconds while events are registered; without any there is no thread. Any thread.

#include "util/platform_event.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <windows.h>

namespace hendeca::gpu {
class Backend;
}

namespace hendeca::d3d11 {

class RemovalWatch {
public:
    explicit RemovalWatch(const gpu::Backend& backend) : backend_(backend) {}
    ~RemovalWatch() { stop(); }

    // E_INVALIDARG when the handle is no event. Of a device that is lost already the event comes at once.
    HRESULT add(HANDLE event, DWORD& cookie);
    void remove(DWORD cookie);
    void stop();

private:
    struct Entry {
        DWORD cookie;
        PlatformEvent event;
    };
    void threadMain();

    const gpu::Backend& backend_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Entry> entries_;
    std::thread thread_;
    DWORD lastCookie_ = 0;
    bool stop_ = false;
};

} // namespace hendeca::d3d11
