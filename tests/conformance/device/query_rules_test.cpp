// CreateQuery and CreatePredicate. Microsoft Learn, D3D11_QUERY; private data of device children.
#include "support/fixture.h"

namespace conformance {
namespace {

class QueryRules : public DeviceTest {};

TEST_F(QueryRules, NullPointersAndKinds) {
    EXPECT_HR(E_INVALIDARG, device->CreateQuery(nullptr, nullptr));
    EXPECT_HR(E_INVALIDARG, device->CreatePredicate(nullptr, nullptr));
    D3D11_QUERY_DESC desc{D3D11_QUERY_OCCLUSION, 0};
    EXPECT_HR(S_FALSE, device->CreateQuery(&desc, nullptr));
    desc.Query = static_cast<D3D11_QUERY>(100);
    Com<ID3D11Query> query;
    EXPECT_HR(E_INVALIDARG, device->CreateQuery(&desc, query.out()));
    Com<ID3D11Predicate> predicate;
    for (D3D11_QUERY kind : {D3D11_QUERY_EVENT, D3D11_QUERY_OCCLUSION, D3D11_QUERY_TIMESTAMP,
                             D3D11_QUERY_TIMESTAMP_DISJOINT, D3D11_QUERY_PIPELINE_STATISTICS, D3D11_QUERY_SO_STATISTICS,
                             D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0, D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3}) {
        desc.Query = kind;
        EXPECT_HR(E_INVALIDARG, device->CreatePredicate(&desc, predicate.out())) << kind;
    }
    for (D3D11_QUERY kind : {D3D11_QUERY_OCCLUSION_PREDICATE, D3D11_QUERY_SO_OVERFLOW_PREDICATE}) {
        desc.Query = kind;
        EXPECT_HR(S_OK, device->CreatePredicate(&desc, predicate.out())) << kind;
        EXPECT_HR(S_FALSE, device->CreatePredicate(&desc, nullptr)) << kind;
    }
}

TEST_F(QueryRules, SizesAndInterfaces) {
    const struct {
        D3D11_QUERY kind;
        UINT size;
        bool predicate;
    } cases[] = {
        {D3D11_QUERY_EVENT, sizeof(BOOL), false},
        {D3D11_QUERY_OCCLUSION, sizeof(UINT64), false},
        {D3D11_QUERY_TIMESTAMP, sizeof(UINT64), false},
        {D3D11_QUERY_TIMESTAMP_DISJOINT, sizeof(D3D11_QUERY_DATA_TIMESTAMP_DISJOINT), false},
        {D3D11_QUERY_PIPELINE_STATISTICS, sizeof(D3D11_QUERY_DATA_PIPELINE_STATISTICS), false},
        {D3D11_QUERY_OCCLUSION_PREDICATE, sizeof(BOOL), true},
        {D3D11_QUERY_SO_STATISTICS, sizeof(D3D11_QUERY_DATA_SO_STATISTICS), false},
        {D3D11_QUERY_SO_OVERFLOW_PREDICATE, sizeof(BOOL), true},
        {D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM2, sizeof(BOOL), true},
    };
    for (const auto& one : cases) {
        auto made = query(one.kind);
        ASSERT_TRUE(bool(made)) << one.kind;
        EXPECT_EQ(one.size, made->GetDataSize()) << one.kind;
        EXPECT_EQ(one.predicate, bool(made.as<ID3D11Predicate>())) << one.kind;
        EXPECT_TRUE(bool(made.as<ID3D11Asynchronous>())) << one.kind;
        D3D11_QUERY_DESC desc{};
        made->GetDesc(&desc);
        EXPECT_EQ(one.kind, desc.Query);
    }
}

constexpr GUID kKey = {0x5c7f3c25, 0x1b2a, 0x4b5e, {0x90, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77}};

TEST_F(QueryRules, PrivateData) {
    auto holder = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    const uint32_t value = 0xabcdef01;
    uint32_t found = 7;
    UINT size = sizeof found;
    EXPECT_HR(DXGI_ERROR_NOT_FOUND, holder->GetPrivateData(kKey, &size, &found));
    EXPECT_EQ(0u, size);
    EXPECT_EQ(7u, found);
    EXPECT_HR(S_FALSE, holder->SetPrivateData(kKey, 0, nullptr)) << "an absent key";
    EXPECT_HR(S_OK, holder->SetPrivateData(kKey, sizeof value, &value));
    size = 2;
    EXPECT_HR(DXGI_ERROR_MORE_DATA, holder->GetPrivateData(kKey, &size, &found));
    EXPECT_EQ(4u, size);
    EXPECT_HR(S_OK, holder->GetPrivateData(kKey, &size, &found));
    EXPECT_EQ(value, found);
    EXPECT_HR(E_INVALIDARG, holder->GetPrivateData(kKey, nullptr, &found));
    EXPECT_HR(S_OK, holder->SetPrivateData(kKey, 0, nullptr));
    EXPECT_HR(S_FALSE, holder->SetPrivateData(kKey, 0, nullptr));
    // An interface is held as long as it is stored.
    const unsigned long before = refCount(device.get());
    EXPECT_HR(S_OK, holder->SetPrivateDataInterface(kKey, device.get()));
    EXPECT_EQ(before + 1, refCount(device.get()));
    EXPECT_HR(S_OK, holder->SetPrivateData(kKey, 0, nullptr));
    EXPECT_EQ(before, refCount(device.get()));
}

} // namespace
} // namespace conformance
