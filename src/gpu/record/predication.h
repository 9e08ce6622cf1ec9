#pragma once
// SetPredication: whether draws, dispatches, copies and clears are suppressed. The predicate is looked up on the worker, which
// waits for the submissions that were handed over. A predicate that ended in the submission that is being recorded cannot be
// known: its commands are executed, as D3D11 allows for predicates that are hints. Worker only.

#include <cstdint>

namespace hendeca::gpu {

class Query;
class RecordContext;
class SubmitSink;

class Predication {
public:
    Predication(RecordContext& context, SubmitSink& sink) : context_(context), sink_(sink) {}
    void set(Query* query, bool value);
    // Is what follows to be skipped?
    bool skips() { return query_ && (known_ ? skip_ : look()); }

private:
    bool look();
    RecordContext& context_;
    SubmitSink& sink_;
    bool known_ = false, skip_ = false;
    Query* query_ = nullptr;
    bool value_ = false;
};

} // namespace hendeca::gpu
