#include "dxgi/latency_waitable.h"

#include "util/platform.h"
#include "wsi/sync.h"

namespace hendeca::dxgi {

std::unique_ptr<LatencyWaitable> LatencyWaitable::create(IHendecaPresentChain* chain, uint32_t latency) {
    std::unique_ptr<wsi::Waitable> waitable = wsi::Waitable::create(latency);
    if (!waitable)
        return nullptr;
    return std::unique_ptr<LatencyWaitable>(new LatencyWaitable(chain, latency, std::move(waitable)));
}

LatencyWaitable::LatencyWaitable(IHendecaPresentChain* chain, uint32_t latency, std::unique_ptr<wsi::Waitable> waitable)
    : chain_(chain), waitable_(std::move(waitable)), latency_(latency) {
    thread_ = std::thread([this] {
        setCurrentThreadName("hdx-latency");
        run();
    });
}

LatencyWaitable::~LatencyWaitable() {
    {
        std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void LatencyWaitable::presented() {
    {
        std::lock_guard lock(mutex_);
        queued_++;
    }
    changed_.notify_all();
}

void LatencyWaitable::setLatency(uint32_t latency) {
    uint32_t more = 0;
    {
        std::lock_guard lock(mutex_);
        if (latency > latency_) {
            more = latency - latency_;
            const uint32_t kept = debt_ < more ? debt_ : more;
            debt_ -= kept;
            more -= kept;
        } else {
            // Units that nobody has taken yet are taken back at once, the others when their frames are done.
            for (uint32_t fewer = latency_ - latency; fewer > 0; fewer--) {
                if (!waitable_->tryTake())
                    debt_++;
            }
        }
        latency_ = latency;
    }
    waitable_->release(more);
}

void* LatencyWaitable::duplicate() {
    return waitable_->duplicate();
}

void LatencyWaitable::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return stop_ || returned_ < queued_; });
        if (stop_)
            return;
        const uint32_t underWay = static_cast<uint32_t>(queued_ - returned_ - 1);
        lock.unlock();
        // May return late when a frame is queued meanwhile, never for good: that frame will be done, too.
        chain_->WaitLatency(underWay);
        lock.lock();
        returned_++;
        if (debt_ > 0)
            debt_--;
        else
            waitable_->release(1);
    }
}

} // namespace hendeca::dxgi
