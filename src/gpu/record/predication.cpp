#include "gpu/record/predication.h"

#include "gpu/query/query.h"
#include "gpu/record/record_context.h"
#include "gpu/record/submit_job.h"
#include "util/log.h"

namespace hendeca::gpu {

void Predication::set(Query* query, bool value) {
    query_ = query;
    value_ = value;
    known_ = skip_ = false;
}

bool Predication::look() {
    QueryResult result;
    QueryStatus status = query_->poll(result);
    if (status == QueryStatus::Pending && context_.submission() > 1 && sink_.waitFor(context_.submission() - 1))
        status = query_->poll(result);
    if (status != QueryStatus::Ready) {
        HENDECA_WARN_ONCE("a predicate of the same submission is taken as a hint: its commands are executed");
        return false;
    }
    known_ = true;
    skip_ = (result.values[0] != 0) == value_;
    return skip_;
}

} // namespace hendeca::gpu
