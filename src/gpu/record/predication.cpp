#include "gpu/record/predication.h"

#include "gpu/query/query.h"
#include "util/log.h"

namespace hendeca::gpu {

void Predication::set(Query* query, bool value) {
    query_ = query;
    value_ = value;
}

bool Predication::look() {
    QueryResult result;
    if (query_->poll(result) != QueryStatus::Ready) {
        HENDECA_WARN_ONCE("a predicate has no result yet: its commands are executed (waiting is not implemented)");
        return false;
    }
    return (result.values[0] != 0) == value_;
}

} // namespace hendeca::gpu
