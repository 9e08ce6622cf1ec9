// Begin, End and predication. Results are the immediate context's (immediate_context.cpp).
#include "d3d11/context/context_base.h"

#include "d3d11/query/query.h"
#include "util/log.h"

namespace hendeca::d3d11 {

// While a predicate is set, Begin and End of it are invalid (Microsoft Learn, SetPredication).
bool ContextBase::mayIssue(const Query& query) const {
    if (&query != shadow_.predicate) [[likely]]
        return true;
    HENDECA_WARN_ONCE("Begin or End of the predicate that is set; the call is ignored");
    return false;
}

void ContextBase::Begin(ID3D11Asynchronous* async) {
    Lock lock(*this);
    if (!async)
        return;
    Query& query = *toQuery(async);
    if (!query.hasBegin()) {
        HENDECA_WARN_ONCE("Begin: this kind of query has no begin; the call is ignored");
        return;
    }
    if (!mayIssue(query))
        return;
    keep(&query);
    beginQuery(query);
    writer_.add<gpu::packet::BeginQuery>()->query = &query.gpu();
}

void ContextBase::End(ID3D11Asynchronous* async) {
    Lock lock(*this);
    if (!async)
        return;
    Query& query = *toQuery(async);
    if (!mayIssue(query))
        return;
    keep(&query);
    endQuery(query);
}

void ContextBase::SetPredication(ID3D11Predicate* predicate, BOOL value) {
    Lock lock(*this);
    Query* wanted = predicate ? toQuery(predicate) : nullptr;
    const bool flag = value != FALSE;
    if (shadow_.predicate == wanted && shadow_.predicateValue == flag)
        return;
    if (wanted && (!wanted->isPredicate() || queryBegun(*wanted))) {
        HENDECA_WARN_ONCE("SetPredication: a query that is no predicate, or that was begun and not ended; the call is ignored");
        return;
    }
    keep(wanted);
    shadow_.predicate = wanted;
    shadow_.predicateValue = flag;
    // At once: copies, updates and clears need no other state.
    shadow_.dirty |= kDirtyPredication;
    flushState(kDirtyPredication);
}

void ContextBase::GetPredication(ID3D11Predicate** predicate, BOOL* value) {
    Lock lock(*this);
    if (predicate) {
        *predicate = shadow_.predicate ? toPredicate(shadow_.predicate) : nullptr;
        if (*predicate)
            (*predicate)->AddRef();
    }
    if (value)
        *value = shadow_.predicateValue;
}

} // namespace hendeca::d3d11
