#pragma once
// SetPredication: whether draws, dispatches, copies and clears are suppressed. The predicate is looked up on the worker; while
// its result is not there yet, commands are executed, as D3D11 allows for predicates that are hints. Worker only.

#include <cstdint>

namespace hendeca::gpu {

class Query;

class Predication {
public:
    void set(Query* query, bool value);
    // Is what follows to be skipped?
    bool skips() {
        return query_ && look();
    }

private:
    bool look();
    Query* query_ = nullptr;
    bool value_ = false;
};

} // namespace hendeca::gpu
