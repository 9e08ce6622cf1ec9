#pragma once
// What BufferState and ImageState point to when one state does not do for the whole. Included by this folder's .cpp only.

#include "gpu/hazard/range_map.h"
#include "gpu/hazard/state.h"

namespace hendeca::gpu::hazard {

class BufferRanges : public RangeMap<UseState> {};

// One state per (aspect, layer, mip), in that order.
class SubresourceStates {
public:
    SubresourceStates(uint32_t mips, uint32_t layers, uint32_t aspects, const UseState& value)
        : mips_(mips), layers_(layers), states_(size_t(mips) * layers * aspects, value) {}

    UseState& at(uint32_t aspect, uint32_t layer, uint32_t mip) {
        return states_[(size_t(aspect) * layers_ + layer) * mips_ + mip];
    }
    bool allEqual() const {
        for (const UseState& state : states_)
            if (state != states_.front())
                return false;
        return true;
    }
    const UseState& front() const { return states_.front(); }
    void settle() {
        for (UseState& state : states_)
            state.settled = true;
    }

private:
    uint32_t mips_, layers_;
    std::vector<UseState> states_;
};

} // namespace hendeca::gpu::hazard
