#pragma once
// A query as the backend knows it. Begin and End are packets; the result is asked for by any thread with poll(). A query
// whose work spans several passes or submissions has several Vulkan slots, whose results are added.

#include "gpu/resource/object.h"

#include <cstdint>

namespace hendeca::gpu {

enum class QueryKind : uint8_t {
    Event,
    Occlusion,
    OcclusionPredicate, // any sample passed
    Timestamp,
    TimestampDisjoint,
    PipelineStatistics,
    StreamOutStatistics, // of stream `index`
    StreamOutOverflow,   // of stream `index`
    StreamOutOverflowAny,
};

struct QueryDesc {
    QueryKind kind = QueryKind::Event;
    uint32_t index = 0;
    bool hint = false; // predicates: what they guard may run as long as the result is not known
};

// Values in D3D11's order: occlusion and timestamp one; pipeline statistics eleven; stream-out two (written, needed).
struct QueryResult {
    uint64_t values[11] = {};
};

enum class QueryStatus : uint8_t { Ready, Pending, Lost };

class Query : public Object {
public:
    virtual const QueryDesc& desc() const = 0;
    // Any thread. `result` is written when Ready. The End packet must have been written before; `endSubmit` is the
    // submission (Writer::currentSubmission at the time of End) after which the result can be there.
    virtual QueryStatus poll(QueryResult& result) = 0;
    // Worker only: has an End been replayed?
    virtual bool everEnded() const = 0;
};

} // namespace hendeca::gpu
