#include "dxgi/occlusion.h"

#include "util/platform.h"
#include "wsi/sync.h"
#include "wsi/window.h"

#include <algorithm>
#include <chrono>

namespace hendeca::dxgi {

OcclusionNotifier::~OcclusionNotifier() {
    {
        std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable())
        thread_.join();
}

uint32_t OcclusionNotifier::addWindow(void* window, uint32_t message) {
    std::lock_guard lock(mutex_);
    entries_.push_back({nextCookie_, window, message, false});
    return nextCookie_++;
}

uint32_t OcclusionNotifier::addEvent(void* event) {
    std::lock_guard lock(mutex_);
    entries_.push_back({nextCookie_, event, 0, true});
    return nextCookie_++;
}

void OcclusionNotifier::remove(uint32_t cookie) {
    std::lock_guard lock(mutex_);
    std::erase_if(entries_, [cookie](const Entry& entry) { return entry.cookie == cookie; });
}

void OcclusionNotifier::watch(std::shared_ptr<wsi::Window> window) {
    std::lock_guard lock(mutex_);
    // Without anybody to tell there is nothing to watch for.
    if (entries_.empty() || std::find(watched_.begin(), watched_.end(), window) != watched_.end())
        return;
    watched_.push_back(std::move(window));
    if (!thread_.joinable()) {
        thread_ = std::thread([this] {
            setCurrentThreadName("hdx-occlusion");
            run();
        });
    }
    changed_.notify_all();
}

void OcclusionNotifier::run() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
        changed_.wait(lock, [this] { return stop_ || !watched_.empty(); });
        changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return stop_; });
        const size_t before = watched_.size();
        std::erase_if(watched_, [](const auto& window) { return !window->alive() || !window->minimized(); });
        if (watched_.size() != before)
            notifyAll();
    }
}

void OcclusionNotifier::notifyAll() {
    for (const Entry& entry : entries_) {
        if (entry.isEvent)
            wsi::signalEvent(entry.target);
        else
            wsi::postWindowMessage(entry.target, entry.message);
    }
}

} // namespace hendeca::dxgi
