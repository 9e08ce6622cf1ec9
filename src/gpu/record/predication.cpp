#include "gpu/record/predication.h"

#include "gpu/query/query.h"

#include <utility>

namespace hendeca::gpu {

void Predication::set(Query* query, bool value) {
    if (!query) {
        now_ = inherited_;
        return;
    }
    now_ = {};
    now_.query = query;
    now_.value = value;
}

Predication::State Predication::enterList() {
    return std::exchange(inherited_, now_);
}

bool Predication::resultOf(Query& query, uint64_t& value) {
    QueryResult result;
    QueryStatus status = query.poll(result);
    // A predicate that was never issued has no result, and guards nothing.
    if (status == QueryStatus::Pending && query.everEnded() && !query.desc().hint) {
        if (host_.waitForEarlierSubmissions())
            status = query.poll(result);
        if (status == QueryStatus::Pending && host_.executeRecorded())
            status = query.poll(result);
    }
    value = result.values[0];
    return status == QueryStatus::Ready;
}

bool Predication::decide(bool there, uint64_t result) {
    now_.known = true;
    now_.skip = host_.nothingIsRecorded() || (there && (result != 0) == now_.value);
    if (inherited_.query == now_.query && inherited_.value == now_.value)
        inherited_ = now_; // a list asks once, however often it clears its state
    return now_.skip;
}

bool Predication::look() {
    uint64_t result = 0;
    const bool there = resultOf(*now_.query, result);
    return decide(there, result);
}

Verdict Predication::judge() {
    if (!now_.query)
        return Verdict::Run;
    const auto known = [this] { return now_.skip ? Verdict::Skip : Verdict::Run; };
    if (now_.known)
        return known();
    if (now_.placed == host_.recordedSubmission())
        return Verdict::GpuDecides;
    Query& query = *now_.query;
    QueryResult result;
    if (query.everEnded() && !query.desc().hint && query.poll(result) == QueryStatus::Pending) {
        bool zero = false;
        if (host_.placeResult(query, now_.condition, zero)) {
            if (zero) {
                decide(true, 0);
                return known();
            }
            now_.condition.flags = now_.value ? VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT : 0;
            now_.placed = host_.recordedSubmission();
            if (inherited_.query == now_.query && inherited_.value == now_.value)
                inherited_ = now_;
            return Verdict::GpuDecides;
        }
    }
    look();
    return known();
}

} // namespace hendeca::gpu
