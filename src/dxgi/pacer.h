#pragma once
// Holds presents back so that no more than the wanted number are made in a second: the frame limit of the configuration, and
// sync intervals above 1, which Vulkan does not have. One thread at a time.

#include "util/platform.h"

#include <cstdint>

namespace hendeca::dxgi {

class Pacer {
public:
    // When the next frame may be shown, given the time now. Frames that come late do not make later ones come early, so a
    // stall is not followed by a burst.
    static uint64_t nextTime(uint64_t planned, uint64_t now, uint64_t period) {
        if (planned + period <= now || planned > now + period)
            return now; // late by more than a frame, or the first one, or the period was shortened
        return planned;
    }

    // Sleeps as long as it takes. `period` is the least time between two frames in nanoseconds; 0 for none.
    void wait(uint64_t period) {
        if (!period)
            return;
        const uint64_t now = monotonicNanoseconds();
        const uint64_t at = nextTime(planned_, now, period);
        if (at > now)
            sleepNanoseconds(at - now);
        planned_ = at + period;
    }

private:
    uint64_t planned_ = 0;
};

} // namespace hendeca::dxgi
