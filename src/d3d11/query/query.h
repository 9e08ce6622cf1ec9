#pragma once
// ID3D11Query1, which is also ID3D11Predicate for the two kinds that can predicate. Begin and End are the contexts';
// the fields below belong to the immediate context. GetData polls the backend.

#include "d3d11/device/device_child.h"
#include "gpu/query/query.h"

#include <memory>

namespace hendeca::d3d11 {

class Query final : public DeviceChild<ID3D11Query1> {
public:
    // As CreateQuery1, and CreatePredicate when `predicate` is true; with a null `out` only judges (S_FALSE).
    static HRESULT create(Device& device, const D3D11_QUERY_DESC1* desc, bool predicate, Query** out);

    UINT STDMETHODCALLTYPE GetDataSize() override { return dataSize_; }
    void STDMETHODCALLTYPE GetDesc(D3D11_QUERY_DESC* desc) override { *desc = {desc_.Query, desc_.MiscFlags}; }
    void STDMETHODCALLTYPE GetDesc1(D3D11_QUERY_DESC1* desc) override { *desc = desc_; }

    const D3D11_QUERY_DESC1& desc() const { return desc_; }
    gpu::Query& gpu() const { return *query_; }
    bool isPredicate() const;
    // Kinds without Begin: events and timestamps.
    bool hasBegin() const { return desc_.Query != D3D11_QUERY_EVENT && desc_.Query != D3D11_QUERY_TIMESTAMP; }
    uint32_t dataSize() const { return dataSize_; }
    // Writes the result in D3D11's form (dataSize() bytes).
    void writeData(const gpu::QueryResult& result, void* data) const;

    // --- the immediate context's own
    enum class State : uint8_t { Initial, Begun, Ended };
    State state = State::Initial;
    uint64_t endSubmit = 0; // the submission after which the result can be there

private:
    Query(Device& device, const D3D11_QUERY_DESC1& desc, std::unique_ptr<gpu::Query> query);
    void releaseGpu(gpu::Writer& writer) override;
    HRESULT queryOther(REFIID iid, void** object) override;
    const char* className() const override { return "ID3D11Query"; }

    D3D11_QUERY_DESC1 desc_;
    uint32_t dataSize_;
    std::unique_ptr<gpu::Query> query_;
};

// ID3D11Predicate adds nothing to ID3D11Query, so one pointer serves as both; counters are never made. Hence every
// ID3D11Asynchronous of this DLL is a Query.
inline Query* toQuery(ID3D11Asynchronous* async) {
    return static_cast<Query*>(async);
}
inline Query* toQuery(ID3D11Predicate* predicate) {
    return static_cast<Query*>(static_cast<ID3D11Asynchronous*>(predicate));
}
inline ID3D11Predicate* toPredicate(Query* query) { // without a reference
    return reinterpret_cast<ID3D11Predicate*>(static_cast<ID3D11Query*>(query));
}

} // namespace hendeca::d3d11
