// CreateQuery, CreatePredicate, CreateCounter, GetData.
#include "rule.h"

#include <chrono>
#include <thread>

namespace conformance::rules {
namespace {

HRESULT make(Rig& r, D3D11_QUERY kind) {
    const D3D11_QUERY_DESC desc{kind, 0};
    return r->CreateQuery(&desc, r.out<ID3D11Query>());
}
HRESULT makePredicate(Rig& r, D3D11_QUERY kind) {
    const D3D11_QUERY_DESC desc{kind, 0};
    return r->CreatePredicate(&desc, r.out<ID3D11Predicate>());
}
HRESULT counter(Rig& r, UINT number) {
    const D3D11_COUNTER_DESC desc{static_cast<D3D11_COUNTER>(number), 0};
    return r->CreateCounter(&desc, r.out<ID3D11Counter>());
}

// A query that was begun and ended.
Com<ID3D11Query> ended(Rig& r, D3D11_QUERY kind, bool begin = true) {
    auto query = r.query(kind);
    if (begin)
        r.context()->Begin(query.get());
    r.context()->End(query.get());
    return query;
}

constexpr D3D11_QUERY kStreams[] = {
    D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0, D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM1,
    D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM2, D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3};
constexpr const char* kGetData = "ID3D11DeviceContext::GetData";

const Rule kRules[] = {
    {250, "ID3D11Device::CreateQuery", "description NULL", E_INVALIDARG, Out::Null,
     [](Rig& r) { return r->CreateQuery(nullptr, r.out<ID3D11Query>()); }},
    {251, "ID3D11Device::CreateQuery", "query output NULL, valid type", S_FALSE, Out::Any,
     [](Rig& r) {
         const D3D11_QUERY_DESC desc{D3D11_QUERY_OCCLUSION, 0};
         return r->CreateQuery(&desc, nullptr);
     }},
    {252, "ID3D11Device::CreateQuery",
     "overflow predicate types of streams: the object also answers to ID3D11Predicate", S_OK, Out::Made,
     [](Rig& r) {
         HRESULT last = S_OK;
         for (D3D11_QUERY kind : kStreams) {
             const HRESULT hr = make(r, kind);
             if (FAILED(hr))
                 return hr;
             Com<ID3D11Predicate> predicate;
             EXPECT_HR(S_OK, r.made<ID3D11Query>()->QueryInterface(__uuidof(ID3D11Predicate), predicate.outVoid()));
             last = hr;
         }
         return last;
     }},
    {253, "ID3D11Device::CreatePredicate", "description NULL", E_INVALIDARG, Out::Null,
     [](Rig& r) { return r->CreatePredicate(nullptr, r.out<ID3D11Predicate>()); }},
    {254, "ID3D11Device::CreatePredicate", "type that is no predicate", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({makePredicate(r, D3D11_QUERY_EVENT), makePredicate(r, D3D11_QUERY_OCCLUSION),
                        makePredicate(r, D3D11_QUERY_TIMESTAMP), makePredicate(r, D3D11_QUERY_TIMESTAMP_DISJOINT),
                        makePredicate(r, D3D11_QUERY_PIPELINE_STATISTICS),
                        makePredicate(r, D3D11_QUERY_SO_STATISTICS)});
     }},
    {255, "ID3D11Device::CreatePredicate", "overflow predicate types of streams", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({makePredicate(r, kStreams[0]), makePredicate(r, kStreams[1]), makePredicate(r, kStreams[2]),
                        makePredicate(r, kStreams[3])});
     }},
    {256, "ID3D11Device::CreatePredicate", "occlusion predicate or SO_OVERFLOW_PREDICATE; S_FALSE with output NULL",
     S_OK, Out::Made,
     [](Rig& r) {
         const D3D11_QUERY_DESC desc{D3D11_QUERY_SO_OVERFLOW_PREDICATE, 0};
         EXPECT_HR(S_FALSE, r->CreatePredicate(&desc, nullptr));
         return r.same(
             {makePredicate(r, D3D11_QUERY_OCCLUSION_PREDICATE), makePredicate(r, D3D11_QUERY_SO_OVERFLOW_PREDICATE)});
     }},
    {257, "ID3D11Device::CreateCounter", "well-known counter that the device lacks", DXGI_ERROR_UNSUPPORTED, Out::Null,
     [](Rig& r) {
         return r.same({counter(r, 0), counter(r, 5)});
     }},
    {258, "ID3D11Device::CreateCounter", "counters in use by another device", DXGI_ERROR_NONEXCLUSIVE,
     Elsewhere{"no device offers counters, so none is in use"}},
    {259, "ID3D11Device::CreateCounter", "counter number out of range", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({counter(r, D3D11_COUNTER_DEVICE_DEPENDENT_0), counter(r, ~0u)});
     }},
    {260, kGetData, "query never ended (fresh), even with NULL data", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         auto query = r.query(D3D11_QUERY_OCCLUSION);
         UINT64 data = 0;
         return r.same({r.context()->GetData(query.get(), &data, sizeof data, 0),
                        r.context()->GetData(query.get(), nullptr, 0, 0),
                        r.context()->GetData(r.query(D3D11_QUERY_EVENT).get(), nullptr, 0, 0),
                        r.context()->GetData(r.query(D3D11_QUERY_TIMESTAMP).get(), nullptr, 0, 0),
                        r.context()->GetData(r.query(D3D11_QUERY_PIPELINE_STATISTICS).get(), nullptr, 0, 0)});
     }},
    {261, kGetData, "query begun and not ended", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         auto query = r.query(D3D11_QUERY_OCCLUSION);
         r.context()->Begin(query.get());
         UINT64 data = 0;
         const HRESULT hr = r.same({r.context()->GetData(query.get(), &data, sizeof data, 0),
                                    r.context()->GetData(query.get(), nullptr, 0, 0)});
         r.context()->End(query.get());
         return hr;
     }},
    {262, kGetData, "size neither 0 nor that of the data", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         auto occlusion = ended(r, D3D11_QUERY_OCCLUSION), time = ended(r, D3D11_QUERY_TIMESTAMP, false);
         UINT64 data[4] = {};
         return r.same({r.context()->GetData(occlusion.get(), data, 4, 0),
                        r.context()->GetData(occlusion.get(), data, 7, 0),
                        r.context()->GetData(occlusion.get(), data, 16, 0),
                        r.context()->GetData(time.get(), data, 9, 0), r.context()->GetData(time.get(), data, 1, 0)});
     }},
    {263, kGetData, "NULL data with a size", E_INVALIDARG, Out::Any,
     [](Rig& r) { return r.context()->GetData(ended(r, D3D11_QUERY_OCCLUSION).get(), nullptr, 8, 0); }},
    {264, kGetData, "size 0: polls", kSuccess, Out::Any,
     [](Rig& r) {
         auto query = ended(r, D3D11_QUERY_OCCLUSION);
         UINT64 data = 0;
         EXPECT_TRUE(SUCCEEDED(r.context()->GetData(query.get(), &data, 0, 0)));
         HRESULT hr = S_FALSE;
         for (int i = 0; i < 10000 && (hr = r.context()->GetData(query.get(), nullptr, 0, 0)) == S_FALSE; i++)
             std::this_thread::sleep_for(std::chrono::milliseconds(1));
         EXPECT_HR(S_OK, hr) << "it ends";
         return hr;
     }},
    {265, kGetData, "result not ready", S_FALSE, Out::Any,
     [](Rig& r) {
         r.context()->Flush();
         // What was never handed to the GPU cannot be ready.
         BOOL data = FALSE;
         return r.context()->GetData(ended(r, D3D11_QUERY_EVENT, false).get(), &data, sizeof data,
                                     D3D11_ASYNC_GETDATA_DONOTFLUSH);
     }},
    {266, kGetData, "called on a deferred context", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         auto context = r.deferred();
         auto query = r.query(D3D11_QUERY_OCCLUSION);
         UINT64 data = 0;
         const HRESULT fresh = context->GetData(query.get(), &data, sizeof data, 0);
         context->Begin(query.get());
         context->End(query.get());
         return r.same({fresh, context->GetData(query.get(), &data, sizeof data, 0),
                        context->GetData(query.get(), nullptr, 0, 0)});
     }},
    {267, kGetData, "on the immediate context for a query of a list that was not executed", DXGI_ERROR_INVALID_CALL,
     Out::Any,
     [](Rig& r) {
         auto context = r.deferred();
         auto query = r.query(D3D11_QUERY_OCCLUSION);
         context->Begin(query.get());
         context->End(query.get());
         Com<ID3D11CommandList> list;
         EXPECT_HR(S_OK, context->FinishCommandList(FALSE, list.out()));
         UINT64 data = 0;
         const HRESULT hr = r.context()->GetData(query.get(), &data, sizeof data, 0);
         r.context()->ExecuteCommandList(list.get(), FALSE);
         EXPECT_TRUE(SUCCEEDED(r.context()->GetData(query.get(), &data, sizeof data, 0)))
             << "and once executed it has an answer";
         return hr;
     }},
};

} // namespace

std::span<const Rule> queryRules() {
    return kRules;
}

} // namespace conformance::rules
