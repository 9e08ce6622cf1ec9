#include "d3d11/query/query.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"

#include <array>
#include <cstring>

namespace hendeca::d3d11 {

namespace {

struct QueryRow {
    D3D11_QUERY query;
    gpu::QueryKind kind;
    uint8_t stream;
    uint32_t dataSize;    // bytes
    bool predicate;       // CreatePredicate takes it
    bool offersPredicate; // the object answers to ID3D11Predicate
};

using Kind = gpu::QueryKind;
// clang-format off
constexpr std::array kQueries = {
    QueryRow{D3D11_QUERY_EVENT,                         Kind::Event,               0, sizeof(BOOL),                               false, false},
    QueryRow{D3D11_QUERY_OCCLUSION,                     Kind::Occlusion,           0, sizeof(UINT64),                             false, false},
    QueryRow{D3D11_QUERY_TIMESTAMP,                     Kind::Timestamp,           0, sizeof(UINT64),                             false, false},
    QueryRow{D3D11_QUERY_TIMESTAMP_DISJOINT,            Kind::TimestampDisjoint,   0, sizeof(D3D11_QUERY_DATA_TIMESTAMP_DISJOINT), false, false},
    QueryRow{D3D11_QUERY_PIPELINE_STATISTICS,           Kind::PipelineStatistics,  0, sizeof(D3D11_QUERY_DATA_PIPELINE_STATISTICS), false, false},
    QueryRow{D3D11_QUERY_OCCLUSION_PREDICATE,           Kind::OcclusionPredicate,  0, sizeof(BOOL),                               true,  true},
    QueryRow{D3D11_QUERY_SO_STATISTICS,                 Kind::StreamOutStatistics, 0, sizeof(D3D11_QUERY_DATA_SO_STATISTICS),     false, false},
    QueryRow{D3D11_QUERY_SO_OVERFLOW_PREDICATE,         Kind::StreamOutOverflowAny, 0, sizeof(BOOL),                              true,  true},
    QueryRow{D3D11_QUERY_SO_STATISTICS_STREAM0,         Kind::StreamOutStatistics, 0, sizeof(D3D11_QUERY_DATA_SO_STATISTICS),     false, false},
    QueryRow{D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0, Kind::StreamOutOverflow,   0, sizeof(BOOL),                               false, true},
    QueryRow{D3D11_QUERY_SO_STATISTICS_STREAM1,         Kind::StreamOutStatistics, 1, sizeof(D3D11_QUERY_DATA_SO_STATISTICS),     false, false},
    QueryRow{D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM1, Kind::StreamOutOverflow,   1, sizeof(BOOL),                               false, true},
    QueryRow{D3D11_QUERY_SO_STATISTICS_STREAM2,         Kind::StreamOutStatistics, 2, sizeof(D3D11_QUERY_DATA_SO_STATISTICS),     false, false},
    QueryRow{D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM2, Kind::StreamOutOverflow,   2, sizeof(BOOL),                               false, true},
    QueryRow{D3D11_QUERY_SO_STATISTICS_STREAM3,         Kind::StreamOutStatistics, 3, sizeof(D3D11_QUERY_DATA_SO_STATISTICS),     false, false},
    QueryRow{D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3, Kind::StreamOutOverflow,   3, sizeof(BOOL),                               false, true},
};
// clang-format on

const QueryRow* rowOf(D3D11_QUERY query) {
    for (const QueryRow& row : kQueries) {
        if (row.query == query)
            return &row;
    }
    return nullptr;
}

} // namespace

HRESULT Query::create(Device& device, const D3D11_QUERY_DESC1* desc, bool predicate, Query** out) {
    if (!desc)
        return E_INVALIDARG;
    const QueryRow* row = rowOf(desc->Query);
    if (!row || (predicate && !row->predicate) || desc->MiscFlags & ~uint32_t(D3D11_QUERY_MISC_PREDICATEHINT))
        return E_INVALIDARG;
    // Only occlusion may be a hint (Microsoft Learn, D3D11_QUERY_MISC_FLAG).
    const bool hint = desc->MiscFlags & D3D11_QUERY_MISC_PREDICATEHINT;
    if (hint && row->kind != Kind::OcclusionPredicate)
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;
    auto made = device.backend().createQuery({row->kind, row->stream, hint});
    if (!made)
        return errorResult(device, "CreateQuery", made.error());
    *out = new Query(device, *desc, std::move(made).value());
    return S_OK;
}

Query::Query(Device& device, const D3D11_QUERY_DESC1& desc, std::unique_ptr<gpu::Query> query)
    : DeviceChild(device), desc_(desc), dataSize_(rowOf(desc.Query)->dataSize), query_(std::move(query)) {}

bool Query::isPredicate() const {
    return rowOf(desc_.Query)->offersPredicate;
}

HRESULT Query::queryOther(REFIID iid, void** object) {
    if (!IsEqualGUID(iid, __uuidof(ID3D11Predicate)) || !isPredicate())
        return E_NOINTERFACE;
    AddRef();
    *object = toPredicate(this);
    return S_OK;
}

void Query::writeData(const gpu::QueryResult& result, void* data) const {
    switch (rowOf(desc_.Query)->kind) {
    case Kind::Event: {
        const BOOL done = TRUE;
        std::memcpy(data, &done, sizeof(done));
        break;
    }
    case Kind::OcclusionPredicate:
    case Kind::StreamOutOverflow:
    case Kind::StreamOutOverflowAny: {
        const BOOL value = result.values[0] ? TRUE : FALSE;
        std::memcpy(data, &value, sizeof(value));
        break;
    }
    case Kind::TimestampDisjoint: {
        D3D11_QUERY_DATA_TIMESTAMP_DISJOINT value{};
        value.Frequency = device().backend().timestampFrequency();
        std::memcpy(data, &value, sizeof(value));
        break;
    }
    default:
        std::memcpy(data, result.values, dataSize_);
        break; // 64-bit values in D3D11's order
    }
}

void Query::releaseGpu(gpu::Writer& writer) {
    release(writer, query_);
}

} // namespace hendeca::d3d11
