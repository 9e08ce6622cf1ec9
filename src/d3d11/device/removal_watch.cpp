#include "d3d11/device/removal_watch.h"

#include "gpu/backend.h"
#include "util/thread.h"

#include <chrono>

namespace hendeca::d3d11 {

namespace {

constexpr std::chrono::milliseconds kLookAgain{20};

} // namespace

HRESULT RemovalWatch::add(HANDLE handle, DWORD& cookie) {
    PlatformEvent event = handle ? PlatformEvent::open(handle) : PlatformEvent();
    if (!event)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    cookie = ++lastCookie_;
    if (backend_.lost()) {
        event.signal();
        return S_OK;
    }
    entries_.push_back({cookie, std::move(event)});
    if (!thread_.joinable())
        thread_ = startThread("hendeca-removal", [this] { threadMain(); });
    changed_.notify_all();
    return S_OK;
}

void RemovalWatch::remove(DWORD cookie) {
    std::lock_guard lock(mutex_);
    std::erase_if(entries_, [cookie](const Entry& entry) { return entry.cookie == cookie; });
}

void RemovalWatch::stop() {
    {
        std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable())
        thread_.join();
}

void RemovalWatch::threadMain() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
        if (entries_.empty())
            changed_.wait(lock, [this] { return stop_ || !entries_.empty(); });
        else
            changed_.wait_for(lock, kLookAgain, [this] { return stop_; });
        if (!backend_.lost())
            continue;
        for (Entry& entry : entries_)
            entry.event.signal();
        entries_.clear();
    }
}

} // namespace hendeca::d3d11
