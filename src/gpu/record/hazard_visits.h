#pragma once
// Which resources of descriptors must be checked for hazards before a draw or dispatch: those bound anew, those written,
// and, after something else wrote to a bound one, all of them once for each pipeline layout. Worker only.

#include <cstdint>
#include <vector>

namespace hendeca::gpu {

class Binder;
class RecordContext;
struct PipelineLayout;

class HazardVisits {
public:
    explicit HazardVisits(bool compute) : compute_(compute) {}

    // Everything bound is doubtful.
    void invalidate() { epoch_++; }
    // Tells the context of all uses that are due; barriers collect there.
    void run(RecordContext& context, Binder& binder, const PipelineLayout& layout);

private:
    bool compute_;
    uint32_t epoch_ = 1;
    std::vector<uint32_t> seen_; // by PipelineLayout::id: the epoch in which all of it was checked
};

} // namespace hendeca::gpu
