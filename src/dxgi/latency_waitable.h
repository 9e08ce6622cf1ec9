#pragma once
// The frame latency waitable object of a swap chain: a semaphore that has one unit for each frame that may still be queued. A
// thread waits for presents to be done and gives their units back. The chain outlives it.

#include "dxgi/contract.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

namespace hendeca::wsi {
class Waitable;
}

namespace hendeca::dxgi {

class LatencyWaitable {
public:
    // Null when the system has no more semaphores.
    static std::unique_ptr<LatencyWaitable> create(IHendecaPresentChain* chain, uint32_t latency);
    ~LatencyWaitable();

    void presented(); // a frame was queued
    void setLatency(uint32_t latency);
    void* duplicate();

private:
    LatencyWaitable(IHendecaPresentChain* chain, uint32_t latency, std::unique_ptr<wsi::Waitable> waitable);
    void run();

    IHendecaPresentChain* chain_;
    std::unique_ptr<wsi::Waitable> waitable_;
    std::mutex mutex_;
    std::condition_variable changed_;
    uint64_t queued_ = 0;   // since then
    uint64_t returned_ = 0; // units given back
    uint32_t latency_;
    uint32_t debt_ = 0;     // units to be kept back, after the latency was lowered
    bool stop_ = false;
    std::thread thread_;
};

} // namespace hendeca::dxgi
